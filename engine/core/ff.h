/* ff.h - the rules of Fürstenfeld as a library.
 *
 * This is the complete public interface of engine/core/. It plays every rule of the base and the expert game for 2 to 5
 * players; the rule numbers in the comments (R6.4) are those of docs/rules.md.
 *
 * The engine is called and never calls: (game, seat, action) -> game, or a refusal that names the rule. It does no I/O,
 * allocates nothing, keeps no state of its own, reads no clock and uses integers only. The same set-up and the same
 * actions give the same bytes on every compiler. It holds no text: sentences and notation are in engine/text/.
 *
 * A game is a value: 320 bytes without pointers or padding. Copy it with `=`, undo by keeping the old copy, compare
 * with memcmp.
 *
 * Knowledge is a type:
 *
 *     struct ff_public    what everybody at the table sees                      (R10.1)
 *     struct ff_private   what one seat knows besides: hand, removed cards, the cards it put under its deck (R10.2)
 *     struct ff_hidden    everything that not everybody may see
 *
 *     struct ff_game  =   public + hidden      held by whoever runs the game
 *     struct ff_view  =   public + private     composed for one seat; it has no room for another seat's secrets
 *
 * Decisions are small. A turn is a chain of actions, each of which picks one of at most 57 options of the current
 * stage. The legal options of a seat are one 64-bit set. Decisions with a single option are skipped: the engine takes
 * them automatically. The exception is whether to build: a seat is asked whenever public facts allow a build, even if
 * FF_OPTION_DONE is its only option, so that skipping the question does not reveal its hand (R10.2a). Two phases are
 * simultaneous (the expert set-up and extra draws). Several seats may then owe a decision at once, and the order of
 * their answers has no effect on the game's bytes (R2.3).
 *
 * The usual loop:
 *
 *     struct ff_game game;
 *     ff_deal(&edition, players, mode, seed, &setup);
 *     ff_begin(&edition, &setup, &game);
 *     while (game.pub.owe) {
 *         int seat = ff_lowest(game.pub.owe);
 *         ff_options options = ff_game_options(&game, seat);
 *         ff_apply(&edition, &game, seat, ff_action_of(game.pub.stage, some option in options));
 *     }
 *     ff_result(&game.pub, &result);
 *
 * The edition (costs, demand cards, price track) is not part of the position: the caller owns it with the game and
 * passes the same one to every call.
 *
 * Every function is total in its numbers: the caller may pass any seat, card, space, brewery, good, stage, option,
 * action or count. For one that does not exist, the result is 0 or false unless the function says otherwise, and
 * nothing changes. Pointers must point to sound values: an edition that ff_edition_seal accepted, a game or view that
 * came from this library or passed ff_check or ff_view_check.
 *
 * The core is C11 that is also valid C++17, because a GPU compiler reads it as C++. */
#ifndef FF_H
#define FF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Digests are computed over the bytes of structs, and bytes of networks and sets are copied into integers, so the byte
 * order matters. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "fuerstenfeld runs on little-endian machines (amd64, arm64, riscv64, wasm); this one is big-endian."
#endif

#ifdef __cplusplus
#define FF_STATIC_ASSERT static_assert
#else
#define FF_STATIC_ASSERT _Static_assert
#endif

/* Marks functions that a GPU compiler also compiles for the device. */
#ifdef __CUDACC__
#define FF_FN __host__ __device__
#else
#define FF_FN
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------------- parts (R0) */

/* Every player owns one of each card (R0.2), so a set of a player's cards is a 32-bit mask. X(constant, name in the
 * text language, yield: 4 bits a good). The last two cards are in the expert game only. */
#define FF_CARD_TABLE(X)                                                                                               \
    X(HOPS1, hops1, 0x001)                                                                                             \
    X(HOPS2, hops2, 0x002)                                                                                             \
    X(HOPS3, hops3, 0x003)                                                                                             \
    X(BARLEY1, barley1, 0x010)                                                                                         \
    X(BARLEY2, barley2, 0x020)                                                                                         \
    X(BARLEY3, barley3, 0x030)                                                                                         \
    X(WATER1, water1, 0x100)                                                                                           \
    X(WATER2, water2, 0x200)                                                                                           \
    X(WATER3, water3, 0x300)                                                                                           \
    X(BANK1, bank1, 0)                                                                                                 \
    X(BANK2, bank2, 0)                                                                                                 \
    X(TOWNHALL1, townhall1, 0)                                                                                         \
    X(TOWNHALL2, townhall2, 0)                                                                                         \
    X(LAB1, lab1, 0)                                                                                                   \
    X(LAB2, lab2, 0)                                                                                                   \
    X(OFFICE, office, 0)                                                                                               \
    X(WAREHOUSE, warehouse, 0)                                                                                         \
    X(MARKET, market, 0)                                                                                               \
    X(MAGISTRATE, magistrate, 0)                                                                                       \
    X(CRANE, crane, 0)                                                                                                 \
    X(PALACE1, palace1, 0)                                                                                             \
    X(PALACE2, palace2, 0)                                                                                             \
    X(PALACE3, palace3, 0)                                                                                             \
    X(PALACE4, palace4, 0)                                                                                             \
    X(PALACE5, palace5, 0)                                                                                             \
    X(PALACE6, palace6, 0)                                                                                             \
    X(GUIDE, guide, 0)                                                                                                 \
    X(SCAVENGER, scavenger, 0)

