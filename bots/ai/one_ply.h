/* one_ply.h - one-ply lookahead: evaluates each option by the network's value of the position after it.
 *
 * A card to build is evaluated on its best space. Before it is placed, the card that it will cover still counts, so the
 * position would be overrated. If an option draws a card, the draw is made in a resampled game, so the real card is not
 * seen. */
#pragma once

#include "context.h"
#include "net.h"
#include "turn.h"

/* The position after an option: its features and the chance of each block, the own seat's first. */
struct one_ply {
    struct features features;
    uint16_t chance[FF_PLAYERS_MAX];
};
void one_ply_evaluate(const struct ai_context *context, const struct ff_game *game, int seat, unsigned option,
                      struct one_ply *after);

/* Gives the chances by seat. */
void one_ply_chances(const struct ai_context *context, const struct ff_game *game, int seat, unsigned option,
                     uint16_t chance[FF_PLAYERS_MAX]);

/* Returns the option that gives the seat the best chance, and the position after it. */
unsigned one_ply_best(const struct ai_context *context, const struct ff_game *game, int seat, struct one_ply *after);
