/* screen.h - where a game at the terminal says things, in one of three ways:
 *
 *     a pipe        the text as it is
 *     lines         a terminal: lines that follow each other, broken between words
 *     a full screen the board stays at the top; below it is what was said last, and at the bottom a line to type in
 *
 *     +--------------------------------------+
 *     | round 3 - Palace part: 8 coins ...   |  the board, as it is now
 *     | ...                                  |
 *     |--------------------------------------|
 *     |   Red builds a Crane on space 2.     |  what was said; PgUp and PgDn look further back
 *     | Sell: you have 2 hops. ...           |
 *     | Green> brewery A                     |  line.h
 *     +--------------------------------------+
 *
 * The full screen needs nothing but the escape sequences that every terminal since the VT100 knows, and the alternate
 * screen, so that what was on the terminal before comes back; it is painted anew as a whole, so that a terminal that
 * changed its size is no special case. While it is there, what anybody writes to standard error is said as well. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include "base/out.h"
#include "line.h"

enum { SCREEN_BOARD_MAX = 32768 };

struct screen_terms {
    bool terminal; /* standard output is one */
    bool ansi;     /* that knows escape sequences */
    /* Draws what stays at the top, of at most so many lines and columns. */
    void (*board)(void *context, struct base_out *out, int columns, int lines);
    void *context;
};

struct screen;

struct screen *screen_new(const struct screen_terms *terms); /* NULL: out of memory */
void screen_free(struct screen *screen);                     /* leaves the full screen first */

/* True: it is one from now on. */
bool screen_full(struct screen *screen, bool full);
bool screen_is_full(const struct screen *screen);

/* The terminal's size; 0 where there is none. */
int screen_columns(const struct screen *screen);
int screen_lines(const struct screen *screen);

/* Appends text. A line is printed when it is complete. */
void screen_say(struct screen *screen, const char *text);
/* Lines said since the mark was set, as they stand on the terminal. */
void screen_mark(struct screen *screen);
int screen_marked(const struct screen *screen);
/* Forgets all that was said, and wipes it off the terminal. */
void screen_forget(struct screen *screen);
/* Something that passes, such as who is thinking: it is gone with the next text. NULL: now. */
void screen_passing(struct screen *screen, const char *text);

/* All that was said is to be seen. False: nobody listens any more. */
bool screen_show(struct screen *screen);

/* A line from whoever types; what was typed stays to be seen. As line_read. */
enum line_status screen_read(struct screen *screen, struct line *line, const char *prompt, size_t prompt_columns,
                             const char **text, size_t *n);

/* For line_terms.screen; the context is the screen. */
bool screen_asked(void *context, enum line_screen what);

#endif
