/* postgres_jobs.c - sends jobs to PostgreSQL as statements and reads their results; see postgres_internal.h. Each
 * operation is a single statement, so that a group of jobs can be sent without waiting for results. Values and results
 * are binary. */
#include "engine/base/out.h"
#include "server/store/operations.h"
#include "server/store/postgres_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------------------------------------------- SQL */

#define SQL_DATABASE_CLOCK "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

/* Values 18 to 21 are arrays with the entries of an append or a rewrite. */
#define ENTRY_ROWS                                                                                                     \
    " FROM head, unnest(?18::bigint[], ?19::bigint[], ?20::bytea[], ?21::bigint[]) AS e (number, at_ms, entry, "       \
    "checksum)"

#define PUT_ENTRIES                                                                                                    \
    ", entry AS (INSERT INTO entries (table_id, number, at_ms, entry, checksum)"                                       \
    " SELECT head.table_id, e.number, e.at_ms, e.entry, e.checksum" ENTRY_ROWS ")"
#define SQL_APPEND_HEAD "WITH head AS (" SQL_PUT_HEAD ")" PUT_ENTRIES
/* Values 26 to 28 are the seeks that a new table fulfils: guests, ids, and when they expire. The rows are locked in the
 * order of the guests, so that two processes that want the same guests cannot deadlock. */
#define SQL_APPEND_SEEKS_HEAD                                                                                          \
    "WITH wanted AS (SELECT convert_from(w.guest, 'UTF8') AS guest, convert_from(w.id, 'UTF8') AS id"                  \
    " FROM unnest(?26::bytea[], ?27::bytea[]) AS w (guest, id)),"                                                      \
    " free AS (SELECT seeks.guest FROM seeks JOIN wanted ON seeks.guest = wanted.guest AND seeks.id = wanted.id"       \
    " WHERE table_id = '' ORDER BY seeks.guest FOR UPDATE OF seeks),"                                                  \
    " head AS (" SQL_PUT_HEAD_IF("?17 = 0 AND (SELECT count(*) FROM free) = (SELECT count(*) FROM wanted) AND NOT "    \
                                 "EXISTS (SELECT 1 FROM blocks"                                                        \
                                 " WHERE kind = 2 AND guest IN (SELECT guest FROM wanted) AND other IN (SELECT guest " \
                                 "FROM wanted))") "),"                                                                 \
                                                  " taken AS (UPDATE seeks SET table_id = head.table_id, expires_ms "  \
                                                  "= ?28::bigint FROM head"                                            \
                                                  " WHERE seeks.guest IN (SELECT guest FROM free))" PUT_ENTRIES
/* Updates the guests' lists of tables. A table is in the lists of its seated guests and, until the game starts, in
 * that of its host. */
#define PUT_MEMBERS                                                                                                    \
    ", gone AS (DELETE FROM members USING head WHERE members.table_id = head.table_id"                                 \
    " AND members.guest NOT IN (?3, ?4, ?5, ?6, ?7) AND NOT (?8 = 0 AND members.guest = ?2)),"                         \
    " come AS (INSERT INTO members (guest, table_id, ended_ms) SELECT DISTINCT g.guest, head.table_id, ?15"            \
    " FROM head, unnest(ARRAY[CASE WHEN ?8 = 0 THEN ?2 ELSE '' END, ?3, ?4, ?5, ?6, ?7]) AS g (guest)"                 \
    " WHERE g.guest <> '' ON CONFLICT (guest, table_id) DO UPDATE SET ended_ms = EXCLUDED.ended_ms)"
/* Notifies the other processes. The notification is part of the transaction. */
#define NOTIFY(number)                                                                                                 \
    " SELECT 1, pg_notify('" POSTGRES_CHANNEL "', 'e' || head.table_id || ' ' || " number ")::text FROM head"

