/* view.c - writes the table and the seat's own cards as JSON; see viewjson.h. */
#include "viewjson.h"

#include "engine/text/json_values.h"
#include "engine/text/names.h"

/* Returns the name of the phase to which a stage belongs. */
static const char *phase_of(int stage)
{
    if (ff_is_turn(stage))
        return stage <= FF_STAGE_OFFICE ? "sell" : stage <= FF_STAGE_SPACE ? "build" : "discard";
    return stage == FF_STAGE_KEEP        ? "setup"
           : stage == FF_STAGE_ROUND_END ? "market"
           : stage == FF_STAGE_OVER      ? "over"
                                         : "draw";
}

/* ------------------------------------------------------------------------------------------------------- the table */

static void put_brewery(struct base_out *out, const struct ff_edition *edition, const struct ff_public *pub,
                        int brewery)
{
    base_json_open(out, '{');
    text_json_member_goods(out, "price", ff_prices(edition, pub, brewery));
    text_json_member_goods(out, "step", pub->step[brewery]);
    text_json_member_goods(out, "demand", pub->demand[brewery]);
    text_json_member_goods(out, "filled", (ff_goods)(pub->demand[brewery] - pub->room[brewery]));
    text_json_member_goods(out, "priceNext", ff_prices_next(edition, pub, brewery));
    text_json_member_goods(out, "stepNext", ff_steps_next(edition, pub, brewery));
    base_json_close(out, '}');
}

static void put_disc(struct base_out *out, int seat, int at)
{
    base_json_open(out, '{');
    base_json_number(out, "seat", seat);
    base_json_number(out, "at", at);
    base_json_close(out, '}');
}

static void put_tracks(struct base_out *out, const struct ff_public *pub)
{
    uint8_t next[FF_PLAYERS_MAX];
    int n = ff_next_order(pub, next);
    base_json_begin(out, "tracks", '{');
    base_json_begin(out, "now", '[');
    for (int i = 0; i < pub->players; i++)
        if (pub->disc_now[pub->order[i]] != FF_NO_DISC)
            put_disc(out, pub->order[i], pub->disc_now[pub->order[i]]);
    base_json_close(out, ']');
    base_json_begin(out, "next", '[');
    for (int i = 0; i < n; i++)
        put_disc(out, next[i], pub->disc_next[next[i]]);
    base_json_close(out, ']');
    base_json_close(out, '}');
}

static void put_space(struct base_out *out, const struct ff_edition *edition, const struct ff_public *pub, int seat,
                      int space)
{
    int card = pub->board[seat][space];
    bool printed = card == FF_NO_CARD && space >= FF_PRINTED_FIRST;
    base_json_open(out, '{');
    text_json_member_card(out, "card", card);
    text_json_member_good(out, "printed", printed ? edition->printed[space - FF_PRINTED_FIRST] : FF_GOODS);
    text_json_member_goods(out, "yield", ff_space_yield(edition, space, card));
    base_json_close(out, '}');
}

static void put_seat(struct base_out *out, const struct ff_edition *edition, const struct ff_public *pub, int seat)
{
    base_json_open(out, '{');
    base_json_number(out, "seat", seat);
    base_json_number(out, "coins", pub->coins[seat]);
    text_json_member_goods(out, "goods", pub->goods[seat]);
    text_json_member_goods(out, "yield", pub->yield[seat]);
    base_json_begin(out, "spaces", '[');
    for (int space = 0; space < FF_SPACES; space++)
        put_space(out, edition, pub, seat, space);
    base_json_close(out, ']');
    base_json_number(out, "handN", pub->hand_n[seat]);
    base_json_number(out, "deckN", pub->deck_n[seat]);
    base_json_number(out, "freshN", pub->fresh_n[seat]);
    base_json_number(out, "trashN", ff_trash_n(pub, seat));
    base_json_number(out, "palaceParts", ff_palace_parts(pub, seat));
    base_json_number(out, "steadyIncome", ff_steady_income(pub->active[seat]));
    base_json_number(out, "keepMax", ff_keep_max(pub->active[seat]));
    base_json_number(out, "extraDraws", ff_extra_draws(pub->active[seat]));
    text_json_member_cards(out, "covered", pub->built[seat] & ~pub->active[seat]);
    text_json_member_cards(out, "unseen", ff_cards_of(pub->mode) & ~pub->built[seat]);
    base_json_close(out, '}');
}

static void put_underway(struct base_out *out, const struct ff_public *pub)
{
    base_json_begin(out, "underway", '{');
    base_json_number_or_null(out, "brewery", ff_is_sale(pub->stage), pub->brewery);
    text_json_member_exchange(out, "market", pub->market);
    text_json_member_goods(out, "tally", pub->tally);
    text_json_member_card(out, "card", pub->stage == FF_STAGE_SPACE ? pub->card : FF_NO_CARD);
    base_json_number(out, "left", pub->left);
    base_json_close(out, '}');
}

static void put_result(struct base_out *out, const struct ff_public *pub)
{
    struct ff_result result;
    ff_result(pub, &result);
    base_json_key(out, "result");
    if (!result.over) {
        base_json_null(out);
        return;
    }
    base_json_open(out, '{');
    base_json_mask(out, "winners", result.winners);
    base_json_string(out, "reason", result.palace ? "palace" : "round-limit");
    base_json_close(out, '}');
}

