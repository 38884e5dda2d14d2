/* fit.c - looks for the editions that meet what is known of the game: docs/edition.md.
 *
 *     fit [--seed N] [--tries N] [--rounds N] [--threads N] [--journal FILE] [--save FILE]     searches
 *     fit --games N EDITION-FILE...                                                            measures these alone
 *
 * An edition here is a price track and the costs that nobody has stated, within bounds. Each is played by the steward,
 * 3 and 4 players, base and expert, and gets a fault: by how much it misses the criteria (a) to (c) of docs/edition.md,
 * 0 for one that meets them all. The search is a tournament: many editions and few games, the best quarter again with
 * four times the games, and so on; the survivors' neighbours begin the next one. All are dealt the same cards, so that
 * they differ by their values and not by luck; the finalists are then measured with other deals and by criteria (d) and
 * (e) too.
 *
 * The same arguments give the same output, whatever the number of threads. With a journal every measurement is kept: an
 * interrupted search (Ctrl-C) goes on where it was when it is begun again. A journal belongs to one build of the
 * program. */
#include "ai/bots.h"
#include "bench/study.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "text/names.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------------- editions */

enum {
    TRACK_PRICES = 4,
    SPACES_MAX = 8,
    SPACES_BELOW = 2 /* the publisher's example: two surplus tokens, two spaces down */
};

/* What may be chosen. */
enum gene {
    ZEROS, /* spaces of price 0, */
    ONES,
    TWOS,
    THREES,
    START, /* which of the spaces of price 1, from 0 */
    FIELD1,
    FIELD2,
    FIELD3,
    BANK1,
    BANK2,
    TOWNHALL1,
    TOWNHALL2,
    LAB1,
    LAB2,
    OFFICE,
    MARKET,
    MAGISTRATE,
    CRANE,
    GUIDE,
    SCAVENGER,
    GENES,
};

/* docs/edition.md says where the bounds come from. */
static const struct bound {
    uint8_t min, max;
    uint8_t card; /* whose cost it is; of fields, that of hops */
} bounds[GENES] = {
    [ZEROS] = {1, 3, 0},
    [ONES] = {1, 5, 0},
    [TWOS] = {1, 4, 0},
    [THREES] = {1, 3, 0},
    [START] = {0, 4, 0},
    [FIELD1] = {2, 5, FF_HOPS1},
    [FIELD2] = {6, 10, FF_HOPS2},
    [FIELD3] = {9, 16, FF_HOPS3},
    [BANK1] = {3, 9, FF_BANK1},
    [BANK2] = {5, 15, FF_BANK2},
    [TOWNHALL1] = {1, 3, FF_TOWNHALL1},
    [TOWNHALL2] = {2, 6, FF_TOWNHALL2},
    [LAB1] = {1, 4, FF_LAB1},
    [LAB2] = {2, 6, FF_LAB2},
    [OFFICE] = {2, 7, FF_OFFICE},
    [MARKET] = {1, 5, FF_MARKET},
    [MAGISTRATE] = {1, 4, FF_MAGISTRATE},
    [CRANE] = {3, 5, FF_CRANE},
    [GUIDE] = {2, 8, FF_GUIDE},
    [SCAVENGER] = {1, 3, FF_SCAVENGER},
};

struct plan {
    uint8_t gene[GENES];
};

/* The larger of two costs more, and the marker can fall two spaces from the start. */
static bool plan_holds(const struct plan *plan)
{
    static const uint8_t rises[][2] = {
        {FIELD1, FIELD2}, {FIELD2, FIELD3}, {BANK1, BANK2}, {LAB1, LAB2}, {TOWNHALL1, TOWNHALL2}};
    const uint8_t *gene = plan->gene;
    for (int i = 0; i < GENES; i++)
        if (gene[i] < bounds[i].min || gene[i] > bounds[i].max)
            return false;
    for (size_t i = 0; i < sizeof rises / sizeof *rises; i++)
        if (gene[rises[i][0]] >= gene[rises[i][1]])
            return false;
    return gene[START] < gene[ONES] && gene[ZEROS] + gene[START] >= SPACES_BELOW &&
           gene[ZEROS] + gene[ONES] + gene[TWOS] + gene[THREES] <= SPACES_MAX;
}

