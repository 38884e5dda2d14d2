/* features_forecast.c - forecasts the income of the next sales, assuming that each player sells all goods at the best
 * brewery. All inputs are public: goods, fields, prices, empty demand spaces and the order. Simulates the rest of this
 * round's sales, the market, and the next round's sales after a harvest of today's fields. The forecast is rough,
 * because a player may sell less, build, or use the Market. But it accounts for the order of the sales and for the
 * prices that each sale lowers, which a network of this size could not compute from the goods alone. */
#include "features_internal.h"

/* By seat, a byte each. */
typedef uint64_t seats;
static unsigned of_seat(seats bytes, unsigned seat) { return (unsigned)(bytes >> 8 * seat) & 255; }
static seats at_seat(unsigned value, unsigned seat) { return (seats)at_most(value, 255) << 8 * seat; }

struct trade {
    lanes prices;                                          /* prices of the track's spaces, one byte each */
    lanes step[FF_GOODS], room[FF_GOODS], price[FF_GOODS]; /* a lane is a brewery */
    seats coins, steady, office, sold;
    seats purse, income; /* found so far */
    seats key;           /* sort key of the next order; the lowest plays first */
};

static void show_prices(struct trade *trade)
{
    for (unsigned g = 0; g < FF_GOODS; g++)
        trade->price[g] = lanes_lookup_bytes(trade->prices, trade->step[g]);
}

/* Delivers tokens to a brewery. They fill its demand spaces, and the surplus lowers its prices (R5.3). */
static void deliver(struct trade *trade, lanes brewery, const lanes tokens[FF_GOODS])
{
    for (unsigned g = 0; g < FF_GOODS; g++) {
        lanes sold = tokens[g] & brewery & (lanes)(trade->price[g] != 0);
        lanes filled = lanes_min(sold, trade->room[g]);
        trade->room[g] -= filled;
        trade->step[g] -= lanes_min(sold - filled, trade->step[g]);
    }
    show_prices(trade);
}

/* Sells all goods at the brewery that pays most. Returns the income. */
static unsigned sell(struct trade *trade, unsigned seat, const unsigned goods[FF_GOODS], bool last)
{
    lanes tokens[FF_GOODS], income = {0}, most = {0};
    for (unsigned g = 0; g < FF_GOODS; g++) {
        tokens[g] = lanes_fill(goods[g]);
        income += tokens[g] * trade->price[g];
        most = lanes_max(most, tokens[g] & (lanes)(trade->price[g] != 0));
    }
    income += most & lanes_fill(0 - of_seat(trade->office, seat));
    lanes best = lanes_max_and_index(income);
    if (!last)
        deliver(trade, (lanes)(lane_indices() == lanes_broadcast(best, 1)), tokens);
    return best[0] + of_seat(trade->steady, seat);
}

static void harvest(const struct ff_public *pub, unsigned seat, unsigned goods[FF_GOODS])
{
    for (unsigned g = 0; g < FF_GOODS; g++)
        goods[g] += ff_count(pub->yield[seat], g);
}

/* Simulates the sales of the seats that have not sold yet. In the expert set-up, adds the first harvest before
 * selling. */
static void finish_round(struct trade *trade, const struct ff_public *pub, seats disc)
{
    for (unsigned i = 0; i < pub->players; i++) {
        unsigned seat = pub->order[i], space = of_seat(disc, seat), goods[FF_GOODS];
        if (!of_seat(trade->sold, seat)) {
            for (unsigned g = 0; g < FF_GOODS; g++)
                goods[g] = ff_count(pub->goods[seat], g);
            if (pub->stage == FF_STAGE_KEEP)
                harvest(pub, seat, goods);
            unsigned income = sell(trade, seat, goods, false);
            trade->purse |= at_seat(of_seat(trade->coins, seat) + income, seat);
            space = (unsigned)ff_disc_space(pub->active[seat], (int)income);
        }
        trade->key |= at_seat(space * LANES + LANES - 1 - i, seat); /* a stack's top disc is first (R2.2) */
    }
}

/* Phase 6 (R8.1). */
static void open_market(struct trade *trade, const struct ff_edition *edition, const struct ff_public *pub)
{
    lanes demand = lanes_load(pub->demand) & first_lanes_mask(pub->players);
    for (unsigned g = 0; g < FF_GOODS; g++) {
        trade->step[g] = lanes_min(trade->step[g] + trade->room[g], lanes_fill(edition->steps_n - 1u));
        trade->room[g] = good_counts(demand, g);
    }
    show_prices(trade);
}

static void play_round(struct trade *trade, const struct ff_public *pub)
{
    uint8_t order[LANES];
    seats place = lanes_narrow(rank_lanes(lanes_widen(trade->key), pub->players));
    for (unsigned seat = 0; seat < pub->players; seat++)
        order[of_seat(place, seat)] = (uint8_t)seat;
    for (unsigned i = 0; i < pub->players; i++) {
        unsigned seat = order[i], goods[FF_GOODS] = {0};
        harvest(pub, seat, goods);
        unsigned income = sell(trade, seat, goods, i + 1 == pub->players);
        trade->income |= at_seat(income, seat);
        if (of_seat(trade->sold, seat))
            trade->purse |= at_seat(of_seat(trade->coins, seat) + income, seat);
    }
}

void features_forecast(const struct ff_edition *edition, const struct ff_public *pub, struct forecast *forecast)
{
    struct trade trade = {.prices = forecast->prices,
                          .step = {forecast->step[0], forecast->step[1], forecast->step[2]},
                          .room = {forecast->room[0], forecast->room[1], forecast->room[2]},
                          .coins = lanes_narrow(lanes_min(forecast->coins, lanes_fill(255))),
                          .steady = lanes_narrow(forecast->steady),
                          .office = lanes_narrow(forecast->office & 1),
                          .sold = lanes_narrow(forecast->sold & 1)};
    show_prices(&trade);
    finish_round(&trade, pub, lanes_narrow(forecast->disc & 255));
    open_market(&trade, edition, pub);
    play_round(&trade, pub);
    forecast->purse = lanes_widen(trade.purse);
    forecast->income = lanes_widen(trade.income);
}
