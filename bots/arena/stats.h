/* stats.h - what a number of games proves: intervals, a sequential test, ratings.
 *
 * The unit of evidence is the set-up, not the game: the seatings of one deal are not independent, so their mean is one
 * observation (docs/authors/arena.md). Its score is a whole number of `unit`ths, and a struct arena_scores counts how
 * often each was seen, so that memory does not grow with the number of games. */
#ifndef ARENA_STATS_H
#define ARENA_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* -------------------------------------------------------------------------------------------------------- scores */

struct arena_scores {
    uint32_t unit;   /* scores are 0 to unit, and mean 0 to 1 */
    uint64_t n;      /* observations */
    uint64_t *count; /* unit + 1 of them */
};

/* False: out of memory. */
bool arena_scores_init(struct arena_scores *scores, uint32_t unit);
void arena_scores_free(struct arena_scores *scores);
void arena_scores_add(struct arena_scores *scores, uint32_t score);
double arena_scores_mean(const struct arena_scores *scores);     /* 0 where there are none */
double arena_scores_variance(const struct arena_scores *scores); /* of one observation, unbiased; 0 below two */

/* ----------------------------------------------------------------------------------------------------- intervals */

struct arena_interval {
    double low, high;
};

/* The two-sided 95 % quantile of Student's distribution. */
double arena_t95(uint64_t degrees);

/* Wilson's interval for a share seen in n trials, n > 0 and not necessarily whole; z is the quantile. */
struct arena_interval arena_wilson(double share, double n, double z);

/* The 95 % interval of the mean: Wilson's with as many trials as would give the standard error seen over the set-ups.
 * Where all set-ups have the same score the standard error says nothing, and each set-up counts as one trial. */
struct arena_interval arena_scores_interval(const struct arena_scores *scores);

/* ------------------------------------------------------------------------------------------------ sequential test */

struct arena_sprt {
    double p0, p1;      /* the share is p0 at most, or p1 at least */
    double alpha, beta; /* how often to say p1 where p0 is true, and the other way round */
};

enum arena_sprt_verdict { ARENA_SPRT_GO_ON, ARENA_SPRT_P0, ARENA_SPRT_P1 };

double arena_sprt_lower(const struct arena_sprt *sprt);
double arena_sprt_upper(const struct arena_sprt *sprt);

/* The logarithm of the likelihood ratio of p1 to p0. Each hypothesis takes the distribution of scores that has its mean
 * and makes what was seen likeliest; where scores are only 0 and 1 this is Wald's test exactly. */
double arena_sprt_llr(const struct arena_sprt *sprt, const struct arena_scores *scores);
enum arena_sprt_verdict arena_sprt_verdict(const struct arena_sprt *sprt, double llr);

/* -------------------------------------------------------------------------------------------------------- ratings */

/* One bot in one seat against another in all the others. */
struct arena_pairing {
    int one, rest;
    int rest_seats;
    uint64_t games;                    /* of a set-up */
    const struct arena_scores *scores; /* of `one`; what it does not get, `rest` does */
};

struct arena_rating {
    double elo; /* the mean of all is 0 */
    struct arena_interval interval;
};

enum { ARENA_RATED_MAX = 16 };

/* Bradley-Terry: a seat's chance to win is its bot's strength over the sum of all seats' strengths; 400 points are a
 * factor of ten. Intervals are from `resamples` bootstrap samples of the set-ups, drawn from `seed`; 0 gives none.
 * Where all set-ups of a pairing have the same score its share is drawn from arena_scores_interval's distribution. */
void arena_ratings_fit(const struct arena_pairing *pairings, int pairings_n, int bots_n, int resamples, uint64_t seed,
                       struct arena_rating *ratings);

/* ---------------------------------------------------------------------------------------------------------- times */

/* Durations by size, about 3 % wide each. */
enum { ARENA_TIMES_PER_OCTAVE = 16, ARENA_TIMES_BINS = 64 * ARENA_TIMES_PER_OCTAVE };

struct arena_times {
    uint64_t n, sum_ns, max_ns;
    uint64_t count[ARENA_TIMES_BINS];
};

void arena_times_add(struct arena_times *times, uint64_t ns);
void arena_times_merge(struct arena_times *sum, const struct arena_times *more);
/* The time that a share (0 to 1) of all did not exceed, in ns. */
double arena_times_quantile(const struct arena_times *times, double share);

#endif
