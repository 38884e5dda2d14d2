/* apportion.h - divides a whole into integer shares that add up to it, by the largest remainder method. Rounding each
 * share on its own can miss the whole: 84.2, 7.7 and 8.0 percent add up to 99.9. */
#pragma once

#include "engine/core/ff.h"

/* Keeps share[own] and divides the rest of the whole among the other seats in proportion to their weights. If all other
 * weights are 0, divides the rest evenly. If the weight of `own` is 0 too, the other seats get nothing. */
void ai_apportion(const int64_t weight[FF_PLAYERS_MAX], int players, int own, int32_t whole,
                  int32_t share[FF_PLAYERS_MAX]);

/* Keeps chance[own] and scales the other seats' chances so that all chances add up to 100 %. */
void ai_apportion_chances(uint16_t chance[FF_PLAYERS_MAX], int players, int own);
