/* steward_plan.c - which cards to build where.
 *
 * Each card of the hand is tried alone on every space; its two best spaces are then paired with those of every other
 * card. The order within a pair matters only for the Crane: it is built first and covered last. */
#include "ai/steward_in.h"

enum { BEST_SPACES = 2, TRIES_MAX = FF_CARDS_MAX * BEST_SPACES };

/* A card on a space of the board as it is. */
struct build {
    uint8_t card, space;
};

struct tries {
    int n;
    struct build of[TRIES_MAX];
};

/* ----------------------------------------------------------------------------------------------------------- costs */

static int cost_of(const struct prospect *prospect, uint32_t active, int card, int parts_before)
{
    const struct ff_public *pub = &prospect->view->pub;
    int cost = prospect->edition->cost[card];
    if (ff_is_palace(card)) {
        struct ff_public then = {.players = pub->players, .palaces = (uint8_t)(pub->palaces + parts_before)};
        cost = ff_palace_price(&then);
    }
    return steward_greater(0, cost - ff_crane_saves(active));
}

static bool fits(const struct prospect *prospect, const struct site *site, int card, int space)
{
    if (ff_is_palace(site->board[space]))
        return false;
    return prospect->view->pub.mode != FF_EXPERT || !ff_is_palace(card) || card - FF_PALACE1 == space;
}

/* ------------------------------------------------------------------------------------------------------ one build */

static int worth_with(const struct prospect *prospect, const struct site *site, int card, int space, int horizon,
                      int purse)
{
    struct site then = *site;
    struct worth worth;
    steward_lay(prospect->edition, &then, space, card);
    steward_appraise(prospect, &then, horizon, &worth);
    if (ff_is_palace(card) && ff_has(prospect->view->own.hand, card))
        worth.parts_held--;
    return steward_total(prospect, &worth, purse);
}

/* Appends the card's best spaces; returns the worth of the board with the card on the best of them. */
static int try_card(const struct prospect *prospect, const struct site *site, int card, int horizon, int purse,
                    struct tries *tries)
{
    int best[BEST_SPACES] = {INT32_MIN, INT32_MIN}, at[BEST_SPACES] = {-1, -1};
    for (int s = 0; s < FF_SPACES; s++) {
        if (!fits(prospect, site, card, s))
            continue;
        int worth = worth_with(prospect, site, card, s, horizon, purse);
        int rank = worth > best[0] ? 0 : worth > best[1] ? 1 : BEST_SPACES;
        if (rank == 0) {
            best[1] = best[0];
            at[1] = at[0];
        }
        if (rank < BEST_SPACES) {
            best[rank] = worth;
            at[rank] = s;
        }
    }
    for (int i = 0; i < BEST_SPACES && at[i] >= 0 && tries; i++)
        tries->of[tries->n++] = (struct build){(uint8_t)card, (uint8_t)at[i]};
    return best[0];
}

int steward_gain(const struct prospect *prospect, const struct site *site, int card, int horizon)
{
    const struct ff_public *pub = &prospect->view->pub;
    struct worth without;
    steward_appraise(prospect, site, horizon, &without);
    int purse = pub->coins[prospect->seat] + without.income / GRAINS;
    int best = try_card(prospect, site, card, horizon, purse - cost_of(prospect, site->active, card, 0), NULL);
    return best == INT32_MIN ? INT32_MIN / 2 : best - steward_total(prospect, &without, purse);
}

/* ------------------------------------------------------------------------------------------------- cards to keep */

struct wishes {
    int n;
    struct {
        uint8_t card;
        int cost, gain;
    } of[FF_CARDS_MAX];
};

/* The cards of the hand that will be worth building next round, best first. */
static void wish(const struct prospect *prospect, const struct site *site, uint32_t hand, struct wishes *wishes)
{
    int later = steward_greater(0, prospect->horizon - GRAINS);
    wishes->n = 0;
    for (; hand; hand &= hand - 1) {
        int card = ff_lowest(hand), gain = steward_gain(prospect, site, card, later), i = wishes->n;
        if (gain <= 0)
            continue;
        for (; i > 0 && wishes->of[i - 1].gain < gain; i--)
            wishes->of[i] = wishes->of[i - 1];
        wishes->of[i].card = (uint8_t)card;
        wishes->of[i].gain = gain;
        wishes->of[i].cost = cost_of(prospect, site->active, card, 0);
        wishes->n++;
    }
}

static void keep_best(const struct prospect *prospect, const struct wishes *wishes, struct plan *plan)
{
    plan->keep = plan->keep_cost = 0;
    for (int i = 0; i < wishes->n; i++)
        if (wishes->of[i].card != plan->card[0] && wishes->of[i].card != plan->card[1]) {
            plan->keep = wishes->of[i].gain * prospect->style->keep / GRAINS;
            plan->keep_cost = (int16_t)wishes->of[i].cost;
            return;
        }
}

/* ---------------------------------------------------------------------------------------------------------- plans */

