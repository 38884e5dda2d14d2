/* round_robin.h - schedules work fairly by deficit round robin, so that a flood from one address does not delay others
 * for long. A piece of waiting work is called a turn. Each turn belongs to a share: that of an address, or that of a
 * single connection. All connections of an address wait in one queue. round_robin_run makes one round of the shares
 * that have waiting turns. Each share does at most TURN_QUANTUM units of work per round. If one expensive turn exceeded
 * that, the share does less in the next rounds. A share may lie inside a wider one (an address in its network). Its
 * work counts there as well, so a whole network does no more in a round than one address.
 *
 * So a share that becomes ready waits for at most one quantum and one turn of each other share. round_robin.waited_most
 * records the longest wait.
 *
 * No I/O and no clock. The caller owns shares and turns, which must not move while they wait. */
#pragma once

#include "server/app/list.h"

#include <stdint.h>

enum { TURN_QUANTUM = 100 /* units of about 10 us: a round gives each share a millisecond */ };

struct round_robin_share {
    struct list_link link;           /* in round_robin.ready or .parked */
    struct list_link turns;          /* that wait */
    struct round_robin_share *wider; /* NULL: none */
    uint64_t round, used;            /* units used in that round, plus the excess over earlier quanta */
    uint64_t since;                  /* round_robin.done when the share became ready */
    bool fresh;                      /* ready and not served since */
    bool parked;
};

struct round_robin_turn {
    struct list_link link;
    struct round_robin_share *share; /* where it waits; NULL: it does not wait */
    void *owner;
};

struct round_robin {
    struct list_link ready, parked; /* shares */
    uint64_t round;
    uint64_t done;        /* units in all */
    uint64_t waited_most; /* units of others for which a share had to wait */
};

void round_robin_begin(struct round_robin *turns);
void round_robin_share_begin(struct round_robin_share *share, struct round_robin_share *wider);

/* Appends the turn to its share's queue. It must not be waiting already. */
void round_robin_add(struct round_robin *turns, struct round_robin_share *share, struct round_robin_turn *turn);
/* Removes the turn from its queue, if it waits. */
void round_robin_drop(struct round_robin_turn *turn);
/* Returns whether a share is ready. */
bool round_robin_ready(const struct round_robin *turns);

/* Makes one round. `serve` executes one turn, which no longer waits, and returns its cost, at least 1, or TURN_PARK:
 * the share must pause. Its turns then wait until the share is unparked; this one comes first. */
enum { TURN_PARK = 0 };
void round_robin_run(struct round_robin *turns, uint32_t (*serve)(struct round_robin_turn *turn));

void round_robin_unpark(struct round_robin *turns, struct round_robin_share *share);
void round_robin_unpark_all(struct round_robin *turns);
