/* bench.c - `fuerstenfeld-lab bench`: measures the speed of the engine's operations and of the bots on this machine.
 *
 * This file makes the engine's table, bench_bots.c the bots'. Playing is measured on whole random games, and each other
 * operation on positions sampled from such games. Times are CPU time of one core. Each time is the best of several
 * passes, because other work on the machine can only slow a pass down. The signature is a hash over the final positions
 * of the games. It is the same on every machine and changes only with the rules. */
#include "bench.h"
#include "bots/arena/random_games.h"
#include "engine/text/names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 2048, SEED = 1, OPERATIONS = 6 };

struct figures {
    int mode, players;
    uint64_t games, decisions, rounds, signature;
    double games_s;        /* seconds for all games */
    double ns[OPERATIONS]; /* of each operation */
};

/* Positions at which a seat must decide, with that seat's views. */
struct samples {
    struct ff_game game[SAMPLES];
    struct ff_view view[SAMPLES];
};

/* Collects every seventh position of as many random games as needed. */
static void collect_samples(const struct ff_edition *edition, int players, int mode, struct samples *samples)
{
    struct ff_rng rng = ff_rng_of(SEED);
    struct ff_game game = {.pub = {.owe = 0}};
    for (uint64_t step = 0, n = 0, seed = SEED; n < SAMPLES; step++) {
        if (game.pub.owe == 0)
            arena_random_begin_game(edition, players, mode, seed++, &game);
        int seat = ff_lowest(game.pub.owe);
        if (step % 7 == 0) {
            samples->game[n] = game;
            ff_view_of(&game, seat, &samples->view[n++]);
        }
        ff_apply(edition, &game, seat, arena_random_action(&game, seat, &rng));
    }
}

/* Runs one operation on all samples. Returns a result so that the compiler cannot remove the operation. */
typedef uint64_t operation(const struct ff_edition *edition, const struct samples *samples);

static uint64_t do_legal(const struct ff_edition *edition, const struct samples *samples)
{
    uint64_t sum = 0;
    for (int i = 0; i < SAMPLES; i++)
        sum += ff_legal(edition, &samples->view[i]);
    return sum;
}

static uint64_t do_options(const struct ff_edition *edition, const struct samples *samples)
{
    uint64_t sum = 0;
    (void)edition;
    for (int i = 0; i < SAMPLES; i++)
        sum += ff_game_options(&samples->game[i], samples->view[i].own.seat);
    return sum;
}

static uint64_t do_copy(const struct ff_edition *edition, const struct samples *samples)
{
    static struct ff_game copies[16]; /* destination of the measured copies; the compiler cannot remove them */
    (void)edition;
    for (int i = 0; i < SAMPLES; i++) {
        copies[i % 16] = samples->game[i];
        __asm__ volatile("" : : "r"(copies) : "memory");
    }
    return copies[0].pub.round;
}

static uint64_t do_view(const struct ff_edition *edition, const struct samples *samples)
{
    uint64_t sum = 0;
    (void)edition;
    for (int i = 0; i < SAMPLES; i++) {
        struct ff_view view;
        ff_view_of(&samples->game[i], samples->view[i].own.seat, &view);
        sum += view.own.hand;
    }
    return sum;
}

static uint64_t do_resample(const struct ff_edition *edition, const struct samples *samples)
{
    uint64_t sum = 0;
    struct ff_rng rng = ff_rng_of(SEED);
    for (int i = 0; i < SAMPLES; i++) {
        struct ff_game game;
        ff_resample(edition, &samples->view[i], &rng, &game);
        sum += game.hid.deck_lo[0];
    }
    return sum;
}

static uint64_t do_check(const struct ff_edition *edition, const struct samples *samples)
{
    uint64_t sum = 0;
    for (int i = 0; i < SAMPLES; i++)
        sum += (uint64_t)ff_check(edition, &samples->game[i]);
    return sum;
}

static const struct {
    const char *name;
    operation *run;
} operations[OPERATIONS] = {
    {"legal_ns", do_legal}, {"options_ns", do_options},   {"copy_ns", do_copy},
    {"view_ns", do_view},   {"resample_ns", do_resample}, {"check_ns", do_check},
};

