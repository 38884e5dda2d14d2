/* features.h - turns a view into binary features, the input of the network.
 *
 * Features use only facts that the view's seat may know. They are defined at every decision, also within a turn: a sale
 * under way counts as if it ended with the goods sold so far, and a card about to be placed counts as paid for. Each
 * player has a block: the own seat first, then the others in order of progress (Palace parts, then coins). So the
 * position of a block has a meaning that does not depend on seat numbers. A view does not show how strong the other
 * players are. Callers that know their strength pass it as struct features_opponents.
 *
 * The numbers of the features are part of the weights' format. After a change, raise FEATURES_VERSION and train
 * again. */
#pragma once

#include "engine/core/ff.h"

enum { FEATURES_VERSION = 5 };

/* X(name, number of features) */
#define FEATURE_PLAYER_TABLE(X)                                                                                        \
    X(ACTIVE, FF_CARDS_MAX) /* each visible card */                                                                    \
    X(COINS, 29)            /* buckets: steps of 1 up to 15, of 2 up to 31, of 4 up to 47, then more */                \
    X(YIELD, 24)            /* each good 0-7 */                                                                        \
    X(PARTS, 7)             /* Palace parts */                                                                         \
    X(INCOME, 20)           /* best sale of one harvest at next round's prices, in steps of 2 */                       \
    X(RACE, 20)             /* half rounds until INCOME pays for the missing Palace parts */                           \
    X(WAITS, 5)             /* place in this round's order, if the seat has not sold yet */                            \
    X(DISC, 13)             /* the disc's space, in steps of 2, if the seat has sold */                                \
    X(SALE, 16)             /* best sale now, in steps of 2, if the seat has not sold yet */                           \
    X(NEXT, 5)              /* place in the next order among the seats that have sold */                               \
    X(HAND_N, 11)                                                                                                      \
    X(FRESH, 9)     /* number of draws until the seat has drawn its whole deck once */                                 \
    X(PURSE, 29)    /* forecast of the coins after the seat's next sale, buckets as for COINS */                       \
    X(FORECAST, 26) /* forecast of the income from next round's sale, 0 to 25 */

#define FEATURE_TABLE(X)                                                                                               \
    X(HAND, 11 * FF_CARDS_MAX) /* cards of the hand by present cost: 0-1, steps of 1 up to 5, of 2 up to 15, more */   \
    X(PAYABLE, FF_CARDS_MAX)   /* cards of the hand that the seat can pay now */                                       \
    X(KNOWN, 9 * FF_CARDS_MAX) /* cards put under the deck, by the draw that brings them back: 1 to 8, later */        \
    X(REACH, 9 * 7)            /* number of Palace parts built, held or certain to come within 0 to 8 draws */         \
    X(FINISH, 26) /* forecast of half rounds until the seat's palace is complete, from its money and cards */          \
    X(LEAD, 21)   /* half rounds that FINISH is ahead of the others' shortest RACE, -10 to 10 */                       \
    X(UNSEEN, FF_CARDS_MAX) /* cards that the seat has never drawn */                                                  \
    X(BOARD, 6 * 7)  /* expert game: each own space is empty, printed, a field of yield 1-3, a building or a part */   \
    X(GOODS, 30)     /* each own good 0-9 */                                                                           \
    X(STEP, 5 * 108) /* price space of each brewery and good after phase 6, as space_code encodes it */                \
    X(ROOM, 5 * 15)  /* empty demand spaces 0-4 */                                                                     \
    X(BEST, 108)     /* highest price space of each good over all breweries */                                         \
    X(PLAYERS, 4)                                                                                                      \
    X(MODE, 2)                                                                                                         \
    X(STAGE, FF_STAGES) /* stage of the seat's own decision */                                                         \
    X(AWAY, 4)          /* step of another seat's turn: drawing, selling, building, discarding */                      \
    X(ROUND, 24)                                                                                                       \
    X(PALACE, 8)              /* price */                                                                              \
    X(MARKERS, 5)             /* Palace parts until the price rises */                                                 \
    X(LEFT, 4)                /* builds, goods or removals left in this stage */                                       \
    X(MORE, 16)               /* income that the unsold goods would bring in the sale under way */                     \
    X(PLACE, FF_CARDS_MAX)    /* the card that is about to be placed */                                                \
    X(COST, 8 * FF_CARDS_MAX) /* each card by its cost in the edition: 0-1, steps of 2 up to 11, 12-14, more */        \
    X(LEVELS, 4 * 5)          /* strength of the player in each other block, see features_opponents */

enum { /* within a player's block */
#define X(name, n) FEATURE_##name, FEATURE_##name##_LAST = FEATURE_##name + (n)-1,
       FEATURE_PLAYER_TABLE(X)
#undef X
           FEATURE_PLAYER_N,
};

enum {
    FEATURE_PLAYERS_BLOCKS = 0, /* five blocks, the own seat's first */
    FEATURE_PLAYERS_END = 5 * FEATURE_PLAYER_N - 1,
#define X(name, n) FEATURE_##name, FEATURE_##name##_LAST = FEATURE_##name + (n)-1,
    FEATURE_TABLE(X)
#undef X
        FEATURES_N,
    FEATURES_ACTIVE_MAX = 320, /* upper bound of the features that hold at once */
};

/* Features form groups. In most groups at most one feature holds, so a number represents the group. In groups of cards,
 * one feature holds for each card of a set, so a bit mask represents the group. Numbers and masks have fixed offsets,
 * which makes comparing two positions fast. The groups are in the order of their computation: eight values at a time,
 * one lane for each block or brewery. */
