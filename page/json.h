/* json.h - what a page is told of a game, in the JSON of base/json_write.h.
 *
 * Cards and goods are their names in the text language, breweries and seats numbers from 0, spaces from 1. */
#ifndef PAGE_JSON_H
#define PAGE_JSON_H

#include "base/json_write.h"
#include "core/ff.h"

/* Values; as an element of an array, or after base_json_key. */
void page_card(struct base_out *out, int card); /* FF_NO_CARD: null */
void page_good(struct base_out *out, int good); /* FF_GOODS: null */
void page_triple(struct base_out *out, ff_goods goods);

/* Members of an object. */
void page_member_card(struct base_out *out, const char *key, int card);
void page_member_good(struct base_out *out, const char *key, int good);
void page_member_triple(struct base_out *out, const char *key, ff_goods goods);
void page_member_cards(struct base_out *out, const char *key, uint32_t set); /* in card order */

/* An exchange at the Market: {"from":"hops","to":"barley","count":2}, or null. */
void page_member_market(struct base_out *out, const char *key, unsigned market);

#endif
