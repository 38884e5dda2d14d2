/* ordered_jobs.h - runs many small jobs on several threads and collects their results in order.
 *
 * Threads write results into a ring of slots, and the calling thread takes the oldest one when it is done. No thread
 * works further ahead than the length of the ring, so memory does not grow with the number of jobs. If a job's result
 * depends on its number alone, the collected results do not depend on the number of threads. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ARENA_JOBS_THREADS_MAX = 256 };

/* A kind of job. The functions get the context of the run. */
struct arena_work {
    size_t slot_size; /* bytes; a slot is zeroed before a job gets it */
    int slots_per_thread;

    /* Make and free the private data of a thread; NULL: it has none. The thread that called arena_jobs_run calls them.
     * worker_new returns NULL if there is no memory. */
    void *(*worker_new)(void *context);
    void (*worker_free)(void *context, void *worker);

    void (*play)(void *context, void *worker, uint64_t job, void *slot); /* on any thread */
    bool (*collect)(void *context, uint64_t job, void *slot);            /* in order; returning false ends the run */
    void (*slot_free)(void *slot);                                       /* frees a slot not collected; may be NULL */
};

/* A run of jobs. */
struct arena_jobs {
    const struct arena_work *work;
    uint64_t n;
    uint64_t threads; /* 1 to ARENA_JOBS_THREADS_MAX */
    void *context;    /* passed to all functions */

    /* When it becomes true (by a signal handler or `play`), no more jobs begin, and those under way are collected. May
     * be NULL. */
    const atomic_bool *stop;
};

/* Returns anything but ARENA_JOBS_DONE if the run could not begin. */
enum arena_jobs_end { ARENA_JOBS_DONE, ARENA_JOBS_NO_MEMORY, ARENA_JOBS_NO_THREAD };
enum arena_jobs_end arena_jobs_run(const struct arena_jobs *jobs);

/* Returns the number of cores. */
uint64_t arena_jobs_cores(void);
