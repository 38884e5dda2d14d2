/* edition.c - reads and writes editions as text; see edition.h. */
#include "edition.h"

#include "names.h"
#include "reader_internal.h"

#include <string.h>

/* The cards that have a cost in an edition. Palace parts are left out because they cost the palace price (R6.5). */
#define PRICED_CARDS (FF_EXPERT_CARDS & ~FF_PALACE_CARDS)

enum key { KEY_NAME, KEY_COST, KEY_PRICE_TRACK, KEY_PRICE_START, KEY_PRINTED, KEY_DEMAND, KEY_ROUND_LIMIT, KEYS };

static const char *const key_names[KEYS] = {"name",    "cost",   "price_track", "price_start",
                                            "printed", "demand", "round_limit"};

/* The error messages for keys that the file lacks. */
static const char *const missing[KEYS] = {
    [KEY_PRICE_TRACK] = "the price track is missing: add `price_track` and its prices, such as 0 1 2 3",
    [KEY_PRICE_START] = "the first price is missing: add `price_start` and a step, such as 1",
    [KEY_PRINTED] = "the printed fields are missing: add `printed hops barley water`",
    [KEY_ROUND_LIMIT] = "the round limit is missing: add `round_limit` and a number from 1 to 250",
};

struct reading {
    struct text_reader reader;
    struct text_edition edition;
    struct base_word place[KEYS]; /* where each key was read last; length 0 if it was not read */
    uint32_t costs;               /* the cards whose cost was read */
};

static bool read_name(struct text_reader *r, char *name)
{
    r->word = base_words_rest(r->words);
    if (r->word.length == 0 || r->word.length > TEXT_EDITION_NAME_MAX)
        return text_refuse(r, "is no name; a name has 1 to 63 characters");
    for (size_t i = 0; i < r->word.length; i++)
        if (r->word.text[i] < ' ' || r->word.text[i] > '~')
            return text_refuse(r, "is no name; a name is printable ASCII");
    memcpy(name, r->word.text, r->word.length);
    return true;
}

static bool read_cost(struct reading *reading)
{
    struct text_reader *r = &reading->reader;
    text_read_any_word(r);
    int card = text_card_of(&r->word);
    if (card < 0 || !(PRICED_CARDS & ff_bit((unsigned)card)))
        return text_refuse_cards(r, "is no card with a cost; those are ", PRICED_CARDS);
    if (reading->costs & ff_bit((unsigned)card))
        return text_refuse(r, "has its cost already; each card has one");
    reading->costs |= ff_bit((unsigned)card);
    return text_read_byte(r, 0, FF_COST_MAX, &reading->edition.values.cost[card]);
}

static bool read_price_track(struct text_reader *r, struct ff_edition *values)
{
    struct base_words ahead = *r->words;
    while (base_words_next(&ahead, &r->word)) {
        if (values->steps_n == FF_STEPS_MAX)
            return text_refuse(r, "is one price too many; a price track has 2 to 12 spaces");
        uint8_t *price = &values->price[values->steps_n];
        if (!text_read_byte(r, 0, FF_PRICE_MAX, price))
            return false;
        if (values->steps_n > 0 && *price < price[-1])
            return text_refuse(r, "is lower than the price before it; prices never fall along the track");
        values->steps_n++;
    }
    return values->steps_n >= 2 || text_refuse(r, "follows; a price track has 2 to 12 spaces");
}

static bool read_printed(struct text_reader *r, struct ff_edition *values)
{
    unsigned seen = 0;
    for (int i = 0; i < FF_GOODS; i++) {
        text_read_any_word(r);
        int good = text_good_of(&r->word);
        if (good < 0 || seen >> good & 1)
            return text_refuse(r, "does not do; name hops, barley and water, each once");
        seen |= 1u << good;
        values->printed[i] = (uint8_t)good;
    }
    return true;
}

static bool read_demand(struct text_reader *r, struct ff_edition *values)
{
    if (values->demand_n == FF_DEMANDS_MAX)
        return text_refuse(r, "is one demand card too many; there are 5 to 16");
    return text_read_triple(r, FF_DEMAND_MAX, &values->demand[values->demand_n++]);
}

