/* calibration.c - `fuerstenfeld-lab calibration`: tests whether the network's chances to win are calibrated.
 *
 * For each mode, number of players and kind of opponents, the study plays games in which an apprentice plays one seat.
 * Its network knows the strength of its opponents. These all have the same level of league.h, or they are unknown
 * people: a mixture of bots that sometimes make random moves. (Among apprentices every seat gives positions, so a
 * quarter of the games suffices. For seers, a tenth is played.) The study compares the chance after each own turn with
 * the result of the game.
 *
 * Chances are calibrated by bots/ai/calibration.h; with --raw they are the network's own. With --fit the study prints
 * the table weights/calibration.csv instead. For each case the table has the knots of a linear interpolation, fitted by
 * least squares, regularised towards a straight line and made monotone. */
#include "bots/ai/calibration.h"
#include "self_play.h"
#include "study.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    COMPANIES = 6,
    UNKNOWN = 5, /* the kind of opponents after the levels */
    TENTHS = 10,
    PHASES = 4, /* phases of a game: rounds 1 to 3, 4 to 6, 7 to 9, later */
    GAMES_A_JOB = 25,
    FEW = 400,   /* minimum number of positions for a meaningful mean */
    WIDTH = 16,  /* beam width of the apprentice */
    STIFF = 100, /* strength of the fit's regularisation, in positions */
};

/* Sums over positions. */
struct sums {
    double n, shown, won, brier, par;
};

/* Sums for the least squares. Each sample's chance lies between two knots and contributes to both. */
struct fit {
    double own[CALIBRATION_KNOTS], next[CALIBRATION_KNOTS], won[CALIBRATION_KNOTS];
};

struct tally {
    struct sums sum[TENTHS][PHASES];
    struct fit fit;
};

struct study {
    struct lab lab;
    struct train_weights weights;
    uint64_t games;
    bool raw, fit;
    struct tally tally[FEATURES_KINDS][COMPANIES];
};

/* ---------------------------------------------------------------------------------------------------------- playing */

static uint64_t games_of(const struct study *study, int company)
{
    uint64_t part = company == 3 ? 4 : company == 4 ? 10 : 1;
    return (study->games + part - 1) / part;
}

static uint64_t jobs_of(const struct study *study, int company)
{
    return (games_of(study, company) + GAMES_A_JOB - 1) / GAMES_A_JOB;
}

/* Finds the kind of game and the opponents of a job. Returns the job's number among those of this case. */
static uint64_t find_case(const struct study *study, uint64_t job, int *kind, int *company)
{
    for (*kind = 0; *kind < FEATURES_KINDS; ++*kind)
        for (*company = 0; *company < COMPANIES; ++*company) {
            uint64_t n = jobs_of(study, *company);
            if (job < n)
                return job;
            job -= n;
        }
    return 0;
}

static struct train_league_terms terms_of(int company)
{
    struct train_league_terms terms = {.guests = 1, .levels_known = 1};
    if (company == UNKNOWN)
        terms = (struct train_league_terms){.guests = 0.5, .level = {12, 25, 18, 43, 2}, .slips = 0.04};
    else
        terms.level[company] = 1; /* for level 4, all seats are the network's own */
    return terms;
}

/* Returns the table's row for a kind of opponents. Rows are numbered like the levels of features_opponents. */
static int row_of(int company) { return company == UNKNOWN ? FEATURES_UNKNOWN : train_strength_of_level(company + 1); }

static void add_to_fit(double chance, double won, struct fit *fit)
{
    double at = chance * (CALIBRATION_KNOTS - 1);
    int knot = at < CALIBRATION_KNOTS - 2 ? (int)at : CALIBRATION_KNOTS - 2;
    double high = at - knot, low = 1 - high;
    fit->own[knot] += low * low;
    fit->own[knot + 1] += high * high;
    fit->next[knot] += low * high;
    fit->won[knot] += low * won;
    fit->won[knot + 1] += high * won;
}

