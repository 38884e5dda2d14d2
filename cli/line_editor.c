/* line_editor.c - reads lines; see line_editor.h. All input is read by one function, next_byte, which waits in pselect.
 * Signals are unblocked only there, so none can arrive between checking the flag and waiting. libedit's own signal
 * handlers are not used because they send every signal to the whole process group. */
#include "line_editor.h"
#include "cli.h"
#include "engine/base/utf8.h"

#include <errno.h>
#include <histedit.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY_MAX = 64, INPUT_MAX = 4096, PROMPT_MAX = 512 };

struct line {
    struct line_options terms;
    char input[INPUT_MAX]; /* unused input is input[at..end) */
    size_t at, end;
    char *text; /* a line that is read without editing */
    size_t text_n, text_max;
    /* The editor, or NULL if lines are read without editing. */
    EditLine *editor;
    History *history;
    enum line_status status; /* the reason if the editor receives no more characters */
    char prompt[PROMPT_MAX];
    struct line_completions choices;
};

/* -------------------------------------------------------------------------------------------------------- signals */

/* All state that signal handlers use. */
static struct {
    atomic_bool stop;
    volatile sig_atomic_t number;         /* the signal that set `stop` */
    volatile sig_atomic_t suspend, again; /* set by SIGTSTP; set by SIGCONT and SIGWINCH */
    volatile sig_atomic_t editing;        /* the terminal is in the editor's mode */
    volatile sig_atomic_t computing;      /* 1: SIGINT ends only a computation; 2: it has done so */
    atomic_bool interrupt;                /* the current computation must end */
    struct termios before;
} signals;

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int edit_signals[] = {SIGTSTP, SIGCONT, SIGWINCH};
static const int bug_signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
#define COUNT(list) (sizeof(list) / sizeof *(list))

const atomic_bool *line_stop_requested(void) { return &signals.stop; }
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

const atomic_bool *line_begin_interruptible(void)
{
    atomic_store(&signals.interrupt, atomic_load(&signals.stop));
    signals.computing = 1;
    return &signals.interrupt;
}

bool line_end_interruptible(void)
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

/* After a crash, restores the terminal and lets the signal end the program. */
static void on_bug(int number)
{
    if (signals.editing)
        tcsetattr(STDIN_FILENO, TCSANOW, &signals.before);
    signal(number, SIG_DFL);
    raise(number);
}

void line_catch_signals(void) { cli_catch_signals(stop_signals, COUNT(stop_signals), on_stop); }

/* ---------------------------------------------------------------------------------------------------------- bytes */

enum { BYTE_END = -1, BYTE_STOP = -2 };

static bool something_came(void) { return atomic_load(&signals.stop) || signals.suspend || signals.again; }

/* Waits until there is input or a signal. */
static int wait_input(void)
{
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
        ready = pselect(STDIN_FILENO + 1, &set, NULL, NULL, NULL, &before);
    int why = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return ready;
}

/* Sets the terminal's mode and redraws the line, after the program was stopped and continued or the terminal's size
 * changed. */
static void edit_again(EditLine *editor)
{
    if (signals.suspend) {
        el_set(editor, EL_PREP_TERM, 0);
        cli_catch_signals(edit_signals, 1, SIG_DFL);
        raise(SIGTSTP);
        cli_catch_signals(edit_signals, 1, on_edit);
    }
    el_set(editor, EL_PREP_TERM, 0); /* the shell may have put the terminal into its own mode */
    el_set(editor, EL_PREP_TERM, 1);
    el_resize(editor);
    el_set(editor, EL_REFRESH);
    signals.suspend = signals.again = 0;
}

