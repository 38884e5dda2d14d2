/* bot_prince.h - what bot_prince's search found out about a turn: targets for training (lab/search_games.h). */
#pragma once

#include "turn.h"

struct bot_prince_candidate {
    const struct turn *turn;
    uint32_t worlds;                 /* in which it was tried */
    uint16_t chance[FF_PLAYERS_MAX]; /* each seat's mean chance in these worlds, without the network's prior */
    bool chosen;                     /* this turn is played */
};

/* Gives the next candidate turn of the last decision that was tried in any world, from index *at on, and moves *at
 * behind it. Returns false if there is none left: also where a turn was certain to win or lose, or already planned. */
bool bot_prince_next_candidate(const void *memory, int *at, struct bot_prince_candidate *candidate);
