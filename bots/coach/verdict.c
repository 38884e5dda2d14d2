/* verdict.c - the answer of a judge: ideas with calibrated chances, the loss and its grade; see judge.h. */
#include "bots/ai/apportion.h"
#include "bots/ai/calibration.h"
#include "judge_internal.h"
#include "turn_comparison.h"

#include <string.h>

enum {
    GRADE_MARGINS = 2,     /* a mistake is called one if the loss is at least so many times its margin */
    SLOPE_STEP = 250,      /* the slope of the calibration is taken this far around the chances compared */
    EVAL_PRIOR_GAMES = 32, /* the weight of the evaluations, in finished games */
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

/* ----------------------------------------------------------------------------------------------------------- chances */

static int64_t clamped(int64_t chance) { return chance < 0 ? 0 : chance > NET_CHANCE_ONE ? NET_CHANCE_ONE : chance; }

/* Returns the chance in real games, among the real opponents. */
static int64_t calibrated(const struct coach_judge *judge, int64_t won)
{
    const struct rollout_position *position = &judge->position;
    const int64_t chance =
        calibration_rollout(CALIBRATION_RESULT, &position->opponents, &position->view.pub, coach_own_seat(judge), won);
    return judge->real_chance < judge->rollout_chance
               ? calibration_shift_odds(chance, judge->rollout_chance, judge->real_chance)
               : chance;
}

/* Returns the result in worlds that an evaluation lets expect. Others' chances only count relative to each other. */
static int64_t expected_result(const struct coach_judge *judge, int seat, int64_t evaluation)
{
    const struct rollout_position *position = &judge->position;
    return seat == coach_own_seat(judge) ? calibration_rollout(CALIBRATION_EVALUATION, &position->opponents,
                                                               &position->view.pub, seat, evaluation)
                                         : evaluation;
}

/* Compares evaluations with results over all that was compared: the bias is the same for turns of one position. Where
 * evaluations of 60 % won 50 %, a point is worth 50/60 of one; where 40 % won 50 %, 50/60 as well, counted by losses.
 */
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
        const int64_t then = finished ? expected_result(judge, s, evals_then[s] / finished) * finished : 0;
        const int64_t more = (scale.won[s] - then) / (finished + EVAL_PRIOR_GAMES);
        scale.won[s] = expected_result(judge, s, scale.evaluated[s]) + more;
    }
    const int64_t evaluated = scale.evaluated[own], won = clamped(scale.won[own]);
    scale.won[own] = won;
    if (won < evaluated)
        scale.point = COACH_SCALE_ONE * won / evaluated;
    else if (won > evaluated)
        scale.point = COACH_SCALE_ONE * (NET_CHANCE_ONE - won) / (NET_CHANCE_ONE - evaluated);
    return scale;
}

/* Returns the 95 % margin of the chances, with one more win and one more loss (Agresti and Coull): what was always won
 * so far is not certain. */
static uint16_t margin_of(const struct coach_judge *judge, const struct coach_scale *scale)
{
    int64_t n = EVAL_PRIOR_GAMES, won = calibrated(judge, scale->won[coach_own_seat(judge)]);
    for (int i = 0; i < judge->compared_n; i++)
        n += judge->candidate[judge->compared[i]].finished;
    won = (won * n + NET_CHANCE_ONE) / (n + 2);
    return (uint16_t)(ai_isqrt(won * (NET_CHANCE_ONE - won) * 384 / (n + 2)) / 10);
}

static int64_t scaled(const struct coach_scale *scale, int64_t points)
{
    return points * scale->point / COACH_SCALE_ONE;
}

/* Returns a seat's chance after that turn, in worlds. */
static int64_t chance_in_worlds(const struct coach_scale *scale, const struct coach_candidate *candidate, int seat)
{
    int64_t more = (int64_t)(candidate->sum[seat] / candidate->compared) - scale->evaluated[seat];
    return clamped(scale->won[seat] + scaled(scale, more));
}