enum ff_card {
#define X(id, name, yield) FF_##id,
    FF_CARD_TABLE(X)
#undef X
        FF_CARDS_MAX, /* 28 */
    FF_NO_CARD = 31,  /* an empty or printed space */
};

enum ff_good { FF_HOPS_GOOD, FF_BARLEY_GOOD, FF_WATER_GOOD, FF_GOODS };

enum ff_mode { FF_BASE, FF_EXPERT };

enum {
    FF_PLAYERS_MIN = 2,
    FF_PLAYERS_MAX = 5,
    FF_SPACES = 6,        /* numbered from 0 in code, from 1 for people (R0.3) */
    FF_PRINTED_FIRST = 3, /* spaces 4-6 carry a printed field */
    FF_PALACE_PARTS = 6,
    FF_TRACK_END = 25, /* income tracks (R0.5) */
    FF_NO_DISC = 31,   /* the disc is not on this track */
    FF_HAND_MAX = 10,
    FF_DECK_MAX = 27,
};

/* The numbers of the rules. Values that differ between editions (costs, prices, demand) are in struct ff_edition. */
enum {
    FF_SETUP_HAND = 3,  /* cards in the first hand (R1.4); the expert game deals FF_HAND_MAX to choose from (R1.5) */
    FF_SETUP_COINS = 2, /* R1.3 */
    FF_DRAWS = 3,       /* cards a round (R3.1) */
    FF_BANK1_COINS = 3, /* R5.4 */
    FF_BANK2_COINS = 5, /* R5.4 */
    FF_GUIDE_COINS = 2, /* for each own Palace part (R5.4) */
    FF_MARKET_MAX = 3,  /* tokens exchanged (R5.5) */
    FF_MAGISTRATE_SPACES = 3,  /* how far it lowers the disc (R5.7) */
    FF_BUILDS_MAX = 2,         /* cards built in a turn (R6.1) */
    FF_CRANE_SAVES = 2,        /* R6.4 */
    FF_PALACE_PRICE_FIRST = 8, /* R1.3 */
    FF_PALACE_PRICE_RISE = 2,  /* R6.5 */
    FF_KEEP_MAX = 4,           /* cards kept with both Town halls (R7.1) */
    FF_TRASH_MAX = 2,          /* cards removed with the Scavenger (R7.3) */
    FF_STORE_MAX = 3,          /* goods stored with the Warehouse (R7.4) */
};

/* Sets of cards. Any mode other than FF_EXPERT counts as FF_BASE. */
#define FF_PALACE_CARDS ((uint32_t)0x3f << FF_PALACE1)
#define FF_BASE_CARDS (((uint32_t)1 << FF_GUIDE) - 1)
#define FF_EXPERT_CARDS (((uint32_t)1 << FF_CARDS_MAX) - 1)
static inline FF_FN uint32_t ff_bit(unsigned card) { return card < 32 ? (uint32_t)1 << card : 0; }
static inline FF_FN uint32_t ff_cards_of(int mode) { return mode == FF_EXPERT ? FF_EXPERT_CARDS : FF_BASE_CARDS; }
static inline FF_FN int ff_cards_n(int mode) { return mode == FF_EXPERT ? 28 : 26; }
static inline FF_FN bool ff_has(uint32_t cards, int card) { return (unsigned)card < 32 && (cards >> card & 1); }

/* These classify a card, whose number may be any. A field yields 1 to 3 of one good (R4.1). */
static inline FF_FN bool ff_is_field(int card) { return card >= FF_HOPS1 && card <= FF_WATER3; }
static inline FF_FN bool ff_is_palace(int card) { return card >= FF_PALACE1 && card <= FF_PALACE6; }
static inline FF_FN int ff_field_good(int field) { return field / 3; }
static inline FF_FN int ff_field_yield(int field) { return field % 3 + 1; }

/* These return what a seat's visible cards allow: extra draws (R3.2), coins saved on each build (R6.4), cards to keep
 * (R7.1), cards to remove (R7.3), goods to store (R7.4). Of the Town halls and of the Laboratories, card I allows 1
 * more, card II allows 2 more and both allow 3, so the number is the pair's two bits. */
