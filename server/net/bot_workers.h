/* bot_workers.h - the bots' worker threads.
 *
 * The event loop hands a turn over, never waits, and gets the turn back when it is decided. There is at most one turn
 * for each table, so the queue is never longer than the number of open tables. When it grows, bots think less: every
 * waiting turn must be decided within WORKERS_PATIENCE_MS, so the remaining time is divided among all waiting turns. A
 * bot always has an answer, even without time. A bot that thinks while no turn waits gets more time, until others
 * arrive. */
#pragma once

#include "server/app/app.h"

#include <stdatomic.h>

struct net;
struct uv_loop_s;
struct workers;

enum {
    WORKERS_TURN_MS = 3000,    /* for a whole turn while none waits */
    WORKERS_PATIENCE_MS = 700, /* a bot's turn is not shown earlier than this anyway (--bot-pace) */
};

/* Starts the threads. `done` is called on the event loop's thread with each decided turn. NULL: no thread could be
 * started. */
struct workers *workers_start(struct uv_loop_s *loop, int threads, void (*done)(void *owner, struct bot_turn *turn),
                              void *owner);
void workers_think(struct workers *workers, struct bot_turn *turn);
unsigned workers_waiting(struct workers *workers);
/* Makes bots answer at once and hands waiting turns back undecided, from now on. */
void workers_stop_thinking(struct workers *workers);
/* Stops all thinking, ends the threads and calls `closed` from the event loop. */
void workers_stop(struct workers *workers, void (*closed)(void *owner));

/* Returns the time for a turn that has waited `waited` ms while `waiting` others wait. */
int64_t workers_budget_ms(int threads, unsigned waiting, int64_t waited_ms);

/* Decides a whole turn within that time; as fast as possible if it is 0 or *stop becomes true. */
void workers_decide(const struct net *net, struct bot_turn *turn, int64_t budget_ms, const atomic_bool *stop);