/* Values 22 to 25: two masks of seats, when a notice is due, and the kind of game (struct store_notices). */
#define PUT_NOTICES                                                                                                    \
    ", seats AS (SELECT g.guest, g.seat FROM head, unnest(ARRAY[?3, ?4, ?5, ?6, ?7], ARRAY[0, 1, 2, 3, 4])"            \
    " AS g (guest, seat)), ended AS (DELETE FROM outbox USING head, seats, channels"                                   \
    " WHERE outbox.table_id = head.table_id AND outbox.channel = channels.channel AND channels.guest = seats.guest"    \
    " AND ((?23::bigint & ~?22::bigint) >> seats.seat & 1) = 1), begun AS (INSERT INTO outbox " SQL_NOTICE_COLUMNS     \
    " SELECT channel, head.table_id, ?24::bigint, 0, 0, 0, 0, '' FROM head, seats JOIN channels USING (guest)"         \
    " WHERE (?22::bigint >> seats.seat & 1) = 1 AND confirmed = 1 AND games & ?25::bigint <> 0" SQL_NOTICE_AGAIN ")"
#define SQL_SKIP_LOCKED " FOR UPDATE OF o SKIP LOCKED"

#define SQL_APPEND SQL_APPEND_HEAD NOTIFY("head.number")
/* Adds a rated game and the players' new ratings, which are values 26 to 35. */
#define PUT_RATED                                                                                                      \
    ", game AS (INSERT INTO rated_games (table_id, mode, ended_ms, repetition, seats, people)"                         \
    " SELECT head.table_id, ?26::bigint, ?27::bigint, ?28::bigint, ?29::text, ?30::text FROM head),"                   \
    " rating AS (INSERT INTO ratings (guest, mode, number, skill, variance, table_id, ended_ms, abandoned)"            \
    " SELECT guests.guest, ?26::bigint, r.number, r.skill, r.variance, head.table_id, ?27::bigint, r.abandoned"        \
    " FROM head, unnest(?31::bytea[], ?32::bigint[], ?33::bigint[], ?34::bigint[], ?35::bigint[])"                     \
    " AS r (guest, number, skill, variance, abandoned)"                                                                \
    " JOIN guests ON guests.guest = convert_from(r.guest, 'UTF8'))"
/* Adds a guest's result in a shared deal, which is values 26 to 33. */
#define PUT_RESULT                                                                                                     \
    ", result AS (INSERT INTO results (deal, guest, table_id, score, place, parts, coins, rounds)"                     \
    " SELECT ?26::text, guests.guest, head.table_id, ?29::bigint, ?30::bigint, ?31::bigint, ?32::bigint, ?33::bigint"  \
    " FROM head JOIN guests ON guests.guest = ?27::text AND head.table_id = ?28::text ON CONFLICT DO NOTHING)"
#define SQL_REWRITE                                                                                                    \
    "WITH head AS (" SQL_PUT_HEAD "), entry AS (UPDATE entries SET at_ms = e.at_ms, entry = e.entry,"                  \
    " checksum = e.checksum" ENTRY_ROWS                                                                                \
    " WHERE entries.table_id = head.table_id AND entries.number = e.number)" PUT_MEMBERS " SELECT 1 FROM head"
#define SQL_COMPACT                                                                                                    \
    "WITH kept AS (UPDATE entries SET at_ms = ?3, entry = ?4, checksum = ?5 WHERE table_id = ?1 AND number = ?2"       \
    " RETURNING table_id, number), gone AS (DELETE FROM entries USING kept WHERE entries.table_id = kept.table_id"     \
    " AND entries.number < kept.number), head AS (UPDATE heads SET kept = kept.number, origin = '', marked_ms = 0"     \
    " FROM kept WHERE heads.table_id = kept.table_id) SELECT 1 FROM kept"
_Static_assert(STORE_TABLE_DELETED == 2147483647, "the number of this notification");
_Static_assert(STORE_PLANS_CHANGED == 2147483646, "the number of this notification");
#define SQL_PLAN_SET "WITH head AS (" SQL_PUT_PLAN ")" NOTIFY("2147483646")
#define SQL_TABLE_DELETE                                                                                               \
    "WITH head AS (DELETE FROM heads WHERE table_id = ?1 AND number = ?2 AND (?3 = 0 OR marked_ms = ?3)"               \
    " RETURNING table_id), entry AS (DELETE FROM entries USING head WHERE entries.table_id = head.table_id),"          \
    " member AS (DELETE FROM members USING head WHERE members.table_id = head.table_id)" NOTIFY(                       \
        "2147483647") " UNION ALL SELECT 0, NULL FROM heads WHERE table_id = ?1"

