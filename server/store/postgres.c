/* postgres.c - the store in a PostgreSQL database, which several processes may share.
 *
 * A store has one connection, in libpq's pipeline mode. All submitted jobs are sent as one batch. While a batch is
 * being processed, new jobs wait for the next one. A batch consists of groups. Each group is one transaction, which in
 * a pipeline is everything between two syncs. Consecutive appends form a group. Any other job is a group by itself.
 *
 *     append B, append A, append C, load, append A   ->   [A B C] sync [load] sync [A] sync
 *
 * Within a group, appends are sorted by table, so that two processes take their locks in the same order and cannot
 * deadlock. If a group fails, its jobs are retried one at a time. A job is done when the result of its group's sync has
 * arrived. If the connection breaks before that, it is unknown whether the job was done. The done functions are called
 * at the end of the batch, in the order in which the jobs were submitted.
 *
 * NOTIFY tells other processes about new entries. It is part of the transaction that writes them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/number.h"
#include "server/store/postgres_internal.h"

enum { BATCH_LIMIT_MS = 20000, GROUP_MAX = 500, BROADCASTS_MAX = 1000 };

/* Something sent to the database that it will answer: a job, a sync or a broadcast. */
struct pipeline_step {
    struct store_job *job;
    bool sync;
};

struct broadcast {
    struct broadcast *next;
    char text[]; /* starts with the letter s */
};

struct postgres_store {
    struct store store;
    struct store_connection connection;
    bool up;
    struct store_job_queue queued, batch;
    struct broadcast *broadcasts, **broadcasts_end;
    int broadcasts_n;
    /* State of the batch that is being processed. */
    bool busy, one_by_one;
    struct pipeline_step *steps;
    size_t steps_n, steps_capacity;
    size_t at;     /* index of the step whose answer comes next */
    bool answered; /* part of that step's answer has arrived */
    size_t group;  /* index of the current group's first step */
    bool group_failed;
    enum store_status group_status;
    char group_fault[STORE_FAULT_SIZE];
    struct store_job **again; /* failed jobs to retry; has room for steps_capacity */
    size_t again_n;
    bool closing;
    void (*closed)(void *owner);
    void *closed_owner;
};

/* ------------------------------------------------------------------------------------- planning and sending a batch */

static bool add_step(struct postgres_store *postgres, struct store_job *job, bool sync)
{
    if (postgres->steps_n == postgres->steps_capacity) {
        size_t capacity = postgres->steps_capacity ? 2 * postgres->steps_capacity : 64;
        struct pipeline_step *steps = (struct pipeline_step *)realloc(postgres->steps, capacity * sizeof *steps);
        if (!steps)
            return false;
        postgres->steps = steps;
        struct store_job **again = (struct store_job **)realloc(postgres->again, capacity * sizeof *again);
        if (!again)
            return false;
        postgres->again = again;
        postgres->steps_capacity = capacity;
    }
    postgres->steps[postgres->steps_n++] = (struct pipeline_step){job, sync};
    return true;
}

/* Sorts appends by table with a stable insertion sort, because most groups are tiny. */
static void sort_by_table(struct pipeline_step *steps, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct pipeline_step step = steps[i];
        size_t at = i;
        for (; at > 0 && strcmp(steps[at - 1].job->table, step.job->table) > 0; at--)
            steps[at] = steps[at - 1];
        steps[at] = step;
    }
}

/* Returns whether a job may share a group with other jobs. Appends may, unless they end a rated game or seat guests who
 * sought a game, because those appends may conflict with appends to other tables. */
static bool is_grouped(const struct store_job *job)
{
    return job->op == STORE_APPEND && !job->append.rated && !job->append.seeks;
}

static bool plan_batch(struct postgres_store *postgres)
{
    struct store_job *job = postgres->batch.first;
    while (job) {
        size_t from = postgres->steps_n;
        do {
            if (!add_step(postgres, job, false))
                return false;
            job = job->next;
        } while (job && is_grouped(job) && is_grouped(postgres->steps[from].job) &&
                 postgres->steps_n - from < GROUP_MAX);
        sort_by_table(postgres->steps + from, postgres->steps_n - from);
        if (!add_step(postgres, NULL, true))
            return false;
    }
    return true;
}

