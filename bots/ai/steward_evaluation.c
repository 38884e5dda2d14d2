/* steward_evaluation.c - computes the value of a board.
 *
 * The income of a round comes from selling the goods at the best brewery (in some rounds, the second-best), and from
 * banks, Office and Tour guide. Expected prices are a weighted mean of next round's prices and of the prices to which
 * supply and demand tend: if all fields together yield less of a good than the breweries demand, its price rises.
 *
 * The estimate of the remaining rounds is the time that the fastest seat needs to pay for the rest of its palace, if
 * its income grows at the usual rate. For its own palace the steward also considers where in its deck the missing parts
 * are. */
#include "bots/ai/steward_internal.h"

enum {
    CLOCK_MAX = 20 * GRAINS,
    CLOCK_MIN = GRAINS / 2,
    LATE = 8 * GRAINS, /* Palace parts gain value when fewer rounds than this remain */
    DONE_BONUS = 2000 * GRAINS,
};

void steward_board_of(const struct ff_public *pub, int seat, struct steward_board *board)
{
    board->active = pub->active[seat];
    board->yield = pub->yield[seat];
    for (int s = 0; s < FF_SPACES; s++)
        board->card[s] = pub->board[seat][s];
}

void steward_build_on(const struct ff_edition *edition, struct steward_board *board, int space, int card)
{
    int covered = board->card[space];
    if (covered != FF_NO_CARD)
        board->active &= ~ff_bit((unsigned)covered);
    board->active |= ff_bit((unsigned)card);
    board->yield =
        (ff_goods)(board->yield - ff_space_yield(edition, space, covered) + ff_space_yield(edition, space, card));
    board->card[space] = (uint8_t)card;
}

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

/* Returns the price to which a good tends, from the supply of all fields and the demand of all breweries: the highest
 * price if supply is at most half the demand, half a coin if it is about twice the demand or more. */
static int tendency(const struct ff_edition *edition, const struct ff_public *pub, unsigned good)
{
    int supply = 0, demand = 0, top = price_at(edition, edition->steps_n - 1u);
    for (int i = 0; i < pub->players; i++) {
        supply += (int)ff_count(pub->yield[i], good);
        demand += (int)ff_count(pub->demand[i], good);
    }
    int price = demand ? top * (4 * demand - 2 * supply) / (3 * demand) : 0;
    return steward_min(top, steward_max(price, GRAINS / 2));
}

static void expect_prices(struct steward_outlook *outlook)
{
    const struct ff_public *pub = &outlook->view->pub;
    int now = outlook->style->now;
    steward_next_prices(outlook->edition, pub, &outlook->prices);
    for (unsigned good = 0; good < FF_GOODS; good++) {
        int later = tendency(outlook->edition, pub, good) * (GRAINS - now);
        for (int b = 0; b < pub->players; b++)
            outlook->prices.of[b][good] = (int16_t)((outlook->prices.of[b][good] * now + later) / GRAINS);
    }
}

/* Returns the income from n tokens of a good at brewery b. */
static int tokens(const struct steward_outlook *outlook, const struct prices *prices, int b, unsigned good, int n)
{
    int room = steward_min(n, (int)ff_count(outlook->view->pub.demand[b], good));
    return prices->of[b][good] * (room * GRAINS + (n - room) * outlook->style->surplus) / GRAINS;
}

/* Returns the largest gain from exchanging up to 3 tokens at the Market. */
static int exchange(const struct steward_outlook *outlook, const struct prices *prices, int b, const int *n)
{
    int best = 0;
    for (unsigned from = 0; from < FF_GOODS; from++)
        for (unsigned to = 0; to < FF_GOODS; to++) {
            int count = steward_min(n[from], FF_MARKET_MAX);
            if (to == from || count == 0 || prices->of[b][to] == 0)
                continue;
            int gain = tokens(outlook, prices, b, from, n[from] - count) - tokens(outlook, prices, b, from, n[from]) +
                       tokens(outlook, prices, b, to, n[to] + count) - tokens(outlook, prices, b, to, n[to]);
            best = steward_max(best, gain);
        }
    return best;
}