enum { /* indices into `one`; a group has room for eight blocks or breweries, and unused entries are FEATURES_NONE */
       FEATURE_AT_COINS = 0,
       FEATURE_AT_YIELD = 8, /* three goods */
       FEATURE_AT_PARTS = 32,
       FEATURE_AT_INCOME = 40,
       FEATURE_AT_RACE = 48,
       FEATURE_AT_TRACK = 56, /* WAITS or DISC */
       FEATURE_AT_SALE = 64,
       FEATURE_AT_NEXT = 72,
       FEATURE_AT_HAND_N = 80,
       FEATURE_AT_FRESH = 88,
       FEATURE_AT_PURSE = 96,
       FEATURE_AT_FORECAST = 104,
       FEATURE_AT_STEP = 112, /* three goods with eight breweries each */
       FEATURE_AT_ROOM = 136, /* three goods with eight breweries each */
       FEATURE_AT_BEST = 160, /* from here on, one entry at a time */
       FEATURE_AT_REACH = 163,
       FEATURE_AT_FINISH = 172,
       FEATURE_AT_LEAD,
       FEATURE_AT_GOODS,
       FEATURE_AT_BOARD = 177,
       FEATURE_AT_PLAYERS = 183,
       FEATURE_AT_MODE,
       FEATURE_AT_STAGE, /* or AWAY */
       FEATURE_AT_ROUND,
       FEATURE_AT_PALACE,
       FEATURE_AT_MARKERS,
       FEATURE_AT_LEFT,
       FEATURE_AT_MORE,
       FEATURE_AT_PLACE,
       FEATURE_ONES, /* 192 */
       FEATURES_NONE = FEATURES_N,
};

enum {                         /* places in `set` */
       FEATURE_SET_ACTIVE = 0, /* five blocks */
       FEATURE_SET_LEVELS = 5, /* five bits of features_opponents for each other block, instead of a set of cards */
       FEATURE_SET_KNOWN = 6,  /* nine draws */
       FEATURE_SET_UNSEEN = 15,
       FEATURE_SET_HAND, /* eleven costs */
       FEATURE_SET_PAYABLE = FEATURE_SET_HAND + 11,
       FEATURE_SETS_CHANGING,                    /* this group and all groups after it never change during a game */
       FEATURE_SET_COST = FEATURE_SETS_CHANGING, /* eight costs */
       FEATURE_SETS = FEATURE_SET_COST + 8,
};

struct features {
    uint16_t one[FEATURE_ONES] __attribute__((aligned(16))); /* each group's feature, or FEATURES_NONE */
    uint32_t set[FEATURE_SETS];                              /* masks of cards, except FEATURE_SET_LEVELS */
    uint8_t seat[8];                                         /* the seat of each block; 0 for unused blocks */
    /* The members below are not features, but inputs for computing some features. */
    uint32_t parts_at; /* mask of the positions of Palace parts in the known part of the deck */
    uint16_t income;   /* income of the own seat */
    uint16_t race;     /* the other seats' shortest race */
};
_Static_assert(sizeof(struct features) == 544, "no padding");

/* The first feature of each set. The feature of card c is this number plus c. */
extern const uint16_t features_set_first[FEATURE_SETS];

/* Strengths of the other players, because the same position is worth more against weaker players. FEATURES_EQUAL means
 * as strong as the network, such as the apprentice, so a zeroed struct means equal players. */
enum {
    FEATURES_EQUAL,
    FEATURES_NOVICE,
    FEATURES_STEWARD,
    FEATURES_PUPIL,
    FEATURES_PRINCE,
    FEATURES_UNKNOWN, /* people */
};
struct features_opponents {
    uint8_t level[8]; /* by seat; the own seat's entry is ignored */
};

/* Returns the strength constant nearest to a level of bots/ai/levels.h; FEATURES_UNKNOWN for any other number. */
uint8_t features_strength_of_level(int level);

/* Computes the features of a view from scratch. */
void features_compute(const struct ff_edition *edition, const struct features_opponents *opponents,
                      const struct ff_view *view, struct features *features);

/* Computes the features of a view in a game against opponents as strong as the network. */
void features_compute_with_equal_opponents(const struct ff_edition *edition, const struct ff_view *view,
                                           struct features *features);

/* Computes the features of a view from those of another view of the same seat, game and opponents. Copies the features
 * whose inputs are unchanged. */
void features_update(const struct ff_edition *edition, const struct features_opponents *opponents,
                     const struct ff_view *from_view, const struct features *from, const struct ff_view *view,
                     struct features *features);

/* Returns the kind of game, a number for each combination of mode and number of players. */
enum { FEATURES_KINDS = 2 * (FF_PLAYERS_MAX - FF_PLAYERS_MIN + 1) };
static inline int features_game_kind_of(const struct ff_public *pub)
{
    return 2 * (pub->players - FF_PLAYERS_MIN) + (pub->mode == FF_EXPERT);
}
static inline int features_game_kind(const struct features *features)
{
    return 2 * (features->one[FEATURE_AT_PLAYERS] - FEATURE_PLAYERS) + features->one[FEATURE_AT_MODE] - FEATURE_MODE;
}
static inline int features_players(const struct features *features)
{
    return features->one[FEATURE_AT_PLAYERS] - FEATURE_PLAYERS + FF_PLAYERS_MIN;
}

/* Lists all features that hold. Returns their number. */
int features_list(const struct features *features, uint16_t list[FEATURES_ACTIVE_MAX]);
