/* test_workers.c - bots' turns in threads: every level answers legally however little time it has, and none is lost. */
#include <stdlib.h>
#include <uv.h>

#include "bots/ai/net.h"
#include "edition.h"
#include "engine/base/builtin.h"
#include "engine/text/notation.h"
#include "server/net/bot_workers.h"
#include "test.h"

static struct ff_edition edition;
static struct net net;

/* A game some random decisions on, and the turn of whoever must decide there. */
static struct bot_turn *some_turn(uint64_t seed, int players, int mode, int level)
{
    struct bot_turn *turn = calloc(1, sizeof *turn);
    struct ff_rng rng = ff_rng_of(seed);
    struct ff_setup setup;
    ff_deal(&edition, players, mode, seed, &setup);
    ff_begin(&edition, &setup, &turn->game);
    for (int n = (int)ff_rng_below(&rng, 150); n > 0 && turn->game.pub.owe; n--) {
        int seat = ff_lowest(turn->game.pub.owe);
        ff_options options = ff_game_options(&turn->game, seat);
        int nth = (int)ff_rng_below(&rng, (uint32_t)ff_popcount(options));
        struct ff_game before = turn->game;
        ff_apply(&edition, &turn->game, seat,
                 ff_action_of(turn->game.pub.stage, (unsigned)ff_option_nth(options, nth)));
        if (!turn->game.pub.owe)
            turn->game = before;
    }
    turn->edition = edition;
    turn->seat = ff_lowest(turn->game.pub.owe);
    turn->level = level;
    turn->seed = seed;
    return turn;
}

/* The chain is legal from the position before, and whole: the seat's turn is over, or its phase. */
static void check_chain(const struct ff_game *before, const struct bot_turn *turn)
{
    struct ff_game game = *before;
    struct base_words chain = base_words_in_chain(turn->actions, strlen(turn->actions));
    struct base_error error;
    ff_action action;
    enum text_chain got;
    int n = 0;
    while ((got = text_chain_next(&chain, game.pub.stage, &action, &error)) == TEXT_CHAIN_ACTION) {
        CHECK_EQ(ff_apply(&edition, &game, turn->seat, action), FF_OK);
        n++;
    }
    CHECK_EQ(got, TEXT_CHAIN_END);
    CHECK(n > 0);
    CHECK(!(game.pub.owe >> turn->seat & 1) || game.pub.round != before->pub.round ||
          game.pub.stage != before->pub.stage);
}

static void without_time(void)
{
    const atomic_bool stop = false;
    for (int level = 1; level <= TABLE_LEVELS; level++)
        for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
            for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++) {
                struct bot_turn *turn = some_turn((uint64_t)(level * 10 + players), players, mode, level);
                struct ff_game before = turn->game;
                workers_decide_turn(&net, turn, 0, &stop);
                check_chain(&before, turn);
                free(turn);
            }
}

/* Results of a deal are compared, so its bots must not depend on how busy the server is. */
static void untimed(void)
{
    const atomic_bool stop = false;
    for (int level = 2; level <= 4; level++)
        for (int n = 0; n < 12; n++) {
            struct bot_turn *hurried = some_turn((uint64_t)(100 * level + n), 2 + n % 4, n % 2, level);
            struct bot_turn *calm = some_turn((uint64_t)(100 * level + n), 2 + n % 4, n % 2, level);
            hurried->untimed = true;
            workers_decide_turn(&net, hurried, 0, &stop);
            workers_decide_turn(&net, calm, 60000, &stop);
            CHECK_STR(hurried->actions, calm->actions);
            free(hurried);
            free(calm);
        }
}

/* However many ask at the same moment, and however many are served at once: if each takes the whole of its share, the
 * last one has its answer when the patience is over. */
