/* json_values.h - writes cards, goods and actions as JSON, with engine/base/json_write.h.
 *
 * Cards and goods have their names in the text language. Breweries and seats are numbers from 0, spaces from 1. */
#pragma once

#include "engine/base/json_write.h"
#include "engine/core/ff.h"
#include "names.h"
#include "notation.h"

/* These write a value: an element of an array, or the value after base_json_key. */
void text_json_card(struct base_out *out, int card); /* FF_NO_CARD: null */
void text_json_good(struct base_out *out, int good); /* FF_GOODS: null */
void text_json_goods(struct base_out *out, ff_goods goods);
void text_json_action(struct base_out *out, ff_action action); /* an action in the text language */

/* These write a member of an object. */
void text_json_member_card(struct base_out *out, const char *key, int card);
void text_json_member_good(struct base_out *out, const char *key, int good);
void text_json_member_goods(struct base_out *out, const char *key, ff_goods goods);
void text_json_member_cards(struct base_out *out, const char *key, uint32_t set); /* in card order */

void text_json_member_goods_list(struct base_out *out, const char *key, const ff_goods *goods, int n);
/* These append the members "costs": {"hops1":1, ...}, and "printed": ["hops", ...] of an edition. */
void text_json_member_costs(struct base_out *out, const struct ff_edition *edition);
void text_json_member_printed_fields(struct base_out *out, const struct ff_edition *edition);

/* Writes an exchange at the Market: {"from":"hops","to":"barley","count":2}, or null. */
void text_json_member_exchange(struct base_out *out, const char *key, unsigned market);
