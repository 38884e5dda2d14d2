/* features.c - a view as binary features; see features.h.
 *
 * The numbers that several features need (prices now and after phase 6, what a pending sale brings) are worked out once
 * in `struct outlook`. */
#include "features.h"

#include <string.h>

struct outlook {
    uint8_t price[FF_PLAYERS_MAX][FF_GOODS]; /* now, by brewery */
    uint8_t next[FF_PLAYERS_MAX][FF_GOODS];  /* after phase 6, if nobody sells any more */
    uint8_t step[FF_PLAYERS_MAX][FF_GOODS];  /* likewise, as a step */
    uint8_t room[FF_PLAYERS_MAX][FF_GOODS];
    int16_t coins[FF_PLAYERS_MAX]; /* with what is pending on turn */
    bool sold[FF_PLAYERS_MAX];
    uint8_t disc[FF_PLAYERS_MAX];
    int more; /* what the rest of the goods would bring in the sale under way */
};

static void add(struct features *features, unsigned index) { features->index[features->n++] = (uint16_t)index; }

static unsigned lowest(uint32_t cards) { return (unsigned)__builtin_ctz(cards); }

static unsigned at_most(unsigned value, unsigned most) { return value < most ? value : most; }

static bool in_sale(const struct ff_public *pub)
{
    return pub->stage >= FF_STAGE_MARKET && pub->stage <= FF_STAGE_OFFICE;
}

/* ---------------------------------------------------------------------------------------------------------- outlook */

static void look_at_brewery(const struct ff_edition *edition, const struct ff_public *pub, int b, struct outlook *o)
{
    unsigned top = edition->steps_n - 1u;
    for (unsigned g = 0; g < FF_GOODS; g++) {
        unsigned step = ff_count(pub->step[b], g), room = ff_count(pub->room[b], g);
        o->price[b][g] = edition->price[step];
        if (in_sale(pub) && pub->brewery == b) { /* as if the sale ended here (R5.3) */
            unsigned sold = ff_count(pub->tally, g), filled = at_most(sold, room);
            step -= at_most(sold - filled, step);
            room -= filled;
        }
        o->room[b][g] = (uint8_t)room;
        o->step[b][g] = (uint8_t)at_most(step + room, top);
        o->next[b][g] = edition->price[o->step[b][g]];
    }
}

/* The sale under way: what was sold counts as earned. */
static void settle_sale(const struct ff_public *pub, int seat, struct outlook *o)
{
    unsigned income = (unsigned)ff_steady_income(pub->active[seat]), most = 0;
    for (unsigned g = 0; g < FF_GOODS; g++) {
        unsigned tokens = ff_count(pub->tally, g), price = o->price[pub->brewery][g];
        income += tokens * price;
        most = tokens > most ? tokens : most;
        if (price && (int)g + FF_STAGE_SELL_HOPS >= pub->stage)
            o->more += (int)(ff_count(pub->goods[seat], g) * price);
    }
    if (pub->active[seat] >> FF_OFFICE & 1)
        income += most;
    o->coins[seat] = (int16_t)(o->coins[seat] + (int)income);
    o->sold[seat] = true;
    o->disc[seat] = (uint8_t)ff_disc_space(pub->active[seat], (int)income);
}

static void look(const struct ff_edition *edition, const struct ff_public *pub, struct outlook *o)
{
    o->more = 0;
    for (int i = 0; i < pub->players; i++) {
        look_at_brewery(edition, pub, i, o);
        o->coins[i] = (int16_t)pub->coins[i];
        o->sold[i] = pub->disc_next[i] != FF_NO_DISC;
        o->disc[i] = pub->disc_next[i];
    }
    int seat = ff_turn_seat(pub);
    if (in_sale(pub))
        settle_sale(pub, seat, o);
    if (pub->stage == FF_STAGE_SPACE)
        o->coins[seat] = (int16_t)(o->coins[seat] - ff_cost(edition, pub, seat, pub->card));
}

/* The best that some goods bring at one brewery. */
static unsigned best_sale(const struct ff_public *pub, const uint8_t prices[][FF_GOODS], ff_goods goods,
                          uint32_t active)
{
    unsigned best = 0, h = ff_count(goods, 0), b = ff_count(goods, 1), w = ff_count(goods, 2);
    for (int i = 0; i < pub->players; i++) {
        unsigned income = h * prices[i][0] + b * prices[i][1] + w * prices[i][2];
        best = income > best ? income : best;
    }
    if (best && (active >> FF_OFFICE & 1))
        best += h > b ? (h > w ? h : w) : (b > w ? b : w);
    return best + (unsigned)ff_steady_income(active);
}

