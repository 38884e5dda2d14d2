/* random_games.h - plays whole games with random actions, for tests and measurements.
 *
 * A game's seed determines its deal and every action. The browser's module and the native programs tests/hash.c,
 * tests/soak.c and lab/random_games.c share this code, so they play the same games. */
#pragma once

#include "engine/core/ff.h"

#include <stdint.h>

struct arena_random {
    uint64_t decisions;
    uint64_t hash;
    uint32_t finished; /* number of games in which a player completed a palace (R9.1) */
    uint32_t rounds;   /* sum of the rounds of all games */
};

/* Plays `games` games with the seeds `seed`, `seed`+1, ... and hashes their final positions. */
struct arena_random arena_random_play_games(const struct ff_edition *edition, int players, int mode, uint64_t seed,
                                            uint32_t games);

/* Plays the same games as arena_random_play_games, but hashes the position after each action, which is much slower. */
struct arena_random arena_random_play_games_hashing(const struct ff_edition *edition, int players, int mode,
                                                    uint64_t seed, uint32_t games);

/* Play one game step by step: arena_random_begin_game deals it, and arena_random_action chooses a random action of a
 * seat. */
void arena_random_begin_game(const struct ff_edition *edition, int players, int mode, uint64_t seed,
                             struct ff_game *game);
ff_action arena_random_action(const struct ff_game *game, int seat, struct ff_rng *rng);
