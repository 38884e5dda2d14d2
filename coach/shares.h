/* shares.h - shares of a whole that add up to it. Rounded one by one they would not: 84.2, 7.7 and 8.0 percent. */
#ifndef COACH_SHARES_H
#define COACH_SHARES_H

#include "core/ff.h"

/* `own` keeps the share that it has, and the others share what it leaves of the whole in proportion to their weights,
 * by the largest remainder; evenly where they have none. Where nobody has any, own included, nobody gets anything. */
void coach_shares(const int64_t weight[FF_PLAYERS_MAX], int players, int own, int32_t whole,
                  int32_t share[FF_PLAYERS_MAX]);

#endif
