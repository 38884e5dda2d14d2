/* puzzle.c - `fuerstenfeld puzzle [N]`: shows a puzzle at the terminal. The user types turns in the text language until
 * a turn wins for certain. For any other turn, the program prints what is missing, in coins and Palace parts. */
#include "bots/ai/one_ply.h"
#include "bots/ai/turn_search.h"
#include "bots/coach/puzzle_attempt.h"
#include "cli/cli.h"
#include "cli/play/help_topics.h"
#include "cli/play/options_text.h"
#include "cli/play/parse_action.h"
#include "cli/terminal_caps.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SET_MAX = 4 << 20, STEPS_MAX = TURN_STEPS_MAX };

struct task {
    struct ff_edition edition;
    struct coach_puzzle puzzle;
    struct ff_game start, now;
    bool over;                        /* the turn has been played and did not solve the puzzle */
    struct ff_game before[STEPS_MAX]; /* the position before each decision of the turn */
    int before_n;
    int seat;
    struct turn solution;
};

/* Reads the puzzle on line `wanted` of a set. Returns false after printing an error. */
static bool find_puzzle(const char *name, const char *text, size_t n, uint64_t wanted, struct coach_puzzle *puzzle)
{
    uint64_t have = 0;
    for (const char *at = text, *end = text + n; at < end && have < wanted;) {
        const char *line_end = (const char *)memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((line_end ? line_end : end) - at);
        have++;
        if (!coach_puzzle_read(at, length, puzzle)) {
            cli_error("%s:%llu: this line is not a puzzle; `fuerstenfeld-lab puzzles` writes one puzzle per line", name,
                      (unsigned long long)have);
            return false;
        }
        at += length + 1;
    }
    if (have < wanted)
        cli_error("puzzle: there is no puzzle %llu; the set has %llu", (unsigned long long)wanted,
                  (unsigned long long)have);
    return have == wanted;
}

static enum coach_theme theme_of(const struct task *task) { return (enum coach_theme)task->puzzle.theme; }

static void show_puzzle(const struct task *task)
{
    static char text[1 << 16];
    struct base_out out = base_out_of(text, sizeof text);
    struct ff_view view;
    ff_view_of(&task->start, task->seat, &view);
    text_board_view(&out, &task->edition, &view, NULL, terminal_caps_detect().style);
    cli_print_wrapped(stdout, text, 2);
    const bool two_rounds = coach_theme_is_two_rounds(theme_of(task));
    snprintf(text, sizeof text,
             "\nYou are seat %d. Find a turn that wins %s for certain, whatever %s.\n"
             "Type it, as: brewery A; sell 2 hops; build palace1; space 2, or sell all B. ? lists what can be done, "
             "with numbers that can be typed instead; ? WORDS explains a rule, a card or why not; hint shows the idea, "
             "solution a turn that wins; undo takes the last decision back, again begins again, quit ends.\n",
             task->seat, two_rounds ? "in the next round" : "this round",
             two_rounds ? "is drawn and whatever the others hold" : "the others hold");
    cli_print_wrapped(stdout, text, 0);
}

