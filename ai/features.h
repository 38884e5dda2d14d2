/* features.h - a view as the list of the binary features that hold in it: what the network sees.
 *
 * All come from what the view's seat may know, and from every decision point, mid-turn ones included: a sale under way
 * is shown as if it ended with what was sold so far, a card about to be placed as paid. Players have one block each:
 * the own one first, then the others, the most advanced first (Palace parts, then coins), so that a place in the list
 * means something whatever the seat numbers.
 *
 * The numbering is part of the weights' format: whoever changes it changes FEATURES_VERSION and trains anew. */
#ifndef AI_FEATURES_H
#define AI_FEATURES_H

#include "core/ff.h"

enum { FEATURES_VERSION = 1 };

/* X(name, how many) */
#define FEATURE_PLAYER_TABLE(X)                                                                                        \
    X(ACTIVE, FF_CARDS_MAX) /* each visible card */                                                                    \
    X(COINS, 29)            /* buckets: by 1 to 15, by 2 to 31, by 4 to 47, more */                                    \
    X(YIELD, 24)            /* each good 0-7 */                                                                        \
    X(PARTS, 7)             /* Palace parts */                                                                         \
    X(INCOME, 20)           /* the best sale of a harvest at next round's prices, by 2 */                              \
    X(RACE, 20)             /* rounds to pay for the missing Palace parts at that income, by halves */                 \
    X(WAITS, 5)             /* still to sell, at this place in the order */                                            \
    X(DISC, 13)             /* has sold: the disc's space, by 2 */                                                     \
    X(SALE, 16)             /* still to sell: the best sale now, by 2 */                                               \
    X(HAND_N, 11)

#define FEATURE_TABLE(X)                                                                                               \
    X(HAND, FF_CARDS_MAX)                                                                                              \
    X(PAYABLE, FF_CARDS_MAX)   /* in the hand and payable now */                                                       \
    X(KNOWN, 9 * FF_CARDS_MAX) /* a card put under the deck, by the draw it comes in: 1st to 8th, later */             \
    X(REACH, 9 * 7)            /* own Palace parts built, held or known to come within 0 to 8 draws */                 \
    X(FINISH, 26)              /* own rounds until the palace stands, with money and cards, by halves */               \
    X(UNSEEN, FF_CARDS_MAX)    /* still among the never drawn cards */                                                 \
    X(FRESH, 9)                /* draws until the never drawn cards are gone */                                        \
    X(BOARD, 6 * 7) /* expert, each own space: empty, printed, a field of yield 1 to 3, a building, a Palace part */   \
    X(GOODS, 30)    /* each own good 0-9 */                                                                            \
    X(STEP, 5 * 18) /* each brewery and good: the price's step after phase 6, 0-5 */                                   \
    X(ROOM, 5 * 15) /* empty demand spaces 0-4 */                                                                      \
    X(BEST, 18)     /* each good: the highest step of all breweries */                                                 \
    X(PLAYERS, 4)                                                                                                      \
    X(MODE, 2)                                                                                                         \
    X(STAGE, FF_STAGES) /* with the own seat on turn */                                                                \
    X(AWAY, 4)          /* another seat's turn: drawing, selling, building, discarding */                              \
    X(ROUND, 24)                                                                                                       \
    X(PALACE, 8)           /* price */                                                                                 \
    X(MARKERS, 5)          /* parts until it rises */                                                                  \
    X(LEFT, 4)             /* builds, goods or removals left in the stage */                                           \
    X(MORE, 16)            /* what the rest of the goods would still bring in the sale under way, by 1 */              \
    X(PLACE, FF_CARDS_MAX) /* the card about to be placed */

enum { /* within a player's block */
#define X(name, n) FEATURE_##name, FEATURE_##name##_LAST = FEATURE_##name + (n)-1,
       FEATURE_PLAYER_TABLE(X)
#undef X
           FEATURE_PLAYER_N,
};

enum {
    FEATURE_PLAYERS_BLOCKS = 0, /* five blocks, the own one first */
    FEATURE_PLAYERS_END = 5 * FEATURE_PLAYER_N - 1,
#define X(name, n) FEATURE_##name, FEATURE_##name##_LAST = FEATURE_##name + (n)-1,
    FEATURE_TABLE(X)
#undef X
        FEATURES_N,
    FEATURES_ACTIVE_MAX = 320, /* that can hold at once */
};

struct features {
    uint16_t n;
    uint16_t index[FEATURES_ACTIVE_MAX]; /* each below FEATURES_N, each once */
    uint8_t seat[FF_PLAYERS_MAX];        /* the seat in each block */
};

/* The view is of a seat, not of a spectator. */
void features_of(const struct ff_edition *edition, const struct ff_view *view, struct features *features);

#endif
