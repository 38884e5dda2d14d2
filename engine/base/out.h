/* out.h - appending text to a buffer that the caller owns.
 *
 * Nothing that runs in the browser allocates or prints: it appends to a `struct base_out`. The text is always
 * NUL-terminated (capacity is at least 1). No libc beyond string.h, because the browser has none.
 *
 * Text that does not fit is nothing at all: it is empty from then on, whatever else is appended, and not whole. So
 * nobody can send or store half of it, and whoever forgets to ask has nothing in hand. Most buffers are as large as
 * their parts can be, with an assertion beside the size and a test of the largest case; the others ask base_out_whole.
 * Sentences for people are cut instead, visibly, where that was asked for. */
#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of a string literal, for sizes that are added up from what is written at the longest. */
#define BASE_LENGTH(literal) ((int)sizeof(literal) - 1)
enum { BASE_NUMBER_LENGTH = BASE_LENGTH("-9223372036854775808") }; /* of the longest number */

struct base_out {
    char *text;
    size_t capacity; /* the NUL included */
    size_t length;
    bool full; /* something did not fit */
    bool cuts; /* the beginning is worth having */
};

/* All or nothing: what programs read. */
struct base_out base_out_of(char *buffer, size_t capacity);
/* As much as fits, "..." at its end where that is not all and there is room for it, from a capacity of 4 on: what
 * people read. */
struct base_out base_out_cut(char *buffer, size_t capacity);
/* Everything that was appended is there. */
#ifdef __GNUC__
__attribute__((warn_unused_result))
#endif
bool base_out_whole(const struct base_out *out);
void base_out_clear(struct base_out *out);
void base_put_char(struct base_out *out, char c);
void base_put(struct base_out *out, const char *s);
void base_put_bytes(struct base_out *out, const char *s, size_t n);
void base_put_number(struct base_out *out, int64_t n);
void base_put_unsigned(struct base_out *out, uint64_t n);
/* How long the current line is, in characters (not bytes; colours do not count). */
size_t base_out_column(const struct base_out *out);
/* Spaces until the current line is that long. */
void base_pad_to(struct base_out *out, size_t column);

#endif
