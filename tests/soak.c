/* soak.c - random games with every invariant tested after each action, as many as asked:
 *
 *     soak GAMES [SEED]
 *
 * plays GAMES games of each mode and player count from the seeds SEED, SEED+1, ... and prints one line for each. The
 * seat that decides is random too, where several owe a decision (R2.3). Meant for the sanitizers' build; see ./soak.
 * A game that fails is named by its seed, and the exit status is 1. */
#include "bots/arena/random_games.h"
#include "edition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int random_seat(unsigned owe, struct ff_rng *rng)
{
    return ff_option_nth(owe, (int)ff_rng_below(rng, (uint32_t)ff_popcount(owe)));
}

/* Plays one game; returns its decisions, or -1 after saying what failed. */
static long play(const struct ff_edition *edition, int players, int mode, uint64_t seed)
{
    struct ff_game game;
    struct ff_rng rng = ff_rng_of(~seed);
    arena_random_begin_game(edition, players, mode, seed, &game);
    int broken = ff_check(edition, &game);
    enum ff_refusal refusal = FF_OK;
    long decisions = 0;
    for (; game.pub.owe && !broken && refusal == FF_OK; decisions++) {
        int seat = random_seat(game.pub.owe, &rng);
        refusal = ff_apply(edition, &game, seat, arena_random_action(&game, seat, &rng));
        broken = ff_check(edition, &game);
    }
    if (!broken && refusal == FF_OK && game.pub.stage == FF_STAGE_OVER)
        return decisions;
    printf("mode %d, players %d, seed %" PRIu64 ", decision %ld: invariant %d, refusal %d, stage %d\n", mode, players,
           seed, decisions, broken, (int)refusal, game.pub.stage);
    return -1;
}

static bool soak(const struct ff_edition *edition, int players, int mode, uint64_t seed, uint64_t games)
{
    clock_t start = clock();
    uint64_t decisions = 0;
    for (uint64_t i = 0; i < games; i++) {
        long n = play(edition, players, mode, seed + i);
        if (n < 0)
            return false;
        decisions += (uint64_t)n;
    }
    printf("%s %d: %" PRIu64 " games, %" PRIu64 " decisions, every invariant held after each (%.0f s)\n",
           mode == FF_BASE ? "base" : "expert", players, games, decisions, (double)(clock() - start) / CLOCKS_PER_SEC);
    fflush(stdout);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (games == 0 || argc > 3) {
        fprintf(stderr, "usage: soak GAMES [SEED]\n");
        return 2;
    }
    struct ff_edition edition = default_edition();
    int passed = 0, failed = 0;
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++) {
            bool held = soak(&edition, players, mode, seed, games);
            passed += held;
            failed += !held;
        }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