static inline FF_FN int ff_extra_draws(uint32_t active) { return (int)(active >> FF_LAB1 & 3); }
static inline FF_FN int ff_crane_saves(uint32_t active) { return ff_has(active, FF_CRANE) ? FF_CRANE_SAVES : 0; }
static inline FF_FN int ff_keep_max(uint32_t active) { return 1 + (int)(active >> FF_TOWNHALL1 & 3); }
static inline FF_FN int ff_trash_max(uint32_t active) { return ff_has(active, FF_SCAVENGER) ? FF_TRASH_MAX : 0; }
static inline FF_FN int ff_store_max(uint32_t active) { return ff_has(active, FF_WAREHOUSE) ? FF_STORE_MAX : 0; }

/* Three small counts, one per good: hops in bits 0-3, barley in 4-7, water in 8-11. Used for goods, yields, demand
 * spaces and price steps alike. No count in a legal game exceeds 13. */
typedef uint16_t ff_goods;
static inline FF_FN ff_goods ff_goods_of(unsigned hops, unsigned barley, unsigned water)
{
    return (ff_goods)(hops | barley << 4 | water << 8);
}
static inline FF_FN ff_goods ff_goods_n(unsigned good, unsigned n)
{
    return (ff_goods)(good < FF_GOODS ? n << 4 * good : 0);
}
static inline FF_FN unsigned ff_count(ff_goods goods, unsigned good)
{
    return good < FF_GOODS ? (unsigned)goods >> (4 * good) & 15u : 0;
}
static inline FF_FN unsigned ff_total(ff_goods goods)
{
    return ff_count(goods, 0) + ff_count(goods, 1) + ff_count(goods, 2);
}

/* -------------------------------------------------------------------------------------------------------- edition */

enum {
    FF_COST_MAX = 99,
    FF_PRICE_MAX = 9,
    FF_STEPS_MAX = 12,
    FF_DEMANDS_MAX = 16,
    FF_DEMAND_MAX = 7,
    FF_ROUNDS_MAX = 250
};

/* The values that differ between editions (docs/rules.md, "What is data"). Fill the first part and then call
 * ff_edition_seal. */
struct ff_edition {
    uint8_t cost[FF_CARDS_MAX];      /* 0-99; not used for Palace parts */
    uint8_t price[FF_STEPS_MAX];     /* price of each space, 0-9, never falling */
    uint8_t steps_n;                 /* 2-12 spaces; neighbouring spaces may have the same price (R0.5) */
    uint8_t price_start;             /* the space on which markers start, from 0 at the bottom */
    uint8_t printed[3];              /* the goods of the printed fields on spaces 4, 5, 6, each good once */
    uint8_t round_limit;             /* 1-250 (R9.3) */
    uint8_t demand_n;                /* 5-16 demand cards */
    ff_goods demand[FF_DEMANDS_MAX]; /* 0-7 demand spaces for each good */
    /* Derived by ff_edition_seal. */
    uint32_t within[FF_COST_MAX + 1]; /* within[c]: the cards that cost at most c */
    uint16_t sell_bias, sell_high;    /* constants with which the rules find the prices above 0 */
    uint8_t fall[FF_STEPS_MAX];       /* spaces down to the next lower price, 0 if there is none (R0.5) */
    uint8_t rise[FF_STEPS_MAX];       /* spaces up to the next higher price, 0 if there is none */
};

enum ff_edition_fault {
    FF_EDITION_OK,
    FF_EDITION_COST,
    FF_EDITION_PRICE,
    FF_EDITION_STEPS,
    FF_EDITION_START,
    FF_EDITION_PRINTED,
    FF_EDITION_ROUNDS,
    FF_EDITION_DEMAND,
};

/* Checks the ranges given in struct ff_edition and computes its derived members. After a fault they are not valid. */
FF_FN enum ff_edition_fault ff_edition_seal(struct ff_edition *edition);

/* --------------------------------------------------------------------------------------------------------- stages */

/* The stages of a game. Each stage has its own options, which are numbers below 64. */
enum ff_stage {
    FF_STAGE_KEEP,         /* expert set-up, simultaneous: option c puts card c under the deck (R1.5) */
    FF_STAGE_DRAW,         /* simultaneous: FF_OPTION_DRAW takes one more card, FF_OPTION_DONE stops (R3.2) */
    FF_STAGE_BREWERY,      /* option b sells at brewery b; FF_OPTION_DONE sells nothing (R5.1) */
    FF_STAGE_MARKET,       /* option 0: no exchange, if goods can be sold without one; others: ff_market_of (R5.5) */
    FF_STAGE_SELL_HOPS,    /* option n sells n hops, besides exchanged tokens */
    FF_STAGE_SELL_BARLEY,  /* option n sells n barley */
    FF_STAGE_SELL_WATER,   /* option n sells n water */
    FF_STAGE_OFFICE,       /* option g: 1 more coin for each token of good g; FF_OPTION_NO_OFFICE: no bonus (R5.4) */
    FF_STAGE_BUILD,        /* option c builds card c; FF_OPTION_DONE builds no more and may be the only option (R6.1) */
    FF_STAGE_SPACE,        /* option s puts the card on space s+1 */
    FF_STAGE_STORE_HOPS,   /* option n keeps n hops in the Warehouse (R7.4) */
    FF_STAGE_STORE_BARLEY, /* option n keeps n barley */
    FF_STAGE_STORE_WATER,  /* option n keeps n water */
    FF_STAGE_DISCARD,      /* option c puts c under the deck, FF_OPTION_TRASH+c removes it, DONE keeps the rest (R7) */
    FF_STAGE_DEAL,         /* automatic: a seat draws and harvests (R3.1, R4.1) */
    FF_STAGE_ROUND_END,    /* automatic: phase 6 and the end of the round (R8, R9) */
    FF_STAGE_OVER,
    FF_STAGES,
};

