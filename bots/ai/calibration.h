/* calibration.h - calibrates estimated chances, so that of positions shown at 30 %, 30 % are won. Picking the turn with
 * the best evaluation biases the estimate upwards: among equals by some five points. Rollouts have biases of their own:
 * early evaluations underrate a lead over weak players; in sampled worlds, strong players hold average cards instead of
 * the good ones that they kept; and the seat itself plays on as well as the network, which a weaker player will not.
 * None of this matters for choosing a turn. Before a chance is shown, it is calibrated. Evaluations and rollouts have
 * one table each (weights/README.md), fitted in one step to games of every mode, number of players and level.
 * docs/notebook/calibration.md describes how. */
#pragma once

#include "net.h"

enum {
    CALIBRATION_KNOTS = 11,                       /* chances between them are linearly interpolated */
    CALIBRATION_OPPONENTS = FEATURES_UNKNOWN + 1, /* rows by struct features_opponents */
    CALIBRATION_LEVELS = FEATURES_PUPIL + 1,      /* of players in rollouts */
    CALIBRATION_COEFFICIENTS = 3,                 /* see calibration_of_turn */
};

/* Returns the row of the opponents: their level if all have the same, else UNKNOWN. */
int calibration_opponents(const struct features_opponents *opponents, int players, int own);

/* Calibrates the network's chance of a seat at the end of its turn. */
uint16_t calibration_of_evaluation(int kind, int opponents, uint16_t chance);

/* Gives the calibrated chances of all seats, as the view's seat may see them: its own chance if it plays on at its
 * level, and the others' shares of the rest. */
void calibration_chances(const struct net *net, const struct ff_edition *edition,
                         const struct features_opponents *opponents, const struct ff_view *view,
                         uint16_t chance[FF_PLAYERS_MAX]);

/* Calibrates a seat's chance after its turn, as estimated by rollouts, for a seat that plays on at its own level:
 *
 *     log-odds of winning = first + later * (round - 1) / 8 + slope * (log-odds of the estimate)
 *
 * with coefficients by mode and number of players, own level, and opponents. */
int64_t calibration_of_turn(const struct features_opponents *players, const struct ff_public *pub, int seat,
                            int64_t estimate);

/* Converts the chance of a seat that plays on as the network does into that of a seat that plays on at its own
 * level. */
int64_t calibration_own_level(const struct features_opponents *players, const struct ff_public *pub, int seat,
                              int64_t chance);

/* Convert a chance into natural log-odds, in thousandths, and back. */
int calibration_logit(int64_t chance);
int64_t calibration_chance(int logit);

/* Returns the chance with its odds multiplied by the ratio of the odds of `after` to those of `before`; 0 and certainty
 * stay. */
int64_t calibration_shift_odds(int64_t chance, int64_t before, int64_t after);
