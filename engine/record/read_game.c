/* read_game.c - reads the first line of a game: its set-up and its edition; see record.h. */
#include "read_internal.h"

#include <string.h>

#include "engine/text/names.h"

static bool read_format(struct record_reader *reader)
{
    int64_t format;
    return record_key_integer(reader, "format", &format) &&
           record_check_equal(reader, "format", "format", format, RECORD_FORMAT);
}

static bool all_in_range(const int64_t *numbers, int n, int64_t min, int64_t max)
{
    for (int i = 0; i < n; i++)
        if (numbers[i] < min || numbers[i] > max)
            return false;
    return true;
}

static bool read_mode(struct record_reader *reader)
{
    struct base_json_text text;
    if (!record_key_text(reader, "mode", &text))
        return false;
    for (uint8_t mode = FF_BASE; mode <= FF_EXPERT; mode++)
        if (base_json_text_is(&text, text_mode(mode))) {
            reader->setup.mode = mode;
            return true;
        }
    return record_report_fault(reader, "R0.1", "mode", "must be \"base\" or \"expert\"");
}

static bool read_names(struct record_reader *reader)
{
    struct base_json_cursor value;
    struct base_json_text name;
    int n = 0;
    if (!record_key_array(reader, "players", "names", &value))
        return false;
    for (; base_json_more(&value); n++) {
        if (!base_json_take_text(&value, &name))
            return record_report_fault(reader, "format", "players", "must be an array of names");
        if (n < FF_PLAYERS_MAX)
            base_json_text_copy(&name, reader->name[n], RECORD_NAME_MAX);
    }
    reader->setup.players = (uint8_t)n;
    return (n >= FF_PLAYERS_MIN && n <= FF_PLAYERS_MAX) ||
           record_report_fault(reader, "R0.1", "players", "must have 2 to 5 names");
}

static bool read_demand(struct record_reader *reader)
{
    int64_t triples[FF_PLAYERS_MAX][FF_GOODS];
    int players = reader->setup.players;
    if (!record_key_triples(reader, "demand", triples, players))
        return false;
    for (int b = 0; b < players; b++) {
        if (!all_in_range(triples[b], FF_GOODS, 0, FF_DEMAND_MAX))
            return record_report_fault(reader, "R1.1", "demand", "names a card that is none of the demand cards");
        reader->setup.demand[b] = record_pack_goods(triples[b]);
    }
    return true;
}

static bool read_first_order(struct record_reader *reader)
{
    int64_t seats[FF_PLAYERS_MAX];
    int players = reader->setup.players;
    if (!record_key_integers(reader, "order", seats, players))
        return false;
    if (!all_in_range(seats, players, 0, players - 1))
        return record_report_fault(reader, "R1.2", "order", "must name each player once");
    for (int i = 0; i < players; i++)
        reader->setup.order[i] = (uint8_t)seats[i];
    return true;
}

static bool read_decks(struct record_reader *reader)
{
    struct base_json_cursor value;
    struct record_cards cards = {.n = 0};
    int seat = 0, players = reader->setup.players;
    if (!record_key_array(reader, "decks", "decks", &value))
        return false;
    for (; base_json_more(&value); seat++) {
        if (!record_take_cards(reader, "decks", &value, &cards))
            return false;
        if (cards.n != ff_cards_n(reader->setup.mode))
            return record_report_fault(reader, "R0.2", "decks", "must hold each card of the mode once");
        if (seat < players)
            memcpy(reader->setup.deck[seat], cards.card, (size_t)cards.n);
    }
    return seat == players || record_report_fault(reader, "format", "decks", "must have one deck for each player");
}

