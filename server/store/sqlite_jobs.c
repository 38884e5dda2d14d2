/* sqlite_jobs.c - one job in SQL; see sqlite_internal.h. Every statement is prepared, every value bound. */
#include "server/store/sqlite_internal.h"

#include <string.h>

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

/* A statement whose values are bound, run to its end; ready to be bound again. */
static int run(sqlite3_stmt *statement)
{
    int result = sqlite3_step(statement);
    sqlite3_reset(statement);
    return result == SQLITE_DONE || result == SQLITE_ROW ? SQLITE_OK : result;
}

int store_sqlite_run(struct sqlite_db *db, enum sql_statement statement) { return run(db->statement[statement]); }

/* ---------------------------------------------------------------------------------------------------------- append */

/* The number of the last entry, 0 where there is no such table; and since when it is marked. */
static int last_number(struct sqlite_db *db, const char *table, int64_t *number, int64_t *marked_ms)
{
    sqlite3_stmt *statement = db->statement[SQL_NUMBER];
    bind_text(statement, 1, table);
    int result = sqlite3_step(statement);
    *number = result == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    *marked_ms = result == SQLITE_ROW ? sqlite3_column_int64(statement, 1) : 0;
    sqlite3_reset(statement);
    return result == SQLITE_ROW || result == SQLITE_DONE ? SQLITE_OK : result;
}

/* Adds an entry, or changes the one of that number: both statements have the same values. */
static int put_entry(struct sqlite_db *db, enum sql_statement which, const char *table, const struct table_entry *entry)
{
    sqlite3_stmt *statement = db->statement[which];
    bind_text(statement, 1, table);
    sqlite3_bind_int64(statement, 2, entry->number);
    sqlite3_bind_int64(statement, 3, entry->at_ms);
    sqlite3_bind_text(statement, 4, entry->text, (int)entry->length, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, store_entry_checksum(table, entry));
    return run(statement);
}

static int put_head(struct sqlite_db *db, const struct store_head *head)
{
    sqlite3_stmt *statement = db->statement[SQL_HEAD];
    bind_text(statement, 1, head->table);
    bind_text(statement, 2, head->host);
    for (int seat = 0; seat < STORE_SEATS; seat++)
        bind_text(statement, 3 + seat, head->guest[seat]);
    sqlite3_bind_int(statement, 8, head->phase);
    sqlite3_bind_int(statement, 9, head->listed);
    sqlite3_bind_int(statement, 10, head->owe);
    sqlite3_bind_int64(statement, 11, head->number);
    sqlite3_bind_int64(statement, 12, head->due_ms);
    sqlite3_bind_int64(statement, 13, head->changed_ms);
    bind_text(statement, 14, head->about);
    sqlite3_bind_int64(statement, 15, head->over_ms);
    bind_text(statement, 16, head->origin);
    return run(statement);
}

static int put_member(struct sqlite_db *db, const char *guest, const struct store_head *head)
{
    sqlite3_stmt *statement = db->statement[SQL_MEMBER];
    if (!guest[0])
        return SQLITE_OK;
    bind_text(statement, 1, guest);
    bind_text(statement, 2, head->table);
    sqlite3_bind_int64(statement, 3, head->over_ms);
    return run(statement);
}

/* Who finds this table among theirs: those who sit there, and the host while it is open. */
static int put_members(struct sqlite_db *db, const struct store_head *head)
{
    bind_text(db->statement[SQL_MEMBERS_CLEAR], 1, head->table);
    int result = run(db->statement[SQL_MEMBERS_CLEAR]);
    if (result == SQLITE_OK && head->phase == STORE_OPEN)
        result = put_member(db, head->host, head);
    for (int seat = 0; seat < STORE_SEATS && result == SQLITE_OK; seat++)
        result = put_member(db, head->guest[seat], head);
    return result;
}

