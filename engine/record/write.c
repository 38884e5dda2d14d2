/* write.c - writes game records; see record.h, and docs/authors/record.md for the format of the lines. */
#include "record.h"

#include <string.h>

#include "engine/text/json_values.h"

void record_defaults(struct ff_edition *edition)
{
    static const uint16_t demand[] = {0x321, 0x231, 0x312, 0x132, 0x213, 0x123, 0x222}; /* R0.4 */
    memset(edition, 0, sizeof *edition);
    edition->steps_n = 4;
    for (uint8_t i = 0; i < edition->steps_n; i++)
        edition->price[i] = i;
    edition->price_start = 1;
    for (uint8_t i = 0; i < FF_GOODS; i++)
        edition->printed[i] = i;
    edition->round_limit = 100;
    edition->demand_n = sizeof demand / sizeof demand[0];
    memcpy(edition->demand, demand, sizeof demand);
}

/* ---------------------------------------------------------------------------------------------------------- values */

static void put_event(struct base_out *out, const char *event)
{
    base_json_open(out, '{');
    base_json_string(out, "event", event);
}

static void put_seat_event(struct base_out *out, const char *event, int seat)
{
    put_event(out, event);
    base_json_number(out, "player", seat);
}

static void put_end(struct base_out *out) { base_put(out, "}\n"); }

/* Writes the names of cards. An empty space of a board becomes "". */
static void put_card_list(struct base_out *out, const uint8_t *cards, int n)
{
    base_json_open(out, '[');
    for (int i = 0; i < n; i++)
        base_json_word(out, cards[i] == FF_NO_CARD ? "" : text_card(cards[i]));
    base_json_close(out, ']');
}

static void put_cards(struct base_out *out, const char *key, const uint8_t *cards, int n)
{
    base_json_key(out, key);
    put_card_list(out, cards, n);
}

static void put_coins(struct base_out *out, const struct ff_public *pub)
{
    base_json_begin(out, "coins", '[');
    for (int seat = 0; seat < pub->players; seat++)
        base_json_value(out, pub->coins[seat]);
    base_json_close(out, ']');
}

/* ---------------------------------------------------------------------------------------------------- the game line */

static void put_names(struct base_out *out, const struct record_about *about, int players)
{
    base_json_begin(out, "players", '[');
    for (int seat = 0; seat < players; seat++)
        base_json_word(out, about->names[seat] ? about->names[seat] : "");
    base_json_close(out, ']');
}

static void put_decks(struct base_out *out, const struct ff_setup *setup)
{
    base_json_begin(out, "decks", '[');
    for (int seat = 0; seat < setup->players; seat++)
        put_card_list(out, setup->deck[seat], ff_cards_n(setup->mode));
    base_json_close(out, ']');
}

/* Writes which seats are bots, because players' names do not show it. */
static void put_bots(struct base_out *out, const struct record_about *about, int players)
{
    bool any = false;
    for (int seat = 0; seat < players; seat++)
        any |= about->bots[seat] != NULL;
    if (!any)
        return;
    base_json_begin(out, "bots", '[');
    for (int seat = 0; seat < players; seat++)
        base_json_word(out, about->bots[seat]);
    base_json_close(out, ']');
}

static void put_about(struct base_out *out, const struct record_about *about)
{
    if (about->has_seed)
        base_json_number(out, "seed", (int64_t)about->seed);
    if (about->edition)
        base_json_string(out, "edition", about->edition);
    if (about->date)
        base_json_string(out, "date", about->date);
}

static void put_fair_seats(struct base_out *out, const struct record_fair_seat *seats, int players)
{
    base_json_open(out, '[');
    for (int seat = 0; seat < players; seat++) {
        base_json_open(out, '"');
        record_fair_put_seat(out, &seats[seat]);
        base_json_close(out, '"');
    }
    base_json_close(out, ']');
}