static double set_right(const struct train_position *position, int company, double chance)
{
    const uint16_t raw = (uint16_t)(chance * NET_CHANCE_ONE + 0.5);
    return (double)calibration_of_evaluation(features_game_kind(&position->features), row_of(company), raw) /
           NET_CHANCE_ONE;
}

static void add_position(const struct study *study, const struct train_position *position, int company,
                         struct tally *tally)
{
    int round = position->features.one[FEATURE_AT_ROUND] - FEATURE_ROUND;
    double shown = (double)position->chance[position->seat], won = (double)position->target[0],
           par = 1.0 / position->players;
    add_to_fit(shown, won, &tally->fit);
    shown = study->raw || study->fit ? shown : set_right(position, company, shown);
    int tenth = (int)(shown * TENTHS), phase = (round - 1) / 3;
    tenth = tenth < TENTHS ? tenth : TENTHS - 1;
    phase = phase < 0 ? 0 : phase < PHASES ? phase : PHASES - 1;
    struct sums *sum = &tally->sum[tenth][phase];
    sum->n++;
    sum->shown += shown;
    sum->won += won;
    sum->brier += (shown - won) * (shown - won);
    sum->par += (par - won) * (par - won);
}

static void play_calibration_game(void *context, struct lab_worker *worker, uint64_t job, void *slot)
{
    const struct study *study = (const struct study *)context;
    struct train_counts counts = {0};
    int kind, company, n;
    uint64_t first = find_case(study, job, &kind, &company) * GAMES_A_JOB, left = games_of(study, company) - first;
    const struct train_options options = {.base = kind % 2 == 0, /* features_game_kind */
                                          .players = kind / 2 + FF_PLAYERS_MIN,
                                          .lambda = 1,
                                          .width = WIDTH,
                                          .league = terms_of(company)};
    struct train_worker *trainer = (struct train_worker *)worker->own;
    const struct train_job games = {&study->lab.edition, &options, &study->weights, study->lab.seed + first,
                                    left < GAMES_A_JOB ? left : GAMES_A_JOB};
    train_play_games(trainer, &games, &counts);
    const struct train_position *position = train_worker_positions(trainer, &n);
    for (int i = 0; i < n; i++)
        add_position(study, &position[i], company, (struct tally *)slot);
}

static void add_sums(const double *more, double *sums, size_t size)
{
    for (size_t i = 0; i < size / sizeof *sums; i++)
        sums[i] += more[i];
}

static bool collect_calibration(void *context, uint64_t job, void *slot)
{
    struct study *study = (struct study *)context;
    int kind, company;
    find_case(study, job, &kind, &company);
    add_sums((const double *)slot, (double *)&study->tally[kind][company], sizeof(struct tally));
    return true;
}

/* --------------------------------------------------------------------------------------------------------- printing */

/* The positions that a row of the report covers; -1 means all. */
struct part {
    int kind, company, phase;
};

static struct sums sums_of(const struct study *study, struct part part, int tenth)
{
    struct sums sums = {0};
    for (int kind = 0; kind < FEATURES_KINDS; kind++)
        for (int company = 0; company < COMPANIES; company++)
            for (int i = 0; i < TENTHS; i++)
                for (int phase = 0; phase < PHASES; phase++)
                    if ((part.kind < 0 || part.kind == kind) && (part.company < 0 || part.company == company) &&
                        (part.phase < 0 || part.phase == phase) && (tenth < 0 || tenth == i))
                        add_sums((const double *)&study->tally[kind][company].sum[i][phase], (double *)&sums,
                                 sizeof sums);
    return sums;
}

/* Returns the largest difference between mean chance and share of wins, in percentage points, over all tenths of
 * chances with enough positions; NAN if no tenth has enough. */
static double worst(const struct study *study, struct part part)
{
    double most = NAN;
    for (int tenth = 0; tenth < TENTHS; tenth++) {
        struct sums sums = sums_of(study, part, tenth);
        if (sums.n >= FEW)
            most = fmax(most, 100 * fabs(sums.shown - sums.won) / sums.n);
    }
    return most;
}

