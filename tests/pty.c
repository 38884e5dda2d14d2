/* pty.c - runs a program at a terminal of its own and types: tests/pty ROWS COLUMNS PROGRAM [ARGUMENT...] < SCRIPT
 *
 * A script is lines:
 *
 *     expect TEXT      waits until the program has written this, after what was expected before
 *     never TEXT       it has not written this so far
 *     sees TEXT        waits until it stands on the screen, as a terminal shows it
 *     gone TEXT        it does not stand there
 *     size ROWS COLUMNS  the terminal has another size from now on
 *     send TEXT        types it; \r \t \e \\ and \xHH stand for bytes
 *     signal NUMBER    sends the program a signal
 *     end STATUS       waits until it has ended with this status, and the terminal is as it was before
 *
 * Prints everything that the program wrote. Exit status: 0 if the script went through, else 1, and it says where. */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { SCREEN_ROWS = 100, SCREEN_COLUMNS = 240 };

/* What a terminal shows of the bytes so far: cursor, lines, what erases and shifts; the rest is passed over. Characters
 * of several bytes are kept as such, one a cell. */
struct screen {
    int rows, columns, row, column;
    char cell[SCREEN_ROWS][SCREEN_COLUMNS][5];
};

enum { SEEN_MAX = 1 << 20, PATIENCE_MS = 60000, PAUSE_MS = 10, LINE_MAX_BYTES = 1024 };

struct session {
    int master;
    pid_t pid;
    char seen[SEEN_MAX];
    size_t seen_n, expected; /* what was expected before ends here */
    struct termios before;
    int status;
    bool ended;
    struct screen screen;
    size_t drawn; /* bytes that the screen has */
};

/* ------------------------------------------------------------------------------------------------------- the screen */

static void clear_cells(struct screen *screen, int row, int from, int to)
{
    for (int column = from; column < to; column++)
        strcpy(screen->cell[row][column], " ");
}

static void clear_screen(struct screen *screen)
{
    for (int row = 0; row < SCREEN_ROWS; row++)
        clear_cells(screen, row, 0, SCREEN_COLUMNS);
}

static void next_row(struct screen *screen)
{
    if (++screen->row < screen->rows)
        return;
    screen->row = screen->rows - 1;
    memmove(screen->cell[0], screen->cell[1], sizeof screen->cell[0] * (SCREEN_ROWS - 1));
    clear_cells(screen, screen->rows - 1, 0, SCREEN_COLUMNS);
}

/* Deletes `out` cells at the cursor, or inserts `in`. */
static void shift_cells(struct screen *screen, int out, int in)
{
    char(*line)[5] = screen->cell[screen->row];
    int from = screen->column, n = SCREEN_COLUMNS - from - out - in;
    if (n <= 0)
        return;
    memmove(line[from + in], line[from + out], (size_t)n * sizeof *line);
    clear_cells(screen, screen->row, in ? from : from + n, in ? from + in : SCREEN_COLUMNS);
}

/* ESC [ NUMBERS LETTER */
static void obey_sequence(struct screen *screen, const char *numbers, char letter)
{
    int n = atoi(numbers);
    switch (letter) {
    case 'H': screen->row = screen->column = 0; break;
    case 'A': screen->row -= screen->row > 0; break;
    case 'C': screen->column += n ? n : 1; break;
    case 'D': screen->column -= screen->column < n ? screen->column : n ? n : 1; break;
    case 'G': screen->column = n ? n - 1 : 0; break;
    case 'P': shift_cells(screen, n ? n : 1, 0); break;
    case '@': shift_cells(screen, 0, n ? n : 1); break;
    case 'K': clear_cells(screen, screen->row, screen->column, SCREEN_COLUMNS); break;
    case 'J': clear_screen(screen); break;
    default: break;
    }
}

