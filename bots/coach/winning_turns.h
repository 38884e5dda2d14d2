/* winning_turns.h - how many turns of a position are proved to win (bots/ai/sure_win.h). */
#ifndef COACH_WINNING_TURNS_H
#define COACH_WINNING_TURNS_H

#include "bots/ai/sure_win.h"

struct coach_wins {
    uint32_t turns, wins; /* distinct sales and builds; those that win for certain */
    uint32_t blocks;      /* wins that would be none if the own sale had left the prices as they were (R5.3) */
    bool contested;       /* somebody else has a whole palace, or may have one at the end of the round */
};

/* Counts the turns of the seat that must decide at the beginning of its sale. */
void coach_count_wins(const struct ff_edition *edition, const struct ff_game *game, int seat, struct coach_wins *wins);

#endif
