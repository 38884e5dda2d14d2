/* bot_random.c - the smallest bot: chooses uniformly among the legal options. */
#include "bots/ai/bot.h"
#include "bots/ai/bots.h"

struct memory {
    unsigned option;
};

static void begin_random(void *memory, const struct bot_task *task)
{
    struct ff_rng rng = ff_rng_of(task->seed);
    int nth = (int)ff_rng_below(&rng, (uint32_t)ff_popcount(task->legal));
    ((struct memory *)memory)->option = (unsigned)ff_option_nth(task->legal, nth);
}

static void answer(const void *memory, struct bot_answer *answer)
{
    *answer = (struct bot_answer){.option = ((const struct memory *)memory)->option};
}

const struct bot bot_random = {
    .name = "random",
    .about = "any legal action, each as likely as the others",
    .memory_size = sizeof(struct memory),
    .begin = begin_random,
    .think = bot_think_noop,
    .answer = answer,
};
