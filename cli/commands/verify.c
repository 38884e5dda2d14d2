/* verify.c - `fuerstenfeld verify FILE...`: checks whole files of records. A file is read line by line in bounded
 * memory, so its size does not matter. Only the first error of each file is reported; the other files are still
 * checked, and the exit status is the highest of all files. */
#include "cli/json_output.h"
#include "cli/record_input.h"
#include "engine/base/hex.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The options: checks of the deal beyond the referee's checks, and the form of the output. */
struct fair_wanted {
    bool json;                    /* print one JSON object per line instead of sentences */
    bool fair;                    /* each record must say where its deal came from */
    bool opened;                  /* no seat may have withheld its value */
    struct record_fair_kept kept; /* the values that a participant kept, with which the record must agree */
};

enum { OBJECT_MAX = 2 * BASE_JSON_GROWTH * CLI_SAFE_SIZE + 256 };

/* Begins the JSON object of a result. */
static struct base_out begin_object(const char *path, char room[OBJECT_MAX])
{
    struct base_out out = base_out_of(room, OBJECT_MAX);
    base_json_open(&out, '{');
    base_json_string(&out, "file", CLI_SAFE(path));
    return out;
}

static void end_object(struct base_out *out)
{
    base_json_close(out, '}');
    base_put_char(out, '\n');
    cli_json_end(out, stdout);
}

/* Prints a result about the line that was read last. In JSON, `key` is the key of the text. */
static void print_result(const struct record_input *records, const char *key, const char *text, const char *rule,
                         const struct fair_wanted *wanted)
{
    char room[OBJECT_MAX];
    if (!wanted->json) {
        cli_printf("%s:%" PRIu64 ": %s (%s)\n", CLI_SAFE(records->path), records->line, CLI_SAFE(text), rule);
        return;
    }
    struct base_out out = begin_object(records->path, room);
    base_json_number(&out, "line", (int64_t)records->line);
    if (strcmp(key, "fault") == 0)
        base_json_flag(&out, "holds", false);
    base_json_string(&out, key, CLI_SAFE(text));
    base_json_string(&out, "rule", rule);
    end_object(&out);
}

/* Reports an unreadable file in JSON. The error is on stderr already, but the JSON output must mention the file too. */
static int print_unreadable(const char *path, const struct fair_wanted *wanted)
{
    char room[OBJECT_MAX];
    struct base_out out = begin_object(path, room);
    base_json_flag(&out, "holds", false);
    base_json_string(&out, "fault", "cannot be read");
    if (wanted->json)
        end_object(&out);
    return CLI_USAGE;
}

/* Prints the result of a valid file. A record alone can only be shown to be consistent. Only a participant who
 * contributed a value to the deal knows that nobody chose it. `doubts` is the number of games whose deals are in doubt.
 * The doubts have been printed already. */
static int print_games(const char *path, uint64_t games, uint64_t doubts, const struct fair_wanted *wanted)
{
    char room[OBJECT_MAX];
    const char *dealt = !wanted->fair            ? NULL
                        : !wanted->kept.has_mine ? "as it says"
                        : doubts                 ? "fairly but for what was withheld"
                                                 : "fairly";
    if (wanted->json) {
        struct base_out out = begin_object(path, room);
        base_json_flag(&out, "holds", true);
        base_json_number(&out, "games", (int64_t)games);
        if (dealt)
            base_json_string(&out, "dealt", dealt);
        end_object(&out);
    } else {
        cli_printf("%s: %" PRIu64 " %s%s%s\n", CLI_SAFE(path), games, games == 1 ? "game holds" : "games hold",
                   dealt ? ", dealt " : "", dealt ? dealt : "");
    }
    return CLI_OK;
}

/* Returns a message about a fault in the origin of the deal, or NULL. The referee has already checked that the deal
 * follows from the record. */
