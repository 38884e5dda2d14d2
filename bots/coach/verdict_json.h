/* verdict_json.h - writes the coach's findings as JSON, for the page and for programs. Format:
 * docs/players/coach.md. */
#pragma once

#include "engine/base/out.h"
#include "luck_skill.h"

/* Writes a verdict as one JSON value. `view` is the view of the judged position. */
enum { COACH_JSON_MAX = 24 * 1024 }; /* size of the longest verdict, in bytes */
void coach_verdict_json(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                        const struct coach_verdict *verdict);

/* Writes the luck and skill of a game: {"par":3333,"over":true,"whole":true,"seats":[{...}],"draws":[{...}]} */
enum { COACH_LUCK_SKILL_JSON_MAX = 60 * 1024 };
void coach_luck_skill_json(struct base_out *out, const struct coach_replay *walk,
                           const struct coach_luck_skill *balance);

/* Writes the items of a review: [{"seat":0,"round":1,"kind":"turn","first":12,"steps":8}, ...] */
void coach_review_items_json(struct base_out *out, const struct coach_review_item *items, int n);
