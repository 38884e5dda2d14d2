/* typed_lines.c - carries out the lines that a person types in a game at the terminal; see play.h.
 *
 * A line consists of statements separated by `;` or `,`. Each statement is a command or a chain of actions. Statements
 * are carried out in order. After a statement that fails, the rest of the line is printed and not carried out. */
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "engine/base/safe.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "help_topics.h"
#include "options_text.h"
#include "parse_action.h"
#include "play.h"

/* ------------------------------------------------------------------------------------------------------------ lines */

const char *play_read_line(struct play *play, const char *prompt, size_t *n)
{
    const char *text = NULL;
    enum line_status status = screen_flush(play->ui.screen) ? line_read(play->ui.line, prompt, &text, n) : LINE_END;
    bool again = play->ui.cancelled;
    play->ui.screen->marked++;
    play->ui.cancelled = status == LINE_CANCEL;
    play->ui.ended = status == LINE_END || status == LINE_STOP;
    play->ui.quit = play->ui.ended || (status == LINE_CANCEL && again);
    if (play->ui.quit && !play->ui.ansi)
        play_printf(play, "\n");
    return status == LINE_TEXT ? text : NULL;
}

/* Returns whether the line begins with a command whose operand may contain a comma. */
static bool takes_text(const char *text, size_t n)
{
    static const char *const verbs[] = {"save", "record", "name"};
    size_t length = 0;
    while (length < n && text[length] != ' ')
        length++;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strlen(verbs[i]) == length && memcmp(verbs[i], text, length) == 0)
            return true;
    return false;
}

/* Reads the next statement of the line, starting at *at. Returns false at the end. */
static bool next_statement(const char *text, size_t n, size_t *at, struct base_word *statement)
{
    size_t from = *at, to;
    while (from < n && memchr(" \t\n;,", text[from], 5))
        from++;
    bool comma = !takes_text(text + from, n - from);
    for (to = from; to < n && text[to] != ';' && (!comma || text[to] != ',');)
        to++;
    *at = to;
    while (to > from && memchr(" \t\n", text[to - 1], 3))
        to--;
    *statement = (struct base_word){text + from, to - from, 1, (unsigned)from + 1};
    return to > from;
}

/* ---------------------------------------------------------------------------------------------------------- actions */

/* The state of a typed line that is being carried out. */
struct line_progress {
    struct listed_options listed; /* the lists to which its numbers refer */
    uint32_t turn;                /* the turn in which it was typed */
    bool over;                    /* that turn is over */
    unsigned wrong_column;        /* column of the word that could not be read, or 0 */
    const char *left;             /* the rest of the statement that was not carried out, or NULL */
};

/* Prints typed text between two texts of the program. */
static void say_typed(const struct play *play, const char *before, const char *text, size_t n, const char *after)
{
    char safe[CLI_SAFE_SIZE];
    struct base_out out = base_out_cut(safe, sizeof safe);
    base_put_safe(&out, text, n);
    play_printf(play, "%s%s%s", before, safe, after);
}

struct listed_options play_listed_options(const struct play *play)
{
    struct listed_options listed = {.edition = play->game.edition};
    listed.options[play->game.state.pub.stage] = play->ui.asked ? play->ui.listed : 0;
    return listed;
}

void play_echo_action(const struct play *play, ff_action action)
{
    char text[TEXT_ACTION_MAX];
    struct base_out out = base_out_cut(text, sizeof text);
    text_action(&out, action);
    if (play->ui.plain)
        play_printf(play, "That is: %s.\n", text);
    else
        play_printf(play, "→ %s\n", text);
}

/* Suggests the command that is most similar to a mistyped word. */
static void say_nearest(const struct play *play, const struct base_words *chain)
{
    struct base_words ahead = *chain;
    struct base_word word;
    char typed[32];
    const char *names[64];
    int n = 0;
    for (; n < help_commands_n && n < 64; n++)
        names[n] = help_commands[n].name;
    if (!base_words_next(&ahead, &word) || word.length >= sizeof typed)
        return;
    snprintf(typed, sizeof typed, "%.*s", (int)word.length, word.text);
    const char *nearest = word.length > 3 ? cli_find_similar_name(typed, names, n) : NULL;
    if (nearest && *nearest != '?')
        play_printf(play, "Did you mean %s?\n", nearest);
}

