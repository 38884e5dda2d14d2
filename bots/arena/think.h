/* think.h - a bot thinks about one decision, within a budget.
 *
 * The budget is a number of iterations, which is repeatable, and whatever `over` says, which is asked before every
 * slice of them: a clock, a queue that grows, a signal. There is no clock here, so that the browser, which lends none,
 * runs the same code. */
#ifndef ARENA_THINK_H
#define ARENA_THINK_H

#include "bots/ai/bot.h"

struct arena_budget {
    uint32_t iterations;       /* 0: the bot's own number */
    bool (*over)(void *whose); /* true: enough; NULL: the iterations alone count */
    void *whose;
};

/* Goes on with a decision that was begun. False: more would add nothing. */
bool arena_think(const struct bot *bot, void *memory, const struct arena_budget *budget);

/* Begins it, thinks, answers. False: the answer is no legal option, which is a bot's fault. */
bool arena_decide(const struct bot *bot, void *memory, const struct bot_task *task, const struct arena_budget *budget,
                  struct bot_answer *answer);

/* Whether the answer is one of the legal options. */
static inline bool arena_is_legal(const struct bot_task *task, const struct bot_answer *answer)
{
    return answer->option < FF_OPTIONS_MAX && (task->legal >> answer->option & 1);
}

#endif
