/* line.c - reading lines; see line.h.
 *
 * Bytes come through one function, next_byte, which waits in pselect: signals are let through only there, so that none
 * can come between looking at the flag and waiting. The editor keeps the text and the cursor as bytes of UTF-8 and
 * moves by whole characters. After each key that changed something the line is drawn again from the left, scrolled so
 * that the cursor is visible; no line is ever longer than the terminal, so nothing wraps. */
#include "line.h"
#include "base/utf8.h"
#include "cli.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

enum { HISTORY_MAX = 64, INPUT_MAX = 4096 };

struct line {
    struct line_terms terms;
    char input[INPUT_MAX]; /* read but not used: [at, end) */
    size_t at, end;
    char *text; /* a line as it comes */
    size_t text_n, text_max;
    /* The editor. */
    char edit[LINE_BYTES_MAX + 1];
    size_t n, cursor;
    const char *prompt;
    size_t prompt_columns;
    char history[HISTORY_MAX][LINE_BYTES_MAX + 1]; /* oldest first */
    int history_n, recalled;                       /* recalled == history_n: the line being typed */
    char typed[LINE_BYTES_MAX + 1];                /* that line, while an earlier one is shown */
    struct line_choices choices;
    int choice; /* -1: nothing is being completed */
    size_t choice_n;
};

/* -------------------------------------------------------------------------------------------------------- signals */

/* All that a signal handler can reach. */
static struct {
    atomic_bool stop;
    volatile sig_atomic_t number;         /* the signal that did it */
    volatile sig_atomic_t suspend, again; /* SIGTSTP; SIGCONT or SIGWINCH */
    volatile sig_atomic_t raw;            /* the terminal is in the editor's mode, */
    volatile sig_atomic_t alternate;      /* or shows its other screen */
    volatile sig_atomic_t computing;      /* SIGINT ends only that */
    atomic_bool interrupt;                /* something is to end */
    struct termios before;
} signals;

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int edit_signals[] = {SIGTSTP, SIGCONT, SIGWINCH};
static const int bug_signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
#define COUNT(list) (sizeof(list) / sizeof *(list))

const atomic_bool *line_stop(void) { return &signals.stop; }
int line_stop_signal(void) { return (int)signals.number; }

static void on_stop(int number)
{
    atomic_store(&signals.interrupt, true);
    if (number == SIGINT && signals.computing) {
        signals.computing = 2;
        return;
    }
    signals.number = number;
    atomic_store(&signals.stop, true);
}

const atomic_bool *line_interruptible(void)
{
    atomic_store(&signals.interrupt, atomic_load(&signals.stop));
    signals.computing = 1;
    return &signals.interrupt;
}

bool line_interrupted(void)
{
    bool interrupted = signals.computing == 2;
    signals.computing = 0;
    return interrupted;
}

static void on_edit(int number)
{
    if (number == SIGTSTP)
        signals.suspend = 1;
    else
        signals.again = 1;
}

static const char alternate_on[] = "\033[?1049h\033[H\033[2J", alternate_off[] = "\033[?1049l";

/* A bug: give the terminal back, then end as without us. */
static void on_bug(int number)
{
    if (signals.alternate && write(STDOUT_FILENO, alternate_off, sizeof alternate_off - 1) < 0)
        signals.alternate = 0;
    if (signals.raw)
        tcsetattr(STDIN_FILENO, TCSANOW, &signals.before);
    signal(number, SIG_DFL);
    raise(number);
}

void line_watch_signals(void) { cli_catch(stop_signals, COUNT(stop_signals), on_stop); }

/* --------------------------------------------------------------------------------------------------- the terminal */

static void enter_raw(void)
{
    struct termios raw;
    if (tcgetattr(STDIN_FILENO, &signals.before) != 0)
        return;
    raw = signals.before;
    raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
    raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    signals.raw = 1;
    cli_catch(edit_signals, COUNT(edit_signals), on_edit);
    cli_catch(bug_signals, COUNT(bug_signals), on_bug);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
}