/* The bytes at `text`, of which one thing is taken: how many, or 0: it is not complete yet. */
static size_t draw_one(struct screen *screen, const char *text, size_t n)
{
    unsigned char c = (unsigned char)text[0];
    size_t length = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    if (c == 033) {
        char numbers[32] = "";
        size_t at = 2, k = 0;
        if (n < 2 || text[1] != '[')
            return n < 2 ? 0 : 2;
        while (at < n && k < sizeof numbers - 1 && strchr("0123456789;?", text[at]))
            numbers[k++] = text[at++];
        if (at >= n)
            return 0;
        obey_sequence(screen, numbers, text[at]);
        return at + 1;
    }
    if (c == '\r')
        screen->column = 0;
    if (c == '\b')
        screen->column -= screen->column > 0;
    if (c == '\n')
        next_row(screen);
    if (c < ' ')
        return 1;
    if (n < length)
        return 0;
    if (screen->column >= screen->columns) {
        screen->column = 0;
        next_row(screen);
    }
    memcpy(screen->cell[screen->row][screen->column], text, length);
    screen->cell[screen->row][screen->column++][length] = '\0';
    return length;
}

static bool on_screen(struct session *s, const char *text)
{
    static char shown[SCREEN_ROWS * (SCREEN_COLUMNS * 4 + 1) + 1];
    size_t n = 0, took;
    while (s->drawn < s->seen_n && (took = draw_one(&s->screen, s->seen + s->drawn, s->seen_n - s->drawn)) > 0)
        s->drawn += took;
    for (int row = 0; row < s->screen.rows; row++) {
        for (int column = 0; column < s->screen.columns; column++)
            n += (size_t)sprintf(shown + n, "%s", s->screen.cell[row][column]);
        shown[n++] = '\n';
    }
    shown[n] = '\0';
    return strstr(shown, text) != NULL;
}

static void set_size(struct session *s, int rows, int columns)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    s->screen.rows = rows < SCREEN_ROWS ? rows : SCREEN_ROWS;
    s->screen.columns = columns < SCREEN_COLUMNS ? columns : SCREEN_COLUMNS;
    ioctl(s->master, TIOCSWINSZ, &size);
}

/* ------------------------------------------------------------------------------------------------------ the program */

static bool start(struct session *s, const char *rows, const char *columns, char **argv)
{
    struct winsize size = {.ws_row = (unsigned short)atoi(rows), .ws_col = (unsigned short)atoi(columns)};
    s->master = posix_openpt(O_RDWR | O_NOCTTY);
    if (s->master < 0 || grantpt(s->master) != 0 || unlockpt(s->master) != 0)
        return false;
    int slave = open(ptsname(s->master), O_RDWR | O_NOCTTY);
    if (slave < 0 || ioctl(slave, TIOCSWINSZ, &size) != 0 || tcgetattr(slave, &s->before) != 0)
        return false;
    s->pid = fork();
    if (s->pid != 0) {
        close(slave);
        s->screen.rows = size.ws_row < SCREEN_ROWS ? size.ws_row : SCREEN_ROWS;
        s->screen.columns = size.ws_col < SCREEN_COLUMNS ? size.ws_col : SCREEN_COLUMNS;
        clear_screen(&s->screen);
        return s->pid > 0;
    }
    setsid();
    ioctl(slave, TIOCSCTTY, 0);
    for (int fd = 0; fd < 3; fd++)
        dup2(slave, fd);
    close(slave);
    close(s->master);
    execv(argv[0], argv);
    _exit(127);
}

/* Takes what the program has written; false: nothing came for that long, or it has gone. */
static bool listen_for(struct session *s, int ms)
{
    struct pollfd waiting = {.fd = s->master, .events = POLLIN};
    if (s->seen_n + 1 >= SEEN_MAX || poll(&waiting, 1, ms) <= 0)
        return false;
    ssize_t got = read(s->master, s->seen + s->seen_n, SEEN_MAX - 1 - s->seen_n);
    if (got <= 0)
        return false;
    s->seen_n += (size_t)got;
    s->seen[s->seen_n] = '\0';
    return true;
}

