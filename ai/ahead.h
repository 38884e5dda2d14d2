/* ahead.h - looking one decision ahead with the network.
 *
 * A seat's own turn holds no surprise, so what follows from an option is worked out on any game that agrees with the
 * seat's view; only a card drawn is chance. A card chosen to be built is judged on the best space for it: half a build
 * would look better than it is, since what it covers is still there. */
#ifndef AI_AHEAD_H
#define AI_AHEAD_H

#include "net.h"

/* Plays an option and the steps that follow by themselves, as long as they are the seat's own: it stops before another
 * seat's turn, the end of the round or the next deal. */
void ahead_play(const struct ff_edition *edition, struct ff_game *game, int seat, unsigned option);

/* What an option leads to: the features and the chances of their blocks, the own seat's first. A card that would be
 * drawn is not peeked at: it is drawn in another game that the seat cannot tell from this one, dealt by the rng. */
struct ahead {
    struct features features;
    uint16_t chance[FF_PLAYERS_MAX];
};
void ahead_look(const struct net *net, const struct ff_edition *edition, const struct ff_game *game, int seat,
                unsigned option, struct ff_rng *rng, struct ahead *ahead);

/* The same as chances of the seats. */
void ahead_chances(const struct net *net, const struct ff_edition *edition, const struct ff_game *game, int seat,
                   unsigned option, struct ff_rng *rng, uint16_t chance[FF_PLAYERS_MAX]);

/* The option that leads to the best chance of the seat, and what it leads to. */
unsigned ahead_best(const struct net *net, const struct ff_edition *edition, const struct ff_game *game, int seat,
                    struct ff_rng *rng, struct ahead *ahead);

#endif
