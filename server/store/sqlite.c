/* sqlite.c - the store in an SQLite file.
 *
 * Only a separate thread uses SQLite, because a commit waits for the disk and the loop must not. store_flush hands the
 * submitted jobs to the thread. The thread takes all waiting jobs as one batch, carries them out in one transaction
 * with one sync of the disk, and hands them back. The busier the server, the larger the batches.
 *
 *     loop      submit -> queued -- flush -> waiting ~~~~~~~                  ~~~~~ done of each job
 *     thread                                        batch: BEGIN jobs COMMIT -> finished
 *
 * If a transaction fails, for example because the disk is full, its jobs are retried one at a time. So one bad job does
 * not affect the others, and jobs that only read still succeed. After that the thread tries a small write every half
 * second until one succeeds.
 *
 * Before and after each transaction that writes, and once a second, the thread checks that the file names still refer
 * to the open files (sqlite_file.c). If the file is gone, jobs that write fail until it is back. If only its log
 * (FILE-wal) is gone, the thread writes the log's content to the file and starts a new log, without any job failing.
 *
 * Other programs may read the file (sqlite3 FILE .backup), because it is in WAL mode. An operator's command may also
 * write to it (store_open_shared). The thread checks once a second whether one has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "server/store/sqlite_internal.h"

static const uint64_t test_write_ns = 500 * UINT64_C(1000000), check_ns = 1000 * UINT64_C(1000000);

struct sqlite_store {
    struct store store;
    uv_async_t woken; /* signals the loop that the thread has results */
    uv_thread_t thread;
    struct store_job_queue queued; /* used by the loop only */
    bool reported_usable;
    void (*closed)(void *owner);
    void *closed_owner;
    /* Shared by the loop and the thread, and protected by `mutex`. */
    uv_mutex_t mutex;
    uv_cond_t work;
    struct store_job_queue waiting, finished;
    bool usable;
    bool changed_by_others;
    char why[STORE_FAULT_SIZE];
    bool stop;
    /* Used by the thread only. */
    struct sqlite_db db;
    struct sqlite_file file;
    bool shared;          /* an operator's command opened a file that its server has locked */
    uint64_t check_at;    /* when to check the files next, on the clock of uv_hrtime */
    int64_t data_version; /* changes when another process writes to the file; 0: unknown */
};

/* ---------------------------------------------------------------------------------------------------- on the thread */

/* An error of SQLite or of the file. */
struct failure {
    int code; /* SQLite's result code; SQLITE_OK: no failure */
    bool committing;
    char text[STORE_FAULT_SIZE];
};

static const struct failure no_failure;

static struct failure failure_of(struct sqlite_store *sqlite, int code, bool committing)
{
    struct failure failure = {.code = code, .committing = committing};
    snprintf(failure.text, sizeof failure.text, "%s: %s", sqlite->file.path,
             sqlite->db.db ? sqlite3_errmsg(sqlite->db.db) : sqlite3_errstr(code));
    return failure;
}

static bool open_db(struct sqlite_store *sqlite, char fault[STORE_FAULT_SIZE])
{
    if (!store_sqlite_db_open(&sqlite->db, sqlite->file.path, sqlite->shared, fault))
        return false;
    store_sqlite_file_remember_log(&sqlite->file);
    sqlite->data_version = 0; /* the known data_version belonged to the previous connection */
    return true;
}

static bool is_in_place(struct sqlite_store *sqlite, struct failure *failure, bool committing)
{
    if (sqlite->shared || store_sqlite_file_is_in_place(&sqlite->file))
        return true;
    failure->code = SQLITE_READONLY_DBMOVED;
    failure->committing = committing;
    store_sqlite_file_explain_loss(&sqlite->file, sqlite->db.db, failure->text);
    return false;
}

/* If the log's file or its index was deleted or replaced, saves the log's content in the database file and starts a new
 * log. */
