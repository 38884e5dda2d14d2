/* steward_sale.c - what to sell where.
 *
 * Every sale that is still open is looked at to its end: its coins buy the best plan of builds, its tokens fill demand
 * spaces and spoil prices for the next round, its income decides the place in the next round's order. At a later stage
 * of the same sale the same is done with what was chosen before. */
#include "ai/steward_in.h"

enum { COINS_MAX = 160 };

/* A whole sale. */
struct sale {
    int brewery; /* -1: none */
    unsigned market;
    unsigned sold[FF_GOODS]; /* as what they count, the exchanged ones included */
    unsigned left[FF_GOODS];
    int office; /* a good, or FF_OPTION_NO_OFFICE */
};

/* What all sales of a decision share. */
struct shop {
    const struct prospect *prospect;
    struct plans plans;
    struct prices prices;        /* next round, before this sale */
    int worth_of[COINS_MAX + 1]; /* of the best plan with so many coins; 0: not worked out yet */
    int rival[FF_PLAYERS_MAX];   /* where the other discs are or are expected, in grains */
    int steady;                  /* coins that come without a sale */
    int later[FF_GOODS];         /* expected prices, in grains */
    int best;
    struct sale chosen;
};

/* ------------------------------------------------------------------------------------------------------ its parts */

static int best_worth(struct shop *shop, int coins)
{
    coins = steward_lesser(coins, COINS_MAX);
    if (shop->worth_of[coins] == 0)
        steward_best(shop->prospect, &shop->plans, coins, &shop->worth_of[coins]);
    return shop->worth_of[coins];
}

static void watch_rivals(struct shop *shop)
{
    const struct ff_public *pub = &shop->prospect->view->pub;
    for (int seat = 0; seat < pub->players; seat++) {
        bool moved = pub->disc_next[seat] != FF_NO_DISC;
        int income = steward_income(shop->prospect, pub->active[seat], pub->yield[seat]);
        if (ff_has(pub->active[seat], FF_MAGISTRATE))
            income -= FF_MAGISTRATE_SPACES * GRAINS;
        /* A disc that moved lies below ours on the same space, one to come will lie above it (R2.2). */
        shop->rival[seat] = moved ? pub->disc_next[seat] * GRAINS + GRAINS / 2 : income - GRAINS / 2;
    }
}

/* How much nearer to the front than the others, each within two spaces counting in part. */
static int place_worth(const struct shop *shop, int income)
{
    const struct ff_public *pub = &shop->prospect->view->pub;
    int seat = shop->prospect->seat, ahead = 0;
    if (ff_has(pub->active[seat], FF_MAGISTRATE))
        income -= FF_MAGISTRATE_SPACES;
    int disc = steward_lesser(FF_TRACK_END, steward_greater(0, income)) * GRAINS;
    for (int i = 0; i < pub->players; i++) {
        int lead = i == seat ? 0 : shop->rival[i] - disc;
        bool sure = pub->disc_next[i] != FF_NO_DISC;
        int span = sure ? GRAINS / 2 : 2 * GRAINS;
        ahead += GRAINS * steward_greater(-span, steward_lesser(span, lead)) / span;
    }
    return ahead * shop->prospect->style->place / (2 * GRAINS);
}

/* What the sale leaves of the prices for the own next one. */
static int future_worth(const struct shop *shop, const struct sale *sale)
{
    const struct prospect *prospect = shop->prospect;
    const struct ff_public *pub = &prospect->view->pub;
    struct prices then = shop->prices;
    int b = sale->brewery;
    for (unsigned good = 0; b >= 0 && good < FF_GOODS; good++) {
        unsigned step = ff_count(pub->step[b], good), room = ff_count(pub->room[b], good), n = sale->sold[good];
        unsigned surplus = n > room ? n - room : 0;
        step = n > room ? (step > surplus ? step - surplus : 0) : step + (room - n);
        if (step >= prospect->edition->steps_n)
            step = prospect->edition->steps_n - 1u;
        then.of[b][good] = (int16_t)(prospect->edition->price[step] * GRAINS);
    }
    return steward_revenue(prospect, &then, pub->active[prospect->seat], pub->yield[prospect->seat]) *
           prospect->style->price / GRAINS;
}

