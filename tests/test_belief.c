/* test_belief.c - what everybody saw (bots/ai/public_history.h), and the worlds that are drawn from it
 * (bots/ai/belief.h). */
#include "bots/ai/belief.h"
#include "bots/ai/bots.h"
#include "bots/ai/net.h"
#include "bots/ai/one_ply.h"
#include "bots/ai/setup_plan.h"
#include "bots/ai/steward.h"
#include "bots/ai/sure_win.h"
#include "bots/arena/random_edition.h"
#include "bots/arena/random_games.h"
#include "edition.h"
#include "lab/self_play.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

static struct ff_edition usual, edition; /* edition: of the game under way */
static struct history seen;
static struct belief belief;
static struct net net;

/* What the one who knows everything sees: when each card was last put under its deck. */
static struct history_card put[FF_PLAYERS_MAX][FF_CARDS_MAX];
static int put_n[FF_PLAYERS_MAX];

typedef void visitor(const struct ff_game *game, struct ff_rng *rng);

static void note(const struct ff_event *event, int round)
{
    if (event->kind == FF_EVENT_BURIED || event->kind == FF_EVENT_TRASHED)
        put[event->seat][event->cards[0]] = (struct history_card){(uint8_t)round, (uint8_t)put_n[event->seat]};
    if (event->kind == FF_EVENT_BURIED)
        put_n[event->seat]++;
    if (event->kind == FF_EVENT_KEPT)
        put_n[event->seat] = 0;
}

static void play(int players, int mode, uint64_t seed, int every, visitor *visit)
{
    struct ff_setup setup;
    struct ff_game game;
    struct ff_event event;
    struct ff_rng rng = ff_rng_of(seed);
    ff_deal(&edition, players, mode, seed, &setup);
    ff_prepare(&edition, &setup, &game);
    memset(&seen, 0, sizeof seen);
    memset(put_n, 0, sizeof put_n);
    for (int n = 0; game.pub.stage != FF_STAGE_OVER && !test_state.test_failed; n++) {
        int round = game.pub.round, seat = game.pub.owe ? ff_lowest(game.pub.owe) : -1;
        history_observe(&seen, &game.pub);
        if (n % every == 0 && seat >= 0)
            visit(&game, &rng);
        if (seat >= 0)
            ff_play(&edition, &game, seat, arena_random_action(&game, seat, &rng), &event);
        else
            ff_follow(&edition, &game, &event);
        note(&event, round);
        if (round == 0 && game.pub.round == 1)
            memset(put_n, 0, sizeof put_n);
    }
}

static void walk(int games, int every, visitor *visit)
{
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++)
            for (int i = 0; i < games; i++) {
                edition = usual;
                if (i % 2 == 1)
                    arena_random_edition(&usual, (uint64_t)(100 * players + i), &edition);
                play(players, mode, (uint64_t)(1000 * players + i), every, visit);
            }
    edition = usual;
}

/* ------------------------------------------------------------------------------------------------------------- seen */

static bool same(struct history_card a, struct history_card b) { return a.round == b.round && a.place == b.place; }

static void visit_seen(const struct ff_game *game, struct ff_rng *rng)
{
    (void)rng;
    for (int seat = 0; seat < game->pub.players; seat++) {
        const struct history_seat *of = &seen.seat[seat];
        int fresh = game->pub.fresh_n[seat];
        REQUIRE(history_matches(&seen, &game->pub, seat));
        for (int i = 0; i < of->buried_n; i++)
            CHECK(same(of->buried[i], put[seat][ff_deck_card(game, seat, fresh + i)]));
        uint32_t trash = game->hid.trash[seat];
        for (; trash; trash &= trash - 1) {
            int found = 0;
            for (int i = 0; i < of->trash_n; i++)
                found += of->trash[i].round == put[seat][ff_lowest(trash)].round;
            CHECK(found > 0);
        }
    }
}
static void what_lies_face_down_is_remembered(void) { walk(4, 1, visit_seen); }

