/* luck.h - how lucky a draw was, as the network sees it. */
#ifndef AI_LUCK_H
#define AI_LUCK_H

#include "net.h"

/* Two views of one seat, before and after it drew cards (R3.1, R3.2) and with nothing else between that touches its
 * hand. By how much the seats' chances, as the drawing seat sees them, are higher than after the mean of all draws that
 * were as likely, in units of NET_CHANCE_ONE. 0 where the cards were no surprise. */
void luck_of_draw(const struct net *net, const struct ff_edition *edition, const struct ff_view *before,
                  const struct ff_view *after, int32_t luck[FF_PLAYERS_MAX]);

#endif
