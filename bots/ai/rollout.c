/* rollout.c - plays a game on from the end of a turn; see rollout.h. */
#include "rollout.h"
#include "bots.h"
#include "one_ply.h"
#include "steward.h"

#include <string.h>

typedef uint16_t chances[FF_PLAYERS_MAX];

struct ff_rng rollout_sample_world(const struct rollout_position *position, int world, struct ff_game *game)
{
    struct ff_rng rng = ff_rng_of(position->seed ^ ((uint64_t)world + 1) << 40);
    if (position->belief)
        belief_sample(position->belief, position->edition, &position->view, &rng, game);
    else
        ff_resample(position->edition, &position->view, &rng, game);
    return rng;
}

static int level_of(const struct rollout *rollout, int seat)
{
    return seat == rollout->seat || !rollout->opponents ? FEATURES_EQUAL : rollout->opponents->level[seat];
}

/* Returns whether players of this strength do not use the network: levels 1 and 2. */
static bool is_simple(int level) { return level == FEATURES_NOVICE || level == FEATURES_STEWARD; }

static unsigned ask_simple_bot(const struct rollout *rollout, const struct bot *bot, int seat)
{
    uint8_t memory[STEWARD_MEMORY] __attribute__((aligned(8))) = {0};
    struct ff_view view;
    ff_view_of(&rollout->game, seat, &view);
    const struct bot_task task = {
        .edition = rollout->context.edition,
        .view = &view,
        .legal = ff_legal(rollout->context.edition, &view),
    };
    return bot_choose(bot, memory, &task, 0);
}

static void play_decision(struct rollout *rollout, int seat)
{
    struct one_ply after;
    int level = level_of(rollout, seat);
    unsigned option = is_simple(level)
                          ? ask_simple_bot(rollout, level == FEATURES_NOVICE ? &bot_novice : &bot_steward, seat)
                          : one_ply_best_option(&rollout->context, &rollout->game, seat, &after);
    ff_apply(rollout->context.edition, &rollout->game, seat, ff_action_of(rollout->game.pub.stage, option));
}

/* Plays on to the next turn that needs planning with the network. Returns the seat of that turn; -1 if the game is
 * over. */
static int next_turn(struct rollout *rollout)
{
    while (rollout->game.pub.owe) {
        int seat = ff_lowest(rollout->game.pub.owe);
        if (turn_is_active(&rollout->game, seat) && !is_simple(level_of(rollout, seat)))
            return seat;
        play_decision(rollout, seat);
    }
    return -1;
}

/* Plays on to the rollout seat's next turn and plans it. Returns false if the game is over; then `chance` is the
 * result. */
static bool plan_own_turn(struct rollout *rollout, chances chance)
{
    struct turn_search *search = rollout->search;
    search->net = rollout->context.net;
    search->edition = rollout->context.edition;
    search->ends_max = 1;
    search->jitter = 0;
    for (int seat = next_turn(rollout); seat >= 0; seat = next_turn(rollout)) {
        search->width = level_of(rollout, seat) == FEATURES_PUPIL ? 1 : rollout->width;
        turn_search(search, &rollout->game, seat);
        if (seat == rollout->seat)
            return true;
        turn_play(search->edition, &rollout->game, seat, &search->end[0]);
    }
    net_final_chances(&rollout->game.pub, chance);
    return false;
}

static bool is_among_equals(const struct rollout *rollout)
{
    bool equal = true;
    for (int seat = 0; seat < rollout->game.pub.players; seat++)
        equal &= level_of(rollout, seat) == FEATURES_EQUAL;
    return equal;
}

/* Plays the planned turn and gives the chances after it. Evaluates again if the opponents are weaker or stronger,
 * because the search evaluates positions among equals. */
static void end_own_turn(struct rollout *rollout, chances chance)
{
    const struct ai_context *context = &rollout->context;
    const struct turn *turn = &rollout->search->end[0];
    memcpy(chance, turn->chance, sizeof(chances));
    if (!is_among_equals(rollout)) {
        struct ff_view view;
        struct ff_game after = rollout->game;
        for (int i = 0; i < turn->steps; i++)
            turn_play_option(context->edition, &after, rollout->seat, turn->option[i]);
        ff_view_of(&after, rollout->seat, &view);
        net_evaluate_against(context->net, context->edition, rollout->opponents, &view, chance);
    }
    turn_play(context->edition, &rollout->game, rollout->seat, turn);
    if (rollout->game.pub.stage == FF_STAGE_OVER)
        net_final_chances(&rollout->game.pub, chance);
}

void rollout_play_own_turn(struct rollout *rollout, uint16_t chance[FF_PLAYERS_MAX])
{
    if (plan_own_turn(rollout, chance))
        end_own_turn(rollout, chance);
}

/* Records the income of the planned turn's sale, and the turn's place in the order. */
static void note_own_turn(const struct rollout *rollout, struct rollout_result *result)
{
    const struct turn *turn = &rollout->search->end[0];
    const int seat = rollout->seat;
    struct ff_game game = rollout->game;
    struct ff_event event;
    for (result->place = 1; game.pub.order[result->place - 1] != seat; result->place++)
        ;
    result->income = (uint16_t)ff_steady_income(game.pub.active[seat]);
    for (int i = 0; i < turn->steps && game.pub.stage < FF_STAGE_BUILD; i++) {
        ff_play(rollout->context.edition, &game, seat, ff_action_of(game.pub.stage, turn->option[i]), &event);
        do
            if (event.kind == FF_EVENT_SOLD)
                result->income = event.income;
        while (ff_is_own_step(&game.pub, seat) && ff_follow(rollout->context.edition, &game, &event));
    }
}

void rollout_evaluate_turn(const struct rollout_position *position, const struct turn *turn, int world,
                           const struct rollout_terms *terms, struct rollout_result *result)
{
    struct rollout rollout = {.opponents = &position->opponents, .search = terms->search};
    struct ff_rng rng = rollout_sample_world(position, world, &rollout.game);
    uint32_t sum[FF_PLAYERS_MAX] = {0};
    const int turns = terms->turns, own = position->view.own.seat;
    rollout.context = (struct ai_context){position->edition, position->net, &rng};
    rollout.seat = own;
    rollout.width = terms->width;
    *result = (struct rollout_result){.place = 0};
    turn_play(position->edition, &rollout.game, own, turn);
    for (int i = 0; i < turns; i++) {
        bool played = plan_own_turn(&rollout, result->last);
        if (played && i == 0)
            note_own_turn(&rollout, result);
        if (played)
            end_own_turn(&rollout, result->last);
        result->first = i == 0 ? result->last[own] : result->first;
        for (int s = 0; s < FF_PLAYERS_MAX; s++)
            sum[s] += (uint32_t)result->last[s] * ((i > 0) + (i + 1 == turns));
    }
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        result->chance[s] = (uint16_t)(sum[s] / (uint32_t)turns);
    rollout.width = is_among_equals(&rollout) ? terms->end_width : terms->width; /* weakens equals alike */
    memcpy(result->won, result->last, sizeof result->won);
    while (terms->to_end && rollout.game.pub.stage != FF_STAGE_OVER)
        rollout_play_own_turn(&rollout, result->won);
    if (!terms->to_end)
        memset(result->won, 0, sizeof result->won);
}
