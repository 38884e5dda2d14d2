/* lab.h - the harness of `fuerstenfeld-lab`: what its studies share.
 *
 * A study is one file and one function `int cmd_name(int argc, char **argv)`; main.c has the table. It fills in struct
 * lab with its defaults, reads its arguments with lab_begin, runs its jobs with lab_run and prints tables with a struct
 * lab_report, as text or JSON. The same arguments give the same output, whatever the number of threads. */
#ifndef LAB_LAB_H
#define LAB_LAB_H

#include "bots/arena/players.h"
#include "cli/cli.h"
#include "league.h"

/* ------------------------------------------------------------------------------------------------------- arguments */

enum lab_kind {
    LAB_NUMBER,  /* uint64_t, from min to max */
    LAB_SHARE,   /* double, 0 to 1 */
    LAB_TEXT,    /* const char *; also a FILE that the study itself reads or writes */
    LAB_FLAG,    /* bool */
    LAB_MODE,    /* int, enum ff_mode */
    LAB_CHOICE,  /* int, the index in `names`, which has `max` of them */
    LAB_EDITION, /* struct ff_edition */
};

/* Where an option is not given its target keeps its value. */
struct lab_option {
    struct cli_option plain; /* `text` is filled in by lab_begin */
    enum lab_kind kind;
    void *target;
    uint64_t min, max;
    const char *const *names;
};

static inline struct lab_option lab_number(const char *name, const char *value, const char *help, uint64_t *target,
                                           uint64_t min, uint64_t max)
{
    return (struct lab_option){{name, value, help, NULL}, LAB_NUMBER, target, min, max, NULL};
}
static inline struct lab_option lab_share(const char *name, const char *value, const char *help, double *target)
{
    return (struct lab_option){{name, value, help, NULL}, LAB_SHARE, target, 0, 0, NULL};
}
static inline struct lab_option lab_word(const char *name, const char *value, const char *help, const char **target)
{
    return (struct lab_option){{name, value, help, NULL}, LAB_TEXT, (void *)target, 0, 0, NULL};
}
static inline struct lab_option lab_flag(const char *name, const char *help, bool *target)
{
    return (struct lab_option){{name, NULL, help, NULL}, LAB_FLAG, target, 0, 0, NULL};
}
static inline struct lab_option lab_choice(const char *name, const char *value, const char *help, int *target,
                                           const char *const *names, uint64_t n)
{
    return (struct lab_option){{name, value, help, NULL}, LAB_CHOICE, target, 0, n, names};
}

/* The options that many studies have. */
enum lab_common {
    LAB_SEED = 1,
    LAB_THREADS = 2,
    LAB_TABLE = 4, /* --players and --mode */
    LAB_GAME = 8,  /* --edition */
    LAB_NET = 16,  /* --net */
    LAB_BOTS = 32, /* --bots; wants LAB_NET */
    LAB_JSON = 64,
    LAB_LEAGUE = 128, /* --guests --levels --older --told */
};

enum { LAB_SEED_BITS = 53, LAB_BOTS_MAX = 16 };

/* A bot as it plays in studies. */
struct lab_player {
    const struct bot *bot;
    uint32_t iterations; /* 0: its own number */
    const struct net *net;
};

/* Who sits beside a network that learns. */
struct lab_league {
    struct train_league_terms terms;
    struct net older;   /* what terms.older points to, if a file was given */
    uint64_t older_sum; /* that file's checksum, by which it is known again */
};

struct lab {
    uint64_t seed, threads, players;
    int mode;
    struct ff_edition edition; /* the default one, or that of --edition */
    struct net *net;           /* likewise; NULL where the study has no LAB_NET */
    bool json;
    struct lab_league *league; /* the study's own, with its defaults; NULL where it has no LAB_LEAGUE */

    const char *bots; /* the default of --bots; NULL: none */
    int bots_n;
    struct lab_player bot[LAB_BOTS_MAX];
    struct arena_spec spec[LAB_BOTS_MAX]; /* what they are called */
};

struct lab_study {
    const char *name, *operands, *about; /* as in struct cli_usage */
    const struct lab_option *options;
    int options_n;
    unsigned common; /* enum lab_common */
};

/* The defaults of the common options. */
struct lab lab_defaults(void);

/* Reads the arguments, the edition, the network and the bots (names as in bots/arena/players.h, programs and times
 * excepted; those that name no network's file play with that of --net). Returns the number of operands, which are
 * argv[1]...; CLI_DONE or CLI_WRONG as cli_parse does. Call lab_end afterwards in any case. */
int lab_begin(const struct lab_study *study, struct lab *lab, int argc, char **argv);
void lab_end(struct lab *lab);

/* Reads a network's file; NULL: the network that is built in. Reports why and returns false if it cannot. */
bool lab_read_net(const char *path, struct net *net);

/* ------------------------------------------------------------------------------------------------------------ jobs */

/* Zeroed memory, aligned for any vector. NULL: there is none left, and it was said. */
void *lab_memory(size_t size);

/* Memory for the largest bot. */
size_t lab_bot_size(void);

/* What a thread keeps for itself: the study's own block, and memory for a bot at each seat and one more. */
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

/* Runs n jobs and shows the progress. False: they could not begin, and it was said why, or cli_stop_requested() came.
 */
bool lab_run(const struct lab_work *work, uint64_t n, uint64_t threads, void *context);

/* The CPU time of this process. */
double lab_cpu_seconds(void);

/* ----------------------------------------------------------------------------------------------------------- means */

struct lab_mean {
    double n, sum, squares;
};

void lab_mean_add(struct lab_mean *mean, double value);
double lab_mean_of(const struct lab_mean *mean);
double lab_margin_of(const struct lab_mean *mean); /* half of the 95 % interval */

/* ---------------------------------------------------------------------------------------------------------- output */

/* Tables, printed row by row. As text each has a title and a line of column names; as JSON they are members of one
 * object, each a list of rows. A number that is not finite is printed as `-` or null. */
struct lab_report {
    bool json, first, open; /* before the table's first row; within a row */
    struct base_out heading, row;
    char heading_text[1024], row_text[4096];
};

void lab_report_begin(struct lab_report *report, bool json);
void lab_table_begin(struct lab_report *report, const char *name, const char *title);
void lab_table_end(struct lab_report *report);
int lab_report_end(struct lab_report *report); /* the exit status */

/* Cells of a row. A text cell has at least `width` columns. */
void lab_text(struct lab_report *report, const char *name, int width, const char *text);
void lab_count(struct lab_report *report, const char *name, uint64_t count);
void lab_real(struct lab_report *report, const char *name, int decimals, double value);
void lab_estimate(struct lab_report *report, const char *name, int decimals, const struct lab_mean *mean);
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
int cmd_server_load(int argc, char **argv);
int cmd_store_bench(int argc, char **argv);
int cmd_train(int argc, char **argv);
int cmd_turn_values(int argc, char **argv);

#endif