/* Plays one action of a chain. Returns false if the rest of the line must not be carried out. */
static bool play_next(struct play *play, struct base_words *chain, struct line_progress *line)
{
    struct ff_view view;
    struct base_error error;
    ff_action action = 0;
    enum play_read_shortcut several = play_read_shortcut(play, chain);
    if (several != SHORTCUT_NONE)
        return several == SHORTCUT_DONE;
    play_compose_view(play, &view);
    enum play_reading got = play_read_action(chain, &view, &line->listed, &action, &error);
    char text[1024];
    struct base_out out = base_out_cut(text, sizeof text);
    bool found = play_action_was_read(got), legal = found && ff_why_not(play->game.edition, &view, action) == FF_OK;
    if (!found)
        play_put_misread(&out, &view, &error);
    else if (!legal)
        play_put_refusal(&out, play->game.edition, &view, action);
    if (!legal)
        play_printf(play, "%s", text);
    if (got == READ_BAD)
        say_nearest(play, chain);
    line->wrong_column = got == READ_BAD ? error.column : 0;
    if (!legal)
        return false;
    if (got == READ_SHORT)
        play_echo_action(play, action);
    play_apply_action(play, play->ui.seat, action);
    return true;
}

static bool still_mine(const struct play *play, const struct line_progress *line)
{
    return (play->game.state.pub.owe >> play->ui.seat & 1) && play_turn_number(play) == line->turn;
}

/* Carries out a statement of actions. Returns false if the rest of the line must not be carried out. */
static bool play_chain(struct play *play, const struct base_word *statement, struct line_progress *line)
{
    struct base_words chain = base_words_in_chain(statement->text, statement->length), ahead;
    struct base_word word;
    for (;;) {
        ahead = chain;
        if (!base_words_next(&ahead, &word))
            return true;
        line->over = !still_mine(play, line);
        line->left = word.text;
        if (line->over)
            return false;
        if (!play_next(play, &chain, line))
            break;
    }
    ahead = chain.at > ahead.at ? chain : ahead;
    bool more = base_words_next(&ahead, &word);
    while (more && word.column <= line->wrong_column)
        more = base_words_next(&ahead, &word);
    line->left = more ? word.text : NULL;
    return false;
}

/* --------------------------------------------------------------------------------------------------------- commands */

static void explain_topic(const struct play *play, const struct base_word *rest)
{
    char buffer[HELP_TEXT_MAX];
    struct base_out out = base_out_cut(buffer, sizeof buffer);
    struct ff_view view;
    struct listed_options listed = play_listed_options(play);
    play_compose_view(play, &view);
    const struct help_reader reader = {play->game.edition, &view, play->ui.style.utf8,
                                       screen_columns(play->ui.screen) ? 0 : HELP_COLUMNS};
    if (!rest->length)
        help_put_all(&out, play->ui.plain);
    else
        play_put_explanation(&out, &reader, rest, &listed);
    play_printf(play, "%s", buffer);
}

/* Copies the operand, a file name, as a C string. Returns false after printing an error if it is missing or too
 * long. */
static bool file_name(const struct play *play, const struct base_word *rest, const char *command, char *name,
                      size_t size)
{
    if (!rest->length || rest->length >= size || memchr(rest->text, '\0', rest->length)) {
        play_printf(play, "%s needs the name of a file: %s FILE\n", command, command);
        return false;
    }
    memcpy(name, rest->text, rest->length);
    name[rest->length] = '\0';
    return true;
}

static bool save_game(struct play *play, const struct base_word *rest)
{
    char name[1024];
    if (!file_name(play, rest, "save", name, sizeof name) || !play_save(play, name, true))
        return false;
    play_note_saved(play, name);
    play_printf(play,
                "Saved. To resume it: fuerstenfeld play --resume %s\n"
                "The file contains all cards, hidden ones included: do not read it before the game is over.\n",
                CLI_SAFE(name));
    return true;
}

static bool same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

static bool record_game(struct play *play, const struct base_word *rest)
{
    char name[1024];
    if (play->game.state.pub.stage != FF_STAGE_OVER) {
        play_printf(play,
                    "Only a finished game is recorded, because it contains all cards. To leave and resume it later: "
                    "save FILE\n");
        return false;
    }
    if (!file_name(play, rest, "record", name, sizeof name))
        return false;
    if (same_file(name, play->files.recorded)) {
        play_printf(play, "The game is in %s already.\n", CLI_SAFE(name));
        return true;
    }
    return play_save_record(play, name, false);
}

static bool rename_player(struct play *play, const struct base_word *rest)
{
    int seat = play->ui.seat == FF_NOBODY ? ff_lowest(play->game.humans) : play->ui.seat;
    const char *why = play_set_name(play, seat, rest->text, rest->length);
    if (why) {
        play_printf(play, "%s\n", why);
        return false;
    }
    play->files.kept[0] = '\0'; /* the saved game contains the old name */
    play_printf(play, "You are %s.\n", play->game.names[seat]);
    return true;
}