static void put_name(struct lab_report *report, struct part part)
{
    static const char *const companies[COMPANIES] = {"level 1", "level 2", "level 3", "equals", "level 5", "unknown"};
    static const char *const phases[PHASES] = {"rounds 1-3", "rounds 4-6", "rounds 7-9", "rounds 10-"};
    char kind[32] = "", name[64];
    if (part.kind >= 0)
        snprintf(kind, sizeof kind, "%s %d", part.kind % 2 ? "expert" : "base", part.kind / 2 + FF_PLAYERS_MIN);
    const char *rest = part.company >= 0 ? companies[part.company] : part.phase >= 0 ? phases[part.phase] : "";
    snprintf(name, sizeof name, "%s%s%s", kind, *kind && *rest ? ", " : "", rest);
    lab_cell_text(report, "positions_of", 18, *name ? name : "all");
}

static void print_score(struct lab_report *report, const struct study *study, struct part part)
{
    struct sums sums = sums_of(study, part, -1);
    if (sums.n == 0)
        return;
    put_name(report, part);
    lab_cell_count(report, "positions", (uint64_t)sums.n);
    lab_cell_real(report, "chance", 2, 100 * sums.shown / sums.n);
    lab_cell_real(report, "won", 2, 100 * sums.won / sums.n);
    lab_cell_real(report, "brier", 4, sums.brier / sums.n);
    lab_cell_real(report, "brier_of_par", 4, sums.par / sums.n);
    lab_cell_real(report, "worst", 2, worst(study, part));
    lab_row_end(report);
}

static void print_tenths(struct lab_report *report, const struct study *study, struct part part)
{
    char name[32];
    put_name(report, part);
    for (int tenth = 0; tenth < TENTHS; tenth++) {
        struct sums sums = sums_of(study, part, tenth);
        double n = sums.n < FEW ? NAN : sums.n / 100;
        snprintf(name, sizeof name, "chance_%d", tenth);
        lab_cell_real(report, name, 1, sums.shown / n);
        snprintf(name, sizeof name, "won_%d", tenth);
        lab_cell_real(report, name, 1, sums.won / n);
    }
    lab_row_end(report);
}

static int print(struct study *study)
{
    struct lab_report *report = &study->lab.report;
    lab_table_begin(report, "scores", "chances and results, in percent; worst: apart in the worst tenth of chances");
    for (int kind = 0; kind < FEATURES_KINDS; kind++)
        for (int company = 0; company < COMPANIES; company++)
            print_score(report, study, (struct part){kind, company, -1});
    for (int kind = 0; kind < FEATURES_KINDS; kind++)
        print_score(report, study, (struct part){kind, -1, -1});
    print_score(report, study, (struct part){-1, -1, -1});
    lab_table_begin(report, "tenths", "by tenths of chances: mean chance and share won, in percent");
    for (int kind = 0; kind < FEATURES_KINDS; kind++)
        print_tenths(report, study, (struct part){kind, -1, -1});
    for (int company = 0; company < COMPANIES; company++)
        print_tenths(report, study, (struct part){-1, company, -1});
    for (int phase = 0; phase < PHASES; phase++)
        print_tenths(report, study, (struct part){-1, -1, phase});
    print_tenths(report, study, (struct part){-1, -1, -1});
    return CLI_OK;
}

/* ---------------------------------------------------------------------------------------------------------- fitting */

/* Solves a symmetric positive definite system by Gaussian elimination. */
static void solve_equations(double a[CALIBRATION_KNOTS][CALIBRATION_KNOTS], double x[CALIBRATION_KNOTS])
{
    for (int i = 0; i < CALIBRATION_KNOTS; i++)
        for (int j = i + 1; j < CALIBRATION_KNOTS; j++) {
            double times = a[j][i] / a[i][i];
            for (int k = i; k < CALIBRATION_KNOTS; k++)
                a[j][k] -= times * a[i][k];
            x[j] -= times * x[i];
        }
    for (int i = CALIBRATION_KNOTS - 1; i >= 0; i--) {
        for (int k = i + 1; k < CALIBRATION_KNOTS; k++)
            x[i] -= a[i][k] * x[k];
        x[i] /= a[i][i];
    }
}

