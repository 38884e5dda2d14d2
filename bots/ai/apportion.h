/* apportion.h - integer shares that add up to a whole, by the largest remainder method. Shares that are rounded one by
 * one may not: 84.2, 7.7 and 8.0 percent add up to 99.9. */
#pragma once

#include "engine/core/ff.h"

/* Keeps share[own] and divides the rest of the whole among the others in proportion to their weights; evenly if all of
 * these are 0. If the weight of `own` is 0 too, the others get nothing. */
void ai_apportion(const int64_t weight[FF_PLAYERS_MAX], int players, int own, int32_t whole,
                  int32_t share[FF_PLAYERS_MAX]);

/* Does the same with chances: the others share the rest in proportion to their chances before. */
void ai_apportion_chances(uint16_t chance[FF_PLAYERS_MAX], int players, int own);
