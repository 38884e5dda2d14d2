/* hex.h - bytes and numbers as hexadecimal digits. Writing uses lower case, reading accepts both. */
#pragma once

#include "out.h"

/* Returns the value of a hexadecimal digit, or -1 for any other character. */
int base_hex_digit(char c);

void base_put_hex(struct base_out *out, const uint8_t *bytes, size_t n);
/* Writes a number as `digits` hexadecimal digits, with leading zeros. */
void base_put_hex_number(struct base_out *out, uint64_t number, int digits);

/* Reads n bytes from exactly 2 n hexadecimal digits. Returns false and leaves *bytes untouched if the text is anything
 * else. */
bool base_hex_read(const char *text, size_t length, uint8_t *bytes, size_t n);