struct coach_difference coach_shown_difference(const struct coach_judge *judge, const struct coach_scale *scale, int a,
                                               int b)
{
    const struct coach_difference difference = coach_difference(judge, a, b);
    const struct coach_candidate *from = &judge->candidate[a], *to = &judge->candidate[b];
    const int own = coach_own_seat(judge);
    const int64_t low = from->compared ? chance_in_worlds(scale, from, own) : 0;
    const bool alike = from->compared && from->compared == to->compared; /* then it is that of the shown chances */
    const int64_t high = alike ? chance_in_worlds(scale, to, own) : clamped(low + scaled(scale, difference.mean));
    const int64_t least = clamped((low < high ? low : high) - SLOPE_STEP);
    const int64_t most = clamped((low < high ? high : low) + SLOPE_STEP);
    const int64_t rise = calibrated(judge, most) - calibrated(judge, least);
    return (struct coach_difference){
        .mean = (int32_t)(calibrated(judge, high) - calibrated(judge, low)),
        .margin = (int32_t)(scaled(scale, difference.margin) * rise / (most - least)),
        .worlds = difference.worlds,
    };
}

/* ------------------------------------------------------------------------------------------------------------ ideas */

static void fill_chances(const struct coach_judge *judge, const struct coach_scale *scale,
                         const struct coach_candidate *candidate, struct coach_idea *idea)
{
    const int own = coach_own_seat(judge);
    memcpy(idea->chance, candidate->turn.chance, sizeof idea->chance);
    for (int s = 0; s < FF_PLAYERS_MAX && candidate->compared; s++) {
        int64_t chance = chance_in_worlds(scale, candidate, s);
        idea->chance[s] = (uint16_t)(s == own ? calibrated(judge, chance) : chance);
    }
    ai_apportion_chances(idea->chance, judge->position.view.pub.players, own);
}

static void fill_idea(const struct coach_judge *judge, const struct coach_scale *scale, int i, int best,
                      struct coach_idea *idea)
{
    const struct coach_candidate *candidate = &judge->candidate[i];
    idea->turn = candidate->turn;
    idea->summary = candidate->summary;
    idea->opinion = candidate->turn.chance[coach_own_seat(judge)];
    fill_chances(judge, scale, candidate, idea);
    if (i == best)
        return;
    struct coach_difference behind = coach_shown_difference(judge, scale, i, best);
    idea->behind = behind.mean;
    idea->margin = behind.margin;
    idea->facts_n = (uint8_t)coach_compare_turns(judge, i, best, idea->fact);
}

/* Compares over the worlds that both have met. */
static bool is_better(const struct coach_judge *judge, int a, int b)
{
    const struct coach_candidate *one = &judge->candidate[a], *two = &judge->candidate[b];
    if (one->compared == two->compared)
        return one->sum[coach_own_seat(judge)] > two->sum[coach_own_seat(judge)];
    return coach_difference(judge, b, a).mean > 0;
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

static void fill_loss(const struct coach_judge *judge, const struct coach_scale *scale, struct coach_verdict *verdict)
{
    if (judge->compared_n > 1) {
        struct coach_difference loss = coach_shown_difference(judge, scale, 0, judge->compared[0]);
        verdict->loss = loss.mean;
        verdict->margin = loss.margin;
    }
    verdict->grade = (uint8_t)coach_grade_of(verdict->loss, verdict->margin);
    coach_fill_attributions(judge, scale, verdict);
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
    for (int i = 0; i < verdict->ideas_n; i++) {
        struct coach_idea *idea = &verdict->idea[i];
        const bool played = judge->has_played && order[i] == 0;
        fill_idea(judge, &scale, order[i], order[0], idea);
        coach_sort_facts(idea->fact, idea->facts_n, verdict->attribution, played ? verdict->attributions_n : 0);
        if (played)
            verdict->played = (uint8_t)i;
        if (order[i] == judge->alive[0])
            verdict->choice = (uint8_t)i;
    }
}
