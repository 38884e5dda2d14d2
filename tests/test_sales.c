/* test_sales.c - every sale that the rules allow, and no other, can be made: counted out from the text of R5 without
 * the engine, on random positions of random editions, and compared with all chains that the engine offers. */
#include "edition.h"
#include "engine/text/position.h"
#include "engine/viewjson/viewjson.h"
#include "test.h"

enum { SALES_MAX = 1 << 18, NO_BREWERY = 7, NO_OFFICE = 3, NO_MARKET = 0 };

/* A sale and what comes of it, in one number. */
typedef uint64_t sale;

struct sales {
    sale list[SALES_MAX];
    int n;
};
static struct sales wanted, offered;

/* What R5 is about, as plain numbers. */
struct shop {
    int breweries, price[5][3], step[5][3], room[5][3];
    int goods[3], coins, steady;
    bool market, office, magistrate;
};

static sale sale_of(int brewery, const int goods[3], unsigned market, int office, int income, int disc,
                    const int step[3], const int room[3])
{
    sale it = (sale)brewery | (sale)market << 3 | (sale)office << 8 | (sale)income << 10 | (sale)disc << 19;
    for (int g = 0; g < 3; g++)
        it |= (sale)goods[g] << (24 + 4 * g) | (sale)step[g] << (36 + 4 * g) | (sale)room[g] << (48 + 4 * g);
    return it;
}

static void add(struct sales *sales, sale it)
{
    if (CHECK(sales->n < SALES_MAX))
        sales->list[sales->n++] = it;
}

/* ----------------------------------------------------------------------------------------------- by the rules' text */

/* R5.6, R5.7 */
static int disc_of(const struct shop *shop, int income)
{
    int disc = shop->magistrate ? income - 3 : income;
    return disc < 0 ? 0 : disc > 25 ? 25 : disc;
}

/* `as` of each good are sold at the brewery, `goods` given up: R5.3, R5.4. */
static void count_sale(const struct shop *shop, int b, const int goods[3], const int as[3], unsigned market)
{
    int income = shop->steady, step[3], room[3];
    for (int g = 0; g < 3; g++) {
        int surplus = as[g] > shop->room[b][g] ? as[g] - shop->room[b][g] : 0;
        income += as[g] * shop->price[b][g];
        room[g] = surplus ? 0 : shop->room[b][g] - as[g];
        step[g] = surplus > shop->step[b][g] ? 0 : shop->step[b][g] - surplus;
    }
    add(&wanted, sale_of(b, goods, market, NO_OFFICE, income, disc_of(shop, income), step, room));
    for (int g = 0; g < 3 && shop->office; g++)
        if (as[g] > 0) /* 1 more coin for none would be no Office */
            add(&wanted, sale_of(b, goods, market, g, income + as[g], disc_of(shop, income + as[g]), step, room));
}

/* R5.2: nothing is sold as a good whose price is 0. R5.5: the exchanged tokens are among those given up. */
static void count_exchanges(const struct shop *shop, int b, const int goods[3])
{
    for (int from = 0; from < 3; from++)
        for (int to = 0; to < 3; to++)
            for (int n = from == to ? 0 : 1; n <= (from == to ? 0 : 3); n++) {
                int as[3] = {goods[0], goods[1], goods[2]};
                if ((from == to && from > 0) || n > goods[from] || (n > 0 && !shop->market))
                    continue; /* once for no exchange at all */
                as[from] -= n;
                as[to] += n;
                bool bought = true;
                for (int g = 0; g < 3; g++)
                    bought = bought && (as[g] == 0 || shop->price[b][g] > 0);
                if (bought)
                    count_sale(shop, b, goods, as, n ? ff_market_of((unsigned)from, (unsigned)to, (unsigned)n) : 0);
            }
}

static void count_all(const struct shop *shop)
{
    static const int none[3] = {0, 0, 0};
    wanted.n = 0;
    add(&wanted,
        sale_of(NO_BREWERY, none, NO_MARKET, NO_OFFICE, shop->steady, disc_of(shop, shop->steady), none, none));
    for (int b = 0; b < shop->breweries; b++)
        for (int h = 0; h <= shop->goods[0]; h++)
            for (int y = 0; y <= shop->goods[1]; y++)
                for (int w = 0; w <= shop->goods[2]; w++)
                    if (h + y + w > 0)
                        count_exchanges(shop, b, (const int[3]){h, y, w});
}

/* ---------------------------------------------------------------------------------------------------- by the engine */

