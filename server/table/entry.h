/* entry.h - one entry of a table's log. table.h applies entries to a table, and server/store/store.h stores them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct table_entry {
    uint32_t number; /* from 1 */
    int64_t at_ms;   /* milliseconds since 1970, by the clock of the server that wrote the entry */
    const char *text;
    size_t length; /* the text may contain any byte except NUL */
};
