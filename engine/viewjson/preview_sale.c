/* preview_sale.c - compares a sale at every brewery; see viewjson.h. */
#include "engine/text/json_values.h"
#include "viewjson.h"

enum { CHAIN_MAX = 8, NO_BREWERY = FF_OPTION_DONE };

struct planner {
    const struct ff_edition *edition;
    const struct ff_view *view;
    const struct viewjson_sale_plan *plan;
    struct ff_game game; /* the game as far as the seat knows it */
    int seat;
};

/* A sale that was tried. */
struct sale {
    enum ff_refusal refusal;
    unsigned brewery; /* the chosen option of FF_STAGE_BREWERY */
    ff_goods goods;   /* tokens that the sale really gives up */
    struct ff_event event;
    struct ff_public before, after;
    ff_action chain[CHAIN_MAX];
    int chain_n;
};

static bool owes(const struct ff_game *game, int seat) { return game->pub.owe >> seat & 1; }

/* ---------------------------------------------------------------------------------------------------------- trying */

static unsigned at_most(unsigned n, unsigned max) { return n < max ? n : max; }

/* Returns the planned goods, limited to those that the seat has. */
static ff_goods goods_at_hand(const struct planner *planner)
{
    ff_goods goods = 0, have = planner->game.pub.goods[planner->seat];
    for (unsigned good = 0; good < FF_GOODS; good++)
        goods |= ff_goods_n(good, at_most(ff_count(planner->plan->goods, good), ff_count(have, good)));
    return goods;
}

/* Returns the exchange, reduced to the tokens that are given up. Returns 0 if no token is left to exchange or if the
 * other good's price is 0 (R5.2). */
static unsigned possible_market(const struct planner *planner, unsigned market, ff_goods prices, ff_goods goods)
{
    if (market == 0 || !ff_has(planner->game.pub.active[planner->seat], FF_MARKET) ||
        ff_count(prices, ff_market_to(market)) == 0)
        return 0;
    unsigned from = ff_market_from(market), count = at_most(ff_market_count(market), ff_count(goods, from));
    return count ? ff_market_of(from, ff_market_to(market), count) : 0;
}

/* Returns the goods that can be sold with an exchange: those with a price above 0 and the exchanged tokens (R5.2). */
static ff_goods possible_goods(ff_goods prices, unsigned market, ff_goods goods)
{
    for (unsigned good = 0; good < FF_GOODS; good++) {
        unsigned exchanged = market && ff_market_from(market) == good ? ff_market_count(market) : 0;
        if (ff_count(prices, good) == 0)
            goods = (ff_goods)((goods & ~(15u << 4 * good)) | exchanged << 4 * good);
    }
    return goods;
}

/* Returns the option that the planned sale takes at the current stage, or the first legal option if that is not
 * legal. */
static unsigned sale_option(const struct ff_game *game, int seat, ff_goods goods, unsigned market, unsigned office)
{
    ff_options legal = ff_game_options(game, seat);
    unsigned wanted = office, stage = game->pub.stage;
    if (stage == FF_STAGE_MARKET) {
        wanted = market;
    } else if (ff_is_sell(stage)) {
        unsigned good = stage - FF_STAGE_SELL_HOPS, exchanged = game->pub.market;
        wanted = ff_count(goods, good);
        if (exchanged && ff_market_from(exchanged) == good)
            wanted -= ff_market_count(exchanged);
    } else if (!(legal >> office & 1)) {
        wanted = FF_OPTION_NO_OFFICE;
    }
    return legal >> wanted & 1 ? wanted : (unsigned)ff_option_nth(legal, 0);
}

/* Plays the sale of sale->goods at sale->brewery on a copy of the game. */
static void try_sale(const struct planner *planner, struct sale *sale, unsigned market, unsigned office)
{
    struct ff_game game = planner->game;
    int seat = planner->seat;
    unsigned option = sale->brewery;
    sale->before = game.pub;
    sale->chain_n = 0;
    do {
        if (owes(&game, seat)) {
            ff_action action = ff_action_of(game.pub.stage, option);
            sale->chain[sale->chain_n++] = action;
            ff_play(planner->edition, &game, seat, action, &sale->event);
        } else {
            ff_follow(planner->edition, &game, &sale->event);
        }
        if (owes(&game, seat))
            option = sale_option(&game, seat, sale->goods, market, office);
    } while (sale->event.kind != FF_EVENT_SOLD);
    sale->after = game.pub;
    sale->goods = sale->event.goods;
}

