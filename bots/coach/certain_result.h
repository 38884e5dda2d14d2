/* certain_result.h - finds out whether a turn makes it certain that its seat wins, or that it cannot win. Uses only
 * what the seat's view shows. Every other result counts as open, however likely it is. */
#pragma once

#include "engine/core/ff.h"

enum coach_certainty {
    COACH_OPEN,
    COACH_WON,       /* the seat wins this round (bots/ai/sure_win.h) */
    COACH_WON_NEXT,  /* the seat wins in the next round if it plays on well (two_round_win.h) */
    COACH_NO_PALACE, /* the seat removed a Palace part from the game, so it cannot complete its palace */
    COACH_TOO_LATE,  /* another seat completed its palace and beats this seat at the end of this round (R9.1) */
};

/* Judges the turn that the seat has just ended. `after` is the position directly after the turn. `to_come` is the set
 * of seats that had not yet played this round when the turn began (sure_win_seats_still_to_play). */
enum coach_certainty coach_certainty_of(const struct ff_edition *edition, const struct ff_game *after, int seat,
                                        unsigned to_come);

/* Returns 1 if the win is certain, -1 if the seat cannot win, 0 if the result is open. */
static inline int coach_certain_result(enum coach_certainty certainty)
{
    return certainty == COACH_OPEN ? 0 : certainty <= COACH_WON_NEXT ? 1 : -1;
}

/* Ranks results from best to worst: a win in this round, a win in the next round, an open result, no win. */
static inline int coach_certainty_rank(enum coach_certainty certainty)
{
    return certainty == COACH_WON ? 2 : coach_certain_result(certainty);
}
