/* retention.c - deletes old tables and guests and compacts logs, unless the clock is in doubt; see app.h.
 *
 * The cleaner reads the heads of all tables in a loop, a page at a time. It deletes old tables and compacts the logs of
 * finished games. It also compacts the log of a running game that has grown by APP_COMPACT_ENTRIES, so that chat cannot
 * make a table slow to load. Only one job is pending at a time. Every process that uses the store runs a cleaner. A job
 * that another process has already done has no effect.
 *
 *     WAITING --CLEANER_MS--> reads the clock --trusted--> lists a page --> for each old table: MARK, and after
 *        ^                          |                                       RETENTION_GRACE_MS DELETE or LOAD, COMPACT
 *        |                          | in doubt
 *        +--------------------------+---- after the page (after the last page, guests are marked and deleted too)
 *
 * Age is measured by the store's time, which is a row in the store, and not by this machine's clock. The store's time
 * follows the clock (that of the database server if it has one, otherwise this machine's). It never goes back, and
 * advances at most at double speed, except that a process that starts adopts a clock that is at most APP_CLOCK_DOUBT_MS
 * ahead. A larger difference means that the clock is wrong or that no server has run for a long time. Meanwhile nothing
 * is marked, deleted or compacted because of its age. The store's time catches up by itself, or an operator accepts the
 * clock (`admin clock accept`). */
#include "app_internal.h"

#include <stdlib.h>
#include <string.h>

static const int64_t minute_ms = 60 * 1000, hour_ms = 3600 * 1000, day_ms = 24 * 3600 * 1000;
static const int64_t RETENTION_GRACE_MS = RETENTION_GRACE_D * INT64_C(24) * 3600 * 1000;
static const struct rate removals = RATE_PER_HOUR(1000, 100); /* limits how fast tables, and guests, are removed */

const struct retention_policy retention_policy_default = {
    .open_d = 14,
    .unfinished_d = 90,
    .chat_d = 30,
    .games_d = 1095,
    .guests_d = 90,
};

struct cleaner {
    struct app *app;
    struct store_job job;
    struct store_value value;     /* value of the job's statement */
    bool busy;                    /* the job is pending */
    int64_t waiting_ms;           /* when the current wait began */
    char cursor[TABLE_ID_SIZE];   /* last table of the page; "": the page is the last one */
    char long_log[TABLE_ID_SIZE]; /* table whose log must be compacted; "": none */
    struct store_head page[STORE_LIST_MAX];
    size_t page_n, at;
    struct table_entry compacted;       /* the compacted entry that replaces a log */
    struct base_out text;               /* buffer for the text of `compacted` */
    int64_t time_ms;                    /* the store's time as computed by this process; 0: unknown */
    int64_t stored_ms, read_ms;         /* the stored time as last read or written, and when that was (steady clock) */
    int doubt;                          /* 1: the clock is too far ahead of the store's time; -1: behind; 0: trusted */
    struct token_bucket tables, guests; /* limits for removing tables and guests */
};

struct cleaner *cleaner_new(struct app *app)
{
    struct cleaner *cleaner = calloc(1, sizeof *cleaner);
    if (!cleaner)
        return NULL;
    cleaner->app = app;
    cleaner->text = base_out_growing(realloc, STORE_COMPACTED_MAX);
    return cleaner;
}

void cleaner_free(struct cleaner *cleaner)
{
    if (cleaner)
        free(cleaner->text.heap);
    free(cleaner);
}

static void process_next_table(struct cleaner *cleaner);

static struct store_job *prepare_job(struct cleaner *cleaner, enum store_op op, void (*done)(struct store_job *job))
{
    assert(!cleaner->busy);
    cleaner->busy = true;
    cleaner->job = (struct store_job){.op = op, .done = done, .owner = cleaner};
    return &cleaner->job;
}

/* Prepares a job that changes a table only if it is still as in `head`. */
static struct store_job *prepare_table_job(struct cleaner *cleaner, enum store_op op,
                                           void (*done)(struct store_job *job), const struct store_head *head)
{
    struct store_job *job = prepare_job(cleaner, op, done);
    memcpy(job->table, head->table, sizeof head->table);
    job->stand.number = head->number;
    return job;
}

