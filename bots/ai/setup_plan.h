/* setup_plan.h - plans the expert set-up as a whole (R1.5): the card to keep, and the order of the other nine. If each
 * card were decided by itself, the first ones would be put away before it is known which is kept. So whole plans are
 * compared by the network: for each card that may be kept, the best order that local search by swaps finds. */
#pragma once

#include "context.h"
#include "net.h"
#include "turn.h"

/* Makes plans for the remaining set-up decisions of a seat: one plan for each card of its hand that it could keep, as
 * options in order. Returns the number of plans. */
int setup_plan_all(const struct ai_context *context, const struct ff_game *game, int seat,
                   struct turn plan[FF_HAND_MAX]);

/* Returns whether the plan, made at the view `from`, leads to this view. Then *option is the next decision. */
bool setup_plan_next(const struct turn *plan, const struct ff_view *from, const struct ff_view *view, unsigned *option);
