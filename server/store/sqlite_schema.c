/* sqlite_schema.c - opening a file: what it must be, how it is set up, its schema and the way there from older ones.
 *
 * The schema's number is the file's user_version; migration i leads from i to i + 1. Each runs in a transaction of its
 * own, so that a file is always of one version. Never change a migration that has been released: add one. */
#include "server/store/sqlite_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* "FFld": says whose file it is. */
enum { APPLICATION = 0x46466c64 };

static const char *const migrations[] = {
    /* The tables are clustered by their keys, so that a table's log lies together. Indexes are partial: most tables are
     * in no list, and cost nothing there. A member knows when the game ended, so that a list does not cost more with
     * every game that is over. */
    "CREATE TABLE entries (table_id TEXT NOT NULL, number INTEGER NOT NULL, at_ms INTEGER NOT NULL,"
    " entry TEXT NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (table_id, number)) WITHOUT ROWID;"
    "CREATE TABLE heads (table_id TEXT PRIMARY KEY NOT NULL, host TEXT NOT NULL, guest0 TEXT NOT NULL,"
    " guest1 TEXT NOT NULL, guest2 TEXT NOT NULL, guest3 TEXT NOT NULL, guest4 TEXT NOT NULL, phase INTEGER NOT NULL,"
    " listed INTEGER NOT NULL, owe INTEGER NOT NULL, number INTEGER NOT NULL, due_ms INTEGER NOT NULL,"
    " changed_ms INTEGER NOT NULL, about TEXT NOT NULL, over_ms INTEGER NOT NULL, origin TEXT NOT NULL,"
    " kept INTEGER NOT NULL, marked_ms INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX heads_listed ON heads (changed_ms) WHERE listed = 1 AND phase < 2;"
    "CREATE INDEX heads_due ON heads (due_ms) WHERE due_ms > 0;"
    "CREATE INDEX heads_origin ON heads (origin) WHERE listed = 1 AND phase < 2;"
    "CREATE TABLE members (guest TEXT NOT NULL, table_id TEXT NOT NULL, ended_ms INTEGER NOT NULL,"
    " PRIMARY KEY (guest, table_id)) WITHOUT ROWID;"
    "CREATE INDEX members_table ON members (table_id);"
    "CREATE INDEX members_ended ON members (guest, ended_ms DESC, table_id);"
    "CREATE TABLE guests (guest TEXT PRIMARY KEY NOT NULL, token_hash BLOB NOT NULL UNIQUE, name TEXT NOT NULL,"
    " made_ms INTEGER NOT NULL, seen_ms INTEGER NOT NULL, marked_ms INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX guests_seen ON guests (seen_ms) WHERE marked_ms = 0;"
    "CREATE INDEX guests_marked ON guests (marked_ms) WHERE marked_ms > 0;"
    "CREATE TABLE clock (at_ms INTEGER NOT NULL); INSERT INTO clock VALUES (0);"
    "CREATE TABLE probe (n INTEGER NOT NULL);" /* written to see whether writing works again */
    "INSERT INTO probe VALUES (0);",
};
enum { SCHEMA = sizeof migrations / sizeof migrations[0] };

static bool wrong(char fault[STORE_FAULT_SIZE], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault, STORE_FAULT_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

static bool run_sql(struct sqlite_db *db, const char *sql, const char *path, char fault[STORE_FAULT_SIZE])
{
    if (sqlite3_exec(db->db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    return wrong(fault, "%s: %s", path, sqlite3_errmsg(db->db));
}

static bool read_number(struct sqlite_db *db, const char *sql, const char *path, int *number,
                        char fault[STORE_FAULT_SIZE])
{
    sqlite3_stmt *statement = NULL;
    bool good =
        sqlite3_prepare_v2(db->db, sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW;
    if (good)
        *number = sqlite3_column_int(statement, 0);
    else
        wrong(fault, "%s: %s", path, sqlite3_errmsg(db->db));
    sqlite3_finalize(statement);
    return good;
}

/* An empty file, or one of ours that is not newer than this program. */
static bool is_ours(struct sqlite_db *db, const char *path, int *version, char fault[STORE_FAULT_SIZE])
{
    int application, tables;
    if (!read_number(db, "PRAGMA user_version", path, version, fault) ||
        !read_number(db, "PRAGMA application_id", path, &application, fault) ||
        !read_number(db, "SELECT count(*) FROM sqlite_master", path, &tables, fault))
        return false;
    if (application != APPLICATION && (tables || application))
        return wrong(fault, "%s is a database of another program; choose another file", path);
    if (*version > SCHEMA)
        return wrong(fault,
                     "%s has schema %d, and this program knows schemas up to %d: use the newer program that wrote it",
                     path, *version, SCHEMA);
    return true;
}

static bool migrate(struct sqlite_db *db, const char *path, int version, bool beside, char fault[STORE_FAULT_SIZE])
{
    char mark[96];
    if (beside && version < SCHEMA)
        return wrong(fault, "%s has schema %d, and this program needs %d: start a server of this version on it first",
                     path, version, SCHEMA);
    for (; version < SCHEMA; version++) {
        snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", APPLICATION,
                 version + 1);
        if (!run_sql(db, "BEGIN IMMEDIATE", path, fault))
            return false;
        if (!run_sql(db, migrations[version], path, fault) || !run_sql(db, mark, path, fault)) {
            sqlite3_exec(db->db, "ROLLBACK", NULL, NULL, NULL);
            return false;
        }
    }
    return true;
}

static bool prepare(struct sqlite_db *db, const char *path, char fault[STORE_FAULT_SIZE])
{
    static const char *const sql[] = {
#define X(name, text) text,
        SQL_STATEMENTS(X)
#undef X
    };
    for (int i = 0; i < SQL_STATEMENTS_N; i++)
        if (sqlite3_prepare_v3(db->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &db->statement[i], NULL) != SQLITE_OK)
            return wrong(fault, "%s: %s", path, sqlite3_errmsg(db->db));
    return true;
}

/* WAL with a sync at each commit: what is committed survives loss of power, and a backup can read meanwhile. */
static const char set_up[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                             "PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = "
                             "-16384; PRAGMA trusted_schema = OFF; "
                             "PRAGMA secure_delete = ON;"; /* what is deleted is overwritten */

bool store_sqlite_db_open(struct sqlite_db *db, const char *path, bool beside, char fault[STORE_FAULT_SIZE])
{
    int version, flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (beside ? 0 : SQLITE_OPEN_CREATE);
    memset(db, 0, sizeof *db);
    if (sqlite3_open_v2(path, &db->db, flags, NULL) != SQLITE_OK) {
        wrong(fault, "%s: %s", path, db->db ? sqlite3_errmsg(db->db) : "no memory");
        goto close;
    }
    sqlite3_busy_timeout(db->db, 5000); /* somebody with sqlite3 at the file */
    sqlite3_extended_result_codes(db->db, 1);
    if (!is_ours(db, path, &version, fault) || !run_sql(db, set_up, path, fault) ||
        !migrate(db, path, version, beside, fault) || !prepare(db, path, fault))
        goto close;
    return true;
close:
    store_sqlite_db_close(db);
    return false;
}

void store_sqlite_db_close(struct sqlite_db *db)
{
    for (int i = 0; i < SQL_STATEMENTS_N; i++)
        sqlite3_finalize(db->statement[i]);
    sqlite3_close(db->db);
    memset(db, 0, sizeof *db);
}
