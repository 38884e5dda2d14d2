/* belief.h - a probability distribution over the others' hidden cards.
 *
 * The cards of a seat that are not on its board lie in places: kept in the hand, put under the deck at some moment,
 * removed, or never drawn. People keep what they can soon pay, and put first under the deck what they want to see
 * again, so the public history (public_history.h) says much. A weight says how well a card fits a place, given the
 * owner's position at that moment. The probability of an arrangement is proportional to exp(sum of its weights); cards
 * never drawn all fit equally. The weights were learnt from games (lab/belief.c), by distinguishing true arrangements
 * from those with two cards swapped; weights/README.md describes their file.
 *
 * A world is sampled by the Metropolis algorithm: cards are swapped, and each swap is accepted or rejected by how much
 * better it fits. Every arrangement that the view allows is possible, and no other.
 *
 * Integers only, no allocation. */
#pragma once

#include "public_history.h"

enum {
    BELIEF_ONE = 32,       /* a weight of 1 */
    BELIEF_FEATURES = 11,  /* features of a card at a place, one of each group */
    BELIEF_KINDS = 17,     /* classes of cards: fields of the same yield are one class, Palace parts another */
    BELIEF_CLASSES = 3,    /* of places */
    BELIEF_GROUPS_N = 257, /* features of all groups */
    BELIEF_WEIGHTS = BELIEF_KINDS * BELIEF_CLASSES * BELIEF_GROUPS_N,
};

/* How a card came to its place. */
enum belief_class { BELIEF_KEPT, BELIEF_BURIED, BELIEF_TRASHED, BELIEF_NEVER_DRAWN };

struct belief_place {
    uint8_t where;                   /* in the deck, from the top; or: */
    uint8_t class;                   /* enum belief_class */
    uint8_t nth;                     /* position among the cards put under the deck in a turn */
    const struct history_turn *turn; /* the turn in which it came there; NULL: not known */
};
enum { BELIEF_IN_HAND = 64, BELIEF_REMOVED = 65 };

/* Lists the places of a seat's cards that are neither on its board nor about to be built, those with a known history
 * first. Returns their number. `history` may be NULL. */
int belief_places(const struct ff_public *pub, const struct history *seen, int seat,
                  struct belief_place place[FF_CARDS_MAX]);

/* Returns the cards that lie in these places. */
uint32_t belief_cards(const struct ff_public *pub, int seat);

/* Lists the indices of the weights whose sum says how well a card fits a place with a known history. */
void belief_features(const struct ff_edition *edition, int card, int seat, const struct belief_place *place,
                     uint16_t feature[BELIEF_FEATURES]);

/* Another seat's cards. */
struct belief_seat {
    uint8_t cards_n; /* and as many places: first those with a known history */
    uint8_t fits_n;  /* so many */
    uint8_t card[FF_CARDS_MAX];
    uint8_t where[FF_CARDS_MAX];             /* of each place */
    int16_t fit[FF_CARDS_MAX][FF_CARDS_MAX]; /* fit of each card, by place; 0 for places without history */
};

struct belief {
    uint32_t fall[8 * BELIEF_ONE]; /* e to minus so much, of 2^32 */
    struct belief_seat seat[FF_PLAYERS_MAX];
};

/* Builds the belief of the view's seat. A history that is NULL or does not match the table counts as unknown. */
void belief_build(struct belief *belief, const struct ff_edition *edition, const struct ff_view *view,
                  const struct history *seen);

/* Samples the card at each place of a seat. */
void belief_sample_seat(const struct belief *belief, const struct belief_seat *of, struct ff_rng *rng,
                        uint8_t card[FF_CARDS_MAX]);

/* Samples a game like ff_resample, but by the belief. The view must be the one that the belief was built with. */
void belief_sample(const struct belief *belief, const struct ff_edition *edition, const struct ff_view *view,
                   struct ff_rng *rng, struct ff_game *game);
