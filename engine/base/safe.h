/* safe.h - whether text from elsewhere shows what it is, and how it is printed where it does not.
 *
 * Names, files and programs hold any characters. Some of them command a terminal (U+001B, but also U+009B), turn the
 * direction of what follows, or show nothing at all, so that one text looks like another or like none. base_safe_next
 * judges the names that people choose. Every foreign text that is printed goes through base_put_safe or
 * base_put_quoted, which calls it. tests/hostile.py gives such text to every command.
 *
 * What is hidden: controls, format characters, private ones, every space but U+0020, every character that Unicode lets
 * a font ignore, and the few that are blank by design (U+2800, U+3164). Joiners and variation selectors are shown
 * where scripts and emoji need them and hidden elsewhere; so are marks that sit on the character before them: there
 * must be one, and BASE_SAFE_MARKS_MAX of them are enough. */
#ifndef BASE_SAFE_H
#define BASE_SAFE_H

#include "out.h"
#include "utf8.h"

enum { BASE_SAFE_MARKS_MAX = 4 };

/* A walk over a text. */
struct base_safe_walk {
    const char *at, *end;
    uint32_t before; /* the character before, 0 at the beginning */
    int marks;       /* so many of which sit on it */
};

struct base_safe_walk base_safe_walk(const char *text, size_t n);
/* Passes over the next character, walk->at < walk->end, and puts it in *character (BASE_NOT_UTF8 where there is none).
 * Whether it shows what it is. */
bool base_safe_next(struct base_safe_walk *walk, uint32_t *character);

/* Appends text with everything that is hidden written out: \u{9b}, or \x9b for a byte that is not UTF-8. */
void base_put_safe(struct base_out *out, const char *text, size_t n);
/* Appends the same in quotes, for messages: a text longer than `most` bytes is cut and ends in "...". */
void base_put_quoted(struct base_out *out, const char *text, size_t n, size_t most);

#endif
