/* sentences.h - the coach's findings in English, for the terminal. The page makes its own sentences from the same facts
 * (verdict_json.h). All functions append to `out`. */
#pragma once

#include "engine/base/out.h"
#include "judge.h"

/* Appends a turn: "sell 3 hops and 2 water at B (13 coins), build Water 3 on 6, keep Palace II, bury Crane, Market". */
void coach_put_turn(struct base_out *out, enum coach_kind kind, const struct coach_idea *idea);

/* Appends a fact: "sold for 5 coins instead of 7". */
void coach_put_fact(struct base_out *out, const struct coach_fact *fact);

/* Appends the facts to show about an idea, one per line: " - sold for 5 coins instead of 7". */
void coach_put_shown_facts(struct base_out *out, const struct coach_idea *idea, bool best);

/* Appends the names of parts of a turn: "the sale, what was built and the space". */
void coach_put_part_names(struct base_out *out, unsigned parts);

/* Appends hundredths of a percent, rounded to tenths of a percent: "3.1", "-0.4". */
void coach_put_points(struct base_out *out, int32_t hundredths);
