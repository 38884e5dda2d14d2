/* memory.c - the store in memory, for tests and trials. It is an SQLite database without a file, and store_flush
 * carries out the jobs. Several of these stores may share one database, as processes share a PostgreSQL database.
 * store_flush also delivers the notifications of what the other stores wrote. */
#include "server/store/sqlite_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The data that stores with the same database share. */
struct memory_data {
    struct sqlite_db db;
    struct memory *stores;
};

struct notification {
    struct notification *next;
    char table[TABLE_ID_SIZE]; /* "" in a broadcast */
    uint32_t number;
    size_t length;
    char text[];
};

struct memory {
    struct store store;
    struct memory_data *data;
    struct memory *next; /* the next store with the same data */
    struct store_job_queue queue;
    struct notification *notifications, **notifications_end;
    int fail_in;
    enum store_status fail_with;
};

/* ---------------------------------------------------------------------------------------------------- notifications */

static void notify(struct memory *to, const char *table, uint32_t number, const char *text, size_t length)
{
    struct notification *notification = (struct notification *)calloc(1, sizeof *notification + length + 1);
    if (!notification)
        return; /* broadcasts may get lost, and the next entry of the table notifies again */
    strcpy(notification->table, table);
    if (length)
        memcpy(notification->text, text, length);
    notification->number = number;
    notification->length = length;
    *to->notifications_end = notification;
    to->notifications_end = &notification->next;
}

static void notify_others(struct memory *from, const char *table, uint32_t number, const char *text, size_t length)
{
    for (struct memory *other = from->data->stores; other; other = other->next)
        if (other != from)
            notify(other, table, number, text, length);
}

static void deliver_notifications(struct memory *memory, bool drop)
{
    const struct store_hooks *hooks = &memory->store.hooks;
    while (memory->notifications) {
        struct notification *first = memory->notifications;
        memory->notifications = first->next;
        if (!first->next)
            memory->notifications_end = &memory->notifications;
        if (*first->table && hooks->changed && !drop)
            hooks->changed(hooks->owner, first->table, first->number);
        if (!*first->table && hooks->heard && !drop)
            hooks->heard(hooks->owner, first->text, first->length);
        free(first);
    }
}

static void broadcast(struct store *store, const char *text, size_t length)
{
    notify_others((struct memory *)store, "", 0, text, length);
}

/* ------------------------------------------------------------------------------------------------------------- jobs */

static void carry_out(struct memory *memory, struct store_job *job)
{
    struct sqlite_db *db = &memory->data->db;
    int code = store_sqlite_run_statement(db, SQL_BEGIN);
    if (code == SQLITE_OK)
        code = store_sqlite_run_job(db, job);
    store_sqlite_run_statement(db, code == SQLITE_OK ? SQL_COMMIT : SQL_ROLLBACK);
    if (code != SQLITE_OK)
        store_job_fail(job, STORE_FAILED, sqlite3_errmsg(db->db));
    else if (job->status == STORE_DONE && store_job_notification_number(job))
        notify_others(memory, job->table, store_job_notification_number(job), NULL, 0);
}

static void submit(struct store *store, struct store_job *job)
{
    store_job_accept(&((struct memory *)store)->queue, job);
}

/* Carries out the queued jobs, and those submitted meanwhile, because no event would wake the loop for them. */
static void flush(struct store *store)
{
    struct memory *memory = (struct memory *)store;
    do {
        struct store_job *job;
        while ((job = store_job_queue_shift(&memory->queue))) {
            bool fails = memory->fail_in > 0 && --memory->fail_in == 0;
            if (!fails || memory->fail_with == STORE_UNKNOWN)
                carry_out(memory, job);
            if (fails)
                store_job_fail(job, memory->fail_with, "failed on purpose");
            store_job_finish(job);
        }
        deliver_notifications(memory, false);
    } while (memory->queue.first);
}

/* ------------------------------------------------------------------------------------------------- opening, closing */

static void close_store(struct store *store, void (*closed)(void *owner), void *owner)
{
    struct memory *memory = (struct memory *)store, **link = &memory->data->stores;
    flush(store);
    deliver_notifications(memory, true);
    while (*link != memory)
        link = &(*link)->next;
    *link = memory->next;
    if (!memory->data->stores) {
        store_sqlite_db_close(&memory->data->db);
        free(memory->data);
    }
    free(memory);
    if (closed)
        closed(owner);
}

struct store *store_memory_open(struct store *other, const struct store_hooks *hooks, char fault[STORE_FAULT_SIZE])
{
    static const struct store_ops ops = {"memory", true, submit, flush, broadcast, close_store};
    struct memory *memory = (struct memory *)calloc(1, sizeof *memory);
    struct memory_data *data = other ? ((struct memory *)other)->data : (struct memory_data *)calloc(1, sizeof *data);
    if (!memory || !data) {
        snprintf(fault, STORE_FAULT_SIZE, "out of memory");
        goto failed;
    }
    if (!other && !store_sqlite_db_open(&data->db, ":memory:", false, fault))
        goto failed;
    *memory = (struct memory){.store = {.ops = &ops}, .data = data, .next = data->stores};
    if (hooks)
        memory->store.hooks = *hooks;
    memory->notifications_end = &memory->notifications;
    store_sqlite_read_clock(&data->db, &memory->store.clock);
    return &(data->stores = memory)->store;
failed:
    free(memory);
    if (!other)
        free(data);
    return NULL;
}

void store_memory_fail_nth_job(struct store *store, int n, enum store_status status)
{
    struct memory *memory = (struct memory *)store;
    memory->fail_in = n;
    memory->fail_with = status;
}
