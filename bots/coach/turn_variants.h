/* turn_variants.h - turns that differ from a turn in one part, as a person might have played instead. */
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

/* Finds up to `max` variants of the model that change the part and look best to the network. */
void coach_find_variants(struct coach_variants *variants);
