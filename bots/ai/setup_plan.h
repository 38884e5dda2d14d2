/* setup_plan.h - plans the expert set-up as a whole (R1.5): the card to keep, and the order of the other nine cards. A
 * bot that decided card by card would bury the first cards before it knows which card it keeps. So the network compares
 * whole plans, and for each card that may be kept, local search by swaps finds the best order of the others. */
#pragma once

#include "context.h"
#include "net.h"
#include "turn.h"

/* Makes one plan for each card of the seat's hand that it could keep. A plan lists the options of the seat's remaining
 * set-up decisions in order. Returns the number of plans. */
int setup_plan_make_all(const struct ai_context *context, const struct ff_game *game, int seat,
                        struct turn plan[FF_HAND_MAX]);

/* Returns whether the seat has followed the plan from the view `from`, at which it was made, to the view `view`. If so,
 * *option is the plan's next decision. */
bool setup_plan_next(const struct turn *plan, const struct ff_view *from, const struct ff_view *view, unsigned *option);
