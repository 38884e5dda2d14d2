/* turn.h - a whole turn as the list of its decisions, played on a game that agrees with the seat's view.
 *
 * A seat's own turn, from the sale to the discards, holds no surprise: its result can be computed on any game that
 * agrees with the view. */
#pragma once

#include "engine/core/ff.h"

enum { TURN_STEPS_MAX = 64 }; /* decisions in a turn */

struct turn {
    uint16_t chance[FF_PLAYERS_MAX]; /* chances of all seats after the turn, as seen by the seat that plays it */
    uint32_t merit;                  /* the sort key of turns: the seat's own chance, then Palace parts and coins */
    bool lost; /* the seat has lost for certain: another palace is complete, and this is its last turn (R9.1) */
    uint8_t steps;
    uint8_t option[TURN_STEPS_MAX]; /* its decisions */
};

/* Returns whether the seat is in its turn and must decide. */
bool turn_is_active(const struct ff_game *game, int seat);

/* Returns whether the seat has lost for certain: another palace stands, and the seat lacks more than `builds` parts
 * (R9.1). */
bool turn_is_lost(const struct ff_public *pub, int seat, int builds);

/* Plays an option and the seat's own automatic steps. Stops before another seat's turn, the end of the round or the
 * next deal. */
void turn_step(const struct ff_edition *edition, struct ff_game *game, int seat, unsigned option);

/* Plays the whole turn and everything that follows automatically. */
void turn_play(const struct ff_edition *edition, struct ff_game *game, int seat, const struct turn *turn);

/* Walks through all distinct sales and builds of a turn. Storing and discarding are left out: they do not change how
 * the round ends. */
struct turn_walk {
    const struct ff_edition *edition;
    int seat;
    uint32_t builds; /* the cards that may be built */
    void *data;      /* the visitor's */
    /* Called with the game after the builds, and with the decisions in walk->turn. Returns false to end the walk. */
    bool (*visit)(struct turn_walk *walk, const struct ff_game *end);
    struct turn turn;
};

/* Returns false if a visit ended the walk. */
bool turn_walk(struct turn_walk *walk, const struct ff_game *game);

/* Returns whether the seat has nothing left to sell or build in its turn. */
bool turn_is_decided(const struct ff_public *pub, int seat);
