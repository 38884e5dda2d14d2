/* turn_comparison.c - finds the differences of two turns; see turn_comparison.h. */
#include "turn_comparison.h"

#include <string.h>

enum {
    PRICES_MAX = 3,     /* most prices to list */
    RETURNS_MAX = 3,    /* most cards to list that return to the hand in different rounds after the two turns */
    COINS_DECISIVE = 5, /* a difference of this many coins from the sale is decisive */
    COINS_LEAST = 5,    /* smallest differences worth listing, in tenths of a coin and of a place */
    PLACES_LEAST = 3,
    TENTHS = 10,
    NEVER = 99, /* rounds */
};

const char *const coach_fact_names[COACH_FACT_KINDS] = {
    "result",       "field-covered", "coins-now",  "coins-next", "place-next", "price-left", "palace-paid",
    "palace-price", "goods-wasted",  "card-built", "card-back",  "field-lost", "harvest",    "cards-kept",
};

/* One of the two turns. */
struct side {
    const struct coach_candidate *candidate;
    struct coach_turn_summary summary;
    struct ff_game after;
};

struct comparison {
    const struct coach_judge *judge;
    int seat;
    struct side played, best;
    struct coach_fact *fact, same; /* same: scratch space for facts without a difference */
    int n;
};

/* Adds a fact if its two numbers differ. Returns the fact, so that the caller can set its card. */
static struct coach_fact *note(struct comparison *c, enum coach_fact_kind kind, enum coach_part part, int played,
                               int best)
{
    struct coach_fact *fact = c->n < COACH_FACTS_MAX && played != best ? &c->fact[c->n++] : &c->same;
    *fact = (struct coach_fact){
        .kind = (uint8_t)kind, .part = (uint8_t)part, .played = (int16_t)played, .best = (int16_t)best};
    return fact;
}

/* Returns the first part in which the two turns build differently; COACH_SALE if they build the same. */
static enum coach_part build_part(const struct comparison *c)
{
    for (int part = COACH_BUILD1; part <= COACH_SPACE; part++)
        if (coach_part_differs(&c->played.summary, &c->best.summary, (enum coach_part)part))
            return (enum coach_part)part;
    return COACH_SALE;
}

/* ------------------------------------------------------------------------------------------------------------ sales */

static int tenths(uint32_t sum, uint32_t n) { return n ? (int)((sum * TENTHS + n / 2) / n) : 0; }

static int distance(int a, int b) { return a > b ? a - b : b - a; }

static void compare_rollouts(struct comparison *c)
{
    const struct coach_candidate *a = c->played.candidate, *b = c->best.candidate;
    const int coins[2] = {tenths(a->income, a->turns), tenths(b->income, b->turns)};
    const int place[2] = {tenths(a->places, a->turns), tenths(b->places, b->turns)};
    if (!a->turns || !b->turns)
        return;
    if (distance(coins[0], coins[1]) >= COINS_LEAST)
        note(c, COACH_COINS_NEXT, build_part(c), coins[0], coins[1]);
    if (distance(place[0], place[1]) >= PLACES_LEAST)
        note(c, COACH_PLACE_NEXT, COACH_SALE, place[0], place[1]);
}

static void compare_prices(struct comparison *c)
{
    const struct ff_edition *edition = c->judge->position.edition;
    int noted = 0;
    for (int i = 0; i < c->judge->game.pub.players * FF_GOODS && noted < PRICES_MAX; i++) {
        int played = ff_price_next(edition, &c->played.after.pub, i / FF_GOODS, i % FF_GOODS);
        int best = ff_price_next(edition, &c->best.after.pub, i / FF_GOODS, i % FF_GOODS);
        noted += played != best;
        note(c, COACH_PRICE_LEFT, COACH_SALE, played, best)->card = (uint8_t)i;
    }
}

/* ----------------------------------------------------------------------------------------------------------- builds */

static bool builds(const struct coach_turn_summary *summary, int card)
{
    return summary->card[0] == card || summary->card[1] == card;
}

