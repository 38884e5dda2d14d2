/* hint.h - the coach's answer for the turn at hand: a plan for the whole turn, and two other ideas.
 *
 * A request holds the view at the beginning of the turn and the decisions made since. So a request in the middle of the
 * turn gives the same plan as long as the player follows it. Otherwise it gives the best continuation of the turn; the
 * continuation of the plan is one of the candidates. Without a view of the beginning, give the present one and no
 * decisions.
 *
 *     coach_hint_begin(hint, &request);
 *     while (there is time && coach_hint_think(hint, 16)) ...
 *     coach_hint_answer(hint, &verdict);
 *
 * verdict.idea[0] is the plan; idea[1] and idea[2] are other ideas (another brewery or another build), each with its
 * differences from the plan. idea[0].turn.option[request.taken_n] is the plan's next decision. The answer is valid from
 * `begin` on and gets better.
 *
 * The caller owns the memory and zeroes it before its first use. It keeps the last plan for the next request. */
#pragma once

#include "judge.h"

struct coach_hint_request {
    struct rollout_position position; /* the beginning of the turn. Its history must stay valid; its seed is not used */
    enum coach_effort effort;
    uint8_t taken[TURN_STEPS_MAX]; /* the options that this seat chose since */
    int taken_n;
};

struct coach_hint {
    struct coach_hint_request request;
    bool known; /* there is a verdict on the turn that begins with these `given` decisions */
    int given;
    struct coach_verdict verdict;
    bool thinking;
    struct coach_judge judge;
};

void coach_hint_begin(struct coach_hint *hint, const struct coach_hint_request *request);
bool coach_hint_think(struct coach_hint *hint, uint32_t tries);
void coach_hint_answer(const struct coach_hint *hint, struct coach_verdict *verdict);
int coach_hint_progress(const struct coach_hint *hint); /* an estimate, out of 1000 */

/* Returns whether a decision at the view `now` begins a new turn, so that the caller must keep this view for requests.
 * `last` is the view that the caller kept before, of the same seat. */
bool coach_hint_is_new_turn(const struct ff_view *last, const struct ff_view *now);
