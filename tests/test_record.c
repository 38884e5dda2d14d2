/* test_record.c - the record: what is written holds, and what is changed in it is refused at the right line.
 *
 * Games come from two players without insight: one picks at random, one is keen on every card that does something, so
 * that Market, Office, Warehouse, Scavenger and laboratories are used. It runs in the project's root. Mutations are
 * made on the text, key by key; each must be refused at its own line, but for those that docs/authors/record.md
 * allows. */
#include "edition.h"
#include "engine/record/record.h"
#include "engine/text/names.h"
#include "test.h"

#include <stdlib.h>

/* --------------------------------------------------------------------------------------------------- playing games */

enum { TEXT_MAX = RECORD_GAME_MAX, LINES_MAX = 4096 };

struct player {
    bool keen;
    bool last_first; /* of several that owe a decision, the last seat answers first */
};

static bool is_keen_card(int card) { return card >= FF_LAB1 && card != FF_MAGISTRATE; }

static int keen_option(const struct ff_game *game, ff_options options, struct ff_rng *rng)
{
    int stage = game->pub.stage, count = ff_popcount(options);
    ff_options wanted = options;
    if (stage == FF_STAGE_DRAW)
        wanted = (ff_options)1 << FF_OPTION_DRAW;
    else if (stage == FF_STAGE_BREWERY || stage == FF_STAGE_BUILD)
        wanted = options & ~((ff_options)1 << FF_OPTION_DONE);
    else if (stage == FF_STAGE_MARKET)
        wanted = options & ~(ff_options)1;
    else if (stage == FF_STAGE_OFFICE)
        wanted = options & 7;
    else if (ff_is_sell(stage))
        return ff_option_nth(options, count - 1 - (int)ff_rng_below(rng, 2));
    else if (ff_is_store(stage))
        return ff_option_nth(options, count - 1);
    if (stage == FF_STAGE_BUILD)
        for (int card = 0; card < FF_CARDS_MAX; card++)
            if (!is_keen_card(card) && (wanted & ~((ff_options)1 << card)))
                wanted &= ~((ff_options)1 << card);
    if (!wanted)
        wanted = options;
    return ff_option_nth(wanted, (int)ff_rng_below(rng, (uint32_t)ff_popcount(wanted)));
}

static int owing_seat(unsigned owe, bool last_first)
{
    int seat = ff_lowest(owe);
    while (last_first && owe >> (seat + 1))
        seat++;
    return seat;
}

static ff_action decide(const struct ff_game *game, int seat, bool keen, struct ff_rng *rng)
{
    ff_options options = ff_game_options(game, seat);
    int option = keen ? keen_option(game, options, rng)
                      : ff_option_nth(options, (int)ff_rng_below(rng, (uint32_t)ff_popcount(options)));
    return ff_action_of(game->pub.stage, (unsigned)option);
}

/* Plays a game and writes its record. */
static void write_game(const struct ff_edition *edition, int players, int mode, uint64_t seed, struct player player,
                       struct base_out *out)
{
    struct record_about about = {
        .names = {"Anna", "B\xc3\xa4rbel \"B\"", "", "d\te", "5"}, .has_seed = true, .seed = seed};
    struct record_writer writer;
    struct ff_setup setup;
    struct ff_game game;
    struct ff_event event;
    struct ff_rng rng[FF_PLAYERS_MAX];
    for (int seat = 0; seat < players; seat++)
        rng[seat] = ff_rng_of(seed * 8 + (uint64_t)seat);
    ff_deal(edition, players, mode, seed, &setup);
    ff_prepare(edition, &setup, &game);
    record_begin(&writer, out, edition, &setup, &about);
    while (game.pub.stage != FF_STAGE_OVER) {
        if (game.pub.owe) {
            int seat = owing_seat(game.pub.owe, player.last_first);
            ff_play(edition, &game, seat, decide(&game, seat, player.keen, &rng[seat]), &event);
        } else {
            ff_follow(edition, &game, &event);
        }
        record_event(&writer, &game, &event);
    }
}

/* -------------------------------------------------------------------------------------------------- texts and lines */

static char *text_new(void) { return (char *)malloc(TEXT_MAX); }

static struct record_reader reader; /* too large for some stacks */

static enum record_status check(const char *text, size_t n, uint64_t *line)
{
    record_reader_init(&reader);
    return record_read_text(&reader, text, n, line);
}

static void nothing_has_no_line(void)
{
    uint64_t line = 77;
    CHECK_EQ(check("", 0, &line), RECORD_WRONG);
    CHECK_EQ(line, 0);
}

static bool holds(const struct base_out *out)
{
    uint64_t line;
    enum record_status status = check(out->text, out->length, &line);
    if (status != RECORD_HOLDS)
        printf("  line %llu: %s (%s)\n", (unsigned long long)line, reader.fault.text, reader.fault.rule);
    return status == RECORD_HOLDS && !out->full;
}

/* A game cut into lines; a mutation replaces one of them. */
struct lines {
    char *text;
    size_t length;
    int n;
    const char *at[LINES_MAX + 1]; /* at[i + 1] - at[i] is the line with its newline */
};

static struct lines cut(const struct base_out *out)
{
    struct lines lines = {out->text, out->length, 0, {out->text}};
    for (size_t i = 0; i < out->length; i++)
        if (out->text[i] == '\n' && lines.n < LINES_MAX)
            lines.at[++lines.n] = out->text + i + 1;
    return lines;
}

