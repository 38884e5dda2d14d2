/* out.h - appending text to a buffer, like git's strbuf.
 *
 * Every writer of the project appends to a `struct base_out` without knowing where the text is stored:
 *
 *     char line[80];
 *     struct base_out out = base_out_of(line, sizeof line);                fixed: nothing is allocated
 *     struct base_out out = base_out_growing(realloc, RECORD_GAME_MAX);    grows on the heap, up to a limit
 *     ...
 *     free(out.heap);
 *
 * The text is always NUL-terminated. If something does not fit (because of the capacity, the limit or a lack of
 * memory), the buffer is emptied and stays empty whatever is appended later. So nobody can send or store half a text. A
 * caller appends everything first and then calls base_out_whole once. So a limit is one number, given where the buffer
 * is created. Writers never check it, and nobody has to add up maximum lengths. Text for people (base_out_cut) is
 * truncated visibly instead.
 *
 * This file allocates nothing itself and needs string.h only, because it runs in the browser. A program with a heap
 * passes realloc. A copy of a growing struct base_out must not be appended to: it does not notice that the text
 * moved. */
#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of a string literal, for computing the size of a buffer. */
#define BASE_LENGTH(literal) ((int)sizeof(literal) - 1)
enum { BASE_NUMBER_LENGTH = BASE_LENGTH("-9223372036854775808") }; /* length of the longest number */

typedef void *base_resize(void *block, size_t size); /* realloc, or a function with the same contract */

struct base_out {
    char *text;
    size_t capacity; /* in bytes, including the NUL */
    size_t length;
    bool full; /* something did not fit */
    bool cuts; /* on overflow, truncate the text instead of emptying it */

    base_resize *resize; /* NULL: the buffer cannot grow */
    size_t limit;        /* maximum of the capacity */
    char *heap;          /* the text if it was allocated (the caller frees it), else NULL */
};

/* Returns an empty struct base_out that writes into the caller's buffer. The capacity must be at least 1. */
struct base_out base_out_of(char *buffer, size_t capacity);
/* Returns a struct base_out for text that people read. On overflow, the text is truncated between two characters and
 * ends in "..." if the capacity is at least 4. */
struct base_out base_out_cut(char *buffer, size_t capacity);
/* Returns an empty struct base_out that grows with `resize` to at most `limit` bytes, including the NUL. Nothing is
 * allocated until something is appended. The caller passes out.heap to free. */
struct base_out base_out_growing(base_resize *resize, size_t limit);

/* Returns whether everything that was appended fitted. */
#ifdef __GNUC__
__attribute__((warn_unused_result))
#endif
bool base_out_whole(const struct base_out *out);
/* Empties the buffer so that it can be used again. A growing buffer keeps its memory. */
void base_out_clear(struct base_out *out);

void base_put_char(struct base_out *out, char c);
void base_put(struct base_out *out, const char *s);
void base_put_bytes(struct base_out *out, const char *s, size_t n);
void base_put_number(struct base_out *out, int64_t n);
void base_put_unsigned(struct base_out *out, uint64_t n);
/* Appends text as printf does. The format may use only %s, %c, %d, %u, %lld, %llu and %%, without widths. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void base_printf(struct base_out *out, const char *format, ...);
void base_vprintf(struct base_out *out, const char *format, va_list *values);
/* Returns the length of the current line in characters, not bytes. Colours do not count. */
size_t base_out_column(const struct base_out *out);
/* Appends spaces until the current line is `column` characters long. */
void base_pad_to(struct base_out *out, size_t column);

#endif
