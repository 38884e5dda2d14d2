/* names.c - what names may hold, for tests/names.py: for every character two letters, whether a name may have it
 * between two x, and whether it may be the whole name: `+` or `-`. */
#include "engine/base/utf8.h"
#include "server/table/table.h"

#include <stdio.h>

int main(void)
{
    char text[8], name[TABLE_NAME_SIZE];
    for (uint32_t c = 0; c < 0x110000; c++) {
        text[0] = 'x';
        size_t n = base_utf8_put(c, text + 1);
        text[n + 1] = 'x';
        putchar(table_name_read(text, n + 2, name) ? '+' : '-');
        putchar(table_name_read(text + 1, n, name) ? '+' : '-');
    }
    return 0;
}
