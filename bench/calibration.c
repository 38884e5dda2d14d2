/* calibration.c - whether chances are true: of positions told 30 %, 30 % are won.
 *
 *     calibration GAMES SEED [THREADS [NETWORK]] [--raw | --fit]
 *
 * For each mode, number of players and company plays GAMES games with the network in one seat, as the apprentice, told
 * who the others are: all of one level from 1 to 5, or people unknown, which are a mixture that slips now and then.
 * (Level 4 are equals: every seat is the network's, and a quarter of the games will do. Those of level 5 are the seers
 * of train/league.h, and a tenth.) Looks at every position that a seat leaves at the end of its own turn: what it is
 * told that its chance is, and whether it won.
 *
 * Prints, for each mode, number of players and company, the mean chance told and the share won, the Brier score (mean
 * square of told less won), that of telling par always, and by how many points told and won are apart in the worst
 * tenth of chances, of those tenths with some hundreds of positions; and then for each tenth what was told and what was
 * won, by mode and players, by company, and by the round. Same arguments, same output, whatever the threads.
 *
 * What is told is set right as ai/told.h does. With --raw it is what the network says; with --fit the table of
 * ai/told_table.c is printed instead: for each case the line of straight pieces through the knots that is nearest to
 * what was won, held a little to a straight course where positions are few, and never falling. */
#include "ai/told.h"
#include "base/builtin.h"
#include "match/jobs.h"
#include "tests/edition.h"
#include "train/train.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    COMPANIES = 6,
    UNKNOWN = 5, /* after the levels */
    TENTHS = 10,
    PHASES = 4, /* rounds 1 to 3, 4 to 6, 7 to 9, later */
    CASES = FEATURES_KINDS * COMPANIES,
    GAMES_A_JOB = 25,
    FEW = 400,   /* positions: fewer say little */
    WIDTH = 16,  /* as the apprentice plays */
    STIFF = 100, /* of the fit */
};

/* Sums over positions. */
struct sums {
    double n, told, won, brier, par;
};

/* Least squares: a chance lies between two knots and counts for both. */
struct fit {
    double own[TOLD_KNOTS], next[TOLD_KNOTS], won[TOLD_KNOTS];
};

struct tally {
    struct sums sum[TENTHS][PHASES];
    struct fit fit;
};

enum telling { TOLD, RAW, FIT };

struct study {
    struct ff_edition edition;
    struct net *net;
    struct train_weights *weights;
    uint64_t games, seed, threads;
    enum telling telling;
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

/* The jobs of a company of a kind follow each other. */
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
    struct train_league_terms terms = {.guests = 1, .told = 1};
    if (company == UNKNOWN)
        terms = (struct train_league_terms){.guests = 0.5, .level = {12, 25, 18, 43, 2}, .slips = 0.04};
    else
        terms.level[company] = 1; /* of level 4 all are the network's own */
    return terms;
}

/* The rows of the table are in the order of features_company. */
static int row_of(int company) { return company == UNKNOWN ? FEATURES_UNKNOWN : features_level(company + 1); }

static void add_to_fit(double chance, double won, struct fit *fit)
{
    double at = chance * (TOLD_KNOTS - 1);
    int knot = at < TOLD_KNOTS - 2 ? (int)at : TOLD_KNOTS - 2;
    double high = at - knot, low = 1 - high;
    fit->own[knot] += low * low;
    fit->own[knot + 1] += high * high;
    fit->next[knot] += low * high;
    fit->won[knot] += low * won;
    fit->won[knot + 1] += high * won;
}

static double set_right(const struct train_position *position, int company, double chance)
{
    const uint16_t *row = told_table[features_kind(&position->features)][row_of(company)];
    return (double)told_chance(row, (uint16_t)(chance * NET_CHANCE_ONE + 0.5)) / NET_CHANCE_ONE;
}

