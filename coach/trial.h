/* trial.h - trying a turn in a world: it is played, then everybody plays on, and a look is taken.
 *
 * A world is a game that the seat cannot tell from the real one. Worlds have numbers: all turns that are tried in world
 * 17 meet the same deal and the same chance, so that the difference of two turns varies much less than their worths.
 *
 * After the turn every seat plays what looks best to it with its own hand in that world, the others as well as players
 * of their level do, until the seat has ended some turns more. The nearer a look, the less it varies, the further, the
 * less it shares the mistakes of the network: so what counts is the mean of the looks after the second own turn and
 * each one more, the last counted twice.
 *
 * The network's looks compare turns well; how likely a win is they tell less well. For that a game is played to its
 * end. */
#ifndef COACH_TRIAL_H
#define COACH_TRIAL_H

#include "ai/belief.h"
#include "ai/turn.h"
#include "company.h"

/* Where and for whom. The view is of a seat that must decide: at the beginning of its turn, before an extra draw, or in
 * the expert set-up. */
struct coach_place {
    const struct ff_edition *edition;
    const struct net *net;
    struct ff_view view;
    uint64_t seed;               /* of the worlds */
    const struct seen *seen;     /* what everybody saw until then (ai/seen.h); NULL: nothing. Needed to begin only */
    const struct belief *belief; /* where the others' cards probably are; NULL: anywhere */
    struct features_company company; /* how strong the others play; whoever is unknown plays as the network does */
};

struct coach_look {
    uint16_t chance[FF_PLAYERS_MAX]; /* of all seats, as the place's seat sees them, in hundredths of a percent */
    uint16_t won[FF_PLAYERS_MAX];    /* the result, where the game was played to its end */
    uint16_t income;                 /* of the seat's next sale */
    uint8_t place;                   /* in the order of its next turn, from 1; 0: there is none any more */
};

/* A game that fits the view. */
void coach_world(const struct coach_place *place, int world, struct ff_game *game);

/* How it goes on after the turn. */
struct coach_on {
    int turns;   /* own turns until the last look, at least 1 */
    int width;   /* unfinished turns that a seat follows, */
    int after;   /* and among equals after the last look, when nothing is compared any more */
    bool to_end; /* after the last look, on to the end of the game */
};

/* `search` is room to work in. */
void coach_try(const struct coach_place *place, const struct turn *turn, int world, const struct coach_on *on,
               struct turn_search *search, struct coach_look *look);

#endif
