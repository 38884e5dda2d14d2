/* game.h - plays one game between players (players.h), from the deal to its end. */
#pragma once

#include "players.h"
#include "stats.h"

/* Hashes two numbers, to derive the seeds of games from the seed of a run. */
uint64_t arena_mix_seeds(uint64_t a, uint64_t b);

struct arena_seats {
    const struct text_edition *edition;
    int players, mode;
    uint64_t deal;                             /* the seed of the cards, below 2^RECORD_SEED_BITS */
    uint64_t chance;                           /* the seed of the players' random decisions */
    struct arena_player *at[FF_PLAYERS_MAX];   /* all different */
    struct arena_times *times[FF_PLAYERS_MAX]; /* durations of each seat's decisions; NULL: not measured */
    const atomic_bool *stop;                   /* ends the game when it becomes true; may be NULL */
};

struct arena_outcome {
    struct ff_public end;
    uint64_t decisions;
    unsigned forfeits; /* mask of the seats whose player failed (arena_player_fault) and was replaced */
    unsigned winners;  /* mask, without forfeits; if all winners forfeited, the other seats share the win */
};

/* Plays the game and appends its record to *record, unless that is NULL. Returns false if it was stopped before its
 * end; then *outcome is not valid. */
bool arena_play(const struct arena_seats *seats, struct base_out *record, struct arena_outcome *outcome);

/* Returns a copy of the text, which the caller frees; NULL if there is no memory. */
char *arena_copy_text(const struct base_out *out);
