/* ordered_jobs.c - runs many small jobs on several threads and collects them in order; see ordered_jobs.h. */
#include "ordered_jobs.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct pool {
    const struct arena_jobs *jobs;
    uint64_t slots_n;
    char *slots;
    void *worker[ARENA_JOBS_THREADS_MAX];
    pthread_mutex_t lock;
    pthread_cond_t job_done, slot_free;
    /* Under the lock. */
    bool *done; /* by slot */
    uint64_t next, collected;
    bool stop;
};

struct thread {
    struct pool *pool;
    void *worker;
};

static void *slot_of(const struct pool *pool, uint64_t job)
{
    return pool->slots + job % pool->slots_n * pool->jobs->work->slot_size;
}

static bool stopped(const struct pool *pool)
{
    return pool->stop || (pool->jobs->stop && atomic_load(pool->jobs->stop));
}

/* Takes the next job that no thread has taken; n if no job is left. */
static uint64_t take_job(struct pool *pool)
{
    uint64_t n = pool->jobs->n;
    pthread_mutex_lock(&pool->lock);
    while (!stopped(pool) && pool->next < n && pool->next >= pool->collected + pool->slots_n)
        pthread_cond_wait(&pool->slot_free, &pool->lock);
    uint64_t job = stopped(pool) || pool->next == n ? n : pool->next++;
    pthread_mutex_unlock(&pool->lock);
    return job;
}

static void *work(void *argument)
{
    struct thread *thread = (struct thread *)argument;
    struct pool *pool = thread->pool;
    const struct arena_jobs *jobs = pool->jobs;
    for (uint64_t job; (job = take_job(pool)) < jobs->n;) {
        void *slot = slot_of(pool, job);
        memset(slot, 0, jobs->work->slot_size);
        jobs->work->play(jobs->context, thread->worker, job, slot);
        pthread_mutex_lock(&pool->lock);
        pool->done[job % pool->slots_n] = true;
        pthread_cond_signal(&pool->job_done);
        pthread_mutex_unlock(&pool->lock);
    }
    return NULL;
}

/* Waits for a finished job, but at most 100 ms, because a signal handler cannot signal a condition variable. */
static void wait_a_little(struct pool *pool)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100 * 1000 * 1000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&pool->job_done, &pool->lock, &until);
}

/* Waits until a job is done. Returns false if it will never be done, because the run was stopped. */
static bool wait_for(struct pool *pool, uint64_t job)
{
    pthread_mutex_lock(&pool->lock);
    while (!pool->done[job % pool->slots_n] && !(stopped(pool) && job >= pool->next))
        wait_a_little(pool);
    bool done = pool->done[job % pool->slots_n];
    pthread_mutex_unlock(&pool->lock);
    return done;
}

static void hand_back(struct pool *pool, uint64_t job)
{
    pthread_mutex_lock(&pool->lock);
    pool->done[job % pool->slots_n] = false;
    pool->collected++;
    pthread_cond_broadcast(&pool->slot_free);
    pthread_mutex_unlock(&pool->lock);
}

static void collect_results(struct pool *pool)
{
    const struct arena_jobs *jobs = pool->jobs;
    bool more = true;
    for (uint64_t job = 0; job < jobs->n && more && wait_for(pool, job); job++) {
        more = jobs->work->collect(jobs->context, job, slot_of(pool, job));
        hand_back(pool, job);
    }
    pthread_mutex_lock(&pool->lock);
    pool->stop = true;
    pthread_cond_broadcast(&pool->slot_free);
    pthread_mutex_unlock(&pool->lock);
}

/* Frees the pool. All threads must have ended. */
static void free_pool(struct pool *pool)
{
    const struct arena_jobs *jobs = pool->jobs;
    for (uint64_t i = 0; pool->done && jobs->work->slot_free && i < pool->slots_n; i++)
        if (pool->done[i])
            jobs->work->slot_free(slot_of(pool, i));
    for (uint64_t i = 0; jobs->work->worker_free && i < jobs->threads; i++)
        if (pool->worker[i])
            jobs->work->worker_free(jobs->context, pool->worker[i]);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->job_done);
    pthread_cond_destroy(&pool->slot_free);
    free(pool->slots);
    free(pool->done);
    free(pool);
}

static struct pool *pool_new(const struct arena_jobs *jobs)
{
    struct pool *pool = (struct pool *)calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pool->jobs = jobs;
    pool->slots_n = jobs->threads * (uint64_t)jobs->work->slots_per_thread;
    pool->slots = (char *)calloc(pool->slots_n, jobs->work->slot_size);
    pool->done = (bool *)calloc(pool->slots_n, sizeof *pool->done);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->job_done, NULL);
    pthread_cond_init(&pool->slot_free, NULL);
    return pool;
}

static bool make_workers(struct pool *pool)
{
    const struct arena_jobs *jobs = pool->jobs;
    for (uint64_t i = 0; jobs->work->worker_new && i < jobs->threads; i++)
        if (!(pool->worker[i] = jobs->work->worker_new(jobs->context)))
            return false;
    return true;
}

static enum arena_jobs_end run_threads(struct pool *pool)
{
    pthread_t ids[ARENA_JOBS_THREADS_MAX];
    struct thread threads[ARENA_JOBS_THREADS_MAX];
    uint64_t started = 0;
    sigset_t all, before;
    sigfillset(&all); /* signals go to the collecting thread, which may block them while it writes */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (; started < pool->jobs->threads; started++) {
        threads[started] = (struct thread){pool, pool->worker[started]};
        if (pthread_create(&ids[started], NULL, work, &threads[started]) != 0)
            break;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started > 0)
        collect_results(pool);
    for (uint64_t i = 0; i < started; i++)
        pthread_join(ids[i], NULL);
    return started > 0 ? ARENA_JOBS_DONE : ARENA_JOBS_NO_THREAD;
}

enum arena_jobs_end arena_jobs_run(const struct arena_jobs *jobs)
{
    struct pool *pool = pool_new(jobs);
    enum arena_jobs_end end = ARENA_JOBS_NO_MEMORY;
    if (pool && pool->slots && pool->done && make_workers(pool))
        end = run_threads(pool);
    if (pool)
        free_pool(pool);
    return end;
}

uint64_t arena_cpu_cores(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > ARENA_JOBS_THREADS_MAX ? ARENA_JOBS_THREADS_MAX : (uint64_t)n;
}
