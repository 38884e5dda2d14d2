/* steward_internal.h - declarations shared by the source files of the steward, and private to them. */
#pragma once

#include "bots/ai/steward.h"

/* Prices in 1/GRAINS, by brewery and good. */
struct prices {
    int16_t of[FF_PLAYERS_MAX][FF_GOODS];
};

/* Facts and estimates shared by all evaluations of one decision. */
struct steward_outlook {
    const struct ff_edition *edition;
    const struct ff_view *view;
    const struct steward_style *style;
    int seat;
    int horizon;                  /* rounds that remain after this one, in 1/GRAINS */
    int palace_price;             /* in coins, before this turn's builds */
    int draws;                    /* cards drawn a round */
    int growth;                   /* growth of everybody's income per round, in 1/GRAINS */
    struct prices prices;         /* expected prices of future rounds */
    int parts_held;               /* Palace parts in the hand */
    int waiting_n;                /* number of Palace parts in the deck */
    int waiting[FF_PALACE_PARTS]; /* number of draws until each part in the deck comes */
    int soon[FF_PALACE_PARTS];    /* rounds until each part is in the hand, in 1/GRAINS; large if never */
};

/* The seat's board, possibly after a plan. */
struct steward_board {
    uint32_t active;
    ff_goods yield;
    uint8_t card[FF_SPACES];
};

static inline int steward_min(int a, int b) { return a < b ? a : b; }
static inline int steward_max(int a, int b) { return a > b ? a : b; }

/* ---------------------------------------------------------------------------------------------- steward_evaluation.c */

/* Fills in the outlook, which holds everything that can be computed from the bot's task alone. */
void steward_assess_view(const struct steward_style *style, const struct bot_task *task,
                         struct steward_outlook *outlook);
void steward_board_of(const struct ff_public *pub, int seat, struct steward_board *board);
void steward_build_on(const struct ff_edition *edition, struct steward_board *board, int space, int card);

/* Computes next round's prices at each brewery if nobody else sells, in 1/GRAINS. */
void steward_next_prices(const struct ff_edition *edition, const struct ff_public *pub, struct prices *prices);

/* Returns the income from one sale of these goods at these prices, in 1/GRAINS. */
int steward_sale_income(const struct steward_outlook *outlook, const struct prices *prices, uint32_t active,
                        ff_goods goods);

/* Returns the income that a seat's board brings per round, in 1/GRAINS. */
int steward_income_per_round(const struct steward_outlook *outlook, uint32_t active, ff_goods yield);

/* The value of a board without the seat's coins, in 1/GRAINS. */
struct board_value {
    int income;       /* a round */
    int money;        /* income until the game's end */
    int need;         /* cost of the missing Palace parts */
    int rest;         /* value of everything but money */
    int parts_left;   /* number of Palace parts still to build */
    int parts_held;   /* Palace parts in the hand that the seat keeps */
    int parts_buried; /* Palace parts in the hand that the seat buries */
    int draws;        /* cards drawn per round */
    int price;        /* price of the next Palace part */
};

/* Evaluates a board, assuming that the game ends in `horizon` rounds (in 1/GRAINS). */
void steward_evaluate_board(const struct steward_outlook *outlook, const struct steward_board *board, int horizon,
                            struct board_value *value);

/* Returns the value of a board together with this many coins. Coins that the palace does not need are worth less. */
int steward_total_value(const struct steward_outlook *outlook, const struct board_value *value, int coins);

/* ------------------------------------------------------------------------------------------------ steward_builds.c */

enum { PLANS_MAX = 224, NO_BUILD = FF_NO_CARD };

/* Up to two builds, in order. */
struct build_plan {
    uint8_t card[2], space[2];
    int16_t cost;      /* coins */
    int16_t keep_cost; /* cost of the best card left in the hand */
    struct board_value value;
    int32_t keep; /* gain of building the best card left in the hand in the next round */
};

struct build_plans {
    int n;
    struct build_plan of[PLANS_MAX];
};

/* Makes all plausible plans that `coins` can pay for. If `card` is NO_BUILD, the first plan builds nothing. Otherwise
 * every plan builds `card` first. */
void steward_make_build_plans(const struct steward_outlook *outlook, int coins, int card, struct build_plans *plans);

/* Returns the best plan for a seat with this many coins. *value is the plan's value, including leftover coins. */
const struct build_plan *steward_best_build_plan(const struct steward_outlook *outlook, const struct build_plans *plans,
                                                 int coins, int *value);

/* Returns the gain of building the card on its best space, minus its cost, if the game ends after `horizon`. */
int steward_build_gain(const struct steward_outlook *outlook, const struct steward_board *board, int card, int horizon);

/* ------------------------------------------------------------------------------------------------ steward_sale.c */

/* Choose an option in the stages from BREWERY to OFFICE (steward_choose_sale) and in the stages STORE_*
 * (steward_choose_goods_to_store). */
unsigned steward_choose_sale(const struct steward_outlook *outlook, ff_options legal);
unsigned steward_choose_goods_to_store(const struct steward_outlook *outlook, ff_options legal);
