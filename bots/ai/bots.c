/* bots.c - the table of all bots. To add a bot, write its file, declare it in bots.h and add a line here. */
#include "bots/ai/bots.h"

#include <string.h>

const struct bot *const bot_list[] = {
    &bot_random, &bot_steward, &bot_novice,     &bot_farmer, &bot_banker,
    &bot_rusher, &bot_pupil,   &bot_apprentice, &bot_prince, NULL, /* ends the table */
};

const struct bot *bot_find(const char *name)
{
    for (int i = 0; bot_list[i]; i++)
        if (strcmp(bot_list[i]->name, name) == 0)
            return bot_list[i];
    return NULL;
}

bool bot_think_noop(void *memory, uint32_t iterations)
{
    (void)memory;
    (void)iterations;
    return false;
}

unsigned bot_choose(const struct bot *bot, void *memory, const struct bot_task *task, uint32_t iterations)
{
    struct bot_answer answer;
    bot->begin(memory, task);
    if (!iterations)
        iterations = bot->iterations;
    if (iterations)
        bot->think(memory, iterations);
    bot->answer(memory, &answer);
    return answer.option;
}
