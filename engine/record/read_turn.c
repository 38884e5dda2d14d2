/* read_turn.c - reads the lines of a turn: sell, build, discard; see record.h and read.c. */
#include "read_internal.h"

#include "engine/text/names.h"

/* ------------------------------------------------------------------------------------------------------------ sell */

struct sale {
    int brewery; /* -1: none */
    int64_t goods[FF_GOODS];
    int from, to; /* Market */
    int count;    /* 0: no exchange */
    int office;   /* a good or FF_OPTION_NO_OFFICE */
};

static bool read_brewery(struct record_reader *reader, struct sale *sale)
{
    struct base_json_cursor value;
    sale->brewery = -1;
    if (!record_key_value(reader, "brewery", &value))
        return false;
    if (base_json_take_null(&value))
        return true;
    if (!base_json_take_integer(&value, &(int64_t){0}))
        return record_report_fault(reader, "format", "brewery", "must be an integer or null");
    return record_key_number(reader, "brewery", (struct record_range){"R1.1", 0, reader->setup.players - 1},
                             &sale->brewery);
}

/* Reads one key of the Market's object and sets the bit of `from`, `to` or `count` in *known. */
static bool read_market_key(struct record_reader *reader, struct base_json_cursor *value, struct sale *sale,
                            unsigned *known)
{
    struct base_json_text key;
    int64_t count;
    base_json_take_key(value, &key);
    if (base_json_text_is(&key, "from")) {
        *known |= 1;
        return record_take_good(reader, "market", value, &sale->from);
    }
    if (base_json_text_is(&key, "to")) {
        *known |= 2;
        return record_take_good(reader, "market", value, &sale->to);
    }
    if (!base_json_text_is(&key, "count")) {
        base_json_skip(value);
        return true;
    }
    *known |= 4;
    if (!base_json_take_integer(value, &count))
        return record_report_fault(reader, "format", "market", "must have an integer as its count");
    if (count < 1 || count > FF_MARKET_MAX)
        return record_report_fault(reader, "R5.5", "market", "must have a count from 1 to 3");
    sale->count = (int)count;
    return true;
}

static bool read_market(struct record_reader *reader, struct sale *sale)
{
    struct base_json_cursor value;
    unsigned known = 0;
    sale->count = 0;
    if (!record_key_value(reader, "market", &value))
        return false;
    if (base_json_take_null(&value))
        return true;
    if (!base_json_take_open(&value, '{'))
        return record_report_fault(reader, "format", "market", "must be an object or null");
    while (base_json_more(&value))
        if (!read_market_key(reader, &value, sale, &known))
            return false;
    if (known != 7)
        return record_report_fault(reader, "format", "market", "must have the keys from, to and count");
    return sale->from != sale->to || record_report_fault(reader, "R5.5", "market", "must name two different goods");
}

static bool read_office(struct record_reader *reader, struct sale *sale)
{
    struct base_json_cursor value;
    sale->office = FF_OPTION_NO_OFFICE;
    return record_key_value(reader, "office", &value) &&
           (base_json_take_null(&value) || record_take_good(reader, "office", &value, &sale->office));
}

static bool read_sale(struct record_reader *reader, struct sale *sale)
{
    struct base_json_cursor value;
    return read_brewery(reader, sale) && record_key_value(reader, "goods", &value) &&
           record_take_triple(reader, "goods", &value, sale->goods) && read_market(reader, sale) &&
           read_office(reader, sale);
}

/* Returns whether the seat has the sold tokens of a good and the brewery buys them (R5.1, R5.2). */
static bool good_sellable(struct record_reader *reader, int seat, const struct sale *sale, int good)
{
    const struct ff_public *pub = &reader->game.pub;
    int64_t count = sale->goods[good], have = ff_count(pub->goods[seat], (unsigned)good);
    bool exchanged =
        sale->count && sale->from == good && count <= sale->count; /* all tokens of the good are exchanged (R5.5) */
    if (count < 0 || count > have)
        return record_report_fault(reader, "R5.1", "goods", "has %lld %s, but the player has %lld", (long long)count,
                                   text_good(good), (long long)have);
    if (count > 0 && sale->brewery < 0)
        return record_report_fault(reader, "R5.1", "goods", "are sold, but no brewery is named");
    if (count > 0 && !exchanged && ff_price(&reader->edition, pub, sale->brewery, good) == 0)
        return record_report_fault(reader, "R5.2", "goods", "has %s, whose price there is 0, sold as what it is",
                                   text_good(good));
    return true;
}

