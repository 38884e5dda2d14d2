/* parse_action.h - reads a typed action. The words are tried as a number of the list, then as words of the text
 * language, then as an abbreviation of a legal action, and last as an abbreviation of a card in the hand, to explain
 * why it is not legal. */
#pragma once

#include "engine/base/words.h"
#include "engine/core/ff.h"
#include "help_topics.h"
#include "options_text.h"

/* The lists to which the numbers of one line refer. The list of a stage stays as it was when the line was typed or
 * first reached the stage, so that `1; 2; 3` means the entries that were listed as 1, 2 and 3. 0: not yet known. */
struct listed_options {
    const struct ff_edition *edition;
    ff_options options[FF_STAGES];
};

/* How an action was read. */
enum play_reading {
    READ_END,     /* there is none */
    READ_SPELT,   /* written out */
    READ_SHORT,   /* a number of the list, or an abbreviation */
    READ_REFUSED, /* words for something that is not legal now */
    READ_SEVERAL, /* an abbreviation of more than one thing */
    READ_BAD,
};

/* Reads the next action of the chain, which may be illegal. After READ_SEVERAL and READ_BAD *error says what is wrong;
 * after READ_BAD the chain has not moved. */
enum play_reading play_read_action(struct base_words *chain, const struct ff_view *view, struct listed_options *listed,
                                   ff_action *action, struct base_error *error);

/* Compares without regard to case. */
bool play_word_equals_ignoring_case(const struct base_word *word, const char *text);

/* Reads `sell all`, `sell all B` or `sell all at B` as the sale that brings most. On failure writes the reason to
 * *why. */
enum play_sale { SALE_NOT, SALE_FOUND, SALE_BAD };
enum play_sale play_read_sale(struct base_words *chain, const struct ff_edition *edition, const struct ff_view *view,
                              struct best_sale *sale, struct base_out *why);

/* Writes why the action is refused, and what this step expects. */
void play_put_refusal(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                      ff_action action);
/* Writes which word could not be read, and what this step expects. */
void play_put_misread(struct base_out *out, const struct ff_view *view, const struct base_error *error);

/* Answers `? WORDS`: explains everything with this name (help_put_topic), or else says whether the action is allowed
 * now, and why not. Suggests a topic for a mistyped one, and refuses words that are left over. */
void play_put_explanation(struct base_out *out, const struct help_reader *reader, const struct base_word *topic,
                          struct listed_options *listed);

static inline bool play_action_was_read(enum play_reading reading)
{
    return reading == READ_SPELT || reading == READ_SHORT || reading == READ_REFUSED;
}