/* What the plan does not choose comes from `base`. */
static void plan_edition(const struct plan *plan, const struct ff_edition *base, struct ff_edition *edition)
{
    const uint8_t *gene = plan->gene;
    *edition = *base;
    edition->steps_n = 0;
    for (uint8_t price = 0; price < TRACK_PRICES; price++)
        for (int i = 0; i < gene[ZEROS + price]; i++)
            edition->price[edition->steps_n++] = price;
    edition->price_start = (uint8_t)(gene[ZEROS] + gene[START]);
    for (int i = FIELD1; i < GENES; i++)
        for (int good = 0; good < (i <= FIELD3 ? FF_GOODS : 1); good++)
            edition->cost[bounds[i].card + 3 * good] = gene[i];
    edition->cost[FF_WAREHOUSE] = 4;
    if (ff_edition_seal(edition) != FF_EDITION_OK)
        abort(); /* the bounds are within what an edition allows */
}

/* The nearest plan to an edition, where there is one: its track and its costs, the fields' being those of hops. */
static bool plan_of(const struct ff_edition *edition, struct plan *plan)
{
    memset(plan, 0, sizeof *plan);
    for (int i = 0; i < edition->steps_n; i++)
        if (edition->price[i] < TRACK_PRICES)
            plan->gene[ZEROS + edition->price[i]]++;
    for (int i = FIELD1; i < GENES; i++)
        plan->gene[i] = edition->cost[bounds[i].card];
    plan->gene[START] = (uint8_t)(edition->price_start - plan->gene[ZEROS]);
    return plan_holds(plan);
}

static struct plan plan_random(struct ff_rng *rng)
{
    struct plan plan;
    do {
        for (int i = 0; i < GENES; i++)
            plan.gene[i] = (uint8_t)(bounds[i].min + ff_rng_below(rng, bounds[i].max - bounds[i].min + 1u));
    } while (!plan_holds(&plan));
    return plan;
}

/* One to three values one more or less, or like the other parent's. */
static struct plan plan_child(const struct plan *one, const struct plan *other, struct ff_rng *rng)
{
    struct plan plan;
    do {
        plan = *one;
        for (uint32_t n = 1 + ff_rng_below(rng, 3); n > 0; n--) {
            uint32_t i = ff_rng_below(rng, GENES), what = ff_rng_below(rng, 3);
            plan.gene[i] = (uint8_t)(what == 2 ? other->gene[i] : plan.gene[i] + 2 * what - 1);
        }
    } while (!plan_holds(&plan));
    return plan;
}

/* ----------------------------------------------------------------------------------------------------- measurements */

/* 3 and 4 players, base and expert. */
enum { TABLES = 4 };
static int players_of(int table) { return 3 + table % 2; }
static int mode_of(int table) { return table < 2 ? FF_BASE : FF_EXPERT; }

/* What is asked for; a little more than docs/edition.md asks, so that other deals do not fall short of it. */
static const double rounds_asked = 9.6, passes_asked[] = {1.26, 1.11}, share_asked = 0.09, lead_allowed = 0.03;

/* By how much an edition misses (a), (b) and (c), each 0 where it does not. */
struct fault {
    double length, dead, order;
};

static double whole(const struct fault *fault) { return 10 * fault->length + fault->dead + fault->order; }

static double shortfall(double is, double asked) { return is < asked ? (asked - is) / asked : 0; }

/* The mean over the tables at which the kind is in the game. */
static double kind_share(const struct study *studies, int kind)
{
    double sum[2] = {0, 0};
    for (int table = 0; table < TABLES; table++)
        sum[mode_of(table)] += study_kind_share(&studies[table], kind) / 2;
    return kind < STUDY_KINDS - 2 ? (sum[FF_BASE] + sum[FF_EXPERT]) / 2 : sum[FF_EXPERT];
}

