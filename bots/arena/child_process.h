/* child_process.h - starts a program and exchanges lines with it, each with a deadline.
 *
 * No call blocks beyond its deadline, and no process outlives arena_process_end: first its input is closed, and if it
 * does not exit then, it is killed with all its children. Several threads may each have their own processes. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { ARENA_PROCESS_LINE_MAX = 4096 };

struct arena_process {
    pid_t pid; /* 0: none is running */
    int to, from;
    const atomic_bool *stop;                 /* ends every wait when it becomes true; may be NULL */
    char buffer[ARENA_PROCESS_LINE_MAX + 1]; /* bytes read: [at, end) are unread */
    size_t at, end;
    bool closed; /* its output has ended */
};

enum arena_process_status {
    ARENA_PROCESS_OK,
    ARENA_PROCESS_LATE,     /* the deadline has passed */
    ARENA_PROCESS_ENDED,    /* the process closed its output, or its input while we were writing */
    ARENA_PROCESS_TOO_LONG, /* a line of more than ARENA_PROCESS_LINE_MAX - 1 bytes */
    ARENA_PROCESS_STOPPED,  /* *stop became true */
};

/* Returns nanoseconds of the monotonic clock. */
uint64_t arena_now_ns(void);

/* Starts `sh -c command`, which inherits our stderr. Returns false if it cannot; errno says why. */
bool arena_process_start(struct arena_process *process, const char *command, const atomic_bool *stop);

/* Writes all bytes before the deadline, a time of arena_now_ns. */
enum arena_process_status arena_process_send(struct arena_process *process, const char *bytes, size_t n,
                                             uint64_t deadline);

/* Reads the next line without its end (LF or CR LF). It is NUL-terminated and valid until the next call. NUL bytes
 * become
 * `?`. */
enum arena_process_status arena_process_read_line(struct arena_process *process, const char **line, uint64_t deadline);

/* Reads a line that has arrived already. Returns false if there is none. */
bool arena_process_poll_line(struct arena_process *process, const char **line);

/* Returns the bytes behind the last whole line. */
const char *arena_process_partial_line(struct arena_process *process);

/* Closes its input, waits up to `patience_ms` for its exit, and then kills it. Writes into `how` (at least 64 bytes, or
 * NULL) how it ended: "ended with status 3", "was killed by signal 11", "was stopped by us". */
void arena_process_end(struct arena_process *process, uint32_t patience_ms, char *how, size_t how_size);
