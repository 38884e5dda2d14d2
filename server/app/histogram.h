/* histogram.h - a histogram of durations, as Prometheus defines it. */
#pragma once

#include <stdint.h>

/* The buckets' upper bounds in microseconds. The last bucket has no bound. */
#define HISTOGRAM_BOUNDS                                                                                               \
    50, 100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 500000, 1000000, 2500000
enum { HISTOGRAM_N = 16 };

struct histogram {
    uint64_t bucket[HISTOGRAM_N]; /* number of durations in this bucket only */
    uint64_t sum_us;
};

static inline void histogram_add(struct histogram *histogram, int64_t us)
{
    static const int64_t bounds[] = {HISTOGRAM_BOUNDS};
    int i = 0;
    us = us > 0 ? us : 0;
    while (i < HISTOGRAM_N - 1 && us > bounds[i])
        i++;
    histogram->bucket[i]++;
    histogram->sum_us += (uint64_t)us;
}