/* These classify a stage. A turn is phases 3 to 5. ff_is_sale covers all decisions at a chosen brewery, from the Market
 * to the Office; ff_is_sell only those about how many tokens of a good to sell. */
static inline FF_FN bool ff_is_turn(int stage) { return stage >= FF_STAGE_BREWERY && stage <= FF_STAGE_DISCARD; }
static inline FF_FN bool ff_is_sale(int stage) { return stage >= FF_STAGE_MARKET && stage <= FF_STAGE_OFFICE; }
static inline FF_FN bool ff_is_sell(int stage) { return stage >= FF_STAGE_SELL_HOPS && stage <= FF_STAGE_SELL_WATER; }
static inline FF_FN bool ff_is_store(int stage) { return stage > FF_STAGE_SPACE && stage < FF_STAGE_DISCARD; }

enum {
    FF_OPTION_DRAW = 0,
    FF_OPTION_NO_OFFICE = 3,
    FF_OPTION_TRASH = 28,
    FF_OPTION_DONE = 56,
    FF_OPTIONS_MAX = 57,
};

/* An action: a stage and one of its options. ff_apply takes any 16-bit value and refuses most of them. */
typedef uint16_t ff_action;
static inline FF_FN ff_action ff_action_of(unsigned stage, unsigned option) { return (ff_action)(stage << 6 | option); }
static inline FF_FN unsigned ff_action_stage(ff_action action) { return action >> 6; }
static inline FF_FN unsigned ff_action_option(ff_action action) { return action & 63u; }

/* A set of options of the current stage. Bit i stands for option i. */
typedef uint64_t ff_options;

/* Market options: `count` (1-3) tokens of `from` are sold as `to`. The six pairs are in the order hops-barley,
 * hops-water, barley-hops, barley-water, water-hops, water-barley, three counts each. Option 0 is no exchange. For
 * option 0 and for options that do not exist, the count is 0 and the goods are undefined. */
enum { FF_MARKET_OPTIONS = 19 };
static inline FF_FN unsigned ff_market_of(unsigned from, unsigned to, unsigned count)
{
    return 1 + (from * 2 + (to > from ? to - 1 : to)) * 3 + (count - 1);
}
static inline FF_FN unsigned ff_market_from(unsigned market) { return (market - 1) / 6; }
static inline FF_FN unsigned ff_market_to(unsigned market)
{
    unsigned from = ff_market_from(market), nth = (market - 1) / 3 % 2;
    return nth >= from ? nth + 1 : nth;
}
static inline FF_FN unsigned ff_market_count(unsigned market)
{
    return market - 1 < FF_MARKET_OPTIONS - 1 ? (market - 1) % 3 + 1 : 0;
}
/* Returns a seat's goods after an exchange, as they count in the sale. The seat must have the tokens to exchange
 * (R5.5). */
static inline FF_FN ff_goods ff_market_goods(ff_goods goods, unsigned market)
{
    unsigned count = ff_market_count(market);
    if (count == 0)
        return goods;
    return (ff_goods)(goods - ff_goods_n(ff_market_from(market), count) + ff_goods_n(ff_market_to(market), count));
}

/* ---------------------------------------------------------------------------------------------------------- values */

/* The public part of a game. Seats count from 0. Only the first `players` entries of an array are used; the others are
 * 0. */