/* Plans the retries: each failed job becomes a group of its own. */
static bool plan_again(struct postgres_store *postgres)
{
    size_t n = postgres->again_n;
    for (size_t i = 0; i < n; i++)
        if (!add_step(postgres, postgres->again[i], false) || !add_step(postgres, NULL, true))
            return false;
    return true;
}

static bool send_steps(struct postgres_store *postgres)
{
    PGconn *pg = postgres->connection.pg;
    for (size_t i = 0; i < postgres->steps_n; i++) {
        const struct pipeline_step *step = &postgres->steps[i];
        if (step->sync ? !PQpipelineSync(pg) : !store_postgres_send_job(pg, step->job))
            return false;
    }
    return true;
}

/* Sends the broadcasts as one group after the jobs. If the group fails, the broadcasts are lost. */
static bool send_broadcasts(struct postgres_store *postgres)
{
    bool sent = true, any = postgres->broadcasts != NULL;
    while (postgres->broadcasts) {
        struct broadcast *first = postgres->broadcasts;
        postgres->broadcasts = first->next;
        sent = sent && store_postgres_send_broadcast(postgres->connection.pg, first->text) &&
               add_step(postgres, NULL, false);
        free(first);
    }
    postgres->broadcasts_end = &postgres->broadcasts;
    postgres->broadcasts_n = 0;
    return sent && (!any || (PQpipelineSync(postgres->connection.pg) && add_step(postgres, NULL, true)));
}

static void begin_steps(struct postgres_store *postgres)
{
    postgres->steps_n = postgres->at = postgres->group = 0;
    postgres->answered = postgres->group_failed = false;
}

static void begin_batch(struct postgres_store *postgres)
{
    if (postgres->busy || !postgres->up || (!postgres->queued.first && !postgres->broadcasts))
        return;
    store_job_queue_move(&postgres->batch, &postgres->queued);
    begin_steps(postgres);
    postgres->busy = true;
    postgres->one_by_one = false;
    postgres->again_n = 0;
    if (plan_batch(postgres) && send_steps(postgres) && send_broadcasts(postgres))
        store_connection_flush(&postgres->connection, BATCH_LIMIT_MS);
    else
        store_connection_break(&postgres->connection, "a batch could not be sent");
}

/* --------------------------------------------------------------------------------------------------------- results */

/* Ends the current group. If it failed, its jobs are queued for one retry. */
static void end_group(struct postgres_store *postgres)
{
    for (size_t i = postgres->group; i < postgres->at && postgres->group_failed; i++) {
        struct store_job *job = postgres->steps[i].job;
        if (!job)
            continue;
        store_job_fail(job, postgres->group_status, postgres->group_fault);
        if (!postgres->one_by_one)
            postgres->again[postgres->again_n++] = job;
    }
    postgres->group = postgres->at + 1;
    postgres->group_failed = false;
}

static void fail_group(struct postgres_store *postgres, enum store_status status, const char *message)
{
    postgres->group_failed = true;
    postgres->group_status = status;
    store_postgres_format_fault(postgres->group_fault, "the database", message);
}

/* Returns STORE_CONFLICT if a key already exists, and STORE_FAILED for any other error. When an append hits an existing
 * key, another game has changed a player's rating since it was read. */
static enum store_status status_of_error(const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return state && strcmp(state, "23505") == 0 ? STORE_CONFLICT : STORE_FAILED;
}

static void take_result(struct postgres_store *postgres, const PGresult *result)
{
    struct store_job *job = postgres->steps[postgres->at].job;
    switch (PQresultStatus(result)) {
    case PGRES_TUPLES_OK:
        if (job && !store_postgres_take_result(job, result))
            fail_group(postgres, STORE_FAILED, "out of memory");
        break;
    case PGRES_COMMAND_OK:
    case PGRES_PIPELINE_SYNC:
    case PGRES_PIPELINE_ABORTED: break;
    default: fail_group(postgres, status_of_error(result), PQresultErrorMessage(result));
    }
}

/* Processes one result from libpq. NULL ends the results of a statement. A sync has one result and no NULL. An error
 * during the commit arrives before its sync. */
static void take_answer(struct postgres_store *postgres, const PGresult *result)
{
    bool sync = postgres->steps[postgres->at].sync;
    if (result)
        take_result(postgres, result);
    if (sync ? result && PQresultStatus(result) == PGRES_PIPELINE_SYNC : !result && postgres->answered) {
        if (sync)
            end_group(postgres);
        postgres->at++;
        postgres->answered = false;
    } else
        postgres->answered = postgres->answered || result;
}