static bool expect(struct session *s, const char *text)
{
    for (;;) {
        const char *at = strstr(s->seen + s->expected, text);
        if (at) {
            s->expected = (size_t)(at - s->seen) + strlen(text);
            return true;
        }
        if (!listen_for(s, PATIENCE_MS))
            return false;
    }
}

/* All at once: of a key that is several bytes, the rest comes within a moment or is another key. */
static void send_text(struct session *s, const char *text)
{
    char bytes[LINE_MAX_BYTES];
    size_t n = 0;
    while (*text) {
        char byte = *text++;
        if (byte == '\\' && *text) {
            char code = *text++;
            char hex[3] = {code == 'x' ? text[0] : '0', code == 'x' && text[0] ? text[1] : '\0', '\0'};
            byte = code == 'r' ? '\r' : code == 't' ? '\t' : code == 'e' ? '\033' : code;
            if (code == 'x') {
                byte = (char)strtol(hex, NULL, 16);
                text += strlen(hex);
            }
        }
        bytes[n++] = byte;
    }
    if (write(s->master, bytes, n) != (ssize_t)n)
        printf("\nnot all of it could be typed\n");
}

static bool wait_end(struct session *s, int status)
{
    struct termios after;
    /* The terminal outlives the program only as long as somebody has it open. */
    int slave = open(ptsname(s->master), O_RDWR | O_NOCTTY);
    for (int waits = 0; !s->ended && waits < PATIENCE_MS / PAUSE_MS; waits++) {
        s->ended = waitpid(s->pid, &s->status, WNOHANG) != 0;
        if (!s->ended && !listen_for(s, PAUSE_MS))
            nanosleep(&(struct timespec){0, PAUSE_MS * 1000000L}, NULL);
    }
    if (!s->ended)
        return false;
    while (listen_for(s, 0))
        ;
    int got = WIFEXITED(s->status) ? WEXITSTATUS(s->status) : 128 + WTERMSIG(s->status);
    bool same = tcgetattr(slave, &after) == 0 && after.c_lflag == s->before.c_lflag &&
                after.c_iflag == s->before.c_iflag && after.c_oflag == s->before.c_oflag;
    close(slave);
    if (got != status)
        printf("\nexit status %d\n", got);
    if (!same)
        printf("\nthe terminal is not as it was\n");
    return got == status && same;
}

static bool step(struct session *s, char *line)
{
    char *text = strchr(line, ' ');
    if (!text)
        return false;
    *text++ = '\0';
    if (strcmp(line, "expect") == 0)
        return expect(s, text);
    if (strcmp(line, "never") == 0)
        return !strstr(s->seen, text);
    if (strcmp(line, "gone") == 0)
        return !on_screen(s, text);
    if (strcmp(line, "sees") == 0) {
        while (!on_screen(s, text))
            if (!listen_for(s, PATIENCE_MS))
                return false;
        return true;
    }
    if (strcmp(line, "size") == 0) {
        set_size(s, atoi(text), atoi(strchr(text, ' ') ? strchr(text, ' ') : "80"));
        return true;
    }
    if (strcmp(line, "send") == 0)
        send_text(s, text);
    else if (strcmp(line, "signal") == 0)
        kill(s->pid, atoi(text));
    else
        return strcmp(line, "end") == 0 && wait_end(s, atoi(text));
    return true;
}

int main(int argc, char **argv)
{
    static struct session session;
    char line[LINE_MAX_BYTES];
    bool fine = argc > 3 && start(&session, argv[1], argv[2], argv + 3);
    for (int number = 1; fine && fgets(line, sizeof line, stdin); number++) {
        line[strcspn(line, "\n")] = '\0';
        fine = !*line || step(&session, line);
        if (!fine)
            printf("\nline %d of the script failed\n", number);
    }
    if (!session.ended && session.pid > 0) {
        kill(session.pid, SIGKILL);
        waitpid(session.pid, &session.status, 0);
    }
    fwrite(session.seen, 1, session.seen_n, stdout);
    return fine ? 0 : 1;
}
