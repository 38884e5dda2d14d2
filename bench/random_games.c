/* random_games.c - the native half of bench/wasm.mjs: plays GAMES random games of each mode and player count, exactly
 * as the browser's module does, and prints decisions and seconds:
 *
 *     random_games GAMES */
#include "match/random_games.h"
#include "tests/edition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    uint32_t n = argc == 2 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
    if (n == 0) {
        fprintf(stderr, "usage: random_games GAMES\n");
        return 2;
    }
    struct ff_edition edition = default_edition();
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++) {
            double start = seconds();
            struct match_random games = match_random_play(&edition, players, mode, 1, n);
            printf("%s %d %" PRIu64 " %016" PRIx64 " %.6f\n", mode == FF_BASE ? "base" : "expert", players,
                   games.decisions, games.hash, seconds() - start);
        }
    return 0;
}
