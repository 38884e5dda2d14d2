/* turn_variants.h - finds turns that differ from a given turn in one part, such as a person might have played
 * instead. */
#pragma once

#include "bots/ai/rollout.h"
#include "turn_summary.h"

/* Sets the turn's chances to the network's evaluation of the position after it. */
void coach_evaluate_turn(const struct rollout_position *position, const struct ff_game *from, struct turn *turn);

struct coach_variants {
    const struct rollout_position *position;
    const struct ff_game *game; /* before the turn */
    const struct coach_turn_summary *model;
    enum coach_part part;
    int max, n;
    struct turn turn[4]; /* the best first */
};

/* Finds the variants of `model` in this part that the network evaluates best, at most `max`. */
void coach_find_variants(struct coach_variants *variants);
