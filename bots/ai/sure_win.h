/* sure_win.h - finds turns that certainly win, whatever cards the others hold and whatever they do.
 *
 * In the round in which a seat completes its palace, the seat with six parts and the most coins wins (R9.1, R9.2). The
 * coins of the seats that have played are known. The coins of a seat still to play have an upper bound that does not
 * depend on its hand, because other players can only lower the prices at which it sells and raise the palace price that
 * it pays. So a turn wins in every deal that the seat considers possible if the seat has more coins than all these
 * bounds. */
#pragma once

#include "turn.h"

/* Returns the most coins that a seat still to play can have at the end of this round with a complete palace; -1 if it
 * cannot complete its palace. */
int sure_win_max_coins(const struct ff_edition *edition, const struct ff_public *pub, int seat);

/* Returns the set of seats that play after `seat` in this round. */
unsigned sure_win_seats_still_to_play(const struct ff_public *pub, int seat);

/* Finds the strongest rival: the seat that may end the round with a complete palace and the most coins. */
struct sure_win_rival {
    int seat;  /* -1 if no other seat can complete a palace */
    int coins; /* the most that it may have */
};
struct sure_win_rival sure_win_strongest_rival(const struct ff_edition *edition, const struct ff_public *pub, int seat,
                                               unsigned to_come);

/* Returns whether the seat has certainly won. The seat must have finished its builds. */
bool sure_win_is_certain(const struct ff_edition *edition, const struct ff_public *pub, int seat, unsigned to_come);

/* Finds the sure win that leaves the most coins. *turn ends with its last build. The seat's turn must be active in
 * `game`. Uses only what the seat's view shows. Returns false if there is no sure win. */
bool sure_win_find(const struct ff_edition *edition, const struct ff_game *game, int seat, struct turn *turn);
