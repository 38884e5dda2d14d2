/* round_robin.h - schedules work fairly by deficit round robin, so that a flood from one address does not delay others
 * for long.
 *
 * A piece of waiting work is called a turn. Each turn waits in the queue of a share, which belongs to an address or to
 * a single connection. All connections of an address use the share of the address. round_robin_run_round serves each
 * share that has waiting turns once. A share may use TURN_QUANTUM units of work per round. If its last turn exceeds
 * that, the share gets less in the next rounds. A share may lie within a wider one, such as an address in its network.
 * The wider share is charged too, so a whole network may do no more per round than a single address.
 *
 * A share that becomes ready thus waits for at most one quantum and one turn of each other share. The longest wait is
 * recorded in round_robin.waited_most.
 *
 * This code does no I/O and reads no clock. The caller owns shares and turns, which must not move while they wait. */
#pragma once

#include "server/app/list.h"

#include <stdint.h>

enum { TURN_QUANTUM = 100 /* units of about 10 us, so a round gives each share a millisecond */ };

struct round_robin_share {
    struct list_link link;           /* in round_robin.ready or round_robin.parked */
    struct list_link turns;          /* the waiting turns */
    struct round_robin_share *wider; /* the wider share that contains this one, or NULL */
    uint64_t round, used;            /* units used in round `round`, plus the excess of earlier rounds */
    uint64_t since;                  /* value of round_robin.done when the share became ready */
    bool fresh;                      /* has become ready and has not been served since */
    bool parked;
};

struct round_robin_turn {
    struct list_link link;
    struct round_robin_share *share; /* the share in whose queue it waits; NULL: not waiting */
    void *owner;
};

struct round_robin {
    struct list_link ready, parked; /* shares */
    uint64_t round;
    uint64_t done;        /* units of work done so far */
    uint64_t waited_most; /* longest wait of a share, in units of work for other shares */
};

void round_robin_init(struct round_robin *turns);
void round_robin_share_init(struct round_robin_share *share, struct round_robin_share *wider);

/* Appends a turn to its share's queue. The turn must not be waiting already. */
void round_robin_add(struct round_robin *turns, struct round_robin_share *share, struct round_robin_turn *turn);
/* Removes a turn from its queue. Does nothing if it is not waiting. */
void round_robin_remove(struct round_robin_turn *turn);
/* Returns whether any share is ready to be served. */
bool round_robin_has_ready(const struct round_robin *turns);

/* Makes one round. `serve` performs a turn, which no longer waits, and returns its cost of at least 1. If `serve`
 * returns TURN_PARK instead, the turn stays first in its queue, and the share waits until it is unparked. */
enum { TURN_PARK = 0 };
void round_robin_run_round(struct round_robin *turns, uint32_t (*serve)(struct round_robin_turn *turn));

void round_robin_unpark(struct round_robin *turns, struct round_robin_share *share);
void round_robin_unpark_all(struct round_robin *turns);
