/* opponents.h - how strong the players at a table are, by their names.
 *
 * A chance is one against the opponents that are there. Levels are those of bots/ai/levels.h. How strong people play is
 * not known: they count as equals of the network, and so does every name that is not a bot's. */
#pragma once

#include "bots/ai/features.h"

/* Returns the level, 1 to 5, of a name as records have it ("steward-0", "level3-2", "prince:500-1"); 0: a person. */
int coach_level_of(const char *name);

/* Returns the opponents of a seat: people and the seat itself become equals. */
struct features_opponents coach_opponents_of(const struct features_opponents *opponents, int seat);