static bool repair_log(struct sqlite_store *sqlite, struct failure *failure)
{
    int in_log = -1, in_file = -1;
    if (sqlite->shared || store_sqlite_log_is_in_place(&sqlite->file))
        return true;
    int code = sqlite3_wal_checkpoint_v2(sqlite->db.db, NULL, SQLITE_CHECKPOINT_TRUNCATE, &in_log, &in_file);
    if (code == SQLITE_OK && in_log == in_file) {
        store_sqlite_db_close(&sqlite->db);
        if (open_db(sqlite, failure->text))
            return true;
        code = SQLITE_CANTOPEN;
    }
    failure->code = code == SQLITE_OK ? SQLITE_BUSY : code;
    failure->committing = true;
    if (sqlite->db.db)
        snprintf(failure->text, sizeof failure->text,
                 "%s-wal or %s-shm was deleted while it was in use, and a new one cannot be made yet",
                 sqlite->file.path, sqlite->file.path);
    return false;
}

static bool any_writes(const struct store_job_queue *batch)
{
    for (const struct store_job *job = batch->first; job; job = job->next)
        if (store_job_is_write(job))
            return true;
    return false;
}

/* Runs the jobs in one transaction. If it fails before COMMIT, nothing has been written. */
static struct failure transact(struct sqlite_store *sqlite, struct store_job_queue *batch)
{
    struct sqlite_db *db = &sqlite->db;
    struct failure failure = no_failure;
    int code = store_sqlite_run_statement(db, any_writes(batch) ? SQL_BEGIN_WRITE : SQL_BEGIN);
    for (struct store_job *job = batch->first; job && code == SQLITE_OK; job = job->next)
        code = store_sqlite_run_job(db, job);
    bool committing = code == SQLITE_OK;
    if (committing)
        code = store_sqlite_run_statement(db, SQL_COMMIT);
    if (code != SQLITE_OK) {
        failure = failure_of(sqlite, code, committing);
        if (!sqlite3_get_autocommit(db->db))
            store_sqlite_run_statement(db, SQL_ROLLBACK);
    } else if (any_writes(batch) && is_in_place(sqlite, &failure, true)) {
        repair_log(sqlite, &failure);
    }
    return failure;
}

/* Returns whether a failed transaction has certainly written nothing. A commit that fails because the disk is full
 * writes nothing. After other failed commits the outcome is unknown. */
static bool nothing_written(const struct failure *failure)
{
    return !failure->committing || (failure->code & 0xff) == SQLITE_FULL;
}

static void fail_all(struct store_job_queue *batch, const struct failure *failure)
{
    for (struct store_job *job = batch->first; job; job = job->next)
        store_job_fail(job, nothing_written(failure) || !store_job_is_write(job) ? STORE_FAILED : STORE_UNKNOWN,
                       failure->text);
}

/* Returns whether the connection can no longer be trusted, because the file may be gone or damaged. */
static bool must_reopen(const struct failure *failure)
{
    int code = failure->code & 0xff;
    return code == SQLITE_IOERR || code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_CANTOPEN;
}

static void set_usable(struct sqlite_store *sqlite, const struct failure *failure)
{
    if (failure->code && must_reopen(failure))
        store_sqlite_db_close(&sqlite->db);
    uv_mutex_lock(&sqlite->mutex);
    sqlite->usable = failure->code == SQLITE_OK;
    snprintf(sqlite->why, sizeof sqlite->why, "%s", failure->text);
    uv_mutex_unlock(&sqlite->mutex);
}

static bool reopen_if_closed(struct sqlite_store *sqlite, struct failure *failure)
{
    if (sqlite->db.db || (is_in_place(sqlite, failure, false) && open_db(sqlite, failure->text)))
        return true;
    failure->code = SQLITE_CANTOPEN;
    failure->committing = false;
    return false;
}

/* Runs the jobs in one transaction. Returns false if they should be retried one at a time. */
static bool attempt(struct sqlite_store *sqlite, struct store_job_queue *batch, bool last)
{
    struct failure failure = no_failure;
    bool writes = any_writes(batch);
    if (reopen_if_closed(sqlite, &failure) && (!writes || is_in_place(sqlite, &failure, false)))
        failure = transact(sqlite, batch);
    bool again = failure.code && !last && nothing_written(&failure) && !must_reopen(&failure);
    if (failure.code)
        fail_all(batch, &failure);
    if (!again && (failure.code || writes)) /* a successful read does not show that writing works */
        set_usable(sqlite, &failure);
    return !again;
}

