/* bot_workers.h - threads that choose the bots' turns.
 *
 * The event loop hands over a turn without waiting, and gets it back when it is decided. There is at most one turn for
 * each table, so the queue is never longer than the number of open tables. The longer the queue, the less time bots
 * get: each waiting turn should be decided within WORKERS_PATIENCE_MS, so all waiting turns share that time. A bot
 * always has an answer, even without any time. While no turn is waiting, a bot may think longer, until another turn
 * arrives. */
#pragma once

#include "server/app/app.h"

#include <stdatomic.h>

struct net;
struct uv_loop_s;
struct workers;

enum {
    WORKERS_TURN_MS = 3000,    /* time for a whole turn while no other turn is waiting */
    WORKERS_PATIENCE_MS = 700, /* waiting time that nobody notices, because --bot-pace shows bots' turns no earlier */
};

/* Starts the threads. Each decided turn is passed to `done` on the event loop's thread. Returns NULL if no thread could
 * be started. */
struct workers *workers_start(struct uv_loop_s *loop, int threads, void (*done)(void *owner, struct bot_turn *turn),
                              void *owner);
void workers_queue_turn(struct workers *workers, struct bot_turn *turn);
unsigned workers_count_waiting(struct workers *workers);
/* Makes bots answer at once from now on. Waiting turns are handed back undecided. */
void workers_stop_thinking(struct workers *workers);
/* Makes bots answer at once, ends the threads, and calls `closed` from the event loop. */
void workers_stop(struct workers *workers, void (*closed)(void *owner));

/* Returns the time for deciding a turn that has waited for waited_ms while `waiting` other turns are in the queue. */
int64_t workers_budget_ms(int threads, unsigned waiting, int64_t waited_ms);

/* Decides a whole turn within budget_ms. Answers as fast as possible if that is 0, or when *stop becomes true. */
void workers_decide_turn(const struct net *net, struct bot_turn *turn, int64_t budget_ms, const atomic_bool *stop);
