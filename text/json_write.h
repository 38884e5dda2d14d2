/* json_write.h - writing JSON objects and arrays piece by piece.
 *
 * There is no state besides the text itself: a separator is due wherever the last byte does not open something, so
 * members and elements simply follow each other:
 *
 *     json_open(out, '{');
 *     json_number(out, "coins", 7);
 *     json_key(out, "hand");
 *     json_open(out, '[');
 *     json_card(out, FF_CRANE);
 *     json_close(out, ']');
 *     json_close(out, '}');             {"coins":7,"hand":["crane"]}
 *
 * Cards and goods are their names in the text language, breweries and seats numbers from 0, spaces from 1. */
#ifndef TEXT_JSON_WRITE_H
#define TEXT_JSON_WRITE_H

#include "core/ff.h"
#include "json.h"
#include "out.h"

/* Values; as an element of an array, or after json_key. */
void json_open(struct out *out, char bracket);
void json_close(struct out *out, char bracket);
void json_key(struct out *out, const char *key);
void json_value(struct out *out, int64_t number);
void json_word(struct out *out, const char *text); /* NULL: null */
void json_null(struct out *out);
void json_card(struct out *out, int card); /* FF_NO_CARD: null */
void json_good(struct out *out, int good); /* FF_GOODS: null */
void json_triple(struct out *out, ff_goods goods);

/* Members of an object. */
void json_number(struct out *out, const char *key, int64_t number);
void json_string(struct out *out, const char *key, const char *text);
void json_flag(struct out *out, const char *key, bool flag);
void json_member_card(struct out *out, const char *key, int card);
void json_member_good(struct out *out, const char *key, int good);
void json_member_triple(struct out *out, const char *key, ff_goods goods);
void json_member_cards(struct out *out, const char *key, uint32_t set);  /* in card order */
void json_member_seats(struct out *out, const char *key, unsigned mask); /* lowest first */
void json_member_order(struct out *out, const char *key, const uint8_t *seats, int n);
/* An exchange at the Market: {"from":"hops","to":"barley","count":2}, or null. */
void json_member_market(struct out *out, const char *key, unsigned market);

#endif
