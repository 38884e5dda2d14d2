/* event.c - prints and reads an event as one line of words; see event.h. */
#include "event.h"

#include "names.h"
#include "notation.h"

#include <string.h>

/* By enum ff_event_kind. */
static const char *const verbs[] = {"", "draw", "sell", "build", "trash", "bury", "store", "keep", "round"};

/* ------------------------------------------------------------------------------------------------------- printing */

/* Writes the cards; of another seat's cards only their number (R10.2). */
static void put_secret_cards(struct base_out *out, const struct ff_event *event, int n, bool own)
{
    if (n > FF_HAND_MAX)
        n = FF_HAND_MAX;
    if (!own)
        base_printf(out, " %d", n);
    for (int i = 0; own && i < n; i++)
        base_printf(out, " %s", text_card(event->cards[i]));
}

static void put_sale(struct base_out *out, const struct ff_event *event)
{
    if (event->brewery == FF_NOBODY)
        base_put(out, " none goods");
    else
        base_printf(out, " %c goods", text_brewery(event->brewery));
    text_put_triple(out, event->goods);
    base_put_char(out, ' ');
    text_action(out, ff_action_of(FF_STAGE_MARKET, event->market));
    base_put_char(out, ' ');
    text_action(out, ff_action_of(FF_STAGE_OFFICE, event->office));
    base_printf(out, " income %u disc %u", event->income, event->disc);
}

void text_event_line(struct base_out *out, const struct ff_event *event, int viewer)
{
    bool own = event->seat == viewer;
    if (event->kind == FF_EVENT_NONE || event->kind > FF_EVENT_ROUND)
        return;
    base_printf(out, "%s %u", verbs[event->kind], event->kind == FF_EVENT_ROUND ? event->round : event->seat);
    switch (event->kind) {
    case FF_EVENT_DREW: put_secret_cards(out, event, event->n, own); break;
    case FF_EVENT_TRASHED:
    case FF_EVENT_BURIED: put_secret_cards(out, event, 1, own); break;
    case FF_EVENT_SOLD: put_sale(out, event); break;
    case FF_EVENT_BUILT:
        base_printf(out, " %s space %u cost %u", text_card(event->cards[0]), event->space + 1u, event->cost);
        break;
    case FF_EVENT_STORED: text_put_triple(out, event->goods); break;
    case FF_EVENT_KEPT: base_printf(out, " %u", event->n); break;
    default: break;
    }
}

/* -------------------------------------------------------------------------------------------------------- reading */

struct reader {
    struct base_words words;
    struct base_word word; /* the last one read */
    int kind;              /* enum ff_event_kind, from the verb */
    struct base_error *error;
};

static bool next(struct reader *r) { return base_words_next(&r->words, &r->word); }

/* Refuses the last word: says what the line should look like. */
static bool refuse(struct reader *r)
{
    static const char *const forms[] = {
        "draw, sell, build, trash, bury, store, keep or round",
        "draw SEAT and up to 10 cards, or their number",
        "sell SEAT A goods 1 1 1 market none office none income 3 disc 3",
        "build SEAT CARD space 1 cost 3",
        "trash SEAT CARD, or trash SEAT 1",
        "bury SEAT CARD, or bury SEAT 1",
        "store SEAT 1 1 1",
        "keep SEAT 1",
        "round 1",
    };
    struct base_out out = base_error_at(r->error, &r->word);
    base_put_word(&out, &r->word);
    base_put(&out, "does not belong here; say ");
    base_put(&out, forms[r->kind]);
    return false;
}

static bool read_number(struct reader *r, unsigned max, unsigned *n)
{
    next(r);
    return base_word_number(&r->word, max, n) || refuse(r);
}

static bool read_byte(struct reader *r, unsigned max, uint8_t *byte)
{
    unsigned n = 0;
    bool read = read_number(r, max, &n);
    *byte = (uint8_t)n;
    return read;
}

static bool read_word(struct reader *r, const char *word)
{
    next(r);
    return base_word_is(&r->word, word) || refuse(r);
}

static bool read_triple(struct reader *r, ff_goods *goods)
{
    unsigned n[FF_GOODS];
    for (int good = 0; good < FF_GOODS; good++)
        if (!read_number(r, 15, &n[good]))
            return false;
    *goods = ff_goods_of(n[0], n[1], n[2]);
    return true;
}

