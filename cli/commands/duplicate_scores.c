/* duplicate_scores.c - `fuerstenfeld duplicate FILE...`: compares games of the same deal, as in duplicate bridge.
 *
 * All players who had the same seat in the same deal had the same cards. Every two of these players are compared: the
 * one with the better result (bots/coach/daily_deal.h) gets a point; for equal results each gets half a point. A
 * player's score is the share of the possible points. Deals are the independent samples (docs/authors/arena.md), so a
 * confidence interval needs several deals. */
#include "cli/json_output.h"
#include "cli/record_input.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bots/arena/stats.h"
#include "bots/coach/daily_deal.h"
#include "engine/text/names.h"

enum { DEALS_MAX = 1000, TABLES_MAX = 20000, SHARE_UNIT = 10000 };

static const uint64_t PRINT_STEP =
    0x9e3779b97f4a7c15; /* odd multiplier, which makes the hash depend on the order of positions */

struct deal {
    struct ff_setup setup;
    struct ff_edition edition;
    int tables;
    char first[96]; /* the game in which it was first seen: "FILE, game 1" */
};

/* A player's result in one game. */
struct entry {
    int deal, table, seat;
    char name[RECORD_NAME_MAX];
    struct coach_score score;
    uint32_t order;
    double share; /* share of the points; negative if the seat was played only once */
};

/* A player's results over all deals. */
struct player {
    const char *name;
    int deals;
    double share;                   /* negative if nobody else played any of the seats */
    struct arena_interval interval; /* 95 % confidence interval, if there are several deals */
};

/* A game that was read: its deal, a hash of all its positions, and its place. */
struct table {
    int deal;
    uint64_t print;
    char where[96]; /* "FILE, game 1" */
};

struct duplicate {
    uint64_t deals_max;
    bool json;
    uint64_t print; /* hash of the game being read */
    struct record_input records;
    struct deal *deal;
    int deals_n;
    struct entry *entry;
    int entries_n, tables_n;
    struct table *table;
    struct player *player;
    int players_n;
};

/* ---------------------------------------------------------------------------------------------------------- reading */

/* Returns a message that names the difference between two deals, or NULL if they are equal. */
static const char *difference(const struct deal *a, const struct ff_setup *setup, const struct ff_edition *edition)
{
    if (a->setup.mode != setup->mode)
        return "the mode is different";
    if (a->setup.players != setup->players)
        return "the number of players is different";
    if (memcmp(&a->edition, edition, sizeof *edition) != 0)
        return "the edition has different values";
    if (memcmp(a->setup.demand, setup->demand, sizeof setup->demand) != 0)
        return "the demand cards are different";
    if (memcmp(a->setup.order, setup->order, sizeof setup->order) != 0)
        return "the first order is different";
    return memcmp(a->setup.deck, setup->deck, sizeof setup->deck) != 0 ? "the decks are different" : NULL;
}

/* Writes the place of the game that was read last: "FILE, game 1". */
static void put_where(const struct duplicate *all, char *where, size_t size)
{
    snprintf(where, size, "%.60s, game %" PRIu64, all->records.path, all->records.reader.games);
}

/* Returns the index of the reader's deal, which is added if it is new. Returns -1 after printing an error if there are
 * too many deals. */
static int find_deal(struct duplicate *all)
{
    const char *path = all->records.path;
    const struct record_reader *reader = &all->records.reader;
    for (int i = 0; i < all->deals_n; i++)
        if (!difference(&all->deal[i], &reader->setup, &reader->edition))
            return i;
    if ((uint64_t)all->deals_n == all->deals_max) {
        const struct deal *last = &all->deal[all->deals_n - 1];
        cli_error("%s: game %" PRIu64 " has a different deal than %s: %s%s", path, reader->games, last->first,
                  difference(last, &reader->setup, &reader->edition),
                  all->deals_max == 1 ? "; --deals N allows N different deals" : "");
        return -1;
    }
    struct deal *deal = &all->deal[all->deals_n];
    deal->setup = reader->setup;
    deal->edition = reader->edition;
    put_where(all, deal->first, sizeof deal->first);
    return all->deals_n++;
}

/* Returns whether the table's players have the same names as those of the reader's game. */
static bool same_names(const struct duplicate *all, int table)
{
    const struct record_reader *reader = &all->records.reader;
    for (int i = 0; i < all->entries_n; i++) {
        const struct entry *entry = &all->entry[i];
        const char *name = reader->name[entry->seat];
        if (entry->table == table && *name && strcmp(entry->name, name) != 0)
            return false;
    }
    return true;
}

