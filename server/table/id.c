/* id.c - encodes random bytes as ids and validates ids; see id.h. */
#include "id.h"

void table_id_from_random(const uint8_t random[TABLE_ID_BYTES], char id[TABLE_ID_SIZE])
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

bool table_id_is_valid(const char *text, size_t n)
{
    if (n != TABLE_ID_LENGTH)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= '2' && text[i] <= '7')))
            return false;
    return true;
}