static const char *unfair(const struct record_reader *reader, const struct fair_wanted *wanted)
{
    if (!reader->has_fair)
        return "lacks \"fair\", so it does not say where its deal came from";
    switch (record_fair_compare(&reader->fair, reader->setup.players, &wanted->kept)) {
    case RECORD_FAIR_KEPT: break;
    case RECORD_FAIR_OTHER_COMMIT:
        return "\"fair\" has a different commitment than the one given, so the server dealt from a different secret";
    case RECORD_FAIR_OTHER_SHOWN:
        return "\"fair\" has different seals than those given, so somebody changed a value after the seals were shown";
    case RECORD_FAIR_NO_SEAT: return "does not have the seat given with --mine";
    case RECORD_FAIR_MINE_WITHHELD:
        return "\"fair\" says that the seat of --mine did not open its seal, so its value was not mixed in";
    case RECORD_FAIR_OTHER_VALUE: return "\"fair\" has a different value of that seat than the one given with --mine";
    }
    if (wanted->opened && record_fair_withheld(&reader->fair, reader->setup.players))
        return "\"fair\" says that a seat withheld its value, which --opened does not allow";
    return NULL;
}

/* Writes "seat 1" or "seats 0, 1 and 3". */
static void put_seats(struct base_out *out, unsigned mask)
{
    int n = ff_popcount(mask), named = 0;
    base_put(out, n == 1 ? "seat" : "seats");
    for (int i = 0; mask >> i; i++)
        if (mask >> i & 1) {
            base_put(out, named == 0 ? " " : named == n - 1 ? " and " : ", ");
            base_put_number(out, i);
            named++;
        }
}

static void put_withheld(struct base_out *out, const struct record_fair *fair, unsigned withheld)
{
    put_seats(out, withheld);
    base_put(out, ff_popcount(withheld) == 1 ? " withheld its value, so somebody who knew it"
                                             : " withheld their values, so somebody who knew them");
    base_put(out, " and the server's secret could refuse ");
    base_put_number(out, fair->void_n);
    base_put(out, " of the deals before this one");
}

/* Prints doubts about a deal that follows from its record (docs/players/fair.md). Returns whether there are any. */
static bool print_doubt(const struct record_input *records, const struct fair_wanted *wanted)
{
    const struct record_fair *fair = &records->reader.fair;
    int players = records->reader.setup.players, given = 0;
    unsigned withheld = record_fair_withheld(fair, players);
    char text[512];
    struct base_out out = base_out_of(text, sizeof text);
    for (int i = 0; i < players; i++)
        given += fair->seat[i].how == RECORD_FAIR_SEALED || fair->seat[i].how == RECORD_FAIR_OPEN;
    if (given && !withheld)
        return false;
    if (withheld)
        put_withheld(&out, fair, withheld);
    if (!given) {
        base_put(&out, withheld ? "; " : "");
        base_put(&out, "the deal follows from the server's secret alone");
    }
    print_result(records, "doubt", text, "fair", wanted);
    return true;
}

/* Checks the deal of a game whose first line was read. Prints its fault or doubts about it, and counts those. */
static bool is_fair(const struct record_input *records, const struct fair_wanted *wanted, uint64_t *doubts)
{
    const char *fault = unfair(&records->reader, wanted);
    if (fault)
        print_result(records, "fault", fault, "fair", wanted);
    else
        *doubts += print_doubt(records, wanted);
    return !fault;
}

static int verify_lines(struct record_input *records, const struct fair_wanted *wanted)
{
    const struct record_reader *reader = &records->reader;
    enum record_input_result got;
    uint64_t doubts = 0, events = 0;
    while ((got = record_input_next(records)) == RECORD_INPUT_LINE) {
        bool begins = reader->events == 1 && events != 1;
        events = reader->events;
        if (wanted->fair && begins && !is_fair(records, wanted, &doubts))
            return CLI_FAILS;
    }
    if (got == RECORD_INPUT_ERROR)
        return print_unreadable(records->path, wanted);
    if (got == RECORD_INPUT_END)
        return print_games(records->path, reader->games, doubts, wanted);
    print_result(records, "fault", reader->fault.text, reader->fault.rule, wanted);
    return record_input_exit_status(records);
}

static int verify_file(const char *path, const struct fair_wanted *wanted, struct record_input *records)
{
    if (!record_input_open(records, path))
        return print_unreadable(path, wanted);
    int status = verify_lines(records, wanted);
    record_input_close(records);
    return status;
}

