/* retention.c - deletes old tables and guests and compacts logs, but not while the clock is in doubt; see app.h.
 *
 * The cleaner reads the heads of all tables in a loop, a page at a time. It deletes old tables and compacts the logs of
 * finished games. It compacts the log of a running game as soon as the log has grown by APP_COMPACT_ENTRIES, so that
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
 * never goes back. A process that starts takes over at once a clock that is at most APP_CLOCK_DOUBT_MS ahead. While
 * the two differ by more than APP_CLOCK_DOUBT_MS nothing is marked, deleted or made short for its age: either the
 * clock is wrong, or no server has run for long. The store's time catches up by itself, or an operator says that the
 * clock is right
 * (`admin clock accept`). */
#include "app_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const int64_t minute_ms = 60 * 1000, hour_ms = 3600 * 1000, day_ms = 24 * 3600 * 1000;

enum {
    RETENTION_GRACE_MS = APP_GRACE_D * 24 * 3600 * 1000, /* between a mark and what follows */
    RETENTION_INTERVAL_US =
        3600000,           /* one table goes, or is made short, in that time, and so does a guest: 1,000 an hour; */
    RETENTION_BURST = 100, /* with so many saved up */
};

struct cleaner {
    struct app *app;
    struct store_job job;
    bool busy;
    int64_t rested_ms;          /* since when it rests */
    char cursor[TABLE_ID_SIZE]; /* the last table that was looked at */
    char grown[TABLE_ID_SIZE];  /* a table whose log has grown; "": none */
    struct store_head page[STORE_LIST_MAX];
    size_t page_n, at;
    struct table_entry entry; /* that stands for many */
    char text[STORE_COMPACTED_MAX];
    int64_t time_ms;                    /* the store's, as this process takes it; 0: not yet looked at */
    int64_t stored_ms, looked_ms;       /* as it was read or written last, and when that was, by the steady clock */
    int doubt;                          /* the clock is ahead of it (1), behind it (-1), or agrees */
    struct token_bucket tables, guests; /* that may go */
};

struct cleaner *cleaner_new(struct app *app)
{
    struct cleaner *cleaner = calloc(1, sizeof *cleaner);
    if (cleaner)
        cleaner->app = app;
    return cleaner;
}

void cleaner_free(struct cleaner *cleaner) { free(cleaner); }

static void process_next_table(struct cleaner *cleaner);

static void prepare_job(struct cleaner *cleaner, enum store_op op, void (*done)(struct store_job *job))
{
    assert(!cleaner->busy);
    cleaner->busy = true;
    cleaner->job = (struct store_job){.op = op, .done = done, .owner = cleaner};
}

/* The cleaner whose job is done. Nobody else waits for it: what failed is tried again the next time round. */
static struct cleaner *finish_job(struct store_job *job)
{
    struct cleaner *cleaner = job->owner;
    app_job_done(cleaner->app, job);
    cleaner->busy = false;
    return cleaner;
}

static void start_waiting(struct cleaner *cleaner)
{
    cleaner->page_n = cleaner->at = 0;
    cleaner->rested_ms = cleaner->app->steady_ms;
}

static void log_table(struct cleaner *cleaner, const char *event, const char *table)
{
    struct base_out out = app_log_begin(cleaner->app, event, NULL);
    base_put(&out, " table=");
    base_put_bytes(&out, table, 6);
    app_log_end(cleaner->app, &out);
}

/* ------------------------------------------------------------------------------------------------------- short logs */

static void compact_done(struct store_job *job)
{
    struct cleaner *cleaner = finish_job(job);
    if (job->status == STORE_DONE) {
        cleaner->app->counts.logs_shortened++;
        log_table(cleaner, "shortened", job->table);
    }
    process_next_table(cleaner);
}

/* Writes the entry that stands for all that was loaded. A log that can't be read is left alone. */
static bool write_compacted_entry(struct cleaner *cleaner, const struct store_job *job)
{
    struct table *table = table_new(job->table);
    struct base_out out = base_out_of(cleaner->text, sizeof cleaner->text);
    struct base_error error;
    bool good = table && job->entries_n && table_replay(table, job->entries, job->entries_n, &error) &&
                table_compact_log(job->entries, job->entries_n, table_phase(table) == TABLE_OVER, &out);
    if (good)
        cleaner->entry = (struct table_entry){table_number(table), table_changed_ms(table), cleaner->text, out.length};
    table_free(table);
    return good;
}

