/* played_level.h - the level that a player's losses resemble.
 *
 * The losses per turn are compared with those of the levels. A level is possible if the mean loss of that many of its
 * turns lies so far off in one of 20 cases at most, by a normal approximation. So one game says little, and twenty
 * games say more: add up their losses and turns. Reviews with the quick effort cannot tell level 5 from 6 and 7. */
#pragma once

#include "engine/base/out.h"

#include <stdint.h>

enum { COACH_LEVEL_TOP = 5 }; /* stands for itself and all higher levels */

struct coach_played_level {
    int level;     /* the nearest one; 0: no turn was judged */
    int low, high; /* the levels that are possible; high is BOT_LEVELS_MAX if COACH_LEVEL_TOP is possible */
};

/* `lost` is the sum of the losses (luck_skill.h) of so many turns, in hundredths of a percent. */
struct coach_played_level coach_played_level_of(int64_t lost, int turns);

/* Writes {"level":3,"low":1,"high":4}, or null if no turn was judged. */
void coach_played_level_json(struct base_out *out, const struct coach_played_level *played);
