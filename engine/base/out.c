/* out.c - appends text to a buffer; see out.h. */
#include "out.h"

#include "utf8.h"

#include <string.h>

struct base_out base_out_of(char *buffer, size_t capacity)
{
    buffer[0] = '\0';
    return (struct base_out){.text = buffer, .capacity = capacity, .limit = capacity};
}

struct base_out base_out_cut(char *buffer, size_t capacity)
{
    struct base_out out = base_out_of(buffer, capacity);
    out.cuts = true;
    return out;
}

/* The empty literal is never written to, because a buffer with a capacity of 1 has no room for text. */
struct base_out base_out_growing(base_resize *resize, size_t limit)
{
    return (struct base_out){.text = (char *)"", .capacity = 1, .resize = resize, .limit = limit};
}

bool base_out_whole(const struct base_out *out) { return !out->full; }

void base_out_clear(struct base_out *out)
{
    out->full = false;
    if (out->length > 0)
        out->text[out->length = 0] = '\0';
}

/* Returns whether n more bytes fit, after growing the buffer if that is necessary and possible. */
static bool has_room(struct base_out *out, size_t n)
{
    enum { SMALLEST = 256 };
    if (n < out->capacity - out->length)
        return true;
    if (!out->resize || out->capacity >= out->limit)
        return false;
    size_t needed = out->length + n + 1, size = out->capacity < SMALLEST / 2 ? SMALLEST : 2 * out->capacity;
    size = size < needed ? needed : size;
    size = size > out->limit ? out->limit : size;
    char *text = (char *)out->resize(out->heap, size);
    if (!text)
        return false;
    text[out->length] = '\0';
    out->text = out->heap = text;
    out->capacity = size;
    return n < out->capacity - out->length;
}

/* Appends as much of s as fits, truncates between two characters, and appends "..." if there is room. */
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
    if (out->full || n == 0) /* if n is 0, s may be NULL */
        return;
    out->full = !has_room(out, n);
    if (!out->full) {
        memcpy(out->text + out->length, s, n);
        out->length += n;
    } else if (out->cuts) {
        cut(out, s);
    } else {
        out->length = 0;
    }
    if (out->capacity > 1)
        out->text[out->length] = '\0';
}

/* base_put_char, base_put and base_put_unsigned have a fast path for short texts, because the server appends about a
 * hundred of them to each message. */
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
    if (n > 0)
        out->text[out->length += n] = '\0';
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

/* Appends the value of the conversion at `at` (after its %). Returns the rest of the format. */
static const char *put_conversion(struct base_out *out, const char *at, va_list *values)
{
    bool wide = at[0] == 'l' && at[1] == 'l';
    at += wide ? 2 : 0;
    switch (*at) {
    case 's': base_put(out, va_arg(*values, const char *)); break;
    case 'c': base_put_char(out, (char)va_arg(*values, int)); break;
    case 'd': base_put_number(out, wide ? va_arg(*values, long long) : va_arg(*values, int)); break;
    case 'u': base_put_unsigned(out, wide ? va_arg(*values, unsigned long long) : va_arg(*values, unsigned)); break;
    case '%': base_put_char(out, '%'); break;
    default: __builtin_trap(); /* a bug: unsupported conversion */
    }
    return at + 1;
}

void base_vprintf(struct base_out *out, const char *format, va_list *values)
{
    for (const char *at = format; *at;) {
        size_t n = 0;
        while (at[n] && at[n] != '%')
            n++;
        base_put_bytes(out, at, n);
        at += n;
        if (*at)
            at = put_conversion(out, at + 1, values);
    }
}

void base_printf(struct base_out *out, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    base_vprintf(out, format, &values);
    va_end(values);
}

/* Counts every byte but UTF-8 continuation bytes and the bytes of colours (ESC [ ... m). */
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
