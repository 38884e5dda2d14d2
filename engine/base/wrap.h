/* wrap.h - wraps lines between words to the width of a terminal.
 *
 * A character counts as one column, a colour (ESC [ ... m) as none. */
#pragma once

#include "out.h"

/* Appends lines. Breaks each line that is longer than `columns` between words; with 0 columns it breaks none. If the
 * line has a table column (text after a gap of two blanks) that begins in its left half, the continuation is indented
 * to the last such column; otherwise by `hang` more than the line. A word that is longer than a line is broken too. "41
 * %" is one word. */
void base_put_wrapped(struct base_out *out, const char *text, size_t n, size_t columns, size_t hang);

/* Returns the number of columns of one line of text. */
size_t base_text_width(const char *text, size_t n);
