/* play_read.c - what a person typed in a game at the terminal; see play.h.
 *
 * A line is a command or a chain of actions. An action is tried as a number of the list, then as words of the text
 * language, then as an abbreviation of something legal; what was not written out is said back. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "play.h"
#include "play_ask.h"
#include "play_explain.h"
#include "play_match.h"
#include "text/names.h"
#include "text/notation.h"

/* ----------------------------------------------------------------------------------------------------------- lines */

const char *play_read_line(struct play *play, const char *prompt, size_t columns, size_t *n)
{
    const char *text = NULL;
    bool heard = fflush(stdout) == 0; /* else nobody listens any more */
    enum line_status status = heard ? line_read(play->line, prompt, columns, &text, n) : LINE_END;
    bool again = play->cancelled;
    play->cancelled = status == LINE_CANCEL;
    play->ended = status == LINE_END || status == LINE_STOP;
    play->quit = play->ended || (status == LINE_CANCEL && again);
    if (play->quit && (!play->ansi || status == LINE_STOP))
        printf("\n");
    return status == LINE_TEXT ? text : NULL;
}

/* `?build crane` is `? build crane`. */
static void split(const char *text, size_t n, struct base_word *verb, struct base_word *rest)
{
    struct base_words words = base_words_in_chain(text, n);
    base_words_next(&words, verb);
    if (verb->length > 1 && verb->text[0] == '?') {
        words.at -= verb->length - 1;
        verb->length = 1;
    }
    *rest = base_words_rest(&words);
}

/* --------------------------------------------------------------------------------------------------------- actions */

/* The next action of the line if it is a number of the list. */
static bool next_number(struct base_words *chain, const struct ff_view *view, ff_options options, ff_action *action,
                        struct base_error *error)
{
    struct base_word word;
    unsigned number = 0;
    base_words_next(chain, &word);
    int option = base_word_number(&word, FF_OPTIONS_MAX, &number) ? ask_numbered(view->pub.stage, options, number) : -1;
    if (option < 0) {
        struct base_out out = base_error_at(error, &word);
        base_put_word(&out, &word);
        base_put(&out, "is no number of the list");
        return false;
    }
    *action = ff_action_of(view->pub.stage, (unsigned)option);
    return true;
}

static void fail_several(struct base_error *error, const struct base_word *typed, int stage, ff_options options)
{
    struct base_out out = base_error_at(error, typed);
    base_put_word(&out, typed);
    base_put(&out, "may be ");
    text_actions(&out, stage, options);
}

/* The words from here to the next `;`, `,` or end: where each of them ends. */
enum { SEGMENT_WORDS_MAX = 8 };
static int segment_words(const struct base_words *chain, struct base_word *first, size_t ends[SEGMENT_WORDS_MAX])
{
    struct base_words ahead = *chain;
    struct base_word word = {0};
    int n = 0;
    while (n < SEGMENT_WORDS_MAX && base_words_next(&ahead, &word)) {
        if (n == 0)
            *first = word;
        ends[n++] = ahead.at;
        if (ahead.at < ahead.length && strchr(";,\n", ahead.text[ahead.at]))
            break;
    }
    return n;
}

/* How the next action of a line was found. */
enum reading {
    READ_END,     /* there is none */
    READ_SPELT,   /* written out */
    READ_SHORT,   /* a number of the list, or an abbreviation */
    READ_SEVERAL, /* an abbreviation of more than one thing */
    READ_BAD,
};

/* The next action if it is an abbreviation: as many words as fit something legal. */
static enum reading next_short(struct base_words *chain, const struct ff_view *view, ff_options options,
                               ff_action *action, struct base_error *error)
{
    struct base_word first = {0};
    size_t ends[SEGMENT_WORDS_MAX];
    for (int k = segment_words(chain, &first, ends) - 1; k >= 0; k--) {
        size_t length = (size_t)(chain->text + ends[k] - first.text);
        struct play_match match = play_match_options(first.text, length, view->pub.stage, options);
        if (match.fit == MATCH_NOT)
            continue;
        first.length = length;
        chain->at = ends[k];
        if (ff_popcount(match.options) > 1) {
            fail_several(error, &first, view->pub.stage, match.options);
            return READ_SEVERAL;
        }
        *action = ff_action_of(view->pub.stage, (unsigned)ff_option_nth(match.options, 0));
        return READ_SHORT;
    }
    return READ_BAD; /* *error is untouched: what is wrong with it as words is said better elsewhere */
}

