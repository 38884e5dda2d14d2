/* game_recorder.h - the file of --record while bots play games among themselves, or none. */
#ifndef CLI_GAME_RECORDER_H
#define CLI_GAME_RECORDER_H

#include "cli.h"

struct cli_recorder {
    const char *path; /* NULL: nothing is recorded */
    struct output_file save;
    bool failed; /* it cannot be written */
};

/* Opens the file; from now on Ctrl-C stops the games (cli_catch_stop_signals). False: it cannot be, and it was said
 * why. */
bool cli_recorder_open(struct cli_recorder *recorder, const char *path, bool force);

/* Whole games; NULL: there was no memory for them. False, and `failed`: it was said why. */
bool cli_recorder_write(struct cli_recorder *recorder, const char *games, size_t n);

/* All were played, or as many as could be until they were interrupted. False: it was said why. */
bool cli_recorder_close(struct cli_recorder *recorder, bool interrupted);

/* They could not be played or not be written. */
void cli_recorder_abandon(struct cli_recorder *recorder);

/* Where the summary goes: not among the records. */
FILE *cli_recorder_summary(const struct cli_recorder *recorder);

#endif
