/* screen.h - prints the output of a game at the terminal. Counts the wrapped lines, so that the game knows which text
 * is still visible. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct screen {
    bool terminal; /* standard output is a terminal */
    bool ansi;     /* the terminal understands escape sequences, and may be drawn on */
    bool clears;   /* the terminal can be cleared, even if `ansi` is not set */
    int marked;    /* number of lines printed since the mark was set */
    bool passes;   /* a transient text is shown */
    size_t said_n;
    char said[1 << 16]; /* the incomplete last line */
};

/* These return the size of the terminal, or 0 if there is none. */
int screen_columns(const struct screen *screen);
int screen_lines(const struct screen *screen);

/* Appends text. A line is printed when it is complete. */
void screen_write(struct screen *screen, const char *text);
/* Erases all text on the terminal and in its scrollback. If the terminal cannot do that, prints a warning that the text
 * above can still be read. */
void screen_clear(struct screen *screen);
/* Shows a status such as "Red is thinking ...", which the next text replaces. NULL removes the status. */
void screen_show_transient(struct screen *screen, const char *text);
/* Prints everything that was written. Returns false if the output is closed. */
bool screen_flush(struct screen *screen);
