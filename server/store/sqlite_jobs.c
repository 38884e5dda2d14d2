/* sqlite_jobs.c - opens an SQLite database, migrates its schema and carries out jobs; see sqlite_internal.h.
 *
 * The file's user_version is the version of its schema (schema.h). Each migration runs in its own transaction, so the
 * schema is always one of the released versions. All statements are prepared once, and all values are bound. */
#include "server/store/operations.h"
#include "server/store/schema.h"
#include "server/store/sqlite_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The first statement of each operation on several tables. finish_job runs the others. */
#define SQL_APPEND SQL_PUT_HEAD
#define SQL_REWRITE SQL_PUT_HEAD
#define SQL_COMPACT                                                                                                    \
    "UPDATE entries SET at_ms = ?3, entry = ?4, checksum = ?5 WHERE table_id = ?1 AND number = ?2 RETURNING 1"
#define SQL_TABLE_DELETE "SELECT number = ?2 AND (?3 = 0 OR marked_ms = ?3) FROM heads WHERE table_id = ?1"
#define SQL_PLAN_SET SQL_PUT_PLAN
#define SQL_DATABASE_CLOCK "0"
#define SQL_SKIP_LOCKED ""

static const char *const statements[] = {
#define X(op, access, values, answer, sql) [STORE_##op] = sql,
    STORE_OPERATIONS(X)
#undef X
#define X(name, sql) [SQL_##name] = sql,
        SQLITE_STATEMENTS(X)
#undef X
};

/* ------------------------------------------------------------------------------------------------------------ jobs */

static int bind(sqlite3_stmt *statement, int at, const struct store_value *value)
{
    switch (value->kind) {
    case 'N': return sqlite3_bind_int64(statement, at, value->number);
    case 'B': return sqlite3_bind_blob(statement, at, value->text, (int)value->length, SQLITE_STATIC);
    default: return sqlite3_bind_text(statement, at, value->text, (int)value->length, SQLITE_STATIC);
    }
}

static bool take_row(struct store_job *job, sqlite3_stmt *statement)
{
    struct store_value columns[STORE_VALUES_MAX];
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        bool is_number = sqlite3_column_type(statement, i) == SQLITE_INTEGER;
        columns[i] = (struct store_value){.kind = is_number ? 'N' : 'T'};
        if (is_number)
            columns[i].number = sqlite3_column_int64(statement, i);
        else
            columns[i].text = (const char *)sqlite3_column_blob(statement, i);
        columns[i].length = is_number ? 0 : (size_t)sqlite3_column_bytes(statement, i);
    }
    return store_job_add_answer_row(job, columns, sqlite3_column_count(statement));
}

/* Runs a statement to its end and adds its rows to the job, or ignores them if `job` is NULL. */
static int run_statement(struct sqlite_db *db, int which, const struct store_values *values, struct store_job *job)
{
    sqlite3_stmt *statement = db->statement[which];
    int result;
    for (int i = 0; i < values->n; i++)
        bind(statement, i + 1, &values->value[i]);
    while ((result = sqlite3_step(statement)) == SQLITE_ROW)
        if (job && !take_row(job, statement)) {
            result = SQLITE_NOMEM;
            break;
        }
    sqlite3_reset(statement);
    return result == SQLITE_DONE ? SQLITE_OK : result;
}

/* Returns the number of rows that a statement yields. */
static int count_rows(struct sqlite_db *db, enum sqlite_statement which, const struct store_values *values)
{
    sqlite3_stmt *statement = db->statement[which];
    int rows = 0;
    for (int i = 0; i < values->n; i++)
        bind(statement, i + 1, &values->value[i]);
    while (sqlite3_step(statement) == SQLITE_ROW)
        rows++;
    sqlite3_reset(statement);
    return rows;
}

int store_sqlite_run_statement(struct sqlite_db *db, enum sqlite_statement statement)
{
    return run_statement(db, (int)statement, &(struct store_values){.n = 0}, NULL);
}