static size_t line_length(const struct lines *lines, int i) { return (size_t)(lines->at[i + 1] - lines->at[i]); }

static bool line_is(const struct lines *lines, int i, const char *event)
{
    char start[40];
    snprintf(start, sizeof start, "{\"event\":\"%s\"", event);
    return strncmp(lines->at[i], start, strlen(start)) == 0;
}

/* The last thing that was refused, and where. */
static enum record_status status_now;
static uint64_t line_now;

static enum record_status status_of(const struct base_out *out)
{
    status_now = check(out->text, out->length, &line_now);
    return status_now;
}

/* Lines 0..i-1, then `line`, then i+1... */
static void replace_line(const struct lines *lines, int i, const char *line, struct base_out *out)
{
    base_out_clear(out);
    base_put_bytes(out, lines->text, (size_t)(lines->at[i] - lines->text));
    base_put(out, line);
    base_put_bytes(out, lines->at[i + 1], lines->length - (size_t)(lines->at[i + 1] - lines->text));
}

/* The line with the member's value (or the whole member, where value is NULL) replaced. */
static void mutate(const struct base_json *json, int member, const char *value, struct base_out *line)
{
    base_out_clear(line);
    base_put_char(line, '{');
    for (int m = 0, n = 0; m < json->members_n; m++) {
        if (m == member && !value)
            continue;
        if (n++)
            base_put_char(line, ',');
        base_put_char(line, '"');
        base_put_bytes(line, json->member[m].key.at, json->member[m].key.n);
        base_put(line, "\":");
        if (m == member)
            base_put(line, value);
        else
            base_put_bytes(line, json->member[m].value.at,
                           (size_t)(json->member[m].value.end - json->member[m].value.at));
    }
    base_put(line, "}\n");
}

/* A small game and the room to mutate it in. */
struct bench {
    struct base_out game, line, mutant;
    struct lines *lines;
};

static struct bench bench_new(int players, int mode, uint64_t seed)
{
    struct ff_edition edition = plain_edition();
    struct bench bench;
    bench.game = base_out_of(text_new(), TEXT_MAX);
    bench.line = base_out_of(text_new(), TEXT_MAX);
    bench.mutant = base_out_of(text_new(), TEXT_MAX);
    write_game(&edition, players, mode, seed, (struct player){.keen = true}, &bench.game);
    bench.lines = (struct lines *)malloc(sizeof *bench.lines);
    *bench.lines = cut(&bench.game);
    return bench;
}

static void bench_free(struct bench *bench)
{
    free(bench->game.text);
    free(bench->line.text);
    free(bench->mutant.text);
    free(bench->lines);
}

/* --------------------------------------------------------------------------------------------------- written games */

static void written_games_hold(void)
{
    struct ff_edition edition = plain_edition();
    struct base_out out = base_out_of(text_new(), TEXT_MAX);
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++)
            for (uint64_t seed = 1; seed <= 60; seed++) {
                base_out_clear(&out);
                write_game(&edition, players, mode, seed, (struct player){.keen = seed % 2}, &out);
                if (!CHECK(holds(&out)))
                    printf("  mode %d, players %d, seed %d\n", mode, players, (int)seed);
            }
    free(out.text);
}

/* Another edition, with every value that a record can carry. */
static struct ff_edition odd_edition(void)
{
    struct ff_edition edition = plain_edition();
    edition.steps_n = 6;
    for (uint8_t i = 0; i < 6; i++)
        edition.price[i] = i ? (uint8_t)(i - 1) : 0;
    edition.price_start = 2;
    edition.printed[0] = FF_WATER_GOOD;
    edition.printed[2] = FF_HOPS_GOOD;
    edition.round_limit = 40;
    edition.demand[0] = ff_goods_of(0, 7, 1);
    edition.demand[1] = ff_goods_of(0, 7, 1);
    edition.cost[FF_CRANE] = 1;
    ff_edition_seal(&edition);
    return edition;
}

static void other_editions_hold(void)
{
    struct ff_edition edition = odd_edition();
    struct base_out out = base_out_of(text_new(), TEXT_MAX);
    for (uint64_t seed = 1; seed <= 80; seed++) {
        base_out_clear(&out);
        write_game(&edition, 2 + (int)(seed % 4), (int)(seed / 4 % 2), seed, (struct player){.keen = seed % 3 > 0},
                   &out);
        CHECK(holds(&out));
    }
    CHECK(strstr(out.text,
                 "\"price_track\":[0,0,1,2,3,4],\"price_start\":2,\"printed\":[\"water\",\"barley\",\"hops\"],"
                 "\"round_limit\":40,\"demand_cards\":[[0,7,1],[0,7,1],") != NULL);
    free(out.text);
}

/* The first line of a game of that edition; what a reader makes of it has the edition's values. */
static void check_first_line(const struct ff_edition *edition, bool says_track, bool says_start)
{
    struct base_out out = base_out_of(text_new(), TEXT_MAX);
    write_game(edition, 3, FF_BASE, 4, (struct player){.keen = true}, &out);
    *strchr(out.text, '\n') = '\0';
    CHECK_EQ(strstr(out.text, "\"price_track\":") != NULL, says_track);
    CHECK_EQ(strstr(out.text, "\"price_start\":") != NULL, says_start);
    uint64_t line;
    check(out.text, strlen(out.text), &line);
    CHECK_EQ(reader.edition.steps_n, edition->steps_n);
    CHECK(memcmp(reader.edition.price, edition->price, edition->steps_n) == 0);
    CHECK_EQ(reader.edition.price_start, edition->price_start);
    free(out.text);
}

