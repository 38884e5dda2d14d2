/* show.c - `fuerstenfeld show FILE`: shows one position of a recorded game, or its positions one by one.
 *
 * The referee replays the record up to the requested line, so a position is shown only if the record is valid up to
 * that line. A second copy of the game plays each line's decisions again, to describe what happened. */
#include "cli/line_editor.h"
#include "cli/play/position_sentences.h"
#include "cli/record_input.h"
#include "cli/terminal_caps.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct wanted {
    uint64_t game; /* from 1 */
    uint64_t
        events; /* number of lines after which to show the position, counting the `game` line; UINT64_MAX: all lines */
    uint64_t round; /* show the beginning of this round instead; 0: not given */
    bool plain, step;
};

/* A position, and a description of the record's line that led to it. */
struct step {
    struct ff_game game;
    char sentence[1024];
};

struct show {
    const char *path;
    struct wanted wanted;
    struct record_input records;
    char safe[FF_PLAYERS_MAX][CLI_SAFE_SIZE];
    const char *names[FF_PLAYERS_MAX];
    struct ff_game beside; /* a second game that plays the decisions again, to describe the events */
    struct step *steps;    /* the positions of the wanted game, line by line */
    size_t steps_n, steps_max;
    struct terminal_caps look;
};

/* -------------------------------------------------------------------------------------------------------- replaying */

static void put_event(const struct show *show, const struct ff_event *event, struct base_out *out)
{
    if (event->kind == FF_EVENT_NONE)
        return;
    if (out->length)
        base_put_char(out, ' ');
    text_event(out, event, show->names, TEXT_ALL_SEEING);
}

static bool stands(const struct show *show)
{
    return memcmp(&show->beside.pub, &show->records.reader.game.pub, sizeof show->beside.pub) == 0;
}

/* Describes the line that was read last: its decisions and the automatic steps after them. */
static void put_line_sentences(struct show *show, struct base_out *out)
{
    const struct record_reader *reader = &show->records.reader;
    struct ff_event event;
    if (reader->events == 1 && reader->phase != RECORD_GAME) {
        ff_prepare(&reader->edition, &reader->setup, &show->beside);
        return;
    }
    for (int i = 0; i < reader->decisions_n; i++) {
        int seat = reader->decision[i].seat;
        while (!(show->beside.pub.owe >> seat & 1) && ff_follow(&reader->edition, &show->beside, &event))
            put_event(show, &event, out);
        if (ff_play(&reader->edition, &show->beside, seat, reader->decision[i].action, &event) == FF_OK)
            put_event(show, &event, out);
    }
    while (!stands(show) && ff_follow(&reader->edition, &show->beside, &event))
        put_event(show, &event, out);
}

static void add_step(struct show *show)
{
    if (show->steps_n == show->steps_max) {
        size_t max = show->steps_max ? 2 * show->steps_max : 256;
        show->steps = cli_check_memory(realloc(show->steps, max * sizeof *show->steps));
        show->steps_max = max;
    }
    struct step *step = &show->steps[show->steps_n++];
    struct base_out out = base_out_cut(step->sentence, sizeof step->sentence);
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        show->names[seat] = cli_safe(show->records.reader.name[seat], show->safe[seat]);
    put_line_sentences(show, &out);
    step->game = show->records.reader.game;
}

/* Returns whether the replay has reached the wanted position or the end of the game. */
static bool reached(const struct show *show)
{
    const struct record_reader *reader = &show->records.reader;
    if (reader->phase == RECORD_GAME)
        return true;
    return !show->wanted.step && reader->events == show->wanted.events;
}

/* Finds the requested position. Returns false after printing an error if there is none. */
static bool find_step(const struct show *show, size_t *at)
{
    const struct wanted *wanted = &show->wanted;
    *at = wanted->step ? 0 : show->steps_n - 1;
    if (wanted->events != UINT64_MAX) {
        *at = (size_t)wanted->events - 1;
        if (wanted->events <= show->steps_n)
            return true;
        cli_error("%s: --at is %" PRIu64 ", but game %" PRIu64 " has %zu lines", show->path, wanted->events,
                  wanted->game, show->steps_n);
        return false;
    }
    if (!wanted->round)
        return true;
    for (size_t i = 0; i < show->steps_n; i++) /* a round begins when everybody has drawn and nobody has sold */
        if (show->steps[i].game.pub.round == wanted->round && ff_is_turn(show->steps[i].game.pub.stage)) {
            *at = i;
            return true;
        }
    cli_error("%s: --round is %" PRIu64 ", but game %" PRIu64 " has %d rounds", show->path, wanted->round, wanted->game,
              show->steps[show->steps_n - 1].game.pub.round);
    return false;
}

