/* cli.c - functions shared by all subcommands; see cli.h. */
#include "cli.h"

#include "engine/base/hex.h"
#include "engine/base/number.h"
#include "engine/base/safe.h"
#include "engine/base/utf8.h"
#include "engine/base/wrap.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 1 << 20, READ_BYTES = 1 << 18 };

/* --------------------------------------------------------------------------------------------------------- messages */

/* Appends a message with unsafe characters escaped. A line break stays one only if the next line is indented. */
static void put_lines(struct base_out *out, const char *text)
{
    for (const char *next; (next = strstr(text, "\n  ")); text = next + 1) {
        base_put_safe(out, text, (size_t)(next - text));
        base_put_char(out, '\n');
    }
    base_put_safe(out, text, strlen(text));
}

void cli_error(const char *format, ...)
{
    char message[4 * CLI_SAFE_SIZE], lines[8 * CLI_SAFE_SIZE];
    struct base_out out = base_out_cut(lines, sizeof lines);
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    base_put(&out, cli_program.name);
    base_put(&out, ": ");
    put_lines(&out, message);
    base_put_char(&out, '\n');
    cli_print_wrapped(stderr, lines, 2); /* printed in one call, because other threads may print too */
}

void *cli_check_memory(void *memory)
{
    if (memory)
        return memory;
    cli_error("out of memory");
    exit(CLI_USAGE);
}

static struct winsize size_of(int fd)
{
    struct winsize size;
    memset(&size, 0, sizeof size);
    if (!isatty(fd) || ioctl(fd, TIOCGWINSZ, &size) != 0)
        memset(&size, 0, sizeof size);
    return size;
}

size_t cli_columns(int fd)
{
    const char *columns = getenv("COLUMNS");
    uint64_t given = 0;
    if (isatty(fd) || !columns)
        return size_of(fd).ws_col;
    base_number_read(columns, strlen(columns), UINT16_MAX, &given);
    return given;
}

size_t cli_rows(int fd) { return size_of(fd).ws_row; }

bool cli_locale_is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

void cli_put_ascii(struct base_out *out, const char *text)
{
    static const char *const letters[][2] = {{"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"Ä", "Ae"}, {"Ö", "Oe"},
                                             {"Ü", "Ue"}, {"ß", "ss"}, {"→", "->"}, {"·", "-"},  {"–", "-"}};
    size_t length;
    for (size_t left = strlen(text); left; text += length, left -= length) {
        size_t known = 0;
        uint32_t character = base_utf8_take(text, left, &length);
        if (character < 0x80 || cli_locale_is_utf8()) {
            base_put_bytes(out, text, length);
            continue;
        }
        while (known < sizeof letters / sizeof *letters && strncmp(letters[known][0], text, length) != 0)
            known++;
        if (known < sizeof letters / sizeof *letters) {
            base_put(out, letters[known][1]);
            continue;
        }
        base_put(out, "\\u{");
        base_put_hex_number(out, character, 4);
        base_put_char(out, '}');
    }
}

static void put_json_ascii(struct base_out *out, const char *text)
{
    size_t length;
    for (size_t left = strlen(text); left; text += length, left -= length) {
        char escape[16];
        uint32_t c = base_utf8_take(text, left, &length);
        if (c < 0x80)
            snprintf(escape, sizeof escape, "%c", (char)c);
        else if (c < 0x10000)
            snprintf(escape, sizeof escape, "\\u%04x", c);
        else
            snprintf(escape, sizeof escape, "\\u%04x\\u%04x", 0xd7c0 + (c >> 10), 0xdc00 + (c & 0x3ff));
        base_put(out, escape);
    }
}

void cli_print_for_programs(FILE *to, const char *text, bool json)
{
    size_t room = 12 * strlen(text) + 1;
    char *ascii = cli_locale_is_utf8() ? NULL : malloc(room);
    if (ascii) {
        struct base_out out = base_out_of(ascii, room);
        (json ? put_json_ascii : cli_put_ascii)(&out, text);
    }
    fputs(ascii ? ascii : text, to);
    free(ascii);
}

int cli_print_wrapped(FILE *to, const char *text, size_t hang)
{
    size_t n = strlen(text), room = 12 * n + 4096;
    char *ascii = malloc(room), *wrapped = malloc(room);
    int lines = 0;
    if (ascii && wrapped) {
        struct base_out plain = base_out_cut(ascii, room), out = base_out_cut(wrapped, room);
        cli_put_ascii(&plain, text);
        base_put_wrapped(&out, ascii, plain.length, cli_columns(fileno(to)), hang);
        text = wrapped;
    }
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        lines++;
    fputs(text, to);
    free(ascii);
    free(wrapped);
    return lines;
}

/* The beginning of an output line that is not complete yet. */
static struct {
    FILE *to;
    char text[4 * CLI_SAFE_SIZE];
} begun;

/* Prints the incomplete line. */
static void print_begun(void)
{
    if (begun.to && *begun.text)
        cli_print_wrapped(begun.to, begun.text, 2);
    begun.text[0] = '\0';
}

static void print_message(FILE *to, const char *format, va_list values)
{
    if (begun.to != to)
        print_begun();
    begun.to = to;
    size_t n = strlen(begun.text);
    vsnprintf(begun.text + n, sizeof begun.text - n, format, values);
    n = strlen(begun.text);
    if (n && (begun.text[n - 1] == '\n' || n == sizeof begun.text - 1))
        print_begun();
}

void cli_printf(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    print_message(stdout, format, values);
    va_end(values);
}

void cli_fprintf(FILE *to, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    print_message(to, format, values);
    va_end(values);
}

const char *cli_safe(const char *text, char buffer[CLI_SAFE_SIZE])
{
    struct base_out out = base_out_cut(buffer, CLI_SAFE_SIZE);
    base_put_safe(&out, text, strlen(text));
    return buffer;
}

bool cli_confirm(const char *command, const char *question, bool force)
{
    char answer[16] = "";
    if (force)
        return true;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        cli_error("%s: nothing was deleted; without a terminal, --clear needs --force", command);
        return false;
    }
    cli_printf("%s Type yes to delete: ", question);
    cli_flush();
    bool yes = fgets(answer, sizeof answer, stdin) && (strcmp(answer, "yes\n") == 0 || strcmp(answer, "y\n") == 0);
    if (!yes)
        cli_printf("Nothing was deleted.\n");
    return yes;
}

