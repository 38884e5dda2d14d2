/* features.c - computes a view's binary features; see features.h.
 *
 * SIMD lanes (simd_lanes.h) compute the values of all players or all breweries at once. Breweries come first, because
 * incomes need their prices, then the players' blocks, then the table. features_own.c adds the seat's own cards. */
#include "features.h"
#include "features_internal.h"
#include "levels.h"

/* -------------------------------------------------------------------------------------------------------- breweries */

static bool in_sale(const struct ff_public *pub) { return ff_is_sale(pub->stage); }

/* Facts about the breweries, one brewery per lane. */
struct breweries {
    lanes prices;                         /* prices of the track's spaces, one byte each */
    lanes price[FF_GOODS];                /* now */
    lanes step[FF_GOODS], room[FF_GOODS]; /* after the sale under way */
    lanes next[FF_GOODS];                 /* prices after phase 6 if nobody sells anything more */
};

/* Loads the 16-bit numbers of all players at this offset of struct ff_public, one per lane. */
static lanes load_seats(const struct ff_public *pub, size_t offset)
{
    return lanes_load((const uint8_t *)pub + offset) & first_lanes_mask(pub->players);
}

static lanes load_bytes(const struct ff_public *pub, size_t offset)
{
    uint64_t bytes;
    memcpy(&bytes, (const uint8_t *)pub + offset, sizeof bytes);
    return lanes_widen(bytes) & first_lanes_mask(pub->players);
}

/* Loads one of the edition's tables, which has a byte for each space of the price track. */
static lanes track_bytes(const uint8_t table[FF_STEPS_MAX])
{
    lanes bytes = {0};
    memcpy(&bytes, table, FF_STEPS_MAX);
    return bytes;
}
_Static_assert(FF_STEPS_MAX <= sizeof(lanes), "a track fits into a register");

/* Encodes a space of the price track by its price (0 to 3 or more) and by the distances down to a lower price and up to
 * a higher price (1 to 3 or more). A distance is also 1 if there is no lower or no higher price. */
enum { SPACE_CODES = 36 };
static lanes space_code(const struct ff_edition *edition, lanes prices, lanes space)
{
    lanes price = lanes_min(lanes_lookup_bytes(prices, space), lanes_fill(3));
    lanes fall = lanes_lookup_bytes(track_bytes(edition->fall), space),
          rise = lanes_lookup_bytes(track_bytes(edition->rise), space);
    fall = lanes_min(lanes_max(fall, lanes_fill(1)), lanes_fill(3)) - 1;
    rise = lanes_min(lanes_max(rise, lanes_fill(1)), lanes_fill(3)) - 1;
    return price * 9 + fall * 3 + rise;
}

static void add_breweries(const struct ff_edition *edition, const struct ff_public *pub, struct breweries *o,
                          struct features *f)
{
    lanes steps = load_seats(pub, offsetof(struct ff_public, step));
    lanes rooms = load_seats(pub, offsetof(struct ff_public, room));
    lanes open = first_lanes_mask(pub->players), none = lanes_fill(FEATURES_NONE) & ~open;
    lanes selling = (lanes)(lane_indices() == (uint16_t)(in_sale(pub) ? pub->brewery : LANES));
    o->prices = track_bytes(edition->price);
    for (unsigned g = 0; g < FF_GOODS; g++) {
        lanes step = good_counts(steps, g), room = good_counts(rooms, g);
        o->price[g] = lanes_lookup_bytes(o->prices, step);
        lanes sold = selling & (uint16_t)ff_count(pub->tally, g); /* as if the sale ended now (R5.3) */
        lanes filled = lanes_min(sold, room);
        step -= lanes_min(sold - filled, step);
        room -= filled;
        o->step[g] = step;
        o->room[g] = room;
        step = lanes_min(step + room, lanes_fill(edition->steps_n - 1u));
        o->next[g] = lanes_lookup_bytes(o->prices, step);
        room = lanes_min(room, lanes_fill(4));
        lanes code = space_code(edition, o->prices, step), top = lanes_max_and_index(step & open);
        f->one[FEATURE_AT_BEST + g] = (uint16_t)(FEATURE_BEST + SPACE_CODES * g + lanes_broadcast(code, top[1])[0]);
        code += lane_indices() * (FF_GOODS * SPACE_CODES) + (uint16_t)(FEATURE_STEP + SPACE_CODES * g);
        room += lane_indices() * 15 + (uint16_t)(FEATURE_ROOM + 5 * g);
        lanes_store((code & open) | none, f->one + FEATURE_AT_STEP + LANES * g);
        lanes_store((room & open) | none, f->one + FEATURE_AT_ROOM + LANES * g);
    }
}

