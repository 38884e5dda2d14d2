/* turn_comparison.h - lists the differences between two turns, in the units of the game: coins, places, prices, rounds.
 * The numbers come from the positions after the two turns or from their rollouts. sentences.h puts them into words. */
#pragma once

#include "judge.h"

/* Lists the facts in which candidate `played` differs from candidate `best`. Returns their number. */
int coach_compare_turns(const struct coach_judge *judge, int played, int best, struct coach_fact fact[COACH_FACTS_MAX]);

/* Sorts an idea's facts for display and sets how many are shown, at most COACH_SAID_MAX. `better` is -1 if the idea is
 * better than the turn that it is compared with, 1 if it is worse. Facts that favour the better turn come first:
 * certain results, then facts of the costliest part. Facts that favour the other turn come last. A neutral fact counts
 * against the idea if changing its part alone was measured to gain. */
void coach_sort_facts(struct coach_idea *idea, int better, const struct coach_attribution *attribution,
                      int attributions_n);
