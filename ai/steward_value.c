/* steward_value.c - what a board is worth.
 *
 * A round brings what the goods fetch at the best brewery, or now and then the second best, and what banks, Office and
 * Tour guide add. Expected prices are in part next round's, in part supply against demand: where all fields together
 * give less of a good than the breweries ask for, its price rises.
 *
 * The rounds left are those that the fastest seat needs to pay the rest of its palace, if its income grows at the usual
 * rate. For its own palace the steward also counts where in its deck the missing parts are. */
#include "ai/steward_in.h"

enum {
    CLOCK_MAX = 20 * GRAINS,
    CLOCK_MIN = GRAINS / 2,
    LATE = 8 * GRAINS, /* Palace parts gain weight from here on */
    DONE_BONUS = 2000 * GRAINS,
};

/* -------------------------------------------------------------------------------------------------------- boards */

void steward_site_of(const struct ff_public *pub, int seat, struct site *site)
{
    site->active = pub->active[seat];
    site->yield = pub->yield[seat];
    for (int s = 0; s < FF_SPACES; s++)
        site->board[s] = pub->board[seat][s];
}

void steward_lay(const struct ff_edition *edition, struct site *site, int space, int card)
{
    int covered = site->board[space];
    if (covered != FF_NO_CARD)
        site->active &= ~ff_bit((unsigned)covered);
    site->active |= ff_bit((unsigned)card);
    site->yield =
        (ff_goods)(site->yield - ff_space_yield(edition, space, covered) + ff_space_yield(edition, space, card));
    site->board[space] = (uint8_t)card;
}

/* --------------------------------------------------------------------------------------------------------- prices */

static int price_at(const struct ff_edition *edition, unsigned step)
{
    unsigned top = edition->steps_n - 1u;
    return edition->price[step < top ? step : top] * GRAINS;
}

void steward_next_prices(const struct ff_edition *edition, const struct ff_public *pub, struct prices *prices)
{
    for (unsigned b = 0; b < pub->players; b++)
        for (unsigned good = 0; good < FF_GOODS; good++)
            prices->of[b][good] =
                (int16_t)price_at(edition, ff_count(pub->step[b], good) + ff_count(pub->room[b], good));
}

/* The price that a good tends to, from the supply of all fields against the demand of all breweries: the highest where
 * half the demand is met, none where it is met twice. */
static int tendency(const struct ff_edition *edition, const struct ff_public *pub, unsigned good)
{
    int supply = 0, demand = 0, top = price_at(edition, edition->steps_n - 1u);
    for (int i = 0; i < pub->players; i++) {
        supply += (int)ff_count(pub->yield[i], good);
        demand += (int)ff_count(pub->demand[i], good);
    }
    int price = demand ? top * (4 * demand - 2 * supply) / (3 * demand) : 0;
    return steward_lesser(top, steward_greater(price, GRAINS / 2));
}

static void expect_prices(struct prospect *prospect)
{
    const struct ff_public *pub = &prospect->view->pub;
    int now = prospect->style->now;
    steward_next_prices(prospect->edition, pub, &prospect->prices);
    for (unsigned good = 0; good < FF_GOODS; good++) {
        int later = tendency(prospect->edition, pub, good) * (GRAINS - now);
        for (int b = 0; b < pub->players; b++)
            prospect->prices.of[b][good] = (int16_t)((prospect->prices.of[b][good] * now + later) / GRAINS);
    }
}

/* ---------------------------------------------------------------------------------------------------------- income */

/* What so many tokens of a good bring. */
static int tokens(const struct prospect *prospect, const struct prices *prices, int b, unsigned good, int n)
{
    int room = steward_lesser(n, (int)ff_count(prospect->view->pub.demand[b], good));
    return prices->of[b][good] * (room * GRAINS + (n - room) * prospect->style->surplus) / GRAINS;
}

/* The best that an exchange of up to 3 tokens adds. */
static int exchange(const struct prospect *prospect, const struct prices *prices, int b, const int *n)
{
    int best = 0;
    for (unsigned from = 0; from < FF_GOODS; from++)
        for (unsigned to = 0; to < FF_GOODS; to++) {
            int count = steward_lesser(n[from], FF_MARKET_MAX);
            if (to == from || count == 0 || prices->of[b][to] == 0)
                continue;
            int gain = tokens(prospect, prices, b, from, n[from] - count) - tokens(prospect, prices, b, from, n[from]) +
                       tokens(prospect, prices, b, to, n[to] + count) - tokens(prospect, prices, b, to, n[to]);
            best = steward_greater(best, gain);
        }
    return best;
}

