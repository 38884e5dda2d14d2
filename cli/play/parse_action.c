/* parse_action.c - reads a typed action; see parse_action.h. */
#include "parse_action.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "abbreviations.h"
#include "engine/base/safe.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"

/* Reads the next action of the line, which must be a number in the list. */
static bool next_number(struct base_words *chain, const struct ff_view *view, struct listed_options *listed,
                        ff_action *action, struct base_error *error)
{
    struct base_word word;
    unsigned number = 0;
    int stage = view->pub.stage;
    struct base_words ahead = *chain;
    base_words_next(&ahead, &word);
    int option = base_word_number(&word, FF_OPTIONS_MAX, &number)
                     ? options_find_number(stage, listed->options[stage], number)
                     : -1;
    if (option < 0) {
        struct base_out out = base_error_at(error, &word);
        base_put_word(&out, &word);
        base_put(&out, "is not a number in the list");
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

/* Stores the ends of all words up to the next `;`, `,` or end of the line. Returns the number of words. */
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

/* Returns all options of a stage that can be written in words. */
static ff_options sayable(int stage)
{
    ff_options options = 0;
    for (unsigned option = 0; option < FF_OPTIONS_MAX; option++) {
        char text[TEXT_ACTION_MAX];
        struct base_out out = base_out_cut(text, sizeof text);
        text_action(&out, ff_action_of((unsigned)stage, option));
        options |= (ff_options)(memcmp(text, "raw ", 4) != 0) << option;
    }
    return options;
}

/* Finds an illegal action that these words mean: a card of the hand, an option of this stage or, if its whole verb was
 * typed, an option of a different stage. If several fit, takes the first, because none of them is legal. But if more
 * words follow, it takes no action, because the fault may be in those words. */
static bool is_refused(const struct base_word *typed, bool follow, enum abbreviation_fit least,
                       const struct ff_view *view, ff_action *action)
{
    struct base_words words = base_words_in_chain(typed->text, typed->length);
    struct base_word verb;
    int stage = view->pub.stage;
    struct abbreviation match = {MATCH_NOT, 0};
    base_words_next(&words, &verb);
    if (stage == FF_STAGE_BUILD)
        match = abbreviation_match_options(typed->text, typed->length, stage, view->own.hand);
    struct abbreviation all = abbreviation_match_options(typed->text, typed->length, stage, sayable(stage));
    match = all.fit > match.fit ? all : match;
    for (int other = 0; other < FF_STAGES && match.fit == MATCH_NOT; other++) {
        char text[TEXT_ACTION_MAX];
        struct base_out out = base_out_cut(text, sizeof text);
        if (other == stage || !sayable(other))
            continue;
        text_action(&out, ff_action_of((unsigned)other, (unsigned)ff_option_nth(sayable(other), 0)));
        if (strlen(text) > verb.length && text[verb.length] == ' ' && strncasecmp(text, verb.text, verb.length) == 0) {
            match = abbreviation_match_options(typed->text, typed->length, other, sayable(other));
            stage = match.fit == MATCH_NOT ? stage : other;
        }
    }
    if (match.fit < least || (follow && ff_popcount(match.options) > 1))
        return false;
    *action = ff_action_of((unsigned)stage, (unsigned)ff_option_nth(match.options, 0));
    return true;
}

static bool stage_has_cards(int stage)
{
    return stage == FF_STAGE_KEEP || stage == FF_STAGE_BUILD || stage == FF_STAGE_DISCARD;
}

/* Returns whether the words are the name of a card with a number that no such card has, with or without a verb, as in
 * `build spring 9`. If so, fills *error. */
static bool is_wrong_number(const struct base_words *chain, const struct base_word *first,
                            const size_t ends[SEGMENT_WORDS_MAX], int words, struct base_error *error)
{
    struct base_words after = *chain;
    struct base_word word = *first;
    for (int k = 0; k + 1 < words; k++) {
        uint32_t series = 0;
        struct base_words ahead = *chain;
        for (int verb = 0; verb < 2 && base_words_next(&ahead, &word) && !series; verb++)
            series = word.text < chain->text + ends[k]
                         ? abbreviation_numbered_cards(word.text, (size_t)(chain->text + ends[k] - word.text))
                         : 0;
        size_t whole = (size_t)(chain->text + ends[k + 1] - word.text);
        after.at = ends[k];
        const char *name = word.text;
        base_words_next(&after, &word);
        if (!series || !isdigit((unsigned char)word.text[0]))
            continue;
        for (int card = 0; card < FF_CARDS_MAX; card++)
            if (abbreviation_fit_card(name, whole, card) == MATCH_WHOLE)
                return false;
        struct base_out out = base_error_at(error, &word);
        base_put_word(&out, &word);
        base_put(&out, "is not a number of such a card; there are ");
        text_put_titles(&out, series, ", ");
        return true;
    }
    return false;
}

/* Reads the next action as an abbreviation. Takes the longest sequence of words that fits a legal action, or else one
 * that fits an illegal action. */
static enum play_reading next_short(struct base_words *chain, const struct ff_view *view, ff_options options,
                                    ff_action *action, struct base_error *error)
{
    struct base_word first = {0};
    size_t ends[SEGMENT_WORDS_MAX];
    const int words = segment_words(chain, &first, ends);
    if (stage_has_cards(view->pub.stage) && is_wrong_number(chain, &first, ends, words, error))
        return READ_BAD;
    for (int k = words - 1; k >= 0; k--) {
        size_t length = (size_t)(chain->text + ends[k] - first.text);
        struct abbreviation match = abbreviation_match_options(first.text, length, view->pub.stage, options);
        first.length = length;
        enum abbreviation_fit better = match.fit == MATCH_BEGINNINGS ? MATCH_WHOLE : MATCH_NAME;
        if (match.fit <= MATCH_BEGINNINGS && match.fit != MATCH_NAME &&
            is_refused(&first, k < words - 1, better, view, action)) {
            chain->at = ends[k]; /* a whole name that neither begins a different name nor precedes a number */
            return READ_REFUSED;
        }
        if (match.fit == MATCH_NOT)
            continue;
        if (ff_popcount(match.options) > 1 && k < words - 1 && error->column > first.column)
            break; /* the verb is right, so the next word is the fault */
        chain->at = ends[k];
        if (ff_popcount(match.options) > 1) {
            fail_several(error, &first, view->pub.stage, match.options);
            return READ_SEVERAL;
        }
        *action = ff_action_of(view->pub.stage, (unsigned)ff_option_nth(match.options, 0));
        return READ_SHORT;
    }
    for (int k = words - 1; k >= 0; k--) {
        first.length = (size_t)(chain->text + ends[k] - first.text);
        if (is_refused(&first, k < words - 1, MATCH_LETTERS, view, action)) {
            chain->at = ends[k];
            return READ_REFUSED;
        }
    }
    return READ_BAD; /* keeps *error, which has a better message from text_chain_next */
}

enum play_reading play_read_action(struct base_words *chain, const struct ff_view *view, struct listed_options *listed,
                                   ff_action *action, struct base_error *error)
{
    const ff_options options = ff_legal(listed->edition, view);
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

/* --------------------------------------------------------------------------------------------------------- sell all */

bool play_word_equals_ignoring_case(const struct base_word *word, const char *text)
{
    return word->length == strlen(text) && strncasecmp(word->text, text, word->length) == 0;
}

/* Writes "Where? sell all A brings 7 coins, sell all C brings 9 coins." */
static void put_sales(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view)
{
    const char *before = "Where? sell all ";
    struct best_sale sale;
    for (int brewery = 0; brewery < view->pub.players; brewery++)
        if (best_sale_find(edition, view, brewery, &sale)) {
            base_put(out, before);
            base_put_char(out, text_brewery(brewery));
            base_put(out, " brings ");
            text_put_counted(out, sale.income, "coin");
            before = ", sell all ";
        }
    base_put(out, *before == ',' ? ".\n" : "There is nothing that you could sell (R5.2).\n");
}

/* Reads the brewery after `sell all`, or takes the brewery of a sale that has begun. Returns -1 if there is none. */
static int read_brewery(struct base_words *chain, const struct ff_view *view, bool *wrong)
{
    struct base_words ahead = *chain;
    struct base_word word;
    int chosen = view->pub.stage == FF_STAGE_BREWERY ? -1 : view->pub.brewery, named = -1;
    bool more = base_words_next(&ahead, &word);
    if (more && (play_word_equals_ignoring_case(&word, "at") || play_word_equals_ignoring_case(&word, "brewery")))
        more = base_words_next(&ahead, &word);
    named = more ? text_brewery_of(&word) : -1;
    *wrong = named >= 0 && chosen >= 0 && named != chosen;
    if (named < 0)
        return chosen;
    *chain = ahead;
    return named;
}

enum play_sale play_read_sale(struct base_words *chain, const struct ff_edition *edition, const struct ff_view *view,
                              struct best_sale *sale, struct base_out *why)
{
    struct base_words ahead = *chain;
    struct base_word first, second;
    bool wrong;
    if (!base_words_next(&ahead, &first) || !base_words_next(&ahead, &second) ||
        !play_word_equals_ignoring_case(&first, "sell") || !play_word_equals_ignoring_case(&second, "all"))
        return SALE_NOT;
    *chain = ahead;
    if (view->pub.stage < FF_STAGE_BREWERY || view->pub.stage > FF_STAGE_OFFICE) {
        base_put(why, "There is nothing to sell now (R2.1).\n");
        return SALE_BAD;
    }
    int brewery = read_brewery(chain, view, &wrong);
    if (wrong) {
        base_put(why, "You sell at brewery ");
        base_put_char(why, text_brewery(view->pub.brewery));
        base_put(why, "; undo takes that back (R5.1).\n");
        return SALE_BAD;
    }
    if (brewery < 0) {
        put_sales(why, edition, view);
        return SALE_BAD;
    }
    if (brewery < view->pub.players && best_sale_find(edition, view, brewery, sale))
        return SALE_FOUND;
    base_put(why, "There is nothing that you could sell there (R5.2).\n");
    return SALE_BAD;
}

/* --------------------------------------------------------------------------------------------------------- refusals */

void play_put_refusal(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                      ff_action action)
{
    text_action(out, action);
    base_put(out, ": ");
    options_put_reason(out, edition, view, action);
    options_put_expected(out, view);
}

/* Returns the name of the card that is most similar to the refused word, or NULL if no card was expected or none is
 * similar. */
static const char *similar_card(const struct base_error *error)
{
    static const char refusal[] = "\" is no card; ";
    const char *end = strstr(error->message, refusal);
    if (error->message[0] != '"' || !end)
        return NULL;
    return abbreviation_similar_name(error->message + 1, (size_t)(end - error->message - 1), NULL, 0);
}

void play_put_misread(struct base_out *out, const struct ff_view *view, const struct base_error *error)
{
    const char *wants = strstr(error->message, "; here say "); /* general; options_put_expected is specific */
    const char *card = similar_card(error), *end = card ? strstr(error->message, "cards are ") : wants;
    base_put_bytes(out, error->message, end ? (size_t)(end - error->message) : strlen(error->message));
    if (card)
        base_printf(out, "did you mean %s?\n", card);
    else
        base_put(out, ".\n");
    options_put_expected(out, view);
}

/* Explains a topic or, if the words are exactly one action, says whether it is allowed now. If they are neither,
 * returns false and may fill *error. */
static bool explain_whole(struct base_out *out, const struct help_reader *reader, const struct base_word *topic,
                          struct listed_options *listed, struct base_error *error)
{
    struct base_words chain = base_words_in_chain(topic->text, topic->length);
    struct base_word more;
    ff_action action = 0;
    if (help_put_topic(out, reader, topic))
        return true;
    if (!play_action_was_read(play_read_action(&chain, reader->view, listed, &action, error)) ||
        base_words_next(&chain, &more))
        return false;
    options_put_reason(out, reader->edition, reader->view, action);
    return true;
}

/* Finds the longest beginning of the topic that can be explained, and refuses the words after it. Returns false if that
 * beginning is shorter than `from`. */
static bool refuse_trailing(struct base_out *out, const struct help_reader *reader, const struct base_word *topic,
                            struct listed_options *listed, unsigned from)
{
    struct base_words words = base_words_in_chain(topic->text, topic->length);
    struct base_word word, whole = *topic, trailing = {0};
    while (base_words_next(&words, &word)) {
        char text[HELP_TEXT_MAX];
        struct base_out scratch = base_out_cut(text, sizeof text);
        struct base_error error = {.message = ""};
        struct base_word beginning = {topic->text, words.at, 1, 1};
        if (words.at >= topic->length || !explain_whole(&scratch, reader, &beginning, listed, &error))
            continue;
        struct base_words ahead = words;
        base_words_next(&ahead, &trailing);
        whole = beginning;
    }
    if (!trailing.length || whole.length < from)
        return false;
    base_put_word(out, &trailing);
    base_put(out, "is not understood. Say ? ");
    base_put_safe(out, whole.text, whole.length);
    base_put_char(out, '\n');
    return true;
}

void play_put_explanation(struct base_out *out, const struct help_reader *reader, const struct base_word *topic,
                          struct listed_options *listed)
{
    struct base_error error = {.message = ""};
    if (explain_whole(out, reader, topic, listed, &error))
        return;
    const char *similar =
        error.column > 1 ? NULL : help_similar_topic(topic); /* a column above 1 means that the verb was right */
    if (similar)
        base_printf(out, "Did you mean %s?\n", similar);
    else if (!refuse_trailing(out, reader, topic, listed, error.column))
        play_put_misread(out, reader->view, &error);
}
