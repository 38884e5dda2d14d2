/* out.c - appending text to a buffer; see out.h. */
#include "out.h"

#include "utf8.h"

#include <string.h>

struct base_out base_out_of(char *buffer, size_t capacity)
{
    struct base_out out = {buffer, capacity, 0, false, false};
    buffer[0] = '\0';
    return out;
}

struct base_out base_out_cut(char *buffer, size_t capacity)
{
    struct base_out out = base_out_of(buffer, capacity);
    out.cuts = true;
    return out;
}

bool base_out_whole(const struct base_out *out) { return !out->full; }

void base_out_clear(struct base_out *out)
{
    out->length = 0;
    out->full = false;
    out->text[0] = '\0';
}

/* Between characters, and with what says that something is missing where there is room for that. */
static void cut(struct base_out *out, const char *s)
{
    const size_t dots = out->capacity >= sizeof "..." ? strlen("...") : 0, most = out->capacity - 1 - dots;
    if (out->length < most)
        memcpy(out->text + out->length, s, most - out->length);
    size_t end = most;
    while (end > 0 && ((unsigned char)(end < out->length ? out->text[end] : s[end - out->length]) & 0xc0) == 0x80)
        end--;
    memcpy(out->text + end, "...", dots);
    out->length = end + dots;
}

void base_put_bytes(struct base_out *out, const char *s, size_t n)
{
    if (out->full)
        return;
    out->full = n > out->capacity - 1 - out->length;
    if (!out->full) {
        if (n > 0) /* `s` may be NULL then */
            memcpy(out->text + out->length, s, n);
        out->length += n;
    } else if (out->cuts) {
        cut(out, s);
    } else {
        out->length = 0;
    }
    out->text[out->length] = '\0';
}

/* Most of what is appended is a character, a word or a digit, a hundred of them for each message of the server: these
 * are written at once where there is room. */
void base_put_char(struct base_out *out, char c)
{
    if (out->full || out->capacity - out->length < 2) {
        base_put_bytes(out, &c, 1);
        return;
    }
    out->text[out->length++] = c;
    out->text[out->length] = '\0';
}

void base_put(struct base_out *out, const char *s)
{
    enum { WORD = 16 };
    const size_t room = out->full ? 0 : out->capacity - 1 - out->length, most = room < WORD ? room : WORD;
    char *at = out->text + out->length;
    size_t n = 0;
    for (; n < most && s[n]; n++)
        at[n] = s[n];
    out->length += n;
    out->text[out->length] = '\0';
    if (s[n])
        base_put_bytes(out, s + n, strlen(s + n));
}

void base_put_unsigned(struct base_out *out, uint64_t n)
{
    char digits[20];
    size_t at = sizeof digits;
    if (n < 10) {
        base_put_char(out, (char)('0' + n));
        return;
    }
    do {
        digits[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    base_put_bytes(out, digits + at, sizeof digits - at);
}

void base_put_number(struct base_out *out, int64_t n)
{
    if (n < 0)
        base_put_char(out, '-');
    base_put_unsigned(out, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

/* UTF-8 continuation bytes do not count, and neither do colours (ESC [ ... m). */
size_t base_out_column(const struct base_out *out)
{
    size_t width = 0, from = out->length;
    while (from > 0 && out->text[from - 1] != '\n')
        from--;
    for (bool colour = false; from < out->length; from++) {
        char c = out->text[from];
        colour = colour || c == '\033';
        width += !colour && base_utf8_starts(c);
        colour = colour && c != 'm';
    }
    return width;
}

void base_pad_to(struct base_out *out, size_t column)
{
    for (size_t width = base_out_column(out); width < column && !out->full; width++)
        base_put_char(out, ' ');
}
