/* words.h - reading text word by word, and saying what is wrong with it.
 *
 * Shared by the readers of actions, positions and editions. It works on bytes that the caller owns, of any content and
 * length, and never looks beyond them. A reader that refuses fills a struct base_error: where, what is wrong and what
 * would be right. */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include "out.h"

/* Where and why a text was refused. Line and column count from 1; 0: the text as a whole. */
struct base_error {
    unsigned line, column;
    char message[360];
};

struct base_word {
    const char *text; /* not NUL-terminated */
    size_t length;    /* 0: there was none */
    unsigned line, column;
};

struct base_words {
    const char *text;
    size_t length;
    size_t at;
    size_t line_start;
    unsigned line;
    bool lines; /* a line is a unit, # starts a comment; else line ends, `;` and `,` are mere gaps */
};

struct base_words base_words_in_lines(const char *text, size_t length);
struct base_words base_words_in_chain(const char *text, size_t length);

/* Goes to the next line that holds a word (the first call: the first such line). False: there is none. */
bool base_words_line(struct base_words *words);
/* The next word, of this line where lines matter. False: there is none, and *word is the empty one at that place. */
bool base_words_next(struct base_words *words, struct base_word *word);
/* What is left of the line, without blanks at its ends; comments are not cut off. */
struct base_word base_words_rest(struct base_words *words);

bool base_word_is(const struct base_word *word, const char *text);
/* A decimal number of at most `max`. */
bool base_word_number(const struct base_word *word, unsigned max, unsigned *number);

/* Returns the index of the word in a list, or -1. */
int base_word_index(const struct base_word *word, const char *const *list, int n);

/* Starts the message of *error at the place of `word`: append the rest to what is returned. */
struct base_out base_error_at(struct base_error *error, const struct base_word *word);
/* Appends `"the word" ` (base_put_quoted), or `nothing ` for an empty one. */
void base_put_word(struct base_out *out, const struct base_word *word);
/* Writes the whole message: the word in quotes, then the format (base_printf). Returns false. */
#ifdef __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
bool base_word_refuse(struct base_error *error, const struct base_word *word, const char *format, ...);

#endif
