/* bot_prince.h - gives the results of bot_prince's search of a turn, as targets for training (lab/search_games.h). */
#pragma once

#include "turn.h"

struct bot_prince_candidate {
    const struct turn *turn;
    uint32_t worlds;                 /* number of worlds in which the turn was tried */
    uint16_t chance[FF_PLAYERS_MAX]; /* each seat's mean chance over these worlds, without the network's prior */
    bool chosen;                     /* whether the bot plays this turn */
};

/* Gives the next candidate of the last decision that was tried in any world, starting at index *at, and advances *at
 * past it. Returns false if no candidate is left. A turn that was certain to win or lose, or already planned, has
 * none. */
bool bot_prince_next_candidate(const void *memory, int *at, struct bot_prince_candidate *candidate);