static void compact_loaded(struct store_job *job)
{
    struct cleaner *cleaner = finish_job(job);
    char table[TABLE_ID_SIZE];
    memcpy(table, job->table, sizeof table);
    if (job->status != STORE_DONE || cleaner->app->stopping || !write_compacted_entry(cleaner, job)) {
        process_next_table(cleaner);
        return;
    }
    prepare_job(cleaner, STORE_COMPACT, compact_done);
    memcpy(cleaner->job.table, table, sizeof table);
    cleaner->job.append.entries = &cleaner->entry;
    cleaner->job.append.n = 1;
    app_submit(cleaner->app, &cleaner->job);
}

static void start_compaction(struct cleaner *cleaner, const char *table)
{
    prepare_job(cleaner, STORE_LOAD, compact_loaded);
    memcpy(cleaner->job.table, table, TABLE_ID_SIZE);
    app_submit(cleaner->app, &cleaner->job);
}

void app_compact_if_long(struct hosted_table *at)
{
    struct cleaner *cleaner = at->app->cleaner;
    if (table_number(at->table) < at->kept + APP_COMPACT_ENTRIES || *cleaner->grown)
        return;
    at->kept = table_number(at->table);
    memcpy(cleaner->grown, at->id, sizeof cleaner->grown);
}

/* ------------------------------------------------------------------------------------------------------- old tables */

static void delete_done(struct store_job *job)
{
    struct cleaner *cleaner = finish_job(job);
    if (job->status == STORE_DONE) {
        cleaner->app->counts.tables_forgotten++;
        log_table(cleaner, "forgotten", job->table);
    }
    process_next_table(cleaner);
}

static void delete_table(struct cleaner *cleaner, const struct store_head *head)
{
    prepare_job(cleaner, STORE_TABLE_DELETE, delete_done);
    memcpy(cleaner->job.table, head->table, sizeof head->table);
    cleaner->job.stand.number = head->number;
    cleaner->job.stand.marked_ms = head->marked_ms;
    app_submit(cleaner->app, &cleaner->job);
}

static void mark_done(struct store_job *job)
{
    struct cleaner *cleaner = finish_job(job);
    if (job->status == STORE_DONE) {
        cleaner->app->counts.tables_marked += job->stand.marked_ms != 0;
        log_table(cleaner, job->stand.marked_ms ? "marked" : "unmarked", job->table);
    }
    process_next_table(cleaner);
}

static void mark_table(struct cleaner *cleaner, const struct store_head *head, int64_t at_ms)
{
    prepare_job(cleaner, STORE_TABLE_MARK, mark_done);
    memcpy(cleaner->job.table, head->table, sizeof head->table);
    cleaner->job.stand.number = head->number;
    cleaner->job.stand.marked_ms = at_ms;
    app_submit(cleaner->app, &cleaner->job);
}

/* Since when something has been due of the table for its age; 0: nothing is. */
static int64_t retention_due_ms(const struct cleaner *cleaner, const struct store_head *head, bool *goes)
{
    const struct retention_policy *keep = &cleaner->app->config.retention;
    uint32_t days = head->phase == STORE_OPEN   ? keep->open_d
                    : head->phase == STORE_PLAY ? keep->unfinished_d
                                                : keep->games_d;
    int64_t whole_ms = head->changed_ms + days * day_ms, chat_ms = head->changed_ms + keep->chat_d * day_ms;
    *goes = days && whole_ms < cleaner->time_ms;
    if (*goes)
        return whole_ms;
    bool chat = head->phase == STORE_OVER && keep->chat_d && head->kept < head->number && chat_ms < cleaner->time_ms;
    return chat ? chat_ms : 0;
}

/* Does the next thing that is to be done about a table for its age. False: there is nothing. */
static bool apply_retention(struct cleaner *cleaner, const struct store_head *head)
{
    bool goes;
    int64_t since_ms = retention_due_ms(cleaner, head, &goes), time_ms = cleaner->time_ms;
    if (hosted_table_find(cleaner->app, head->table)) /* somebody looks at it */
        return false;
    bool is_marked = head->marked_ms && head->marked_ms >= since_ms && head->marked_ms <= time_ms;
    if (since_ms ? !is_marked : head->marked_ms != 0) {
        mark_table(cleaner, head, since_ms ? time_ms : 0);
        return true;
    }
    if (!since_ms || head->marked_ms + RETENTION_GRACE_MS > time_ms ||
        !token_bucket_take(&cleaner->tables, cleaner->app->steady_ms, RETENTION_INTERVAL_US, RETENTION_BURST))
        return false;
    if (goes)
        delete_table(cleaner, head);
    else
        start_compaction(cleaner, head->table);
    return true;
}

