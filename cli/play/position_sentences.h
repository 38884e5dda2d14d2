/* position_sentences.h - describes a position in plain sentences, for screen readers, for dumb terminals, and for
 * commands that show single facts. All text is made from a view. `names` has the players' names, as for
 * text_put_player. */
#pragma once

#include "engine/base/out.h"
#include "engine/core/ff.h"

/* Buffer size that is enough for all these texts together. */
enum { TABLE_TEXT_MAX = 16384 };

/* Appends price and demand of each good, one sentence per brewery, and the price of a Palace part. */
void position_put_prices(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view);
/* Appends the goods and fields of all seats, the viewer's first. */
void position_put_goods(struct base_out *out, const struct ff_view *view, const char *const *names);
/* Appends the order of play of this round and, as far as it is known, of the next round. */
void position_put_order(struct base_out *out, const struct ff_view *view, const char *const *names);
/* Appends coins, Palace parts, cards and spaces of all seats, the viewer's first. */
void position_put_players(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                          const char *const *names);
/* Returns the title of the field printed on the space, which is the title of the field card with yield 1. */
const char *position_printed_field_title(const struct ff_edition *edition, int space);