static void carry_out(struct sqlite_store *sqlite, struct store_job_queue *batch)
{
    struct store_job_queue all = *batch, done = {NULL, NULL};
    struct store_job *job;
    if (attempt(sqlite, batch, batch->first->next == NULL))
        return;
    while ((job = store_job_queue_shift(&all))) {
        struct store_job_queue one = {NULL, NULL};
        store_job_queue_push(&one, job);
        attempt(sqlite, &one, true);
        store_job_queue_move(&done, &one);
    }
    *batch = done;
}

/* Makes a small write to find out whether writing works again. */
static void test_write(struct sqlite_store *sqlite)
{
    struct failure failure = no_failure;
    if (reopen_if_closed(sqlite, &failure) && is_in_place(sqlite, &failure, false)) {
        int code = store_sqlite_run_statement(&sqlite->db, SQL_TEST_WRITE);
        if (code != SQLITE_OK)
            failure = failure_of(sqlite, code, true);
        else
            repair_log(sqlite, &failure);
    }
    set_usable(sqlite, &failure);
    uv_async_send(&sqlite->woken);
}

static void check_files(struct sqlite_store *sqlite)
{
    struct failure failure = no_failure;
    if (is_in_place(sqlite, &failure, false) && repair_log(sqlite, &failure))
        return;
    set_usable(sqlite, &failure);
    uv_async_send(&sqlite->woken);
}

/* Returns SQLite's data_version, which changes whenever another connection writes to the file. */
static int64_t read_data_version(struct sqlite_store *sqlite)
{
    sqlite3_stmt *statement = sqlite->db.statement[SQL_DATA_VERSION];
    int64_t version = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : sqlite->data_version;
    sqlite3_reset(statement);
    return version;
}

/* Checks the files, and notices whether an operator's command has written to the database. Reopening the file counts as
 * a change, because changes made meanwhile are unknown. */
static void check(struct sqlite_store *sqlite)
{
    sqlite->check_at = uv_hrtime() + check_ns;
    if (sqlite->db.db)
        check_files(sqlite);
    if (!sqlite->db.db)
        return;
    int64_t version = read_data_version(sqlite);
    if (version == sqlite->data_version)
        return;
    sqlite->data_version = version;
    uv_mutex_lock(&sqlite->mutex);
    sqlite->changed_by_others = true;
    uv_mutex_unlock(&sqlite->mutex);
    uv_async_send(&sqlite->woken);
}

/* Waits for jobs, and checks the files while there are none. Returns false if the thread must stop and no jobs are
 * left. The caller holds the mutex. */
static bool wait_for_work(struct sqlite_store *sqlite)
{
    while (!sqlite->waiting.first && !sqlite->stop) {
        bool usable = sqlite->usable;
        if (uv_cond_timedwait(&sqlite->work, &sqlite->mutex, usable ? check_ns : test_write_ns) == UV_ETIMEDOUT) {
            uv_mutex_unlock(&sqlite->mutex);
            (usable ? check : test_write)(sqlite);
            uv_mutex_lock(&sqlite->mutex);
        }
    }
    return sqlite->waiting.first != NULL;
}

static void work(void *argument)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)argument;
    uv_mutex_lock(&sqlite->mutex);
    while (wait_for_work(sqlite)) {
        struct store_job_queue batch = {NULL, NULL};
        store_job_queue_move(&batch, &sqlite->waiting);
        uv_mutex_unlock(&sqlite->mutex);
        carry_out(sqlite, &batch);
        if (uv_hrtime() >= sqlite->check_at)
            check(sqlite);
        uv_mutex_lock(&sqlite->mutex);
        store_job_queue_move(&sqlite->finished, &batch);
        uv_async_send(&sqlite->woken);
    }
    uv_mutex_unlock(&sqlite->mutex);
}

/* ------------------------------------------------------------------------------------------------ on the event loop */

static void report_usable(struct sqlite_store *sqlite, bool usable, const char *why)
{
    const struct store_hooks *hooks = &sqlite->store.hooks;
    if (usable == sqlite->reported_usable)
        return;
    sqlite->reported_usable = usable;
    if (hooks->usable)
        hooks->usable(hooks->owner, usable, why);
}