/* ---------------------------------------------------------------------------------------------------------- players */

static unsigned coin_bucket(int coins)
{
    unsigned n = coins > 0 ? (unsigned)coins : 0;
    if (n < 16)
        return n;
    if (n < 32)
        return 16 + (n - 16) / 2;
    return n < 48 ? 24 + (n - 32) / 4 : 28;
}

static int place_in_order(const struct ff_public *pub, int seat)
{
    int place = 0;
    while (pub->order[place] != seat)
        place++;
    return place;
}

/* Rounds to pay for what is missing, in halves, if the price rises with every part (as it does when all build alike).
 */
static unsigned race(const struct ff_public *pub, int coins, uint32_t active, unsigned income)
{
    int missing = FF_PALACE_PARTS - ff_popcount(active & FF_PALACE_CARDS);
    int price = ff_palace_price(pub) - (active >> FF_CRANE & 1 ? 2 : 0);
    int need = missing * price + missing * (missing - 1) - coins;
    unsigned halves = need > 0 ? (unsigned)(2 * need) / (income + 1) : 0;
    return at_most(halves > (unsigned)missing ? halves : (unsigned)missing, 19); /* two builds a round at most */
}

static void add_player(const struct ff_public *pub, const struct outlook *o, int seat, unsigned base,
                       struct features *f)
{
    uint32_t active = pub->active[seat];
    ff_goods yield = pub->yield[seat];
    for (uint32_t cards = active; cards; cards &= cards - 1)
        add(f, base + FEATURE_ACTIVE + lowest(cards));
    add(f, base + FEATURE_COINS + coin_bucket(o->coins[seat]));
    for (unsigned g = 0; g < FF_GOODS; g++)
        add(f, base + FEATURE_YIELD + 8 * g + ff_count(yield, g));
    add(f, base + FEATURE_PARTS + (unsigned)ff_popcount(active & FF_PALACE_CARDS));
    unsigned income = best_sale(pub, o->next, yield, active);
    add(f, base + FEATURE_INCOME + at_most(income / 2, 19));
    add(f, base + FEATURE_RACE + race(pub, o->coins[seat], active, income));
    if (o->sold[seat]) {
        add(f, base + FEATURE_DISC + o->disc[seat] / 2u);
    } else {
        add(f, base + FEATURE_WAITS + (unsigned)place_in_order(pub, seat));
        add(f, base + FEATURE_SALE + at_most(best_sale(pub, o->price, pub->goods[seat], active) / 2, 15));
    }
    add(f, base + FEATURE_HAND_N + pub->hand_n[seat]);
}

/* The own seat, then the others by how far they are. */
static void rank_players(const struct ff_public *pub, int own, struct features *f)
{
    int key[FF_PLAYERS_MAX], n = 1;
    f->seat[0] = (uint8_t)own;
    for (int seat = 0; seat < pub->players; seat++) {
        if (seat == own)
            continue;
        key[seat] = ff_palace_parts(pub, seat) * 256 + (int)at_most(pub->coins[seat], 255);
        int at = n++;
        for (; at > 1 && key[f->seat[at - 1]] < key[seat]; at--)
            f->seat[at] = f->seat[at - 1];
        f->seat[at] = (uint8_t)seat;
    }
}

/* ------------------------------------------------------------------------------------------------------- the own part
 */

static void add_set(struct features *f, unsigned base, uint32_t cards)
{
    for (; cards; cards &= cards - 1)
        add(f, base + lowest(cards));
}

static uint32_t payable(const struct ff_edition *edition, const struct ff_public *pub, int seat, int coins)
{
    int purse = coins + (pub->active[seat] >> FF_CRANE & 1 ? 2 : 0);
    if (purse < 0)
        return 0;
    uint32_t cards = edition->within[at_most((unsigned)purse, FF_COST_MAX)];
    return purse >= ff_palace_price(pub) ? cards | FF_PALACE_CARDS : cards;
}

enum { DRAWS_TOLD = 8, FINISH_ROUNDS = 12 };

/* How many Palace parts will have come by each draw; those never drawn are not counted. */
static void add_reach(const uint8_t *parts_at, unsigned at_hand, struct features *f)
{
    unsigned parts = at_hand;
    for (unsigned draw = 0; draw <= DRAWS_TOLD; draw++) {
        add(f, FEATURE_REACH + 7 * draw + at_most(parts, FF_PALACE_PARTS));
        parts += parts_at[draw];
    }
}

