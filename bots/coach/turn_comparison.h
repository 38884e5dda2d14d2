/* turn_comparison.h - the differences of two turns, in the units of the game: coins, places, prices, rounds. The
 * numbers come from the positions after the two turns, or from their rollouts. sentences.h makes words of them. */
#pragma once

#include "judge.h"

/* Gives the facts in which candidate `played` differs from `best`, in the order of enum coach_fact_kind. Returns their
 * number. */
int coach_compare_turns(const struct coach_judge *judge, int played, int best, struct coach_fact fact[COACH_FACTS_MAX]);

/* Sorts an idea's facts in the order in which they are to be said, and says how many: at most COACH_SAID_MAX. First
 * come those that favour the better of the two turns (1: the best, which the idea is compared with; -1: the idea
 * itself): what is certain, then what belongs to the costliest part. What favours the other turn comes last, if there
 * is room. A difference that depends favours the best turn if changing its part alone was measured to bring
 * something. */
void coach_sort_facts(struct coach_idea *idea, int better, const struct coach_attribution *attribution,
                      int attributions_n);