static void put_palace(struct base_out *out, const struct ff_public *pub)
{
    base_json_begin(out, "palace", '{');
    base_json_number(out, "price", ff_palace_price(pub));
    base_json_number(out, "markers", ff_palace_markers(pub));
    base_json_number(out, "built", pub->palaces);
    base_json_close(out, '}');
}

/* --------------------------------------------------------------------------------------------------- the own cards */

void viewjson_put_hand_card_members(struct base_out *out, const struct ff_edition *edition, const struct ff_public *pub,
                                    int seat, int card)
{
    bool palace = FF_PALACE_CARDS >> card & 1;
    text_json_member_card(out, "card", card);
    base_json_number(out, "cost", ff_cost(edition, pub, seat, card));
    base_json_number(out, "printedCost", palace ? ff_palace_price(pub) : edition->cost[card]);
}

/* Writes in how many rounds the seat will draw the card at a position of its deck without extra draws (R3.1) and with
 * all of them (R3.2). */
static void put_return(struct base_out *out, const struct ff_public *pub, int seat, int position)
{
    int rounds = position / FF_DRAWS + 1, soonest = position / (FF_DRAWS + ff_extra_draws(pub->active[seat])) + 1;
    base_json_number(out, "rounds", rounds);
    base_json_number(out, "round", pub->round + rounds);
    base_json_number(out, "soonest", soonest);
}

static void put_hand(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view)
{
    base_json_begin(out, "hand", '[');
    for (int card = 0; card < FF_CARDS_MAX; card++)
        if (view->own.hand >> card & 1) {
            base_json_open(out, '{');
            viewjson_put_hand_card_members(out, edition, &view->pub, view->own.seat, card);
            base_json_close(out, '}');
        }
    base_json_close(out, ']');
}

static void put_deck(struct base_out *out, const struct ff_view *view, bool memory_aid)
{
    const struct ff_public *pub = &view->pub;
    int seat = view->own.seat;
    base_json_begin(out, "deck", '[');
    for (int i = 0; i < pub->deck_n[seat]; i++) {
        bool known = memory_aid && i >= pub->fresh_n[seat];
        base_json_open(out, '{');
        text_json_member_card(out, "card", known ? view->own.known[i - pub->fresh_n[seat]] : FF_NO_CARD);
        base_json_number(out, "position", i);
        put_return(out, pub, seat, i);
        base_json_close(out, '}');
    }
    base_json_close(out, ']');
}

/* Returns the cards that may be in the seat's deck: all but those known to be elsewhere. */
static uint32_t unknown_cards(const struct ff_view *view, bool memory_aid)
{
    uint32_t cards = ff_cards_of(view->pub.mode) & ~view->pub.built[view->own.seat] & ~view->own.hand;
    if (!memory_aid)
        return cards;
    for (int i = 0; i < view->own.known_n; i++)
        cards &= ~ff_bit(view->own.known[i]);
    return cards & ~view->own.trash;
}

static void put_own(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view, bool memory_aid)
{
    int seat = view->own.seat;
    base_json_key(out, "own");
    if (seat >= view->pub.players) {
        base_json_null(out);
        return;
    }
    base_json_open(out, '{');
    base_json_number(out, "seat", seat);
    put_hand(out, edition, view);
    put_deck(out, view, memory_aid);
    text_json_member_cards(out, "fresh", unknown_cards(view, memory_aid));
    text_json_member_cards(out, "trash", memory_aid ? view->own.trash : 0);
    base_json_begin(out, "buryNext", '{');
    put_return(out, &view->pub, seat, view->pub.deck_n[seat]);
    base_json_close(out, '}');
    base_json_close(out, '}');
}

void viewjson_put_view(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                       bool memory_aid)
{
    const struct ff_public *pub = &view->pub;
    base_json_open(out, '{');
    base_json_string(out, "mode", text_mode(pub->mode));
    base_json_number(out, "players", pub->players);
    base_json_number(out, "round", pub->round);
    base_json_number(out, "roundLimit", edition->round_limit);
    base_json_string(out, "stage", text_stage(pub->stage));
    base_json_string(out, "phase", phase_of(pub->stage));
    base_json_mask(out, "owe", pub->owe);
    base_json_number_or_null(out, "turn", ff_is_turn(pub->stage), ff_turn_seat(pub));
    base_json_numbers(out, "order", pub->order, pub->players);
    put_palace(out, pub);
    base_json_begin(out, "breweries", '[');
    for (int brewery = 0; brewery < pub->players; brewery++)
        put_brewery(out, edition, pub, brewery);
    base_json_close(out, ']');
    put_tracks(out, pub);
    base_json_begin(out, "seats", '[');
    for (int seat = 0; seat < pub->players; seat++)
        put_seat(out, edition, pub, seat);
    base_json_close(out, ']');
    put_own(out, edition, view, memory_aid);
    put_underway(out, pub);
    put_result(out, pub);
    base_json_close(out, '}');
}

void viewjson_put_edition(struct base_out *out, const struct text_edition *edition)
{
    const struct ff_edition *values = &edition->values;
    base_json_open(out, '{');
    base_json_string(out, "name", edition->name);
    text_json_member_costs(out, values);
    base_json_numbers(out, "priceTrack", values->price, values->steps_n);
    base_json_number(out, "priceStart", values->price_start);
    text_json_member_printed_fields(out, values);
    base_json_number(out, "roundLimit", values->round_limit);
    text_json_member_goods_list(out, "demands", values->demand, values->demand_n);
    base_json_close(out, '}');
}
