/* words.h - splits text into words, and writes error messages that give line and column.
 *
 * The readers of actions, positions and editions share it. It works on bytes of any content and length, which the
 * caller owns, and never reads beyond them. A reader that refuses a text fills a struct base_error with the place, the
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
    bool lines; /* true: the text is read line by line, and # starts a comment; false: line ends, `;` and `,` only
                   separate words */
};

struct base_words base_words_in_lines(const char *text, size_t length);
struct base_words base_words_in_chain(const char *text, size_t length);

/* Moves to the next line that contains a word. The first call moves to the first such line. Returns false if there is
 * none. */
bool base_words_line(struct base_words *words);
/* Reads the next word. With base_words_in_lines, reads only words of the current line. If there is no word, returns
 * false and empties *word. */
bool base_words_next(struct base_words *words, struct base_word *word);
/* Returns the rest of the line without blanks at its ends. A comment in it is not removed. */
struct base_word base_words_rest(struct base_words *words);

bool base_word_is(const struct base_word *word, const char *text);
/* Reads the word as a decimal number of at most `max`. Returns false if it is anything else. */
bool base_word_number(const struct base_word *word, unsigned max, unsigned *number);

/* Returns the index of the word in a list, or -1. */
int base_word_index(const struct base_word *word, const char *const *list, int n);

/* Sets the place of *error to that of `word`. Returns an empty buffer for the message, to which the caller appends. */
struct base_out base_error_at(struct base_error *error, const struct base_word *word);
/* Appends the word in quotes (base_put_quoted) and a blank, or `nothing ` if the word is empty. */
void base_put_word(struct base_out *out, const struct base_word *word);
/* Writes the whole *error. The message is the word in quotes, followed by the formatted text (base_printf). Always
 * returns false. */
#ifdef __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
bool base_word_refuse(struct base_error *error, const struct base_word *word, const char *format, ...);

#endif