/* Runs a list of statements that ends with 0. Each takes the table as ?1 and may take the number as ?2. */
static int run_on_table(struct sqlite_db *db, const char *table, int64_t number, const enum sqlite_statement *list)
{
    struct store_values values = {
        .value = {{.kind = 'T', .text = table, .length = strlen(table)}, {.kind = 'N', .number = number}}};
    int result = SQLITE_OK;
    for (; *list && result == SQLITE_OK; list++) {
        values.n = sqlite3_bind_parameter_count(db->statement[*list]);
        result = run_statement(db, (int)*list, &values, NULL);
    }
    return result;
}

/* Inserts or updates the job's entries, depending on the statement. */
static int put_entries(struct sqlite_db *db, enum sqlite_statement statement, const struct store_job *job)
{
    int result = SQLITE_OK;
    for (size_t i = 0; i < job->append.n && result == SQLITE_OK; i++) {
        struct store_values values;
        store_put_entry_values(&values, job->table, &job->append.entries[i]);
        result = run_statement(db, (int)statement, &values, NULL);
    }
    return result;
}

/* Adds notices for guests whose turn has begun, and deletes those of guests whose turn has ended. */
static int put_notices(struct sqlite_db *db, const struct store_job *job)
{
    const struct store_notices *notices = &job->append.notices;
    int result = SQLITE_OK;
    for (int seat = 0; seat < STORE_SEATS && result == SQLITE_OK; seat++) {
        struct store_values values = {.value = {store_text(job->table), store_text(job->append.head->guest[seat]),
                                                store_number(notices->due_ms), store_number(notices->games)}};
        bool begins = notices->begin >> seat & 1;
        values.n = begins ? 4 : 2;
        if (begins || notices->end >> seat & 1)
            result = run_statement(db, begins ? SQL_NOTICES_BEGIN : SQL_NOTICES_END, &values, NULL);
    }
    return result;
}

/* Returns the values of a row of ratings. The first three are its key: guest, mode and number. */
static struct store_values rating_values(const struct store_job *job, const struct store_rating *row)
{
    const struct store_rated *rated = job->append.rated;
    return (struct store_values){.value = {store_text(row->guest), store_number(rated->mode), store_number(row->number),
                                           store_number(row->skill), store_number(row->variance),
                                           store_text(job->table), store_number(rated->ended_ms),
                                           store_number(row->abandoned)},
                                 .n = 8};
}

/* Returns whether another game has changed one of the ratings since the app read them. */
static bool ratings_are_stale(struct sqlite_db *db, const struct store_job *job)
{
    const struct store_rated *rated = job->op == STORE_APPEND ? job->append.rated : NULL;
    for (size_t i = 0; rated && i < rated->n; i++) {
        struct store_values key = rating_values(job, &rated->rows[i]);
        key.n = 3;
        if (count_rows(db, SQL_RATING_TAKEN, &key))
            return true;
    }
    return false;
}

/* Returns whether a seek of the new table is gone or already has a table, or one of the guests has blocked another. */
static bool seeks_are_stale(struct sqlite_db *db, const struct store_job *job)
{
    const struct store_seeks *seeks = job->op == STORE_APPEND ? job->append.seeks : NULL;
    struct store_values guests = {.n = STORE_SEATS};
    if (!seeks)
        return false;
    for (size_t i = 0; i < STORE_SEATS; i++)
        guests.value[i] = store_text(i < seeks->n ? seeks->guest[i] : "");
    for (size_t i = 0; i < seeks->n; i++) {
        struct store_values key = {.value = {guests.value[i], store_text(seeks->id[i])}, .n = 2};
        if (!count_rows(db, SQL_SEEK_FREE, &key))
            return true;
    }
    return count_rows(db, SQL_SEEK_BLOCKED, &guests) > 0;
}

