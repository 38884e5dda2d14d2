/* entry.h - one entry of a table's log: the room that reads entries (table.h) and the one that stores them
 * (server/store/store.h) share this type. */
#ifndef TABLE_ENTRY_H
#define TABLE_ENTRY_H

#include <stddef.h>
#include <stdint.h>

struct table_entry {
    uint32_t number; /* from 1 */
    int64_t at_ms;   /* since 1970, by the writer's clock */
    const char *text;
    size_t length; /* any bytes but NUL */
};

#endif