/* A turn that is over is remembered as it ended; one that goes on is not. */
static void visit_turns(const struct ff_game *game, struct ff_rng *rng)
{
    (void)rng;
    for (int seat = 0; seat < game->pub.players; seat++) {
        const struct history_turn *last = history_turn_at(&seen.seat[seat], seen.seat[seat].kept_round);
        bool any = game->pub.round > 1 || (game->pub.mode == FF_EXPERT && game->pub.round == 1);
        if (any && CHECK(last != NULL))
            CHECK(last->builds <= 2 && last->pub.hand_n[seat] == seen.seat[seat].kept_n);
        if (game->pub.stage != FF_STAGE_KEEP && ff_turn_seat(&game->pub) == seat)
            CHECK(history_turn_at(&seen.seat[seat], game->pub.round) == NULL);
    }
}
static void turns_that_are_over_are_remembered(void) { walk(3, 1, visit_turns); }

/* ----------------------------------------------------------------------------------------------------------- worlds */

static void check_worlds(const struct ff_game *game, const struct history *watched, struct ff_rng *rng)
{
    for (int seat = 0; seat < game->pub.players; seat++) {
        struct ff_view view, again;
        struct ff_game world;
        ff_view_of(game, seat, &view);
        belief_build(&belief, &edition, &view, watched);
        belief_sample(&belief, &edition, &view, rng, &world);
        ff_view_of(&world, seat, &again);
        CHECK(memcmp(&view, &again, sizeof view) == 0);
        CHECK_EQ(ff_check(&edition, &world), 0);
    }
}
static void visit_worlds(const struct ff_game *game, struct ff_rng *rng)
{
    check_worlds(game, &seen, rng);
    check_worlds(game, NULL, rng);
}
static void worlds_agree_with_the_view(void) { walk(4, 3, visit_worlds); }

/* Somebody who looked away for some steps, or remembers another game, has worlds that hold all the same. */
static void visit_absent(const struct ff_game *game, struct ff_rng *rng)
{
    static struct history absent;
    if (ff_rng_below(rng, 40) == 0)
        memset(&absent, 0, sizeof absent);
    else if (ff_rng_below(rng, 40) == 0)
        absent = seen;
    if (ff_rng_below(rng, 3))
        history_observe(&absent, &game->pub);
    check_worlds(game, &absent, rng);
}
static void worlds_hold_whatever_was_missed(void) { walk(4, 2, visit_absent); }

/* With nothing seen, a card is in the hand as often as any other. */
static void nothing_seen_is_any_card(void)
{
    enum { WORLDS = 20000 };
    struct ff_game game, world;
    struct ff_view view;
    struct ff_rng rng = ff_rng_of(3);
    int held[FF_CARDS_MAX] = {0};
    arena_random_begin_game(&edition, 2, FF_BASE, 5, &game);
    ff_view_of(&game, 0, &view);
    belief_build(&belief, &edition, &view, NULL);
    for (int i = 0; i < WORLDS; i++) {
        belief_sample(&belief, &edition, &view, &rng, &world);
        for (int card = 0; card < FF_CARDS_MAX; card++)
            held[card] += world.hid.hand[1] >> card & 1;
    }
    for (int card = 0; card < 26; card++) /* 6 of 26: 4615 of 20,000, with a deviation of 60 */
        CHECK(held[card] > 4315 && held[card] < 4915);
}

