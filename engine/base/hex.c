/* hex.c - writes and reads hexadecimal digits; see hex.h. */
#include "hex.h"

int base_hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

void base_put_hex_number(struct base_out *out, uint64_t number, int digits)
{
    while (digits < 16 && number >> 4 * digits)
        digits++;
    while (digits-- > 0)
        base_put_char(out, "0123456789abcdef"[number >> 4 * digits & 15]);
}

void base_put_hex(struct base_out *out, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        base_put_hex_number(out, bytes[i], 2);
}

bool base_hex_read(const char *text, size_t length, uint8_t *bytes, size_t n)
{
    if (length != 2 * n)
        return false;
    for (size_t i = 0; i < length; i++)
        if (base_hex_digit(text[i]) < 0)
            return false;
    for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)(base_hex_digit(text[2 * i]) << 4 | base_hex_digit(text[2 * i + 1]));
    return true;
}