/* What a record leaves out is what the format says, [0,1,2,3] and 1, whatever the default edition has become. */
static void what_is_left_out_is_fixed(void)
{
    struct ff_edition plain = plain_edition(), other = default_edition();
    check_first_line(&plain, false, false);
    check_first_line(&other, true, other.price_start != 1);
    other = plain;
    other.price_start = 2;
    check_first_line(&other, false, true);
    for (uint8_t i = 0; i < FF_STEPS_MAX; i++)
        other.price[i] = i / 3;
    other.steps_n = FF_STEPS_MAX;
    other.price_start = 1;
    REQUIRE(ff_edition_seal(&other) == FF_EDITION_OK);
    check_first_line(&other, true, false);
}

static void arrival_order_has_no_effect(void)
{
    struct ff_edition edition = plain_edition();
    struct base_out a = base_out_of(text_new(), TEXT_MAX), b = base_out_of(text_new(), TEXT_MAX);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        base_out_clear(&a);
        base_out_clear(&b);
        write_game(&edition, 4, FF_EXPERT, seed, (struct player){.keen = true}, &a);
        write_game(&edition, 4, FF_EXPERT, seed, (struct player){.keen = true, .last_first = true}, &b);
        CHECK(a.length == b.length && memcmp(a.text, b.text, a.length) == 0);
    }
    free(a.text);
    free(b.text);
}

/* The keen player really uses what the mutations below are to be tried on. */
static void keen_games_use_every_card(void)
{
    struct bench bench = bench_new(3, FF_EXPERT, 5);
    CHECK(strstr(bench.game.text, "\"market\":{") != NULL);
    CHECK(strstr(bench.game.text, "\"office\":\"") != NULL);
    CHECK(strstr(bench.game.text, "\"trash\":[\"") != NULL);
    bool stored = false, extra = false;
    for (int i = 0; i < bench.lines->n; i++) {
        char line[512];
        snprintf(line, sizeof line, "%.*s", (int)line_length(bench.lines, i), bench.lines->at[i]);
        stored |= strstr(line, "\"store\":[") && !strstr(line, "\"store\":[0,0,0]");
        int quotes = 0;
        for (const char *c = line; *c; c++)
            quotes += *c == '"';
        extra |= line_is(bench.lines, i, "draw") && quotes > 14;
    }
    CHECK(stored);
    CHECK(extra);
    bench_free(&bench);
}

/* A game of the keen player as it was written once, with names that need escapes. A difference is a change of the
 * format or of the rules, and is to be looked at like code. */
static void golden_game_is_the_same(void)
{
    enum { SEED = 249 };
    struct bench bench = bench_new(3, FF_EXPERT, SEED);
    FILE *file = fopen("tests/golden/cards3.jsonl", "rb");
    REQUIRE(file != NULL);
    size_t n = fread(bench.mutant.text, 1, TEXT_MAX - 1, file);
    fclose(file);
    CHECK_EQ(n, bench.game.length);
    CHECK(memcmp(bench.mutant.text, bench.game.text, n) == 0);
    bench_free(&bench);
}

/* ------------------------------------------------------------------------------------------------------- mutations */

/* Values that are never of the right type for a known key, tried in turn. */
static const char *const ill_values[] = {"{}",          "true",  "-1",  "1.0",  "1e3",         "99999999999999999999",
                                         "[[[]]]",      "\"x\"", "[7]", "\"\"", "[\"hops9\"]", "[[1]]",
                                         "{\"from\":1}"};

/* Where an ill value happens to be allowed: free text, and values that only inform. */
static bool may_hold(const char *key, const char *value)
{
    if (strcmp(key, "seed") == 0)
        return value[0] == '"' || value[0] == '-' || value[0] == '9';
    return (strcmp(key, "edition") == 0 || strcmp(key, "date") == 0) && value[0] == '"';
}

static void key_name(const struct base_json *json, int member, char *name, size_t capacity)
{
    base_json_text_copy(&json->member[member].key, name, capacity);
}

static void try_ill_types(struct bench *bench, int i, const struct base_json *json, int member)
{
    char key[32], quoted[40];
    key_name(json, member, key, sizeof key);
    snprintf(quoted, sizeof quoted, "\"%s\"", key);
    for (size_t v = 0; v < sizeof ill_values / sizeof ill_values[0]; v++) {
        if (may_hold(key, ill_values[v]))
            continue;
        mutate(json, member, ill_values[v], &bench->line);
        replace_line(bench->lines, i, bench->line.text, &bench->mutant);
        bool good = CHECK_EQ(status_of(&bench->mutant), RECORD_WRONG) && CHECK_EQ(line_now, i + 1) &&
                    CHECK(strstr(reader.fault.text, quoted) != NULL);
        if (!good)
            printf("  key %s as %s: %s\n", key, ill_values[v], reader.fault.text);
    }
}

static bool is_optional(const char *key)
{
    return strcmp(key, "seed") == 0 || strcmp(key, "edition") == 0 || strcmp(key, "date") == 0;
}

