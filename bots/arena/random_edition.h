/* random_edition.h - draws random but plausible editions, for training and tests.
 *
 * Costs and the price track are drawn from ranges around all known and proposed values of the game
 * (docs/authors/edition.md). Everything else is as in the default edition. A stronger card costs more than a weaker one
 * of its kind, a field costs the same for each good, and prices rise from 0 to 3 without a gap. A network that is
 * trained on such editions learns the values of cards, not their names. */
#pragma once

#include "engine/core/ff.h"

/* Draws an edition from a seed. *drawn is sealed. */
void arena_random_edition(const struct ff_edition *usual, uint64_t seed, struct ff_edition *drawn);
