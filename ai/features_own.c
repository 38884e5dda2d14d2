/* features_own.c - the part of the features that the own seat alone can tell: hand, deck, and its race to the palace.
 */
#include "features_in.h"

enum { DRAWS_TOLD = 8, FINISH_ROUNDS = 12 };

/* The own cards by where they are. A card about to be placed is neither in the hand nor built yet. */
struct cards {
    uint32_t hand, placing, known;
    uint32_t parts_at;                /* places in the known part of the deck that hold a Palace part */
    uint32_t by_draw[DRAWS_TOLD + 1]; /* known cards by the draw they come in */
};

static void find_cards(const struct ff_view *view, struct cards *cards)
{
    const struct ff_private *own = &view->own;
    const struct ff_public *pub = &view->pub;
    unsigned fresh = pub->fresh_n[own->seat];
    *cards = (struct cards){.hand = own->hand};
    if (pub->stage == FF_STAGE_SPACE && ff_turn_seat(pub) == own->seat)
        cards->placing = ff_bit(pub->card);
    cards->hand &= ~cards->placing;
    for (unsigned i = 0; i < own->known_n; i++) {
        uint32_t card = ff_bit(own->known[i]);
        cards->known |= card;
        cards->parts_at |= (uint32_t)((card & FF_PALACE_CARDS) != 0) << i;
        cards->by_draw[at_most((fresh + i) / 3, DRAWS_TOLD)] |= card;
    }
}

static uint32_t payable(const struct ff_edition *edition, const struct ff_public *pub, int seat, int coins)
{
    int purse = coins + (pub->active[seat] >> FF_CRANE & 1 ? 2 : 0);
    if (purse < 0)
        return 0;
    uint32_t cards = edition->within[at_most((unsigned)purse, FF_COST_MAX)];
    return purse >= ff_palace_price(pub) ? cards | FF_PALACE_CARDS : cards;
}

static unsigned parts_in(uint32_t cards) { return (unsigned)ff_popcount(cards & FF_PALACE_CARDS); }

static void add_deck(const struct ff_view *view, const struct cards *cards, struct features *f)
{
    int seat = view->own.seat;
    uint32_t mine = view->pub.built[seat] | cards->hand | cards->placing;
    unsigned parts = parts_in(mine); /* those never drawn are not counted */
    for (unsigned draw = 0; draw <= DRAWS_TOLD; draw++) {
        f->one[FEATURE_AT_REACH + draw] = (uint16_t)(FEATURE_REACH + 7 * draw + parts);
        f->set[FEATURE_SET_KNOWN + draw] = cards->by_draw[draw];
        parts += parts_in(cards->by_draw[draw]);
    }
    f->set[FEATURE_SET_UNSEEN] = ff_cards_of(view->pub.mode) & ~(mine | view->own.trash | cards->known);
    f->one[FEATURE_AT_FRESH] = (uint16_t)(FEATURE_FRESH + at_most((view->pub.fresh_n[seat] + 2u) / 3, 8));
}

/* Own Palace parts that do not lie in the hand, by when they come: known ones by their draw, unseen ones spread evenly
 * over the never drawn cards. */
struct supply {
    uint32_t known_at;             /* places below the never drawn cards */
    unsigned unseen, fresh, draws; /* draws: cards a round */
    unsigned share;                /* 1 / fresh in 65536ths, rounded up: exact for what it is used for */
};

static unsigned supplied(const struct supply *supply, unsigned rounds)
{
    unsigned drawn = rounds * supply->draws;
    if (drawn < supply->fresh)
        return supply->unseen * drawn * supply->share >> 16;
    uint64_t reached = ((uint64_t)1 << at_most(drawn - supply->fresh, 32)) - 1;
    return (supply->fresh ? supply->unseen : 0) + (unsigned)ff_popcount(supply->known_at & reached);
}

/* Every part is built as soon as it is there and can be paid, two a round; the price rises with each. What is in the
 * purse at the end is worth half a round or none. */
static unsigned finish_halves(const struct ff_view *view, const struct cards *cards, int purse, int income)
{
    const struct ff_public *pub = &view->pub;
    int seat = view->own.seat;
    uint32_t active = pub->active[seat], away = pub->built[seat] | cards->hand | view->own.trash | cards->known;
    struct supply supply = {cards->parts_at, parts_in(~away), pub->fresh_n[seat], 3 + (active >> FF_LAB1 & 3), 0};
    if (supply.fresh)
        supply.share = 65536 / supply.fresh + 1;
    unsigned missing = FF_PALACE_PARTS - parts_in(active | cards->placing), built = 0, round = 0;
    int price = ff_palace_price(pub) - (active >> FF_CRANE & 1 ? 2 : 0);
    for (; round < FINISH_ROUNDS && built < missing; round++) {
        unsigned ready = at_most(parts_in(cards->hand) + supplied(&supply, round) - built, missing - built);
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
        f->one[FEATURE_AT_BOARD + space] =
            (uint16_t)(pub->mode == FF_EXPERT ? FEATURE_BOARD + 7 * space + what : FEATURES_NONE);
    }
}

void features_add_own(const struct ff_edition *edition, const struct ff_view *view, int coins, int income,
                      struct features *f)
{
    const struct ff_public *pub = &view->pub;
    int seat = view->own.seat;
    struct cards cards;
    find_cards(view, &cards);
    f->set[FEATURE_SET_HAND] = cards.hand;
    f->set[FEATURE_SET_PAYABLE] = cards.hand & payable(edition, pub, seat, coins);
    add_deck(view, &cards, f);
    f->one[FEATURE_AT_FINISH] = (uint16_t)(FEATURE_FINISH + finish_halves(view, &cards, coins, income));
    add_board(pub, seat, f);
    for (unsigned g = 0; g < FF_GOODS; g++)
        f->one[FEATURE_AT_GOODS + g] = (uint16_t)(FEATURE_GOODS + 10 * g + at_most(ff_count(pub->goods[seat], g), 9));
}
