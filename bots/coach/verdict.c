/* verdict.c - composes a judge's verdict: ideas with calibrated chances, the loss and its grade; see judge.h. */
#include "bots/ai/apportion.h"
#include "bots/ai/calibration.h"
#include "judge_internal.h"
#include "turn_comparison.h"

#include <string.h>

enum {
    GRADE_MARGINS = 2,     /* a loss is a mistake only if it is at least this many times its margin */
    SLOPE_STEP = 250,      /* distance from the compared chances at which the slope of the calibration is measured */
    EVAL_PRIOR_GAMES = 32, /* prior weight of the evaluations, in finished games */
    ALMOST = 10,           /* open results stay this far from 0 and 100 % */
};

const char *const coach_grade_names[COACH_GRADES] = {"good", "slip", "mistake", "blunder"};
const int coach_grade_limits[COACH_GRADES] = {0, 150, 300, 800};

enum coach_grade coach_grade_of(int32_t loss, int32_t margin)
{
    int grade = COACH_GOOD;
    if (loss <= margin)
        return COACH_GOOD;
    while (grade + 1 < COACH_GRADES && loss >= coach_grade_limits[grade + 1])
        grade++;
    return (enum coach_grade)(grade > COACH_SLIP && loss < GRADE_MARGINS * margin ? COACH_SLIP : grade);
}

/* ---------------------------------------------------------------------------------------------------------- chances */

static int64_t limited(int64_t chance, int64_t least, int64_t most)
{
    return chance < least ? least : chance > most ? most : chance;
}

static int64_t clamped(int64_t chance) { return limited(chance, 0, NET_CHANCE_ONE); }

/* Converts an estimate from sampled worlds into the seat's chance in real games, if it plays on at this level. */
static int64_t calibrated(const struct coach_judge *judge, uint8_t level, int64_t estimate)
{
    struct features_opponents players = judge->position.opponents;
    const int own = coach_own_seat(judge);
    players.level[own] = level;
    const int64_t chance = calibration_of_turn(&players, &judge->position.view.pub, own, estimate);
    return judge->real_chance < judge->rollout_chance
               ? calibration_shift_odds(chance, judge->rollout_chance, judge->real_chance)
               : chance;
}

/* Returns the chance after the candidate's turn, for a seat that plays on at this level. An open result never gets 0 or
 * 100 %. */
static int64_t chance_after(const struct coach_judge *judge, const struct coach_candidate *candidate, uint8_t level,
                            int64_t estimate)
{
    const int certain = coach_certain_result((enum coach_certainty)candidate->certainty);
    const int64_t chance = calibrated(judge, level, estimate);
    return certain ? certain > 0 ? NET_CHANCE_ONE : 0 : limited(chance, ALMOST, NET_CHANCE_ONE - ALMOST);
}

/* Computes the correction from the evaluations and results of all compared turns together, because all turns of one
 * position share the same bias. If evaluations of 60 % won 50 %, a difference of one point counts as 50/60 of a point.
 * If evaluations of 40 % won 50 %, it also counts as 50/60, the ratio of the losses. */
static struct coach_scale scale_of(const struct coach_judge *judge)
{
    struct coach_scale scale = {.point = COACH_SCALE_ONE};
    int64_t n = 0, finished = 0, evals_then[FF_PLAYERS_MAX] = {0};
    const int own = coach_own_seat(judge);
    for (int i = 0; i < judge->compared_n; i++) {
        const struct coach_candidate *candidate = &judge->candidate[judge->compared[i]];
        n += candidate->compared;
        finished += candidate->finished;
        for (int s = 0; s < FF_PLAYERS_MAX; s++) {
            scale.evaluated[s] += (int64_t)candidate->sum[s];
            scale.won[s] += (int64_t)candidate->won[s];
            evals_then[s] += (int64_t)candidate->finished_evals[s];
        }
    }
    for (int s = 0; s < FF_PLAYERS_MAX && n; s++) {
        scale.evaluated[s] /= n;
        scale.won[s] = scale.evaluated[s] + (scale.won[s] - evals_then[s]) / (finished + EVAL_PRIOR_GAMES);
    }
    const int64_t evaluated = scale.evaluated[own], won = clamped(scale.won[own]);
    scale.won[own] = won;
    if (won < evaluated)
        scale.point = COACH_SCALE_ONE * won / evaluated;
    else if (won > evaluated)
        scale.point = COACH_SCALE_ONE * (NET_CHANCE_ONE - won) / (NET_CHANCE_ONE - evaluated);
    return scale;
}

