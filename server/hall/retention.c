/* retention.c - deletes old tables and guests and compacts logs, but not while the clock is in doubt; see hall.h.
 *
 * The cleaner reads the heads of all tables in a loop, a page at a time. It deletes old tables and compacts the logs of
 * finished games. It compacts the log of a running game as soon as the log has grown by HALL_COMPACT_ENTRIES, so that
 * chat cannot make a table slow to load. It has one job under way at a time. Every process on a store runs a cleaner;
 * a job that another process has already done finds nothing to do.
 *
 *     RESTING --a while has passed--> CLOCK --is trusted--> LOOKING --a page--> each table that is old: MARKING,
 *        ^                              |                                         and after RETENTION_GRACE_MS
 *        |                              | is not                                  DELETING or LOADING -> COMPACTING
 *        +------------------------------+---- the end of the page; at the end of all pages the guests: the same
 *
 * What is old is said by the store's time and not by this machine's clock. That time is a row in the store. It follows
 * the clock (the database's where there is one, else the machine's), but at most twice as fast as time passes, and it
 * never goes back. A process that starts takes over at once a clock that is at most HALL_CLOCK_DOUBT_MS ahead. While
 * the two differ by more than HALL_CLOCK_DOUBT_MS nothing is marked, deleted or made short for its age: either the
 * clock is wrong, or no server has run for long. The store's time catches up by itself, or an operator says that the
 * clock is right
 * (`admin clock accept`). */
#include "hall_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const int64_t minute_ms = 60 * 1000, hour_ms = 3600 * 1000, day_ms = 24 * 3600 * 1000;

enum {
    RETENTION_GRACE_MS = HALL_GRACE_D * 24 * 3600 * 1000, /* between a mark and what follows */
    RETENTION_INTERVAL_US =
        3600000,           /* one table goes, or is made short, in that time, and so does a guest: 1,000 an hour; */
    RETENTION_BURST = 100, /* with so many saved up */
};

struct hall_cleaner {
    struct hall *hall;
    struct store_job job;
    bool busy;
    int64_t rested_ms;          /* since when it rests */
    char cursor[TABLE_ID_SIZE]; /* the last table that was looked at */
    char grown[TABLE_ID_SIZE];  /* a table whose log has grown; "": none */
    struct store_head page[STORE_LIST_MAX];
    size_t page_n, at;
    struct table_entry entry; /* that stands for many */
    char text[STORE_COMPACTED_MAX];
    int64_t time_ms;                      /* the store's, as this process takes it; 0: not yet looked at */
    int64_t stored_ms, looked_ms;         /* as it was read or written last, and when that was, by the steady clock */
    int doubt;                            /* the clock is ahead of it (1), behind it (-1), or agrees */
    struct hall_allowance tables, guests; /* that may go */
};

struct hall_cleaner *hall_cleaner_new(struct hall *hall)
{
    struct hall_cleaner *keeper = calloc(1, sizeof *keeper);
    if (keeper)
        keeper->hall = hall;
    return keeper;
}

void hall_cleaner_free(struct hall_cleaner *keeper) { free(keeper); }

static void process_next_table(struct hall_cleaner *keeper);

static void prepare_job(struct hall_cleaner *keeper, enum store_op op, void (*done)(struct store_job *job))
{
    assert(!keeper->busy);
    keeper->busy = true;
    keeper->job = (struct store_job){.op = op, .done = done, .owner = keeper};
}

/* The keeper whose job is done. Nobody else waits for it: what failed is tried again the next time round. */
static struct hall_cleaner *finish_job(struct store_job *job)
{
    struct hall_cleaner *keeper = job->owner;
    hall_job_done(keeper->hall, job);
    keeper->busy = false;
    return keeper;
}

static void start_waiting(struct hall_cleaner *keeper)
{
    keeper->page_n = keeper->at = 0;
    keeper->rested_ms = keeper->hall->steady_ms;
}

static void log_table(struct hall_cleaner *keeper, const char *event, const char *table)
{
    struct base_out out = hall_log_begin(keeper->hall, event, NULL);
    base_put(&out, " table=");
    base_put_bytes(&out, table, 6);
    hall_log_end(keeper->hall, &out);
}

/* ------------------------------------------------------------------------------------------------------- short logs */

static void compact_done(struct store_job *job)
{
    struct hall_cleaner *keeper = finish_job(job);
    if (job->status == STORE_DONE) {
        keeper->hall->counts.logs_shortened++;
        log_table(keeper, "shortened", job->table);
    }
    process_next_table(keeper);
}