/* Returns the cleaner to which a finished job belongs. Failed jobs are repeated in the next pass. */
static struct cleaner *finish_job(struct store_job *job)
{
    struct cleaner *cleaner = job->owner;
    app_note_job_done(cleaner->app, job);
    cleaner->busy = false;
    return cleaner;
}

static void start_waiting(struct cleaner *cleaner)
{
    cleaner->page_n = cleaner->at = 0;
    cleaner->waiting_ms = cleaner->app->steady_ms;
}

/* Counts and logs the change of a table, and continues with the next table. */
static void table_changed(struct store_job *job)
{
    struct cleaner *cleaner = finish_job(job);
    struct app_counts *counts = &cleaner->app->counts;
    const char *event = job->op == STORE_COMPACT        ? "shortened"
                        : job->op == STORE_TABLE_DELETE ? "forgotten"
                        : job->stand.marked_ms          ? "marked"
                                                        : "unmarked";
    if (job->status == STORE_DONE) {
        counts->logs_shortened += job->op == STORE_COMPACT;
        counts->tables_forgotten += job->op == STORE_TABLE_DELETE;
        counts->tables_marked += job->op == STORE_TABLE_MARK && job->stand.marked_ms;
        struct base_out out = app_log_begin(cleaner->app, event, NULL);
        app_log_put_table(&out, job->table);
        app_log_end(cleaner->app, &out);
    }
    process_next_table(cleaner);
}

/* ------------------------------------------------------------------------------------------------------- compaction */

/* Writes the compacted entry that replaces all loaded entries. Returns false if the log is unreadable. */
static bool write_compacted_entry(struct cleaner *cleaner, const struct store_job *job)
{
    struct table *table = table_new(job->table);
    struct base_error error;
    base_out_clear(&cleaner->text);
    bool good = table && job->entries_n && table_replay(table, job->entries, job->entries_n, &error) &&
                table_compact_log(job->entries, job->entries_n, table_phase(table) == TABLE_OVER, &cleaner->text);
    if (good)
        cleaner->compacted = (struct table_entry){table_last_number(table), table_changed_ms(table), cleaner->text.text,
                                                  cleaner->text.length};
    table_free(table);
    return good;
}

static void log_loaded(struct store_job *job)
{
    struct cleaner *cleaner = finish_job(job);
    struct store_head head = {0};
    memcpy(head.table, job->table, sizeof head.table);
    if (job->status != STORE_DONE || cleaner->app->stopping || !write_compacted_entry(cleaner, job)) {
        process_next_table(cleaner);
        return;
    }
    prepare_table_job(cleaner, STORE_COMPACT, table_changed, &head);
    cleaner->job.append.entries = &cleaner->compacted;
    cleaner->job.append.n = 1;
    app_submit(cleaner->app, &cleaner->job);
}

static void start_compaction(struct cleaner *cleaner, const char *table)
{
    struct store_job *job = prepare_job(cleaner, STORE_LOAD, log_loaded);
    memcpy(job->table, table, TABLE_ID_SIZE);
    app_submit(cleaner->app, job);
}

void cleaner_compact_if_long(struct hosted_table *at)
{
    struct cleaner *cleaner = at->app->cleaner;
    if (table_last_number(at->table) < at->compacted + APP_COMPACT_ENTRIES || *cleaner->long_log)
        return;
    at->compacted = table_last_number(at->table);
    memcpy(cleaner->long_log, at->id, sizeof cleaner->long_log);
}

static bool log_is_long(const struct store_head *head)
{
    return head->kept < head->number && head->number - head->kept >= APP_COMPACT_ENTRIES;
}

/* ------------------------------------------------------------------------------------------------------- old tables */