/* Four cards at four places, two of which were seen: how often each arrangement comes, against its weight. */
static void arrangements_come_by_their_weights(void)
{
    enum { WORLDS = 200000 };
    struct ff_game game;
    struct ff_view view;
    struct ff_rng rng = ff_rng_of(4);
    struct belief_seat of = {.cards_n = 4, .fits_n = 2, .card = {0, 1, 2, 3}};
    static const int8_t fit[2][4] = {{0, 32, -20, 50}, {10, 40, 5, -64}};
    double weight[4][4], all = 0;
    int came[4][4] = {{0}};
    arena_random_begin_game(&edition, 2, FF_BASE, 5, &game);
    ff_view_of(&game, 0, &view);
    belief_build(&belief, &edition, &view, NULL); /* its table */
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
            of.fit[0][a] = fit[0][a];
            of.fit[1][b] = fit[1][b];
            weight[a][b] = a == b ? 0 : exp((fit[0][a] + fit[1][b]) / (double)BELIEF_ONE);
            all += weight[a][b];
        }
    for (int i = 0; i < WORLDS; i++) {
        uint8_t card[FF_CARDS_MAX];
        belief_sample_seat(&belief, &of, &rng, card);
        came[card[0]][card[1]]++;
    }
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
            double want = weight[a][b] / all, got = (double)came[a][b] / WORLDS;
            if (!CHECK(fabs(want - got) < 0.006))
                printf("  %d %d: %.4f instead of %.4f\n", a, b, got, want);
        }
}

/* ------------------------------------------------------------------------------------------------------------- fair */

/* The same view and the same memory give the same answer, whatever the others hold. */
static void visit_fair(const struct ff_game *game, struct ff_rng *rng)
{
    struct ff_view view, again;
    struct ff_game other;
    int seat = ff_lowest(game->pub.owe);
    ff_view_of(game, seat, &view);
    ff_resample(&edition, &view, rng, &other);
    ff_view_of(&other, seat, &again);
    struct bot_task task = {&edition, &view, ff_legal(&edition, &view), ff_rng_next(rng), &net, &seen};
    unsigned option[2];
    for (int i = 0; i < 2; i++) {
        void *memory = calloc(1, bot_prince.memory_size);
        REQUIRE(memory != NULL);
        task.view = i ? &again : &view;
        option[i] = bot_choose(&bot_prince, memory, &task, 12);
        free(memory);
    }
    CHECK_EQ(option[0], option[1]);
    CHECK(task.legal >> option[0] & 1);
}
static void prince_is_fair(void) { walk(1, 331, visit_fair); }

/* ---------------------------------------------------------------------------------------------------------- set-up */

/* One thought for nine decisions, whatever the others do meanwhile; the chances of a plan are those of its end. */
static void setup_is_one_plan(void)
{
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct ff_game game;
        struct ff_rng rng = ff_rng_of(seed);
        int thought = 0, players = 2 + (int)(seed % 4), own = (int)(seed % (unsigned)players);
        void *memory = calloc(1, bot_prince.memory_size);
        REQUIRE(memory != NULL);
        arena_random_begin_game(&edition, players, FF_EXPERT, seed, &game);
        struct turn plan[FF_HAND_MAX];
        CHECK_EQ(setup_plan_make_all(&(struct ai_context){&edition, &net, NULL}, &game, own, plan), FF_HAND_MAX);
        for (int i = 0; i < FF_HAND_MAX; i++) {
            uint32_t put_away = 0;
            for (int step = 0; step < plan[i].steps; step++)
                put_away |= ff_bit(plan[i].option[step]);
            CHECK_EQ(plan[i].steps, 9);
            CHECK(ff_popcount(put_away) == 9 && (put_away & ~game.hid.hand[own]) == 0);
        }
        while (game.pub.stage == FF_STAGE_KEEP) {
            int seat = ff_option_nth(game.pub.owe, (int)ff_rng_below(&rng, (uint32_t)ff_popcount(game.pub.owe)));
            ff_action action = arena_random_action(&game, seat, &rng);
            if (seat == own) {
                struct ff_view view;
                struct bot_answer answer;
                ff_view_of(&game, seat, &view);
                struct bot_task task = {&edition, &view, ff_legal(&edition, &view), 1, &net, NULL};
                bot_prince.begin(memory, &task);
                thought += bot_prince.think(memory, 4);
                bot_prince.answer(memory, &answer);
                action = ff_action_of(FF_STAGE_KEEP, answer.option);
            }
            CHECK_EQ(ff_apply(&edition, &game, seat, action), FF_OK);
        }
        CHECK_EQ(thought, 1);
        free(memory);
    }
}

/* -------------------------------------------------------------------------------------------------------- sure wins */