/* ---------------------------------------------------------------------------------------------------------- players */

/* The position of the turn's player, as if the sale under way were over and the card that is about to be placed were
 * paid for. */
struct pending {
    int coins;
    bool sold;
    unsigned disc;
    unsigned more; /* income that the unsold goods would bring in the sale under way */
};

static struct pending settle_sale(const struct ff_edition *edition, const struct ff_public *pub, int seat)
{
    struct pending p = {.sold = true};
    unsigned income = (unsigned)ff_steady_income(pub->active[seat]), most = 0;
    for (unsigned g = 0; g < FF_GOODS; g++) {
        unsigned tokens = ff_count(pub->tally, g), price = (unsigned)ff_price(edition, pub, pub->brewery, (int)g);
        income += tokens * price;
        most = tokens > most ? tokens : most;
        if ((int)g + FF_STAGE_SELL_HOPS >= pub->stage)
            p.more += ff_count(pub->goods[seat], g) * price;
    }
    if (pub->active[seat] >> FF_OFFICE & 1)
        income += most;
    p.coins = pub->coins[seat] + (int)income;
    p.disc = (unsigned)ff_disc_space(pub->active[seat], (int)income);
    return p;
}

static struct pending settle(const struct ff_edition *edition, const struct ff_public *pub, int seat)
{
    if (in_sale(pub))
        return settle_sale(edition, pub, seat);
    int cost = pub->stage == FF_STAGE_SPACE ? ff_cost(edition, pub, seat, pub->card) : 0;
    return (struct pending){pub->coins[seat] - cost, pub->disc_next[seat] != FF_NO_DISC, pub->disc_next[seat], 0};
}

/* One lane per player: by seat until arrange() is called, then by block. */
struct players {
    lanes here; /* mask */
    lanes seat; /* in each block */
    lanes coins, parts, office, steady, crane;
    lanes sold, disc, place; /* place: position in this round's order */
    lanes yield, goods;
    lanes purse, forecast; /* features_forecast */
};

enum { COINS_MAX = 999 }; /* more coins change no feature */

/* Fills in the facts that follow from visible cards, and the places in the order. */
static void read_cards(const struct ff_public *pub, struct players *p)
{
    uint64_t parts = 0, office = 0, steady = 0, crane = 0, place = 0;
    for (unsigned i = 0; i < pub->players; i++) {
        uint32_t active = pub->active[i];
        parts |= (uint64_t)ff_popcount(active & FF_PALACE_CARDS) << 8 * i;
        steady |= (uint64_t)ff_steady_income(active) << 8 * i;
        office |= (uint64_t)(active >> FF_OFFICE & 1) << 8 * i;
        crane |= (uint64_t)(active >> FF_CRANE & 1) << 8 * i;
        place |= (uint64_t)i << 8 * pub->order[i];
    }
    p->parts = lanes_widen(parts);
    p->steady = lanes_widen(steady);
    p->office = (lanes)(lanes_widen(office) != 0);
    p->crane = lanes_widen(crane);
    p->place = lanes_widen(place);
}

static void read_seats(const struct ff_public *pub, struct players *p)
{
    p->here = first_lanes_mask(pub->players);
    p->coins = lanes_min(load_seats(pub, offsetof(struct ff_public, coins)), lanes_fill(COINS_MAX));
    p->yield = load_seats(pub, offsetof(struct ff_public, yield));
    p->goods = load_seats(pub, offsetof(struct ff_public, goods));
    p->disc = load_bytes(pub, offsetof(struct ff_public, disc_next));
    p->sold = (lanes)(p->disc != FF_NO_DISC);
    read_cards(pub, p);
}

