/* study.h - the harness of `fuerstenfeld-lab`, shared by its studies.
 *
 * A study is one file and one function `int cmd_name(int argc, char **argv)`; main.c has the table. It describes itself
 * in a struct lab_study and calls lab_study, runs its jobs with lab_run and prints tables with the struct lab_report,
 * as text or JSON. The same arguments give the same output, whatever the number of threads. */
#pragma once

#include "bots/arena/players.h"
#include "cli/cli.h"
#include "league.h"

/* -------------------------------------------------------------------------------------------------------- arguments */

/* The options that many studies have. */
enum lab_common {
    LAB_SEED = 1,
    LAB_THREADS = 2,
    LAB_TABLE = 4, /* --players and --mode */
    LAB_GAME = 8,  /* --edition */
    LAB_NET = 16,  /* --net */
    LAB_BOTS = 32, /* --bots; needs LAB_NET */
    LAB_JSON = 64,
    LAB_LEAGUE = 128, /* --guests --levels --older --levels-known */
};

enum { LAB_SEED_BITS = 53, LAB_BOTS_MAX = 16 };

/* A bot as it plays in studies. */
struct lab_player {
    const struct bot *bot;
    uint32_t iterations; /* 0: its own number */
    const struct net *net;
};

/* The opponents of a network in training games. */
struct lab_league {
    struct train_league_terms terms;
    struct net older;   /* the network to which terms.older points, if a file was given */
    uint64_t older_sum; /* that file's checksum, by which a checkpoint recognizes it */
};

/* Tables, printed row by row. As text each has a title and a line of column names; as JSON they are members of one
 * object, each a list of rows. A number that is not finite is printed as `-` or null. */
struct lab_report {
    bool json, begun;
    bool first, open; /* before the table's first row; within a row */
    struct base_out heading, row;
    char heading_text[1024], row_text[4096];
};

/* The common part of a study: its first member. */
struct lab {
    uint64_t seed, threads;    /* 0: the defaults, 1 and all cores */
    int players, mode;         /* 0 players: 3 */
    struct ff_edition edition; /* the default one, or that of --edition */
    struct net *net;           /* the network; NULL if the study has no LAB_NET */
    struct lab_league *league; /* the study's league options with their defaults; NULL if it has no LAB_LEAGUE */
    struct lab_report report;

    const char *bots; /* the default of --bots; NULL: none */
    int bots_n;
    struct lab_player bot[LAB_BOTS_MAX];
    struct arena_spec spec[LAB_BOTS_MAX]; /* what they are called */

    char **operands;
    int operands_n;
};

struct lab_study {
    struct cli_usage usage;
    unsigned common;         /* enum lab_common */
    int (*run)(void *study); /* the exit status */
};

/* Reads the arguments into the study, whose first member is a struct lab, and runs it. Bots are named as in
 * bots/arena/players.h, except for programs and times; bots without a network's file use that of --net. Returns the
 * exit status. */
int lab_study(const struct lab_study *about, void *study, int argc, char **argv);

/* Reads a network's file, or the built-in network if `path` is NULL. Returns false after printing an error. */
bool lab_read_net(const char *path, struct net *net);

/* ------------------------------------------------------------------------------------------------------------- jobs */

/* Returns zeroed memory, aligned for any vector. Without memory, prints an error and ends the program. */
void *lab_zeroed_memory(size_t size);

/* Returns the memory that the largest bot needs. */
size_t lab_bot_size(void);

/* A thread's memory: the study's own block, and room for a bot at each seat and one more. */
struct lab_worker {
    void *own;
    void *memory[FF_PLAYERS_MAX + 1];
};

struct lab_work {
    const char *what;           /* the jobs: "games" */
    size_t slot_size, own_size; /* bytes of a job's result, and of struct lab_worker's block; both zeroed */
    void (*play)(void *context, struct lab_worker *worker, uint64_t job, void *slot); /* on any thread */
    bool (*collect)(void *context, uint64_t job, void *slot);                         /* in order; false: enough */
    void (*slot_free)(void *slot);                                                    /* or NULL */
};

/* Runs n jobs and shows the progress. Returns false if the run was stopped (cli_stop_requested) or, after printing an
 * error, could not begin. */
bool lab_run(const struct lab_work *work, uint64_t n, uint64_t threads, void *context);

/* Returns the CPU time of this process. */
double lab_cpu_seconds(void);

/* ------------------------------------------------------------------------------------------------------------ means */

struct lab_mean {
    double n, sum, squares;
};

void lab_mean_add(struct lab_mean *mean, double value);
double lab_mean_value(const struct lab_mean *mean);
double lab_mean_margin(const struct lab_mean *mean); /* half of the 95 % interval */

/* ----------------------------------------------------------------------------------------------------------- output */

/* Begins the next table; ends the one before. */
void lab_table_begin(struct lab_report *report, const char *name, const char *title);

/* Append a cell to the row. A text cell has at least `width` columns. */
void lab_cell_text(struct lab_report *report, const char *name, int width, const char *text);
void lab_cell_count(struct lab_report *report, const char *name, uint64_t count);
void lab_cell_real(struct lab_report *report, const char *name, int decimals, double value);
void lab_cell_estimate(struct lab_report *report, const char *name, int decimals, const struct lab_mean *mean);
void lab_row_end(struct lab_report *report);

/* --------------------------------------------------------------------------------------------------------- commands */

int cmd_belief(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_calibration(int argc, char **argv);
int cmd_coach_calibration(int argc, char **argv);
int cmd_edition_search(int argc, char **argv);
int cmd_edition_stats(int argc, char **argv);
int cmd_planted_mistakes(int argc, char **argv);
int cmd_positions(int argc, char **argv);
int cmd_puzzles(int argc, char **argv);
int cmd_random_games(int argc, char **argv);
int cmd_ratings(int argc, char **argv);
int cmd_server_load(int argc, char **argv);
int cmd_store_bench(int argc, char **argv);
int cmd_train(int argc, char **argv);
int cmd_turn_values(int argc, char **argv);
