/* record_input.h - reads a file of records line by line and lets the referee check it. */
#pragma once

#include "cli.h"
#include "engine/record/record.h"

struct record_input {
    const char *path;
    struct line_reader lines;
    struct record_reader reader; /* large */
    enum record_status status;   /* status of the line that was read last */
    uint64_t line;               /* number of the line with the fault, or of the last line of an incomplete game */
};

enum record_input_result {
    RECORD_INPUT_LINE,  /* a valid line, which may be blank */
    RECORD_INPUT_END,   /* the end of a valid file */
    RECORD_INPUT_FAULT, /* reader.fault says what is wrong */
    RECORD_INPUT_ERROR, /* the file cannot be read; an error was printed */
};

/* Opens a file of records. Returns false after printing an error. */
bool record_input_open(struct record_input *records, const char *path);
enum record_input_result record_input_next(struct record_input *records);
void record_input_close(struct record_input *records);

/* Returns the exit status of the referee (`verify`) for a fault: CLI_FAILS if a game is not valid, CLI_USAGE if the
 * file is not a record. */
int record_input_exit_status(const struct record_input *records);
/* Prints the fault. Returns the exit status of a command that cannot use the file because of it. */
int record_input_report_fault(const struct record_input *records);
/* Prints that the file has no game of that number. Returns the exit status. */
int record_input_report_missing_game(const struct record_input *records, uint64_t game);
