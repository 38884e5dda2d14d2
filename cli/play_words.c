/* play_words.c - which action somebody typed; see play_words.h. */
#include "play_words.h"

#include <ctype.h>
#include <string.h>

#include "cli.h"
#include "play_ask.h"
#include "play_explain.h"
#include "play_match.h"
#include "text/notation.h"

/* The next action of the line if it is a number of the list. */
static bool next_number(struct base_words *chain, const struct ff_view *view, struct play_listed *listed,
                        ff_action *action, struct base_error *error)
{
    struct base_word word;
    unsigned number = 0;
    int stage = view->pub.stage;
    struct base_words ahead = *chain;
    base_words_next(&ahead, &word);
    int option =
        base_word_number(&word, FF_OPTIONS_MAX, &number) ? ask_numbered(stage, listed->options[stage], number) : -1;
    if (option < 0) {
        struct base_out out = base_error_at(error, &word);
        base_put_word(&out, &word);
        base_put(&out, "is no number of the list");
        return false;
    }
    *chain = ahead;
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

/* A card in the hand that these words mean and that cannot be built now; of several the first, as none can. */
static bool is_refused(const struct base_word *typed, const struct ff_view *view, ff_action *action)
{
    if (view->pub.stage != FF_STAGE_BUILD)
        return false;
    struct play_match match = play_match_options(typed->text, typed->length, FF_STAGE_BUILD, view->own.hand);
    if (match.fit != MATCH_NOT)
        *action = ff_action_of(FF_STAGE_BUILD, (unsigned)ff_option_nth(match.options, 0));
    return match.fit != MATCH_NOT;
}

/* The next action if it is an abbreviation: as many words as fit something legal, or a card that is not. */
static enum play_reading next_short(struct base_words *chain, const struct ff_view *view, ff_options options,
                                    ff_action *action, struct base_error *error)
{
    struct base_word first = {0};
    size_t ends[SEGMENT_WORDS_MAX];
    for (int k = segment_words(chain, &first, ends) - 1; k >= 0; k--) {
        size_t length = (size_t)(chain->text + ends[k] - first.text);
        struct play_match match = play_match_options(first.text, length, view->pub.stage, options);
        first.length = length;
        bool refused = match.fit == MATCH_NOT && is_refused(&first, view, action);
        if (match.fit == MATCH_NOT && !refused)
            continue;
        chain->at = ends[k];
        if (refused)
            return READ_REFUSED;
        if (ff_popcount(match.options) > 1) {
            fail_several(error, &first, view->pub.stage, match.options);
            return READ_SEVERAL;
        }
        *action = ff_action_of(view->pub.stage, (unsigned)ff_option_nth(match.options, 0));
        return READ_SHORT;
    }
    return READ_BAD; /* *error is untouched: what is wrong with it as words is said better elsewhere */
}

enum play_reading play_read_action(struct base_words *chain, const struct ff_view *view, ff_options options,
                                   struct play_listed *listed, ff_action *action, struct base_error *error)
{
    struct base_words ahead = *chain;
    struct base_word word;
    ff_options *list = &listed->options[view->pub.stage];
    *list = *list ? *list : options;
    if (base_words_next(&ahead, &word) && isdigit((unsigned char)word.text[0]))
        return next_number(chain, view, listed, action, error) ? READ_SHORT : READ_BAD;
    ahead = *chain;
    enum text_chain got = text_chain_next(&ahead, view->pub.stage, action, error);
    if (got == TEXT_CHAIN_BAD)
        return next_short(chain, view, options, action, error);
    *chain = ahead;
    return got == TEXT_CHAIN_END ? READ_END : READ_SPELT;
}

void play_explain(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                  const struct base_word *topic, struct play_listed *listed, bool utf8, size_t columns)
{
    struct base_words chain = base_words_in_chain(topic->text, topic->length);
    struct base_error error = {.message = ""};
    ff_action action = 0;
    if (explain_topic(out, edition, view, topic, utf8, columns))
        return;
    if (play_read_found(play_read_action(&chain, view, ff_legal(edition, view), listed, &action, &error))) {
        ask_why(out, edition, view, action);
        return;
    }
    base_put(out, CLI_SAFE(error.message));
    base_put(out, ".\n");
}