static void shares_are_bounded(void)
{
    for (int threads = 1; threads <= 16; threads *= 2)
        for (int turns = 1; turns <= 1000; turns += 111) {
            int64_t free_ms[16] = {0}, last = 0;
            for (int i = 0; i < turns; i++) { /* whoever is free first takes the next */
                int who = 0;
                for (int t = 1; t < threads; t++)
                    if (free_ms[t] < free_ms[who])
                        who = t;
                unsigned waiting = (unsigned)(turns - 1 - i);
                int64_t share = workers_budget_ms(threads, waiting, free_ms[who]);
                CHECK(share >= 0 && share <= WORKERS_TURN_MS);
                if (waiting) {
                    free_ms[who] += share;
                    last = free_ms[who] > last ? free_ms[who] : last;
                }
            }
            CHECK(last <= WORKERS_PATIENCE_MS);
        }
    CHECK_EQ(workers_budget_ms(1, 0, 0), WORKERS_TURN_MS);
    CHECK_EQ(workers_budget_ms(1, 1, 100000), 0);
}

/* ---------------------------------------------------------------------------------------------------------- threads */

enum { TURNS = 40 };

struct desk {
    struct workers *workers;
    struct ff_game before[TURNS];
    int back, decided;
    bool closed;
};

static void on_done(void *owner, struct bot_turn *turn)
{
    struct desk *desk = owner;
    if (*turn->actions) {
        check_chain(&desk->before[turn->number], turn);
        desk->decided++;
    }
    desk->back++;
    free(turn);
}

static void on_closed(void *owner) { ((struct desk *)owner)->closed = true; }

static void hand_over(struct desk *desk, int level)
{
    for (int i = 0; i < TURNS; i++) {
        struct bot_turn *turn = some_turn((uint64_t)i, 3, FF_BASE, level);
        turn->number = (uint32_t)i;
        desk->before[i] = turn->game;
        workers_queue_turn(desk->workers, turn);
    }
}

static void all_come_back(void)
{
    struct desk *desk = calloc(1, sizeof *desk);
    uv_loop_t loop;
    uv_loop_init(&loop);
    desk->workers = workers_start(&loop, 2, on_done, desk);
    REQUIRE(desk->workers != NULL);
    hand_over(desk, 2);
    while (desk->back < TURNS)
        uv_run(&loop, UV_RUN_ONCE);
    CHECK_EQ(desk->decided, TURNS);
    CHECK_EQ(workers_count_waiting(desk->workers), 0);
    workers_stop(desk->workers, on_closed);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK(desk->closed);
    CHECK_EQ(uv_loop_close(&loop), 0);
    free(desk);
}

/* How many of the turns were decided that were handed over when the workers were stopped. */
static int decided_when_stopped(void)
{
    struct desk *desk = calloc(1, sizeof *desk);
    uv_loop_t loop;
    uv_loop_init(&loop);
    desk->workers = workers_start(&loop, 1, on_done, desk);
    CHECK(desk->workers != NULL);
    hand_over(desk, 5);
    workers_stop(desk->workers, on_closed);
    CHECK_EQ(desk->back, TURNS);
    uv_run(&loop, UV_RUN_DEFAULT);
    CHECK(desk->closed);
    uv_loop_close(&loop);
    int decided = desk->decided;
    free(desk);
    return decided;
}

/* Stopping does not wait for anybody to think to the end. On a busy machine all of them may have done so before. */
static void stopping(void)
{
    int decided = TURNS;
    for (int tries = 0; tries < 20 && decided == TURNS; tries++)
        decided = decided_when_stopped();
    CHECK(decided < TURNS);
}

int main(void)
{
    edition = default_edition();
    if (net_read(default_net_text, default_net_size, &net))
        return 2;
    TEST("bots: whoever waits is served in time, however many there are", shares_are_bounded);
    TEST("every level decides a whole turn without any time to think", without_time);
    TEST("untimed turns are the same with and without time", untimed);
    TEST("turns handed to the threads come back decided", all_come_back);
    TEST("stopping hands back what waits", stopping);
    return test_end();
}