static void end_batch(struct postgres_store *postgres)
{
    store_connection_all_answered(&postgres->connection);
    postgres->busy = false;
    store_job_queue_finish(&postgres->batch);
    begin_batch(postgres);
    if (postgres->closing && !postgres->busy)
        store_connection_close(&postgres->connection);
}

static void end_steps(struct postgres_store *postgres)
{
    if (postgres->again_n == 0) {
        end_batch(postgres);
        return;
    }
    begin_steps(postgres);
    postgres->one_by_one = true;
    if (plan_again(postgres) && send_steps(postgres)) {
        postgres->again_n = 0;
        store_connection_flush(&postgres->connection, BATCH_LIMIT_MS);
    } else
        store_connection_break(&postgres->connection, "a batch could not be sent");
}

static void take_results(struct postgres_store *postgres)
{
    int nulls = 0; /* consecutive NULLs; four mean that the connection is lost */
    while (postgres->at < postgres->steps_n && nulls < 4 && !PQisBusy(postgres->connection.pg)) {
        PGresult *result = PQgetResult(postgres->connection.pg);
        nulls = result ? 0 : nulls + 1;
        take_answer(postgres, result);
        PQclear(result);
    }
    if (PQstatus(postgres->connection.pg) != CONNECTION_OK || nulls == 4)
        store_connection_break(&postgres->connection, "the database closed the connection");
    else if (postgres->at == postgres->steps_n)
        end_steps(postgres);
}

/* ------------------------------------------------------------------------------------------------- notifications */

static void receive_entry(const struct postgres_store *postgres, const char *text)
{
    const struct store_hooks *hooks = &postgres->store.hooks;
    char table[TABLE_ID_SIZE];
    uint64_t number;
    if (strlen(text) < TABLE_ID_LENGTH + 2 || text[TABLE_ID_LENGTH] != ' ')
        return;
    store_copy_text(table, sizeof table, text, TABLE_ID_LENGTH);
    if (!base_number_read(text + TABLE_ID_SIZE, strlen(text + TABLE_ID_SIZE), UINT32_MAX, &number))
        return;
    if (hooks->changed)
        hooks->changed(hooks->owner, table, (uint32_t)number);
}

static void receive(const struct postgres_store *postgres, const PGnotify *notice)
{
    const struct store_hooks *hooks = &postgres->store.hooks;
    if (notice->be_pid == PQbackendPID(postgres->connection.pg))
        return;
    if (notice->extra[0] == 'e')
        receive_entry(postgres, notice->extra + 1);
    else if (notice->extra[0] == 's' && hooks->heard)
        hooks->heard(hooks->owner, notice->extra + 1, strlen(notice->extra + 1));
}

static void broadcast(struct store *store, const char *text, size_t length)
{
    struct postgres_store *postgres = (struct postgres_store *)store;
    if (!postgres->up || postgres->broadcasts_n == BROADCASTS_MAX || length > STORE_BROADCAST_MAX)
        return;
    struct broadcast *first = (struct broadcast *)malloc(sizeof *first + length + 2);
    if (!first)
        return;
    first->next = NULL;
    first->text[0] = 's';
    memcpy(first->text + 1, text, length);
    first->text[length + 1] = '\0';
    *postgres->broadcasts_end = first;
    postgres->broadcasts_end = &first->next;
    postgres->broadcasts_n++;
}

static void drop_broadcasts(struct postgres_store *postgres)
{
    while (postgres->broadcasts) {
        struct broadcast *next = postgres->broadcasts->next;
        free(postgres->broadcasts);
        postgres->broadcasts = next;
    }
    postgres->broadcasts_end = &postgres->broadcasts;
    postgres->broadcasts_n = 0;
}

/* ------------------------------------------------------------------------------------------------- the connection */

static void take_notifications(struct postgres_store *postgres)
{
    PGnotify *notice;
    while (postgres->connection.pg && (notice = PQnotifies(postgres->connection.pg))) {
        receive(postgres, notice);
        PQfreemem(notice);
    }
}

/* Reads results and notifications, in whatever order they arrive, until libpq has none buffered. Nothing may be left,
 * because buffered data does not make the socket readable. */
