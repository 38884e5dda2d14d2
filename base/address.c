/* address.c - internet addresses as text; see address.h. */
#include "address.h"

#include "hex.h"

#include <string.h>

enum { GROUPS = BASE_ADDRESS_BYTES / 2, FOUR = 4 };

static const uint8_t four_in_six[BASE_ADDRESS_BYTES - FOUR] = {[10] = 0xff, [11] = 0xff};

bool base_address_is_four(const struct base_address *address)
{
    return memcmp(address->byte, four_in_six, sizeof four_in_six) == 0;
}

/* ---------------------------------------------------------------------------------------------------------- reading */

/* Four numbers to the end of the text. */
static bool read_four(const char *text, uint8_t byte[FOUR])
{
    for (int i = 0; i < FOUR; i++) {
        const char *from = text;
        int number = 0;
        while (*text >= '0' && *text <= '9' && text - from < 3)
            number = 10 * number + *text++ - '0';
        if (text == from || number > 255 || (*from == '0' && text - from > 1) || *text != (i < FOUR - 1 ? '.' : '\0'))
            return false;
        byte[i] = (uint8_t)number;
        text++;
    }
    return true;
}

/* One to four digits; returns where they end, or NULL. */
static const char *read_group(const char *text, uint8_t byte[2])
{
    unsigned number = 0;
    int n = 0;
    for (; n < 4 && base_hex_digit(text[n]) >= 0; n++)
        number = number << 4 | (unsigned)base_hex_digit(text[n]);
    byte[0] = (uint8_t)(number >> 8);
    byte[1] = (uint8_t)number;
    return n ? text + n : NULL;
}

/* What "::" leaves out are zeros: the bytes behind the gap go to the end. */
static bool fill(uint8_t byte[BASE_ADDRESS_BYTES], int n, int gap)
{
    if (gap < 0 || n == BASE_ADDRESS_BYTES)
        return gap < 0 && n == BASE_ADDRESS_BYTES;
    size_t behind = (size_t)(n - gap);
    memmove(byte + BASE_ADDRESS_BYTES - behind, byte + gap, behind);
    memset(byte + gap, 0, (size_t)(BASE_ADDRESS_BYTES - n));
    return true;
}

static bool read_six(const char *text, uint8_t byte[BASE_ADDRESS_BYTES])
{
    int n = 0, gap = -1;
    if (text[0] == ':' && *++text != ':')
        return false;
    while (n < BASE_ADDRESS_BYTES) {
        if (*text == ':' && gap < 0) {
            gap = n;
            text++;
        }
        if (!*text && gap == n)
            break; /* nothing stands behind "::" */
        if (n <= BASE_ADDRESS_BYTES - FOUR && read_four(text, byte + n))
            return fill(byte, n + FOUR, gap);
        text = read_group(text, byte + n);
        n += 2;
        if (!text || !*text)
            break;
        if (*text++ != ':' || !*text)
            return false;
    }
    return text && !*text && fill(byte, n, gap);
}

bool base_address_read(const char *text, struct base_address *address)
{
    struct base_address read;
    bool four = read_four(text, read.byte + sizeof four_in_six);
    if (four)
        memcpy(read.byte, four_in_six, sizeof four_in_six);
    if (!four && !read_six(text, read.byte))
        return false;
    *address = read;
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- writing */

static unsigned group(const struct base_address *address, int i)
{
    return (unsigned)address->byte[2 * i] << 8 | address->byte[2 * i + 1];
}

/* The first one of the longest runs of two zeros or more; returns how many. */
static int longest_gap(const struct base_address *address, int *from)
{
    int longest = 1;
    for (int i = 0; i < GROUPS; i++) {
        int n = 0;
        while (i + n < GROUPS && group(address, i + n) == 0)
            n++;
        if (n > longest) {
            longest = n;
            *from = i;
        }
    }
    return longest > 1 ? longest : 0;
}

static void put_four(struct base_out *out, const uint8_t byte[FOUR])
{
    for (int i = 0; i < FOUR; i++) {
        if (i > 0)
            base_put_char(out, '.');
        base_put_number(out, byte[i]);
    }
}

void base_put_address(struct base_out *out, const struct base_address *address)
{
    if (base_address_is_four(address)) {
        put_four(out, address->byte + sizeof four_in_six);
        return;
    }
    int from = -1; /* nowhere */
    int gap = longest_gap(address, &from);
    for (int i = 0; i < GROUPS; i++) {
        if (i == from) {
            base_put(out, "::");
            i += gap - 1;
        } else {
            if (i > 0 && i != from + gap)
                base_put_char(out, ':');
            base_put_hex_number(out, group(address, i), 1);
        }
    }
}
