/* views.c - writes views, options, previews and events as JSON; see exports.h. */
#include "page.h"

#include "engine/text/event.h"
#include "engine/text/json_values.h"
#include "engine/text/notation.h"
#include "engine/text/position.h"
#include "engine/text/turn_plan.h"
#include "engine/viewjson/viewjson.h"

static const struct ff_edition *edition(void) { return &page.edition.values; }

/* Returns the view of a seat, or of a spectator if the seat does not exist. */
static struct ff_view view_for(int seat)
{
    struct ff_view view;
    ff_view_of(&page.game, seat >= 0 && seat < page.game.pub.players ? seat : FF_NOBODY, &view);
    return view;
}

int view_json(int seat, int memory_aid)
{
    struct base_out out = wasm_begin_answer();
    struct ff_view view = view_for(seat);
    viewjson_put_view(&out, edition(), &view, memory_aid);
    return (int)out.length;
}

int options_json(int seat)
{
    struct base_out out = wasm_begin_answer();
    struct ff_view view = view_for(seat);
    viewjson_put_options(&out, edition(), &view);
    return (int)out.length;
}

int why_not_json(int seat, int length)
{
    struct base_error error;
    ff_action action;
    if (!text_action_parse(page.game.pub.stage, page.buffer, wasm_clamp_length(length), &action, &error))
        return wasm_refuse(&error);
    struct base_out out = wasm_begin_answer();
    struct ff_view view = view_for(seat);
    viewjson_put_refusal(&out, edition(), &view, action, ff_why_not(edition(), &view, action));
    return (int)out.length;
}

int refusal_json(int refusal)
{
    struct base_out out = wasm_begin_answer();
    struct ff_view view = view_for(FF_NOBODY);
    viewjson_put_refusal(&out, edition(), &view, 0, (enum ff_refusal)refusal);
    return (int)out.length;
}

static unsigned within(int n, unsigned max) { return n < 0 ? 0 : (unsigned)n > max ? max : (unsigned)n; }

int market_of(int from, int to, int count)
{
    bool goods = from >= 0 && from < FF_GOODS && to >= 0 && to < FF_GOODS && from != to;
    bool some = count >= 1 && count <= FF_MARKET_MAX;
    return goods && some ? (int)ff_market_of((unsigned)from, (unsigned)to, (unsigned)count) : 0;
}

int sale_preview_json(int seat, int hops, int barley, int water, int market, int office)
{
    struct base_out out = wasm_begin_answer();
    struct ff_view view = view_for(seat);
    struct viewjson_sale_plan plan = {
        ff_goods_of(within(hops, 15), within(barley, 15), within(water, 15)),
        (uint8_t)(market < 0 ? VIEWJSON_PLAN_BEST : (int)within(market, FF_MARKET_OPTIONS - 1)),
        (uint8_t)(office < 0 ? VIEWJSON_PLAN_BEST : (int)within(office, FF_OPTION_NO_OFFICE)),
    };
    viewjson_put_sale_preview(&out, edition(), &view, &plan);
    return (int)out.length;
}

int build_preview_json(int seat)
{
    struct base_out out = wasm_begin_answer();
    struct ff_view view = view_for(seat);
    viewjson_put_build_preview(&out, edition(), &view);
    return (int)out.length;
}

/* Parses the plan in the buffer and evaluates it. */
static bool read_plan(int seat, int length, struct text_plan *plan, struct base_error *error)
{
    struct ff_view view = view_for(seat);
    return text_plan_evaluate(edition(), &view, page.buffer, wasm_clamp_length(length), plan, error);
}

int plan_json(int seat, int length)
{
    struct text_plan plan;
    struct base_error error;
    if (!read_plan(seat, length, &plan, &error))
        return wasm_refuse(&error);
    struct base_out out = wasm_begin_answer();
    base_json_open(&out, '{');
    text_plan_json(&out, &plan);
    base_json_close(&out, '}');
    return (int)out.length;
}

int plan_chain(int seat, int length)
{
    struct text_plan plan;
    struct base_error error;
    if (!read_plan(seat, length, &plan, &error))
        return wasm_refuse(&error);
    struct base_out out = wasm_begin_answer();
    if (plan.chosen != TEXT_PLAN_NOTHING_HOLDS)
        text_plan_chain(&out, &plan);
    return (int)out.length;
}

int event_json(int viewer)
{
    struct base_out out = wasm_begin_answer();
    viewjson_put_event(
        &out, &(struct viewjson_step){edition(), &page.before, &page.game.pub, &page.event, page.names, viewer});
    return (int)out.length;
}

int hands_json(void)
{
    struct base_out out = wasm_begin_answer();
    base_json_open(&out, '{');
    base_json_begin(&out, "hands", '[');
    for (int seat = 0; seat < page.game.pub.players; seat++) {
        base_json_open(&out, '{');
        text_json_member_cards(&out, "cards", page.game.hid.hand[seat]);
        base_json_close(&out, '}');
    }
    base_json_close(&out, ']');
    base_json_close(&out, '}');
    return (int)out.length;
}

void events_begin(void) { viewjson_replay_begin(edition(), &page.game.pub, &page.replay); }

int event_read(int length)
{
    struct base_error error;
    struct ff_event event;
    if (!text_event_read(page.buffer, wasm_clamp_length(length), &event, &error))
        return wasm_refuse(&error);
    struct base_out out = wasm_begin_answer();
    viewjson_replay_event(&out, edition(), &page.replay, event, page.names);
    return (int)out.length;
}

int view_print(int seat)
{
    struct base_out out = wasm_begin_answer();
    struct ff_view view = view_for(seat);
    text_position_view(&out, &view);
    return (int)out.length;
}

int event_print(int viewer)
{
    struct base_out out = wasm_begin_answer();
    text_event_line(&out, &page.event, viewer);
    return (int)out.length;
}