/* Numbers of the prepared statements after those of the operations. APPEND_... are variants of STORE_APPEND. */
enum {
    APPEND_MEMBERS = STORE_OPS_N,
    APPEND_NOTICES,
    APPEND_RATED,
    APPEND_RESULT,
    APPEND_SEEKS,
    BROADCAST,
    STATEMENTS_N
};

static const char *const statements[STATEMENTS_N] = {
#define X(op, access, values, answer, sql) [STORE_##op] = sql,
    STORE_OPERATIONS(X)
#undef X
        [APPEND_MEMBERS] = SQL_APPEND_HEAD PUT_MEMBERS PUT_NOTICES NOTIFY("head.number"),
    [APPEND_NOTICES] = SQL_APPEND_HEAD PUT_NOTICES NOTIFY("head.number"),
    [APPEND_RATED] = SQL_APPEND_HEAD PUT_MEMBERS PUT_NOTICES PUT_RATED NOTIFY("head.number"),
    [APPEND_RESULT] = SQL_APPEND_HEAD PUT_MEMBERS PUT_NOTICES PUT_RESULT NOTIFY("head.number"),
    [APPEND_SEEKS] = SQL_APPEND_SEEKS_HEAD PUT_MEMBERS PUT_NOTICES NOTIFY("head.number"),
    [BROADCAST] = "SELECT pg_notify('" POSTGRES_CHANNEL "', ?1)",
};

enum { OID_BYTEA = 17, OID_INT8 = 20, OID_INT2 = 21, OID_INT4 = 23, OID_TEXT = 25 };

/* Prepares a statement. PostgreSQL writes its values as $1, $2, ... instead of ?1, ?2, ... */
static bool prepare(PGconn *pg, int statement, const char *values)
{
    char name[8], sql[6000];
    Oid types[STORE_VALUES_MAX];
    int n = (int)strlen(values);
    for (int i = 0; i < n; i++)
        types[i] = values[i] == 'N' ? OID_INT8 : values[i] == 'T' ? OID_TEXT : OID_BYTEA;
    snprintf(name, sizeof name, "ff%d", statement);
    if (snprintf(sql, sizeof sql, "%s", statements[statement]) >= (int)sizeof sql)
        return false;
    for (char *at = sql; (at = strchr(at, '?'));)
        *at = '$';
    return PQsendPrepare(pg, name, sql, n, types);
}

bool store_postgres_prepare_statements(PGconn *pg)
{
    bool good = true;
    for (int i = 0; i < STORE_OPS_N; i++)
        good = good && prepare(pg, i, store_op_value_kinds((enum store_op)i));
    return good && prepare(pg, APPEND_MEMBERS, store_op_value_kinds(STORE_APPEND)) &&
           prepare(pg, APPEND_NOTICES, store_op_value_kinds(STORE_APPEND)) &&
           prepare(pg, APPEND_RATED, store_op_value_kinds(STORE_APPEND)) &&
           prepare(pg, APPEND_RESULT, store_op_value_kinds(STORE_APPEND)) &&
           prepare(pg, APPEND_SEEKS, store_op_value_kinds(STORE_APPEND)) && prepare(pg, BROADCAST, "T");
}

/* ---------------------------------------------------------------------------------------------------------- sending */

static void put_int32(struct base_out *out, uint32_t number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        base_put_char(out, (char)(number >> shift));
}

static void put_int64(struct base_out *out, int64_t number)
{
    put_int32(out, (uint32_t)((uint64_t)number >> 32));
    put_int32(out, (uint32_t)number);
}

/* Sends a statement with its values. Appends the numbers in binary form to `bytes`, and sets pointers only after that,
 * because the buffer may move while it grows. */
