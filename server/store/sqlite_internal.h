/* sqlite_internal.h - what the files of the SQLite store share; nobody else includes it.
 *
 *     sqlite.c          the store: a thread that carries out batches of jobs, a transaction each
 *     sqlite_jobs.c     one job in SQL
 *     sqlite_schema.c   opening a file, its schema and its migrations */
#ifndef STORE_SQLITE_INTERNAL_H
#define STORE_SQLITE_INTERNAL_H

#include <sqlite3.h>

#include "server/store/job_result.h"

/* Every statement that is ever run on rows, prepared once. X(name, SQL). */
#define SQL_STATEMENTS(X)                                                                                              \
    X(BEGIN, "BEGIN")                                                                                                  \
    X(BEGIN_WRITE, "BEGIN IMMEDIATE")                                                                                  \
    X(COMMIT, "COMMIT")                                                                                                \
    X(ROLLBACK, "ROLLBACK")                                                                                            \
    X(NUMBER, "SELECT number, marked_ms FROM heads WHERE table_id = ?1")                                               \
    X(ENTRY, "INSERT INTO entries (table_id, number, at_ms, entry, checksum) VALUES (?1, ?2, ?3, ?4, ?5)")             \
    X(HEAD, "INSERT INTO heads (" STORE_HEAD_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, "   \
            "?13, ?14, ?15, ?16, 0, 0) ON CONFLICT (table_id) DO UPDATE SET host = ?2, guest0 = ?3, guest1 = ?4, "     \
            "guest2 = ?5, "                                                                                            \
            "guest3 = ?6, guest4 = ?7, phase = ?8, listed = ?9, owe = ?10, number = ?11, due_ms = ?12, "               \
            "changed_ms = ?13, about = ?14, over_ms = ?15, marked_ms = 0")                                             \
    X(MEMBERS_CLEAR, "DELETE FROM members WHERE table_id = ?1")                                                        \
    X(MEMBER, "INSERT OR IGNORE INTO members (guest, table_id, ended_ms) VALUES (?1, ?2, ?3)")                         \
    X(LOAD, "SELECT number, at_ms, entry, checksum FROM entries WHERE table_id = ?1 AND number > ?2 ORDER BY number")  \
    X(GUEST_ADD, "INSERT OR IGNORE INTO guests (guest, token_hash, name, made_ms, seen_ms, marked_ms) VALUES (?1, "    \
                 "?2, ?3, ?4, ?5, 0)")                                                                                 \
    X(GUEST_NAME, "UPDATE guests SET name = ?2 WHERE guest = ?1")                                                      \
    X(GUEST_SEEN, "UPDATE guests SET seen_ms = ?2, marked_ms = 0 WHERE guest = ?1")                                    \
    X(GUEST_FIND, STORE_GUESTS_WHERE "token_hash = ?1")                                                                \
    X(LISTED, STORE_HEADS_WHERE "listed = 1 AND phase < 2 ORDER BY changed_ms DESC, table_id LIMIT ?1")                \
    X(OF_GUEST,                                                                                                        \
      "SELECT * FROM (SELECT * FROM (SELECT " STORE_HEAD_COLUMNS " FROM members JOIN heads USING (table_id) "          \
      "WHERE guest = ?1 AND ended_ms = 0 ORDER BY changed_ms DESC, table_id LIMIT ?2) UNION ALL "                      \
      "SELECT " STORE_HEAD_COLUMNS " FROM (SELECT table_id FROM members WHERE guest = ?1 AND ended_ms > 0 "            \
      "ORDER BY ended_ms DESC, table_id LIMIT ?2) JOIN heads USING (table_id))" STORE_OF_GUEST_ORDER "?2")             \
    X(DUE, STORE_HEADS_WHERE "due_ms > 0 AND (due_ms, table_id) > (?1, ?2) AND "                                       \
                             "due_ms <= ?3 ORDER BY due_ms, table_id LIMIT ?4")                                        \
    X(TABLE, STORE_HEADS_WHERE "table_id = ?1 LIMIT ?2")                                                               \
    X(TABLES, STORE_HEADS_WHERE "table_id > ?1 ORDER BY table_id LIMIT ?2")                                            \
    X(GUESTS, STORE_GUESTS_WHERE "guest > ?1 ORDER BY guest LIMIT ?2")                                                 \
    X(GUEST_GET, STORE_GUESTS_WHERE "guest = ?1")                                                                      \
    X(GUEST_DELETE, "DELETE FROM guests WHERE guest = ?1")                                                             \
    X(ENTRIES_DELETE, "DELETE FROM entries WHERE table_id = ?1")                                                       \
    X(HEAD_DELETE, "DELETE FROM heads WHERE table_id = ?1")                                                            \
    X(ENTRY_CHANGE, "UPDATE entries SET at_ms = ?3, entry = ?4, checksum = ?5 WHERE table_id = ?1 AND number = ?2")    \
    X(COUNT_LISTED, "SELECT count(*) FROM heads WHERE origin = ?1 AND listed = 1 AND phase < 2")                       \
    X(HAS_ENTRY, "SELECT 1 FROM entries WHERE table_id = ?1 AND number = ?2")                                          \
    X(ENTRIES_UP_TO, "DELETE FROM entries WHERE table_id = ?1 AND number <= ?2")                                       \
    X(HEAD_KEPT, "UPDATE heads SET kept = ?2, origin = '', marked_ms = 0 WHERE table_id = ?1")                         \
    X(MARK,                                                                                                            \
      "UPDATE heads SET marked_ms = ?2, changed_ms = CASE ?3 WHEN 0 THEN changed_ms ELSE ?3 END WHERE table_id = ?1")  \
    X(GUESTS_MARK, "UPDATE guests SET marked_ms = ?2 WHERE guest IN (SELECT guest FROM guests AS g WHERE seen_ms < "   \
                   "?1 AND marked_ms = 0 AND " STORE_SITS_NOWHERE " ORDER BY seen_ms, guest LIMIT ?3)")                \
    X(GUESTS_FORGET, "DELETE FROM guests WHERE guest IN (SELECT guest FROM guests AS g WHERE marked_ms > 0 AND "       \
                     "marked_ms <= ?1 AND " STORE_SITS_NOWHERE " ORDER BY marked_ms, guest LIMIT ?2)")                 \
    X(CLOCK, "SELECT at_ms FROM clock")                                                                                \
    X(CLOCK_SET, "UPDATE clock SET at_ms = ?1")                                                                        \
    X(DATA_VERSION, "PRAGMA data_version")                                                                             \
    X(PROBE, "UPDATE probe SET n = n + 1")

enum sql_statement {
#define X(name, sql) SQL_##name,
    SQL_STATEMENTS(X)
#undef X
        SQL_STATEMENTS_N,
};

/* An open file. */
struct sqlite_db {
    sqlite3 *db;
    sqlite3_stmt *statement[SQL_STATEMENTS_N];
};

/* Opens or makes the file and brings its schema up to date; beside its server, it must be there and up to date. False:
 * fault says why, and nothing is open. */
bool store_sqlite_db_open(struct sqlite_db *db, const char *path, bool beside, char fault[STORE_FAULT_SIZE]);
void store_sqlite_db_close(struct sqlite_db *db);

/* Runs a statement without rows. SQLITE_OK or an error. */
int store_sqlite_run(struct sqlite_db *db, enum sql_statement statement);

/* Carries out one job within the open transaction and sets its status and answer. SQLITE_OK, or the error that the
 * transaction must be given up for. */
int store_sqlite_job(struct sqlite_db *db, struct store_job *job);

#endif