/* Assigns the players to blocks: first the own seat, then the others by Palace parts, coins, and lower seat. */
static void rank_players(const struct ff_public *pub, int own, struct players *p)
{
    lanes key = (p->parts * 256 + lanes_min(p->coins, lanes_fill(255))) * 8 + 7 - lane_indices();
    lanes block = {0}, seat = {0};
    key = lanes_choose((lanes)(lane_indices() == (uint16_t)own), lanes_fill(32767), key & p->here);
    for (unsigned i = 0; i < pub->players; i++)
        block -= lanes_greater(lanes_broadcast(key, i), key);
    for (unsigned i = 1; i < pub->players; i++)
        seat |= (lanes)(lanes_broadcast(block, i) == lane_indices()) & (uint16_t)i;
    p->seat = seat;
}

/* Reorders all lanes from seats to blocks. */
static void arrange(struct players *p)
{
    lanes *facts[] = {&p->coins, &p->parts, &p->office, &p->steady, &p->crane, &p->sold,
                      &p->disc,  &p->place, &p->yield,  &p->goods,  &p->purse, &p->forecast};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        *facts[i] = lanes_permute(*facts[i], p->seat);
}

static void apply_pending(const struct ff_public *pub, const struct pending *turn, struct players *p)
{
    lanes on_turn = (lanes)(lane_indices() == (uint16_t)ff_turn_seat(pub));
    int purse = turn->coins < 0 ? 0 : turn->coins < COINS_MAX ? turn->coins : COINS_MAX;
    p->coins = lanes_choose(on_turn, lanes_fill((unsigned)purse), p->coins);
    p->sold = lanes_choose(on_turn, lanes_fill(turn->sold ? 0xffff : 0), p->sold);
    p->disc = lanes_choose(on_turn, lanes_fill(turn->disc), p->disc);
}

/* Returns the best income of each block's goods if all are sold at one brewery. */
static lanes best_sale(const struct players *p, unsigned breweries, const lanes price[FF_GOODS], lanes goods)
{
    lanes h = good_counts(goods, 0), b = good_counts(goods, 1), w = good_counts(goods, 2), best = {0};
    for (unsigned i = 0; i < breweries; i++)
        best = lanes_max(best, h * lanes_broadcast(price[0], i) + b * lanes_broadcast(price[1], i) +
                                   w * lanes_broadcast(price[2], i));
    lanes most = lanes_max(lanes_max(h, b), w);
    return best + (most & p->office & (lanes)(best != 0)) + p->steady;
}

/* Returns buckets of coins: steps of 1 up to 15, of 2 up to 31, of 4 up to 47, and one bucket for more. The minimum of
 * one formula for each step size gives the bucket. */
static lanes coin_bucket(lanes coins)
{
    return lanes_min(lanes_min(coins, 8 + coins / 2), lanes_min(16 + coins / 4, lanes_fill(28)));
}

/* Ranks the seats by their discs: the lowest space plays first, and on the same space the last disc to arrive (R2.2,
 * R5.6). */
static lanes next_place(const struct players *p, unsigned players)
{
    return rank_lanes(lanes_choose(p->sold & p->here, p->disc * 8 + 7 - p->place, lanes_fill(1000)), players);
}

enum { RACE_MAX = 19 };

/* Divides bit by bit, because vectors have no division. The quotient must be below 32, and quotient times divisor below
 * 32768. */
static lanes quotient(lanes number, lanes divisor)
{
    lanes found = {0};
    for (unsigned bit = 16; bit; bit /= 2) {
        lanes tried = found + (uint16_t)bit;
        found += ~lanes_greater(tried * divisor, number) & (uint16_t)bit;
    }
    return found;
}

/* Returns the number of half rounds until a player can pay for the missing Palace parts. Assumes that the price rises
 * with every part, as it does if all players build at the same pace. */
static lanes race(const struct players *p, unsigned price, lanes income)
{
    lanes missing = FF_PALACE_PARTS - p->parts;
    lanes cost = missing * ((uint16_t)price - 2 * p->crane) + missing * (missing - 1);
    lanes halves = quotient(2 * (lanes_max(cost, p->coins) - p->coins), income + 1);
    return lanes_min(lanes_max(halves, missing), lanes_fill(RACE_MAX)); /* a round allows two builds at most */
}

