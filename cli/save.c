/* save.c - a file that appears whole or not at all; see cli.h.
 *
 * The temporary file lies in the target's own folder, because only within a file system is moving it one step. It is
 * also removed when the program is ended by a signal. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The one global: a signal handler has no other way to know what to remove. */
static char *volatile unfinished;

static void on_signal(int number)
{
    if (unfinished)
        unlink(unfinished);
    signal(number, SIG_DFL);
    raise(number);
}

static void watch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sigaction(numbers[i], &action, NULL);
}

static bool failed(const struct cli_save *save, const char *why)
{
    cli_error("%s: cannot be written: %s", strcmp(save->path, "-") == 0 ? "standard output" : save->path, why);
    return false;
}

/* What was there already may be a link: its target is replaced, not the link. */
static char *target_of(const char *path)
{
    char *target = realpath(path, NULL);
    return target ? target : strdup(path);
}

static int open_temporary(struct cli_save *save)
{
    static const char ending[] = ".XXXXXX";
    save->target = target_of(save->path);
    size_t n = save->target ? strlen(save->target) : 0;
    save->temporary = save->target ? (char *)malloc(n + sizeof ending) : NULL;
    if (!save->temporary)
        return -1;
    memcpy(save->temporary, save->target, n);
    memcpy(save->temporary + n, ending, sizeof ending);
    int fd = mkstemp(save->temporary);
    if (fd < 0)
        return -1;
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fd, 0666 & ~mask);
    watch_signals();
    unfinished = save->temporary;
    return fd;
}

static int open_output(struct cli_save *save)
{
    struct stat about;
    if (strcmp(save->path, "-") == 0)
        return STDOUT_FILENO;
    bool there = stat(save->path, &about) == 0;
    if (there && S_ISDIR(about.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (there && !S_ISREG(about.st_mode))
        return open(save->path, O_WRONLY);
    return open_temporary(save);
}

static void forget(struct cli_save *save)
{
    unfinished = NULL;
    free(save->temporary);
    free(save->target);
    save->temporary = save->target = NULL;
    save->fd = -1;
}

bool cli_save_open(struct cli_save *save, const char *path)
{
    *save = (struct cli_save){.path = path, .fd = -1};
    save->fd = open_output(save);
    if (save->fd >= 0)
        return true;
    failed(save, strerror(errno));
    forget(save);
    return false;
}

void cli_save_abandon(struct cli_save *save)
{
    if (save->fd > STDOUT_FILENO)
        close(save->fd);
    if (save->temporary)
        unlink(save->temporary);
    forget(save);
}

bool cli_save_write(struct cli_save *save, const char *bytes, size_t n, bool *quiet)
{
    *quiet = false;
    while (n > 0) {
        ssize_t written = write(save->fd, bytes, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            *quiet = errno == EPIPE;
            if (!*quiet)
                failed(save, strerror(errno));
            cli_save_abandon(save);
            return false;
        }
        bytes += written;
        n -= (size_t)written;
    }
    return true;
}

bool cli_save_finish(struct cli_save *save)
{
    bool good = save->fd <= STDOUT_FILENO || close(save->fd) == 0;
    save->fd = -1;
    if (good && save->temporary)
        good = rename(save->temporary, save->target) == 0;
    if (!good) {
        failed(save, strerror(errno));
        cli_save_abandon(save);
        return false;
    }
    forget(save);
    return true;
}