static void put_fair(struct base_out *out, const struct record_fair *fair, int players)
{
    base_json_begin(out, "fair", '{');
    base_json_number(out, "version", RECORD_FAIR_VERSION);
    base_json_string(out, "game", fair->game);
    base_json_hex(out, "commit", fair->commit, RECORD_FAIR_BYTES);
    base_json_hex(out, "secret", fair->secret, RECORD_FAIR_BYTES);
    base_json_key(out, "seats");
    put_fair_seats(out, fair->seat, players);
    if (fair->void_n) {
        base_json_begin(out, "void", '[');
        for (int r = 0; r < fair->void_n; r++)
            put_fair_seats(out, fair->void_round[r], players);
        base_json_close(out, ']');
    }
    base_json_close(out, '}');
}

static int count_demand(const struct ff_edition *edition, ff_goods demand)
{
    int n = 0;
    for (int i = 0; i < edition->demand_n; i++)
        n += edition->demand[i] == demand;
    return n;
}

/* Returns whether both editions have the same demand cards, in any order. */
static bool same_demand(const struct ff_edition *a, const struct ff_edition *b)
{
    bool same = a->demand_n == b->demand_n;
    for (int i = 0; i < a->demand_n; i++)
        same = same && count_demand(a, a->demand[i]) == count_demand(b, a->demand[i]);
    return same;
}

/* Writes the edition's values that differ from the defaults. */
static void put_edition(struct base_out *out, const struct ff_edition *edition)
{
    struct ff_edition usual;
    record_defaults(&usual);
    if (edition->steps_n != usual.steps_n || memcmp(edition->price, usual.price, usual.steps_n) != 0)
        base_json_numbers(out, "price_track", edition->price, edition->steps_n);
    if (edition->price_start != usual.price_start)
        base_json_number(out, "price_start", edition->price_start);
    if (memcmp(edition->printed, usual.printed, sizeof usual.printed) != 0)
        text_json_member_printed_fields(out, edition);
    if (edition->round_limit != usual.round_limit)
        base_json_number(out, "round_limit", edition->round_limit);
    if (!same_demand(edition, &usual))
        text_json_member_goods_list(out, "demand_cards", edition->demand, edition->demand_n);
}

void record_begin(struct record_writer *writer, struct base_out *out, const struct ff_edition *edition,
                  const struct ff_setup *setup, const struct record_about *about)
{
    memset(writer, 0, sizeof *writer);
    writer->out = out;
    writer->edition = edition;
    writer->players = setup->players;
    writer->kept_n = setup->mode == FF_EXPERT ? 0 : setup->players;
    put_event(out, "game");
    base_json_number(out, "format", RECORD_FORMAT);
    base_json_string(out, "mode", text_mode(setup->mode));
    put_names(out, about, setup->players);
    text_json_member_goods_list(out, "demand", setup->demand, setup->players);
    base_json_numbers(out, "order", setup->order, setup->players);
    put_decks(out, setup);
    text_json_member_costs(out, edition);
    put_bots(out, about, setup->players);
    put_about(out, about);
    put_edition(out, edition);
    if (about->fair)
        put_fair(out, about->fair, setup->players);
    put_end(out);
}

/* ------------------------------------------------------------------------------------------------ the other lines */

static void put_keep10s(struct record_writer *writer, const struct ff_game *after)
{
    for (int seat = 0; seat < writer->players; seat++) {
        put_seat_event(writer->out, "keep10", seat);
        text_json_member_card(writer->out, "keep", ff_lowest(after->hid.hand[seat]));
        put_cards(writer->out, "bottom", writer->bottom[seat], writer->bottom_n[seat]);
        put_end(writer->out);
        writer->bottom_n[seat] = 0;
    }
}

static void put_draws(struct record_writer *writer)
{
    for (int seat = 0; seat < writer->players; seat++) {
        put_seat_event(writer->out, "draw", seat);
        put_cards(writer->out, "cards", writer->drawn[seat], writer->drawn_n[seat]);
        put_end(writer->out);
        writer->drawn_n[seat] = 0;
    }
    writer->draws_open = false;
}

static void put_sell(struct base_out *out, const struct ff_event *event)
{
    put_seat_event(out, "sell", event->seat);
    base_json_number_or_null(out, "brewery", event->brewery != FF_NOBODY, event->brewery);
    text_json_member_goods(out, "goods", event->goods);
    text_json_member_exchange(out, "market", event->market);
    text_json_member_good(out, "office", event->office); /* FF_OPTION_NO_OFFICE is FF_GOODS: null */
    base_json_number(out, "income", event->income);
    put_end(out);
}