static void try_missing(struct bench *bench, int i, const struct base_json *json, int member)
{
    char key[32], sentence[64];
    key_name(json, member, key, sizeof key);
    if (is_optional(key))
        return;
    mutate(json, member, NULL, &bench->line);
    replace_line(bench->lines, i, bench->line.text, &bench->mutant);
    snprintf(sentence, sizeof sentence, "\"%s\" is missing", key);
    CHECK_EQ(status_of(&bench->mutant), RECORD_WRONG);
    CHECK_EQ(line_now, i + 1);
    CHECK_STR(reader.fault.text, sentence);
    CHECK_STR(reader.fault.rule, "format");
}

/* The key twice, the second time with an escape in it. */
static void try_duplicate(struct bench *bench, int i, const struct base_json *json, int member)
{
    char key[32], twice[64];
    key_name(json, member, key, sizeof key);
    snprintf(twice, sizeof twice, "{\"\\u%04x%s\":null,", (unsigned char)key[0], key + 1);
    base_out_clear(&bench->line);
    base_put(&bench->line, twice);
    base_put_bytes(&bench->line, bench->lines->at[i] + 1, line_length(bench->lines, i) - 1);
    replace_line(bench->lines, i, bench->line.text, &bench->mutant);
    CHECK_EQ(status_of(&bench->mutant), RECORD_UNREADABLE);
    CHECK_EQ(line_now, i + 1);
    CHECK(strstr(reader.fault.text, "the same key twice") != NULL);
}

/* The n-th line of an event, or -1. */
static int find_line(const struct lines *lines, const char *event, int n)
{
    for (int i = 0; i < lines->n; i++)
        if (line_is(lines, i, event) && n-- == 0)
            return i;
    return -1;
}

static const char *const events[] = {"game", "keep10", "draw", "sell", "build", "discard", "round", "end"};
enum { EVENTS = sizeof events / sizeof events[0] };

typedef void try_member(struct bench *bench, int i, const struct base_json *json, int member);

/* Tries something on every key of three lines of every event. */
static void each_key(int mode, try_member *try)
{
    struct bench bench = bench_new(3, mode, 5);
    for (int event = 0; event < EVENTS; event++)
        for (int n = 0; n < 9; n += 4) {
            static struct base_json json;
            int i = find_line(bench.lines, events[event], n);
            if (i < 0)
                continue;
            base_json_read(&json, bench.lines->at[i], line_length(bench.lines, i));
            for (int member = 0; member < json.members_n; member++)
                try(&bench, i, &json, member);
        }
    bench_free(&bench);
}

static void missing_keys_are_refused(void)
{
    each_key(FF_EXPERT, try_missing);
    each_key(FF_BASE, try_missing);
}

static void ill_typed_keys_are_refused(void)
{
    each_key(FF_EXPERT, try_ill_types);
    each_key(FF_BASE, try_ill_types);
}

static void double_keys_are_refused(void) { each_key(FF_EXPERT, try_duplicate); }

/* Keys whose every number is decided by what came before, with the rule that decides it. */
static const struct {
    const char *event, *key, *rule;
} decided[] = {
    {"game", "format", "format"},      {"sell", "player", NULL},    {"sell", "income", "R5.4"},
    {"build", "player", NULL},         {"build", "cost", NULL},     {"discard", "player", NULL},
    {"round", "round", "R2.1"},        {"round", "prices", "R8.1"}, {"round", "coins", "R5.4"},
    {"round", "order", "R2.2"},        {"end", "winners", "R9.2"},  {"end", "coins", "R5.4"},
    {"round", "palace_price", "R6.5"},
};

/* Adds `by` to the n-th number in the value; false: there are no more. */
static bool shift_number(const struct base_json_cursor *value, int n, int by, struct base_out *out)
{
    base_out_clear(out);
    for (const char *at = value->at; at < value->end;) {
        if (*at < '0' || *at > '9') {
            base_put_char(out, *at++);
            continue;
        }
        long number = strtol(at, (char **)&at, 10);
        base_put_number(out, number + (n-- == 0 ? by : 0));
    }
    return n < 0;
}

static void try_numbers(struct bench *bench, int i, const char *key, const char *rule)
{
    static struct base_json json;
    struct base_out value = base_out_of((char[512]){0}, 512);
    base_json_read(&json, bench->lines->at[i], line_length(bench->lines, i));
    for (int member = 0; member < json.members_n; member++)
        for (int n = 0; base_json_text_is(&json.member[member].key, key); n++) {
            bool more = true;
            for (int by = -1; by <= 1 && more; by += 2) {
                more = shift_number(&json.member[member].value, n, by, &value);
                if (!more)
                    break;
                mutate(&json, member, value.text, &bench->line);
                replace_line(bench->lines, i, bench->line.text, &bench->mutant);
                bool good = CHECK_EQ(status_of(&bench->mutant), RECORD_WRONG) && CHECK_EQ(line_now, i + 1);
                if (good && rule)
                    CHECK_STR(reader.fault.rule, rule);
            }
            if (!more)
                break;
        }
}

static void numbers_off_by_one_are_refused(void)
{
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++) {
        struct bench bench = bench_new(4, mode, 11);
        for (size_t d = 0; d < sizeof decided / sizeof decided[0]; d++)
            for (int n = 0; n < 12; n++) {
                int i = find_line(bench.lines, decided[d].event, n);
                if (i >= 0)
                    try_numbers(&bench, i, decided[d].key, decided[d].rule);
            }
        bench_free(&bench);
    }
}

