/* calibration_fit.c - fits a logistic regression by Newton's method; see calibration_fit.h. */
#include "calibration_fit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = CALIBRATION_FIT_SIZE, PAIRS = CALIBRATION_FIT_PAIRS, STEPS = 60, LATER = 8 };
enum { FIRST = 0, LATE = PAIRS, SLOPE = 2 * PAIRS, KIND = 3 * PAIRS };

static const double prior = 2, step_max = 0.5; /* prior: weight of the assumption that nothing is corrected, in turns */

struct system {
    double matrix[SIZE][SIZE], right[SIZE];
};

/* Lists the coefficients on which a sample depends, with their factors. */
static void factors_of(const struct calibration_turn_sample *sample, int at[4], double factor[4])
{
    const int pair = sample->own * CALIBRATION_LEVELS + sample->other;
    const int later = sample->round < 1 ? 0 : sample->round > LATER ? LATER : sample->round - 1;
    at[0] = FIRST + pair, factor[0] = 1;
    at[1] = LATE + pair, factor[1] = (double)later / LATER;
    at[2] = SLOPE + pair,
    factor[2] = calibration_logit_of_chance((int64_t)lround(sample->estimate * NET_CHANCE_ONE)) / 1000.0;
    at[3] = KIND + sample->kind, factor[3] = 1;
}

static void add_sample(const struct calibration_turn_sample *sample, const double x[SIZE], struct system *system)
{
    int at[4];
    double factor[4], logit = 0;
    factors_of(sample, at, factor);
    for (int i = 0; i < 4; i++)
        logit += x[at[i]] * factor[i];
    const double chance = 1 / (1 + exp(-logit));
    for (int i = 0; i < 4; i++) {
        system->right[at[i]] += factor[i] * (sample->won - chance);
        for (int j = 0; j < 4; j++)
            system->matrix[at[i]][at[j]] += factor[i] * factor[j] * chance * (1 - chance);
    }
}

static void add_prior(const double x[SIZE], struct system *system)
{
    for (int i = 0; i < SIZE; i++) {
        const double weight = i < LATE ? 1e-3 : prior, mean = i >= SLOPE && i < KIND ? 1 : 0;
        system->matrix[i][i] += weight;
        system->right[i] += weight * (mean - x[i]);
    }
}

/* Solves the system and adds the solution to x. Limits the step, because a long Newton step may overshoot. The matrix
 * is positive definite, so no pivot is zero. */
static void solve_system(struct system *system, double x[SIZE])
{
    for (int i = 0; i < SIZE; i++)
        for (int j = i + 1; j < SIZE; j++) {
            const double factor = system->matrix[j][i] / system->matrix[i][i];
            for (int k = i; k < SIZE && factor != 0; k++)
                system->matrix[j][k] -= factor * system->matrix[i][k];
            system->right[j] -= factor * system->right[i];
        }
    for (int i = SIZE - 1; i >= 0; i--) {
        for (int k = i + 1; k < SIZE; k++)
            system->right[i] -= system->matrix[i][k] * system->right[k];
        system->right[i] /= system->matrix[i][i];
    }
    double longest = step_max;
    for (int i = 0; i < SIZE; i++)
        longest = fmax(longest, fabs(system->right[i]));
    for (int i = 0; i < SIZE; i++)
        x[i] += system->right[i] * step_max / longest;
}

void calibration_fit_print(const struct calibration_turn_sample *sample, size_t n)
{
    static struct system system;
    double x[SIZE] = {0};
    for (int i = SLOPE; i < KIND; i++)
        x[i] = 1;
    for (int step = 0; step < STEPS; step++) {
        memset(&system, 0, sizeof system);
        for (size_t i = 0; i < n; i++)
            add_sample(&sample[i], x, &system);
        add_prior(x, &system);
        solve_system(&system, x);
    }
    for (int kind = 0; kind < FEATURES_KINDS; kind++)
        for (int pair = 0; pair < PAIRS; pair++)
            printf("%ld,%ld,%ld,\n", lround(1000 * (x[FIRST + pair] + x[KIND + kind])), lround(1000 * x[LATE + pair]),
                   lround(1000 * x[SLOPE + pair]));
}