/* Returns the next byte of input, BYTE_END or BYTE_STOP. */
static int next_byte(struct line *line)
{
    while (line->at == line->end) {
        int ready = wait_input();
        if (atomic_load(&signals.stop))
            return BYTE_STOP;
        if (signals.editing && (signals.suspend || signals.again)) {
            edit_again(line->editor);
            continue;
        }
        ssize_t got = ready > 0 ? read(STDIN_FILENO, line->input, sizeof line->input) : -1;
        if (got == 0 || (got < 0 && ready != 0 && errno != EINTR && errno != EAGAIN))
            return BYTE_END; /* the end of input, or an error other than an interruption */
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

/* Reads a line without editing. The last line need not have a line end. */
static enum line_status read_plain(struct line *line)
{
    line->text_n = 0;
    for (;;) {
        int byte = next_byte(line);
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

/* ------------------------------------------------------------------------------------------------------ completing */

void line_add_completion(struct line_completions *choices, const char *text, size_t n)
{
    if (choices->n == LINE_COMPLETIONS_MAX || n > LINE_BYTES_MAX)
        return;
    for (int i = 0; i < choices->n; i++)
        if (strlen(choices->text[i]) == n && memcmp(choices->text[i], text, n) == 0)
            return;
    memcpy(choices->text[choices->n], text, n);
    choices->text[choices->n++][n] = '\0';
}

/* Returns the length of the beginning that all choices have in common. */
static size_t common(const struct line_completions *choices)
{
    size_t n = strlen(choices->text[0]);
    for (int i = 1; i < choices->n; i++)
        for (size_t k = 0; k < n; k++)
            if (choices->text[0][k] != choices->text[i][k])
                n = k;
    return n;
}

/* Prints the choices. Leaves out the text that all of them have up to the last `;` or `,`. */
static void list_choices(const struct line_completions *choices, const char *typed)
{
    char text[LINE_COMPLETIONS_MAX * 64];
    struct base_out out = base_out_cut(text, sizeof text);
    size_t from = strlen(typed);
    while (from > 0 && typed[from - 1] != ';' && typed[from - 1] != ',')
        from--;
    for (int i = 0; i < choices->n; i++) {
        base_put(&out, i ? "  " : "");
        base_put(&out, choices->text[i] + from + strspn(choices->text[i] + from, " "));
    }
    putchar('\n');
    cli_print_wrapped(stdout, text, 0);
    putchar('\n');
}

/* Handles Tab: completes the line as far as all choices agree, or lists the choices if they differ at once. */
static unsigned char complete(EditLine *editor, int key)
{
    struct line *line = NULL;
    char typed[LINE_BYTES_MAX + 1];
    const LineInfo *info = el_line(editor);
    size_t n = (size_t)(info->cursor - info->buffer), characters = 0;
    (void)key;
    el_get(editor, EL_CLIENTDATA, &line);
    line->choices.n = 0;
    if (n <= LINE_BYTES_MAX && line->terms.complete)
        line->terms.complete(line->terms.context, info->buffer, n, &line->choices);
    if (line->choices.n == 0)
        return CC_ERROR;
    memcpy(typed, info->buffer, n);
    typed[n] = '\0';
    size_t agree = common(&line->choices);
    if (line->choices.n > 1 && (agree <= n || strncasecmp(line->choices.text[0], typed, n) != 0)) {
        list_choices(&line->choices, typed);
        return CC_REDISPLAY;
    }
    for (size_t i = 0; i < n; i++)
        characters += base_utf8_starts(typed[i]);
    line->choices.text[0][agree] = '\0';
    el_deletestr(editor, (int)characters);
    el_insertstr(editor, line->choices.text[0]);
    return CC_REFRESH;
}

/* --------------------------------------------------------------------------------------------------------- editing */

/* Reads the next character for libedit. Returns 1, or 0 at the end of the input or after a stop signal (see
 * line->status). */
static int next_character(EditLine *editor, wchar_t *character)
{
    struct line *line = NULL;
    mbstate_t state;
    el_get(editor, EL_CLIENTDATA, &line);
    memset(&state, 0, sizeof state);
    for (;;) {
        int byte = next_byte(line);
        if (byte < 0) {
            line->status = byte == BYTE_STOP ? LINE_STOP : LINE_END;
            return 0;
        }
        size_t got = mbrtowc(character, &(char){(char)byte}, 1, &state);
        if (got <= 1)
            return 1;
        if (got == (size_t)-1) /* skips bytes that are no character in the locale */
            memset(&state, 0, sizeof state);
    }
}

/* Handles Ctrl-C. Ctrl-C and Ctrl-Z are read as keys, because a signal may also come from a different process. */
static unsigned char cancel(EditLine *editor, int key)
{
    struct line *line = NULL;
    (void)key;
    el_get(editor, EL_CLIENTDATA, &line);
    line->status = LINE_CANCEL;
    return CC_EOF;
}

static unsigned char suspend(EditLine *editor, int key)
{
    (void)key;
    signals.suspend = 1;
    edit_again(editor);
    return CC_NORM;
}

static char *prompt_of(EditLine *editor)
{
    struct line *line = NULL;
    el_get(editor, EL_CLIENTDATA, &line);
    return line->prompt;
}

/* libedit requires this marker around parts of the prompt that take no columns, such as colours. */
enum { NO_COLUMNS = '\1' };

static void set_prompt(struct line *line, const char *prompt)
{
    struct base_out out = base_out_cut(line->prompt, sizeof line->prompt);
    bool colour = false;
    for (; *prompt; prompt++) {
        if (*prompt == '\033' && !colour) {
            base_put_char(&out, NO_COLUMNS);
            colour = true;
        }
        base_put_char(&out, *prompt);
        if (*prompt == 'm' && colour) {
            base_put_char(&out, NO_COLUMNS);
            colour = false;
        }
    }
}

static bool open_editor(struct line *line)
{
    HistEvent event;
    line->editor = el_init("fuerstenfeld", stdin, stdout, stderr);
    line->history = history_init();
    if (!line->editor || !line->history)
        return false;
    history(line->history, &event, H_SETSIZE, HISTORY_MAX);
    history(line->history, &event, H_SETUNIQUE, 1);
    el_set(line->editor, EL_CLIENTDATA, line);
    el_set(line->editor, EL_EDITOR, "emacs");
    el_set(line->editor, EL_SIGNAL, 0);
    el_set(line->editor, EL_HIST, history, line->history);
    el_set(line->editor, EL_GETCFN, next_character);
    el_set(line->editor, EL_PROMPT_ESC, prompt_of, NO_COLUMNS);
    /* el_set() would copy the names of functions and never free them, so el_wset() is used. */
    el_wset(line->editor, EL_ADDFN, L"complete", L"completes the line", complete);
    el_set(line->editor, EL_BIND, "\t", "complete", NULL);
    el_set(line->editor, EL_SETTY, "-d", "-isig", NULL);
    el_wset(line->editor, EL_ADDFN, L"cancel", L"drops the line", cancel);
    el_set(line->editor, EL_BIND, "^C", "cancel", NULL);
    el_wset(line->editor, EL_ADDFN, L"suspend", L"stops the program", suspend);
    el_set(line->editor, EL_BIND, "^Z", "suspend", NULL);
    el_set(line->editor, EL_BIND, "^W", "ed-delete-prev-word", NULL);
    return true;
}

static enum line_status read_edited(struct line *line, const char *prompt, const char **text, size_t *n)
{
    HistEvent event;
    int length = 0;
    line->status = LINE_TEXT;
    set_prompt(line, prompt);
    tcgetattr(STDIN_FILENO, &signals.before);
    signals.editing = 1;
    cli_catch_signals(edit_signals, COUNT(edit_signals), on_edit);
    cli_catch_signals(bug_signals, COUNT(bug_signals), on_bug);
    el_set(line->editor, EL_PREP_TERM,
           1); /* prepares the terminal before the prompt is printed; libedit does so only when it waits for a key */
    *text = el_gets(line->editor, &length);
    cli_catch_signals(edit_signals, COUNT(edit_signals), SIG_DFL);
    cli_catch_signals(bug_signals, COUNT(bug_signals), SIG_DFL);
    signals.editing = 0;
    bool ended = line->status != LINE_TEXT || !*text || length <= 0;
    if (ended) {
        printf("%s\n", line->status == LINE_CANCEL ? "^C" : "");
        return line->status == LINE_TEXT ? LINE_END : line->status;
    }
    *n = (size_t)length - ((*text)[length - 1] == '\n');
    if (*n > 0)
        history(line->history, &event, H_ENTER, *text);
    return LINE_TEXT;
}

/* ---------------------------------------------------------------------------------------------------------- calling */

struct line *line_new(const struct line_options *terms)
{
    struct line *line = (struct line *)calloc(1, sizeof *line);
    if (!line)
        return NULL;
    line->terms = *terms;
    if (!terms->edit || open_editor(line))
        return line;
    line_free(line);
    return NULL;
}

void line_free(struct line *line)
{
    if (!line)
        return;
    if (line->editor)
        el_end(line->editor);
    if (line->history)
        history_end(line->history);
    free(line->text);
    free(line);
}

void line_clear_history(struct line *line)
{
    HistEvent event;
    if (line->history)
        history(line->history, &event, H_CLEAR);
}

enum line_status line_read(struct line *line, const char *prompt, const char **text, size_t *n)
{
    if (line->editor)
        return read_edited(line, prompt, text, n);
    fputs(prompt, stdout);
    if (fflush(stdout) != 0)
        return LINE_END;
    enum line_status status = read_plain(line);
    *text = line->text;
    *n = line->text_n;
    return status;
}
