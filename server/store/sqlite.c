/* sqlite.c - the store in one file by SQLite.
 *
 * A thread of its own talks to SQLite, because a commit waits for the disk and the loop must not. store_flush hands it
 * what was submitted; it takes everything that has gathered as one batch, carries it out in one transaction and hands
 * it back, with one sync of the disk for all of it. The busier it is the larger the batches.
 *
 *     loop      submit -> queued -- flush -> waiting ~~~~~~~                  ~~~~~ done of each job
 *     thread                                        batch: BEGIN jobs COMMIT -> finished
 *
 * When a transaction fails (the disk is full) its jobs are tried again, each by itself, so that one that can't be done
 * does not disturb the others, and what only reads is answered. Then the thread writes a few bytes every half second
 * until that works.
 *
 * One process holds the file, by a lock (flock, which is apart from SQLite's own) on the file itself, so that it does
 * not matter by which name, link or symbolic link another one comes, and that goes with the process however it ends.
 *
 * What is written to a file that has lost its name is lost with the process. So before and after each transaction that
 * writes, and once a second, the thread looks whether the names still lead to the files that are open. If the file is
 * gone, nothing is acknowledged any more until it is back; what a deleted file held is saved beside it as
 * FILE.rescued. If only its log (FILE-wal) is gone, all that is in the log is put into the file, a new log is begun,
 * and nobody notices.
 *
 * Others may read the file (sqlite3 FILE .backup): it is in WAL mode. An operator's command may also write to it
 * (store_sqlite_open_shared): the thread looks once a second whether somebody has. */
#define _DEFAULT_SOURCE /* flock, realpath */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include "server/store/sqlite_internal.h"

static const uint64_t probe_ns = 500 * UINT64_C(1000000), look_ns = 1000 * UINT64_C(1000000);

/* Which file a name leads to. */
struct identity {
    dev_t device;
    ino_t number; /* 0: to none */
};

struct sqlite_store {
    struct store store;
    char *name;       /* as it was given: may be a symbolic link */
    char *path;       /* where the file is */
    char *log_path;   /* its log */
    char *index_path; /* and the log's index, which processes share */
    int lock; /* the file itself, held; -1: it is another's. Closed behind SQLite, whose locks would go with it */
    uv_async_t woken; /* the thread has finished something */
    uv_thread_t thread;
    struct store_job_queue queued; /* the loop's */
    bool told_usable;
    void (*closed)(void *owner);
    void *closed_owner;
    /* Both sides', under the mutex. */
    uv_mutex_t mutex;
    uv_cond_t work;
    struct store_job_queue waiting, finished;
    bool usable;
    bool others; /* have written */
    char why[STORE_FAULT_SIZE];
    bool stop;
    /* The thread's. */
    struct sqlite_db db;
    bool beside; /* the file is another's */
    struct identity file, log, index;
    bool rescued;
    uint64_t look_at; /* when the file is looked at next, on the clock of uv_hrtime */
    int64_t version;  /* changes when another process has written; 0: not known */
};

/* ------------------------------------------------------------------------------------------------------ the thread */

/* What went wrong, and whether the file should be opened anew before it is trusted again. */
struct failure {
    int code; /* of SQLite; SQLITE_OK: nothing went wrong */
    bool committing;
    char text[STORE_FAULT_SIZE];
};

static struct failure failure_of(struct sqlite_store *sqlite, int code, bool committing)
{
    struct failure failure = {.code = code, .committing = committing};
    snprintf(failure.text, sizeof failure.text, "%s: %s", sqlite->path,
             sqlite->db.db ? sqlite3_errmsg(sqlite->db.db) : sqlite3_errstr(code));
    return failure;
}

static struct identity identity_of(const char *path)
{
    struct stat facts;
    if (stat(path, &facts) != 0)
        return (struct identity){0, 0};
    return (struct identity){facts.st_dev, facts.st_ino};
}

static bool same_identity(struct identity a, struct identity b) { return a.number == b.number && a.device == b.device; }

/* Opens the file and notes which ones it and its log are. */
static bool open_db(struct sqlite_store *sqlite, char fault[STORE_FAULT_SIZE])
{
    if (!store_sqlite_db_open(&sqlite->db, sqlite->path, sqlite->beside, fault))
        return false;
    sqlite->log = identity_of(sqlite->log_path);
    sqlite->index = identity_of(sqlite->index_path);
    sqlite->version = 0; /* of the connection before */
    return true;
}

/* Copies what a file without a name holds to one that has one. */
static bool rescue(struct sqlite_store *sqlite)
{
    char *name = sqlite3_mprintf("%s.rescued", sqlite->path), *sql = sqlite3_mprintf("VACUUM INTO %Q", name);
    int file = name ? open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    bool good = file >= 0 && sql && sqlite->db.db && sqlite3_exec(sqlite->db.db, sql, NULL, NULL, NULL) == SQLITE_OK;
    if (file >= 0)
        close(file);
    sqlite3_free(name);
    sqlite3_free(sql);
    return good;
}

