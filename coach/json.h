/* json.h - what the coach has found, as JSON for the page and for programs (docs/coach.md has the shape). */
#ifndef COACH_JSON_H
#define COACH_JSON_H

#include "balance.h"
#include "base/out.h"

/* A value; as an element of an array, or after base_json_key. The game is the position that was judged, as the seat
 * knows it; the turns' decisions are told as text, which needs the stages. */
enum { COACH_JSON_MAX = 24 * 1024 }; /* bytes that one verdict never exceeds */
void coach_verdict_json(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                        const struct coach_verdict *verdict);

/* The sum of a game: {"par":3333,"over":true,"whole":true,"seats":[{...}],"draws":[{...}]} */
enum { COACH_BALANCE_JSON_MAX = 60 * 1024 };
void coach_balance_json(struct base_out *out, const struct coach_walk *walk, const struct coach_balance *balance);

/* What there is to judge: [{"seat":0,"round":1,"kind":"turn","first":12,"steps":8}, ...] */
void coach_items_json(struct base_out *out, const struct coach_item *items, int n);

#endif
