/* draw_luck.h - measures the luck of a draw by the network's evaluations. */
#pragma once

#include "net.h"

/* Compares a seat's views before and after it drew cards (R3.1, R3.2); its hand must not have changed otherwise. The
 * luck of each seat is its chance in the drawing seat's view, minus the mean chance over all equally likely draws. The
 * luck is 0 if the seat knew the cards. */
void draw_luck(const struct net *net, const struct ff_edition *edition, const struct ff_view *before,
               const struct ff_view *after, int32_t luck[FF_PLAYERS_MAX]);
