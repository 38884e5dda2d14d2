/* store_open.c - opens the store that the option --store names: in memory, SQLite or PostgreSQL. */
#include <stdio.h>
#include <string.h>

#include "server/store/store.h"

static struct store *open_named(const char *where, bool shared, struct uv_loop_s *loop, const struct store_hooks *hooks,
                                char fault[STORE_FAULT_SIZE])
{
    static const char sqlite[] = "sqlite:";
    size_t n = strlen(sqlite);
    if (strncmp(where, sqlite, n) == 0 && where[n])
        return store_sqlite_open(where + n, shared, loop, hooks, fault);
    if (strncmp(where, "postgres://", 11) == 0 || strncmp(where, "postgresql://", 13) == 0)
        return store_postgres_open(where, shared, loop, hooks, fault);
    if (strcmp(where, "memory") != 0)
        snprintf(fault, STORE_FAULT_SIZE, "no such store; there are memory, sqlite:FILE and postgres://USER@HOST/NAME");
    else if (shared)
        snprintf(fault, STORE_FAULT_SIZE, "only its own server can open a store in memory");
    else
        return store_memory_open(NULL, hooks, fault);
    return NULL;
}

struct store *store_open(const char *where, struct uv_loop_s *loop, const struct store_hooks *hooks,
                         char fault[STORE_FAULT_SIZE])
{
    return open_named(where, false, loop, hooks, fault);
}

struct store *store_open_shared(const char *where, struct uv_loop_s *loop, char fault[STORE_FAULT_SIZE])
{
    return open_named(where, true, loop, NULL, fault);
}
