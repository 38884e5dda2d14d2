/* rollout.h - plays a game on from the end of a turn, to estimate the turn's value.
 *
 * A world is a determinization of a view: a full game that the seat cannot distinguish from the real one, with the
 * hidden cards sampled by a belief (belief.h). Worlds are numbered. All turns that are tried in world 17 get the same
 * deal and the same random numbers, so the difference of two turns varies much less than their values.
 *
 * After the turn, every seat plays the turn that the network evaluates best with the seat's own hand in that world,
 * until the root seat has ended a number of further turns. The result is the mean of the network's evaluations after
 * these turns. Early evaluations vary less from world to world, and late ones share fewer of the network's errors. */
#pragma once

#include "belief.h"
#include "context.h"
#include "turn_search.h"

/* The root position: the view of a seat that must decide at the beginning of its turn, before an extra draw, or in the
 * expert set-up. */
struct rollout_position {
    const struct ff_edition *edition;
    const struct net *net;
    struct ff_view view;
    uint64_t seed;                 /* seed of all worlds */
    const struct history *history; /* public history of the root position, used only at the start; NULL if unknown */
    const struct belief *belief;   /* distribution of the others' hidden cards; NULL for a uniform one */
    struct features_opponents opponents; /* strength of the other seats; people count as equal to the network */
};

/* Samples a world. Returns the generator of all further random numbers in this world. */
struct ff_rng rollout_sample_world(const struct rollout_position *position, int world, struct ff_game *game);

/* A game in which one seat plays on. */
struct rollout {
    struct ai_context context;
    const struct features_opponents *opponents; /* strength of the other seats; NULL if all are equal to the network */
    struct turn_search *search;                 /* scratch memory */
    struct ff_game game;
    int seat;
    int width; /* beam width of every seat's turn search */
};

/* Plays on until the seat has ended its next turn or the game is over. Gives the chances at that point from the seat's
 * view, or the result of the game. */
void rollout_play_own_turn(struct rollout *rollout, uint16_t chance[FF_PLAYERS_MAX]);

/* Parameters of a rollout. */
struct rollout_terms {
    int turns;     /* number of own turns to play after the tried turn, at least 1 */
    int width;     /* beam width of every seat's turn search */
    int end_width; /* beam width on the way to the end of the game if all players are equal */
    bool to_end;   /* whether to play on to the end of the game */
    struct turn_search *search;
};

struct rollout_result {
    uint16_t first;                  /* chance of the root seat after its first own turn */
    uint16_t last[FF_PLAYERS_MAX];   /* chances after the last own turn */
    uint16_t chance[FF_PLAYERS_MAX]; /* mean chances after the second and later own turns; the last turn counts twice */
    uint16_t won[FF_PLAYERS_MAX];    /* result, if the game was played to its end */
    uint16_t income;                 /* income of the seat's next sale */
    uint8_t place;                   /* place of the seat's next turn in the order, from 1; 0 if it has none */
};
void rollout_evaluate_turn(const struct rollout_position *position, const struct turn *turn, int world,
                           const struct rollout_terms *terms, struct rollout_result *result);
