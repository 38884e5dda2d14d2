/* calibration.c - makes estimated chances come true; see calibration.h. */
#include "calibration.h"
#include "apportion.h"

/* The share of wins at chances of 0, 10 ... 100 %, by kind of game and opponents. */
static const uint16_t evaluations[FEATURES_KINDS * CALIBRATION_OPPONENTS * CALIBRATION_KNOTS] = {
#include "weights/calibration.csv"
};

/* The share of wins where rollouts estimate 50 %, by estimate, kind of game and level. Other odds change by the same
 * factor. */
static const uint16_t rollouts[CALIBRATION_ROLLOUTS * FEATURES_KINDS * CALIBRATION_LEVELS * CALIBRATION_ROUND_KNOTS] = {
#include "weights/calibration_rollouts.csv"
};

int calibration_opponents(const struct features_opponents *opponents, int players, int own)
{
    int other = -1;
    for (int seat = 0; seat < players; seat++) {
        if (seat == own)
            continue;
        if (other >= 0 && opponents->level[seat] != other)
            return FEATURES_UNKNOWN;
        other = opponents->level[seat];
    }
    return other;
}

uint16_t calibration_apply(int kind, int opponents, uint16_t chance)
{
    const uint16_t *row = &evaluations[(kind * CALIBRATION_OPPONENTS + opponents) * CALIBRATION_KNOTS];
    const uint32_t step = NET_CHANCE_ONE / (CALIBRATION_KNOTS - 1), knot = chance / step, along = chance % step;
    if (knot >= CALIBRATION_KNOTS - 1)
        return row[CALIBRATION_KNOTS - 1];
    return (uint16_t)((row[knot] * (step - along) + row[knot + 1] * along + step / 2) / step);
}

void calibration_chances(const struct net *net, const struct ff_edition *edition,
                         const struct features_opponents *opponents, const struct ff_view *view,
                         uint16_t chance[FF_PLAYERS_MAX])
{
    const int players = view->pub.players, own = view->own.seat;
    const int kind = features_kind_of(&view->pub), row = calibration_opponents(opponents, players, own);
    net_evaluate_against(net, edition, opponents, view, chance);
    if (view->pub.stage == FF_STAGE_OVER)
        return;
    chance[own] = calibration_apply(kind, row, chance[own]);
    ai_apportion_chances(chance, players, own);
}

int64_t calibration_shift_odds(int64_t chance, int64_t before, int64_t after)
{
    const int64_t one = NET_CHANCE_ONE;
    if (before <= 0 || before >= one || after <= 0 || after >= one || chance <= 0 || chance >= one)
        return chance;
    int64_t won = chance * after * (one - before), lost = (one - chance) * before * (one - after);
    return won / ((won + lost) / one + 1);
}

static int64_t interpolate_round(const uint16_t *knot, int round)
{
    enum { FIRST = 2, ROUNDS = 3, LAST = (CALIBRATION_ROUND_KNOTS - 1) * ROUNDS };
    const int at = round < FIRST ? 0 : round - FIRST > LAST ? LAST : round - FIRST;
    const int from = at / ROUNDS < CALIBRATION_ROUND_KNOTS - 1 ? at / ROUNDS : CALIBRATION_ROUND_KNOTS - 2;
    const int along = at - from * ROUNDS;
    return (knot[from] * (ROUNDS - along) + knot[from + 1] * along) / ROUNDS;
}

/* Opponents of several levels count by the mean. */
int64_t calibration_rollout(enum calibration_rollout estimate, const struct features_opponents *opponents,
                            const struct ff_public *pub, int seat, int64_t chance)
{
    const int first = ((int)estimate * FEATURES_KINDS + features_kind_of(pub)) * CALIBRATION_LEVELS;
    int64_t sum = 0;
    for (int other = 0; other < pub->players; other++) {
        const int level = opponents->level[other] < CALIBRATION_LEVELS ? opponents->level[other] : FEATURES_EQUAL;
        if (other != seat)
            sum += interpolate_round(&rollouts[(first + level) * CALIBRATION_ROUND_KNOTS], pub->round);
    }
    return calibration_shift_odds(chance, NET_CHANCE_ONE / 2, sum / (pub->players - 1));
}
