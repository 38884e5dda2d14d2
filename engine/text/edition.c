/* edition.c - editions as text; see edition.h. */
#include "edition.h"

#include <string.h>

#include "names.h"

/* Cards that have a cost of their own; Palace parts cost the palace price (R6.5). */
#define PRICED_CARDS (FF_EXPERT_CARDS & ~FF_PALACE_CARDS)

enum key { KEY_NAME, KEY_COST, KEY_PRICE_TRACK, KEY_PRICE_START, KEY_PRINTED, KEY_DEMAND, KEY_ROUND_LIMIT, KEYS };

static const char *const key_names[KEYS] = {"name",    "cost",   "price_track", "price_start",
                                            "printed", "demand", "round_limit"};

struct reading {
    struct base_words words;
    struct base_word word; /* the one looked at */
    struct base_error *error;
    struct text_edition edition;
    struct base_word place[KEYS]; /* where each key stood last; length 0: not yet */
    uint32_t costs;               /* the cards whose cost was read */
};

static bool fail(struct reading *r, const char *what)
{
    struct base_out out = base_error_at(r->error, &r->word);
    base_put_word(&out, &r->word);
    base_put(&out, what);
    return false;
}

static bool next(struct reading *r) { return base_words_next(&r->words, &r->word); }

static bool read_number(struct reading *r, unsigned min, unsigned max, unsigned *n)
{
    next(r);
    if (base_word_number(&r->word, max, n) && *n >= min)
        return true;
    struct base_out out = base_error_at(r->error, &r->word);
    base_put_word(&out, &r->word);
    base_put(&out, "is no number from ");
    base_put_unsigned(&out, min);
    base_put(&out, " to ");
    base_put_unsigned(&out, max);
    return false;
}

static bool read_end(struct reading *r)
{
    return !next(r) || fail(r, "is one word too many; a line holds one key and its values");
}

static bool read_name(struct reading *r)
{
    r->word = base_words_rest(&r->words);
    if (r->word.length == 0 || r->word.length > TEXT_EDITION_NAME_MAX)
        return fail(r, "is no name; a name has 1 to 63 characters");
    for (size_t i = 0; i < r->word.length; i++)
        if (r->word.text[i] < ' ' || r->word.text[i] > '~')
            return fail(r, "is no name; a name is printable ASCII");
    memcpy(r->edition.name, r->word.text, r->word.length);
    return true;
}

static bool fail_card(struct reading *r, const char *what)
{
    struct base_out out = base_error_at(r->error, &r->word);
    base_put_word(&out, &r->word);
    base_put(&out, what);
    text_put_cards(&out, PRICED_CARDS, " ");
    return false;
}

static bool read_cost(struct reading *r)
{
    unsigned n = 0;
    next(r);
    int card = text_card_of(&r->word);
    if (card < 0 || !(PRICED_CARDS & ff_bit((unsigned)card)))
        return fail_card(r, "is no card with a cost; those are ");
    if (r->costs & ff_bit((unsigned)card))
        return fail(r, "has its cost already; each card has one");
    if (!read_number(r, 0, FF_COST_MAX, &n))
        return false;
    r->edition.values.cost[card] = (uint8_t)n;
    r->costs |= ff_bit((unsigned)card);
    return read_end(r);
}

static bool read_price_track(struct reading *r)
{
    struct ff_edition *values = &r->edition.values;
    struct base_words ahead = r->words;
    while (base_words_next(&ahead, &r->word)) {
        if (values->steps_n == FF_STEPS_MAX)
            return fail(r, "is one price too many; a price track has 2 to 12 spaces");
        unsigned n = 0;
        if (!read_number(r, 0, FF_PRICE_MAX, &n))
            return false;
        if (values->steps_n > 0 && n < values->price[values->steps_n - 1])
            return fail(r, "is lower than the price before it; prices never fall along the track");
        values->price[values->steps_n++] = (uint8_t)n;
    }
    return values->steps_n >= 2 || fail(r, "follows; a price track has 2 to 12 spaces");
}

static bool read_price_start(struct reading *r)
{
    unsigned n = 0;
    if (!read_number(r, 0, FF_STEPS_MAX - 1, &n))
        return false;
    r->edition.values.price_start = (uint8_t)n;
    return read_end(r);
}

static bool read_printed(struct reading *r)
{
    unsigned seen = 0;
    for (int i = 0; i < FF_GOODS; i++) {
        next(r);
        int good = text_good_of(&r->word);
        if (good < 0 || seen >> good & 1)
            return fail(r, "does not do; name hops, barley and water, each once");
        seen |= 1u << good;
        r->edition.values.printed[i] = (uint8_t)good;
    }
    return read_end(r);
}

static bool read_demand(struct reading *r)
{
    struct ff_edition *values = &r->edition.values;
    unsigned n[FF_GOODS] = {0};
    if (values->demand_n == FF_DEMANDS_MAX)
        return fail(r, "is one demand card too many; there are 5 to 16");
    for (int good = 0; good < FF_GOODS; good++)
        if (!read_number(r, 0, FF_DEMAND_MAX, &n[good]))
            return false;
    values->demand[values->demand_n++] = ff_goods_of(n[0], n[1], n[2]);
    return read_end(r);
}