int steward_sale_income(const struct steward_outlook *outlook, const struct prices *prices, uint32_t active,
                        ff_goods goods)
{
    const struct steward_style *style = outlook->style;
    int best = 0, second = 0;
    int n[FF_GOODS] = {(int)ff_count(goods, 0), (int)ff_count(goods, 1), (int)ff_count(goods, 2)};
    for (int b = 0; b < outlook->view->pub.players; b++) {
        int sum = 0;
        for (unsigned good = 0; good < FF_GOODS; good++)
            sum += tokens(outlook, prices, b, good, n[good]);
        if (ff_has(active, FF_MARKET))
            sum += exchange(outlook, prices, b, n) * style->market / GRAINS;
        if (sum > best) {
            second = best;
            best = sum;
        } else if (sum > second) {
            second = sum;
        }
    }
    int most = steward_max(n[0], steward_max(n[1], n[2]));
    int bonus = ff_has(active, FF_OFFICE) ? most * style->office : 0;
    return (best * (GRAINS - style->second) + second * style->second) / GRAINS + bonus;
}

static int steady(const struct steward_outlook *outlook, uint32_t active)
{
    int coins = ff_steady_income(active & ~ff_bit(FF_GUIDE));
    return coins * outlook->style->bank;
}

int steward_income_per_round(const struct steward_outlook *outlook, uint32_t active, ff_goods yield)
{
    int guide = ff_has(active, FF_GUIDE) ? FF_GUIDE_COINS * GRAINS * ff_popcount(active & FF_PALACE_CARDS) : 0;
    int fields = steward_sale_income(outlook, &outlook->prices, active, yield) * outlook->style->field / GRAINS;
    return fields + steady(outlook, active) + guide;
}

/* Returns the growth of everybody's income per round. Expensive fields and low prices slow it down twice, because
 * fields pay back later and less money is left for more fields. So the growth depends on the square of the payback
 * rate. */
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
    int pays = steward_min(2 * FINE, FINE * yield * prices / (edition->steps_n * steward_max(1, cost)));
    return style->growth * pays * pays / (FINE * FINE);
}

/* Returns the cost of the missing Palace parts, in 1/GRAINS. Assumes that every part raises the price by one step, as
 * it does if all players build at the same pace. */
static int palace_need(const struct steward_outlook *outlook, uint32_t active, int parts)
{
    int left = FF_PALACE_PARTS - parts;
    int each = outlook->palace_price - ff_crane_saves(active);
    return (left * each + left * (left - 1)) * GRAINS;
}

/* Returns the number of rounds in which a growing income pays for `need`. All numbers are in 1/GRAINS. */
static int rounds_to_pay(int need, int income, int growing)
{
    int clock = 0;
    income = steward_max(income, GRAINS);
    while (need > income && clock < CLOCK_MAX) {
        need -= income;
        income += growing;
        clock += GRAINS;
    }
    return clock + (need > 0 ? steward_min(need, income) * GRAINS / income : 0);
}

static int clock_of(const struct steward_outlook *outlook, int seat)
{
    const struct ff_public *pub = &outlook->view->pub;
    int parts = ff_palace_parts(pub, seat);
    int need = palace_need(outlook, pub->active[seat], parts) - pub->coins[seat] * GRAINS;
    int income = steward_income_per_round(outlook, pub->active[seat], pub->yield[seat]);
    int clock = rounds_to_pay(need, income, outlook->growth);
    return steward_max(clock, (FF_PALACE_PARTS - parts - 1) / 2 * GRAINS);
}

/* Returns the time until the seat draws the card, in 1/GRAINS of a round. A card that was never drawn counts as lying
 * in the middle of the cards never drawn. */
static int arrival(const struct steward_outlook *outlook, int card)
{
    const struct ff_private *own = &outlook->view->own;
    int fresh = outlook->view->pub.fresh_n[outlook->seat];
    if (ff_has(own->hand, card))
        return 0;
    if (ff_has(own->trash, card))
        return CLOCK_MAX;
    for (int i = 0; i < own->known_n; i++)
        if (own->known[i] == card)
            return (fresh + i + 1) * GRAINS / outlook->draws;
    return fresh * GRAINS / 2 / outlook->draws;
}

/* Records where in the deck the missing Palace parts are. Parts that the seat buried have a known position; the others
 * count as spread evenly over the cards never drawn. */
