/* string.h - the functions of <string.h> that engine/core/ and engine/text/ use, because browsers have no libc.
 * Implemented in string.c. */
#pragma once

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
void *memchr(const void *s, int byte, size_t n);
int strcmp(const char *a, const char *b);