static uint16_t shortest_race(const struct players *p, lanes race)
{
    lanes others = p->here & (lanes)(lane_indices() != 0);
    return (uint16_t)(RACE_MAX - largest_lane((RACE_MAX - race) & others));
}

static void put(lanes here, lanes value, unsigned feature, unsigned place, struct features *f)
{
    lanes number = value + (lane_indices() * FEATURE_PLAYER_N + (uint16_t)feature);
    lanes_store((number & here) | (lanes_fill(FEATURES_NONE) & ~here), f->one + place);
}

/* Adds the forecast of sales to *p, while each lane of *p is a seat. */
static void add_forecast(const struct ff_edition *edition, const struct ff_public *pub, const struct breweries *o,
                         struct players *p)
{
    struct forecast forecast = {.prices = o->prices,
                                .step = {o->step[0], o->step[1], o->step[2]},
                                .room = {o->room[0], o->room[1], o->room[2]},
                                .coins = p->coins,
                                .steady = p->steady,
                                .office = p->office,
                                .sold = p->sold,
                                .disc = p->disc};
    features_forecast(edition, pub, &forecast);
    p->purse = forecast.purse;
    p->forecast = forecast.income;
}

/* Returns the mask of the opponents' levels, which is usually 0 because all players are equal. */
static uint32_t levels_of(const struct features_opponents *opponents, uint64_t seats, unsigned players)
{
    enum { LEVELS = 5 };
    uint64_t levels_set;
    uint32_t levels = 0;
    memcpy(&levels_set, opponents->level, sizeof levels_set);
    for (unsigned i = 1; levels_set && i < players; i++) {
        unsigned is = opponents->level[seats >> 8 * i & 7];
        levels |= is ? 1u << (LEVELS * (i - 1) + is - 1) : 0;
    }
    return levels;
}

static void add_players(const struct ff_edition *edition, const struct features_opponents *opponents,
                        const struct ff_view *view, const struct breweries *o, const struct pending *turn,
                        struct features *f)
{
    const struct ff_public *pub = &view->pub;
    struct players p;
    read_seats(pub, &p);
    rank_players(pub, view->own.seat, &p);
    apply_pending(pub, turn, &p);
    add_forecast(edition, pub, o, &p);
    arrange(&p);
    lanes income = best_sale(&p, pub->players, o->next, p.yield);
    lanes races = race(&p, (unsigned)ff_palace_price(pub), income);
    lanes sale = lanes_min(best_sale(&p, pub->players, o->price, p.goods) / 2, lanes_fill(15));
    put(p.here, coin_bucket(p.coins), FEATURE_COINS, FEATURE_AT_COINS, f);
    for (unsigned g = 0; g < FF_GOODS; g++)
        put(p.here, good_counts(p.yield, g), FEATURE_YIELD + 8 * g, FEATURE_AT_YIELD + LANES * g, f);
    put(p.here, p.parts, FEATURE_PARTS, FEATURE_AT_PARTS, f);
    put(p.here, lanes_min(income / 2, lanes_fill(19)), FEATURE_INCOME, FEATURE_AT_INCOME, f);
    put(p.here, races, FEATURE_RACE, FEATURE_AT_RACE, f);
    put(p.here, lanes_choose(p.sold, FEATURE_DISC + p.disc / 2, FEATURE_WAITS + p.place), 0, FEATURE_AT_TRACK, f);
    put(p.here & ~p.sold, sale, FEATURE_SALE, FEATURE_AT_SALE, f);
    put(p.here & p.sold, next_place(&p, pub->players), FEATURE_NEXT, FEATURE_AT_NEXT, f);
    put(p.here, coin_bucket(p.purse), FEATURE_PURSE, FEATURE_AT_PURSE, f);
    put(p.here, lanes_min(p.forecast, lanes_fill(25)), FEATURE_FORECAST, FEATURE_AT_FORECAST, f);
    uint64_t seats = lanes_narrow(p.seat);
    memcpy(f->seat, &seats, sizeof seats);
    for (unsigned i = 0; i < FF_PLAYERS_MAX; i++)
        f->set[FEATURE_SET_ACTIVE + i] = i < pub->players ? pub->active[seats >> 8 * i & 7] : 0;
    f->set[FEATURE_SET_LEVELS] = levels_of(opponents, seats, pub->players);
    f->income = income[0];
    f->race = shortest_race(&p, races);
}

