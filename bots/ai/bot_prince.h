/* bot_prince.h - the results of bot_prince's search of a turn, as targets for training (lab/search_games.h). */
#pragma once

#include "turn.h"

struct bot_prince_candidate {
    const struct turn *turn;
    uint32_t worlds;                 /* in which it was tried */
    uint16_t chance[FF_PLAYERS_MAX]; /* each seat's mean chance in these worlds, without the network's prior */
    bool chosen;                     /* this turn is played */
};

/* Gives the next candidate turn of the last decision that was tried in any world, from index *at on, and moves *at past
 * it. Returns false if there is none left. There is none at all if a turn was certain to win or lose, or already
 * planned. */
bool bot_prince_next_candidate(const void *memory, int *at, struct bot_prince_candidate *candidate);
