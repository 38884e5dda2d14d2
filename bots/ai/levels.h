/* levels.h - levels of play for people, from 1 (easy) to 7 (hard): a bot, and how long it thinks.
 *
 * Lower levels search less and know less, but never blunder on purpose. A level's decisions are repeatable if only its
 * iterations limit them. Programs with a clock may stop a decision after `limit_ms`. */
#ifndef AI_LEVELS_H
#define AI_LEVELS_H

#include <stdint.h>

enum { BOT_LEVELS_MAX = 7 };

struct bot_level {
    const char *bot; /* a name for bot_find */
    uint32_t iterations;
    uint32_t limit_ms;
    uint32_t strength; /* strength as the network knows it, a FEATURES_... constant */
};

/* All levels; level n is bot_levels[n - 1]. */
extern const struct bot_level bot_levels[BOT_LEVELS_MAX];

#endif
