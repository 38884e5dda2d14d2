/* utf8.c - characters as UTF-8; see utf8.h. */
#include "utf8.h"

uint32_t base_utf8_take(const char *text, size_t n, size_t *length)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *byte = (const unsigned char *)text;
    size_t bytes = byte[0] < 0x80 ? 1 : byte[0] >> 5 == 6 ? 2 : byte[0] >> 4 == 14 ? 3 : byte[0] >> 3 == 30 ? 4 : 0;
    *length = 1;
    if (!bytes || bytes > n)
        return BASE_NOT_UTF8;
    uint32_t c = bytes == 1 ? byte[0] : byte[0] & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if (byte[i] >> 6 != 2)
            return BASE_NOT_UTF8;
        c = c << 6 | (byte[i] & 63u);
    }
    if (c < least[bytes] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return BASE_NOT_UTF8;
    *length = bytes;
    return c;
}

size_t base_utf8_put(uint32_t c, char bytes[4])
{
    if (c < 0x80) {
        bytes[0] = (char)c;
        return 1;
    }
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, c >>= 6)
        bytes[i] = (char)(0x80 | (c & 0x3f));
    bytes[0] = (char)(0xf00u >> n | c);
    return n;
}
