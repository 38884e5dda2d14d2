/* features.h - a view as the binary features that hold in it: the input of the network.
 *
 * They use only what the view's seat may know. They are defined at every decision point, also within a turn: a sale
 * under way counts as if it ended with the goods sold so far, and a card about to be placed counts as paid. Each player
 * has a block: the seat's own first, then the others in order of progress (Palace parts, then coins), so that a block's
 * place has a meaning that does not depend on seat numbers. Views do not show how well the others play; callers that
 * know it add struct features_opponents.
 *
 * The numbering is part of the weights' format. After a change, raise FEATURES_VERSION and train again. */
#pragma once

#include "engine/core/ff.h"

enum { FEATURES_VERSION = 5 };

/* X(name, how many) */
#define FEATURE_PLAYER_TABLE(X)                                                                                        \
    X(ACTIVE, FF_CARDS_MAX) /* each visible card */                                                                    \
    X(COINS, 29)            /* buckets: by 1 to 15, by 2 to 31, by 4 to 47, more */                                    \
    X(YIELD, 24)            /* each good 0-7 */                                                                        \
    X(PARTS, 7)             /* Palace parts */                                                                         \
    X(INCOME, 20)           /* the best sale of a harvest at next round's prices, by 2 */                              \
    X(RACE, 20)             /* rounds to pay for the missing Palace parts at that income, by halves */                 \
    X(WAITS, 5)             /* the seat has not sold yet and has this place in the order */                            \
    X(DISC, 13)             /* has sold: the disc's space, by 2 */                                                     \
    X(SALE, 16)             /* still to sell: the best sale now, by 2 */                                               \
    X(NEXT, 5)              /* has sold: the place in the next order among the seats that have sold */                 \
    X(HAND_N, 11)                                                                                                      \
    X(FRESH, 9)     /* draws until the never drawn cards are gone */                                                   \
    X(PURSE, 29)    /* forecast coins after the seat's next sale; buckets as for COINS */                              \
    X(FORECAST, 26) /* forecast income of next round's sale: 0-25 */

#define FEATURE_TABLE(X)                                                                                               \
    X(HAND, 11 * FF_CARDS_MAX) /* a card of the hand by its present cost: 0-1, by 1 to 5, by 2 to 15, more */          \
    X(PAYABLE, FF_CARDS_MAX)   /* in the hand and payable now */                                                       \
    X(KNOWN, 9 * FF_CARDS_MAX) /* a card put under the deck, by the draw it comes in: 1st to 8th, later */             \
    X(REACH, 9 * 7)            /* own Palace parts built, held or known to come within 0 to 8 draws */                 \
    X(FINISH, 26) /* forecast rounds until the seat's palace is complete, given its money and cards, by halves */      \
    X(LEAD, 21)   /* its lead over the others' shortest RACE, by halves, -10 to 10 */                                  \
    X(UNSEEN, FF_CARDS_MAX) /* still among the never drawn cards */                                                    \
    X(BOARD, 6 * 7)  /* expert game, content of each own space: empty, printed, a field of yield 1 to 3, a building, a \
                        Palace part */                                                                                 \
    X(GOODS, 30)     /* each own good 0-9 */                                                                           \
    X(STEP, 5 * 108) /* price space after phase 6 for each brewery and good, see features_space */                     \
    X(ROOM, 5 * 15)  /* empty demand spaces 0-4 */                                                                     \
    X(BEST, 108)     /* highest price space of all breweries, for each good */                                         \
    X(PLAYERS, 4)                                                                                                      \
    X(MODE, 2)                                                                                                         \
    X(STAGE, FF_STAGES) /* with the own seat on turn */                                                                \
    X(AWAY, 4)          /* another seat's turn: drawing, selling, building, discarding */                              \
    X(ROUND, 24)                                                                                                       \
    X(PALACE, 8)              /* price */                                                                              \
    X(MARKERS, 5)             /* parts until it rises */                                                               \
    X(LEFT, 4)                /* builds, goods or removals left in the stage */                                        \
    X(MORE, 16)               /* income of the remaining goods in the sale under way, by 1 */                          \
    X(PLACE, FF_CARDS_MAX)    /* the card about to be placed */                                                        \
    X(COST, 8 * FF_CARDS_MAX) /* the edition's cost of a card: 0-1, by 2 to 11, 12-14, more */                         \
    X(LEVELS, 4 * 5)          /* how strong each other block plays, see features_opponents */

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

