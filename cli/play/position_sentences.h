/* position_sentences.h - describes a position in plain sentences: for screen readers, for dumb terminals, and for
 * showing one fact without the board. Everything is made from a view. `names` as in text_put_player. */
#pragma once

#include "engine/base/out.h"
#include "engine/core/ff.h"

/* Enough room for all of them together. */
enum { TABLE_TEXT_MAX = 16384 };

/* Appends price and demand of each good, one sentence per brewery, and the price of a Palace part. */
void position_put_prices(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view);
/* Appends the goods and fields of all seats, the viewer's first. */
void position_put_goods(struct base_out *out, const struct ff_view *view, const char *const *names);
/* Appends the order of this round, and of the next as far as it is known. */
void position_put_order(struct base_out *out, const struct ff_view *view, const char *const *names);
/* Appends coins, Palace parts, cards and spaces of all seats, the viewer's first. */
void position_put_players(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                          const char *const *names);
/* Returns the title of the field printed on the space: that of the card of yield 1. */
const char *table_printed_field_title(const struct ff_edition *edition, int space);