static void compare_cards_built(struct comparison *c)
{
    const struct coach_turn_summary *a = &c->played.summary, *b = &c->best.summary;
    for (int i = 0; i < FF_BUILDS_MAX; i++) {
        enum coach_part part = i == 0 ? COACH_BUILD1 : COACH_BUILD2;
        if (b->card[i] != FF_NO_CARD && !builds(a, b->card[i]))
            note(c, COACH_CARD_BUILT, part, -1, b->cost[i])->card = b->card[i];
        if (a->card[i] != FF_NO_CARD && !builds(b, a->card[i]))
            note(c, COACH_CARD_BUILT, part, a->cost[i], -1)->card = a->card[i];
    }
}

/* Returns how many goods per round the i-th build loses by covering a field with a smaller field; 0 if it loses none or
 * is not a field. */
static int field_lost(const struct comparison *c, const struct coach_turn_summary *summary, int i)
{
    const int card = summary->card[i];
    if (card == FF_NO_CARD || ff_is_palace(card))
        return 0;
    const struct ff_edition *edition = c->judge->position.edition;
    const int before = (int)ff_total(ff_space_yield(edition, summary->space[i], summary->covered[i]));
    const int now = (int)ff_total(ff_space_yield(edition, summary->space[i], (uint8_t)card));
    return now > 0 && before > now ? before - now : 0;
}

static bool does_the_same(const struct coach_turn_summary *summary, const struct coach_turn_summary *other, int i)
{
    for (int j = 0; j < FF_BUILDS_MAX; j++)
        if (other->card[j] == summary->card[i] && other->space[j] == summary->space[i])
            return true;
    return false;
}

/* Adds facts about fields that a turn covers with smaller fields. */
static void compare_covered_fields(struct comparison *c)
{
    const struct coach_turn_summary *side[2] = {&c->played.summary, &c->best.summary};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < FF_BUILDS_MAX; i++) {
            const int lost = field_lost(c, side[s], i);
            if (!lost || does_the_same(side[s], side[!s], i))
                continue;
            struct coach_fact *fact = note(c, COACH_FIELD_COVERED, build_part(c), s ? 0 : lost, s ? lost : 0);
            fact->card = side[s]->card[i];
            fact->covered = side[s]->covered[i];
        }
}

/* Sums over the builds of a turn. */
struct build_sums {
    int parts, paid; /* Palace parts, and coins for them */
    int lost;        /* yield of the fields that were built over, in goods per round */
};

static struct build_sums sum_builds(const struct comparison *c, const struct coach_turn_summary *summary)
{
    struct build_sums sums = {0, 0, 0};
    for (int i = 0; i < FF_BUILDS_MAX; i++) {
        if (summary->card[i] == FF_NO_CARD)
            continue;
        bool part = ff_is_palace(summary->card[i]);
        sums.parts += part;
        sums.paid += part ? summary->cost[i] : 0;
        sums.lost += (int)ff_total(ff_space_yield(c->judge->position.edition, summary->space[i], summary->covered[i]));
    }
    return sums;
}

static void compare_palaces(struct comparison *c, const struct build_sums *a, const struct build_sums *b)
{
    const int price[2] = {ff_palace_price(&c->played.after.pub), ff_palace_price(&c->best.after.pub)};
    note(c, COACH_PALACE_PAID, build_part(c), a->paid, b->paid)->card = (uint8_t)(a->parts * 8 + b->parts);
    note(c, COACH_PALACE_PRICE, build_part(c), price[0], price[1]);
}

/* ------------------------------------------------------------------------------------------------------------ cards */

/* Returns the number of rounds until the card is in the hand again; 0 if the hand holds it, -1 if it never returns. */
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

/* Ranks a card that returns to the hand in different rounds after the two turns. Prefers large differences, then Palace
 * parts. Returns 0 if the difference does not matter. */
static int difference_of(const struct comparison *c, int card, int rounds[2])
{
    rounds[0] = rounds_until(&c->played.after, c->seat, card);
    rounds[1] = rounds_until(&c->best.after, c->seat, card);
    if (rounds[0] == rounds[1] || builds(&c->played.summary, card) || builds(&c->best.summary, card))
        return 0;
    return distance(rounds[0] < 0 ? NEVER : rounds[0], rounds[1] < 0 ? NEVER : rounds[1]) * 2 + ff_is_palace(card);
}

