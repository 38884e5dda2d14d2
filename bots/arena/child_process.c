/* child_process.c - starts a program and exchanges lines with it; see child_process.h. */
#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { STOP_CHECK_MS = 50 }; /* longest time between two checks of *stop */

uint64_t arena_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ------------------------------------------------------------------------------------------------------------ start */

static void close_both(const int fd[2])
{
    close(fd[0]);
    close(fd[1]);
}

/* Makes a pipe whose ends no other program inherits. */
static bool private_pipe(int fd[2])
{
    if (pipe(fd) != 0)
        return false;
    fcntl(fd[0], F_SETFD, FD_CLOEXEC);
    fcntl(fd[1], F_SETFD, FD_CLOEXEC);
    return true;
}

/* Prepares the child: its own process group, so that it can be killed with its children and does not get our Ctrl-C,
 * and default signal handling. */
static void set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t set;
    sigemptyset(&set);
    posix_spawnattr_setsigmask(attributes, &set);
    sigaddset(&set, SIGPIPE);
    sigaddset(&set, SIGXFSZ);
    sigaddset(&set, SIGINT);
    posix_spawnattr_setsigdefault(attributes, &set);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
}

/* Starts the program. Returns 0 or an error number. */
static int spawn(struct arena_process *process, const char *command, const int in[2], const int out[2])
{
    char shell[] = "sh", option[] = "-c";
    char *argv[] = {shell, option, (char *)(uintptr_t)command, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    set_attributes(&attributes);
    int error = posix_spawn(&process->pid, "/bin/sh", &actions, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static int start_child(struct arena_process *process, const char *command)
{
    int in[2], out[2];
    if (!private_pipe(in))
        return errno;
    if (!private_pipe(out)) {
        int error = errno;
        close_both(in);
        return error;
    }
    int error = spawn(process, command, in, out);
    if (error) {
        close_both(in);
        close_both(out);
        process->pid = 0;
        return error;
    }
    close(in[0]);
    close(out[1]);
    process->to = in[1];
    process->from = out[0];
    fcntl(process->to, F_SETFL, O_NONBLOCK);
    fcntl(process->from, F_SETFL, O_NONBLOCK);
    return 0;
}

bool arena_process_start(struct arena_process *process, const char *command, const atomic_bool *stop)
{
    /* Starts one program at a time. A program started by another thread before the pipe is marked close-on-exec would
     * inherit the pipe and keep it open. */
    static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
    memset(process, 0, sizeof *process);
    process->stop = stop;
    pthread_mutex_lock(&starting);
    int error = start_child(process, command);
    pthread_mutex_unlock(&starting);
    errno = error;
    return error == 0;
}

/* ------------------------------------------------------------------------------------------------------------- talk */

/* Waits until the process has output to read or, with `write`, accepts input. */
static enum arena_process_status wait_until(struct arena_process *process, bool write, uint64_t deadline)
{
    size_t room = sizeof process->buffer - 1 - (process->end - process->at);
    struct pollfd fds[2] = {{process->from, POLLIN, 0}, {process->to, POLLOUT, 0}};
    if (process->closed || (write && room == 0))
        fds[0].fd = -1; /* poll ignores it */
    for (;;) {
        uint64_t now = arena_now_ns();
        if (process->stop && atomic_load(process->stop))
            return ARENA_PROCESS_STOPPED;
        if (now >= deadline)
            return ARENA_PROCESS_LATE;
        uint64_t ms = (deadline - now) / 1000000 + 1;
        if (poll(fds, write ? 2 : 1, ms < STOP_CHECK_MS ? (int)ms : STOP_CHECK_MS) > 0)
            return ARENA_PROCESS_OK;
    }
}

/* Reads available output into the free part of the buffer. */
static void take_child_output(struct arena_process *process)
{
    memmove(process->buffer, process->buffer + process->at, process->end - process->at);
    process->end -= process->at;
    process->at = 0;
    size_t room = sizeof process->buffer - 1 - process->end;
    if (room == 0 || process->closed)
        return;
    ssize_t n = read(process->from, process->buffer + process->end, room);
    if (n > 0)
        process->end += (size_t)n;
    else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        process->closed = true;
}

enum arena_process_status arena_process_send(struct arena_process *process, const char *bytes, size_t n,
                                             uint64_t deadline)
{
    while (n > 0) {
        ssize_t written = write(process->to, bytes, n);
        if (written < 0 && errno != EAGAIN && errno != EINTR)
            return ARENA_PROCESS_ENDED;
        if (written > 0) {
            bytes += written;
            n -= (size_t)written;
            continue;
        }
        /* The process may be blocked on its own output, so read that while waiting. */
        enum arena_process_status status = wait_until(process, true, deadline);
        if (status != ARENA_PROCESS_OK)
            return status;
        take_child_output(process);
    }
    return ARENA_PROCESS_OK;
}

static const char *cut_line(struct arena_process *process, char *end)
{
    char *line = process->buffer + process->at;
    size_t n = (size_t)(end - line);
    process->at += n + (end < process->buffer + process->end);
    if (n > 0 && line[n - 1] == '\r')
        n--;
    for (size_t i = 0; i < n; i++)
        line[i] = line[i] ? line[i] : '?'; /* replaces a NUL, which would end the string */
    line[n] = '\0';
    return line;
}

/* Removes the first whole line from the buffer. Returns false if the buffer has none. */
static bool next_line(struct arena_process *process, const char **line)
{
    char *end = (char *)memchr(process->buffer + process->at, '\n', process->end - process->at);
    if (end)
        *line = cut_line(process, end);
    return end != NULL;
}

enum arena_process_status arena_process_read_line(struct arena_process *process, const char **line, uint64_t deadline)
{
    for (;;) {
        if (next_line(process, line))
            return ARENA_PROCESS_OK;
        if (process->closed)
            return ARENA_PROCESS_ENDED;
        if (process->end - process->at == sizeof process->buffer - 1)
            return ARENA_PROCESS_TOO_LONG;
        enum arena_process_status status = wait_until(process, false, deadline);
        if (status != ARENA_PROCESS_OK)
            return status;
        take_child_output(process);
    }
}

bool arena_process_poll_line(struct arena_process *process, const char **line)
{
    if (next_line(process, line))
        return true;
    take_child_output(process);
    return next_line(process, line);
}

const char *arena_process_partial_line(struct arena_process *process)
{
    return cut_line(process, process->buffer + process->end);
}

/* -------------------------------------------------------------------------------------------------------------- end */

static void say_how(int status, bool killed, char *how, size_t size)
{
    if (!how)
        return;
    if (WIFEXITED(status))
        snprintf(how, size, "ended with status %d", WEXITSTATUS(status));
    else if (killed && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        snprintf(how, size, "was stopped by us");
    else
        snprintf(how, size, "was killed by signal %d", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}

/* Waits until the process exits or the deadline passes. Returns whether the process exited. Does not reap it. */
static bool wait_for_exit(const struct arena_process *process, uint64_t deadline)
{
    const struct timespec nap = {0, 2000000};
    for (;;) {
        siginfo_t info;
        info.si_pid = 0;
        if (waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid)
            return true;
        if (arena_now_ns() >= deadline)
            return false;
        nanosleep(&nap, NULL);
    }
}

void arena_process_end(struct arena_process *process, uint32_t patience_ms, char *how, size_t how_size)
{
    if (!process->pid)
        return;
    int status = 0;
    close(process->to);
    bool killed = !wait_for_exit(process, arena_now_ns() + (uint64_t)patience_ms * 1000000);
    kill(-process->pid, SIGKILL); /* the whole group, whose number is not reused before waitpid */
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
        ;
    close(process->from);
    say_how(status, killed, how, how_size);
    process->pid = 0;
}
