/* steward.h - the hand-written player, and the weights that make its styles.
 *
 * It evaluates every sale with every pair of builds that it can pay, by one number in grains (1/16 of a coin):
 *
 *     what the board will bring until the game's end  +  what the Palace parts are worth  +  coins
 *     +  what the best card kept will bring  +  next round's prices and place in the order, as the sale leaves them
 *
 * The remaining length of the game is estimated from every seat's coins, income and Palace parts. As the end comes
 * nearer, income is worth less and Palace parts are worth more. It searches nothing beyond its own turn, uses no random
 * numbers and remembers nothing between decisions. A decision takes microseconds.
 *
 *     steward.c             the decisions, stage by stage, and the styles
 *     steward_evaluation.c  the value of a board
 *     steward_builds.c      which cards to build where
 *     steward_sale.c        what to sell where
 *
 * The last three are private to it: steward_internal.h. */
#pragma once

#include "bots/ai/bot.h"

enum { GRAINS = 16 }; /* of a coin, of a round, of one */

/* The memory of a steward bot of any style, in bytes. */
enum { STEWARD_MEMORY = 8 };

/* All weights are in grains. "A round" means for each round left. */
struct steward_style {
    int32_t growth;     /* growth of everybody's income a round if fields paid themselves back in one round */
    int32_t patience;   /* added to the number of rounds left */
    int32_t own_clock;  /* 0: the game ends with the fastest seat; 16: with this one */
    int32_t field;      /* of what fields are expected to bring */
    int32_t bank;       /* of what banks bring */
    int32_t now;        /* weight of the present prices in the expected prices; the rest is supply and demand */
    int32_t surplus;    /* value of a token beyond the demand spaces, as a share of its price */
    int32_t second;     /* how often the seat must use the second best brewery */
    int32_t office;     /* value per round of each token of the most frequent good */
    int32_t market;     /* of what the exchange brings, a round */
    int32_t warehouse;  /* a round */
    int32_t magistrate; /* a round */
    int32_t crane;      /* of what it saves */
    int32_t guide;      /* of what it will bring */
    int32_t lab;        /* for each card a round */
    int32_t townhall;   /* for each card a round */
    int32_t scavenger;  /* for each card that will be drawn again after the whole deck was drawn */
    int32_t part;       /* a Palace part beyond its price */
    int32_t part_late;  /* extra value for each round below eight that remains */
    int32_t part_next;  /* more, for each part built before */
    int32_t last_space; /* expert: an own card on a space where a Palace part will soon be built, a round */
    int32_t haste;      /* for each round until the palace is complete, at the income after the builds */
    int32_t spare;      /* of a coin that the palace does not need */
    int32_t part_keep;  /* a kept Palace part, for each round until it would come back if it were buried */
    int32_t keep;       /* a kept card, as a share of its gain if it were built at once */
    int32_t price;      /* of what the sale takes from the next one */
    int32_t place;      /* for each place earlier in the next round's order */
    int32_t carry;      /* value of a token in the Warehouse, as a share of its price */
    int32_t coin;       /* extra value of a coin left over, for each remaining round */
};

extern const struct steward_style steward_plain;

/* Returns the option that this style chooses. task->seed and task->net are not used. */
unsigned steward_choose(const struct steward_style *style, const struct bot_task *task);
