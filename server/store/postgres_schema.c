/* postgres_schema.c - how to connect, the schema, and the way there from older ones; see postgres_internal.h.
 *
 * The schema's number is in the table fuerstenfeld_schema; migration i leads from i to i + 1, all in one transaction.
 * Servers that start at the same time wait for each other by an advisory lock. Never change a migration that has been
 * released: add one. */
#include "server/store/postgres_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const migrations[] = {
    /* As in sqlite_schema.c. */
    "CREATE TABLE entries (table_id text COLLATE \"C\" NOT NULL, number bigint NOT NULL, at_ms bigint NOT NULL,"
    " entry bytea NOT NULL, checksum bigint NOT NULL, PRIMARY KEY (table_id, number));"
    "CREATE TABLE heads (table_id text COLLATE \"C\" PRIMARY KEY, host text NOT NULL, guest0 text NOT NULL,"
    " guest1 text NOT NULL, guest2 text NOT NULL, guest3 text NOT NULL, guest4 text NOT NULL, phase smallint NOT NULL,"
    " listed boolean NOT NULL, owe smallint NOT NULL, number bigint NOT NULL, due_ms bigint NOT NULL,"
    " changed_ms bigint NOT NULL, about text NOT NULL, over_ms bigint NOT NULL, origin text NOT NULL,"
    " kept bigint NOT NULL, marked_ms bigint NOT NULL) WITH (fillfactor = 70);"
    "CREATE INDEX heads_listed ON heads (changed_ms) WHERE listed AND phase < 2;"
    "CREATE INDEX heads_due ON heads (due_ms, table_id) WHERE due_ms > 0;"
    "CREATE INDEX heads_origin ON heads (origin) WHERE listed AND phase < 2;"
    "CREATE TABLE members (guest text COLLATE \"C\" NOT NULL, table_id text COLLATE \"C\" NOT NULL,"
    " ended_ms bigint NOT NULL, PRIMARY KEY (guest, table_id));"
    "CREATE INDEX members_table ON members (table_id);"
    "CREATE INDEX members_ended ON members (guest, ended_ms DESC, table_id);"
    "CREATE TABLE guests (guest text COLLATE \"C\" PRIMARY KEY, token_hash bytea NOT NULL UNIQUE, name text NOT NULL,"
    " made_ms bigint NOT NULL, seen_ms bigint NOT NULL, marked_ms bigint NOT NULL);"
    "CREATE INDEX guests_seen ON guests (seen_ms) WHERE marked_ms = 0;"
    "CREATE INDEX guests_marked ON guests (marked_ms) WHERE marked_ms > 0;"
    "CREATE TABLE clock (at_ms bigint NOT NULL); INSERT INTO clock VALUES (0);",
};
enum { SCHEMA = sizeof migrations / sizeof migrations[0] };

void store_postgres_fault(char fault[STORE_FAULT_SIZE], const char *about, const char *message)
{
    int n = (int)strcspn(message, "\n");
    snprintf(fault, STORE_FAULT_SIZE, "%s%s%.*s", about, about[0] ? ": " : "", n, message);
}

/* What the address says comes last and so counts. A commit waits for the disk, and a process that hangs holds nobody up
 * for ever. */
static const char *const keys[] = {"connect_timeout", "application_name", "client_encoding", "options", "dbname", NULL};
static const char **values_of(const char *url, const char **values)
{
    values[0] = "10";
    values[1] = "fuerstenfeld";
    values[2] = "UTF8";
    values[3] = "-c synchronous_commit=on -c statement_timeout=15000 -c lock_timeout=5000"
                " -c idle_in_transaction_session_timeout=15000 -c client_min_messages=warning";
    values[4] = url;
    values[5] = NULL;
    return values;
}

/* What the database tells besides ("terminating connection") is in the error that follows; libpq would print it. */
static void ignore_notice(void *nothing, const char *message)
{
    (void)nothing;
    (void)message;
}

PGconn *store_postgres_connect_start(const char *url)
{
    const char *values[6];
    PGconn *connection = PQconnectStartParams(keys, values_of(url, values), 1);
    PQsetNoticeProcessor(connection, ignore_notice, NULL);
    return connection;
}

/* --------------------------------------------------------------------------------------------------------- greeting */

bool store_postgres_setup_send(PGconn *connection)
{
    static const char *const sql[] = {
#define X(name, text) text,
        POSTGRES_STATEMENTS(X)
#undef X
    };
    if (!PQsendQueryParams(connection, "LISTEN " POSTGRES_CHANNEL, 0, NULL, NULL, NULL, NULL, 0) ||
        !PQsendQueryParams(connection, "SELECT number FROM fuerstenfeld_schema", 0, NULL, NULL, NULL, NULL, 0))
        return false;
    for (int i = 0; i < POSTGRES_STATEMENTS_N; i++) {
        char name[8];
        snprintf(name, sizeof name, "ff%d", i);
        if (!PQsendPrepare(connection, name, sql[i], 0, NULL))
            return false;
    }
    return PQpipelineSync(connection) == 1;
}

