/* study.h - the harness of `fuerstenfeld-lab`, shared by its studies.
 *
 * A study is one file with a function `int cmd_name(int argc, char **argv)`, which the table in main.c lists. The
 * function describes the study in a struct lab_study and calls lab_study. The study runs its jobs with lab_run_jobs and
 * prints tables with struct lab_report, as text or JSON. The same arguments give the same output with any number of
 * threads. */
#pragma once

#include "bots/arena/players.h"
#include "cli/cli.h"
#include "league.h"

/* -------------------------------------------------------------------------------------------------------- arguments */

/* Options that many studies have in common. */
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

/* A bot that plays in a study. */
struct lab_player {
    const struct bot *bot;
    uint32_t iterations; /* iterations per decision; 0 for the bot's default */
    const struct net *net;
};

/* The opponents of the network in training games. */
struct lab_league {
    struct train_league_terms terms;
    struct net older;   /* the network of terms.older, if the options name a file */
    uint64_t older_sum; /* checksum of that file, which identifies it in a checkpoint */
};

/* Prints tables row by row. As text, each table has a title and a line of column names. As JSON, tables are members of
 * one object, and each is a list of rows. A number that is not finite is printed as `-` or null. */
struct lab_report {
    bool json, begun;
    bool first, open; /* first: before the table's first row; open: within a row */
    struct base_out heading, row;
    char heading_text[1024], row_text[4096];
};

/* The part that all studies share. It must be the first member of a study's struct. */
struct lab {
    uint64_t seed, threads;    /* 0 means the default: seed 1, and one thread per core */
    int players, mode;         /* players: 0 means 3 */
    struct ff_edition edition; /* the default edition, or that of --edition */
    struct net *net;           /* the network; NULL for a study without LAB_NET */
    struct lab_league *league; /* the league's options; NULL for a study without LAB_LEAGUE */
    struct lab_report report;

    const char *bots; /* default of --bots; NULL if there is none */
    int bots_n;
    struct lab_player bot[LAB_BOTS_MAX];
    struct arena_spec spec[LAB_BOTS_MAX]; /* the bots' names and networks */

    char **operands;
    int operands_n;
};

struct lab_study {
    struct cli_usage usage;
    unsigned common;         /* enum lab_common */
    int (*run)(void *study); /* returns the exit status */
};

/* Parses the arguments into *study, whose first member is a struct lab, and runs the study. Bots have the names of
 * bots/arena/players.h, except programs and times. Bots without a network file of their own use that of --net. Returns
 * the exit status. */
int lab_study(const struct lab_study *about, void *study, int argc, char **argv);

/* Reads a network file, or the built-in network if `path` is NULL. Returns false after printing an error. */
bool lab_read_net(const char *path, struct net *net);

/* ------------------------------------------------------------------------------------------------------------- jobs */

/* Returns zeroed memory that is aligned for any vector. If out of memory, prints an error and exits. */
void *lab_zeroed_memory(size_t size);

/* Returns the memory size of the largest bot. */
size_t lab_bot_size(void);

/* Memory of one thread: the study's own block, and memory for a bot in each seat and one more bot. */
struct lab_worker {
    void *own;
    void *memory[FF_PLAYERS_MAX + 1];
};

struct lab_work {
    const char *what;           /* plural name of the jobs, such as "games" */
    size_t slot_size, own_size; /* bytes of a job's result and of lab_worker.own; both are zeroed */
    void (*play)(void *context, struct lab_worker *worker, uint64_t job, void *slot); /* does a job, on any thread */
    bool (*collect)(void *context, uint64_t job, void *slot); /* called in order; returns false to end the run */
    void (*slot_free)(void *slot);                            /* or NULL */
};

/* Runs n jobs and shows the progress. Returns false if the user stopped the run (cli_stop_requested), or after printing
 * an error if the run could not begin. */
bool lab_run_jobs(const struct lab_work *work, uint64_t n, uint64_t threads, void *context);

/* Returns the CPU time that this process has used, in seconds. */
double lab_cpu_seconds(void);

/* ------------------------------------------------------------------------------------------------------------ means */

struct lab_mean {
    double n, sum, squares;
};

void lab_mean_add(struct lab_mean *mean, double value);
double lab_mean_value(const struct lab_mean *mean);
double lab_mean_margin(const struct lab_mean *mean); /* half of the width of the 95 % interval */

/* ----------------------------------------------------------------------------------------------------------- output */

/* Begins the next table, and ends the previous one. */
void lab_table_begin(struct lab_report *report, const char *name, const char *title);

/* Append a cell to the row. A text cell is padded to at least `width` columns. */
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