static void await_parts(struct steward_outlook *outlook)
{
    const struct ff_private *own = &outlook->view->own;
    uint32_t built = outlook->view->pub.built[outlook->seat], known = 0;
    int fresh = outlook->view->pub.fresh_n[outlook->seat];
    outlook->waiting_n = 0;
    outlook->parts_held = ff_popcount(own->hand & FF_PALACE_CARDS);
    for (int i = 0; i < own->known_n; i++) {
        known |= ff_bit(own->known[i]);
        if (ff_is_palace(own->known[i]))
            outlook->waiting[outlook->waiting_n++] = fresh + i + 1;
    }
    int unseen = ff_popcount(FF_PALACE_CARDS & ~(built | known | own->hand | own->trash));
    for (int i = 1; i <= unseen; i++)
        outlook->waiting[outlook->waiting_n++] = fresh * i / (unseen + 1);
    for (int k = 0; k < FF_PALACE_PARTS; k++)
        outlook->soon[k] = ff_has(built, FF_PALACE1 + k) ? 0 : arrival(outlook, FF_PALACE1 + k);
}

static int clock_own(const struct steward_outlook *outlook)
{
    int last = 0;
    for (int i = 0; i < outlook->waiting_n; i++)
        last = steward_max(last, outlook->waiting[i]);
    return steward_max(clock_of(outlook, outlook->seat), last * GRAINS / outlook->draws);
}

static int horizon(const struct steward_outlook *outlook)
{
    const struct ff_public *pub = &outlook->view->pub;
    int own = clock_own(outlook), first = own;
    for (int seat = 0; seat < pub->players; seat++)
        if (seat != outlook->seat)
            first = steward_min(first, clock_of(outlook, seat));
    int clock = (first * (GRAINS - outlook->style->own_clock) + own * outlook->style->own_clock) / GRAINS;
    return steward_min(CLOCK_MAX, steward_max(CLOCK_MIN, clock + outlook->style->patience));
}

void steward_assess_view(const struct steward_style *style, const struct bot_task *task,
                         struct steward_outlook *outlook)
{
    outlook->edition = task->edition;
    outlook->view = task->view;
    outlook->style = style;
    outlook->seat = task->view->own.seat;
    outlook->palace_price = ff_palace_price(&task->view->pub);
    outlook->draws = FF_DRAWS + ff_extra_draws(task->view->pub.active[outlook->seat]);
    outlook->growth = growth(style, task->edition);
    expect_prices(outlook);
    await_parts(outlook);
    outlook->horizon = horizon(outlook);
}

static int parts_worth(const struct steward_outlook *outlook, int parts, int horizon_then)
{
    const struct steward_style *style = outlook->style;
    int late = steward_max(0, LATE - horizon_then) * style->part_late / GRAINS;
    int each = outlook->palace_price * GRAINS + style->part + late;
    return parts * each + style->part_next * parts * (parts - 1) / 2 + (parts == FF_PALACE_PARTS ? DONE_BONUS : 0);
}

/* Returns the value per round of cards that bring no fixed income. */
static int utility_cards(const struct steward_style *style, uint32_t active)
{
    int labs = ff_extra_draws(active), halls = ff_keep_max(active) - 1;
    return labs * style->lab + halls * style->townhall + (ff_has(active, FF_WAREHOUSE) ? style->warehouse : 0) +
           (ff_has(active, FF_MAGISTRATE) ? style->magistrate : 0);
}

/* Returns the value of the Scavenger. Removed cards are never drawn again, which matters once the whole deck has been
 * drawn. */
static int scavenger_worth(const struct steward_outlook *outlook, int horizon_then)
{
    int again = horizon_then * outlook->draws / GRAINS - outlook->view->pub.deck_n[outlook->seat];
    return steward_max(0, again) * outlook->style->scavenger;
}

/* Returns the value of the Crane, which saves two coins on each future Palace part and on about one other card. */
static int crane_worth(const struct steward_outlook *outlook, int parts, int horizon_then)
{
    int builds = steward_min((FF_PALACE_PARTS - parts + 1) * GRAINS, 2 * horizon_then);
    return FF_CRANE_SAVES * builds * outlook->style->crane / GRAINS;
}

