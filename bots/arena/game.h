/* game.h - one game between players (players.h), from the deal to its end. */
#ifndef ARENA_GAME_H
#define ARENA_GAME_H

#include "players.h"
#include "stats.h"

/* A number that depends on both as if drawn at random: seeds of games from the seed of a run. */
uint64_t arena_mix(uint64_t a, uint64_t b);

struct arena_seats {
    const struct text_edition *edition;
    int players, mode;
    uint64_t deal;                             /* the seed of the cards, below 2^RECORD_SEED_BITS */
    uint64_t chance;                           /* that of the players' own chance */
    struct arena_player *at[FF_PLAYERS_MAX];   /* none twice */
    struct arena_times *times[FF_PLAYERS_MAX]; /* of each seat's decisions; NULL: not measured */
    const atomic_bool *stop;                   /* may be NULL */
};

struct arena_outcome {
    struct ff_public end;
    uint64_t decisions;
    unsigned forfeits; /* mask of the seats whose player failed (arena_player_fault) and was played on for */
    unsigned winners;  /* likewise of those who won; who forfeited does not, and if all winners did, the others share */
};

/* Plays it; the record is added to *record, where there is one. False: it was stopped before its end, and *outcome is
 * of no use. */
bool arena_play(const struct arena_seats *seats, struct base_out *record, struct arena_outcome *outcome);

/* A copy of what was written, as long as it is; to be freed. NULL: out of memory. */
char *arena_copy(const struct base_out *out);

#endif