static int replay(struct show *show)
{
    const struct record_reader *reader = &show->records.reader;
    enum record_input_result got;
    for (uint64_t events = 0; (got = record_input_next(&show->records)) == RECORD_INPUT_LINE; events = reader->events) {
        bool blank = reader->events == events && reader->phase != RECORD_GAME;
        bool mine = reader->events > 0 && reader->games + (reader->phase != RECORD_GAME) == show->wanted.game;
        if (blank || !mine)
            continue;
        add_step(show);
        if (reached(show))
            return CLI_OK;
    }
    if (got == RECORD_INPUT_ERROR)
        return CLI_USAGE;
    return got == RECORD_INPUT_END ? record_input_report_missing_game(&show->records, show->wanted.game)
                                   : record_input_report_fault(&show->records);
}

/* ---------------------------------------------------------------------------------------------------------- showing */

/* Writes "Anna holds Crane, Palace II." for each player. */
static void put_hands(struct base_out *out, const struct show *show, const struct ff_game *game)
{
    for (int seat = 0; seat < game->pub.players; seat++) {
        text_put_player(out, show->names, seat);
        base_put(out, game->hid.hand[seat] ? " holds " : " holds nothing");
        text_put_titles(out, game->hid.hand[seat], ", ");
        base_put(out, ".\n");
    }
}

static void put_plain(struct base_out *out, const struct show *show, const struct step *step)
{
    const struct ff_edition *edition = &show->records.reader.edition;
    struct ff_view view;
    ff_view_of(&step->game, FF_NOBODY, &view);
    base_put(out, step->sentence);
    base_put(out, *step->sentence ? "\n" : "");
    base_put(out, "Round ");
    base_put_unsigned(out, view.pub.round);
    base_put(out, ".\n");
    position_put_prices(out, edition, &view);
    position_put_order(out, &view, show->names);
    position_put_goods(out, &view, show->names);
    position_put_players(out, edition, &view, show->names);
    put_hands(out, show, &step->game);
}

static int print_step(const struct show *show, const struct step *step)
{
    char *text = cli_check_memory(malloc(TABLE_TEXT_MAX + TEXT_BOARD_MAX));
    struct base_out out = base_out_cut(text, TABLE_TEXT_MAX + TEXT_BOARD_MAX);
    if (show->wanted.plain)
        put_plain(&out, show, step);
    else
        text_board_game(&out, &show->records.reader.edition, &step->game, show->names, show->look.style);
    cli_print_wrapped(stdout, text, 2);
    free(text);
    return CLI_OK;
}

/* --------------------------------------------------------------------------------------------------------- stepping */

/* With `way` above 0, returns the first line of the next round. Otherwise returns the first line of the current round
 * or, if that is the current line, of the previous round. */
static size_t other_round(const struct show *show, size_t at, int way)
{
    const struct step *steps = show->steps;
    size_t last = show->steps_n - 1;
    if (way > 0) {
        int round = steps[at].game.pub.round;
        while (at < last && steps[at].game.pub.round == round)
            at++;
        return at;
    }
    at -= at > 0;
    while (at > 0 && steps[at - 1].game.pub.round == steps[at].game.pub.round)
        at--;
    return at;
}

/* Carries out a typed command. Sets *at to the step to print. Returns false if there is nothing to print or the user
 * leaves. */
