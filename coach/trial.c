/* trial.c - trying a turn in a world; see trial.h. */
#include "trial.h"
#include "ai/ahead.h"
#include "ai/bots.h"
#include "ai/steward.h"

#include <string.h>

typedef uint16_t chances[FF_PLAYERS_MAX];

struct trial {
    const struct coach_place *place;
    struct turn_search *search;
    struct ff_game game;
    struct ff_rng rng;
    int seat;
    int width;
    struct coach_look *look;
    bool among;  /* not everybody plays as the network does */
    bool looked; /* the next own turn has been seen */
};

static struct ff_rng chance_of_world(const struct coach_place *place, int world)
{
    return ff_rng_of(place->seed ^ ((uint64_t)world + 1) << 40);
}

static void draw_world(const struct coach_place *place, struct ff_rng *rng, struct ff_game *game)
{
    if (place->belief)
        belief_draw(place->belief, place->edition, &place->view, rng, game);
    else
        ff_resample(place->edition, &place->view, rng, game);
}

void coach_world(const struct coach_place *place, int world, struct ff_game *game)
{
    struct ff_rng rng = chance_of_world(place, world);
    draw_world(place, &rng, game);
}

/* Levels 1 and 2 have a bot that asks no network; NULL: it is asked. */
static const struct bot *simple_bot(const struct trial *trial, int seat)
{
    if (seat == trial->seat)
        return NULL;
    const uint8_t is = trial->place->company.is[seat];
    return is == FEATURES_LEVEL1 ? &bot_novice : is == FEATURES_LEVEL2 ? &bot_steward : NULL;
}

static unsigned ask_bot(struct trial *trial, const struct bot *bot, int seat)
{
    uint8_t memory[STEWARD_MEMORY] __attribute__((aligned(8))) = {0};
    struct ff_view view;
    ff_view_of(&trial->game, seat, &view);
    const struct bot_task task = {
        .edition = trial->place->edition,
        .view = &view,
        .legal = ff_legal(trial->place->edition, &view),
    };
    return bot_choose(bot, memory, &task, 0);
}

static void decide(struct trial *trial, int seat)
{
    struct ahead ahead;
    const struct coach_place *place = trial->place;
    const struct bot *bot = simple_bot(trial, seat);
    unsigned option = bot ? ask_bot(trial, bot, seat)
                          : ahead_best(place->net, place->edition, &trial->game, seat, &trial->rng, &ahead);
    ff_apply(place->edition, &trial->game, seat, ff_action_of(trial->game.pub.stage, option));
}

/* Plays on to the next turn of a seat that the network plans. False: the game is over. */
static bool next_turn(struct trial *trial, int *seat)
{
    while (trial->game.pub.owe) {
        *seat = ff_lowest(trial->game.pub.owe);
        if (turn_goes_on(&trial->game, *seat) && !simple_bot(trial, *seat))
            return true;
        decide(trial, *seat);
    }
    return false;
}

static int place_in_order(const struct ff_public *pub, int seat)
{
    int i = 0;
    while (pub->order[i] != seat)
        i++;
    return i + 1;
}

/* The steps of a turn, one by one: its sale is told. */
static void play_turn(struct trial *trial, int seat, const struct turn *turn, uint16_t *income)
{
    const struct ff_edition *edition = trial->place->edition;
    struct ff_event event;
    for (int i = 0; i < turn->steps; i++) {
        ff_play(edition, &trial->game, seat, ff_action_of(trial->game.pub.stage, turn->option[i]), &event);
        do
            if (event.kind == FF_EVENT_SOLD && event.seat == seat)
                *income = event.income;
        while (ff_follow(edition, &trial->game, &event));
    }
}

static void look_at_own_turn(struct trial *trial, const struct turn *turn)
{
    struct coach_look *look = trial->look;
    look->place = (uint8_t)place_in_order(&trial->game.pub, trial->seat);
    look->income = (uint16_t)ff_steady_income(trial->game.pub.active[trial->seat]);
    play_turn(trial, trial->seat, turn, &look->income);
    trial->looked = true;
}

/* As the place's seat sees them after its turn; among equals the search has them. */
static void look_among(const struct trial *trial, struct ff_game game, const struct turn *turn, chances chance)
{
    struct ff_view view;
    for (int i = 0; i < turn->steps; i++)
        ahead_play(trial->place->edition, &game, trial->seat, turn->option[i]);
    ff_view_of(&game, trial->seat, &view);
    net_evaluate_among(trial->place->net, trial->place->edition, &trial->place->company, &view, chance);
}

static void plan(struct trial *trial, int seat, chances chance)
{
    struct turn_search *search = trial->search;
    search->width = seat != trial->seat && trial->place->company.is[seat] == FEATURES_LEVEL3 ? 1 : trial->width;
    turn_search(search, &trial->game, seat);
    if (seat == trial->seat && trial->among)
        look_among(trial, trial->game, &search->end[0], chance);
    else if (seat == trial->seat)
        memcpy(chance, search->end[0].chance, sizeof(chances));
}

/* Until the seat has ended a turn, or the game is over; then the chances are as that seat sees them. */
static void play_on(struct trial *trial, chances chance)
{
    const struct turn *turn = &trial->search->end[0];
    int seat = -1;
    while (seat != trial->seat && next_turn(trial, &seat)) {
        plan(trial, seat, chance);
        if (seat == trial->seat && !trial->looked) {
            look_at_own_turn(trial, turn);
            continue;
        }
        for (int i = 0; i < turn->steps; i++)
            ff_apply(trial->place->edition, &trial->game, seat, ff_action_of(trial->game.pub.stage, turn->option[i]));
    }
    if (trial->game.pub.stage == FF_STAGE_OVER)
        net_final_chances(&trial->game.pub, chance);
}

static void prepare(struct turn_search *search, const struct coach_place *place)
{
    search->net = place->net;
    search->edition = place->edition;
    search->ends_max = 1;
    search->jitter = 0;
}

void coach_try(const struct coach_place *place, const struct turn *turn, int world, const struct coach_on *on,
               struct turn_search *search, struct coach_look *look)
{
    struct trial trial = {
        .place = place, .search = search, .seat = place->view.own.seat, .width = on->width, .look = look};
    const int turns = on->turns;
    chances chance = {0};
    uint32_t sum[FF_PLAYERS_MAX] = {0};
    *look = (struct coach_look){.place = 0};
    trial.among = coach_company_differs(&place->company, place->view.pub.players, trial.seat);
    trial.rng = chance_of_world(place, world);
    draw_world(place, &trial.rng, &trial.game);
    for (int i = 0; i < turn->steps; i++)
        ff_apply(place->edition, &trial.game, trial.seat, ff_action_of(trial.game.pub.stage, turn->option[i]));
    prepare(search, place);
    for (int i = 0; i < turns; i++) {
        play_on(&trial, chance);
        for (int s = 0; s < FF_PLAYERS_MAX && (i > 0 || turns == 1); s++)
            sum[s] += chance[s];
    }
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        look->chance[s] = (uint16_t)((sum[s] + chance[s]) / (unsigned)(turns == 1 ? 2 : turns));
    trial.width = trial.among ? on->width : on->after; /* who plays worse than he can is fair among equals alone */
    while (on->to_end && trial.game.pub.stage != FF_STAGE_OVER)
        play_on(&trial, chance);
    if (on->to_end)
        memcpy(look->won, chance, sizeof look->won);
}
