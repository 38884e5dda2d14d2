/* wrap.h - wraps lines between words to the width of a terminal.
 *
 * A character counts as one column, a colour (ESC [ ... m) as none. */
#pragma once

#include "out.h"

/* Appends text and breaks each line that is longer than `columns` between words; with 0 columns it breaks none.
 * Continuation lines are indented to the last table column (text after a gap of two blanks) that begins in the left
 * half of the width. Without such a column, they are indented by `hang` more than the line itself. A word that is
 * longer than a line is broken too. "41 %" is one word. */
void base_put_wrapped(struct base_out *out, const char *text, size_t n, size_t columns, size_t hang);

/* Returns the number of columns of one line of text. */
size_t base_text_width(const char *text, size_t n);
