/* line_editor.h - reads lines from a person or a pipe. On a terminal libedit edits the line: history, cursor keys, Tab
 * to complete. Elsewhere (a pipe, a dumb terminal, a screen reader) lines of any length are read as they come. Only
 * while line_read waits is the terminal's mode changed; it is restored on every return and by signals. SIGINT, SIGTERM,
 * SIGHUP and SIGQUIT do not end the program: they make line_stop_requested() true and line_read return, so that the
 * caller can save the game. Ctrl-C while a line is being edited only cancels the line. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { LINE_BYTES_MAX = 1000, LINE_COMPLETIONS_MAX = 80 };

/* Completions of a line; each is the whole text up to the cursor. */
struct line_completions {
    int n;
    char text[LINE_COMPLETIONS_MAX][LINE_BYTES_MAX + 1];
};

/* Appends a choice. Ignores a choice that is in the list already, is too long, or does not fit. */
void line_add_completion(struct line_completions *choices, const char *text, size_t n);

struct line_options {
    bool edit; /* standard input and output are a terminal that knows the usual commands */
    void (*complete)(void *context, const char *text, size_t n, struct line_completions *choices); /* may be NULL */
    void *context;
};

struct line; /* reads standard input; one at a time */

struct line *line_new(const struct line_options *terms); /* NULL: out of memory */
void line_free(struct line *line);

enum line_status {
    LINE_TEXT,
    LINE_CANCEL, /* Ctrl-C: what was typed is dropped */
    LINE_END,    /* the end of the input, Ctrl-D in an empty line, or reading failed */
    LINE_STOP,   /* line_stop_requested() is true */
};

/* Prints the prompt, which may have colours and must be text of the locale, and reads a line without its end. *text is
 * valid until the next call. */
enum line_status line_read(struct line *line, const char *prompt, const char **text, size_t *n);

/* Clears the history of lines. */
void line_clear_history(struct line *line);

/* Catches the signals above from now on. */
void line_catch_signals(void);
/* Becomes true when one has come. */
const atomic_bool *line_stop_requested(void);
int line_stop_signal(void); /* which one; 0: none */

/* Between these two calls Ctrl-C interrupts only the current computation: SIGINT does not make line_stop_requested()
 * true. The flag that the first call returns becomes true with any of the signals. */
const atomic_bool *line_begin_interruptible(void);
bool line_end_interruptible(void); /* ends it: whether SIGINT has come */
