/* help_topics.h - answers `?` about a card, a rule, a command, or a word of the text language. Rules are printed from
 * docs/rules.md, which is embedded in the program, so that there is only one text of the rules. */
#pragma once

#include "engine/base/out.h"
#include "engine/base/words.h"
#include "engine/core/ff.h"

enum {
    HELP_TEXT_MAX = 16384,
    HELP_COLUMNS = 78 /* columns if there is no terminal */
};

/* docs/rules.md */
extern const char rules_text[];
extern const size_t rules_size;

/* The commands besides actions, in the order of the help. */
struct help_command {
    const char *name, *operand; /* operand: "" for none */
    const char *line;           /* what it does, without a full stop */
};
extern const struct help_command help_commands[];
extern const int help_commands_n;
/* Returns whether the word is a command, written out. */
bool help_is_command(const struct base_word *word);

/* Appends all commands. */
void help_put_all(struct base_out *out, bool plain);

/* The context of an explanation. The view is for costs. */
struct help_reader {
    const struct ff_edition *edition;
    const struct ff_view *view;
    bool utf8;      /* the reader can show it */
    size_t columns; /* width to which a rule's paragraph is wrapped; 0: one line */
};

/* Appends the explanations of everything with this name. Returns false if there is nothing. */
bool help_put_topic(struct base_out *out, const struct help_reader *reader, const struct base_word *topic);

/* Returns the topic that mistyped words resemble; NULL if there is none. */
const char *help_similar_topic(const struct base_word *topic);
