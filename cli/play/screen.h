/* screen.h - prints the output of a game at the terminal. Lines are wrapped and counted, so that the game knows which
 * text is still visible. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct screen {
    bool terminal; /* standard output is one */
    bool ansi;     /* the terminal understands escape sequences, and may be drawn on */
    bool clears;   /* the terminal can be cleared, even if nothing is drawn on it */
    int marked;    /* lines since the mark was set */
    bool passes;   /* a transient text is on the terminal */
    size_t said_n;
    char said[1 << 16]; /* the line that is not complete yet */
};

/* Return the terminal's size; 0 if there is none. */
int screen_columns(const struct screen *screen);
int screen_lines(const struct screen *screen);

/* Appends text. A line is printed when it is complete. */
void screen_write(struct screen *screen, const char *text);
/* Wipes all text off the terminal and its scrollback. A terminal that cannot do so gets empty lines, and a warning that
 * the text above can still be read. */
void screen_clear(struct screen *screen);
/* Shows a status such as "Red is thinking ...", which the next text replaces. NULL removes it. */
void screen_show_transient(struct screen *screen, const char *text);
/* Prints everything that was written. Returns false if the output is closed. */
bool screen_flush(struct screen *screen);