static bool send_values(PGconn *pg, int statement, const struct store_values *values, struct base_out *bytes)
{
    const char *value[STORE_VALUES_MAX];
    int length[STORE_VALUES_MAX], binary[STORE_VALUES_MAX];
    char name[8];
    size_t at = bytes->length;
    for (int i = 0; i < values->n; i++)
        if (values->value[i].kind == 'N')
            put_int64(bytes, values->value[i].number);
    if (!base_out_whole(bytes))
        return false;
    for (int i = 0; i < values->n; i++) {
        const struct store_value *from = &values->value[i];
        bool is_number = from->kind == 'N', in_bytes = is_number || from->kind == 'A';
        value[i] = is_number ? bytes->text + at : in_bytes ? bytes->text + from->number : from->text;
        length[i] = is_number ? 8 : (int)from->length;
        binary[i] = 1;
        at += is_number ? 8 : 0;
    }
    snprintf(name, sizeof name, "ff%d", statement);
    return PQsendQueryPrepared(pg, name, values->n, value, length, binary, 1) == 1;
}

/* Appends one column of the rows to `bytes` as an array in PostgreSQL's binary format, and adds a value of kind A that
 * refers to it. The header has the number of dimensions, whether there are NULLs, the element type, the size and the
 * first index. Each element follows with its length before it. */
static void put_column(struct store_values *values, struct base_out *bytes, const struct store_values *rows, size_t n,
                       int column)
{
    size_t from = bytes->length;
    bool is_number = rows[0].value[column].kind == 'N';
    put_int32(bytes, 1);
    put_int32(bytes, 0);
    put_int32(bytes, is_number ? OID_INT8 : OID_BYTEA);
    put_int32(bytes, (uint32_t)n);
    put_int32(bytes, 1);
    for (size_t i = 0; i < n; i++) {
        const struct store_value *value = &rows[i].value[column];
        put_int32(bytes, is_number ? 8 : (uint32_t)value->length);
        if (is_number)
            put_int64(bytes, value->number);
        else
            base_put_bytes(bytes, value->text, value->length);
    }
    values->value[values->n++] =
        (struct store_value){.kind = 'A', .number = (int64_t)from, .length = bytes->length - from};
}

/* Appends the numbers, times, texts and checksums of the job's entries as four arrays. */
static bool put_entries(struct store_values *values, struct base_out *bytes, const struct store_job *job)
{
    struct store_values *rows = (struct store_values *)calloc(job->append.n, sizeof *rows);
    for (size_t i = 0; rows && i < job->append.n; i++)
        store_put_entry_values(&rows[i], job->table, &job->append.entries[i]);
    for (int column = 1; rows && column <= 4; column++)
        put_column(values, bytes, rows, job->append.n, column);
    free(rows);
    return rows != NULL;
}

static void put_notices(struct store_values *values, const struct store_notices *notices)
{
    const int64_t numbers[] = {notices->begin, notices->end, notices->due_ms, notices->games};
    for (int i = 0; i < 4; i++)
        values->value[values->n++] = store_number(numbers[i]);
}

static void put_rated(struct store_values *values, struct base_out *bytes, const struct store_rated *rated)
{
    struct store_values rows[STORE_SEATS];
    values->value[values->n++] = store_number(rated->mode);
    values->value[values->n++] = store_number(rated->ended_ms);
    values->value[values->n++] = store_number(rated->repetition);
    values->value[values->n++] = store_text(rated->seats);
    values->value[values->n++] = store_text(rated->people);
    for (size_t i = 0; i < rated->n; i++) {
        const struct store_rating *row = &rated->rows[i];
        rows[i] =
            (struct store_values){.value = {store_text(row->guest), store_number(row->number), store_number(row->skill),
                                            store_number(row->variance), store_number(row->abandoned)},
                                  .n = 5};
    }
    for (int column = 0; column < 5; column++)
        put_column(values, bytes, rows, rated->n, column);
}

static void put_result(struct store_values *values, const struct store_job *job)
{
    struct store_values result = store_result_values(job);
    memcpy(values->value + values->n, result.value, (size_t)result.n * sizeof *result.value);
    values->n += result.n;
}

