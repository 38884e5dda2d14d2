/* say.h - what the coach has found, in English, for the terminal. The page makes its sentences of the same facts, in
 * its languages (json.h). Everything is appended without a line end. */
#ifndef COACH_SAY_H
#define COACH_SAY_H

#include "base/out.h"
#include "judge.h"

/* "sell 3 hops and 2 water at B (13 coins), build Water 3 on 6, keep Palace II, bury Crane, Market" */
void coach_say_turn(struct base_out *out, enum coach_kind kind, const struct coach_idea *idea);

/* "the sale brings 5 coins instead of 7" */
void coach_say_fact(struct base_out *out, const struct coach_fact *fact);

/* "the sale", "the sale, the first build and the space" */
void coach_say_parts(struct base_out *out, unsigned parts);

/* "3.1", "-0.4": hundredths of a percent as points. */
void coach_say_points(struct base_out *out, int32_t hundredths);

#endif
