/* turn_variants.h - finds turns that differ from a given turn in one part, as a person might have played instead. */
#pragma once

#include "bots/ai/rollout.h"
#include "turn_summary.h"

/* Evaluates the position after a turn by the network. */
void coach_evaluate_turn(const struct rollout_position *position, const struct ff_game *from, struct turn *turn);

struct coach_variants {
    const struct rollout_position *position;
    const struct ff_game *game; /* before the turn */
    const struct coach_turn_summary *model;
    enum coach_part part;
    int max, n;
    struct turn turn[4]; /* the best first */
};

/* Finds the (at most) `max` variants of the model in that part that the network evaluates best. */
void coach_find_variants(struct coach_variants *variants);