/* Features come in groups. In most groups at most one feature holds; in groups of cards, one holds for each card of a
 * set. So a position is a number for each group of the first kind and a mask for each of the second, always at the same
 * offset, and comparing two positions is fast. The groups are in the order in which they are computed: eight at a time,
 * one lane for each block or brewery. */
enum { /* indices into `one`, with room for eight blocks and breweries; unused ones hold FEATURES_NONE */
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
       FEATURE_AT_STEP = 112, /* three goods, eight breweries each */
       FEATURE_AT_ROOM = 136, /* likewise */
       FEATURE_AT_BEST = 160, /* from here on one by one */
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
       FEATURE_SET_LEVELS = 5, /* not a set of cards: five bits of features_opponents for each other block */
       FEATURE_SET_KNOWN = 6,  /* nine draws */
       FEATURE_SET_UNSEEN = 15,
       FEATURE_SET_HAND, /* eleven costs */
       FEATURE_SET_PAYABLE = FEATURE_SET_HAND + 11,
       FEATURE_SETS_CHANGING,                    /* the groups from here on never change during a game */
       FEATURE_SET_COST = FEATURE_SETS_CHANGING, /* eight costs */
       FEATURE_SETS = FEATURE_SET_COST + 8,
};

struct features {
    uint16_t one[FEATURE_ONES] __attribute__((aligned(16))); /* feature of each group that holds, or FEATURES_NONE */
    uint32_t set[FEATURE_SETS];                              /* masks of cards, but for LEVELS */
    uint8_t seat[8];                                         /* the seat in each block; 0 beyond the players */
    /* Not features themselves, but inputs of some. */
    uint32_t parts_at; /* mask of the places in the known part of the deck that have a Palace part */
    uint16_t income;   /* own */
    uint16_t race;     /* the others' shortest */
};
_Static_assert(sizeof(struct features) == 544, "no padding");

/* The first feature of each set; card c adds c. */
extern const uint16_t features_set_first[FEATURE_SETS];

/* How strong the others play, because the same position is worth more against novices. The apprentice plays as the
 * network does and is FEATURES_EQUAL, so that zeros mean equal players. */
enum {
    FEATURES_EQUAL,
    FEATURES_NOVICE,
    FEATURES_STEWARD,
    FEATURES_PUPIL,
    FEATURES_PRINCE,
    FEATURES_UNKNOWN, /* people */
};
struct features_opponents {
    uint8_t level[8]; /* by seat; the own one's does not matter */
};

/* Returns the strength of a level of bots/ai/levels.h, the nearest of those above; any other number is unknown. */
uint8_t features_strength_of_level(int level);

/* Computes the features of a seat's view. */
void features_compute(const struct ff_edition *edition, const struct features_opponents *opponents,
                      const struct ff_view *view, struct features *features);

/* Writes the features of a game among equals. */
void features_compute_among_equals(const struct ff_edition *edition, const struct ff_view *view,
                                   struct features *features);

/* Computes the features from those of another view of the same seat, game and opponents. Features whose inputs are
 * unchanged are copied. */
void features_update(const struct ff_edition *edition, const struct features_opponents *opponents,
                     const struct ff_view *from_view, const struct features *from, const struct ff_view *view,
                     struct features *features);

/* Returns the kind of game: one for each mode and number of players. */
enum { FEATURES_KINDS = 2 * (FF_PLAYERS_MAX - FF_PLAYERS_MIN + 1) };
static inline int features_kind_of(const struct ff_public *pub)
{
    return 2 * (pub->players - FF_PLAYERS_MIN) + (pub->mode == FF_EXPERT);
}
static inline int features_kind(const struct features *features)
{
    return 2 * (features->one[FEATURE_AT_PLAYERS] - FEATURE_PLAYERS) + features->one[FEATURE_AT_MODE] - FEATURE_MODE;
}
static inline int features_players(const struct features *features)
{
    return features->one[FEATURE_AT_PLAYERS] - FEATURE_PLAYERS + FF_PLAYERS_MIN;
}

/* Lists the features that hold, each once. Returns their number. */
int features_list(const struct features *features, uint16_t list[FEATURES_ACTIVE_MAX]);
