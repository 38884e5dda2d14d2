/* attempt.h - an attempt at a puzzle (puzzle.h): what a turn makes of it, and a turn that solves it.
 *
 * The game is the one of coach_puzzle_begin with the seat's own decisions played, and nothing of anybody else. */
#ifndef COACH_ATTEMPT_H
#define COACH_ATTEMPT_H

#include "puzzle.h"

enum coach_outcome {
    COACH_GOES_ON,    /* what is still to be decided may change it */
    COACH_SOLVED,     /* nobody can do better, whatever they hold */
    COACH_UNFINISHED, /* the own palace is not whole */
    COACH_OUTBID,     /* it is, but somebody else's is or may be, with as many coins */
    COACH_NOT_FIRST,  /* of a plan: `rival` plays before the seat in the next round */
    COACH_UNCERTAIN,  /* of a plan: the next round is not won for certain */
};
enum { COACH_OUTCOMES = COACH_UNCERTAIN + 1 };
extern const char *const coach_outcome_names[COACH_OUTCOMES];

struct coach_attempt {
    uint8_t outcome, parts; /* Palace parts that stand */
    uint16_t coins;
    /* COACH_OUTBID: by whom, with how many coins, and whether that is still to come. The largest purse. */
    uint8_t rival, comes;
    uint16_t purse;
};
void coach_attempt_of(const struct ff_edition *edition, enum coach_theme theme, const struct ff_game *start,
                      const struct ff_game *now, int seat, struct coach_attempt *attempt);

/* A turn of the puzzle's that solves it, of those that win this round the one with the largest purse; how many
 * decisions it has, up to `max`. 0: none does. */
int coach_solution(const struct ff_edition *edition, enum coach_theme theme, const struct ff_game *start, int seat,
                   uint8_t *option, int max);

#endif
