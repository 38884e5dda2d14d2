/* bot_workers.c - threads that choose the bots' turns; see bot_workers.h. */
#include "bot_workers.h"

#include "bots/ai/bot.h"
#include "bots/ai/levels.h"
#include "bots/ai/net.h"
#include "bots/arena/bot_budget.h"
#include "engine/base/builtin.h"
#include "engine/text/notation.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uv.h>

enum { THREADS_MAX = 64 };

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct net *net;
    struct list_link queue, decided; /* lists of struct bot_turn */
    atomic_uint waiting;
    atomic_bool stop;
    int threads_n;
    pthread_t threads[THREADS_MAX];
    uv_async_t ring;
    void (*done)(void *owner, struct bot_turn *turn);
    void (*closed)(void *owner);
    void *owner;
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --------------------------------------------------------------------------------------------------------- thinking */

/* Loads the built-in network, which all threads share. Returns NULL if memory is exhausted. */
static struct net *net_new(void)
{
    struct net *net = aligned_alloc(16, (sizeof *net + 15) / 16 * 16);
    if (!net || !net_read(default_net_text, default_net_size, net))
        return net;
    free(net);
    return NULL;
}

/* The deadline of a turn, which moves closer while other turns are waiting. */
struct turn_limit {
    int64_t from_ms, budget_ms;
    const struct workers *workers; /* shortens the deadline while turns wait in its queue; NULL: fixed deadline */
    const atomic_bool *stop;
    bool none; /* the turn has no deadline */
};

static int64_t turn_limit_end(const struct turn_limit *limit)
{
    unsigned waiting = limit->workers ? limit->workers->waiting : 0;
    int64_t budget = limit->budget_ms;
    if (waiting) { /* other turns have arrived since this one started */
        int64_t share = workers_budget_ms(limit->workers->threads_n, waiting, 0);
        budget = share < budget ? share : budget;
    }
    return limit->from_ms + budget;
}

/* The time limit of a single decision within a turn. */
struct decision_limit {
    const struct turn_limit *limit;
    int64_t until;
};

static bool is_over(void *whose)
{
    const struct decision_limit *decision = whose;
    int64_t now = now_ms();
    bool late = now >= decision->until || now >= turn_limit_end(decision->limit);
    return (late && !decision->limit->none) || *decision->limit->stop;
}

/* Lets the bot make one decision and returns the chosen option. `memory` is the bot's memory for the whole turn. */
static unsigned decide(const struct bot_level *level, const struct bot *bot, void *memory, const struct bot_task *task,
                       const struct turn_limit *limit)
{
    int64_t from = now_ms(), half = (turn_limit_end(limit) - from) / 2; /* the other half is for later decisions */
    struct decision_limit decision = {limit, from + (level->limit_ms < half ? level->limit_ms : half)};
    struct arena_budget budget = {level->iterations, is_over, &decision};
    struct bot_answer answer;
    return arena_decide(bot, memory, task, &budget, &answer) ? answer.option : (unsigned)ff_lowest(task->legal);
}

/* Makes decisions until the turn is over, and writes them to turn->actions. Shows the bot only views of the game. */
static void decide_turn(const struct net *net, struct bot_turn *turn, const struct turn_limit *limit)
{
    const struct bot_level *level = &bot_levels[turn->level - 1];
    const struct bot *bot = bot_find(level->bot);
    void *memory = calloc(1, bot->memory_size); /* calloc does not touch pages that the bot never uses */
    struct base_out out = base_out_of(turn->actions, sizeof turn->actions);
    int round = turn->game.pub.round;
    bool drawing = turn->game.pub.stage == FF_STAGE_DRAW;
    for (int n = 0; memory && turn->game.pub.owe >> turn->seat & 1; n++) {
        if (turn->game.pub.round != round || drawing != (turn->game.pub.stage == FF_STAGE_DRAW))
            break;
        struct ff_view view;
        ff_view_of(&turn->game, turn->seat, &view);
        struct bot_task task = {&turn->edition,           &view, ff_legal(&turn->edition, &view),
                                turn->seed + (uint64_t)n, net,   &turn->seen};
        ff_action action = ff_action_of(view.pub.stage, decide(level, bot, memory, &task, limit));
        history_apply(&turn->seen, &turn->edition, &turn->game, turn->seat, action);
        base_put(&out, n ? "; " : "");
        text_action(&out, action);
    }
    free(memory);
}

