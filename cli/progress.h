/* progress.h - runs many jobs, shows their progress, and explains why a run could not begin. */
#pragma once

#include "bots/arena/ordered_jobs.h"

/* Shows on stderr, if it is a terminal, how many jobs are done and the remaining time. */
struct cli_progress {
    bool shown;
    double start, last;
};

struct cli_progress cli_progress_begin(void);
void cli_progress_step(struct cli_progress *progress, const char *what, uint64_t done, uint64_t all);
void cli_progress_end(const struct cli_progress *progress); /* erases the line */

/* Runs the jobs; `collect` calls cli_progress_step. Returns false after printing an error if they could not begin. */
bool cli_run_jobs(const struct arena_jobs *jobs, struct cli_progress *progress);
