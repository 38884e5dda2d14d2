/* certain_result.c - judges whether the result after a turn is certain; see certain_result.h. */
#include "certain_result.h"
#include "two_round_win.h"

/* Returns whether another seat's complete palace makes it impossible for this seat to win. That is so if this seat's
 * palace is incomplete, or if the other seat has already played and has more coins. */
static bool is_too_late(const struct ff_public *pub, int seat, unsigned to_come)
{
    const bool whole = ff_palace_parts(pub, seat) == FF_PALACE_PARTS;
    for (int other = 0; other < pub->players; other++)
        if (other != seat && ff_palace_parts(pub, other) == FF_PALACE_PARTS &&
            (!whole || (!(to_come >> other & 1) && pub->coins[other] > pub->coins[seat])))
            return true;
    return false;
}

enum coach_certainty coach_certainty_of(const struct ff_edition *edition, const struct ff_game *after, int seat,
                                        unsigned to_come)
{
    const struct ff_public *pub = &after->pub;
    if (sure_win_is_certain(edition, pub, seat, to_come))
        return COACH_WON;
    if (after->hid.trash[seat] & FF_PALACE_CARDS)
        return COACH_NO_PALACE;
    if (is_too_late(pub, seat, to_come))
        return COACH_TOO_LATE;
    if (coach_two_round_win_possible(pub, seat) &&
        coach_judge_two_round_win(edition, after, seat) == COACH_TWO_ROUND_PROVED)
        return COACH_WON_NEXT;
    return COACH_OPEN;
}