/* Reads a card and its cost. Ignores keys that are not cards, because the reader ignores all unknown keys. */
static bool read_cost(struct record_reader *reader, struct base_json_cursor *value, uint32_t *known)
{
    struct base_json_text name;
    int64_t cost;
    base_json_take_key(value, &name);
    int card = record_card_of(&name);
    if (card < 0 || (FF_PALACE_CARDS & ff_bit((unsigned)card))) {
        base_json_skip(value);
        return true;
    }
    if (!base_json_take_integer(value, &cost))
        return record_report_fault(reader, "format", "costs", "must be integers");
    if (cost < 0 || cost > FF_COST_MAX)
        return record_report_fault(reader, "format", "costs", "must be 0 to 99");
    reader->edition.cost[card] = (uint8_t)cost;
    *known |= ff_bit((unsigned)card);
    return true;
}

static bool read_costs(struct record_reader *reader)
{
    struct base_json_cursor value;
    uint32_t known = 0;
    if (!record_key_value(reader, "costs", &value))
        return false;
    if (!base_json_take_open(&value, '{'))
        return record_report_fault(reader, "format", "costs", "must be an object of cards and costs");
    while (base_json_more(&value))
        if (!read_cost(reader, &value, &known))
            return false;
    uint32_t missing = FF_EXPERT_CARDS & ~FF_PALACE_CARDS & ~known; /* in both modes */
    if (!missing)
        return true;
    struct base_out out = record_begin_fault(reader, "format", "costs");
    base_put(&out, "lacks ");
    text_put_cards(&out, missing, ", ");
    return false;
}

/* Reads the optional key `bots`, which says which seats are played by which bots. */
static bool read_bots(struct record_reader *reader)
{
    struct base_json_cursor value;
    struct base_json_text name;
    int seat = 0, players = reader->setup.players;
    bool good = true;
    memset(reader->bot, 0, sizeof reader->bot);
    reader->has_bots = record_has_key(reader, "bots");
    if (!reader->has_bots)
        return true;
    if (!record_key_array(reader, "bots", "names", &value))
        return false;
    for (; good && base_json_more(&value); seat++)
        if (base_json_take_text(&value, &name) && seat < players)
            base_json_text_copy(&name, reader->bot[seat], RECORD_NAME_MAX);
        else
            good = seat < players && base_json_take_null(&value);
    return (good && seat == players) ||
           record_report_fault(reader, "format", "bots", "must have the name of a bot, or null, for each player");
}

/* Reads the keys that do not affect the game: seed, edition name, bots and date. */
static bool read_notes(struct record_reader *reader)
{
    struct base_json_text text;
    struct base_json_cursor value;
    reader->edition_name[0] = '\0';
    if (record_has_key(reader, "seed") && record_key_value(reader, "seed", &value) &&
        !base_json_take_integer(&value, &(int64_t){0}) && !base_json_take_text(&value, &text))
        return record_report_fault(reader, "format", "seed", "must be an integer or a string");
    if (record_has_key(reader, "edition")) {
        if (!record_key_text(reader, "edition", &text))
            return false;
        base_json_text_copy(&text, reader->edition_name, sizeof reader->edition_name);
    }
    return read_bots(reader) && (!record_has_key(reader, "date") || record_key_text(reader, "date", &text));
}

static bool read_price_track(struct record_reader *reader)
{
    struct ff_edition *edition = &reader->edition;
    struct base_json_cursor value;
    int64_t price;
    int n = 0;
    if (!record_has_key(reader, "price_track"))
        return true;
    if (!record_key_array(reader, "price_track", "prices", &value))
        return false;
    memset(edition->price, 0, sizeof edition->price);
    for (; base_json_more(&value); n++) {
        if (n == FF_STEPS_MAX || !base_json_take_integer(&value, &price) || price < 0 || price > FF_PRICE_MAX)
            return record_report_fault(reader, "format", "price_track",
                                       "must be 2 to 12 integers from 0 to 9, lowest first");
        edition->price[n] = (uint8_t)price;
    }
    edition->steps_n = (uint8_t)n; /* ff_edition_seal checks the range */
    return true;
}

