/* calibration_fit.h - fits weights/calibration_turns.csv (bots/ai/calibration.h) by a single logistic regression of
 * results on the log-odds of the coach's estimates. Each pair of own level and opponents' level has an offset at the
 * beginning of the game, a later offset and a slope. Each mode and number of players has another offset. A weak prior
 * pulls these coefficients towards no correction. */
#pragma once

#include "bots/ai/calibration.h"

enum {
    CALIBRATION_FIT_PAIRS = CALIBRATION_LEVELS * CALIBRATION_LEVELS,
    CALIBRATION_FIT_SIZE = 3 * CALIBRATION_FIT_PAIRS + FEATURES_KINDS,
};

/* A judged turn: its estimate, and the share of games that were won after it. */
struct calibration_turn_sample {
    int kind, own, other, round; /* own, other: levels of struct features_opponents */
    double estimate, won;
};

/* Fits the coefficients to n samples and prints the table. */
void calibration_fit_print(const struct calibration_turn_sample *sample, size_t n);
