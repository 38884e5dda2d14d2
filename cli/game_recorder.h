/* game_recorder.h - the file of --record while bots play games among themselves, or none. */
#ifndef CLI_GAME_RECORDER_H
#define CLI_GAME_RECORDER_H

#include "cli.h"

struct game_recorder {
    const char *path; /* NULL: nothing is recorded */
    struct output_file save;
    bool failed; /* it cannot be written */
};

/* Opens the file; from now on Ctrl-C stops the games (cli_catch_stop_signals). Returns false after printing an
 * error. */
bool game_recorder_open(struct game_recorder *recorder, const char *path, bool force);

/* Writes whole games; NULL means that there was no memory for them. On failure, prints an error, sets `failed` and
 * returns false. */
bool game_recorder_write(struct game_recorder *recorder, const char *games, size_t n);

/* Ends the file after the last game, or after an interruption. Returns false after printing an error. */
bool game_recorder_close(struct game_recorder *recorder, bool interrupted);

/* Ends the file after a failure. */
void game_recorder_abandon(struct game_recorder *recorder);

/* Returns the stream for the summary: stderr if the records go to stdout. */
FILE *game_recorder_summary_stream(const struct game_recorder *recorder);

#endif
