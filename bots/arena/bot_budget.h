/* bot_budget.h - lets a bot think about one decision, within a budget.
 *
 * The budget is a number of iterations, which is repeatable, and an optional function `over`, which is called before
 * every few iterations. `over` may check a clock, the length of a queue or a signal. This file uses no clock itself, so
 * the browser's module, which has no clock, runs the same code. */
#pragma once

#include "bots/ai/bot.h"

struct arena_budget {
    uint32_t iterations;       /* 0: the bot's own number */
    bool (*over)(void *whose); /* returns true if the budget is used up; NULL if only iterations count */
    void *whose;
};

/* Continues to think about a decision. Returns false if more thinking is useless. */
bool arena_think(const struct bot *bot, void *memory, const struct arena_budget *budget);

/* Begins a decision, thinks within the budget and answers. Returns false if the bot's answer is illegal. */
bool arena_decide(const struct bot *bot, void *memory, const struct bot_task *task, const struct arena_budget *budget,
                  struct bot_answer *answer);

/* Returns whether the answer is one of the task's legal options. */
static inline bool arena_answer_is_legal(const struct bot_task *task, const struct bot_answer *answer)
{
    return answer->option < FF_OPTIONS_MAX && (task->legal >> answer->option & 1);
}