struct ff_public {
    uint32_t active[FF_PLAYERS_MAX]; /* cards visible on the board, Palace parts included */
    uint32_t built[FF_PLAYERS_MAX];  /* every card ever built, the covered ones included */
    uint16_t coins[FF_PLAYERS_MAX];
    ff_goods goods[FF_PLAYERS_MAX];
    ff_goods yield[FF_PLAYERS_MAX];           /* what the visible fields yield (R4.1) */
    ff_goods step[FF_PLAYERS_MAX];            /* by brewery: the price step of each good */
    ff_goods room[FF_PLAYERS_MAX];            /* by brewery: empty demand spaces */
    ff_goods demand[FF_PLAYERS_MAX];          /* by brewery: all demand spaces */
    uint8_t board[FF_PLAYERS_MAX][FF_SPACES]; /* cards, or FF_NO_CARD */
    uint8_t hand_n[FF_PLAYERS_MAX];
    uint8_t deck_n[FF_PLAYERS_MAX];
    uint8_t fresh_n[FF_PLAYERS_MAX];   /* the number of cards on top of the deck that were never drawn */
    uint8_t disc_now[FF_PLAYERS_MAX];  /* the disc's space on this round's income track; FF_NO_DISC once it moved */
    uint8_t disc_next[FF_PLAYERS_MAX]; /* the disc's space on the next round's track, FF_NO_DISC before the sale */
    uint8_t order[FF_PLAYERS_MAX];     /* the seats in the order of play (R2.2) */
    uint8_t players;
    uint8_t mode;    /* enum ff_mode */
    uint8_t round;   /* from 1; 0 during the expert set-up */
    uint8_t palaces; /* Palace parts built by all (R6.5) */
    uint8_t stage;   /* enum ff_stage */
    uint8_t owe;     /* mask of the seats that must decide now */
    uint8_t turn;    /* index into order[]; in FF_STAGE_DEAL the seat that draws next */
    /* The turn under way; all 0 between turns. */
    uint8_t brewery;
    uint16_t extra; /* extra draws left in phase 1, 3 bits a seat */
    ff_goods tally; /* tokens sold so far, after the exchange; in the Warehouse stages, goods stored so far */
    uint8_t market; /* the Market option taken */
    uint8_t left;   /* remaining builds, goods to store, or cards to remove in this stage */
    uint8_t card;   /* FF_STAGE_SPACE: the card to place */
    uint8_t first;  /* 1 + the first card built this turn, if the order of the two builds does not matter */
};

/* What one seat knows besides the public part. */
struct ff_private {
    uint32_t hand;
    uint32_t trash;              /* cards it removed from the game (R7.3) */
    uint8_t known[FF_CARDS_MAX]; /* the cards the seat put under its deck, in the order in which it will draw them,
                                    after pub.fresh_n cards never drawn */
    uint8_t known_n;
    uint8_t seat;
    uint8_t first_trash; /* the first card removed this turn + 1 */
    uint8_t zero;
};

/* The hidden part of a game. */
struct ff_hidden {
    uint64_t deck_lo[FF_PLAYERS_MAX]; /* cards 0-11 of each deck from the top, 5 bits a card */
    uint64_t deck_hi[FF_PLAYERS_MAX]; /* cards 12-23 */
    ff_options options;               /* the options of the seat whose turn it is (a cache) */
    uint32_t hand[FF_PLAYERS_MAX];
    uint32_t trash[FF_PLAYERS_MAX];
    uint16_t deck_end[FF_PLAYERS_MAX]; /* cards 24-26 */
    uint8_t first_trash;
    uint8_t zero[5];
};

struct ff_game {
    struct ff_public pub;
    struct ff_hidden hid;
};

/* A seat's view. In a spectator's view, own.seat is FF_NOBODY and the rest of `own` is 0. */
enum { FF_NOBODY = 255 };
struct ff_view {
    struct ff_public pub;
    struct ff_private own;
};

FF_STATIC_ASSERT(sizeof(struct ff_public) == 176, "no padding");
FF_STATIC_ASSERT(sizeof(struct ff_private) == 40, "no padding");
FF_STATIC_ASSERT(sizeof(struct ff_hidden) == 144, "no padding");
FF_STATIC_ASSERT(sizeof(struct ff_game) == 320, "no padding");

/* --------------------------------------------------------------------------------------------------------- chance */

/* A small fast generator (splitmix64) for deals, simulation and bots. Its numbers can be predicted, so a server that
 * deals for people must draw its deal from a cryptographic source and pass it to ff_begin. */
struct ff_rng {
    uint64_t state;
};
FF_FN struct ff_rng ff_rng_of(uint64_t seed);
FF_FN uint64_t ff_rng_next(struct ff_rng *rng);
/* Returns a random number from 0 to n-1, each with exactly the same probability; 0 if n is 0. */
FF_FN uint32_t ff_rng_below(struct ff_rng *rng, uint32_t n);
FF_FN void ff_shuffle(struct ff_rng *rng, uint8_t *items, int n);

/* --------------------------------------------------------------------------------------------------------- set-up */

struct ff_setup {
    uint8_t players;
    uint8_t mode;
    ff_goods demand[FF_PLAYERS_MAX];            /* the demand card of each open brewery (R1.1) */
    uint8_t order[FF_PLAYERS_MAX];              /* the order of play in round 1 (R1.2) */
    uint8_t deck[FF_PLAYERS_MAX][FF_CARDS_MAX]; /* complete decks, top first, before anything is drawn */
};