static void hand_back(uv_async_t *woken)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)woken->data;
    struct store_job_queue finished = {NULL, NULL};
    char why[STORE_FAULT_SIZE];
    uv_mutex_lock(&sqlite->mutex);
    store_job_queue_move(&finished, &sqlite->finished);
    bool usable = sqlite->usable, changed = sqlite->changed_by_others;
    sqlite->changed_by_others = false;
    memcpy(why, sqlite->why, sizeof why);
    uv_mutex_unlock(&sqlite->mutex);
    report_usable(sqlite, usable, why);
    store_job_queue_finish(&finished);
    if (changed && sqlite->store.hooks.lost)
        sqlite->store.hooks.lost(sqlite->store.hooks.owner);
}

static void submit(struct store *store, struct store_job *job)
{
    store_job_accept(&((struct sqlite_store *)store)->queued, job);
}

static void flush(struct store *store)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)store;
    if (!sqlite->queued.first)
        return;
    uv_mutex_lock(&sqlite->mutex);
    store_job_queue_move(&sqlite->waiting, &sqlite->queued);
    uv_cond_signal(&sqlite->work);
    uv_mutex_unlock(&sqlite->mutex);
}

/* ------------------------------------------------------------------------------------------------- opening, closing */

static void after_close(uv_handle_t *woken)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)woken->data;
    void (*closed)(void *owner) = sqlite->closed;
    void *owner = sqlite->closed_owner;
    store_sqlite_file_close(&sqlite->file);
    free(sqlite);
    if (closed)
        closed(owner);
}

static void close_store(struct store *store, void (*closed)(void *owner), void *owner)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)store;
    sqlite->closed = closed;
    sqlite->closed_owner = owner;
    flush(store);
    uv_mutex_lock(&sqlite->mutex);
    sqlite->stop = true;
    uv_cond_signal(&sqlite->work);
    uv_mutex_unlock(&sqlite->mutex);
    uv_thread_join(&sqlite->thread);
    hand_back(&sqlite->woken);
    store_sqlite_db_close(&sqlite->db);
    uv_cond_destroy(&sqlite->work);
    uv_mutex_destroy(&sqlite->mutex);
    uv_close((uv_handle_t *)&sqlite->woken, after_close);
}

static bool start_worker(struct sqlite_store *sqlite, uv_loop_t *loop)
{
    if (uv_mutex_init(&sqlite->mutex) != 0)
        return false;
    if (uv_cond_init(&sqlite->work) != 0)
        goto mutex;
    if (uv_async_init(loop, &sqlite->woken, hand_back) != 0)
        goto cond;
    sqlite->woken.data = sqlite;
    if (uv_thread_create(&sqlite->thread, work, sqlite) == 0)
        return true;
    /* The handle's memory cannot be freed while the loop uses it. Aborting is fine, because the program could not start
     * anyway. */
    abort();
cond:
    uv_cond_destroy(&sqlite->work);
mutex:
    uv_mutex_destroy(&sqlite->mutex);
    return false;
}

struct store *store_sqlite_open(const char *path, bool shared, struct uv_loop_s *loop, const struct store_hooks *hooks,
                                char fault[STORE_FAULT_SIZE])
{
    static const struct store_ops ops = {
        .name = "sqlite", .shared = false, .submit = submit, .flush = flush, .close = close_store};
    struct sqlite_store *sqlite = (struct sqlite_store *)calloc(1, sizeof *sqlite);
    if (!sqlite) {
        snprintf(fault, STORE_FAULT_SIZE, "out of memory");
        return NULL;
    }
    sqlite->store = (struct store){.ops = &ops, .hooks = hooks ? *hooks : (struct store_hooks){0}};
    sqlite->shared = shared;
    sqlite->usable = sqlite->reported_usable = true;
    if (!store_sqlite_file_open(&sqlite->file, path, shared, fault) || !open_db(sqlite, fault))
        goto file;
    sqlite->data_version = read_data_version(sqlite);
    int code = store_sqlite_read_clock(&sqlite->db, &sqlite->store.clock);
    if (code != SQLITE_OK) {
        snprintf(fault, STORE_FAULT_SIZE, "%s", failure_of(sqlite, code, false).text);
        goto db;
    }
    if (start_worker(sqlite, loop))
        return &sqlite->store;
    snprintf(fault, STORE_FAULT_SIZE, "the store's thread cannot be started");
db:
    store_sqlite_db_close(&sqlite->db);
file:
    store_sqlite_file_close(&sqlite->file);
    free(sqlite);
    return NULL;
}
