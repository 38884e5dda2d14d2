/* stats.c - confidence intervals, a sequential test and ratings; see stats.h. */
#include "stats.h"
#include "engine/core/ff.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double z95 = 1.959963984540054;

/* --------------------------------------------------------------------------------------------------------- scores */

bool arena_scores_init(struct arena_scores *scores, uint32_t unit)
{
    scores->unit = unit;
    scores->n = 0;
    scores->count = (uint64_t *)calloc((size_t)unit + 1, sizeof *scores->count);
    return scores->count != NULL;
}

void arena_scores_free(struct arena_scores *scores)
{
    free(scores->count);
    memset(scores, 0, sizeof *scores);
}

void arena_scores_add(struct arena_scores *scores, uint32_t score)
{
    assert(score <= scores->unit);
    scores->count[score]++;
    scores->n++;
}

double arena_scores_mean(const struct arena_scores *scores)
{
    double sum = 0;
    for (uint32_t i = 0; i <= scores->unit; i++)
        sum += (double)scores->count[i] * (double)i;
    return scores->n ? sum / (double)scores->unit / (double)scores->n : 0;
}

double arena_scores_variance(const struct arena_scores *scores)
{
    double mean = arena_scores_mean(scores), sum = 0;
    for (uint32_t i = 0; i <= scores->unit; i++) {
        double d = (double)i / (double)scores->unit - mean;
        sum += (double)scores->count[i] * d * d;
    }
    return scores->n > 1 ? sum / (double)(scores->n - 1) : 0;
}

/* ------------------------------------------------------------------------------------------------------ intervals */

double arena_student_quantile(uint64_t degrees)
{
    static const double few[] = {12.7062047364, 4.3026527299, 3.1824463053, 2.7764451052, 2.5705818366};
    if (degrees >= 1 && degrees <= 5)
        return few[degrees - 1];
    if (degrees == 0)
        return z95;
    /* Cornish-Fisher expansion, accurate to a thousandth for 6 or more degrees of freedom */
    double z = z95, v = (double)degrees, z2 = z * z;
    double g1 = z * (z2 + 1) / 4, g2 = z * ((5 * z2 + 16) * z2 + 3) / 96;
    double g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
    double g4 = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
    return z + (g1 + (g2 + (g3 + g4 / v) / v) / v) / v;
}

struct arena_interval arena_wilson_interval(double share, double n, double z)
{
    double z2n = z * z / n, middle = share + z2n / 2;
    double half = z * sqrt(share * (1 - share) / n + z2n / (4 * n));
    struct arena_interval interval = {(middle - half) / (1 + z2n), (middle + half) / (1 + z2n)};
    interval.low = interval.low < 0 ? 0 : interval.low;
    interval.high = interval.high > 1 ? 1 : interval.high;
    return interval;
}

/* Returns whether all observations have the same score. A zero variance would not show this reliably, because scores
 * like 1/3 have rounding errors. */
static bool are_alike(const struct arena_scores *scores)
{
    uint32_t first = 0;
    while (first < scores->unit && !scores->count[first])
        first++;
    return scores->count[first] == scores->n;
}

struct arena_interval arena_scores_interval(const struct arena_scores *scores)
{
    double mean = arena_scores_mean(scores), square_error = arena_scores_variance(scores) / (double)scores->n;
    if (scores->n == 0)
        return (struct arena_interval){0, 1};
    if (are_alike(scores))
        return arena_wilson_interval(mean, (double)scores->n, z95);
    return arena_wilson_interval(mean, mean * (1 - mean) / square_error, arena_student_quantile(scores->n - 1));
}

/* ------------------------------------------------------------------------------------------------ sequential test */

double arena_sprt_lower_bound(const struct arena_sprt *sprt) { return log(sprt->beta / (1 - sprt->alpha)); }
double arena_sprt_upper_bound(const struct arena_sprt *sprt) { return log((1 - sprt->beta) / sprt->alpha); }

/* The distinct scores, as shares, and how often each was observed. Scores 0 and 1 get an extra thousandth of an
 * observation, so that every mean is possible. */
struct seen {
    int n;
    double *value, *number;
};

static bool seen_init(struct seen *seen, const struct arena_scores *scores)
{
    seen->n = 0;
    seen->value = (double *)malloc(2 * sizeof(double) * ((size_t)scores->unit + 1));
    if (!seen->value)
        return false;
    seen->number = seen->value + scores->unit + 1;
    for (uint32_t i = 0; i <= scores->unit; i++) {
        double number = (double)scores->count[i] + (i == 0 || i == scores->unit ? 1e-3 : 0);
        if (number > 0) {
            seen->value[seen->n] = (double)i / (double)scores->unit;
            seen->number[seen->n++] = number;
        }
    }
    return true;
}

static double slope(const struct seen *seen, double mean, double theta)
{
    double sum = 0;
    for (int i = 0; i < seen->n; i++) {
        double d = seen->value[i] - mean;
        sum += seen->number[i] * d / (1 + theta * d);
    }
    return sum;
}

