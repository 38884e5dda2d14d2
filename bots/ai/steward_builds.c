/* steward_builds.c - chooses which cards to build and where. Tries each card of the hand alone on every space, and then
 * pairs its two best spaces with those of every other card. The order within a pair matters only for the Crane, which
 * is built first and covered last. */
#include "bots/ai/steward_internal.h"

enum { BEST_SPACES = 2, PLACEMENTS_MAX = FF_CARDS_MAX * BEST_SPACES };

struct placement {
    uint8_t card, space;
};

struct placements {
    int n;
    struct placement of[PLACEMENTS_MAX];
};

/* Cards of the hand that will be worth building next round, sorted by descending gain. */
struct later_builds {
    int n;
    struct {
        uint8_t card;
        int cost, gain;
    } of[FF_CARDS_MAX];
};

/* State shared by all plans of one decision. */
struct planner {
    const struct steward_outlook *outlook;
    struct steward_board board; /* the present board */
    struct later_builds later;
    int coins;
    struct build_plans *plans;
};

/* What value_with() needs to try one more card on a board. */
struct trial {
    const struct steward_board *board;
    int horizon, purse; /* purse: coins left after the build */
};

static int cost_of(const struct steward_outlook *outlook, uint32_t active, int card, int parts_before)
{
    const struct ff_public *pub = &outlook->view->pub;
    int cost = outlook->edition->cost[card];
    if (ff_is_palace(card)) {
        struct ff_public then = {.players = pub->players, .palaces = (uint8_t)(pub->palaces + parts_before)};
        cost = ff_palace_price(&then);
    }
    return steward_max(0, cost - ff_crane_saves(active));
}

static bool fits(const struct steward_outlook *outlook, const struct steward_board *board, int card, int space)
{
    if (ff_is_palace(board->card[space]))
        return false;
    return outlook->view->pub.mode != FF_EXPERT || !ff_is_palace(card) || card - FF_PALACE1 == space;
}

/* ------------------------------------------------------------------------------------------------------ one build */

static int value_with(const struct steward_outlook *outlook, const struct trial *trial, int card, int space)
{
    struct steward_board then = *trial->board;
    struct board_value value;
    steward_build_on(outlook->edition, &then, space, card);
    steward_evaluate_board(outlook, &then, trial->horizon, &value);
    if (ff_is_palace(card) && ff_has(outlook->view->own.hand, card))
        value.parts_held--;
    return steward_total_value(outlook, &value, trial->purse);
}

/* Appends the card's best spaces to `placements`. Returns the value of the board with the card on its best space. */
static int try_card(const struct steward_outlook *outlook, const struct trial *trial, int card,
                    struct placements *placements)
{
    int best[BEST_SPACES] = {INT32_MIN, INT32_MIN}, at[BEST_SPACES] = {-1, -1};
    for (int s = 0; s < FF_SPACES; s++) {
        if (!fits(outlook, trial->board, card, s))
            continue;
        int value = value_with(outlook, trial, card, s);
        int rank = value > best[0] ? 0 : value > best[1] ? 1 : BEST_SPACES;
        if (rank == 0) {
            best[1] = best[0];
            at[1] = at[0];
        }
        if (rank < BEST_SPACES) {
            best[rank] = value;
            at[rank] = s;
        }
    }
    for (int i = 0; i < BEST_SPACES && at[i] >= 0 && placements; i++)
        placements->of[placements->n++] = (struct placement){(uint8_t)card, (uint8_t)at[i]};
    return best[0];
}

int steward_build_gain(const struct steward_outlook *outlook, const struct steward_board *board, int card, int horizon)
{
    struct board_value without;
    steward_evaluate_board(outlook, board, horizon, &without);
    const int purse = outlook->view->pub.coins[outlook->seat] + without.income / GRAINS;
    const struct trial trial = {board, horizon, purse - cost_of(outlook, board->active, card, 0)};
    int best = try_card(outlook, &trial, card, NULL);
    return best == INT32_MIN ? INT32_MIN / 2 : best - steward_total_value(outlook, &without, purse);
}

/* -------------------------------------------------------------------------------------------------- cards to keep */

static void find_later_builds(struct planner *planner)
{
    const struct steward_outlook *outlook = planner->outlook;
    struct later_builds *later = &planner->later;
    later->n = 0;
    for (uint32_t hand = outlook->view->own.hand; hand; hand &= hand - 1) {
        int card = ff_lowest(hand), i = later->n;
        int gain = steward_build_gain(outlook, &planner->board, card, steward_max(0, outlook->horizon - GRAINS));
        if (gain <= 0)
            continue;
        for (; i > 0 && later->of[i - 1].gain < gain; i--)
            later->of[i] = later->of[i - 1];
        later->of[i].card = (uint8_t)card;
        later->of[i].gain = gain;
        later->of[i].cost = cost_of(outlook, planner->board.active, card, 0);
        later->n++;
    }
}

static void keep_best(const struct planner *planner, struct build_plan *plan)
{
    for (int i = 0; i < planner->later.n; i++)
        if (planner->later.of[i].card != plan->card[0] && planner->later.of[i].card != plan->card[1]) {
            plan->keep = planner->later.of[i].gain * planner->outlook->style->keep / GRAINS;
            plan->keep_cost = (int16_t)planner->later.of[i].cost;
            return;
        }
}