static void add_position(const struct study *study, const struct train_position *position, int company,
                         struct tally *tally)
{
    int round = position->features.one[FEATURE_AT_ROUND] - FEATURE_ROUND;
    double told = (double)position->chance[position->seat], won = (double)position->target[0],
           par = 1.0 / position->players;
    add_to_fit(told, won, &tally->fit);
    told = study->telling == TOLD ? set_right(position, company, told) : told;
    int tenth = (int)(told * TENTHS), phase = (round - 1) / 3;
    struct sums *sum = &tally->sum[tenth < TENTHS ? tenth : TENTHS - 1][phase < 0        ? 0
                                                                        : phase < PHASES ? phase
                                                                                         : PHASES - 1];
    sum->n++;
    sum->told += told;
    sum->won += won;
    sum->brier += (told - won) * (told - won);
    sum->par += (par - won) * (par - won);
}

static void play_job(void *context, void *worker, uint64_t job, void *slot)
{
    const struct study *study = (const struct study *)context;
    struct train_counts counts = {0};
    int kind, company, n;
    uint64_t first = find_case(study, job, &kind, &company) * GAMES_A_JOB, left = games_of(study, company) - first;
    const struct train_options options = {.base = kind % 2 == 0, /* features_kind */
                                          .players = kind / 2 + FF_PLAYERS_MIN,
                                          .lambda = 1,
                                          .width = WIDTH,
                                          .league = terms_of(company)};
    train_play((struct train_worker *)worker, &study->edition, &options, study->weights, study->seed + first,
               left < GAMES_A_JOB ? left : GAMES_A_JOB, &counts);
    const struct train_position *position = train_worker_positions((struct train_worker *)worker, &n);
    for (int i = 0; i < n; i++)
        add_position(study, &position[i], company, (struct tally *)slot);
}

static void add_sums(const struct sums *more, struct sums *sums)
{
    sums->n += more->n;
    sums->told += more->told;
    sums->won += more->won;
    sums->brier += more->brier;
    sums->par += more->par;
}

static void add_fit(const struct fit *more, struct fit *fit)
{
    for (int knot = 0; knot < TOLD_KNOTS; knot++) {
        fit->own[knot] += more->own[knot];
        fit->next[knot] += more->next[knot];
        fit->won[knot] += more->won[knot];
    }
}

static bool collect(void *context, uint64_t job, void *slot)
{
    struct study *study = (struct study *)context;
    const struct tally *more = (const struct tally *)slot;
    int kind, company;
    find_case(study, job, &kind, &company);
    for (int tenth = 0; tenth < TENTHS; tenth++)
        for (int phase = 0; phase < PHASES; phase++)
            add_sums(&more->sum[tenth][phase], &study->tally[kind][company].sum[tenth][phase]);
    add_fit(&more->fit, &study->tally[kind][company].fit);
    return true;
}

static void *worker_new(void *context)
{
    (void)context;
    return malloc(train_worker_size());
}

static void worker_free(void *context, void *worker)
{
    (void)context;
    free(worker);
}

static bool play(struct study *study)
{
    static const struct match_work work = {sizeof(struct tally), 4, worker_new, worker_free, play_job, collect, NULL};
    uint64_t n = 0;
    for (int company = 0; company < COMPANIES; company++)
        n += FEATURES_KINDS * jobs_of(study, company);
    const struct match_jobs jobs = {.work = &work, .n = n, .threads = study->threads, .context = study};
    if (match_jobs_run(&jobs) == MATCH_JOBS_DONE)
        return true;
    fprintf(stderr, "calibration: not enough memory for so many threads, or no thread; try fewer\n");
    return false;
}

/* --------------------------------------------------------------------------------------------------------- printing */

/* What a line is about: -1 stands for all of them. */
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
                        add_sums(&study->tally[kind][company].sum[i][phase], &sums);
    return sums;
}

/* In points, over the tenths with enough positions; -1: none has. */
static double worst(const struct study *study, struct part part)
{
    double most = -1;
    for (int tenth = 0; tenth < TENTHS; tenth++) {
        struct sums sums = sums_of(study, part, tenth);
        double apart = sums.n < FEW ? -1 : 100 * fabs(sums.told - sums.won) / sums.n;
        most = apart > most ? apart : most;
    }
    return most;
}

