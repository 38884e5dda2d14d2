/* postgres.c - the store in a PostgreSQL that several processes share.
 *
 * One connection, in libpq's pipeline mode. What was submitted goes off as one batch; while a batch is under way the
 * next one gathers. A batch is a row of groups, each a transaction of its own (in a pipeline, what lies between two
 * syncs): appends that follow each other form a group, everything else is a group by itself.
 *
 *     append B, append A, append C, load, append A   ->   [A B C] sync [load] sync [A] sync
 *
 * Within a group appends are sorted by table, so that two processes take their locks in the same order and can't wait
 * for each other in a circle. A group that fails is tried again, job by job. A job is done when its group's sync has
 * come back; if the connection breaks before, whether it was done is not known. Jobs' done are called when the whole
 * batch is over, in the order in which they were submitted.
 *
 * Other processes hear of new entries by NOTIFY, which is part of the same transaction. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/postgres_internal.h"

enum { BATCH_LIMIT_MS = 20000, GROUP_MAX = 500, SAYS_MAX = 1000 };

/* One thing that was sent and is answered; a sync where there is no job and it is no say. */
struct step {
    struct store_job *job;
    bool sync;
};

struct say {
    struct say *next;
    char text[]; /* with the channel's letter */
};

struct postgres_store {
    struct store store;
    struct line line;
    bool up;
    struct store_job_queue queued, batch;
    struct say *says, **says_end;
    int says_n;
    /* The batch under way. */
    bool busy, alone; /* alone: job by job */
    struct step *steps;
    size_t steps_n, steps_capacity;
    size_t at;     /* the step whose answer comes next */
    bool answered; /* something of it has come */
    size_t group;  /* the first step of the group at hand */
    bool group_failed;
    char group_fault[STORE_FAULT_SIZE];
    struct store_job **again; /* to be tried again, steps_capacity of them */
    size_t again_n;
    bool closing;
    void (*closed)(void *owner);
    void *closed_owner;
};

/* ------------------------------------------------------------------------------------------------------------ plan */

static bool add_step(struct postgres_store *postgres, struct store_job *job, bool sync)
{
    if (postgres->steps_n == postgres->steps_capacity) {
        size_t capacity = postgres->steps_capacity ? 2 * postgres->steps_capacity : 64;
        struct step *steps = (struct step *)realloc(postgres->steps, capacity * sizeof *steps);
        if (!steps)
            return false;
        postgres->steps = steps;
        struct store_job **again = (struct store_job **)realloc(postgres->again, capacity * sizeof *again);
        if (!again)
            return false;
        postgres->again = again;
        postgres->steps_capacity = capacity;
    }
    postgres->steps[postgres->steps_n++] = (struct step){job, sync};
    return true;
}

/* By table; two appends to one table stay in their order. Groups are small and mostly of one. */
static void sort_by_table(struct step *steps, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct step step = steps[i];
        size_t at = i;
        for (; at > 0 && strcmp(steps[at - 1].job->table, step.job->table) > 0; at--)
            steps[at] = steps[at - 1];
        steps[at] = step;
    }
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
        } while (job && job->op == STORE_APPEND && postgres->steps[from].job->op == STORE_APPEND &&
                 postgres->steps_n - from < GROUP_MAX);
        sort_by_table(postgres->steps + from, postgres->steps_n - from);
        if (!add_step(postgres, NULL, true))
            return false;
    }
    return true;
}

/* `again` shares its size with the steps, which are planned anew here: two for each job, and there is room for them,
 * for each was a step before; where there is none, more is made. */
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
    PGconn *connection = postgres->line.connection;
    for (size_t i = 0; i < postgres->steps_n; i++) {
        const struct step *step = &postgres->steps[i];
        if (step->sync ? !PQpipelineSync(connection) : !store_postgres_job_send(connection, step->job))
            return false;
    }
    return true;
}

/* What is to be said goes behind the jobs, in a group of its own; if it gets lost, it is lost. */
static bool send_says(struct postgres_store *postgres)
{
    bool sent = true, any = postgres->says != NULL;
    while (postgres->says) {
        struct say *say = postgres->says;
        postgres->says = say->next;
        sent = sent && store_postgres_say_send(postgres->line.connection, say->text) && add_step(postgres, NULL, false);
        free(say);
    }
    postgres->says_end = &postgres->says;
    postgres->says_n = 0;
    return sent && (!any || (PQpipelineSync(postgres->line.connection) && add_step(postgres, NULL, true)));
}

static void begin_steps(struct postgres_store *postgres)
{
    postgres->steps_n = postgres->at = postgres->group = 0;
    postgres->answered = postgres->group_failed = false;
}

