/* sqlite_internal.h - declarations shared by the files of the SQLite store; only they and memory.c include it.
 *
 *     sqlite.c          the store: a thread carries out each batch of jobs in one transaction
 *     sqlite_file.c     locks the file, and checks that its name still refers to it
 *     sqlite_jobs.c     opens a database, migrates its schema, and carries out a job in SQL */
#pragma once

#include <sqlite3.h>
#include <sys/types.h>

#include "server/store/job.h"

/* The statements that do not belong to an operation (operations.h), as X(NAME, SQL). */
#define SQLITE_STATEMENTS(X)                                                                                           \
    X(BEGIN, "BEGIN")                                                                                                  \
    X(BEGIN_WRITE, "BEGIN IMMEDIATE")                                                                                  \
    X(COMMIT, "COMMIT")                                                                                                \
    X(ROLLBACK, "ROLLBACK")                                                                                            \
    X(ENTRY_ADD, "INSERT INTO entries (table_id, number, at_ms, entry, checksum) VALUES (?1, ?2, ?3, ?4, ?5)")         \
    X(ENTRY_CHANGE, "UPDATE entries SET at_ms = ?3, entry = ?4, checksum = ?5 WHERE table_id = ?1 AND number = ?2")    \
    X(ENTRIES_BEFORE_DELETE, "DELETE FROM entries WHERE table_id = ?1 AND number < ?2")                                \
    X(ENTRIES_DELETE, "DELETE FROM entries WHERE table_id = ?1")                                                       \
    X(RATED_GAME_ADD,                                                                                                  \
      "INSERT INTO rated_games (table_id, mode, ended_ms, repetition, seats, people) VALUES (?1, ?2, ?3, ?4, ?5, ?6)") \
    X(RATING_TAKEN, "SELECT 1 FROM ratings WHERE guest = ?1 AND mode = ?2 AND number = ?3")                            \
    X(RATING_ADD, "INSERT INTO ratings (guest, mode, number, skill, variance, table_id, ended_ms, abandoned) "         \
                  "SELECT guest, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM guests WHERE guest = ?1")                             \
    X(RESULT_ADD, "INSERT INTO results (deal, guest, table_id, score, place, parts, coins, rounds) "                   \
                  "SELECT ?1, guest, ?3, ?4, ?5, ?6, ?7, ?8 FROM guests WHERE guest = ?2 ON CONFLICT DO NOTHING")      \
    X(SEEK_FREE, "SELECT 1 FROM seeks WHERE guest = ?1 AND id = ?2 AND table_id = ''")                                 \
    X(SEEK_BLOCKED, "SELECT 1 FROM blocks WHERE kind = 2 AND guest IN (?1, ?2, ?3, ?4, ?5) "                           \
                    "AND other IN (?1, ?2, ?3, ?4, ?5)")                                                               \
    X(SEEK_TAKE, "UPDATE seeks SET table_id = ?2, expires_ms = ?3 WHERE guest = ?1")                                   \
    X(HEAD_COMPACTED, "UPDATE heads SET kept = ?2, origin = '', marked_ms = 0 WHERE table_id = ?1")                    \
    X(HEAD_DELETE, "DELETE FROM heads WHERE table_id = ?1")                                                            \
    X(MEMBERS_DELETE, "DELETE FROM members WHERE table_id = ?1")                                                       \
    X(MEMBERS_ADD,                                                                                                     \
      "INSERT INTO members (guest, table_id, ended_ms) SELECT g.guest, table_id, over_ms FROM heads JOIN ("            \
      "SELECT host AS guest FROM heads WHERE table_id = ?1 AND phase = 0 UNION "                                       \
      "SELECT guest0 FROM heads WHERE table_id = ?1 UNION SELECT guest1 FROM heads WHERE table_id = ?1 UNION "         \
      "SELECT guest2 FROM heads WHERE table_id = ?1 UNION SELECT guest3 FROM heads WHERE table_id = ?1 UNION "         \
      "SELECT guest4 FROM heads WHERE table_id = ?1) AS g WHERE table_id = ?1 AND g.guest <> ''")                      \
    X(NOTICES_END,                                                                                                     \
      "DELETE FROM outbox WHERE table_id = ?1 AND channel IN (SELECT channel FROM channels WHERE guest = ?2)")         \
    X(NOTICES_BEGIN, "INSERT INTO outbox " SQL_NOTICE_COLUMNS " SELECT channel, ?1, ?3, 0, 0, 0, 0, '' FROM channels " \
                     "WHERE guest = ?2 AND confirmed = 1 AND games & ?4 <> 0" SQL_NOTICE_AGAIN)                        \
    X(DATA_VERSION, "PRAGMA data_version")                                                                             \
    X(TEST_WRITE, "UPDATE clock SET at_ms = at_ms")

