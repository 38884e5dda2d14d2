/* values.h - what a page is told of a game, in the JSON of engine/base/json_write.h.
 *
 * Cards and goods are their names in the text language, breweries and seats numbers from 0, spaces from 1. */
#ifndef VIEWJSON_VALUES_H
#define VIEWJSON_VALUES_H

#include "engine/base/json_write.h"
#include "engine/core/ff.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"

/* Values; as an element of an array, or after base_json_key. */
void viewjson_put_card(struct base_out *out, int card); /* FF_NO_CARD: null */
void viewjson_put_good(struct base_out *out, int good); /* FF_GOODS: null */
void viewjson_put_goods(struct base_out *out, ff_goods goods);
void viewjson_put_action(struct base_out *out, ff_action action); /* an action in the text language */

/* Members of an object. */
void viewjson_member_card(struct base_out *out, const char *key, int card);
void viewjson_member_good(struct base_out *out, const char *key, int good);
void viewjson_member_goods(struct base_out *out, const char *key, ff_goods goods);
void viewjson_member_cards(struct base_out *out, const char *key, uint32_t set); /* in card order */

/* An exchange at the Market: {"from":"hops","to":"barley","count":2}, or null. */
void viewjson_member_market(struct base_out *out, const char *key, unsigned market);

#endif
