/* json.c - what a page is told of a game; see json.h. */
#include "json.h"

#include "text/names.h"

void json_card(struct out *out, int card) { json_word(out, card == FF_NO_CARD ? NULL : text_card(card)); }

void json_good(struct out *out, int good) { json_word(out, good == FF_GOODS ? NULL : text_good(good)); }

void json_triple(struct out *out, ff_goods goods)
{
    json_open(out, '[');
    for (unsigned good = 0; good < FF_GOODS; good++)
        json_value(out, ff_count(goods, good));
    json_close(out, ']');
}

void json_member_card(struct out *out, const char *key, int card)
{
    json_key(out, key);
    json_card(out, card);
}

void json_member_good(struct out *out, const char *key, int good)
{
    json_key(out, key);
    json_good(out, good);
}

void json_member_triple(struct out *out, const char *key, ff_goods goods)
{
    json_key(out, key);
    json_triple(out, goods);
}

void json_member_cards(struct out *out, const char *key, uint32_t set)
{
    json_key(out, key);
    json_open(out, '[');
    for (int card = 0; card < FF_CARDS_MAX; card++)
        if (set >> card & 1)
            json_card(out, card);
    json_close(out, ']');
}

void json_member_seats(struct out *out, const char *key, unsigned mask)
{
    json_key(out, key);
    json_open(out, '[');
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        if (mask >> seat & 1)
            json_value(out, seat);
    json_close(out, ']');
}

void json_member_order(struct out *out, const char *key, const uint8_t *seats, int n)
{
    json_key(out, key);
    json_open(out, '[');
    for (int i = 0; i < n; i++)
        json_value(out, seats[i]);
    json_close(out, ']');
}

void json_member_market(struct out *out, const char *key, unsigned market)
{
    json_key(out, key);
    if (!market) {
        json_null(out);
        return;
    }
    json_open(out, '{');
    json_member_good(out, "from", (int)ff_market_from(market));
    json_member_good(out, "to", (int)ff_market_to(market));
    json_number(out, "count", ff_market_count(market));
    json_close(out, '}');
}