static void compare_cards_back(struct comparison *c)
{
    uint32_t left = c->judge->position.view.own.hand;
    for (int noted = 0; noted < RETURNS_MAX && left; noted++) {
        int choice = -1, most = 0, rounds[2];
        for (uint32_t rest = left; rest; rest &= rest - 1) {
            int rank = difference_of(c, ff_lowest(rest), rounds);
            choice = rank > most ? ff_lowest(rest) : choice;
            most = rank > most ? rank : most;
        }
        if (choice < 0)
            return;
        left &= ~ff_bit((unsigned)choice);
        difference_of(c, choice, rounds);
        bool kept = rounds[0] <= 0 || rounds[1] <= 0;
        note(c, COACH_CARD_BACK, kept ? COACH_KEEP : COACH_ORDER, rounds[0], rounds[1])->card = (uint8_t)choice;
    }
}

/* --------------------------------------------------------------------------------------------------------- together */

static void fill_side(const struct comparison *c, int i, struct side *side)
{
    side->candidate = &c->judge->candidate[i];
    side->after = c->judge->game;
    coach_summarize_turn(c->judge->position.edition, &side->after, c->seat, &side->candidate->turn, &side->summary);
}

static int total(ff_goods goods) { return (int)ff_total(goods); }

int coach_compare_turns(const struct coach_judge *judge, int played, int best, struct coach_fact fact[COACH_FACTS_MAX])
{
    struct comparison c = {.judge = judge, .seat = judge->position.view.own.seat, .fact = fact};
    if (judge->kind == COACH_DRAW)
        return 0;
    fill_side(&c, played, &c.played);
    fill_side(&c, best, &c.best);
    struct coach_turn_summary *a = &c.played.summary, *b = &c.best.summary;
    coach_align_summaries(judge->position.edition, &judge->game, c.seat, a, b);
    const struct build_sums sums[2] = {sum_builds(&c, a), sum_builds(&c, b)};
    const ff_goods yield[2] = {c.played.after.pub.yield[c.seat], c.best.after.pub.yield[c.seat]};
    note(&c, COACH_RESULT, build_part(&c), c.played.candidate->certainty, c.best.candidate->certainty);
    note(&c, COACH_COINS_NOW, COACH_SALE, a->income, b->income);
    compare_covered_fields(&c);
    compare_rollouts(&c);
    compare_prices(&c);
    compare_palaces(&c, &sums[0], &sums[1]);
    note(&c, COACH_GOODS_WASTED, a->stored != b->stored ? COACH_STORE : COACH_SALE, total(a->wasted), total(b->wasted));
    compare_cards_built(&c);
    compare_cards_back(&c);
    note(&c, COACH_FIELD_LOST, build_part(&c), sums[0].lost, sums[1].lost);
    note(&c, COACH_HARVEST, build_part(&c), total(yield[0]), total(yield[1]));
    note(&c, COACH_CARDS_KEPT, COACH_KEEP, ff_popcount(a->kept), ff_popcount(b->kept));
    return c.n;
}

/* Returns the turn after which the card is back in the hand sooner: 1 for the best turn, -1 for the played turn. */
static int sooner(const struct coach_fact *fact)
{
    const int played = fact->played < 0 ? NEVER : fact->played, best = fact->best < 0 ? NEVER : fact->best;
    return played > best ? 1 : -1;
}

/* Returns which turn the fact favours on its own: 1 for the best turn, -1 for the played turn, 0 if neither clearly. */
static int favours_alone(const struct coach_fact *fact)
{
    const int more = fact->best > fact->played ? 1 : -1;
    switch (fact->kind) {
    case COACH_RESULT: {
        const int played = coach_certainty_rank((enum coach_certainty)fact->played);
        const int best = coach_certainty_rank((enum coach_certainty)fact->best);
        return (best > played) - (best < played);
    }
    case COACH_COINS_NOW:
    case COACH_COINS_NEXT:
    case COACH_HARVEST:
    case COACH_CARDS_KEPT: return more;
    case COACH_FIELD_COVERED:
    case COACH_PALACE_PRICE:
    case COACH_GOODS_WASTED:
    case COACH_FIELD_LOST: return -more;
    case COACH_PALACE_PAID: return fact->card / 8 == fact->card % 8 ? -more : fact->card / 8 < fact->card % 8 ? 1 : -1;
    case COACH_CARD_BACK: return ff_is_palace(fact->card) ? sooner(fact) : 0;
    default: return 0;
    }
}

