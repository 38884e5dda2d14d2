/* edition_search.c - `fuerstenfeld-lab edition-search`: searches for editions that agree with all known facts about the
 * game; see docs/authors/edition.md.
 *
 * A candidate edition consists of a price track and the unknown costs, within bounds. A bot plays each candidate with 3
 * and 4 players, in the base and the expert game. A candidate's penalty is its distance from the criteria (a) to (c) of
 * docs/authors/edition.md; 0 means that it meets all of them.
 *
 * The search is successive halving inside a genetic algorithm. Many editions play few games, the best quarter plays
 * four times as many, and so on. The next round begins with the survivors and their neighbours. All editions get the
 * same deals, so their results differ because of their values and not because of luck. The finalists are then measured
 * with different deals, and also by criteria (d) and (e). */
#include "bots/ai/bots.h"
#include "bots/arena/game.h"
#include "game_stats.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------------- editions */

enum {
    TRACK_PRICES = 4,
    SPACES_MAX = 8,
    SPACES_BELOW = 2 /* from the publisher's example, where two surplus tokens move a marker two spaces down */
};

/* The values of an edition that the search may change. */
enum gene {
    ZEROS, /* number of spaces of price 0; the next three are for prices 1 to 3 */
    ONES,
    TWOS,
    THREES,
    START, /* index of the start among the spaces of price 1 */
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

/* Bounds of each value that the search may change. docs/authors/edition.md gives their sources. */
static const struct bound {
    uint8_t min, max;
    uint8_t card; /* the card with this cost; a hops field stands for all fields */
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

/* Returns whether a plan for an edition is valid: larger cards cost more, and a marker can fall two spaces from the
 * start. */
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

/* Makes the edition of a plan. Values that the plan does not contain come from `base`. */
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
        abort(); /* cannot happen, because every edition within the bounds is valid */
}

/* Finds the plan of an edition: its price track and its costs, using the costs of hops for all fields. Returns false if
 * the plan is out of bounds. */
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

/* Makes a valid child of two plans: changes one to three values of the first by one, or copies them from the other. */
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

/* Each edition is played at four tables: 3 and 4 players, base and expert. */
enum { TABLES = 4 };
static int players_of(int table) { return 3 + table % 2; }
static int mode_of(int table) { return table < 2 ? FF_BASE : FF_EXPERT; }

/* Thresholds of the criteria, a little stricter than in docs/authors/edition.md, so that an edition also meets the
 * criteria with different deals. */
static const double rounds_asked = 9.6, passes_asked[] = {1.26, 1.11}, share_asked = 0.09, lead_allowed = 0.03;

/* The distance of an edition from each of the criteria (a), (b) and (c); 0 if it meets the criterion. */
struct penalty {
    double length, dead, order;
};

static double whole(const struct penalty *penalty) { return 10 * penalty->length + penalty->dead + penalty->order; }

static double shortfall(double is, double asked) { return is < asked ? (asked - is) / asked : 0; }

/* Returns the share of seats that build this kind of card, as the mean over the tables where the card is in the
 * game. */
static double kind_share(const struct lab_stats *stats, int kind)
{
    double sum[2] = {0, 0};
    for (int table = 0; table < TABLES; table++)
        sum[mode_of(table)] += lab_stats_share_building_kind(&stats[table], kind) / 2;
    return kind < LAB_STATS_KINDS - 2 ? (sum[FF_BASE] + sum[FF_EXPERT]) / 2 : sum[FF_EXPERT];
}

/* Returns the excess over the fair share of wins of the place in the first order that wins most. */
static double lead(const struct lab_stats *stats)
{
    double most = 0;
    for (int table = 0; table < TABLES; table++)
        for (int place = 0; place < players_of(table); place++)
            most = fmax(most, lab_stats_win_share_of_place(&stats[table], place) - 1.0 / players_of(table));
    return most;
}

static struct penalty penalty_of(const struct lab_stats *stats)
{
    struct penalty penalty = {0, 0, 0};
    for (int table = 0; table < TABLES; table++) {
        int mode = mode_of(table);
        if (mode == FF_BASE)
            penalty.length += shortfall(lab_stats_mean_rounds(&stats[table]), rounds_asked);
        penalty.length += shortfall(lab_stats_deck_passes(&stats[table], mode), passes_asked[mode]);
    }
    for (int kind = 0; kind < LAB_STATS_KINDS; kind++)
        penalty.dead += shortfall(kind_share(stats, kind), share_asked);
    /* Tolerates a lead that can be chance with this number of games. */
    double chance = 2.5 * sqrt(0.2 / (double)stats[0].games);
    penalty.order = 10 * fmax(0, lead(stats) - lead_allowed - chance);
    return penalty;
}

/* The four tables. One player sits in the first seat, another in all other seats. */
struct games {
    struct bot_game table;
    struct lab_stats stats[TABLES];
};

static void seat_bots(struct games *games, const struct ff_edition *edition, const struct lab_player *first,
                      const struct lab_player *others, const struct lab_worker *worker)
{
    games->table = bot_game_make(edition, others, worker);
    games->table.player[0] = *first;
}

static void play_tables(struct games *games, uint64_t seed, uint64_t n)
{
    memset(games->stats, 0, sizeof games->stats);
    for (int table = 0; table < TABLES; table++)
        for (uint64_t i = 0; i < n; i++)
            lab_stats_play_game(&games->table, players_of(table), mode_of(table), arena_mix_seeds(seed, i),
                                &games->stats[table]);
}

/* ------------------------------------------------------------------------------------------------------- the search */

enum { FIRST_GAMES = 16, MORE_GAMES = 4, KEEP = 4 /* keeps one in KEEP */, FINALISTS = 12, PLANS_MAX = 20000 };

struct entry {
    struct plan plan;
    uint64_t games; /* number of games behind `penalty`; 0 if not measured */
    struct penalty penalty;
};

struct search {
    struct lab lab;
    uint64_t tries, rounds, games;
    uint64_t rung_games;
    const char *save, *from;
    size_t n;
    struct entry entry[PLANS_MAX];
};

/* Measures an entry, unless it has already played enough games. */
static void measure(void *context, struct lab_worker *worker, uint64_t job, void *slot)
{
    const struct search *search = (const struct search *)context;
    const struct entry *entry = &search->entry[job];
    struct games *games = (struct games *)worker->own;
    struct ff_edition edition;
    *(struct penalty *)slot = entry->penalty;
    if (entry->games == search->rung_games)
        return;
    plan_edition(&entry->plan, &search->lab.edition, &edition);
    seat_bots(games, &edition, &search->lab.bot[0], &search->lab.bot[0], worker);
    play_tables(games, search->lab.seed, search->rung_games);
    *(struct penalty *)slot = penalty_of(games->stats);
}

static bool keep_candidate(void *context, uint64_t job, void *slot)
{
    struct search *search = (struct search *)context;
    search->entry[job].games = search->rung_games;
    search->entry[job].penalty = *(const struct penalty *)slot;
    return true;
}

static int by_penalty(const void *a, const void *b)
{
    const struct entry *one = (const struct entry *)a, *other = (const struct entry *)b;
    double first = whole(&one->penalty), second = whole(&other->penalty);
    return first != second ? (first > second) - (first < second) : memcmp(&one->plan, &other->plan, sizeof one->plan);
}

static bool held(const struct search *search, const struct plan *plan)
{
    for (size_t i = 0; i < search->n; i++)
        if (memcmp(&search->entry[i].plan, plan, sizeof *plan) == 0)
            return true;
    return false;
}

static void add_plan(struct search *search, struct plan plan)
{
    if (search->n < PLANS_MAX && !held(search, &plan))
        search->entry[search->n++] = (struct entry){.plan = plan};
}

/* Fills the round with the survivors and their neighbours. The first round gets random plans instead. */
static void fill(struct search *search, uint64_t round)
{
    struct ff_rng rng = ff_rng_of(arena_mix_seeds(~search->lab.seed, round));
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

static void put_penalty(struct lab_report *report, const struct penalty *penalty)
{
    lab_cell_real(report, "penalty", 3, whole(penalty));
    lab_cell_real(report, "length", 3, penalty->length);
    lab_cell_real(report, "dead", 3, penalty->dead);
    lab_cell_real(report, "order", 3, penalty->order);
}

/* Appends cells with the track, its start and the costs. */
static void put_plan(struct lab_report *report, const struct plan *plan)
{
    const uint8_t *gene = plan->gene;
    char text[256], track[SPACES_MAX + 1] = "";
    for (int price = 0; price < TRACK_PRICES; price++)
        for (int i = 0; i < gene[ZEROS + price]; i++)
            strcat(track, (char[2]){(char)('0' + price)});
    snprintf(text, sizeof text,
             "%s @%d fields %d/%d/%d banks %d/%d halls %d/%d labs %d/%d office %d market %d magistrate %d crane %d "
             "guide %d scavenger %d",
             track, gene[ZEROS] + gene[START], gene[FIELD1], gene[FIELD2], gene[FIELD3], gene[BANK1], gene[BANK2],
             gene[TOWNHALL1], gene[TOWNHALL2], gene[LAB1], gene[LAB2], gene[OFFICE], gene[MARKET], gene[MAGISTRATE],
             gene[CRANE], gene[GUIDE], gene[SCAVENGER]);
    lab_cell_text(report, "edition", 0, text);
}

static void print_best(struct search *search, uint64_t round, size_t most)
{
    for (size_t i = 0; i < search->n && i < most; i++) {
        lab_cell_count(&search->lab.report, "round", round);
        lab_cell_count(&search->lab.report, "rank", i + 1);
        lab_cell_count(&search->lab.report, "games", search->entry[i].games);
        put_penalty(&search->lab.report, &search->entry[i].penalty);
        put_plan(&search->lab.report, &search->entry[i].plan);
        lab_row_end(&search->lab.report);
    }
}

/* Runs the successive halving of one round. */
static bool compete(struct search *search, uint64_t round)
{
    static const struct lab_work work = {"editions", sizeof(struct penalty), sizeof(struct games),
                                         measure,    keep_candidate,         NULL};
    fill(search, round);
    for (uint64_t games = search->games < FIRST_GAMES ? search->games : FIRST_GAMES;; games *= MORE_GAMES) {
        search->rung_games = games;
        if (!lab_run_jobs(&work, search->n, search->lab.threads, search))
            return false;
        qsort(search->entry, search->n, sizeof *search->entry, by_penalty);
        if (search->n <= FINALISTS || games >= search->games)
            break;
        size_t keep_n = search->n / KEEP;
        search->n = keep_n < FINALISTS ? FINALISTS : keep_n;
    }
    search->n = search->n < FINALISTS ? search->n : FINALISTS;
    return true;
}

/* -------------------------------------------------------------------------------------------------------- measuring */

/* What is measured of an edition, on deals that the search has not used. */
struct figures {
    struct ff_edition edition;
    struct penalty penalty;
    double style[3];     /* criterion (d): wins of each style in the first seat, in percent of the bot's wins there */
    double early_won[4]; /* criterion (e): wins by Palace parts among the first six cards (base, 5 players) */
};

struct measuring {
    struct lab *lab;
    uint64_t seed, games;
    struct figures *figures;
};

static const struct bot *const styles[] = {&bot_farmer, &bot_banker, &bot_rusher};

static double first_seat_wins(const struct lab_stats *stats)
{
    double won = 0;
    for (int table = 0; table < TABLES; table++)
        won += (double)stats[table].won_seat[0] / LAB_STATS_WIN;
    return won;
}

static void measure_edition(void *context, struct lab_worker *worker, uint64_t job, void *slot)
{
    const struct measuring *measuring = (const struct measuring *)context;
    struct games *games = (struct games *)worker->own;
    struct figures *figures = (struct figures *)slot;
    figures->edition = measuring->figures[job].edition;
    const struct lab_player *bot = &measuring->lab->bot[0];
    seat_bots(games, &figures->edition, bot, bot, worker);
    play_tables(games, measuring->seed, measuring->games);
    figures->penalty = penalty_of(games->stats);
    const double bot_wins = first_seat_wins(games->stats);
    for (int i = 0; i < 3; i++) {
        const struct lab_player style = {.bot = styles[i]};
        seat_bots(games, &figures->edition, &style, bot, worker);
        play_tables(games, measuring->seed, measuring->games);
        figures->style[i] = 100 * first_seat_wins(games->stats) / bot_wins;
    }
    memset(&games->stats[0], 0, sizeof games->stats[0]);
    seat_bots(games, &figures->edition, bot, bot, worker);
    for (uint64_t i = 0; i < measuring->games; i++)
        lab_stats_play_game(&games->table, FF_PLAYERS_MAX, FF_BASE, arena_mix_seeds(measuring->seed, i),
                            &games->stats[0]);
    for (int parts = 0; parts <= 3; parts++)
        figures->early_won[parts] = 100 * lab_stats_win_share_by_early_palace_parts(&games->stats[0], parts);
}

static bool take_figures(void *context, uint64_t job, void *slot)
{
    ((struct measuring *)context)->figures[job] = *(const struct figures *)slot;
    return true;
}

static void print_criteria(struct lab_report *report, const struct figures *figures, size_t n, const char *const *names)
{
    char name[16];
    lab_table_begin(report, "criteria",
                    "penalties; styles: percent of what the bot wins; early_N: percent won with N "
                    "Palace parts among the first six cards, base, 5 players");
    for (size_t i = 0; i < n; i++) {
        lab_cell_text(report, "edition", 28, names[i]);
        put_penalty(report, &figures[i].penalty);
        for (int k = 0; k < 3; k++)
            lab_cell_real(report, styles[k]->name, 0, figures[i].style[k]);
        for (int parts = 0; parts <= 3; parts++) {
            snprintf(name, sizeof name, "early_%d", parts);
            lab_cell_real(report, name, 1, figures[i].early_won[parts]);
        }
        lab_row_end(report);
    }
}

/* Measures the n editions in measuring->figures and prints the results. */
static bool measure_and_print(struct search *search, struct measuring *measuring, size_t n, const char *const *names)
{
    static const struct lab_work work = {"editions",      sizeof(struct figures), sizeof(struct games),
                                         measure_edition, take_figures,           NULL};
    if (!lab_run_jobs(&work, n, search->lab.threads, measuring))
        return false;
    print_criteria(&search->lab.report, measuring->figures, n, names);
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ a run */

static bool save_edition(const char *path, const struct ff_edition *edition)
{
    struct text_edition named = {.name = "fitted", .values = *edition};
    char text[TEXT_EDITION_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    const struct output_file_terms terms = {.how = CLI_REPLACE, .what = "edition", .no_force = true};
    struct output_file file;
    text_edition(&out, &named);
    return output_file_open(&file, path, &terms) && output_file_write(&file, text, out.length) &&
           output_file_finish(&file);
}

/* Fills the first round near the edition of --from, if there is one. */
static bool begin_from(struct search *search)
{
    struct ff_edition edition;
    struct plan plan;
    if (!search->from)
        return true;
    if (!cli_read_edition(search->from, &edition))
        return false;
    if (!plan_of(&edition, &plan)) {
        cli_error("edition-search: %s is out of the bounds of the search", search->from);
        return false;
    }
    add_plan(search, plan);
    return true;
}

static bool run_search(struct search *search)
{
    static const char *const names[FINALISTS] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};
    struct figures figures[FINALISTS];
    struct measuring measuring = {&search->lab, search->lab.seed + 1, search->games, figures};
    if (!begin_from(search))
        return false;
    lab_table_begin(&search->lab.report, "search", "the best of each round; all of the last");
    for (uint64_t round = 1; round <= search->rounds; round++) {
        if (!compete(search, round - 1))
            return false;
        print_best(search, round, round < search->rounds ? 3 : FINALISTS);
    }
    for (size_t i = 0; i < search->n; i++)
        plan_edition(&search->entry[i].plan, &search->lab.edition, &figures[i].edition);
    if (search->save && !save_edition(search->save, &figures[0].edition))
        return false;
    return measure_and_print(search, &measuring, search->n, names);
}

static bool run_files(struct search *search, size_t n, char **paths)
{
    struct figures *figures = lab_zeroed_memory(n * sizeof *figures);
    struct measuring measuring = {&search->lab, search->lab.seed, search->games, figures};
    bool good = true;
    for (size_t i = 0; i < n && good; i++)
        good = cli_read_edition(paths[i], &figures[i].edition);
    good = good && measure_and_print(search, &measuring, n, (const char *const *)paths);
    free(figures);
    return good;
}

static int run_edition_search(void *context)
{
    struct search *search = (struct search *)context;
    const struct lab *lab = &search->lab;
    bool good = lab->operands_n ? run_files(search, (size_t)lab->operands_n, lab->operands) : run_search(search);
    return good ? CLI_OK : CLI_USAGE;
}

int cmd_edition_search(int argc, char **argv)
{
    static struct search search = {.lab.bots = "steward", .tries = 1000, .rounds = 4, .games = 1024};
    const struct cli_option options[] = {
        {"tries", "N", "editions in each round of the search (1000)", .number = &search.tries, .min = 1,
         .max = PLANS_MAX},
        {"rounds", "N", "rounds of the search (4)", .number = &search.rounds, .min = 1, .max = 1000},
        {"games", "N", "games of each of the four tables, for the best (1024)", .number = &search.games, .min = 1,
         .max = 1000000},
        {"from", "FILE", "begins with this edition's neighbours instead of random ones", .text = &search.from},
        {"save", "FILE", "writes the best edition there", .text = &search.save},
    };
    const struct lab_study about = {
        CLI_USAGE_OF(
            "edition-search", "[EDITION-FILE...]",
            "Searches for the editions that meet what is known of the game (docs/authors/edition.md), or measures\n"
            "those that are given. A bot (steward) plays all seats.",
            options),
        LAB_SEED | LAB_THREADS | LAB_GAME | LAB_NET | LAB_BOTS | LAB_JSON, run_edition_search};
    return lab_study(&about, &search, argc, argv);
}