static bool read_values(struct reading *reading, enum key key)
{
    struct text_reader *r = &reading->reader;
    struct ff_edition *values = &reading->edition.values;
    switch (key) {
    case KEY_NAME: return read_name(r, reading->edition.name);
    case KEY_COST: return read_cost(reading);
    case KEY_PRICE_TRACK: return read_price_track(r, values);
    case KEY_PRICE_START: return text_read_byte(r, 0, FF_STEPS_MAX - 1, &values->price_start);
    case KEY_PRINTED: return read_printed(r, values);
    case KEY_DEMAND: return read_demand(r, values);
    default: return text_read_byte(r, 1, FF_ROUNDS_MAX, &values->round_limit);
    }
}

static bool read_line(struct reading *reading)
{
    struct text_reader *r = &reading->reader;
    text_read_any_word(r);
    int key = base_word_index(&r->word, key_names, KEYS);
    if (key < 0)
        return text_refuse(r, "is no key; keys are name, cost, price_track, price_start, printed, demand, round_limit");
    if (reading->place[key].length && key != KEY_COST && key != KEY_DEMAND)
        return text_refuse(r, "is given twice; once is right");
    reading->place[key] = r->word;
    if (!read_values(reading, (enum key)key))
        return false;
    return !text_read_any_word(r) || text_refuse(r, "is one word too many; a line holds one key and its values");
}

static bool fail_at(struct reading *reading, const struct base_word *place, const char *what)
{
    struct base_out out = base_error_at(reading->reader.error, place);
    base_put(&out, what);
    return false;
}

/* Checks that every key was read. Reports a missing key as an error at the end of the file. */
static bool all_is_there(struct reading *reading)
{
    struct text_reader *r = &reading->reader;
    text_read_any_word(r);
    if (reading->costs != PRICED_CARDS) {
        struct base_out out = base_error_at(r->error, &r->word);
        base_put(&out, "costs are missing: add `cost CARD NUMBER` for ");
        text_put_cards(&out, PRICED_CARDS & ~reading->costs, " ");
        return false;
    }
    for (int key = 0; key < KEYS; key++)
        if (missing[key] && !reading->place[key].length)
            return fail_at(reading, &r->word, missing[key]);
    if (reading->edition.values.demand_n < FF_PLAYERS_MAX)
        return fail_at(reading, &r->word, "demand cards are missing: there are 5 to 16 lines such as `demand 1 3 2`");
    return true;
}

static bool seal(struct reading *reading)
{
    const struct base_word *place = &reading->reader.word;
    enum ff_edition_fault fault = ff_edition_seal(&reading->edition.values);
    if (fault == FF_EDITION_START)
        place = &reading->place[KEY_PRICE_START];
    if (fault == FF_EDITION_STEPS || fault == FF_EDITION_PRICE)
        place = &reading->place[KEY_PRICE_TRACK];
    return fault == FF_EDITION_OK || fail_at(reading, place, text_edition_fault(fault));
}

bool text_edition_read(const char *text, size_t length, struct text_edition *edition, struct base_error *error)
{
    struct base_words words = base_words_in_lines(text, length);
    struct reading reading;
    memset(&reading, 0, sizeof reading);
    reading.reader.words = &words;
    reading.reader.error = error;
    while (base_words_line(&words))
        if (!read_line(&reading))
            return false;
    if (!all_is_there(&reading) || !seal(&reading))
        return false;
    *edition = reading.edition;
    return true;
}

void text_edition(struct base_out *out, const struct text_edition *edition)
{
    const struct ff_edition *values = &edition->values;
    if (edition->name[0])
        base_printf(out, "name %s\n", edition->name);
    for (int card = 0; card < FF_CARDS_MAX; card++)
        if (PRICED_CARDS & ff_bit((unsigned)card))
            base_printf(out, "cost %s %u\n", text_card(card), values->cost[card]);
    base_put(out, "price_track");
    for (int i = 0; i < values->steps_n; i++)
        base_printf(out, " %u", values->price[i]);
    base_printf(out, "\nprice_start %u\nprinted", values->price_start);
    for (int i = 0; i < FF_GOODS; i++)
        base_printf(out, " %s", text_good(values->printed[i]));
    base_put_char(out, '\n');
    for (int i = 0; i < values->demand_n; i++) {
        base_put(out, "demand");
        text_put_triple(out, values->demand[i]);
        base_put_char(out, '\n');
    }
    base_printf(out, "round_limit %u\n", values->round_limit);
}
