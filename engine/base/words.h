/* words.h - a lexer that splits text into words, and error messages with their place.
 *
 * The readers of actions, positions and editions share it. It works on bytes of any content and length, which the
 * caller owns, and never reads beyond them. A reader that refuses a text fills a struct base_error: the place, the
 * fault and what was expected. */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include "out.h"

/* Why a text was refused, and where. Line and column count from 1; 0 stands for the whole text. */
struct base_error {
    unsigned line, column;
    char message[360];
};

struct base_word {
    const char *text; /* not NUL-terminated */
    size_t length;    /* 0: no word was left */
    unsigned line, column;
};

struct base_words {
    const char *text;
    size_t length;
    size_t at;
    size_t line_start;
    unsigned line;
    bool lines; /* lines are units and # starts a comment; else line ends, `;` and `,` only separate words */
};

struct base_words base_words_in_lines(const char *text, size_t length);
struct base_words base_words_in_chain(const char *text, size_t length);

/* Moves to the next line that has a word; the first call moves to the first such line. Returns false at the end. */
bool base_words_line(struct base_words *words);
/* Reads the next word, within the line if lines are units. Returns false if there is none; then *word is empty. */
bool base_words_next(struct base_words *words, struct base_word *word);
/* Returns the rest of the line without blanks at its ends. It includes a comment. */
struct base_word base_words_rest(struct base_words *words);

bool base_word_is(const struct base_word *word, const char *text);
/* Reads a decimal number of at most `max`. */
bool base_word_number(const struct base_word *word, unsigned max, unsigned *number);

/* Returns the index of the word in a list, or -1. */
int base_word_index(const struct base_word *word, const char *const *list, int n);

/* Starts the message of *error at the place of `word`. The caller appends the rest to the result. */
struct base_out base_error_at(struct base_error *error, const struct base_word *word);
/* Appends `"the word" ` (base_put_quoted), or `nothing ` for an empty one. */
void base_put_word(struct base_out *out, const struct base_word *word);
/* Writes the whole message: the word in quotes, then the format (base_printf). Returns false. */
#ifdef __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
bool base_word_refuse(struct base_error *error, const struct base_word *word, const char *format, ...);

#endif
