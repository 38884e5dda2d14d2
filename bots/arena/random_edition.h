/* random_edition.h - draws random but plausible editions, for training and tests.
 *
 * Draws costs and the price track from ranges around all known and proposed values of the game
 * (docs/authors/edition.md). Everything else is as in the usual edition. A stronger card costs more than a weaker one
 * of its kind, a field costs the same for each good, and prices rise from 0 to 3 without a gap. A network that is
 * trained on such editions learns the value of a card from its cost and effect, not from its name. */
#pragma once

#include "engine/core/ff.h"

/* Draws an edition from a seed. *drawn is valid and sealed. */
void arena_random_edition(const struct ff_edition *usual, uint64_t seed, struct ff_edition *drawn);