/* Returns whether the game is new. If not, prints an error. Games with the same players and decisions are the same
 * game, even in different files. */
static bool is_new_game(const struct duplicate *all, int deal)
{
    for (int i = 0; i < all->tables_n; i++)
        if (all->table[i].deal == deal && all->table[i].print == all->print && same_names(all, i)) {
            cli_error("duplicate: %s, game %" PRIu64 " is the same game as %s: the same players and decisions",
                      all->records.path, all->records.reader.games, all->table[i].where);
            return false;
        }
    return true;
}

static int take_game(struct duplicate *all)
{
    const struct record_reader *reader = &all->records.reader;
    int deal = find_deal(all);
    if (deal < 0)
        return CLI_FAILS;
    if (all->tables_n == TABLES_MAX) {
        cli_error("%s: more than %d games", all->records.path, TABLES_MAX);
        return CLI_FAILS;
    }
    if (!is_new_game(all, deal))
        return CLI_USAGE;
    struct table *table = &all->table[all->tables_n];
    *table = (struct table){.deal = deal, .print = all->print};
    put_where(all, table->where, sizeof table->where);
    for (int seat = 0; seat < reader->setup.players; seat++) {
        struct entry *entry = &all->entry[all->entries_n++];
        *entry = (struct entry){.deal = deal, .table = all->tables_n, .seat = seat};
        memcpy(entry->name, reader->name[seat], sizeof entry->name);
        if (!*entry->name)
            snprintf(entry->name, sizeof entry->name, "seat %d", seat);
        entry->score = coach_score_of(&reader->game.pub, seat);
        entry->order = coach_score_sort_key(&entry->score);
    }
    all->tables_n++;
    all->deal[deal].tables++;
    return CLI_OK;
}

static int read_lines(struct duplicate *all)
{
    struct record_input *records = &all->records;
    enum record_input_result got;
    uint64_t games = 0, events = 0;
    all->print = 0;
    while ((got = record_input_next(records)) == RECORD_INPUT_LINE) {
        if (records->reader.events != events) /* it was not a blank line */
            all->print = all->print * PRINT_STEP + ff_hash(&records->reader.game);
        events = records->reader.events;
        if (records->reader.games > games) {
            games = records->reader.games;
            int status = take_game(all);
            if (status != CLI_OK)
                return status;
            all->print = 0;
        }
    }
    return got == RECORD_INPUT_END     ? CLI_OK
           : got == RECORD_INPUT_FAULT ? record_input_report_fault(records)
                                       : CLI_USAGE;
}

static int read_file(struct duplicate *all, const char *path)
{
    if (!record_input_open(&all->records, path))
        return CLI_USAGE;
    int status = read_lines(all);
    record_input_close(&all->records);
    return status;
}

/* -------------------------------------------------------------------------------------------------------- comparing */

static double share_of(const struct duplicate *all, const struct entry *entry)
{
    double points = 0;
    int others = 0;
    for (int i = 0; i < all->entries_n; i++) {
        const struct entry *other = &all->entry[i];
        if (other->deal != entry->deal || other->seat != entry->seat || other->table == entry->table)
            continue;
        points += entry->order < other->order ? 1 : entry->order == other->order ? 0.5 : 0;
        others++;
    }
    return others ? points / others : -1;
}

/* Returns a player's mean share of the points in one deal, or a negative number if there is none. */
static double share_in_deal(const struct duplicate *all, const char *name, int deal)
{
    double sum = 0;
    int n = 0;
    for (int i = 0; i < all->entries_n; i++)
        if (all->entry[i].deal == deal && all->entry[i].share >= 0 && strcmp(all->entry[i].name, name) == 0) {
            sum += all->entry[i].share;
            n++;
        }
    return n ? sum / n : -1;
}

/* Computes a player's mean share and its interval. Returns false if out of memory. */
static bool sum_up(const struct duplicate *all, struct player *player)
{
    struct arena_scores scores;
    if (!arena_scores_init(&scores, SHARE_UNIT))
        return false;
    for (int deal = 0; deal < all->deals_n; deal++) {
        double share = share_in_deal(all, player->name, deal);
        if (share >= 0)
            arena_scores_add(&scores, (uint32_t)(share * SHARE_UNIT + 0.5));
    }
    player->deals = (int)scores.n;
    player->share = scores.n ? arena_scores_mean(&scores) : -1;
    if (scores.n > 1)
        player->interval = arena_scores_interval(&scores);
    arena_scores_free(&scores);
    return true;
}

