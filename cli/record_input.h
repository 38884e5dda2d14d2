/* record_input.h - reads a file of records line by line and lets the referee check it. */
#pragma once

#include "cli.h"
#include "engine/record/record.h"

struct record_input {
    const char *path;
    struct line_reader lines;
    struct record_reader reader; /* large */
    enum record_status status;   /* of what was read last */
    uint64_t line;               /* the line with the fault; for an incomplete game, its last line */
};

enum record_input_result {
    RECORD_INPUT_LINE,  /* a line that holds; blank ones too */
    RECORD_INPUT_END,   /* all holds */
    RECORD_INPUT_FAULT, /* reader.fault says what is wrong */
    RECORD_INPUT_ERROR, /* the file cannot be read; an error was printed */
};

/* Returns false after printing an error. */
bool record_input_open(struct record_input *records, const char *path);
enum record_input_result record_input_next(struct record_input *records);
void record_input_close(struct record_input *records);

/* Returns the referee's exit status for a fault: the game is not valid, or the file is not a record. */
int record_input_exit_status(const struct record_input *records);
/* Prints the fault. Returns the exit status of a command that wanted to use the game: its file cannot be used. */
int record_input_report_fault(const struct record_input *records);
/* Prints that the file has no game of that number. */
int record_input_report_missing_game(const struct record_input *records, uint64_t game);
