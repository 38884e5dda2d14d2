/* facts.h - what two turns do differently, in the units of the game: coins, places, prices, rounds. Every number comes
 * from the positions after the two turns or from the worlds they were tried in; words are made of it elsewhere. */
#ifndef COACH_FACTS_H
#define COACH_FACTS_H

#include "judge.h"

/* What candidate `played` does otherwise than `best`, in the order of enum coach_fact_kind; how many. */
int coach_facts(const struct coach_judge *judge, int played, int best, struct coach_fact fact[COACH_FACTS_MAX]);

/* For which of the two it speaks: 1 the best, -1 the played, 0 that depends. */
int coach_fact_favours(const struct coach_fact *fact);

/* Those of the costliest link first, and last what speaks for the played turn. */
void coach_facts_sort(struct coach_fact *fact, int n, const struct coach_link *link, int links_n);

#endif