static void put_build(struct base_out *out, const struct ff_event *event)
{
    put_seat_event(out, "build", event->seat);
    text_json_member_card(out, "card", event->cards[0]);
    base_json_number(out, "space", event->space + 1u);
    base_json_number(out, "cost", event->cost);
    put_end(out);
}

static void put_discard(struct record_writer *writer, const struct ff_game *after, int seat)
{
    struct base_out *out = writer->out;
    put_seat_event(out, "discard", seat);
    put_cards(out, "trash", writer->trash, writer->trash_n);
    text_json_member_cards(out, "keep", after->hid.hand[seat]);
    put_cards(out, "bottom", writer->bottom[seat], writer->bottom_n[seat]);
    text_json_member_goods(out, "store", writer->store);
    put_end(out);
    writer->trash_n = writer->bottom_n[seat] = 0;
    writer->store = 0;
    writer->turn_open = false;
}

static void put_round(struct record_writer *writer, const struct ff_public *pub, int round)
{
    struct base_out *out = writer->out;
    put_event(out, "round");
    base_json_number(out, "round", round);
    base_json_begin(out, "prices", '[');
    for (int brewery = 0; brewery < pub->players; brewery++)
        text_json_goods(out, ff_prices(writer->edition, pub, brewery));
    base_json_close(out, ']');
    put_coins(out, pub);
    base_json_numbers(out, "order", pub->order, pub->players);
    base_json_number(out, "palace_price", ff_palace_price(pub));
    base_json_begin(out, "board", '[');
    for (int seat = 0; seat < pub->players; seat++)
        put_card_list(out, pub->board[seat], FF_SPACES);
    base_json_close(out, ']');
    put_end(out);
}

static void put_result(struct base_out *out, const struct ff_public *pub)
{
    struct ff_result result;
    ff_result(pub, &result);
    put_event(out, "end");
    base_json_mask(out, "winners", result.winners);
    put_coins(out, pub);
    base_json_string(out, "reason", result.palace ? "palace" : "round-limit");
    put_end(out);
}

static void note_drawn(struct record_writer *writer, const struct ff_event *event)
{
    uint8_t *n = &writer->drawn_n[event->seat];
    memcpy(writer->drawn[event->seat] + *n, event->cards, event->n);
    *n = (uint8_t)(*n + event->n);
    writer->draws_open = true;
}

static void note_buried(struct record_writer *writer, const struct ff_game *after, const struct ff_event *event)
{
    int seat = event->seat;
    writer->bottom[seat][writer->bottom_n[seat]++] = event->cards[0];
    bool setup = writer->kept_n < writer->players;
    if (setup && writer->bottom_n[seat] == FF_HAND_MAX - 1 && ++writer->kept_n == writer->players)
        put_keep10s(writer, after);
}

void record_event(struct record_writer *writer, const struct ff_game *after, const struct ff_event *event)
{
    switch ((enum ff_event_kind)event->kind) {
    case FF_EVENT_NONE: break;
    case FF_EVENT_DREW: note_drawn(writer, event); break;
    case FF_EVENT_SOLD:
        if (writer->draws_open)
            put_draws(writer);
        put_sell(writer->out, event);
        writer->turn_open = true;
        break;
    case FF_EVENT_BUILT: put_build(writer->out, event); break;
    case FF_EVENT_TRASHED: writer->trash[writer->trash_n++] = event->cards[0]; break;
    case FF_EVENT_BURIED: note_buried(writer, after, event); break;
    case FF_EVENT_STORED: writer->store = event->goods; break;
    case FF_EVENT_KEPT:
        if (writer->turn_open)
            put_discard(writer, after, event->seat);
        break;
    case FF_EVENT_ROUND:
        put_round(writer, &after->pub, event->round);
        if (after->pub.stage == FF_STAGE_OVER)
            put_result(writer->out, &after->pub);
        break;
    }
}
