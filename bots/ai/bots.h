/* bots.h - declares all bots, for the table in bots.c and for tests. */
#pragma once

#include "bots/ai/bot.h"

extern const struct bot bot_random;
extern const struct bot bot_steward;
extern const struct bot bot_novice;
extern const struct bot bot_farmer;
extern const struct bot bot_banker;
extern const struct bot bot_rusher;
extern const struct bot bot_pupil;
extern const struct bot bot_apprentice;
extern const struct bot bot_prince;

/* The `think` function of bots whose answer is final after `begin`: returns false. */
bool bot_think_noop(void *memory, uint32_t iterations);
