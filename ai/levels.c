/* levels.c - the levels for people; see levels.h. docs/bots.md gives the arena's figures for them. */
#include "ai/levels.h"

const struct level levels[LEVELS_MAX] = {
    {"steward", 0, 1000},   {"apprentice", 0, 1000}, {"prince", 100, 1000},
    {"prince", 1000, 1000}, {"prince", 50000, 1000},
};
