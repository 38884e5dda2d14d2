/* store_places.h - empty places for stores: a new file, an emptied database. A PostgreSQL is started when one is first
 * asked for, by tools/postgres.sh, and stopped by places_end; it runs in the project's root. */
#pragma once

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

static struct {
    char folder[40];   /* for files */
    char postgres[64]; /* the database's folder; "" while there is none */
    char url[160];     /* its address */
    char where[160];
    int files;
} places;

static inline const char *places_folder(void)
{
    if (!places.folder[0]) {
        bool memory =
            access("/dev/shm", W_OK) == 0; /* thousands of syncs; what they are good for is tested otherwise */
        snprintf(places.folder, sizeof places.folder, "%s/ff-store.XXXXXX", memory ? "/dev/shm" : "/tmp");
        if (!mkdtemp(places.folder))
            abort();
    }
    return places.folder;
}

static inline bool places_shell(const char *format, const char *word)
{
    char command[256];
    snprintf(command, sizeof command, format, word);
    return system(command) == 0;
}

/* The database's address; "" where there is no PostgreSQL, and it was said why. */
static inline const char *places_postgres(void)
{
    if (places.postgres[0])
        return places.url;
    snprintf(places.postgres, sizeof places.postgres, "%s.postgres", places_folder());
    char command[160];
    snprintf(command, sizeof command, "tools/postgres.sh start %s", places.postgres);
    FILE *pipe = popen(command, "r");
    if (pipe && fgets(places.url, sizeof places.url, pipe))
        places.url[strcspn(places.url, "\n")] = '\0';
    if (pipe)
        pclose(pipe);
    return places.url;
}

static inline bool places_sql(const char *sql)
{
    PGconn *connection = PQconnectdb(places_postgres());
    PGresult *result = PQexec(connection, sql);
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
    if (!good)
        printf("  %s", PQerrorMessage(connection));
    PQclear(result);
    PQfinish(connection);
    return good;
}

/* Words for store_open; valid until the next call. */
static inline const char *place_new(const char *store)
{
    if (strcmp(store, "sqlite") == 0) {
        snprintf(places.where, sizeof places.where, "sqlite:%s/%d.db", places_folder(), places.files++);
        return places.where;
    }
    if (strcmp(store, "postgres") == 0) {
        places_sql("SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public");
        return places_postgres();
    }
    return store;
}

static inline void places_end(void)
{
    if (places.postgres[0]) {
        places_shell("tools/postgres.sh stop %s immediate", places.postgres);
        places_shell("rm -rf %s", places.postgres);
    }
    if (places.folder[0])
        places_shell("rm -rf %s", places.folder);
}

/* A test of stores, which is run on each of these: all; those that several servers can share; or memory alone. */
struct places_test {
    const char *title;
    void (*test)(void);
    enum { EVERY_STORE, SHARED_STORES, IN_MEMORY } where;
};

/* `begin` is called before each test with the kind of store, for place_new. */
static inline void places_tests(const struct places_test *tests, size_t count, void (*begin)(const char *store))
{
    static const char *const kinds[] = {"memory", "sqlite", "postgres"};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (size_t t = 0; t < count; t++) {
            if (k > 0 && (tests[t].where == IN_MEMORY || (tests[t].where == SHARED_STORES && k == 1)))
                continue;
            begin(kinds[k]);
            char whole[160];
            snprintf(whole, sizeof whole, "%s, in %s", tests[t].title, kinds[k]);
            TEST(whole, tests[t].test);
        }
    places_end();
}