/* Copies a line with each `"name"` of a card changed into another, one at a time; the whole game must be refused,
 * sooner or later, and at this line where `here` is set. */
static void try_cards(struct bench *bench, int i, const char *key, bool here)
{
    const char *line = bench->lines->at[i], *end = bench->lines->at[i + 1], *at = strstr(line, key);
    for (at = at ? at + strlen(key) : end; at < end && *at != '\n'; at++) {
        struct base_json_text name = {at + 1, (uint32_t)strcspn(at + 1, "\""), false};
        if (*at != '"' || (name.n > 0 && !strchr("[,:", at[-1])))
            continue;
        if (at[name.n + 2] == ':')
            break; /* the next key */
        base_out_clear(&bench->line);
        base_put_bytes(&bench->line, line, (size_t)(at - line));
        base_put(&bench->line, name.n == 5 && memcmp(name.at, "crane", 5) == 0 ? "\"market\"" : "\"crane\"");
        base_put_bytes(&bench->line, name.at + name.n + 1, (size_t)(end - (name.at + name.n + 1)));
        replace_line(bench->lines, i, bench->line.text, &bench->mutant);
        CHECK(status_of(&bench->mutant) != RECORD_HOLDS);
        if (here)
            CHECK_EQ(line_now, i + 1);
        else
            CHECK(line_now >= (uint64_t)i + 1);
        at += name.n + 1;
    }
}

static void other_cards_are_refused(void)
{
    static const struct {
        const char *event, *key;
        bool here;
    } cards[] = {
        {"game", "\"decks\":", true},     {"keep10", "\"keep\":", true},   {"keep10", "\"bottom\":", true},
        {"draw", "\"cards\":", true},     {"build", "\"card\":", false},   {"discard", "\"keep\":", true},
        {"discard", "\"bottom\":", true}, {"discard", "\"trash\":", true}, {"round", "\"board\":", true},
    };
    struct bench bench = bench_new(3, FF_EXPERT, 5);
    for (size_t c = 0; c < sizeof cards / sizeof cards[0]; c++)
        for (int n = 0; n < 12; n++) {
            int i = find_line(bench.lines, cards[c].event, n);
            if (i >= 0)
                try_cards(&bench, i, cards[c].key, cards[c].here);
        }
    bench_free(&bench);
}

/* ------------------------------------------------------------------------------------------------- order of lines */

static bool both_are(const struct lines *lines, int i, const char *event)
{
    return line_is(lines, i, event) && line_is(lines, i + 1, event);
}

static void swap_lines(const struct bench *bench, int i, struct base_out *mutant)
{
    const struct lines *lines = bench->lines;
    base_out_clear(mutant);
    base_put_bytes(mutant, lines->text, (size_t)(lines->at[i] - lines->text));
    base_put_bytes(mutant, lines->at[i + 1], line_length(lines, i + 1));
    base_put_bytes(mutant, lines->at[i], line_length(lines, i));
    base_put_bytes(mutant, lines->at[i + 2], lines->length - (size_t)(lines->at[i + 2] - lines->text));
}

/* Two builds may be legal in either order: then both orders are other games, and both may hold. */
static void swapped_lines_are_refused(void)
{
    struct bench bench = bench_new(3, FF_EXPERT, 5);
    for (int i = 0; i + 1 < bench.lines->n; i++) {
        if (both_are(bench.lines, i, "build"))
            continue;
        swap_lines(&bench, i, &bench.mutant);
        if (both_are(bench.lines, i, "draw") || both_are(bench.lines, i, "keep10")) {
            CHECK_EQ(status_of(&bench.mutant), RECORD_HOLDS);
        } else {
            CHECK_EQ(status_of(&bench.mutant), RECORD_WRONG);
            CHECK(line_now == (uint64_t)i + 1 || line_now == (uint64_t)i + 2);
        }
    }
    bench_free(&bench);
}

static void repeated_lines_are_refused(void)
{
    struct bench bench = bench_new(3, FF_EXPERT, 5);
    for (int i = 0; i < bench.lines->n; i++) {
        base_out_clear(&bench.line);
        base_put_bytes(&bench.line, bench.lines->at[i], line_length(bench.lines, i));
        base_put_bytes(&bench.line, bench.lines->at[i], line_length(bench.lines, i));
        replace_line(bench.lines, i, bench.line.text, &bench.mutant);
        CHECK_EQ(status_of(&bench.mutant), RECORD_WRONG);
        CHECK_EQ(line_now, i + 2);
    }
    bench_free(&bench);
}

static void left_out_lines_are_refused(void)
{
    struct bench bench = bench_new(3, FF_EXPERT, 5);
    for (int i = 0; i < bench.lines->n; i++) {
        replace_line(bench.lines, i, "", &bench.mutant);
        CHECK_EQ(status_of(&bench.mutant), RECORD_WRONG);
        if (!line_is(bench.lines, i, "build") && i + 1 < bench.lines->n)
            CHECK(line_now <= (uint64_t)i + 4); /* a draw may be missed only when the others have drawn */
    }
    bench_free(&bench);
}

