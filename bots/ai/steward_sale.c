/* steward_sale.c - chooses what to sell and where. Evaluates every possible sale: its coins pay for the best plan of
 * builds, its tokens fill demand spaces and lower prices for the next round, and its income determines the place in the
 * next order. In later stages of a sale, evaluates only the sales that agree with the choices made so far. */
#include "bots/ai/steward_internal.h"

enum { COINS_MAX = 160 };

/* A whole sale. */
struct sale {
    int brewery; /* -1: none */
    unsigned market;
    unsigned sold[FF_GOODS]; /* tokens sold as each good, after any exchange */
    unsigned left[FF_GOODS];
    int office; /* a good, or FF_OPTION_NO_OFFICE */
};

/* State shared by all sales of one decision. */
struct shop {
    const struct steward_outlook *outlook;
    struct build_plans plans;
    struct prices prices;        /* next round's prices if the seat sells nothing */
    int worth_of[COINS_MAX + 1]; /* value of the best plan with this many coins; 0 if not computed yet */
    int rival[FF_PLAYERS_MAX];   /* positions of the other discs, known or expected, in 1/GRAINS */
    int steady;                  /* income that does not depend on the sale */
    int later[FF_GOODS];         /* mean expected price of each good, in 1/GRAINS */
    int best;
    struct sale chosen;
};

static int best_worth(struct shop *shop, int coins)
{
    coins = steward_min(coins, COINS_MAX);
    if (shop->worth_of[coins] == 0)
        steward_best_build_plan(shop->outlook, &shop->plans, coins, &shop->worth_of[coins]);
    return shop->worth_of[coins];
}

static void watch_rivals(struct shop *shop)
{
    const struct ff_public *pub = &shop->outlook->view->pub;
    for (int seat = 0; seat < pub->players; seat++) {
        bool moved = pub->disc_next[seat] != FF_NO_DISC;
        int income = steward_income_per_round(shop->outlook, pub->active[seat], pub->yield[seat]);
        if (ff_has(pub->active[seat], FF_MAGISTRATE))
            income -= FF_MAGISTRATE_SPACES * GRAINS;
        /* If both discs reach the same space, a disc that has already moved lies below the seat's disc, and a disc that
         * moves later lies above it (R2.2). */
        shop->rival[seat] = moved ? pub->disc_next[seat] * GRAINS + GRAINS / 2 : income - GRAINS / 2;
    }
}

/* Returns the value of the seat's place in the next round's order. Uncertain leads of less than two spaces count only
 * in part. */
static int place_worth(const struct shop *shop, int income)
{
    const struct ff_public *pub = &shop->outlook->view->pub;
    int seat = shop->outlook->seat, ahead = 0;
    if (ff_has(pub->active[seat], FF_MAGISTRATE))
        income -= FF_MAGISTRATE_SPACES;
    int disc = steward_min(FF_TRACK_END, steward_max(0, income)) * GRAINS;
    for (int i = 0; i < pub->players; i++) {
        int lead = i == seat ? 0 : shop->rival[i] - disc;
        bool sure = pub->disc_next[i] != FF_NO_DISC;
        int span = sure ? GRAINS / 2 : 2 * GRAINS;
        ahead += GRAINS * steward_max(-span, steward_min(span, lead)) / span;
    }
    return ahead * shop->outlook->style->place / (2 * GRAINS);
}

/* Returns the value of the prices that the sale leaves for the seat's next sale. */
static int future_worth(const struct shop *shop, const struct sale *sale)
{
    const struct steward_outlook *outlook = shop->outlook;
    const struct ff_public *pub = &outlook->view->pub;
    struct prices then = shop->prices;
    int b = sale->brewery;
    for (unsigned good = 0; b >= 0 && good < FF_GOODS; good++) {
        unsigned step = ff_count(pub->step[b], good), room = ff_count(pub->room[b], good), n = sale->sold[good];
        unsigned surplus = n > room ? n - room : 0;
        step = n > room ? (step > surplus ? step - surplus : 0) : step + (room - n);
        if (step >= outlook->edition->steps_n)
            step = outlook->edition->steps_n - 1u;
        then.of[b][good] = (int16_t)(outlook->edition->price[step] * GRAINS);
    }
    return steward_sale_income(outlook, &then, pub->active[outlook->seat], pub->yield[outlook->seat]) *
           outlook->style->price / GRAINS;
}