/* How much more than its share a place of the first order wins, at most. */
static double lead(const struct study *studies)
{
    double most = 0;
    for (int table = 0; table < TABLES; table++)
        for (int place = 0; place < players_of(table); place++)
            most = fmax(most, study_won(&studies[table], place) - 1.0 / players_of(table));
    return most;
}

static struct fault judge(const struct study *studies)
{
    struct fault fault = {0, 0, 0};
    for (int table = 0; table < TABLES; table++) {
        int mode = mode_of(table);
        if (mode == FF_BASE)
            fault.length += shortfall(study_rounds(&studies[table]), rounds_asked);
        fault.length += shortfall(study_passes(&studies[table], mode), passes_asked[mode]);
    }
    for (int kind = 0; kind < STUDY_KINDS; kind++)
        fault.dead += shortfall(kind_share(studies, kind), share_asked);
    /* What chance alone gives with so few games is no fault. */
    double chance = 2.5 * sqrt(0.2 / (double)studies[0].games);
    fault.order = 10 * fmax(0, lead(studies) - lead_allowed - chance);
    return fault;
}

static uint64_t deal_seed(uint64_t seed, uint64_t number)
{
    struct ff_rng outer = ff_rng_of(seed);
    struct ff_rng inner = ff_rng_of(ff_rng_next(&outer) ^ number);
    return ff_rng_next(&inner);
}

struct worker {
    struct study_table table;
    struct study studies[TABLES];
    uint64_t memory[FF_PLAYERS_MAX][8]; /* more than a steward's */
};

static void seat_bots(struct worker *worker, const struct bot *first, const struct bot *others)
{
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++) {
        worker->table.bot[seat] = seat == 0 ? first : others;
        worker->table.memory[seat] = worker->memory[seat];
        if (worker->table.bot[seat]->memory_size > sizeof worker->memory[seat])
            abort();
    }
}

static atomic_bool interrupted;
static void on_signal(int signal)
{
    (void)signal;
    atomic_store(&interrupted, true);
}

/* False: interrupted, and the studies are incomplete. */
static bool play_tables(struct worker *worker, uint64_t seed, uint64_t games)
{
    memset(worker->studies, 0, sizeof worker->studies);
    for (int table = 0; table < TABLES; table++)
        for (uint64_t i = 0; i < games && !atomic_load(&interrupted); i++)
            study_play(&worker->table, players_of(table), mode_of(table), deal_seed(seed, i), &worker->studies[table]);
    return !atomic_load(&interrupted);
}

/* ------------------------------------------------------------------------------------------------------- the search */

enum { FIRST_GAMES = 16, MORE_GAMES = 4, KEEP = 4 /* one in so many */, FINALISTS = 12, PLANS_MAX = 20000 };

struct entry {
    struct plan plan;
    uint64_t games; /* that `fault` is from; 0: not measured */
    struct fault fault;
};

struct search {
    struct ff_edition base;
    uint64_t seed, tries, rounds, games, threads;
    uint64_t rung_games;
    struct entry *entry;
    size_t n;
    const char *journal_path, *save_path, *from_path;
    FILE *journal;
    struct entry *known; /* from the journal */
    size_t known_n;
    struct cli_progress progress;
    size_t todo_n;
    size_t *todo; /* entries of this rung that nothing is known of */
};

static void *worker_new(void *context)
{
    (void)context;
    struct worker *worker = (struct worker *)calloc(1, sizeof *worker);
    if (!worker)
        cli_error("out of memory");
    return worker;
}

static void worker_free(void *context, void *worker)
{
    (void)context;
    free(worker);
}

/* A job's result. */
struct measured {
    struct fault fault;
    bool whole; /* not interrupted */
};

