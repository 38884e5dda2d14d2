/* keep.c - what keeps a store from growing for ever; see hall.h.
 *
 * Again and again all tables are looked through, a page at a time, by what their heads tell: those that are old are
 * deleted, and the logs of games that are over become one entry. The log of a table that is played at is made short as
 * soon as it has grown by HALL_KEEP_ENTRIES, so that nobody who chats makes loading a table dear. One job is under way
 * at a time. Of several processes each does the same: what one has done the others find done.
 *
 *     RESTING --a while has passed--> LOOKING --a page--> each table that is old: FORGETTING
 *        ^                                                each log that is long:  LOADING -> KEEPING
 *        +-------- the end of the page; at the end of all pages the guests: FORGETTING GUESTS */
#include "hall_in.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const int64_t day_ms = 24 * 3600 * 1000;

struct hall_keeper {
    struct hall *hall;
    struct store_job job;
    bool busy;
    int64_t rested_ms;          /* since when it rests */
    char cursor[TABLE_ID_SIZE]; /* the last table that was looked at */
    char grown[TABLE_ID_SIZE];  /* a table whose log has grown; "": none */
    struct store_head page[STORE_LIST_MAX];
    size_t page_n, at;
    struct store_entry entry; /* that stands for many */
    char text[STORE_KEPT_MAX];
};

struct hall_keeper *hall_keeper_new(struct hall *hall)
{
    struct hall_keeper *keeper = calloc(1, sizeof *keeper);
    if (keeper)
        keeper->hall = hall;
    return keeper;
}

void hall_keeper_free(struct hall_keeper *keeper) { free(keeper); }

static void go_on(struct hall_keeper *keeper);

static void submit(struct hall_keeper *keeper, enum store_op op, void (*done)(struct store_job *job))
{
    assert(!keeper->busy);
    keeper->busy = true;
    keeper->job = (struct store_job){.op = op, .done = done, .owner = keeper};
}

/* The keeper whose job is done. Nobody else waits for it: what failed is tried again the next time round. */
static struct hall_keeper *keeper_of(struct store_job *job)
{
    struct hall_keeper *keeper = job->owner;
    hall_job_done(keeper->hall, job);
    keeper->busy = false;
    return keeper;
}

static void rest(struct hall_keeper *keeper)
{
    keeper->page_n = keeper->at = 0;
    keeper->rested_ms = keeper->hall->steady_ms;
}

/* ------------------------------------------------------------------------------------------------------- short logs */

static void kept(struct store_job *job)
{
    struct hall_keeper *keeper = keeper_of(job);
    keeper->hall->counts.logs_shortened += job->status == STORE_DONE;
    go_on(keeper);
}

static bool apply_all(struct table *table, const struct table_entry *entries, size_t n)
{
    struct base_error error;
    for (size_t i = 0; i < n; i++)
        if (!table_apply(table, &entries[i], &error))
            return false;
    return true;
}

/* Writes the entry that stands for all that was loaded. A log that can't be read is left alone. */
static bool draft_kept(struct hall_keeper *keeper, const struct store_job *job)
{
    struct table_entry *entries = calloc(job->entries_n + 1, sizeof *entries);
    struct table *table = table_new(job->table);
    struct base_out out = base_out_of(keeper->text, sizeof keeper->text);
    for (size_t i = 0; entries && i < job->entries_n; i++)
        entries[i] = (struct table_entry){job->entries[i].number, job->entries[i].at_ms, job->entries[i].text,
                                          job->entries[i].length};
    bool good = entries && table && job->entries_n && apply_all(table, entries, job->entries_n) &&
                table_keep(entries, job->entries_n, table_phase(table) == TABLE_OVER, &out);
    if (good)
        keeper->entry = (struct store_entry){table_number(table), table_changed_ms(table), keeper->text, out.length};
    table_free(table);
    free(entries);
    return good;
}

static void loaded(struct store_job *job)
{
    struct hall_keeper *keeper = keeper_of(job);
    char table[TABLE_ID_SIZE];
    memcpy(table, job->table, sizeof table);
    if (job->status != STORE_DONE || keeper->hall->stopping || !draft_kept(keeper, job)) {
        go_on(keeper);
        return;
    }
    submit(keeper, STORE_KEEP, kept);
    memcpy(keeper->job.table, table, sizeof table);
    keeper->job.entries = &keeper->entry;
    keeper->job.entries_n = 1;
    hall_submit(keeper->hall, &keeper->job);
}

static void make_short(struct hall_keeper *keeper, const char *table)
{
    submit(keeper, STORE_LOAD, loaded);
    memcpy(keeper->job.table, table, TABLE_ID_SIZE);
    hall_submit(keeper->hall, &keeper->job);
}