static enum reading next_action(struct base_words *chain, const struct ff_view *view, ff_options options,
                                ff_action *action, struct base_error *error)
{
    struct base_words ahead = *chain;
    struct base_word word;
    if (base_words_next(&ahead, &word) && isdigit((unsigned char)word.text[0]))
        return next_number(chain, view, options, action, error) ? READ_SHORT : READ_BAD;
    ahead = *chain;
    enum text_chain got = text_chain_next(&ahead, view->pub.stage, action, error);
    if (got == TEXT_CHAIN_BAD)
        return next_short(chain, view, options, action, error);
    *chain = ahead;
    return got == TEXT_CHAIN_END ? READ_END : READ_SPELT;
}

static bool is_action(enum reading reading) { return reading == READ_SPELT || reading == READ_SHORT; }

static void say_back(const struct play *play, ff_action action)
{
    char text[64];
    struct base_out out = base_out_of(text, sizeof text);
    text_action(&out, action);
    if (play->plain)
        printf("That is: %s.\n", text);
    else
        printf("%s %s\n", play->style.utf8 ? "→" : "->", text);
}

static void say_why(const struct play *play, const struct ff_view *view, ff_action action)
{
    char buffer[1024];
    struct base_out out = base_out_of(buffer, sizeof buffer);
    ask_why(&out, play->edition, view, action);
    printf("%s", buffer);
}

/* Plays one action of the line; false: the line ends here. */
static bool play_next(struct play *play, struct base_words *chain)
{
    struct ff_view view;
    struct base_error error;
    ff_action action = 0;
    play_view(play, &view);
    enum reading got = next_action(chain, &view, ff_legal(play->edition, &view), &action, &error);
    if (got == READ_BAD || got == READ_SEVERAL)
        printf("%s. (? for help)\n", CLI_SAFE(error.message));
    if (!is_action(got))
        return false;
    if (ff_why_not(play->edition, &view, action) != FF_OK) {
        say_why(play, &view, action);
        return false;
    }
    if (got == READ_SHORT)
        say_back(play, action);
    play_take(play, play->seat, action);
    return true;
}

static void play_line(struct play *play, const char *text, size_t n)
{
    struct base_words chain = base_words_in_chain(text, n);
    struct base_word word;
    uint32_t turn = play_turn(play);
    while (play_next(play, &chain)) {
        bool mine = (play->game.pub.owe >> play->seat & 1) && play_turn(play) == turn;
        if (mine)
            continue;
        if (base_words_next(&chain, &word))
            printf("Your turn is over; the rest of the line was not played.\n");
        return;
    }
}

/* -------------------------------------------------------------------------------------------------------- commands */

static void explain(const struct play *play, const struct base_word *rest)
{
    char buffer[EXPLAIN_TEXT_MAX];
    struct base_out out = base_out_of(buffer, sizeof buffer);
    struct ff_view view;
    struct base_error error;
    struct base_words chain = base_words_in_chain(rest->text, rest->length);
    ff_action action = 0;
    play_view(play, &view);
    if (!rest->length)
        explain_help(&out, play->plain);
    else if (explain_topic(&out, play->edition, &view, rest, play->style.utf8))
        ;
    else if (is_action(next_action(&chain, &view, ff_legal(play->edition, &view), &action, &error)))
        ask_why(&out, play->edition, &view, action);
    else
        printf("%s.\n", CLI_SAFE(error.message));
    printf("%s", buffer);
}

/* A file's name as a C string; false: there is none, or it is too long, and it was said. */
static bool file_name(const struct base_word *rest, const char *command, char *name, size_t size)
{
    if (!rest->length || rest->length >= size || memchr(rest->text, '\0', rest->length)) {
        printf("%s needs the name of a file: %s FILE\n", command, command);
        return false;
    }
    memcpy(name, rest->text, rest->length);
    name[rest->length] = '\0';
    return true;
}

static void save(const struct play *play, const struct base_word *rest)
{
    char name[1024];
    if (file_name(rest, "save", name, sizeof name) && play_save(play, name, true))
        printf("Saved. To go on: fuerstenfeld play --resume %s\n"
               "The file tells all cards, hidden ones included: do not read it before the game is over.\n",
               CLI_SAFE(name));
}

static void record(const struct play *play, const struct base_word *rest)
{
    char name[1024];
    if (play->game.pub.stage != FF_STAGE_OVER)
        printf(
            "Only a finished game is recorded, since a record tells all cards. To leave and go on later: save FILE\n");
    else if (file_name(rest, "record", name, sizeof name))
        play_save_record(play, name, false);
}