static void measure(void *context, void *memory, uint64_t job, void *slot)
{
    const struct search *search = (const struct search *)context;
    struct worker *worker = (struct worker *)memory;
    plan_edition(&search->entry[search->todo[job]].plan, &search->base, &worker->table.edition);
    seat_bots(worker, &bot_steward, &bot_steward);
    struct measured *measured = (struct measured *)slot;
    measured->whole = play_tables(worker, search->seed, search->rung_games);
    measured->fault = judge(worker->studies);
}

static bool same_plan(const struct plan *a, const struct plan *b) { return memcmp(a, b, sizeof *a) == 0; }

static void write_journal(const struct search *search, const struct entry *entry)
{
    if (!search->journal)
        return;
    fprintf(search->journal, "%" PRIu64 " %" PRIu64, search->seed, entry->games);
    for (int i = 0; i < GENES; i++)
        fprintf(search->journal, " %d", entry->plan.gene[i]);
    fprintf(search->journal, " %.17g %.17g %.17g\n", entry->fault.length, entry->fault.dead, entry->fault.order);
    fflush(search->journal);
}

static bool keep(void *context, uint64_t job, void *slot)
{
    struct search *search = (struct search *)context;
    struct entry *entry = &search->entry[search->todo[job]];
    const struct measured *measured = (const struct measured *)slot;
    if (!measured->whole)
        return false;
    entry->games = search->rung_games;
    entry->fault = measured->fault;
    write_journal(search, entry);
    cli_progress_step(&search->progress, "editions", job + 1, search->todo_n);
    return true;
}

static bool recall(const struct search *search, struct entry *entry)
{
    for (size_t i = 0; i < search->known_n; i++)
        if (search->known[i].games == search->rung_games && same_plan(&search->known[i].plan, &entry->plan)) {
            *entry = search->known[i];
            return true;
        }
    return false;
}

/* Measures every entry with so many games. False: interrupted. */
static bool measure_all(struct search *search, uint64_t games)
{
    static const struct match_work work = {sizeof(struct measured), 4, worker_new, worker_free, measure, keep, NULL};
    search->rung_games = games;
    search->todo_n = 0;
    for (size_t i = 0; i < search->n; i++)
        if (search->entry[i].games != games && !recall(search, &search->entry[i]))
            search->todo[search->todo_n++] = i;
    const struct match_jobs jobs = {&work, search->todo_n, search->threads, search, &interrupted};
    bool good = search->todo_n == 0 || cli_jobs(&jobs, &search->progress);
    return good && !atomic_load(&interrupted);
}

static int by_fault(const void *a, const void *b)
{
    const struct entry *one = (const struct entry *)a, *other = (const struct entry *)b;
    double first = whole(&one->fault), second = whole(&other->fault);
    return first != second ? (first > second) - (first < second) : memcmp(&one->plan, &other->plan, sizeof one->plan);
}

static bool held(const struct search *search, const struct plan *plan)
{
    for (size_t i = 0; i < search->n; i++)
        if (same_plan(&search->entry[i].plan, plan))
            return true;
    return false;
}

static void add_plan(struct search *search, struct plan plan)
{
    if (search->n < PLANS_MAX && !held(search, &plan))
        search->entry[search->n++] = (struct entry){.plan = plan};
}

/* The survivors and, up to the number of tries, their neighbours; in the first round of the search, random ones. */
static void fill(struct search *search, uint64_t round)
{
    struct ff_rng rng = ff_rng_of(deal_seed(~search->seed, round));
    uint32_t parents = (uint32_t)search->n;
    for (uint64_t i = 0; i < 4 * search->tries && search->n < search->tries; i++) {
        if (parents == 0) {
            add_plan(search, plan_random(&rng));
        } else {
            const struct plan one = search->entry[ff_rng_below(&rng, parents)].plan;
            const struct plan other = search->entry[ff_rng_below(&rng, parents)].plan;
            add_plan(search, plan_child(&one, &other, &rng));
        }
    }
}

