/* entry.h - defines an entry of a table's log. table.h reads entries; server/store/store.h stores them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct table_entry {
    uint32_t number; /* from 1 */
    int64_t at_ms;   /* milliseconds since 1970, by the writer's clock */
    const char *text;
    size_t length; /* any bytes but NUL */
};