static int take_seeks(struct sqlite_db *db, const struct store_job *job)
{
    const struct store_seeks *seeks = job->append.seeks;
    int result = SQLITE_OK;
    for (size_t i = 0; seeks && i < seeks->n && result == SQLITE_OK; i++) {
        struct store_values values = {
            .value = {store_text(seeks->guest[i]), store_text(job->table), store_number(seeks->expires_ms)}, .n = 3};
        result = run_statement(db, SQL_SEEK_TAKE, &values, NULL);
    }
    return result;
}

static int add_rated_game(struct sqlite_db *db, const struct store_job *job)
{
    const struct store_rated *rated = job->append.rated;
    const struct store_values game = {.value = {store_text(job->table), store_number(rated->mode),
                                                store_number(rated->ended_ms), store_number(rated->repetition),
                                                store_text(rated->seats), store_text(rated->people)},
                                      .n = 6};
    int result = run_statement(db, SQL_RATED_GAME_ADD, &game, NULL);
    for (size_t i = 0; i < rated->n && result == SQLITE_OK; i++) {
        struct store_values values = rating_values(job, &rated->rows[i]);
        result = run_statement(db, SQL_RATING_ADD, &values, NULL);
    }
    return result;
}

static int add_result(struct sqlite_db *db, const struct store_job *job)
{
    struct store_values values = store_result_values(job);
    return run_statement(db, SQL_RESULT_ADD, &values, NULL);
}

/* Runs the remaining statements of an operation on several tables, after the first one has succeeded. */
static int finish_job(struct sqlite_db *db, const struct store_job *job)
{
    static const enum sqlite_statement members[] = {SQL_MEMBERS_DELETE, SQL_MEMBERS_ADD, 0};
    static const enum sqlite_statement compact[] = {SQL_ENTRIES_BEFORE_DELETE, SQL_HEAD_COMPACTED, 0};
    static const enum sqlite_statement delete[] = {SQL_ENTRIES_DELETE, SQL_MEMBERS_DELETE, SQL_HEAD_DELETE, 0};
    int result;
    switch (job->op) {
    case STORE_APPEND:
        result = put_entries(db, SQL_ENTRY_ADD, job);
        if (result == SQLITE_OK && job->append.rated)
            result = add_rated_game(db, job);
        if (result == SQLITE_OK && job->append.result)
            result = add_result(db, job);
        if (result == SQLITE_OK)
            result = take_seeks(db, job);
        if (result == SQLITE_OK && (job->append.members || job->append.entries[0].number == 1))
            result = run_on_table(db, job->table, 0, members);
        return result == SQLITE_OK ? put_notices(db, job) : result;
    case STORE_REWRITE:
        result = put_entries(db, SQL_ENTRY_CHANGE, job);
        return result == SQLITE_OK ? run_on_table(db, job->table, 0, members) : result;
    case STORE_COMPACT: return run_on_table(db, job->table, job->append.entries[0].number, compact);
    case STORE_TABLE_DELETE: return run_on_table(db, job->table, 0, delete);
    default: return SQLITE_OK;
    }
}

int store_sqlite_run_job(struct sqlite_db *db, struct store_job *job)
{
    struct store_values values = store_job_values(job);
    store_job_reset_answer(job);
    if (ratings_are_stale(db, job) || seeks_are_stale(db, job)) {
        job->status = STORE_CONFLICT;
        return SQLITE_OK;
    }
    int result = run_statement(db, (int)job->op, &values, job);
    if (result == SQLITE_OK)
        store_job_set_status_from_rows(job);
    return result == SQLITE_OK && job->status == STORE_DONE ? finish_job(db, job) : result;
}

int store_sqlite_read_clock(struct sqlite_db *db, struct store_clock *clock)
{
    struct store_job job = {.op = STORE_CLOCK};
    int code = store_sqlite_run_job(db, &job);
    *clock = job.clock;
    store_job_reset_answer(&job); /* frees the row of the answer */
    return code;
}

/* ---------------------------------------------------------------------------------------------------------- schema */

