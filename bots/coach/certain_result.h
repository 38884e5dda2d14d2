/* certain_result.h - finds out whether it is certain after a turn that the seat wins, or that it cannot win. Uses only
 * what the seat's view shows. Every other result is open, however likely it is. */
#pragma once

#include "engine/core/ff.h"

enum coach_certainty {
    COACH_OPEN,
    COACH_WON,       /* the seat wins this round (bots/ai/sure_win.h) */
    COACH_WON_NEXT,  /* the seat wins in the next round if it plays on well (two_round_win.h) */
    COACH_NO_PALACE, /* the seat removed a Palace part from the game, so its palace can't be finished */
    COACH_TOO_LATE,  /* another palace stands, and at the end of this round the seat has none or fewer coins (R9.1) */
};

/* Judges the seat's turn, which has just ended; no later step has been played. `to_come` are the seats that were still
 * to play when it began (sure_win_seats_to_come). */
enum coach_certainty coach_certainty_of(const struct ff_edition *edition, const struct ff_game *after, int seat,
                                        unsigned to_come);

/* Returns 1 for a certain win, -1 for none, 0 if the result is open. */
static inline int coach_certain_result(enum coach_certainty certainty)
{
    return certainty == COACH_OPEN ? 0 : certainty <= COACH_WON_NEXT ? 1 : -1;
}

/* Ranks results: a win in this round, a win in the next round, open, no win. */
static inline int coach_certainty_rank(enum coach_certainty certainty)
{
    return certainty == COACH_WON ? 2 : coach_certain_result(certainty);
}
