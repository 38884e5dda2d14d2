/* child_process.h - a program started by us that is talked to in lines, each with a deadline.
 *
 * Nothing here blocks beyond its deadline, and no process outlives arena_process_end: it is asked to go by the end of
 * its input, and killed with all that it started if it does not. Each thread may have processes of its own. */
#ifndef ARENA_PROCESS_H
#define ARENA_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { ARENA_PROCESS_LINE_MAX = 4096 };

struct arena_process {
    pid_t pid; /* 0: none is running */
    int to, from;
    const atomic_bool *stop;                 /* waiting ends when it becomes true; may be NULL */
    char buffer[ARENA_PROCESS_LINE_MAX + 1]; /* bytes read: [at, end) are unread */
    size_t at, end;
    bool closed; /* its output has ended */
};

enum arena_process_status {
    ARENA_PROCESS_OK,
    ARENA_PROCESS_LATE,     /* the deadline has passed */
    ARENA_PROCESS_ENDED,    /* it has closed its output, or its input where that was needed */
    ARENA_PROCESS_TOO_LONG, /* a line of more than ARENA_PROCESS_LINE_MAX - 1 bytes */
    ARENA_PROCESS_STOPPED,  /* *stop became true */
};

/* Nanoseconds on a clock that never goes back. */
uint64_t arena_process_now(void);

/* Starts `sh -c command`; its stderr is ours. False: errno says why. */
bool arena_process_start(struct arena_process *process, const char *command, const atomic_bool *stop);

/* Writes all bytes before the deadline (on arena_process_now's clock). */
enum arena_process_status arena_process_send(struct arena_process *process, const char *bytes, size_t n,
                                             uint64_t deadline);

/* The next line, without its end (CR LF is allowed), NUL-terminated, valid until the next call. NULs become `?`. */
enum arena_process_status arena_process_line(struct arena_process *process, const char **line, uint64_t deadline);

/* The same without waiting: a line that has come already. False: there is none. */
bool arena_process_line_now(struct arena_process *process, const char **line);

/* What was read but is no whole line. */
const char *arena_process_rest(struct arena_process *process);

/* Closes its input and gives it `patience_ms` to end; then it is killed. Says in `how` (at least 64 bytes, or NULL) how
 * it ended: "ended with status 3", "was killed by signal 11", "was stopped by us". */
void arena_process_end(struct arena_process *process, uint32_t patience_ms, char *how, size_t how_size);

#endif
