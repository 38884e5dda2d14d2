/* sure_win.c - proves that a turn wins; see sure_win.h. */
#include "sure_win.h"
#include "net.h"

#include <string.h>

/* Returns the income from selling all goods with a price above 0 at the brewery (R5.2). */
static int goods_worth(const struct ff_edition *edition, const struct ff_public *pub, int brewery, ff_goods goods,
                       bool office)
{
    int sum = 0, most = 0;
    for (int good = 0; good < FF_GOODS; good++) {
        const int price = ff_price(edition, pub, brewery, good),
                  n = price > 0 ? (int)ff_count(goods, (unsigned)good) : 0;
        sum += n * price;
        most = n > most ? n : most;
    }
    return sum + (office ? most : 0);
}

/* Returns the largest income of any sale at the brewery. Tries to exchange no tokens, and as many tokens as possible.
 * Any number in between never brings more than the better of the two. */
static int sale_max(const struct ff_edition *edition, const struct ff_public *pub, int seat, int brewery)
{
    const ff_goods goods = pub->goods[seat];
    const bool office = ff_has(pub->active[seat], FF_OFFICE);
    int most = goods_worth(edition, pub, brewery, goods, office);
    for (unsigned from = 0; from < FF_GOODS && ff_has(pub->active[seat], FF_MARKET); from++)
        for (unsigned to = 0; to < FF_GOODS; to++) {
            const unsigned have = ff_count(goods, from), n = have < FF_MARKET_MAX ? have : FF_MARKET_MAX;
            if (to == from || n == 0)
                continue;
            const int income =
                goods_worth(edition, pub, brewery, ff_market_goods(goods, ff_market_of(from, to, n)), office);
            most = income > most ? income : most;
        }
    return most;
}

/* Returns a lower bound for the cost of the missing parts. Other players' markers can only raise the price (R6.5). */
static int parts_min(const struct ff_public *pub, int seat, int missing)
{
    struct ff_public later = *pub;
    int cost = 0;
    for (; missing > 0; missing--, later.palaces++) {
        int price = ff_palace_price(&later) - ff_crane_saves(pub->active[seat]);
        cost += price > 0 ? price : 0;
    }
    return cost;
}

int sure_win_max_coins(const struct ff_edition *edition, const struct ff_public *pub, int seat)
{
    int missing = FF_PALACE_PARTS - ff_palace_parts(pub, seat), income = 0;
    if (missing > FF_BUILDS_MAX || missing > pub->hand_n[seat])
        return -1;
    for (int brewery = 0; brewery < pub->players; brewery++) {
        int sale = sale_max(edition, pub, seat, brewery);
        income = sale > income ? sale : income;
    }
    /* Building a Crane first uses up one of the two builds, and saves money only if the Crane costs less than it
     * saves. */
    const int gain = FF_CRANE_SAVES - edition->cost[FF_CRANE];
    const int saved = missing == 1 && gain > 0 && !ff_has(pub->active[seat], FF_CRANE) ? gain : 0;
    int purse = pub->coins[seat] + income + ff_steady_income(pub->active[seat]) - parts_min(pub, seat, missing) + saved;
    return purse < 0 ? -1 : purse;
}

unsigned sure_win_seats_still_to_play(const struct ff_public *pub, int seat)
{
    unsigned seats = 0;
    for (int i = pub->players - 1; i >= 0 && pub->order[i] != seat; i--)
        seats |= 1u << pub->order[i];
    return seats;
}

struct sure_win_rival sure_win_strongest_rival(const struct ff_edition *edition, const struct ff_public *pub, int seat,
                                               unsigned to_come)
{
    struct sure_win_rival rival = {-1, -1};
    for (int other = 0; other < pub->players; other++) {
        bool whole = ff_palace_parts(pub, other) == FF_PALACE_PARTS;
        int coins = to_come >> other & 1 ? sure_win_max_coins(edition, pub, other) : whole ? pub->coins[other] : -1;
        if (other != seat && coins > rival.coins)
            rival = (struct sure_win_rival){other, coins};
    }
    return rival;
}

bool sure_win_is_certain(const struct ff_edition *edition, const struct ff_public *pub, int seat, unsigned to_come)
{
    return ff_palace_parts(pub, seat) == FF_PALACE_PARTS &&
           sure_win_strongest_rival(edition, pub, seat, to_come).coins < pub->coins[seat];
}

struct finder {
    unsigned to_come;
    int coins; /* coins after the best winning turn so far; -1 if there is none */
    struct turn *best;
};

static bool visit(struct turn_walk *walk, const struct ff_game *end)
{
    struct finder *finder = walk->data;
    const int coins = end->pub.coins[walk->seat];
    if (coins > finder->coins && sure_win_is_certain(walk->edition, &end->pub, walk->seat, finder->to_come)) {
        finder->coins = coins;
        *finder->best = walk->turn;
    }
    return true;
}

bool sure_win_find(const struct ff_edition *edition, const struct ff_game *game, int seat, struct turn *turn)
{
    const struct ff_public *pub = &game->pub;
    const uint32_t missing = FF_PALACE_CARDS & ~pub->active[seat];
    struct finder finder = {.to_come = sure_win_seats_still_to_play(pub, seat), .coins = -1, .best = turn};
    struct turn_walk walk = {.edition = edition, .seat = seat, .builds = missing, .data = &finder, .visit = visit};
    uint32_t at_hand = game->hid.hand[seat] | (pub->stage == FF_STAGE_SPACE ? ff_bit(pub->card) : 0);
    if (ff_popcount(missing) > FF_BUILDS_MAX || missing & ~at_hand || turn_has_no_sale_or_build_left(pub, seat))
        return false;
    if (ff_popcount(missing) == 1)
        walk.builds |= ff_bit(FF_CRANE);
    turn_walk(&walk, game);
    if (finder.coins < 0)
        return false;
    turn->chance[seat] = NET_CHANCE_ONE;
    return true;
}