void hall_keep_short(struct hall_table *at)
{
    struct hall_keeper *keeper = at->hall->keeper;
    if (table_number(at->table) < at->kept + HALL_KEEP_ENTRIES || *keeper->grown)
        return;
    at->kept = table_number(at->table);
    memcpy(keeper->grown, at->id, sizeof keeper->grown);
}

/* ------------------------------------------------------------------------------------------------------- old tables */

static void forgotten(struct store_job *job)
{
    struct hall_keeper *keeper = keeper_of(job);
    if (job->status == STORE_DONE) {
        struct base_out out = hall_log_begin(keeper->hall, "forgotten", NULL);
        keeper->hall->counts.tables_forgotten++;
        base_put(&out, " table=");
        base_put_bytes(&out, job->table, 6);
        hall_log_end(keeper->hall, &out);
    }
    go_on(keeper);
}

static void forget(struct hall_keeper *keeper, const struct store_head *head)
{
    submit(keeper, STORE_FORGET, forgotten);
    memcpy(keeper->job.table, head->table, sizeof head->table);
    keeper->job.after = head->number;
    hall_submit(keeper->hall, &keeper->job);
}

static bool is_older(const struct hall *hall, int64_t at_ms, uint32_t days)
{
    return days && at_ms + days * day_ms < hall->now_ms;
}

/* Whether the table may go, which nobody looks at here. */
static bool is_old(const struct hall *hall, const struct store_head *head)
{
    const struct hall_retention *keep = &hall->config.retention;
    uint32_t days = head->phase == STORE_OPEN   ? keep->open_d
                    : head->phase == STORE_PLAY ? keep->unfinished_d
                                                : keep->games_d;
    return is_older(hall, head->changed_ms, days) && !hall_find((struct hall *)hall, head->table);
}

static bool is_long(const struct hall *hall, const struct store_head *head)
{
    bool over = head->phase == STORE_OVER && is_older(hall, head->changed_ms, hall->config.retention.chat_d);
    return head->kept < head->number && (over || head->number - head->kept >= HALL_KEEP_ENTRIES);
}

/* ------------------------------------------------------------------------------------------------------- old guests */

static void guests_forgotten(struct store_job *job)
{
    struct hall_keeper *keeper = keeper_of(job);
    if (job->status == STORE_DONE)
        keeper->hall->counts.guests_forgotten += job->count;
    rest(keeper);
}

static void forget_guests(struct hall_keeper *keeper)
{
    uint32_t days = keeper->hall->config.retention.guests_d;
    if (!days) {
        rest(keeper);
        return;
    }
    submit(keeper, STORE_GUESTS_FORGET, guests_forgotten);
    keeper->job.at_ms = keeper->hall->now_ms - days * day_ms;
    hall_submit(keeper->hall, &keeper->job);
}

/* ------------------------------------------------------------------------------------------------------------ pages */

static void looked(struct store_job *job)
{
    struct hall_keeper *keeper = keeper_of(job);
    keeper->at = 0;
    keeper->page_n = job->status == STORE_DONE ? job->heads_n : 0;
    if (keeper->page_n)
        memcpy(keeper->page, job->heads, keeper->page_n * sizeof *keeper->page);
    memset(keeper->cursor, 0, sizeof keeper->cursor);
    if (keeper->page_n == STORE_LIST_MAX)
        memcpy(keeper->cursor, keeper->page[keeper->page_n - 1].table, sizeof keeper->cursor);
    go_on(keeper);
}

static void look(struct hall_keeper *keeper)
{
    submit(keeper, STORE_LIST_ALL, looked);
    memcpy(keeper->job.table, keeper->cursor, sizeof keeper->cursor);
    hall_submit(keeper->hall, &keeper->job);
}

/* The next table of the page that something is to be done about; behind the last, the guests. */
static void go_on(struct hall_keeper *keeper)
{
    struct hall *hall = keeper->hall;
    while (keeper->at < keeper->page_n && !hall->stopping && !hall->unusable) {
        const struct store_head *head = &keeper->page[keeper->at++];
        if (!table_id_ok(head->table, TABLE_ID_LENGTH))
            continue; /* the operators' orders */
        if (is_old(hall, head)) {
            forget(keeper, head);
            return;
        }
        if (is_long(hall, head)) {
            make_short(keeper, head->table);
            return;
        }
    }
    if (*keeper->cursor || hall->stopping || hall->unusable)
        rest(keeper);
    else
        forget_guests(keeper);
}

void hall_keep_tick(struct hall *hall)
{
    struct hall_keeper *keeper = hall->keeper;
    if (keeper->busy || hall->unusable)
        return;
    if (*keeper->grown) {
        char table[TABLE_ID_SIZE];
        memcpy(table, keeper->grown, sizeof table);
        memset(keeper->grown, 0, sizeof keeper->grown);
        make_short(keeper, table);
    } else if (keeper->rested_ms + HALL_KEEP_MS <= hall->steady_ms) {
        look(keeper);
    }
}
