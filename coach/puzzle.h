/* puzzle.h - a puzzle: a position of a game, the seat to move can win this round for certain (endgame.h), or the next
 * one (plan.h).
 *
 * A puzzle is the deal and the decisions up to its turn, one line of words:
 *
 *     THEME GRADE MODE ORDER DEMAND DECKS OPTIONS
 *     win 2 base 201 132231222 Sc0d... BAAB...
 *
 * DEMAND has three digits a brewery. DECKS and OPTIONS have a character a number below 64, A-Z a-z 0-9 - _: cards of
 * one deck after the other from the top, and the decisions, each of the lowest seat that owes one. Of the default
 * edition. */
#ifndef COACH_PUZZLE_H
#define COACH_PUZZLE_H

#include "base/out.h"
#include "plan.h"

enum coach_theme {
    COACH_WIN,   /* nobody else can have a whole palace this round: complete your own */
    COACH_PURSE, /* somebody may: complete it with the larger purse */
    COACH_BLOCK, /* somebody may, and would be richer: complete it, and sell so that a price falls that they need */
    COACH_PLAN,  /* not this round: last now and first in the next, so that the palace is won there (plan.h) */
    COACH_THEMES,
};
extern const char *const coach_theme_names[COACH_THEMES];

enum { COACH_PUZZLE_STEPS_MAX = 4096, COACH_PUZZLE_LINE_MAX = 8192, COACH_GRADE_MAX = 3 };

struct coach_puzzle {
    uint8_t theme, grade; /* grade: 1 easy to COACH_GRADE_MAX, by how few of the turns win */
    struct ff_setup setup;
    int steps;
    uint8_t option[COACH_PUZZLE_STEPS_MAX];
};

/* Whether the turns of a position make a puzzle: some win, but few. Fills theme and grade. */
bool coach_puzzle_of(const struct coach_wins *wins, struct coach_puzzle *puzzle);
/* Likewise where none wins this round, from coach_count_plans. */
bool coach_puzzle_of_plans(const struct coach_wins *plans, struct coach_puzzle *puzzle);

/* A line without its end. */
void coach_puzzle_print(struct base_out *out, const struct coach_puzzle *puzzle);
/* False: that is no puzzle. */
bool coach_puzzle_read(const char *line, size_t length, struct coach_puzzle *puzzle);

/* The position of its turn; whose it is, or -1: its decisions are no game's. */
int coach_puzzle_begin(const struct ff_edition *edition, const struct coach_puzzle *puzzle, struct ff_game *game);

/* weights/puzzles.txt, a line a puzzle, for those who link it (base/builtin.h says how such data is made). */
extern const char default_puzzles_text[];
extern const size_t default_puzzles_size;

#endif
