/* line_editor.h - reads lines from a person or a pipe. On a terminal, libedit edits the line: history, cursor keys, Tab
 * to complete. Elsewhere (a pipe, a dumb terminal, a screen reader), it reads lines of any length without editing. The
 * terminal's mode is changed only while line_read waits. Every return from line_read and every signal restores it.
 * SIGINT, SIGTERM, SIGHUP and SIGQUIT do not end the program. They make line_stop_requested() true and line_read
 * return, so that the caller can save the game. Ctrl-C while a line is being edited only cancels the line. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { LINE_BYTES_MAX = 1000, LINE_COMPLETIONS_MAX = 80 };

/* The possible completions of a line. Each is the whole text up to the cursor. */
struct line_completions {
    int n;
    char text[LINE_COMPLETIONS_MAX][LINE_BYTES_MAX + 1];
};

/* Appends a completion. Ignores a completion that is already in the list or too long, and any beyond the maximum. */
void line_add_completion(struct line_completions *choices, const char *text, size_t n);

struct line_options {
    bool edit; /* edit lines with libedit; standard input and output must be a terminal with the usual escape sequences
                */
    void (*complete)(void *context, const char *text, size_t n, struct line_completions *choices); /* may be NULL */
    void *context;
};

struct line; /* reads standard input; only one may exist at a time */

struct line *line_new(const struct line_options *terms); /* NULL: out of memory */
void line_free(struct line *line);

enum line_status {
    LINE_TEXT,
    LINE_CANCEL, /* Ctrl-C: the typed text is dropped */
    LINE_END,    /* the end of the input, Ctrl-D in an empty line, or reading failed */
    LINE_STOP,   /* line_stop_requested() is true */
};

/* Prints the prompt, which may contain colours and must be in the locale's encoding, and reads a line without its end.
 * *text is valid until the next call. */
enum line_status line_read(struct line *line, const char *prompt, const char **text, size_t *n);

/* Clears the history of lines. */
void line_clear_history(struct line *line);

/* Catches SIGINT, SIGTERM, SIGHUP and SIGQUIT from now on. */
void line_catch_signals(void);
/* Returns a flag that becomes true when one of these signals comes. */
const atomic_bool *line_stop_requested(void);
int line_stop_signal(void); /* the signal that came, or 0 */

/* Between these two calls, Ctrl-C interrupts only the current computation: SIGINT does not make line_stop_requested()
 * true. The returned flag becomes true with any of the signals. */
const atomic_bool *line_begin_interruptible(void);
bool line_end_interruptible(void); /* returns whether SIGINT came */
