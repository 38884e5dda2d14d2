/* bot_budget.h - lets a bot think about one decision, within a budget.
 *
 * The budget is a number of iterations, which is repeatable, and a function `over`, which is called before every slice
 * of them. That function may check a clock, the length of a queue or a signal. This file uses no clock itself, so the
 * browser's module, which has none, runs the same code. */
#pragma once

#include "bots/ai/bot.h"

struct arena_budget {
    uint32_t iterations;       /* 0: the bot's own number */
    bool (*over)(void *whose); /* returns true if the budget is used up; NULL: only iterations count */
    void *whose;
};

/* Continues a decision that was begun. Returns false if more thinking would add nothing. */
bool arena_think(const struct bot *bot, void *memory, const struct arena_budget *budget);

/* Begins the decision, thinks and answers. Returns false if the answer is not legal, which is a bot's fault. */
bool arena_decide(const struct bot *bot, void *memory, const struct bot_task *task, const struct arena_budget *budget,
                  struct bot_answer *answer);

/* Returns whether the answer is one of the legal options. */
static inline bool arena_is_legal(const struct bot_task *task, const struct bot_answer *answer)
{
    return answer->option < FF_OPTIONS_MAX && (task->legal >> answer->option & 1);
}
