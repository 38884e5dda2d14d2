/* screen.h - where a game at the terminal says things: lines that are broken between words, and counted, so that the
 * game knows what is still in sight. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

struct screen {
    bool terminal; /* standard output is one */
    bool ansi;     /* that knows escape sequences, and may be drawn on */
    bool clears;   /* that can be cleared, even if nothing is drawn on it */
    int marked;    /* lines since the mark was set */
    bool passes;   /* something that passes is on the terminal */
    size_t said_n;
    char said[1 << 16]; /* the line that is not complete yet */
};

/* The terminal's size; 0 where there is none. */
int screen_columns(const struct screen *screen);
int screen_lines(const struct screen *screen);

/* Appends text. A line is printed when it is complete. */
void screen_write(struct screen *screen, const char *text);
/* Wipes all text off the terminal and its scrollback. A terminal that cannot do so gets empty lines, and a warning that
 * the text above can still be read. */
void screen_clear(struct screen *screen);
/* Shows something that passes, such as who is thinking: it is gone with the next text. NULL: now. */
void screen_show_transient(struct screen *screen, const char *text);
/* Shows all that was said. False: nobody listens any more. */
bool screen_flush(struct screen *screen);

#endif
