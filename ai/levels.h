/* levels.h - the levels for people, 1 (easy) to 5 (hard): which bot, and how much it thinks.
 *
 * A level loses by thinking less, never by blundering on purpose. Iterations make it repeatable; who has a clock may
 * cut a decision at `limit_ms`, so that a slow machine does not keep anybody waiting. */
#ifndef AI_LEVELS_H
#define AI_LEVELS_H

#include <stdint.h>

enum { BOT_LEVELS_MAX = 5 };

struct bot_level {
    const char *bot; /* a name for bot_find */
    uint32_t iterations;
    uint32_t limit_ms;
};

/* Level n is bot_levels[n - 1]. */
extern const struct bot_level bot_levels[BOT_LEVELS_MAX];

#endif