/* Returns the value of the Tour guide's future income: two coins a round for each part still to build, on average for
 * half of the remaining rounds. Built parts already count as income. */
static int guide_worth(const struct steward_outlook *outlook, int parts, int horizon_then)
{
    int more = steward_min(FF_PALACE_PARTS - parts, 4);
    return more * horizon_then / 2 * outlook->style->guide / GRAINS;
}

/* Returns the value that cards lose in the expert game when the Palace parts of their spaces cover them (R6.6). */
static int covered_soon(const struct steward_outlook *outlook, const struct steward_board *board, int horizon_then)
{
    int loss = 0;
    if (outlook->view->pub.mode != FF_EXPERT)
        return 0;
    for (int s = 0; s < FF_SPACES; s++)
        if (board->card[s] != FF_NO_CARD && !ff_is_palace(board->card[s]))
            loss += steward_max(0, horizon_then - outlook->soon[s]) * outlook->style->last_space / GRAINS;
    return loss;
}

void steward_evaluate_board(const struct steward_outlook *outlook, const struct steward_board *board, int horizon_then,
                            struct board_value *value)
{
    int parts = ff_popcount(board->active & FF_PALACE_CARDS);
    value->income = steward_income_per_round(outlook, board->active, board->yield);
    value->money = value->income * horizon_then / GRAINS;
    value->need = palace_need(outlook, board->active, parts);
    value->rest = utility_cards(outlook->style, board->active) * horizon_then / GRAINS +
                  parts_worth(outlook, parts, horizon_then) - covered_soon(outlook, board, horizon_then);
    if (ff_has(board->active, FF_CRANE))
        value->rest += crane_worth(outlook, parts, horizon_then);
    if (ff_has(board->active, FF_SCAVENGER))
        value->rest += scavenger_worth(outlook, horizon_then);
    if (ff_has(board->active, FF_GUIDE))
        value->money += guide_worth(outlook, parts, horizon_then);
    value->parts_left = FF_PALACE_PARTS - parts;
    value->parts_held = outlook->parts_held;
    value->parts_buried = 0;
    value->draws = FF_DRAWS + ff_extra_draws(board->active);
    value->price = (outlook->palace_price - ff_crane_saves(board->active)) * GRAINS;
}

/* Returns the number of Palace parts in the hand after drawing this many more cards. */
static int parts_seen(const struct steward_outlook *outlook, const struct board_value *value, int cards)
{
    int seen = value->parts_held;
    for (int i = 0; i < outlook->waiting_n; i++)
        seen += outlook->waiting[i] <= cards;
    int deck_n = outlook->view->pub.deck_n[outlook->seat];
    return cards >= deck_n + value->parts_buried ? seen + value->parts_buried : seen;
}

/* Returns the rounds until the palace is complete, in 1/GRAINS, if the seat builds every part as soon as it has drawn
 * it and can pay for it, two per round. Leftover coins reduce the result by part of a round. */
static int finish(const struct steward_outlook *outlook, const struct board_value *value, int coins)
{
    int purse = coins * GRAINS, price = value->price, income = value->income, clock = 0, built = 0;
    while (built < value->parts_left && clock < CLOCK_MAX) {
        clock += GRAINS;
        purse += income;
        income += built ? 0 : outlook->growth;
        int ready = parts_seen(outlook, value, clock / GRAINS * value->draws) - built;
        ready = steward_min(FF_BUILDS_MAX, steward_min(ready, value->parts_left - built));
        for (; ready > 0 && purse >= price; ready--) {
            purse -= price;
            price += FF_PALACE_PRICE_RISE * GRAINS;
            built++;
        }
    }
    return clock - steward_min(purse * GRAINS / (2 * steward_max(income, GRAINS)), GRAINS - 1);
}

int steward_total_value(const struct steward_outlook *outlook, const struct board_value *value, int coins)
{
    int money = coins * (GRAINS + outlook->style->coin * outlook->horizon / GRAINS) + value->money;
    if (money > value->need)
        money = value->need + (money - value->need) * outlook->style->spare / GRAINS;
    return money + value->rest - finish(outlook, value, coins) * outlook->style->haste / GRAINS;
}
