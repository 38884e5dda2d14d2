/* endgame.h - turns that win for certain, proved: whatever the others hold and do.
 *
 * In the round in which a seat completes its palace, all that counts is who has six parts and the most coins when the
 * round ends (R9.1, R9.2). Of the seats that have played, that is known. Of those to come there is a bound that needs
 * no hand: they sell at prices that others can only lower before them, and pay a palace price that others can only
 * raise. So a turn after which nobody's bound reaches the own coins wins in every deal that the seat cannot tell from
 * the real one. */
#ifndef COACH_ENDGAME_H
#define COACH_ENDGAME_H

#include "core/ff.h"

/* With how many coins at most that seat, which is still to play, can end this round with a whole palace; -1: not at
 * all. */
int coach_purse_max(const struct ff_edition *edition, const struct ff_public *pub, int seat);

/* Whether the seat, whose turn has just ended, has won for certain. `to_come` are the seats that play after it. */
bool coach_wins_surely(const struct ff_edition *edition, const struct ff_public *pub, int seat, unsigned to_come);

/* The seats that play after `seat` in this round. */
unsigned coach_to_come(const struct ff_public *pub, int seat);

/* All turns of the seat that must decide at the beginning of its sale, what is stored and discarded left aside. */
struct coach_wins {
    uint32_t turns, wins; /* different sales and builds; those that win for certain */
    uint32_t blocks;      /* of those, the ones that would not if the own sale had left the prices as they were */
    bool contested;       /* somebody else has a whole palace, or may have one at the end of the round */
};
void coach_count_wins(const struct ff_edition *edition, const struct ff_game *game, int seat, struct coach_wins *wins);

#endif
