/* progress.c - shows the progress of a run of many jobs; see progress.h. */
#include "progress.h"
#include "cli.h"

#include <inttypes.h>
#include <time.h>
#include <unistd.h>

static double now_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

struct cli_progress cli_progress_begin(void)
{
    double now = now_seconds();
    return (struct cli_progress){isatty(STDERR_FILENO) == 1, now, now};
}

static void print_seconds(double seconds)
{
    uint64_t s = (uint64_t)(seconds + 0.5);
    if (s < 120)
        fprintf(stderr, "%" PRIu64 " s", s);
    else if (s < 7200)
        fprintf(stderr, "%" PRIu64 " min %" PRIu64 " s", s / 60, s % 60);
    else
        fprintf(stderr, "%" PRIu64 " h %" PRIu64 " min", s / 3600, s / 60 % 60);
}

void cli_progress_step(struct cli_progress *progress, const char *what, uint64_t done, uint64_t all)
{
    double now = progress->shown ? now_seconds() : 0;
    if (!progress->shown || now - progress->last < 0.2)
        return;
    progress->last = now;
    fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " %s, ", done, all, what);
    print_seconds((now - progress->start) / (double)done * (double)(all - done));
    fputs(" left \033[K", stderr);
}

void cli_progress_end(const struct cli_progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
}

bool cli_run_jobs(const struct arena_jobs *jobs, struct cli_progress *progress)
{
    *progress = cli_progress_begin();
    enum arena_jobs_end end = arena_jobs_run(jobs);
    cli_progress_end(progress);
    if (end == ARENA_JOBS_NO_THREAD)
        cli_error("no thread can be started");
    else if (end == ARENA_JOBS_NO_MEMORY)
        cli_error("out of memory; fewer --threads need less");
    return end == ARENA_JOBS_DONE;
}
