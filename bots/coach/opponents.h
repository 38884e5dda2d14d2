/* opponents.h - derives the strength of players from their names, because chances depend on the opponents. Levels are
 * those of bots/ai/levels.h. Players without a level count as equal to the network, because their strength is unknown.
 * Players without a level are people, unknown names and `random`, which is in fact weaker than any level. */
#pragma once

#include "bots/ai/features.h"

/* Returns the level, 1 to 7, of a player's name in a record ("steward-0", "level3-2", "prince:500-1"). Returns 0 for a
 * person or `random`. */
int coach_level_of_player_name(const char *name);

/* Returns the opponents' levels for judging a seat. People and the seat itself count as equal to the network. */
struct features_opponents coach_opponents_of(const struct features_opponents *opponents, int seat);
