/* output_file.c - writes commands' output files; see cli.h. A replacement is written in the same folder as the file,
 * because a rename is atomic only within one file system. It is renamed when it is complete and synced to the disk.
 * Records are appended in whole pieces (games). If a piece cannot be written completely, it is removed again. So at any
 * moment the file is the old one, the old one followed by complete pieces, or the new one. Only kill -9 can leave an
 * incomplete piece at the end. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli.h"

#include "engine/base/json.h"
#include "engine/base/safe.h"
#include "engine/record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BEGINNING = 1 << 16 }; /* number of bytes from which the kind of a file, or its complete end, is recognized */

/* The file that a signal handler removes, and the message that it prints if a file stays. A signal handler can only
 * read globals. */
static char *volatile unfinished;
static const char *volatile last_words;

static void on_signal(int number)
{
    if (unfinished)
        unlink(unfinished);
    else if (last_words && write(STDERR_FILENO, last_words, strlen(last_words)) < 0)
        _exit(128 + number);
    signal(number, SIG_DFL);
    raise(number);
}

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

/* Blocks the signals that end the program. The caller unblocks them. */
static void hold_signals(sigset_t *before)
{
    sigset_t some;
    sigemptyset(&some);
    for (int i = 0; i < NUMBERS; i++)
        sigaddset(&some, numbers[i]);
    pthread_sigmask(SIG_BLOCK, &some, before);
}

/* Makes signals remove the unfinished file. Replaces only default handlers, because a program that already catches or
 * ignores a signal survives it and finishes the file. */
static void watch_signals(const struct output_file *save)
{
    for (int i = 0; i < NUMBERS && !save->trial; i++) {
        struct sigaction now;
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            cli_catch_signals(&numbers[i], 1, on_signal);
    }
}

static bool failed(const char *path, int why)
{
    const char *name = !*path ? "\"\"" : strcmp(path, "-") == 0 ? "standard output" : path;
    if (why == EPIPE)
        cli_note_pipe_closed(); /* no message, as in other programs */
    else
        cli_error("%s: cannot be written: %s", name, strerror(why));
    return false;
}

/* -------------------------------------------------------------------------------------------- what is there already */

static const char *how_to_go_on(const struct output_file_terms *terms)
{
    return terms->no_force ? "give a different name" : "give a different name, or --force to replace it";
}

/* Reads up to BEGINNING bytes of the file, starting at offset `at`. A negative offset counts from the end. */
static bool read_at(const char *path, off_t at, char *bytes, size_t *n)
{
    struct stat about;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && fstat(fd, &about) == 0;
    if (good && at < 0)
        at = about.st_size + at > 0 ? about.st_size + at : 0;
    ssize_t got = good ? pread(fd, bytes, BEGINNING, at) : -1;
    int why = errno;
    *n = got > 0 ? (size_t)got : 0;
    if (fd >= 0)
        close(fd);
    errno = why;
    return got >= 0;
}

/* Returns a message if a file is incomplete, so that nothing can be appended to it, or NULL. */
static const char *missing_end(const char *bytes, size_t n, const struct output_file_terms *terms)
{
    if (!n || bytes[n - 1] != '\n')
        return "its last line is cut off";
    return terms->ends && !terms->ends(bytes, n) ? "its last game is cut off" : NULL;
}

static bool is_ours(const char *path, const struct output_file_terms *terms)
{
    char *bytes = malloc(BEGINNING);
    size_t n = 0;
    bool read = bytes && read_at(path, 0, bytes, &n), is = read && terms->is && terms->is(bytes, n);
    const char *missing = NULL;
    if (is && terms->how == CLI_ADD && (read = read_at(path, -BEGINNING, bytes, &n)))
        missing = missing_end(bytes, n, terms);
    free(bytes);
    if (!read)
        cli_error("%s: already exists and cannot be read: %s; %s", path, strerror(errno), how_to_go_on(terms));
    else if (!terms->is)
        cli_error("%s: already exists; %s", path, how_to_go_on(terms));
    else if (!is)
        cli_error("%s: already exists and is not a %s; %s", path, terms->what, how_to_go_on(terms));
    else if (missing)
        cli_error("%s: %s, so nothing can be added; %s", path, missing, how_to_go_on(terms));
    return read && is && !missing;
}

