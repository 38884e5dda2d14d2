/* store_open.c - a store by the words of --store. */
#include <stdio.h>
#include <string.h>

#include "server/store/store.h"

static struct store *no_such_store(char fault[STORE_FAULT_SIZE])
{
    snprintf(fault, STORE_FAULT_SIZE, "no such store; there are memory, sqlite:FILE and postgres://USER@HOST/NAME");
    return NULL;
}

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

struct store *store_open(const char *where, struct uv_loop_s *loop, const struct store_hooks *hooks,
                         char fault[STORE_FAULT_SIZE])
{
    if (strcmp(where, "memory") == 0)
        return store_memory_new(hooks, fault);
    if (begins(where, "sqlite:") && where[strlen("sqlite:")])
        return store_sqlite_open(where + strlen("sqlite:"), loop, hooks, fault);
    if (begins(where, "postgres://") || begins(where, "postgresql://"))
        return store_postgres_open(where, loop, hooks, fault);
    return no_such_store(fault);
}

struct store *store_open_shared(const char *where, struct uv_loop_s *loop, char fault[STORE_FAULT_SIZE])
{
    if (begins(where, "sqlite:") && where[strlen("sqlite:")])
        return store_sqlite_open_shared(where + strlen("sqlite:"), loop, fault);
    if (begins(where, "postgres://") || begins(where, "postgresql://"))
        return store_postgres_open_shared(where, loop, fault);
    if (strcmp(where, "memory") != 0)
        return no_such_store(fault);
    snprintf(fault, STORE_FAULT_SIZE, "a store in memory is its server's alone; nobody else can open it");
    return NULL;
}