static int append(struct sqlite_db *db, struct store_job *job)
{
    int64_t last, marked_ms;
    int result = last_number(db, job->table, &last, &marked_ms);
    if (result != SQLITE_OK)
        return result;
    if (last + 1 != job->entries[0].number) {
        job->status = STORE_CONFLICT;
        return SQLITE_OK;
    }
    for (size_t i = 0; i < job->entries_n && result == SQLITE_OK; i++)
        result = put_entry(db, SQL_ENTRY, job->table, &job->entries[i]);
    if (result == SQLITE_OK)
        result = put_head(db, job->head);
    if (result == SQLITE_OK && (job->members || last == 0))
        result = put_members(db, job->head);
    return result;
}

/* ------------------------------------------------------------------------------------------------ delete, rewrite */

/* Statements that have the table's id as their one value. */
static int run_on_table(struct sqlite_db *db, enum sql_statement statement, const char *table)
{
    bind_text(db->statement[statement], 1, table);
    return run(db->statement[statement]);
}

/* Whether the table's last entry is this one, and it is marked as it should be; if not, that is a conflict, or there is
 * none. */
static int stands_at(struct sqlite_db *db, struct store_job *job, uint32_t number, bool *stands)
{
    int64_t last, marked_ms;
    int result = last_number(db, job->table, &last, &marked_ms);
    bool as_marked = job->op != STORE_TABLE_DELETE || !job->at_ms || job->at_ms == marked_ms;
    *stands = result == SQLITE_OK && last > 0 && last == number && as_marked;
    if (result == SQLITE_OK && !*stands)
        job->status = last || job->op != STORE_TABLE_DELETE ? STORE_CONFLICT : STORE_NOT_FOUND;
    return result;
}

static int table_forget(struct sqlite_db *db, struct store_job *job)
{
    bool stands;
    int result = stands_at(db, job, job->after, &stands);
    if (!stands)
        return result;
    result = run_on_table(db, SQL_ENTRIES_DELETE, job->table);
    if (result == SQLITE_OK)
        result = run_on_table(db, SQL_MEMBERS_CLEAR, job->table);
    return result == SQLITE_OK ? run_on_table(db, SQL_HEAD_DELETE, job->table) : result;
}

static int rewrite(struct sqlite_db *db, struct store_job *job)
{
    bool stands;
    int result = stands_at(db, job, job->head->number, &stands);
    if (!stands)
        return result;
    for (size_t i = 0; i < job->entries_n && result == SQLITE_OK; i++)
        result = put_entry(db, SQL_ENTRY_CHANGE, job->table, &job->entries[i]);
    if (result == SQLITE_OK)
        result = put_head(db, job->head);
    return result == SQLITE_OK ? put_members(db, job->head) : result;
}

static int mark(struct sqlite_db *db, struct store_job *job)
{
    bool stands;
    int result = stands_at(db, job, job->after, &stands);
    if (!stands)
        return result;
    sqlite3_stmt *statement = db->statement[SQL_MARK];
    bind_text(statement, 1, job->table);
    sqlite3_bind_int64(statement, 2, job->at_ms);
    sqlite3_bind_int64(statement, 3, job->from_ms);
    return run(statement);
}

static int clock_read(struct sqlite_db *db, struct store_job *job)
{
    sqlite3_stmt *statement = db->statement[SQL_CLOCK];
    int result = sqlite3_step(statement);
    job->at_ms = 0;
    job->from_ms = result == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    return result == SQLITE_ROW ? SQLITE_OK : result == SQLITE_DONE ? SQLITE_CORRUPT : result;
}

static int clock_set(struct sqlite_db *db, struct store_job *job)
{
    sqlite3_bind_int64(db->statement[SQL_CLOCK_SET], 1, job->at_ms);
    return run(db->statement[SQL_CLOCK_SET]);
}

/* ------------------------------------------------------------------------------------------------------------ keep */

