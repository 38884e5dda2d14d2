/* puzzle.h - a puzzle: a position in which the seat to move can win this round for certain (bots/ai/sure_win.h), or the
 * next one (two_round_win.h).
 *
 * It is the deal and the decisions up to the turn, one line of words:
 *
 *     THEME GRADE MODE ORDER DEMAND DECKS OPTIONS
 *     win 2 base 201 132231222 Sc0d... BAAB...
 *
 * DEMAND has three digits for each brewery. DECKS and OPTIONS have a character for each number below 64 (A-Z a-z 0-9 -
 * _): the cards of one deck after the other from the top, and the decisions, each of the lowest seat that owes one. The
 * edition is the default one. */
#pragma once

#include "engine/base/out.h"
#include "two_round_win.h"

/* The idea that solves it. */
enum coach_theme {
    COACH_WIN,   /* complete the palace; every turn that completes it wins */
    COACH_PURSE, /* complete it with more coins than any other seat with a whole palace can have */
    COACH_BLOCK, /* also sell in a way that lowers a price that a richer seat needs */
    COACH_PLACE, /* expert game: last, build the part that covers the seat's own Crane (R6.4, R6.6) */
    COACH_PLAN, /* do not win now, but play last in this round and first in the next, and win there (two_round_win.h) */
    COACH_ORDER, /* the same, but with a smaller income now: with the largest one somebody else would play first */
    COACH_THEMES,
};
extern const char *const coach_theme_names[COACH_THEMES];
/* The idea in one sentence. */
extern const char *const coach_theme_ideas[COACH_THEMES];

/* Returns whether the theme is won in the next round. */
static inline bool coach_theme_is_two_rounds(enum coach_theme theme)
{
    return theme == COACH_PLAN || theme == COACH_ORDER;
}

enum { COACH_PUZZLE_STEPS_MAX = 4096, COACH_PUZZLE_LINE_MAX = 8192, COACH_GRADE_MAX = 3 };

struct coach_puzzle {
    uint8_t theme, grade; /* grade: from 1 (easy) to COACH_GRADE_MAX; the fewer turns win, the higher */
    struct ff_setup setup;
    int steps;
    uint8_t option[COACH_PUZZLE_STEPS_MAX];
};

/* Returns whether a position makes a puzzle: a few of its turns win. Fills in theme and grade. */
bool coach_puzzle_from_wins(const struct coach_wins *wins, struct coach_puzzle *puzzle);
/* Does the same for wins in the next round, from coach_count_two_round_wins. */
bool coach_puzzle_from_two_round_wins(const struct coach_wins *plans, struct coach_puzzle *puzzle);

/* Writes the line, without its end. */
void coach_puzzle_print(struct base_out *out, const struct coach_puzzle *puzzle);
/* Reads a line. Returns false if it is no puzzle. */
bool coach_puzzle_read(const char *line, size_t length, struct coach_puzzle *puzzle);

/* Gives the position of the puzzle. Returns the seat to move; -1: its decisions are illegal. */
int coach_puzzle_begin(const struct ff_edition *edition, const struct coach_puzzle *puzzle, struct ff_game *game);

/* weights/puzzles.txt, one puzzle per line, for programs that link it (see engine/base/builtin.h). */
extern const char default_puzzles_text[];
extern const size_t default_puzzles_size;
