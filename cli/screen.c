/* screen.c - where a game at the terminal says things; see screen.h. */
#include "screen.h"

#include "base/safe.h"
#include "base/wrap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    SAID_MAX = 1 << 18, /* of what was said, so much is kept to look back at; then the older half goes */
    LINE_MAX = 16384,   /* of one line, broken */
    PANE_MIN = 8,       /* lines below the board: a question and its answers */
    HANG = 2,
};

struct screen {
    struct screen_terms terms;
    bool full;
    char *said; /* what was said; on a full screen all that is kept, else the line that is not complete */
    size_t said_n;
    int marked;  /* lines since the mark */
    int back;    /* so many lines further back than the end */
    bool passes; /* something that passes is on the terminal */
    FILE *errors;
    int errors_fd;    /* standard error as it was */
    long errors_seen; /* bytes of it that were said */
    char paint[1 << 17];
};

/* ----------------------------------------------------------------------------------------------------- the terminal */

static struct winsize size_of(const struct screen *screen)
{
    struct winsize size = {0};
    if (!screen->terms.terminal || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        memset(&size, 0, sizeof size);
    return size;
}

int screen_columns(const struct screen *screen) { return size_of(screen).ws_col; }
int screen_lines(const struct screen *screen) { return size_of(screen).ws_row; }
bool screen_is_full(const struct screen *screen) { return screen->full; }

struct screen *screen_new(const struct screen_terms *terms)
{
    struct screen *screen = calloc(1, sizeof *screen);
    if (!screen)
        return NULL;
    screen->terms = *terms;
    screen->said = malloc(SAID_MAX + 1);
    if (screen->said)
        return screen;
    free(screen);
    return NULL;
}

void screen_free(struct screen *screen)
{
    if (!screen)
        return;
    screen_full(screen, false);
    free(screen->said);
    free(screen);
}

/* ------------------------------------------------------------------------------------------------------------ lines */

static int count_lines(const char *text, size_t n)
{
    int lines = 0;
    for (size_t i = 0; i < n; i++)
        lines += text[i] == '\n';
    return lines;
}

/* Prints complete lines; n is where the last of them ends. */
static void print_lines(struct screen *screen, size_t n)
{
    size_t columns = (size_t)screen_columns(screen);
    for (size_t at = 0; at < n;) {
        char line[LINE_MAX];
        struct base_out out = base_out_cut(line, sizeof line);
        size_t end = (size_t)((char *)memchr(screen->said + at, '\n', n - at) - screen->said) + 1;
        base_put_wrapped(&out, screen->said + at, end - at, columns, HANG);
        fputs(line, stdout);
        screen->marked += count_lines(line, out.length);
        at = end;
    }
    memmove(screen->said, screen->said + n, screen->said_n - n);
    screen->said_n -= n;
}

/* The older half goes, up to the end of a line. */
static void forget_half(struct screen *screen)
{
    size_t from = screen->said_n / 2;
    while (from < screen->said_n && screen->said[from - 1] != '\n')
        from++;
    memmove(screen->said, screen->said + from, screen->said_n - from);
    screen->said_n -= from;
}

static void keep(struct screen *screen, const char *text, size_t n)
{
    n = n < SAID_MAX / 2 ? n : SAID_MAX / 2;
    if (screen->said_n + n > SAID_MAX)
        forget_half(screen);
    memcpy(screen->said + screen->said_n, text, n);
    screen->said_n += n;
}

void screen_say(struct screen *screen, const char *text)
{
    screen_passing(screen, NULL);
    if (!screen->terms.terminal) {
        fputs(text, stdout);
        return;
    }
    keep(screen, text, strlen(text));
    screen->back = 0;
    if (screen->full)
        return;
    size_t n = screen->said_n;
    while (n > 0 && screen->said[n - 1] != '\n')
        n--;
    print_lines(screen, n);
}

void screen_mark(struct screen *screen) { screen->marked = 0; }
int screen_marked(const struct screen *screen) { return screen->marked; }

/* -------------------------------------------------------------------------------------------------- the full screen */

/* What was written to standard error meanwhile. */
static void take_errors(struct screen *screen)
{
    char bytes[4096], safe[4 * sizeof bytes + 1];
    if (!screen->errors)
        return;
    for (;;) {
        ssize_t got = pread(fileno(screen->errors), bytes, sizeof bytes, screen->errors_seen);
        if (got <= 0)
            return;
        screen->errors_seen += got;
        for (ssize_t at = 0, end; at < got; at = end + 1) {
            struct base_out out = base_out_cut(safe, sizeof safe);
            for (end = at; end < got && bytes[end] != '\n';)
                end++;
            base_put_safe(&out, bytes + at, (size_t)(end - at));
            base_put(&out, end < got ? "\n" : "");
            keep(screen, safe, out.length);
        }
    }
}

static void redirect_errors(struct screen *screen)
{
    screen->errors = tmpfile();
    screen->errors_seen = 0;
    if (!screen->errors)
        return;
    fflush(stderr);
    screen->errors_fd = dup(STDERR_FILENO);
    /* Whoever writes there writes behind the others. */
    if (screen->errors_fd < 0 || dup2(fileno(screen->errors), STDERR_FILENO) < 0) {
        fclose(screen->errors);
        screen->errors = NULL;
    }
}

static void restore_errors(struct screen *screen)
{
    if (!screen->errors)
        return;
    fflush(stderr);
    take_errors(screen);
    dup2(screen->errors_fd, STDERR_FILENO);
    close(screen->errors_fd);
    fclose(screen->errors);
    screen->errors = NULL;
}

/* The last `lines` lines that `text` has behind which `back` others come; *back is at most what there is. */
static const char *last_lines(const char *text, size_t n, int lines, int *back, int *shown)
{
    int all = count_lines(text, n), most = all > lines ? all - lines : 0;
    *back = *back < most ? *back : most;
    int skip = most - *back;
    *shown = all < lines ? all : lines;
    while (skip > 0)
        skip -= *text++ == '\n';
    return text;
}

static void put_row(struct base_out *out, const char *line, size_t n)
{
    base_put_bytes(out, line, n);
    base_put(out, "\033[0m\033[K\r\n");
}

/* What is below the board: a rule, what was said, and room to type. */
static void paint_pane(struct screen *screen, struct base_out *out, int columns, int lines)
{
    size_t room = 4 * screen->said_n + 65536;
    char *text = malloc(room);
    int shown = 0;
    if (!text)
        return;
    struct base_out wrapped = base_out_cut(text, room);
    base_put_wrapped(&wrapped, screen->said, screen->said_n, (size_t)columns, HANG);
    if (screen->said_n && screen->said[screen->said_n - 1] != '\n')
        base_put_char(&wrapped, '\n');
    const char *at = last_lines(text, wrapped.length, lines, &screen->back, &shown);
    for (int i = 0; i < lines; i++) {
        const char *end = i < shown ? strchr(at, '\n') : at;
        put_row(out, at, (size_t)(end - at));
        at = i < shown ? end + 1 : at;
    }
    free(text);
}

static void paint_rule(const struct screen *screen, struct base_out *out, int columns, bool cut)
{
    const char *note = screen->back ? " further back: PgDn comes nearer " : cut ? " more: say board; PgUp, PgDn " : "";
    note = (int)strlen(note) < columns ? note : "";
    base_put(out, "\033[2m");
    base_put(out, note);
    for (int i = (int)strlen(note); i < columns; i++)
        base_put_char(out, '-');
    put_row(out, "", 0);
}

/* So many lines of a board that is too long: its top, where market and palace price are, and a question below it. */
static int board_most(int rows)
{
    enum { RULE_AND_PROMPT = 2, QUESTION = 5 };
    int most = rows - RULE_AND_PROMPT - QUESTION;
    return most > rows / 2 ? most : rows / 2;
}

/* All of it, from the top; the cursor stays in the last line. */
static void paint_all(struct screen *screen)
{
    static char board[SCREEN_BOARD_MAX], wrapped[2 * SCREEN_BOARD_MAX];
    struct winsize size = size_of(screen);
    int rows = size.ws_row > 3 ? size.ws_row : 24, columns = size.ws_col ? size.ws_col : 80;
    int most = rows - 2 > PANE_MIN ? rows - 2 - PANE_MIN : 1, used = 0;
    struct base_out top = base_out_cut(board, sizeof board), out = base_out_cut(screen->paint, sizeof screen->paint);
    take_errors(screen);
    struct base_out lines = base_out_cut(wrapped, sizeof wrapped);
    screen->terms.board(screen->terms.context, &top, columns, most);
    base_put_wrapped(&lines, board, top.length, (size_t)columns,
                     HANG); /* else the terminal would, and push the top out */
    base_put(&out, "\033[H");
    const char *at = wrapped;
    for (const char *end; used < board_most(rows) && (end = strchr(at, '\n')); at = end + 1, used++)
        put_row(&out, at, (size_t)(end - at));
    paint_rule(screen, &out, columns, *at != '\0');
    paint_pane(screen, &out, columns, rows - used - 2);
    base_put(&out, "\033[K");
    fwrite(out.text, 1, out.length, stdout);
}

bool screen_full(struct screen *screen, bool full)
{
    if (full == screen->full || !screen->terms.ansi)
        return screen->full;
    fflush(stdout);
    if (full)
        redirect_errors(screen);
    else
        restore_errors(screen);
    line_alternate(full);
    screen->full = full;
    if (!full && screen->said_n) { /* what was to be seen last is worth to stay */
        struct winsize size = size_of(screen);
        int back = 0, shown = 0;
        const char *at = last_lines(screen->said, screen->said_n, size.ws_row / 2, &back, &shown);
        size_t from = (size_t)(at - screen->said);
        memmove(screen->said, at, screen->said_n - from);
        screen->said_n -= from;
        screen_say(screen, "");
    }
    return full;
}

/* ------------------------------------------------------------------------------------------------- for both of them */

void screen_forget(struct screen *screen)
{
    screen->said_n = 0;
    screen->back = 0;
    if (screen->full)
        paint_all(screen);
    else if (screen->terms.ansi)
        printf("\033[2J\033[3J\033[H");
    else
        for (int i = 0; screen->terms.terminal && i < 80; i++)
            printf("\n");
}

void screen_passing(struct screen *screen, const char *text)
{
    if (!screen->terms.ansi || (!text && !screen->passes))
        return;
    if (text && screen->full)
        paint_all(screen);
    printf("\r%s\033[K", text ? text : "");
    fflush(stdout);
    screen->passes = text != NULL;
}

bool screen_show(struct screen *screen)
{
    screen_passing(screen, NULL);
    if (screen->full)
        paint_all(screen);
    return fflush(stdout) == 0;
}

enum line_status screen_read(struct screen *screen, struct line *line, const char *prompt, size_t prompt_columns,
                             const char **text, size_t *n)
{
    if (!screen_show(screen))
        return LINE_END;
    enum line_status status = line_read(line, prompt, prompt_columns, text, n);
    if (screen->full) {
        keep(screen, prompt, strlen(prompt));
        if (status == LINE_TEXT)
            keep(screen, *text, *n);
        keep(screen, "\n", 1);
        screen->back = 0;
    }
    screen->marked++;
    return status;
}

bool screen_asked(void *context, enum line_screen what)
{
    struct screen *screen = context;
    if (!screen->full)
        return false;
    int page = (size_of(screen).ws_row + 1) / 4;
    switch (what) {
    case LINE_SCREEN_BACK: screen->back += page; break;
    case LINE_SCREEN_ON: screen->back = screen->back > page ? screen->back - page : 0; break;
    case LINE_SCREEN_LEAVE: line_alternate(false); return true;
    case LINE_SCREEN_ENTER: line_alternate(true); break;
    case LINE_SCREEN_DONE: return true;
    case LINE_SCREEN_AGAIN: break;
    }
    paint_all(screen);
    fflush(stdout);
    return true;
}
