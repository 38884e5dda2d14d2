/* out.c - appending text to a buffer; see out.h. */
#include "out.h"

#include <string.h>

struct out out_of(char *buffer, size_t capacity)
{
    struct out out = {buffer, capacity, 0, false};
    buffer[0] = '\0';
    return out;
}

void out_clear(struct out *out)
{
    out->length = 0;
    out->full = false;
    out->text[0] = '\0';
}

void out_bytes(struct out *out, const char *s, size_t n)
{
    size_t room = out->capacity - 1 - out->length;
    if (n > room) {
        n = room;
        out->full = true;
    }
    memcpy(out->text + out->length, s, n);
    out->length += n;
    out->text[out->length] = '\0';
}

void out_char(struct out *out, char c) { out_bytes(out, &c, 1); }

void out_str(struct out *out, const char *s) { out_bytes(out, s, strlen(s)); }

void out_unsigned(struct out *out, uint64_t n)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    out_bytes(out, digits + at, sizeof digits - at);
}

void out_number(struct out *out, int64_t n)
{
    if (n < 0)
        out_char(out, '-');
    out_unsigned(out, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

/* UTF-8 continuation bytes do not count, and neither do colours (ESC [ ... m). */
size_t out_column(const struct out *out)
{
    size_t width = 0, from = out->length;
    while (from > 0 && out->text[from - 1] != '\n')
        from--;
    for (bool colour = false; from < out->length; from++) {
        char c = out->text[from];
        colour = colour || c == '\033';
        width += !colour && ((unsigned char)c & 0xc0) != 0x80;
        colour = colour && c != 'm';
    }
    return width;
}

void out_pad_to(struct out *out, size_t column)
{
    for (size_t width = out_column(out); width < column && !out->full; width++)
        out_char(out, ' ');
}