static int by_share(const void *a, const void *b)
{
    const struct player *one = (const struct player *)a, *other = (const struct player *)b;
    if (one->share != other->share)
        return one->share > other->share ? -1 : 1;
    return strcmp(one->name, other->name);
}

static bool is_new(const struct duplicate *all, const char *name)
{
    for (int i = 0; i < all->players_n; i++)
        if (strcmp(all->player[i].name, name) == 0)
            return false;
    return true;
}

/* Computes all shares and sorts the players. Returns false if out of memory. */
static bool compare(struct duplicate *all)
{
    for (int i = 0; i < all->entries_n; i++)
        all->entry[i].share = share_of(all, &all->entry[i]);
    for (int i = 0; i < all->entries_n; i++)
        if (is_new(all, all->entry[i].name))
            all->player[all->players_n++].name = all->entry[i].name;
    for (int i = 0; i < all->players_n; i++)
        if (!sum_up(all, &all->player[i]))
            return false;
    qsort(all->player, (size_t)all->players_n, sizeof *all->player, by_share);
    return true;
}

/* --------------------------------------------------------------------------------------------------------- printing */

enum { NAME_COLUMNS = 24 }; /* longer names are wider than the column */

/* Returns the width of the longest name, which sets the width of a table's column. */
static int name_columns(const struct duplicate *all)
{
    size_t most = sizeof "player" - 1;
    for (int i = 0; i < all->players_n; i++) {
        size_t n = strlen(all->player[i].name);
        most = n > most ? n : most;
    }
    return most < NAME_COLUMNS ? (int)most : NAME_COLUMNS;
}

/* Writes a share as "50.0 %", or as "-" if it is negative. */
static const char *share_text(double share, char text[16])
{
    snprintf(text, 16, share < 0 ? "     -" : "%5.1f %%", 100 * share);
    return text;
}

static void print_entry(const struct entry *entry, int columns)
{
    const struct coach_score *score = &entry->score;
    char share[16];
    cli_printf("  %5d  %-*s  %d      %d/6     %5d  %6d  %s\n", entry->table + 1, columns, CLI_SAFE(entry->name),
               score->place, score->parts, score->coins, score->rounds, share_text(entry->share, share));
}

static void print_deal(const struct duplicate *all, int number)
{
    const struct deal *deal = &all->deal[number];
    const int columns = name_columns(all);
    cli_printf("Deal %d: %s game, %d players, %d table%s\n", number + 1, text_mode(deal->setup.mode),
               deal->setup.players, deal->tables, deal->tables == 1 ? "" : "s");
    for (int seat = 0; seat < deal->setup.players; seat++) {
        cli_printf("seat %d\n  table  %-*s  place  palace  coins  rounds  points\n", seat, columns, "player");
        for (int i = 0; i < all->entries_n; i++)
            if (all->entry[i].deal == number && all->entry[i].seat == seat)
                print_entry(&all->entry[i], columns);
    }
    putchar('\n');
}

static void print_players(const struct duplicate *all)
{
    const int columns = name_columns(all);
    char share[16], sure[32];
    cli_printf("%-*s  deals  points  95 %%\n", columns, "Player");
    for (int i = 0; i < all->players_n; i++) {
        const struct player *player = &all->player[i];
        snprintf(sure, sizeof sure, "%.1f to %.1f %%", 100 * player->interval.low, 100 * player->interval.high);
        cli_printf("%-*s  %5d  %s%s%s\n", columns, CLI_SAFE(player->name), player->deals,
                   share_text(player->share, share), player->share < 0 ? "" : "  ",
                   player->share < 0   ? ""
                   : player->deals < 2 ? "one deal proves nothing"
                                       : sure);
    }
}

/* Appends a share in hundredths of a percent, or null if it is negative. */
static void json_share(struct base_out *out, const char *key, double share)
{
    base_json_key(out, key);
    if (share < 0)
        base_json_null(out);
    else
        base_json_value(out, (int64_t)(share * SHARE_UNIT + 0.5));
}