/* Returns the highest option to try: the planned one, or `all` if the plan is VIEWJSON_PLAN_BEST. */
static unsigned bound(unsigned planned, unsigned all) { return planned == VIEWJSON_PLAN_BEST ? all : planned; }

/* Tries the sale with each use of the Office that the plan allows and keeps the one with the highest income. */
static void try_offices(const struct planner *planner, struct sale sale, unsigned market, struct sale *best)
{
    ff_goods goods = sale.goods;
    unsigned office = planner->plan->office;
    for (unsigned o = bound(office, 0); o <= bound(office, FF_OPTION_NO_OFFICE); o++) {
        sale.goods = goods;
        try_sale(planner, &sale, market, o);
        if (best->refusal != FF_OK || sale.event.income > best->event.income)
            *best = sale;
    }
}

/* Finds the planned sale at a brewery. If the plan leaves the exchange or the Office open, takes the choice with the
 * highest income. */
static void plan_sale(const struct planner *planner, int brewery, struct sale *best)
{
    struct sale sale = {.brewery = (unsigned)brewery};
    sale.refusal = ff_why_not(planner->edition, planner->view, ff_action_of(FF_STAGE_BREWERY, sale.brewery));
    *best = sale;
    if (sale.refusal != FF_OK)
        return;
    best->refusal = FF_REFUSED_SELL_AT_LEAST_ONE; /* remains if nothing can be sold there */
    ff_goods goods = goods_at_hand(planner), prices = ff_prices(planner->edition, &planner->game.pub, brewery);
    unsigned planned = planner->plan->market;
    for (unsigned m = bound(planned, 0); m <= bound(planned, FF_MARKET_OPTIONS - 1); m++) {
        unsigned market = possible_market(planner, m, prices, goods);
        sale.goods = possible_goods(prices, market, goods);
        if (sale.goods)
            try_offices(planner, sale, market, best);
    }
}

/* --------------------------------------------------------------------------------------------------------- writing */

/* Writes prices and steps, because a marker may move without a change of the price (R0.5). */
static void put_prices(struct base_out *out, const struct ff_edition *edition, const struct sale *sale)
{
    bool none = sale->brewery == NO_BREWERY;
    int brewery = none ? -1 : (int)sale->brewery; /* the functions return 0 for a brewery that does not exist */
    text_json_member_goods(out, "price", ff_prices(edition, &sale->before, brewery));
    text_json_member_goods(out, "priceAfter", ff_prices(edition, &sale->after, brewery));
    text_json_member_goods(out, "priceNext", ff_prices_next(edition, &sale->after, brewery));
    text_json_member_goods(out, "step", none ? 0 : sale->before.step[brewery]);
    text_json_member_goods(out, "stepAfter", none ? 0 : sale->after.step[brewery]);
    text_json_member_goods(out, "stepNext", ff_steps_next(edition, &sale->after, brewery));
}

static ff_goods goods_counted(const struct sale *sale)
{
    return ff_market_goods(sale->event.goods, sale->event.market);
}

static void put_spaces_filled(struct base_out *out, const struct sale *sale)
{
    ff_goods fills = 0;
    if (sale->brewery != NO_BREWERY)
        fills = (ff_goods)(sale->before.room[sale->brewery] - sale->after.room[sale->brewery]);
    text_json_member_goods(out, "fills", fills);
    text_json_member_goods(out, "surplus", (ff_goods)(goods_counted(sale) - fills));
}

static void put_income(struct base_out *out, const struct sale *sale, int seat)
{
    uint32_t active = sale->before.active[seat];
    int steady = ff_steady_income(active), bank = ff_steady_income(active & ~ff_bit(FF_GUIDE));
    int office = (int)ff_count(goods_counted(sale), sale->event.office); /* 0 for FF_OPTION_NO_OFFICE */
    base_json_begin(out, "income", '{');
    base_json_number(out, "tokens", sale->event.income - steady - office);
    base_json_number(out, "office", office);
    base_json_number(out, "bank", bank);
    base_json_number(out, "guide", steady - bank);
    base_json_number(out, "total", sale->event.income);
    base_json_close(out, '}');
}

/* Returns the seat's place in the next round's order, assuming that no later seller gets ahead of it (R2.2). *later is
 * the number of later sellers. */
static int best_place(const struct sale *sale, int seat, int *later)
{
    uint8_t order[FF_PLAYERS_MAX];
    int place = 0;
    *later = sale->after.players - ff_next_order(&sale->after, order);
    while (order[place] != seat)
        place++;
    return place + 1;
}

