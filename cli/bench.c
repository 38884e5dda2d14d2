/* bench.c - `fuerstenfeld bench`: what the engine's operations cost on this machine, and how fast the bots are.
 *
 * This is the engine's table; the bots' is in bench_bots.c.
 *
 * Whole random games measure playing; the other operations are timed on positions sampled from such games. Times are
 * CPU time of one core, each the best of several passes, since other work on the machine only ever adds. The signature
 * is a hash over the last positions of the games: it is the same everywhere and changes only with the rules. */
#include "bench.h"
#include "cli.h"
#include "match/random_games.h"
#include "text/names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLES = 2048, SEED = 1 };

struct figures {
    int mode, players;
    uint64_t games, decisions, rounds, signature;
    double games_s; /* seconds for all games */
    double legal_ns, options_ns, copy_ns, view_ns, resample_ns, check_ns;
};

/* Positions at which some seat must decide, with the view of that seat. */
struct samples {
    struct ff_game game[SAMPLES];
    struct ff_view view[SAMPLES];
};

double bench_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Every seventh position of as many games as it takes. */
static void collect(const struct ff_edition *edition, int players, int mode, struct samples *samples)
{
    struct ff_rng rng = ff_rng_of(SEED);
    struct ff_game game = {.pub = {.owe = 0}};
    for (uint64_t step = 0, n = 0, seed = SEED; n < SAMPLES; step++) {
        if (game.pub.owe == 0)
            match_random_begin(edition, players, mode, seed++, &game);
        int seat = ff_lowest(game.pub.owe);
        if (step % 7 == 0) {
            samples->game[n] = game;
            ff_view_of(&game, seat, &samples->view[n++]);
        }
        ff_apply(edition, &game, seat, match_random_action(&game, seat, &rng));
    }
}

/* One operation over all samples; what it returns keeps the compiler from leaving it out. */
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
    static struct ff_game copies[16]; /* written only here: the target of the copies must be visible memory */
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

