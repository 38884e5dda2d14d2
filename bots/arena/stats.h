/* stats.h - statistics of games: confidence intervals, a sequential test, ratings.
 *
 * One observation is one set-up, not one game, because the seatings of one deal are not independent. Its score is their
 * mean (docs/authors/arena.md), a multiple of 1/unit. A struct arena_scores counts how often each score was seen, so
 * memory does not grow with the number of games. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* -------------------------------------------------------------------------------------------------------- scores */

struct arena_scores {
    uint32_t unit;   /* scores are 0 to unit, and mean 0 to 1 */
    uint64_t n;      /* observations */
    uint64_t *count; /* unit + 1 of them */
};

/* Returns false if there is no memory. */
bool arena_scores_init(struct arena_scores *scores, uint32_t unit);
void arena_scores_free(struct arena_scores *scores);
void arena_scores_add(struct arena_scores *scores, uint32_t score);
double arena_scores_mean(const struct arena_scores *scores); /* 0 without observations */
double arena_scores_variance(
    const struct arena_scores *scores); /* unbiased variance of one observation; 0 below two observations */

/* ----------------------------------------------------------------------------------------------------- intervals */

struct arena_interval {
    double low, high;
};

/* Returns the two-sided 95 % quantile of Student's distribution. */
double arena_student_quantile(uint64_t degrees);

/* Returns Wilson's interval for a share seen in n trials; n > 0 need not be whole. z is the quantile. */
struct arena_interval arena_wilson(double share, double n, double z);

/* Returns the 95 % interval of the mean: Wilson's interval for the number of trials that would have the standard error
 * of the set-ups. If all set-ups have the same score, that error is meaningless, and each set-up counts as one
 * trial. */
struct arena_interval arena_scores_interval(const struct arena_scores *scores);

/* ------------------------------------------------------------------------------------------------ sequential test */

struct arena_sprt {
    double p0, p1;      /* hypotheses: the share is at most p0, or at least p1 */
    double alpha, beta; /* error rates: accepting p1 if p0 is true, and p0 if p1 is true */
};

enum arena_sprt_verdict { ARENA_SPRT_GO_ON, ARENA_SPRT_P0, ARENA_SPRT_P1 };

double arena_sprt_lower(const struct arena_sprt *sprt);
double arena_sprt_upper(const struct arena_sprt *sprt);

/* Returns the logarithm of the likelihood ratio of p1 to p0. Each hypothesis uses the distribution of scores with its
 * mean that makes the observations most likely. If all scores are 0 or 1, this is exactly Wald's test. */
double arena_sprt_llr(const struct arena_sprt *sprt, const struct arena_scores *scores);
enum arena_sprt_verdict arena_sprt_verdict(const struct arena_sprt *sprt, double llr);

/* -------------------------------------------------------------------------------------------------------- ratings */

/* One bot in one seat against another bot in all other seats. */
struct arena_pairing {
    int one, rest;
    int rest_seats;
    uint64_t games;                    /* of a set-up */
    const struct arena_scores *scores; /* of `one`; `rest` gets the remainder */
};

struct arena_pairings {
    const struct arena_pairing *of;
    int n, bots_n;
};

struct arena_rating {
    double elo; /* the mean of all is 0 */
    struct arena_interval interval;
};

enum { ARENA_RATED_MAX = 16 };

/* Fits a Bradley-Terry model: a seat's chance to win is its bot's strength divided by the sum of all seats' strengths;
 * 400 points are a factor of ten. Intervals come from `resamples` bootstrap samples of the set-ups, drawn from `seed`;
 * 0 gives none. If all set-ups of a pairing have the same score, its share is drawn from the distribution of
 * arena_scores_interval. */
void arena_ratings_fit(const struct arena_pairings *pairings, int resamples, uint64_t seed,
                       struct arena_rating *ratings);

/* ---------------------------------------------------------------------------------------------------------- times */

/* A histogram of durations. Its bins are about 3 % wide. */
enum { ARENA_TIMES_PER_OCTAVE = 16, ARENA_TIMES_BINS = 64 * ARENA_TIMES_PER_OCTAVE };

struct arena_times {
    uint64_t n, sum_ns, max_ns;
    uint64_t count[ARENA_TIMES_BINS];
};

void arena_times_add(struct arena_times *times, uint64_t ns);
void arena_times_merge(struct arena_times *sum, const struct arena_times *more);
/* Returns the given quantile (0 to 1) of the durations, in ns. */
double arena_times_quantile(const struct arena_times *times, double share);

struct ff_rng;
/* Draws a number between 0 and 1, both excluded. */
double arena_random_uniform(struct ff_rng *rng);
/* Draws a number of the standard normal distribution, with the Box-Muller transform. */
double arena_random_normal(struct ff_rng *rng);