enum ff_setup_fault {
    FF_SETUP_OK,
    FF_SETUP_PLAYERS, /* R0.1 */
    FF_SETUP_MODE,    /* R0.1 */
    FF_SETUP_DEMAND,  /* R1.1: cards that the edition does not have, or not so often */
    FF_SETUP_ORDER,   /* R1.2: not each seat once */
    FF_SETUP_DECK,    /* R0.2: not each card of the mode once */
};

/* Draws a game's set-up, which contains all its randomness (R10.3), from a seed. If the number of players or the mode
 * does not exist, *setup is all 0, which ff_begin refuses. */
FF_FN void ff_deal(const struct ff_edition *edition, int players, int mode, uint64_t seed, struct ff_setup *setup);

/* Sets a game up (R1) and stops before the first automatic step. ff_follow does the rest, event by event. On a fault
 * *game is untouched. */
FF_FN enum ff_setup_fault ff_prepare(const struct ff_edition *edition, const struct ff_setup *setup,
                                     struct ff_game *game);

/* Calls ff_prepare and takes all automatic steps up to the first decision. */
FF_FN enum ff_setup_fault ff_begin(const struct ff_edition *edition, const struct ff_setup *setup,
                                   struct ff_game *game);

/* ----------------------------------------------------------------------------------------------------------- play */

/* Why an action is refused. X(constant, rule). The sentences are in engine/text/. */
#define FF_REFUSAL_TABLE(X)                                                                                            \
    X(OK, "")                                                                                                          \
    X(NO_SUCH_SEAT, "R0.1")           /* the seat is not in this game */                                               \
    X(GAME_OVER, "R9.1")              /* */                                                                            \
    X(NOT_YOUR_TURN, "R2.2")          /* this seat owes no decision */                                                 \
    X(OTHER_STAGE, "R2.1")            /* the action belongs to a different stage, or to none */                        \
    X(NO_SUCH_OPTION, "R2.1")         /* the stage has no option of that number */                                     \
    X(NOT_IN_HAND, "R6.1")            /* */                                                                            \
    X(NOT_IN_HAND_TO_DISCARD, "R7.2") /* the card to discard is not in the hand, also in the expert set-up */          \
    X(BREWERY_CLOSED, "R1.1")         /* */                                                                            \
    X(NOTHING_TO_SELL, "R5.2")        /* the brewery pays 0 for each of the seat's goods */                            \
    X(MARKET_PRICE_ZERO, "R5.2")      /* the brewery pays 0 for the good into which tokens would be exchanged */       \
    X(NOT_ENOUGH_GOODS, "R5.1")       /* */                                                                            \
    X(SELL_AT_LEAST_ONE, "R5.8")      /* a seat that chose a brewery must sell at least one token there */             \
    X(OFFICE_UNSOLD, "R5.4")          /* the seat sold no token of the Office's good */                                \
    X(TOO_EXPENSIVE, "R6.1")          /* */                                                                            \
    X(ON_PALACE, "R6.2")              /* */                                                                            \
    X(PALACE_NUMBER, "R6.6")          /* expert game: a Palace part must be built on the space with its number */      \
    X(STORE_ROOM, "R7.4")             /* the Warehouse holds 3 goods */                                                \
    X(KEEP_ONE, "R7.1")               /* the last card stays in the hand */                                            \
    X(KEEP_TOO_MANY, "R7.1")          /* more cards than may be kept */                                                \
    X(NO_SCAVENGER, "R7.3")           /* */                                                                            \
    X(NO_MORE_TRASH, "R7.3")          /* two cards were removed already, or cards were put under the deck */

enum ff_refusal {
#define X(id, rule) FF_REFUSED_##id,
    FF_REFUSAL_TABLE(X)
#undef X
        FF_REFUSALS,
};
#define FF_OK FF_REFUSED_OK

/* Returns the legal options of the view's seat: 0 if it owes no decision, else at least two. The exception is
 * FF_STAGE_BUILD: FF_OPTION_DONE may be the only option there, because the other players must not learn that the hand
 * allows no build (R10.2a). */
FF_FN ff_options ff_legal(const struct ff_edition *edition, const struct ff_view *view);

/* Computes the options of the current stage for `seat` with `hand`, whether or not the seat owes a decision. ff_legal
 * and the game's cache use it, and so can programs that compose positions. */
FF_FN ff_options ff_compute_options(const struct ff_edition *edition, const struct ff_public *pub, int seat,
                                    uint32_t hand);

/* Returns whether a seat whose turn it is must decide at the current stage, or whether the stage is skipped. */
FF_FN bool ff_is_asked(const struct ff_edition *edition, const struct ff_public *pub, int seat, uint32_t hand);

