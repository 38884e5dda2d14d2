/* batch.h - plays many games at once, for learning: one call steps all games and fills arrays.
 *
 * A batch is one block of memory that the caller owns: a struct batch and the arrays that it points to, which have a
 * row for each game. In each game one seat acts, the lowest seat that must decide. Built-in bots may play some of the
 * seats, and a step also plays their decisions. When a game ends, the step deals the next game at once.
 *
 *     size_t size = batch_size(&config);              0: the configuration is not valid
 *     void *block = aligned_alloc(64, size);
 *     struct batch *batch = batch_init(block, &config, seeds);
 *     for (;;) {
 *         ... choose an action for each game from batch->mask, batch->tensor ...
 *         batch_step(batch, 0, config.n, actions, seeds);
 *     }
 *
 * Random seeds are arguments, so nothing in the block reveals later deals or later choices of bots. But the block
 * contains the decks of the current game. A search must not copy that game. It must resample the acting seat's view
 * (ff_resample).
 *
 * Threads may step disjoint ranges of one batch at the same time. No function here allocates. */
#ifndef BATCH_BATCH_H
#define BATCH_BATCH_H

#include "bots/ai/bot.h"
#include "engine/core/ff.h"

/* ------------------------------------------------------------------------------------------------- action numbers */

/* The fixed action space: each option of each stage has its own number, in the order of the stages in enum ff_stage.
 * X(stage, number of options). FF_OPTION_DONE has the last number of its stage. */
#define BATCH_ACTION_TABLE(X)                                                                                          \
    X(KEEP, FF_CARDS_MAX)                                                                                              \
    X(DRAW, 2)                                                                                                         \
    X(BREWERY, FF_PLAYERS_MAX + 1)                                                                                     \
    X(MARKET, FF_MARKET_OPTIONS)                                                                                       \
    X(SELL_HOPS, 14)                                                                                                   \
    X(SELL_BARLEY, 14)                                                                                                 \
    X(SELL_WATER, 14)                                                                                                  \
    X(OFFICE, FF_GOODS + 1)                                                                                            \
    X(BUILD, FF_CARDS_MAX + 1)                                                                                         \
    X(SPACE, FF_SPACES)                                                                                                \
    X(STORE_HOPS, FF_STORE_MAX + 1)                                                                                    \
    X(STORE_BARLEY, FF_STORE_MAX + 1)                                                                                  \
    X(STORE_WATER, FF_STORE_MAX + 1)                                                                                   \
    X(DISCARD, FF_OPTIONS_MAX)

enum {
#define X(stage, n) BATCH_##stage, BATCH_##stage##_LAST = BATCH_##stage + (n)-1,
    BATCH_ACTION_TABLE(X)
#undef X
        BATCH_ACTIONS, /* 205 */
};

/* Returns the action with that number. If there is none, returns BATCH_NO_ACTION, which every stage refuses. */
enum { BATCH_NO_ACTION = 0xffff };
ff_action batch_action(unsigned number);

/* Returns the number of an action; BATCH_ACTIONS if it has none. */
unsigned batch_action_number(ff_action action);

/* Lists the numbers of a stage's options in ascending order, at most BATCH_OPTIONS_MAX. Returns how many there are. */
enum { BATCH_OPTIONS_MAX = FF_OPTIONS_MAX };
int batch_action_numbers(int stage, ff_options options, uint16_t numbers[BATCH_OPTIONS_MAX]);

/* Sets the mask to 1 for each of the stage's options and to 0 for all other actions. */
void batch_put_mask(int stage, ff_options options, uint8_t mask[BATCH_ACTIONS]);

/* --------------------------------------------------------------------------------------------------------- tensor */

/* A view as small numbers. X(name, number of values, meaning). After these parts come one block for each player, first
 * the own seat and then the others in the order of their seats, and one block for each brewery. Blocks of absent
 * players are 0. */
#define BATCH_TENSOR_TABLE(X)                                                                                          \
    X(stage, FF_STAGE_DEAL, "the stage, one-hot")                                                                      \
    X(players, 4, "2 to 5 players, one-hot")                                                                           \
    X(expert, 1, "1 in the expert game")                                                                               \
    X(round, 1, "")                                                                                                    \
    X(palaces, 1, "Palace parts built by all")                                                                         \
    X(palace_price, 1, "")                                                                                             \
    X(extra, 1, "extra draws left")                                                                                    \
    X(left, 1, "builds, goods to store or cards to remove that are left in this stage")                                \
    X(place, FF_CARDS_MAX, "the card about to be placed, one-hot")                                                     \
    X(brewery, FF_PLAYERS_MAX, "the brewery of the sale under way, one-hot")                                           \
    X(market, 1, "the exchange taken, 0 for none")                                                                     \
    X(tally, FF_GOODS, "goods sold or stored so far this turn")                                                        \
    X(hand, FF_CARDS_MAX, "own hand")                                                                                  \
    X(trash, FF_CARDS_MAX, "own cards removed from the game")                                                          \
    X(known, FF_CARDS_MAX, "own cards under the deck: 1 for the next one to come after the fresh cards, then 2, ...")  \
    X(cost, FF_CARDS_MAX, "what a card costs the own seat")
