/* sqlite_file.c - locks the file of an SQLite store, and watches the names of the file and its log; see
 * sqlite_internal.h.
 * Only one process may use a file. It holds a flock, which SQLite does not use, on the file itself, so the name or link
 * by which another process opens the file does not matter. The kernel drops the lock when the process ends for any
 * reason. If a file loses its name, data written to it disappears with the process. The store therefore checks that the
 * names still refer to the files that are open. */
#define _DEFAULT_SOURCE /* flock, realpath */
#include "server/store/sqlite_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static struct file_identity identity_of(const char *path)
{
    struct stat facts;
    if (stat(path, &facts) != 0)
        return (struct file_identity){0, 0};
    return (struct file_identity){facts.st_dev, facts.st_ino};
}

static bool leads_to(const char *path, struct file_identity file)
{
    struct file_identity now = identity_of(path);
    return now.number == file.number && now.device == file.device;
}

bool store_sqlite_file_is_in_place(const struct sqlite_file *file) { return leads_to(file->name, file->file); }

/* Also checks the log's index, through which processes see each other's writes. */
bool store_sqlite_log_is_in_place(const struct sqlite_file *file)
{
    return leads_to(file->log_path, file->log) && leads_to(file->index_path, file->index);
}

void store_sqlite_file_remember_log(struct sqlite_file *file)
{
    file->log = identity_of(file->log_path);
    file->index = identity_of(file->index_path);
}

/* Saves the content of a deleted file that is still open as PATH.rescued. */
static bool rescue(const struct sqlite_file *file, sqlite3 *db)
{
    char *name = sqlite3_mprintf("%s.rescued", file->path), *sql = sqlite3_mprintf("VACUUM INTO %Q", name);
    int copy = name ? open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    bool good = copy >= 0 && sql && db && sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
    if (copy >= 0)
        close(copy);
    sqlite3_free(name);
    sqlite3_free(sql);
    return good;
}

void store_sqlite_file_explain_loss(struct sqlite_file *file, sqlite3 *db, char fault[STORE_FAULT_SIZE])
{
    struct stat facts;
    bool deleted = fstat(file->lock, &facts) == 0 && facts.st_nlink == 0;
    if (deleted && !file->rescued)
        file->rescued = rescue(file, db);
    if (file->rescued)
        snprintf(fault, STORE_FAULT_SIZE,
                 "%s was deleted while it was in use; its content is in %s.rescued: stop the server, put that in its "
                 "place and delete the -wal and -shm beside it",
                 file->name, file->path);
    else
        snprintf(fault, STORE_FAULT_SIZE,
                 "%s was moved, deleted or replaced while it was in use: put it back, or stop the server", file->name);
}

/* ------------------------------------------------------------------------------------------------- opening, closing */

static bool fail_with_error(const char *name, const char *what, char fault[STORE_FAULT_SIZE])
{
    snprintf(fault, STORE_FAULT_SIZE, "%s cannot be %s: %s", name, what, strerror(errno));
    return false;
}

/* Creates the file if it does not exist. Only its owner may read it, because it contains every secret. */
static bool create(const char *path, char fault[STORE_FAULT_SIZE])
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return fail_with_error(path, "opened", fault);
    close(file);
    return true;
}

static bool lock(struct sqlite_file *file, char fault[STORE_FAULT_SIZE])
{
    file->lock = open(file->path, O_RDWR | O_CLOEXEC);
    if (file->lock >= 0 && flock(file->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno != EWOULDBLOCK)
        return fail_with_error(file->name, "locked", fault);
    snprintf(fault, STORE_FAULT_SIZE,
             "%s is in use by another server; several servers need a PostgreSQL (postgres://...)", file->name);
    return false;
}

static char *join(const char *a, const char *b)
{
    size_t n = strlen(a) + strlen(b) + 1;
    char *text = (char *)malloc(n);
    if (text)
        snprintf(text, n, "%s%s", a, b);
    return text;
}

bool store_sqlite_file_open(struct sqlite_file *file, const char *name, bool shared, char fault[STORE_FAULT_SIZE])
{
    *file = (struct sqlite_file){.lock = -1, .name = join(name, "")};
    if (file->name && !shared && !create(name, fault))
        return false;
    file->path = file->name ? realpath(name, NULL) : NULL;
    if (file->name && !file->path)
        return fail_with_error(name, "opened", fault);
    file->log_path = file->path ? join(file->path, "-wal") : NULL;
    file->index_path = file->path ? join(file->path, "-shm") : NULL;
    if (!file->log_path || !file->index_path) {
        snprintf(fault, STORE_FAULT_SIZE, "out of memory");
        return false;
    }
    file->file = identity_of(file->path);
    return shared || lock(file, fault);
}

void store_sqlite_file_close(struct sqlite_file *file)
{
    if (file->lock >= 0)
        close(file->lock);
    free(file->name);
    free(file->path);
    free(file->log_path);
    free(file->index_path);
}
