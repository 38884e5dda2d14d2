/* app.c - the app's life cycle, time, store jobs, log and limits by address; see app.h. */
#include "app_internal.h"

#include "engine/base/blake2b.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------- life cycle */

struct app *app_new(const struct app_config *config, const struct app_callbacks *callbacks)
{
    struct app *app = calloc(1, sizeof *app);
    if (!app)
        return NULL;
    app->config = *config;
    app->callbacks = *callbacks;
    app->out = base_out_growing(realloc, APP_OUTPUT_MAX);
    app->draft.out = base_out_growing(realloc, APP_OUTPUT_MAX);
    list_init(&app->sessions);
    list_init(&app->matchmaker.sessions);
    app->addresses = address_table_new();
    app->moderation = moderation_state_new();
    app->cleaner = cleaner_new(app);
    if (!app->addresses || !app->moderation || !app->cleaner) {
        app_free(app);
        return NULL;
    }
    callbacks->random(callbacks->owner, &app->process, sizeof app->process);
    return app;
}

void app_free(struct app *app)
{
    if (!app)
        return;
    for (int i = 0; i < APP_SLOTS; i++)
        while (app->slots[i])
            hosted_table_free(app->slots[i]);
    address_table_free(app->addresses);
    moderation_state_free(app->moderation);
    cleaner_free(app->cleaner);
    free(app->matchmaker.seeks);
    free(app->out.heap);
    free(app->draft.out.heap);
    free(app);
}

const struct app_counts *app_counts(const struct app *app) { return &app->counts; }

const char *app_why_unavailable(const struct app *app)
{
    if (app->unusable)
        return app->trouble;
    return app->stopping ? "the server is stopping" : NULL;
}

bool app_stop(struct app *app)
{
    app->stopping = true;
    return app->jobs_n == 0 && app->counts.thinking == 0 && app->deliveries_n == 0;
}

void app_new_id(struct app *app, char id[TABLE_ID_SIZE])
{
    uint8_t random[TABLE_ID_BYTES];
    app->callbacks.random(app->callbacks.owner, random, sizeof random);
    table_id_from_random(random, id);
}

void app_hash_token(const uint8_t token[MESSAGE_TOKEN_BYTES], uint8_t hash[STORE_HASH_SIZE])
{
    _Static_assert((int)BASE_BLAKE2B_BYTES == (int)STORE_HASH_SIZE, "one size of hashes");
    base_blake2b(token, MESSAGE_TOKEN_BYTES, hash);
}

void app_copy_text(char *to, size_t size, const char *text)
{
    struct base_out out = base_out_cut(to, size);
    base_put(&out, text);
}

int64_t app_clock_us(const struct app *app)
{
    return app->callbacks.clock_us ? app->callbacks.clock_us(app->callbacks.owner) : 0;
}

/* ------------------------------------------------------------------------------------------------------------- time */

/* Derives the app's time from this machine's clock. If the clock is far behind the last time that the store remembers,
 * the app's time continues from that time. */
static void update_time(struct app *app)
{
    int64_t now_ms = app->wall_ms + app->ahead_ms;
    if (now_ms >= app->last_ms - APP_CLOCK_DOUBT_MS)
        app->behind_ms = 0;
    else if (!app->behind_ms)
        app->behind_ms = app->last_ms - now_ms;
    app->now_ms = now_ms + app->behind_ms;
}

void app_set_time(struct app *app, int64_t clock_ms, int64_t last_ms)
{
    int64_t ahead_ms = clock_ms ? clock_ms - app->wall_ms : 0, differs_ms = ahead_ms - app->ahead_ms;
    if (differs_ms > APP_CLOCK_TOLERANCE_MS || differs_ms < -APP_CLOCK_TOLERANCE_MS)
        app->ahead_ms = ahead_ms > APP_CLOCK_TOLERANCE_MS || ahead_ms < -APP_CLOCK_TOLERANCE_MS ? ahead_ms : 0;
    app->last_ms = last_ms;
}

