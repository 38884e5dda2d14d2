/* record_input.c - reads a file of records line by line; see record_input.h. */
#include "record_input.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

bool record_input_open(struct record_input *records, const char *path)
{
    records->path = path;
    records->line = 1;
    record_reader_init(&records->reader);
    return line_reader_open(&records->lines, path);
}

static enum record_input_result next_line(struct record_input *records, const char *line, size_t n)
{
    struct record_reader *reader = &records->reader;
    uint64_t events = reader->events, games = reader->games;
    records->status = record_read_line(reader, line, n);
    bool holds = records->status == RECORD_HOLDS;
    if (!holds || reader->events != events || reader->games != games)
        records->line = records->lines.number;
    return holds ? RECORD_INPUT_LINE : RECORD_INPUT_FAULT;
}

enum record_input_result record_input_next(struct record_input *records)
{
    const char *line;
    size_t n;
    switch (line_reader_next(&records->lines, &line, &n)) {
    case CLI_LINE: return next_line(records, line, n);
    case CLI_LINE_END:
        records->status = record_read_end(&records->reader);
        return records->status == RECORD_HOLDS ? RECORD_INPUT_END : RECORD_INPUT_FAULT;
    case CLI_LINE_ERROR: break;
    }
    cli_error("%s: cannot be read: %s", records->path, strerror(errno));
    return RECORD_INPUT_ERROR;
}

void record_input_close(struct record_input *records) { line_reader_close(&records->lines); }

int record_input_exit_status(const struct record_input *records)
{
    return records->status == RECORD_WRONG ? CLI_FAILS : CLI_USAGE;
}

int record_input_report_fault(const struct record_input *records)
{
    const struct record_fault *fault = &records->reader.fault;
    cli_error("%s:%" PRIu64 ": %s (%s)", records->path, records->line, fault->text, fault->rule);
    return CLI_USAGE;
}

int record_input_report_missing_game(const struct record_input *records, uint64_t game)
{
    cli_error("%s: there is no game %" PRIu64 "; the file has %" PRIu64, records->path, game, records->reader.games);
    return CLI_USAGE;
}