/* Returns the 95 % margin of the chances. Adds one win and one loss to the sample (Agresti and Coull), because a turn
 * that has always won so far is still not certain to win. */
static uint16_t margin_of(const struct coach_judge *judge, const struct coach_scale *scale)
{
    int64_t n = EVAL_PRIOR_GAMES, won = calibrated(judge, judge->own_level, scale->won[coach_own_seat(judge)]);
    for (int i = 0; i < judge->compared_n; i++)
        n += judge->candidate[judge->compared[i]].finished;
    won = (won * n + NET_CHANCE_ONE) / (n + 2);
    return (uint16_t)(ai_isqrt(won * (NET_CHANCE_ONE - won) * 384 / (n + 2)) / 10);
}

static int64_t scaled(const struct coach_scale *scale, int64_t points)
{
    return points * scale->point / COACH_SCALE_ONE;
}

/* Returns a seat's chance after the candidate's turn in the sampled worlds, corrected by finished games. */
static int64_t chance_in_worlds(const struct coach_scale *scale, const struct coach_candidate *candidate, int seat)
{
    int64_t more = (int64_t)(candidate->sum[seat] / candidate->compared) - scale->evaluated[seat];
    return clamped(scale->won[seat] + scaled(scale, more));
}

/* Returns the judged seat's chance in the sampled worlds, or the network's evaluation if no world was tried yet. */
static int64_t estimate_of(const struct coach_judge *judge, const struct coach_scale *scale,
                           const struct coach_candidate *candidate)
{
    const int own = coach_own_seat(judge);
    return candidate->compared ? chance_in_worlds(scale, candidate, own) : candidate->turn.chance[own];
}

struct coach_difference coach_calibrated_lead(const struct coach_judge *judge, const struct coach_scale *scale, int a,
                                              int b)
{
    const struct coach_difference difference = coach_mean_lead(judge, a, b);
    const struct coach_candidate *from = &judge->candidate[a], *to = &judge->candidate[b];
    const int64_t low = estimate_of(judge, scale, from);
    const bool alike = from->compared && from->compared == to->compared; /* both tried in the same worlds */
    const int64_t high = alike ? estimate_of(judge, scale, to) : clamped(low + scaled(scale, difference.mean));
    const int64_t least = clamped((low < high ? low : high) - SLOPE_STEP);
    const int64_t most = clamped((low < high ? high : low) + SLOPE_STEP);
    const int64_t rise = calibrated(judge, FEATURES_EQUAL, most) - calibrated(judge, FEATURES_EQUAL, least);
    const bool certain = from->certainty && to->certainty;
    return (struct coach_difference){
        .mean =
            (int32_t)(chance_after(judge, to, FEATURES_EQUAL, high) - chance_after(judge, from, FEATURES_EQUAL, low)),
        .margin = certain ? 0 : (int32_t)(scaled(scale, difference.margin) * rise / (most - least)),
        .worlds = difference.worlds,
    };
}

/* ------------------------------------------------------------------------------------------------------------ ideas */

static void fill_chances(const struct coach_judge *judge, const struct coach_scale *scale,
                         const struct coach_candidate *candidate, struct coach_idea *idea)
{
    const int own = coach_own_seat(judge);
    idea->certainty = candidate->certainty;
    idea->estimate = (uint16_t)estimate_of(judge, scale, candidate);
    idea->perfect = (uint16_t)chance_after(judge, candidate, FEATURES_EQUAL, idea->estimate);
    memcpy(idea->chance, candidate->turn.chance, sizeof idea->chance);
    uint32_t all = 0;
    for (int s = 0; s < FF_PLAYERS_MAX && candidate->compared; s++)
        all += idea->chance[s] = (uint16_t)chance_in_worlds(scale, candidate, s);
    if (candidate->compared && !all) {
        idea->perfect = 0; /* no seat can win, because the last round ends without a winner (R9.3) */
        return;
    }
    idea->chance[own] = (uint16_t)chance_after(judge, candidate, judge->own_level, idea->estimate);
    ai_apportion_chances(idea->chance, judge->position.view.pub.players, own);
}