enum sqlite_statement {
    SQLITE_FIRST_STATEMENT = STORE_OPS_N - 1, /* numbers continue after those of the operations */
#define X(name, sql) SQL_##name,
    SQLITE_STATEMENTS(X)
#undef X
        SQL_STATEMENTS_N,
};

/* An open database with its prepared statements. */
struct sqlite_db {
    sqlite3 *db;
    sqlite3_stmt *statement[SQL_STATEMENTS_N];
};

/* Opens the database, or creates it, and migrates its schema. A `shared` database, which a server is using, must exist
 * and have this program's schema. On failure returns false, writes the reason to `fault` and leaves nothing open. */
bool store_sqlite_db_open(struct sqlite_db *db, const char *path, bool shared, char fault[STORE_FAULT_SIZE]);
void store_sqlite_db_close(struct sqlite_db *db);

/* Runs a statement without values and ignores its rows. Returns an SQLite result code. */
int store_sqlite_run_statement(struct sqlite_db *db, enum sqlite_statement statement);

/* Carries out a job within the open transaction and sets the job's status and answer. Returns SQLITE_OK, or an error
 * after which the caller must roll the transaction back. */
int store_sqlite_run_job(struct sqlite_db *db, struct store_job *job);
/* Reads the stored time of STORE_CLOCK. Returns an SQLite result code. */
int store_sqlite_read_clock(struct sqlite_db *db, struct store_clock *clock);

/* ------------------------------------------------------------------------------------------------------------ files */

/* Identifies a file independently of its name. */
struct file_identity {
    dev_t device;
    ino_t number; /* inode; 0: the file does not exist */
};

struct sqlite_file {
    char *name;       /* as given by the user; may be a symbolic link */
    char *path;       /* without symbolic links */
    char *log_path;   /* path of the write-ahead log, FILE-wal */
    char *index_path; /* path of the log's index, FILE-shm, which processes share */
    int lock; /* descriptor of the locked file; -1: not locked. It is closed only after SQLite's, because closing any
                 descriptor of a file drops SQLite's locks on it */
    bool rescued; /* the content of the deleted file was saved */
    struct file_identity file, log, index;
};

/* Creates the file if it does not exist, and locks it. A `shared` file must exist, and its server keeps the lock. On
 * failure returns false and writes the reason to `fault`. */
bool store_sqlite_file_open(struct sqlite_file *file, const char *name, bool shared, char fault[STORE_FAULT_SIZE]);
void store_sqlite_file_close(struct sqlite_file *file);
/* Remembers which files the log and its index are. Called after the database was opened. */
void store_sqlite_file_remember_log(struct sqlite_file *file);
/* Returns whether the file's name still refers to the open file. */
bool store_sqlite_file_is_in_place(const struct sqlite_file *file);
bool store_sqlite_log_is_in_place(const struct sqlite_file *file);
/* Describes in `fault` what happened to a file that was moved, deleted or replaced. Saves the content of a deleted file
 * once, as PATH.rescued. */
void store_sqlite_file_explain_loss(struct sqlite_file *file, sqlite3 *db, char fault[STORE_FAULT_SIZE]);
