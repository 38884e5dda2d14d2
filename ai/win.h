/* win.h - a win that nobody can take away any more.
 *
 * A turn that puts up the last Palace parts wins for sure where nobody else can have six parts at the end of the round
 * with as many coins (R9.1, R9.2). Of such turns the one that leaves the most coins is found: by looking at all sales,
 * and at all ways to build the missing parts after the one that brings most. */
#ifndef AI_WIN_H
#define AI_WIN_H

#include "turn.h"

/* Whether the seat, whose turn goes on (turn_goes_on), can win for sure in it, and how. Nothing but what its view tells
 * counts: the game may be any that agrees with it. */
bool win_find(const struct ff_edition *edition, const struct ff_game *game, int seat, struct turn *turn);

#endif