/* Whether the reader of the output has closed the pipe. */
static bool pipe_closed;

void cli_note_pipe_closed(void) { pipe_closed = true; }

bool cli_flush(void)
{
    print_begun();
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    int why = errno;
    clearerr(stdout); /* the error is printed once */
    if (why == EPIPE)
        pipe_closed = true;
    else if (!pipe_closed)
        cli_error("cannot write the output: %s", strerror(why));
    return false;
}

int cli_final_exit_status(int status)
{
    bool written = cli_flush();
    return pipe_closed && (status == CLI_OK || status == CLI_USAGE) ? 128 + SIGPIPE
           : written || status != CLI_OK                            ? status
                                                                    : CLI_USAGE;
}

static int smaller(int a, int b) { return a < b ? a : b; }

int cli_word_distance(const char *a, const char *b)
{
    enum { ROW = 32 };
    int rows[3][ROW], columns = (int)strlen(b);
    if (columns >= ROW)
        return ROW;
    for (int j = 0; j <= columns; j++)
        rows[0][j] = j;
    int i = 0;
    for (; a[i]; i++) {
        int *row = rows[(i + 1) % 3];
        const int *above = rows[i % 3], *above_that = rows[(i + 2) % 3];
        row[0] = i + 1;
        for (int j = 0; j < columns; j++) {
            row[j + 1] = smaller(smaller(above[j + 1], row[j]) + 1, above[j] + (a[i] != b[j]));
            if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
                row[j + 1] = smaller(row[j + 1], above_that[j - 1] + 1);
        }
    }
    return rows[i % 3][columns];
}

const char *cli_find_similar_name(const char *word, const char *const *names, int n)
{
    const char *nearest = NULL;
    int best = (int)strlen(word) / 2 + 1; /* a word with half of its letters wrong is not similar */
    for (int i = 0; i < n; i++) {
        int d = cli_word_distance(word, names[i]);
        if (d < best) {
            best = d;
            nearest = names[i];
        }
    }
    return nearest;
}

/* ------------------------------------------------------------------------------------------------------------ files */

static bool open_failed(const char *path, const char *why)
{
    cli_error("%s: cannot be read: %s", *path ? path : "\"\"", why);
    return false;
}

/* Opens a file for reading. Returns its descriptor, or -1 after printing an error. */
static int open_input(const char *path)
{
    struct stat about;
    int fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &about) != 0) {
        open_failed(path, strerror(errno));
        return -1;
    }
    if (S_ISDIR(about.st_mode)) {
        open_failed(path, "it is a directory");
        close(fd);
        return -1;
    }
    return fd;
}

bool line_reader_open(struct line_reader *lines, const char *path)
{
    memset(lines, 0, sizeof *lines);
    lines->fd = open_input(path);
    if (lines->fd < 0)
        return false;
    lines->capacity = LINE_MAX_BYTES + READ_BYTES;
    lines->buffer = (char *)malloc(lines->capacity);
    if (lines->buffer)
        return true;
    line_reader_close(lines);
    return open_failed(path, "out of memory");
}

/* Moves the unread bytes to the front of the buffer and reads more bytes after them. */
static bool fill(struct line_reader *lines)
{
    memmove(lines->buffer, lines->buffer + lines->from, lines->to - lines->from);
    lines->to -= lines->from;
    lines->from = 0;
    size_t room = lines->capacity - lines->to;
    ssize_t n;
    do
        n = read(lines->fd, lines->buffer + lines->to, room < READ_BYTES ? room : READ_BYTES);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return false;
    lines->to += (size_t)n;
    lines->end = n == 0;
    return true;
}

