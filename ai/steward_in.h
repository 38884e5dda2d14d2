/* steward_in.h - what the files of the steward share. Private to them. */
#ifndef AI_STEWARD_IN_H
#define AI_STEWARD_IN_H

#include "ai/steward.h"

/* Expected prices, in grains, by brewery and good. */
struct prices {
    int16_t of[FF_PLAYERS_MAX][FF_GOODS];
};

/* What all thoughts of one decision share. */
struct prospect {
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
    int waiting[FF_PALACE_PARTS]; /* and how many cards must be drawn for each to come */
    int soon[FF_PALACE_PARTS]; /* expert: in how many grains of a round the part will be in the hand; many if never */
};

/* The own board as a plan would leave it. */
struct site {
    uint32_t active;
    ff_goods yield;
    uint8_t board[FF_SPACES];
};

static inline int steward_lesser(int a, int b) { return a < b ? a : b; }
static inline int steward_greater(int a, int b) { return a > b ? a : b; }

/* ---------------------------------------------------------------------------------------------- steward_value.c */

void steward_look(const struct steward_style *style, const struct bot_task *task, struct prospect *prospect);
void steward_site_of(const struct ff_public *pub, int seat, struct site *site);
void steward_lay(const struct ff_edition *edition, struct site *site, int space, int card);

/* The price at each brewery next round if nobody else sold, in grains. */
void steward_next_prices(const struct ff_edition *edition, const struct ff_public *pub, struct prices *prices);

/* What one sale of these goods brings at such prices, in grains. */
int steward_revenue(const struct prospect *prospect, const struct prices *prices, uint32_t active, ff_goods goods);

/* What a seat's board brings a round, in grains. */
int steward_income(const struct prospect *prospect, uint32_t active, ff_goods yield);

/* What a board is worth, before the coins in hand are known. In grains. */
struct worth {
    int income;       /* a round */
    int money;        /* until the game's end */
    int need;         /* what the rest of the palace costs */
    int rest;         /* what is not money */
    int parts_left;   /* to build, */
    int parts_held;   /* of these in the hand and kept, */
    int parts_buried; /* and of these in the hand and put under the deck */
    int draws;        /* cards a round */
    int price;        /* of the next part */
};

/* With the game's end `horizon` rounds (in grains) away. */
void steward_appraise(const struct prospect *prospect, const struct site *site, int horizon, struct worth *worth);

/* The whole, with that many coins. Money beyond what the palace needs is worth little. */
int steward_total(const struct prospect *prospect, const struct worth *worth, int coins);

/* ------------------------------------------------------------------------------------------------ steward_plan.c */

enum { PLANS_MAX = 224, NO_BUILD = FF_NO_CARD };

/* Up to two builds, in order. */
struct plan {
    uint8_t card[2], space[2];
    int16_t cost;      /* coins */
    int16_t keep_cost; /* of the best card left in the hand */
    struct worth worth;
    int32_t keep; /* what the best card left in the hand would bring next round */
};

struct plans {
    int n;
    struct plan of[PLANS_MAX];
};

/* Every plan worth a thought that can be paid with `coins`; the first builds nothing. With `card` not NO_BUILD the
 * first build is that card. */
void steward_plans(const struct prospect *prospect, int coins, int card, struct plans *plans);

/* The best plan with that many coins; *value gets its worth, coins included. */
const struct plan *steward_best(const struct prospect *prospect, const struct plans *plans, int coins, int *value);

/* What building the card at its best space would bring, its cost taken off, with the end `horizon` away. */
int steward_gain(const struct prospect *prospect, const struct site *site, int card, int horizon);

/* ------------------------------------------------------------------------------------------------ steward_sale.c */

/* The options of the stages BREWERY to OFFICE and STORE_*. */
unsigned steward_sell(const struct prospect *prospect, ff_options legal);
unsigned steward_store(const struct prospect *prospect, ff_options legal);

#endif