static void add_deck(const struct ff_view *view, uint32_t hand, struct features *f)
{
    const struct ff_private *own = &view->own;
    unsigned fresh = view->pub.fresh_n[own->seat];
    uint32_t seen = view->pub.built[own->seat] | hand | own->trash;
    uint8_t parts_at[DRAWS_TOLD + 1] = {0};
    if (view->pub.stage == FF_STAGE_SPACE && ff_turn_seat(&view->pub) == own->seat)
        seen |= ff_bit(view->pub.card);
    unsigned at_hand =
        (unsigned)ff_popcount((view->pub.active[own->seat] | hand | (seen & ~own->trash)) & FF_PALACE_CARDS);
    for (unsigned i = 0; i < own->known_n; i++) {
        unsigned draw = at_most((fresh + i) / 3, DRAWS_TOLD);
        seen |= ff_bit(own->known[i]);
        parts_at[draw] = (uint8_t)(parts_at[draw] + (ff_bit(own->known[i]) & FF_PALACE_CARDS ? 1 : 0));
        add(f, FEATURE_KNOWN + FF_CARDS_MAX * draw + own->known[i]);
    }
    add_reach(parts_at, at_hand, f);
    add_set(f, FEATURE_UNSEEN, ff_cards_of(view->pub.mode) & ~seen);
    add(f, FEATURE_FRESH + at_most((fresh + 2) / 3, 8));
}

/* ------------------------------------------------------------------------------------------------- the own palace race
 */

/* Own Palace parts by when they come: known ones by their draw, unseen ones spread evenly over the never drawn cards.
 */
struct supply {
    uint8_t known[FINISH_ROUNDS + 1]; /* [0]: in the hand */
    unsigned unseen, fresh, draws;    /* draws: cards a round */
};

static void supply_of(const struct ff_view *view, uint32_t hand, struct supply *supply)
{
    const struct ff_private *own = &view->own;
    uint32_t away = view->pub.built[own->seat] | hand | own->trash;
    memset(supply, 0, sizeof *supply);
    supply->draws = 3 + (view->pub.active[own->seat] >> FF_LAB1 & 3);
    supply->fresh = view->pub.fresh_n[own->seat];
    supply->known[0] = (uint8_t)ff_popcount(hand & FF_PALACE_CARDS);
    for (unsigned i = 0; i < own->known_n; i++) {
        away |= ff_bit(own->known[i]);
        if (ff_bit(own->known[i]) & FF_PALACE_CARDS)
            supply->known[at_most(1 + (supply->fresh + i) / supply->draws, FINISH_ROUNDS)]++;
    }
    supply->unseen = (unsigned)ff_popcount(FF_PALACE_CARDS & ~away);
}

/* Those that will have come after so many rounds. */
static unsigned supplied(const struct supply *supply, unsigned rounds)
{
    unsigned drawn = at_most(rounds * supply->draws, supply->fresh);
    unsigned parts = supply->fresh ? supply->unseen * drawn / supply->fresh : 0;
    for (unsigned r = 0; r <= rounds; r++)
        parts += supply->known[r];
    return parts;
}

/* Every part is built as soon as it is there and can be paid, two a round; the price rises with each. What is in the
 * purse at the end is worth half a round or none. */
static unsigned finish_halves(const struct ff_view *view, const struct outlook *o, uint32_t hand)
{
    const struct ff_public *pub = &view->pub;
    int seat = view->own.seat;
    uint32_t active = pub->active[seat];
    unsigned missing = (unsigned)(FF_PALACE_PARTS - ff_popcount(active & FF_PALACE_CARDS)), built = 0, round = 0;
    int purse = o->coins[seat], income = (int)best_sale(pub, o->next, pub->yield[seat], active);
    int price = ff_palace_price(pub) - (active >> FF_CRANE & 1 ? 2 : 0);
    struct supply supply;
    supply_of(view, hand, &supply);
    if (pub->stage == FF_STAGE_SPACE && ff_turn_seat(pub) == seat && (ff_bit(pub->card) & FF_PALACE_CARDS))
        missing--;
    for (; round < FINISH_ROUNDS && built < missing; round++) {
        unsigned ready = at_most(supplied(&supply, round) - built, missing - built);
        for (unsigned n = at_most(ready, 2); n > 0 && purse >= price; n--, built++, price += 2)
            purse -= price;
        purse += income;
    }
    return 2 * round + (purse < 2 * income);
}