#define BATCH_TENSOR_PLAYER_TABLE(X)                                                                                   \
    X(present, 1, "1 for a player of this game")                                                                       \
    X(owes, 1, "1 if the seat must decide now")                                                                        \
    X(order, 1, "place in the turn order, from 1")                                                                     \
    X(coins, 1, "at most 255")                                                                                         \
    X(hand_n, 1, "cards in the hand")                                                                                  \
    X(deck_n, 1, "cards in the deck")                                                                                  \
    X(fresh_n, 1, "of these, cards that were never drawn")                                                             \
    X(trash_n, 1, "cards removed from the game")                                                                       \
    X(disc_now, 1, "space of the disc on this round's income track, 31 for none")                                      \
    X(disc_next, 1, "the same on the next track")                                                                      \
    X(goods, FF_GOODS, "")                                                                                             \
    X(yield, FF_GOODS, "goods of each harvest")                                                                        \
    X(active, FF_CARDS_MAX, "visible cards")                                                                           \
    X(built, FF_CARDS_MAX, "all cards ever built")                                                                     \
    X(board, FF_SPACES, "the card on each space + 1, 32 for none")
#define BATCH_TENSOR_BREWERY_TABLE(X)                                                                                  \
    X(step, FF_GOODS, "space of each good on the price track")                                                         \
    X(price, FF_GOODS, "")                                                                                             \
    X(room, FF_GOODS, "empty demand spaces")                                                                           \
    X(demand, FF_GOODS, "all demand spaces")

enum {
#define X(name, n, meaning) +(n)
    BATCH_TENSOR_OWN = 0 BATCH_TENSOR_TABLE(X),
    BATCH_TENSOR_PLAYER = 0 BATCH_TENSOR_PLAYER_TABLE(X),
    BATCH_TENSOR_BREWERY = 0 BATCH_TENSOR_BREWERY_TABLE(X),
#undef X
    BATCH_TENSOR = BATCH_TENSOR_OWN + FF_PLAYERS_MAX * (BATCH_TENSOR_PLAYER + BATCH_TENSOR_BREWERY),
};

/* Describes a part of the tensor, for programs that interpret it: its block, its name such as "coins", its offset and
 * its length. */
struct batch_part {
    const char *block; /* "", "player" or "brewery" */
    const char *name, *meaning;
    uint16_t first, n; /* offset and length in the first block; later blocks follow at distances of `stride` */
    uint16_t stride;
};
/* Gives the constant table of all parts. Returns their number. */
int batch_tensor_parts(const struct batch_part **parts);

void batch_put_tensor(const struct ff_edition *edition, const struct ff_view *view, uint8_t tensor[BATCH_TENSOR]);

/* Lists the network features that hold in a view, padded with the invalid number batch_features_n. */
enum { BATCH_FEATURES_MAX = 320 };
extern const uint16_t batch_features_n;
void batch_put_features(const struct ff_edition *edition, const struct ff_view *view,
                        uint16_t features[BATCH_FEATURES_MAX]);

/* ---------------------------------------------------------------------------------------------------------- batch */

enum { BATCH_WITH_TENSOR = 1, BATCH_WITH_FEATURES = 2 };

struct batch_config {
    const struct ff_edition *edition; /* the edition, the bots and the network must stay valid */
    uint32_t n;                       /* number of games, at least 1 */
    int players, mode;
    unsigned with;                         /* mask of BATCH_WITH_..., the observations to fill in */
    const struct bot *bot[FF_PLAYERS_MAX]; /* player of each seat; NULL for the caller, who plays at least one */
    uint32_t iterations[FF_PLAYERS_MAX];   /* iterations of each bot per decision; 0 for its default */
    const struct net *net;                 /* network for the bots that use one; else NULL */
};

/* Each array has one row per game. A game that ends at the round limit has no winner (R9.3). */
struct batch {
    struct batch_config config;
    struct ff_game *game;
    uint64_t *options;    /* the acting seat's legal options, at least one */
    uint8_t *seat;        /* the acting seat */
    uint8_t *done;        /* 1 if the step ended a game and the row shows the first position of the next one */
    float *reward;        /* config.players numbers: each seat's share of the win if the step ended a game, else 0 */
    uint8_t *mask;        /* BATCH_ACTIONS numbers: 1 for each legal action */
    uint8_t *tensor;      /* BATCH_TENSOR numbers: the acting seat's view; NULL if not wanted */
    uint16_t *features;   /* BATCH_FEATURES_MAX numbers: the view's features; NULL if not wanted */
    uint8_t *memory;      /* the bots' memories */
    size_t memory_size;   /* bytes of bot memory per game */
    struct history *seen; /* public histories for the bots; NULL without bots */
};

/* Returns the size of a batch in bytes, a multiple of 64; 0 if the configuration is invalid. */
size_t batch_size(const struct batch_config *config);

/* Initializes a batch and deals a game for each seed. The block has batch_size bytes and is aligned to 64 bytes. */
struct batch *batch_init(void *block, const struct batch_config *config, const uint64_t *seeds);

/* Checks the actions of the games `first` to `end` - 1. Returns the first game with an illegal action; -1 if all
 * actions are legal. */
int64_t batch_find_illegal(const struct batch *batch, uint32_t first, uint32_t end, const uint16_t *actions);

/* Plays an action, given by its number, in each of the games `first` to `end` - 1, and then the bots' decisions. If a
 * game ends, deals the next one from its seed. Bots derive their random numbers from the seed and the position, so a
 * seed may stay the same until its game ends. `actions` and `seeds` have an entry for each game of the batch. Returns
 * -1, or the first game with an illegal action; then nothing has changed. */
int64_t batch_step(struct batch *batch, uint32_t first, uint32_t end, const uint16_t *actions, const uint64_t *seeds);

/* Replaces a game with a position in which the game is not over and has no public history, and then plays the bots'
 * decisions. Uses `seed` as batch_step does, for the bots' random numbers and the next deal. */
void batch_set_game(struct batch *batch, uint32_t i, const struct ff_game *game, uint64_t seed);

/* Chooses a random legal action for each game, all equally likely. */
void batch_random_actions(const struct batch *batch, struct ff_rng *rng, uint16_t *actions);

#endif