static void put_place(struct base_out *out, int place, int later)
{
    base_json_begin(out, "place", '{');
    base_json_number(out, "best", place);
    base_json_number(out, "worst", place + later);
    base_json_close(out, '}');
}

static void put_chain(struct base_out *out, const struct sale *sale)
{
    base_json_begin(out, "actions", '[');
    for (int i = 0; i < sale->chain_n; i++)
        text_json_action(out, sale->chain[i]);
    base_json_close(out, ']');
}

/* The sale at each brewery, the sale of nothing, and the best values of all. */
struct comparison {
    struct sale at[FF_PLAYERS_MAX], nothing;
    int most_coins, earliest;
};

static void put_row(struct base_out *out, const struct planner *planner, const struct comparison *all,
                    const struct sale *sale)
{
    bool refused = sale->refusal != FF_OK, none = sale->brewery == NO_BREWERY;
    struct sale shown = refused ? all->nothing : *sale; /* a refused row shows the result of selling nothing */
    shown.brewery = sale->brewery;
    if (refused)
        shown.chain_n = 0;
    int seat = planner->seat, later, place = best_place(&shown, seat, &later);
    base_json_open(out, '{');
    base_json_number_or_null(out, "brewery", !none, sale->brewery);
    base_json_key(out, "refusal");
    viewjson_put_refusal(out, planner->edition, planner->view, 0, sale->refusal);
    text_json_member_goods(out, "goods", shown.goods);
    base_json_flag(out, "clipped", !none && shown.goods != planner->plan->goods);
    text_json_member_exchange(out, "market", shown.event.market);
    text_json_member_good(out, "office", shown.event.office);
    text_json_member_goods(out, "counted", goods_counted(&shown));
    put_income(out, &shown, seat);
    base_json_number(out, "coins", shown.after.coins[seat]);
    put_prices(out, planner->edition, &shown);
    put_spaces_filled(out, &shown);
    base_json_number(out, "disc", shown.event.disc);
    put_place(out, place, later);
    base_json_flag(out, "mostCoins", !none && !refused && shown.event.income == all->most_coins);
    base_json_flag(out, "earliest", !none && !refused && place == all->earliest);
    put_chain(out, &shown);
    base_json_close(out, '}');
}

static void compare(const struct planner *planner, struct comparison *all)
{
    all->most_coins = -1;
    all->earliest = FF_PLAYERS_MAX + 1;
    all->nothing = (struct sale){.brewery = NO_BREWERY};
    try_sale(planner, &all->nothing, 0, FF_OPTION_NO_OFFICE);
    for (int brewery = 0; brewery < planner->view->pub.players; brewery++) {
        struct sale *sale = &all->at[brewery];
        int later;
        plan_sale(planner, brewery, sale);
        if (sale->refusal != FF_OK)
            continue;
        if (sale->event.income > all->most_coins)
            all->most_coins = sale->event.income;
        if (best_place(sale, planner->seat, &later) < all->earliest)
            all->earliest = best_place(sale, planner->seat, &later);
    }
}

static void put_plan(struct base_out *out, const struct viewjson_sale_plan *plan)
{
    base_json_begin(out, "plan", '{');
    text_json_member_goods(out, "goods", plan->goods);
    if (plan->market == VIEWJSON_PLAN_BEST)
        base_json_string(out, "market", "best");
    else
        text_json_member_exchange(out, "market", plan->market);
    if (plan->office == VIEWJSON_PLAN_BEST)
        base_json_string(out, "office", "best");
    else
        text_json_member_good(out, "office", plan->office);
    base_json_close(out, '}');
}

void viewjson_put_sale_preview(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                               const struct viewjson_sale_plan *plan)
{
    struct planner planner = {.edition = edition, .view = view, .plan = plan, .seat = view->own.seat};
    struct comparison all;
    if (view->pub.stage != FF_STAGE_BREWERY || !ff_legal(edition, view)) {
        base_json_null(out);
        return;
    }
    ff_view_game(edition, view, &planner.game);
    compare(&planner, &all);
    base_json_open(out, '{');
    put_plan(out, plan);
    base_json_flag(out, "hasMarket", ff_has(view->pub.active[planner.seat], FF_MARKET));
    base_json_flag(out, "hasOffice", ff_has(view->pub.active[planner.seat], FF_OFFICE));
    base_json_begin(out, "rows", '[');
    for (int brewery = 0; brewery < view->pub.players; brewery++)
        put_row(out, &planner, &all, &all.at[brewery]);
    base_json_close(out, ']');
    base_json_key(out, "none");
    put_row(out, &planner, &all, &all.nothing);
    base_json_close(out, '}');
}
