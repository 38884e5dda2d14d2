/* ordered_jobs.h - many small jobs on several threads, collected in order.
 *
 * Threads play jobs into a ring of slots; the thread that called takes the oldest when it is done. Nobody works further
 * ahead than the ring is long, so memory does not grow with the number of jobs, and what is collected does not depend
 * on the number of threads as long as a job's result depends on its number alone. */
#ifndef ARENA_JOBS_H
#define ARENA_JOBS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ARENA_JOBS_THREADS_MAX = 256 };

/* What a job is, in any run; the context is the run's. */
struct arena_work {
    size_t slot_size; /* bytes; a slot is zeroed before a job gets it */
    int slots_per_thread;

    /* What a thread keeps for itself; NULL as functions: nothing. Called by the thread that called arena_jobs_run, one
     * after the other. worker_new returns NULL where there is no memory. */
    void *(*worker_new)(void *context);
    void (*worker_free)(void *context, void *worker);

    void (*play)(void *context, void *worker, uint64_t job, void *slot); /* on any thread */
    bool (*collect)(void *context, uint64_t job, void *slot);            /* in order; false: enough */
    void (*slot_free)(void *slot);                                       /* of a slot not collected; may be NULL */
};

/* A run of jobs. */
struct arena_jobs {
    const struct arena_work *work;
    uint64_t n;
    uint64_t threads; /* 1 to ARENA_JOBS_THREADS_MAX */
    void *context;    /* passed to all functions */

    /* When this becomes true (from a signal handler or `play`), no more jobs begin; those begun are collected. May be
     * NULL. */
    const atomic_bool *stop;
};

/* Anything but ARENA_JOBS_DONE: it could not begin. */
enum arena_jobs_end { ARENA_JOBS_DONE, ARENA_JOBS_NO_MEMORY, ARENA_JOBS_NO_THREAD };
enum arena_jobs_end arena_jobs_run(const struct arena_jobs *jobs);

/* As many threads as there are cores. */
uint64_t arena_jobs_cores(void);

#endif
