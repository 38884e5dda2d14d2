/* opponents.h - derives the strength of the players at a table from their names, because chances depend on the
 * opponents. Levels are those of bots/ai/levels.h. The strength of people is not known: they count as equal to the
 * network, and so does every name without a level: one that is not a bot's, and `random`, which is weaker than any. */
#pragma once

#include "bots/ai/features.h"

/* Returns the level, 1 to 7, of a name as records have it ("steward-0", "level3-2", "prince:500-1"); 0: a person, or
 * `random`. */
int coach_level_of(const char *name);

/* Returns the opponents of a seat. People and the seat itself count as equal to the network. */
struct features_opponents coach_opponents_of(const struct features_opponents *opponents, int seat);
