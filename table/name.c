/* name.c - what people write, names and chat, as it may be kept and shown; see table.h and table_in.h.
 *
 * Characters that show nothing, or turn the direction of what follows, are refused: with them one could look like
 * somebody else. */
#include "table_in.h"

#include <string.h>

/* The character at text, its length to *n; 0: these bytes are not UTF-8. */
static uint32_t character(const char *text, size_t length, size_t *n)
{
    const unsigned char *byte = (const unsigned char *)text;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    *n = byte[0] < 0x80 ? 1 : byte[0] >> 5 == 6 ? 2 : byte[0] >> 4 == 14 ? 3 : byte[0] >> 3 == 30 ? 4 : 0;
    if (!*n || *n > length)
        return 0;
    uint32_t value = *n == 1 ? byte[0] : byte[0] & (0x7fu >> *n);
    for (size_t i = 1; i < *n; i++) {
        if (byte[i] >> 6 != 2)
            return 0;
        value = value << 6 | (byte[i] & 63u);
    }
    bool surrogate = value >= 0xd800 && value < 0xe000;
    return value < least[*n] || value > 0x10ffff || surrogate ? 0 : value;
}

static bool may_be_shown(uint32_t c)
{
    bool control = c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029;
    bool turns =
        c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    bool empty = c == 0x00ad || c == 0x200b || c == 0x2060 || c == 0xfeff || (c >= 0xe0000 && c <= 0xe0fff);
    return !control && !turns && !empty;
}

bool table_line_clean(const char *text, size_t length, size_t characters_max, char *line, size_t size)
{
    while (length && text[length - 1] == ' ')
        length--;
    while (length && *text == ' ') {
        text++;
        length--;
    }
    if (!length || length >= size)
        return false;
    size_t characters = 0;
    for (size_t at = 0, n; at < length; at += n, characters++)
        if (!may_be_shown(character(text + at, length - at, &n)))
            return false;
    if (characters > characters_max)
        return false;
    memcpy(line, text, length);
    line[length] = '\0';
    return true;
}

bool table_name_clean(const char *text, size_t length, char name[TABLE_NAME_SIZE])
{
    return table_line_clean(text, length, TABLE_NAME_CHARACTERS, name, TABLE_NAME_SIZE);
}
