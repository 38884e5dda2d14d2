/* bot_budget.c - limits how long a bot thinks; see bot_budget.h. */
#include "bot_budget.h"

enum { SLICE = 16 }; /* iterations between two checks of the budget; they take well below a millisecond */

bool arena_think(const struct bot *bot, void *memory, const struct arena_budget *budget)
{
    uint32_t left = budget->iterations ? budget->iterations : bot->iterations;
    while (left > 0 && !(budget->over && budget->over(budget->whose))) {
        uint32_t slice = left < SLICE ? left : SLICE;
        if (!bot->think(memory, slice))
            return false;
        left -= slice;
    }
    return true;
}

bool arena_decide(const struct bot *bot, void *memory, const struct bot_task *task, const struct arena_budget *budget,
                  struct bot_answer *answer)
{
    bot->begin(memory, task);
    arena_think(bot, memory, budget);
    bot->answer(memory, answer);
    return arena_answer_is_legal(task, answer);
}
