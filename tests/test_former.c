/* test_former.c - tables from before two rules were corrected (record/former.h) are what they were, and go on.
 *
 * tests/golden/former/tables.log holds whole logs as the former program stored them, tables.jsonl the records that it
 * wrote of the same games. An entry is a line `TABLE NUMBER AT_MS BYTES` and so many bytes of text. */
#include "test.h"

#include "record/former.h"
#include "record/record.h"
#include "table/table.h"
#include "text/notation.h"

#include <stdlib.h>

enum { LOG_MAX = 1 << 16, ENTRIES_MAX = 1000 };

struct log {
    char table[TABLE_ID_SIZE];
    struct table_entry entry[ENTRIES_MAX];
    size_t n;
};

static char all[LOG_MAX], records[2 * LOG_MAX];
static size_t all_n;
static struct log logs[8];
static int logs_n;

static size_t read_file(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "rb");
    size_t n = file ? fread(text, 1, size - 1, file) : 0;
    if (file)
        fclose(file);
    text[n] = '\0';
    return n;
}

static struct log *log_of(const char *table)
{
    if (logs_n == 0 || strcmp(logs[logs_n - 1].table, table) != 0) {
        memcpy(logs[logs_n].table, table, TABLE_ID_SIZE);
        logs_n++;
    }
    return &logs[logs_n - 1];
}

static void read_logs(void)
{
    all_n = read_file("tests/golden/former/tables.log", all, sizeof all);
    CHECK(read_file("tests/golden/former/tables.jsonl", records, sizeof records) > 0);
    for (char *at = all; at < all + all_n;) {
        char table[TABLE_ID_SIZE];
        unsigned number;
        long long at_ms;
        size_t bytes;
        int head = 0;
        REQUIRE(sscanf(at, "%16s %u %lld %zu%n", table, &number, &at_ms, &bytes, &head) == 4);
        struct log *log = log_of(table);
        log->entry[log->n++] = (struct table_entry){number, at_ms, at + head + 1, bytes};
        at += (size_t)head + 1 + bytes + 1;
    }
    CHECK_EQ(logs_n, 3);
}

static bool is_former(const struct table_entry *entry) { return memcmp(entry->text, "play ", 5) == 0; }

/* The first n entries of a log. */
static struct table *loaded(const struct log *log, size_t n)
{
    struct table *table = table_new(log->table);
    struct base_error error = {0};
    for (size_t i = 0; i < n; i++)
        if (!CHECK(table_apply(table, &log->entry[i], &error))) {
            printf("  entry %zu: %s\n", i + 1, error.message);
            break;
        }
    return table;
}

static void tables_are_what_they_were(void)
{
    char *at = records;
    static char record[RECORD_GAME_MAX];
    for (int i = 0; i < logs_n; i++) {
        struct table *table = loaded(&logs[i], logs[i].n);
        struct base_out out = base_out_of(record, sizeof record);
        CHECK_EQ(table_phase(table), TABLE_OVER);
        REQUIRE(table_record(table, &out));
        CHECK(strncmp(at, record, out.length) == 0);
        at += out.length;
        table_free(table);
    }
    CHECK_EQ(*at, '\0');
}

/* Somebody decides at random. */
static bool play_one(struct table *table, struct ff_rng *rng, struct log *log, char *text)
{
    const struct ff_game *game = table_game(table);
    int seat = ff_lowest(game->pub.owe);
    ff_options options = ff_game_options(game, seat);
    int nth = (int)ff_rng_below(rng, (uint32_t)ff_popcount(options));
    char action[64], id[16];
    struct base_out words = base_out_of(action, sizeof action), out = base_out_of(text, 200);
    snprintf(id, sizeof id, "m%u", table_number(table));
    text_action(&words, ff_action_of(game->pub.stage, (unsigned)ff_option_nth(options, nth)));
    bool bot = table_seat(table, seat)->kind == TABLE_SEAT_BOT;
    struct table_answer answer =
        table_want_play(table, seat, table_number(table), bot ? NULL : id, action, words.length, &out);
    struct table_entry entry = {table_number(table) + 1, 2000000000000, text, out.length};
    struct base_error error;
    log->entry[log->n++] = entry;
    return CHECK_EQ(answer.verdict, TABLE_YES) && CHECK(!is_former(&entry)) &&
           CHECK(table_apply(table, &entry, &error));
}

/* Wherever the former program stopped, a table goes on by the rules of today, and its mixed log gives it again. */
static void tables_go_on(void)
{
    static struct log mixed;
    static char texts[ENTRIES_MAX][200];
    struct ff_rng rng = ff_rng_of(1);
    for (int i = 0; i < logs_n; i++)
        for (size_t n = 0; n < logs[i].n; n++) {
            if (!is_former(&logs[i].entry[n]))
                continue;
            struct table *table = loaded(&logs[i], n);
            mixed = logs[i];
            for (mixed.n = n; mixed.n < n + 12 && table_phase(table) == TABLE_PLAY;)
                if (!play_one(table, &rng, &mixed, texts[mixed.n - n]))
                    return;
            struct table *again = loaded(&mixed, mixed.n);
            CHECK_EQ(memcmp(table_game(table), table_game(again), sizeof(struct ff_game)), 0);
            table_free(again);
            table_free(table);
        }
}

/* The test is about something: the logs lack decisions, and do not hold as turns of today. */
static void logs_are_former(void)
{
    int lacking = 0;
    for (int i = 0; i < logs_n; i++)
        for (size_t n = 0; n < logs[i].n; n++) {
            struct table_entry entry = logs[i].entry[n];
            if (!is_former(&entry))
                continue;
            struct table *table = loaded(&logs[i], n), *former = loaded(&logs[i], n + 1);
            struct base_error error;
            char text[TABLE_ENTRY_MAX];
            memcpy(text, entry.text, entry.length);
            memcpy(text, "turn", 4);
            entry.text = text;
            bool held = table_apply(table, &entry, &error);
            lacking += !held || memcmp(table_game(table), table_game(former), sizeof(struct ff_game)) != 0;
            table_free(former);
            table_free(table);
        }
    CHECK(lacking >= 3);
}

int main(void)
{
    TEST("logs of the former program are read", read_logs);
    TEST("R5.2 R10.2a tables of the former program are what they were", tables_are_what_they_were);
    TEST("R5.2 R10.2a they go on by today's rules from wherever they stood", tables_go_on);
    TEST("R10.2a their logs lack decisions that are asked today", logs_are_former);
    return test_end();
}