void workers_decide_turn(const struct net *net, struct bot_turn *turn, int64_t budget_ms, const atomic_bool *stop)
{
    struct turn_limit limit = {now_ms(), budget_ms, NULL, stop, turn->untimed};
    decide_turn(net, turn, &limit);
}

/* ---------------------------------------------------------------------------------------------------------- threads */

int64_t workers_budget_ms(int threads, unsigned waiting, int64_t waited_ms)
{
    int64_t left = WORKERS_PATIENCE_MS - waited_ms;
    if (left <= 0)
        return 0;
    return waiting ? left * threads / (threads + (int64_t)waiting) : WORKERS_TURN_MS * left / WORKERS_PATIENCE_MS;
}

static struct bot_turn *take_turn(struct list_link *list)
{
    return LIST_OWNER(list_take_first(list), struct bot_turn, link);
}

static void *work(void *argument)
{
    struct workers *workers = argument;
    pthread_mutex_lock(&workers->lock);
    for (;;) {
        while (list_is_empty(&workers->queue) && !workers->stop)
            pthread_cond_wait(&workers->work, &workers->lock);
        if (list_is_empty(&workers->queue))
            break;
        struct bot_turn *turn = take_turn(&workers->queue);
        workers->waiting--;
        int64_t from_ms = now_ms();
        struct turn_limit limit = {from_ms,
                                   workers_budget_ms(workers->threads_n, workers->waiting, from_ms - turn->queued_ms),
                                   workers, &workers->stop, turn->untimed};
        bool idle = workers->stop;
        pthread_mutex_unlock(&workers->lock);
        if (!idle)
            decide_turn(workers->net, turn, &limit);
        pthread_mutex_lock(&workers->lock);
        list_add_last(&workers->decided, &turn->link);
        uv_async_send(&workers->ring);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

/* Hands decided turns to the app. Runs on the event loop's thread. */
static void on_decided(uv_async_t *ring)
{
    struct workers *workers = ring->data;
    struct list_link decided;
    list_init(&decided);
    pthread_mutex_lock(&workers->lock);
    list_move_all(&workers->decided, &decided);
    pthread_mutex_unlock(&workers->lock);
    while (!list_is_empty(&decided))
        workers->done(workers->owner, take_turn(&decided));
}

struct workers *workers_start(struct uv_loop_s *loop, int threads, void (*done)(void *owner, struct bot_turn *turn),
                              void *owner)
{
    struct workers *workers = calloc(1, sizeof *workers);
    struct net *net = net_new();
    if (!workers || !net) {
        free(workers);
        free(net);
        return NULL;
    }
    workers->net = net;
    workers->done = done;
    workers->owner = owner;
    list_init(&workers->queue);
    list_init(&workers->decided);
    workers->ring.data = workers;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->work, NULL);
    uv_async_init(loop, &workers->ring, on_decided);
    while (workers->threads_n < threads && workers->threads_n < THREADS_MAX &&
           pthread_create(&workers->threads[workers->threads_n], NULL, work, workers) == 0)
        workers->threads_n++;
    if (workers->threads_n)
        return workers;
    uv_close((uv_handle_t *)&workers->ring,
             NULL); /* `workers` is leaked, because the loop still refers to the handle */
    return NULL;
}

void workers_queue_turn(struct workers *workers, struct bot_turn *turn)
{
    turn->queued_ms = now_ms();
    pthread_mutex_lock(&workers->lock);
    list_add_last(&workers->queue, &turn->link);
    workers->waiting++;
    pthread_cond_signal(&workers->work);
    pthread_mutex_unlock(&workers->lock);
}

unsigned workers_count_waiting(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    unsigned waiting = workers->waiting;
    pthread_mutex_unlock(&workers->lock);
    return waiting;
}

static void ring_closed(uv_handle_t *ring)
{
    struct workers *workers = ring->data;
    void (*closed)(void *owner) = workers->closed;
    void *owner = workers->owner;
    free(workers->net);
    free(workers);
    if (closed)
        closed(owner);
}

void workers_stop_thinking(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    workers->stop = true;
    pthread_cond_broadcast(&workers->work);
    pthread_mutex_unlock(&workers->lock);
}

void workers_stop(struct workers *workers, void (*closed)(void *owner))
{
    workers_stop_thinking(workers);
    for (int i = 0; i < workers->threads_n; i++)
        pthread_join(workers->threads[i], NULL);
    on_decided(&workers->ring);
    pthread_mutex_destroy(&workers->lock);
    pthread_cond_destroy(&workers->work);
    workers->closed = closed;
    uv_close((uv_handle_t *)&workers->ring, ring_closed);
}