/* Writes the entry that stands for all that was loaded. A log that can't be read is left alone. */
static bool write_compacted_entry(struct hall_cleaner *keeper, const struct store_job *job)
{
    struct table *table = table_new(job->table);
    struct base_out out = base_out_of(keeper->text, sizeof keeper->text);
    struct base_error error;
    bool good = table && job->entries_n && table_replay(table, job->entries, job->entries_n, &error) &&
                table_compact_log(job->entries, job->entries_n, table_phase(table) == TABLE_OVER, &out);
    if (good)
        keeper->entry = (struct table_entry){table_number(table), table_changed_ms(table), keeper->text, out.length};
    table_free(table);
    return good;
}

static void compact_loaded(struct store_job *job)
{
    struct hall_cleaner *keeper = finish_job(job);
    char table[TABLE_ID_SIZE];
    memcpy(table, job->table, sizeof table);
    if (job->status != STORE_DONE || keeper->hall->stopping || !write_compacted_entry(keeper, job)) {
        process_next_table(keeper);
        return;
    }
    prepare_job(keeper, STORE_COMPACT, compact_done);
    memcpy(keeper->job.table, table, sizeof table);
    keeper->job.entries = &keeper->entry;
    keeper->job.entries_n = 1;
    hall_submit(keeper->hall, &keeper->job);
}

static void start_compaction(struct hall_cleaner *keeper, const char *table)
{
    prepare_job(keeper, STORE_LOAD, compact_loaded);
    memcpy(keeper->job.table, table, TABLE_ID_SIZE);
    hall_submit(keeper->hall, &keeper->job);
}

void hall_compact_if_long(struct hall_table *at)
{
    struct hall_cleaner *keeper = at->hall->keeper;
    if (table_number(at->table) < at->kept + HALL_COMPACT_ENTRIES || *keeper->grown)
        return;
    at->kept = table_number(at->table);
    memcpy(keeper->grown, at->id, sizeof keeper->grown);
}

/* ------------------------------------------------------------------------------------------------------- old tables */

static void delete_done(struct store_job *job)
{
    struct hall_cleaner *keeper = finish_job(job);
    if (job->status == STORE_DONE) {
        keeper->hall->counts.tables_forgotten++;
        log_table(keeper, "forgotten", job->table);
    }
    process_next_table(keeper);
}

static void delete_table(struct hall_cleaner *keeper, const struct store_head *head)
{
    prepare_job(keeper, STORE_TABLE_DELETE, delete_done);
    memcpy(keeper->job.table, head->table, sizeof head->table);
    keeper->job.after = head->number;
    keeper->job.at_ms = head->marked_ms;
    hall_submit(keeper->hall, &keeper->job);
}

static void mark_done(struct store_job *job)
{
    struct hall_cleaner *keeper = finish_job(job);
    if (job->status == STORE_DONE) {
        keeper->hall->counts.tables_marked += job->at_ms != 0;
        log_table(keeper, job->at_ms ? "marked" : "unmarked", job->table);
    }
    process_next_table(keeper);
}

static void mark_table(struct hall_cleaner *keeper, const struct store_head *head, int64_t at_ms)
{
    prepare_job(keeper, STORE_TABLE_MARK, mark_done);
    memcpy(keeper->job.table, head->table, sizeof head->table);
    keeper->job.after = head->number;
    keeper->job.at_ms = at_ms;
    hall_submit(keeper->hall, &keeper->job);
}

/* Since when something has been due of the table for its age; 0: nothing is. */
static int64_t retention_due_ms(const struct hall_cleaner *keeper, const struct store_head *head, bool *goes)
{
    const struct hall_retention *keep = &keeper->hall->config.retention;
    uint32_t days = head->phase == STORE_OPEN   ? keep->open_d
                    : head->phase == STORE_PLAY ? keep->unfinished_d
                                                : keep->games_d;
    int64_t whole_ms = head->changed_ms + days * day_ms, chat_ms = head->changed_ms + keep->chat_d * day_ms;
    *goes = days && whole_ms < keeper->time_ms;
    if (*goes)
        return whole_ms;
    bool chat = head->phase == STORE_OVER && keep->chat_d && head->kept < head->number && chat_ms < keeper->time_ms;
    return chat ? chat_ms : 0;
}

