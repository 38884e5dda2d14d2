/* turns.h - counts the turns of a game as they begin, for what stops before one of them. */
#ifndef BENCH_TURNS_H
#define BENCH_TURNS_H

#include "ai/turn.h"

struct turns {
    int n, last; /* last: whose turn in which round, -1 before the first */
};

/* Whether the decision that is due begins a turn; then it is counted. */
static inline bool turns_count(struct turns *turns, const struct ff_game *game)
{
    int seat = ff_lowest(game->pub.owe), now = game->pub.round * FF_PLAYERS_MAX + seat;
    if (!turn_goes_on(game, seat) || now == turns->last)
        return false;
    turns->last = now;
    turns->n++;
    return true;
}

#endif