static void add_sold(const struct ff_game *after, const struct ff_event *event)
{
    bool none = event->brewery == FF_NOBODY;
    int goods[3], step[3] = {0}, room[3] = {0};
    for (unsigned g = 0; g < 3; g++) {
        goods[g] = (int)ff_count(event->goods, g);
        if (!none) {
            step[g] = (int)ff_count(after->pub.step[event->brewery], g);
            room[g] = (int)ff_count(after->pub.room[event->brewery], g);
        }
    }
    add(&offered, sale_of(none ? NO_BREWERY : event->brewery, goods, event->market, event->office, event->income,
                          event->disc, step, room));
}

static void offer_all(const struct ff_edition *edition, const struct ff_game *game, int seat)
{
    for (ff_options options = ff_game_options(game, seat); options; options &= options - 1) {
        struct ff_game after = *game;
        struct ff_event event;
        ff_play(edition, &after, seat, ff_action_of(game->pub.stage, (unsigned)ff_option_nth(options, 0)), &event);
        while (event.kind != FF_EVENT_SOLD && !after.pub.owe)
            ff_follow(edition, &after, &event);
        if (event.kind == FF_EVENT_SOLD)
            add_sold(&after, &event);
        else
            offer_all(edition, &after, seat);
    }
}

/* ------------------------------------------------------------------------------------------------- random positions */

static int random_to(struct ff_rng *rng, int n) { return (int)ff_rng_below(rng, (uint32_t)n + 1); }

static void random_edition(struct ff_rng *rng, struct ff_edition *edition)
{
    *edition = plain_edition();
    edition->steps_n = (uint8_t)(2 + random_to(rng, FF_STEPS_MAX - 2));
    for (int s = 0, price = 0; s < edition->steps_n; s++) {
        price += s && random_to(rng, 2) == 0 && price < 3;
        edition->price[s] = (uint8_t)price;
    }
    if (edition->price[edition->steps_n - 1] == 0)
        edition->price[edition->steps_n - 1] = 1;
    edition->price_start = (uint8_t)random_to(rng, edition->steps_n - 1);
    ff_shuffle(rng, edition->printed, 3);
    for (int c = 0; c < FF_CARDS_MAX; c++)
        edition->cost[c] = (uint8_t)random_to(rng, 12);
    for (int d = 0; d < edition->demand_n; d++)
        edition->demand[d] =
            ff_goods_of((unsigned)random_to(rng, 7), (unsigned)random_to(rng, 4), (unsigned)random_to(rng, 3));
    CHECK_EQ(ff_edition_seal(edition), FF_EDITION_OK);
}

static void put_triple(struct base_out *out, const int of[3])
{
    for (int g = 0; g < 3; g++) {
        base_put_char(out, ' ');
        base_put_number(out, of[g]);
    }
    base_put_char(out, '\n');
}

static void put_brewery(struct base_out *out, int b, const char *fact, const int of[3])
{
    base_put(out, "brewery ");
    base_put_char(out, (char)('A' + b));
    base_put_char(out, ' ');
    base_put(out, fact);
    put_triple(out, of);
}

static void random_brewery(struct ff_rng *rng, const struct ff_edition *edition, int b, struct shop *shop,
                           struct base_out *out)
{
    int demand[3];
    ff_goods card = edition->demand[b];
    for (unsigned g = 0; g < 3; g++) {
        demand[g] = (int)ff_count(card, g);
        shop->room[b][g] = random_to(rng, demand[g]);
        shop->step[b][g] = random_to(rng, 2) ? random_to(rng, edition->steps_n - 1) : 0;
        shop->price[b][g] = edition->price[shop->step[b][g]];
    }
    put_brewery(out, b, "demand", demand);
    put_brewery(out, b, "room", shop->room[b]);
    put_brewery(out, b, "step", shop->step[b]);
}

/* The first player's board: what bears on a sale, each card or not. */
static void random_board(struct ff_rng *rng, struct shop *shop, struct base_out *out)
{
    bool bank = random_to(rng, 2) == 0;
    shop->market = random_to(rng, 3) > 0;
    shop->office = random_to(rng, 2) == 0;
    shop->magistrate = random_to(rng, 2) == 0;
    shop->steady = bank ? 3 : 0;
    base_put(out, "player 0 board");
    base_put(out, shop->market ? " market" : " -");
    base_put(out, shop->office ? " office" : " -");
    base_put(out, shop->magistrate ? " magistrate" : " -");
    base_put(out, bank ? " bank1" : " -");
    base_put(out, " - -\n");
}