/* Returns the same options as ff_legal, but from the game and in a few instructions. */
FF_FN ff_options ff_game_options(const struct ff_game *game, int seat);

/* Returns a subset of ff_legal for search and learning. If several chains of a turn are equivalent (two builds or two
 * removed cards in either order, the Office on either of two goods sold in equal number), one of them remains. The
 * subset is empty only if ff_legal is, and may have a single option. */
FF_FN ff_options ff_distinct(const struct ff_edition *edition, const struct ff_view *view);

/* Returns why the view's seat may not play `action` now; FF_OK if it may. */
FF_FN enum ff_refusal ff_why_not(const struct ff_edition *edition, const struct ff_view *view, ff_action action);

/* Plays `action` and all automatic steps up to the next decision or the end. A refused action changes nothing. */
FF_FN enum ff_refusal ff_apply(const struct ff_edition *edition, struct ff_game *game, int seat, ff_action action);

/* An event describes one step, for logs, records and animation. Unused members are 0. */
enum ff_event_kind {
    FF_EVENT_NONE,    /* a step that shows nothing yet (half a sale) */
    FF_EVENT_DREW,    /* seat; cards[n] in the order drawn; goods: the harvest of phase 2, 0 for an extra draw */
    FF_EVENT_SOLD,    /* seat, brewery (FF_NOBODY: none), goods given up, market, office, income, disc */
    FF_EVENT_BUILT,   /* seat, cards[0], space, cost, covered */
    FF_EVENT_TRASHED, /* seat, cards[0] */
    FF_EVENT_BURIED,  /* seat, cards[0]; in the expert set-up as well */
    FF_EVENT_STORED,  /* seat; goods: all goods that stay in the Warehouse after phase 5 */
    FF_EVENT_KEPT,    /* seat, n: cards kept; the turn is over */
    FF_EVENT_ROUND,   /* round: the round that ended; seat is FF_NOBODY; the game may be over now */
};
struct ff_event {
    uint8_t kind, seat, n;
    uint8_t cards[FF_HAND_MAX];
    uint8_t brewery, market, office, disc; /* office: a good, or FF_OPTION_NO_OFFICE */
    uint8_t space, cost, covered, round;
    ff_goods goods;
    uint16_t income;
};

/* These two do the work of ff_apply one step at a time. ff_play plays only the decision. Each call of ff_follow takes
 * one automatic step, or does nothing and returns false if a seat must decide or the game is over. *event describes the
 * step; the pointer must not be NULL. */
FF_FN enum ff_refusal ff_play(const struct ff_edition *edition, struct ff_game *game, int seat, ff_action action,
                              struct ff_event *event);
FF_FN bool ff_follow(const struct ff_edition *edition, struct ff_game *game, struct ff_event *event);

/* --------------------------------------------------------------------------------------------------- facts to show */

FF_FN int ff_lowest(uint64_t bits);                 /* lowest member of a set; 64 if it is empty */
FF_FN int ff_option_nth(ff_options options, int n); /* the n-th set bit, from 0; arbitrary if there are fewer */
FF_FN int ff_popcount(uint64_t bits);
FF_FN int ff_turn_seat(const struct ff_public *pub); /* whose turn it is */
/* Returns whether the next step is automatic and belongs to that seat's own turn. */
FF_FN bool ff_is_own_step(const struct ff_public *pub, int seat);
FF_FN int ff_trash_n(const struct ff_public *pub, int seat); /* cards removed (R10.1) */
FF_FN int ff_palace_price(const struct ff_public *pub);      /* R6.5 */
FF_FN int ff_palace_markers(const struct ff_public *pub);    /* R6.5 */
FF_FN int ff_palace_parts(const struct ff_public *pub, int seat);
FF_FN int ff_cost(const struct ff_edition *edition, const struct ff_public *pub, int seat, int card); /* R6.4, R6.5 */
FF_FN int ff_price(const struct ff_edition *edition, const struct ff_public *pub, int brewery, int good);
/* Return the space of the track to which phase 6 would move a good's marker if nobody else sold at the brewery (R8.1),
 * and the price of that space. */
FF_FN int ff_step_next(const struct ff_edition *edition, const struct ff_public *pub, int brewery, int good);
FF_FN int ff_price_next(const struct ff_edition *edition, const struct ff_public *pub, int brewery, int good);
/* Return the current prices, the next prices and the next spaces (as above) of all three goods. */
FF_FN ff_goods ff_prices(const struct ff_edition *edition, const struct ff_public *pub, int brewery);
FF_FN ff_goods ff_prices_next(const struct ff_edition *edition, const struct ff_public *pub, int brewery);
FF_FN ff_goods ff_steps_next(const struct ff_edition *edition, const struct ff_public *pub, int brewery);
/* Returns whether the game will end with this round, judging by the current position (R9.1, R9.3). */
FF_FN bool ff_is_last_round(const struct ff_edition *edition, const struct ff_public *pub);
/* Lists the seats that have sold, in the order in which they will play in the next round (R2.2). Returns their
 * number. */
