/* ordered_jobs.h - runs many small jobs on several threads and collects their results in order.
 *
 * Threads write results into a ring of slots. The calling thread takes the result of the oldest job as soon as the job
 * is done. No thread works further ahead than the length of the ring, so memory does not grow with the number of jobs.
 * If a job's result depends only on the job's number, the collected results do not depend on the number of threads. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ARENA_JOBS_THREADS_MAX = 256 };

/* A kind of job. All functions get the context of the run. */
struct arena_work {
    size_t slot_size; /* size of a result in bytes; a slot is zeroed before a job writes to it */
    int slots_per_thread;

    /* Allocate and free a thread's private data, or are NULL if threads have none. The thread that calls arena_jobs_run
     * calls these functions. worker_new returns NULL if out of memory. */
    void *(*worker_new)(void *context);
    void (*worker_free)(void *context, void *worker);

    void (*play)(void *context, void *worker, uint64_t job, void *slot); /* does a job, on any thread */
    bool (*collect)(void *context, uint64_t job, void *slot); /* called in order; returns false to end the run */
    void (*slot_free)(void *slot);                            /* frees a result that was not collected; may be NULL */
};

/* A run of jobs. */
struct arena_jobs {
    const struct arena_work *work;
    uint64_t n;
    uint64_t threads; /* 1 to ARENA_JOBS_THREADS_MAX */
    void *context;    /* passed to all functions */

    /* When *stop becomes true (set by a signal handler or by `play`), no more jobs begin, and those under way are
     * finished and collected. May be NULL. */
    const atomic_bool *stop;
};

/* Runs the jobs. Returns ARENA_JOBS_DONE unless the run could not begin. */
enum arena_jobs_end { ARENA_JOBS_DONE, ARENA_JOBS_NO_MEMORY, ARENA_JOBS_NO_THREAD };
enum arena_jobs_end arena_jobs_run(const struct arena_jobs *jobs);

/* Returns the number of processor cores. */
uint64_t arena_cpu_cores(void);
