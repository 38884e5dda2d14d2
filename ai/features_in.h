/* features_in.h - what the files of the features share. Private to them. */
#ifndef AI_FEATURES_IN_H
#define AI_FEATURES_IN_H

#include "features.h"
#include "lanes.h"

static inline unsigned at_most(unsigned value, unsigned most) { return value < most ? value : most; }

/* The own hand and deck; then what else the own seat knows or cares for, which needs the deck and the income to be in
 * *features already. `coins` are its own, with what is pending. */
void features_add_deck(const struct ff_view *view, struct features *features);
void features_add_own(const struct ff_edition *edition, const struct ff_view *view, int coins,
                      struct features *features);

#endif
