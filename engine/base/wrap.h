/* wrap.h - lines broken between words, for whatever width a terminal has.
 *
 * A character counts as one column, a colour (ESC [ ... m) as none. */
#ifndef BASE_WRAP_H
#define BASE_WRAP_H

#include "out.h"

/* Appends lines, each broken between words where it is longer than `columns` (0: none is). What goes on in the next
 * line stands below the last of the line's columns, which begins behind a gap of two blanks, if that is in its first
 * half; else `hang` further in than the line itself. A word that is longer than a line is broken too. "41 %" is one. */
void base_put_wrapped(struct base_out *out, const char *text, size_t n, size_t columns, size_t hang);

/* So many columns the text takes, which is one line. */
size_t base_width(const char *text, size_t n);

#endif
