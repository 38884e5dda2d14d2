/* hex.h - bytes and numbers as hexadecimal digits: written in lower case, read in either. */
#ifndef BASE_HEX_H
#define BASE_HEX_H

#include "out.h"

/* What a digit stands for; -1: it is none. */
int base_hex_digit(char c);

void base_put_hex(struct base_out *out, const uint8_t *bytes, size_t n);
/* A number, with leading zeros where it has fewer digits. */
void base_put_hex_number(struct base_out *out, uint64_t number, int digits);

/* Exactly 2 n digits; else false, and *bytes is untouched. */
bool base_hex_read(const char *text, size_t length, uint8_t *bytes, size_t n);

#endif