/* -------------------------------------------------------------------------------------------------------- the table */

/* Returns the step that another seat's turn has reached: 0 drawing, 1 selling, 2 building, 3 discarding. */
static unsigned away_step(unsigned stage)
{
    if (!ff_is_turn(stage))
        return 0;
    return stage < FF_STAGE_BUILD ? 1 : stage < FF_STAGE_STORE_HOPS ? 2 : 3;
}

static void add_table(const struct ff_view *view, unsigned more, struct features *f)
{
    const struct ff_public *pub = &view->pub;
    uint16_t *one = f->one;
    /* The number of times that the palace price has risen. */
    unsigned risen = (unsigned)(ff_palace_price(pub) - 8) / 2;
    bool turn = ff_is_turn(pub->stage);
    bool own = turn ? ff_turn_seat(pub) == view->own.seat : (pub->owe >> view->own.seat & 1) || pub->owe == 0;
    one[FEATURE_AT_PLAYERS] = (uint16_t)(FEATURE_PLAYERS + pub->players - 2);
    one[FEATURE_AT_MODE] = (uint16_t)(FEATURE_MODE + pub->mode);
    one[FEATURE_AT_STAGE] =
        (uint16_t)(own ? (unsigned)FEATURE_STAGE + pub->stage : FEATURE_AWAY + away_step(pub->stage));
    one[FEATURE_AT_ROUND] = (uint16_t)(FEATURE_ROUND + at_most(pub->round, 23));
    one[FEATURE_AT_PALACE] = (uint16_t)(FEATURE_PALACE + at_most(risen, 7));
    one[FEATURE_AT_MARKERS] = (uint16_t)(FEATURE_MARKERS + (risen + 1) * pub->players - pub->palaces - 1);
    one[FEATURE_AT_LEFT] = (uint16_t)(own ? FEATURE_LEFT + at_most(pub->left, 3) : FEATURES_NONE);
    one[FEATURE_AT_MORE] = (uint16_t)(own && in_sale(pub) ? FEATURE_MORE + at_most(more, 15) : FEATURES_NONE);
    one[FEATURE_AT_PLACE] = (uint16_t)(own && pub->stage == FF_STAGE_SPACE ? FEATURE_PLACE + pub->card : FEATURES_NONE);
}

/* ----------------------------------------------------------------------------------------------------- all together */

/* Adds the features of breweries and players. */
static void add_all(const struct ff_edition *edition, const struct features_opponents *opponents,
                    const struct ff_view *view, const struct pending *turn, struct features *f)
{
    struct breweries breweries;
    add_breweries(edition, &view->pub, &breweries, f);
    add_players(edition, opponents, view, &breweries, turn, f);
}

/* Adds the features of hand and deck sizes. This is a separate step, because often only the hand changes. */
static void add_hands(const struct ff_public *pub, struct features *f)
{
    uint64_t seats;
    memcpy(&seats, f->seat, sizeof seats);
    lanes hand_n = lanes_permute(load_bytes(pub, offsetof(struct ff_public, hand_n)), lanes_widen(seats));
    lanes fresh = lanes_permute(load_bytes(pub, offsetof(struct ff_public, fresh_n)), lanes_widen(seats));
    lanes draws = lanes_min((fresh + 2) * 11 / 32, lanes_fill(8)); /* divides by three, exactly for a deck's cards */
    put(first_lanes_mask(pub->players), hand_n, FEATURE_HAND_N, FEATURE_AT_HAND_N, f);
    put(first_lanes_mask(pub->players), draws, FEATURE_FRESH, FEATURE_AT_FRESH, f);
}

static void add_own(const struct ff_edition *edition, const struct ff_view *view, const struct pending *turn,
                    struct features *f)
{
    int seat = view->own.seat;
    features_add_own(edition, view, seat == ff_turn_seat(&view->pub) ? turn->coins : view->pub.coins[seat], f);
}

