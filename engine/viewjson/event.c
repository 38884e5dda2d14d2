/* event.c - writes events as JSON; see viewjson.h. */
#include "viewjson.h"

#include "engine/text/json_values.h"
#include "engine/text/notation.h"

enum { SENTENCE_SIZE = 512 };

static bool may_know(const struct viewjson_step *step)
{
    return step->viewer == step->event->seat || step->viewer == TEXT_ALL_SEEING;
}

static void put_drew(struct base_out *out, const struct viewjson_step *step)
{
    const struct ff_event *event = step->event;
    base_json_number(out, "n", event->n);
    base_json_key(out, "cards");
    if (may_know(step)) {
        base_json_open(out, '[');
        for (int i = 0; i < event->n; i++)
            text_json_card(out, event->cards[i]);
        base_json_close(out, ']');
    } else {
        base_json_null(out);
    }
    text_json_member_goods(out, "goods", event->goods);
    base_json_flag(out, "extra", step->before->stage == FF_STAGE_DRAW);
}

static void put_triple_or_null(struct base_out *out, const char *key, bool none, ff_goods goods)
{
    base_json_key(out, key);
    if (none)
        base_json_null(out);
    else
        text_json_goods(out, goods);
}

static void put_sold(struct base_out *out, const struct viewjson_step *step)
{
    const struct ff_event *event = step->event;
    bool none = event->brewery == FF_NOBODY;
    base_json_number_or_null(out, "brewery", !none, event->brewery);
    text_json_member_goods(out, "goods", event->goods);
    text_json_member_goods(out, "counted", ff_market_goods(event->goods, event->market));
    text_json_member_exchange(out, "market", event->market);
    text_json_member_good(out, "office", event->office);
    base_json_number(out, "income", event->income);
    base_json_number(out, "disc", event->disc);
    int b = none ? 0 : event->brewery;
    put_triple_or_null(out, "price", none, ff_prices(step->edition, step->before, b));
    put_triple_or_null(out, "priceAfter", none, ff_prices(step->edition, step->after, b));
    put_triple_or_null(out, "step", none, step->before->step[b]);
    put_triple_or_null(out, "stepAfter", none, step->after->step[b]);
}

static void put_built(struct base_out *out, const struct viewjson_step *step)
{
    const struct ff_event *event = step->event;
    text_json_member_card(out, "card", event->cards[0]);
    base_json_number(out, "space", event->space + 1);
    base_json_number(out, "cost", event->cost);
    text_json_member_card(out, "covered", event->covered);
    base_json_number(out, "palacePrice", ff_palace_price(step->before));
    base_json_number(out, "palacePriceAfter", ff_palace_price(step->after));
}

static void put_round(struct base_out *out, const struct viewjson_step *step)
{
    const struct ff_public *before = step->before, *after = step->after;
    base_json_number(out, "round", step->event->round);
    base_json_begin(out, "prices", '[');
    for (int brewery = 0; brewery < after->players; brewery++) {
        base_json_open(out, '{');
        text_json_member_goods(out, "before", ff_prices(step->edition, before, brewery));
        text_json_member_goods(out, "after", ff_prices(step->edition, after, brewery));
        text_json_member_goods(out, "stepBefore", before->step[brewery]);
        text_json_member_goods(out, "stepAfter", after->step[brewery]);
        base_json_close(out, '}');
    }
    base_json_close(out, ']');
    base_json_numbers(out, "order", after->order, after->players);
    base_json_number(out, "palacePrice", ff_palace_price(after));
    base_json_flag(out, "over", after->stage == FF_STAGE_OVER);
}

void viewjson_put_event(struct base_out *out, const struct viewjson_step *step)
{
    static const char *const kinds[] = {NULL,     "drew",   "sold", "built", "trashed",
                                        "buried", "stored", "kept", "round"}; /* by enum ff_event_kind */
    const struct ff_event *event = step->event;
    char sentence[SENTENCE_SIZE];
    struct base_out text =
        base_out_cut(sentence, sizeof sentence); /* large enough for the longest names that the page allows */
    if (event->kind == FF_EVENT_NONE || event->kind > FF_EVENT_ROUND) {
        base_json_null(out);
        return;
    }
    base_json_open(out, '{');
    base_json_string(out, "kind", kinds[event->kind]);
    if (event->kind != FF_EVENT_ROUND)
        base_json_number(out, "seat", event->seat);
    switch (event->kind) {
    case FF_EVENT_DREW: put_drew(out, step); break;
    case FF_EVENT_SOLD: put_sold(out, step); break;
    case FF_EVENT_BUILT: put_built(out, step); break;
    case FF_EVENT_TRASHED:
    case FF_EVENT_BURIED: text_json_member_card(out, "card", may_know(step) ? event->cards[0] : FF_NO_CARD); break;
    case FF_EVENT_STORED: text_json_member_goods(out, "goods", event->goods); break;
    case FF_EVENT_KEPT: base_json_number(out, "n", event->n); break;
    default: put_round(out, step); break;
    }
    text_event(&text, event, step->names, step->viewer);
    base_json_string(out, "text", sentence);
    base_json_close(out, '}');
}