/* Returns the log-likelihood of the observations, up to a constant, under the most likely distribution with that mean:
 * each value has probability number / (total * (1 + theta * (value - mean))), where theta is chosen to give this mean.
 * Bisection finds theta, because slope() falls from +inf to -inf between its two poles. */
static double log_likelihood(const struct seen *seen, double mean)
{
    double low = -1 / (1 - mean), high = 1 / mean, sum = 0;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (slope(seen, mean, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    for (int i = 0; i < seen->n; i++)
        sum -= seen->number[i] * log(1 + (low + high) / 2 * (seen->value[i] - mean));
    return sum;
}

double arena_sprt_llr(const struct arena_sprt *sprt, const struct arena_scores *scores)
{
    struct seen seen;
    if (!seen_init(&seen, scores))
        return 0;
    double llr = log_likelihood(&seen, sprt->p1) - log_likelihood(&seen, sprt->p0);
    free(seen.value);
    return llr;
}

enum arena_sprt_verdict arena_sprt_verdict(const struct arena_sprt *sprt, double llr)
{
    return llr >= arena_sprt_upper_bound(sprt)   ? ARENA_SPRT_P1
           : llr <= arena_sprt_lower_bound(sprt) ? ARENA_SPRT_P0
                                                 : ARENA_SPRT_GO_ON;
}

/* -------------------------------------------------------------------------------------------------------- ratings */

enum { FIT_STEPS = 2000 };

/* The number of wins in a pairing, of the single bot and of all other seats together. */
struct outcome {
    double one, rest;
};

/* Adds one virtual game with the expected result of equal bots, so that a bot that always or never won has a finite
 * strength. */
static struct outcome with_par(const struct arena_pairing *pairing, double one, double all)
{
    double par = 1.0 / (1 + pairing->rest_seats);
    return (struct outcome){one + par, all - one + (1 - par)};
}

static struct outcome observed(const struct arena_pairing *pairing)
{
    double all = (double)pairing->scores->n * (double)pairing->games;
    return with_par(pairing, arena_scores_mean(pairing->scores) * all, all);
}

/* Makes one step of Hunter's MM algorithm. A bot's new strength is its wins, divided by the sum over its games of 1 /
 * total strength at the table. Returns the largest relative change. */
static double fit_step(const struct arena_pairings *pairings, const struct outcome *outcomes, double *strength)
{
    double wins[ARENA_RATED_MAX] = {0}, offered[ARENA_RATED_MAX] = {0}, change = 0, logs = 0;
    const int bots_n = pairings->bots_n;
    for (int i = 0; i < pairings->n; i++) {
        const struct arena_pairing *p = &pairings->of[i];
        double games = outcomes[i].one + outcomes[i].rest;
        double sum = strength[p->one] + p->rest_seats * strength[p->rest];
        wins[p->one] += outcomes[i].one;
        wins[p->rest] += outcomes[i].rest;
        offered[p->one] += games / sum;
        offered[p->rest] += games * p->rest_seats / sum;
    }
    for (int b = 0; b < bots_n; b++) {
        double next = offered[b] > 0 ? wins[b] / offered[b] : strength[b];
        change = fmax(change, fabs(next / strength[b] - 1));
        strength[b] = next;
        logs += log(next);
    }
    for (int b = 0; b < bots_n; b++) /* only ratios matter */
        strength[b] *= exp(-logs / bots_n);
    return change;
}

static void fit(const struct arena_pairings *pairings, const struct outcome *outcomes, double *elo)
{
    double strength[ARENA_RATED_MAX];
    for (int b = 0; b < pairings->bots_n; b++)
        strength[b] = 1;
    for (int step = 0; step < FIT_STEPS; step++)
        if (fit_step(pairings, outcomes, strength) < 1e-9)
            break;
    for (int b = 0; b < pairings->bots_n; b++)
        elo[b] = 400 * log10(strength[b]);
}

double arena_random_uniform(struct ff_rng *rng) { return ((double)(ff_rng_next(rng) >> 11) + 0.5) * 0x1p-53; }

double arena_random_normal(struct ff_rng *rng)
{
    double u = arena_random_uniform(rng), v = arena_random_uniform(rng);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

/* Draws a Poisson random number, by Knuth's method for small means and a rounded normal distribution for large ones. */
static double poisson(struct ff_rng *rng, double mean)
{
    if (mean > 50)
        return fmax(0, floor(mean + sqrt(mean) * arena_random_normal(rng) + 0.5));
    int n = -1;
    for (double product = 1; product > exp(-mean); n++)
        product *= arena_random_uniform(rng);
    return n;
}

/* Draws a pairing's share if all set-ups have the same score, because resampling equal scores would change nothing.
 * Draws Wilson's bound at a random normal quantile, so that 95 % of the drawn shares lie in arena_scores_interval. */
static struct outcome redrawn(const struct arena_pairing *pairing, struct ff_rng *rng)
{
    const struct arena_scores *scores = pairing->scores;
    double z = arena_random_normal(rng), all = (double)scores->n * (double)pairing->games;
    struct arena_interval share = arena_wilson_interval(arena_scores_mean(scores), (double)scores->n, fabs(z));
    return with_par(pairing, (z < 0 ? share.low : share.high) * all, all);
}

/* Draws a Poisson bootstrap sample. Each set-up counts a Poisson(1) number of times, so c set-ups with equal scores
 * count a Poisson(c) number of times. */
static struct outcome resampled(const struct arena_pairing *pairing, struct ff_rng *rng)
{
    const struct arena_scores *scores = pairing->scores;
    double one = 0, all = 0;
    if (scores->n > 0 && are_alike(scores))
        return redrawn(pairing, rng);
    for (uint32_t i = 0; i <= scores->unit; i++) {
        if (!scores->count[i])
            continue;
        double times = poisson(rng, (double)scores->count[i]) * (double)pairing->games;
        one += times * (double)i / (double)scores->unit;
        all += times;
    }
    return with_par(pairing, one, all);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sets the ratings' intervals. sample[b * resamples + k] is bot b's rating in sample k. */
static void set_intervals(double *sample, int resamples, int bots_n, struct arena_rating *ratings)
{
    for (int b = 0; b < bots_n; b++) {
        double *own = sample + (size_t)b * (size_t)resamples;
        qsort(own, (size_t)resamples, sizeof *own, by_size);
        int tail = resamples / 40;
        ratings[b].interval = (struct arena_interval){own[tail], own[resamples - 1 - tail]};
    }
}

static void bootstrap(const struct arena_pairings *pairings, int resamples, uint64_t seed, struct arena_rating *ratings)
{
    struct outcome outcomes[ARENA_RATED_MAX * ARENA_RATED_MAX];
    double elo[ARENA_RATED_MAX];
    const int bots_n = pairings->bots_n;
    struct ff_rng rng = ff_rng_of(seed);
    double *sample = (double *)malloc(sizeof *sample * (size_t)resamples * (size_t)bots_n);
    if (!sample)
        return;
    for (int k = 0; k < resamples; k++) {
        for (int i = 0; i < pairings->n; i++)
            outcomes[i] = resampled(&pairings->of[i], &rng);
        fit(pairings, outcomes, elo);
        for (int b = 0; b < bots_n; b++)
            sample[b * resamples + k] = elo[b];
    }
    set_intervals(sample, resamples, bots_n, ratings);
    free(sample);
}

void arena_ratings_fit(const struct arena_pairings *pairings, int resamples, uint64_t seed,
                       struct arena_rating *ratings)
{
    struct outcome outcomes[ARENA_RATED_MAX * ARENA_RATED_MAX];
    double elo[ARENA_RATED_MAX];
    assert(pairings->bots_n <= ARENA_RATED_MAX && pairings->n <= ARENA_RATED_MAX * ARENA_RATED_MAX);
    for (int i = 0; i < pairings->n; i++)
        outcomes[i] = observed(&pairings->of[i]);
    fit(pairings, outcomes, elo);
    for (int b = 0; b < pairings->bots_n; b++)
        ratings[b] = (struct arena_rating){elo[b], {elo[b], elo[b]}};
    if (resamples > 0)
        bootstrap(pairings, resamples, seed, ratings);
}

/* ---------------------------------------------------------------------------------------------------------- times */

/* Returns a duration's bin: its octave and the sixteenth within the octave. Bins below 16 ns are exact. */
static int bin_of(uint64_t ns)
{
    int octave = 0;
    while (ns >> octave >= 2 * ARENA_TIMES_PER_OCTAVE)
        octave++;
    int bin = octave * ARENA_TIMES_PER_OCTAVE + (int)(ns >> octave);
    return bin < ARENA_TIMES_BINS ? bin : ARENA_TIMES_BINS - 1;
}

/* The middle of a bin. */
static double bin_middle(int bin)
{
    int octave = bin < 2 * ARENA_TIMES_PER_OCTAVE ? 0 : bin / ARENA_TIMES_PER_OCTAVE - 1;
    double width = ldexp(1, octave);
    return width * (bin - octave * ARENA_TIMES_PER_OCTAVE) + (width - 1) / 2;
}

void arena_times_add(struct arena_times *times, uint64_t ns)
{
    times->n++;
    times->sum_ns += ns;
    if (ns > times->max_ns)
        times->max_ns = ns;
    times->count[bin_of(ns)]++;
}

void arena_times_merge(struct arena_times *sum, const struct arena_times *more)
{
    sum->n += more->n;
    sum->sum_ns += more->sum_ns;
    if (more->max_ns > sum->max_ns)
        sum->max_ns = more->max_ns;
    for (int i = 0; i < ARENA_TIMES_BINS; i++)
        sum->count[i] += more->count[i];
}

double arena_times_quantile(const struct arena_times *times, double share)
{
    double want = share * (double)times->n, seen = 0;
    for (int i = 0; i < ARENA_TIMES_BINS; i++) {
        seen += (double)times->count[i];
        if (seen >= want && seen > 0)
            return fmin(bin_middle(i), (double)times->max_ns);
    }
    return 0;
}