/* Returns the mean of a good's expected prices at all breweries. */
static int mean_price(const struct steward_outlook *outlook, unsigned good)
{
    int sum = 0, n = outlook->view->pub.players;
    for (int b = 0; b < n; b++)
        sum += outlook->prices.of[b][good];
    return sum / n;
}

/* Returns the value of the best unsold goods that the Warehouse can store. */
static int carry_worth(const struct shop *shop, const struct sale *sale)
{
    const struct steward_outlook *outlook = shop->outlook;
    if (!ff_has(outlook->view->pub.active[outlook->seat], FF_WAREHOUSE))
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
    return worth * outlook->style->carry / GRAINS;
}

static int coins_of(const struct shop *shop, const struct sale *sale)
{
    const struct steward_outlook *outlook = shop->outlook;
    int coins = shop->steady;
    for (int good = 0; sale->brewery >= 0 && good < FF_GOODS; good++)
        coins += (int)sale->sold[good] * ff_price(outlook->edition, &outlook->view->pub, sale->brewery, good);
    if (sale->office != FF_OPTION_NO_OFFICE)
        coins += (int)sale->sold[sale->office];
    return coins;
}

static void evaluate_sale(struct shop *shop, const struct sale *sale)
{
    const struct ff_public *pub = &shop->outlook->view->pub;
    int income = coins_of(shop, sale);
    int value = best_worth(shop, pub->coins[shop->outlook->seat] + income) + future_worth(shop, sale) +
                place_worth(shop, income) + carry_worth(shop, sale);
    if (value > shop->best) {
        shop->best = value;
        shop->chosen = *sale;
    }
}

/* Evaluates the sale with the Office for the good with the most tokens, and without the Office, because less income may
 * give an earlier place. */
static void try_offices(struct shop *shop, struct sale *sale)
{
    const struct steward_outlook *outlook = shop->outlook;
    sale->office = FF_OPTION_NO_OFFICE;
    evaluate_sale(shop, sale);
    if (!ff_has(outlook->view->pub.active[outlook->seat], FF_OFFICE))
        return;
    int most = 0;
    for (int good = 1; good < FF_GOODS; good++)
        if (sale->sold[good] > sale->sold[most])
            most = good;
    sale->office = most;
    evaluate_sale(shop, sale);
}

/* Tries every quantity of each good from `good` on. */
static void try_numbers(struct shop *shop, struct sale *sale, int good)
{
    if (good == FF_GOODS) {
        if (sale->sold[0] + sale->sold[1] + sale->sold[2] > 0)
            try_offices(shop, sale);
        return;
    }
    const struct steward_outlook *outlook = shop->outlook;
    bool bought = ff_price(outlook->edition, &outlook->view->pub, sale->brewery, good) > 0;
    unsigned sold = sale->sold[good], left = sale->left[good];
    for (unsigned n = 0; n <= (bought ? left : 0); n++) {
        sale->sold[good] = sold + n;
        sale->left[good] = left - n;
        try_numbers(shop, sale, good + 1);
    }
    sale->sold[good] = sold;
    sale->left[good] = left;
}

static void try_markets(struct shop *shop, const struct sale *start, ff_options markets)
{
    for (; markets; markets &= markets - 1) {
        struct sale sale = *start;
        sale.market = (unsigned)ff_option_nth(markets, 0);
        unsigned count = ff_market_count(sale.market);
        if (count) {
            sale.left[ff_market_from(sale.market)] -= count;
            sale.sold[ff_market_to(sale.market)] += count;
        }
        try_numbers(shop, &sale, 0);
    }
}

