/* hex.h - bytes and numbers as hexadecimal digits. Writing uses lower case, reading accepts both. */
#pragma once

#include "out.h"

/* Returns the value of a digit, or -1. */
int base_hex_digit(char c);

void base_put_hex(struct base_out *out, const uint8_t *bytes, size_t n);
/* Writes a number with leading zeros. */
void base_put_hex_number(struct base_out *out, uint64_t number, int digits);

/* Reads exactly 2 n digits. Returns false and leaves *bytes untouched if the text is anything else. */
bool base_hex_read(const char *text, size_t length, uint8_t *bytes, size_t n);
