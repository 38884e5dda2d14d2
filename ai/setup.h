/* setup.h - the expert set-up as one plan (R1.5): the card to keep, and the order of all the others.
 *
 * Decided card by card, the first ones to be put away are chosen before anybody knows what is kept. Here whole plans
 * are compared by the network: for each card that may be kept, the best order that is found by swapping two cards as
 * long as that helps. */
#ifndef AI_SETUP_H
#define AI_SETUP_H

#include "turn.h"

/* The plans of a seat that owes decisions of the set-up, or the rest of them: one for each card of its hand, as options
 * in their order. Returns how many. */
int setup_plans(const struct net *net, const struct ff_edition *edition, const struct ff_game *game, int seat,
                struct turn plan[FF_HAND_MAX]);

/* Whether the view is one that the plan, made at the view `from`, leads to. Then the next decision is in *option. */
bool setup_next(const struct turn *plan, const struct ff_view *from, const struct ff_view *view, unsigned *option);

#endif
