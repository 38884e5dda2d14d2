/* id.c - ids and hexadecimal digits; see id.h. */
#include "id.h"

void table_id_of(const uint8_t random[TABLE_ID_BYTES], char id[TABLE_ID_SIZE])
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
    for (int i = 0; i < TABLE_ID_LENGTH; i++) {
        unsigned bit = (unsigned)i * 5, pair = (unsigned)random[bit / 8] << 8;
        if (bit / 8 + 1 < TABLE_ID_BYTES)
            pair |= random[bit / 8 + 1];
        id[i] = digits[pair >> (11 - bit % 8) & 31];
    }
    id[TABLE_ID_LENGTH] = '\0';
}

bool table_id_ok(const char *text, size_t n)
{
    if (n != TABLE_ID_LENGTH)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= '2' && text[i] <= '7')))
            return false;
    return true;
}

void table_hex(const uint8_t *bytes, size_t n, char *text)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * n] = '\0';
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool table_hex_read(const char *text, size_t length, uint8_t *bytes, size_t n)
{
    if (length != 2 * n)
        return false;
    for (size_t i = 0; i < length; i++)
        if (digit_of(text[i]) < 0)
            return false;
    for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)(digit_of(text[2 * i]) << 4 | digit_of(text[2 * i + 1]));
    return true;
}