static const char *const companies[COMPANIES] = {"level 1", "level 2", "level 3", "equals", "level 5", "unknown"};
static const char *const phases[PHASES] = {"rounds 1-3", "rounds 4-6", "rounds 7-9", "rounds 10-"};

static void print_name(struct part part)
{
    char name[64] = "all";
    if (part.kind >= 0)
        snprintf(name, sizeof name, "%s %d", part.kind % 2 ? "expert" : "base", part.kind / 2 + FF_PLAYERS_MIN);
    if (part.company >= 0)
        snprintf(name + (part.kind >= 0 ? strlen(name) : 0), 32, "%s%s", part.kind >= 0 ? ", " : "",
                 companies[part.company]);
    if (part.phase >= 0)
        snprintf(name, sizeof name, "%s", phases[part.phase]);
    printf("%-18s", name);
}

static void print_score(const struct study *study, struct part part)
{
    struct sums sums = sums_of(study, part, -1);
    if (sums.n == 0)
        return;
    print_name(part);
    double most = worst(study, part);
    printf(" %9.0f %6.2f %6.2f  %.4f  %.4f ", sums.n, 100 * sums.told / sums.n, 100 * sums.won / sums.n,
           sums.brier / sums.n, sums.par / sums.n);
    if (most < 0)
        puts("     -");
    else
        printf("%6.2f\n", most);
}

static void print_tenths(const struct study *study, struct part part)
{
    print_name(part);
    for (int tenth = 0; tenth < TENTHS; tenth++) {
        struct sums sums = sums_of(study, part, tenth);
        if (sums.n < FEW)
            printf("         -");
        else
            printf(" %4.1f/%4.1f", 100 * sums.told / sums.n, 100 * sums.won / sums.n);
    }
    putchar('\n');
}

static void print(const struct study *study)
{
    printf("%-18s %9s %6s %6s  %6s  %6s %6s\n", "", "positions", "told", "won", "Brier", "par's", "worst");
    for (int kind = 0; kind < FEATURES_KINDS; kind++)
        for (int company = 0; company < COMPANIES; company++)
            print_score(study, (struct part){kind, company, -1});
    for (int kind = 0; kind < FEATURES_KINDS; kind++)
        print_score(study, (struct part){kind, -1, -1});
    print_score(study, (struct part){-1, -1, -1});
    printf("\nof positions told so many percent, won: by tenths of chances\n");
    for (int kind = 0; kind < FEATURES_KINDS; kind++)
        print_tenths(study, (struct part){kind, -1, -1});
    for (int company = 0; company < COMPANIES; company++)
        print_tenths(study, (struct part){-1, company, -1});
    for (int phase = 0; phase < PHASES; phase++)
        print_tenths(study, (struct part){-1, -1, phase});
    print_tenths(study, (struct part){-1, -1, -1});
}

/* ---------------------------------------------------------------------------------------------------------- fitting */

/* Gauss with the largest of what is left; the matrix is symmetric and positive. */
static void solve(double a[TOLD_KNOTS][TOLD_KNOTS], double x[TOLD_KNOTS])
{
    for (int i = 0; i < TOLD_KNOTS; i++)
        for (int j = i + 1; j < TOLD_KNOTS; j++) {
            double times = a[j][i] / a[i][i];
            for (int k = i; k < TOLD_KNOTS; k++)
                a[j][k] -= times * a[i][k];
            x[j] -= times * x[i];
        }
    for (int i = TOLD_KNOTS - 1; i >= 0; i--) {
        for (int k = i + 1; k < TOLD_KNOTS; k++)
            x[i] -= a[i][k] * x[k];
        x[i] /= a[i][i];
    }
}

/* A bend between three knots costs as much as so many positions told wrong by it. */
static void add_stiffness(double positions, double a[TOLD_KNOTS][TOLD_KNOTS])
{
    static const double bend[3] = {1, -2, 1};
    for (int knot = 1; knot + 1 < TOLD_KNOTS; knot++)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                a[knot - 1 + i][knot - 1 + j] += positions * bend[i] * bend[j];
}

