/* levels.c - the table of levels for people; see levels.h. docs/authors/bots.md gives their arena results. */
#include "bots/ai/levels.h"
#include "bots/ai/features.h"

const struct bot_level bot_levels[BOT_LEVELS_MAX] = {
    {"novice", 0, 1000, FEATURES_NOVICE},     {"steward", 0, 1000, FEATURES_STEWARD},
    {"pupil", 0, 1000, FEATURES_PUPIL},       {"apprentice", 1, 100, FEATURES_EQUAL},
    {"prince", 4, 100, FEATURES_EQUAL},       {"prince", 100, 500, FEATURES_PRINCE},
    {"prince", 100000, 900, FEATURES_PRINCE},
};
