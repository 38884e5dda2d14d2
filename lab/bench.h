/* bench.h - declarations shared by the two tables of `fuerstenfeld-lab bench`. */
#pragma once

#include "study.h"

enum { BENCH_PASSES = 5 }; /* number of passes; the fastest counts, because other work can only slow a pass down */

/* Append the first cells of a row (mode and players), and its last cell (the signature). */
void bench_put_game_kind(struct lab_report *report, int mode, int players);
void bench_put_signature(struct lab_report *report, uint64_t signature);

/* Prints the table of the bots. Returns the exit status. */
int bench_bots(struct lab *lab);
