/* turn.h - looking ahead to the end of the own turn with the network.
 *
 * A seat's own turn, from the sale to the discards, holds no surprise: all of it can be worked out on any game that
 * agrees with the seat's view. So whole turns are compared, by the chances that the network gives the position they
 * end in, as whole moves are in backgammon. There are too many to look at them all: at each step only the few
 * unfinished turns that look best are followed. */
#ifndef AI_TURN_H
#define AI_TURN_H

#include "net.h"

enum {
    TURN_WIDTH_MAX = 64,
    TURN_ENDS_MAX = 96,
    TURN_STEPS_MAX = 64, /* decisions of a turn */
};

/* A whole turn. */
struct turn {
    uint16_t chance[FF_PLAYERS_MAX]; /* of the seats after it, as the seat that plays it sees them */
    uint32_t merit;                  /* by which turns are compared: the own chance; among equals, what is there */
    bool lost;                       /* for certain: another's palace stands, and this is the seat's last turn (R9.1) */
    uint8_t steps;
    uint8_t option[TURN_STEPS_MAX]; /* its decisions */
};

/* The beginning of one. */
struct turn_line {
    struct ff_game game; /* after it */
    struct turn turn;
    struct ff_view view; /* the seat's */
    struct net_position position;
};

/* The lines that are followed. They stay where they are when others come; rank[0] is where the best one is. */
struct turn_lines {
    int n;
    uint8_t rank[TURN_WIDTH_MAX];
    struct turn_line line[TURN_WIDTH_MAX];
};

struct turn_search {
    const struct net *net;
    const struct ff_edition *edition;
    int width;          /* unfinished turns to follow, up to TURN_WIDTH_MAX */
    int ends_max;       /* turns to find, up to TURN_ENDS_MAX */
    uint32_t jitter;    /* up to so much is added at random to a turn's own chance, for variety; 0: nothing */
    struct ff_rng *rng; /* for the jitter */

    int ends_n;                     /* found, at least one */
    struct turn end[TURN_ENDS_MAX]; /* the best first */
    uint16_t value[FF_OPTIONS_MAX]; /* the best own chance seen after each first option; 0: not looked at */

    int seat;
    uint64_t print[TURN_ENDS_MAX]; /* of what the network sees after each end */
    struct turn_lines *next;       /* one of these: to be followed at the next step */
    struct turn_lines lines[2];
};

/* Whether the seat is in its turn and must decide. */
bool turn_goes_on(const struct ff_game *game, int seat);

/* What is there after it: Palace parts, then coins. The more the better, where chances tell nothing any more. */
int turn_standing(const struct turn *turn);

/* Whether the seat has lost for certain: another's palace stands, and its own lacks more parts than so many builds add
 * (R9.1). */
bool turn_has_lost(const struct ff_public *pub, int seat, int builds);

/* Finds the best turns, or rests of one, from a game in which turn_goes_on. The fields up to rng are the caller's. */
void turn_search(struct turn_search *search, const struct ff_game *game, int seat);

/* A turn that was chosen, to be played decision by decision. */
struct turn_plan {
    struct ff_game game; /* as it is expected before the next decision */
    struct turn turn;
    uint8_t played; /* decisions */
};

/* The first decision is about to be played. */
void turn_plan_begin(struct turn_plan *plan, const struct ff_edition *edition, const struct ff_game *game,
                     const struct turn *turn);

/* Whether the view is the one that the plan expects. Then the next decision is in *option, and about to be played. */
bool turn_plan_next(struct turn_plan *plan, const struct ff_edition *edition, const struct ff_view *view,
                    unsigned *option);

#endif
