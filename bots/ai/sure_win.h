/* sure_win.h - finds turns that certainly win, whatever cards the others hold and whatever they do.
 *
 * In the round in which a seat completes its palace, the seat with six parts and the most coins wins (R9.1, R9.2). The
 * coins of the seats that have played are known. For a seat still to play there is an upper bound that needs no hand:
 * others can only lower the prices at which it sells, and only raise the palace price it pays. So a turn after which no
 * bound reaches the own coins wins in every deal that the seat cannot tell from the real one. */
#pragma once

#include "turn.h"

/* Returns the most coins with which a seat that is still to play can end this round with a whole palace; -1: it
 * cannot. */
int sure_win_purse_max(const struct ff_edition *edition, const struct ff_public *pub, int seat);

/* Returns the seats that play after `seat` in this round. */
unsigned sure_win_seats_to_come(const struct ff_public *pub, int seat);

/* Finds the strongest rival: the seat that may end the round with a whole palace and the most coins. */
struct sure_win_rival {
    int seat;  /* -1: none can complete a palace */
    int coins; /* at most */
};
struct sure_win_rival sure_win_rival_of(const struct ff_edition *edition, const struct ff_public *pub, int seat,
                                        unsigned to_come);

/* Returns whether the seat, whose builds are done, has won for certain. */
bool sure_win_is_certain(const struct ff_edition *edition, const struct ff_public *pub, int seat, unsigned to_come);

/* Finds the sure win that leaves the most coins, up to its last build, from a game in which the seat's turn is
 * active. Uses only what the seat's view shows. Returns false if there is none. */
bool sure_win_find(const struct ff_edition *edition, const struct ff_game *game, int seat, struct turn *turn);
