/* view.h - what a front end shows of a view, as JSON: the table, the own cards, what may be done and why not, and
 * the values of the edition.
 *
 * The shapes are those of web/src/engine/types.ts (View, Options, Refusal, EditionInfo), which says what each member
 * means. Everything is told from the view alone, so nothing can be shown that the seat may not know. */
#ifndef VIEWJSON_VIEW_H
#define VIEWJSON_VIEW_H

#include "engine/base/out.h"
#include "engine/core/ff.h"
#include "engine/text/edition.h"

/* `memory_aid` false hides what the seat buried and removed: for tables that are played from memory. */
void viewjson_put_view(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                       bool memory_aid);

/* The legal options of the view's seat and the sensible ones that are refused; null if it owes no decision. */
void viewjson_put_options(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view);

/* Why `action` is refused, or null where it is not. */
void viewjson_put_refusal(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                          ff_action action, enum ff_refusal refusal);

/* Appends the members "text" and "action" of an option to an open object. */
void viewjson_members_action(struct base_out *out, ff_action action);

/* Appends the members of a card in hand to an open object. */
void viewjson_members_hand_card(struct base_out *out, const struct ff_edition *edition, const struct ff_public *pub,
                                int seat, int card);

void viewjson_put_edition(struct base_out *out, const struct text_edition *edition);

/* The phase a stage belongs to: "setup" "draw" "sell" "build" "discard" "market" "over". */
const char *viewjson_phase(int stage);

#endif