static bool known_schema(const PGresult *result, char fault[STORE_FAULT_SIZE])
{
    int version = PQntuples(result) == 1 ? atoi(PQgetvalue(result, 0, 0)) : 0;
    if (version > SCHEMA)
        snprintf(
            fault, STORE_FAULT_SIZE,
            "the database has schema %d, and this program knows schemas up to %d: use the newer program that wrote it",
            version, SCHEMA);
    else if (version < SCHEMA)
        snprintf(fault, STORE_FAULT_SIZE,
                 "the database has schema %d, and this program needs %d: start a server of this version", version,
                 SCHEMA);
    return version == SCHEMA;
}

bool store_postgres_setup_result(const PGresult *result, char fault[STORE_FAULT_SIZE])
{
    switch (PQresultStatus(result)) {
    case PGRES_TUPLES_OK: return known_schema(result, fault);
    case PGRES_COMMAND_OK:
    case PGRES_PIPELINE_SYNC: return true;
    case PGRES_PIPELINE_ABORTED: return true; /* the error before it has been told */
    default: store_postgres_fault(fault, "the database", PQresultErrorMessage(result)); return false;
    }
}

/* The greeting, waiting for it. */
static bool greet(PGconn *connection, char fault[STORE_FAULT_SIZE])
{
    bool good = PQenterPipelineMode(connection) && store_postgres_setup_send(connection), over = false;
    if (!good)
        store_postgres_fault(fault, "the database", PQerrorMessage(connection));
    while (good && !over) {
        PGresult *result = PQgetResult(connection);
        if (result) {
            over = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
            good = store_postgres_setup_result(result, fault);
            PQclear(result);
        } else if (PQstatus(connection) != CONNECTION_OK) {
            store_postgres_fault(fault, "the database", PQerrorMessage(connection));
            good = false;
        }
    }
    return good;
}

/* ------------------------------------------------------------------------------------------------------- migrations */

static bool run(PGconn *connection, const char *sql, char fault[STORE_FAULT_SIZE])
{
    PGresult *result = PQexec(connection, sql);
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
    if (!good)
        store_postgres_fault(fault, "the database's schema cannot be made", PQerrorMessage(connection));
    PQclear(result);
    return good;
}

static bool read_version(PGconn *connection, int *version, char fault[STORE_FAULT_SIZE])
{
    PGresult *result = PQexec(connection, "SELECT number FROM fuerstenfeld_schema");
    bool good = PQresultStatus(result) == PGRES_TUPLES_OK;
    if (good)
        *version = PQntuples(result) ? atoi(PQgetvalue(result, 0, 0)) : 0;
    else
        store_postgres_fault(fault, "the database's schema cannot be read", PQerrorMessage(connection));
    PQclear(result);
    return good;
}

static bool migrate_from(PGconn *connection, int version, char fault[STORE_FAULT_SIZE])
{
    char sql[96];
    for (int i = version; i < SCHEMA; i++)
        if (!run(connection, migrations[i], fault))
            return false;
    snprintf(sql, sizeof sql, "DELETE FROM fuerstenfeld_schema; INSERT INTO fuerstenfeld_schema VALUES (%d)", SCHEMA);
    return version >= SCHEMA || run(connection, sql, fault);
}

static bool migrate(PGconn *connection, char fault[STORE_FAULT_SIZE])
{
    int version;
    if (!run(connection, "BEGIN", fault))
        return false;
    /* A migration may take its time, and so may waiting for that of another server. */
    if (run(connection, "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0", fault) &&
        run(connection, "SELECT pg_advisory_xact_lock(hashtext('fuerstenfeld_schema'))", fault) &&
        run(connection, "CREATE TABLE IF NOT EXISTS fuerstenfeld_schema (number integer NOT NULL)", fault) &&
        read_version(connection, &version, fault) && migrate_from(connection, version, fault))
        return run(connection, "COMMIT", fault);
    PQclear(PQexec(connection, "ROLLBACK"));
    return false;
}

/* Another program's schema has no clock; that is told by the greeting. */
static void read_clock(PGconn *connection, struct store_clock *clock)
{
    PGresult *result = PQexec(connection, POSTGRES_CLOCK_SQL);
    if (PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1) {
        clock->at_ms = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
        clock->last_ms = strtoll(PQgetvalue(result, 0, 1), NULL, 10);
    }
    PQclear(result);
}

PGconn *store_postgres_connect(const char *url, bool beside, struct store_clock *clock, char fault[STORE_FAULT_SIZE])
{
    const char *values[6];
    PGconn *connection = PQconnectdbParams(keys, values_of(url, values), 1);
    PQsetNoticeProcessor(connection, ignore_notice, NULL);
    if (PQstatus(connection) == CONNECTION_OK && (beside || migrate(connection, fault))) {
        read_clock(connection, clock);
        if (greet(connection, fault) && PQsetnonblocking(connection, 1) == 0)
            return connection;
    }
    if (PQstatus(connection) != CONNECTION_OK)
        store_postgres_fault(fault, "the database cannot be reached", PQerrorMessage(connection));
    PQfinish(connection);
    return NULL;
}
