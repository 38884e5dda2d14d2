/* arena.h - the plan and the counts of `fuerstenfeld arena`, shared by the file that plays and the file that prints. A
 * field is a list of bots that play against each other, with the number of seats of each. A set-up (deal) is played
 * with every seating of the field, so that the luck of the deal and the seat affects all bots alike. It is counted when
 * all its seatings have been played. docs/authors/arena.md explains the figures. */
#pragma once

#include <stdio.h>

#include "bots/arena/stats.h"
#include "cli/parallel_games.h"

enum {
    ARENA_BOTS_MAX = PARALLEL_GAMES_BOTS_MAX,
    ARENA_SEATINGS_MAX = 120, /* number of seatings of five different bots */
    ARENA_WIN = 60,           /* one win in units that 2, 3, 4 or 5 winners can share evenly */
};

enum { ARENA_ALL_SEATINGS, ARENA_ROTATIONS };

/* Sums over games. */
struct arena_sums {
    uint64_t games, seats; /* `seats` counts a game once for each seat of the bot */
    uint64_t share;        /* wins, in units of 1 / ARENA_WIN */
    uint64_t rounds, coins, parts, forfeits;
};

/* A bot in a field. */
struct arena_entry {
    int bot;   /* index of the bot's spec */
    int seats; /* number of seats in each game */
    struct arena_sums sums;
    struct arena_sums open;     /* sums of the set-up under way */
    struct arena_scores scores; /* the bot's share of the wins in each set-up */
};

struct arena_field {
    struct arena_entry entry[FF_PLAYERS_MAX];
    int entries_n;
    int seatings_n;
    uint8_t seating[ARENA_SEATINGS_MAX][FF_PLAYERS_MAX]; /* for each seating, the index of the entry at each seat */
    uint64_t setups, games, rounds, unwon, shared;       /* sums of complete set-ups */
    uint64_t open_rounds, open_unwon, open_shared;
    struct arena_scores rated; /* the first entry's share of the wins, for a round robin; a game without a winner counts
                                  as shared by all */
};

struct arena {
    struct parallel_games run; /* base struct, with the options and the measured times */
    uint64_t games_wanted;
    int seatings; /* ARENA_ALL_SEATINGS or ARENA_ROTATIONS */
    bool round_robin, json, times_shown;
    bool sprt_wanted;
    struct arena_sprt sprt;
    /* Derived from the options: */
    struct arena_field *field;
    int fields_n;
    uint64_t setups; /* number of set-ups for each field */
    /* Results: */
    enum arena_sprt_verdict verdict;
    double llr;
};

/* Fills in the field's seatings: every different way to seat its entries or, with `rotations`, only the rotations of
 * the given order. */
void arena_list_seatings(struct arena_field *field, int players, bool rotations);

void arena_sums_add(struct arena_sums *sum, const struct arena_sums *more);

void arena_print(const struct arena *arena, FILE *to);
void arena_print_json(const struct arena *arena, FILE *to);
