/* json.h - what a page is told of a game, in the JSON of base/json_write.h.
 *
 * Cards and goods are their names in the text language, breweries and seats numbers from 0, spaces from 1. */
#ifndef PAGE_JSON_H
#define PAGE_JSON_H

#include "base/json_write.h"
#include "core/ff.h"

/* Values; as an element of an array, or after json_key. */
void json_card(struct out *out, int card); /* FF_NO_CARD: null */
void json_good(struct out *out, int good); /* FF_GOODS: null */
void json_triple(struct out *out, ff_goods goods);

/* Members of an object. */
void json_member_card(struct out *out, const char *key, int card);
void json_member_good(struct out *out, const char *key, int good);
void json_member_triple(struct out *out, const char *key, ff_goods goods);
void json_member_cards(struct out *out, const char *key, uint32_t set);  /* in card order */
void json_member_seats(struct out *out, const char *key, unsigned mask); /* lowest first */
void json_member_order(struct out *out, const char *key, const uint8_t *seats, int n);

/* An exchange at the Market: {"from":"hops","to":"barley","count":2}, or null. */
void json_member_market(struct out *out, const char *key, unsigned market);

#endif
