/* show.c - what the page shows, as JSON; see exports.h. */
#include "page.h"

#include "page/event.h"
#include "page/json.h"
#include "page/preview.h"
#include "page/view.h"
#include "text/event.h"
#include "text/notation.h"
#include "text/position.h"

static const struct ff_edition *edition(void) { return &page.edition.values; }

/* A seat that is not there is a spectator. */
static struct ff_view view_for(int seat)
{
    struct ff_view view;
    ff_view_of(&page.game, seat >= 0 && seat < page.game.pub.players ? seat : FF_NOBODY, &view);
    return view;
}

int view_json(int seat, int memory_aid)
{
    struct out out = page_answer();
    struct ff_view view = view_for(seat);
    text_view_json(&out, edition(), &view, memory_aid);
    return (int)out.length;
}

int options_json(int seat)
{
    struct out out = page_answer();
    struct ff_view view = view_for(seat);
    text_options_json(&out, edition(), &view);
    return (int)out.length;
}

int why_not_json(int seat, int length)
{
    struct text_error error;
    ff_action action;
    if (!text_action_parse(page.game.pub.stage, page.buffer, page_bounded(length), &action, &error))
        return page_refuse(&error);
    struct out out = page_answer();
    struct ff_view view = view_for(seat);
    text_refusal_json(&out, edition(), &view, action, ff_why_not(edition(), &view, action));
    return (int)out.length;
}

int refusal_json(int refusal)
{
    struct out out = page_answer();
    struct ff_view view = view_for(FF_NOBODY);
    text_refusal_json(&out, edition(), &view, 0, (enum ff_refusal)refusal);
    return (int)out.length;
}

static unsigned within(int n, unsigned max) { return n < 0 ? 0 : (unsigned)n > max ? max : (unsigned)n; }

int sale_preview_json(int seat, int hops, int barley, int water, int market, int office)
{
    struct out out = page_answer();
    struct ff_view view = view_for(seat);
    struct text_plan plan = {
        ff_goods_of(within(hops, 15), within(barley, 15), within(water, 15)),
        (uint8_t)(market < 0 ? TEXT_PLAN_BEST : (int)within(market, FF_MARKET_OPTIONS - 1)),
        (uint8_t)(office < 0 ? TEXT_PLAN_BEST : (int)within(office, FF_OPTION_NO_OFFICE)),
    };
    text_sale_preview_json(&out, edition(), &view, &plan);
    return (int)out.length;
}

int build_preview_json(int seat)
{
    struct out out = page_answer();
    struct ff_view view = view_for(seat);
    text_build_preview_json(&out, edition(), &view);
    return (int)out.length;
}

int event_json(int viewer)
{
    struct out out = page_answer();
    text_event_json(&out, edition(), &page.before, &page.game.pub, &page.event, page.names, viewer);
    return (int)out.length;
}

int hands_json(void)
{
    struct out out = page_answer();
    json_open(&out, '{');
    json_key(&out, "hands");
    json_open(&out, '[');
    for (int seat = 0; seat < page.game.pub.players; seat++) {
        json_open(&out, '{');
        json_member_cards(&out, "cards", page.game.hid.hand[seat]);
        json_close(&out, '}');
    }
    json_close(&out, ']');
    json_close(&out, '}');
    return (int)out.length;
}

int view_print(int seat)
{
    struct out out = page_answer();
    struct ff_view view = view_for(seat);
    text_position_view(&out, &view);
    return (int)out.length;
}

int event_print(int viewer)
{
    struct out out = page_answer();
    text_event_line(&out, &page.event, viewer);
    return (int)out.length;
}