/* A statement on one entry of a table: whether it found it, or what it does up to there. */
static int run_on_entry(struct sqlite_db *db, enum sql_statement which, const char *table, uint32_t number, bool *found)
{
    sqlite3_stmt *statement = db->statement[which];
    bind_text(statement, 1, table);
    sqlite3_bind_int64(statement, 2, number);
    int result = sqlite3_step(statement);
    if (found)
        *found = result == SQLITE_ROW;
    sqlite3_reset(statement);
    return result == SQLITE_ROW || result == SQLITE_DONE ? SQLITE_OK : result;
}

static int keep(struct sqlite_db *db, struct store_job *job)
{
    const struct table_entry *entry = &job->entries[0];
    bool has = false;
    int result = run_on_entry(db, SQL_HAS_ENTRY, job->table, entry->number, &has);
    if (result == SQLITE_OK && !has)
        job->status = STORE_CONFLICT;
    if (result != SQLITE_OK || !has)
        return result;
    result = run_on_entry(db, SQL_ENTRIES_UP_TO, job->table, entry->number, NULL);
    if (result == SQLITE_OK)
        result = put_entry(db, SQL_ENTRY, job->table, entry);
    return result == SQLITE_OK ? run_on_entry(db, SQL_HEAD_KEPT, job->table, entry->number, NULL) : result;
}

/* ----------------------------------------------------------------------------------------------------------- read */

static int load(struct sqlite_db *db, struct store_job *job)
{
    sqlite3_stmt *statement = db->statement[SQL_LOAD];
    int result;
    bind_text(statement, 1, job->table);
    sqlite3_bind_int64(statement, 2, job->after);
    while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 2);
        struct table_entry entry = {(uint32_t)sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1),
                                    text, (size_t)sqlite3_column_bytes(statement, 2)};
        if (!store_result_add_entry(job, &entry, sqlite3_column_int64(statement, 3)))
            break;
    }
    sqlite3_reset(statement);
    return result == SQLITE_DONE ? SQLITE_OK : result == SQLITE_ROW ? SQLITE_NOMEM : result;
}

static void get_text(sqlite3_stmt *statement, int column, char *to, size_t size)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    store_result_copy_text(to, size, text, (size_t)sqlite3_column_bytes(statement, column));
}

static void get_head(sqlite3_stmt *statement, struct store_head *head)
{
    get_text(statement, 0, head->table, sizeof head->table);
    get_text(statement, 1, head->host, sizeof head->host);
    for (int seat = 0; seat < STORE_SEATS; seat++)
        get_text(statement, 2 + seat, head->guest[seat], sizeof head->guest[seat]);
    head->phase = (uint8_t)sqlite3_column_int(statement, 7);
    head->listed = sqlite3_column_int(statement, 8) != 0;
    head->owe = (uint8_t)sqlite3_column_int(statement, 9);
    head->number = (uint32_t)sqlite3_column_int64(statement, 10);
    head->due_ms = sqlite3_column_int64(statement, 11);
    head->changed_ms = sqlite3_column_int64(statement, 12);
    get_text(statement, 13, head->about, sizeof head->about);
    head->over_ms = sqlite3_column_int64(statement, 14);
    get_text(statement, 15, head->origin, sizeof head->origin);
    head->kept = (uint32_t)sqlite3_column_int64(statement, 16);
    head->marked_ms = sqlite3_column_int64(statement, 17);
}

static bool take_head(struct store_job *job, sqlite3_stmt *statement)
{
    struct store_head *head = store_result_add_head(job);
    if (head)
        get_head(statement, head);
    return head != NULL;
}

/* The rows of a list whose statement is bound but for its limit, the last parameter. `take` says false where there is
 * no memory. */
static int take_rows(struct store_job *job, sqlite3_stmt *statement,
                     bool (*take)(struct store_job *job, sqlite3_stmt *statement))
{
    int result;
    sqlite3_bind_int(statement, sqlite3_bind_parameter_count(statement), STORE_LIST_MAX);
    while ((result = sqlite3_step(statement)) == SQLITE_ROW && take(job, statement))
        ;
    sqlite3_reset(statement);
    return result == SQLITE_DONE ? SQLITE_OK : result == SQLITE_ROW ? SQLITE_NOMEM : result;
}

