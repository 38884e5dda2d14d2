/* replay.c - what a store holds of some tables, read and replayed without a server: replay STORE [RECORDS] <TABLE-IDS
 *
 * For each table id of standard input it loads the log, applies every entry and prints
 *
 *     table ID NUMBER PHASE ROUND WAITED    NUMBER entries, without a gap; PHASE is open, play or over; WAITED is a
 *                                           mask of the guests' seats that must decide
 *     play NUMBER SEAT MESSAGE              each turn of it, with the message's id (`-` for a bot)
 *     planned NUMBER SEAT                   each turn that was planned
 *     bad ID WHY                            instead, where an entry does not fit
 *
 * and appends the records of games that are over to the file RECORDS. The tests of crashes compare this with what
 * clients were told. Exit status: 0, 1 if a table is bad, 2 if the store can't be read. */
#include "engine/record/record.h"
#include "server/store/store.h"
#include "server/table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

struct reading {
    struct table *table;
    FILE *records;
    bool bad, read, answered;
};

static void print_play(const struct table_entry *entry)
{
    char seat[4], id[TABLE_MESSAGE_ID_MAX + 1];
    if (sscanf(entry->text, "turn %3s %32s", seat, id) == 2)
        printf("play %u %s %s\n", (unsigned)entry->number, seat, id);
    if (sscanf(entry->text, "planned %3s", seat) == 1)
        printf("planned %u %s\n", (unsigned)entry->number, seat);
}

static bool take(struct table *table, const struct table_entry *entry, struct base_error *error)
{
    if (!table_apply(table, entry, error))
        return false;
    print_play(entry);
    return true;
}

static void write_record(struct reading *reading)
{
    static char text[RECORD_GAME_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    if (reading->records && table_phase(reading->table) == TABLE_OVER && table_record(reading->table, &out))
        fwrite(text, 1, out.length, reading->records);
}

static void loaded(struct store_job *job)
{
    static const char *const phases[] = {"open", "play", "over"};
    struct reading *reading = job->owner;
    struct base_error error = {0};
    reading->answered = true;
    reading->read = job->status == STORE_DONE || job->status == STORE_NOT_FOUND;
    if (!reading->read) {
        fprintf(stderr, "%s: %s\n", job->table, job->fault);
        return;
    }
    for (size_t i = 0; i < job->entries_n; i++) {
        if (!take(reading->table, &job->entries[i], &error)) {
            printf("bad %s entry %u: %s\n", job->table, (unsigned)job->entries[i].number, error.message);
            reading->bad = true;
            return;
        }
    }
    enum table_phase phase = table_phase(reading->table);
    printf("table %s %u %s %d %u\n", job->table, (unsigned)table_last_number(reading->table), phases[phase],
           phase == TABLE_OPEN ? 0 : table_game(reading->table)->pub.round,
           phase == TABLE_PLAY ? table_guests_to_act(reading->table) : 0);
    write_record(reading);
}

static bool read_table(struct store *store, uv_loop_t *loop, const char *id, FILE *records, bool *bad)
{
    struct reading reading = {.table = table_new(id), .records = records};
    struct store_job job = {.op = STORE_LOAD, .done = loaded, .owner = &reading};
    snprintf(job.table, sizeof job.table, "%.16s", id);
    store_submit(store, &job);
    store_flush(store);
    while (!reading.answered)
        uv_run(loop, UV_RUN_ONCE);
    *bad |= reading.bad;
    table_free(reading.table);
    return reading.read;
}

static void closed(void *owner) { (void)owner; }

int main(int argc, char **argv)
{
    char fault[STORE_FAULT_SIZE], line[64];
    uv_loop_t loop;
    struct store_hooks hooks = {0};
    bool bad = false, read = true;
    if (argc < 2 || uv_loop_init(&loop) != 0)
        return 2;
    struct store *store = store_open(argv[1], &loop, &hooks, fault);
    FILE *records = argc > 2 ? fopen(argv[2], "w") : NULL;
    if (!store) {
        fprintf(stderr, "%s\n", fault);
        return 2;
    }
    while (read && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        read = read_table(store, &loop, line, records, &bad);
    }
    if (records)
        fclose(records);
    store_close(store, closed, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    return !read ? 2 : bad;
}
