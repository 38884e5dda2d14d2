/* features_in.h - what the files of the features share. Private to them. */
#ifndef AI_FEATURES_IN_H
#define AI_FEATURES_IN_H

#include "features.h"
#include "lanes.h"

static inline unsigned at_most(unsigned value, unsigned most) { return value < most ? value : most; }

/* What only the own seat knows or cares for. `coins` and `income` are its own, with what is pending. */
void features_add_own(const struct ff_edition *edition, const struct ff_view *view, int coins, int income,
                      struct features *features);

#endif