static bool log_is_long(const struct store_head *head)
{
    return head->kept < head->number && head->number - head->kept >= APP_COMPACT_ENTRIES;
}

/* ------------------------------------------------------------------------------------------------------- old guests */

static void log_guests(struct cleaner *cleaner, const char *event, uint64_t n)
{
    if (n == 0)
        return;
    struct base_out out = app_log_begin(cleaner->app, event, NULL);
    base_put(&out, " guests=");
    base_put_unsigned(&out, n);
    app_log_end(cleaner->app, &out);
}

static void delete_guests_done(struct store_job *job)
{
    struct cleaner *cleaner = finish_job(job);
    if (job->status == STORE_DONE) {
        cleaner->app->counts.guests_forgotten += job->count;
        log_guests(cleaner, "guests-forgotten", job->count);
    }
    start_waiting(cleaner);
}

static void mark_guests_done(struct store_job *job)
{
    struct cleaner *cleaner = finish_job(job);
    uint32_t n = 0;
    if (job->status == STORE_DONE) {
        cleaner->app->counts.guests_marked += job->count;
        log_guests(cleaner, "guests-marked", job->count);
    }
    while (n < STORE_LIST_MAX &&
           token_bucket_take(&cleaner->guests, cleaner->app->steady_ms, RETENTION_INTERVAL_US, RETENTION_BURST))
        n++;
    if (n == 0 || job->status != STORE_DONE) {
        start_waiting(cleaner);
        return;
    }
    prepare_job(cleaner, STORE_GUESTS_DELETE, delete_guests_done);
    cleaner->job.old.marked_ms = cleaner->time_ms - RETENTION_GRACE_MS;
    cleaner->job.old.most = n;
    app_submit(cleaner->app, &cleaner->job);
}

static void mark_old_guests(struct cleaner *cleaner)
{
    uint32_t days = cleaner->app->config.retention.guests_d;
    if (!days) {
        start_waiting(cleaner);
        return;
    }
    prepare_job(cleaner, STORE_GUESTS_MARK, mark_guests_done);
    cleaner->job.old.seen_ms = cleaner->time_ms - days * day_ms;
    cleaner->job.old.marked_ms = cleaner->time_ms;
    app_submit(cleaner->app, &cleaner->job);
}

/* ------------------------------------------------------------------------------------------------------------ pages */

static void list_page_done(struct store_job *job)
{
    struct cleaner *cleaner = finish_job(job);
    cleaner->at = 0;
    cleaner->page_n = job->status == STORE_DONE ? job->heads_n : 0;
    if (cleaner->page_n)
        memcpy(cleaner->page, job->heads, cleaner->page_n * sizeof *cleaner->page);
    memset(cleaner->cursor, 0, sizeof cleaner->cursor);
    if (cleaner->page_n == STORE_LIST_MAX)
        memcpy(cleaner->cursor, cleaner->page[cleaner->page_n - 1].table, sizeof cleaner->cursor);
    process_next_table(cleaner);
}

static void list_page(struct cleaner *cleaner)
{
    prepare_job(cleaner, STORE_LIST_ALL, list_page_done);
    memcpy(cleaner->job.table, cleaner->cursor, sizeof cleaner->cursor);
    app_submit(cleaner->app, &cleaner->job);
}

/* The next table of the page that something is to be done about; behind the last, the guests. */
static void process_next_table(struct cleaner *cleaner)
{
    struct app *app = cleaner->app;
    while (cleaner->at < cleaner->page_n && !app->stopping && !app->unusable) {
        const struct store_head *head = &cleaner->page[cleaner->at++];
        if (!table_id_is_valid(head->table, TABLE_ID_LENGTH))
            continue; /* the operators' orders */
        if (log_is_long(head)) {
            start_compaction(cleaner, head->table);
            return;
        }
        if (!cleaner->doubt && apply_retention(cleaner, head))
            return;
    }
    if (*cleaner->cursor || cleaner->doubt || app->stopping || app->unusable)
        start_waiting(cleaner);
    else
        mark_old_guests(cleaner);
}

