/* out.h - appending text to a buffer that the caller owns.
 *
 * Nothing that runs in the browser allocates or prints: it appends to a `struct out`. What does not fit is dropped and
 * `full` is set, so a caller checks once at the end. The text is always NUL-terminated (capacity is at least 1). No
 * libc beyond string.h, because the browser has none. */
#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct out {
    char *text;
    size_t capacity; /* the NUL included */
    size_t length;
    bool full;
};

struct out out_of(char *buffer, size_t capacity);
void out_clear(struct out *out);
void out_char(struct out *out, char c);
void out_str(struct out *out, const char *s);
void out_bytes(struct out *out, const char *s, size_t n);
void out_number(struct out *out, int64_t n);
void out_unsigned(struct out *out, uint64_t n);
/* How long the current line is, in characters (not bytes; colours do not count). */
size_t out_column(const struct out *out);
/* Spaces until the current line is that long. */
void out_pad_to(struct out *out, size_t column);

#endif