void features_compute(const struct ff_edition *edition, const struct features_opponents *opponents,
                      const struct ff_view *view, struct features *features)
{
    struct pending turn = settle(edition, &view->pub, ff_turn_seat(&view->pub));
    features_add_costs(edition, view->pub.mode, features);
    add_table(view, turn.more, features);
    features_add_deck(view, features);
    add_all(edition, opponents, view, &turn, features);
    add_own(edition, view, &turn, features);
    add_hands(&view->pub, features);
}

void features_compute_with_equal_opponents(const struct ff_edition *edition, const struct ff_view *view,
                                           struct features *features)
{
    static const struct features_opponents equals;
    features_compute(edition, &equals, view, features);
}

uint8_t features_strength_of_level(int level)
{
    return (uint8_t)(level < 1 || level > BOT_LEVELS_MAX ? FEATURES_UNKNOWN : bot_levels[level - 1].strength);
}

/* ---------------------------------------------------------------------------------------------------------- updates */

static bool is_pending(const struct ff_public *pub) { return in_sale(pub) || pub->stage == FF_STAGE_SPACE; }

/* Compares memory of at least eight bytes, faster than memcmp for a few bytes. */
static inline bool same(const void *a, const void *b, size_t n)
{
    uint64_t differ = 0, x, y;
    for (size_t i = 0; i < n; i += sizeof x) {
        size_t at = i + sizeof x <= n ? i : n - sizeof x;
        memcpy(&x, (const uint8_t *)a + at, sizeof x);
        memcpy(&y, (const uint8_t *)b + at, sizeof y);
        differ |= x ^ y;
    }
    return differ == 0;
}

/* Compares the members of two public positions from `first` up to `end`. */
#define SAME(a, b, first, end)                                                                                         \
    same((const uint8_t *)(a) + offsetof(struct ff_public, first),                                                     \
         (const uint8_t *)(b) + offsetof(struct ff_public, first),                                                     \
         offsetof(struct ff_public, end) - offsetof(struct ff_public, first))

/* Returns whether add_all would give the same result for both positions. The result depends on visible cards, on the
 * members from coins to the breweries' room, on discs, order and price, and on whether the game is in the expert
 * set-up. */
static bool same_for_all(const struct ff_public *a, const struct ff_public *b)
{
    return !is_pending(a) && !is_pending(b) && a->palaces == b->palaces && (a->round == 0) == (b->round == 0) &&
           SAME(a, b, coins, demand) && SAME(a, b, active, built) && SAME(a, b, disc_next, players);
}

static bool same_deck(const struct ff_view *a, const struct ff_view *b)
{
    int seat = a->own.seat;
    return a->pub.stage != FF_STAGE_SPACE && b->pub.stage != FF_STAGE_SPACE &&
           a->pub.built[seat] == b->pub.built[seat] && a->pub.fresh_n[seat] == b->pub.fresh_n[seat] &&
           same(&a->own, &b->own, sizeof a->own);
}

/* Copies the results of add_all. */
static void copy_all(const struct features *from, struct features *f)
{
    memcpy(f->one, from->one, FEATURE_AT_REACH * sizeof *f->one);
    memcpy(f->set, from->set, FEATURE_SET_KNOWN * sizeof *f->set);
    memcpy(f->seat, from->seat, sizeof f->seat);
    f->income = from->income;
    f->race = from->race;
}

/* Copies the results of features_add_deck. */
static void copy_deck(const struct features *from, struct features *f)
{
    memcpy(f->one + FEATURE_AT_REACH, from->one + FEATURE_AT_REACH,
           (FEATURE_AT_FINISH - FEATURE_AT_REACH) * sizeof *f->one);
    memcpy(f->set + FEATURE_SET_KNOWN, from->set + FEATURE_SET_KNOWN,
           (FEATURE_SET_HAND - FEATURE_SET_KNOWN) * sizeof *f->set);
    f->parts_at = from->parts_at;
}

