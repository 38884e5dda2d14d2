/* apprentice.c - the network and one decision of look-ahead: plays what leaves it, by the network, most likely to win.
 */
#include "ahead.h"
#include "bots.h"
#include "net.h"

#include <string.h>

enum { DRAW_SAMPLES = 8 }; /* a card that may be drawn is chance: the mean over so many deals */

_Static_assert((int)BOT_CHANCE_ONE == (int)NET_CHANCE_ONE, "one unit of chance");

struct memory {
    struct bot_answer answer;
};

static void look_at_option(const struct bot_task *task, unsigned option, uint16_t chance[FF_PLAYERS_MAX])
{
    struct ff_rng rng = ff_rng_of(task->seed);
    uint32_t sum[FF_PLAYERS_MAX] = {0};
    int samples = task->view->pub.stage == FF_STAGE_DRAW ? DRAW_SAMPLES : 1;
    for (int i = 0; i < samples; i++) {
        struct ff_game game;
        ff_resample(task->edition, task->view, &rng, &game);
        ahead_chances(task->net, task->edition, &game, task->view->own.seat, option, chance);
        for (int s = 0; s < FF_PLAYERS_MAX; s++)
            sum[s] += chance[s];
    }
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        chance[s] = (uint16_t)(sum[s] / (uint32_t)samples);
}

static void begin(void *memory, const struct bot_task *task)
{
    struct bot_answer *answer = &((struct memory *)memory)->answer;
    int seat = task->view->own.seat, best = -1;
    memset(answer, 0, sizeof *answer);
    answer->has_chances = true;
    for (ff_options left = ff_distinct(task->edition, task->view); left; left &= left - 1) {
        unsigned option = (unsigned)ff_option_nth(left, 0);
        uint16_t chance[FF_PLAYERS_MAX];
        look_at_option(task, option, chance);
        answer->visits[option] = 1;
        answer->value[option] = chance[seat];
        if (chance[seat] <= best)
            continue;
        best = chance[seat];
        answer->option = option;
        memcpy(answer->win, chance, sizeof chance);
    }
}

static void answer(const void *memory, struct bot_answer *answer) { *answer = ((const struct memory *)memory)->answer; }

const struct bot bot_apprentice = {
    .name = "apprentice",
    .about = "the network, looking one decision ahead",
    .memory_size = sizeof(struct memory),
    .uses_net = true,
    .begin = begin,
    .think = bot_thinks_no_more,
    .answer = answer,
};
