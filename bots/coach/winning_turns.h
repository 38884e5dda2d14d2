/* winning_turns.h - counts the turns of a position that are proved to win (bots/ai/sure_win.h). */
#pragma once

#include "bots/ai/sure_win.h"

struct coach_wins {
    uint32_t turns, wins;    /* distinct combinations of sale and builds; those that win for certain */
    uint32_t completions;    /* turns that complete the palace */
    uint32_t blocks;         /* wins that depend on prices falling through the seat's own sale (R5.3) */
    uint32_t crane_last;     /* expert game: wins whose last build covers the seat's own Crane (R6.6) */
    bool best_sale_is_first; /* two rounds: the seat also plays first after a turn with the largest income */
    uint8_t best_disc;       /* two rounds: place of the disc after that income */
};

/* Counts the turns of the seat that must decide at the beginning of its sale. */
void coach_count_wins(const struct ff_edition *edition, const struct ff_game *game, int seat, struct coach_wins *wins);
