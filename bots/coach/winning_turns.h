/* winning_turns.h - counts the turns of a position that are proved to win (bots/ai/sure_win.h). */
#pragma once

#include "bots/ai/sure_win.h"

struct coach_wins {
    uint32_t turns, wins;    /* turns: distinct combinations of sale and builds; wins: turns that certainly win */
    uint32_t completions;    /* turns that complete the palace */
    uint32_t blocks;         /* wins that need a price to fall because of the seat's own sale (R5.3) */
    uint32_t crane_last;     /* expert game: wins whose last build covers the seat's own Crane (R6.6) */
    bool best_sale_is_first; /* two rounds: whether a turn with the largest income also lets the seat play first next */
    uint8_t best_disc;       /* two rounds: position of the disc after the largest income */
};

/* Counts the winning turns of a seat that is at the beginning of its turn. */
void coach_count_winning_turns(const struct ff_edition *edition, const struct ff_game *game, int seat,
                               struct coach_wins *wins);