static bool read_printed(struct record_reader *reader)
{
    struct base_json_cursor value;
    int n = 0, good;
    if (!record_has_key(reader, "printed"))
        return true;
    if (!record_key_array(reader, "printed", "three goods", &value))
        return false;
    for (; base_json_more(&value); n++) {
        if (!record_take_good(reader, "printed", &value, &good))
            return false;
        if (n < FF_GOODS)
            reader->edition.printed[n] = (uint8_t)good;
    }
    return n == FF_GOODS || record_report_fault(reader, "R0.3", "printed", "must name each good once");
}

static bool read_demand_cards(struct record_reader *reader)
{
    struct base_json_cursor value;
    int64_t triple[FF_GOODS];
    int n = 0;
    bool good = true;
    if (!record_has_key(reader, "demand_cards"))
        return true;
    if (!record_key_array(reader, "demand_cards", "arrays", &value))
        return false;
    for (; good && base_json_more(&value); n++) {
        good = n < FF_DEMANDS_MAX && record_take_triple(reader, "demand_cards", &value, triple) &&
               all_in_range(triple, FF_GOODS, 0, FF_DEMAND_MAX);
        if (good)
            reader->edition.demand[n] = record_pack_goods(triple);
    }
    reader->edition.demand_n = (uint8_t)n;
    return (good && n >= FF_PLAYERS_MAX) || record_report_fault(reader, "format", "demand_cards",
                                                                "must be 5 to 16 arrays of three integers from 0 to 7");
}

/* Reads a number of the edition if the line has the key. */
static bool read_small(struct record_reader *reader, const char *key, struct record_range range, uint8_t *number)
{
    int wide = *number;
    bool good = !record_has_key(reader, key) || record_key_number(reader, key, range, &wide);
    *number = (uint8_t)wide;
    return good;
}

static bool read_edition(struct record_reader *reader)
{
    struct ff_edition *edition = &reader->edition;
    if (!read_price_track(reader) ||
        !read_small(reader, "price_start", (struct record_range){"format", 0, edition->steps_n - 1},
                    &edition->price_start) ||
        !read_printed(reader) || !read_demand_cards(reader) ||
        !read_small(reader, "round_limit", (struct record_range){"R9.3", 1, FF_ROUNDS_MAX}, &edition->round_limit))
        return false;
    enum ff_edition_fault fault = ff_edition_seal(edition);
    return fault == FF_EDITION_OK || record_report_fault(reader, "format", NULL, "%s", text_edition_fault(fault));
}

static const char *setup_key(enum ff_setup_fault fault)
{
    return fault == FF_SETUP_DEMAND ? "demand" : fault == FF_SETUP_ORDER ? "order" : "decks";
}

static const char *setup_words(enum ff_setup_fault fault)
{
    switch (fault) {
    case FF_SETUP_DEMAND: return "must be drawn from the demand cards without replacement";
    case FF_SETUP_ORDER: return "must name each player once";
    default: return "must hold each card of the mode once";
    }
}

bool record_read_game_line(struct record_reader *reader)
{
    record_defaults(&reader->edition);
    memset(&reader->setup, 0, sizeof reader->setup);
    if (!read_format(reader) || !read_mode(reader) || !read_names(reader) || !read_demand(reader) ||
        !read_first_order(reader) || !read_decks(reader) || !read_costs(reader) || !read_notes(reader) ||
        !read_edition(reader))
        return false;
    enum ff_setup_fault fault = ff_prepare(&reader->edition, &reader->setup, &reader->game);
    if (fault != FF_SETUP_OK)
        return record_report_fault(reader, text_setup_fault_rule(fault), setup_key(fault), "%s", setup_words(fault));
    if (!record_read_fair(reader))
        return false;
    reader->events = 0;
    record_begin_draws(reader);
    if (reader->setup.mode == FF_EXPERT)
        reader->phase = RECORD_KEEP10;
    return true;
}