/* Does the next thing that is to be done about a table for its age. False: there is nothing. */
static bool apply_retention(struct hall_cleaner *keeper, const struct store_head *head)
{
    bool goes;
    int64_t since_ms = retention_due_ms(keeper, head, &goes), time_ms = keeper->time_ms;
    if (hall_find_table(keeper->hall, head->table)) /* somebody looks at it */
        return false;
    bool is_marked = head->marked_ms && head->marked_ms >= since_ms && head->marked_ms <= time_ms;
    if (since_ms ? !is_marked : head->marked_ms != 0) {
        mark_table(keeper, head, since_ms ? time_ms : 0);
        return true;
    }
    if (!since_ms || head->marked_ms + RETENTION_GRACE_MS > time_ms ||
        !hall_allowance_take(&keeper->tables, keeper->hall->steady_ms, RETENTION_INTERVAL_US, RETENTION_BURST))
        return false;
    if (goes)
        delete_table(keeper, head);
    else
        start_compaction(keeper, head->table);
    return true;
}

static bool log_is_long(const struct store_head *head)
{
    return head->kept < head->number && head->number - head->kept >= HALL_COMPACT_ENTRIES;
}

/* ------------------------------------------------------------------------------------------------------- old guests */

static void log_guests(struct hall_cleaner *keeper, const char *event, uint64_t n)
{
    if (n == 0)
        return;
    struct base_out out = hall_log_begin(keeper->hall, event, NULL);
    base_put(&out, " guests=");
    base_put_unsigned(&out, n);
    hall_log_end(keeper->hall, &out);
}

static void delete_guests_done(struct store_job *job)
{
    struct hall_cleaner *keeper = finish_job(job);
    if (job->status == STORE_DONE) {
        keeper->hall->counts.guests_forgotten += job->count;
        log_guests(keeper, "guests-forgotten", job->count);
    }
    start_waiting(keeper);
}

static void mark_guests_done(struct store_job *job)
{
    struct hall_cleaner *keeper = finish_job(job);
    uint32_t n = 0;
    if (job->status == STORE_DONE) {
        keeper->hall->counts.guests_marked += job->count;
        log_guests(keeper, "guests-marked", job->count);
    }
    while (n < STORE_LIST_MAX &&
           hall_allowance_take(&keeper->guests, keeper->hall->steady_ms, RETENTION_INTERVAL_US, RETENTION_BURST))
        n++;
    if (n == 0 || job->status != STORE_DONE) {
        start_waiting(keeper);
        return;
    }
    prepare_job(keeper, STORE_GUESTS_DELETE, delete_guests_done);
    keeper->job.at_ms = keeper->time_ms - RETENTION_GRACE_MS;
    keeper->job.after = n;
    hall_submit(keeper->hall, &keeper->job);
}

static void mark_old_guests(struct hall_cleaner *keeper)
{
    uint32_t days = keeper->hall->config.retention.guests_d;
    if (!days) {
        start_waiting(keeper);
        return;
    }
    prepare_job(keeper, STORE_GUESTS_MARK, mark_guests_done);
    keeper->job.from_ms = keeper->time_ms - days * day_ms;
    keeper->job.at_ms = keeper->time_ms;
    hall_submit(keeper->hall, &keeper->job);
}

/* ------------------------------------------------------------------------------------------------------------ pages */

static void list_page_done(struct store_job *job)
{
    struct hall_cleaner *keeper = finish_job(job);
    keeper->at = 0;
    keeper->page_n = job->status == STORE_DONE ? job->heads_n : 0;
    if (keeper->page_n)
        memcpy(keeper->page, job->heads, keeper->page_n * sizeof *keeper->page);
    memset(keeper->cursor, 0, sizeof keeper->cursor);
    if (keeper->page_n == STORE_LIST_MAX)
        memcpy(keeper->cursor, keeper->page[keeper->page_n - 1].table, sizeof keeper->cursor);
    process_next_table(keeper);
}

static void list_page(struct hall_cleaner *keeper)
{
    prepare_job(keeper, STORE_LIST_ALL, list_page_done);
    memcpy(keeper->job.table, keeper->cursor, sizeof keeper->cursor);
    hall_submit(keeper->hall, &keeper->job);
}

/* The next table of the page that something is to be done about; behind the last, the guests. */
static void process_next_table(struct hall_cleaner *keeper)
{
    struct hall *hall = keeper->hall;
    while (keeper->at < keeper->page_n && !hall->stopping && !hall->unusable) {
        const struct store_head *head = &keeper->page[keeper->at++];
        if (!table_id_is_valid(head->table, TABLE_ID_LENGTH))
            continue; /* the operators' orders */
        if (log_is_long(head)) {
            start_compaction(keeper, head->table);
            return;
        }
        if (!keeper->doubt && apply_retention(keeper, head))
            return;
    }
    if (*keeper->cursor || keeper->doubt || hall->stopping || hall->unusable)
        start_waiting(keeper);
    else
        mark_old_guests(keeper);
}