/* Returns whether the cards that a sale uses are visible, and whether the exchanged tokens are among the goods given up
 * (R5.4, R5.5). */
static bool cards_usable(struct record_reader *reader, int seat, const struct sale *sale)
{
    const struct ff_public *pub = &reader->game.pub;
    if (sale->office != FF_OPTION_NO_OFFICE && !ff_has(pub->active[seat], FF_OFFICE))
        return record_report_fault(reader, "R5.4", "office", "must be null: the player has no visible Office");
    if (!sale->count)
        return true;
    if (!ff_has(pub->active[seat], FF_MARKET))
        return record_report_fault(reader, "R5.5", "market", "must be null: the player has no visible Market");
    if (sale->goods[sale->from] < sale->count)
        return record_report_fault(reader, "R5.5", "market", "exchanges more than the goods given up");
    if (ff_price(&reader->edition, pub, sale->brewery, sale->to) == 0)
        return record_report_fault(reader, "R5.2", "market", "sells as a good whose price there is 0");
    return true;
}

/* Returns how many tokens are sold as a good, after the exchange. */
static int64_t sold_as(const struct sale *sale, int good)
{
    if (!sale->count)
        return sale->goods[good];
    return sale->goods[good] + (sale->to == good ? sale->count : 0) - (sale->from == good ? sale->count : 0);
}

static unsigned sale_market(const struct sale *sale)
{
    return sale->count ? ff_market_of((unsigned)sale->from, (unsigned)sale->to, (unsigned)sale->count) : 0;
}

/* Returns the option that the player must have chosen in this stage. If the record names an Office good of which no
 * token was sold, the Office pays nothing (R5.4). To the engine that is a sale without the Office. */
static int sale_option(const struct record_reader *reader, const struct sale *sale)
{
    int stage = reader->game.pub.stage, good = stage - FF_STAGE_SELL_HOPS;
    switch (stage) {
    case FF_STAGE_BREWERY: return sale->goods[0] + sale->goods[1] + sale->goods[2] > 0 ? sale->brewery : FF_OPTION_DONE;
    case FF_STAGE_MARKET: return (int)sale_market(sale);
    case FF_STAGE_SELL_HOPS:
    case FF_STAGE_SELL_BARLEY:
    case FF_STAGE_SELL_WATER: return (int)sale->goods[good] - (sale->count && sale->from == good ? sale->count : 0);
    case FF_STAGE_OFFICE:
        return sale->office < FF_GOODS && sold_as(sale, sale->office) > 0 ? sale->office : FF_OPTION_NO_OFFICE;
    default: return -1;
    }
}

static bool play_sale(struct record_reader *reader, int seat, const struct sale *sale, struct ff_event *event)
{
    do {
        enum ff_refusal refusal = record_play_or_step(reader, seat, sale_option(reader, sale), event);
        if (refusal != FF_OK)
            return record_report_refusal(reader, "goods", refusal);
    } while (event->kind != FF_EVENT_SOLD);
    return true;
}

bool record_read_sell_line(struct record_reader *reader)
{
    struct sale sale;
    struct ff_event event;
    int64_t income;
    int seat;
    if (!record_read_turn_seat(reader, "R2.2", &seat) || !read_sale(reader, &sale) ||
        !record_key_integer(reader, "income", &income))
        return false;
    for (int good = 0; good < FF_GOODS; good++)
        if (!good_sellable(reader, seat, &sale, good))
            return false;
    if (!cards_usable(reader, seat, &sale) || !play_sale(reader, seat, &sale, &event))
        return false;
    if (event.goods != record_pack_goods(sale.goods) || event.market != sale_market(&sale))
        return record_report_fault(reader, "R5.1", "goods", "cannot be sold so");
    reader->phase = RECORD_BUILD;
    reader->builds = 0;
    return record_check_equal(reader, "R5.4", "income", income, event.income);
}