/* Returns nanoseconds per call. A pass repeats the samples until it is long enough for the clock's resolution. */
static double time_operation(operation *op, const struct ff_edition *edition, const struct samples *samples)
{
    static volatile uint64_t sink; /* keeps the compiler from removing the operation */
    double best = 1e9;
    for (int pass = 0; pass < BENCH_PASSES; pass++) {
        double start = lab_cpu_seconds(), spent;
        int repeats = 0;
        do {
            sink = op(edition, samples);
            repeats++;
            spent = lab_cpu_seconds() - start;
        } while (spent < 0.004);
        double ns = spent * 1e9 / ((double)repeats * SAMPLES);
        best = ns < best ? ns : best;
    }
    (void)sink;
    return best;
}

static void time_games(const struct ff_edition *edition, uint32_t games, struct figures *figures)
{
    figures->games = games;
    figures->games_s = 1e9;
    for (int pass = 0; pass < BENCH_PASSES; pass++) {
        double start = lab_cpu_seconds();
        struct arena_random played = arena_random_play_games(edition, figures->players, figures->mode, SEED, games);
        double spent = lab_cpu_seconds() - start;
        figures->games_s = spent < figures->games_s ? spent : figures->games_s;
        figures->decisions = played.decisions;
        figures->rounds = played.rounds;
        figures->signature = played.hash;
    }
}

static struct figures measure(const struct ff_edition *edition, int players, int mode, uint32_t games,
                              struct samples *samples)
{
    struct figures figures = {.mode = mode, .players = players};
    time_games(edition, games, &figures);
    collect_samples(edition, players, mode, samples);
    for (int i = 0; i < OPERATIONS; i++)
        figures.ns[i] = time_operation(operations[i].run, edition, samples);
    return figures;
}

void bench_put_game_kind(struct lab_report *report, int mode, int players)
{
    lab_cell_text(report, "mode", 6, text_mode(mode));
    lab_cell_count(report, "players", (uint64_t)players);
}

void bench_put_signature(struct lab_report *report, uint64_t signature)
{
    char digits[17];
    snprintf(digits, sizeof digits, "%016" PRIx64, signature);
    lab_cell_text(report, "signature", 16, digits);
    lab_row_end(report);
}

static void print_row(struct lab_report *report, const struct figures *f)
{
    double games = (double)f->games, decisions = (double)f->decisions;
    bench_put_game_kind(report, f->mode, f->players);
    lab_cell_real(report, "games_per_s", 1, games / f->games_s);
    lab_cell_real(report, "ns_per_decision", 2, f->games_s * 1e9 / decisions);
    lab_cell_real(report, "decisions_per_game", 2, decisions / games);
    lab_cell_real(report, "rounds_per_game", 2, (double)f->rounds / games);
    for (int i = 0; i < OPERATIONS; i++)
        lab_cell_real(report, operations[i].name, 2, f->ns[i]);
    bench_put_signature(report, f->signature);
}

static void print_sizes(struct lab_report *report)
{
    lab_table_begin(report, "sizes", "bytes");
    lab_cell_count(report, "game", sizeof(struct ff_game));
    lab_cell_count(report, "view", sizeof(struct ff_view));
    lab_row_end(report);
}

struct study {
    struct lab lab;
    uint64_t games;
};

static int run_bench(void *context)
{
    struct study *study = (struct study *)context;
    const struct ff_edition *edition = &study->lab.edition;
    struct samples *samples = lab_zeroed_memory(sizeof *samples);
    print_sizes(&study->lab.report);
    lab_table_begin(&study->lab.report, "engine", "random whole games on one core; the rest in ns a call");
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++) {
            struct figures figures = measure(edition, players, mode, (uint32_t)study->games, samples);
            print_row(&study->lab.report, &figures);
        }
    free(samples);
    return bench_bots(&study->lab);
}

int cmd_bench(int argc, char **argv)
{
    struct study study = {.games = 2000};
    const struct cli_option options[] = {
        {"games", "N", "random games for each mode and player count (2000)", .number = &study.games, .min = 1,
         .max = 100000000},
    };
    const struct lab_study about = {
        CLI_USAGE_OF("bench", "",
                     "Measures what the engine's operations cost on this machine, and how fast its bots are. The\n"
                     "bots alone take a minute or more, however few --games there are.",
                     options),
        LAB_GAME | LAB_NET | LAB_JSON, run_bench};
    return lab_study(&about, &study, argc, argv);
}
