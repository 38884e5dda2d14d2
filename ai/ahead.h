/* ahead.h - looking one decision ahead.
 *
 * A seat's own turn holds no surprise, so what follows from an option is worked out on any game that agrees with the
 * seat's view. Only a card drawn is chance. */
#ifndef AI_AHEAD_H
#define AI_AHEAD_H

#include "core/ff.h"

static inline bool ahead_in_turn(const struct ff_public *pub)
{
    return pub->stage >= FF_STAGE_BREWERY && pub->stage <= FF_STAGE_DISCARD;
}

/* Plays an option and the steps that follow by themselves, as long as they are the seat's own: it stops before another
 * seat's turn, the end of the round or the next deal. */
static inline void ahead_play(const struct ff_edition *edition, struct ff_game *game, int seat, unsigned option)
{
    struct ff_event event;
    ff_play(edition, game, seat, ff_action_of(game->pub.stage, option), &event);
    while (game->pub.owe == 0 && ahead_in_turn(&game->pub) && ff_turn_seat(&game->pub) == seat)
        ff_follow(edition, game, &event);
}

#endif