FF_FN int ff_next_order(const struct ff_public *pub, uint8_t order[FF_PLAYERS_MAX]);
FF_FN int ff_extra_left(const struct ff_public *pub, int seat); /* R3.2: extra draws that the seat may still take */
/* Returns the yield of a space with `card` on it, or with its printed field for FF_NO_CARD (R4.1). */
FF_FN ff_goods ff_space_yield(const struct ff_edition *edition, int space, int card);
FF_FN int ff_steady_income(uint32_t active);          /* R5.4: income from banks and Tour guide */
FF_FN int ff_disc_space(uint32_t active, int income); /* R5.6, R5.7: where an income puts the disc */

struct ff_result {
    bool over;
    bool palace;     /* true: somebody completed a palace (R9.1); false: the round limit ended it (R9.3) */
    uint8_t winners; /* mask of seats (R9.2) */
};
FF_FN void ff_result(const struct ff_public *pub, struct ff_result *result);

/* ---------------------------------------------------------------------------------------------------------- views */

/* Composes the view of `seat`, or a spectator's view for FF_NOBODY and for seats that are not in the game. */
FF_FN void ff_view_of(const struct ff_game *game, int seat, struct ff_view *view);

/* Makes a full game that the view's seat cannot tell from the real one: the seat's own cards are where it knows them to
 * be, and all other cards are drawn at random from the possible ones. ff_view_of gives the same view of the new game,
 * byte for byte. The view's game must be waiting for a decision or be over. */
FF_FN void ff_resample(const struct ff_edition *edition, const struct ff_view *view, struct ff_rng *rng,
                       struct ff_game *game);

/* An arrangement of a seat's hidden cards. ff_place replaces the current one by it, with the same cards and as many in
 * each place. For programs that guess hidden cards better than ff_resample. */
struct ff_placement {
    uint32_t hand, trash;
    uint8_t deck[FF_DECK_MAX]; /* from the top */
};
FF_FN void ff_place(const struct ff_edition *edition, struct ff_game *game, int seat, const struct ff_placement *cards);

/* Makes a game that contains only the cards that the view's seat knows. With this game, the seat's own turn can be
 * played ahead (ff_is_own_step), but ff_check refuses it because cards are missing. The game gives the same view again.
 * Only cards that the seat put under its deck and that the given view does not list remain unknown. */
FF_FN void ff_view_game(const struct ff_edition *edition, const struct ff_view *view, struct ff_game *game);

/* Returns the card at position i of a seat's deck (0 is the top), or FF_NO_CARD beyond its end. */
FF_FN int ff_deck_card(const struct ff_game *game, int seat, int i);

/* --------------------------------------------------------------------------------------------------------- proofs */

enum ff_fault {
    FF_BAD_SIZE = 1, /* players, mode, stage, turn or round out of range */
    FF_BAD_UNUSED,   /* a value of a seat that is not in the game, or a reserved byte, is not 0 */
    FF_BAD_ORDER,    /* `order` does not contain each seat once */
    FF_BAD_BOARD,    /* a board does not agree with active, built and yield, or breaks R6.2, R6.6 */
    FF_BAD_PALACES,  /* `palaces` is not the number of parts on the boards */
    FF_BAD_CARDS,    /* a card is not in exactly one place, or a count is wrong */
    FF_BAD_GOODS,    /* a seat has more goods than are possible at this point */
    FF_BAD_BREWERY,  /* a price step or a demand space out of range */
    FF_BAD_COINS,    /* more coins than the rounds can have brought */
    FF_BAD_DISCS,    /* a disc is on the wrong track: seats that have sold have theirs on the next round's track */
    FF_BAD_TURN,     /* the members of the turn under way do not fit the stage */
    FF_BAD_OPTIONS,  /* the cached options are not those of the stage, or `owe` is wrong */
};

/* Tests every invariant of a game, which may be any bytes. Returns 0 or the first that fails. A game that passes is
 * safe to play on. The test accepts some positions that no game can reach, such as one with more builds than the rounds
 * allow or with demand that is on no card of the edition. */
FF_FN int ff_check(const struct ff_edition *edition, const struct ff_game *game);

/* Tests a view, which may be any bytes. Returns 0, or a fault that every game with this view has. The view may lack the
 * cards that the seat put under its deck or removed (known_n and trash are 0), as it does at tables without the memory
 * aid. */
FF_FN int ff_view_check(const struct ff_edition *edition, const struct ff_view *view);

/* Returns a 64-bit digest of a game's bytes: FNV-1a, 8 bytes at a time. */
FF_FN uint64_t ff_hash(const struct ff_game *game);

#ifdef __cplusplus
}
#endif
#endif