/* Nanoseconds a call. A pass repeats the samples until it lasts long enough for the clock. */
static double time_operation(operation *op, const struct ff_edition *edition, const struct samples *samples)
{
    static volatile uint64_t sink; /* so that no operation is left out */
    double best = 1e9;
    for (int pass = 0; pass < BENCH_PASSES; pass++) {
        double start = bench_cpu_seconds(), spent;
        int repeats = 0;
        do {
            sink = op(edition, samples);
            repeats++;
            spent = bench_cpu_seconds() - start;
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
        double start = bench_cpu_seconds();
        struct match_random played = match_random_play(edition, figures->players, figures->mode, SEED, games);
        double spent = bench_cpu_seconds() - start;
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
    collect(edition, players, mode, samples);
    figures.legal_ns = time_operation(do_legal, edition, samples);
    figures.options_ns = time_operation(do_options, edition, samples);
    figures.copy_ns = time_operation(do_copy, edition, samples);
    figures.view_ns = time_operation(do_view, edition, samples);
    figures.resample_ns = time_operation(do_resample, edition, samples);
    figures.check_ns = time_operation(do_check, edition, samples);
    return figures;
}

static void print_row(const struct figures *f)
{
    double decisions = (double)f->decisions;
    printf("%-6s %d %9.0f %7.2f %6.1f %6.0f %6.1f %6.1f %6.1f %6.1f %6.0f %6.0f  %016" PRIx64 "\n", text_mode(f->mode),
           f->players, (double)f->games / f->games_s, decisions / f->games_s / 1e6, f->games_s * 1e9 / decisions,
           decisions / (double)f->games, f->legal_ns, f->options_ns, f->copy_ns, f->view_ns, f->resample_ns,
           f->check_ns, f->signature);
    fflush(stdout);
}

static void put_json(struct base_out *out, const struct figures *f)
{
    double decisions = (double)f->decisions;
    bench_json_begin(out, f->mode, f->players);
    cli_json_count(out, "games", f->games);
    cli_json_count(out, "decisions", f->decisions);
    cli_json_real(out, "games_per_s", 1, (double)f->games / f->games_s);
    cli_json_real(out, "decisions_per_s", 0, decisions / f->games_s);
    cli_json_real(out, "ns_per_decision", 2, f->games_s * 1e9 / decisions);
    cli_json_real(out, "decisions_per_game", 2, decisions / (double)f->games);
    cli_json_real(out, "rounds_per_game", 2, (double)f->rounds / (double)f->games);
    cli_json_real(out, "legal_ns", 2, f->legal_ns);
    cli_json_real(out, "options_ns", 2, f->options_ns);
    cli_json_real(out, "copy_ns", 2, f->copy_ns);
    cli_json_real(out, "view_ns", 2, f->view_ns);
    cli_json_real(out, "resample_ns", 2, f->resample_ns);
    cli_json_real(out, "check_ns", 2, f->check_ns);
    bench_json_end(out, f->signature);
}

void bench_json_begin(struct base_out *out, int mode, int players)
{
    cli_json_line(out);
    base_json_open(out, '{');
    base_json_string(out, "mode", text_mode(mode));
    base_json_number(out, "players", players);
}

void bench_json_end(struct base_out *out, uint64_t signature)
{
    char digits[17];
    snprintf(digits, sizeof digits, "%016" PRIx64, signature);
    base_json_string(out, "signature", digits);
    base_json_close(out, '}');
    cli_json_flush(out, stdout);
}

/* `out` is NULL where a table is wanted. */
static void print_heading(struct base_out *out)
{
    if (out) {
        base_json_open(out, '{');
        cli_json_count(out, "bytes_per_game_state", sizeof(struct ff_game));
        cli_json_count(out, "bytes_per_view", sizeof(struct ff_view));
        base_json_begin(out, "figures", '[');
        return;
    }
    printf("A game state has %zu bytes, a view %zu. Random whole games on one core; the rest in ns a call.\n\n"
           "mode   n   games/s  Mdec/s ns/dec dec/gm  legal option   copy   view resamp  check  signature\n",
           sizeof(struct ff_game), sizeof(struct ff_view));
}

/* The first table. */
static void measure_all(const struct ff_edition *edition, uint32_t games, struct samples *samples, struct base_out *out)
{
    print_heading(out);
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++) {
            struct figures figures = measure(edition, players, mode, games, samples);
            if (out)
                put_json(out, &figures);
            else
                print_row(&figures);
        }
}

static int measure_json(const struct ff_edition *edition, uint32_t games, struct samples *samples)
{
    char text[CLI_JSON_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    measure_all(edition, games, samples, &out);
    base_put(&out, "\n]");
    base_json_begin(&out, "bots", '[');
    int status = bench_bots(edition, &out);
    base_put(&out, "\n]}\n");
    cli_json_end(&out, stdout);
    return status;
}

int cmd_bench(int argc, char **argv)
{
    const char *games_text = NULL, *json = NULL, *path = NULL;
    const struct cli_option options[] = {
        {"games", "N", "random games for each mode and player count (2000)", &games_text},
        {"edition", "FILE", "play with another edition", &path},
        {"json", NULL, "print JSON", &json},
    };
    const struct cli_usage usage = {
        "bench", "",
        "Measures what the engine's operations cost on this machine, and how fast its bots are. The\n"
        "bots alone take a minute or more, however few --games there are.",
        options, 3};
    int operands = cli_parse(&usage, argc, argv);
    if (operands < 0)
        return cli_status(operands);
    uint64_t games = 2000;
    struct ff_edition edition;
    if (!cli_number(&usage, "games", games_text, 1, 100000000, &games) || !cli_edition(path, &edition))
        return CLI_USAGE;
    struct samples *samples = malloc(sizeof *samples);
    if (!samples) {
        cli_error("not enough memory");
        return CLI_USAGE;
    }
    int status;
    if (json) {
        status = measure_json(&edition, (uint32_t)games, samples);
    } else {
        measure_all(&edition, (uint32_t)games, samples, NULL);
        status = bench_bots(&edition, NULL);
    }
    free(samples);
    return status;
}