/* What a good is expected to fetch, over all breweries. */
static int mean_price(const struct prospect *prospect, unsigned good)
{
    int sum = 0, n = prospect->view->pub.players;
    for (int b = 0; b < n; b++)
        sum += prospect->prices.of[b][good];
    return sum / n;
}

/* The dearest tokens left over that the Warehouse can take. */
static int carry_worth(const struct shop *shop, const struct sale *sale)
{
    const struct prospect *prospect = shop->prospect;
    if (!ff_has(prospect->view->pub.active[prospect->seat], FF_WAREHOUSE))
        return 0;
    unsigned left[FF_GOODS] = {sale->left[0], sale->left[1], sale->left[2]};
    int worth = 0;
    for (int i = 0; i < FF_STORE_MAX; i++) {
        int best = 0;
        unsigned choice = 0;
        for (unsigned good = 0; good < FF_GOODS; good++)
            if (left[good] && shop->later[good] > best) {
                best = shop->later[good];
                choice = good;
            }
        left[choice] -= best > 0;
        worth += best;
    }
    return worth * prospect->style->carry / GRAINS;
}

/* ------------------------------------------------------------------------------------------------------- the whole */

static int coins_of(const struct shop *shop, const struct sale *sale)
{
    const struct prospect *prospect = shop->prospect;
    int coins = shop->steady;
    for (int good = 0; sale->brewery >= 0 && good < FF_GOODS; good++)
        coins += (int)sale->sold[good] * ff_price(prospect->edition, &prospect->view->pub, sale->brewery, good);
    if (sale->office != FF_OPTION_NO_OFFICE)
        coins += (int)sale->sold[sale->office];
    return coins;
}

static void weigh(struct shop *shop, const struct sale *sale)
{
    const struct ff_public *pub = &shop->prospect->view->pub;
    int income = coins_of(shop, sale);
    int value = best_worth(shop, pub->coins[shop->prospect->seat] + income) + future_worth(shop, sale) +
                place_worth(shop, income) + carry_worth(shop, sale);
    if (value > shop->best) {
        shop->best = value;
        shop->chosen = *sale;
    }
}

/* The Office's good is the one with most tokens: to forgo it, for an earlier place, is the other choice. */
static void weigh_offices(struct shop *shop, struct sale *sale)
{
    const struct prospect *prospect = shop->prospect;
    sale->office = FF_OPTION_NO_OFFICE;
    weigh(shop, sale);
    if (!ff_has(prospect->view->pub.active[prospect->seat], FF_OFFICE))
        return;
    int most = 0;
    for (int good = 1; good < FF_GOODS; good++)
        if (sale->sold[good] > sale->sold[most])
            most = good;
    sale->office = most;
    weigh(shop, sale);
}

/* Every number of every good from `good` on. */
static void weigh_numbers(struct shop *shop, struct sale *sale, int good)
{
    if (good == FF_GOODS) {
        if (sale->sold[0] + sale->sold[1] + sale->sold[2] > 0)
            weigh_offices(shop, sale);
        return;
    }
    const struct prospect *prospect = shop->prospect;
    bool bought = ff_price(prospect->edition, &prospect->view->pub, sale->brewery, good) > 0;
    unsigned sold = sale->sold[good], left = sale->left[good];
    for (unsigned n = 0; n <= (bought ? left : 0); n++) {
        sale->sold[good] = sold + n;
        sale->left[good] = left - n;
        weigh_numbers(shop, sale, good + 1);
    }
    sale->sold[good] = sold;
    sale->left[good] = left;
}

static void weigh_markets(struct shop *shop, const struct sale *start, ff_options markets)
{
    for (; markets; markets &= markets - 1) {
        struct sale sale = *start;
        sale.market = (unsigned)ff_option_nth(markets, 0);
        if (sale.market) {
            sale.left[ff_market_from(sale.market)] -= ff_market_count(sale.market);
            sale.sold[ff_market_to(sale.market)] += ff_market_count(sale.market);
        }
        weigh_numbers(shop, &sale, 0);
    }
}

/* --------------------------------------------------------------------------------------------------------- stages */