static void fit_row(const struct fit *fit, uint16_t row[TOLD_KNOTS])
{
    double a[TOLD_KNOTS][TOLD_KNOTS] = {{0}}, x[TOLD_KNOTS], least = 0;
    for (int i = 0; i < TOLD_KNOTS; i++) {
        a[i][i] = fit->own[i] + 0.01; /* where there are none: as it is */
        x[i] = fit->won[i] + 0.01 * i / (TOLD_KNOTS - 1);
        if (i + 1 < TOLD_KNOTS)
            a[i][i + 1] = a[i + 1][i] = fit->next[i];
    }
    add_stiffness(STIFF, a);
    solve(a, x);
    for (int i = 0; i < TOLD_KNOTS; i++) {
        least = fmin(fmax(least, x[i]), 1);
        row[i] = (uint16_t)(least * NET_CHANCE_ONE + 0.5);
    }
}

static void print_fit(const struct study *study)
{
    printf("/* told_table.c - what became of chances; see told.h. Written by `calibration %" PRIu64 " %" PRIu64
           " --fit`.\n"
           " * In rows: the company, as features_company numbers it. */\n#include \"told.h\"\n\n"
           "const uint16_t told_table[FEATURES_KINDS][TOLD_COMPANIES][TOLD_KNOTS] = {\n",
           study->games, study->seed);
    for (int kind = 0; kind < FEATURES_KINDS; kind++) {
        printf("    {\n        /* %s, %d players */\n", kind % 2 ? "expert" : "base", kind / 2 + FF_PLAYERS_MIN);
        for (int is = 0; is < TOLD_COMPANIES; is++)
            for (int company = 0; company < COMPANIES; company++) {
                uint16_t row[TOLD_KNOTS];
                if (row_of(company) != is)
                    continue;
                fit_row(&study->tally[kind][company].fit, row);
                printf("        {");
                for (int i = 0; i < TOLD_KNOTS; i++)
                    printf("%u%s", row[i], i + 1 < TOLD_KNOTS ? ", " : "},\n");
            }
        printf("    },\n");
    }
    printf("};\n");
}

/* ------------------------------------------------------------------------------------------------------------- main */

static const char *read_net(const char *path, struct net *net)
{
    static uint8_t bytes[NET_FILE_SIZE + 1];
    if (!path)
        return net_read(default_net_text, default_net_size, net);
    FILE *file = fopen(path, "rb");
    size_t n = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file)
        fclose(file);
    return file ? net_read(bytes, n, net) : "cannot be read";
}

/* Digits only, at least 1. */
static bool number(const char *text, uint64_t *n)
{
    char *end;
    *n = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && *n > 0;
}

/* Takes the option away if it is the last argument. */
static bool take(int *argc, char **argv, const char *option)
{
    bool is = *argc > 1 && strcmp(argv[*argc - 1], option) == 0;
    *argc -= is;
    return is;
}

int main(int argc, char **argv)
{
    static struct study study;
    static struct net net;
    static struct train_weights weights;
    study.threads = match_jobs_cores();
    study.telling = take(&argc, argv, "--raw") ? RAW : take(&argc, argv, "--fit") ? FIT : TOLD;
    if (argc < 3 || argc > 5 || !number(argv[1], &study.games) || !number(argv[2], &study.seed) ||
        (argc > 3 && (!number(argv[3], &study.threads) || study.threads > MATCH_JOBS_THREADS_MAX))) {
        fprintf(stderr, "usage: calibration GAMES SEED [THREADS [NETWORK]] [--raw | --fit]\n");
        return 2;
    }
    const char *fault = read_net(argc > 4 ? argv[4] : NULL, &net);
    if (fault) {
        fprintf(stderr, "calibration: %s: %s\n", argc > 4 ? argv[4] : "weights/default.net", fault);
        return 2;
    }
    train_from_net(&net, &weights);
    study.weights = &weights;
    study.edition = default_edition();
    if (!play(&study))
        return 2;
    if (study.telling == FIT)
        print_fit(&study);
    else
        print(&study);
    return 0;
}
