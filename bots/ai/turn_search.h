/* turn_search.h - finds the best turns by beam search with the network.
 *
 * The search compares whole turns by the network's evaluation of the positions after them. There are too many turns to
 * evaluate all of them, so at each step the search keeps only the best unfinished turns. */
#pragma once

#include "net.h"
#include "turn.h"

enum { TURN_WIDTH_MAX = 64, TURN_ENDS_MAX = 96 };

/* An unfinished turn. */
struct turn_node {
    struct ff_game game; /* after it */
    struct turn turn;
    struct ff_view view; /* the seat's */
    struct net_position position;
};

/* One step of the beam search. Adding a node does not move other nodes. rank[0] is the index of the best node. */
struct turn_beam {
    int n;
    uint8_t rank[TURN_WIDTH_MAX];
    struct turn_node node[TURN_WIDTH_MAX];
};

struct turn_search {
    const struct net *net;
    const struct ff_edition *edition;
    int width;          /* beam width, up to TURN_WIDTH_MAX */
    int ends_max;       /* maximum number of turns to find, up to TURN_ENDS_MAX */
    uint32_t jitter;    /* maximum random noise to add to a turn's chance, for variety */
    struct ff_rng *rng; /* source of the noise */

    int ends_n;                     /* number of turns found, at least one */
    struct turn end[TURN_ENDS_MAX]; /* the best first */
    uint16_t value[FF_OPTIONS_MAX]; /* the seat's best chance found after each first option; 0 if none */

    int seat;
    uint64_t print[TURN_ENDS_MAX]; /* fingerprint of the features after each found turn */
    struct turn_beam *next;        /* the beam of the next step, one of the two below */
    struct turn_beam beam[2];
};

/* Returns the Palace parts and coins after the turn as one number, which breaks ties between decided positions. */
int turn_tiebreak(const struct turn *turn);

/* Finds the best turns, or the best continuations of a turn that has begun. The caller fills in the members up to
 * `rng`. */
void turn_search(struct turn_search *search, const struct ff_game *game, int seat);

/* A chosen turn to be played decision by decision. */
struct turn_plan {
    struct ff_game game; /* the game as expected before the next decision */
    struct turn turn;
    uint8_t played; /* number of decisions already played */
};

/* Starts to follow a plan, whose first decision the caller is about to play. */
void turn_plan_begin(struct turn_plan *plan, const struct ff_edition *edition, const struct ff_game *game,
                     const struct turn *turn);

/* Returns whether the plan expects this view. If so, *option is the next decision, and the plan advances past it. */
bool turn_plan_next(struct turn_plan *plan, const struct ff_edition *edition, const struct ff_view *view,
                    unsigned *option);
