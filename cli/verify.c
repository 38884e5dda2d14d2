/* verify.c - `fuerstenfeld verify FILE...`: the referee over whole files.
 *
 * A file is read line by line in bounded memory, so its size does not matter. Of each file the first thing that is
 * wrong is told; the other files are still checked, and the exit status is the worst of all. */
#include "cli.h"
#include "text/record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Result lines go to stdout: they are what was asked for. */
static int tell_fault(const char *path, uint64_t line, const struct record_fault *fault, enum record_status status)
{
    printf("%s:%" PRIu64 ": %s (%s)\n", path, line, fault->text, fault->rule);
    return status == RECORD_WRONG ? CLI_FAILS : CLI_USAGE;
}

static int tell_games(const char *path, uint64_t games)
{
    printf("%s: %" PRIu64 " %s\n", path, games, games == 1 ? "game holds" : "games hold");
    return CLI_OK;
}

static int verify_lines(struct cli_lines *lines, const char *path, struct record_reader *reader)
{
    const char *line;
    size_t n;
    enum cli_line got;
    enum record_status status = RECORD_HOLDS;
    uint64_t last = 1; /* the last line that was not blank: where a game that is cut off stops */
    record_reader_init(reader);
    while ((got = cli_lines_next(lines, &line, &n)) == CLI_LINE) {
        uint64_t events = reader->events, games = reader->games;
        status = record_read_line(reader, line, n);
        if (status != RECORD_HOLDS)
            return tell_fault(path, lines->number, &reader->fault, status);
        if (reader->events != events || reader->games != games)
            last = lines->number;
    }
    if (got == CLI_LINE_ERROR) {
        cli_error("%s: cannot be read: %s", path, strerror(errno));
        return CLI_USAGE;
    }
    status = record_read_end(reader);
    if (status != RECORD_HOLDS)
        return tell_fault(path, last, &reader->fault, status);
    return tell_games(path, reader->games);
}

static int verify_file(const char *path, struct record_reader *reader)
{
    struct cli_lines lines;
    if (!cli_lines_open(&lines, path))
        return CLI_USAGE;
    int status = verify_lines(&lines, path, reader);
    cli_lines_close(&lines);
    return status;
}

int cmd_verify(int argc, char **argv)
{
    static const struct cli_usage usage = {
        .command = "verify",
        .operands = "FILE...",
        .about = "Replays recorded games and compares every field with the rules. For each FILE (- is standard input)\n"
                 "it prints `FILE: N games hold`, or `FILE:LINE: what is wrong (rule)` for the first thing that is\n"
                 "wrong. The exit status is 0 if all hold, 1 if a record does not, 2 if a file cannot be read or a\n"
                 "line is not JSON in UTF-8.",
    };
    int files = cli_parse(&usage, argc, argv);
    if (files < 0)
        return cli_status(files);
    if (files == 0) {
        cli_error("verify: no file given; try fuerstenfeld verify FILE");
        return CLI_USAGE;
    }
    struct record_reader *reader = (struct record_reader *)malloc(sizeof *reader);
    if (!reader) {
        cli_error("out of memory");
        return CLI_USAGE;
    }
    int worst = CLI_OK;
    for (int i = 1; i <= files; i++) {
        int status = verify_file(argv[i], reader);
        worst = status > worst ? status : worst;
    }
    free(reader);
    return worst;
}
