/* hint.c - the coach's answer for the current turn; see hint.h.
 *
 * The judge starts from the beginning of the turn. If the player's decisions differ from the plan, the judge starts
 * again and every candidate begins with these decisions. */
#include "hint.h"
#include "review.h"

#include <string.h>

static void begin_judge(struct coach_hint *hint, const struct turn *prefix, const struct coach_turn_summary *plan)
{
    const struct coach_hint_request *request = &hint->request;
    struct coach_question question = {
        .position = request->position,
        .effort = request->effort,
        .prefix = prefix,
        .plan = plan,
    };
    question.position.seed = coach_seed_of_view(&request->position.view);
    coach_judge_begin(&hint->judge, &question);
    coach_judge_answer(&hint->judge, &hint->verdict);
    hint->given = prefix ? prefix->steps : 0;
    hint->thinking = true;
    hint->known = false;
}

static bool plan_is_followed(const struct coach_hint *hint)
{
    const struct turn *plan = &hint->verdict.idea[0].turn;
    return hint->request.taken_n >= hint->given && hint->request.taken_n <= plan->steps &&
           memcmp(plan->option, hint->request.taken, (size_t)hint->request.taken_n) == 0;
}

/* Judges the turn again from the player's decisions, because the player left the plan. */
static void begin_rest(struct coach_hint *hint)
{
    struct turn prefix = {.steps = (uint8_t)hint->request.taken_n};
    struct coach_turn_summary plan = hint->verdict.idea[0].summary;
    memcpy(prefix.option, hint->request.taken, (size_t)hint->request.taken_n);
    begin_judge(hint, &prefix, &plan);
}

static bool same_place(const struct rollout_position *a, const struct rollout_position *b)
{
    return a->edition == b->edition && a->net == b->net && memcmp(&a->view, &b->view, sizeof a->view) == 0 &&
           memcmp(&a->opponents, &b->opponents, sizeof a->opponents) == 0;
}

static void go_on(struct coach_hint *hint)
{
    if (plan_is_followed(hint))
        return;
    if (hint->given <= hint->request.taken_n)
        begin_rest(hint);
    else
        begin_judge(hint, NULL, NULL); /* decisions were taken back */
}

void coach_hint_begin(struct coach_hint *hint, const struct coach_hint_request *request)
{
    bool kept = hint->known && hint->request.effort == request->effort &&
                same_place(&hint->request.position, &request->position);
    hint->request = *request;
    hint->thinking = false;
    if (kept)
        go_on(hint);
    else
        begin_judge(hint, NULL, NULL);
}

bool coach_hint_think(struct coach_hint *hint, uint32_t tries)
{
    if (!hint->thinking)
        return false;
    if (coach_judge_think(&hint->judge, tries))
        return true;
    coach_judge_answer(&hint->judge, &hint->verdict);
    hint->thinking = false;
    hint->known = true;
    go_on(hint);
    return hint->thinking;
}

void coach_hint_answer(const struct coach_hint *hint, struct coach_verdict *verdict)
{
    if (hint->thinking)
        coach_judge_answer(&hint->judge, verdict);
    else
        *verdict = hint->verdict;
}

int coach_hint_progress(const struct coach_hint *hint)
{
    return hint->thinking ? coach_judge_progress(&hint->judge) : 1000;
}

bool coach_hint_is_new_turn(const struct ff_view *last, const struct ff_view *now)
{
    enum coach_kind kind = coach_judgement_kind_of(now);
    return kind == COACH_DRAW || kind != coach_judgement_kind_of(last) || last->pub.round != now->pub.round ||
           last->own.seat != now->own.seat;
}
