/* wrap.c - breaks lines between words; see wrap.h. */
#include "wrap.h"

#include "utf8.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------------------------- columns */

/* Returns the end of the character or colour at `at`. *width becomes its width in columns: 1 for a character, 0 for a
 * colour. */
static size_t cell_end(const char *text, size_t n, size_t at, size_t *width)
{
    bool colour = text[at] == '\033';
    *width = !colour;
    if (colour)
        while (at + 1 < n && text[at] != 'm')
            at++;
    at++;
    while (!colour && at < n && !base_utf8_starts(text[at]))
        at++;
    return at;
}

size_t base_text_width(const char *text, size_t n)
{
    size_t width = 0, one;
    for (size_t at = 0; at < n; width += one)
        at = cell_end(text, n, at, &one);
    return width;
}

/* Counts the blanks that begin at `at`. */
static size_t blanks_at(const char *text, size_t n, size_t at)
{
    size_t end = at;
    while (end < n && text[end] == ' ')
        end++;
    return end - at;
}

/* Returns the end of the word at `at`. A number, a blank and a % sign are one word. */
static size_t word_end(const char *text, size_t n, size_t at)
{
    while (at < n && (text[at] != ' ' || (at + 1 < n && text[at + 1] == '%')))
        at++;
    return at;
}

/* ------------------------------------------------------------------------------------------------------------ lines */

struct line {
    struct base_out *out;
    size_t columns;
    size_t hang;   /* indentation of continuation lines */
    size_t column; /* column of the output */
};

/* Returns the indentation of continuation lines: the last table column that begins in the left half of the width. If
 * there is none, it is `hang` more than the indentation of the line. */
static size_t hanging(const char *line, size_t n, size_t columns, size_t hang)
{
    size_t from = blanks_at(line, n, 0) + hang;
    for (size_t at = blanks_at(line, n, 0); at < n;) {
        size_t end = word_end(line, n, at), blanks = blanks_at(line, n, end),
               column = base_text_width(line, end + blanks);
        if (blanks > 1 && end + blanks < n && column <= columns / 2)
            from = column;
        at = end + blanks;
    }
    return from <= columns / 2 ? from : columns / 2;
}

static void put_blanks(struct line *to, size_t n)
{
    for (size_t i = 0; i < n && to->column < to->columns; i++, to->column++)
        base_put_char(to->out, ' ');
}

static void next_line(struct line *to)
{
    base_put_char(to->out, '\n');
    to->column = 0;
    put_blanks(to, to->hang);
}

/* Writes a word. Breaks it if it is longer than a line. */
static void put_word(struct line *to, const char *word, size_t n)
{
    for (size_t at = 0; at < n;) {
        size_t width, end = cell_end(word, n, at, &width);
        if (to->column + width > to->columns)
            next_line(to);
        base_put_bytes(to->out, word + at, end - at);
        to->column += width;
        at = end;
    }
}

static void put_line(struct line *to, const char *line, size_t n)
{
    size_t begun = 0; /* column at which the words of the current output line begin */
    for (size_t at = 0; at < n;) {
        size_t blanks = blanks_at(line, n, at), end = word_end(line, n, at + blanks);
        size_t width = base_text_width(line + at + blanks, end - at - blanks);
        if (to->column > begun && to->column + blanks + width > to->columns) {
            next_line(to);
            begun = to->hang;
        } else {
            put_blanks(to, blanks);
            begun = at == 0 ? to->column : begun;
        }
        put_word(to, line + at + blanks, end - at - blanks);
        at = end;
    }
}

void base_put_wrapped(struct base_out *out, const char *text, size_t n, size_t columns, size_t hang)
{
    for (size_t at = 0; at < n;) {
        const char *newline = memchr(text + at, '\n', n - at);
        size_t length = newline ? (size_t)(newline - text) - at : n - at;
        if (columns == 0 || base_text_width(text + at, length) <= columns)
            base_put_bytes(out, text + at, length);
        else
            put_line(&(struct line){out, columns, hanging(text + at, length, columns, hang), 0}, text + at, length);
        if (newline)
            base_put_char(out, '\n');
        at += length + (newline != NULL);
    }
}