/* Returns `length` unread bytes as a line, and skips `skip` bytes after them. */
static enum line_reader_result give_line(struct line_reader *lines, size_t length, size_t skip, const char **line,
                                         size_t *n)
{
    *line = lines->buffer + lines->from;
    *n = length;
    lines->from += length + skip;
    lines->number++;
    return CLI_LINE;
}

enum line_reader_result line_reader_next(struct line_reader *lines, const char **line, size_t *n)
{
    size_t searched = 0; /* bytes after `from` that contain no newline */
    for (;;) {
        size_t unread = lines->to - lines->from;
        const char *start = lines->buffer + lines->from;
        const char *newline = (const char *)memchr(start + searched, '\n', unread - searched);
        if (newline)
            return give_line(lines, (size_t)(newline - start), 1, line, n);
        if (unread > LINE_MAX_BYTES || (lines->end && unread > 0))
            return give_line(lines, unread, 0, line, n);
        if (lines->end)
            return CLI_LINE_END;
        searched = unread;
        if (!fill(lines))
            return CLI_LINE_ERROR;
    }
}

void line_reader_close(struct line_reader *lines)
{
    if (lines->fd > STDIN_FILENO)
        close(lines->fd);
    free(lines->buffer);
    memset(lines, 0, sizeof *lines);
}

/* Reads up to `capacity` bytes. Returns their number, or -1 if reading fails. */
static ssize_t read_all(int fd, char *buffer, size_t capacity)
{
    size_t length = 0;
    while (length < capacity) {
        ssize_t n = read(fd, buffer + length, capacity - length);
        if (n == 0)
            break;
        if (n < 0 && errno != EINTR)
            return -1;
        length += n > 0 ? (size_t)n : 0;
    }
    return (ssize_t)length;
}

char *cli_read_file(const char *path, size_t max, size_t *n)
{
    int fd = open_input(path);
    if (fd < 0)
        return NULL;
    char *text = (char *)malloc(max + 1);
    ssize_t length = text ? read_all(fd, text, max + 1) : -1;
    const char *why = !text ? "out of memory" : length < 0 ? strerror(errno) : "it is too large";
    if (fd > STDIN_FILENO)
        close(fd);
    if (length < 0 || (size_t)length > max) {
        open_failed(path, why);
        free(text);
        return NULL;
    }
    text[length] = '\0';
    *n = (size_t)length;
    return text;
}

/* ---------------------------------------------------------------------------------------------------------- edition */

static bool edition_of(const char *path, const char *text, size_t n, struct text_edition *edition)
{
    struct base_error error;
    if (text_edition_read(text, n, edition, &error))
        return true;
    if (error.line)
        cli_error("%s:%u: %s", path, error.line, error.message);
    else
        cli_error("%s: %s", path, error.message);
    return false;
}

bool cli_read_named_edition(const char *path, struct text_edition *edition)
{
    enum { EDITION_MAX_BYTES = 1 << 20 };
    if (!path)
        return edition_of("the default edition", default_edition_text, default_edition_size, edition);
    size_t n;
    char *text = cli_read_file(path, EDITION_MAX_BYTES, &n);
    bool good = text && edition_of(path, text, n, edition);
    free(text);
    return good;
}

bool cli_read_edition(const char *path, struct ff_edition *edition)
{
    struct text_edition named;
    if (!cli_read_named_edition(path, &named))
        return false;
    *edition = named.values;
    return true;
}

void cli_catch_signals(const int *signals, size_t n, void (*handler)(int))
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < n; i++)
        sigaction(signals[i], &action, NULL);
}

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum {
    STOP_SIGNALS = sizeof stop_signals / sizeof stop_signals[0],
    ONE_STOP_MS = 1000, /* signals within this time count as one, because timeout(1) and a closed terminal send two */
};

/* This is a global because a signal handler can only report through one. */
static struct {
    atomic_bool stop;
    atomic_int number;                     /* number of the first signal */
    int64_t since_ms;                      /* time of the first signal, by a monotonic clock */
    struct sigaction before[STOP_SIGNALS]; /* the handlers before ours */
} games;

static void on_stop(int number)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const int64_t now_ms = now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
    if (!atomic_load(&games.stop)) {
        games.since_ms = now_ms;
        atomic_store(&games.number, number);
        atomic_store(&games.stop, true);
    } else if (now_ms - games.since_ms >= ONE_STOP_MS) {
        for (int i = 0; i < STOP_SIGNALS; i++)
            sigaction(stop_signals[i], &games.before[i], NULL);
        raise(number);
    }
}

void cli_catch_stop_signals(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_stop;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < STOP_SIGNALS; i++)
        sigaddset(&action.sa_mask, stop_signals[i]); /* the handler does not interrupt itself */
    for (int i = 0; i < STOP_SIGNALS; i++) {
        sigaction(stop_signals[i], NULL, &games.before[i]);
        if (stop_signals[i] != SIGHUP || games.before[i].sa_handler != SIG_IGN)
            sigaction(stop_signals[i], &action, NULL);
    }
}

const atomic_bool *cli_stop_requested(void) { return &games.stop; }

int cli_stop_exit_status(void) { return atomic_load(&games.stop) ? 128 + atomic_load(&games.number) : 0; }
