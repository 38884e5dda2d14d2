/* puzzles.c - `fuerstenfeld-lab puzzles --out FILE RECORD...`: finds puzzles (bots/coach/puzzle.h) in records. */
#include "bots/coach/puzzle.h"
#include "cli/record_input.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "study.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------------- finding */

/* The decisions of one seat in a game. */
struct queue {
    uint8_t option[COACH_PUZZLE_STEPS_MAX];
    int n, at;
};

struct finder {
    struct lab lab;
    const char *out;
    bool force;
    struct ff_edition edition;
    struct record_input records;
    struct queue queue[FF_PLAYERS_MAX];
    struct coach_puzzle puzzle;
    struct output_file save;
    uint64_t most, games, passed_over;
    uint64_t found[COACH_THEMES][COACH_GRADE_MAX + 1];
    uint64_t of_kind[COACH_THEMES][COACH_GRADE_MAX + 1][FF_EXPERT + 1][FF_PLAYERS_MAX + 1];
};

static bool take_decisions(struct finder *finder)
{
    const struct record_reader *reader = &finder->records.reader;
    for (int i = 0; i < reader->decisions_n; i++) {
        struct queue *queue = &finder->queue[reader->decision[i].seat];
        if (queue->n == COACH_PUZZLE_STEPS_MAX)
            return false;
        queue->option[queue->n++] = (uint8_t)ff_action_option(reader->decision[i].action);
    }
    return true;
}

/* Returns whether the position is a puzzle: some turn wins in this round or, if none does, in the next round. */
static bool is_puzzle(struct finder *finder, const struct ff_game *game, int seat)
{
    struct coach_wins wins;
    coach_count_winning_turns(&finder->edition, game, seat, &wins);
    if (wins.wins)
        return coach_puzzle_from_wins(&wins, &finder->puzzle);
    coach_count_two_round_wins(&finder->edition, game, seat, &wins);
    return coach_puzzle_from_two_round_wins(&wins, &finder->puzzle);
}

/* Returns the counter of puzzles found with the same theme, grade, mode and number of players. */
static uint64_t *found_of_kind(struct finder *finder)
{
    const struct coach_puzzle *puzzle = &finder->puzzle;
    return &finder->of_kind[puzzle->theme][puzzle->grade][puzzle->setup.mode][puzzle->setup.players];
}

/* Returns whether more puzzles of this kind are wanted. Takes only one of each kind whose theme needs no idea
 * (COACH_WIN). */
static bool is_wanted(struct finder *finder)
{
    return *found_of_kind(finder) < (finder->puzzle.theme == COACH_WIN ? 1 : finder->most);
}

