/* hash.c - one line a mode and player count with a hash over every position of the same random games. All compilers,
 * the sanitizers' build and the browser's module (tests/wasm.mjs) must print the same lines; tests/golden/hash.txt
 * holds them, and changes only when the engine's behaviour does. */
#include "bots/arena/random_games.h"
#include "edition.h"

#include <inttypes.h>
#include <stdio.h>

enum { GAMES = 300, SEED = 1 };

int main(void)
{
    struct ff_edition edition = default_edition();
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++) {
            struct arena_random games = arena_random_play_games_hashing(&edition, players, mode, SEED, GAMES);
            printf("%s %d: %d games, %" PRIu64 " decisions, %" PRIu32 " rounds, hash %016" PRIx64 "\n",
                   mode == FF_BASE ? "base" : "expert", players, GAMES, games.decisions, games.rounds, games.hash);
        }
    return 0;
}