static void open_shop(const struct prospect *prospect, struct shop *shop)
{
    const struct ff_public *pub = &prospect->view->pub;
    shop->prospect = prospect;
    shop->best = INT32_MIN;
    shop->steady = ff_steady_income(pub->active[prospect->seat]);
    for (int i = 0; i <= COINS_MAX; i++)
        shop->worth_of[i] = 0;
    steward_plans(prospect, COINS_MAX, NO_BUILD, &shop->plans);
    steward_next_prices(prospect->edition, pub, &shop->prices);
    for (unsigned good = 0; good < FF_GOODS; good++)
        shop->later[good] = mean_price(prospect, good);
    watch_rivals(shop);
}

/* The sale as far as it was chosen. */
static struct sale sale_so_far(const struct prospect *prospect, int brewery)
{
    const struct ff_public *pub = &prospect->view->pub;
    struct sale sale = {.brewery = brewery, .market = pub->market, .office = FF_OPTION_NO_OFFICE};
    for (unsigned good = 0; good < FF_GOODS; good++) {
        sale.sold[good] = ff_count(pub->tally, good);
        sale.left[good] = ff_count(pub->goods[prospect->seat], good);
    }
    return sale;
}

static unsigned choose_brewery(struct shop *shop, ff_options legal)
{
    const struct prospect *prospect = shop->prospect;
    struct ff_public pub = prospect->view->pub;
    bool market = ff_has(pub.active[prospect->seat], FF_MARKET);
    struct sale none = sale_so_far(prospect, -1);
    weigh(shop, &none);
    for (int b = 0; b < pub.players; b++) {
        if (!(legal >> b & 1))
            continue;
        struct sale sale = sale_so_far(prospect, b);
        pub.brewery = (uint8_t)b;
        pub.stage = FF_STAGE_MARKET;
        weigh_markets(shop, &sale, market ? ff_compute_options(prospect->edition, &pub, prospect->seat, 0) : 1);
    }
    return shop->chosen.brewery < 0 ? FF_OPTION_DONE : (unsigned)shop->chosen.brewery;
}

unsigned steward_sell(const struct prospect *prospect, ff_options legal)
{
    const struct ff_public *pub = &prospect->view->pub;
    struct shop shop;
    open_shop(prospect, &shop);
    if (pub->stage == FF_STAGE_BREWERY)
        return choose_brewery(&shop, legal);
    struct sale sale = sale_so_far(prospect, pub->brewery);
    if (pub->stage == FF_STAGE_MARKET) {
        weigh_markets(&shop, &sale, legal);
        return shop.chosen.market;
    }
    if (pub->stage == FF_STAGE_OFFICE) {
        weigh_offices(&shop, &sale);
        return (unsigned)shop.chosen.office;
    }
    unsigned good = pub->stage - FF_STAGE_SELL_HOPS;
    weigh_numbers(&shop, &sale, (int)good);
    return shop.chosen.sold[good] - sale.sold[good];
}

/* Of the numbers that may still be stored, those that bring most with the next harvest. */
unsigned steward_store(const struct prospect *prospect, ff_options legal)
{
    const struct ff_public *pub = &prospect->view->pub;
    unsigned good = pub->stage - FF_STAGE_STORE_HOPS, choice = 0;
    ff_goods harvest = (ff_goods)(pub->yield[prospect->seat] + pub->tally), goods = pub->goods[prospect->seat];
    int best = -1;
    for (unsigned n = 0; n <= FF_STORE_MAX; n++) {
        unsigned room = pub->left - n;
        if (!(legal >> n & 1))
            continue;
        for (unsigned more = 0; more <= room; more++) {
            unsigned next = good == 0 ? more : 0, last = good < 2 ? room - next : 0;
            next = next < ff_count(goods, 1) ? next : ff_count(goods, 1);
            last = last < ff_count(goods, 2) ? last : ff_count(goods, 2);
            ff_goods all = (ff_goods)(harvest + (n << 4 * good) + (next << 4) + (last << 8));
            int worth = steward_revenue(prospect, &prospect->prices, pub->active[prospect->seat], all);
            if (worth > best) {
                best = worth;
                choice = n;
            }
        }
    }
    return choice;
}