/* Returns whether the file's first line that is not blank begins a game. */
static bool is_record(const char *bytes, size_t n)
{
    struct record_reader *reader = malloc(sizeof *reader);
    bool is = false;
    while (n && (*bytes == '\n' || *bytes == '\r' || *bytes == ' ')) {
        bytes++;
        n--;
    }
    const char *end = memchr(bytes, '\n', n);
    if (reader && end) {
        record_reader_init(reader);
        is = record_read_line(reader, bytes, (size_t)(end - bytes)) == RECORD_HOLDS && reader->events == 1;
    }
    free(reader);
    return is;
}

/* Returns whether the file's last line that is not blank ends a game. */
static bool ends_game(const char *bytes, size_t n)
{
    while (n && (bytes[n - 1] == '\n' || bytes[n - 1] == '\r' || bytes[n - 1] == ' '))
        n--;
    const char *line = bytes + n;
    while (line > bytes && line[-1] != '\n')
        line--;
    struct base_json json;
    struct base_json_text event;
    const bool is = base_json_read(&json, line, (size_t)(bytes + n - line)) == BASE_JSON_OK;
    const struct base_json_member *member = is ? base_json_find(&json, "event") : NULL;
    struct base_json_cursor value = member ? member->value : (struct base_json_cursor){NULL, NULL};
    return member && base_json_take_text(&value, &event) && base_json_text_is(&event, "end");
}

struct output_file_terms output_file_record_terms(bool force)
{
    return (struct output_file_terms){.how = CLI_ADD,
                                      .what = "file of recorded games",
                                      .is = is_record,
                                      .ends = ends_game,
                                      .force = force,
                                      .parts = true};
}

static bool is_allowed(const char *path, const struct output_file_terms *terms)
{
    struct stat about;
    if (terms->force || strcmp(path, "-") == 0 || stat(path, &about) != 0)
        return true;
    return !S_ISREG(about.st_mode) || about.st_size == 0 || is_ours(path, terms);
}

/* --------------------------------------------------------------------------------------------------------- opening */

/* Returns the path of the file to replace. For a symbolic link, that is its target. */
static char *target_of(const char *path)
{
    char *target = realpath(path, NULL);
    return target ? target : strdup(path);
}

static char *joined(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    char *both = malloc(n + m + 1);
    if (both) {
        memcpy(both, a, n);
        memcpy(both + n, b, m + 1);
    }
    return both;
}