/* ----------------------------------------------------------------------------------------------------------- build */

/* Reports why a card in the hand cannot be built on any space. Always returns false. */
static bool not_buildable(struct record_reader *reader, int seat, int card)
{
    const struct ff_public *pub = &reader->game.pub;
    if (ff_palace_parts(pub, seat) == FF_PALACE_PARTS)
        return record_report_fault(reader, "R6.2", "card", "has no space left: every one carries a Palace part");
    struct base_out out = record_begin_fault(reader, "R6.1", "card");
    base_printf(&out, "costs %d, but the player has ", ff_cost(&reader->edition, pub, seat, card));
    text_put_counted(&out, pub->coins[seat], "coin");
    return false;
}

static bool wrong_space(struct record_reader *reader, int card)
{
    if (ff_is_palace(card) && reader->setup.mode == FF_EXPERT)
        return record_report_fault(reader, "R6.6", "space", "must be that of the Palace part's number");
    return record_report_fault(reader, "R6.2", "space", "carries a Palace part");
}

/* Puts the card on the space that the line names. If only one space is possible, the engine places the card itself. */
static bool play_space(struct record_reader *reader, int seat, int card, int space, struct ff_event *event)
{
    return (record_play_or_step(reader, seat, space - 1, event) == FF_OK && event->space == space - 1) ||
           wrong_space(reader, card);
}

bool record_read_build_line(struct record_reader *reader)
{
    int seat, card, space;
    int64_t cost;
    struct ff_event event;
    if (!record_read_turn_seat(reader, "R2.1", &seat) || !record_key_card(reader, "card", &card) ||
        !record_key_number(reader, "space", (struct record_range){"R0.3", 1, FF_SPACES}, &space) ||
        !record_key_integer(reader, "cost", &cost))
        return false;
    if (!ff_has(reader->game.hid.hand[seat], card))
        return record_report_fault(reader, "R6.1", "card", "is not in the player's hand");
    if (record_play(reader, seat, card, &event) != FF_OK)
        return not_buildable(reader, seat, card);
    if (!play_space(reader, seat, card, space, &event))
        return false;
    reader->builds++;
    return record_check_equal(reader, ff_is_palace(card) ? "R6.5" : "R6.4", "cost", cost, event.cost);
}

/* --------------------------------------------------------------------------------------------------------- discard */

struct discard {
    struct record_cards trash, keep, bottom;
    int64_t store[FF_GOODS];
};

static bool read_discard(struct record_reader *reader, struct discard *discard)
{
    struct base_json_cursor value;
    return record_key_cards(reader, "trash", &discard->trash) && record_key_cards(reader, "keep", &discard->keep) &&
           record_key_cards(reader, "bottom", &discard->bottom) && record_key_value(reader, "store", &value) &&
           record_take_triple(reader, "store", &value, discard->store);
}

/* Removes the cards from the set *hand. Reports a card that is not in it. */
static bool take_from(struct record_reader *reader, const char *key, const struct record_cards *cards, uint32_t *hand)
{
    for (int i = 0; i < cards->n; i++) {
        if (!ff_has(*hand, cards->card[i]))
            return record_report_fault(reader, "R7.1", key, "has %s, which is not in the hand or stands here twice",
                                       text_card(cards->card[i]));
        *hand &= ~ff_bit(cards->card[i]);
    }
    return true;
}

/* Checks that the three lists together contain each card of the hand exactly once. */
static bool hand_shared(struct record_reader *reader, int seat, const struct discard *discard)
{
    uint32_t hand = reader->game.hid.hand[seat];
    if (!take_from(reader, "trash", &discard->trash, &hand) || !take_from(reader, "keep", &discard->keep, &hand) ||
        !take_from(reader, "bottom", &discard->bottom, &hand))
        return false;
    if (!hand)
        return true;
    struct base_out out = record_begin_fault(reader, "R7.2", NULL);
    base_put(&out, "the hand also has ");
    text_put_cards(&out, hand, ", ");
    base_put(&out, ", which must be in \"trash\", \"keep\" or \"bottom\"");
    return false;
}