static void json_entry(struct base_out *out, const struct entry *entry)
{
    base_json_open(out, '{');
    base_json_number(out, "deal", entry->deal + 1);
    base_json_number(out, "table", entry->table + 1);
    base_json_number(out, "seat", entry->seat);
    base_json_string(out, "player", entry->name);
    base_json_number(out, "place", entry->score.place);
    base_json_number(out, "parts", entry->score.parts);
    base_json_number(out, "coins", entry->score.coins);
    base_json_number(out, "rounds", entry->score.rounds);
    json_share(out, "points", entry->share);
    base_json_close(out, '}');
}

static void json_player(struct base_out *out, const struct player *player)
{
    base_json_open(out, '{');
    base_json_string(out, "player", player->name);
    base_json_number(out, "deals", player->deals);
    json_share(out, "points", player->share);
    json_share(out, "low", player->deals > 1 ? player->interval.low : -1);
    json_share(out, "high", player->deals > 1 ? player->interval.high : -1);
    base_json_close(out, '}');
}

static void print_json(const struct duplicate *all)
{
    char text[CLI_JSON_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    base_json_open(&out, '{');
    base_json_string(&out, "version", FF_VERSION);
    base_json_number(&out, "deals", all->deals_n);
    base_json_number(&out, "tables", all->tables_n);
    base_json_begin(&out, "results", '[');
    for (int i = 0; i < all->entries_n; i++) {
        cli_json_begin_line(&out);
        json_entry(&out, &all->entry[i]);
        cli_json_flush(&out, stdout);
    }
    base_put(&out, "\n]");
    base_json_begin(&out, "players", '[');
    for (int i = 0; i < all->players_n; i++) {
        cli_json_begin_line(&out);
        json_player(&out, &all->player[i]);
        cli_json_flush(&out, stdout);
    }
    base_put(&out, "\n]}\n");
    cli_json_end(&out, stdout);
}

static void print_all(const struct duplicate *all)
{
    if (all->json) {
        print_json(all);
        return;
    }
    for (int deal = 0; deal < all->deals_n; deal++)
        print_deal(all, deal);
    print_players(all);
}

/* ---------------------------------------------------------------------------------------------------------- options */

static void make_room(struct duplicate *all)
{
    all->deal = cli_check_memory(calloc(DEALS_MAX, sizeof *all->deal));
    all->entry = cli_check_memory(calloc((size_t)TABLES_MAX * FF_PLAYERS_MAX, sizeof *all->entry));
    all->player = cli_check_memory(calloc((size_t)TABLES_MAX * FF_PLAYERS_MAX, sizeof *all->player));
    all->table = cli_check_memory(calloc(TABLES_MAX, sizeof *all->table));
}

static int compare_files(struct duplicate *all, int files, char **paths)
{
    make_room(all);
    for (int i = 0; i < files; i++) {
        int status = read_file(all, paths[i]);
        if (status != CLI_OK)
            return status;
    }
    for (int i = 0; i < all->deals_n; i++)
        if (all->deal[i].tables < 2) {
            cli_error("duplicate: the deal of %s was played only once, so there is nothing to compare it with",
                      all->deal[i].first);
            return CLI_FAILS;
        }
    if (!compare(all)) {
        cli_error("out of memory");
        return CLI_USAGE;
    }
    print_all(all);
    return CLI_OK;
}

static const char about[] =
    "Compares recorded games of the same deal, as in duplicate bridge: players in the same seat had the same "
    "cards. Of each two of them, the better one gets a point. Points are printed as a share of the possible points. "
    "FILE - is standard input.";

int cmd_duplicate(int argc, char **argv)
{
    struct duplicate *all = cli_check_memory(calloc(1, sizeof *all));
    const struct cli_option options[] = {
        {"deals", "N", "how many different deals are allowed (1)", .number = &all->deals_max, .min = 1,
         .max = DEALS_MAX},
        {"json", NULL, "print one JSON object instead of tables", .flag = &all->json},
    };
    const struct cli_usage usage = CLI_USAGE_OF("duplicate", "FILE...", about, options);
    all->deals_max = 1;
    int files = cli_parse(&usage, argc, argv);
    int status = files < 0 ? cli_parse_exit_status(files) : compare_files(all, files, argv + 1);
    free(all->deal);
    free(all->entry);
    free(all->player);
    free(all->table);
    free(all);
    return status;
}