static void put_seeks(struct store_values *values, struct base_out *bytes, const struct store_seeks *seeks)
{
    struct store_values rows[STORE_SEATS];
    for (size_t i = 0; i < seeks->n; i++)
        rows[i] = (struct store_values){.value = {store_text(seeks->guest[i]), store_text(seeks->id[i])}, .n = 2};
    for (int column = 0; column < 2; column++)
        put_column(values, bytes, rows, seeks->n, column);
    values->value[values->n++] = store_number(seeks->expires_ms);
}

/* Returns the number of the prepared statement that carries out the whole job. */
static int statement_of(const struct store_job *job)
{
    if (job->op != STORE_APPEND)
        return (int)job->op;
    if (job->append.seeks)
        return APPEND_SEEKS;
    if (job->append.rated)
        return APPEND_RATED;
    if (job->append.result)
        return APPEND_RESULT;
    if (job->append.members || job->append.entries[0].number == 1)
        return APPEND_MEMBERS;
    return job->append.notices.begin || job->append.notices.end ? APPEND_NOTICES : STORE_APPEND;
}

bool store_postgres_send_job(PGconn *pg, const struct store_job *job)
{
    struct store_values values = store_job_values(job);
    struct base_out bytes = base_out_growing(realloc, SIZE_MAX / 2);
    int statement = statement_of(job);
    bool good = (job->op != STORE_APPEND && job->op != STORE_REWRITE) || put_entries(&values, &bytes, job);
    if (statement >= STORE_OPS_N)
        put_notices(&values, &job->append.notices);
    if (good && statement == APPEND_RATED)
        put_rated(&values, &bytes, job->append.rated);
    if (good && statement == APPEND_RESULT)
        put_result(&values, job);
    if (good && statement == APPEND_SEEKS)
        put_seeks(&values, &bytes, job->append.seeks);
    good = good && send_values(pg, statement, &values, &bytes);
    free(bytes.heap);
    return good;
}

bool store_postgres_send_broadcast(PGconn *pg, const char *text)
{
    struct store_values values = {.n = 1, .value = {{.kind = 'T', .text = text, .length = strlen(text)}}};
    char none[1];
    struct base_out bytes = base_out_of(none, sizeof none);
    return send_values(pg, BROADCAST, &values, &bytes);
}

/* --------------------------------------------------------------------------------------------------------- results */

/* Returns a big-endian number of 2, 4 or 8 bytes. */
static int64_t binary_number(const char *bytes, int n)
{
    uint64_t number = (signed char)bytes[0] < 0 ? UINT64_MAX : 0;
    for (int i = 0; i < n; i++)
        number = number << 8 | (unsigned char)bytes[i];
    return (int64_t)number;
}

bool store_postgres_take_result(struct store_job *job, const PGresult *result)
{
    store_job_reset_answer(job);
    for (int row = 0; row < PQntuples(result); row++) {
        struct store_value columns[STORE_VALUES_MAX];
        for (int i = 0; i < PQnfields(result); i++) {
            Oid type = PQftype(result, i);
            const char *bytes = PQgetvalue(result, row, i);
            int n = PQgetlength(result, row, i);
            if (type == OID_INT8 || type == OID_INT4 || type == OID_INT2)
                columns[i] = (struct store_value){.kind = 'N', .number = binary_number(bytes, n)};
            else
                columns[i] = (struct store_value){.kind = 'T', .text = bytes, .length = (size_t)n};
        }
        if (!store_job_add_answer_row(job, columns, PQnfields(result)))
            return false;
    }
    store_job_set_status_from_rows(job);
    return true;
}

void store_postgres_read_clock(PGconn *pg, struct store_clock *clock)
{
    struct store_job job = {.op = STORE_CLOCK};
    PGresult *result = PQexecParams(pg, statements[STORE_CLOCK], 0, NULL, NULL, NULL, NULL, 1);
    if (PQresultStatus(result) == PGRES_TUPLES_OK && store_postgres_take_result(&job, result))
        *clock = job.clock;
    store_job_reset_answer(&job); /* frees the row of the answer */
    PQclear(result);
}
