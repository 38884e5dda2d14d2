/* puzzle_attempt.h - judges an attempt at a puzzle (puzzle.h), and finds a turn that solves it. */
#pragma once

#include "puzzle.h"

enum coach_outcome {
    COACH_GOES_ON,    /* the turn is not decided yet */
    COACH_SOLVED,     /* the seat wins, whatever the others hold */
    COACH_UNFINISHED, /* the seat's palace is incomplete */
    COACH_OUTBID,     /* the palace is complete, but `rival` has or may complete a palace too, with as many coins */
    COACH_NOT_FIRST,  /* two-round puzzle: `rival` plays before the seat in the next round */
    COACH_UNCERTAIN,  /* two-round puzzle: the seat is not certain to win in the next round */
};
enum { COACH_OUTCOMES = COACH_UNCERTAIN + 1 };
extern const char *const coach_outcome_names[COACH_OUTCOMES];

struct coach_attempt {
    uint8_t outcome, parts; /* parts: Palace parts that the seat has built */
    uint16_t coins;
    /* Set after a finished turn, and for COACH_NOT_FIRST. `rival` is the seat that may have a complete palace and the
     * most coins, or FF_NOBODY. `comes` says whether this seat is still to play, `purse` how many coins it may have at
     * most. */
    uint8_t rival, comes;
    uint16_t purse;
};

/* Judges the decisions from the puzzle's beginning up to `now`. No other seat may have moved in between. */
void coach_attempt_judge(const struct ff_edition *edition, enum coach_theme theme, const struct ff_game *now, int seat,
                         struct coach_attempt *attempt);

/* Finds a turn that solves the puzzle. If several turns win in this round, finds the one with the most coins. */
bool coach_puzzle_solve(const struct ff_edition *edition, enum coach_theme theme, const struct ff_game *start, int seat,
                        struct turn *turn);
