/* facts.c - what two turns do differently; see facts.h. */
#include "facts.h"

#include <string.h>

enum {
    PRICES_MAX = 3,  /* prices to tell of */
    BACKS_MAX = 3,   /* cards that come back at another time */
    COINS_LEAST = 5, /* tenths of a coin, and of a place, that are worth telling */
    PLACES_LEAST = 3,
    TENTHS = 10,
};

const char *const coach_fact_names[COACH_FACT_KINDS] = {
    "coins-now",    "coins-next", "place-next", "price-left", "palace-paid", "palace-price",
    "goods-wasted", "card-built", "card-back",  "field-lost", "harvest",     "cards-kept",
};

/* One of the two turns. */
struct side {
    const struct coach_candidate *candidate;
    struct coach_shape shape;
    struct ff_game after;
};

struct telling {
    const struct coach_judge *judge;
    int seat;
    struct side played, best;
    struct coach_fact *fact;
    int n;
};

static void tell(struct telling *telling, enum coach_fact_kind kind, enum coach_part part, unsigned card, int played,
                 int best)
{
    if (telling->n < COACH_FACTS_MAX && played != best)
        telling->fact[telling->n++] = (struct coach_fact){
            (uint8_t)kind, (uint8_t)part, (uint8_t)card, 0, (int16_t)played, (int16_t)best,
        };
}

/* The part that builds differ in; the sale where they do not. */
static enum coach_part build_part(const struct telling *telling)
{
    for (int part = COACH_BUILD1; part <= COACH_SPACE; part++)
        if (coach_part_differs(&telling->played.shape, &telling->best.shape, (enum coach_part)part))
            return (enum coach_part)part;
    return COACH_SALE;
}

/* ------------------------------------------------------------------------------------------------------------ sales */

static int tenths(uint32_t sum, uint32_t n) { return n ? (int)((sum * TENTHS + n / 2) / n) : 0; }

static int apart(int a, int b) { return a > b ? a - b : b - a; }

static void tell_worlds(struct telling *telling)
{
    const struct coach_candidate *a = telling->played.candidate, *b = telling->best.candidate;
    if (!a->turns || !b->turns)
        return;
    int coins[2] = {tenths(a->income, a->turns), tenths(b->income, b->turns)};
    int place[2] = {tenths(a->places, a->turns), tenths(b->places, b->turns)};
    if (apart(coins[0], coins[1]) >= COINS_LEAST)
        tell(telling, COACH_COINS_NEXT, build_part(telling), 0, coins[0], coins[1]);
    if (apart(place[0], place[1]) >= PLACES_LEAST)
        tell(telling, COACH_PLACE_NEXT, COACH_SALE, 0, place[0], place[1]);
}

static void tell_prices(struct telling *telling)
{
    const struct ff_edition *edition = telling->judge->place.edition;
    int told = 0;
    for (int b = 0; b < telling->judge->game.pub.players; b++)
        for (int good = 0; good < FF_GOODS && told < PRICES_MAX; good++) {
            int played = ff_price_next(edition, &telling->played.after.pub, b, good);
            int best = ff_price_next(edition, &telling->best.after.pub, b, good);
            told += played != best;
            tell(telling, COACH_PRICE_LEFT, COACH_SALE, (unsigned)(b * FF_GOODS + good), played, best);
        }
}

/* ----------------------------------------------------------------------------------------------------------- builds */

static bool builds(const struct coach_shape *shape, int card)
{
    return shape->card[0] == card || shape->card[1] == card;
}

static void tell_cards_built(struct telling *telling)
{
    const struct coach_shape *a = &telling->played.shape, *b = &telling->best.shape;
    for (int i = 0; i < FF_BUILDS_MAX; i++) {
        enum coach_part part = i == 0 ? COACH_BUILD1 : COACH_BUILD2;
        if (b->card[i] != FF_NO_CARD && !builds(a, b->card[i]))
            tell(telling, COACH_CARD_BUILT, part, b->card[i], -1, b->cost[i]);
        if (a->card[i] != FF_NO_CARD && !builds(b, a->card[i]))
            tell(telling, COACH_CARD_BUILT, part, a->card[i], a->cost[i], -1);
    }
}

static int palaces(const struct coach_shape *shape, int *paid)
{
    int n = 0;
    *paid = 0;
    for (int i = 0; i < FF_BUILDS_MAX; i++) {
        bool is = ff_is_palace(shape->card[i]);
        n += is;
        *paid += is ? shape->cost[i] : 0;
    }
    return n;
}

static void tell_palaces(struct telling *telling)
{
    int paid[2];
    int a = palaces(&telling->played.shape, &paid[0]), b = palaces(&telling->best.shape, &paid[1]);
    tell(telling, COACH_PALACE_PAID, build_part(telling), (unsigned)(a * 8 + b), paid[0], paid[1]);
    tell(telling, COACH_PALACE_PRICE, build_part(telling), 0, ff_palace_price(&telling->played.after.pub),
         ff_palace_price(&telling->best.after.pub));
}

/* Goods a round of the fields that the turn built over. */
static int lost(const struct telling *telling, const struct coach_shape *shape)
{
    int goods = 0;
    for (int i = 0; i < FF_BUILDS_MAX; i++)
        if (shape->card[i] != FF_NO_CARD)
            goods += (int)ff_total(ff_space_yield(telling->judge->place.edition, shape->space[i], shape->covered[i]));
    return goods;
}