/* Returns whether the command allows this operand (which may be empty). Prints an error if it does not. */
static bool fits_command(const struct play *play, const struct base_word *verb, const struct base_word *rest)
{
    bool takes = base_word_is(verb, "help") || base_word_is(verb, "why");
    for (int i = 0; i < help_commands_n; i++)
        if (base_word_is(verb, help_commands[i].name))
            takes = takes || *help_commands[i].operand;
    bool all = rest->length && strncmp("all", rest->text, rest->length) == 0;
    if (base_word_is(verb, "log") ? all || !rest->length : takes || !rest->length)
        return true;
    say_typed(play, "Nothing was done: ", verb->text, verb->length, " does not take \"");
    say_typed(play, "", rest->text, rest->length, "\". A ; begins the next command.\n");
    return false;
}

enum command_result { COMMAND_DONE, COMMAND_FAILED, NO_COMMAND };

static enum command_result command_result(bool done) { return done ? COMMAND_DONE : COMMAND_FAILED; }

static bool is_fact(const struct play *play, const struct base_word *verb, const char **fact)
{
    static const char *const facts[] = {"hand", "deck", "prices", "goods", "order", "players"};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (base_word_is(verb, facts[i]) && (play->ui.seat != FF_NOBODY || i > 1)) {
            *fact = facts[i];
            return true;
        }
    return false;
}

/* Carries out commands that do not need an unfinished game. */
static enum command_result carry_out_anytime(struct play *play, const struct base_word *verb,
                                             const struct base_word *rest)
{
    const char *fact;
    if (is_fact(play, verb, &fact))
        play_show_facts(play, fact);
    else if (base_word_is(verb, "?") || base_word_is(verb, "help") || base_word_is(verb, "why"))
        explain_topic(play, rest);
    else if (base_word_is(verb, "board"))
        play_show_board(play);
    else if (base_word_is(verb, "log"))
        play_show_log(play, rest->length != 0);
    else if (base_word_is(verb, "record"))
        return command_result(record_game(play, rest));
    else if (base_word_is(verb, "name"))
        return command_result(rename_player(play, rest));
    else if (base_word_is(verb, "again"))
        play->ui.again = play->ui.quit = true;
    else if (base_word_is(verb, "quit") || base_word_is(verb, "quit!")) {
        play->ui.quit = true;
        play->ui.leave = base_word_is(verb, "quit!");
    } else
        return NO_COMMAND;
    return COMMAND_DONE;
}

static enum command_result carry_out_command(struct play *play, const struct base_word *verb,
                                             const struct base_word *rest)
{
    if (help_is_command(verb) && !fits_command(play, verb, rest))
        return COMMAND_FAILED;
    if (base_word_is(verb, "again") && play->game.state.pub.stage != FF_STAGE_OVER) {
        play_printf(play, "This game is not over; quit leaves it.\n");
        return COMMAND_FAILED;
    }
    enum command_result done = carry_out_anytime(play, verb, rest);
    if (done != NO_COMMAND)
        return done;
    if (base_word_is(verb, "undo"))
        return command_result(play_undo(play));
    if (base_word_is(verb, "redo"))
        return command_result(play_redo(play));
    if (base_word_is(verb, "plan"))
        play_toggle_plans(play);
    else if (base_word_is(verb, "hint"))
        play_show_hint(play);
    else if (base_word_is(verb, "save"))
        return command_result(save_game(play, rest));
    else
        return NO_COMMAND;
    return COMMAND_DONE;
}

/* Returns whether the word may be an abbreviation of this command. Commands that write a file must be written out. */
static bool may_mean(const struct help_command *candidate, const struct base_word *verb, const struct base_word *rest)
{
    bool writes = strcmp(candidate->operand, "FILE") == 0 || strcmp(candidate->operand, "NAME") == 0;
    return verb->length && verb->length < strlen(candidate->name) && !writes && !strchr(candidate->name, ' ') &&
           strncmp(candidate->name, verb->text, verb->length) == 0 && (!rest->length || *candidate->operand);
}

/* Returns the command that the statement abbreviates, or NULL if it is an action. If it is ambiguous, prints an error
 * and returns "". */
static const char *short_command(const struct play *play, const struct base_word *statement,
                                 const struct base_word *verb, const struct base_word *rest)
{
    struct base_words chain = base_words_in_chain(statement->text, statement->length);
    struct ff_view view;
    struct base_error error;
    struct listed_options listed = {.edition = play->game.edition};
    ff_action action = 0;
    char words[TEXT_ACTION_MAX];
    struct base_out out = base_out_cut(words, sizeof words);
    const char *meant = NULL, *also = NULL;
    for (int i = 0; i < help_commands_n; i++)
        if (may_mean(&help_commands[i], verb, rest)) {
            also = meant;
            meant = help_commands[i].name;
        }
    play_compose_view(play, &view);
    enum play_reading got = play_read_action(&chain, &view, &listed, &action, &error);
    if (!meant || got == READ_SPELT || got == READ_SEVERAL)
        return NULL;
    if (got == READ_SHORT) {
        text_action(&out, action);
        also = words;
    }
    if (!also)
        return meant;
    say_typed(play, "\"", verb->text, verb->length, "\" may be ");
    play_printf(play, "%s or %s. Write one more letter.\n", also, meant);
    return "";
}

