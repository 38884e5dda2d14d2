/* preview_sale.c - the comparison of all breweries; see preview.h. */
#include "engine/text/json_values.h"
#include "event.h"
#include "preview.h"
#include "view.h"

enum { CHAIN_MAX = 8, NO_BREWERY = FF_OPTION_DONE };

/* A sale that was tried. */
struct sale {
    enum ff_refusal refusal;
    unsigned brewery; /* the option taken */
    ff_goods goods;   /* really given up */
    struct ff_event event;
    struct ff_public before, after;
    ff_action chain[CHAIN_MAX];
    int chain_n;
};

static bool owes(const struct ff_game *game, int seat) { return game->pub.owe >> seat & 1; }

/* ------------------------------------------------------------------------------------------------------ trying one */

static unsigned bounded(unsigned n, unsigned max) { return n < max ? n : max; }

/* The wanted goods, as many as there are. */
static ff_goods goods_there(const struct ff_public *pub, int seat, ff_goods wanted)
{
    ff_goods goods = 0;
    for (unsigned good = 0; good < FF_GOODS; good++)
        goods |= ff_goods_n(good, bounded(ff_count(wanted, good), ff_count(pub->goods[seat], good)));
    return goods;
}

/* An exchange of no more tokens than are given up, for a good with a price (R5.2); 0 where nothing of it is left. */
static unsigned possible_market(const struct ff_edition *edition, const struct ff_public *pub, int seat, int brewery,
                                unsigned market, ff_goods goods)
{
    if (market == 0 || !ff_has(pub->active[seat], FF_MARKET) ||
        ff_price(edition, pub, brewery, (int)ff_market_to(market)) == 0)
        return 0;
    unsigned from = ff_market_from(market), count = bounded(ff_market_count(market), ff_count(goods, from));
    return count ? ff_market_of(from, ff_market_to(market), count) : 0;
}

/* What of the goods can be sold at a brewery with that exchange: those with a price, and the exchanged ones (R5.2). */
static ff_goods possible_goods(const struct ff_edition *edition, const struct ff_public *pub, int brewery,
                               unsigned market, ff_goods goods)
{
    for (unsigned good = 0; good < FF_GOODS; good++) {
        unsigned exchanged = market && ff_market_from(market) == good ? ff_market_count(market) : 0;
        if (ff_price(edition, pub, brewery, (int)good) == 0)
            goods = (ff_goods)((goods & ~(15u << 4 * good)) | exchanged << 4 * good);
    }
    return goods;
}

/* The option that the sale takes at the stage at hand; the first legal one where its own is not. */
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

/* Plays the sale of `goods` on a copy. */
static void try_sale(const struct ff_edition *edition, struct ff_game game, int seat, struct sale *sale,
                     unsigned market, unsigned office)
{
    sale->before = game.pub;
    sale->chain_n = 0;
    unsigned option = sale->brewery;
    do {
        if (owes(&game, seat)) {
            ff_action action = ff_action_of(game.pub.stage, option);
            sale->chain[sale->chain_n++] = action;
            ff_play(edition, &game, seat, action, &sale->event);
        } else {
            ff_follow(edition, &game, &sale->event);
        }
        if (owes(&game, seat))
            option = sale_option(&game, seat, sale->goods, market, office);
    } while (sale->event.kind != FF_EVENT_SOLD);
    sale->after = game.pub;
    sale->goods = sale->event.goods;
}

/* The first and last of the options to try: all of them, or the planned one. */
static unsigned first_of(unsigned planned, unsigned all) { return planned == VIEWJSON_PLAN_BEST ? all : planned; }

/* With each planned use of the Office; keeps the sale that brings most. */
static void try_offices(const struct ff_edition *edition, const struct ff_game *game, int seat,
                        const struct viewjson_sale_plan *plan, struct sale sale, unsigned market, struct sale *best)
{
    ff_goods goods = sale.goods;
    for (unsigned o = first_of(plan->office, 0); o <= first_of(plan->office, FF_OPTION_NO_OFFICE); o++) {
        sale.goods = goods;
        try_sale(edition, *game, seat, &sale, market, o);
        if (best->refusal != FF_OK || sale.event.income > best->event.income)
            *best = sale;
    }
}