static void cut_off_games_are_refused(void)
{
    struct bench bench = bench_new(2, FF_EXPERT, 3);
    for (int i = 0; i < bench.lines->n; i++) {
        uint64_t line;
        size_t n = (size_t)(bench.lines->at[i] - bench.lines->text);
        CHECK_EQ(check(bench.lines->text, n, &line), RECORD_WRONG);
        CHECK_EQ(line, i);
        CHECK(strstr(reader.fault.text, i ? "the game is cut off" : "no game in the file") != NULL);
        CHECK_EQ(check(bench.lines->text, n + line_length(bench.lines, i) / 2, &line), RECORD_UNREADABLE);
        CHECK_EQ(line, i + 1);
    }
    bench_free(&bench);
}

/* ------------------------------------------------------------------------------------------------ what is allowed */

/* Every line: other key order, spaces, unknown keys, a CR, a blank line behind it. */
static void free_form_holds(void)
{
    static struct base_json json;
    struct bench bench = bench_new(3, FF_EXPERT, 5);
    base_out_clear(&bench.mutant);
    for (int i = 0; i < bench.lines->n; i++) {
        base_json_read(&json, bench.lines->at[i], line_length(bench.lines, i));
        base_put(&bench.mutant, " { \"x\" : {\"player\":[1.5e-3,true,\"\\ud83c\\udf7a\"]}");
        for (int m = json.members_n - 1; m >= 0; m--) {
            char key[32];
            key_name(&json, m, key, sizeof key);
            char first[8];
            snprintf(first, sizeof first, "\\u%04X", (unsigned char)key[0]);
            base_put(&bench.mutant, "\t, \"");
            base_put(&bench.mutant, first);
            base_put(&bench.mutant, key + 1);
            base_put(&bench.mutant, "\" :  ");
            const struct base_json_cursor *value = &json.member[m].value;
            base_put_bytes(&bench.mutant, value->at, (size_t)(value->end - value->at));
        }
        base_put(&bench.mutant, " }\r\n \t\r\n");
    }
    CHECK(holds(&bench.mutant));
    CHECK_EQ(reader.games, 1);
    bench_free(&bench);
}

/* The first line of the event that holds `from`, with the first `from` in it replaced. */
static bool edit(struct bench *bench, const char *event, const char *from, const char *to)
{
    for (int i = 0; i < bench->lines->n; i++) {
        const char *line = bench->lines->at[i], *end = bench->lines->at[i + 1], *at = strstr(line, from);
        if (!line_is(bench->lines, i, event) || !at || at >= end)
            continue;
        base_out_clear(&bench->line);
        base_put_bytes(&bench->line, line, (size_t)(at - line));
        base_put(&bench->line, to);
        base_put_bytes(&bench->line, at + strlen(from), (size_t)(end - at) - strlen(from));
        replace_line(bench->lines, i, bench->line.text, &bench->mutant);
        status_of(&bench->mutant);
        return line_now >= (uint64_t)i + 1;
    }
    return false;
}

static void edits_are_judged(void)
{
    static const struct {
        const char *event, *from, *to, *rule; /* rule NULL: holds */
    } edits[] = {
        {"game", "\"seed\":762", "\"seed\":\"a\"", NULL},
        {"game", "\"seed\":762", "\"seed\":1234567890123456789012", NULL},
        {"game", "\"seed\":762", "\"seed\":762,\"date\":\"2026-01-01\",\"edition\":\"x\"", NULL},
        {"game", "\"seed\":762", "\"bots\":[null,\"level2\",\"cmd:x\"]", NULL},
        {"game", "\"seed\":762", "\"bots\":[null,null,null]", NULL},
        {"game", "\"seed\":762", "\"bots\":[null,\"level2\"]", "format"},
        {"game", "\"seed\":762", "\"bots\":[null,null,null,null]", "format"},
        {"game", "\"seed\":762", "\"bots\":[null,2,null]", "format"},
        {"game", "\"seed\":762", "\"bots\":{}", "format"},
        {"game", "\"seed\":762", "\"bots\":null", "format"},
        {"game", "\"seed\":762", "\"round_limit\":100,\"price_track\":[0,1,2,3],\"price_start\":1", NULL},
        {"game", "\"seed\":762", "\"printed\":[\"hops\",\"barley\",\"water\"]", NULL},
        {"game", "\"seed\":762", "\"printed\":[\"hops\",\"hops\",\"water\"]", "format"},
        {"game", "\"seed\":762", "\"round_limit\":0", "R9.3"},
        {"game", "\"seed\":762", "\"round_limit\":1", "R9.1"},
        {"game", "\"seed\":762", "\"price_track\":[3,2,1,0]", "format"},
        {"game", "\"seed\":762", "\"price_start\":4", "format"},
        {"game", "\"seed\":762", "\"demand_cards\":[[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,3]]", "R1.1"},
        {"game", "\"crane\":5", "\"crane\":100", "format"},
        {"game", "\"crane\":5", "\"crane\":-1", "format"},
        {"game", "\"crane\":5,", "", "format"},
        {"game", "\"crane\":5", "\"crane\":5,\"palace1\":8", NULL},
        {"game", "\"crane\":5", "\"crane\":5,\"tower\":8", NULL},
        {"game", "\"Anna\"", "\"\"", NULL},
        {"game", "\"Anna\",", "", "format"},
        {"game", "\"Anna\"", "\"\\ud800\"", "format"},
        {"game", "\"expert\"", "\"experts\"", "R0.1"},
        {"game", "\"expert\"", "\"base\"", "R0.2"},
        {"game", "\"order\":[", "\"order\":[3,", "format"},
        {"sell", "\"office\":null", "\"office\":\"hops\"", "R5.4"},
        {"sell", "\"market\":null", "\"market\":{\"from\":\"hops\",\"to\":\"water\",\"count\":1}", "R5.5"},
        {"sell", "\"market\":{", "\"market\":{\"why\":{},", NULL},
        {"sell", "\"count\":", "\"count\":4", "R5.5"},
        {"sell", "\"count\":", "\"count\":-", "R5.5"},
        {"sell", "\"brewery\":0", "\"brewery\":3", "R1.1"},
        {"sell", "\"brewery\":0", "\"brewery\":null", "R5.1"},
        {"sell", "\"goods\":[0", "\"goods\":[16", "R5.1"},
        {"sell", "\"goods\":[0", "\"goods\":[4294967296", "R5.1"},
        {"build", "\"space\":", "\"space\":1", "R0.3"},
        {"build", "\"player\":", "\"player\":99", "R0.1"},
        {"discard", "\"store\":[0", "\"store\":[16", "R7.4"},
        {"discard", "\"trash\":[]", "\"trash\":[\"palace1\",\"palace2\",\"palace3\"]", "R7.1"},
        {"round", "[[", "[[[],", "format"},
        {"end", "\"reason\":\"palace\"", "\"reason\":\"round-limit\"", "R9.1"},
        {"end", "\"event\":\"end\"", "\"event\":\"ended\"", "format"},
    };
    struct bench bench = bench_new(3, FF_EXPERT, 762);
    for (size_t e = 0; e < sizeof edits / sizeof edits[0]; e++) {
        CHECK(edit(&bench, edits[e].event, edits[e].from, edits[e].to));
        bool as_wanted = edits[e].rule ? status_now != RECORD_HOLDS && strcmp(reader.fault.rule, edits[e].rule) == 0
                                       : status_now == RECORD_HOLDS;
        if (!CHECK(as_wanted))
            printf("  %s to %s: %s (%s)\n", edits[e].from, edits[e].to, reader.fault.text, reader.fault.rule);
    }
    bench_free(&bench);
}