static bool random_shop(struct ff_rng *rng, const struct ff_edition *edition, struct shop *shop, struct ff_game *game)
{
    char text[TEXT_POSITION_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    struct base_error error = {0};
    memset(shop, 0, sizeof *shop);
    shop->breweries = 2 + random_to(rng, 3);
    base_put(&out, "position 1\nstage brewery\nplayers ");
    base_put_number(&out, shop->breweries);
    base_put_char(&out, '\n');
    random_board(rng, shop, &out);
    for (int g = 0; g < 3; g++)
        shop->goods[g] = random_to(rng, 2) ? random_to(rng, 4) : random_to(rng, 1) * random_to(rng, 10);
    base_put(&out, "player 0 goods");
    put_triple(&out, shop->goods);
    for (int b = 0; b < shop->breweries; b++)
        random_brewery(rng, edition, b, shop, &out);
    bool read = text_position_read(edition, text, out.length, game, &error);
    if (!CHECK(read))
        printf("  line %u: %s\n%s", error.line, error.message, text);
    return read;
}

/* ------------------------------------------------------------------------------------------------------------ tests */

static int by_value(const void *a, const void *b)
{
    sale x = *(const sale *)a, y = *(const sale *)b;
    return x < y ? -1 : x > y;
}

static void sort(struct sales *sales) { qsort(sales->list, (size_t)sales->n, sizeof sales->list[0], by_value); }

static int income_of(sale it) { return (int)(it >> 10 & 511); }

/* What the preview of everything, with the best exchange and Office, says of each brewery. */
static void preview_is_best(const struct ff_edition *edition, const struct ff_game *game, const struct shop *shop)
{
    static char text[1 << 16];
    struct base_out out = base_out_of(text, sizeof text);
    struct viewjson_sale_plan plan = {
        .goods = game->pub.goods[0], .market = VIEWJSON_PLAN_BEST, .office = VIEWJSON_PLAN_BEST};
    struct ff_view view;
    ff_view_of(game, 0, &view);
    viewjson_put_sale_preview(&out, edition, &view, &plan);
    const char *at = strcmp(text, "null") == 0 ? NULL : text;
    for (int b = 0; at && b < shop->breweries; b++) {
        int best = shop->steady;
        for (int i = 0; i < wanted.n; i++)
            if ((int)(wanted.list[i] & 7) == b && income_of(wanted.list[i]) > best)
                best = income_of(wanted.list[i]);
        at = strstr(at + 1, "\"total\":");
        CHECK_EQ(atoi(at + 8), best);
    }
}

static void all_sales_are_offered(void)
{
    static struct ff_edition edition;
    struct ff_rng rng = ff_rng_of(5);
    long sales = 0, at_zero = 0, only_so = 0;
    for (int i = 0; i < 1500; i++) {
        struct shop shop;
        struct ff_game game;
        if (i % 5 == 0)
            random_edition(&rng, &edition);
        REQUIRE(random_shop(&rng, &edition, &shop, &game));
        count_all(&shop);
        offered.n = 0;
        if (game.pub.owe)
            offer_all(&edition, &game, 0);
        else
            offered = wanted; /* nothing to sell: nobody is asked */
        sort(&wanted);
        sort(&offered);
        REQUIRE(CHECK_EQ(offered.n, wanted.n));
        REQUIRE(CHECK(memcmp(offered.list, wanted.list, (size_t)wanted.n * sizeof wanted.list[0]) == 0));
        CHECK_EQ(game.pub.owe != 0, wanted.n > 1);
        preview_is_best(&edition, &game, &shop);
        sales += wanted.n;
        unsigned direct = 0;
        for (int n = 0; n < wanted.n; n++) {
            unsigned market = wanted.list[n] >> 3 & 31, b = wanted.list[n] & 7;
            at_zero += market && shop.price[b][ff_market_from(market)] == 0;
            direct |= (market ? 0u : 1u) << b;
        }
        for (int b = 0; b < shop.breweries; b++)
            only_so += !(direct >> b & 1) && (ff_game_options(&game, 0) >> b & 1);
    }
    printf("%ld sales, %ld with tokens of price 0, %ld breweries where only such can be sold\n", sales, at_zero,
           only_so);
    CHECK(at_zero > 10000);
    CHECK(only_so > 50);
}

int main(void)
{
    TEST("R5.1 R5.2 R5.3 R5.4 R5.5 R5.6 R5.7 R5.8 every sale that the rules allow is offered, and no other",
         all_sales_are_offered);
    return test_end();
}
