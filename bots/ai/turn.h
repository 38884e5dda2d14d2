/* turn.h - a whole turn as a list of decisions.
 *
 * From the sale to the discards, a turn reveals nothing new to the seat that plays it. So the turn's result can be
 * computed on any game that agrees with the seat's view. */
#pragma once

#include "engine/core/ff.h"

enum { TURN_STEPS_MAX = 64 }; /* decisions in a turn */

struct turn {
    uint16_t chance[FF_PLAYERS_MAX]; /* each seat's chance after the turn, from the view of the seat that plays it */
    uint32_t merit;                  /* sort key of turns: the seat's chance, then its Palace parts and coins */
    bool lost; /* whether the seat cannot win after this turn, because another palace is complete (R9.1) */
    uint8_t steps;
    uint8_t option[TURN_STEPS_MAX]; /* the decisions in order */
};

/* Returns whether it is the seat's turn and the seat must decide. */
bool turn_is_active(const struct ff_game *game, int seat);

/* Returns whether the seat certainly loses, because another palace is complete and this one lacks more than `builds`
 * parts (R9.1). */
bool turn_seat_has_lost(const struct ff_public *pub, int seat, int builds);

/* Plays an option and the automatic steps of the seat's own turn. Stops before another seat's turn, the end of the
 * round or the next deal. */
void turn_play_option(const struct ff_edition *edition, struct ff_game *game, int seat, unsigned option);

/* Plays a whole turn and all automatic steps that follow it. */
void turn_play(const struct ff_edition *edition, struct ff_game *game, int seat, const struct turn *turn);

/* Visits all distinct combinations of sale and builds of a turn. Leaves out storing and discarding, which do not affect
 * the result of the round. */
struct turn_walk {
    const struct ff_edition *edition;
    int seat;
    uint32_t builds; /* mask of the cards that the walk may build */
    void *data;      /* belongs to the visitor */
    /* Called with the game after the builds; walk->turn holds the decisions. Returns false to end the walk. */
    bool (*visit)(struct turn_walk *walk, const struct ff_game *end);
    struct turn turn;
};

/* Walks through a seat's turn. Returns false if the visitor ended the walk. */
bool turn_walk(struct turn_walk *walk, const struct ff_game *game);

/* Returns whether the seat has nothing left to sell or build in its turn. */
bool turn_has_no_sale_or_build_left(const struct ff_public *pub, int seat);
