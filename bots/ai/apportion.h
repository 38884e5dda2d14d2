/* apportion.h - integer shares that add up to a whole, by the largest remainder. Rounded one by one they would not:
 * 84.2, 7.7 and 8.0 percent. */
#pragma once

#include "engine/core/ff.h"

/* Keeps share[own] and divides the rest of the whole among the others in proportion to their weights; evenly if they
 * have none. If nobody has any weight, own included, all others get nothing. */
void ai_apportion(const int64_t weight[FF_PLAYERS_MAX], int players, int own, int32_t whole,
                  int32_t share[FF_PLAYERS_MAX]);

/* Does the same to chances: the others share what the own one leaves, as they had it before. */
void ai_apportion_chances(uint16_t chance[FF_PLAYERS_MAX], int players, int own);
