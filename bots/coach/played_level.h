/* played_level.h - estimates the level that a player's losses resemble.
 *
 * Compares the losses per turn with those measured for each level. A level is plausible if a player of the level would
 * lose that much more or less than usual in at least one of 20 cases, by a normal approximation. So one game says
 * little, and twenty games say more: add up their losses and turns. Reviews with the quick effort cannot distinguish
 * level 5 from 6 and 7. */
#pragma once

#include "engine/base/out.h"

#include <stdint.h>

enum { COACH_LEVEL_TOP = 5 }; /* level 5 stands for levels 5 to 7 */

struct coach_played_level {
    int level;     /* the nearest level; 0 if no turn was judged */
    int low, high; /* the range of plausible levels; `high` is BOT_LEVELS_MAX if COACH_LEVEL_TOP is plausible */
};

/* Estimates a player's level from the sum of the losses of `turns` turns (luck_skill.h), in hundredths of a percent. */
struct coach_played_level coach_estimate_played_level(int64_t lost, int turns);

/* Writes {"level":3,"low":1,"high":4}, or null if no turn was judged. */
void coach_played_level_json(struct base_out *out, const struct coach_played_level *played);