static void open_shop(const struct steward_outlook *outlook, struct shop *shop)
{
    const struct ff_public *pub = &outlook->view->pub;
    shop->outlook = outlook;
    shop->best = INT32_MIN;
    shop->steady = ff_steady_income(pub->active[outlook->seat]);
    for (int i = 0; i <= COINS_MAX; i++)
        shop->worth_of[i] = 0;
    steward_make_build_plans(outlook, COINS_MAX, NO_BUILD, &shop->plans);
    steward_next_prices(outlook->edition, pub, &shop->prices);
    for (unsigned good = 0; good < FF_GOODS; good++)
        shop->later[good] = mean_price(outlook, good);
    watch_rivals(shop);
}

/* Returns the choices that the seat has made so far in the sale. */
static struct sale sale_so_far(const struct steward_outlook *outlook, int brewery)
{
    const struct ff_public *pub = &outlook->view->pub;
    struct sale sale = {.brewery = brewery, .market = pub->market, .office = FF_OPTION_NO_OFFICE};
    for (unsigned good = 0; good < FF_GOODS; good++) {
        sale.sold[good] = ff_count(pub->tally, good);
        sale.left[good] = ff_count(pub->goods[outlook->seat], good);
    }
    return sale;
}

static unsigned choose_brewery(struct shop *shop, ff_options legal)
{
    const struct steward_outlook *outlook = shop->outlook;
    struct ff_public pub = outlook->view->pub;
    bool market = ff_has(pub.active[outlook->seat], FF_MARKET);
    struct sale none = sale_so_far(outlook, -1);
    evaluate_sale(shop, &none);
    for (int b = 0; b < pub.players; b++) {
        if (!(legal >> b & 1))
            continue;
        struct sale sale = sale_so_far(outlook, b);
        pub.brewery = (uint8_t)b;
        pub.stage = FF_STAGE_MARKET;
        try_markets(shop, &sale, market ? ff_compute_options(outlook->edition, &pub, outlook->seat, 0) : 1);
    }
    return shop->chosen.brewery < 0 ? FF_OPTION_DONE : (unsigned)shop->chosen.brewery;
}

unsigned steward_choose_sale(const struct steward_outlook *outlook, ff_options legal)
{
    const struct ff_public *pub = &outlook->view->pub;
    struct shop shop;
    open_shop(outlook, &shop);
    if (pub->stage == FF_STAGE_BREWERY)
        return choose_brewery(&shop, legal);
    struct sale sale = sale_so_far(outlook, pub->brewery);
    if (pub->stage == FF_STAGE_MARKET) {
        try_markets(&shop, &sale, legal);
        return shop.chosen.market;
    }
    if (pub->stage == FF_STAGE_OFFICE) {
        try_offices(&shop, &sale);
        return (unsigned)shop.chosen.office;
    }
    unsigned good = pub->stage - FF_STAGE_SELL_HOPS;
    try_numbers(&shop, &sale, (int)good);
    return shop.chosen.sold[good] - sale.sold[good];
}

/* Returns how many tokens to store so that they bring most together with the next harvest. */
unsigned steward_choose_goods_to_store(const struct steward_outlook *outlook, ff_options legal)
{
    const struct ff_public *pub = &outlook->view->pub;
    unsigned good = pub->stage - FF_STAGE_STORE_HOPS, choice = 0;
    ff_goods harvest = (ff_goods)(pub->yield[outlook->seat] + pub->tally), goods = pub->goods[outlook->seat];
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
            int worth = steward_sale_income(outlook, &outlook->prices, pub->active[outlook->seat], all);
            if (worth > best) {
                best = worth;
                choice = n;
            }
        }
    }
    return choice;
}