/* Chance that a turn can go wrong is none: whatever the others hold and do, and whatever they draw, the seat wins. */
static int wins, richer;

static void play_out(struct ff_game *game, struct ff_rng *rng, int round)
{
    while (game->pub.owe && game->pub.round == round) {
        int seat = ff_lowest(game->pub.owe);
        ff_apply(&edition, game, seat, arena_random_action(game, seat, rng));
    }
}

static void visit_wins(const struct ff_game *game, struct ff_rng *rng)
{
    struct turn turn;
    int seat = ff_lowest(game->pub.owe);
    if (!turn_is_active(game, seat) || !sure_win_find(&edition, game, seat, &turn))
        return;
    struct ff_game won = *game, other;
    struct ff_result result;
    for (int i = 0; i < turn.steps; i++)
        REQUIRE(ff_apply(&edition, &won, seat, ff_action_of(won.pub.stage, turn.option[i])) == FF_OK);
    int coins = won.pub.coins[seat];
    play_out(&won, rng, game->pub.round);
    ff_result(&won.pub, &result);
    CHECK(result.over && result.winners == 1u << seat);
    wins++;
    for (int i = 0; i < 200; i++) { /* no other turn that ends the palace leaves more */
        other = *game;
        for (int n = 0; turn_is_active(&other, seat) && other.pub.round == game->pub.round && n < TURN_STEPS_MAX; n++) {
            ff_options palace = other.pub.stage == FF_STAGE_BUILD ? ff_game_options(&other, seat) & FF_PALACE_CARDS : 0;
            ff_action action = palace ? ff_action_of(FF_STAGE_BUILD, (unsigned)ff_lowest((unsigned)palace))
                                      : arena_random_action(&other, seat, rng);
            ff_apply(&edition, &other, seat, action);
        }
        if (ff_palace_parts(&other.pub, seat) == FF_PALACE_PARTS) {
            CHECK(other.pub.coins[seat] <= coins);
            richer++;
        }
    }
}

/* Games of stewards, which end. */
static void sure_wins_are_taken_with_most_coins(void)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct ff_game game;
        struct ff_rng rng = ff_rng_of(seed);
        void *memory = calloc(1, bot_steward.memory_size);
        REQUIRE(memory != NULL);
        arena_random_begin_game(&edition, 2 + (int)(seed % 4), (int)(seed / 4 % 2), seed, &game);
        while (game.pub.owe) {
            struct ff_view view;
            int seat = ff_lowest(game.pub.owe);
            visit_wins(&game, &rng);
            ff_view_of(&game, seat, &view);
            struct bot_task task = {&edition, &view, ff_legal(&edition, &view), ff_rng_next(&rng), &net, NULL};
            unsigned option = bot_choose(&bot_steward, memory, &task, 0);
            ff_apply(&edition, &game, seat, ff_action_of(game.pub.stage, option));
        }
        free(memory);
    }
    CHECK(wins > 20 && richer > 200);
}

/* And prince plays it, whatever it thinks of its chances. */
static void prince_takes_a_sure_win(void)
{
    int taken = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct ff_game game;
        void *memory = calloc(1, bot_prince.memory_size), *others = calloc(1, bot_steward.memory_size);
        REQUIRE(memory != NULL && others != NULL);
        arena_random_begin_game(&edition, 2, FF_BASE, seed, &game);
        bool sure = false;
        for (uint64_t n = 0; game.pub.owe; n++) {
            struct ff_view view;
            struct turn turn;
            int seat = ff_lowest(game.pub.owe);
            sure = sure || (turn_is_active(&game, seat) && sure_win_find(&edition, &game, seat, &turn));
            ff_view_of(&game, seat, &view);
            struct bot_task task = {&edition, &view, ff_legal(&edition, &view), n, &net, NULL};
            unsigned option =
                sure ? bot_choose(&bot_prince, memory, &task, 5) : bot_choose(&bot_steward, others, &task, 0);
            int round = game.pub.round;
            ff_apply(&edition, &game, seat, ff_action_of(game.pub.stage, option));
            CHECK(!sure || game.pub.stage == FF_STAGE_OVER || game.pub.round == round);
        }
        taken += sure;
        free(memory);
        free(others);
    }
    CHECK(taken > 3);
}