static void begin_batch(struct postgres_store *postgres)
{
    if (postgres->busy || !postgres->up || (!postgres->queued.first && !postgres->says))
        return;
    store_job_queue_move(&postgres->batch, &postgres->queued);
    begin_steps(postgres);
    postgres->busy = true;
    postgres->alone = false;
    postgres->again_n = 0;
    if (plan_batch(postgres) && send_steps(postgres) && send_says(postgres))
        store_connection_flush(&postgres->line, BATCH_LIMIT_MS);
    else
        store_connection_break(&postgres->line, "a batch could not be sent");
}

/* --------------------------------------------------------------------------------------------------------- results */

/* The group at hand is over: what was done stays done, what failed is tried once more. */
static void end_group(struct postgres_store *postgres)
{
    for (size_t i = postgres->group; i < postgres->at && postgres->group_failed; i++) {
        struct store_job *job = postgres->steps[i].job;
        if (!job)
            continue;
        store_job_fail(job, STORE_FAILED, postgres->group_fault);
        if (!postgres->alone)
            postgres->again[postgres->again_n++] = job;
    }
    postgres->group = postgres->at + 1;
    postgres->group_failed = false;
}

static void fail_group(struct postgres_store *postgres, const char *message)
{
    postgres->group_failed = true;
    store_postgres_fault(postgres->group_fault, "the database", message);
}

static void take_result(struct postgres_store *postgres, const PGresult *result)
{
    struct store_job *job = postgres->steps[postgres->at].job;
    switch (PQresultStatus(result)) {
    case PGRES_TUPLES_OK:
        if (job && !store_postgres_job_result(job, result))
            fail_group(postgres, "out of memory");
        break;
    case PGRES_COMMAND_OK:
    case PGRES_PIPELINE_SYNC:
    case PGRES_PIPELINE_ABORTED: break;
    default: fail_group(postgres, PQresultErrorMessage(result));
    }
}

/* One answer of libpq: a result, or NULL behind the last one of a statement. A sync has one result and no NULL; an
 * error while committing comes before it. */
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
    store_connection_idle(&postgres->line);
    postgres->busy = false;
    store_job_queue_finish(&postgres->batch);
    begin_batch(postgres);
    if (postgres->closing && !postgres->busy)
        store_connection_close(&postgres->line);
}

static void end_steps(struct postgres_store *postgres)
{
    if (postgres->again_n == 0) {
        end_batch(postgres);
        return;
    }
    begin_steps(postgres);
    postgres->alone = true;
    if (plan_again(postgres) && send_steps(postgres)) {
        postgres->again_n = 0;
        store_connection_flush(&postgres->line, BATCH_LIMIT_MS);
    } else
        store_connection_break(&postgres->line, "a batch could not be sent");
}

static void take_results(struct postgres_store *postgres)
{
    int empty = 0; /* answers without anything: more than a few mean that the connection is no more */
    while (postgres->at < postgres->steps_n && empty < 4 && !PQisBusy(postgres->line.connection)) {
        PGresult *result = PQgetResult(postgres->line.connection);
        empty = result ? 0 : empty + 1;
        take_answer(postgres, result);
        PQclear(result);
    }
    if (PQstatus(postgres->line.connection) != CONNECTION_OK || empty == 4)
        store_connection_break(&postgres->line, "the database closed the connection");
    else if (postgres->at == postgres->steps_n)
        end_steps(postgres);
}

/* -------------------------------------------------------------------------------------------------- what others say */

static void hear_entry(const struct postgres_store *postgres, const char *text)
{
    const struct store_hooks *hooks = &postgres->store.hooks;
    char table[TABLE_ID_SIZE];
    unsigned long number;
    if (strlen(text) < TABLE_ID_LENGTH + 2 || text[TABLE_ID_LENGTH] != ' ')
        return;
    store_result_copy_text(table, sizeof table, text, TABLE_ID_LENGTH);
    number = strtoul(text + TABLE_ID_SIZE, NULL, 10);
    if (hooks->changed)
        hooks->changed(hooks->owner, table, (uint32_t)number);
}

static void hear(const struct postgres_store *postgres, const PGnotify *notice)
{
    const struct store_hooks *hooks = &postgres->store.hooks;
    if (notice->be_pid == PQbackendPID(postgres->line.connection))
        return;
    if (notice->extra[0] == 'e')
        hear_entry(postgres, notice->extra + 1);
    else if (notice->extra[0] == 's' && hooks->heard)
        hooks->heard(hooks->owner, notice->extra + 1, strlen(notice->extra + 1));
}