int steward_revenue(const struct prospect *prospect, const struct prices *prices, uint32_t active, ff_goods goods)
{
    const struct steward_style *style = prospect->style;
    int best = 0, second = 0;
    int n[FF_GOODS] = {(int)ff_count(goods, 0), (int)ff_count(goods, 1), (int)ff_count(goods, 2)};
    for (int b = 0; b < prospect->view->pub.players; b++) {
        int sum = 0;
        for (unsigned good = 0; good < FF_GOODS; good++)
            sum += tokens(prospect, prices, b, good, n[good]);
        if (ff_has(active, FF_MARKET))
            sum += exchange(prospect, prices, b, n) * style->market / GRAINS;
        if (sum > best) {
            second = best;
            best = sum;
        } else if (sum > second) {
            second = sum;
        }
    }
    int most = steward_greater(n[0], steward_greater(n[1], n[2]));
    int bonus = ff_has(active, FF_OFFICE) ? most * style->office : 0;
    return (best * (GRAINS - style->second) + second * style->second) / GRAINS + bonus;
}

static int steady(const struct prospect *prospect, uint32_t active)
{
    int coins = ff_steady_income(active & ~ff_bit(FF_GUIDE));
    return coins * prospect->style->bank;
}

int steward_income(const struct prospect *prospect, uint32_t active, ff_goods yield)
{
    int guide = ff_has(active, FF_GUIDE) ? FF_GUIDE_COINS * GRAINS * ff_popcount(active & FF_PALACE_CARDS) : 0;
    int fields = steward_revenue(prospect, &prospect->prices, active, yield) * prospect->style->field / GRAINS;
    return fields + steady(prospect, active) + guide;
}

/* ----------------------------------------------------------------------------------------------------------- clock */

/* By how much everybody's income will grow a round. Fields pay themselves back the slower the dearer they are and the
 * lower the prices of the track; and the slower they do, the less there is to pay for more: hence the square. */
static int growth(const struct steward_style *style, const struct ff_edition *edition)
{
    enum { FINE = 64 };
    int prices = 0, cost = 0, yield = 0;
    for (int i = 0; i < edition->steps_n; i++)
        prices += edition->price[i];
    for (int card = FF_HOPS1; card <= FF_WATER3; card++) {
        cost += edition->cost[card];
        yield += ff_field_yield(card);
    }
    int pays = steward_lesser(2 * FINE, FINE * yield * prices / (edition->steps_n * steward_greater(1, cost)));
    return style->growth * pays * pays / (FINE * FINE);
}

/* What the rest of a palace costs, in grains, if every part that the seat builds raises the price by one step, as it
 * does when all build at the same pace. */
static int palace_need(const struct prospect *prospect, uint32_t active, int parts)
{
    int left = FF_PALACE_PARTS - parts;
    int each = prospect->palace_price - ff_crane_saves(active);
    return (left * each + left * (left - 1)) * GRAINS;
}

/* In how many rounds a growing income brings so much; both in grains. */
static int rounds_to_pay(int need, int income, int growing)
{
    int clock = 0;
    income = steward_greater(income, GRAINS);
    while (need > income && clock < CLOCK_MAX) {
        need -= income;
        income += growing;
        clock += GRAINS;
    }
    return clock + (need > 0 ? steward_lesser(need, income) * GRAINS / income : 0);
}

static int clock_of(const struct prospect *prospect, int seat)
{
    const struct ff_public *pub = &prospect->view->pub;
    int parts = ff_palace_parts(pub, seat);
    int need = palace_need(prospect, pub->active[seat], parts) - pub->coins[seat] * GRAINS;
    int income = steward_income(prospect, pub->active[seat], pub->yield[seat]);
    int clock = rounds_to_pay(need, income, prospect->growth);
    return steward_greater(clock, (FF_PALACE_PARTS - parts - 1) / 2 * GRAINS);
}

