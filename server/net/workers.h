/* workers.h - the bots' worker threads.
 *
 * The loop hands a turn over and gets it back when it is decided; it never waits. There is one turn for each table at
 * most, so the queue is never longer than the tables that are open. When it grows, bots think less: whoever waits is
 * served within WORKERS_PATIENCE_MS, so the time until then is shared among all that wait, down to none at all, and a
 * bot always has an answer. A bot that thinks while nobody waits has more, and gives it up when somebody comes. */
#ifndef SERVER_WORKERS_H
#define SERVER_WORKERS_H

#include "server/app/app.h"

#include <stdatomic.h>

struct net;
struct uv_loop_s;
struct workers;

enum {
    WORKERS_TURN_MS = 3000,    /* for a whole turn, when nobody waits */
    WORKERS_PATIENCE_MS = 700, /* as long as a bot's turn takes to be seen anyway (--bot-pace) */
};

/* `done` is called on the loop's thread with each turn that was decided. NULL: no threads could be started. */
struct workers *workers_start(struct uv_loop_s *loop, int threads, void (*done)(void *owner, struct bot_turn *turn),
                              void *owner);
void workers_think(struct workers *workers, struct bot_turn *turn);
unsigned workers_waiting(struct workers *workers);
/* From here on bots answer at once, and turns that wait are handed back undecided. */
void workers_stop_thinking(struct workers *workers);
/* Ends the threads: turns that wait are handed back undecided, and no more thinking is done in those under way. Then
 * `closed` is called from the loop. */
void workers_stop(struct workers *workers, void (*closed)(void *owner));

/* What a turn may take that is begun after it has waited so long, while so many others wait. */
int64_t workers_budget_ms(int threads, unsigned waiting, int64_t waited_ms);

/* Decides a whole turn within that time; what the workers do. 0, or *stop: as fast as can be. */
void workers_decide(const struct net *net, struct bot_turn *turn, int64_t budget_ms, const atomic_bool *stop);

#endif