static void leave_raw(void)
{
    if (!signals.raw)
        return;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &signals.before);
    signals.raw = 0;
    cli_catch(edit_signals, COUNT(edit_signals), SIG_DFL);
    if (!signals.alternate)
        cli_catch(bug_signals, COUNT(bug_signals), SIG_DFL);
}

static size_t terminal_columns(void)
{
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

/* Whether there is a full screen, which has done what is asked. */
static bool screen(const struct line *line, enum line_screen what)
{
    return line->terms.screen && line->terms.screen(line->terms.screen_context, what);
}

/* Ctrl-Z, or the same from elsewhere: stops here until continued. */
static void suspend(const struct line *line)
{
    screen(line, LINE_SCREEN_LEAVE);
    leave_raw();
    raise(SIGTSTP);
    enter_raw();
    screen(line, LINE_SCREEN_ENTER);
}

/* ---------------------------------------------------------------------------------------------------------- bytes */

enum { BYTE_END = -1, BYTE_STOP = -2, BYTE_AGAIN = -3, BYTE_NONE = -4 };

static bool something_came(void) { return atomic_load(&signals.stop) || signals.suspend || signals.again; }

/* Waits until there is input or a signal; for the rest of a key's sequence only a moment. */
static int wait_input(bool moment)
{
    static const struct timespec short_time = {0, 50000000};
    sigset_t block, before;
    fd_set set;
    int ready = 0;
    sigemptyset(&block);
    for (size_t i = 0; i < COUNT(stop_signals); i++)
        sigaddset(&block, stop_signals[i]);
    for (size_t i = 0; i < COUNT(edit_signals); i++)
        sigaddset(&block, edit_signals[i]);
    FD_ZERO(&set);
    FD_SET(STDIN_FILENO, &set);
    sigprocmask(SIG_BLOCK, &block, &before);
    if (!something_came())
        ready = pselect(STDIN_FILENO + 1, &set, NULL, NULL, moment ? &short_time : NULL, &before);
    int why = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return ready;
}

/* What a signal asks for; BYTE_NONE: none has come. */
static int take_signal(const struct line *line)
{
    if (atomic_load(&signals.stop))
        return BYTE_STOP;
    bool again = signals.suspend || signals.again;
    if (signals.suspend)
        suspend(line);
    else if (signals.again && signals.raw) { /* who continued us may have put the terminal into its own mode */
        leave_raw();
        enter_raw();
        screen(line, LINE_SCREEN_AGAIN);
    }
    signals.suspend = signals.again = 0;
    return again ? BYTE_AGAIN : BYTE_NONE;
}

/* The next byte, or one of the values above; BYTE_NONE only where `moment` is given. */
static int next_byte(struct line *line, bool moment)
{
    while (line->at == line->end) {
        int ready = wait_input(moment), asked = take_signal(line);
        if (asked != BYTE_NONE)
            return asked;
        if (ready == 0 && moment)
            return BYTE_NONE;
        ssize_t got = ready > 0 ? read(STDIN_FILENO, line->input, sizeof line->input) : -1;
        if (got == 0 || (got < 0 && ready != 0 && errno != EINTR && errno != EAGAIN))
            return BYTE_END; /* also where there is nothing to wait for */
        line->at = 0;
        line->end = got > 0 ? (size_t)got : 0;
    }
    return (unsigned char)line->input[line->at++];
}

/* ---------------------------------------------------------------------------------------------- lines as they come */

static bool add_byte(struct line *line, char c)
{
    if (line->text_n + 1 >= line->text_max) {
        size_t max = line->text_max ? line->text_max * 2 : 256;
        char *text = (char *)realloc(line->text, max);
        if (!text)
            return false;
        line->text = text;
        line->text_max = max;
    }
    line->text[line->text_n++] = c;
    line->text[line->text_n] = '\0';
    return true;
}

/* A last line without its end counts as a line. */
static enum line_status read_plain(struct line *line)
{
    line->text_n = 0;
    for (;;) {
        int byte = next_byte(line, false);
        if (byte == BYTE_STOP)
            return LINE_STOP;
        if (byte == BYTE_END && line->text_n == 0)
            return LINE_END;
        if (byte == '\n' || byte == BYTE_END)
            return add_byte(line, '\0') ? (line->text_n--, LINE_TEXT) : LINE_END;
        if (byte >= 0 && !add_byte(line, (char)byte))
            return LINE_END;
    }
}

/* --------------------------------------------------------------------------------------------------------- drawing */

static void put(const char *text, size_t n)
{
    while (n > 0) {
        ssize_t wrote = write(STDOUT_FILENO, text, n);
        if (wrote < 0 && errno != EINTR)
            return;
        text += wrote > 0 ? wrote : 0;
        n -= wrote > 0 ? (size_t)wrote : 0;
    }
}

static void put_text(const char *text) { put(text, strlen(text)); }

static size_t characters(const char *text, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += base_utf8_starts(text[i]);
    return count;
}

/* The place `count` characters behind `from`. */
static size_t skip(const struct line *line, size_t from, size_t count)
{
    for (; from < line->n && count > 0; count--) {
        from++;
        while (from < line->n && !base_utf8_starts(line->edit[from]))
            from++;
    }
    return from;
}

static void draw(const struct line *line)
{
    char move[32];
    size_t columns = terminal_columns(),
           room = columns > line->prompt_columns + 8 ? columns - line->prompt_columns - 1 : 8;
    size_t before = characters(line->edit, line->cursor), hidden = before >= room ? before - room + 1 : 0;
    size_t from = skip(line, 0, hidden), to = skip(line, from, room);
    put_text("\r");
    put_text(line->prompt);
    put(line->edit + from, to - from);
    put_text("\033[K\r");
    snprintf(move, sizeof move, "\033[%zuC", line->prompt_columns + before - hidden);
    put_text(move);
}

/* --------------------------------------------------------------------------------------------------------- editing */

static size_t left_of(const struct line *line, size_t at)
{
    while (at > 0 && !base_utf8_starts(line->edit[--at]))
        ;
    return at;
}

static void erase(struct line *line, size_t from, size_t to)
{
    memmove(line->edit + from, line->edit + to, line->n - to + 1);
    line->n -= to - from;
    line->cursor = from;
}

static void insert(struct line *line, const char *bytes, size_t n)
{
    if (line->n + n > LINE_BYTES_MAX)
        return;
    memmove(line->edit + line->cursor + n, line->edit + line->cursor, line->n - line->cursor + 1);
    memcpy(line->edit + line->cursor, bytes, n);
    line->n += n;
    line->cursor += n;
}

static void set_text(struct line *line, const char *text)
{
    line->n = line->cursor = strlen(text);
    memmove(line->edit, text, line->n + 1);
}

static size_t word_start(const struct line *line)
{
    size_t at = line->cursor;
    while (at > 0 && line->edit[at - 1] == ' ')
        at--;
    while (at > 0 && line->edit[at - 1] != ' ')
        at--;
    return at;
}

static void recall(struct line *line, int step)
{
    int to = line->recalled + step;
    if (to < 0 || to > line->history_n)
        return;
    if (line->recalled == line->history_n)
        memcpy(line->typed, line->edit, line->n + 1);
    line->recalled = to;
    set_text(line, to == line->history_n ? line->typed : line->history[to]);
}

static void remember(struct line *line)
{
    if (line->n == 0 || (line->history_n && strcmp(line->history[line->history_n - 1], line->edit) == 0))
        return;
    if (line->history_n == HISTORY_MAX)
        memmove(line->history, line->history + 1, (size_t)--line->history_n * sizeof *line->history);
    memcpy(line->history[line->history_n++], line->edit, line->n + 1);
}

/* ------------------------------------------------------------------------------------------------------ completing */

void line_choice(struct line_choices *choices, const char *text, size_t n)
{
    if (choices->n == LINE_CHOICES_MAX || n > LINE_BYTES_MAX)
        return;
    for (int i = 0; i < choices->n; i++)
        if (strlen(choices->text[i]) == n && memcmp(choices->text[i], text, n) == 0)
            return;
    memcpy(choices->text[choices->n], text, n);
    choices->text[choices->n++][n] = '\0';
}

/* How far all choices agree. */
static size_t common(const struct line_choices *choices)
{
    size_t n = strlen(choices->text[0]);
    for (int i = 1; i < choices->n; i++)
        for (size_t k = 0; k < n; k++)
            if (choices->text[0][k] != choices->text[i][k])
                n = k;
    return n;
}

static void replace_before_cursor(struct line *line, const char *text, size_t n)
{
    if (line->n - line->cursor + n > LINE_BYTES_MAX)
        return;
    erase(line, 0, line->cursor);
    insert(line, text, n);
}

/* The first Tab goes as far as all choices agree; where that is nowhere, it and the next ones show each in turn. */
static void complete(struct line *line, int step)
{
    if (line->choice < 0) {
        line->choices.n = 0;
        if (line->terms.complete)
            line->terms.complete(line->terms.context, line->edit, line->cursor, &line->choices);
        if (line->choices.n == 0) {
            put_text("\a");
            return;
        }
        size_t agree = common(&line->choices), from = line->cursor;
        if (line->choices.n == 1 || (agree > from && strncasecmp(line->choices.text[0], line->edit, from) == 0)) {
            replace_before_cursor(line, line->choices.text[0], agree);
            return;
        }
        line->choice = step > 0 ? 0 : line->choices.n - 1;
    } else {
        line->choice = (line->choice + step + line->choices.n) % line->choices.n;
    }
    const char *text = line->choices.text[line->choice];
    replace_before_cursor(line, text, strlen(text));
}

/* ------------------------------------------------------------------------------------------------------------- keys */

enum { CTRL = 0x1f, ESCAPE = 0x1b, BACKSPACE = 0x7f };

/* What came after ESC [ or ESC O: parameters, then one letter or ~. */
static int sequence_key(struct line *line)
{
    int parameter = 0, byte;
    while ((byte = next_byte(line, true)) == ';' || (byte >= '0' && byte <= '9'))
        parameter = byte == ';' ? parameter : (parameter * 10 + byte - '0') % 1000;
    switch (byte) {
    case 'A': return LINE_KEY_UP;
    case 'B': return LINE_KEY_DOWN;
    case 'C': return LINE_KEY_RIGHT;
    case 'D': return LINE_KEY_LEFT;
    case 'H': return LINE_KEY_HOME;
    case 'F': return LINE_KEY_END;
    case 'Z': return LINE_KEY_BACK_TAB;
    case '~': break;
    default: return LINE_KEY_UNKNOWN;
    }
    return parameter == 1 || parameter == 7   ? LINE_KEY_HOME
           : parameter == 4 || parameter == 8 ? LINE_KEY_END
           : parameter == 3                   ? LINE_KEY_DELETE
           : parameter == 5                   ? LINE_KEY_PAGE_UP
           : parameter == 6                   ? LINE_KEY_PAGE_DOWN
                                              : LINE_KEY_UNKNOWN;
}

static int next_key(struct line *line)
{
    int byte = next_byte(line, false);
    if (byte != ESCAPE)
        return byte;
    byte = next_byte(line, true);
    return byte == '[' || byte == 'O' ? sequence_key(line) : LINE_KEY_UNKNOWN;
}

/* A character of several bytes comes whole or not at all. */
static void type_character(struct line *line, int first)
{
    char bytes[4] = {(char)first};
    size_t n = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < n; i++) {
        int byte = next_byte(line, true);
        if (byte < 0x80 || byte > 0xbf)
            return;
        bytes[i] = (char)byte;
    }
    insert(line, bytes, n);
}