static void print_plan(const struct plan *plan)
{
    const uint8_t *gene = plan->gene;
    for (int price = 0; price < TRACK_PRICES; price++)
        for (int i = 0; i < gene[ZEROS + price]; i++)
            printf("%d", price);
    printf(" @%d", gene[ZEROS] + gene[START]);
    printf(" fields %d/%d/%d banks %d/%d halls %d/%d labs %d/%d office %d market %d magistrate %d crane %d guide %d "
           "scavenger %d",
           gene[FIELD1], gene[FIELD2], gene[FIELD3], gene[BANK1], gene[BANK2], gene[TOWNHALL1], gene[TOWNHALL2],
           gene[LAB1], gene[LAB2], gene[OFFICE], gene[MARKET], gene[MAGISTRATE], gene[CRANE], gene[GUIDE],
           gene[SCAVENGER]);
}

static void print_best(const struct search *search, uint64_t round)
{
    for (size_t i = 0; i < search->n && i < 3; i++) {
        const struct fault *fault = &search->entry[i].fault;
        printf("round %" PRIu64 ", %" PRIu64 " games: fault %.3f (length %.3f, dead %.3f, order %.3f)  ", round,
               search->entry[i].games, whole(fault), fault->length, fault->dead, fault->order);
        print_plan(&search->entry[i].plan);
        printf("\n");
    }
    fflush(stdout);
}

/* One tournament. False: interrupted. */
static bool compete(struct search *search, uint64_t round)
{
    fill(search, round);
    for (uint64_t games = search->games < FIRST_GAMES ? search->games : FIRST_GAMES;; games *= MORE_GAMES) {
        if (!measure_all(search, games))
            return false;
        qsort(search->entry, search->n, sizeof *search->entry, by_fault);
        if (search->n <= FINALISTS || games >= search->games)
            break;
        size_t keep = search->n / KEEP;
        search->n = keep < FINALISTS ? FINALISTS : keep;
    }
    if (search->n > FINALISTS)
        search->n = FINALISTS;
    print_best(search, round);
    return true;
}

/* -------------------------------------------------------------------------------------------------------- the table */

static double first_seat_wins(const struct study *studies)
{
    double won = 0;
    for (int table = 0; table < TABLES; table++)
        won += (double)studies[table].won_seat[0] / STUDY_WIN;
    return won;
}

static void print_tables(const struct study *studies)
{
    for (int table = 0; table < TABLES; table++) {
        const struct study *study = &studies[table];
        int mode = mode_of(table), players = players_of(table);
        printf("  %-6s %d   rounds %5.2f   decks %.2f   sets of cards %3.0f   won in first order", text_mode(mode),
               players, study_rounds(study), study_passes(study, mode), study_roads(study));
        for (int place = 0; place < players; place++)
            printf(" %.1f", 100 * study_won(study, place));
        printf(" %%\n");
    }
}

static void print_shares(const struct study *studies)
{
    printf("  built by %% of seats:");
    for (int kind = 0; kind < STUDY_KINDS; kind++)
        printf(" %s %.0f", study_kind_name(kind), 100 * kind_share(studies, kind));
    printf("\n");
}

/* The first seat's style against the same field of stewards, of what a steward won there. */
static bool print_styles(struct worker *worker, uint64_t seed, uint64_t games)
{
    static const struct bot *const styles[] = {&bot_farmer, &bot_banker, &bot_rusher};
    double steward = first_seat_wins(worker->studies);
    printf("  of what the steward wins:");
    for (size_t i = 0; i < sizeof styles / sizeof *styles && steward > 0; i++) {
        seat_bots(worker, styles[i], &bot_steward);
        if (!play_tables(worker, seed, games))
            return false;
        printf(" %s %.0f %%", styles[i]->name, 100 * first_seat_wins(worker->studies) / steward);
    }
    printf("\n");
    return true;
}