/* Carries out a statement, which is a command or a chain of actions. Returns false if the rest of the line must not be
 * carried out. */
static bool carry_out_statement(struct play *play, const struct base_word *statement, struct line_progress *line)
{
    struct base_word verb, rest;
    play_split_command(statement->text, statement->length, &verb, &rest);
    enum command_result done = carry_out_command(play, &verb, &rest);
    if (done != NO_COMMAND)
        return done == COMMAND_DONE;
    const char *meant = short_command(play, statement, &verb, &rest);
    if (!meant)
        return play_chain(play, statement, line);
    if (!*meant)
        return false;
    struct base_word whole = {meant, strlen(meant), 1, 1};
    play_printf(play, play->ui.plain ? "That is: %s.\n" : "→ %s\n", meant);
    return carry_out_command(play, &whole, &rest) == COMMAND_DONE;
}

/* Prints the rest of the line, which is not carried out, so that nothing is dropped silently. */
static void say_left(const struct play *play, const struct line_progress *line, const char *text, size_t n, size_t at)
{
    struct base_word next;
    bool more = next_statement(text, n, &at, &next);
    const char *left = line->left ? line->left : more ? next.text : NULL;
    const char *why = line->over ? "Your turn is over; the rest of the line was not played: "
                                 : "The rest of the line was not carried out: ";
    if (left)
        say_typed(play, why, left, (size_t)(text + n - left), "\n");
}

static void carry_out_line(struct play *play, const char *text, size_t n)
{
    struct line_progress line = {.turn = play_turn_number(play), .listed = play_listed_options(play)};
    struct base_word statement;
    size_t at = 0;
    while (next_statement(text, n, &at, &statement)) {
        bool goes_on = carry_out_statement(play, &statement, &line) && !play->ui.quit;
        if (goes_on)
            line.left = NULL;
        else
            say_left(play, &line, text, n, at);
        if (!goes_on)
            return;
    }
}

void play_handle_typed_line(struct play *play)
{
    char prompt[64 + 4 * PLAY_NAME_MAX];
    size_t n = 0;
    if (!play->ui.asked)
        play_show_question(play);
    play_write_prompt(play, prompt, sizeof prompt);
    const char *text = play_read_line(play, prompt, &n);
    if (text)
        carry_out_line(play, text, n);
    else if (!play->ui.quit)
        play_printf(play, "Press Ctrl-C again to save and leave the game.\n");
}

/* Handles a line after the end of the game. Returns false if the line is not a command; it was probably
 * written for a game that had not ended yet. */
static bool carry_out_after_end(struct play *play, const char *text, size_t n)
{
    struct line_progress line = {0};
    struct base_word statement, verb, rest;
    size_t at = 0;
    while (next_statement(text, n, &at, &statement)) {
        play_split_command(statement.text, statement.length, &verb, &rest);
        bool fits = !help_is_command(&verb) || fits_command(play, &verb, &rest);
        enum command_result done = fits ? carry_out_anytime(play, &verb, &rest) : COMMAND_FAILED;
        if (done == NO_COMMAND)
            return false;
        if (done == COMMAND_FAILED || play->ui.quit) {
            say_left(play, &line, text, n, at);
            return true;
        }
    }
    return true;
}

/* Reads commands after the end of the game. If the input is a pipe, a line that is not a command ends the program,
 * because it was probably written for a game that had not ended yet. */
void play_read_lines_after_end(struct play *play)
{
    if (play->ui.terminal)
        play_printf(play, "\nagain deals a new game; record FILE saves a record of this game, and fuerstenfeld review "
                          "FILE judges its "
                          "turns; log all prints its events; Enter quits.\n");
    while (!play->ui.quit) {
        char prompt[64 + 4 * PLAY_NAME_MAX];
        size_t n = 0, at = 0;
        struct base_word first;
        play_write_prompt(play, prompt, sizeof prompt);
        const char *text = play_read_line(play, prompt, &n);
        if (!text || !next_statement(text, n, &at, &first))
            return;
        if (carry_out_after_end(play, text, n))
            continue;
        if (!play->ui.terminal)
            return;
        play_printf(play, "The game is over. You can type again, record FILE, log, log all, board, ? or quit.\n");
    }
}