static int list(struct store_job *job, sqlite3_stmt *statement) { return take_rows(job, statement, take_head); }

static int list_due(struct sqlite_db *db, struct store_job *job)
{
    sqlite3_stmt *statement = db->statement[SQL_DUE];
    sqlite3_bind_int64(statement, 1, job->from_ms);
    bind_text(statement, 2, job->table);
    sqlite3_bind_int64(statement, 3, job->at_ms);
    return list(job, statement);
}

static int count_listed(struct sqlite_db *db, struct store_job *job)
{
    sqlite3_stmt *statement = db->statement[SQL_COUNT_LISTED];
    bind_text(statement, 1, job->origin);
    int result = sqlite3_step(statement);
    job->count = result == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    return result == SQLITE_ROW ? SQLITE_OK : result;
}

/* ---------------------------------------------------------------------------------------------------------- guests */

static void get_guest(sqlite3_stmt *statement, struct store_guest *guest)
{
    get_text(statement, 0, guest->guest, sizeof guest->guest);
    get_text(statement, 1, guest->name, sizeof guest->name);
    guest->made_ms = sqlite3_column_int64(statement, 2);
    guest->seen_ms = sqlite3_column_int64(statement, 3);
    guest->marked_ms = sqlite3_column_int64(statement, 4);
}

static int guest_add(struct sqlite_db *db, struct store_job *job)
{
    sqlite3_stmt *statement = db->statement[SQL_GUEST_ADD];
    bind_text(statement, 1, job->guest->guest);
    sqlite3_bind_blob(statement, 2, job->guest->token_hash, STORE_HASH_SIZE, SQLITE_STATIC);
    bind_text(statement, 3, job->guest->name);
    sqlite3_bind_int64(statement, 4, job->guest->made_ms);
    sqlite3_bind_int64(statement, 5, job->guest->seen_ms);
    int result = run(statement);
    if (result == SQLITE_OK && sqlite3_changes(db->db) == 0)
        job->status = STORE_CONFLICT;
    return result;
}

/* A new name, or the time it was seen. */
static int guest_change(struct sqlite_db *db, struct store_job *job)
{
    bool name = job->op == STORE_GUEST_NAME;
    sqlite3_stmt *statement = db->statement[name ? SQL_GUEST_NAME : SQL_GUEST_SEEN];
    bind_text(statement, 1, job->guest->guest);
    if (name)
        bind_text(statement, 2, job->guest->name);
    else
        sqlite3_bind_int64(statement, 2, job->guest->seen_ms);
    int result = run(statement);
    if (result == SQLITE_OK && sqlite3_changes(db->db) == 0)
        job->status = STORE_NOT_FOUND;
    return result;
}

/* The guest that a bound statement finds. */
static int the_guest(struct store_job *job, sqlite3_stmt *statement)
{
    int result = sqlite3_step(statement);
    if (result == SQLITE_ROW)
        get_guest(statement, job->guest);
    else if (result == SQLITE_DONE)
        job->status = STORE_NOT_FOUND;
    sqlite3_reset(statement);
    return result == SQLITE_ROW || result == SQLITE_DONE ? SQLITE_OK : result;
}

static int guest_find(struct sqlite_db *db, struct store_job *job)
{
    sqlite3_stmt *statement = db->statement[SQL_GUEST_FIND];
    sqlite3_bind_blob(statement, 1, job->guest->token_hash, STORE_HASH_SIZE, SQLITE_STATIC);
    return the_guest(job, statement);
}

static int guest_get(struct sqlite_db *db, struct store_job *job)
{
    sqlite3_stmt *statement = db->statement[SQL_GUEST_GET];
    bind_text(statement, 1, job->guest->guest);
    return the_guest(job, statement);
}

