/* bench.h - what the tables of `fuerstenfeld bench` share. */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include "core/ff.h"

enum { BENCH_PASSES = 5 }; /* the best counts: other work on the machine only ever adds */

/* CPU time of this process. */
double bench_cpu_seconds(void);

/* The second table. A status for exit. */
int bench_bots(const struct ff_edition *edition, bool json);

#endif
