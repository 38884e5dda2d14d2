/* hint.h - the coach's answer for the current turn: a plan for the whole turn, and two other ideas.
 *
 * A request holds the view at the beginning of the turn and the decisions made since then. So a request in the middle
 * of the turn gives the same plan as long as the player follows it. Otherwise it gives the best continuation of the
 * turn, and the rest of the old plan is one of the candidates. A caller without a view of the beginning passes the
 * present view and no decisions.
 *
 *     coach_hint_begin(hint, &request);
 *     while (there is time && coach_hint_think(hint, 16)) ...
 *     coach_hint_answer(hint, &verdict);
 *
 * verdict.idea[0] is the plan. idea[1] and idea[2] are other ideas (another brewery or another build) and list their
 * differences from the plan. idea[0].turn.option[request.taken_n] is the plan's next decision. The answer is valid from
 * coach_hint_begin on and improves while thinking.
 *
 * The caller owns struct coach_hint and zeroes it before its first use. The struct keeps the last plan for the next
 * request. */
#pragma once

#include "judge.h"

struct coach_hint_request {
    struct rollout_position position; /* the beginning of the turn; `history` must stay valid; `seed` is ignored */
    enum coach_effort effort;
    uint8_t taken[TURN_STEPS_MAX]; /* the options that this seat has chosen since the turn began */
    int taken_n;
};

struct coach_hint {
    struct coach_hint_request request;
    bool known; /* `verdict` is final for the turn's first `given` decisions */
    int given;
    struct coach_verdict verdict;
    bool thinking;
    struct coach_judge judge;
};

void coach_hint_begin(struct coach_hint *hint, const struct coach_hint_request *request);
bool coach_hint_think(struct coach_hint *hint, uint32_t tries);
void coach_hint_answer(const struct coach_hint *hint, struct coach_verdict *verdict);
int coach_hint_progress(const struct coach_hint *hint); /* an estimate, out of 1000 */

/* Returns whether a decision at the view `now` begins a new turn. If so, the caller must keep this view for later
 * requests. `last` is the view of the same seat that the caller kept before. */
bool coach_hint_is_new_turn(const struct ff_view *last, const struct ff_view *now);
