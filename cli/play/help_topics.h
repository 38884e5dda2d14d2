/* help_topics.h - answers `?` about a card, a rule, a command, or a word of the text language. Rules are printed from
 * docs/rules.md, which is embedded in the program, so there is only one text of the rules. */
#pragma once

#include "engine/base/out.h"
#include "engine/base/words.h"
#include "engine/core/ff.h"

enum {
    HELP_TEXT_MAX = 16384,
    HELP_COLUMNS = 78 /* line width if there is no terminal */
};

/* The text of docs/rules.md. */
extern const char rules_text[];
extern const size_t rules_size;

/* All commands except actions, in the order of the help. */
struct help_command {
    const char *name, *operand; /* `operand` is "" for a command without one */
    const char *line;           /* what the command does, without a full stop */
};
extern const struct help_command help_commands[];
extern const int help_commands_n;
/* Returns whether the word is a command that is not abbreviated. */
bool help_is_command(const struct base_word *word);

/* Appends the help: actions, commands and how to type them. */
void help_put_all(struct base_out *out, bool plain);

/* The context of an explanation. The view is used for costs. */
struct help_reader {
    const struct ff_edition *edition;
    const struct ff_view *view;
    bool utf8;      /* the terminal can show UTF-8 */
    size_t columns; /* width to which the paragraphs of a rule are wrapped; 0: no wrapping */
};

/* Appends explanations of everything that has this name. Returns false if nothing has it. */
bool help_put_topic(struct base_out *out, const struct help_reader *reader, const struct base_word *topic);

/* Returns the topic that is most similar to mistyped words, or NULL if none is similar. */
const char *help_similar_topic(const struct base_word *topic);