static void clear_screen(const struct line *line)
{
    if (!screen(line, LINE_SCREEN_AGAIN))
        put_text("\033[H\033[2J");
}

static void edit_key(struct line *line, int key)
{
    switch (key) {
    case 'A' & CTRL:
    case LINE_KEY_HOME: line->cursor = 0; break;
    case 'E' & CTRL:
    case LINE_KEY_END: line->cursor = line->n; break;
    case 'B' & CTRL:
    case LINE_KEY_LEFT: line->cursor = left_of(line, line->cursor); break;
    case 'F' & CTRL:
    case LINE_KEY_RIGHT: line->cursor = skip(line, line->cursor, 1); break;
    case 'P' & CTRL:
    case LINE_KEY_UP: recall(line, -1); break;
    case 'N' & CTRL:
    case LINE_KEY_DOWN: recall(line, 1); break;
    case 'H' & CTRL:
    case BACKSPACE: erase(line, left_of(line, line->cursor), line->cursor); break;
    case 'D' & CTRL:
    case LINE_KEY_DELETE: erase(line, line->cursor, skip(line, line->cursor, 1)); break;
    case 'U' & CTRL: erase(line, 0, line->cursor); break;
    case 'K' & CTRL: erase(line, line->cursor, line->n); break;
    case 'W' & CTRL: erase(line, word_start(line), line->cursor); break;
    case 'L' & CTRL: clear_screen(line); break;
    case 'Z' & CTRL: suspend(line); break;
    case LINE_KEY_PAGE_UP: screen(line, LINE_SCREEN_BACK); break;
    case LINE_KEY_PAGE_DOWN: screen(line, LINE_SCREEN_ON); break;
    default:
        if (key >= ' ' && key < 256)
            type_character(line, key);
        break;
    }
}