static int guest_delete(struct sqlite_db *db, struct store_job *job)
{
    bind_text(db->statement[SQL_GUEST_DELETE], 1, job->guest->guest);
    int result = run(db->statement[SQL_GUEST_DELETE]);
    if (result == SQLITE_OK && sqlite3_changes(db->db) == 0)
        job->status = STORE_NOT_FOUND;
    return result;
}

static bool take_guest(struct store_job *job, sqlite3_stmt *statement)
{
    struct store_guest *guest = store_result_add_guest(job);
    if (guest)
        get_guest(statement, guest);
    return guest != NULL;
}

static int list_guests(struct sqlite_db *db, struct store_job *job)
{
    sqlite3_stmt *statement = db->statement[SQL_GUESTS];
    bind_text(statement, 1, job->guest->guest);
    return take_rows(job, statement, take_guest);
}

static int guests_mark(struct sqlite_db *db, struct store_job *job)
{
    sqlite3_stmt *statement = db->statement[SQL_GUESTS_MARK];
    sqlite3_bind_int64(statement, 1, job->from_ms);
    sqlite3_bind_int64(statement, 2, job->at_ms);
    sqlite3_bind_int(statement, 3, STORE_LIST_MAX);
    int result = run(statement);
    job->count = result == SQLITE_OK ? (uint64_t)sqlite3_changes(db->db) : 0;
    return result;
}

static int guests_forget(struct sqlite_db *db, struct store_job *job)
{
    sqlite3_stmt *statement = db->statement[SQL_GUESTS_FORGET];
    sqlite3_bind_int64(statement, 1, job->at_ms);
    sqlite3_bind_int(statement, 2, job->after < STORE_LIST_MAX ? (int)job->after : STORE_LIST_MAX);
    int result = run(statement);
    job->count = result == SQLITE_OK ? (uint64_t)sqlite3_changes(db->db) : 0;
    return result;
}

int store_sqlite_job(struct sqlite_db *db, struct store_job *job)
{
    job->status = STORE_DONE;
    job->fault[0] = '\0'; /* of a first attempt */
    switch (job->op) {
    case STORE_APPEND: return append(db, job);
    case STORE_LOAD: return load(db, job);
    case STORE_GUEST_ADD: return guest_add(db, job);
    case STORE_GUEST_NAME:
    case STORE_GUEST_SEEN: return guest_change(db, job);
    case STORE_GUEST_FIND: return guest_find(db, job);
    case STORE_LIST_LISTED: return list(job, db->statement[SQL_LISTED]);
    case STORE_LIST_GUEST:
        bind_text(db->statement[SQL_OF_GUEST], 1, job->guest->guest);
        return list(job, db->statement[SQL_OF_GUEST]);
    case STORE_LIST_DUE: return list_due(db, job);
    case STORE_LIST_TABLE:
        bind_text(db->statement[SQL_TABLE], 1, job->table);
        return list(job, db->statement[SQL_TABLE]);
    case STORE_LIST_ALL:
        bind_text(db->statement[SQL_TABLES], 1, job->table);
        return list(job, db->statement[SQL_TABLES]);
    case STORE_LIST_GUESTS: return list_guests(db, job);
    case STORE_GUEST_GET: return guest_get(db, job);
    case STORE_GUEST_DELETE: return guest_delete(db, job);
    case STORE_TABLE_DELETE: return table_forget(db, job);
    case STORE_REWRITE: return rewrite(db, job);
    case STORE_COUNT_LISTED: return count_listed(db, job);
    case STORE_COMPACT: return keep(db, job);
    case STORE_TABLE_MARK: return mark(db, job);
    case STORE_GUESTS_MARK: return guests_mark(db, job);
    case STORE_GUESTS_DELETE: return guests_forget(db, job);
    case STORE_CLOCK: return clock_read(db, job);
    case STORE_CLOCK_SET: return clock_set(db, job);
    }
    return SQLITE_MISUSE;
}
