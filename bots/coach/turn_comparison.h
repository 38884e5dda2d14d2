/* turn_comparison.h - the differences of two turns, in the units of the game: coins, places, prices, rounds. The
 * numbers come from the positions after the two turns, or from their rollouts. sentences.h makes words of them. */
#ifndef COACH_TURN_COMPARISON_H
#define COACH_TURN_COMPARISON_H

#include "judge.h"

/* Gives the facts in which candidate `played` differs from `best`, in the order of enum coach_fact_kind. Returns their
 * number. */
int coach_compare_turns(const struct coach_judge *judge, int played, int best, struct coach_fact fact[COACH_FACTS_MAX]);

/* Returns which turn the fact favours: 1 the best, -1 the played, 0 it depends. */
int coach_fact_favours(const struct coach_fact *fact);

/* Sorts the facts: those of the costliest attribution first, those that favour the played turn last. */
void coach_sort_facts(struct coach_fact *fact, int n, const struct coach_attribution *attribution, int attributions_n);

#endif