/* Whether the name still leads to the file that is open. */
static bool is_in_place(struct sqlite_store *sqlite, struct failure *failure, bool committing)
{
    struct stat facts;
    if (sqlite->beside || same_identity(identity_of(sqlite->name), sqlite->file))
        return true;
    bool deleted = fstat(sqlite->lock, &facts) == 0 && facts.st_nlink == 0;
    if (deleted && !sqlite->rescued)
        sqlite->rescued = rescue(sqlite);
    failure->code = SQLITE_READONLY_DBMOVED;
    failure->committing = committing;
    if (sqlite->rescued)
        snprintf(
            failure->text, sizeof failure->text,
            "%s was deleted while it was in use; what it held is in %s.rescued: stop the server, put that in its place "
            "and delete the -wal and -shm beside it",
            sqlite->name, sqlite->path);
    else
        snprintf(failure->text, sizeof failure->text,
                 "%s was moved, deleted or replaced while it was in use: put it back, or stop the server",
                 sqlite->name);
    return false;
}

/* With an index of its own another process would not see what this one writes, nor this one what that does. */
static bool log_is_in_place(const struct sqlite_store *sqlite)
{
    return same_identity(identity_of(sqlite->log_path), sqlite->log) &&
           same_identity(identity_of(sqlite->index_path), sqlite->index);
}

/* Where the log or its index has lost its name: puts what it holds into the file, and begins a new one. */
static bool mend_log(struct sqlite_store *sqlite, struct failure *failure)
{
    int in_log = -1, in_file = -1;
    if (sqlite->beside || log_is_in_place(sqlite))
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
                 "%s-wal or %s-shm was deleted while it was in use, and cannot be made anew yet", sqlite->path,
                 sqlite->path);
    return false;
}

static bool any_writes(const struct store_job_queue *batch)
{
    for (const struct store_job *job = batch->first; job; job = job->next)
        if (store_job_writes(job))
            return true;
    return false;
}

/* BEGIN, the jobs, COMMIT. After a failure nothing of it is there, unless it failed while committing. */
static struct failure transact(struct sqlite_store *sqlite, struct store_job_queue *batch)
{
    struct sqlite_db *db = &sqlite->db;
    struct failure failure = {SQLITE_OK, false, ""};
    int code = store_sqlite_run(db, any_writes(batch) ? SQL_BEGIN_WRITE : SQL_BEGIN);
    for (struct store_job *job = batch->first; job && code == SQLITE_OK; job = job->next)
        code = store_sqlite_job(db, job);
    bool committing = code == SQLITE_OK;
    if (committing)
        code = store_sqlite_run(db, SQL_COMMIT);
    if (code != SQLITE_OK) {
        failure = failure_of(sqlite, code, committing);
        if (!sqlite3_get_autocommit(db->db))
            store_sqlite_run(db, SQL_ROLLBACK);
    } else if (any_writes(batch) && is_in_place(sqlite, &failure, true)) {
        mend_log(sqlite, &failure);
    }
    return failure;
}

/* After a commit that failed for want of room nothing is written; after a failed sync nobody knows. */
static bool nothing_written(const struct failure *failure)
{
    return !failure->committing || (failure->code & 0xff) == SQLITE_FULL;
}

static void fail_all(struct store_job_queue *batch, const struct failure *failure)
{
    for (struct store_job *job = batch->first; job; job = job->next)
        store_job_fail(job, nothing_written(failure) || !store_job_writes(job) ? STORE_FAILED : STORE_UNKNOWN,
                       failure->text);
}

/* The file may be gone or broken: what is open is not trusted any more. */
static bool must_reopen(const struct failure *failure)
{
    int code = failure->code & 0xff;
    return code == SQLITE_IOERR || code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_CANTOPEN;
}

static void note(struct sqlite_store *sqlite, const struct failure *failure)
{
    if (failure->code && must_reopen(failure))
        store_sqlite_db_close(&sqlite->db);
    uv_mutex_lock(&sqlite->mutex);
    sqlite->usable = failure->code == SQLITE_OK;
    snprintf(sqlite->why, sizeof sqlite->why, "%s", failure->text);
    uv_mutex_unlock(&sqlite->mutex);
}

static bool ready(struct sqlite_store *sqlite, struct failure *failure)
{
    if (sqlite->db.db || (is_in_place(sqlite, failure, false) && open_db(sqlite, failure->text)))
        return true;
    failure->code = SQLITE_CANTOPEN;
    failure->committing = false;
    return false;
}