/* Returns the mode of the file that is replaced, or the default mode of a new file. */
static mode_t mode_of(const char *target)
{
    struct stat about;
    if (stat(target, &about) == 0)
        return about.st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static int open_temporary(struct output_file *save)
{
    save->target = target_of(save->path);
    save->temporary = save->target ? joined(save->target, ".XXXXXX") : NULL;
    if (!save->temporary)
        return -1;
    int fd = mkstemp(save->temporary);
    if (fd < 0) {
        free(save->temporary);
        save->temporary = NULL;
        return -1;
    }
    fchmod(fd, mode_of(save->target));
    watch_signals(save);
    unfinished = save->temporary;
    return fd;
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Appenders take a shared lock, replacers an exclusive one. This opens a file for appending and locks it. If it was
 * replaced before the lock, opens the new file. File systems without locks give no protection. */
static int open_held(const char *path)
{
    for (;;) {
        struct stat ours, named;
        int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
        if (fd < 0)
            return -1;
        while (flock(fd, LOCK_SH) != 0 && errno == EINTR) {
        }
        if (fstat(fd, &ours) != 0 || stat(path, &named) != 0 || same_file(&ours, &named))
            return fd;
        close(fd);
    }
}

static int open_to_add(struct output_file *save)
{
    int fd = open(save->path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return errno == EEXIST ? open_held(save->path) : -1;
    flock(fd, LOCK_SH);
    save->made = strdup(save->path);
    watch_signals(save);
    unfinished = save->made; /* until something is written to it */
    return fd;
}

static int open_output(struct output_file *save)
{
    if (strcmp(save->path, "-") == 0)
        return STDOUT_FILENO;
    bool there = stat(save->path, &save->found) == 0;
    if (!*save->path || (there && S_ISDIR(save->found.st_mode))) {
        errno = *save->path ? EISDIR : ENOENT;
        return -1;
    }
    save->direct = there && !S_ISREG(save->found.st_mode);
    if (save->direct)
        return open(save->path, O_WRONLY | O_CLOEXEC);
    save->adds = save->terms.how == CLI_ADD && !save->terms.force;
    return save->adds ? open_to_add(save) : open_temporary(save);
}

static void forget(struct output_file *save)
{
    unfinished = NULL;
    last_words = NULL;
    free(save->temporary);
    free(save->target);
    free(save->made);
    free(save->words);
    save->temporary = save->target = save->made = save->words = NULL;
    save->fd = -1;
}

static bool open_save(struct output_file *save)
{
    if (!is_allowed(save->path, &save->terms))
        return false;
    save->fd = open_output(save);
    if (save->fd >= 0)
        return true;
    failed(save->path, errno);
    forget(save);
    return false;
}

bool output_file_open(struct output_file *save, const char *path, const struct output_file_terms *terms)
{
    *save = (struct output_file){.path = path, .fd = -1, .terms = *terms};
    return open_save(save);
}

/* --------------------------------------------------------------------------------------------------------- writing */

void output_file_abandon(struct output_file *save)
{
    if (save->fd > STDOUT_FILENO)
        close(save->fd);
    if (save->temporary)
        unlink(save->temporary);
    if (save->made && !save->written)
        unlink(save->made);
    forget(save);
}

/* Describes what has become of the old file if a replacement was interrupted. */
static const char *state_of(const struct output_file *save)
{
    return save->found.st_ino ? "was not changed" : "was not created";
}

/* Prepares the signal handler's message for a run whose finished pieces are kept. */
static void note_last_words(struct output_file *save)
{
    char text[CLI_SAFE_SIZE];
    struct base_out out = base_out_cut(text, sizeof text);
    base_put(&out, cli_program.name);
    base_put(&out, ": ");
    base_put_safe(&out, save->path, strlen(save->path));
    base_put_char(&out, ' ');
    base_put(&out, state_of(save));
    base_put(&out, "; the finished part is in ");
    base_put_safe(&out, save->temporary, strlen(save->temporary));
    base_put_char(&out, '\n');
    save->words = strdup(text);
}

/* Records that bytes were written, so that a signal no longer deletes the file. */
static void note_written(struct output_file *save, size_t n)
{
    save->written += n;
    if (save->made)
        unfinished = NULL;
    if (!save->temporary || !save->terms.parts || save->words)
        return;
    note_last_words(save);
    last_words = save->words;
    unfinished = NULL;
}

static bool write_pieces(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t written = write(fd, bytes, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        n -= (size_t)written;
    }
    return true;
}

/* Writes all bytes. Blocks signals that end the program during the write, because they would cut it off the write or
 * remove the bytes just written. */
static bool write_all(struct output_file *save, const char *bytes, size_t n)
{
    sigset_t before;
    hold_signals(&before);
    bool written = write_pieces(save->fd, bytes, n);
    int why = errno;
    if (written)
        note_written(save, n);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return written;
}

/* Does not open a pipe, because that would wait for its reader, and closing it would end the reader. Signal handlers
 * are not changed. */
bool output_file_check(const char *path, const struct output_file_terms *terms)
{
    struct output_file save = {.path = path, .fd = -1, .terms = *terms, .trial = true};
    struct stat about;
    sigset_t before;
    if (strcmp(path, "-") == 0)
        return true;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))
        return access(path, W_OK) == 0 || failed(path, errno);
    hold_signals(&before);
    bool good = open_save(&save);
    if (good)
        output_file_abandon(&save);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}

bool output_file_write(struct output_file *save, const char *bytes, size_t n)
{
    struct stat before;
    if (save->adds && fstat(save->fd, &before) != 0)
        before.st_size = -1;
    if (write_all(save, bytes, n))
        return true;
    int why = errno;
    if (save->adds && before.st_size >= 0 && ftruncate(save->fd, before.st_size) != 0)
        cli_error("%s: now ends in an incomplete game: %s", save->path, strerror(errno));
    failed(save->path, why);
    if (save->adds && save->written)
        cli_error("%s: everything written before that is kept", save->path);
    output_file_abandon(save);
    return false;
}

/* ------------------------------------------------------------------------------------------------------- finishing */

/* Syncs the folder, so that the file's new name is on the disk too. */
static void sync_folder(const char *target)
{
    char *copy = strdup(target);
    int fd = copy ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        fsync(fd); /* some file systems cannot sync a folder, and need not */
        close(fd);
    }
    free(copy);
}

