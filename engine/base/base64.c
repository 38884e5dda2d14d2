/* base64.c - encodes and decodes base64url; see base64.h. */
#include "base64.h"

#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void base_put_base64url(struct base_out *out, const void *bytes, size_t n)
{
    const uint8_t *byte = bytes;
    uint32_t bits = 0;
    int bits_n = 0;
    for (size_t i = 0; i < n; i++) {
        bits = bits << 8 | byte[i];
        for (bits_n += 8; bits_n >= 6; bits_n -= 6)
            base_put_char(out, digits[bits >> (bits_n - 6) & 63]);
    }
    if (bits_n > 0)
        base_put_char(out, digits[bits << (6 - bits_n) & 63]);
}

int base_base64url_read(const char *text, size_t length, uint8_t *bytes, size_t capacity)
{
    uint32_t bits = 0;
    int bits_n = 0;
    size_t n = 0;
    for (int padding = 0; padding < 2 && length > 1 && (length + (size_t)padding) % 4 == 0 && text[length - 1] == '=';
         padding++)
        length--;
    if (length % 4 == 1)
        return -1;
    for (size_t i = 0; i < length; i++) {
        const char *digit = memchr(digits, text[i], 64);
        if (!digit)
            return -1;
        bits = bits << 6 | (uint32_t)(digit - digits);
        bits_n += 6;
        if (bits_n >= 8) {
            bits_n -= 8;
            if (n == capacity)
                return -1;
            bytes[n++] = (uint8_t)(bits >> bits_n);
        }
    }
    bool unused_bits = bits_n > 0 && bits << (32 - bits_n);
    return unused_bits ? -1 : (int)n; /* refuses all spellings of the bytes but one */
}
