/* json_values.c - writes cards, goods and actions as JSON; see json_values.h. */
#include "json_values.h"

void text_json_card(struct base_out *out, int card)
{
    base_json_word(out, card == FF_NO_CARD ? NULL : text_card(card));
}

void text_json_good(struct base_out *out, int good) { base_json_word(out, good == FF_GOODS ? NULL : text_good(good)); }

void text_json_goods(struct base_out *out, ff_goods goods)
{
    base_json_open(out, '[');
    for (unsigned good = 0; good < FF_GOODS; good++)
        base_json_value(out, ff_count(goods, good));
    base_json_close(out, ']');
}

void text_json_action(struct base_out *out, ff_action action)
{
    base_json_open(out, '"');
    text_action(out, action);
    base_json_close(out, '"');
}

void text_json_member_card(struct base_out *out, const char *key, int card)
{
    base_json_key(out, key);
    text_json_card(out, card);
}

void text_json_member_good(struct base_out *out, const char *key, int good)
{
    base_json_key(out, key);
    text_json_good(out, good);
}

void text_json_member_goods(struct base_out *out, const char *key, ff_goods goods)
{
    base_json_key(out, key);
    text_json_goods(out, goods);
}

void text_json_member_cards(struct base_out *out, const char *key, uint32_t set)
{
    base_json_begin(out, key, '[');
    for (int card = 0; card < FF_CARDS_MAX; card++)
        if (set >> card & 1)
            text_json_card(out, card);
    base_json_close(out, ']');
}

void text_json_member_exchange(struct base_out *out, const char *key, unsigned market)
{
    base_json_key(out, key);
    if (!market) {
        base_json_null(out);
        return;
    }
    base_json_open(out, '{');
    text_json_member_good(out, "from", (int)ff_market_from(market));
    text_json_member_good(out, "to", (int)ff_market_to(market));
    base_json_number(out, "count", ff_market_count(market));
    base_json_close(out, '}');
}

void text_json_member_goods_list(struct base_out *out, const char *key, const ff_goods *goods, int n)
{
    base_json_begin(out, key, '[');
    for (int i = 0; i < n; i++)
        text_json_goods(out, goods[i]);
    base_json_close(out, ']');
}

void text_json_member_costs(struct base_out *out, const struct ff_edition *edition)
{
    base_json_begin(out, "costs", '{');
    for (int card = 0; card < FF_CARDS_MAX; card++)
        if (!ff_is_palace(card))
            base_json_number(out, text_card(card), edition->cost[card]);
    base_json_close(out, '}');
}

void text_json_member_printed_fields(struct base_out *out, const struct ff_edition *edition)
{
    base_json_begin(out, "printed", '[');
    for (int i = 0; i < FF_GOODS; i++)
        text_json_good(out, edition->printed[i]);
    base_json_close(out, ']');
}