/* ------------------------------------------------------------------------------------------------------ the time */

static void log_clock_doubt(struct cleaner *cleaner, int64_t clock_ms)
{
    struct base_out out = app_log_begin(cleaner->app, cleaner->doubt ? "clock-doubtful" : "clock-trusted", NULL);
    if (cleaner->doubt) {
        int64_t ms = clock_ms - cleaner->time_ms;
        base_put(&out, cleaner->doubt > 0 ? " ahead_h=" : " behind_h=");
        base_put_unsigned(&out, (unsigned)((ms < 0 ? -ms : ms) / hour_ms));
        base_put(&out, " why=");
        base_json_put_text(&out, "the clock is far from the time that the store knows: nothing is deleted for its age; "
                                 "if the clock is right: admin clock accept");
    }
    app_log_end(cleaner->app, &out);
}

/* What the store's time is now, as far as this process knows: it was `stored_ms` just now. */
static int64_t advance_store_time(const struct cleaner *cleaner, int64_t stored_ms, int64_t clock_ms)
{
    int64_t passed_ms = cleaner->app->steady_ms - cleaner->looked_ms, time_ms = stored_ms;
    if (!stored_ms)
        return clock_ms; /* a new store */
    if (!cleaner->time_ms && clock_ms - stored_ms <= APP_CLOCK_DOUBT_MS)
        time_ms = clock_ms;                                       /* no server ran for a while */
    else if (cleaner->time_ms && stored_ms == cleaner->stored_ms) /* nobody else has set it */
        time_ms = cleaner->time_ms + 2 * (passed_ms < hour_ms ? passed_ms : hour_ms);
    time_ms = time_ms < clock_ms ? time_ms : clock_ms;
    return time_ms > stored_ms ? time_ms : stored_ms;
}

static void list_page(struct cleaner *cleaner);

static void clock_set_done(struct store_job *job)
{
    struct cleaner *cleaner = finish_job(job);
    if (job->status == STORE_DONE)
        cleaner->stored_ms = job->clock_ms;
    list_page(cleaner);
}

static void clock_read_done(struct store_job *job)
{
    struct cleaner *cleaner = finish_job(job);
    struct app *app = cleaner->app;
    int64_t stored_ms = job->clock.last_ms;
    if (job->status != STORE_DONE || app->stopping) {
        start_waiting(cleaner);
        return;
    }
    app_set_time(app, job->clock.at_ms, stored_ms);
    int64_t clock_ms = job->clock.at_ms ? job->clock.at_ms : app->wall_ms, was = cleaner->doubt;
    cleaner->time_ms = advance_store_time(cleaner, stored_ms, clock_ms);
    cleaner->stored_ms = stored_ms;
    cleaner->looked_ms = app->steady_ms;
    int64_t ahead_ms = clock_ms - cleaner->time_ms;
    cleaner->doubt = ahead_ms > APP_CLOCK_DOUBT_MS ? 1 : ahead_ms < -APP_CLOCK_DOUBT_MS ? -1 : 0;
    app->counts.clock_ahead_s = ahead_ms / 1000;
    app->counts.keeps++;
    app->counts.keeps_refused += cleaner->doubt != 0;
    if (cleaner->doubt != was)
        log_clock_doubt(cleaner, clock_ms);
    if (stored_ms && cleaner->time_ms < stored_ms + 10 * minute_ms) {
        list_page(cleaner);
        return;
    }
    prepare_job(cleaner, STORE_CLOCK_SET, clock_set_done);
    cleaner->job.clock_ms = cleaner->time_ms;
    app_submit(app, &cleaner->job);
}

static void read_store_clock(struct cleaner *cleaner)
{
    prepare_job(cleaner, STORE_CLOCK, clock_read_done);
    app_submit(cleaner->app, &cleaner->job);
}

void cleaner_tick(struct app *app)
{
    struct cleaner *cleaner = app->cleaner;
    if (cleaner->busy || app->unusable)
        return;
    if (*cleaner->grown) {
        char table[TABLE_ID_SIZE];
        memcpy(table, cleaner->grown, sizeof table);
        memset(cleaner->grown, 0, sizeof cleaner->grown);
        start_compaction(cleaner, table);
    } else if (cleaner->rested_ms + CLEANER_MS <= app->steady_ms) {
        read_store_clock(cleaner);
    }
}
