/* bench.h - what the tables of `fuerstenfeld bench` share. */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include "core/ff.h"
#include "json.h"

enum { BENCH_PASSES = 5 }; /* the best counts: other work on the machine only ever adds */

/* CPU time of this process. */
double bench_cpu_seconds(void);

/* A row as JSON, with its figures between these; the second prints it. */
void bench_json_begin(struct base_out *out, int mode, int players);
void bench_json_end(struct base_out *out, uint64_t signature);

/* The second table, or its rows as JSON where `out` is not NULL. A status for exit. */
int bench_bots(const struct ff_edition *edition, struct base_out *out);

#endif
