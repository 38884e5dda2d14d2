/* calibration.h - makes estimated chances come true: of positions shown at 30 %, 30 % are won.
 *
 * Picking the turn that looks best picks errors upwards, so the network's chance after it is too high, among equals by
 * some five points. Rollouts have biases of their own: early evaluations underrate a lead over weak players, and in
 * worlds strong players hold average cards instead of the good ones that they kept. For choosing a turn none of this
 * matters. Before a chance is shown, it is calibrated: each kind of estimate has tables (weights/README.md), fitted to
 * games of every mode, number of players and level of opponents. docs/notebook/calibration.md describes how. */
#ifndef AI_CALIBRATION_H
#define AI_CALIBRATION_H

#include "net.h"

enum {
    CALIBRATION_KNOTS = 11,                       /* chances between them are linearly interpolated */
    CALIBRATION_OPPONENTS = FEATURES_UNKNOWN + 1, /* rows by struct features_opponents */
    CALIBRATION_LEVELS = FEATURES_LEVEL3 + 1,     /* of players in rollouts */
    CALIBRATION_ROUND_KNOTS = 3,                  /* rounds 2, 5 and 8, linearly interpolated */
};

/* Estimates by rollouts: */
enum calibration_rollout {
    CALIBRATION_EVALUATION, /* the mean evaluation, as an estimate of the result of games played on in worlds */
    CALIBRATION_RESULT,     /* the result of these games, as an estimate of that of real games */
    CALIBRATION_ROLLOUTS,
};

/* Returns the row of the opponents: their level if all have the same, else UNKNOWN. */
int calibration_opponents(const struct features_opponents *opponents, int players, int own);

/* Calibrates the network's chance of a seat at the end of its turn. */
uint16_t calibration_apply(int kind, int opponents, uint16_t chance);

/* Gives everybody's calibrated chances, as the view's seat may see them: its own, and the others' share of the rest. */
void calibration_chances(const struct net *net, const struct ff_edition *edition,
                         const struct features_opponents *opponents, const struct ff_view *view,
                         uint16_t chance[FF_PLAYERS_MAX]);

/* Calibrates a seat's chance that rollouts estimated. */
int64_t calibration_rollout(enum calibration_rollout estimate, const struct features_opponents *opponents,
                            const struct ff_public *pub, int seat, int64_t chance);

/* Returns the chance with its odds changed by the factor that leads from `before` to `after`; 0 and certainty stay. */
int64_t calibration_shift_odds(int64_t chance, int64_t before, int64_t after);

#endif
