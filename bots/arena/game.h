/* game.h - plays one game between players (players.h), from the deal to its end. */
#pragma once

#include "players.h"
#include "stats.h"

/* Mixes two numbers into one, to derive the seeds of games from the seed of a run. */
uint64_t arena_mix_seeds(uint64_t a, uint64_t b);

struct arena_seats {
    const struct text_edition *edition;
    int players, mode;
    uint64_t deal;                             /* seed of the deal, below 2^RECORD_SEED_BITS */
    uint64_t chance;                           /* seed of the players' random decisions */
    struct arena_player *at[FF_PLAYERS_MAX];   /* a different player for each seat */
    struct arena_times *times[FF_PLAYERS_MAX]; /* durations of each seat's decisions; NULL if not measured */
    const atomic_bool *stop;                   /* ends the game when it becomes true; may be NULL */
};

struct arena_outcome {
    struct ff_public end;
    uint64_t decisions;
    unsigned forfeits; /* mask of the seats whose players failed (arena_player_fault) and were replaced */
    unsigned winners;  /* mask of the winners that did not forfeit; if all did, the other seats share the win */
};

/* Plays a game and appends its record to *record, which may be NULL. Returns false if the game was stopped before its
 * end; then *outcome is invalid. */
bool arena_play_game(const struct arena_seats *seats, struct base_out *record, struct arena_outcome *outcome);

/* Returns a copy of the text, which the caller frees; NULL if out of memory. */
char *arena_copy_text(const struct base_out *out);
