/* steward.h - the hand-written player, and the weights that define its styles.
 *
 * It evaluates every sale with every affordable pair of builds, by one number in grains (1/16 of a coin):
 *
 *     what the board will bring until the game's end  +  what the Palace parts are worth  +  coins
 *     +  what the best kept card will bring  +  next round's prices and place in the order, as the sale leaves them
 *
 * It estimates the remaining length of the game from every seat's coins, income and Palace parts. The nearer the end,
 * the less income is worth and the more Palace parts are worth. It searches only its own turn, uses no random numbers
 * and remembers nothing between decisions. A decision takes microseconds.
 *
 *     steward.c             the decisions, stage by stage, and the styles
 *     steward_evaluation.c  the value of a board
 *     steward_builds.c      which cards to build where
 *     steward_sale.c        what to sell where
 *
 * The last three files share steward_internal.h, which is private to them and steward.c. */
#pragma once

#include "bots/ai/bot.h"

enum { GRAINS = 16 }; /* grains in a coin, in a round, or in a factor of 1 */

/* Size of the memory of a steward bot of any style, in bytes. */
enum { STEWARD_MEMORY = 8 };

/* The weights of a steward's style, all in 1/GRAINS. "Per round" means for each round that remains. */
struct steward_style {
    int32_t growth;     /* growth of everybody's income per round, if a field earned its cost in one round */
    int32_t patience;   /* extra rounds added to the estimate of the rounds that remain */
    int32_t own_clock;  /* weight of the own seat in the estimate of the game's end, against the fastest seat */
    int32_t field;      /* weight of the fields' expected income */
    int32_t bank;       /* weight of the banks' income */
    int32_t now;        /* weight of present prices in expected prices, against supply and demand */
    int32_t surplus;    /* value of a token beyond the demand spaces, as a share of its price */
    int32_t second;     /* share of rounds in which the seat must use the second-best brewery */
    int32_t office;     /* value of the Office per round and token of the most frequent good */
    int32_t market;     /* weight of the Market's gain per round */
    int32_t warehouse;  /* value of the Warehouse per round */
    int32_t magistrate; /* value of the Magistrate per round */
    int32_t crane;      /* weight of the Crane's savings */
    int32_t guide;      /* weight of the Tour guide's future income */
    int32_t lab;        /* value per round of each extra card drawn */
    int32_t townhall;   /* value per round of each extra card kept */
    int32_t scavenger;  /* value of the Scavenger for each card that the seat will draw after its whole deck */
    int32_t part;       /* value of a Palace part beyond its price */
    int32_t part_late;  /* extra value of a Palace part for each round by which fewer than eight remain */
    int32_t part_next;  /* extra value of a Palace part for each part built before */
    int32_t last_space; /* expert game: loss per round of a card whose space a Palace part will soon take */
    int32_t haste;      /* loss for each round until the palace is complete, at the income after the builds */
    int32_t spare;      /* value of a coin that the palace does not need */
    int32_t part_keep;  /* value of keeping a Palace part, for each round that it would spend in the deck */
    int32_t keep;       /* value of a kept card, as a share of its gain if it were built at once */
    int32_t price;      /* weight of the next sale's income at the prices that this sale leaves */
    int32_t place;      /* value of each place earlier in the next round's order */
    int32_t carry;      /* value of a token in the Warehouse, as a share of its price */
    int32_t coin;       /* extra value of a leftover coin per round */
};

extern const struct steward_style steward_plain;

/* Returns the option that a bot of this style chooses. Ignores task->seed and task->net. */
unsigned steward_choose(const struct steward_style *style, const struct bot_task *task);
