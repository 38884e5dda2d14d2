/* draw_luck.h - how lucky a draw was, as the network sees it. */
#pragma once

#include "net.h"

/* Compares two views of one seat, before and after it drew cards (R3.1, R3.2) without any other change of its hand.
 * Gives the seats' chances, as the drawing seat sees them, less their mean over all draws that were equally likely; 0
 * if the cards were no surprise. */
void draw_luck(const struct net *net, const struct ff_edition *edition, const struct ff_view *before,
               const struct ff_view *after, int32_t luck[FF_PLAYERS_MAX]);
