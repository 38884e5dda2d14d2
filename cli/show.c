/* show.c - `fuerstenfeld show FILE`: a position of a recorded game as a text board.
 *
 * The record is replayed by the referee up to the line asked for, so a position is shown only where the record holds up
 * to it. */
#include "cli.h"
#include "record/record.h"
#include "text/board.h"

#include <errno.h>
#include <inttypes.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

struct wanted {
    uint64_t game;   /* from 1 */
    uint64_t events; /* lines of that game, `game` included; UINT64_MAX: all */
};

/* The reader stands at the position that is wanted. */
static bool reached(const struct record_reader *reader, const struct wanted *wanted)
{
    bool ended = reader->phase == RECORD_GAME;
    uint64_t game = reader->games + !ended;
    return reader->events > 0 && game == wanted->game && (ended || reader->events == wanted->events);
}

static int tell_short(const char *path, const struct record_reader *reader, const struct wanted *wanted)
{
    cli_error("%s: --at is %" PRIu64 ", but game %" PRIu64 " has %" PRIu64 " lines", path, wanted->events, wanted->game,
              reader->events);
    return CLI_USAGE;
}

static int tell_missing(const char *path, const struct record_reader *reader, const struct wanted *wanted)
{
    cli_error("%s: there is no game %" PRIu64 "; the file has %" PRIu64, path, wanted->game, reader->games);
    return CLI_USAGE;
}

static int replay(struct cli_lines *lines, const char *path, const struct wanted *wanted, struct record_reader *reader)
{
    const char *line;
    size_t n;
    enum cli_line got;
    enum record_status status;
    record_reader_init(reader);
    while ((got = cli_lines_next(lines, &line, &n)) == CLI_LINE) {
        status = record_read_line(reader, line, n);
        if (status != RECORD_HOLDS) {
            cli_error("%s:%" PRIu64 ": %s (%s)", path, lines->number, reader->fault.text, reader->fault.rule);
            return status == RECORD_WRONG ? CLI_FAILS : CLI_USAGE;
        }
        if (reached(reader, wanted))
            return wanted->events == UINT64_MAX || wanted->events == reader->events ? CLI_OK
                                                                                    : tell_short(path, reader, wanted);
    }
    if (got == CLI_LINE_ERROR) {
        cli_error("%s: cannot be read: %s", path, strerror(errno));
        return CLI_USAGE;
    }
    if (reader->games > 0 && reader->phase == RECORD_GAME)
        return tell_missing(path, reader, wanted);
    status = record_read_end(reader);
    cli_error("%s:%" PRIu64 ": %s (%s)", path, lines->number, reader->fault.text, reader->fault.rule);
    return status == RECORD_WRONG ? CLI_FAILS : CLI_USAGE;
}

static int print_board(const struct record_reader *reader)
{
    const char *names[FF_PLAYERS_MAX];
    char safe[FF_PLAYERS_MAX][CLI_SAFE_SIZE];
    char *text = (char *)malloc(TEXT_BOARD_MAX);
    if (!text) {
        cli_error("out of memory");
        return CLI_USAGE;
    }
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        names[seat] = cli_safe(reader->name[seat], safe[seat]);
    setlocale(LC_CTYPE, "");
    struct text_style style = {.utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0};
    struct base_out out = base_out_of(text, TEXT_BOARD_MAX);
    text_board_game(&out, &reader->edition, &reader->game, names, style);
    fputs(text, stdout);
    free(text);
    return CLI_OK;
}

static int show_file(const char *path, const struct wanted *wanted)
{
    struct cli_lines lines;
    struct record_reader *reader = (struct record_reader *)malloc(sizeof *reader);
    if (!reader) {
        cli_error("out of memory");
        return CLI_USAGE;
    }
    int status = CLI_USAGE;
    if (cli_lines_open(&lines, path)) {
        status = replay(&lines, path, wanted, reader);
        cli_lines_close(&lines);
    }
    if (status == CLI_OK)
        status = print_board(reader);
    free(reader);
    return status;
}

int cmd_show(int argc, char **argv)
{
    const char *game = NULL, *at = NULL;
    const struct cli_option options[] = {
        {"game", "K", "the K-th game of the file, from 1 (1)", &game},
        {"at", "N", "after N lines of the game, its first included (all)", &at},
    };
    const struct cli_usage usage = {
        .command = "show",
        .operands = "FILE",
        .about = "Shows a position of a recorded game, all hands included, as a text board. FILE - is standard input.",
        .options = options,
        .options_n = sizeof options / sizeof options[0],
    };
    struct wanted wanted = {1, UINT64_MAX};
    int files = cli_parse(&usage, argc, argv);
    if (files < 0)
        return cli_status(files);
    if (files != 1) {
        cli_error("show: give one file: fuerstenfeld show FILE");
        return CLI_USAGE;
    }
    if (!cli_number(&usage, "game", game, 1, UINT64_MAX, &wanted.game) ||
        !cli_number(&usage, "at", at, 1, UINT64_MAX, &wanted.events))
        return CLI_USAGE;
    return show_file(argv[1], &wanted);
}
