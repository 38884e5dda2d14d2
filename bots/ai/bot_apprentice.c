/* bot_apprentice.c - a bot that relies on the network alone: it plays the turn after which the network gives it the
 * best chance. It plans a turn at its beginning and then follows the plan. Outside turns, it looks one ply ahead. Each
 * iteration widens the search beam by one. The bot `pupil` has a beam of width one, so it chooses every step
 * greedily. */
#include "bots.h"
#include "one_ply.h"
#include "turn_search.h"

#include <string.h>

enum {
    DRAW_SAMPLES = 8, /* number of deals to average over if an option draws a card */
    WIDTH = 16,       /* maximum beam width; a wider beam is not measurably better */
};

_Static_assert((int)BOT_CHANCE_ONE == (int)NET_CHANCE_ONE, "one unit of chance");

struct memory {
    struct bot_answer answer;
    struct ff_game game;
    struct turn_plan plan;
    struct turn_search search;
    uint32_t width; /* current beam width; 0 if this decision needs no search */
};

static void evaluate_option(const struct bot_task *task, unsigned option, uint16_t chance[FF_PLAYERS_MAX])
{
    struct ff_rng rng = ff_rng_of(task->seed);
    const struct ai_context context = {task->edition, task->net, &rng};
    struct ff_game game;
    uint32_t sum[FF_PLAYERS_MAX] = {0};
    int samples = task->view->pub.stage == FF_STAGE_DRAW ? DRAW_SAMPLES : 1;
    ff_resample(task->edition, task->view, &rng, &game);
    for (int i = 0; i < samples; i++) {
        one_ply_chances(&context, &game, task->view->own.seat, option, chance);
        for (int s = 0; s < FF_PLAYERS_MAX; s++)
            sum[s] += chance[s];
    }
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        chance[s] = (uint16_t)(sum[s] / (uint32_t)samples);
}

static void decide(const struct bot_task *task, struct bot_answer *answer)
{
    int seat = task->view->own.seat, best = -1;
    for (ff_options left = ff_distinct(task->edition, task->view); left; left &= left - 1) {
        unsigned option = (unsigned)ff_option_nth(left, 0);
        uint16_t chance[FF_PLAYERS_MAX];
        evaluate_option(task, option, chance);
        answer->visits[option] = 1;
        answer->value[option] = chance[seat];
        if (chance[seat] <= best)
            continue;
        best = chance[seat];
        answer->option = option;
        memcpy(answer->win, chance, sizeof chance);
    }
}

static void plan_turn(struct memory *m)
{
    struct turn_search *search = &m->search;
    struct bot_answer *answer = &m->answer;
    int seat = ff_lowest(m->game.pub.owe);
    search->width = (int)m->width;
    turn_search(search, &m->game, seat);
    turn_plan_begin(&m->plan, search->edition, &m->game, &search->end[0]);
    answer->option = search->end[0].option[0];
    memcpy(answer->win, search->end[0].chance, sizeof answer->win);
    memcpy(answer->value, search->value, sizeof answer->value);
    answer->value[answer->option] = answer->win[seat];
    for (int option = 0; option < FF_OPTIONS_MAX; option++)
        answer->visits[option] = search->value[option] > 0;
}

static void follow_plan(struct memory *m, int seat)
{
    struct bot_answer *answer = &m->answer;
    memcpy(answer->win, m->plan.turn.chance, sizeof answer->win);
    answer->visits[answer->option] = 1;
    answer->value[answer->option] = answer->win[seat];
}

static void begin_apprentice(void *memory, const struct bot_task *task)
{
    struct memory *m = memory;
    struct ff_rng rng = ff_rng_of(task->seed);
    int seat = task->view->own.seat;
    memset(&m->answer, 0, sizeof m->answer);
    m->answer.has_chances = true;
    m->width = 0;
    ff_resample(task->edition, task->view, &rng, &m->game);
    if (!turn_is_active(&m->game, seat)) {
        decide(task, &m->answer);
    } else if (turn_plan_next(&m->plan, task->edition, task->view, &m->answer.option)) {
        follow_plan(m, seat);
    } else {
        m->search.net = task->net;
        m->search.edition = task->edition;
        m->search.ends_max = 1;
        m->search.jitter = 0;
        m->width = 1;
        plan_turn(m);
    }
}

static bool think(void *memory, uint32_t iterations)
{
    struct memory *m = memory;
    if (m->width == 0 || m->width == WIDTH)
        return false;
    m->width = iterations < WIDTH - m->width ? m->width + iterations : WIDTH;
    plan_turn(m);
    return true;
}

static void answer(const void *memory, struct bot_answer *answer) { *answer = ((const struct memory *)memory)->answer; }

const struct bot bot_apprentice = {
    .name = "apprentice",
    .about = "the network, looking to the end of its turn",
    .memory_size = sizeof(struct memory),
    .uses_net = true,
    .iterations = WIDTH - 1,
    .begin = begin_apprentice,
    .think = think,
    .answer = answer,
};

const struct bot bot_pupil = {
    .name = "pupil",
    .about = "the network, one thing after the other",
    .memory_size = sizeof(struct memory),
    .uses_net = true,
    .begin = begin_apprentice,
    .think = bot_think_noop,
    .answer = answer,
};