/* "FFld" in ASCII, which marks a file as a database of this program. */
enum { APPLICATION = 0x46466c64 };

static const char *const migrations[] = {STORE_MIGRATIONS("text", "blob", "text", " WITHOUT ROWID", " WITHOUT ROWID")};
enum { SCHEMA = sizeof migrations / sizeof migrations[0] };

static bool set_fault(char fault[STORE_FAULT_SIZE], const char *format, ...)
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
    return set_fault(fault, "%s: %s", path, sqlite3_errmsg(db->db));
}

static bool read_number(struct sqlite_db *db, const char *sql, int *number)
{
    sqlite3_stmt *statement = NULL;
    bool good =
        sqlite3_prepare_v2(db->db, sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW;
    if (good)
        *number = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return good;
}

/* Returns whether the database is empty, or was made by this program in this or an older version. */
static bool is_ours(struct sqlite_db *db, const char *path, int *version, char fault[STORE_FAULT_SIZE])
{
    int application = 0, tables = 0;
    if (!read_number(db, "PRAGMA user_version", version) || !read_number(db, "PRAGMA application_id", &application) ||
        !read_number(db, "SELECT count(*) FROM sqlite_master", &tables))
        return set_fault(fault, "%s: %s", path, sqlite3_errmsg(db->db));
    if (application != APPLICATION && (tables || application))
        return set_fault(fault, "%s is a database of another program; choose another file", path);
    if (*version > SCHEMA)
        return set_fault(
            fault, "%s has schema %d, and this program knows schemas up to %d: use the newer program that wrote it",
            path, *version, SCHEMA);
    return true;
}

static bool migrate(struct sqlite_db *db, const char *path, int version, bool shared, char fault[STORE_FAULT_SIZE])
{
    char commit[96];
    if (shared && version < SCHEMA)
        return set_fault(fault,
                         "%s has schema %d, and this program needs %d: start a server of this version on it first",
                         path, version, SCHEMA);
    for (; version < SCHEMA; version++) {
        snprintf(commit, sizeof commit, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", APPLICATION,
                 version + 1);
        if (!run_sql(db, "BEGIN IMMEDIATE", path, fault))
            return false;
        if (!run_sql(db, migrations[version], path, fault) || !run_sql(db, commit, path, fault)) {
            sqlite3_exec(db->db, "ROLLBACK", NULL, NULL, NULL);
            return false;
        }
    }
    return true;
}

static bool prepare(struct sqlite_db *db, const char *path, char fault[STORE_FAULT_SIZE])
{
    for (int i = 0; i < SQL_STATEMENTS_N; i++)
        if (sqlite3_prepare_v3(db->db, statements[i], -1, SQLITE_PREPARE_PERSISTENT, &db->statement[i], NULL) !=
            SQLITE_OK)
            return set_fault(fault, "%s: %s", path, sqlite3_errmsg(db->db));
    return true;
}

/* The write-ahead log with a sync at each commit makes commits survive a power failure, and lets a backup read at the
 * same time. secure_delete overwrites deleted data. */
static const char settings[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;"
                               "PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -16384;"
                               "PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON;";

bool store_sqlite_db_open(struct sqlite_db *db, const char *path, bool shared, char fault[STORE_FAULT_SIZE])
{
    int version = 0, flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (shared ? 0 : SQLITE_OPEN_CREATE);
    memset(db, 0, sizeof *db);
    if (sqlite3_open_v2(path, &db->db, flags, NULL) != SQLITE_OK) {
        set_fault(fault, "%s: %s", path, db->db ? sqlite3_errmsg(db->db) : "out of memory");
        goto close;
    }
    sqlite3_busy_timeout(db->db, 5000); /* waits while an operator's command uses the file */
    sqlite3_extended_result_codes(db->db, 1);
    if (!is_ours(db, path, &version, fault) || !run_sql(db, settings, path, fault) ||
        !migrate(db, path, version, shared, fault) || !prepare(db, path, fault))
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
