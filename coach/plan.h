/* plan.h - the palace in two rounds, proved: whatever is drawn, and whatever the others hold and do.
 *
 * Who plays last in a round and first in the next has two turns with nobody between them: prices, the palace price and
 * the own goods of the second turn follow from the first. What is not known is what is drawn; so only cards count that
 * were kept or put under an own deck of which every card above them was drawn. The second turn must win for certain
 * (endgame.h): of those who play after it a bound is enough. */
#ifndef COACH_PLAN_H
#define COACH_PLAN_H

#include "endgame.h"

/* Whether the seat, at the beginning of its turn, plays last and nobody has a whole palace. */
bool coach_plan_possible(const struct ff_public *pub, int seat);

enum coach_plan {
    COACH_PLAN_PROVED,
    COACH_PLAN_NOT_FIRST, /* somebody plays before the seat in the next round */
    COACH_PLAN_UNCERTAIN, /* it does not win in the next round for certain */
};

/* The seat's turn has ended, and nothing has followed yet. */
enum coach_plan coach_plan_of(const struct ff_edition *edition, const struct ff_game *after, int seat);

/* All sales and builds of the seat's turn, and how many can be ended so that they are proved. */
void coach_count_plans(const struct ff_edition *edition, const struct ff_game *game, int seat, struct coach_wins *wins);

/* A turn that is; how many decisions it has, up to `max`. 0: none is. */
int coach_plan_find(const struct ff_edition *edition, const struct ff_game *game, int seat, uint8_t *option, int max);

#endif
