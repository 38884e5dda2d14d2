/* former.h - logs of decisions from before two rules were corrected.
 *
 * Until then nobody was asked whether to build whose hand had no card that could be paid, and everybody saw it
 * (R10.2a); and no token whose own price is 0 could be sold through the Market (R5.2, R5.5). What was legal then is
 * legal now. But a log of decisions from that time (a table's entries, a saved game, a game of the page) lacks some
 * that are asked now, each of which had a single answer then. Whoever reads such a log plays them before its
 * first decision and after each, and has the game as it was. Records (record.h) hold what happened rather than what was
 * decided, and need nothing of this. */
#ifndef RECORD_FORMER_H
#define RECORD_FORMER_H

#include "core/ff.h"

/* Whether the game waits for a decision that passed by itself by the former rules: whose, and which. */
bool record_former_step(const struct ff_edition *edition, const struct ff_game *game, int *seat, ff_action *action);

/* ff_hash of the game as it was by the former rules, where options were fewer. */
uint64_t record_former_hash(const struct ff_edition *edition, const struct ff_game *game);

#endif
