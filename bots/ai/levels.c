/* levels.c - the levels for people; see levels.h. docs/authors/bots.md gives the arena's figures for them. */
#include "bots/ai/levels.h"

const struct bot_level bot_levels[BOT_LEVELS_MAX] = {
    {"novice", 0, 1000}, {"steward", 0, 1000}, {"pupil", 0, 1000}, {"apprentice", 0, 1000}, {"prince", 100000, 900},
};
