/* hint.h - the coach's answer for the turn at hand: the plan as a whole, and two other ideas.
 *
 * A hint is asked for the whole turn, from the view at its beginning, together with the decisions that were taken
 * since. So who asks again in the middle of a turn is told the same plan as long as it is followed: the same numbers,
 * computed again or still in memory. Who has left the plan is told the best that can still be made of the turn, with
 * the rest of the plan among the candidates. Whoever has no view of the beginning gives the present one and no
 * decisions.
 *
 *     coach_hint_begin(hint, &ask);
 *     while (there is time && coach_hint_think(hint, 16)) ...
 *     coach_hint_answer(hint, &verdict);
 *
 * verdict.idea[0] is the plan, idea[1] and idea[2] are other ideas (another brewery or another build), each with what
 * it does otherwise (facts.h). idea[0].turn.option[ask.taken_n] is the next decision of the plan. The answer is good
 * from `begin` on and gets better.
 *
 * The memory is the caller's and zeroed before its first use; left alone between questions, it saves the same thinking
 * twice. */
#ifndef COACH_HINT_H
#define COACH_HINT_H

#include "judge.h"

struct coach_ask {
    struct coach_place place; /* the beginning of the turn. What `seen` points at must stay; `seed` is the hint's own */
    enum coach_effort effort;
    uint8_t taken[TURN_STEPS_MAX]; /* the options that were chosen since, by this seat */
    int taken_n;
};

struct coach_hint {
    struct coach_ask ask;
    bool known; /* there is a verdict, for the ask's turn and the first `given` decisions of it */
    int given;
    struct coach_verdict verdict;
    bool thinking;
    struct coach_judge judge;
};

void coach_hint_begin(struct coach_hint *hint, const struct coach_ask *ask);
bool coach_hint_think(struct coach_hint *hint, uint32_t tries);
void coach_hint_answer(const struct coach_hint *hint, struct coach_verdict *verdict);
int coach_hint_done(const struct coach_hint *hint); /* out of 1000; an estimate */

/* For whoever keeps track of a turn. Before a decision: whether it begins something to be hinted at as a whole, so that
 * this view is to be kept. `last` is the view kept before; the same seat's. */
bool coach_hint_begins(const struct ff_view *last, const struct ff_view *now);

#endif
