/* random_games.h - plays whole games with random actions, for proofs and measurements.
 *
 * The same code is compiled into the browser's module and into the native programs tests/hash.c, tests/soak.c and
 * lab/random_games.c, so that they play the same games: the seed of a game decides its deal and every action. */
#ifndef ARENA_RANDOM_GAMES_H
#define ARENA_RANDOM_GAMES_H

#include "engine/core/ff.h"

#include <stdint.h>

struct arena_random {
    uint64_t decisions; /* as the engine asked them */
    uint64_t hash;      /* see below */
    uint32_t finished;  /* games that ended with all six Palace parts (R9.1) */
    uint32_t rounds;    /* in all games together */
};

/* Plays `games` games with the seeds `seed`, `seed`+1, ... and counts. The hash is over the last positions. */
struct arena_random arena_random_play(const struct ff_edition *edition, int players, int mode, uint64_t seed,
                                      uint32_t games);

/* The same games, with the hash over the positions after each action: much slower. */
struct arena_random arena_random_hash(const struct ff_edition *edition, int players, int mode, uint64_t seed,
                                      uint32_t games);

/* The rules of one game, for other loops: deal it, pick among the options of the next seat. */
void arena_random_begin(const struct ff_edition *edition, int players, int mode, uint64_t seed, struct ff_game *game);
ff_action arena_random_action(const struct ff_game *game, int seat, struct ff_rng *rng);

#endif
