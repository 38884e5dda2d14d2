/* utf8.h - characters as UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing beyond U+10FFFF. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BASE_NOT_UTF8 = 0x110000 };

/* The character at text, of n bytes at least 1; *length is how many are its own. BASE_NOT_UTF8: there is none, and
 * *length is 1. */
uint32_t base_utf8_take(const char *text, size_t n, size_t *length);

/* Writes one character; its length. */
size_t base_utf8_put(uint32_t c, char bytes[4]);

/* Of valid text: whether a character begins with that byte. */
static inline bool base_utf8_starts(char c) { return ((unsigned char)c & 0xc0) != 0x80; }

#endif
