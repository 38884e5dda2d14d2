/* judge.c - the stages of judging a turn; see judge.h. Each rollout depends only on the earlier rollouts, so judging
 * can pause and continue at any point. */
#include "bots/ai/calibration.h"
#include "judge_internal.h"
#include "opponents.h"

#include <string.h>

enum { MARGIN_SHARE = 5 }; /* a margin is narrow enough if it is at most 1/MARGIN_SHARE of the lead */

static const struct coach_settings settings_of[COACH_EFFORTS] = {
    [COACH_QUICK] = {.found = 6,
                     .variants = 1,
                     .rounds = 2,
                     .worlds = 4,
                     .survivors = 3,
                     .compare_min = 16,
                     .compare_max = 48,
                     .narrow = 200,
                     .turns = 2,
                     .width = 4,
                     .end_width = 2,
                     .finished = 16},
    [COACH_NORMAL] = {.found = 24,
                      .variants = 2,
                      .rounds = 4,
                      .worlds = 8,
                      .survivors = 4,
                      .compare_min = 64,
                      .compare_max = 768,
                      .narrow = 80,
                      .turns = 4,
                      .width = 4,
                      .end_width = 4,
                      .finished = 256},
    [COACH_DEEP] = {.found = 48,
                    .variants = 3,
                    .rounds = 5,
                    .worlds = 16,
                    .survivors = 6,
                    .compare_min = 256,
                    .compare_max = 2048,
                    .narrow = 40,
                    .turns = 4,
                    .width = 4,
                    .end_width = 4,
                    .finished = 1024},
};
_Static_assert(COACH_WORLDS_MAX - COACH_SELECTION_WORLDS >= 2048, "worlds of the comparison");

const char *const coach_effort_names[COACH_EFFORTS] = {"quick", "normal", "deep"};

const struct coach_settings *coach_effort_settings(const struct coach_judge *judge)
{
    return &settings_of[judge->effort];
}

enum coach_kind coach_judgement_kind_of(const struct ff_view *view)
{
    return view->pub.stage == FF_STAGE_KEEP ? COACH_SETUP : view->pub.stage == FF_STAGE_DRAW ? COACH_DRAW : COACH_TURN;
}

/* -------------------------------------------------------------------------------------------------------- beginning */

/* A rollout has no time to simulate prince bots, so players of the network's strength replace them. The chances are
 * later corrected by the effect that this replacement has on the network's evaluation. */
static void replace_princes(struct coach_judge *judge)
{
    struct rollout_position *position = &judge->position;
    uint16_t chance[FF_PLAYERS_MAX];
    const struct features_opponents real = coach_opponents_of(&position->opponents, coach_own_seat(judge));
    const uint8_t own = position->opponents.level[coach_own_seat(judge)];
    bool replaced = false;
    judge->own_level = own == FEATURES_UNKNOWN ? FEATURES_EQUAL : own;
    position->opponents = real;
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        if (real.level[seat] == FEATURES_PRINCE) {
            position->opponents.level[seat] = FEATURES_EQUAL;
            replaced = true;
        }
    if (!replaced)
        return;
    calibration_chances(position->net, position->edition, &position->opponents, &position->view, chance);
    judge->rollout_chance = chance[coach_own_seat(judge)];
    calibration_chances(position->net, position->edition, &real, &position->view, chance);
    judge->real_chance = chance[coach_own_seat(judge)];
}

void coach_judge_begin(struct coach_judge *judge, const struct coach_question *question)
{
    struct rollout_position *position = &judge->position;
    memset(judge, 0, offsetof(struct coach_judge, candidate));
    *position = question->position;
    judge->effort = question->effort;
    judge->kind = coach_judgement_kind_of(&position->view);
    judge->compared_n = judge->variants_n = judge->round = 0;
    judge->tries = 0;
    judge->rollout_chance = judge->real_chance = 0;
    replace_princes(judge);
    if (position->history) {
        belief_build(&judge->belief, position->edition, &position->view, position->history);
        position->belief = &judge->belief;
        position->history = NULL;
    }
    rollout_sample_world(position, COACH_WORLDS_MAX, &judge->game);
    coach_find_candidates(judge, question);
    judge->alive_n = judge->n;
    for (int i = 0; i < judge->n; i++)
        judge->alive[i] = (uint8_t)i;
}

/* ------------------------------------------------------------------------------------------------------- comparison */

static bool is_new_idea(const struct coach_judge *judge, int candidate)
{
    for (int i = 0; i < judge->compared_n; i++)
        if (!coach_ideas_differ(judge, judge->compared[i], candidate))
            return false;
    return true;
}

static int best_new_idea(const struct coach_judge *judge)
{
    int best = -1;
    for (int i = 0; i < judge->n; i++)
        if (is_new_idea(judge, i) && (best < 0 || coach_did_better_in_selection(judge, i, best)))
            best = i;
    return best;
}

/* Chooses the turns to compare. A review compares the played turn with the best other turn, a hint the best turn with
 * other ideas. */
static void begin_comparison(struct coach_judge *judge)
{
    judge->stage = COACH_COMPARISON;
    if (judge->has_played) {
        if (judge->alive_n > 1)
            judge->compared[judge->compared_n++] = judge->alive[judge->alive[0] == 0];
        judge->compared[judge->compared_n++] = 0;
        return;
    }
    judge->compared[judge->compared_n++] = judge->alive[0];
    for (int i = best_new_idea(judge); i >= 0 && judge->compared_n < COACH_IDEAS_MAX; i = best_new_idea(judge))
        judge->compared[judge->compared_n++] = (uint8_t)i;
}

