/* belief.h - where the others' cards probably are.
 *
 * A seat may not know another's hand, nor what it put under its deck. But people keep what they can soon pay and put
 * first under the deck what they want to see again, so what everybody saw (seen.h) tells much. The cards of a seat that
 * are not on its board lie in places: kept in the hand, put under the deck at some moment, removed, or never drawn. A
 * weight says how well a card fits a place, given how the owner stood at that moment; the chance of a whole arrangement
 * is proportional to e to the sum of its weights, and cards never drawn fit all alike. The weights were learnt from
 * games (train/belief.c), by telling true arrangements from those with two cards swapped.
 *
 * A world is drawn by swapping cards, starting anywhere: each swap is made or not by how much better it fits
 * (Metropolis 1953). Every arrangement that the view allows can come, and no other.
 *
 * Integers only, no allocation. */
#ifndef AI_BELIEF_H
#define AI_BELIEF_H

#include "seen.h"

enum {
    BELIEF_ONE = 32,       /* a weight of 1 */
    BELIEF_FEATURES = 11,  /* that a card at a place has, one of each group */
    BELIEF_KINDS = 17,     /* of cards: fields of the same yield are one, Palace parts are */
    BELIEF_CLASSES = 3,    /* of places */
    BELIEF_GROUPS_N = 257, /* features of all groups */
    BELIEF_WEIGHTS = BELIEF_KINDS * BELIEF_CLASSES * BELIEF_GROUPS_N,
};

/* How a card came to its place. */
enum belief_class { BELIEF_KEPT, BELIEF_BURIED, BELIEF_TRASHED, BELIEF_NEVER_DRAWN };

struct belief_place {
    uint8_t where;                /* in the deck, from the top; or: */
    uint8_t class;                /* enum belief_class */
    uint8_t nth;                  /* of the cards put under the deck in a turn */
    const struct seen_turn *turn; /* in which it came there; NULL: nothing is known of it */
};
enum { BELIEF_IN_HAND = 64, BELIEF_REMOVED = 65 };

/* The places of a seat's cards that are not on its board (nor about to be), those of which something is known first.
 * Returns their number. `seen` may be NULL. */
int belief_places(const struct ff_public *pub, const struct seen *seen, int seat,
                  struct belief_place place[FF_CARDS_MAX]);

/* The cards to be put there. */
uint32_t belief_cards(const struct ff_public *pub, int seat);

/* What the fit of a card to a place of which something is known is the sum of: numbers of weights. */
void belief_features(const struct ff_edition *edition, int card, int seat, const struct belief_place *place,
                     uint16_t feature[BELIEF_FEATURES]);

extern const int8_t belief_weights[BELIEF_WEIGHTS];

/* Another seat's cards. */
struct belief_seat {
    uint8_t cards_n; /* and as many places: first those of which something is known, */
    uint8_t fits_n;  /* so many */
    uint8_t card[FF_CARDS_MAX];
    uint8_t where[FF_CARDS_MAX];             /* of each place */
    int16_t fit[FF_CARDS_MAX][FF_CARDS_MAX]; /* by place, of each card; 0 where nothing is known */
};

struct belief {
    uint32_t fall[8 * BELIEF_ONE]; /* e to minus so much, of 2^32 */
    struct belief_seat seat[FF_PLAYERS_MAX];
};

/* What the view's seat makes of what was seen; NULL, or what does not fit the table: of that it knows nothing. */
void belief_form(struct belief *belief, const struct ff_edition *edition, const struct ff_view *view,
                 const struct seen *seen);

/* Which card is at which place of a seat's, drawn by that belief. */
void belief_arrange(const struct belief *belief, const struct belief_seat *of, struct ff_rng *rng,
                    uint8_t card[FF_CARDS_MAX]);

/* Like ff_resample, by that belief. The view is the one that it was formed with. */
void belief_draw(const struct belief *belief, const struct ff_edition *edition, const struct ff_view *view,
                 struct ff_rng *rng, struct ff_game *game);

#endif