/* Reads the option of an action that stands in the line as it does in a chain. */
static bool read_option(struct reader *r, int stage, unsigned options, uint8_t *option)
{
    ff_action action = 0;
    struct base_words rest = r->words;
    next(r);
    if (text_chain_next(&rest, stage, &action, r->error) != TEXT_CHAIN_ACTION ||
        (int)ff_action_stage(action) != stage || ff_action_option(action) >= options)
        return refuse(r);
    r->words = rest;
    *option = (uint8_t)ff_action_option(action);
    return true;
}

static bool read_card(struct reader *r, uint8_t *card)
{
    next(r);
    int found = text_card_of(&r->word);
    *card = (uint8_t)found;
    return found >= 0 || refuse(r);
}

/* Reads up to `max` cards, or how many there are of another seat's: then they are FF_NO_CARD. Returns their number, -1
 * after a refusal. */
static int read_secret(struct reader *r, unsigned max, uint8_t *cards)
{
    unsigned n = 0;
    struct base_words first = r->words;
    if (!next(r))
        return 0;
    if (base_word_number(&r->word, max, &n)) {
        memset(cards, FF_NO_CARD, max);
        return (int)n;
    }
    for (r->words = first; next(r); n++) {
        int card = text_card_of(&r->word);
        if (card < 0 || n == max)
            return refuse(r), -1;
        cards[n] = (uint8_t)card;
    }
    return (int)n;
}

static bool read_draw(struct reader *r, struct ff_event *event)
{
    int n = read_secret(r, FF_HAND_MAX, event->cards);
    event->n = (uint8_t)n;
    return n >= 0;
}

static bool read_discard(struct reader *r, struct ff_event *event)
{
    int n = read_secret(r, 1, event->cards);
    return n == 1 || (n == 0 && refuse(r));
}

static bool read_sale(struct reader *r, struct ff_event *event)
{
    unsigned income = 0;
    next(r);
    int brewery = base_word_is(&r->word, "none") ? FF_NOBODY : text_brewery_of(&r->word);
    bool read = (brewery >= 0 || refuse(r)) && read_word(r, "goods") && read_triple(r, &event->goods) &&
                read_option(r, FF_STAGE_MARKET, FF_MARKET_OPTIONS, &event->market) &&
                read_option(r, FF_STAGE_OFFICE, FF_OPTION_NO_OFFICE + 1, &event->office) && read_word(r, "income") &&
                read_number(r, UINT16_MAX, &income) && read_word(r, "disc") && read_byte(r, UINT8_MAX, &event->disc);
    event->brewery = (uint8_t)brewery;
    event->income = (uint16_t)income;
    return read;
}

static bool read_build(struct reader *r, struct ff_event *event)
{
    event->covered = FF_NO_CARD;
    return read_card(r, &event->cards[0]) && read_option(r, FF_STAGE_SPACE, FF_SPACES, &event->space) &&
           read_word(r, "cost") && read_byte(r, UINT8_MAX, &event->cost);
}

static bool read_rest(struct reader *r, struct ff_event *event)
{
    switch (event->kind) {
    case FF_EVENT_DREW: return read_draw(r, event);
    case FF_EVENT_SOLD: return read_sale(r, event);
    case FF_EVENT_BUILT: return read_build(r, event);
    case FF_EVENT_TRASHED:
    case FF_EVENT_BURIED: return read_discard(r, event);
    case FF_EVENT_STORED: return read_triple(r, &event->goods);
    case FF_EVENT_KEPT: return read_byte(r, FF_HAND_MAX, &event->n);
    default: return true;
    }
}

bool text_event_read(const char *text, size_t length, struct ff_event *event, struct base_error *error)
{
    struct reader r = {base_words_in_chain(text, length), {0}, FF_EVENT_NONE, error};
    struct ff_event read = {0};
    next(&r);
    for (int kind = FF_EVENT_DREW; kind <= FF_EVENT_ROUND; kind++)
        if (base_word_is(&r.word, verbs[kind]))
            read.kind = (uint8_t)kind;
    r.kind = read.kind;
    if (!read.kind)
        return refuse(&r);
    read.seat = FF_NOBODY;
    bool round = read.kind == FF_EVENT_ROUND;
    if (!(round ? read_byte(&r, UINT8_MAX, &read.round) : read_byte(&r, FF_PLAYERS_MAX - 1, &read.seat)) ||
        !read_rest(&r, &read) || (next(&r) && !refuse(&r)))
        return false;
    *event = read;
    return true;
}
