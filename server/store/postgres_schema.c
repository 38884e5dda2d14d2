/* postgres_schema.c - connects to the database and migrates its schema; see postgres_internal.h and schema.h. The table
 * fuerstenfeld_schema holds the schema's version. All migrations run in one transaction, and an advisory lock makes
 * servers that start at the same time take turns. */
#include "server/store/postgres_internal.h"
#include "server/store/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const migrations[] = {
    STORE_MIGRATIONS("text COLLATE \"C\"", "bytea", "bytea", "", " WITH (fillfactor = 70)")};
enum { SCHEMA = sizeof migrations / sizeof migrations[0] };

void store_postgres_format_fault(char fault[STORE_FAULT_SIZE], const char *about, const char *message)
{
    int n = (int)strcspn(message, "\n");
    snprintf(fault, STORE_FAULT_SIZE, "%s%s%.*s", about, about[0] ? ": " : "", n, message);
}

/* The URL's parameters come last, so they override these. The options make every commit wait for the disk, and keep a
 * hanging process from blocking the others forever. */
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

/* Drops libpq's notices, such as "terminating connection", which it would print. The error that follows is reported. */
static void ignore_notice(void *nothing, const char *message)
{
    (void)nothing;
    (void)message;
}

PGconn *store_postgres_connect_start(const char *url)
{
    const char *values[6];
    PGconn *pg = PQconnectStartParams(keys, values_of(url, values), 1);
    PQsetNoticeProcessor(pg, ignore_notice, NULL);
    return pg;
}

/* ------------------------------------------------------------------------------------------------------------ setup */

bool store_postgres_send_setup(PGconn *pg)
{
    if (!PQsendQueryParams(pg, "LISTEN " POSTGRES_CHANNEL, 0, NULL, NULL, NULL, NULL, 0) ||
        !PQsendQueryParams(pg, "SELECT number FROM fuerstenfeld_schema", 0, NULL, NULL, NULL, NULL, 0))
        return false;
    return store_postgres_prepare_statements(pg) && PQpipelineSync(pg) == 1;
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

bool store_postgres_check_setup_result(const PGresult *result, char fault[STORE_FAULT_SIZE])
{
    switch (PQresultStatus(result)) {
    case PGRES_TUPLES_OK: return known_schema(result, fault);
    case PGRES_COMMAND_OK:
    case PGRES_PIPELINE_SYNC: return true;
    case PGRES_PIPELINE_ABORTED: return true; /* the error was reported by an earlier result */
    default: store_postgres_format_fault(fault, "the database", PQresultErrorMessage(result)); return false;
    }
}

/* Sets up a new connection and waits for the results. */
static bool set_up(PGconn *pg, char fault[STORE_FAULT_SIZE])
{
    bool good = PQenterPipelineMode(pg) && store_postgres_send_setup(pg), over = false;
    if (!good)
        store_postgres_format_fault(fault, "the database", PQerrorMessage(pg));
    while (good && !over) {
        PGresult *result = PQgetResult(pg);
        if (result) {
            over = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
            good = store_postgres_check_setup_result(result, fault);
            PQclear(result);
        } else if (PQstatus(pg) != CONNECTION_OK) {
            store_postgres_format_fault(fault, "the database", PQerrorMessage(pg));
            good = false;
        }
    }
    return good;
}

/* ------------------------------------------------------------------------------------------------------- migrations */

static bool run_sql(PGconn *pg, const char *sql, char fault[STORE_FAULT_SIZE])
{
    PGresult *result = PQexec(pg, sql);
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
    if (!good)
        store_postgres_format_fault(fault, "the database's schema cannot be made", PQerrorMessage(pg));
    PQclear(result);
    return good;
}

static bool read_version(PGconn *pg, int *version, char fault[STORE_FAULT_SIZE])
{
    PGresult *result = PQexec(pg, "SELECT number FROM fuerstenfeld_schema");
    bool good = PQresultStatus(result) == PGRES_TUPLES_OK;
    if (good)
        *version = PQntuples(result) ? atoi(PQgetvalue(result, 0, 0)) : 0;
    else
        store_postgres_format_fault(fault, "the database's schema cannot be read", PQerrorMessage(pg));
    PQclear(result);
    return good;
}

static bool migrate_from(PGconn *pg, int version, char fault[STORE_FAULT_SIZE])
{
    char sql[96];
    for (int i = version; i < SCHEMA; i++)
        if (!run_sql(pg, migrations[i], fault))
            return false;
    snprintf(sql, sizeof sql, "DELETE FROM fuerstenfeld_schema; INSERT INTO fuerstenfeld_schema VALUES (%d)", SCHEMA);
    return version >= SCHEMA || run_sql(pg, sql, fault);
}

static bool migrate(PGconn *pg, char fault[STORE_FAULT_SIZE])
{
    int version;
    if (!run_sql(pg, "BEGIN", fault))
        return false;
    /* No time limits, because a migration may take long, and another server's migration may have to finish first. */
    if (run_sql(pg, "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0", fault) &&
        run_sql(pg, "SELECT pg_advisory_xact_lock(hashtext('fuerstenfeld_schema'))", fault) &&
        run_sql(pg, "CREATE TABLE IF NOT EXISTS fuerstenfeld_schema (number integer NOT NULL)", fault) &&
        read_version(pg, &version, fault) && migrate_from(pg, version, fault))
        return run_sql(pg, "COMMIT", fault);
    PQclear(PQexec(pg, "ROLLBACK"));
    return false;
}

PGconn *store_postgres_connect(const char *url, bool shared, struct store_clock *clock, char fault[STORE_FAULT_SIZE])
{
    const char *values[6];
    PGconn *pg = PQconnectdbParams(keys, values_of(url, values), 1);
    PQsetNoticeProcessor(pg, ignore_notice, NULL);
    if (PQstatus(pg) == CONNECTION_OK && (shared || migrate(pg, fault))) {
        store_postgres_read_clock(pg, clock);
        if (set_up(pg, fault) && PQsetnonblocking(pg, 1) == 0)
            return pg;
    }
    if (PQstatus(pg) != CONNECTION_OK)
        store_postgres_format_fault(fault, "the database cannot be reached", PQerrorMessage(pg));
    PQfinish(pg);
    return NULL;
}
