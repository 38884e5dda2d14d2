/* flaky_vfs.h - a disk for SQLite that fails when it is told to: the n-th write, or all until it is mended.
 *
 * It stands before the real one. Writing, syncing and truncating are counted and may fail; reading works, unless the
 * disk is gone. Set before the store is opened by flaky_install; the store's thread and the test's share it. */
#pragma once

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static struct {
    atomic_int writes;  /* so far */
    atomic_int fail_at; /* this one fails; 0: none */
    atomic_int lasting; /* the code with which every write fails; SQLITE_OK: none */
    atomic_int gone;    /* opening and reading fail too */
    atomic_int code;    /* with which the n-th fails */
    sqlite3_vfs vfs, *real;
} flaky;

struct flaky_file {
    sqlite3_file file;
    sqlite3_file *real;
};

static sqlite3_file *flaky_real(sqlite3_file *file) { return ((struct flaky_file *)file)->real; }

static int flaky_write_code(void)
{
    int n = atomic_fetch_add(&flaky.writes, 1) + 1, lasting = atomic_load(&flaky.lasting);
    if (lasting)
        return lasting;
    return n == atomic_load(&flaky.fail_at) ? atomic_load(&flaky.code) : SQLITE_OK;
}

static int flaky_close(sqlite3_file *file)
{
    sqlite3_file *real = flaky_real(file);
    int result = real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
    sqlite3_free(real);
    return result;
}

static int flaky_read(sqlite3_file *file, void *to, int n, sqlite3_int64 at)
{
    if (atomic_load(&flaky.gone))
        return SQLITE_IOERR_READ;
    return flaky_real(file)->pMethods->xRead(flaky_real(file), to, n, at);
}

/* A write that fails is a torn one: half of it is on the disk. */
static int flaky_write(sqlite3_file *file, const void *from, int n, sqlite3_int64 at)
{
    int code = flaky_write_code();
    if (code)
        flaky_real(file)->pMethods->xWrite(flaky_real(file), from, n / 2, at);
    return code ? code : flaky_real(file)->pMethods->xWrite(flaky_real(file), from, n, at);
}

static int flaky_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int code = flaky_write_code();
    return code ? code : flaky_real(file)->pMethods->xTruncate(flaky_real(file), size);
}

static int flaky_sync(sqlite3_file *file, int flags)
{
    int code = flaky_write_code();
    return code ? code : flaky_real(file)->pMethods->xSync(flaky_real(file), flags);
}

static int flaky_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return flaky_real(file)->pMethods->xFileSize(flaky_real(file), size);
}
static int flaky_lock(sqlite3_file *file, int lock)
{
    return flaky_real(file)->pMethods->xLock(flaky_real(file), lock);
}
static int flaky_unlock(sqlite3_file *file, int lock)
{
    return flaky_real(file)->pMethods->xUnlock(flaky_real(file), lock);
}
static int flaky_reserved(sqlite3_file *file, int *reserved)
{
    return flaky_real(file)->pMethods->xCheckReservedLock(flaky_real(file), reserved);
}
static int flaky_control(sqlite3_file *file, int op, void *argument)
{
    return flaky_real(file)->pMethods->xFileControl(flaky_real(file), op, argument);
}
static int flaky_sector(sqlite3_file *file) { return flaky_real(file)->pMethods->xSectorSize(flaky_real(file)); }
static int flaky_traits(sqlite3_file *file)
{
    return flaky_real(file)->pMethods->xDeviceCharacteristics(flaky_real(file));
}
static int flaky_map(sqlite3_file *file, int page, int size, int extend, void volatile **to)
{
    return flaky_real(file)->pMethods->xShmMap(flaky_real(file), page, size, extend, to);
}
static int flaky_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
    return flaky_real(file)->pMethods->xShmLock(flaky_real(file), offset, n, flags);
}
static void flaky_barrier(sqlite3_file *file) { flaky_real(file)->pMethods->xShmBarrier(flaky_real(file)); }
static int flaky_unmap(sqlite3_file *file, int delete)
{
    return flaky_real(file)->pMethods->xShmUnmap(flaky_real(file), delete);
}

static int flaky_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
    static const sqlite3_io_methods methods = {2,
                                               flaky_close,
                                               flaky_read,
                                               flaky_write,
                                               flaky_truncate,
                                               flaky_sync,
                                               flaky_size,
                                               flaky_lock,
                                               flaky_unlock,
                                               flaky_reserved,
                                               flaky_control,
                                               flaky_sector,
                                               flaky_traits,
                                               flaky_map,
                                               flaky_shm_lock,
                                               flaky_barrier,
                                               flaky_unmap,
                                               NULL,
                                               NULL};
    struct flaky_file *ours = (struct flaky_file *)file;
    (void)vfs;
    file->pMethods = NULL;
    if (atomic_load(&flaky.gone))
        return SQLITE_CANTOPEN;
    ours->real = (sqlite3_file *)sqlite3_malloc(flaky.real->szOsFile);
    memset(ours->real, 0, (size_t)flaky.real->szOsFile);
    int result = flaky.real->xOpen(flaky.real, name, ours->real, flags, out_flags);
    if (result == SQLITE_OK)
        file->pMethods = &methods;
    else
        sqlite3_free(ours->real);
    return result;
}

static inline void flaky_mend(void)
{
    atomic_store(&flaky.lasting, SQLITE_OK);
    atomic_store(&flaky.gone, 0);
    atomic_store(&flaky.fail_at, 0);
}

static inline void flaky_fail_at(int n, int code)
{
    atomic_store(&flaky.writes, 0);
    atomic_store(&flaky.code, code);
    atomic_store(&flaky.fail_at, n);
}

static inline void flaky_install(void)
{
    flaky.real = sqlite3_vfs_find(NULL);
    flaky.vfs = *flaky.real;
    flaky.vfs.zName = "flaky";
    flaky.vfs.szOsFile = sizeof(struct flaky_file);
    flaky.vfs.xOpen = flaky_open;
    sqlite3_vfs_register(&flaky.vfs, 1);
}