/* Adds the regularisation: a bend at a knot costs as much as `positions` positions that are wrong by the size of the
 * bend. */
static void add_stiffness(double positions, double a[CALIBRATION_KNOTS][CALIBRATION_KNOTS])
{
    static const double bend[3] = {1, -2, 1};
    for (int knot = 1; knot + 1 < CALIBRATION_KNOTS; knot++)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                a[knot - 1 + i][knot - 1 + j] += positions * bend[i] * bend[j];
}

static void fit_row(const struct fit *fit, uint16_t row[CALIBRATION_KNOTS])
{
    double a[CALIBRATION_KNOTS][CALIBRATION_KNOTS] = {{0}}, x[CALIBRATION_KNOTS], least = 0;
    for (int i = 0; i < CALIBRATION_KNOTS; i++) {
        a[i][i] = fit->own[i] + 0.01; /* a knot without positions keeps its chance */
        x[i] = fit->won[i] + 0.01 * i / (CALIBRATION_KNOTS - 1);
        if (i + 1 < CALIBRATION_KNOTS)
            a[i][i + 1] = a[i + 1][i] = fit->next[i];
    }
    add_stiffness(STIFF, a);
    solve_equations(a, x);
    for (int i = 0; i < CALIBRATION_KNOTS; i++) {
        least = fmin(fmax(least, x[i]), 1);
        row[i] = (uint16_t)(least * NET_CHANCE_ONE + 0.5);
    }
}

/* Prints the table's rows in the order of features_opponents. */
static void print_fit(const struct study *study)
{
    for (int kind = 0; kind < FEATURES_KINDS; kind++)
        for (int row_n = 0; row_n < CALIBRATION_OPPONENTS; row_n++)
            for (int company = 0; company < COMPANIES; company++) {
                uint16_t row[CALIBRATION_KNOTS];
                if (row_of(company) != row_n)
                    continue;
                fit_row(&study->tally[kind][company].fit, row);
                for (int i = 0; i < CALIBRATION_KNOTS; i++)
                    printf("%u,%s", row[i], i + 1 < CALIBRATION_KNOTS ? "" : "\n");
            }
}

/* ---------------------------------------------------------------------------------------------------------- command */

static int run_calibration(void *context)
{
    struct study *study = (struct study *)context;
    const struct lab_work work = {
        "jobs", sizeof(struct tally), train_worker_size(), play_calibration_game, collect_calibration, NULL};
    uint64_t n = 0;
    for (int company = 0; company < COMPANIES; company++)
        n += FEATURES_KINDS * jobs_of(study, company);
    train_weights_from_net(study->lab.net, &study->weights);
    if (!lab_run_jobs(&work, n, study->lab.threads, study))
        return CLI_USAGE;
    if (!study->fit)
        return print(study);
    print_fit(study);
    return cli_flush() ? CLI_OK : CLI_USAGE;
}

int cmd_calibration(int argc, char **argv)
{
    static struct study study = {.games = 100};
    const struct cli_option options[] = {
        {"games", "N", "games of each mode, number of players and company (100)", .number = &study.games, .min = 1,
         .max = 10000000},
        {"raw", NULL, "the network's own chances, not calibrated", .flag = &study.raw},
        {"fit", NULL, "fit the calibration and print weights/calibration.csv", .flag = &study.fit},
    };
    const struct lab_study about = {
        CLI_USAGE_OF("calibration", "",
                     "Compares the network's win chances with how often games are won, or calibrates them.", options),
        LAB_SEED | LAB_THREADS | LAB_GAME | LAB_NET | LAB_JSON, run_calibration};
    return lab_study(&about, &study, argc, argv);
}