/* The sale at a brewery as planned; where the plan leaves exchange or Office open, the one that brings most. */
static void plan_sale(const struct ff_edition *edition, const struct ff_view *view, const struct ff_game *game,
                      const struct viewjson_sale_plan *plan, int brewery, struct sale *best)
{
    const struct ff_public *pub = &game->pub;
    int seat = view->own.seat;
    struct sale sale = {.brewery = (unsigned)brewery};
    sale.refusal = ff_why_not(edition, view, ff_action_of(FF_STAGE_BREWERY, sale.brewery));
    *best = sale;
    if (sale.refusal != FF_OK)
        return;
    best->refusal = FF_REFUSED_SELL_AT_LEAST_ONE; /* until something is found that can be sold */
    ff_goods goods = goods_there(pub, seat, plan->goods);
    for (unsigned m = first_of(plan->market, 0); m <= first_of(plan->market, FF_MARKET_OPTIONS - 1); m++) {
        unsigned market = possible_market(edition, pub, seat, brewery, m, goods);
        sale.goods = possible_goods(edition, pub, brewery, market, goods);
        if (sale.goods)
            try_offices(edition, game, seat, plan, sale, market, best);
    }
}

static void plan_nothing(const struct ff_edition *edition, const struct ff_view *view, const struct ff_game *game,
                         struct sale *sale)
{
    *sale = (struct sale){.brewery = NO_BREWERY};
    try_sale(edition, *game, view->own.seat, sale, 0, FF_OPTION_NO_OFFICE);
}

/* ------------------------------------------------------------------------------------------------------- telling it */

/* The prices, and the spaces of the track that show them: a marker may move without the price changing (R0.5). */
static void put_prices(struct base_out *out, const struct ff_edition *edition, const struct sale *sale)
{
    ff_goods price = 0, after = 0, next = 0, step = 0, step_after = 0, step_next = 0;
    int brewery = (int)sale->brewery;
    for (int good = 0; good < FF_GOODS && sale->brewery != NO_BREWERY; good++) {
        price |= ff_goods_n(good, (unsigned)ff_price(edition, &sale->before, brewery, good));
        after |= ff_goods_n(good, (unsigned)ff_price(edition, &sale->after, brewery, good));
        next |= ff_goods_n(good, (unsigned)ff_price_next(edition, &sale->after, brewery, good));
        step_next |= ff_goods_n(good, (unsigned)ff_step_next(edition, &sale->after, brewery, good));
    }
    if (sale->brewery != NO_BREWERY) {
        step = sale->before.step[brewery];
        step_after = sale->after.step[brewery];
    }
    text_json_member_goods(out, "price", price);
    text_json_member_goods(out, "priceAfter", after);
    text_json_member_goods(out, "priceNext", next);
    text_json_member_goods(out, "step", step);
    text_json_member_goods(out, "stepAfter", step_after);
    text_json_member_goods(out, "stepNext", step_next);
}

static void put_spaces_filled(struct base_out *out, const struct sale *sale)
{
    ff_goods fills = 0;
    if (sale->brewery != NO_BREWERY)
        fills = (ff_goods)(sale->before.room[sale->brewery] - sale->after.room[sale->brewery]);
    text_json_member_goods(out, "fills", fills);
    text_json_member_goods(out, "surplus", (ff_goods)(ff_market_goods(sale->event.goods, sale->event.market) - fills));
}

static void put_income(struct base_out *out, const struct sale *sale, int seat)
{
    uint32_t active = sale->before.active[seat];
    int steady = ff_steady_income(active), bank = ff_steady_income(active & ~ff_bit(FF_GUIDE));
    int office = sale->event.office == FF_OPTION_NO_OFFICE
                     ? 0
                     : (int)ff_count(ff_market_goods(sale->event.goods, sale->event.market), sale->event.office);
    base_json_begin(out, "income", '{');
    base_json_number(out, "tokens", sale->event.income - steady - office);
    base_json_number(out, "office", office);
    base_json_number(out, "bank", bank);
    base_json_number(out, "guide", steady - bank);
    base_json_number(out, "total", sale->event.income);
    base_json_close(out, '}');
}

/* R2.2: whoever sells later may still come before. */
static int best_place(const struct sale *sale, int seat)
{
    uint8_t order[FF_PLAYERS_MAX];
    int place = 0;
    ff_next_order(&sale->after, order);
    while (order[place] != seat)
        place++;
    return place + 1;
}

static int later_sellers(const struct sale *sale)
{
    uint8_t order[FF_PLAYERS_MAX];
    return sale->after.players - ff_next_order(&sale->after, order);
}