/* Reverses the first list of at least two cards under the key in a line of the event, tells whether there was one. */
static bool reverse_list(struct bench *bench, const char *event, const char *key)
{
    for (int i = 0; i < bench->lines->n; i++) {
        const char *line = bench->lines->at[i], *end = bench->lines->at[i + 1], *open = strstr(line, key);
        if (!line_is(bench->lines, i, event) || !open || open >= end)
            continue;
        open += strlen(key);
        const char *close = strchr(open, ']'), *comma = strchr(open, ',');
        if (comma > close || strchr(comma + 1, ',') < close)
            continue; /* exactly two */
        base_out_clear(&bench->line);
        base_put_bytes(&bench->line, line, (size_t)(open - line));
        base_put_bytes(&bench->line, comma + 1, (size_t)(close - comma - 1));
        base_put_char(&bench->line, ',');
        base_put_bytes(&bench->line, open, (size_t)(comma - open));
        base_put_bytes(&bench->line, close, (size_t)(end - close));
        replace_line(bench->lines, i, bench->line.text, &bench->mutant);
        return true;
    }
    return false;
}

static void sets_have_no_order_but_the_deck_has(void)
{
    struct bench bench = bench_new(3, FF_EXPERT, 5);
    REQUIRE(reverse_list(&bench, "discard", "\"keep\":["));
    CHECK(holds(&bench.mutant));
    REQUIRE(reverse_list(&bench, "discard", "\"trash\":["));
    CHECK(holds(&bench.mutant));
    REQUIRE(reverse_list(&bench, "discard", "\"bottom\":["));
    CHECK_EQ(status_of(&bench.mutant), RECORD_WRONG);
    CHECK_STR(reader.fault.rule, "R3.1");
    bench_free(&bench);
}

static void several_games_in_a_file(void)
{
    struct bench bench = bench_new(2, FF_BASE, 3);
    base_out_clear(&bench.mutant);
    for (int i = 0; i < 3; i++)
        base_put_bytes(&bench.mutant, bench.game.text, bench.game.length);
    bench.mutant.length--; /* the last newline may be missing */
    CHECK(holds(&bench.mutant));
    CHECK_EQ(reader.games, 3);
    base_put(&bench.mutant, "\n{\"event\":\"end\"}");
    CHECK_EQ(status_of(&bench.mutant), RECORD_WRONG);
    bench_free(&bench);
}

/* ------------------------------------------------------------------------------------------------------------ JSON */

static enum base_json_status json_of(const char *text, size_t n)
{
    static struct base_json json;
    return base_json_read(&json, text, n);
}

