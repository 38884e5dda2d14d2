/* safe.h - finds misleading characters in untrusted text, and prints them as escapes.
 *
 * Names, files and programs contain any characters. Some control a terminal (U+001B, but also U+009B), change the
 * writing direction, or are invisible, so one text can look like a different one or seem empty. base_safe_next judges
 * the names that people choose. All untrusted text is printed by base_put_safe or base_put_quoted, which call it.
 * tests/hostile.py gives such text to every command.
 *
 * Hidden characters are: control, format and private characters, every space but U+0020, every character that Unicode
 * lets a font ignore, and the few that are blank by design (U+2800, U+3164). Joiners and variation selectors are hidden
 * except where scripts and emoji need them. Combining marks need a base character and are hidden beyond
 * BASE_SAFE_MARKS_MAX. */
#pragma once

#include "out.h"
#include "utf8.h"

enum { BASE_SAFE_MARKS_MAX = 4 };

/* An iterator over the characters of a text. */
struct base_safe_walk {
    const char *at, *end;
    uint32_t before; /* the last character that is not a combining mark; 0 at the beginning */
    int marks;       /* combining marks after `before` so far */
};

struct base_safe_walk base_safe_walk(const char *text, size_t n);
/* Moves past the next character and stores it in *character, or BASE_NOT_UTF8 if it is invalid. The walk must not be at
 * the end of its text. Returns whether the character may be shown. */
bool base_safe_next(struct base_safe_walk *walk, uint32_t *character);

/* Appends text with hidden characters as escapes: \u{9b}, or \x9b for a byte that is not UTF-8. */
void base_put_safe(struct base_out *out, const char *text, size_t n);
/* Appends the text in quotes, for messages, with the escapes of base_put_safe. A text longer than `most` bytes is
 * truncated and ends in "...". */
void base_put_quoted(struct base_out *out, const char *text, size_t n, size_t most);
