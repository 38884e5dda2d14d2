/* stats.h - what a number of games proves: intervals, a sequential test, ratings.
 *
 * The unit of evidence is the set-up, not the game: the seatings of one deal are not independent, so their mean is one
 * observation (docs/arena.md). Its score is a whole number of `unit`ths, and a struct scores counts how often each was
 * seen, so that memory does not grow with the number of games. */
#ifndef MATCH_STATS_H
#define MATCH_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* -------------------------------------------------------------------------------------------------------- scores */

struct scores {
    uint32_t unit;   /* scores are 0 to unit, and mean 0 to 1 */
    uint64_t n;      /* observations */
    uint64_t *count; /* unit + 1 of them */
};

/* False: out of memory. */
bool scores_init(struct scores *scores, uint32_t unit);
void scores_free(struct scores *scores);
void scores_add(struct scores *scores, uint32_t score);
double scores_mean(const struct scores *scores);     /* 0 where there are none */
double scores_variance(const struct scores *scores); /* of one observation, unbiased; 0 below two */

/* ----------------------------------------------------------------------------------------------------- intervals */

struct interval {
    double low, high;
};

/* The two-sided 95 % quantile of Student's distribution. */
double stats_t95(uint64_t degrees);

/* Wilson's interval for a share seen in n trials, n > 0 and not necessarily whole; z is the quantile. */
struct interval stats_wilson(double share, double n, double z);

/* The 95 % interval of the mean: Wilson's with as many trials as would give the standard error seen over the set-ups.
 * Where all set-ups have score 0, or all 1, the standard error says nothing and each set-up counts as one trial. */
struct interval scores_interval(const struct scores *scores);

/* ------------------------------------------------------------------------------------------------ sequential test */

struct sprt {
    double p0, p1;      /* the share is p0 at most, or p1 at least */
    double alpha, beta; /* how often to say p1 where p0 is true, and the other way round */
};

enum sprt_verdict { SPRT_GO_ON, SPRT_P0, SPRT_P1 };

double sprt_lower(const struct sprt *sprt);
double sprt_upper(const struct sprt *sprt);

/* The logarithm of the likelihood ratio of p1 to p0. Each hypothesis takes the distribution of scores that has its mean
 * and makes what was seen likeliest; where scores are only 0 and 1 this is Wald's test exactly. */
double sprt_llr(const struct sprt *sprt, const struct scores *scores);
enum sprt_verdict sprt_verdict(const struct sprt *sprt, double llr);

/* -------------------------------------------------------------------------------------------------------- ratings */

/* One bot in one seat against another in all the others. */
struct pairing {
    int one, rest;
    int rest_seats;
    uint64_t games;              /* of a set-up */
    const struct scores *scores; /* of `one`; what it does not get, `rest` does */
};

struct rating {
    double elo; /* the mean of all is 0 */
    struct interval interval;
};

enum { RATED_MAX = 16 };

/* Bradley-Terry: a seat's chance to win is its bot's strength over the sum of all seats' strengths; 400 points are a
 * factor of ten. Intervals are from `resamples` bootstrap samples of the set-ups, drawn from `seed`; 0 gives none. */
void ratings_fit(const struct pairing *pairings, int pairings_n, int bots_n, int resamples, uint64_t seed,
                 struct rating *ratings);

/* ---------------------------------------------------------------------------------------------------------- times */

/* Durations by size, about 3 % wide each. */
enum { TIMES_PER_OCTAVE = 16, TIMES_BINS = 64 * TIMES_PER_OCTAVE };

struct times {
    uint64_t n, sum_ns, max_ns;
    uint64_t count[TIMES_BINS];
};

void times_add(struct times *times, uint64_t ns);
void times_merge(struct times *sum, const struct times *more);
/* The time that a share (0 to 1) of all did not exceed, in ns. */
double times_quantile(const struct times *times, double share);

#endif