static void restart_deadlines(struct app *app, int64_t gained_ms)
{
    struct base_out out = app_log_begin(app, "clock-jumped", NULL);
    base_put(&out, " by_s=");
    base_put_number(&out, gained_ms / 1000);
    app_log_end(app, &out);
    app->counts.clock_jumps++;
    app->since_ms = app->began_ms = app->now_ms;
    app->restarts_due = true;
    for (int i = 0; i < APP_SLOTS; i++)
        for (struct hosted_table *at = app->slots[i]; at; at = at->next)
            hosted_table_restart_clocks(at);
}

void app_set_store(struct app *app, struct store *store)
{
    app->store = store;
    if (!store)
        return;
    int64_t last_ms = store->clock.last_ms;
    app_set_time(app, store->clock.at_ms, last_ms);
    update_time(app);
    int64_t gap_ms = app->now_ms - last_ms;
    app->since_ms = last_ms && (gap_ms > APP_GAP_MS || gap_ms < -APP_GAP_MS || app->behind_ms) ? app->now_ms : 0;
    app->began_ms = app->now_ms;
    app->restarts_due = true;
    moderation_load_orders(app);
}

void app_update_time(struct app *app, int64_t now_ms, int64_t steady_ms)
{
    assert(steady_ms >= 24 * 3600 * 1000 && steady_ms >= app->steady_ms);
    int64_t before_ms = app->now_ms, passed_ms = steady_ms - app->steady_ms;
    app->wall_ms = now_ms;
    app->steady_ms = steady_ms;
    update_time(app);
    int64_t gained_ms = app->now_ms - before_ms - passed_ms;
    bool jumps = gained_ms > APP_CLOCK_JUMP_MS || gained_ms < -APP_CLOCK_JUMP_MS;
    if (before_ms && (jumps || passed_ms > APP_GAP_MS))
        restart_deadlines(app, gained_ms);
}

/* ------------------------------------------------------------------------------------------------ jobs of the store */

void app_flush(struct app *app) { store_flush(app->store); }

