/* calibration.h - makes estimated chances come true: of positions shown at 30 %, 30 % are won.
 *
 * Picking the turn that looks best picks errors upwards, so the network's chance after it is too high, among equals by
 * some five points. Rollouts have biases of their own: early evaluations underrate a lead over weak players, in worlds
 * strong players hold average cards instead of the good ones that they kept, and the own seat plays on as well as the
 * network, which a weaker player will not. For choosing a turn none of this matters. Before a chance is shown, it is
 * calibrated. Evaluations and rollouts have one table each (weights/README.md), fitted in one step to games of every
 * mode, number of players and level. docs/notebook/calibration.md describes how. */
#pragma once

#include "net.h"

enum {
    CALIBRATION_KNOTS = 11,                       /* chances between them are linearly interpolated */
    CALIBRATION_OPPONENTS = FEATURES_UNKNOWN + 1, /* rows by struct features_opponents */
    CALIBRATION_LEVELS = FEATURES_LEVEL3 + 1,     /* of players in rollouts */
    CALIBRATION_COEFFICIENTS = 3,                 /* see calibration_turn */
};

/* Returns the row of the opponents: their level if all have the same, else UNKNOWN. */
int calibration_opponents(const struct features_opponents *opponents, int players, int own);

/* Calibrates the network's chance of a seat at the end of its turn. */
uint16_t calibration_apply(int kind, int opponents, uint16_t chance);

/* Gives everybody's calibrated chances, as the view's seat may see them: its own, if it plays on at its level, and the
 * others' share of the rest. */
void calibration_chances(const struct net *net, const struct ff_edition *edition,
                         const struct features_opponents *opponents, const struct ff_view *view,
                         uint16_t chance[FF_PLAYERS_MAX]);

/* Calibrates a seat's chance after its turn, which rollouts estimated, for a seat that plays on at its own level:
 *
 *     log-odds of winning = first + later * (round - 1) / 8 + slope * (log-odds of the estimate)
 *
 * with coefficients by mode and number of players, own level, and opponents. */
int64_t calibration_turn(const struct features_opponents *players, const struct ff_public *pub, int seat,
                         int64_t estimate);

/* Returns the chance of a seat that plays on at its own level, from that of one that plays on as the network does. */
int64_t calibration_own_level(const struct features_opponents *players, const struct ff_public *pub, int seat,
                              int64_t chance);

/* Return the natural log-odds of a chance, in thousandths, and the chance of log-odds. */
int calibration_logit(int64_t chance);
int64_t calibration_chance(int logit);

/* Returns the chance with its odds changed by the factor that leads from `before` to `after`; 0 and certainty stay. */
int64_t calibration_shift_odds(int64_t chance, int64_t before, int64_t after);