static bool read_commitment(const char *text, struct fair_wanted *wanted)
{
    if (!text)
        return true;
    wanted->fair = wanted->kept.has_commit = true;
    if (base_hex_read(text, strlen(text), wanted->kept.commit, RECORD_FAIR_BYTES))
        return true;
    cli_error("verify: --commit must be 64 digits from 0 to f, not '%s'", text);
    return false;
}

/* Reads what a seat had shown before the deal: a seal, `open:` and its value, or `-` for nothing. */
static bool read_shown(const char *text, size_t n, struct record_fair_seat *shown)
{
    static const char open[] = "open:";
    size_t skip = strlen(open);
    shown->how = RECORD_FAIR_NONE;
    if (n == 1 && *text == '-')
        return true;
    shown->how = RECORD_FAIR_OPEN;
    if (n > skip && strncmp(text, open, skip) == 0)
        return base_hex_read(text + skip, n - skip, shown->value, RECORD_FAIR_BYTES);
    shown->how = RECORD_FAIR_WITHHELD;
    return base_hex_read(text, n, shown->seal, RECORD_FAIR_BYTES);
}

static bool read_seals(const char *text, struct fair_wanted *wanted)
{
    if (!text)
        return true;
    struct record_fair_kept *kept = &wanted->kept;
    wanted->fair = kept->has_shown = true;
    for (const char *at = text; kept->shown_n < FF_PLAYERS_MAX; at++) {
        size_t n = strcspn(at, ",");
        if (!read_shown(at, n, &kept->shown[kept->shown_n++]))
            break;
        at += n;
        if (!*at)
            return true;
    }
    cli_error("verify: --seals must have for each seat 64 digits from 0 to f, open: and 64 digits, or -, with commas "
              "between them, not '%s'",
              text);
    return false;
}

static bool read_mine(const char *text, struct fair_wanted *wanted)
{
    if (!text)
        return true;
    wanted->fair = wanted->kept.has_mine = true;
    if (text[0] >= '0' && text[0] < '0' + FF_PLAYERS_MAX && text[1] == ':' &&
        base_hex_read(text + 2, strlen(text + 2), wanted->kept.value, RECORD_FAIR_BYTES)) {
        wanted->kept.seat = text[0] - '0';
        return true;
    }
    cli_error("verify: --mine must be a seat from 0 to 4, a colon and 64 digits from 0 to f, not '%s'", text);
    return false;
}

int cmd_verify(int argc, char **argv)
{
    const char *commit = NULL, *seals = NULL, *mine = NULL;
    struct fair_wanted wanted = {0};
    const struct cli_option options[] = {
        {"fair", NULL, "each record must say where its deal came from; the deal is repeated and compared",
         .flag = &wanted.fair},
        {"commit", "HEX", "also, the server's commitment must be this one, seen before the game", .text = &commit},
        {"seals", "HEX,-,...",
         "also, the seals of all seats must be these, seen before yours was opened; open:HEX is a value given openly",
         .text = &seals},
        {"mine", "SEAT:HEX", "also, this value of your seat must have been mixed in", .text = &mine},
        {"opened", NULL, "also, nobody may have withheld a value", .flag = &wanted.opened},
        {"json", NULL, "print one JSON object per line instead of sentences", .flag = &wanted.json},
    };
    const struct cli_usage usage = CLI_USAGE_OF(
        "verify", "FILE...",
        "Replays recorded games and compares every field with the rules. For each FILE (- is standard input)\n"
        "it prints `FILE: N games hold`, or `FILE:LINE: fault (rule)` for its first fault. The exit\n"
        "status is 0 if all games hold, 1 if a record has a fault, 2 if a file cannot be read or a line is not\n"
        "JSON in UTF-8.",
        options);
    int files = cli_parse(&usage, argc, argv);
    if (files < 0)
        return cli_parse_exit_status(files);
    wanted.fair |= wanted.opened;
    if (!read_commitment(commit, &wanted) || !read_seals(seals, &wanted) || !read_mine(mine, &wanted))
        return CLI_USAGE;
    struct record_input *records = cli_check_memory(malloc(sizeof *records));
    int worst = CLI_OK;
    for (int i = 1; i <= files; i++) {
        int status = verify_file(argv[i], &wanted, records);
        worst = status > worst ? status : worst;
    }
    free(records);
    return worst;
}