static bool write_puzzle(struct finder *finder)
{
    char text[COACH_PUZZLE_LINE_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    coach_puzzle_print(&out, &finder->puzzle);
    base_put_char(&out, '\n');
    if (out.full)
        return true; /* a game of this length cannot be stored as a puzzle */
    finder->found[finder->puzzle.theme][finder->puzzle.grade]++;
    ++*found_of_kind(finder);
    return output_file_write(&finder->save, text, out.length);
}

/* Replays a game, whose decisions are sorted by seat, and takes at most one puzzle from it. */
static bool search_game(struct finder *finder)
{
    const struct ff_edition *edition = &finder->edition;
    struct coach_puzzle *puzzle = &finder->puzzle;
    struct ff_game game;
    int round = -1, turn = -1;
    puzzle->setup = finder->records.reader.setup;
    puzzle->steps = 0;
    ff_begin(edition, &puzzle->setup, &game);
    while (game.pub.owe && puzzle->steps < COACH_PUZZLE_STEPS_MAX) {
        int seat = ff_lowest(game.pub.owe);
        struct queue *queue = &finder->queue[seat];
        if (ff_is_turn(game.pub.stage) && (game.pub.round != round || game.pub.turn != turn)) {
            round = game.pub.round;
            turn = game.pub.turn;
            if (is_puzzle(finder, &game, seat) && is_wanted(finder))
                return write_puzzle(finder);
        }
        if (queue->at == queue->n)
            return true;
        puzzle->option[puzzle->steps++] = queue->option[queue->at];
        ff_apply(edition, &game, seat, ff_action_of(game.pub.stage, queue->option[queue->at++]));
    }
    return true;
}

static bool end_game(struct finder *finder)
{
    bool good = true;
    finder->games++;
    if (memcmp(&finder->records.reader.edition, &finder->edition, sizeof finder->edition) == 0)
        good = search_game(finder);
    else
        finder->passed_over++;
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        finder->queue[seat].n = finder->queue[seat].at = 0;
    return good;
}

static int read_file(struct finder *finder, const char *path)
{
    struct record_input *records = &finder->records;
    enum record_input_result got;
    if (!record_input_open(records, path))
        return CLI_USAGE;
    uint64_t games = records->reader.games;
    int status = CLI_OK;
    while (status == CLI_OK && (got = record_input_next(records)) == RECORD_INPUT_LINE) {
        if (!take_decisions(finder)) {
            cli_error("%s: game %" PRIu64 " is too long", path, games + 1);
            status = CLI_USAGE;
        } else if (records->reader.games > games) {
            games = records->reader.games;
            status = end_game(finder) ? CLI_OK : CLI_USAGE;
        }
    }
    if (status == CLI_OK && got == RECORD_INPUT_FAULT)
        status = record_input_report_fault(records);
    else if (status == CLI_OK && got == RECORD_INPUT_ERROR)
        status = CLI_USAGE;
    record_input_close(records);
    return status;
}

static bool is_puzzles(const char *bytes, size_t n)
{
    const char *end = (const char *)memchr(bytes, ' ', n);
    size_t length = end ? (size_t)(end - bytes) : n;
    for (int i = 0; i < COACH_THEMES; i++)
        if (length == strlen(coach_theme_names[i]) && memcmp(bytes, coach_theme_names[i], length) == 0)
            return true;
    return n == 0;
}

static uint64_t all_found(const struct finder *finder)
{
    uint64_t all = 0;
    for (int theme = 0; theme < COACH_THEMES; theme++)
        for (int grade = 1; grade <= COACH_GRADE_MAX; grade++)
            all += finder->found[theme][grade];
    return all;
}

/* Prints how many puzzles were found. */
static void print_found(const struct finder *finder, FILE *to)
{
    cli_fprintf(to, "%" PRIu64 " game%s", finder->games, finder->games == 1 ? "" : "s");
    if (finder->passed_over)
        cli_fprintf(to, ", %" PRIu64 " of another edition passed over", finder->passed_over);
    cli_fprintf(to, "\ntheme  grade 1  grade 2  grade 3\n");
    for (int theme = 0; theme < COACH_THEMES; theme++)
        cli_fprintf(to, "%-5s  %7" PRIu64 "  %7" PRIu64 "  %7" PRIu64 "\n", coach_theme_names[theme],
                    finder->found[theme][1], finder->found[theme][2], finder->found[theme][3]);
}

static int read_all(struct finder *finder)
{
    int status = CLI_OK;
    for (int i = 0; i < finder->lab.operands_n && status == CLI_OK; i++)
        status = read_file(finder, finder->lab.operands[i]);
    if (status == CLI_OK && all_found(finder) == 0) {
        print_found(finder, stderr);
        cli_error("puzzles: no puzzle was found, so nothing was written");
        status = CLI_FAILS;
    }
    return status;
}

static int run_puzzles(void *context)
{
    struct finder *finder = (struct finder *)context;
    const struct output_file_terms terms = {
        .how = CLI_REPLACE, .what = "file of puzzles", .is = is_puzzles, .force = finder->force, .keeps = true};
    if (!finder->out) {
        cli_error("puzzles: say where to write the puzzles, with --out FILE");
        return CLI_USAGE;
    }
    if (!cli_read_edition(NULL, &finder->edition) || !output_file_open(&finder->save, finder->out, &terms))
        return CLI_USAGE;
    int status = read_all(finder);
    if (status != CLI_OK)
        output_file_abandon(&finder->save);
    else if (!output_file_finish(&finder->save))
        status = CLI_USAGE;
    else
        print_found(finder, strcmp(finder->out, "-") == 0 ? stderr : stdout);
    return status;
}

int cmd_puzzles(int argc, char **argv)
{
    static struct finder finder = {.most = UINT64_MAX};
    const struct cli_option options[] = {
        {"out", "FILE", "where the puzzles are written", .text = &finder.out},
        {"most", "N", "of each theme, grade, mode and number of players (all)", .number = &finder.most, .min = 1,
         .max = UINT32_MAX},
        {"force", NULL, "replace FILE, whatever it is", .flag = &finder.force},
    };
    const struct lab_study about = {
        CLI_USAGE_OF("puzzles", "FILE...",
                     "Finds puzzles in recorded games: turns that win this round or the next for certain, whatever the "
                     "others hold, where few turns do. At most one of each game.",
                     options),
        0, run_puzzles};
    return lab_study(&about, &finder, argc, argv);
}
