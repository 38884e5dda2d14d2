/* two_round_win.h - a win in the next round, proved whatever is drawn and whatever the others hold and do.
 *
 * A seat that plays last in this round and first in the next has two turns in a row: prices, the palace price and the
 * own goods of the second turn follow from the first. Only the draws are unknown. So only kept cards count, and cards
 * of the own deck that are known to be drawn. The second turn must be a sure win (bots/ai/sure_win.h). */
#pragma once

#include "winning_turns.h"

/* Returns whether the seat, at the beginning of its turn, plays last and nobody has a whole palace. */
bool coach_two_round_possible(const struct ff_public *pub, int seat);

enum coach_two_round {
    COACH_TWO_ROUND_PROVED,
    COACH_TWO_ROUND_NOT_FIRST, /* somebody plays before the seat in the next round */
    COACH_TWO_ROUND_UNCERTAIN, /* it does not win in the next round for certain */
};

/* Judges the seat's turn, which has just ended; nothing has followed yet. */
enum coach_two_round coach_two_round_judge(const struct ff_edition *edition, const struct ff_game *after, int seat);

/* Counts all sales and builds of the seat's turn, and those that can be ended so that the win is proved. */
void coach_count_two_round_wins(const struct ff_edition *edition, const struct ff_game *game, int seat,
                                struct coach_wins *wins);

/* Finds a whole turn after which the win is proved. Returns false if there is none. */
bool coach_two_round_find(const struct ff_edition *edition, const struct ff_game *game, int seat, struct turn *turn);
