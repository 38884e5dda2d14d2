/* child_process.h - starts a program and exchanges lines with it, each with a deadline.
 *
 * No call blocks beyond its deadline. No process outlives arena_process_end, which closes the process's input and, if
 * the process does not exit then, kills it with all its children. Several threads may each have their own processes. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { ARENA_PROCESS_LINE_MAX = 4096 };

struct arena_process {
    pid_t pid; /* 0 if no process is running */
    int to, from;
    const atomic_bool *stop;                 /* ends every wait when it becomes true; may be NULL */
    char buffer[ARENA_PROCESS_LINE_MAX + 1]; /* bytes read; those in [at, end) are not yet taken */
    size_t at, end;
    bool closed; /* whether the process has closed its output */
};

enum arena_process_status {
    ARENA_PROCESS_OK,
    ARENA_PROCESS_LATE,     /* the deadline has passed */
    ARENA_PROCESS_ENDED,    /* the process closed its output, or closed its input while we were writing */
    ARENA_PROCESS_TOO_LONG, /* the process wrote a line of more than ARENA_PROCESS_LINE_MAX - 1 bytes */
    ARENA_PROCESS_STOPPED,  /* *stop became true */
};

/* Returns the time of the monotonic clock in nanoseconds. */
uint64_t arena_now_ns(void);

/* Starts `sh -c command`, which inherits our stderr. Returns false on failure, with the reason in errno. */
bool arena_process_start(struct arena_process *process, const char *command, const atomic_bool *stop);

/* Writes n bytes before the deadline, which is a time of arena_now_ns. */
enum arena_process_status arena_process_send(struct arena_process *process, const char *bytes, size_t n,
                                             uint64_t deadline);

/* Reads the next line without its end (LF or CR LF). The line is NUL-terminated and valid until the next call. NUL
 * bytes in it become question marks. */
enum arena_process_status arena_process_read_line(struct arena_process *process, const char **line, uint64_t deadline);

/* Reads a line without waiting. Returns false if no whole line has arrived. */
bool arena_process_poll_line(struct arena_process *process, const char **line);

/* Returns the bytes after the last whole line. */
const char *arena_process_partial_line(struct arena_process *process);

/* Closes the process's input, waits up to `patience_ms` for its exit, and then kills it. Writes into `how` (at least 64
 * bytes, or NULL) how the process ended: "ended with status 3", "was killed by signal 11", "was stopped by us". */
void arena_process_end(struct arena_process *process, uint32_t patience_ms, char *how, size_t how_size);