/* Those for whom a game need not be under way. */
static bool look_back(struct play *play, const struct base_word *verb, const struct base_word *rest)
{
    static const char *const facts[] = {"hand", "deck", "prices", "goods", "order", "players"};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (base_word_is(verb, facts[i]) && (play->seat != FF_NOBODY || i > 1)) {
            play_show_facts(play, facts[i]);
            return true;
        }
    if (base_word_is(verb, "?") || base_word_is(verb, "help") || base_word_is(verb, "why"))
        explain(play, rest);
    else if (base_word_is(verb, "board"))
        play_show_board(play);
    else if (base_word_is(verb, "log"))
        play_show_log(play, rest->length && rest->text[0] == 'a');
    else if (base_word_is(verb, "record"))
        record(play, rest);
    else if (base_word_is(verb, "quit") || base_word_is(verb, "quit!")) {
        play->quit = true;
        play->leave = base_word_is(verb, "quit!");
    } else
        return false;
    return true;
}

/* A line that is no action. False: it may be one. */
static bool command(struct play *play, const struct base_word *verb, const struct base_word *rest)
{
    if (look_back(play, verb, rest))
        return true;
    if (base_word_is(verb, "undo"))
        play_undo(play);
    else if (base_word_is(verb, "redo"))
        play_redo(play);
    else if (base_word_is(verb, "hint"))
        play_hint(play);
    else if (base_word_is(verb, "save"))
        save(play, rest);
    else
        return false;
    return true;
}

/* Whether the word may be short for this command. What writes a file is written out. */
static bool may_mean(const struct explain_command *candidate, const struct base_word *verb,
                     const struct base_word *rest)
{
    return verb->length && verb->length < strlen(candidate->name) && strcmp(candidate->operand, "FILE") != 0 &&
           strncmp(candidate->name, verb->text, verb->length) == 0 && (!rest->length || *candidate->operand);
}

/* A command that was abbreviated; NULL: the line is an action. "": it may be several things, and that was said. */
static const char *short_command(const struct play *play, const char *text, size_t n, const struct base_word *verb,
                                 const struct base_word *rest)
{
    struct base_words chain = base_words_in_chain(text, n);
    struct ff_view view;
    struct base_error error;
    ff_action action = 0;
    char words[64];
    struct base_out out = base_out_of(words, sizeof words);
    const char *meant = NULL, *also = NULL;
    for (int i = 0; i < explain_commands_n; i++)
        if (may_mean(&explain_commands[i], verb, rest)) {
            also = meant;
            meant = explain_commands[i].name;
        }
    play_view(play, &view);
    enum reading got = next_action(&chain, &view, ff_legal(play->edition, &view), &action, &error);
    if (!meant || got == READ_SPELT || got == READ_SEVERAL)
        return NULL;
    if (got == READ_SHORT) {
        text_action(&out, action);
        also = words;
    }
    if (!also)
        return meant;
    printf("\"%.*s\" may be %s or %s. Write one more letter.\n", (int)verb->length, verb->text, also, meant);
    return "";
}

static void obey(struct play *play, const char *text, size_t n)
{
    struct base_word verb, rest;
    split(text, n, &verb, &rest);
    if (!verb.length || command(play, &verb, &rest))
        return;
    const char *meant = short_command(play, text, n, &verb, &rest);
    if (!meant) {
        play_line(play, text, n);
    } else if (*meant) {
        struct base_word whole = {meant, strlen(meant), 1, 1};
        printf(play->plain ? "That is: %s.\n" : play->style.utf8 ? "→ %s\n" : "-> %s\n", meant);
        command(play, &whole, &rest);
    }
}

void play_human_turn(struct play *play)
{
    char prompt[64];
    size_t n = 0;
    if (!play->asked)
        play_ask(play);
    size_t columns = play_prompt(play, prompt, sizeof prompt);
    const char *text = play_read_line(play, prompt, columns, &n);
    if (text)
        obey(play, text, n);
    else if (!play->quit)
        printf("Ctrl-C once more leaves the game; it is saved.\n");
}

/* From a pipe whatever is no command ends it: it was meant for a game that went on. */
void play_after(struct play *play)
{
    if (play->terminal)
        printf("\nrecord FILE writes the game down; log all tells it again; Enter leaves.\n");
    while (!play->quit) {
        char prompt[64];
        size_t n = 0, columns = play_prompt(play, prompt, sizeof prompt);
        struct base_word verb, rest;
        const char *text = play_read_line(play, prompt, columns, &n);
        if (!text)
            return;
        split(text, n, &verb, &rest);
        if (!verb.length)
            return;
        if (look_back(play, &verb, &rest))
            continue;
        if (!play->terminal)
            return;
        printf("The game is over. You can say record FILE, log, log all, board, ? or quit.\n");
    }
}