/* In the expert game a Palace part has its own space (R6.6), so what lies where matters; in the base game it does not.
 */
static void add_board(const struct ff_public *pub, int seat, struct features *f)
{
    for (unsigned space = 0; space < FF_SPACES; space++) {
        unsigned card = pub->board[seat][space], what = 5;
        if (card == FF_NO_CARD)
            what = space < FF_PRINTED_FIRST ? 0 : 1;
        else if (card <= FF_WATER3)
            what = 2 + card % 3;
        else if (FF_PALACE_CARDS & ff_bit(card))
            what = 6;
        add(f, FEATURE_BOARD + 7 * space + what);
    }
}

static void add_own(const struct ff_edition *edition, const struct ff_view *view, const struct outlook *o,
                    struct features *f)
{
    const struct ff_public *pub = &view->pub;
    int seat = view->own.seat;
    uint32_t hand = view->own.hand;
    if (pub->stage == FF_STAGE_SPACE && ff_turn_seat(pub) == seat)
        hand &= ~ff_bit(pub->card);
    add_set(f, FEATURE_HAND, hand);
    add_set(f, FEATURE_PAYABLE, hand & payable(edition, pub, seat, o->coins[seat]));
    add_deck(view, hand, f);
    add(f, FEATURE_FINISH + finish_halves(view, o, hand));
    if (pub->mode == FF_EXPERT)
        add_board(pub, seat, f);
    for (unsigned g = 0; g < FF_GOODS; g++)
        add(f, FEATURE_GOODS + 10 * g + at_most(ff_count(pub->goods[seat], g), 9));
}

/* --------------------------------------------------------------------------------------------------------- the table
 */

static void add_breweries(const struct ff_public *pub, const struct outlook *o, struct features *f)
{
    unsigned best[FF_GOODS] = {0};
    for (unsigned b = 0; b < pub->players; b++)
        for (unsigned g = 0; g < FF_GOODS; g++) {
            unsigned step = at_most(o->step[b][g], 5);
            add(f, FEATURE_STEP + 18 * b + 6 * g + step);
            add(f, FEATURE_ROOM + 15 * b + 5 * g + at_most(o->room[b][g], 4));
            best[g] = step > best[g] ? step : best[g];
        }
    for (unsigned g = 0; g < FF_GOODS; g++)
        add(f, FEATURE_BEST + 6 * g + best[g]);
}

/* What another seat is at, in four steps. */
static unsigned away_step(unsigned stage)
{
    if (stage < FF_STAGE_BREWERY || stage > FF_STAGE_DISCARD)
        return 0;
    return stage < FF_STAGE_BUILD ? 1 : stage < FF_STAGE_STORE_HOPS ? 2 : 3;
}

static void add_table(const struct ff_view *view, const struct outlook *o, struct features *f)
{
    const struct ff_public *pub = &view->pub;
    bool turn = pub->stage >= FF_STAGE_BREWERY && pub->stage <= FF_STAGE_DISCARD;
    bool own = turn ? ff_turn_seat(pub) == view->own.seat : (pub->owe >> view->own.seat & 1) || pub->owe == 0;
    add(f, FEATURE_PLAYERS + pub->players - 2u);
    add(f, FEATURE_MODE + pub->mode);
    add(f, own ? (unsigned)FEATURE_STAGE + pub->stage : FEATURE_AWAY + away_step(pub->stage));
    add(f, FEATURE_ROUND + at_most(pub->round, 23));
    add(f, FEATURE_PALACE + at_most((unsigned)(ff_palace_price(pub) - 8) / 2, 7));
    add(f, FEATURE_MARKERS + (unsigned)(pub->players - ff_palace_markers(pub) - 1));
    if (!own)
        return;
    add(f, FEATURE_LEFT + at_most(pub->left, 3));
    if (in_sale(pub))
        add(f, FEATURE_MORE + at_most((unsigned)o->more, 15));
    if (pub->stage == FF_STAGE_SPACE)
        add(f, FEATURE_PLACE + pub->card);
}

void features_of(const struct ff_edition *edition, const struct ff_view *view, struct features *features)
{
    const struct ff_public *pub = &view->pub;
    struct outlook o;
    features->n = 0;
    look(edition, pub, &o);
    rank_players(pub, view->own.seat, features);
    for (unsigned i = 0; i < pub->players; i++)
        add_player(pub, &o, features->seat[i], i * FEATURE_PLAYER_N, features);
    add_own(edition, view, &o, features);
    add_breweries(pub, &o, features);
    add_table(view, &o, features);
}
