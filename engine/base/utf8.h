/* utf8.h - characters as UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing beyond U+10FFFF. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BASE_NOT_UTF8 = 0x110000 };

/* Returns the character at the beginning of n > 0 bytes, and its length. Returns BASE_NOT_UTF8 with a length of 1 if it
 * is invalid. */
uint32_t base_utf8_take(const char *text, size_t n, size_t *length);

/* Writes one character. Returns its length. */
size_t base_utf8_put(uint32_t c, char bytes[4]);

/* Returns whether a character begins with that byte, in valid text. */
static inline bool base_utf8_starts(char c) { return ((unsigned char)c & 0xc0) != 0x80; }
