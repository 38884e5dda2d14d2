/* round_robin.h - fair turns by deficit round robin, so that nobody waits long behind somebody else's flood.
 *
 * Work that waits is a turn, and each turn belongs to a share: that of an address, or that of a single connection. All
 * connections of an address wait in one queue. round_robin_run goes round the shares that have something waiting. Each
 * does at most TURN_QUANTUM units of work a round; whoever did more, because one turn was dear, does less in the next
 * rounds. A share may lie inside a wider one (an address in its network): what it does counts there as well, so a whole
 * network does no more in a round than one address.
 *
 * So a share that becomes ready waits for at most one quantum and one turn of each other share. turns->waited_most is
 * what that came to.
 *
 * No I/O and no clock. Shares and turns are the caller's and must stay where they are while they wait. */
#ifndef APP_ROUND_ROBIN_H
#define APP_ROUND_ROBIN_H

#include <stdbool.h>
#include <stdint.h>

enum { TURN_QUANTUM = 100 /* units of about 10 us: a round gives each share a millisecond */ };

struct round_robin_link {
    struct round_robin_link *next, *before; /* NULL: in no ring */
};

struct round_robin_share {
    struct round_robin_link link;    /* among the ready ones or the parked ones */
    struct round_robin_share *wider; /* NULL: none */
    struct round_robin_link waiting; /* the ring of its turns */
    uint64_t round;                  /* `used` is as of that round: */
    uint64_t used;                   /* units, less a quantum for every round since */
    uint64_t since;                  /* units that all had done when it became ready */
    bool fresh;                      /* ready, and not served since */
    bool parked;
};

struct round_robin_turn {
    struct round_robin_link link;
    struct round_robin_share *share; /* where it waits; NULL: it does not wait */
    void *owner;
};

struct round_robin {
    struct round_robin_link ready, parked; /* rings of shares */
    uint64_t round;
    uint64_t done;        /* units in all */
    uint64_t waited_most; /* units of others that a share had to wait for */
};

void round_robin_begin(struct round_robin *turns);
void round_robin_share_begin(struct round_robin_share *share, struct round_robin_share *wider);

/* Puts the turn last in its share's queue; it must not wait already. */
void round_robin_add(struct round_robin *turns, struct round_robin_share *share, struct round_robin_turn *turn);
/* Takes the turn out where it waits. */
void round_robin_drop(struct round_robin_turn *turn);
/* Returns whether a share is ready. */
bool round_robin_ready(const struct round_robin *turns);

/* One round. `serve` does one turn, which no longer waits then, and returns what it cost, at least 1. TURN_PARK: the
 * share may not go on now; its turns wait, this one first, until the share is unparked. */
enum { TURN_PARK = 0 };
void round_robin_run(struct round_robin *turns, uint32_t (*serve)(struct round_robin_turn *turn));

void round_robin_unpark(struct round_robin *turns, struct round_robin_share *share);
void round_robin_unpark_all(struct round_robin *turns);

#endif