/* Lists the legal options with numbers, which the user may type instead of words. */
static void list_choices(const struct task *task)
{
    char text[OPTIONS_TEXT_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    struct ff_view view;
    ff_view_of(&task->now, task->seat, &view);
    options_put_list(&out, &task->edition, &view,
                     &(struct options_layout){.columns = terminal_caps_detect().style.columns});
    cli_printf("You can type:\n");
    cli_print_wrapped(stdout, text, 4);
}

/* Returns whether the line asks for help. *topic is the text after `?` or `help`, which may be empty. */
static bool asks(const char *line, struct base_word *topic)
{
    struct base_words words = base_words_in_lines(line, strlen(line));
    struct base_word first;
    if (!base_words_line(&words) || !base_words_next(&words, &first))
        return false;
    *topic = base_words_rest(&words);
    return base_word_is(&first, "?") || base_word_is(&first, "help");
}

static void explain_topic(const struct task *task, const struct base_word *topic)
{
    char text[HELP_TEXT_MAX];
    struct base_out out = base_out_cut(text, sizeof text);
    struct listed_options listed = {.edition = &task->edition};
    struct ff_view view;
    if (!topic->length) {
        list_choices(task);
        return;
    }
    ff_view_of(&task->now, task->seat, &view);
    const struct text_style style = terminal_caps_detect().style;
    const struct help_reader reader = {&task->edition, &view, style.utf8, style.columns ? 0 : HELP_COLUMNS};
    play_put_explanation(&out, &reader, topic, &listed);
    cli_print_wrapped(stdout, text, 2);
}

static void say_why_not(const struct coach_attempt *attempt)
{
    if (attempt->outcome == COACH_NOT_FIRST)
        cli_printf("Not solved: in the next round seat %d plays before you.\n", attempt->rival);
    else if (attempt->outcome == COACH_UNCERTAIN)
        cli_printf("Not solved: with what you have and keep now, you do not win for certain in the next round.\n");
    else if (attempt->outcome == COACH_UNFINISHED)
        cli_printf("Not solved: your palace has %d of 6 parts.\n", attempt->parts);
    else
        cli_printf("Not solved: you have %d coins, and seat %d %s a whole palace and %d.\n", attempt->coins,
                   attempt->rival, attempt->comes ? "may still end with" : "has", attempt->purse);
}

static struct coach_attempt attempt_of(const struct task *task)
{
    struct coach_attempt attempt;
    coach_attempt_judge(&task->edition, theme_of(task), &task->now, task->seat, &attempt);
    return attempt;
}

static void restart_puzzle(struct task *task)
{
    task->now = task->start;
    task->before_n = 0;
    task->over = false;
}

/* Takes back one action. This also works after a wrong turn, so that a player with a mistake at its end need not type
 * the whole turn again. */
static void undo_action(struct task *task)
{
    if (!task->before_n) {
        cli_printf("There is nothing to take back.\n");
        return;
    }
    task->now = task->before[--task->before_n];
    task->over = false;
    cli_printf("Taken back.\n");
    list_choices(task);
}

static enum ff_refusal play_action(struct task *task, ff_action action)
{
    struct ff_event event;
    const struct ff_game before = task->now;
    enum ff_refusal refusal = ff_play(&task->edition, &task->now, task->seat, action, &event);
    if (refusal != FF_OK)
        return refusal;
    assert(task->before_n < STEPS_MAX); /* STEPS_MAX is longer than any turn */
    task->before[task->before_n++] = before;
    while (ff_is_own_step(&task->now.pub, task->seat) && ff_follow(&task->edition, &task->now, &event))
        ;
    return FF_OK;
}

static void say_action(ff_action action)
{
    char text[TEXT_ACTION_MAX];
    struct base_out out = base_out_cut(text, sizeof text);
    text_action(&out, action);
    cli_printf("→ %s\n", text);
}

/* Reads the next decision of a line: the number of an option, words, or an abbreviation. Prints an abbreviation in
 * full. */
static enum play_reading read_next(const struct task *task, struct base_words *chain, struct listed_options *listed,
                                   ff_action *action, struct base_error *error)
{
    struct ff_view view;
    ff_view_of(&task->now, task->seat, &view);
    enum play_reading got = play_read_action(chain, &view, listed, action, error);
    if (got == READ_SHORT)
        say_action(*action);
    return got;
}

/* Plays the next words of a line. Returns false after printing why they cannot be played. Sets *end if there are no
 * more words. */
static bool take_next(struct task *task, struct base_words *chain, struct listed_options *listed, bool *end)
{
    char why[1024];
    struct base_out out = base_out_cut(why, sizeof why);
    struct base_error error;
    struct best_sale sale = {.actions_n = 1};
    struct ff_view view;
    ff_view_of(&task->now, task->seat, &view);
    enum play_sale sells = play_read_sale(chain, &task->edition, &view, &sale, &out);
    enum play_reading got = sells == SALE_NOT ? read_next(task, chain, listed, sale.action, &error) : READ_SPELT;
    *end = got == READ_END;
    if (!play_action_was_read(got) && !*end)
        play_put_misread(&out, &view, &error);
    else if (!*end && sells != SALE_BAD && ff_why_not(&task->edition, &view, sale.action[0]) != FF_OK)
        play_put_refusal(&out, &task->edition, &view, sale.action[0]);
    for (int i = 0; !*why && !*end && i < sale.actions_n; i++) {
        if (sells == SALE_FOUND)
            say_action(sale.action[i]);
        play_action(task, sale.action[i]);
    }
    cli_printf("%s", why);
    return !*why;
}

/* Plays all actions of a line, or none if one of them is not possible. Returns true if the puzzle is solved. */
static bool take_line(struct task *task, const char *line)
{
    const struct ff_game before = task->now;
    const int before_n = task->before_n;
    struct base_words chain = base_words_in_chain(line, strlen(line));
    struct listed_options listed = {.edition = &task->edition};
    for (bool end = false; !end && attempt_of(task).outcome == COACH_GOES_ON;) {
        if (take_next(task, &chain, &listed, &end))
            continue;
        if (memcmp(&before, &task->now, sizeof before) != 0)
            cli_printf("No action of the line was played.\n");
        task->now = before;
        task->before_n = before_n;
        return false;
    }
    struct coach_attempt attempt = attempt_of(task);
    struct base_word rest;
    if (attempt.outcome == COACH_SOLVED)
        return true;
    if (attempt.outcome == COACH_GOES_ON) {
        list_choices(task);
        return false;
    }
    say_why_not(&attempt);
    if (base_words_next(&chain, &rest))
        cli_printf("The rest of the line was not played, because the turn was over.\n");
    task->over = true;
    return false;
}

static void show_solution(const struct task *task)
{
    char text[2048];
    struct base_out out = base_out_of(text, sizeof text);
    struct ff_game game = task->start;
    for (int i = 0; i < task->solution.steps; i++) {
        base_put(&out, i ? "; " : "");
        text_action(&out, ff_action_of(game.pub.stage, task->solution.option[i]));
        turn_play_option(&task->edition, &game, task->seat, task->solution.option[i]);
    }
    cli_printf("%s\n%s\n", coach_theme_ideas[theme_of(task)], text);
}

static void say_right(const struct task *task)
{
    const struct coach_attempt attempt = attempt_of(task);
    if (coach_theme_is_two_rounds(theme_of(task)))
        cli_printf("Right: in the next round nobody plays before you, and your palace is won whatever you draw.\n");
    else if (attempt.rival == FF_NOBODY)
        cli_printf("Right: you end with a whole palace and %d coins, and nobody else can complete one.\n",
                   attempt.coins);
    else
        cli_printf("Right: you end with a whole palace and %d coins, and seat %d can have %d at most.\n", attempt.coins,
                   attempt.rival, attempt.purse);
}

/* Reads the next line and trims it. Returns NULL at the end of the input. */
static const char *next_line(char *line, int size)
{
    if (!fgets(line, size, stdin))
        return NULL;
    size_t n = strlen(line);
    while (n && strchr(" \t\r\n", line[n - 1]))
        n--;
    line[n] = '\0';
    return line + strspn(line, " \t");
}

static int read_turns(struct task *task)
{
    char room[1024];
    show_puzzle(task);
    for (;;) {
        fputs("> ", stdout);
        if (!cli_flush())
            return CLI_USAGE;
        const char *line = next_line(room, sizeof room);
        if (!line || strcmp(line, "quit") == 0) {
            cli_printf(line ? "The puzzle is not solved.\n" : "\nThe puzzle is not solved.\n");
            return CLI_FAILS;
        }
        struct base_word topic;
        bool takes_back = strcmp(line, "undo") == 0;
        if (task->over && !takes_back)
            restart_puzzle(task);
        if (takes_back)
            undo_action(task);
        else if (strcmp(line, "again") == 0) {
            restart_puzzle(task);
            show_puzzle(task);
        } else if (asks(line, &topic))
            explain_topic(task, &topic);
        else if (strcmp(line, "hint") == 0)
            cli_printf("%s\n", coach_theme_ideas[theme_of(task)]);
        else if (strcmp(line, "solution") == 0)
            show_solution(task);
        else if (take_line(task, line)) {
            say_right(task);
            return CLI_OK;
        }
    }
}

/* Sets up the puzzle's position and finds a turn that solves it. Returns false after printing an error if the puzzle is
 * not valid. */
static bool begin_puzzle(struct task *task, const char *name, uint64_t number)
{
    task->seat = coach_puzzle_position(&task->edition, &task->puzzle, &task->start);
    if (task->seat < 0) {
        cli_error("%s:%llu: this position cannot occur with the default edition", name, (unsigned long long)number);
        return false;
    }
    const bool solved = coach_puzzle_solve(&task->edition, theme_of(task), &task->start, task->seat, &task->solution);
    if (!solved)
        cli_error("%s:%llu: no turn solves it as its theme requires: %s", name, (unsigned long long)number,
                  coach_theme_names[theme_of(task)]);
    return solved;
}

static int put_puzzle(struct task *task, const char *name, const char *text, size_t n, uint64_t number)
{
    if (!cli_read_edition(NULL, &task->edition) || !find_puzzle(name, text, n, number, &task->puzzle) ||
        !begin_puzzle(task, name, number))
        return CLI_USAGE;
    restart_puzzle(task);
    cli_printf("Puzzle %llu, %s, grade %d\n\n", (unsigned long long)number, coach_theme_names[task->puzzle.theme],
               task->puzzle.grade);
    return read_turns(task);
}

int cmd_puzzle(int argc, char **argv)
{
    const char *set = NULL;
    const struct cli_option options[] = {
        {"set", "FILE", "use the puzzles that `fuerstenfeld-lab puzzles` wrote to FILE, not those built in",
         .text = &set}};
    const struct cli_usage usage =
        CLI_USAGE_OF("puzzle", "[N]",
                     "Shows the N-th puzzle (1): find a turn that wins for certain, this round or the next.", options);
    uint64_t number = 1;
    size_t n = default_puzzles_size;
    int operands = cli_parse(&usage, argc, argv);
    if (operands < 0)
        return cli_parse_exit_status(operands);
    if (operands == 1 && !cli_parse_number("puzzle: the number", argv[1], 1, 999999999, &number))
        return CLI_USAGE;
    char *text = set ? cli_read_file(set, SET_MAX, &n) : NULL;
    if (set && !text)
        return CLI_USAGE;
    struct task *task = cli_check_memory(calloc(1, sizeof *task));
    int status = put_puzzle(task, set ? set : "puzzles", text ? text : default_puzzles_text, n, number);
    free(task);
    free(text);
    return status;
}
