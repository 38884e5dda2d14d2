/* round_robin.c - schedules work by deficit round robin; see round_robin.h. */
#include "round_robin.h"

void round_robin_init(struct round_robin *turns)
{
    *turns = (struct round_robin){0};
    list_init(&turns->ready);
    list_init(&turns->parked);
}

void round_robin_share_init(struct round_robin_share *share, struct round_robin_share *wider)
{
    *share = (struct round_robin_share){.wider = wider};
    list_init(&share->turns);
}

void round_robin_add(struct round_robin *turns, struct round_robin_share *share, struct round_robin_turn *turn)
{
    assert(!turn->share);
    turn->share = share;
    list_add_last(&share->turns, &turn->link);
    if (list_is_linked(&share->link))
        return;
    share->since = turns->done;
    share->fresh = true;
    list_add_last(&turns->ready, &share->link);
}

void round_robin_remove(struct round_robin_turn *turn)
{
    struct round_robin_share *share = turn->share;
    if (!share)
        return;
    list_remove(&turn->link);
    turn->share = NULL;
    if (list_is_empty(&share->turns)) {
        list_remove(&share->link);
        share->parked = false;
    }
}

bool round_robin_has_ready(const struct round_robin *turns) { return !list_is_empty(&turns->ready); }

void round_robin_unpark(struct round_robin *turns, struct round_robin_share *share)
{
    if (!share->parked)
        return;
    list_remove(&share->link);
    share->parked = false;
    list_add_last(&turns->ready, &share->link);
}

void round_robin_unpark_all(struct round_robin *turns)
{
    while (!list_is_empty(&turns->parked))
        round_robin_unpark(turns, LIST_OWNER(turns->parked.next, struct round_robin_share, link));
}

/* ----------------------------------------------------------------------------------------------------------- rounds */

/* Returns how much of its quantum the share has already used in this round. */
static uint64_t used_in_round(struct round_robin_share *share, uint64_t round)
{
    uint64_t given = (round - share->round) * TURN_QUANTUM;
    share->used = share->used > given ? share->used - given : 0;
    share->round = round;
    return share->used;
}

static bool has_quantum_left(struct round_robin_share *share, uint64_t round)
{
    for (; share; share = share->wider)
        if (used_in_round(share, round) >= TURN_QUANTUM)
            return false;
    return true;
}

static void record_wait(struct round_robin *turns, struct round_robin_share *share)
{
    if (share->fresh && turns->done - share->since > turns->waited_most)
        turns->waited_most = turns->done - share->since;
    share->fresh = false;
}

/* Serves the share's first turn. Returns false if the share was parked. */
static bool serve_first(struct round_robin *turns, struct round_robin_share *share,
                        uint32_t (*serve)(struct round_robin_turn *turn))
{
    struct round_robin_turn *turn = LIST_OWNER(list_take_first(&share->turns), struct round_robin_turn, link);
    turn->share = NULL;
    uint32_t cost = serve(turn);
    if (cost == TURN_PARK) {
        turn->share = share;
        list_add_first(&share->turns, &turn->link);
        share->parked = true;
        return false;
    }
    turns->done += cost;
    for (struct round_robin_share *at = share; at; at = at->wider)
        at->used += cost;
    return true;
}

void round_robin_run_round(struct round_robin *turns, uint32_t (*serve)(struct round_robin_turn *turn))
{
    /* Shares skipped because a wider share had no quantum left; they come first in the next round. */
    struct list_link served, skipped;
    list_init(&served);
    list_init(&skipped);
    turns->round++;
    while (!list_is_empty(&turns->ready)) {
        struct list_link *link = list_take_first(&turns->ready), *next = &skipped;
        struct round_robin_share *share = LIST_OWNER(link, struct round_robin_share, link);
        /* The share stays in a list while it is served, so that new turns do not make it ready again. */
        list_add_last(&served, link);
        while (!list_is_empty(&share->turns) && !share->parked && has_quantum_left(share, turns->round)) {
            record_wait(turns, share);
            next = serve_first(turns, share, serve) ? &served : &turns->parked;
        }
        /* A skipped share waits for its own network, which does not count as waiting for others. */
        share->fresh = false;
        list_remove(link);
        if (!list_is_empty(&share->turns))
            list_add_last(next, link);
    }
    list_move_all(&skipped, &turns->ready);
    list_move_all(&served, &turns->ready);
}
