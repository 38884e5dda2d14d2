/* winning_turns.c - how many turns are proved to win; see winning_turns.h. */
#include "bots/coach/winning_turns.h"

#include <string.h>

struct count {
    const struct ff_public *start;
    unsigned to_come;
    struct coach_wins *wins;
};

static bool count_turn(struct turn_walk *walk, const struct ff_game *end)
{
    const struct count *count = walk->data;
    count->wins->turns++;
    if (sure_win_is_certain(walk->edition, &end->pub, walk->seat, count->to_come)) {
        struct ff_public unsold = end->pub;
        memcpy(unsold.step, count->start->step, sizeof unsold.step);
        memcpy(unsold.room, count->start->room, sizeof unsold.room);
        count->wins->wins++;
        count->wins->blocks += !sure_win_is_certain(walk->edition, &unsold, walk->seat, count->to_come);
    }
    return true;
}

void coach_count_wins(const struct ff_edition *edition, const struct ff_game *game, int seat, struct coach_wins *wins)
{
    struct count count = {&game->pub, sure_win_seats_to_come(&game->pub, seat), wins};
    struct turn_walk walk = {
        .edition = edition, .seat = seat, .builds = UINT32_MAX, .data = &count, .visit = count_turn};
    memset(wins, 0, sizeof *wins);
    wins->contested = sure_win_rival_of(edition, &game->pub, seat, count.to_come).seat >= 0;
    if (ff_palace_parts(&game->pub, seat) + FF_BUILDS_MAX >= FF_PALACE_PARTS)
        turn_walk(&walk, game);
}