/* Returns since when the table has been due for deletion or compaction, or 0 if it is not due. */
static int64_t retention_due_ms(const struct cleaner *cleaner, const struct store_head *head, bool *is_deletion)
{
    const struct retention_policy *policy = &cleaner->app->config.retention;
    uint32_t days = head->phase == STORE_OPEN   ? policy->open_d
                    : head->phase == STORE_PLAY ? policy->unfinished_d
                                                : policy->games_d;
    int64_t deletion_ms = head->changed_ms + days * day_ms, chat_ms = head->changed_ms + policy->chat_d * day_ms;
    *is_deletion = days && deletion_ms < cleaner->time_ms;
    if (*is_deletion)
        return deletion_ms;
    bool chat = head->phase == STORE_OVER && policy->chat_d && head->kept < head->number && chat_ms < cleaner->time_ms;
    return chat ? chat_ms : 0;
}

/* Performs the next retention step for a table: marks it, unmarks it, compacts its log or deletes it. Returns false if
 * there is nothing to do. */
static bool apply_retention(struct cleaner *cleaner, const struct store_head *head)
{
    bool is_deletion;
    int64_t since_ms = retention_due_ms(cleaner, head, &is_deletion), time_ms = cleaner->time_ms;
    if (hosted_table_find(cleaner->app, head->table)) /* the table is in use */
        return false;
    bool is_marked = head->marked_ms && head->marked_ms >= since_ms && head->marked_ms <= time_ms;
    if (since_ms ? !is_marked : head->marked_ms != 0) {
        prepare_table_job(cleaner, STORE_TABLE_MARK, table_changed, head)->stand.marked_ms = since_ms ? time_ms : 0;
        app_submit(cleaner->app, &cleaner->job);
        return true;
    }
    if (!since_ms || head->marked_ms + RETENTION_GRACE_MS > time_ms ||
        !token_bucket_take(&cleaner->tables, cleaner->app->steady_ms, &removals))
        return false;
    if (!is_deletion) {
        start_compaction(cleaner, head->table);
        return true;
    }
    prepare_table_job(cleaner, STORE_TABLE_DELETE, table_changed, head)->stand.marked_ms = head->marked_ms;
    app_submit(cleaner->app, &cleaner->job);
    return true;
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

static void guests_deleted(struct store_job *job)
{
    struct cleaner *cleaner = finish_job(job);
    if (job->status == STORE_DONE) {
        cleaner->app->counts.guests_forgotten += (int64_t)job->count;
        log_guests(cleaner, "guests-forgotten", job->count);
    }
    start_waiting(cleaner);
}

static void guests_marked(struct store_job *job)
{
    struct cleaner *cleaner = finish_job(job);
    uint32_t n = 0;
    if (job->status == STORE_DONE) {
        cleaner->app->counts.guests_marked += (int64_t)job->count;
        log_guests(cleaner, "guests-marked", job->count);
    }
    while (n < STORE_LIST_MAX && token_bucket_take(&cleaner->guests, cleaner->app->steady_ms, &removals))
        n++;
    if (n == 0 || job->status != STORE_DONE) {
        start_waiting(cleaner);
        return;
    }
    prepare_job(cleaner, STORE_GUESTS_DELETE, guests_deleted);
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
    prepare_job(cleaner, STORE_GUESTS_MARK, guests_marked);
    cleaner->job.old.seen_ms = cleaner->time_ms - days * day_ms;
    cleaner->job.old.marked_ms = cleaner->time_ms;
    app_submit(cleaner->app, &cleaner->job);
}

static void secrets_expired(struct store_job *job) { mark_old_guests(finish_job(job)); }

static void expire_secrets(struct cleaner *cleaner)
{
    prepare_job(cleaner, STORE_SECRETS_EXPIRE, secrets_expired);
    cleaner->value = store_number(cleaner->app->now_ms);
    cleaner->job.values = &cleaner->value;
    cleaner->job.values_n = 1;
    app_submit(cleaner->app, &cleaner->job);
}

/* ------------------------------------------------------------------------------------------------------------ pages */

static void page_listed(struct store_job *job)
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
    struct store_job *job = prepare_job(cleaner, STORE_LIST_ALL, page_listed);
    memcpy(job->table, cleaner->cursor, sizeof cleaner->cursor);
    app_submit(cleaner->app, job);
}

/* Finds the next table of the current page that needs a job, and starts the job. After the last page, continues with
 * secrets and guests. */
