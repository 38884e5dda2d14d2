/* completion.c - completes the line that is being typed; see play.h. */
#include "play.h"

#include <string.h>
#include <strings.h>

#include "abbreviations.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "help_topics.h"
#include "parse_action.h"

/* Splits a line after its first word. `?build crane` is read as `? build crane`. */
void play_split_command(const char *text, size_t n, struct base_word *verb, struct base_word *rest)
{
    struct base_words words = base_words_in_chain(text, n);
    base_words_next(&words, verb);
    if (verb->length > 1 && verb->text[0] == '?') {
        words.at -= verb->length - 1;
        verb->length = 1;
    }
    *rest = base_words_rest(&words);
}

/* Returns the start of the last action of a line: after the last `;` or `,`. */
static size_t last_segment(const char *text, size_t n)
{
    size_t at = n;
    while (at > 0 && text[at - 1] != ';' && text[at - 1] != ',')
        at--;
    while (at < n && text[at] == ' ')
        at++;
    return at;
}

/* Plays the actions in the first n bytes of the line on a copy of the game. Returns false if they are not legal, if
 * they end the turn, or if they draw a card, because that card is still hidden. */
static bool play_typed_actions(const struct play *play, const char *text, size_t n, struct ff_game *game)
{
    struct base_words chain = base_words_in_chain(text, n);
    struct listed_options listed = play_listed_options(play);
    *game = play->game.state;
    for (;;) {
        struct ff_view view;
        struct base_error error;
        ff_action action = 0;
        ff_view_of(game, play->ui.seat, &view);
        if (!ff_legal(play->game.edition, &view))
            return false;
        enum play_reading got = play_read_action(&chain, &view, &listed, &action, &error);
        if (got == READ_END)
            return true;
        if (!play_action_was_read(got) || ff_why_not(play->game.edition, &view, action) != FF_OK ||
            view.pub.stage == FF_STAGE_DRAW)
            return false;
        ff_apply(play->game.edition, game, play->ui.seat, action);
        if (game->pub.round != view.pub.round)
            return false;
    }
}

static void add_choice(struct line_completions *choices, const char *before, size_t n, const char *text)
{
    char line[LINE_BYTES_MAX + 1];
    struct base_out out = base_out_of(line, sizeof line);
    base_put_bytes(&out, before, n);
    base_put(&out, text);
    if (base_out_whole(&out))
        line_add_completion(choices, line, out.length);
}

/* Adds the legal actions that match the typed text, or all if it is empty. */
static void complete_action(const struct play *play, const char *text, size_t n, struct line_completions *choices)
{
    size_t from = last_segment(text, n);
    struct ff_game game;
    struct ff_view view;
    if (!play_typed_actions(play, text, from, &game))
        return;
    ff_view_of(&game, play->ui.seat, &view);
    ff_options legal = ff_legal(play->game.edition, &view);
    if (from < n)
        legal = abbreviation_match_options(text + from, n - from, view.pub.stage, legal).options;
    for (unsigned option = 0; option < FF_OPTIONS_MAX; option++) {
        char action[TEXT_ACTION_MAX];
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

static void complete_command(const char *text, size_t n, struct line_completions *choices)
{
    for (int i = 0; i < help_commands_n; i++) {
        const struct help_command *candidate = &help_commands[i];
        if (n && begins(candidate->name, text, n) && candidate->name[0] != '?')
            add_choice(choices, candidate->name, strlen(candidate->name), *candidate->operand ? " " : "");
    }
}

/* Adds completions after `?`: cards, commands, and legal actions. */
static void complete_topic(const struct play *play, const char *text, size_t n, size_t from,
                           struct line_completions *choices)
{
    for (int card = 0; card < ff_cards_n(play->game.setup.mode); card++)
        if (begins(text_card(card), text + from, n - from))
            add_choice(choices, text, from, text_card(card));
    for (int i = 0; i < help_commands_n; i++)
        if (begins(help_commands[i].name, text + from, n - from))
            add_choice(choices, text, from, help_commands[i].name);
    struct line_completions actions = {0};
    complete_action(play, text + from, n - from, &actions);
    for (int i = 0; i < actions.n; i++)
        add_choice(choices, text, from, actions.text[i]);
}

void play_complete_line(void *context, const char *text, size_t n, struct line_completions *choices)
{
    const struct play *play = (const struct play *)context;
    struct base_word verb, rest;
    play_split_command(text, n, &verb, &rest);
    bool asks = base_word_is(&verb, "?") || base_word_is(&verb, "why") || base_word_is(&verb, "help");
    size_t from = (size_t)(rest.text - text);
    if (asks && (from > verb.length || verb.text[0] == '?'))
        complete_topic(play, text, n, from, choices);
    else if (play->ui.seat != FF_NOBODY) {
        complete_action(play, text, n, choices);
        complete_command(text, n, choices);
    }
}
