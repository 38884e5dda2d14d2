/* apportion.c - divides a whole into integer shares; see apportion.h. */
#include "apportion.h"
#include "net.h"

/* Returns the seat with the largest remainder. Seats that are already rounded up have a remainder of -1. */
static int largest_remainder(const int64_t remainder[FF_PLAYERS_MAX], int players)
{
    int most = 0;
    for (int seat = 1; seat < players; seat++)
        most = remainder[seat] > remainder[most] ? seat : most;
    return most;
}

void ai_apportion(const int64_t weight[FF_PLAYERS_MAX], int players, int own, int32_t whole,
                  int32_t share[FF_PLAYERS_MAX])
{
    const int64_t all = whole - share[own];
    int64_t others = 0, remainder[FF_PLAYERS_MAX], left = all;
    for (int seat = 0; seat < players; seat++)
        others += seat == own ? 0 : weight[seat];
    for (int seat = 0; seat < players; seat++) {
        const int64_t part = others ? weight[seat] : weight[own] ? 1 : 0, parts = others ? others : players - 1;
        remainder[seat] = seat == own || !part ? -1 : part * all % parts;
        share[seat] = seat == own ? share[own] : (int32_t)(part * all / parts);
        left -= seat == own ? 0 : share[seat];
    }
    for (int seat; left > 0 && remainder[seat = largest_remainder(remainder, players)] >= 0; left--) {
        share[seat]++;
        remainder[seat] = -1;
    }
}

void ai_apportion_chances(uint16_t chance[FF_PLAYERS_MAX], int players, int own)
{
    int64_t weight[FF_PLAYERS_MAX] = {0};
    int32_t share[FF_PLAYERS_MAX];
    for (int seat = 0; seat < players; seat++)
        weight[seat] = chance[seat];
    share[own] = chance[own];
    ai_apportion(weight, players, own, NET_CHANCE_ONE, share);
    for (int seat = 0; seat < players; seat++)
        chance[seat] = (uint16_t)share[seat];
}