struct coach_difference coach_mean_lead(const struct coach_judge *judge, int a, int b)
{
    const struct coach_candidate *one = &judge->candidate[a], *two = &judge->candidate[b];
    const int n = one->compared < two->compared ? one->compared : two->compared;
    int64_t sum = 0, squares = 0;
    for (int w = COACH_SELECTION_WORLDS; w < COACH_SELECTION_WORLDS + n; w++) {
        int64_t more = two->value[w] - one->value[w];
        sum += more;
        squares += more * more;
    }
    if (n < 2)
        return (struct coach_difference){n ? (int32_t)sum : 0, NET_CHANCE_ONE, n};
    int64_t variance = (squares - sum * sum / n) / (n - 1);
    int64_t margin = ai_isqrt(variance * 384 / n) / 10; /* 1.96 standard errors */
    return (struct coach_difference){(int32_t)(sum / n), (int32_t)margin, n};
}

/* Returns whether the selected turn's lead is known precisely enough, or is certainly too small to matter. */
static bool is_narrow(const struct coach_judge *judge)
{
    for (int i = 1; i < judge->compared_n; i++) {
        struct coach_difference ahead = coach_mean_lead(judge, judge->compared[i], judge->compared[0]);
        bool narrow = ahead.margin <= coach_effort_settings(judge)->narrow || ahead.margin * MARGIN_SHARE <= ahead.mean;
        if (!narrow && ahead.mean + ahead.margin >= COACH_NOTABLE_LOSS)
            return false;
    }
    return true;
}

/* Returns the next candidate to try, the one tried in the fewest worlds, so that all candidates get the same worlds.
 * Returns -1 if every candidate has enough worlds. */
static int next_to_compare(const struct coach_judge *judge)
{
    const struct coach_settings *settings = coach_effort_settings(judge);
    int least = judge->compared[0], most = least;
    for (int i = 1; i < judge->compared_n; i++) {
        const int n = judge->candidate[judge->compared[i]].compared;
        least = n < judge->candidate[least].compared ? judge->compared[i] : least;
        most = n > judge->candidate[most].compared ? judge->compared[i] : most;
    }
    const int worlds = judge->candidate[least].compared;
    const bool even = worlds == judge->candidate[most].compared;
    const bool enough =
        worlds >= settings->compare_max || (even && worlds >= settings->compare_min && is_narrow(judge));
    return enough ? -1 : least;
}

static bool needs_attribution(const struct coach_judge *judge)
{
    if (!judge->has_played || judge->compared_n < 2 || judge->kind == COACH_DRAW)
        return false;
    struct coach_difference loss = coach_mean_lead(judge, 0, judge->compared[0]);
    return loss.mean >= COACH_NOTABLE_LOSS && loss.mean > loss.margin;
}

/* --------------------------------------------------------------------------------------------------------- thinking */

/* Returns the candidate to try next, and enters its stage; -1 if the verdict is final. */
static int next_try(struct coach_judge *judge)
{
    int next = -1;
    if (judge->stage == COACH_SELECTION) {
        next = coach_next_selection_candidate(judge);
        if (next < 0)
            begin_comparison(judge);
    }
    if (judge->stage == COACH_COMPARISON) {
        next = next_to_compare(judge);
        if (next < 0 && needs_attribution(judge))
            coach_begin_attribution(judge);
        else if (next < 0)
            judge->stage = COACH_DONE;
    }
    if (judge->stage == COACH_ATTRIBUTION) {
        next = coach_next_attribution_candidate(judge);
        judge->stage = next < 0 ? COACH_DONE : COACH_ATTRIBUTION;
    }
    return next;
}

static void try_one(struct coach_judge *judge, int i)
{
    struct coach_candidate *candidate = &judge->candidate[i];
    const struct coach_settings *settings = coach_effort_settings(judge);
    struct rollout_result result;
    bool selects = judge->stage == COACH_SELECTION;
    bool to_end = judge->stage == COACH_COMPARISON && candidate->compared < settings->finished;
    int world = selects ? candidate->tried++ : COACH_SELECTION_WORLDS + candidate->compared++;
    const struct rollout_terms rollout = {settings->turns, settings->width, settings->end_width, to_end,
                                          &judge->search};
    rollout_evaluate_turn(&judge->position, &candidate->turn, world, &rollout, &result);
    candidate->value[world] = result.chance[coach_own_seat(judge)];
    judge->tries++;
    if (selects)
        return;
    for (int s = 0; s < FF_PLAYERS_MAX; s++) {
        candidate->sum[s] += result.chance[s];
        candidate->finished_evals[s] += to_end ? result.chance[s] : 0;
        candidate->won[s] += result.won[s];
    }
    candidate->finished += to_end;
    candidate->income += result.place ? result.income : 0;
    candidate->places += result.place;
    candidate->turns += result.place > 0;
}

bool coach_judge_think(struct coach_judge *judge, uint32_t tries)
{
    int next = next_try(judge);
    for (; tries > 0 && next >= 0; tries--) {
        try_one(judge, next);
        next = next_try(judge);
    }
    return next >= 0;
}

int coach_judge_progress(const struct coach_judge *judge)
{
    const struct coach_settings *settings = coach_effort_settings(judge);
    uint32_t all = 2 * (uint32_t)settings->compare_max;
    for (int round = 0, n = judge->n, before = 0; round < settings->rounds; round++) {
        const int worlds = settings->worlds << round, half = (n + 1) / 2;
        all += (uint32_t)(n * (worlds - before));
        before = worlds;
        n = half >= settings->survivors ? half : n;
    }
    if (judge->stage == COACH_DONE)
        return 1000;
    return judge->tries < all ? (int)(judge->tries * 999 / all) : 999;
}
