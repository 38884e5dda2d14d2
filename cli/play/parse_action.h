/* parse_action.h - reads a typed action. The reader tries the words as a number in the list of options, then as words
 * of the text language, then as an abbreviation of a legal action, and last as an abbreviation of an illegal action, to
 * explain why it is not legal. */
#pragma once

#include "engine/base/words.h"
#include "engine/core/ff.h"
#include "help_topics.h"
#include "options_text.h"

/* The lists to which the numbers in one typed line refer. The list of a stage does not change after the line was typed
 * or first reached the stage, so that `1; 2; 3` means the entries that were listed as 1, 2 and 3. A list is 0 until it
 * is known. */
struct listed_options {
    const struct ff_edition *edition;
    ff_options options[FF_STAGES];
};

/* How an action was read. */
enum play_reading {
    READ_END,     /* the chain has no more actions */
    READ_SPELT,   /* the action is not abbreviated */
    READ_SHORT,   /* the words are a number in the list, or an abbreviation */
    READ_REFUSED, /* the words mean an action that is not legal now */
    READ_SEVERAL, /* the words abbreviate more than one action */
    READ_BAD,
};

/* Reads the next action of the chain, which may be illegal. After READ_SEVERAL and READ_BAD, *error says what is wrong.
 * After READ_BAD, the chain has not moved. */
enum play_reading play_read_action(struct base_words *chain, const struct ff_view *view, struct listed_options *listed,
                                   ff_action *action, struct base_error *error);

/* Returns whether a word equals the text, ignoring upper and lower case. */
bool play_word_equals_ignoring_case(const struct base_word *word, const char *text);

/* Reads `sell all`, `sell all B` or `sell all at B` and finds the sale that brings most coins. For SALE_BAD it writes
 * the reason to *why. */
enum play_sale { SALE_NOT, SALE_FOUND, SALE_BAD };
enum play_sale play_read_sale(struct base_words *chain, const struct ff_edition *edition, const struct ff_view *view,
                              struct best_sale *sale, struct base_out *why);

/* Writes why the action is refused, and what the player can type at this step. */
void play_put_refusal(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                      ff_action action);
/* Writes which word could not be read, and what the player can type at this step. */
void play_put_misread(struct base_out *out, const struct ff_view *view, const struct base_error *error);

/* Answers `? WORDS`. Explains everything with this name (help_put_topic), or else says whether the action is allowed
 * now and, if not, why. Suggests a similar topic for a mistyped one, and refuses extra words. */
void play_put_explanation(struct base_out *out, const struct help_reader *reader, const struct base_word *topic,
                          struct listed_options *listed);

static inline bool play_action_was_read(enum play_reading reading)
{
    return reading == READ_SPELT || reading == READ_SHORT || reading == READ_REFUSED;
}
