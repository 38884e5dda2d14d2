/* one_ply.h - one-ply lookahead: evaluates an option by the network's evaluation of the position after the option.
 *
 * A card to build is evaluated on its best space. Before the card is placed, the position would be overrated, because
 * the card that will be covered still counts. An option that draws a card is evaluated in a resampled game, because the
 * real card is hidden. */
#pragma once

#include "context.h"
#include "net.h"
#include "turn.h"

/* The position after an option: its features, and the chance of each block, the own seat's block first. */
struct one_ply {
    struct features features;
    uint16_t chance[FF_PLAYERS_MAX];
};
void one_ply_evaluate(const struct ai_context *context, const struct ff_game *game, int seat, unsigned option,
                      struct one_ply *after);

/* Evaluates an option as one_ply_evaluate does, but gives the chances by seat number. */
void one_ply_chances(const struct ai_context *context, const struct ff_game *game, int seat, unsigned option,
                     uint16_t chance[FF_PLAYERS_MAX]);

/* Returns the option with the best chance for the seat. *after is the position after it. */
unsigned one_ply_best_option(const struct ai_context *context, const struct ff_game *game, int seat,
                             struct one_ply *after);
