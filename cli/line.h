/* line.h - reading lines from a person or a pipe.
 *
 * On a terminal it is a small editor of its own: Left, Right, Home, End, Backspace, Delete, Ctrl-A/E/B/F/U/K/W/L, Up
 * and Down for earlier lines, Tab and Shift-Tab to complete. Elsewhere (a pipe, a dumb terminal, a screen reader) lines
 * are read as they come, of any length.
 *
 * The terminal is in another mode only while line_read waits; every way out of it, signals included, puts it back.
 * SIGINT, SIGTERM, SIGHUP and SIGQUIT do not end the program: they make line_stop() true and line_read return, so that
 * the caller can save what there is. */
#ifndef CLI_LINE_H
#define CLI_LINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { LINE_BYTES_MAX = 1000, LINE_CHOICES_MAX = 80 };

/* What a line may become: each is the whole text up to the cursor. */
struct line_choices {
    int n;
    char text[LINE_CHOICES_MAX][LINE_BYTES_MAX + 1];
};

/* Appends a choice; one that is there already, is too long or finds no room is dropped. */
void line_choice(struct line_choices *choices, const char *text, size_t n);

/* What a full screen around the line is asked for. */
enum line_screen {
    LINE_SCREEN_AGAIN, /* to be painted anew: another size, Ctrl-L */
    LINE_SCREEN_BACK,  /* PgUp */
    LINE_SCREEN_ON,    /* PgDn */
    LINE_SCREEN_LEAVE,
    LINE_SCREEN_ENTER, /* the program stops for a while; goes on */
    LINE_SCREEN_DONE,  /* the line is complete: the cursor may stay in it */
};

struct line_terms {
    bool edit; /* standard input and output are a terminal that knows the usual commands */
    void (*complete)(void *context, const char *text, size_t n, struct line_choices *choices); /* may be NULL */
    void *context;
    /* A full screen, if there is one now, does what is asked and leaves the cursor at the beginning of the line. False:
     * there is none. May be NULL. */
    bool (*screen)(void *context, enum line_screen what);
    void *screen_context;
};

struct line; /* reads standard input; one at a time */

struct line *line_new(const struct line_terms *terms); /* NULL: out of memory */
void line_free(struct line *line);

enum line_status {
    LINE_TEXT,
    LINE_CANCEL, /* Ctrl-C: what was typed is dropped */
    LINE_END,    /* the end of the input, Ctrl-D in an empty line, or reading failed */
    LINE_STOP,   /* line_stop() is true */
};

/* Shows the prompt, of which `prompt_columns` characters are visible, and reads a line, without its end. *text is valid
 * until the next call. What was printed before must be flushed. */
enum line_status line_read(struct line *line, const char *prompt, size_t prompt_columns, const char **text, size_t *n);

/* Keys that are no characters. */
enum line_key {
    LINE_KEY_UP = 256,
    LINE_KEY_DOWN,
    LINE_KEY_RIGHT,
    LINE_KEY_LEFT,
    LINE_KEY_HOME,
    LINE_KEY_END,
    LINE_KEY_DELETE,
    LINE_KEY_BACK_TAB,
    LINE_KEY_PAGE_UP,
    LINE_KEY_PAGE_DOWN,
    LINE_KEY_UNKNOWN,
    LINE_KEY_AGAIN, /* another size of the terminal */
};
/* One key at a terminal: a byte, or one of those above; -1: the end of the input, Ctrl-C, Ctrl-D or a signal. */
int line_read_key(struct line *line);

/* From now on the signals above are caught. */
void line_watch_signals(void);
/* Becomes true when one has come. */
const atomic_bool *line_stop(void);
int line_stop_signal(void); /* which one; 0: none */

/* While something is computed that nobody need wait for, Ctrl-C ends only that: between the two calls SIGINT does not
 * make line_stop() true. What the first one returns becomes true with any of the signals. */
const atomic_bool *line_interruptible(void);
bool line_interrupted(void); /* ends it: whether SIGINT has come */

/* The terminal's other screen, which every way out of the program leaves. */
void line_alternate(bool on);

#endif
