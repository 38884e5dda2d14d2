/* shares.c - shares of a whole that add up to it; see shares.h. */
#include "shares.h"

/* The seat whose share was cut by most, of those that have not got it back. */
static int most_cut(const int64_t cut[FF_PLAYERS_MAX], int players)
{
    int most = 0;
    for (int seat = 1; seat < players; seat++)
        most = cut[seat] > cut[most] ? seat : most;
    return most;
}

void coach_shares(const int64_t weight[FF_PLAYERS_MAX], int players, int own, int32_t whole,
                  int32_t share[FF_PLAYERS_MAX])
{
    const int64_t all = whole - share[own];
    int64_t others = 0, cut[FF_PLAYERS_MAX], left = all;
    for (int seat = 0; seat < players; seat++)
        others += seat == own ? 0 : weight[seat];
    for (int seat = 0; seat < players; seat++) {
        const int64_t part = others ? weight[seat] : weight[own] ? 1 : 0, parts = others ? others : players - 1;
        cut[seat] = seat == own || !part ? -1 : part * all % parts;
        share[seat] = seat == own ? share[own] : (int32_t)(part * all / parts);
        left -= seat == own ? 0 : share[seat];
    }
    for (int seat; left > 0 && cut[seat = most_cut(cut, players)] >= 0; left--) {
        share[seat]++;
        cut[seat] = -1;
    }
}
