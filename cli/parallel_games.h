/* parallel_games.h - runs many games among bots on all cores, for `arena` and `selfplay`. Each thread has its own
 * players. A game's number determines its seating and all its randomness. Games are counted and recorded in order. So
 * the result does not depend on the number of threads. Ctrl-C stops the run after the games under way. */
#pragma once

#include "bots/arena/game.h"
#include "cli.h"
#include "progress.h"

enum { PARALLEL_GAMES_BOTS_MAX = ARENA_RATED_MAX };

/* The seeds of a game and the bot at each seat. */
struct game_seating {
    uint64_t deal, chance; /* seeds, as in struct arena_seats */
    int bot[FF_PLAYERS_MAX];
};

struct parallel_games {
    /* These are set by the command, whose own struct has this one as its first member. */
    const char *command;
    struct text_edition edition;
    int players, mode;
    uint64_t seed, games, threads;
    struct arena_spec spec[PARALLEL_GAMES_BOTS_MAX];
    int specs_n;
    int copies[PARALLEL_GAMES_BOTS_MAX]; /* maximum number of seats that each bot has in a game */
    struct arena_terms terms;
    const char *record; /* path of the file of records, or NULL */
    bool force;         /* replace the file of records */
    bool timed;         /* measure the decisions, which makes fast bots slower */
    /* Returns the seating of a game. Called on any thread. */
    struct game_seating (*seating)(const struct parallel_games *run, uint64_t game);
    /* Appends the name of a game for messages. */
    void (*put_game)(const struct parallel_games *run, uint64_t game, struct base_out *out);
    /* Counts a game that was played. Returns false to end the run. */
    bool (*count)(struct parallel_games *run, uint64_t game, const struct arena_outcome *outcome);

    /* Results. */
    struct arena_times times[PARALLEL_GAMES_BOTS_MAX];
    uint64_t played;
    bool interrupted;

    /* Private to parallel_games.c. */
    struct output_file file;
    struct cli_progress progress;
    bool failed; /* the file cannot be written */
    int reports;
};

/* Plays the games. Returns false after printing an error. */
bool parallel_games_play(struct parallel_games *run);

/* Returns the stream for the summary: stderr if the records go to stdout. */
FILE *parallel_games_summary_stream(const struct parallel_games *run);
