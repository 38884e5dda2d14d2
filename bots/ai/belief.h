/* belief.h - a probability distribution over the other seats' hidden cards.
 *
 * The cards of a seat that are not on its board lie in places: kept in the hand, put under the deck at some moment,
 * removed, or never drawn. Players keep cards that they can soon afford, and bury first the cards that they want to see
 * again, so the public history (public_history.h) is informative. A weight says how well a card fits a place, given the
 * owner's position at that moment. The probability of an arrangement is proportional to exp(sum of its weights). Cards
 * that were never drawn all fit equally. lab/belief.c learnt the weights from games, by distinguishing true
 * arrangements from those with two cards swapped. weights/README.md describes the file of the weights.
 *
 * The Metropolis algorithm samples a world: it swaps cards, and accepts each swap with a probability that depends on
 * how well the cards fit before and after it. It can reach every arrangement that the view allows, and no other.
 *
 * Integers only, no allocation. */
#pragma once

#include "public_history.h"

enum {
    BELIEF_ONE = 32,       /* a weight of 1 */
    BELIEF_FEATURES = 11,  /* features of a card at a place, one from each group */
    BELIEF_KINDS = 17,     /* kinds of cards: fields of the same yield are one kind, and so are all Palace parts */
    BELIEF_CLASSES = 3,    /* classes of places */
    BELIEF_GROUPS_N = 257, /* total number of features in all groups */
    BELIEF_WEIGHTS = BELIEF_KINDS * BELIEF_CLASSES * BELIEF_GROUPS_N,
};

/* How a card came to its place. */
enum belief_class { BELIEF_KEPT, BELIEF_BURIED, BELIEF_TRASHED, BELIEF_NEVER_DRAWN };

struct belief_place {
    uint8_t where;                   /* position in the deck from the top, BELIEF_IN_HAND or BELIEF_REMOVED */
    uint8_t class;                   /* enum belief_class */
    uint8_t nth;                     /* position among the cards that were put under the deck in the same turn */
    const struct history_turn *turn; /* the turn in which the card came there; NULL if unknown */
};
enum { BELIEF_IN_HAND = 64, BELIEF_REMOVED = 65 };

/* Lists the places of a seat's hidden cards, which are neither on its board nor about to be built. Places with a known
 * history come first. Returns their number. `seen` may be NULL. */
int belief_list_places(const struct ff_public *pub, const struct history *seen, int seat,
                       struct belief_place place[FF_CARDS_MAX]);

/* Returns the set of cards that lie in the places that belief_list_places lists. */
uint32_t belief_hidden_cards(const struct ff_public *pub, int seat);

/* Lists the indices of the weights to add up for a card at a place with a known history. */
void belief_features_of_card(const struct ff_edition *edition, int card, int seat, const struct belief_place *place,
                             uint16_t feature[BELIEF_FEATURES]);

/* Another seat's cards. */
struct belief_seat {
    uint8_t cards_n; /* number of cards and of places; places with a known history come first */
    uint8_t fits_n;  /* number of places with a known history */
    uint8_t card[FF_CARDS_MAX];
    uint8_t where[FF_CARDS_MAX];             /* location of each place, see struct belief_place */
    int16_t fit[FF_CARDS_MAX][FF_CARDS_MAX]; /* how well each card fits each place; 0 for places without history */
};

struct belief {
    uint32_t fall[8 * BELIEF_ONE]; /* exp(-i / BELIEF_ONE) as a fraction of 2^32 */
    struct belief_seat seat[FF_PLAYERS_MAX];
};

/* Computes the beliefs of the view's seat about the other seats. If `seen` is NULL or does not match the table, all
 * places count as unknown. */
void belief_build(struct belief *belief, const struct ff_edition *edition, const struct ff_view *view,
                  const struct history *seen);

/* Samples which card is at each place of a seat. */
void belief_sample_seat(const struct belief *belief, const struct belief_seat *of, struct ff_rng *rng,
                        uint8_t card[FF_CARDS_MAX]);

/* Samples a game as ff_resample does, but by the belief. The view must be the one from which the belief was built. */
void belief_sample(const struct belief *belief, const struct ff_edition *edition, const struct ff_view *view,
                   struct ff_rng *rng, struct ff_game *game);
