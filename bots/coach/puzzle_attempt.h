/* puzzle_attempt.h - judges an attempt at a puzzle (puzzle.h), and finds a turn that solves it. */
#pragma once

#include "puzzle.h"

enum coach_outcome {
    COACH_GOES_ON,    /* decisions to come may change it */
    COACH_SOLVED,     /* nobody can do better, whatever they hold */
    COACH_UNFINISHED, /* the own palace is not whole */
    COACH_OUTBID,     /* the palace is whole, but `rival` has or may have a whole palace and as many coins */
    COACH_NOT_FIRST,  /* two-round puzzle: `rival` plays before the seat in the next round */
    COACH_UNCERTAIN,  /* two-round puzzle: the next round is not won for certain */
};
enum { COACH_OUTCOMES = COACH_UNCERTAIN + 1 };
extern const char *const coach_outcome_names[COACH_OUTCOMES];

struct coach_attempt {
    uint8_t outcome, parts; /* Palace parts that stand */
    uint16_t coins;
    /* After a finished turn, and for COACH_NOT_FIRST: the seat that may have a whole palace and the most coins, whether
     * it is still to play, and the most coins that it may have. FF_NOBODY: no seat can have a whole palace. */
    uint8_t rival, comes;
    uint16_t purse;
};

/* Judges the decisions from the puzzle's beginning to `now`. No other seat may have moved before `now`. */
void coach_attempt_judge(const struct ff_edition *edition, enum coach_theme theme, const struct ff_game *now, int seat,
                         struct coach_attempt *attempt);

/* Finds a turn that solves the puzzle; if several win in this round, the one with the most coins. */
bool coach_puzzle_solve(const struct ff_edition *edition, enum coach_theme theme, const struct ff_game *start, int seat,
                        struct turn *turn);