/* best[0] is the best candidate and best[1] the second-best; best[1] is -1 if there is only one. */
static void fill_idea(const struct coach_judge *judge, const struct coach_scale *scale, int i, const int best[2],
                      struct coach_idea *idea)
{
    const struct coach_candidate *candidate = &judge->candidate[i];
    const int other = i == best[0] ? best[1] : best[0];
    idea->turn = candidate->turn;
    idea->summary = candidate->summary;
    idea->opinion = candidate->turn.chance[coach_own_seat(judge)];
    fill_chances(judge, scale, candidate, idea);
    if (other < 0)
        return;
    idea->facts_n = (uint8_t)coach_compare_turns(judge, i, other, idea->fact);
    if (i == best[0])
        return;
    struct coach_difference behind = coach_calibrated_lead(judge, scale, i, best[0]);
    idea->behind = behind.mean;
    idea->margin = behind.margin;
}

/* Returns whether candidate a is better than b: by certain result, then by chance in the worlds in which both were
 * tried. */
static bool is_better(const struct coach_judge *judge, int a, int b)
{
    const struct coach_candidate *one = &judge->candidate[a], *two = &judge->candidate[b];
    const int surer = coach_compare_certain_results(judge, a, b);
    if (surer)
        return surer > 0;
    if (one->compared == two->compared)
        return one->sum[coach_own_seat(judge)] > two->sum[coach_own_seat(judge)];
    return coach_mean_lead(judge, b, a).mean > 0;
}

/* Sorts the compared candidates, the best first. */
static void sort_ideas(const struct coach_judge *judge, uint8_t order[COACH_IDEAS_MAX])
{
    for (int i = 0; i < judge->compared_n; i++) {
        int at = i;
        for (; at > 0 && is_better(judge, judge->compared[i], order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = judge->compared[i];
    }
}

static int result_of(const struct coach_judge *judge, int candidate)
{
    return coach_certain_result((enum coach_certainty)judge->candidate[candidate].certainty);
}

static bool missed_certain_win(const struct coach_judge *judge)
{
    return judge->compared_n > 1 && result_of(judge, judge->compared[0]) > 0 && result_of(judge, 0) <= 0;
}

static void fill_loss(const struct coach_judge *judge, const struct coach_scale *scale, struct coach_verdict *verdict)
{
    if (judge->compared_n > 1) {
        struct coach_difference loss = coach_calibrated_lead(judge, scale, 0, judge->compared[0]);
        verdict->loss = loss.mean;
        verdict->margin = loss.margin;
    }
    verdict->grade =
        (uint8_t)(missed_certain_win(judge) ? COACH_BLUNDER : coach_grade_of(verdict->loss, verdict->margin));
    coach_fill_attributions(judge, scale, verdict);
}

/* Fills in the ideas, the best first, each with its facts in display order. */
static void fill_ideas(const struct coach_judge *judge, const struct coach_scale *scale,
                       const uint8_t order[COACH_IDEAS_MAX], struct coach_verdict *verdict)
{
    const int best[2] = {order[0], verdict->ideas_n > 1 ? order[1] : -1};
    for (int i = 0; i < verdict->ideas_n; i++) {
        struct coach_idea *idea = &verdict->idea[i];
        const bool played = judge->has_played && order[i] == 0;
        fill_idea(judge, scale, order[i], best, idea);
        coach_sort_facts(idea, i == 0 ? -1 : 1, verdict->attribution, played ? verdict->attributions_n : 0);
        if (played)
            verdict->played = (uint8_t)i;
        if (order[i] == judge->alive[0])
            verdict->choice = (uint8_t)i;
    }
}

void coach_judge_answer(const struct coach_judge *judge, struct coach_verdict *verdict)
{
    uint8_t order[COACH_IDEAS_MAX] = {judge->alive[0]};
    const struct coach_scale scale = scale_of(judge);
    memset(verdict, 0, sizeof *verdict);
    verdict->kind = (uint8_t)judge->kind;
    verdict->seat = judge->position.view.own.seat;
    verdict->round = judge->position.view.pub.round;
    verdict->tries = judge->tries;
    verdict->played = FF_NOBODY;
    verdict->doubt = margin_of(judge, &scale);
    verdict->ideas_n = (uint16_t)(judge->compared_n ? judge->compared_n : 1);
    sort_ideas(judge, order);
    verdict->worlds = judge->candidate[order[0]].compared;
    if (judge->has_played && judge->compared_n)
        fill_loss(judge, &scale, verdict);
    fill_ideas(judge, &scale, order, verdict);
}
