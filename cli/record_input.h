/* record_input.h - a file of records, line by line through the referee. */
#pragma once

#include "cli.h"
#include "engine/record/record.h"

struct record_input {
    const char *path;
    struct line_reader lines;
    struct record_reader reader; /* large */
    enum record_status status;   /* of what was read last */
    uint64_t line;               /* where something is wrong; a game that is cut off stops at its last line */
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

/* The referee's exit status for a fault: the game does not hold, or this is no record. */
int record_input_exit_status(const struct record_input *records);
/* Says what is wrong, and gives the exit status of who wanted to use the game: a file that cannot be. */
int record_input_report_fault(const struct record_input *records);
/* Says that the file has no game of that number. */
int record_input_report_missing_game(const struct record_input *records, uint64_t game);