/* Whether the key ends the line, and how. */
static bool ends(struct line *line, int key, enum line_status *status)
{
    bool end = key == BYTE_END || (key == ('D' & CTRL) && line->n == 0);
    *status = key == BYTE_STOP ? LINE_STOP : end ? LINE_END : key == ('C' & CTRL) ? LINE_CANCEL : LINE_TEXT;
    return *status != LINE_TEXT || key == '\r' || key == '\n';
}

static enum line_status read_edited(struct line *line)
{
    enum line_status status;
    set_text(line, "");
    line->recalled = line->history_n;
    line->choice = -1;
    for (;;) {
        if (line->at == line->end) /* of what was pasted, the end is enough */
            draw(line);
        int key = next_key(line);
        if (ends(line, key, &status))
            break;
        if (key == '\t' || key == LINE_KEY_BACK_TAB) {
            complete(line, key == '\t' ? 1 : -1);
            continue;
        }
        line->choice = -1;
        edit_key(line, key);
    }
    line->cursor = line->n;
    draw(line);
    if (!screen(line, LINE_SCREEN_DONE))
        put_text(status == LINE_CANCEL ? "^C\r\n" : "\r\n");
    if (status == LINE_TEXT)
        remember(line);
    return status;
}

/* ---------------------------------------------------------------------------------------------------------- calling */

