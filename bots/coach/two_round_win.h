/* two_round_win.h - proves that a turn wins in the next round, whatever cards are drawn and whatever the others hold
 * and do. A seat that plays last in this round and first in the next has two turns in a row. So the first turn
 * determines the prices, the palace price and the seat's goods in the second turn, and only the draws are unknown. The
 * proof uses only kept cards and cards of the own deck that are certain to be drawn. The second turn must be a sure win
 * (bots/ai/sure_win.h). */
#pragma once

#include "winning_turns.h"

/* Returns whether a two-round win is possible: the seat plays last in this round, can still complete its palace in two
 * turns, and no palace is complete. */
bool coach_two_round_win_possible(const struct ff_public *pub, int seat);

enum coach_two_round {
    COACH_TWO_ROUND_PROVED,
    COACH_TWO_ROUND_NOT_FIRST, /* another seat plays before this one in the next round */
    COACH_TWO_ROUND_UNCERTAIN, /* the win in the next round is not proved */
};

/* Judges the turn that the seat has just ended. `after` is the position directly after the turn. */
enum coach_two_round coach_judge_two_round_win(const struct ff_edition *edition, const struct ff_game *after, int seat);

/* Counts the combinations of sale and builds in the seat's turn, and how many of them lead to a proved win. */
void coach_count_two_round_wins(const struct ff_edition *edition, const struct ff_game *game, int seat,
                                struct coach_wins *wins);

/* Finds a whole turn with a proved win in the next round. Returns false if there is none. */
bool coach_find_two_round_win(const struct ff_edition *edition, const struct ff_game *game, int seat,
                              struct turn *turn);
