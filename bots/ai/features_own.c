/* features_own.c - computes features from the seat's private cards: its hand, its deck, and its race to the palace. */
#include "features_internal.h"

enum { DRAWS_MAX = 8, FINISH_ROUNDS = 12 };

/* Returns the card that the seat is about to place. This card is neither in the hand nor built. */
static uint32_t placing(const struct ff_view *view)
{
    const struct ff_public *pub = &view->pub;
    return pub->stage == FF_STAGE_SPACE && ff_turn_seat(pub) == view->own.seat ? ff_bit(pub->card) : 0;
}

static unsigned parts_in(uint32_t cards) { return (unsigned)ff_popcount(cards & FF_PALACE_CARDS); }

void features_add_deck(const struct ff_view *view, struct features *f)
{
    const struct ff_private *own = &view->own;
    unsigned fresh = view->pub.fresh_n[own->seat];
    uint32_t mine = view->pub.built[own->seat] | own->hand | placing(view), seen = mine | own->trash, parts_at = 0;
    uint32_t by_draw[DRAWS_MAX + 1] = {0};
    for (unsigned i = 0; i < own->known_n; i++) {
        parts_at |= (FF_PALACE_CARDS >> own->known[i] & 1) << i;
        by_draw[at_most((fresh + i) / 3, DRAWS_MAX)] |= ff_bit(own->known[i]);
    }
    unsigned parts = parts_in(mine); /* ignores parts that were never drawn */
    for (unsigned draw = 0; draw <= DRAWS_MAX; draw++) {
        f->one[FEATURE_AT_REACH + draw] = (uint16_t)(FEATURE_REACH + 7 * draw + parts);
        f->set[FEATURE_SET_KNOWN + draw] = by_draw[draw];
        parts += parts_in(by_draw[draw]);
        seen |= by_draw[draw];
    }
    f->parts_at = parts_at;
    f->set[FEATURE_SET_UNSEEN] = ff_cards_of(view->pub.mode) & ~seen;
}

/* The edition's costs fall into classes; each entry is the highest cost of a class, and the last class is open. Hops
 * fields stand for all fields, because barley and water fields cost the same in any sensible edition. */
enum { COSTS = 8 };
static const uint8_t costs[COSTS - 1] = {1, 3, 5, 7, 9, 11, 14};

void features_add_costs(const struct ff_edition *edition, int mode, struct features *f)
{
    const uint32_t others = 0x3fu << FF_BARLEY1; /* all fields of barley and water */
    uint32_t cards = ff_cards_of(mode) & ~(FF_PALACE_CARDS | others), below = 0;
    for (int i = 0; i < COSTS - 1; i++) {
        uint32_t within = edition->within[costs[i]] & cards;
        f->set[FEATURE_SET_COST + i] = within & ~below;
        below = within;
    }
    f->set[FEATURE_SET_COST + COSTS - 1] = cards & ~below;
}

/* Classes of a hand card's cost: 0-1, steps of 1 up to 5, steps of 2 up to 15, more. */
enum { HAND_COSTS = 11 };
static const uint8_t hand_class[17] = {0, 0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, HAND_COSTS - 1};

static void add_hand(const struct ff_edition *edition, const struct ff_public *pub, int seat, uint32_t hand,
                     struct features *f)
{
    memset(f->set + FEATURE_SET_HAND, 0, HAND_COSTS * sizeof *f->set);
    for (; hand; hand &= hand - 1) {
        int card = __builtin_ctz(hand);
        unsigned cost = (unsigned)ff_cost(edition, pub, seat, card);
        f->set[FEATURE_SET_HAND + hand_class[at_most(cost, 16)]] |= hand & (0 - hand);
    }
}

static uint32_t payable(const struct ff_edition *edition, const struct ff_public *pub, int seat, int coins)
{
    int purse = coins + ff_crane_saves(pub->active[seat]);
    if (purse < 0)
        return 0;
    uint32_t cards = edition->within[at_most((unsigned)purse, FF_COST_MAX)];
    return purse >= ff_palace_price(pub) ? cards | FF_PALACE_CARDS : cards;
}

