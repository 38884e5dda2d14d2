/* utf8.h - characters as UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing beyond U+10FFFF. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BASE_NOT_UTF8 = 0x110000 };

/* Decodes the first character of n > 0 bytes. *length is its length in bytes. Returns BASE_NOT_UTF8 with a length of 1
 * if the bytes are invalid. */
uint32_t base_utf8_take(const char *text, size_t n, size_t *length);

/* Encodes one character. Returns its length in bytes. */
size_t base_utf8_put(uint32_t c, char bytes[4]);

/* Returns whether a byte of valid text is the first byte of a character. */
static inline bool base_utf8_starts(char c) { return ((unsigned char)c & 0xc0) != 0x80; }
