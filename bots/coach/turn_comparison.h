/* turn_comparison.h - the differences of two turns, in the units of the game: coins, places, prices, rounds. The
 * numbers come from the positions after the two turns, or from their rollouts. sentences.h makes words of them. */
#pragma once

#include "judge.h"

/* Lists the facts in which candidate `played` differs from `best`, in the order of enum coach_fact_kind. Returns their
 * number. */
int coach_compare_turns(const struct coach_judge *judge, int played, int best, struct coach_fact fact[COACH_FACTS_MAX]);

/* Sorts an idea's facts in the order in which they are shown, and sets how many are: at most COACH_SAID_MAX. Facts that
 * favour the better of the two turns come first (1: the best turn, with which the idea is compared; -1: the idea
 * itself): certain results, then facts of the costliest part. Facts that favour the other turn come last, if there is
 * room. A fact that depends counts for the best turn if changing its part alone was measured to gain something. */
void coach_sort_facts(struct coach_idea *idea, int better, const struct coach_attribution *attribution,
                      int attributions_n);
