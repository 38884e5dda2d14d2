/* slow_disk.c - a disk that stalls and fails, for programs that know nothing of it: LD_PRELOAD=slow_disk.so.
 *
 * Now and then a sync takes up to a quarter of a second, and for a moment every write says that the disk is full.
 * SLOW_DISK is the seed of when. Only the calls of SQLite on Linux are here: pwrite64, fdatasync, fsync. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static _Atomic uint64_t calls;

/* A number from the seed and how many calls there were. */
static uint32_t chance(void)
{
    const char *seed = getenv("SLOW_DISK");
    uint64_t x = (seed ? strtoull(seed, NULL, 10) : 0) * UINT64_C(0x9e3779b97f4a7c15) + atomic_fetch_add(&calls, 1);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(x >> 33);
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void stall(void)
{
    if (chance() % 16 == 0)
        usleep(1000 * (chance() % 250));
}

/* The first second is spared, so that a store can be opened. */
static int is_full(void)
{
    static _Atomic int64_t began, until;
    int64_t now = now_ms();
    if (!began)
        began = now;
    if (now < began + 1000)
        return 0;
    if (chance() % 400 == 0)
        until = now + 20 + chance() % 200;
    return now < until;
}

ssize_t pwrite64(int file, const void *bytes, size_t n, off64_t at)
{
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real)
        real = (ssize_t(*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
    if (is_full()) {
        errno = ENOSPC;
        return -1;
    }
    return real(file, bytes, n, at);
}

int fdatasync(int file)
{
    static int (*real)(int);
    if (!real)
        real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    stall();
    return real(file);
}

int fsync(int file)
{
    static int (*real)(int);
    if (!real)
        real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    stall();
    return real(file);
}