/* ------------------------------------------------------------------------------------------------------------ losing */

/* Parts first, then coins. */
static int standing(const struct ff_public *pub, int seat)
{
    return 1000 * ff_palace_parts(pub, seat) + pub->coins[seat];
}

/* After the turn that a steward would play. */
static int steward_would_stand(struct ff_game game, int seat)
{
    uint8_t memory[STEWARD_MEMORY] = {0};
    while (turn_is_active(&game, seat)) {
        struct ff_view view;
        ff_view_of(&game, seat, &view);
        struct bot_task task = {&edition, &view, ff_legal(&edition, &view), 1, NULL, NULL};
        turn_play_option(&edition, &game, seat, bot_choose(&bot_steward, memory, &task, 0));
    }
    return standing(&game.pub, seat);
}

static int prince_stands(struct ff_game game, int seat, void *memory, uint32_t iterations)
{
    memset(memory, 0, bot_prince.memory_size);
    while (turn_is_active(&game, seat)) {
        struct ff_view view;
        ff_view_of(&game, seat, &view);
        struct bot_task task = {&edition, &view, ff_legal(&edition, &view), 1, &net, NULL};
        turn_play_option(&edition, &game, seat, bot_choose(&bot_prince, memory, &task, iterations));
    }
    return standing(&game.pub, seat);
}

/* In games of stewards, who has lost before the last turn: prince makes of it at least what a steward would. */
static void prince_loses_decently(void)
{
    int lost = 0;
    void *memory = calloc(1, bot_prince.memory_size);
    REQUIRE(memory != NULL);
    for (uint64_t seed = 1; seed <= 120; seed++) {
        struct ff_game game;
        arena_random_begin_game(&edition, 3, (int)(seed % 2), seed, &game);
        for (int last = -1; game.pub.owe;) {
            uint8_t others[STEWARD_MEMORY] = {0};
            struct ff_view view;
            int seat = ff_lowest(game.pub.owe);
            ff_view_of(&game, seat, &view);
            if (turn_is_active(&game, seat) && seat != last && turn_seat_has_lost(&game.pub, seat, FF_BUILDS_MAX)) {
                lost++;
                CHECK(prince_stands(game, seat, memory, 20) >= steward_would_stand(game, seat));
            }
            last = turn_is_active(&game, seat) ? seat : -1;
            struct bot_task task = {&edition, &view, ff_legal(&edition, &view), 1, NULL, NULL};
            unsigned option = bot_choose(&bot_steward, others, &task, 0);
            ff_apply(&edition, &game, seat, ff_action_of(game.pub.stage, option));
        }
    }
    free(memory);
    CHECK(lost > 10);
}

int main(void)
{
    static struct train_weights weights;
    edition = usual = default_edition();
    train_random_weights(&weights, 7);
    train_quantise(&weights, &net);
    TEST("R10.1 who watches knows when each card was put where it lies", what_lies_face_down_is_remembered);
    TEST("R10.1 turns that are over are remembered", turns_that_are_over_are_remembered);
    TEST("R10.2 worlds agree with the view and are games", worlds_agree_with_the_view);
    TEST("R10.2 whatever was missed, worlds agree with the view", worlds_hold_whatever_was_missed);
    TEST("with nothing seen any card is as likely as any other", nothing_seen_is_any_card);
    TEST("arrangements come by their weights", arrangements_come_by_their_weights);
    TEST("R10.2 prince answers the same whatever the others hold", prince_is_fair);
    TEST("R1.5 prince plans the expert set-up as a whole", setup_is_one_plan);
    TEST("R9.2 a sure win is one, with the most coins", sure_wins_are_taken_with_most_coins);
    TEST("R9.2 prince takes a sure win at once", prince_takes_a_sure_win);
    TEST("R9.1 prince loses decently", prince_loses_decently);
    return test_end();
}