static void on_input(void *owner)
{
    struct postgres_store *postgres = (struct postgres_store *)owner;
    do {
        if (postgres->busy)
            take_results(postgres);
        take_notifications(postgres);
    } while (postgres->up && postgres->busy && !PQisBusy(postgres->connection.pg));
}

static void report_usable(struct postgres_store *postgres, bool up, const char *why)
{
    const struct store_hooks *hooks = &postgres->store.hooks;
    bool changed = postgres->up != up;
    postgres->up = up;
    if (changed && hooks->usable)
        hooks->usable(hooks->owner, up, why);
}

static void on_up(void *owner)
{
    struct postgres_store *postgres = (struct postgres_store *)owner;
    const struct store_hooks *hooks = &postgres->store.hooks;
    report_usable(postgres, true, "");
    if (hooks->lost)
        hooks->lost(hooks->owner);
    begin_batch(postgres);
}

/* Fails all jobs whose sync has not arrived. */
static void give_up_batch(struct postgres_store *postgres, const char *why)
{
    for (size_t i = postgres->group; i < postgres->steps_n; i++) {
        struct store_job *job = postgres->steps[i].job;
        if (job)
            store_job_fail(job, store_job_is_write(job) ? STORE_UNKNOWN : STORE_FAILED, why);
    }
    postgres->busy = false;
}

static void fail_queued(struct postgres_store *postgres, const char *why)
{
    for (struct store_job *job = postgres->queued.first; job; job = job->next)
        store_job_fail(job, STORE_FAILED, why);
    store_job_queue_finish(&postgres->queued);
}

static void on_down(void *owner, const char *why)
{
    struct postgres_store *postgres = (struct postgres_store *)owner;
    report_usable(postgres, false, why);
    drop_broadcasts(postgres);
    if (postgres->busy)
        give_up_batch(postgres, why);
    store_job_queue_finish(&postgres->batch);
    fail_queued(postgres, why);
    if (postgres->closing)
        store_connection_close(&postgres->connection);
}

static void on_gone(void *owner)
{
    struct postgres_store *postgres = (struct postgres_store *)owner;
    void (*closed)(void *owner) = postgres->closed;
    void *closed_owner = postgres->closed_owner;
    drop_broadcasts(postgres);
    free(postgres->steps);
    free(postgres->again);
    free(postgres);
    if (closed)
        closed(closed_owner);
}

/* ------------------------------------------------------------------------------------------------ the store */

static void submit(struct store *store, struct store_job *job)
{
    struct postgres_store *postgres = (struct postgres_store *)store;
    store_job_accept(&postgres->queued, job);
}

static void flush(struct store *store)
{
    struct postgres_store *postgres = (struct postgres_store *)store;
    if (postgres->up)
        begin_batch(postgres);
    else
        fail_queued(postgres, "the database cannot be reached");
}

static void close_store(struct store *store, void (*closed)(void *owner), void *owner)
{
    struct postgres_store *postgres = (struct postgres_store *)store;
    postgres->closed = closed;
    postgres->closed_owner = owner;
    flush(store);
    postgres->closing = true;
    if (!postgres->busy)
        store_connection_close(&postgres->connection);
}

struct store *store_postgres_open(const char *url, bool shared, struct uv_loop_s *loop, const struct store_hooks *hooks,
                                  char fault[STORE_FAULT_SIZE])
{
    static const struct store_ops ops = {"postgres", true, submit, flush, broadcast, close_store};
    struct store_clock clock = {0, 0};
    PGconn *pg = store_postgres_connect(url, shared, &clock, fault);
    if (!pg)
        return NULL;
    struct postgres_store *postgres = (struct postgres_store *)calloc(1, sizeof *postgres);
    if (postgres) {
        postgres->store =
            (struct store){.ops = &ops, .hooks = hooks ? *hooks : (struct store_hooks){0}, .clock = clock};
        postgres->broadcasts_end = &postgres->broadcasts;
        postgres->up = true;
        postgres->connection = (struct store_connection){
            .owner = postgres, .up = on_up, .input = on_input, .down = on_down, .gone = on_gone};
        if (store_connection_open(&postgres->connection, loop, url, pg))
            return &postgres->store;
    }
    snprintf(fault, STORE_FAULT_SIZE, "out of memory");
    PQfinish(pg);
    free(postgres);
    return NULL;
}
