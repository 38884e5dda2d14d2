/* draw_luck.h - the luck of a draw, as the network sees it. */
#pragma once

#include "net.h"

/* Compares two views of one seat, before and after it drew cards (R3.1, R3.2) without any other change of its hand.
 * Gives each seat's chance, as the drawing seat sees it, minus its mean over all equally likely draws; 0 if the seat
 * knew the cards. */
void draw_luck(const struct net *net, const struct ff_edition *edition, const struct ff_view *before,
               const struct ff_view *after, int32_t luck[FF_PLAYERS_MAX]);
