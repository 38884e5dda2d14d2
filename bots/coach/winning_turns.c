/* winning_turns.c - counts the turns that are proved to win; see winning_turns.h. */
#include "bots/coach/winning_turns.h"

#include <string.h>

struct count {
    const struct ff_public *start;
    unsigned to_come;
    struct coach_wins *wins;
};

/* Returns whether the turn would also win if its sale had not changed the prices. */
static bool wins_unsold(const struct turn_walk *walk, const struct ff_public *end)
{
    const struct count *count = walk->data;
    struct ff_public unsold = *end;
    memcpy(unsold.step, count->start->step, sizeof unsold.step);
    memcpy(unsold.room, count->start->room, sizeof unsold.room);
    return sure_win_is_certain(walk->edition, &unsold, walk->seat, count->to_come);
}

/* Returns whether the turn built two Palace parts, the last one over the seat's own Crane. In the expert game a part
 * fits one space only, so the turn's last decision is the card. */
static bool covers_crane_last(const struct turn_walk *walk, const struct ff_public *end)
{
    const struct count *count = walk->data;
    const int last = walk->turn.steps ? walk->turn.option[walk->turn.steps - 1] : FF_NO_CARD;
    for (int space = 0; space < FF_SPACES; space++)
        if (count->start->board[walk->seat][space] == FF_CRANE)
            return end->mode == FF_EXPERT && ff_is_palace(last) && end->board[walk->seat][space] == last &&
                   ff_palace_parts(end, walk->seat) == ff_palace_parts(count->start, walk->seat) + FF_BUILDS_MAX;
    return false;
}

static bool count_turn(struct turn_walk *walk, const struct ff_game *end)
{
    const struct count *count = walk->data;
    struct coach_wins *wins = count->wins;
    const bool won = sure_win_is_certain(walk->edition, &end->pub, walk->seat, count->to_come);
    wins->turns++;
    wins->completions += ff_palace_parts(&end->pub, walk->seat) == FF_PALACE_PARTS;
    if (!won)
        return true;
    wins->wins++;
    wins->blocks += !wins_unsold(walk, &end->pub);
    wins->crane_last += covers_crane_last(walk, &end->pub);
    return true;
}

void coach_count_winning_turns(const struct ff_edition *edition, const struct ff_game *game, int seat,
                               struct coach_wins *wins)
{
    struct count count = {&game->pub, sure_win_seats_still_to_play(&game->pub, seat), wins};
    struct turn_walk walk = {
        .edition = edition, .seat = seat, .builds = UINT32_MAX, .data = &count, .visit = count_turn};
    memset(wins, 0, sizeof *wins);
    if (ff_palace_parts(&game->pub, seat) + FF_BUILDS_MAX >= FF_PALACE_PARTS)
        turn_walk(&walk, game);
}
