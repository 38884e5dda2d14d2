/* two_round_win.h - proves that a turn wins in the next round, whatever cards are drawn and whatever the others hold
 * and do. A seat that plays last in this round and first in the next has two turns in a row, so the first turn
 * determines the prices, the palace price and the seat's goods in the second. Only the draws are unknown. So only kept
 * cards count, and cards of the own deck that are known to be drawn. The second turn must be a sure win
 * (bots/ai/sure_win.h). */
#pragma once

#include "winning_turns.h"

/* Returns whether the seat is at the beginning of its turn, plays last in this round, and nobody has a whole palace. */
bool coach_two_round_possible(const struct ff_public *pub, int seat);

enum coach_two_round {
    COACH_TWO_ROUND_PROVED,
    COACH_TWO_ROUND_NOT_FIRST, /* another seat plays before this one in the next round */
    COACH_TWO_ROUND_UNCERTAIN, /* the turn does not certainly win in the next round */
};

/* Judges the seat's turn, which has just ended; no later step has been played. */
enum coach_two_round coach_two_round_judge(const struct ff_edition *edition, const struct ff_game *after, int seat);

/* Counts all combinations of sale and builds in the seat's turn, and those after which a win can be proved. */
void coach_count_two_round_wins(const struct ff_edition *edition, const struct ff_game *game, int seat,
                                struct coach_wins *wins);

/* Finds a whole turn after which the win is proved. Returns false if there is none. */
bool coach_two_round_find(const struct ff_edition *edition, const struct ff_game *game, int seat, struct turn *turn);
