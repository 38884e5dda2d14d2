/* calibration.c - calibrates estimated chances; see calibration.h. */
#include "calibration.h"
#include "apportion.h"

/* Share of games won at evaluations of 0, 10 ... 100 %, by kind of game and opponents. */
static const uint16_t evaluations[FEATURES_KINDS * CALIBRATION_OPPONENTS * CALIBRATION_KNOTS] = {
#include "weights/calibration.csv"
};

/* Coefficients of calibration_of_turn in thousandths, by kind of game, level of the seat and level of its opponents. */
static const int16_t turns[FEATURES_KINDS * CALIBRATION_LEVELS * CALIBRATION_LEVELS * CALIBRATION_COEFFICIENTS] = {
#include "weights/calibration_turns.csv"
};

int calibration_row_of_opponents(const struct features_opponents *opponents, int players, int own)
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

uint16_t calibration_of_evaluation(int kind, int opponents, uint16_t chance)
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
    const int kind = features_game_kind_of(&view->pub), row = calibration_row_of_opponents(opponents, players, own);
    net_evaluate_against(net, edition, opponents, view, chance);
    if (view->pub.stage == FF_STAGE_OVER)
        return;
    chance[own] = (uint16_t)calibration_adjust_to_own_level(opponents, &view->pub, own,
                                                            calibration_of_evaluation(kind, row, chance[own]));
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

enum { LOGIT_STEP = 250, LOGIT_KNOTS = 38 };

/* The chances at log-odds of 0, 0.25, ... 9.25. */
static const uint16_t sigmoid[LOGIT_KNOTS] = {
    5000, 5622, 6225, 6792, 7311, 7773, 8176, 8520, 8808, 9047, 9241, 9399, 9526, 9627, 9707, 9770, 9820, 9859, 9890,
    9914, 9933, 9948, 9959, 9968, 9975, 9981, 9985, 9988, 9991, 9993, 9994, 9996, 9997, 9997, 9998, 9998, 9999, 9999,
};

int64_t calibration_chance_of_logit(int logit)
{
    const int size = logit < 0 ? -logit : logit, knot = size / LOGIT_STEP, along = size % LOGIT_STEP;
    const int64_t chance =
        knot >= LOGIT_KNOTS - 1
            ? sigmoid[LOGIT_KNOTS - 1]
            : sigmoid[knot] + ((sigmoid[knot + 1] - sigmoid[knot]) * along + LOGIT_STEP / 2) / LOGIT_STEP;
    return logit < 0 ? NET_CHANCE_ONE - chance : chance;
}

int calibration_logit_of_chance(int64_t chance)
{
    const int64_t high = chance < NET_CHANCE_ONE / 2 ? NET_CHANCE_ONE - chance : chance;
    int knot = 1;
    while (knot < LOGIT_KNOTS - 1 && sigmoid[knot] < high)
        knot++;
    const int64_t from = sigmoid[knot - 1], to = sigmoid[knot];
    const int64_t along = high >= to ? LOGIT_STEP : (high - from) * LOGIT_STEP / (to - from);
    const int logit = (knot - 1) * LOGIT_STEP + (int)along;
    return chance < NET_CHANCE_ONE / 2 ? -logit : logit;
}

static int level_in_rollouts(int level) { return level < CALIBRATION_LEVELS ? level : FEATURES_EQUAL; }

/* Averages the log-odds over the opponents, which may have different levels. */
int64_t calibration_of_turn(const struct features_opponents *players, const struct ff_public *pub, int seat,
                            int64_t estimate)
{
    enum { ROUNDS = 8 };
    const int kind = features_game_kind_of(pub), own = level_in_rollouts(players->level[seat]);
    const int later = pub->round < 1        ? 0
                      : pub->round > ROUNDS ? ROUNDS
                                            : pub->round - 1,
              x = calibration_logit_of_chance(estimate);
    int sum = 0;
    for (int other = 0; other < pub->players; other++) {
        const int row =
            (kind * CALIBRATION_LEVELS + own) * CALIBRATION_LEVELS + level_in_rollouts(players->level[other]);
        const int16_t *c = &turns[row * CALIBRATION_COEFFICIENTS];
        if (other != seat)
            sum += c[0] + c[1] * later / ROUNDS + c[2] * x / 1000;
    }
    return calibration_chance_of_logit(sum / (pub->players - 1));
}

int64_t calibration_adjust_to_own_level(const struct features_opponents *players, const struct ff_public *pub, int seat,
                                        int64_t chance)
{
    struct features_opponents equal = *players;
    if (level_in_rollouts(players->level[seat]) == FEATURES_EQUAL)
        return chance;
    equal.level[seat] = FEATURES_EQUAL;
    return calibration_shift_odds(chance, calibration_of_turn(&equal, pub, seat, chance),
                                  calibration_of_turn(players, pub, seat, chance));
}
