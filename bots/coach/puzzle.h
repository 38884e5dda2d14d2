/* puzzle.h - a puzzle: a position in which the seat to move can force a win in this round (bots/ai/sure_win.h) or in
 * the next one (two_round_win.h).
 *
 * A puzzle is stored as one line of words, which hold the deal and the decisions up to the turn:
 *
 *     THEME GRADE MODE ORDER DEMAND DECKS OPTIONS
 *     win 2 base 201 132231222 Sc0d... BAAB...
 *
 * DEMAND has three digits for each brewery. DECKS and OPTIONS encode each number below 64 as one character (A-Z a-z 0-9
 * - _). DECKS lists the cards of each deck from the top, one deck after the other. OPTIONS lists the decisions; each is
 * made by the lowest seat that must decide. Puzzles use the default edition. */
#pragma once

#include "engine/base/out.h"
#include "two_round_win.h"

/* The kind of idea that solves a puzzle. */
enum coach_theme {
    COACH_WIN,   /* complete the palace; every turn that completes it wins */
    COACH_PURSE, /* complete the palace with more coins than any other seat with a palace can have */
    COACH_BLOCK, /* complete the palace after a sale that lowers a price that a richer seat needs */
    COACH_PLACE, /* expert game: build last the part that covers the seat's own Crane (R6.4, R6.6) */
    COACH_PLAN,  /* play last in this round and first in the next, and win in the next (two_round_win.h) */
    COACH_ORDER, /* like COACH_PLAN, but earn less now, because after the largest income another seat would play first
                  */
    COACH_THEMES,
};
extern const char *const coach_theme_names[COACH_THEMES];
/* Each theme's idea in one sentence. */
extern const char *const coach_theme_ideas[COACH_THEMES];

/* Returns whether the puzzle's win comes in the next round. */
static inline bool coach_theme_is_two_rounds(enum coach_theme theme)
{
    return theme == COACH_PLAN || theme == COACH_ORDER;
}

enum { COACH_PUZZLE_STEPS_MAX = 4096, COACH_PUZZLE_LINE_MAX = 8192, COACH_GRADE_MAX = 3 };

struct coach_puzzle {
    uint8_t theme, grade; /* grade: 1 (easy) to COACH_GRADE_MAX; puzzles with fewer winning turns have higher grades */
    struct ff_setup setup;
    int steps;
    uint8_t option[COACH_PUZZLE_STEPS_MAX];
};

/* Returns whether a position makes a puzzle, because only a few of its turns win. Fills in the theme and the grade. */
bool coach_puzzle_from_wins(const struct coach_wins *wins, struct coach_puzzle *puzzle);
/* Returns whether a position makes a puzzle that is won in the next round. coach_count_two_round_wins counts `plans`.
 */
bool coach_puzzle_from_two_round_wins(const struct coach_wins *plans, struct coach_puzzle *puzzle);

/* Writes the puzzle as one line, without a line end. */
void coach_puzzle_print(struct base_out *out, const struct coach_puzzle *puzzle);
/* Reads a puzzle's line. Returns false if the line is not a puzzle. */
bool coach_puzzle_read(const char *line, size_t length, struct coach_puzzle *puzzle);

/* Gives the position of a puzzle. Returns the seat to move; -1 if the puzzle's decisions are illegal. */
int coach_puzzle_position(const struct ff_edition *edition, const struct coach_puzzle *puzzle, struct ff_game *game);

/* The text of weights/puzzles.txt, one puzzle per line, for programs that link it (see engine/base/builtin.h). */
extern const char default_puzzles_text[];
extern const size_t default_puzzles_size;
