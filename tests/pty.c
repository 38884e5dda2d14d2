/* pty.c - runs a program at a terminal of its own and types: tests/pty ROWS COLUMNS PROGRAM [ARGUMENT...] < SCRIPT
 *
 * A script is lines:
 *
 *     expect TEXT      waits until the program has written this, after what was expected before
 *     never TEXT       it has not written this so far
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

enum { SEEN_MAX = 1 << 20, PATIENCE_MS = 30000, PAUSE_MS = 10, LINE_MAX_BYTES = 1024 };

struct session {
    int master;
    pid_t pid;
    char seen[SEEN_MAX];
    size_t seen_n, expected; /* what was expected before ends here */
    struct termios before;
    int status;
    bool ended;
};

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

static void send_text(struct session *s, const char *text)
{
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
        if (write(s->master, &byte, 1) != 1)
            return;
    }
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