static void put_chain(struct base_out *out, const struct sale *sale)
{
    base_json_begin(out, "actions", '[');
    for (int i = 0; i < sale->chain_n; i++)
        text_json_action(out, sale->chain[i]);
    base_json_close(out, ']');
}

struct marks {
    int most_coins; /* income */
    int earliest;   /* place */
};

static void put_row(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                    const struct sale *sale, const struct sale *nothing, ff_goods wanted, const struct marks *marks)
{
    bool refused = sale->refusal != FF_OK, none = sale->brewery == NO_BREWERY;
    struct sale told = refused ? *nothing : *sale; /* a refused row shows what selling nothing brings */
    told.brewery = sale->brewery;
    if (refused)
        told.chain_n = 0;
    int seat = view->own.seat, place = best_place(&told, seat);
    base_json_open(out, '{');
    base_json_key(out, "brewery");
    if (none)
        base_json_null(out);
    else
        base_json_value(out, sale->brewery);
    base_json_key(out, "refusal");
    viewjson_put_refusal(out, edition, view, 0, sale->refusal);
    text_json_member_goods(out, "goods", told.goods);
    base_json_flag(out, "clipped", !none && told.goods != wanted);
    text_json_member_market(out, "market", told.event.market);
    text_json_member_good(out, "office", told.event.office);
    text_json_member_goods(out, "counted", ff_market_goods(told.event.goods, told.event.market));
    put_income(out, &told, seat);
    base_json_number(out, "coins", told.after.coins[seat]);
    put_prices(out, edition, &told);
    put_spaces_filled(out, &told);
    base_json_number(out, "disc", told.event.disc);
    base_json_begin(out, "place", '{');
    base_json_number(out, "best", place);
    base_json_number(out, "worst", place + later_sellers(&told));
    base_json_close(out, '}');
    base_json_flag(out, "mostCoins", !none && !refused && told.event.income == marks->most_coins);
    base_json_flag(out, "earliest", !none && !refused && place == marks->earliest);
    put_chain(out, &told);
    base_json_close(out, '}');
}

static void mark_best(const struct sale *sale, int seat, struct marks *marks)
{
    if (sale->refusal != FF_OK)
        return;
    if (sale->event.income > marks->most_coins)
        marks->most_coins = sale->event.income;
    if (best_place(sale, seat) < marks->earliest)
        marks->earliest = best_place(sale, seat);
}

static void put_plan(struct base_out *out, const struct viewjson_sale_plan *plan)
{
    base_json_begin(out, "plan", '{');
    text_json_member_goods(out, "goods", plan->goods);
    if (plan->market == VIEWJSON_PLAN_BEST)
        base_json_string(out, "market", "best");
    else
        text_json_member_market(out, "market", plan->market);
    if (plan->office == VIEWJSON_PLAN_BEST)
        base_json_string(out, "office", "best");
    else
        text_json_member_good(out, "office", plan->office);
    base_json_close(out, '}');
}

void viewjson_put_sale_preview(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                               const struct viewjson_sale_plan *plan)
{
    if (view->pub.stage != FF_STAGE_BREWERY || !ff_legal(edition, view)) {
        base_json_null(out);
        return;
    }
    int seat = view->own.seat, players = view->pub.players;
    struct ff_game game;
    struct sale sale[FF_PLAYERS_MAX], nothing;
    struct marks marks = {-1, FF_PLAYERS_MAX + 1};
    ff_view_game(edition, view, &game);
    plan_nothing(edition, view, &game, &nothing);
    for (int brewery = 0; brewery < players; brewery++) {
        plan_sale(edition, view, &game, plan, brewery, &sale[brewery]);
        mark_best(&sale[brewery], seat, &marks);
    }
    base_json_open(out, '{');
    put_plan(out, plan);
    base_json_flag(out, "hasMarket", ff_has(view->pub.active[seat], FF_MARKET));
    base_json_flag(out, "hasOffice", ff_has(view->pub.active[seat], FF_OFFICE));
    base_json_begin(out, "rows", '[');
    for (int brewery = 0; brewery < players; brewery++)
        put_row(out, edition, view, &sale[brewery], &nothing, plan->goods, &marks);
    base_json_close(out, ']');
    base_json_key(out, "none");
    put_row(out, edition, view, &nothing, &nothing, plan->goods, &marks);
    base_json_close(out, '}');
}
