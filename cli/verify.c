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

/* What --fair asks for beyond what the referee checks of every record. */
struct fair_wanted {
    bool fair;   /* each deal must say where it came from */
    bool commit; /* and this must be its commitment, */
    uint8_t commitment[FAIR_BYTES];
    bool seals; /* and these must be the seals that were shown, by seat: */
    bool has_seal[FF_PLAYERS_MAX];
    uint8_t seal[FF_PLAYERS_MAX][FAIR_BYTES];
    int seals_n;
    bool mine; /* and this be what a seat gave */
    int seat;
    uint8_t value[FAIR_BYTES];
};

/* Result lines go to stdout: they are what was asked for. */
static int tell_fault(const char *path, uint64_t line, const struct record_fault *fault, enum record_status status)
{
    printf("%s:%" PRIu64 ": %s (%s)\n", CLI_SAFE(path), line, CLI_SAFE(fault->text), fault->rule);
    return status == RECORD_WRONG ? CLI_FAILS : CLI_USAGE;
}

static int tell_games(const char *path, uint64_t games, bool fair)
{
    printf("%s: %" PRIu64 " %s%s\n", CLI_SAFE(path), games, games == 1 ? "game holds" : "games hold",
           fair ? ", dealt fairly" : "");
    return CLI_OK;
}

static bool other_seals(const struct record_reader *reader, const struct fair_wanted *wanted)
{
    for (int i = 0; i < wanted->seals_n && i < reader->setup.players; i++) {
        const struct fair_seat *seat = &reader->fair.seat[i];
        bool sealed = seat->how == FAIR_SEALED || seat->how == FAIR_WITHHELD;
        if (sealed != wanted->has_seal[i] || (sealed && memcmp(seat->seal, wanted->seal[i], FAIR_BYTES) != 0))
            return true;
    }
    return wanted->seals_n != reader->setup.players;
}

/* NULL where the deal is as wanted, else what is wrong. That it follows from what the record says has been checked. */
static const char *unfair(const struct record_reader *reader, const struct fair_wanted *wanted)
{
    const struct fair_seat *seat = &reader->fair.seat[wanted->seat];
    if (!reader->has_fair)
        return "lacks \"fair\": it does not say where its deal came from";
    if (wanted->commit && memcmp(wanted->commitment, reader->fair.commit, FAIR_BYTES) != 0)
        return "\"fair\" has another commitment than the one given: the server dealt from another secret";
    if (wanted->seals && other_seals(reader, wanted))
        return "\"fair\" has other seals than those given: somebody changed a value after the seals were shown";
    if (wanted->mine && wanted->seat >= reader->setup.players)
        return "has no such seat as the one given with --mine";
    if (wanted->mine && seat->how == FAIR_WITHHELD)
        return "\"fair\" says that the seat of --mine did not open its seal, so its value was not mixed in";
    if (wanted->mine && (seat->how == FAIR_NONE || memcmp(wanted->value, seat->value, FAIR_BYTES) != 0))
        return "\"fair\" has another value of that seat than the one given with --mine";
    return NULL;
}

static int verify_lines(struct cli_lines *lines, const char *path, const struct fair_wanted *wanted,
                        struct record_reader *reader)
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
        bool begins = reader->events == 1 && reader->events != events;
        if (wanted->fair && begins && unfair(reader, wanted)) {
            printf("%s:%" PRIu64 ": %s (fair)\n", CLI_SAFE(path), lines->number, unfair(reader, wanted));
            return CLI_FAILS;
        }
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
    return tell_games(path, reader->games, wanted->fair);
}

static int verify_file(const char *path, const struct fair_wanted *wanted, struct record_reader *reader)
{
    struct cli_lines lines;
    if (!cli_lines_open(&lines, path))
        return CLI_USAGE;
    int status = verify_lines(&lines, path, wanted, reader);
    cli_lines_close(&lines);
    return status;
}

static bool read_commitment(const char *text, struct fair_wanted *wanted)
{
    if (!text)
        return true;
    wanted->fair = wanted->commit = true;
    if (fair_read_hex(text, strlen(text), wanted->commitment))
        return true;
    cli_error("verify: --commit must be 64 digits from 0 to f, not '%s'", text);
    return false;
}

/* By seat, `-` for one that had none. */
static bool read_seals(const char *text, struct fair_wanted *wanted)
{
    if (!text)
        return true;
    wanted->fair = wanted->seals = true;
    for (const char *at = text;; at++) {
        size_t n = strcspn(at, ",");
        int seat = wanted->seals_n++;
        bool none = n == 1 && *at == '-';
        if (seat == FF_PLAYERS_MAX || (!none && !fair_read_hex(at, n, wanted->seal[seat])))
            break;
        wanted->has_seal[seat] = !none;
        at += n;
        if (!*at)
            return true;
    }
    cli_error("verify: --seals must have for each seat 64 digits from 0 to f, or -, with commas between them, not '%s'",
              text);
    return false;
}

static bool read_mine(const char *text, struct fair_wanted *wanted)
{
    if (!text)
        return true;
    wanted->fair = wanted->mine = true;
    if (text[0] >= '0' && text[0] < '0' + FF_PLAYERS_MAX && text[1] == ':' &&
        fair_read_hex(text + 2, strlen(text + 2), wanted->value)) {
        wanted->seat = text[0] - '0';
        return true;
    }
    cli_error("verify: --mine must be a seat from 0 to 4, a colon and 64 digits from 0 to f, not '%s'", text);
    return false;
}

int cmd_verify(int argc, char **argv)
{
    const char *fair = NULL, *commit = NULL, *seals = NULL, *mine = NULL;
    const struct cli_option options[] = {
        {"fair", NULL, "each record must say where its deal came from; it is dealt again and compared", &fair},
        {"commit", "HEX", "and the server's commitment must be this one, seen before the game", &commit},
        {"seals", "HEX,-,...", "and the seals of all seats must be these, seen before yours was opened", &seals},
        {"mine", "SEAT:HEX", "and this value of yours must have been mixed in", &mine},
    };
    const struct cli_usage usage = {
        .command = "verify",
        .operands = "FILE...",
        .about = "Replays recorded games and compares every field with the rules. For each FILE (- is standard input)\n"
                 "it prints `FILE: N games hold`, or `FILE:LINE: what is wrong (rule)` for the first thing that is\n"
                 "wrong. The exit status is 0 if all hold, 1 if a record does not, 2 if a file cannot be read or a\n"
                 "line is not JSON in UTF-8.",
        .options = options,
        .options_n = sizeof options / sizeof options[0],
    };
    struct fair_wanted wanted = {0};
    int files = cli_parse(&usage, argc, argv);
    if (files < 0)
        return cli_status(files);
    wanted.fair = fair != NULL;
    if (!read_commitment(commit, &wanted) || !read_seals(seals, &wanted) || !read_mine(mine, &wanted))
        return CLI_USAGE;
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
        int status = verify_file(argv[i], &wanted, reader);
        worst = status > worst ? status : worst;
    }
    free(reader);
    return worst;
}
