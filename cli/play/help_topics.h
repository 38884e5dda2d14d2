/* help_topics.h - what `?` answers: a card, a rule, a command, a word of the text language.
 *
 * Rules are printed from docs/rules.md, which is built into the program, so that there is one text of them. */
#ifndef CLI_HELP_TOPICS_H
#define CLI_HELP_TOPICS_H

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
/* Whether the word is one of them, written out. */
bool help_is_command(const struct base_word *word);

/* All commands. */
void help_put_all(struct base_out *out, bool plain);

/* Everything that has this name. False: nothing has. `view` is for costs; `utf8`: whether the reader can show it. A
 * rule's paragraph is broken into lines of so many columns (0: it is one line). */
bool help_put_topic(struct base_out *out, const struct ff_edition *edition, const struct ff_view *view,
                    const struct base_word *topic, bool utf8, size_t columns);

#endif