/* Estimates when the seat draws the Palace parts outside its hand. Parts with a known position come with their draw.
 * Unseen parts count as spread evenly over the cards never drawn. */
struct supply {
    uint32_t known_at;             /* positions below the cards never drawn */
    unsigned unseen, fresh, draws; /* draws: cards drawn per round */
    unsigned share;                /* 65536 / fresh, rounded up; the error does not matter for so few cards */
};

static unsigned supplied(const struct supply *supply, unsigned rounds)
{
    unsigned drawn = rounds * supply->draws;
    if (drawn < supply->fresh)
        return supply->unseen * drawn * supply->share >> 16;
    uint64_t reached = ((uint64_t)1 << at_most(drawn - supply->fresh, 32)) - 1;
    return (supply->fresh ? supply->unseen : 0) + (unsigned)ff_popcount(supply->known_at & reached);
}

/* Simulates building every Palace part as soon as the seat has it and can pay for it, two per round, at rising prices.
 * Returns the number of half rounds until the palace is complete; leftover coins save the last half round. */
static unsigned finish_halves(const struct ff_view *view, const struct features *f, uint32_t hand, int purse)
{
    const struct ff_public *pub = &view->pub;
    int seat = view->own.seat, income = f->income;
    uint32_t active = pub->active[seat], unseen = f->set[FEATURE_SET_UNSEEN] | placing(view);
    struct supply supply = {f->parts_at, parts_in(unseen), pub->fresh_n[seat], FF_DRAWS + ff_extra_draws(active), 0};
    if (supply.fresh)
        supply.share = 65536 / supply.fresh + 1;
    unsigned missing = FF_PALACE_PARTS - parts_in(active | placing(view)), built = 0, round = 0;
    unsigned at_hand = parts_in(hand);
    int price = ff_palace_price(pub) - ff_crane_saves(active);
    for (; round < FINISH_ROUNDS && built < missing; round++) {
        unsigned ready = at_most(at_hand + supplied(&supply, round) - built, missing - built);
        for (unsigned n = at_most(ready, 2); n > 0 && purse >= price; n--, built++, price += 2)
            purse -= price;
        purse += income;
    }
    return 2 * round + (purse < 2 * income);
}

/* Adds the content of each space. Only the expert game needs it, because there each Palace part has its own space
 * (R6.6).
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
        f->one[FEATURE_AT_BOARD + space] = (uint16_t)(FEATURE_BOARD + 7 * space + what);
    }
}

static void add_no_board(struct features *f)
{
    for (unsigned space = 0; space < FF_SPACES; space++)
        f->one[FEATURE_AT_BOARD + space] = FEATURES_NONE;
}

void features_add_own(const struct ff_edition *edition, const struct ff_view *view, int coins, struct features *f)
{
    const struct ff_public *pub = &view->pub;
    int seat = view->own.seat;
    uint32_t hand = view->own.hand & ~placing(view);
    add_hand(edition, pub, seat, hand, f);
    f->set[FEATURE_SET_PAYABLE] = hand & payable(edition, pub, seat, coins);
    int finish = (int)finish_halves(view, f, hand, coins), lead = f->race - finish;
    f->one[FEATURE_AT_FINISH] = (uint16_t)(FEATURE_FINISH + finish);
    f->one[FEATURE_AT_LEAD] = (uint16_t)(FEATURE_LEAD + (lead < -10 ? 0 : lead > 10 ? 20 : lead + 10));
    for (unsigned g = 0; g < FF_GOODS; g++)
        f->one[FEATURE_AT_GOODS + g] = (uint16_t)(FEATURE_GOODS + 10 * g + at_most(ff_count(pub->goods[seat], g), 9));
    if (pub->mode == FF_EXPERT)
        add_board(pub, seat, f);
    else
        add_no_board(f);
}
