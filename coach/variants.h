/* variants.h - turns that differ from a turn in one part: what a person might have done instead. */
#ifndef COACH_VARIANTS_H
#define COACH_VARIANTS_H

#include "trial.h"
#include "turn_shape.h"

enum { COACH_VARIANTS_MAX = 4 }; /* of one part */

/* The variants of a turn that change that part and look best to the network; how many. `game` is the position before
 * the turn. */
int coach_variants(const struct coach_place *place, const struct ff_game *game, const struct coach_shape *shape,
                   enum coach_part part, int n, struct turn variant[COACH_VARIANTS_MAX]);

/* What the network thinks of the position after a turn. */
void coach_opinion(const struct coach_place *place, const struct ff_game *game, struct turn *turn);

#endif
