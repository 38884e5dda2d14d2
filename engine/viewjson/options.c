/* options.c - writes legal options and refusals as JSON; see viewjson.h. */
#include "engine/text/json_values.h"
#include "engine/text/names.h"
#include "viewjson.h"

/* --------------------------------------------------------------------------------------------------------- actions */

static void put_counted(struct base_out *out, const char *what, int good, unsigned count)
{
    base_json_string(out, "do", what);
    text_json_member_good(out, "good", good);
    base_json_number(out, "count", count);
}

static void put_card_action(struct base_out *out, const char *what, unsigned card)
{
    base_json_string(out, "do", what);
    text_json_member_card(out, "card", (int)card);
}

static void put_discard(struct base_out *out, unsigned option)
{
    if (option >= FF_OPTION_TRASH)
        put_card_action(out, "trash", option - FF_OPTION_TRASH);
    else
        put_card_action(out, "bury", option);
}

static void put_office(struct base_out *out, unsigned option)
{
    base_json_string(out, "do", "office");
    text_json_member_good(out, "good", (int)option); /* FF_OPTION_NO_OFFICE is FF_GOODS: null */
}
_Static_assert((int)FF_OPTION_NO_OFFICE == (int)FF_GOODS, "no good");

static void put_stage_action(struct base_out *out, int stage, unsigned option)
{
    switch ((enum ff_stage)stage) {
    case FF_STAGE_KEEP: put_card_action(out, "bury", option); break;
    case FF_STAGE_DRAW: base_json_string(out, "do", "draw"); break;
    case FF_STAGE_BREWERY:
        base_json_string(out, "do", "brewery");
        base_json_number(out, "brewery", option);
        break;
    case FF_STAGE_MARKET:
        base_json_string(out, "do", "market");
        text_json_member_exchange(out, "exchange", option);
        break;
    case FF_STAGE_SELL_HOPS:
    case FF_STAGE_SELL_BARLEY:
    case FF_STAGE_SELL_WATER: put_counted(out, "sell", stage - FF_STAGE_SELL_HOPS, option); break;
    case FF_STAGE_OFFICE: put_office(out, option); break;
    case FF_STAGE_BUILD: put_card_action(out, "build", option); break;
    case FF_STAGE_SPACE:
        base_json_string(out, "do", "space");
        base_json_number(out, "space", option + 1);
        break;
    case FF_STAGE_STORE_HOPS:
    case FF_STAGE_STORE_BARLEY:
    case FF_STAGE_STORE_WATER: put_counted(out, "store", stage - FF_STAGE_STORE_HOPS, option); break;
    case FF_STAGE_DISCARD: put_discard(out, option); break;
    case FF_STAGE_DEAL:
    case FF_STAGE_ROUND_END:
    case FF_STAGE_OVER:
    case FF_STAGES: break;
    }
}

void viewjson_put_action_members(struct base_out *out, ff_action action)
{
    base_json_key(out, "text");
    text_json_action(out, action);
    base_json_begin(out, "action", '{');
    if (ff_action_option(action) == FF_OPTION_DONE)
        base_json_string(out, "do", "done");
    else
        put_stage_action(out, (int)ff_action_stage(action), ff_action_option(action));
    base_json_close(out, '}');
}

/* -------------------------------------------------------------------------------------------------------- refusals */

void viewjson_put_refusal(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                          ff_action action, enum ff_refusal refusal)
{
    if (refusal == FF_OK) {
        base_json_null(out);
        return;
    }
    base_json_open(out, '{');
    base_json_string(out, "id", text_refusal_id(refusal));
    base_json_string(out, "rule", text_refusal_rule(refusal));
    base_json_string(out, "text", text_refusal(refusal));
    if (refusal == FF_REFUSED_TOO_EXPENSIVE) {
        int seat = view->own.seat;
        base_json_number(out, "cost", ff_cost(edition, &view->pub, seat, (int)ff_action_option(action)));
        base_json_number(out, "coins", view->pub.coins[seat]);
    }
    base_json_close(out, '}');
}

/* Returns the options that a player might try at the current stage, legal or not: those for anything on the table or in
 * the hand. */
static ff_options tempting(const struct ff_view *view)
{
    ff_options hand = view->own.hand, done = (ff_options)1 << FF_OPTION_DONE;
    switch ((enum ff_stage)view->pub.stage) {
    case FF_STAGE_BREWERY: return ((ff_options)1 << view->pub.players) - 1;
    case FF_STAGE_MARKET: return ((ff_options)1 << FF_MARKET_OPTIONS) - 1;
    case FF_STAGE_SELL_HOPS:
    case FF_STAGE_SELL_BARLEY:
    case FF_STAGE_SELL_WATER: return 1;
    case FF_STAGE_OFFICE: return ((ff_options)1 << FF_GOODS) - 1;
    case FF_STAGE_BUILD: return hand;
    case FF_STAGE_SPACE: return ((ff_options)1 << FF_SPACES) - 1;
    case FF_STAGE_DISCARD: return hand | hand << FF_OPTION_TRASH | done;
    default: return 0;
    }
}

static void put_options(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                        ff_options options, bool refused)
{
    base_json_open(out, '[');
    for (; options; options &= options - 1) {
        ff_action action = ff_action_of(view->pub.stage, (unsigned)ff_option_nth(options, 0));
        base_json_open(out, '{');
        viewjson_put_action_members(out, action);
        if (refused) {
            base_json_key(out, "refusal");
            viewjson_put_refusal(out, edition, view, action, ff_why_not(edition, view, action));
        }
        base_json_close(out, '}');
    }
    base_json_close(out, ']');
}

void viewjson_put_options(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view)
{
    ff_options legal = ff_legal(edition, view);
    if (!legal) {
        base_json_null(out);
        return;
    }
    base_json_open(out, '{');
    base_json_string(out, "stage", text_stage(view->pub.stage));
    base_json_number(out, "seat", view->own.seat);
    base_json_key(out, "legal");
    put_options(out, edition, view, legal, false);
    base_json_key(out, "refused");
    put_options(out, edition, view, tempting(view) & ~legal, true);
    base_json_close(out, '}');
}
