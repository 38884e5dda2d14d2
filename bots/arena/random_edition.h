/* random_edition.h - editions drawn at random, as an owner of the game might type them in.
 *
 * Costs and the price track are drawn from ranges around everything that is known or was ever proposed for the game
 * (docs/authors/edition.md); the rest is the usual edition's. A stronger card costs more than a weaker one of its kind,
 * a field costs the same for each good, and prices rise from 0 to 3 without a gap. A network that was trained over such
 * editions knows values, not names; and whoever wants to see that it does can draw others. */
#ifndef ARENA_RANDOM_EDITION_H
#define ARENA_RANDOM_EDITION_H

#include "engine/core/ff.h"

/* The same for the same seed. *drawn is sealed. */
void arena_random_edition(const struct ff_edition *usual, uint64_t seed, struct ff_edition *drawn);

#endif
