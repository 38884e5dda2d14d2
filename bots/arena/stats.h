/* stats.h - statistics of games: confidence intervals, a sequential test, ratings.
 *
 * An observation is a set-up, not a game, because games of the same deal with different seatings are not independent.
 * The score of an observation is the mean result of these games (docs/authors/arena.md), a multiple of 1/unit. struct
 * arena_scores counts how often each score was seen, so memory does not grow with the number of games. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* -------------------------------------------------------------------------------------------------------- scores */

struct arena_scores {
    uint32_t unit;   /* scores range from 0 to unit, and their mean from 0 to 1 */
    uint64_t n;      /* number of observations */
    uint64_t *count; /* unit + 1 counters, one for each score */
};

/* Allocates the counters. Returns false if out of memory. */
bool arena_scores_init(struct arena_scores *scores, uint32_t unit);
void arena_scores_free(struct arena_scores *scores);
void arena_scores_add(struct arena_scores *scores, uint32_t score);
double arena_scores_mean(const struct arena_scores *scores);     /* 0 without observations */
double arena_scores_variance(const struct arena_scores *scores); /* unbiased; 0 for fewer than two observations */

/* ----------------------------------------------------------------------------------------------------- intervals */

struct arena_interval {
    double low, high;
};

/* Returns the two-sided 95 % quantile of Student's t-distribution. */
double arena_student_quantile(uint64_t degrees);

/* Returns Wilson's interval for a share that was observed in n trials, at the normal quantile z. n must be positive,
 * but need not be an integer. */
struct arena_interval arena_wilson_interval(double share, double n, double z);

/* Returns the 95 % interval of the mean. Uses Wilson's interval with the number of independent trials that would have
 * the same standard error as the set-ups. If all set-ups have the same score, this error is meaningless, so each set-up
 * counts as one trial. */
struct arena_interval arena_scores_interval(const struct arena_scores *scores);

/* ------------------------------------------------------------------------------------------------ sequential test */

struct arena_sprt {
    double p0, p1;      /* the hypotheses: the true share is at most p0, or at least p1 */
    double alpha, beta; /* probabilities of wrongly accepting p1, and of wrongly accepting p0 */
};

enum arena_sprt_verdict { ARENA_SPRT_GO_ON, ARENA_SPRT_P0, ARENA_SPRT_P1 };

double arena_sprt_lower_bound(const struct arena_sprt *sprt);
double arena_sprt_upper_bound(const struct arena_sprt *sprt);

/* Returns the log-likelihood ratio of p1 to p0. For each hypothesis, uses the most likely distribution of scores that
 * has the hypothesis as its mean. If all scores are 0 or 1, this is exactly Wald's test. */
double arena_sprt_llr(const struct arena_sprt *sprt, const struct arena_scores *scores);
enum arena_sprt_verdict arena_sprt_verdict(const struct arena_sprt *sprt, double llr);

/* -------------------------------------------------------------------------------------------------------- ratings */

/* A pairing of one bot in one seat with another bot in all other seats. */
struct arena_pairing {
    int one, rest;
    int rest_seats;
    uint64_t games;                    /* games per set-up */
    const struct arena_scores *scores; /* scores of the bot `one`; the bot `rest` gets the remainder */
};

struct arena_pairings {
    const struct arena_pairing *of;
    int n, bots_n;
};

struct arena_rating {
    double elo; /* the mean of all bots' ratings is 0 */
    struct arena_interval interval;
};

enum { ARENA_RATED_MAX = 16 };

/* Fits a Bradley-Terry model: a seat's chance to win is its bot's strength divided by the sum of all seats' strengths.
 * A difference of 400 points means ten times the strength. Intervals come from `resamples` bootstrap samples of the
 * set-ups, drawn from `seed`; 0 gives no intervals. If all set-ups of a pairing have the same score, draws its share
 * from the distribution of arena_scores_interval. */
void arena_ratings_fit(const struct arena_pairings *pairings, int resamples, uint64_t seed,
                       struct arena_rating *ratings);

/* ---------------------------------------------------------------------------------------------------------- times */

/* A histogram of durations, with bins about 3 % wide. */
enum { ARENA_TIMES_PER_OCTAVE = 16, ARENA_TIMES_BINS = 64 * ARENA_TIMES_PER_OCTAVE };

struct arena_times {
    uint64_t n, sum_ns, max_ns;
    uint64_t count[ARENA_TIMES_BINS];
};

void arena_times_add(struct arena_times *times, uint64_t ns);
void arena_times_merge(struct arena_times *sum, const struct arena_times *more);
/* Returns the given quantile (0 to 1) of the durations, in nanoseconds. */
double arena_times_quantile(const struct arena_times *times, double share);

struct ff_rng;
/* Draws a uniform number between 0 and 1, both excluded. */
double arena_random_uniform(struct ff_rng *rng);
/* Draws a standard normal number by the Box-Muller transform. */
double arena_random_normal(struct ff_rng *rng);
