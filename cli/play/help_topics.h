/* help_topics.h - what `?` answers: a card, a rule, a command, a word of the text language.
 *
 * Rules are printed from docs/rules.md, which is built into the program, so that there is one text of them. */
#pragma once

#include "engine/base/out.h"
#include "engine/base/words.h"
#include "engine/core/ff.h"

enum {
    HELP_TEXT_MAX = 16384,
    HELP_COLUMNS = 78 /* where there is no terminal to say how many */
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

/* All commands. */
void help_put_all(struct base_out *out, bool plain);

/* What the explanation depends on. The view is for costs. */
struct help_reader {
    const struct ff_edition *edition;
    const struct ff_view *view;
    bool utf8;      /* the reader can show it */
    size_t columns; /* a rule's paragraph is broken into lines of so many columns; 0: it is one line */
};

/* Appends everything that has this name. False: nothing has. */
bool help_put_topic(struct base_out *out, const struct help_reader *reader, const struct base_word *topic);