/* Base, 5 players: what the Palace parts of the first hand are worth. */
static bool print_luck(struct worker *worker, uint64_t seed, uint64_t games)
{
    struct study *study = &worker->studies[0];
    memset(study, 0, sizeof *study);
    seat_bots(worker, &bot_steward, &bot_steward);
    for (uint64_t i = 0; i < games && !atomic_load(&interrupted); i++)
        study_play(&worker->table, FF_PLAYERS_MAX, FF_BASE, deal_seed(seed, i), study);
    if (atomic_load(&interrupted))
        return false;
    printf("  base 5: won with 0, 1, 2, 3 Palace parts among the first six cards");
    for (int parts = 0; parts <= 3; parts++)
        printf(" %.1f", 100 * study_early_won(study, parts));
    printf(" %%\n");
    return true;
}

/* All criteria, with deals of their own. False: interrupted. */
static bool report(struct worker *worker, const struct ff_edition *edition, uint64_t seed, uint64_t games)
{
    worker->table.edition = *edition;
    seat_bots(worker, &bot_steward, &bot_steward);
    if (!play_tables(worker, seed, games))
        return false;
    struct fault fault = judge(worker->studies);
    printf("  fault %.3f (length %.3f, dead %.3f, order %.3f)\n", whole(&fault), fault.length, fault.dead, fault.order);
    print_tables(worker->studies);
    print_shares(worker->studies);
    bool good = print_styles(worker, seed, games) && print_luck(worker, seed, games);
    fflush(stdout);
    return good;
}

static bool save(const char *path, const struct ff_edition *edition)
{
    struct text_edition named = {.name = "fitted", .values = *edition};
    static char text[TEXT_EDITION_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    const struct cli_save_terms terms = {.how = CLI_REPLACE, .what = "edition", .no_force = true};
    struct cli_save file;
    text_edition(&out, &named);
    return cli_save_open(&file, path, &terms) && cli_save_write(&file, text, out.length) && cli_save_finish(&file);
}

/* ------------------------------------------------------------------------------------------------------------ a run */

/* A line that was cut off by an interruption is passed over. */
static bool read_entry(const char *line, uint64_t seed, struct entry *entry)
{
    char *at;
    if (strtoull(line, &at, 10) != seed)
        return false;
    entry->games = strtoull(at, &at, 10);
    for (int i = 0; i < GENES; i++)
        entry->plan.gene[i] = (uint8_t)strtoul(at, &at, 10);
    double *part[] = {&entry->fault.length, &entry->fault.dead, &entry->fault.order};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        const char *before = at;
        *part[i] = strtod(before, &at);
        if (at == before)
            return false;
    }
    return *at == '\n' && plan_holds(&entry->plan);
}

static bool open_journal(struct search *search)
{
    char line[512];
    if (!search->journal_path)
        return true;
    search->journal = fopen(search->journal_path, "a+");
    if (!search->journal) {
        cli_error("%s cannot be written", search->journal_path);
        return false;
    }
    rewind(search->journal);
    while (fgets(line, sizeof line, search->journal)) {
        struct entry entry = {.games = 0};
        if (!read_entry(line, search->seed, &entry))
            continue;
        struct entry *known = (struct entry *)realloc(search->known, (search->known_n + 1) * sizeof *known);
        if (!known)
            return false;
        search->known = known;
        search->known[search->known_n++] = entry;
    }
    return true;
}

/* The first round begins near an edition where one is given. */
static bool begin_from(struct search *search)
{
    struct ff_edition edition;
    struct plan plan;
    if (!search->from_path)
        return true;
    if (!cli_edition(search->from_path, &edition))
        return false;
    if (!plan_of(&edition, &plan)) {
        cli_error("fit: %s is out of the bounds of the search", search->from_path);
        return false;
    }
    add_plan(search, plan);
    return true;
}

static int give_up(const struct search *search)
{
    fprintf(stderr, "interrupted%s\n", search->journal ? "; the same command goes on from here" : "");
    return CLI_FAILS;
}