static void say(struct store *store, const char *text, size_t length)
{
    struct postgres_store *postgres = (struct postgres_store *)store;
    if (!postgres->up || postgres->says_n == SAYS_MAX || length > STORE_BROADCAST_MAX)
        return;
    struct say *say = (struct say *)malloc(sizeof *say + length + 2);
    if (!say)
        return;
    say->next = NULL;
    say->text[0] = 's';
    memcpy(say->text + 1, text, length);
    say->text[length + 1] = '\0';
    *postgres->says_end = say;
    postgres->says_end = &say->next;
    postgres->says_n++;
}

static void drop_says(struct postgres_store *postgres)
{
    while (postgres->says) {
        struct say *next = postgres->says->next;
        free(postgres->says);
        postgres->says = next;
    }
    postgres->says_end = &postgres->says;
    postgres->says_n = 0;
}

/* -------------------------------------------------------------------------------------------------- the line's side */

static void take_notices(struct postgres_store *postgres)
{
    PGnotify *notice;
    while (postgres->line.connection && (notice = PQnotifies(postgres->line.connection))) {
        hear(postgres, notice);
        PQfreemem(notice);
    }
}

/* What was read from the socket holds results and notices in any order, and libpq finds the one while it looks for the
 * other. Nothing may be left in its memory: the socket does not tell of it again. */
static void on_input(void *owner)
{
    struct postgres_store *postgres = (struct postgres_store *)owner;
    do {
        if (postgres->busy)
            take_results(postgres);
        take_notices(postgres);
    } while (postgres->up && postgres->busy && !PQisBusy(postgres->line.connection));
}

static void tell_usable(struct postgres_store *postgres, bool up, const char *why)
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
    tell_usable(postgres, true, "");
    if (hooks->lost)
        hooks->lost(hooks->owner);
    begin_batch(postgres);
}

/* Those whose sync has not come back. */
static void give_up_batch(struct postgres_store *postgres, const char *why)
{
    for (size_t i = postgres->group; i < postgres->steps_n; i++) {
        struct store_job *job = postgres->steps[i].job;
        if (job)
            store_job_fail(job, store_job_writes(job) ? STORE_UNKNOWN : STORE_FAILED, why);
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
    tell_usable(postgres, false, why);
    drop_says(postgres);
    if (postgres->busy)
        give_up_batch(postgres, why);
    store_job_queue_finish(&postgres->batch);
    fail_queued(postgres, why);
    if (postgres->closing)
        store_connection_close(&postgres->line);
}

static void on_gone(void *owner)
{
    struct postgres_store *postgres = (struct postgres_store *)owner;
    void (*closed)(void *owner) = postgres->closed;
    void *closed_owner = postgres->closed_owner;
    drop_says(postgres);
    free(postgres->steps);
    free(postgres->again);
    free(postgres);
    if (closed)
        closed(closed_owner);
}

/* ------------------------------------------------------------------------------------------------- the store's side */

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
        store_connection_close(&postgres->line);
}

static struct store *open_database(const char *url, bool beside, struct uv_loop_s *loop,
                                   const struct store_hooks *hooks, char fault[STORE_FAULT_SIZE])
{
    static const struct store_ops ops = {
        .name = "postgres", .shared = true, .submit = submit, .flush = flush, .say = say, .close = close_store};
    struct store_clock clock = {0, 0};
    PGconn *connection = store_postgres_connect(url, beside, &clock, fault);
    if (!connection)
        return NULL;
    struct postgres_store *postgres = (struct postgres_store *)calloc(1, sizeof *postgres);
    if (postgres) {
        postgres->store =
            (struct store){.ops = &ops, .hooks = hooks ? *hooks : (struct store_hooks){0}, .clock = clock};
        postgres->says_end = &postgres->says;
        postgres->up = true;
        postgres->line =
            (struct line){.owner = postgres, .up = on_up, .input = on_input, .down = on_down, .gone = on_gone};
        if (store_connection_open(&postgres->line, loop, url, connection))
            return &postgres->store;
    }
    snprintf(fault, STORE_FAULT_SIZE, "out of memory");
    PQfinish(connection);
    free(postgres);
    return NULL;
}

struct store *store_postgres_open(const char *url, struct uv_loop_s *loop, const struct store_hooks *hooks,
                                  char fault[STORE_FAULT_SIZE])
{
    return open_database(url, false, loop, hooks, fault);
}

struct store *store_postgres_open_shared(const char *url, struct uv_loop_s *loop, char fault[STORE_FAULT_SIZE])
{
    return open_database(url, true, loop, NULL, fault);
}