/* Returns whether the fact counts against the played turn if changing the fact's part alone would gain something. */
static bool is_reason_by_part(const struct coach_fact *fact)
{
    return fact->kind == COACH_CARD_BUILT || fact->kind == COACH_PLACE_NEXT ||
           (fact->kind == COACH_CARD_BACK && sooner(fact) > 0);
}

/* Returns the index of the first attribution that includes the fact's part; `attributions_n` if there is none. */
static int attribution_of(const struct coach_fact *fact, const struct coach_attribution *attribution,
                          int attributions_n)
{
    int at = 0;
    while (at < attributions_n && !(attribution[at].parts >> fact->part & 1))
        at++;
    return at;
}

/* Returns whether the fact is shown before all other facts for the same turn. */
static bool is_decisive(const struct coach_fact *fact)
{
    switch (fact->kind) {
    case COACH_RESULT:
    case COACH_FIELD_COVERED: return true;
    case COACH_COINS_NOW: return distance(fact->played, fact->best) >= COINS_DECISIVE;
    case COACH_PALACE_PAID: return fact->card / 8 != fact->card % 8;
    default: return false;
    }
}

/* Returns a key that sorts facts for the better turn first (decisive facts, then the costliest part) and facts for the
 * other turn after them. Neutral facts come last, but before those for the other turn if none favours the better
 * turn. */
static int sort_key(const struct coach_fact *fact, int better, bool speaks, int attribution)
{
    enum { BETTER, DEPENDS_ALONE, OTHER, DEPENDS, BY_SIDE = 100 };
    const int side = fact->favours == better ? BETTER : fact->favours ? OTHER : speaks ? DEPENDS : DEPENDS_ALONE;
    if (fact->kind == COACH_RESULT)
        return side * BY_SIDE;
    return side * BY_SIDE + 1 + (is_decisive(fact) ? 0 : 1 + COACH_PARTS) + attribution;
}

/* Returns how many facts to show: those before the facts for the other turn, and one fact for the other turn. Hides
 * neutral facts if any fact favours the better turn (`speaks`). */
static int count_said(const struct coach_idea *idea, int better, bool speaks)
{
    int n = 0, others = 0;
    for (; n < idea->facts_n && n < COACH_SAID_MAX && others < 2; n++) {
        const int favours = idea->fact[n].favours;
        if (!favours && speaks)
            return n;
        others += favours && favours != better;
    }
    return others < 2 ? n : n - 1;
}

void coach_sort_facts(struct coach_idea *idea, int better, const struct coach_attribution *attribution,
                      int attributions_n)
{
    int key[COACH_FACTS_MAX];
    bool speaks = false;
    for (int i = 0; i < idea->facts_n; i++) {
        struct coach_fact *fact = &idea->fact[i];
        fact->favours = (int8_t)favours_alone(fact);
        if (is_reason_by_part(fact) && attribution_of(fact, attribution, attributions_n) < attributions_n)
            fact->favours = 1;
        speaks |= fact->favours == better;
    }
    for (int i = 0; i < idea->facts_n; i++) {
        const struct coach_fact one = idea->fact[i];
        const int one_key = sort_key(&one, better, speaks, attribution_of(&one, attribution, attributions_n));
        int at = i;
        for (; at > 0 && key[at - 1] > one_key; at--) {
            idea->fact[at] = idea->fact[at - 1];
            key[at] = key[at - 1];
        }
        idea->fact[at] = one;
        key[at] = one_key;
    }
    idea->said_n = (uint8_t)count_said(idea, better, speaks);
}