static bool read_round_limit(struct reading *r)
{
    unsigned n = 0;
    if (!read_number(r, 1, FF_ROUNDS_MAX, &n))
        return false;
    r->edition.values.round_limit = (uint8_t)n;
    return read_end(r);
}

static bool read_values(struct reading *r, enum key key)
{
    switch (key) {
    case KEY_NAME: return read_name(r);
    case KEY_COST: return read_cost(r);
    case KEY_PRICE_TRACK: return read_price_track(r);
    case KEY_PRICE_START: return read_price_start(r);
    case KEY_PRINTED: return read_printed(r);
    case KEY_DEMAND: return read_demand(r);
    default: return read_round_limit(r);
    }
}

static bool read_line(struct reading *r)
{
    next(r);
    for (enum key key = KEY_NAME; key < KEYS; key++) {
        if (!base_word_is(&r->word, key_names[key]))
            continue;
        if (r->place[key].length && key != KEY_COST && key != KEY_DEMAND)
            return fail(r, "is given twice; once is right");
        r->place[key] = r->word;
        return read_values(r, key);
    }
    return fail(r, "is no key; keys are name, cost, price_track, price_start, printed, demand, round_limit");
}

/* A fault of the whole file stands after its last line. */
static bool fail_missing(struct reading *r, const char *what)
{
    struct base_out out = base_error_at(r->error, &r->word);
    base_put(&out, what);
    return false;
}

static bool missing_costs(struct reading *r)
{
    struct base_out out = base_error_at(r->error, &r->word);
    base_put(&out, "costs are missing: add `cost CARD NUMBER` for ");
    text_put_cards(&out, PRICED_CARDS & ~r->costs, " ");
    return false;
}

static bool all_is_there(struct reading *r)
{
    next(r); /* the place where the file ends */
    if (r->costs != PRICED_CARDS)
        return missing_costs(r);
    if (!r->place[KEY_PRICE_TRACK].length)
        return fail_missing(r, "the price track is missing: add `price_track` and its prices, such as 0 1 2 3");
    if (!r->place[KEY_PRICE_START].length)
        return fail_missing(r, "the first price is missing: add `price_start` and a step, such as 1");
    if (!r->place[KEY_PRINTED].length)
        return fail_missing(r, "the printed fields are missing: add `printed hops barley water`");
    if (!r->place[KEY_ROUND_LIMIT].length)
        return fail_missing(r, "the round limit is missing: add `round_limit` and a number from 1 to 250");
    if (r->edition.values.demand_n < FF_PLAYERS_MAX)
        return fail_missing(r, "demand cards are missing: there are 5 to 16 lines such as `demand 1 3 2`");
    return true;
}

static bool seal(struct reading *r)
{
    enum ff_edition_fault fault = ff_edition_seal(&r->edition.values);
    if (fault == FF_EDITION_OK)
        return true;
    if (fault == FF_EDITION_START)
        r->word = r->place[KEY_PRICE_START];
    if (fault == FF_EDITION_STEPS || fault == FF_EDITION_PRICE)
        r->word = r->place[KEY_PRICE_TRACK];
    return fail_missing(r, text_edition_fault(fault));
}

bool text_edition_read(const char *text, size_t length, struct text_edition *edition, struct base_error *error)
{
    struct reading r;
    memset(&r, 0, sizeof r);
    r.words = base_words_in_lines(text, length);
    r.error = error;
    while (base_words_line(&r.words))
        if (!read_line(&r))
            return false;
    if (!all_is_there(&r) || !seal(&r))
        return false;
    *edition = r.edition;
    return true;
}

/* -------------------------------------------------------------------------------------------------------- printing */

static void print_number(struct base_out *out, unsigned n)
{
    base_put_char(out, ' ');
    base_put_unsigned(out, n);
}

static void print_costs(struct base_out *out, const struct ff_edition *values)
{
    for (int card = 0; card < FF_CARDS_MAX; card++) {
        if (!(PRICED_CARDS & ff_bit((unsigned)card)))
            continue;
        base_put(out, "cost ");
        base_put(out, text_card(card));
        print_number(out, values->cost[card]);
        base_put_char(out, '\n');
    }
}

static void print_demands(struct base_out *out, const struct ff_edition *values)
{
    for (int i = 0; i < values->demand_n; i++) {
        base_put(out, "demand");
        for (unsigned good = 0; good < FF_GOODS; good++)
            print_number(out, ff_count(values->demand[i], good));
        base_put_char(out, '\n');
    }
}

void text_edition(struct base_out *out, const struct text_edition *edition)
{
    const struct ff_edition *values = &edition->values;
    if (edition->name[0]) {
        base_put(out, "name ");
        base_put(out, edition->name);
        base_put_char(out, '\n');
    }
    print_costs(out, values);
    base_put(out, "price_track");
    for (int i = 0; i < values->steps_n; i++)
        print_number(out, values->price[i]);
    base_put(out, "\nprice_start");
    print_number(out, values->price_start);
    base_put(out, "\nprinted");
    for (int i = 0; i < FF_GOODS; i++) {
        base_put_char(out, ' ');
        base_put(out, text_good(values->printed[i]));
    }
    base_put_char(out, '\n');
    print_demands(out, values);
    base_put(out, "round_limit");
    print_number(out, values->round_limit);
    base_put_char(out, '\n');
}
