/* rollout.h - plays a game on after a turn, to estimate what the turn is worth.
 *
 * A world is a determinization of a view: a full game that the seat cannot tell from the real one, with the hidden
 * cards sampled by a belief (belief.h). Worlds are numbered. All turns that are tried in world 17 meet the same deal
 * and the same random numbers, so the difference of two turns varies much less than their values.
 *
 * After the turn every seat plays the turn that its network likes best, with its own hand in that world, until the root
 * seat has ended some more turns. The network's evaluations after these turns are averaged. An early evaluation varies
 * less from world to world; a late one shares fewer errors of the network. */
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
    uint64_t seed;                       /* of the worlds */
    const struct history *history;       /* the public history until then; NULL: not known. Not used after the start */
    const struct belief *belief;         /* distribution of the others' hidden cards; NULL: uniform */
    struct features_opponents opponents; /* how strong the others play; people count as equal to the network */
};

/* Samples a world, and a generator for all later randomness in it. */
struct ff_rng rollout_world(const struct rollout_position *position, int world, struct ff_game *game);

/* A game that is played on for a seat. */
struct rollout {
    struct ai_context context;
    const struct features_opponents *opponents; /* NULL: all play as the network does */
    struct turn_search *search;                 /* scratch memory */
    struct ff_game game;
    int seat;
    int width; /* unfinished turns that every seat follows */
};

/* Plays until the seat has ended a turn or the game is over. Gives the chances at that point as the seat sees them, or
 * the result if the game is over. */
void rollout_play_turn(struct rollout *rollout, uint16_t chance[FF_PLAYERS_MAX]);

/* How a turn is tried in a world. */
struct rollout_terms {
    int turns;     /* own turns to play after it, at least 1 */
    int width;     /* beam width of every seat */
    int end_width; /* beam width among equals after the last evaluation */
    bool to_end;   /* play on to the end of the game */
    struct turn_search *search;
};

struct rollout_result {
    uint16_t first;                  /* the own chance after the first own turn */
    uint16_t last[FF_PLAYERS_MAX];   /* the chances after the last own turn */
    uint16_t chance[FF_PLAYERS_MAX]; /* the mean chance after the second and each later own turn; the last one counts
                                        twice */
    uint16_t won[FF_PLAYERS_MAX];    /* the result, if the game was played to its end */
    uint16_t income;                 /* of the seat's next sale */
    uint8_t place;                   /* place in the order of its next turn, from 1; 0: it has no next turn */
};
void rollout_evaluate_turn(const struct rollout_position *position, const struct turn *turn, int world,
                           const struct rollout_terms *terms, struct rollout_result *result);