static void tell_fields(struct telling *telling)
{
    enum coach_part part = build_part(telling);
    tell(telling, COACH_FIELD_LOST, part, 0, lost(telling, &telling->played.shape),
         lost(telling, &telling->best.shape));
    tell(telling, COACH_HARVEST, part, 0, (int)ff_total(telling->played.after.pub.yield[telling->seat]),
         (int)ff_total(telling->best.after.pub.yield[telling->seat]));
}

/* ------------------------------------------------------------------------------------------------------------ cards */

/* After how many rounds the card is in the hand again: 0: it is there, -1: never. */
static int rounds_until(const struct ff_game *game, int seat, int card)
{
    int draws = FF_DRAWS + ff_extra_draws(game->pub.active[seat]);
    if (game->hid.hand[seat] & ff_bit((unsigned)card))
        return 0;
    for (int i = 0; i < game->pub.deck_n[seat]; i++)
        if (ff_deck_card(game, seat, i) == card)
            return i / draws + 1;
    return -1;
}

static int wait_of(int rounds) { return rounds < 0 ? 99 : rounds; }

/* The cards of the hand that come back at other times: Palace parts and what differs most come first. */
static void tell_cards_back(struct telling *telling)
{
    uint32_t left = telling->judge->place.view.own.hand;
    for (int told = 0; told < BACKS_MAX && left; told++) {
        int choice = -1, most = 0, rounds[2] = {0, 0};
        for (uint32_t rest = left; rest; rest &= rest - 1) {
            int card = ff_lowest(rest);
            int a = rounds_until(&telling->played.after, telling->seat, card);
            int b = rounds_until(&telling->best.after, telling->seat, card);
            int weight = apart(wait_of(a), wait_of(b)) * 2 + ff_is_palace(card);
            if (builds(&telling->played.shape, card) || builds(&telling->best.shape, card) || a == b || weight <= most)
                continue;
            most = weight;
            choice = card;
            rounds[0] = a;
            rounds[1] = b;
        }
        if (choice < 0)
            return;
        left &= ~ff_bit((unsigned)choice);
        bool kept = rounds[0] == 0 || rounds[1] == 0 || rounds[0] < 0 || rounds[1] < 0;
        tell(telling, COACH_CARD_BACK, kept ? COACH_KEEP : COACH_ORDER, (unsigned)choice, rounds[0], rounds[1]);
    }
}

/* --------------------------------------------------------------------------------------------------------- together */

static void fill_side(struct telling *telling, int i, struct side *side)
{
    const struct coach_judge *judge = telling->judge;
    side->candidate = &judge->candidate[i];
    side->after = judge->game;
    coach_shape_of(judge->place.edition, &side->after, telling->seat, &side->candidate->turn, &side->shape);
}

static int total(ff_goods goods) { return (int)ff_total(goods); }

int coach_facts(const struct coach_judge *judge, int played, int best, struct coach_fact fact[COACH_FACTS_MAX])
{
    struct telling telling = {.judge = judge, .seat = judge->place.view.own.seat, .fact = fact};
    if (judge->kind == COACH_DRAW)
        return 0;
    fill_side(&telling, played, &telling.played);
    fill_side(&telling, best, &telling.best);
    coach_shapes_align(judge->place.edition, &judge->game, telling.seat, &telling.played.shape, &telling.best.shape);
    const struct coach_shape *a = &telling.played.shape, *b = &telling.best.shape;
    tell(&telling, COACH_COINS_NOW, COACH_SALE, 0, a->income, b->income);
    tell_worlds(&telling);
    tell_prices(&telling);
    tell_palaces(&telling);
    tell(&telling, COACH_GOODS_WASTED, a->stored != b->stored ? COACH_STORE : COACH_SALE, 0, total(a->wasted),
         total(b->wasted));
    tell_cards_built(&telling);
    tell_cards_back(&telling);
    tell_fields(&telling);
    tell(&telling, COACH_CARDS_KEPT, COACH_KEEP, 0, ff_popcount(a->kept), ff_popcount(b->kept));
    return telling.n;
}

int coach_fact_favours(const struct coach_fact *fact)
{
    int more = fact->best > fact->played ? 1 : -1;
    switch (fact->kind) {
    case COACH_COINS_NOW:
    case COACH_COINS_NEXT:
    case COACH_HARVEST:
    case COACH_CARDS_KEPT: return more;
    case COACH_PALACE_PRICE:
    case COACH_GOODS_WASTED:
    case COACH_FIELD_LOST: return -more;
    case COACH_PALACE_PAID: return fact->card / 8 == fact->card % 8 ? -more : fact->card / 8 < fact->card % 8 ? 1 : -1;
    default: return 0;
    }
}

/* What speaks for the played turn comes last. */
static int place_of(const struct coach_fact *fact, const struct coach_link *link, int links_n)
{
    int at = coach_fact_favours(fact) < 0 ? COACH_PARTS : 0;
    if (at)
        return at + 1;
    while (at < links_n && !(link[at].parts >> fact->part & 1))
        at++;
    return at;
}

void coach_facts_sort(struct coach_fact *fact, int n, const struct coach_link *link, int links_n)
{
    for (int i = 1; i < n; i++) {
        struct coach_fact one = fact[i];
        int at = i;
        for (; at > 0 && place_of(&fact[at - 1], link, links_n) > place_of(&one, link, links_n); at--)
            fact[at] = fact[at - 1];
        fact[at] = one;
    }
}