static int run_search(struct search *search, struct worker *worker)
{
    if (!begin_from(search))
        return CLI_USAGE;
    for (uint64_t round = 0; round < search->rounds; round++)
        if (!compete(search, round))
            return give_up(search);
    for (size_t i = 0; i < search->n; i++) {
        struct ff_edition edition;
        printf("\n%zu. ", i + 1);
        print_plan(&search->entry[i].plan);
        printf("\n");
        plan_edition(&search->entry[i].plan, &search->base, &edition);
        if (i == 0 && search->save_path && !save(search->save_path, &edition))
            return CLI_FAILS;
        if (!report(worker, &edition, search->seed + 1, search->games))
            return give_up(search);
    }
    return CLI_OK;
}

static int run_files(const struct search *search, struct worker *worker, int files, char **paths)
{
    for (int i = 0; i < files; i++) {
        struct ff_edition edition;
        if (!cli_edition(paths[i], &edition))
            return CLI_USAGE;
        printf("%s\n", paths[i]);
        if (!report(worker, &edition, search->seed, search->games))
            return give_up(search);
    }
    return CLI_OK;
}

static int run(struct search *search, int files, char **paths)
{
    int status = CLI_FAILS;
    struct worker *worker = (struct worker *)worker_new(search);
    search->entry = (struct entry *)calloc(PLANS_MAX, sizeof *search->entry);
    search->todo = (size_t *)calloc(PLANS_MAX, sizeof *search->todo);
    if (!worker || !search->entry || !search->todo || !cli_edition(NULL, &search->base))
        goto done;
    if (files > 0)
        status = run_files(search, worker, files, paths);
    else if (open_journal(search))
        status = run_search(search, worker);
done:
    if (search->journal)
        fclose(search->journal);
    free(search->known);
    free(search->entry);
    free(search->todo);
    free(worker);
    return cli_flush() ? status : CLI_FAILS;
}

int main(int argc, char **argv)
{
    const char *seed = NULL, *tries = NULL, *rounds = NULL, *games = NULL, *threads = NULL, *journal = NULL,
               *file = NULL, *from = NULL;
    const struct cli_option options[] = {
        {"seed", "N", "of the deals and of the search (1)", &seed},
        {"tries", "N", "editions in each round of the search (1000)", &tries},
        {"rounds", "N", "rounds of the search (4)", &rounds},
        {"games", "N", "games of each of the four tables, for the best (1024)", &games},
        {"threads", "N", "at a time (1)", &threads},
        {"from", "FILE", "begins with this edition's neighbours instead of random ones", &from},
        {"journal", "FILE", "keeps every measurement there, and goes on from those it holds", &journal},
        {"save", "FILE", "writes the best edition there", &file},
    };
    const struct cli_usage usage = {
        .command = "fit",
        .operands = "[EDITION-FILE...]",
        .about =
            "A program of its own, build/bench/fit: searches for the editions that meet what is known of the game\n"
            "(docs/edition.md), or measures those given.",
        .options = options,
        .options_n = sizeof options / sizeof *options,
    };
    struct search search = {.seed = 1, .tries = 1000, .rounds = 4, .games = 1024, .threads = 1};
    int files = cli_parse(&usage, argc, argv);
    if (files < 0)
        return cli_status(files);
    if (!cli_number(&usage, "seed", seed, 0, UINT32_MAX, &search.seed) ||
        !cli_number(&usage, "tries", tries, 1, PLANS_MAX, &search.tries) ||
        !cli_number(&usage, "rounds", rounds, 1, 1000, &search.rounds) ||
        !cli_number(&usage, "games", games, 1, 1000000, &search.games) ||
        !cli_number(&usage, "threads", threads, 1, MATCH_JOBS_THREADS_MAX, &search.threads))
        return CLI_USAGE;
    search.journal_path = journal;
    search.save_path = file;
    search.from_path = from;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    return run(&search, files, argv + 1);
}