static void process_next_table(struct cleaner *cleaner)
{
    struct app *app = cleaner->app;
    while (cleaner->at < cleaner->page_n && !app->stopping && !app->unusable) {
        const struct store_head *head = &cleaner->page[cleaner->at++];
        if (!table_id_is_valid(head->table, TABLE_ID_LENGTH)) /* skips the log of the operators' orders */
            continue;
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
        expire_secrets(cleaner);
}

/* -------------------------------------------------------------------------------------------------------- the clock */

static void log_clock_doubt(struct cleaner *cleaner, int64_t clock_ms)
{
    struct base_out out = app_log_begin(cleaner->app, cleaner->doubt ? "clock-doubtful" : "clock-trusted", NULL);
    if (cleaner->doubt) {
        int64_t ms = clock_ms - cleaner->time_ms;
        base_put(&out, cleaner->doubt > 0 ? " ahead_h=" : " behind_h=");
        base_put_unsigned(&out, (unsigned)((ms < 0 ? -ms : ms) / hour_ms));
        base_put(&out, " why=");
        base_json_put_text(&out, "the clock differs from the store's time: nothing is deleted for its age; "
                                 "if the clock is right: admin clock accept");
    }
    app_log_end(cleaner->app, &out);
}

/* Returns the new value of the store's time, whose present value is stored_ms. */
static int64_t advance_store_time(const struct cleaner *cleaner, int64_t stored_ms, int64_t clock_ms)
{
    int64_t passed_ms = cleaner->app->steady_ms - cleaner->read_ms, time_ms = stored_ms;
    if (!stored_ms)
        return clock_ms; /* the store is new */
    if (!cleaner->time_ms && clock_ms - stored_ms <= APP_CLOCK_DOUBT_MS)
        time_ms = clock_ms;                                       /* no server was running for a while */
    else if (cleaner->time_ms && stored_ms == cleaner->stored_ms) /* no other process has changed the store's time */
        time_ms = cleaner->time_ms + 2 * (passed_ms < hour_ms ? passed_ms : hour_ms);
    time_ms = time_ms < clock_ms ? time_ms : clock_ms;
    return time_ms > stored_ms ? time_ms : stored_ms;
}

static void clock_stored(struct store_job *job)
{
    struct cleaner *cleaner = finish_job(job);
    if (job->status == STORE_DONE)
        cleaner->stored_ms = job->clock_ms;
    list_page(cleaner);
}

static void clock_read(struct store_job *job)
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
    cleaner->read_ms = app->steady_ms;
    int64_t ahead_ms = clock_ms - cleaner->time_ms;
    cleaner->doubt = ahead_ms > APP_CLOCK_DOUBT_MS ? 1 : ahead_ms < -APP_CLOCK_DOUBT_MS ? -1 : 0;
    app->counts.clock_ahead_s = ahead_ms / 1000;
    app->counts.retention_passes++;
    app->counts.retention_refused += cleaner->doubt != 0;
    if (cleaner->doubt != was)
        log_clock_doubt(cleaner, clock_ms);
    if (stored_ms && cleaner->time_ms < stored_ms + 10 * minute_ms) {
        list_page(cleaner);
        return;
    }
    prepare_job(cleaner, STORE_CLOCK_SET, clock_stored);
    cleaner->job.clock_ms = cleaner->time_ms;
    app_submit(app, &cleaner->job);
}

static void read_store_clock(struct cleaner *cleaner)
{
    prepare_job(cleaner, STORE_CLOCK, clock_read);
    app_submit(cleaner->app, &cleaner->job);
}

void cleaner_tick(struct app *app)
{
    struct cleaner *cleaner = app->cleaner;
    if (cleaner->busy || app->unusable)
        return;
    if (*cleaner->long_log) {
        char table[TABLE_ID_SIZE];
        memcpy(table, cleaner->long_log, sizeof table);
        memset(cleaner->long_log, 0, sizeof cleaner->long_log);
        start_compaction(cleaner, table);
    } else if (cleaner->waiting_ms + CLEANER_MS <= app->steady_ms) {
        read_store_clock(cleaner);
    }
}