/* ------------------------------------------------------------------------------------------------------ completion */

/* Where the last action of a line begins: after the last `;` or `,`. */
static size_t last_segment(const char *text, size_t n)
{
    size_t at = n;
    while (at > 0 && text[at - 1] != ';' && text[at - 1] != ',')
        at--;
    while (at < n && text[at] == ' ')
        at++;
    return at;
}

/* The game after the actions of the line before this place. False: they are wrong, the turn is over by then, or a card
 * would be drawn, of which nobody knows yet. */
static bool look_ahead(const struct play *play, const char *text, size_t n, struct ff_game *game)
{
    struct base_words chain = base_words_in_chain(text, n);
    *game = play->game;
    for (;;) {
        struct ff_view view;
        struct base_error error;
        ff_action action = 0;
        ff_view_of(game, play->seat, &view);
        ff_options legal = ff_legal(play->edition, &view);
        if (!legal)
            return false;
        enum reading got = next_action(&chain, &view, legal, &action, &error);
        if (got == READ_END)
            return true;
        if (!is_action(got) || ff_why_not(play->edition, &view, action) != FF_OK || view.pub.stage == FF_STAGE_DRAW)
            return false;
        ff_apply(play->edition, game, play->seat, action);
        if (game->pub.round != view.pub.round)
            return false;
    }
}

static void add_choice(struct line_choices *choices, const char *before, size_t n, const char *text)
{
    char line[LINE_BYTES_MAX + 1];
    struct base_out out = base_out_of(line, sizeof line);
    base_put_bytes(&out, before, n);
    base_put(&out, text);
    if (!out.full)
        line_choice(choices, line, out.length);
}

/* The legal actions that what is typed may mean; all of them where nothing is typed. */
static void complete_action(const struct play *play, const char *text, size_t n, struct line_choices *choices)
{
    size_t from = last_segment(text, n);
    struct ff_game game;
    struct ff_view view;
    if (!look_ahead(play, text, from, &game))
        return;
    ff_view_of(&game, play->seat, &view);
    ff_options legal = ff_legal(play->edition, &view);
    if (from < n)
        legal = play_match_options(text + from, n - from, view.pub.stage, legal).options;
    for (unsigned option = 0; option < FF_OPTIONS_MAX; option++) {
        char action[64];
        struct base_out out = base_out_of(action, sizeof action);
        if (!(legal >> option & 1))
            continue;
        text_action(&out, ff_action_of(view.pub.stage, option));
        add_choice(choices, text, from, action);
    }
}

static bool begins(const char *name, const char *text, size_t n)
{
    return strlen(name) >= n && strncasecmp(name, text, n) == 0;
}

static void complete_command(const char *text, size_t n, struct line_choices *choices)
{
    for (int i = 0; i < explain_commands_n; i++) {
        const struct explain_command *candidate = &explain_commands[i];
        if (n && begins(candidate->name, text, n) && candidate->name[0] != '?')
            add_choice(choices, candidate->name, strlen(candidate->name), *candidate->operand ? " " : "");
    }
}

/* After `?`: cards, commands, and what is legal. */
static void complete_topic(const struct play *play, const char *text, size_t n, size_t from,
                           struct line_choices *choices)
{
    for (int card = 0; card < ff_cards_n(play->setup.mode); card++)
        if (begins(text_card(card), text + from, n - from))
            add_choice(choices, text, from, text_card(card));
    for (int i = 0; i < explain_commands_n; i++)
        if (begins(explain_commands[i].name, text + from, n - from))
            add_choice(choices, text, from, explain_commands[i].name);
    struct line_choices actions = {0};
    complete_action(play, text + from, n - from, &actions);
    for (int i = 0; i < actions.n; i++)
        add_choice(choices, text, from, actions.text[i]);
}

void play_complete(void *context, const char *text, size_t n, struct line_choices *choices)
{
    const struct play *play = (const struct play *)context;
    struct base_word verb, rest;
    split(text, n, &verb, &rest);
    bool asks = base_word_is(&verb, "?") || base_word_is(&verb, "why") || base_word_is(&verb, "help");
    size_t from = (size_t)(rest.text - text);
    if (asks && (from > verb.length || verb.text[0] == '?'))
        complete_topic(play, text, n, from, choices);
    else if (play->seat != FF_NOBODY) {
        complete_action(play, text, n, choices);
        complete_command(text, n, choices);
    }
}
