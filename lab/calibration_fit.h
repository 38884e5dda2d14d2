/* calibration_fit.h - fits weights/calibration_turns.csv (bots/ai/calibration.h) in one step: a logistic regression of
 * results on the log-odds of the coach's estimates.
 *
 * Each pair of own level and opponents' level has its own offset at the beginning, offset later and slope, and each
 * mode and number of players one more offset. The last three are drawn towards no change by a weak prior. */
#pragma once

#include "bots/ai/calibration.h"

enum {
    CALIBRATION_FIT_PAIRS = CALIBRATION_LEVELS * CALIBRATION_LEVELS,
    CALIBRATION_FIT_SIZE = 3 * CALIBRATION_FIT_PAIRS + FEATURES_KINDS,
};

/* A turn: what was estimated, and the share of games that were won after it. */
struct calibration_turn_sample {
    int kind, own, other, round; /* levels by struct features_opponents */
    double estimate, won;
};

/* Fits the samples and prints the table. */
void calibration_fit_print(const struct calibration_turn_sample *sample, size_t n);
