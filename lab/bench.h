/* bench.h - declarations shared by the tables of `fuerstenfeld-lab bench`. */
#pragma once

#include "study.h"

enum { BENCH_PASSES = 5 }; /* passes; the best counts, because other work can only slow a pass down */

/* Append the first cells of a row, and the last one. */
void bench_put_kind(struct lab_report *report, int mode, int players);
void bench_put_signature(struct lab_report *report, uint64_t signature);

/* Prints the bots' table. Returns an exit status. */
int bench_bots(struct lab *lab);