/* When the card will be drawn, in grains of a round; those never drawn are in the middle of their part of the deck. */
static int arrival(const struct prospect *prospect, int card)
{
    const struct ff_private *own = &prospect->view->own;
    int fresh = prospect->view->pub.fresh_n[prospect->seat];
    if (ff_has(own->hand, card))
        return 0;
    if (ff_has(own->trash, card))
        return CLOCK_MAX;
    for (int i = 0; i < own->known_n; i++)
        if (own->known[i] == card)
            return (fresh + i + 1) * GRAINS / prospect->draws;
    return fresh * GRAINS / 2 / prospect->draws;
}

/* Where in the deck the missing parts are: those put there exactly, those never drawn spread evenly. */
static void await_parts(struct prospect *prospect)
{
    const struct ff_private *own = &prospect->view->own;
    uint32_t built = prospect->view->pub.built[prospect->seat], known = 0;
    int fresh = prospect->view->pub.fresh_n[prospect->seat];
    prospect->waiting_n = 0;
    prospect->parts_held = ff_popcount(own->hand & FF_PALACE_CARDS);
    for (int i = 0; i < own->known_n; i++) {
        known |= ff_bit(own->known[i]);
        if (ff_is_palace(own->known[i]))
            prospect->waiting[prospect->waiting_n++] = fresh + i + 1;
    }
    int unseen = ff_popcount(FF_PALACE_CARDS & ~(built | known | own->hand | own->trash));
    for (int i = 1; i <= unseen; i++)
        prospect->waiting[prospect->waiting_n++] = fresh * i / (unseen + 1);
    for (int k = 0; k < FF_PALACE_PARTS; k++)
        prospect->soon[k] = ff_has(built, FF_PALACE1 + k) ? 0 : arrival(prospect, FF_PALACE1 + k);
}

static int clock_own(const struct prospect *prospect)
{
    int last = 0;
    for (int i = 0; i < prospect->waiting_n; i++)
        last = steward_greater(last, prospect->waiting[i]);
    return steward_greater(clock_of(prospect, prospect->seat), last * GRAINS / prospect->draws);
}

static int horizon(const struct prospect *prospect)
{
    const struct ff_public *pub = &prospect->view->pub;
    int own = clock_own(prospect), first = own;
    for (int seat = 0; seat < pub->players; seat++)
        if (seat != prospect->seat)
            first = steward_lesser(first, clock_of(prospect, seat));
    int clock = (first * (GRAINS - prospect->style->own_clock) + own * prospect->style->own_clock) / GRAINS;
    return steward_lesser(CLOCK_MAX, steward_greater(CLOCK_MIN, clock + prospect->style->patience));
}

void steward_look(const struct steward_style *style, const struct bot_task *task, struct prospect *prospect)
{
    prospect->edition = task->edition;
    prospect->view = task->view;
    prospect->style = style;
    prospect->seat = task->view->own.seat;
    prospect->palace_price = ff_palace_price(&task->view->pub);
    prospect->draws = FF_DRAWS + ff_extra_draws(task->view->pub.active[prospect->seat]);
    prospect->growth = growth(style, task->edition);
    expect_prices(prospect);
    await_parts(prospect);
    prospect->horizon = horizon(prospect);
}

/* ----------------------------------------------------------------------------------------------------------- worth */

static int parts_worth(const struct prospect *prospect, int parts, int horizon_then)
{
    const struct steward_style *style = prospect->style;
    int late = steward_greater(0, LATE - horizon_then) * style->part_late / GRAINS;
    int each = prospect->palace_price * GRAINS + style->part + late;
    return parts * each + style->part_next * parts * (parts - 1) / 2 + (parts == FF_PALACE_PARTS ? DONE_BONUS : 0);
}

/* What the cards without a fixed income are worth a round. */
static int comforts(const struct steward_style *style, uint32_t active)
{
    int labs = ff_extra_draws(active), halls = ff_keep_max(active) - 1;
    return labs * style->lab + halls * style->townhall + (ff_has(active, FF_WAREHOUSE) ? style->warehouse : 0) +
           (ff_has(active, FF_MAGISTRATE) ? style->magistrate : 0);
}

/* What is removed is not drawn again: that matters for the cards that will be drawn after the deck's last one. */
static int scavenger_worth(const struct prospect *prospect, int horizon_then)
{
    int again = horizon_then * prospect->draws / GRAINS - prospect->view->pub.deck_n[prospect->seat];
    return steward_greater(0, again) * prospect->style->scavenger;
}