/* Copies the features that never change during a game. */
static void copy_costs(const struct features *from, struct features *f)
{
    memcpy(f->set + FEATURE_SETS_CHANGING, from->set + FEATURE_SETS_CHANGING,
           (FEATURE_SETS - FEATURE_SETS_CHANGING) * sizeof *f->set);
}

void features_update(const struct ff_edition *edition, const struct features_opponents *opponents,
                     const struct ff_view *from_view, const struct features *from, const struct ff_view *view,
                     struct features *features)
{
    struct pending turn = settle(edition, &view->pub, ff_turn_seat(&view->pub));
    bool all = same_for_all(&from_view->pub, &view->pub), deck = same_deck(from_view, view);
    if (all && deck) {
        *features = *from;
    } else {
        copy_costs(from, features);
        if (deck)
            copy_deck(from, features);
        else
            features_add_deck(view, features);
        if (all)
            copy_all(from, features);
        else
            add_all(edition, opponents, view, &turn, features);
        add_own(edition, view, &turn, features);
    }
    add_table(view, turn.more, features);
    add_hands(&view->pub, features);
}

/* -------------------------------------------------------------------------------------------------------- as a list */

const uint16_t features_set_first[FEATURE_SETS] = {
    0 * FEATURE_PLAYER_N + FEATURE_ACTIVE, 1 * FEATURE_PLAYER_N + FEATURE_ACTIVE,
    2 * FEATURE_PLAYER_N + FEATURE_ACTIVE, 3 * FEATURE_PLAYER_N + FEATURE_ACTIVE,
    4 * FEATURE_PLAYER_N + FEATURE_ACTIVE, FEATURE_LEVELS,
    FEATURE_KNOWN + 0 * FF_CARDS_MAX,      FEATURE_KNOWN + 1 * FF_CARDS_MAX,
    FEATURE_KNOWN + 2 * FF_CARDS_MAX,      FEATURE_KNOWN + 3 * FF_CARDS_MAX,
    FEATURE_KNOWN + 4 * FF_CARDS_MAX,      FEATURE_KNOWN + 5 * FF_CARDS_MAX,
    FEATURE_KNOWN + 6 * FF_CARDS_MAX,      FEATURE_KNOWN + 7 * FF_CARDS_MAX,
    FEATURE_KNOWN + 8 * FF_CARDS_MAX,      FEATURE_UNSEEN,
    FEATURE_HAND + 0 * FF_CARDS_MAX,       FEATURE_HAND + 1 * FF_CARDS_MAX,
    FEATURE_HAND + 2 * FF_CARDS_MAX,       FEATURE_HAND + 3 * FF_CARDS_MAX,
    FEATURE_HAND + 4 * FF_CARDS_MAX,       FEATURE_HAND + 5 * FF_CARDS_MAX,
    FEATURE_HAND + 6 * FF_CARDS_MAX,       FEATURE_HAND + 7 * FF_CARDS_MAX,
    FEATURE_HAND + 8 * FF_CARDS_MAX,       FEATURE_HAND + 9 * FF_CARDS_MAX,
    FEATURE_HAND + 10 * FF_CARDS_MAX,      FEATURE_PAYABLE,
    FEATURE_COST + 0 * FF_CARDS_MAX,       FEATURE_COST + 1 * FF_CARDS_MAX,
    FEATURE_COST + 2 * FF_CARDS_MAX,       FEATURE_COST + 3 * FF_CARDS_MAX,
    FEATURE_COST + 4 * FF_CARDS_MAX,       FEATURE_COST + 5 * FF_CARDS_MAX,
    FEATURE_COST + 6 * FF_CARDS_MAX,       FEATURE_COST + 7 * FF_CARDS_MAX,
};

int features_list(const struct features *features, uint16_t list[FEATURES_ACTIVE_MAX])
{
    int n = 0;
    for (int i = 0; i < FEATURE_ONES; i++)
        if (features->one[i] != FEATURES_NONE)
            list[n++] = features->one[i];
    for (int i = 0; i < FEATURE_SETS; i++)
        for (uint32_t cards = features->set[i]; cards; cards &= cards - 1)
            list[n++] = (uint16_t)(features_set_first[i] + (unsigned)__builtin_ctz(cards));
    return n;
}
