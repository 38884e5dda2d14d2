/* game_recorder.h - the file of --record while bots play games among themselves, or none. */
#ifndef CLI_GAME_RECORDER_H
#define CLI_GAME_RECORDER_H

#include "cli.h"

struct game_recorder {
    const char *path; /* NULL: nothing is recorded */
    struct output_file save;
    bool failed; /* it cannot be written */
};

/* Opens the file; from now on Ctrl-C stops the games (cli_catch_stop_signals). False: it cannot be, and it was said
 * why. */
bool game_recorder_open(struct game_recorder *recorder, const char *path, bool force);

/* Whole games; NULL: there was no memory for them. False, and `failed`: it was said why. */
bool game_recorder_write(struct game_recorder *recorder, const char *games, size_t n);

/* All were played, or as many as could be until they were interrupted. False: it was said why. */
bool game_recorder_close(struct game_recorder *recorder, bool interrupted);

/* They could not be played or not be written. */
void game_recorder_abandon(struct game_recorder *recorder);

/* Where the summary goes: not among the records. */
FILE *game_recorder_summary_stream(const struct game_recorder *recorder);

#endif
