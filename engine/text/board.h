/* board.h - draws a game as text, for terminals.
 *
 * It shows only what the viewer may see: a view shows its seat's hand, a game shows all hands. */
#ifndef TEXT_BOARD_H
#define TEXT_BOARD_H

#include "engine/base/out.h"
#include "engine/core/ff.h"

/* Buffer size that is enough for any board. */
enum { TEXT_BOARD_MAX = 16384 };

/* Sets of colours. Every colour terminal has the 16. The tones chosen from the 256 are readable on dark and light
 * backgrounds. */
enum text_colours { TEXT_COLOURS_NONE, TEXT_COLOURS_16, TEXT_COLOURS_256 };

/* The size of a board. */
enum text_form {
    TEXT_DRAWN,   /* a drawn board of five lines a player */
    TEXT_COMPACT, /* two lines a player */
    TEXT_TIGHT, /* one line per player, or two on a narrow terminal; a very narrow one shows prices without their tracks
                 */
};

struct text_style {
    bool utf8; /* box-drawing characters instead of ASCII; players' names are printed as they are in either case */
    enum text_form form; /* the largest form to use; if it does not fit, a smaller one is used */
    int columns; /* width of the terminal; 0 means 80, which TEXT_DRAWN and TEXT_COMPACT need; TEXT_TIGHT needs 50 */
    int lines;   /* 0: no limit */
    enum text_colours colours;
};

/* Things that have a colour. No fact is shown by colour alone. */
enum text_paint {
    TEXT_PAINT_SEAT,                                    /* + seat */
    TEXT_PAINT_GOOD = TEXT_PAINT_SEAT + FF_PLAYERS_MAX, /* + good */
    TEXT_PAINT_STRONG = TEXT_PAINT_GOOD + FF_GOODS,
    TEXT_PAINT_FAINT,
    TEXT_PAINTS,
};

/* These begin and end a colour for the text appended in between. Colours do not nest. */
void text_paint(struct base_out *out, struct text_style style, unsigned paint);
void text_unpaint(struct base_out *out, struct text_style style);

/* These append a board. `names` has the players' names, as for text_put_player. */
void text_board_game(struct base_out *out, const struct ff_edition *edition, const struct ff_game *game,
                     const char *const *names, struct text_style style);
void text_board_view(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                     const char *const *names, struct text_style style);

#endif
