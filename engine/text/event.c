/* event.c - prints an event as one line of words, and reads it; see event.h. */
#include "event.h"

#include "notation.h"
#include "reader_internal.h"

#include <string.h>

/* The first words of the lines, by enum ff_event_kind. */
static const char *const verbs[] = {"", "draw", "sell", "build", "trash", "bury", "store", "keep", "round"};

/* --------------------------------------------------------------------------------------------------------- printing */

/* Writes the event's cards, or only their number if they belong to a seat other than the viewer (R10.2). */
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

/* ---------------------------------------------------------------------------------------------------------- reading */

/* The format of each kind of line, for error messages. */
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

static bool refuse(struct text_reader *r, int kind)
{
    return base_word_refuse(r->error, &r->word, "does not belong here; say %s", forms[kind]);
}

static bool read_word(struct text_reader *r, const char *word)
{
    text_read_any_word(r);
    return base_word_is(&r->word, word) || base_word_refuse(r->error, &r->word, "is not %s", word);
}

/* Reads one action in the notation of chains and returns its option. */
static bool read_option(struct text_reader *r, int stage, unsigned options, uint8_t *option)
{
    ff_action action = 0;
    if (text_chain_next(r->words, stage, &action, r->error) == TEXT_CHAIN_BAD)
        return false;
    if ((int)ff_action_stage(action) != stage || ff_action_option(action) >= options)
        return base_word_refuse(r->error, &r->word, "is not followed by %s", text_stage_wants(stage));
    *option = (uint8_t)ff_action_option(action);
    return true;
}

/* Reads up to `max` cards. If the line has only their number, all become FF_NO_CARD. Returns the number of cards, or -1
 * after an error. */
static int read_secret(struct text_reader *r, int kind, unsigned max, uint8_t *cards)
{
    unsigned n = 0;
    if (text_read_any_word(r) && base_word_number(&r->word, max, &n)) {
        memset(cards, FF_NO_CARD, max);
        return (int)n;
    }
    for (; r->word.length; n++, text_read_any_word(r)) {
        int card = text_card_of(&r->word);
        if (card < 0 || n == max)
            return refuse(r, kind), -1;
        cards[n] = (uint8_t)card;
    }
    return (int)n;
}

static bool read_draw(struct text_reader *r, struct ff_event *event)
{
    int n = read_secret(r, event->kind, FF_HAND_MAX, event->cards);
    event->n = (uint8_t)n;
    return n >= 0;
}

static bool read_discard(struct text_reader *r, struct ff_event *event)
{
    int n = read_secret(r, event->kind, 1, event->cards);
    return n == 1 || (n == 0 && refuse(r, event->kind));
}

static bool read_sale(struct text_reader *r, struct ff_event *event)
{
    unsigned income = 0;
    text_read_any_word(r);
    int brewery = base_word_is(&r->word, "none") ? FF_NOBODY : text_brewery_of(&r->word);
    bool read = (brewery >= 0 || refuse(r, event->kind)) && read_word(r, "goods") &&
                text_read_triple(r, 15, &event->goods) &&
                read_option(r, FF_STAGE_MARKET, FF_MARKET_OPTIONS, &event->market) &&
                read_option(r, FF_STAGE_OFFICE, FF_OPTION_NO_OFFICE + 1, &event->office) && read_word(r, "income") &&
                text_read_number(r, 0, UINT16_MAX, &income) && read_word(r, "disc") &&
                text_read_byte(r, 0, UINT8_MAX, &event->disc);
    event->brewery = (uint8_t)brewery;
    event->income = (uint16_t)income;
    return read;
}

static bool read_build(struct text_reader *r, struct ff_event *event)
{
    text_read_any_word(r);
    int card = text_card_of(&r->word);
    event->cards[0] = (uint8_t)card;
    event->covered = FF_NO_CARD;
    return (card >= 0 || refuse(r, event->kind)) && read_option(r, FF_STAGE_SPACE, FF_SPACES, &event->space) &&
           read_word(r, "cost") && text_read_byte(r, 0, UINT8_MAX, &event->cost);
}

static bool read_rest(struct text_reader *r, struct ff_event *event)
{
    switch (event->kind) {
    case FF_EVENT_DREW: return read_draw(r, event);
    case FF_EVENT_SOLD: return read_sale(r, event);
    case FF_EVENT_BUILT: return read_build(r, event);
    case FF_EVENT_TRASHED:
    case FF_EVENT_BURIED: return read_discard(r, event);
    case FF_EVENT_STORED: return text_read_triple(r, 15, &event->goods);
    case FF_EVENT_KEPT: return text_read_byte(r, 0, FF_HAND_MAX, &event->n);
    default: return true;
    }
}

bool text_event_read(const char *text, size_t length, struct ff_event *event, struct base_error *error)
{
    struct base_words words = base_words_in_chain(text, length);
    struct text_reader r = {&words, {0}, error};
    struct ff_event read = {0};
    text_read_any_word(&r);
    for (int kind = FF_EVENT_DREW; kind <= FF_EVENT_ROUND; kind++)
        if (base_word_is(&r.word, verbs[kind]))
            read.kind = (uint8_t)kind;
    if (!read.kind)
        return refuse(&r, read.kind);
    read.seat = FF_NOBODY;
    bool round = read.kind == FF_EVENT_ROUND;
    if (!text_read_byte(&r, 0, round ? UINT8_MAX : FF_PLAYERS_MAX - 1, round ? &read.round : &read.seat) ||
        !read_rest(&r, &read) || (text_read_any_word(&r) && !refuse(&r, read.kind)))
        return false;
    *event = read;
    return true;
}