static bool carry_out_step(const struct show *show, const char *text, size_t n, size_t *at, bool *leaves)
{
    size_t last = show->steps_n - 1;
    unsigned number = 0;
    const struct base_word word = {text, n, 1, 1};
    *leaves = base_word_is(&word, "q") || base_word_is(&word, "quit");
    if (*leaves)
        return false;
    if (n == 0)
        *at += *at < last;
    else if (base_word_is(&word, "p"))
        *at -= *at > 0;
    else if (base_word_is(&word, "r"))
        *at = other_round(show, *at, 1);
    else if (base_word_is(&word, "b"))
        *at = other_round(show, *at, -1);
    else if (base_word_number(&word, (unsigned)show->steps_n, &number) && number > 0)
        *at = number - 1;
    else {
        cli_printf("Enter goes to the next line, p to the previous line, r to the next round, b to the previous round, "
                   "a number "
                   "to that line; q quits.\n");
        return false;
    }
    return true;
}

/* Prints a line of the record and the position after it, and then other lines as the user asks for them. */
static int step_through(const struct show *show, size_t at)
{
    struct line *line = cli_check_memory(line_new(&(struct line_options){.edit = show->look.ansi}));
    int status = CLI_OK;
    bool prints = true, leaves = false;
    line_catch_signals();
    while (!leaves) {
        char prompt[64];
        const char *text;
        size_t n;
        if (prints) {
            status = print_step(show, &show->steps[at]);
            cli_printf("%s%s", show->wanted.plain ? "" : show->steps[at].sentence,
                       *show->steps[at].sentence ? "\n" : "");
        }
        snprintf(prompt, sizeof prompt, "line %zu of %zu, round %d> ", at + 1, show->steps_n,
                 show->steps[at].game.pub.round);
        leaves = !cli_flush() || line_read(line, prompt, &text, &n) != LINE_TEXT;
        prints = !leaves && carry_out_step(show, text, n, &at, &leaves);
    }
    line_free(line);
    return line_stop_signal() ? 128 + line_stop_signal() : status;
}

/* ---------------------------------------------------------------------------------------------------------- options */

static int show_file(struct show *show)
{
    size_t at;
    if (!record_input_open(&show->records, show->path))
        return CLI_USAGE;
    int status = replay(show);
    record_input_close(&show->records);
    if (status != CLI_OK)
        return status;
    if (!find_step(show, &at))
        return CLI_USAGE;
    return show->wanted.step ? step_through(show, at) : print_step(show, &show->steps[at]);
}

/* Returns whether the given options can be combined. Prints an error if they cannot. */
static bool may_show(const struct show *show)
{
    const struct wanted *wanted = &show->wanted;
    if (wanted->round && wanted->events != UINT64_MAX)
        cli_error("show: --at and --round cannot be combined, because both select a position");
    else if (wanted->step && strcmp(show->path, "-") == 0)
        cli_error("show: --step reads standard input, so the record must be in a file");
    else
        return true;
    return false;
}

static int parse_and_run(struct show *show, int argc, char **argv)
{
    struct wanted *wanted = &show->wanted;
    const struct cli_option options[] = {
        {"game", "K", "show the K-th game of the file, from 1 (1)", .number = &wanted->game, .min = 1,
         .max = UINT64_MAX},
        {"at", "N", "show the position after N lines of the game, its first line included (all)",
         .number = &wanted->events, .min = 1, .max = UINT64_MAX},
        {"round", "R", "show the position at the beginning of round R, when all have drawn", .number = &wanted->round,
         .min = 1, .max = FF_ROUNDS_MAX},
        {"step", NULL, "go through the game line by line, from that position or else from the beginning",
         .flag = &wanted->step},
        {"plain", NULL, "print sentences instead of a board, for screen readers", .flag = &wanted->plain},
    };
    const struct cli_usage usage = CLI_USAGE_OF(
        "show", "FILE",
        "Shows a position of a recorded game, with all hands, as a text board. With --step it shows one position\n"
        "after the other. FILE - is standard input.",
        options);
    *wanted = (struct wanted){.game = 1, .events = UINT64_MAX};
    int files = cli_parse(&usage, argc, argv);
    if (files < 0)
        return cli_parse_exit_status(files);
    show->path = argv[1];
    show->look = terminal_caps_detect();
    return may_show(show) ? show_file(show) : CLI_USAGE;
}

int cmd_show(int argc, char **argv)
{
    struct show *show = cli_check_memory(calloc(1, sizeof *show));
    int status = parse_and_run(show, argc, argv);
    free(show->steps);
    free(show);
    return status;
}
