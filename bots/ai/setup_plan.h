/* setup_plan.h - the expert set-up as one plan (R1.5): the card to keep, and the order of the other nine.
 *
 * Card by card, the first ones would be put away before it is known which is kept. So whole plans are compared by the
 * network: for each card that may be kept, the best order that local search by swaps finds. */
#pragma once

#include "context.h"
#include "net.h"
#include "turn.h"

/* Makes the plans of a seat that owes decisions of the set-up, or the rest of them: one for each card of its hand, as
 * options in their order. Returns their number. */
int setup_plan_all(const struct ai_context *context, const struct ff_game *game, int seat,
                   struct turn plan[FF_HAND_MAX]);

/* Returns whether the plan, made at the view `from`, leads to this view. Then *option is the next decision. */
bool setup_plan_next(const struct turn *plan, const struct ff_view *from, const struct ff_view *view, unsigned *option);
