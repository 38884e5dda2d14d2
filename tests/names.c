/* names.c - what names may hold, for tests/names.py: for every character two letters, whether a name may have it
 * between two x, and whether it may be the whole name: `+` or `-`. */
#include "table/table.h"

#include <stdio.h>

static size_t put(uint32_t c, char *to)
{
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, c >>= 6)
        to[i] = (char)(0x80 | (c & 0x3f));
    to[0] = (char)(0xf00u >> n | c);
    return n;
}

int main(void)
{
    char text[8], name[TABLE_NAME_SIZE];
    for (uint32_t c = 0; c < 0x110000; c++) {
        text[0] = 'x';
        size_t n = put(c, text + 1);
        text[n + 1] = 'x';
        putchar(table_name_clean(text, n + 2, name) ? '+' : '-');
        putchar(table_name_clean(text + 1, n, name) ? '+' : '-');
    }
    return 0;
}
