/* preview_build.c - previews every card of the hand on every space; see viewjson.h. */
#include "engine/text/json_values.h"
#include "viewjson.h"

static bool owes(const struct ff_game *game, int seat) { return game->pub.owe >> seat & 1; }

/* Returns the game after the chosen card was put on a space. `chosen` is the game after the card was chosen. If only
 * one space is possible, the engine takes it by itself. */
static struct ff_game build_on(const struct ff_edition *edition, const struct ff_game *chosen, int seat, int space)
{
    struct ff_game game = *chosen;
    struct ff_event event;
    if (owes(&game, seat))
        ff_play(edition, &game, seat, ff_action_of(FF_STAGE_SPACE, (unsigned)space), &event);
    else
        ff_follow(edition, &game, &event);
    return game;
}

/* Writes the actions that build the card on the space, from the view's stage on. The choice of a space is left out if
 * only one is possible. */
static void put_chain(struct base_out *out, const struct ff_view *view, const struct ff_game *chosen, int card,
                      int space)
{
    base_json_begin(out, "actions", '[');
    if (view->pub.stage == FF_STAGE_BUILD)
        text_json_action(out, ff_action_of(FF_STAGE_BUILD, (unsigned)card));
    if (owes(chosen, view->own.seat))
        text_json_action(out, ff_action_of(FF_STAGE_SPACE, (unsigned)space));
    base_json_close(out, ']');
}

static void put_after(struct base_out *out, const struct ff_public *before, const struct ff_public *after, int seat)
{
    uint32_t warehouse = ff_bit(FF_WAREHOUSE);
    bool store = (before->active[seat] & warehouse) && !(after->active[seat] & warehouse) && before->goods[seat];
    text_json_member_goods(out, "yield", after->yield[seat]);
    base_json_number(out, "steadyIncome", ff_steady_income(after->active[seat]));
    base_json_number(out, "keepMax", ff_keep_max(after->active[seat]));
    base_json_number(out, "extraDraws", ff_extra_draws(after->active[seat]));
    base_json_flag(out, "losesStore", store);
    base_json_number(out, "coins", after->coins[seat]);
    base_json_number(out, "palacePrice", ff_palace_price(after));
}

static void put_space(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                      const struct ff_game *chosen, int card, int space)
{
    int seat = view->own.seat, covers = view->pub.board[seat][space];
    bool printed = covers == FF_NO_CARD && space >= FF_PRINTED_FIRST;
    struct ff_view asked; /* the seat owes a decision here, so that ff_why_not gives the reason */
    ff_view_of(chosen, seat, &asked);
    asked.pub.owe = (uint8_t)(1u << seat);
    ff_action action = ff_action_of(FF_STAGE_SPACE, (unsigned)space);
    enum ff_refusal refusal = ff_why_not(edition, &asked, action);
    struct ff_game after = refusal == FF_OK ? build_on(edition, chosen, seat, space) : *chosen;
    base_json_open(out, '{');
    base_json_number(out, "space", space + 1);
    base_json_key(out, "refusal");
    viewjson_put_refusal(out, edition, view, action, refusal);
    text_json_member_card(out, "covers", covers);
    text_json_member_good(out, "coversPrinted", printed ? edition->printed[space - FF_PRINTED_FIRST] : FF_GOODS);
    put_after(out, &view->pub, &after.pub, seat);
    put_chain(out, view, chosen, card, space);
    base_json_close(out, '}');
}

/* Writes the preview of a card. `game` is the view's position. At FF_STAGE_SPACE the card has already been chosen
 * there. */
static void put_card(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                     const struct ff_game *game, int card)
{
    int seat = view->own.seat;
    struct ff_game chosen = *game;
    struct ff_event event;
    ff_action action = ff_action_of(FF_STAGE_BUILD, (unsigned)card);
    enum ff_refusal refusal = FF_OK;
    if (view->pub.stage == FF_STAGE_BUILD)
        refusal = ff_play(edition, &chosen, seat, action, &event);
    struct ff_public without = view->pub;
    without.active[seat] &= ~ff_bit(FF_CRANE);
    base_json_open(out, '{');
    viewjson_put_hand_card_members(out, edition, &view->pub, seat, card);
    base_json_number(out, "saved", ff_cost(edition, &without, seat, card) - ff_cost(edition, &view->pub, seat, card));
    base_json_key(out, "refusal");
    viewjson_put_refusal(out, edition, view, action, refusal);
    base_json_begin(out, "spaces", '[');
    for (int space = 0; space < FF_SPACES && refusal == FF_OK; space++)
        put_space(out, edition, view, &chosen, card, space);
    base_json_close(out, ']');
    base_json_close(out, '}');
}

void viewjson_put_build_preview(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view)
{
    int stage = view->pub.stage;
    if ((stage != FF_STAGE_BUILD && stage != FF_STAGE_SPACE) || !ff_legal(edition, view)) {
        base_json_null(out);
        return;
    }
    struct ff_game game;
    ff_view_game(edition, view, &game);
    uint32_t cards = stage == FF_STAGE_SPACE ? ff_bit(view->pub.card) : view->own.hand;
    base_json_open(out, '{');
    base_json_number(out, "left", view->pub.left);
    base_json_begin(out, "cards", '[');
    for (int card = 0; card < FF_CARDS_MAX; card++)
        if (cards >> card & 1)
            put_card(out, edition, view, &game, card);
    base_json_close(out, ']');
    base_json_close(out, '}');
}