/* R7.4 */
static bool storable(struct record_reader *reader, int seat, const struct discard *discard)
{
    const struct ff_public *pub = &reader->game.pub;
    int most = ff_store_max(pub->active[seat]);
    int64_t total = 0;
    for (unsigned good = 0; good < FF_GOODS; good++) {
        int64_t count = discard->store[good];
        if (count < 0 || count > ff_count(pub->goods[seat], good))
            return record_report_fault(reader, "R7.4", "store", "has more than the goods that are left");
        total += count;
    }
    if (total > 0 && !most)
        return record_report_fault(reader, "R7.4", "store", "must be [0,0,0]: the player has no visible Warehouse");
    return total <= most || record_report_fault(reader, "R7.4", "store", "has more than 3 goods");
}

/* R7.1, R7.3 */
static bool discardable(struct record_reader *reader, int seat, const struct discard *discard)
{
    const struct ff_public *pub = &reader->game.pub;
    int trash_max = ff_trash_max(pub->active[seat]);
    if (discard->trash.n > trash_max)
        return record_report_fault(reader, "R7.3", "trash",
                                   trash_max ? "has more than 2 cards"
                                             : "must be []: the player has no visible Scavenger");
    if (discard->keep.n > ff_keep_max(pub->active[seat]))
        return record_report_fault(reader, "R7.1", "keep", "has more cards than may be kept");
    if (discard->keep.n == 0 && discard->bottom.n > 0)
        return record_report_fault(reader, "R7.1", "keep", "must have a card: the last one stays in the hand");
    return true;
}

static int discard_option(const struct record_reader *reader, const struct discard *discard, int trashed, int buried)
{
    int stage = reader->game.pub.stage;
    switch (stage) {
    case FF_STAGE_BUILD: return FF_OPTION_DONE;
    case FF_STAGE_STORE_HOPS:
    case FF_STAGE_STORE_BARLEY:
    case FF_STAGE_STORE_WATER: return (int)discard->store[stage - FF_STAGE_STORE_HOPS];
    case FF_STAGE_DISCARD:
        if (trashed < discard->trash.n)
            return FF_OPTION_TRASH + discard->trash.card[trashed];
        return buried < discard->bottom.n ? discard->bottom.card[buried] : FF_OPTION_DONE;
    default: return -1;
    }
}

static bool play_discard(struct record_reader *reader, int seat, const struct discard *discard)
{
    struct ff_event event;
    int trashed = 0, buried = 0;
    do {
        int option = discard_option(reader, discard, trashed, buried);
        enum ff_refusal refusal = record_play_or_step(reader, seat, option, &event);
        if (refusal != FF_OK)
            return record_report_refusal(reader, "keep", refusal);
        trashed += event.kind == FF_EVENT_TRASHED;
        buried += event.kind == FF_EVENT_BURIED;
    } while (event.kind != FF_EVENT_KEPT);
    bool done = trashed == discard->trash.n && buried == discard->bottom.n && event.n == discard->keep.n;
    return done || record_report_fault(reader, "R7.1", "keep", "is not what can be kept");
}

bool record_read_discard_line(struct record_reader *reader)
{
    struct discard discard = {.trash.n = 0};
    int seat;
    if (!record_read_turn_seat(reader, "R2.1", &seat) || !read_discard(reader, &discard))
        return false;
    if (!hand_shared(reader, seat, &discard) || !storable(reader, seat, &discard) ||
        !discardable(reader, seat, &discard) || !play_discard(reader, seat, &discard))
        return false;
    if (reader->game.pub.goods[seat] != record_pack_goods(discard.store))
        return record_report_fault(reader, "R7.4", "store", "is not what can be stored");
    reader->phase = reader->game.pub.stage == FF_STAGE_ROUND_END ? RECORD_ROUND : RECORD_SELL;
    return true;
}