/* ------------------------------------------------------------------------------------------------------ the time */

static void log_clock_doubt(struct hall_cleaner *keeper, int64_t clock_ms)
{
    struct base_out out = hall_log_begin(keeper->hall, keeper->doubt ? "clock-doubtful" : "clock-trusted", NULL);
    if (keeper->doubt) {
        int64_t ms = clock_ms - keeper->time_ms;
        base_put(&out, keeper->doubt > 0 ? " ahead_h=" : " behind_h=");
        base_put_unsigned(&out, (unsigned)((ms < 0 ? -ms : ms) / hour_ms));
        base_put(&out, " why=");
        base_json_put_text(&out, "the clock is far from the time that the store knows: nothing is deleted for its age; "
                                 "if the clock is right: admin clock accept");
    }
    hall_log_end(keeper->hall, &out);
}

/* What the store's time is now, as far as this process knows: it was `stored_ms` just now. */
static int64_t advance_store_time(const struct hall_cleaner *keeper, int64_t stored_ms, int64_t clock_ms)
{
    int64_t passed_ms = keeper->hall->steady_ms - keeper->looked_ms, time_ms = stored_ms;
    if (!stored_ms)
        return clock_ms; /* a new store */
    if (!keeper->time_ms && clock_ms - stored_ms <= HALL_CLOCK_DOUBT_MS)
        time_ms = clock_ms;                                     /* no server ran for a while */
    else if (keeper->time_ms && stored_ms == keeper->stored_ms) /* nobody else has set it */
        time_ms = keeper->time_ms + 2 * (passed_ms < hour_ms ? passed_ms : hour_ms);
    time_ms = time_ms < clock_ms ? time_ms : clock_ms;
    return time_ms > stored_ms ? time_ms : stored_ms;
}

static void list_page(struct hall_cleaner *keeper);

static void clock_set_done(struct store_job *job)
{
    struct hall_cleaner *keeper = finish_job(job);
    if (job->status == STORE_DONE)
        keeper->stored_ms = job->at_ms;
    list_page(keeper);
}

static void clock_read_done(struct store_job *job)
{
    struct hall_cleaner *keeper = finish_job(job);
    struct hall *hall = keeper->hall;
    int64_t stored_ms = job->from_ms;
    if (job->status != STORE_DONE || hall->stopping) {
        start_waiting(keeper);
        return;
    }
    hall_set_time(hall, job->at_ms, stored_ms);
    int64_t clock_ms = job->at_ms ? job->at_ms : hall->wall_ms, was = keeper->doubt;
    keeper->time_ms = advance_store_time(keeper, stored_ms, clock_ms);
    keeper->stored_ms = stored_ms;
    keeper->looked_ms = hall->steady_ms;
    int64_t ahead_ms = clock_ms - keeper->time_ms;
    keeper->doubt = ahead_ms > HALL_CLOCK_DOUBT_MS ? 1 : ahead_ms < -HALL_CLOCK_DOUBT_MS ? -1 : 0;
    hall->counts.clock_ahead_s = ahead_ms / 1000;
    hall->counts.keeps++;
    hall->counts.keeps_refused += keeper->doubt != 0;
    if (keeper->doubt != was)
        log_clock_doubt(keeper, clock_ms);
    if (stored_ms && keeper->time_ms < stored_ms + 10 * minute_ms) {
        list_page(keeper);
        return;
    }
    prepare_job(keeper, STORE_CLOCK_SET, clock_set_done);
    keeper->job.at_ms = keeper->time_ms;
    hall_submit(hall, &keeper->job);
}

static void read_store_clock(struct hall_cleaner *keeper)
{
    prepare_job(keeper, STORE_CLOCK, clock_read_done);
    hall_submit(keeper->hall, &keeper->job);
}

void hall_cleaner_tick(struct hall *hall)
{
    struct hall_cleaner *keeper = hall->keeper;
    if (keeper->busy || hall->unusable)
        return;
    if (*keeper->grown) {
        char table[TABLE_ID_SIZE];
        memcpy(table, keeper->grown, sizeof table);
        memset(keeper->grown, 0, sizeof keeper->grown);
        start_compaction(keeper, table);
    } else if (keeper->rested_ms + HALL_CLEANER_MS <= hall->steady_ms) {
        read_store_clock(keeper);
    }
}