void line_alternate(bool on)
{
    if (on == (bool)signals.alternate)
        return;
    put_text(on ? alternate_on : alternate_off);
    signals.alternate = on;
    if (on)
        cli_catch(bug_signals, COUNT(bug_signals), on_bug);
}

struct line *line_new(const struct line_terms *terms)
{
    struct line *line = (struct line *)calloc(1, sizeof *line);
    if (line)
        line->terms = *terms;
    return line;
}

void line_free(struct line *line)
{
    if (line)
        free(line->text);
    free(line);
}

enum line_status line_read(struct line *line, const char *prompt, size_t prompt_columns, const char **text, size_t *n)
{
    enum line_status status;
    line->prompt = prompt;
    line->prompt_columns = prompt_columns;
    if (line->terms.edit) {
        enter_raw();
        status = read_edited(line);
        leave_raw();
    } else {
        put_text(prompt);
        status = read_plain(line);
    }
    *text = line->terms.edit ? line->edit : line->text;
    *n = line->terms.edit ? line->n : line->text_n;
    return status;
}

int line_read_key(struct line *line)
{
    enter_raw();
    int key = next_key(line);
    leave_raw();
    if (key == BYTE_AGAIN)
        return LINE_KEY_AGAIN;
    return key < 0 || key == ('C' & CTRL) || key == ('D' & CTRL) ? -1 : key;
}
