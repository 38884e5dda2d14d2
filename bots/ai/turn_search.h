/* turn_search.h - beam search for the best turns, by the network.
 *
 * Whole turns are compared by the chances that the network gives the positions they end in. There are too many to
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

/* The beam. Nodes do not move when others are added; rank[0] is the index of the best one. */
struct turn_beam {
    int n;
    uint8_t rank[TURN_WIDTH_MAX];
    struct turn_node node[TURN_WIDTH_MAX];
};

struct turn_search {
    const struct net *net;
    const struct ff_edition *edition;
    int width;          /* unfinished turns to follow, up to TURN_WIDTH_MAX */
    int ends_max;       /* turns to find, up to TURN_ENDS_MAX */
    uint32_t jitter;    /* the maximum of the random noise added to a turn's chance, for variety */
    struct ff_rng *rng; /* for the jitter */

    int ends_n;                     /* found, at least one */
    struct turn end[TURN_ENDS_MAX]; /* the best first */
    uint16_t value[FF_OPTIONS_MAX]; /* best chance of the seat found after each first option; 0: none */

    int seat;
    uint64_t print[TURN_ENDS_MAX]; /* fingerprint of the features after each */
    struct turn_beam *next;        /* one of these: the beam of the next step */
    struct turn_beam beam[2];
};

/* Returns the Palace parts and coins after the turn as one number: the tiebreak between decided positions. */
int turn_tiebreak(const struct turn *turn);

/* Finds the best turns, or the best continuations of a turn that has begun. The caller fills the fields up to rng. */
void turn_search(struct turn_search *search, const struct ff_game *game, int seat);

/* A chosen turn that is played decision by decision. */
struct turn_plan {
    struct ff_game game; /* the position expected before the next decision */
    struct turn turn;
    uint8_t played; /* decisions */
};

/* Starts a plan whose first decision is about to be played. */
void turn_plan_begin(struct turn_plan *plan, const struct ff_edition *edition, const struct ff_game *game,
                     const struct turn *turn);

/* Returns whether the view is the one that the plan expects. Then *option is the next decision, about to be played. */
bool turn_plan_next(struct turn_plan *plan, const struct ff_edition *edition, const struct ff_view *view,
                    unsigned *option);