static void json_is_strict(void)
{
    static const char *const good[] = {
        "{}",
        " {\"a\":[]} ",
        "{\"a\":-0,\"b\":0.5e+7}",
        "{\"\":\"\\u0000\\n\\/\"}",
        "{\"a\":{\"a\":{\"b\":[{\"a\":1}]}}}",
        "{\"a\":\"\\uD83C\\uDF7A\xf0\x9f\x8d\xba\"}",
        "{\"a\":[true,false,null]}",
    };
    static const char *const bad[] = {
        "",
        "{",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{\"a\":[1,]}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":1.}",
        "{\"a\":.5}",
        "{\"a\":1e}",
        "{\"a\":-}",
        "{\"a\":tru}",
        "{\"a\":NaN}",
        "{}{}",
        "{} x",
        "\xef\xbb\xbf{}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12\"}",
        "{\"a\":\"\\udc00\"}",
        "{\"a\":\"\\ud800\\ud800\"}",
        "{\"a\":\"\xff\"}",
        "{\"a\":\"\xc0\xaf\"}",
        "{\"a\":\"\xed\xa0\x80\"}",
        "{\"a\":\"\xf4\x90\x80\x80\"}",
        "{\"a\":\"\xe2\x82\"}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"a\":{\"b\":1,\"b\":2}}",
        "{\"a\":\"",
        "{\"a\":\"\\",
        "{\"a\":1]",
        "[1}",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (!CHECK_EQ(json_of(good[i], strlen(good[i])), BASE_JSON_OK))
            printf("  %s\n", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (!CHECK_EQ(json_of(bad[i], strlen(bad[i])), BASE_JSON_NOT_JSON))
            printf("  %s\n", bad[i]);
    CHECK_EQ(json_of("[1]", 3), BASE_JSON_NOT_OBJECT);
    CHECK_EQ(json_of(" 12", 3), BASE_JSON_NOT_OBJECT);
    CHECK_EQ(json_of("{\"a\":\"\0\"}", 9), BASE_JSON_NOT_JSON);
    CHECK_EQ(json_of("{}\0", 3), BASE_JSON_NOT_JSON);
}

static void json_depth_is_bounded(void)
{
    enum { DEEP = 100000 };
    char *text = (char *)malloc(DEEP);
    memset(text, '[', DEEP);
    CHECK_EQ(json_of(text, DEEP), BASE_JSON_NOT_JSON);
    memset(text, ']', DEEP);
    memset(text, '[', BASE_JSON_DEPTH_MAX);
    CHECK_EQ(json_of(text, 2 * BASE_JSON_DEPTH_MAX), BASE_JSON_NOT_OBJECT);
    free(text);
}

static void json_text_round_trips(void)
{
    static struct base_json json;
    const char *meaning = "a\"\\\x01\n\x1f/\xc3\xbc\xe2\x82\xac\xf0\x9f\x8d\xba";
    char buffer[200], copy[64];
    struct base_out out = base_out_of(buffer, sizeof buffer);
    struct base_json_text text;
    base_put(&out, "{\"t\":");
    base_json_put_text(&out, meaning);
    base_put_char(&out, '}');
    REQUIRE(base_json_read(&json, out.text, out.length) == BASE_JSON_OK);
    REQUIRE(base_json_take_text(&json.member[0].value, &text));
    base_json_text_copy(&text, copy, sizeof copy);
    CHECK_STR(copy, meaning);
    CHECK_EQ(base_json_text_copy(&text, copy, 9), 7); /* of the umlaut only half would fit */
    base_out_clear(&out);
    base_json_put_text(&out, "\xff");
    CHECK_STR(out.text, "\"\xef\xbf\xbd\"");
}

static void long_lines_are_unreadable(void)
{
    char *text = (char *)malloc(RECORD_LINE_MAX + 2);
    memset(text, ' ', RECORD_LINE_MAX + 2);
    record_reader_init(&reader);
    CHECK_EQ(record_read_line(&reader, text, RECORD_LINE_MAX), RECORD_HOLDS);
    CHECK_EQ(record_read_line(&reader, text, RECORD_LINE_MAX + 1), RECORD_UNREADABLE);
    free(text);
}

int main(void)
{
    TEST("json: strict in what it takes", json_is_strict);
    TEST("json: depth is bounded", json_depth_is_bounded);
    TEST("json: strings round-trip", json_text_round_trips);
    TEST("record: long lines are unreadable", long_lines_are_unreadable);
    TEST("record: a text without lines has no line number", nothing_has_no_line);
    TEST("record: games of every mode and player count hold", written_games_hold);
    TEST("record: games of another edition hold", other_editions_hold);
    TEST("R0.5 record: what is left out is what the format says", what_is_left_out_is_fixed);
    TEST("R2.3 record: the order in which players answer has no effect on the bytes", arrival_order_has_no_effect);
    TEST("record: the games tested use Market, Office, Warehouse, Scavenger and laboratories",
         keen_games_use_every_card);
    TEST("record: the golden game is the same to the byte", golden_game_is_the_same);
    TEST("record: a missing key is refused by name", missing_keys_are_refused);
    TEST("record: a key of another type is refused by name", ill_typed_keys_are_refused);
    TEST("record: a key twice is refused", double_keys_are_refused);
    TEST("R5.4 R6.4 R6.5 R8.1 R9.2 record: a number off by one is refused", numbers_off_by_one_are_refused);
    TEST("R3.1 R7.1 record: another card is refused", other_cards_are_refused);
    TEST("R2.1 R2.2 record: swapped lines are refused", swapped_lines_are_refused);
    TEST("R2.1 record: a line twice is refused", repeated_lines_are_refused);
    TEST("R2.1 record: a line left out is refused", left_out_lines_are_refused);
    TEST("record: a game that is cut off is refused", cut_off_games_are_refused);
    TEST("record: spaces, key order, unknown keys and escapes are free", free_form_holds);
    TEST("R0.1 R1.1 R5.1 R5.5 R7.4 R9.3 record: edits are judged", edits_are_judged);
    TEST("R7.2 record: what is kept has no order, what goes under the deck has", sets_have_no_order_but_the_deck_has);
    TEST("record: several games in a file", several_games_in_a_file);
    return test_end();
}