/* Keeps the old file as FILE~. */
static void keep_old(const struct output_file *save)
{
    char *old = joined(save->target, "~");
    if (old && access(save->target, F_OK) == 0) {
        unlink(old);
        if (link(save->target, old) == 0)
            sync_folder(old);
    }
    free(old);
}

static bool on_disk(int fd) { return fsync(fd) == 0 || errno == EINVAL || errno == EROFS; }

/* Returns whether the file has not changed since it was found and no process is appending to it. No process can append
 * while *held is open. */
static bool is_as_found(const struct output_file *save, int *held)
{
    const struct stat *found = &save->found;
    struct stat now;
    *held = open(save->target, O_RDONLY | O_CLOEXEC);
    if (*held >= 0 && flock(*held, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return false;
    if (stat(save->target, &now) != 0)
        return true; /* the old file no longer exists */
    return same_file(&now, found) && now.st_size == found->st_size && now.st_mtim.tv_sec == found->st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == found->st_mtim.tv_nsec;
}

static bool move_into_place(struct output_file *save)
{
    int held;
    bool may = is_as_found(save, &held), moved = false;
    if (may && save->terms.keeps)
        keep_old(save);
    if (may)
        moved = rename(save->temporary, save->target) == 0;
    int why = errno;
    if (held >= 0)
        close(held);
    if (moved)
        sync_folder(save->target);
    else if (may)
        failed(save->path, why);
    else
        cli_error("%s: a different process has written to it, so it was not replaced; the new file is %s", save->path,
                  save->temporary);
    if (!may)
        forget(save);
    return moved;
}

bool output_file_finish(struct output_file *save)
{
    bool file = save->fd > STDOUT_FILENO && !save->direct;
    bool good = !file || on_disk(save->fd);
    good = (save->fd <= STDOUT_FILENO || close(save->fd) == 0) && good;
    save->fd = -1;
    if (!good)
        failed(save->path, errno);
    if (good && save->temporary)
        good = move_into_place(save);
    if (good && save->made && save->written)
        sync_folder(save->made);
    if (!good || (save->made && !save->written))
        output_file_abandon(save);
    else
        forget(save);
    return good;
}

bool output_file_interrupt(struct output_file *save)
{
    if (!save->temporary)
        return output_file_finish(save);
    bool keep = save->written && save->terms.parts && on_disk(save->fd);
    close(save->fd);
    save->fd = -1;
    if (keep) {
        cli_error("%s %s; the finished part is in %s", save->path, state_of(save), save->temporary);
        forget(save);
    } else {
        output_file_abandon(save);
    }
    return true;
}

bool output_file_write_text(const char *path, const struct output_file_terms *terms, const struct base_out *text)
{
    struct output_file save;
    if (!base_out_whole(text)) {
        cli_error("%s: cannot be written: the game is too long", path);
        return false;
    }
    return output_file_open(&save, path, terms) && output_file_write(&save, text->text, text->length) &&
           output_file_finish(&save);
}