void app_broadcast(struct app *app, const char *format, ...)
{
    char text[STORE_BROADCAST_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    va_list values;
    va_start(values, format);
    base_vprintf(&out, format, &values);
    va_end(values);
    store_broadcast(app->store, text, out.length);
}

void app_submit(struct app *app, struct store_job *job)
{
    assert(app->store); /* the store is set to NULL only when no job is pending */
    app->jobs_n++;
    store_submit(app->store, job);
}

/* Counts faults, but logs only the first of a series, because clients repeat their requests while the store is
 * unusable. */
static void log_fault(struct app *app, const char *why)
{
    app->counts.store_faults++;
    if (app->faults++ == 0)
        app_log(app, "store-fault", NULL, why);
}

static void log_faults_over(struct app *app)
{
    struct base_out out = app_log_begin(app, "store-faults-over", NULL);
    base_put(&out, " faults=");
    base_put_unsigned(&out, (unsigned)app->faults);
    app_log_end(app, &out);
    app->faults = 0;
}

void app_note_job_done(struct app *app, const struct store_job *job)
{
    app->jobs_n--;
    if (job->status == STORE_CONFLICT)
        app->counts.conflicts++;
    if (job->status == STORE_FAILED || job->status == STORE_UNKNOWN)
        log_fault(app, job->fault);
    else if (app->faults)
        log_faults_over(app);
}

static void sweep_done(struct store_job *job)
{
    struct app *app = job->owner;
    app_note_job_done(app, job);
    app->sweeping = false;
    if (job->status != STORE_DONE || app->stopping)
        return;
    for (size_t i = 0; i < job->heads_n; i++) {
        struct hosted_table *at = hosted_table_open(app, job->heads[i].table);
        if (at)
            hosted_table_process_requests(at);
    }
    if (job->heads_n == STORE_LIST_MAX) { /* a full list: the store may have more tables that are due */
        job->due.after_ms = job->heads[job->heads_n - 1].due_ms;
        memcpy(job->table, job->heads[job->heads_n - 1].table, sizeof job->table);
        app->sweeping = true;
        app_submit(app, job);
    }
}

static void due_restarted(struct store_job *job)
{
    struct app *app = job->owner;
    app_note_job_done(app, job);
    app->sweeping = false;
    app->restarts_due |= job->status != STORE_DONE;
}

/* Repairs tables that were changed while a clock was ahead. They become due now instead of in the future. */
static void restart_due_tables(struct app *app)
{
    app->restarts_due = false;
    app->due_from = store_number(app->began_ms);
    app->sweep = (struct store_job){
        .op = STORE_DUE_RESTART, .done = due_restarted, .owner = app, .values = &app->due_from, .values_n = 1};
    app_submit(app, &app->sweep);
}

/* Looks for tables that are due. Tables without sessions must be checked too, because of their turn limits and bots. */
static void sweep(struct app *app)
{
    if (app->sweeping || app->unusable || app->steady_ms < app->swept_ms + APP_SWEEP_MS)
        return;
    app->swept_ms = app->steady_ms;
    if (app->orders_behind)
        moderation_load_orders(app);
    app->sweeping = true;
    if (app->restarts_due) {
        restart_due_tables(app);
        return;
    }
    app->sweep =
        (struct store_job){.op = STORE_LIST_DUE, .done = sweep_done, .owner = app, .due.until_ms = app->now_ms};
    app_submit(app, &app->sweep);
    address_table_sweep(app->addresses, app->steady_ms);
}

void app_tick(struct app *app)
{
    if (app->stopping)
        return;
    for (int i = 0; i < APP_SLOTS; i++)
        for (struct hosted_table *at = app->slots[i], *next; at; at = next) {
            next = at->next;
            hosted_table_tick(at);
        }
    sweep(app);
    cleaner_tick(app);
    notices_tick(app);
    seeks_tick(app);
}

/* ---------------------------------------------------------------------------------------------------------- the log */

void app_log_put_table(struct base_out *out, const char *id)
{
    base_put(out, " table=");
    base_put_bytes(out, id, 6);
}

void app_log_put_who(struct base_out *out, const char *guest, const struct address *address)
{
    if (guest && *guest) {
        base_put(out, " guest=");
        base_put(out, guest);
    }
    if (address) {
        base_put(out, " address=");
        base_put(out, address->text);
    }
}

struct base_out app_log_begin(struct app *app, const char *event, const struct hosted_table *table)
{
    struct base_out out = base_out_cut(app->line, sizeof app->line);
    base_put(&out, "event=");
    base_put(&out, event);
    if (table) {
        app_log_put_table(&out, table->id);
        base_put(&out, " number=");
        base_put_unsigned(&out, table->table ? table_last_number(table->table) : 0);
    }
    return out;
}

void app_log_end(struct app *app, struct base_out *out) { app->callbacks.log(app->callbacks.owner, out->text); }

void app_log(struct app *app, const char *event, const struct hosted_table *table, const char *why)
{
    struct base_out out = app_log_begin(app, event, table);
    if (why && *why) {
        base_put(&out, " why=");
        base_json_put_text(&out, why);
    }
    app_log_end(app, &out);
}

/* -------------------------------------------------------------------------------------------------- limits and work */

struct address *app_find_address(struct app *app, const char *address)
{
    return address_table_find(app->addresses, address, app->steady_ms);
}

void app_count_closing_connection(struct address *from) { address_add_held(from, ADDRESS_VISITS, 0); }

bool app_may_work(const struct app *app, const struct address *address)
{
    return app->stopping || !app->config.limits.work.every_us ||
           (!address_owes(address, ADDRESS_WORK, app->steady_ms) && address->held[ADDRESS_CALLS] < APP_CALLS_MAX);
}

void app_charge_work(struct app *app, struct address *address, uint32_t units)
{
    address_charge(address, ADDRESS_WORK, app->steady_ms, &app->config.limits.work, units);
}

void app_hold_calls(struct address *address, uint8_t calls)
{
    for (int i = 0; i < calls; i++)
        address_add_held(address, ADDRESS_CALLS, 0);
}

void app_release_calls(struct app *app, struct address *address, uint8_t calls)
{
    for (int i = 0; i < calls; i++)
        address_remove_held(address, ADDRESS_CALLS, app->steady_ms);
}

struct address *app_count_connection(struct app *app, const char *address)
{
    struct address *from = app_find_address(app, address);
    return from && address_add_held(from, ADDRESS_VISITS, app->config.limits.address_connections) ? from : NULL;
}

void app_uncount_connection(struct app *app, struct address *from)
{
    address_remove_held(from, ADDRESS_VISITS, app->steady_ms);
}
