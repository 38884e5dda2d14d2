/* event.c - an event as one line of words; see event.h. */
#include "event.h"

#include "names.h"
#include "notation.h"

static void out_triple(struct base_out *out, ff_goods goods)
{
    for (unsigned good = 0; good < FF_GOODS; good++) {
        base_put_char(out, ' ');
        base_put_unsigned(out, ff_count(goods, good));
    }
}

static void out_word_of(struct base_out *out, const char *word)
{
    base_put_char(out, ' ');
    base_put(out, word);
}

/* The cards, or for another seat's cards only their number (R10.2). */
static void out_secret(struct base_out *out, const struct ff_event *event, int n, bool own)
{
    if (!own) {
        base_put_char(out, ' ');
        base_put_number(out, n);
    }
    for (int i = 0; own && i < n; i++)
        out_word_of(out, text_card(event->cards[i]));
}

static void out_sale(struct base_out *out, const struct ff_event *event)
{
    if (event->brewery == FF_NOBODY) {
        base_put(out, " none goods");
    } else {
        base_put_char(out, ' ');
        base_put_char(out, text_brewery(event->brewery));
        base_put(out, " goods");
    }
    out_triple(out, event->goods);
    base_put_char(out, ' ');
    text_action(out, ff_action_of(FF_STAGE_MARKET, event->market));
    base_put_char(out, ' ');
    text_action(out, ff_action_of(FF_STAGE_OFFICE, event->office));
    base_put(out, " income ");
    base_put_unsigned(out, event->income);
    base_put(out, " disc ");
    base_put_unsigned(out, event->disc);
}

static void out_build(struct base_out *out, const struct ff_event *event)
{
    out_word_of(out, text_card(event->cards[0]));
    base_put(out, " space ");
    base_put_number(out, event->space + 1);
    base_put(out, " cost ");
    base_put_unsigned(out, event->cost);
}

void text_event_line(struct base_out *out, const struct ff_event *event, int viewer)
{
    static const char *const words[] = {"", "draw", "sell", "build", "trash", "bury", "store", "keep", "round"};
    bool own = event->seat == viewer;
    if (event->kind == FF_EVENT_NONE || event->kind > FF_EVENT_ROUND)
        return;
    base_put(out, words[event->kind]);
    base_put_char(out, ' ');
    base_put_unsigned(out, event->kind == FF_EVENT_ROUND ? event->round : event->seat);
    switch (event->kind) {
    case FF_EVENT_DREW: out_secret(out, event, event->n, own); break;
    case FF_EVENT_TRASHED:
    case FF_EVENT_BURIED: out_secret(out, event, 1, own); break;
    case FF_EVENT_SOLD: out_sale(out, event); break;
    case FF_EVENT_BUILT: out_build(out, event); break;
    case FF_EVENT_STORED: out_triple(out, event->goods); break;
    case FF_EVENT_KEPT:
        base_put_char(out, ' ');
        base_put_unsigned(out, event->n);
        break;
    default: break;
    }
}