/* Two coins for each Palace part to come, and a card or so besides. */
static int crane_worth(const struct prospect *prospect, int parts, int horizon_then)
{
    int builds = steward_lesser((FF_PALACE_PARTS - parts + 1) * GRAINS, 2 * horizon_then);
    return FF_CRANE_SAVES * builds * prospect->style->crane / GRAINS;
}

/* Two coins a round for each part to come, half the rounds on the average; those built count as income. */
static int guide_worth(const struct prospect *prospect, int parts, int horizon_then)
{
    int more = steward_lesser(FF_PALACE_PARTS - parts, 4);
    return more * horizon_then / 2 * prospect->style->guide / GRAINS;
}

/* Expert: an own card goes when the part of its space is built (R6.6). */
static int doomed(const struct prospect *prospect, const struct site *site, int horizon_then)
{
    int loss = 0;
    if (prospect->view->pub.mode != FF_EXPERT)
        return 0;
    for (int s = 0; s < FF_SPACES; s++)
        if (site->board[s] != FF_NO_CARD && !ff_is_palace(site->board[s]))
            loss += steward_greater(0, horizon_then - prospect->soon[s]) * prospect->style->last_space / GRAINS;
    return loss;
}

void steward_appraise(const struct prospect *prospect, const struct site *site, int horizon_then, struct worth *worth)
{
    int parts = ff_popcount(site->active & FF_PALACE_CARDS);
    worth->income = steward_income(prospect, site->active, site->yield);
    worth->money = worth->income * horizon_then / GRAINS;
    worth->need = palace_need(prospect, site->active, parts);
    worth->rest = comforts(prospect->style, site->active) * horizon_then / GRAINS +
                  parts_worth(prospect, parts, horizon_then) - doomed(prospect, site, horizon_then);
    if (ff_has(site->active, FF_CRANE))
        worth->rest += crane_worth(prospect, parts, horizon_then);
    if (ff_has(site->active, FF_SCAVENGER))
        worth->rest += scavenger_worth(prospect, horizon_then);
    if (ff_has(site->active, FF_GUIDE))
        worth->money += guide_worth(prospect, parts, horizon_then);
    worth->parts_left = FF_PALACE_PARTS - parts;
    worth->parts_held = prospect->parts_held;
    worth->parts_buried = 0;
    worth->draws = FF_DRAWS + ff_extra_draws(site->active);
    worth->price = (prospect->palace_price - ff_crane_saves(site->active)) * GRAINS;
}

/* The Palace parts that were in the hand or will have been drawn after so many cards. */
static int parts_seen(const struct prospect *prospect, const struct worth *worth, int cards)
{
    int seen = worth->parts_held;
    for (int i = 0; i < prospect->waiting_n; i++)
        seen += prospect->waiting[i] <= cards;
    int deck_n = prospect->view->pub.deck_n[prospect->seat];
    return cards >= deck_n + worth->parts_buried ? seen + worth->parts_buried : seen;
}

/* The rounds until the palace stands if every part is built as soon as it is drawn and can be paid, two a round. What
 * is left in the purse then counts as part of a round. */
static int finish(const struct prospect *prospect, const struct worth *worth, int coins)
{
    int purse = coins * GRAINS, price = worth->price, income = worth->income, clock = 0, built = 0;
    while (built < worth->parts_left && clock < CLOCK_MAX) {
        clock += GRAINS;
        purse += income;
        income += built ? 0 : prospect->growth;
        int ready = parts_seen(prospect, worth, clock / GRAINS * worth->draws) - built;
        ready = steward_lesser(FF_BUILDS_MAX, steward_lesser(ready, worth->parts_left - built));
        for (; ready > 0 && purse >= price; ready--) {
            purse -= price;
            price += FF_PALACE_PRICE_RISE * GRAINS;
            built++;
        }
    }
    return clock - steward_lesser(purse * GRAINS / (2 * steward_greater(income, GRAINS)), GRAINS - 1);
}

int steward_total(const struct prospect *prospect, const struct worth *worth, int coins)
{
    int money = coins * (GRAINS + prospect->style->coin * prospect->horizon / GRAINS) + worth->money;
    if (money > worth->need)
        money = worth->need + (money - worth->need) * prospect->style->spare / GRAINS;
    return money + worth->rest - finish(prospect, worth, coins) * prospect->style->haste / GRAINS;
}
