/* endgame.c - turns that win for certain; see endgame.h. */
#include "coach/endgame.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------------- the others */

/* No sale of the seat at that brewery brings more: as if Market and Office helped every token that they can. */
static int sale_max(const struct ff_edition *edition, const struct ff_public *pub, int seat, int brewery)
{
    int sum = 0, best = 0, tokens = (int)ff_total(pub->goods[seat]);
    for (int good = 0; good < FF_GOODS; good++) {
        int price = ff_price(edition, pub, brewery, good);
        sum += (int)ff_count(pub->goods[seat], (unsigned)good) * price;
        best = price > best ? price : best;
    }
    int exchanged = tokens < FF_MARKET_MAX ? tokens : FF_MARKET_MAX;
    sum += ff_has(pub->active[seat], FF_MARKET) ? exchanged * best : 0;
    return sum + (ff_has(pub->active[seat], FF_OFFICE) && best ? tokens : 0);
}

/* What the parts that are missing cost at least: markers of others only raise the price (R6.5). */
static int parts_min(const struct ff_public *pub, int seat, int missing)
{
    struct ff_public later = *pub;
    int cost = 0;
    for (; missing > 0; missing--, later.palaces++) {
        int price = ff_palace_price(&later) - FF_CRANE_SAVES * ff_has(pub->active[seat], FF_CRANE);
        cost += price > 0 ? price : 0;
    }
    return cost;
}

int coach_purse_max(const struct ff_edition *edition, const struct ff_public *pub, int seat)
{
    int missing = FF_PALACE_PARTS - ff_palace_parts(pub, seat), income = 0;
    if (missing > FF_BUILDS_MAX)
        return -1;
    for (int brewery = 0; brewery < pub->players; brewery++) {
        int sale = sale_max(edition, pub, seat, brewery);
        income = sale > income ? sale : income;
    }
    /* A Crane that is built first saves once at most, and takes the place of the other part. */
    int saved = missing == 1 && !ff_has(pub->active[seat], FF_CRANE) ? FF_CRANE_SAVES : 0;
    int purse = pub->coins[seat] + income + ff_steady_income(pub->active[seat]) - parts_min(pub, seat, missing) + saved;
    return purse < 0 ? -1 : purse;
}

unsigned coach_to_come(const struct ff_public *pub, int seat)
{
    unsigned seats = 0;
    for (int i = pub->players - 1; i >= 0 && pub->order[i] != seat; i--)
        seats |= 1u << pub->order[i];
    return seats;
}

bool coach_wins_surely(const struct ff_edition *edition, const struct ff_public *pub, int seat, unsigned to_come)
{
    if (ff_palace_parts(pub, seat) < FF_PALACE_PARTS)
        return false;
    for (int other = 0; other < pub->players; other++) {
        bool whole = ff_palace_parts(pub, other) == FF_PALACE_PARTS;
        int purse = to_come >> other & 1 ? coach_purse_max(edition, pub, other) : whole ? pub->coins[other] : -1;
        if (other != seat && purse >= pub->coins[seat])
            return false;
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------------- own turns */

struct walk {
    const struct ff_edition *edition;
    const struct ff_public *start;
    int seat;
    unsigned to_come;
    struct coach_wins *wins;
};

/* The turn wins; whether only because it spoilt a price that somebody else needs (R5.3). */
static bool blocks(const struct walk *walk, const struct ff_public *pub)
{
    struct ff_public before = *pub;
    memcpy(before.step, walk->start->step, sizeof before.step);
    memcpy(before.room, walk->start->room, sizeof before.room);
    return !coach_wins_surely(walk->edition, &before, walk->seat, walk->to_come);
}

/* What the rest of a turn has no effect on: the result of this round. */
static bool is_decided(int stage) { return ff_is_store(stage) || stage == FF_STAGE_DISCARD; }

/* NOLINTNEXTLINE(misc-no-recursion): as deep as a sale and two builds */
static void walk_from(const struct walk *walk, const struct ff_game *game)
{
    struct ff_event event;
    struct ff_view view;
    if (is_decided(game->pub.stage) || !(game->pub.owe >> walk->seat & 1)) {
        walk->wins->turns++;
        if (coach_wins_surely(walk->edition, &game->pub, walk->seat, walk->to_come)) {
            walk->wins->wins++;
            walk->wins->blocks += blocks(walk, &game->pub);
        }
        return;
    }
    ff_view_of(game, walk->seat, &view);
    for (ff_options left = ff_distinct(walk->edition, &view); left; left &= left - 1) {
        struct ff_game next = *game;
        ff_play(walk->edition, &next, walk->seat, ff_action_of(game->pub.stage, (unsigned)ff_lowest(left)), &event);
        while (ff_is_own_step(&next.pub, walk->seat) && ff_follow(walk->edition, &next, &event))
            ;
        walk_from(walk, &next);
    }
}

static bool is_contested(const struct ff_edition *edition, const struct ff_public *pub, int seat, unsigned to_come)
{
    for (int other = 0; other < pub->players; other++)
        if (other != seat && (to_come >> other & 1 ? coach_purse_max(edition, pub, other) >= 0
                                                   : ff_palace_parts(pub, other) == FF_PALACE_PARTS))
            return true;
    return false;
}

void coach_count_wins(const struct ff_edition *edition, const struct ff_game *game, int seat, struct coach_wins *wins)
{
    const struct walk walk = {edition, &game->pub, seat, coach_to_come(&game->pub, seat), wins};
    memset(wins, 0, sizeof *wins);
    wins->contested = is_contested(edition, &game->pub, seat, walk.to_come);
    if (ff_palace_parts(&game->pub, seat) + FF_BUILDS_MAX >= FF_PALACE_PARTS)
        walk_from(&walk, game);
}