/* Counts Palace parts that the seat can keep. The others go to the bottom of the deck. */
static void bury_parts(const struct steward_outlook *outlook, uint32_t active, struct board_value *value)
{
    int held = ff_popcount(outlook->view->own.hand & FF_PALACE_CARDS & ~active);
    value->parts_held = steward_min(held, ff_keep_max(active));
    value->parts_buried = held - value->parts_held;
}

/* ---------------------------------------------------------------------------------------------------------- plans */

/* Adds a plan of up to two builds if the seat can pay for it. */
static void add_plan(struct planner *planner, const struct placement *first, const struct placement *second)
{
    const struct placement *build[FF_BUILDS_MAX] = {first, second};
    const struct steward_outlook *outlook = planner->outlook;
    struct steward_board then = planner->board;
    struct build_plan *plan = &planner->plans->of[planner->plans->n];
    *plan = (struct build_plan){.card = {NO_BUILD, NO_BUILD}};
    for (int i = 0; i < FF_BUILDS_MAX && build[i]; i++) {
        plan->card[i] = build[i]->card;
        plan->space[i] = build[i]->space;
        plan->cost += (int16_t)cost_of(outlook, then.active, build[i]->card, i > 0 && ff_is_palace(first->card));
        steward_build_on(outlook->edition, &then, build[i]->space, build[i]->card);
    }
    if (plan->cost > planner->coins)
        return;
    steward_evaluate_board(outlook, &then, outlook->horizon, &plan->value);
    bury_parts(outlook, then.active, &plan->value);
    keep_best(planner, plan);
    planner->plans->n++;
}

/* Returns whether the two builds are in the order to try: the Crane is built first, covering a Crane comes last, and
 * any other pair is tried in one order only. */
static bool in_order(const struct steward_board *board, const struct placement *first, const struct placement *second)
{
    if (first->card == FF_CRANE || second->card == FF_CRANE)
        return first->card == FF_CRANE;
    if (board->card[first->space] == FF_CRANE || board->card[second->space] == FF_CRANE)
        return board->card[second->space] == FF_CRANE;
    return first->card < second->card;
}

static void add_pairs(struct planner *planner, const struct placements *firsts, const struct placements *seconds)
{
    const bool ordered = firsts == seconds;
    for (int i = 0; i < firsts->n; i++)
        for (int j = 0; j < seconds->n && planner->plans->n < PLANS_MAX; j++) {
            const struct placement *first = &firsts->of[i], *second = &seconds->of[j];
            bool possible = first->card != second->card && first->space != second->space;
            if (possible && (!ordered || in_order(&planner->board, first, second)))
                add_plan(planner, first, second);
        }
}

static void place_hand(const struct planner *planner, struct placements *placements)
{
    const struct steward_outlook *outlook = planner->outlook;
    placements->n = 0;
    for (uint32_t hand = outlook->view->own.hand; hand; hand &= hand - 1) {
        int card = ff_lowest(hand), cost = cost_of(outlook, planner->board.active, card, 0);
        const struct trial trial = {&planner->board, outlook->horizon, planner->coins - cost};
        if (cost - FF_CRANE_SAVES <= planner->coins)
            try_card(outlook, &trial, card, placements);
    }
}

/* Lists every space on which a chosen card may be placed. */
static void place_everywhere(const struct planner *planner, int card, struct placements *placements)
{
    placements->n = 0;
    for (int s = 0; s < FF_SPACES; s++)
        if (fits(planner->outlook, &planner->board, card, s))
            placements->of[placements->n++] = (struct placement){(uint8_t)card, (uint8_t)s};
}

void steward_make_build_plans(const struct steward_outlook *outlook, int coins, int card, struct build_plans *plans)
{
    const struct ff_public *pub = &outlook->view->pub;
    const bool building = pub->stage == FF_STAGE_BUILD || pub->stage == FF_STAGE_SPACE;
    struct planner planner = {.outlook = outlook, .coins = coins, .plans = plans};
    struct placements placements, chosen;
    steward_board_of(pub, outlook->seat, &planner.board);
    find_later_builds(&planner);
    place_hand(&planner, &placements);
    plans->n = 0;
    if (card == NO_BUILD)
        add_plan(&planner, NULL, NULL);
    else
        place_everywhere(&planner, card, &chosen);
    const struct placements *firsts = card == NO_BUILD ? &placements : &chosen;
    for (int i = 0; i < firsts->n; i++)
        add_plan(&planner, &firsts->of[i], NULL);
    if (!building || pub->left == FF_BUILDS_MAX)
        add_pairs(&planner, firsts, &placements);
}

const struct build_plan *steward_best_build_plan(const struct steward_outlook *outlook, const struct build_plans *plans,
                                                 int coins, int *value)
{
    const struct build_plan *best = &plans->of[0];
    *value = INT32_MIN;
    for (int i = 0; i < plans->n; i++) {
        const struct build_plan *plan = &plans->of[i];
        int left = coins - plan->cost;
        if (left < 0)
            continue;
        bool payable = left + plan->value.income / GRAINS >= plan->keep_cost;
        int total = steward_total_value(outlook, &plan->value, left) + (payable ? plan->keep : plan->keep / 4);
        if (total > *value) {
            *value = total;
            best = plan;
        }
    }
    return best;
}