/* One transaction; the outcome is told to the jobs and noted. */
static bool attempt(struct sqlite_store *sqlite, struct store_job_queue *batch, bool last)
{
    struct failure failure = {SQLITE_OK, false, ""};
    bool writes = any_writes(batch);
    if (ready(sqlite, &failure) && (!writes || is_in_place(sqlite, &failure, false)))
        failure = transact(sqlite, batch);
    bool again = failure.code && !last && nothing_written(&failure) && !must_reopen(&failure);
    if (failure.code)
        fail_all(batch, &failure);
    if (!again && (failure.code || writes)) /* reading tells nothing about writing */
        note(sqlite, &failure);
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

/* Writes something, to see whether that works again. */
static void probe(struct sqlite_store *sqlite)
{
    struct failure failure = {SQLITE_OK, false, ""};
    if (ready(sqlite, &failure) && is_in_place(sqlite, &failure, false)) {
        int code = store_sqlite_run(&sqlite->db, SQL_PROBE);
        if (code != SQLITE_OK)
            failure = failure_of(sqlite, code, true);
        else
            mend_log(sqlite, &failure);
    }
    note(sqlite, &failure);
    uv_async_send(&sqlite->woken);
}

/* Whether the files are where they were; told as soon as they are not. */
static void look_after_files(struct sqlite_store *sqlite)
{
    struct failure failure = {SQLITE_OK, false, ""};
    if (is_in_place(sqlite, &failure, false) && mend_log(sqlite, &failure))
        return;
    note(sqlite, &failure);
    uv_async_send(&sqlite->woken);
}

/* A number that changes when another connection has written. */
static int64_t data_version(struct sqlite_store *sqlite)
{
    sqlite3_stmt *statement = sqlite->db.statement[SQL_DATA_VERSION];
    int64_t version = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : sqlite->version;
    sqlite3_reset(statement);
    return version;
}

/* Whether an operator's command has written to the file meanwhile; nobody knows where it was opened anew. */
static void look(struct sqlite_store *sqlite)
{
    sqlite->look_at = uv_hrtime() + look_ns;
    if (!sqlite->db.db)
        return;
    look_after_files(sqlite);
    if (!sqlite->db.db)
        return;
    int64_t version = data_version(sqlite);
    bool others = version != sqlite->version;
    sqlite->version = version;
    if (!others)
        return;
    uv_mutex_lock(&sqlite->mutex);
    sqlite->others = true;
    uv_mutex_unlock(&sqlite->mutex);
    uv_async_send(&sqlite->woken);
}

/* Waits until there is something to do; false: stop, and nothing is left. The mutex is held. */
static bool wait_for_work(struct sqlite_store *sqlite)
{
    while (!sqlite->waiting.first && !sqlite->stop) {
        bool usable = sqlite->usable;
        if (uv_cond_timedwait(&sqlite->work, &sqlite->mutex, usable ? look_ns : probe_ns) == UV_ETIMEDOUT) {
            uv_mutex_unlock(&sqlite->mutex);
            (usable ? look : probe)(sqlite);
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
        if (uv_hrtime() >= sqlite->look_at)
            look(sqlite);
        uv_mutex_lock(&sqlite->mutex);
        store_job_queue_move(&sqlite->finished, &batch);
        uv_async_send(&sqlite->woken);
    }
    uv_mutex_unlock(&sqlite->mutex);
}

/* -------------------------------------------------------------------------------------------------------- the loop */

static void tell_usable(struct sqlite_store *sqlite, bool usable, const char *why)
{
    const struct store_hooks *hooks = &sqlite->store.hooks;
    if (usable == sqlite->told_usable)
        return;
    sqlite->told_usable = usable;
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
    bool usable = sqlite->usable, others = sqlite->others;
    sqlite->others = false;
    memcpy(why, sqlite->why, sizeof why);
    uv_mutex_unlock(&sqlite->mutex);
    tell_usable(sqlite, usable, why);
    store_job_queue_finish(&finished);
    if (others && sqlite->store.hooks.lost)
        sqlite->store.hooks.lost(sqlite->store.hooks.owner);
}

static void submit(struct store *store, struct store_job *job)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)store;
    store_job_accept(&sqlite->queued, job);
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

static void release(struct sqlite_store *sqlite)
{
    if (sqlite->lock >= 0)
        close(sqlite->lock);
    free(sqlite->name);
    free(sqlite->path);
    free(sqlite->log_path);
    free(sqlite->index_path);
    free(sqlite);
}

static void after_close(uv_handle_t *woken)
{
    struct sqlite_store *sqlite = (struct sqlite_store *)woken->data;
    void (*closed)(void *owner) = sqlite->closed;
    void *owner = sqlite->closed_owner;
    release(sqlite);
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

static bool out_of_memory(char fault[STORE_FAULT_SIZE])
{
    snprintf(fault, STORE_FAULT_SIZE, "out of memory");
    return false;
}

/* Makes the file, readable by its owner alone: it holds every secret. */
static bool make_file(const char *path, char fault[STORE_FAULT_SIZE])
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) {
        snprintf(fault, STORE_FAULT_SIZE, "%s cannot be opened: %s", path, strerror(errno));
        return false;
    }
    close(file);
    return true;
}

