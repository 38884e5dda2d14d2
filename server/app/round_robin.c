/* round_robin.c - fair turns by deficit round robin; see round_robin.h. */
#include "round_robin.h"

#include <assert.h>
#include <stddef.h>

/* ------------------------------------------------------------------------------------------------------------ rings */

static void ring_begin(struct round_robin_link *ring) { ring->next = ring->before = ring; }

static bool ring_empty(const struct round_robin_link *ring) { return ring->next == ring; }

/* Puts the link right before `at`: last in the ring where that is the ring itself. */
static void put_before(struct round_robin_link *at, struct round_robin_link *link)
{
    assert(!link->next);
    link->next = at;
    link->before = at->before;
    at->before->next = link;
    at->before = link;
}

static void take_out(struct round_robin_link *link)
{
    link->before->next = link->next;
    link->next->before = link->before;
    link->next = link->before = NULL;
}

/* Moves all of one ring to the end of another. */
static void move_all(struct round_robin_link *from, struct round_robin_link *to)
{
    while (!ring_empty(from)) {
        struct round_robin_link *link = from->next;
        take_out(link);
        put_before(to, link);
    }
}

static struct round_robin_share *share_of(struct round_robin_link *link)
{
    return (struct round_robin_share *)((char *)link - offsetof(struct round_robin_share, link));
}

static struct round_robin_turn *turn_of(struct round_robin_link *link)
{
    return (struct round_robin_turn *)((char *)link - offsetof(struct round_robin_turn, link));
}

/* ---------------------------------------------------------------------------------------------------------- waiting */

void round_robin_begin(struct round_robin *turns)
{
    *turns = (struct round_robin){0};
    ring_begin(&turns->ready);
    ring_begin(&turns->parked);
}

void round_robin_share_begin(struct round_robin_share *share, struct round_robin_share *wider)
{
    *share = (struct round_robin_share){.wider = wider};
    ring_begin(&share->waiting);
}

void round_robin_add(struct round_robin *turns, struct round_robin_share *share, struct round_robin_turn *turn)
{
    assert(!turn->share);
    turn->share = share;
    put_before(&share->waiting, &turn->link);
    if (share->link.next)
        return;
    share->since = turns->done;
    share->fresh = true;
    put_before(&turns->ready, &share->link);
}

void round_robin_drop(struct round_robin_turn *turn)
{
    struct round_robin_share *share = turn->share;
    if (!share)
        return;
    take_out(&turn->link);
    turn->share = NULL;
    if (ring_empty(&share->waiting) && share->link.next) {
        take_out(&share->link);
        share->parked = false;
    }
}

bool round_robin_ready(const struct round_robin *turns) { return !ring_empty(&turns->ready); }

void round_robin_unpark(struct round_robin *turns, struct round_robin_share *share)
{
    if (!share->parked)
        return;
    take_out(&share->link);
    share->parked = false;
    put_before(&turns->ready, &share->link);
}

void round_robin_unpark_all(struct round_robin *turns)
{
    while (!ring_empty(&turns->parked))
        round_robin_unpark(turns, share_of(turns->parked.next));
}

/* ----------------------------------------------------------------------------------------------------------- rounds */

/* Returns what the share has used of its quantum in this round. */
static uint64_t used_now(struct round_robin_share *share, uint64_t round)
{
    uint64_t given = (round - share->round) * TURN_QUANTUM;
    share->used = share->used > given ? share->used - given : 0;
    share->round = round;
    return share->used;
}

static bool may_go(struct round_robin_share *share, uint64_t round)
{
    for (; share; share = share->wider)
        if (used_now(share, round) >= TURN_QUANTUM)
            return false;
    return true;
}

static void note_wait(struct round_robin *turns, struct round_robin_share *share)
{
    if (share->fresh && turns->done - share->since > turns->waited_most)
        turns->waited_most = turns->done - share->since;
    share->fresh = false;
}

/* Serves the share's first turn; false: the share was parked. */
static bool serve_first(struct round_robin *turns, struct round_robin_share *share,
                        uint32_t (*serve)(struct round_robin_turn *turn))
{
    struct round_robin_turn *turn = turn_of(share->waiting.next);
    take_out(&turn->link);
    turn->share = NULL;
    uint32_t cost = serve(turn);
    if (cost == TURN_PARK) {
        turn->share = share;
        put_before(share->waiting.next, &turn->link);
        share->parked = true;
        return false;
    }
    turns->done += cost;
    for (struct round_robin_share *at = share; at; at = at->wider)
        at->used += cost;
    return true;
}

void round_robin_run(struct round_robin *turns, uint32_t (*serve)(struct round_robin_turn *turn))
{
    struct round_robin_link served,
        skipped; /* whoever was skipped, because a wider share is used up, comes first next time */
    ring_begin(&served);
    ring_begin(&skipped);
    turns->round++;
    while (!ring_empty(&turns->ready)) {
        struct round_robin_share *share = share_of(turns->ready.next);
        struct round_robin_link *next = &skipped;
        take_out(&share->link);
        put_before(&served, &share->link); /* it is somewhere while it is served: what it adds does not list it again */
        while (!ring_empty(&share->waiting) && may_go(share, turns->round)) {
            note_wait(turns, share);
            next = &served;
            if (!serve_first(turns, share, serve))
                next = &turns->parked;
            if (share->parked)
                break;
        }
        share->fresh = false; /* where it was skipped it waits for its own network */
        if (share->link.next)
            take_out(&share->link);
        if (!ring_empty(&share->waiting))
            put_before(next, &share->link);
    }
    move_all(&skipped, &turns->ready);
    move_all(&served, &turns->ready);
}
