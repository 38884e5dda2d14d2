/* hint.c - the coach's answer for the turn at hand; see hint.h.
 *
 * First the turn is judged from its beginning. If the decisions taken since are not those of the plan, it is judged
 * once more, with these decisions as the beginning of every candidate. */
#include "hint.h"
#include "review.h"

#include <string.h>

static void begin_judge(struct coach_hint *hint, const struct turn *prefix, const struct coach_shape *wish)
{
    const struct coach_ask *ask = &hint->ask;
    struct coach_case a_case = {
        .place = ask->place,
        .effort = ask->effort,
        .prefix = prefix,
        .wish = wish,
    };
    a_case.place.seed = coach_seed_of(&ask->place.view);
    coach_judge_begin(&hint->judge, &a_case);
    coach_judge_answer(&hint->judge, &hint->verdict);
    hint->given = prefix ? prefix->steps : 0;
    hint->thinking = true;
    hint->known = false;
}

static bool plan_is_followed(const struct coach_hint *hint)
{
    const struct turn *plan = &hint->verdict.idea[0].turn;
    return hint->ask.taken_n >= hint->given && hint->ask.taken_n <= plan->steps &&
           memcmp(plan->option, hint->ask.taken, (size_t)hint->ask.taken_n) == 0;
}

/* The plan is known, and is not what was played. */
static void begin_rest(struct coach_hint *hint)
{
    struct turn prefix = {.steps = (uint8_t)hint->ask.taken_n};
    struct coach_shape wish = hint->verdict.idea[0].shape;
    memcpy(prefix.option, hint->ask.taken, (size_t)hint->ask.taken_n);
    begin_judge(hint, &prefix, &wish);
}

static bool same_place(const struct coach_place *a, const struct coach_place *b)
{
    return a->edition == b->edition && a->net == b->net && memcmp(&a->view, &b->view, sizeof a->view) == 0 &&
           memcmp(&a->company, &b->company, sizeof a->company) == 0;
}

static void go_on(struct coach_hint *hint)
{
    if (plan_is_followed(hint))
        return;
    if (hint->given <= hint->ask.taken_n)
        begin_rest(hint);
    else
        begin_judge(hint, NULL, NULL); /* decisions were taken back */
}

void coach_hint_begin(struct coach_hint *hint, const struct coach_ask *ask)
{
    bool kept = hint->known && hint->ask.effort == ask->effort && same_place(&hint->ask.place, &ask->place);
    hint->ask = *ask;
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

int coach_hint_done(const struct coach_hint *hint) { return hint->thinking ? coach_judge_done(&hint->judge) : 1000; }

bool coach_hint_begins(const struct ff_view *last, const struct ff_view *now)
{
    enum coach_kind kind = coach_kind_of(now);
    return kind == COACH_DRAW || kind != coach_kind_of(last) || last->pub.round != now->pub.round ||
           last->own.seat != now->own.seat;
}