/* Palace parts that cannot be kept go to the end of the deck. */
static void bury_parts(const struct prospect *prospect, uint32_t active, struct worth *worth)
{
    int held = ff_popcount(prospect->view->own.hand & FF_PALACE_CARDS & ~active);
    worth->parts_held = steward_lesser(held, ff_keep_max(active));
    worth->parts_buried = held - worth->parts_held;
}

static void add_plan(const struct prospect *prospect, const struct site *site, const struct wishes *wishes,
                     const struct build *first, const struct build *second, struct plans *plans, int coins)
{
    struct site then = *site;
    struct plan *plan = &plans->of[plans->n];
    *plan = (struct plan){.card = {NO_BUILD, NO_BUILD}};
    if (first) {
        plan->card[0] = first->card;
        plan->space[0] = first->space;
        plan->cost = (int16_t)cost_of(prospect, then.active, first->card, 0);
        steward_lay(prospect->edition, &then, first->space, first->card);
    }
    if (second) {
        plan->card[1] = second->card;
        plan->space[1] = second->space;
        plan->cost += (int16_t)cost_of(prospect, then.active, second->card, ff_is_palace(first->card));
        steward_lay(prospect->edition, &then, second->space, second->card);
    }
    if (plan->cost > coins)
        return;
    steward_appraise(prospect, &then, prospect->horizon, &plan->worth);
    bury_parts(prospect, then.active, &plan->worth);
    keep_best(prospect, wishes, plan);
    plans->n++;
}

/* Whether this order of two builds is the one to look at. */
static bool in_order(const struct site *site, const struct build *first, const struct build *second)
{
    if (first->card == FF_CRANE || second->card == FF_CRANE)
        return first->card == FF_CRANE;
    if (site->board[first->space] == FF_CRANE || site->board[second->space] == FF_CRANE)
        return site->board[second->space] == FF_CRANE;
    return first->card < second->card;
}

static void add_pairs(const struct prospect *prospect, const struct site *site, const struct wishes *wishes,
                      const struct tries *firsts, const struct tries *tries, bool ordered, int coins,
                      struct plans *plans)
{
    for (int i = 0; i < firsts->n; i++)
        for (int j = 0; j < tries->n && plans->n < PLANS_MAX; j++) {
            const struct build *first = &firsts->of[i], *second = &tries->of[j];
            if (first->card == second->card || first->space == second->space)
                continue;
            if (ordered && !in_order(site, first, second))
                continue;
            add_plan(prospect, site, wishes, first, second, plans, coins);
        }
}

static int builds_left(const struct ff_public *pub)
{
    return pub->stage == FF_STAGE_BUILD || pub->stage == FF_STAGE_SPACE ? pub->left : FF_BUILDS_MAX;
}

static void try_hand(const struct prospect *prospect, const struct site *site, uint32_t hand, int coins,
                     struct tries *tries)
{
    tries->n = 0;
    for (; hand; hand &= hand - 1) {
        int card = ff_lowest(hand);
        int cost = cost_of(prospect, site->active, card, 0);
        if (cost - FF_CRANE_SAVES <= coins)
            try_card(prospect, site, card, prospect->horizon, coins - cost, tries);
    }
}

/* The card chosen already, on every space that it may take. */
static void try_everywhere(const struct prospect *prospect, const struct site *site, int card, struct tries *tries)
{
    tries->n = 0;
    for (int s = 0; s < FF_SPACES; s++)
        if (fits(prospect, site, card, s))
            tries->of[tries->n++] = (struct build){(uint8_t)card, (uint8_t)s};
}

void steward_plans(const struct prospect *prospect, int coins, int card, struct plans *plans)
{
    const struct ff_public *pub = &prospect->view->pub;
    struct site site;
    struct wishes wishes;
    struct tries tries, chosen;
    steward_site_of(pub, prospect->seat, &site);
    wish(prospect, &site, prospect->view->own.hand, &wishes);
    try_hand(prospect, &site, prospect->view->own.hand, coins, &tries);
    plans->n = 0;
    bool free = card == NO_BUILD;
    if (free)
        add_plan(prospect, &site, &wishes, NULL, NULL, plans, coins);
    else
        try_everywhere(prospect, &site, card, &chosen);
    const struct tries *firsts = free ? &tries : &chosen;
    for (int i = 0; i < firsts->n; i++)
        add_plan(prospect, &site, &wishes, &firsts->of[i], NULL, plans, coins);
    if (builds_left(pub) == FF_BUILDS_MAX)
        add_pairs(prospect, &site, &wishes, firsts, &tries, free, coins, plans);
}

const struct plan *steward_best(const struct prospect *prospect, const struct plans *plans, int coins, int *value)
{
    const struct plan *best = &plans->of[0];
    *value = INT32_MIN;
    for (int i = 0; i < plans->n; i++) {
        const struct plan *plan = &plans->of[i];
        int left = coins - plan->cost;
        if (left < 0)
            continue;
        bool payable = left + plan->worth.income / GRAINS >= plan->keep_cost;
        int worth = steward_total(prospect, &plan->worth, left) + (payable ? plan->keep : plan->keep / 4);
        if (worth > *value) {
            *value = worth;
            best = plan;
        }
    }
    return best;
}
