/* wrap.c - lines broken between words; see wrap.h. */
#include "wrap.h"

#include "utf8.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------------------------- columns */

/* Where the character or colour at `at` ends, and whether it takes a column. */
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

size_t base_width(const char *text, size_t n)
{
    size_t width = 0, one;
    for (size_t at = 0; at < n; width += one)
        at = cell_end(text, n, at, &one);
    return width;
}

/* So many blanks from here on. */
static size_t blanks_at(const char *text, size_t n, size_t at)
{
    size_t end = at;
    while (end < n && text[end] == ' ')
        end++;
    return end - at;
}

/* A number and its % are one word. */
static size_t word_end(const char *text, size_t n, size_t at)
{
    while (at < n && (text[at] != ' ' || (at + 1 < n && text[at + 1] == '%')))
        at++;
    return at;
}

/* ------------------------------------------------------------------------------------------------------------ lines */

/* Where the line goes on that is broken. */
static size_t hanging(const char *line, size_t n, size_t columns, size_t hang)
{
    size_t from = blanks_at(line, n, 0) + hang;
    for (size_t at = blanks_at(line, n, 0); at < n;) {
        size_t end = word_end(line, n, at), blanks = blanks_at(line, n, end), column = base_width(line, end + blanks);
        if (blanks > 1 && end + blanks < n && column <= columns / 2)
            from = column;
        at = end + blanks;
    }
    return from <= columns / 2 ? from : columns / 2;
}

static void next_line(struct base_out *out, size_t hang, size_t *column)
{
    base_put_char(out, '\n');
    for (*column = 0; *column < hang; ++*column)
        base_put_char(out, ' ');
}

/* A word that may be longer than what is left of the line. */
static void put_word(struct base_out *out, const char *word, size_t n, size_t columns, size_t hang, size_t *column)
{
    for (size_t at = 0; at < n;) {
        size_t width, end = cell_end(word, n, at, &width);
        if (*column + width > columns)
            next_line(out, hang, column);
        base_put_bytes(out, word + at, end - at);
        *column += width;
        at = end;
    }
}

static void put_line(struct base_out *out, const char *line, size_t n, size_t columns, size_t hang)
{
    size_t column = 0, begun = 0; /* this line of the output has words behind `begun` */
    for (size_t at = 0; at < n;) {
        size_t blanks = blanks_at(line, n, at), end = word_end(line, n, at + blanks);
        size_t width = base_width(line + at + blanks, end - at - blanks);
        if (column > begun && column + blanks + width > columns) {
            next_line(out, hang, &column);
            begun = hang;
        } else {
            for (size_t i = 0; i < blanks && column < columns; i++, column++)
                base_put_char(out, ' ');
            begun = at == 0 ? column : begun;
        }
        put_word(out, line + at + blanks, end - at - blanks, columns, hang, &column);
        at = end;
    }
}

void base_put_wrapped(struct base_out *out, const char *text, size_t n, size_t columns, size_t hang)
{
    for (size_t at = 0; at < n;) {
        const char *newline = memchr(text + at, '\n', n - at);
        size_t length = newline ? (size_t)(newline - text) - at : n - at;
        if (columns == 0 || base_width(text + at, length) <= columns)
            base_put_bytes(out, text + at, length);
        else
            put_line(out, text + at, length, columns, hanging(text + at, length, columns, hang));
        if (newline)
            base_put_char(out, '\n');
        at += length + (newline != NULL);
    }
}
