/* calibration.h - calibrates estimated chances: of the positions shown at 30 %, 30 % are won. Picking the turn with the
 * best evaluation biases the estimate upwards, among equals by some five points. Rollouts have other biases. Early
 * evaluations underrate a lead over weak players. Strong players hold average cards in sampled worlds instead of the
 * good cards that they really kept. The seat itself plays on as well as the network in rollouts, which a weaker player
 * will not. These biases do not affect the choice of a turn, so chances are calibrated only before they are shown.
 * Evaluations and rollouts have one table each (weights/README.md), fitted to games of every mode, number of players
 * and level. docs/notebook/calibration.md describes how. */
#pragma once

#include "net.h"

enum {
    CALIBRATION_KNOTS = 11, /* points of the table; chances between them are linearly interpolated */
    CALIBRATION_OPPONENTS = FEATURES_UNKNOWN + 1, /* rows of the table, see struct features_opponents */
    CALIBRATION_LEVELS = FEATURES_PUPIL + 1,      /* levels of players in rollouts */
    CALIBRATION_COEFFICIENTS = 3,                 /* see calibration_of_turn */
};

/* Returns the table row for a seat's opponents: their common level, or FEATURES_UNKNOWN if their levels differ. */
int calibration_row_of_opponents(const struct features_opponents *opponents, int players, int own);

/* Calibrates the network's evaluation of a seat's chance at the end of its turn. */
uint16_t calibration_of_evaluation(int kind, int opponents, uint16_t chance);

/* Gives the calibrated chances of all seats, from the view of one seat: its own chance if it plays on at its level, and
 * the others' shares of the remaining chance. */
void calibration_chances(const struct net *net, const struct ff_edition *edition,
                         const struct features_opponents *opponents, const struct ff_view *view,
                         uint16_t chance[FF_PLAYERS_MAX]);

/* Calibrates a seat's chance after its turn, as estimated by rollouts, for a seat that plays on at its own level:
 *
 *     log-odds of winning = first + later * (round - 1) / 8 + slope * (log-odds of the estimate)
 *
 * The coefficients depend on the mode, the number of players, the seat's level and the opponents' levels. */
int64_t calibration_of_turn(const struct features_opponents *players, const struct ff_public *pub, int seat,
                            int64_t estimate);

/* Converts the chance of a seat that plays on as well as the network into its chance if it plays on at its own
 * level. */
int64_t calibration_adjust_to_own_level(const struct features_opponents *players, const struct ff_public *pub, int seat,
                                        int64_t chance);

/* Convert a chance into natural log-odds in thousandths, and log-odds into a chance. */
int calibration_logit_of_chance(int64_t chance);
int64_t calibration_chance_of_logit(int logit);

/* Multiplies the odds of `chance` by the ratio of the odds of `after` to the odds of `before`, and returns the new
 * chance. Leaves 0 and 100 % unchanged. */
int64_t calibration_shift_odds(int64_t chance, int64_t before, int64_t after);
