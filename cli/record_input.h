/* record_input.h - a file of records, line by line through the referee. */
#ifndef CLI_RECORD_INPUT_H
#define CLI_RECORD_INPUT_H

#include "cli.h"
#include "engine/record/record.h"

struct cli_records {
    const char *path;
    struct line_reader lines;
    struct record_reader reader; /* large */
    enum record_status status;   /* of what was read last */
    uint64_t line;               /* where something is wrong; a game that is cut off stops at its last line */
};

enum cli_records_got {
    CLI_RECORDS_LINE,  /* a line that holds; blank ones too */
    CLI_RECORDS_END,   /* all holds */
    CLI_RECORDS_FAULT, /* reader.fault tells what is wrong */
    CLI_RECORDS_ERROR, /* the file cannot be read, and it was said */
};

/* False: cannot be opened, and it was said. */
bool cli_records_open(struct cli_records *records, const char *path);
enum cli_records_got cli_records_next(struct cli_records *records);
void cli_records_close(struct cli_records *records);

/* The referee's exit status for a fault: the game does not hold, or this is no record. */
int cli_records_status(const struct cli_records *records);
/* Says what is wrong, and gives the exit status of who wanted to use the game: a file that cannot be. */
int cli_records_tell(const struct cli_records *records);
/* Says that the file has no game of that number. */
int cli_records_missing(const struct cli_records *records, uint64_t game);

#endif
