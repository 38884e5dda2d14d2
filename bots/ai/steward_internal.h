/* steward_internal.h - declarations shared by the files of the steward. Private to them. */
#pragma once

#include "bots/ai/steward.h"

/* Expected prices, in grains, by brewery and good. */
struct prices {
    int16_t of[FF_PLAYERS_MAX][FF_GOODS];
};

/* Shared by all evaluations of one decision. */
struct steward_outlook {
    const struct ff_edition *edition;
    const struct ff_view *view;
    const struct steward_style *style;
    int seat;
    int horizon;                  /* rounds left after this one, in grains */
    int palace_price;             /* coins, before this turn's builds */
    int draws;                    /* cards drawn a round */
    int growth;                   /* of everybody's income a round, in grains */
    struct prices prices;         /* of the rounds to come */
    int parts_held;               /* Palace parts in the hand */
    int waiting_n;                /* Palace parts in the deck, */
    int waiting[FF_PALACE_PARTS]; /* and the number of draws until each one comes */
    int soon[FF_PALACE_PARTS];    /* expert: grains of a round until the part is in the hand; a large number if never */
};

/* The own board after a plan. */
struct steward_board {
    uint32_t active;
    ff_goods yield;
    uint8_t card[FF_SPACES];
};

static inline int steward_min(int a, int b) { return a < b ? a : b; }
static inline int steward_max(int a, int b) { return a > b ? a : b; }

/* ---------------------------------------------------------------------------------------------- steward_evaluation.c */

/* Fills in everything that follows from the view. */
void steward_assess_view(const struct steward_style *style, const struct bot_task *task,
                         struct steward_outlook *outlook);
void steward_board_of(const struct ff_public *pub, int seat, struct steward_board *board);
void steward_build_on(const struct ff_edition *edition, struct steward_board *board, int space, int card);

/* Gives the price at each brewery next round if nobody else sells, in grains. */
void steward_next_prices(const struct ff_edition *edition, const struct ff_public *pub, struct prices *prices);

/* Returns the income of one sale of these goods at such prices, in grains. */
int steward_revenue(const struct steward_outlook *outlook, const struct prices *prices, uint32_t active,
                    ff_goods goods);

/* Returns the income of a seat's board in a round, in grains. */
int steward_income(const struct steward_outlook *outlook, uint32_t active, ff_goods yield);

/* The value of a board without the coins in hand, in grains. */
struct board_value {
    int income;       /* a round */
    int money;        /* until the game's end */
    int need;         /* the cost of the missing Palace parts */
    int rest;         /* everything but money */
    int parts_left;   /* to build, */
    int parts_held;   /* of these in the hand and kept, */
    int parts_buried; /* Palace parts in the hand that go under the deck */
    int draws;        /* cards a round */
    int price;        /* of the next part */
};

/* Evaluates a board, with the game's end `horizon` rounds (in grains) away. */
void steward_evaluate_board(const struct steward_outlook *outlook, const struct steward_board *board, int horizon,
                            struct board_value *value);

/* Returns the value with that many coins. Coins that the palace does not need are worth little. */
int steward_total_value(const struct steward_outlook *outlook, const struct board_value *value, int coins);

/* ------------------------------------------------------------------------------------------------ steward_builds.c */

enum { PLANS_MAX = 224, NO_BUILD = FF_NO_CARD };

/* Up to two builds, in order. */
struct build_plan {
    uint8_t card[2], space[2];
    int16_t cost;      /* coins */
    int16_t keep_cost; /* of the best card left in the hand */
    struct board_value value;
    int32_t keep; /* gain of building the best card left in the hand next round */
};

struct build_plans {
    int n;
    struct build_plan of[PLANS_MAX];
};

/* Makes all plausible plans that `coins` can pay; the first builds nothing. If `card` is not NO_BUILD, it is the first
 * build. */
void steward_make_plans(const struct steward_outlook *outlook, int coins, int card, struct build_plans *plans);

/* Returns the best plan with that many coins; *value is its value, coins included. */
const struct build_plan *steward_best_plan(const struct steward_outlook *outlook, const struct build_plans *plans,
                                           int coins, int *value);

/* Returns the gain of building the card at its best space, less its cost, with the end `horizon` away. */
int steward_build_gain(const struct steward_outlook *outlook, const struct steward_board *board, int card, int horizon);

/* ------------------------------------------------------------------------------------------------ steward_sale.c */

/* Choose the option of the stages BREWERY to OFFICE and STORE_*. */
unsigned steward_sell(const struct steward_outlook *outlook, ff_options legal);
unsigned steward_store(const struct steward_outlook *outlook, ff_options legal);