static bool take_lock(struct sqlite_store *sqlite, char fault[STORE_FAULT_SIZE])
{
    sqlite->lock = open(sqlite->path, O_RDWR | O_CLOEXEC);
    bool locked = sqlite->lock >= 0 && flock(sqlite->lock, LOCK_EX | LOCK_NB) == 0;
    if (!locked && errno == EWOULDBLOCK)
        snprintf(fault, STORE_FAULT_SIZE,
                 "%s is in use by another server; several servers need a PostgreSQL (postgres://...)", sqlite->name);
    else if (!locked)
        snprintf(fault, STORE_FAULT_SIZE, "%s cannot be locked: %s", sqlite->name, strerror(errno));
    return locked;
}

/* Where the file is, whatever it was called; it is there. */
static bool find_file(struct sqlite_store *sqlite, char fault[STORE_FAULT_SIZE])
{
    sqlite->path = realpath(sqlite->name, NULL);
    if (!sqlite->path) {
        snprintf(fault, STORE_FAULT_SIZE, "%s cannot be opened: %s", sqlite->name, strerror(errno));
        return false;
    }
    size_t n = strlen(sqlite->path) + sizeof "-wal";
    sqlite->log_path = (char *)malloc(n);
    sqlite->index_path = (char *)malloc(n);
    if (!sqlite->log_path || !sqlite->index_path)
        return out_of_memory(fault);
    snprintf(sqlite->log_path, n, "%s-wal", sqlite->path);
    snprintf(sqlite->index_path, n, "%s-shm", sqlite->path);
    sqlite->file = identity_of(sqlite->path);
    return true;
}

static bool start(struct sqlite_store *sqlite, uv_loop_t *loop)
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
    /* The loop knows the handle, so its memory can't be freed at once; this is the end of the program anyway. */
    abort();
cond:
    uv_cond_destroy(&sqlite->work);
mutex:
    uv_mutex_destroy(&sqlite->mutex);
    return false;
}

static bool read_clock(struct sqlite_store *sqlite, char fault[STORE_FAULT_SIZE])
{
    struct store_job job = {.op = STORE_CLOCK};
    int code = store_sqlite_job(&sqlite->db, &job);
    sqlite->store.clock.last_ms = job.from_ms;
    if (code != SQLITE_OK)
        snprintf(fault, STORE_FAULT_SIZE, "%s", failure_of(sqlite, code, false).text);
    return code == SQLITE_OK;
}

static struct store *open_file(const char *path, bool beside, struct uv_loop_s *loop, const struct store_hooks *hooks,
                               char fault[STORE_FAULT_SIZE])
{
    static const struct store_ops ops = {
        .name = "sqlite", .shared = false, .submit = submit, .flush = flush, .say = NULL, .close = close_store};
    struct sqlite_store *sqlite = (struct sqlite_store *)calloc(1, sizeof *sqlite);
    char *copy = (char *)malloc(strlen(path) + 1);
    if (!sqlite || !copy) {
        free(sqlite);
        free(copy);
        out_of_memory(fault);
        return NULL;
    }
    strcpy(copy, path);
    sqlite->store = (struct store){.ops = &ops, .hooks = hooks ? *hooks : (struct store_hooks){0}};
    sqlite->name = copy;
    sqlite->lock = -1;
    sqlite->beside = beside;
    sqlite->usable = sqlite->told_usable = true;
    if ((!beside && !make_file(path, fault)) || !find_file(sqlite, fault))
        goto release;
    if ((!beside && !take_lock(sqlite, fault)) || !open_db(sqlite, fault))
        goto release;
    sqlite->version = data_version(sqlite);
    if (!read_clock(sqlite, fault))
        goto close;
    if (start(sqlite, loop))
        return &sqlite->store;
    snprintf(fault, STORE_FAULT_SIZE, "the store's thread cannot be started");
close:
    store_sqlite_db_close(&sqlite->db);
release:
    release(sqlite);
    return NULL;
}

struct store *store_sqlite_open(const char *path, struct uv_loop_s *loop, const struct store_hooks *hooks,
                                char fault[STORE_FAULT_SIZE])
{
    return open_file(path, false, loop, hooks, fault);
}

struct store *store_sqlite_open_shared(const char *path, struct uv_loop_s *loop, char fault[STORE_FAULT_SIZE])
{
    return open_file(path, true, loop, NULL, fault);
}
