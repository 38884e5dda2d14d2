/* postgres_internal.h - what the files of the PostgreSQL store share; nobody else includes it.
 *
 *     postgres.c          the store: batches of jobs, and what other processes say
 *     postgres_connection.c     the connection on the loop: made, watched, lost, made again
 *     postgres_jobs.c     one job as a statement with its values, and its result
 *     postgres_schema.c   the first connection: the schema and its migrations */
#ifndef STORE_POSTGRES_INTERNAL_H
#define STORE_POSTGRES_INTERNAL_H

#include <libpq-fe.h>
#include <uv.h>

#include "server/store/job_result.h"

/* ------------------------------------------------------------------------------------------------------ statements */

/* Processes that share a database talk on this channel: "eTABLE NUMBER" announces entries, "s..." is store_broadcast.
 */
#define POSTGRES_CHANNEL "fuerstenfeld"

/* The row of the head is the lock: of two processes that append to a table one waits for the other's commit, finds
 * another number there and changes nothing. One row: it was done. */
#define POSTGRES_HEAD                                                                                                  \
    "WITH head AS (INSERT INTO heads (" STORE_HEAD_COLUMNS                                                             \
    ") SELECT $1, $2, $3, $4, $5, $6, $7, $8::smallint, $9::boolean, $10::smallint, $11::bigint, $12::bigint,"         \
    " $13::bigint, $14, $15::bigint, $16, 0, 0 WHERE $17::bigint = 1 OR EXISTS (SELECT FROM heads WHERE table_id = "   \
    "$1)"                                                                                                              \
    " ON CONFLICT (table_id) DO UPDATE SET host = EXCLUDED.host, guest0 = EXCLUDED.guest0, guest1 = EXCLUDED.guest1,"  \
    " guest2 = EXCLUDED.guest2, guest3 = EXCLUDED.guest3, guest4 = EXCLUDED.guest4, phase = EXCLUDED.phase,"           \
    " listed = EXCLUDED.listed, owe = EXCLUDED.owe, number = EXCLUDED.number, due_ms = EXCLUDED.due_ms,"               \
    " changed_ms = EXCLUDED.changed_ms, about = EXCLUDED.about, over_ms = EXCLUDED.over_ms, marked_ms = 0"             \
    " WHERE heads.number = $17 - 1"                                                                                    \
    " RETURNING table_id, number), entry AS (INSERT INTO entries (table_id, number, at_ms, entry, checksum)"           \
    " SELECT head.table_id, $17 + e.i - 1, e.at_ms, e.entry, e.checksum FROM head,"                                    \
    " unnest($18::bigint[], $19::bytea[], $20::bigint[]) WITH ORDINALITY AS e (at_ms, entry, checksum, i))"
/* Who finds this table among theirs: those who sit there, and the host while it is open. */
#define POSTGRES_MEMBERS                                                                                               \
    " gone AS (DELETE FROM members USING head WHERE members.table_id = head.table_id"                                  \
    " AND members.guest NOT IN ($3, $4, $5, $6, $7) AND NOT ($8::smallint = 0 AND members.guest = $2)),"               \
    " come AS (INSERT INTO members (guest, table_id, ended_ms) SELECT DISTINCT g.guest, head.table_id, $15::bigint"    \
    " FROM head, unnest(ARRAY[CASE WHEN $8 = 0 THEN $2 ELSE '' END, $3, $4, $5, $6, $7]) AS g (guest)"                 \
    " WHERE g.guest <> '' ON CONFLICT (guest, table_id) DO UPDATE SET ended_ms = EXCLUDED.ended_ms)"
#define POSTGRES_TELL " SELECT pg_notify('" POSTGRES_CHANNEL "', 'e' || head.table_id || ' ' || head.number) FROM head"

/* The head's number is that of the last entry, before and after. One row: it was done. */
#define POSTGRES_REWRITE_SQL                                                                                           \
    "WITH head AS (UPDATE heads SET host = $2, guest0 = $3, guest1 = $4, guest2 = $5, guest3 = $6, guest4 = $7,"       \
    " phase = $8::smallint, listed = $9::boolean, owe = $10::smallint, due_ms = $12::bigint,"                          \
    " changed_ms = $13::bigint, about = $14, over_ms = $15::bigint, marked_ms = 0 WHERE $16::text IS NOT NULL AND "    \
    "table_id = $1 AND "                                                                                               \
    "number = $11::bigint RETURNING table_id),"                                                                        \
    " entry AS (UPDATE entries SET at_ms = e.at_ms, entry = e.entry, checksum = e.checksum FROM head,"                 \
    " unnest($17::bigint[], $18::bigint[], $19::bytea[], $20::bigint[]) AS e (number, at_ms, entry, checksum) WHERE "  \
    "entries.table_id = head.table_id AND entries.number = e.number)," POSTGRES_MEMBERS " SELECT 1 FROM head"

#define POSTGRES_CLOCK_SQL "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint, at_ms FROM clock"

/* Every statement that is ever run on rows, prepared once a connection. X(name, SQL). */
#define POSTGRES_STATEMENTS(X)                                                                                         \
    X(APPEND, POSTGRES_HEAD POSTGRES_TELL)                                                                             \
    X(APPEND_MEMBERS, POSTGRES_HEAD "," POSTGRES_MEMBERS POSTGRES_TELL)                                                \
    X(LOAD, "SELECT number, at_ms, entry, checksum FROM entries WHERE table_id = $1 AND number > $2::bigint ORDER BY " \
            "number")                                                                                                  \
    X(GUEST_ADD, "INSERT INTO guests (guest, token_hash, name, made_ms, seen_ms, marked_ms)"                           \
                 " VALUES ($1, $2::bytea, $3, $4::bigint, $5::bigint, 0) ON CONFLICT DO NOTHING RETURNING 1")          \
    X(GUEST_NAME, "UPDATE guests SET name = $2 WHERE guest = $1 RETURNING 1")                                          \
    X(GUEST_SEEN, "UPDATE guests SET seen_ms = $2::bigint, marked_ms = 0 WHERE guest = $1 RETURNING 1")                \
    X(GUEST_FIND, STORE_GUESTS_WHERE "token_hash = $1::bytea")                                                         \
    X(LISTED, STORE_HEADS_WHERE "listed AND phase < 2 ORDER BY changed_ms DESC, table_id LIMIT $1::int")               \
    X(OF_GUEST, "SELECT * FROM ((SELECT " STORE_HEAD_COLUMNS " FROM members JOIN heads USING (table_id)"               \
                " WHERE guest = $1 AND ended_ms = 0 ORDER BY changed_ms DESC, table_id LIMIT $2::int) UNION ALL ("     \
                "SELECT " STORE_HEAD_COLUMNS " FROM (SELECT table_id FROM members WHERE guest = $1 AND ended_ms"       \
                " > 0 ORDER BY ended_ms DESC, table_id LIMIT $2::int) AS ended JOIN heads USING (table_id))"           \
                ") AS halves" STORE_OF_GUEST_ORDER "$2::int")                                                          \
    X(DUE, STORE_HEADS_WHERE "due_ms > 0 AND (due_ms, table_id) > ($1::bigint, $2)"                                    \
                             " AND due_ms <= $3::bigint ORDER BY due_ms, table_id LIMIT $4::int")                      \
    X(TABLE, STORE_HEADS_WHERE "table_id = $1 LIMIT $2::int")                                                          \
    X(TABLES, STORE_HEADS_WHERE "table_id > $1 ORDER BY table_id LIMIT $2::int")                                       \
    X(GUESTS, STORE_GUESTS_WHERE "guest > $1 ORDER BY guest LIMIT $2::int")                                            \
    X(GUEST_GET, STORE_GUESTS_WHERE "guest = $1")                                                                      \
    X(GUEST_DELETE, "DELETE FROM guests WHERE guest = $1 RETURNING 1")                                                 \
    X(FORGET, "WITH head AS (DELETE FROM heads WHERE table_id = $1 AND number = $2::bigint AND ($4::bigint = 0 OR "    \
              "marked_ms = $4::bigint) RETURNING table_id),"                                                           \
              " entry AS (DELETE FROM entries USING head WHERE entries.table_id = head.table_id),"                     \
              " member AS (DELETE FROM members USING head WHERE members.table_id = head.table_id)"                     \
              " SELECT true, pg_notify('" POSTGRES_CHANNEL "', 'e' || head.table_id || ' ' || $3::bigint)::text"       \
              " FROM head UNION ALL SELECT false, NULL FROM heads WHERE table_id = $1")                                \
    X(REWRITE, POSTGRES_REWRITE_SQL)                                                                                   \
    X(COUNT_LISTED, "SELECT count(*) FROM heads WHERE origin = $1 AND listed AND phase < 2")                           \
    X(KEEP, "WITH kept AS (UPDATE entries SET at_ms = $3::bigint, entry = $4::bytea, checksum = $5::bigint WHERE "     \
            "table_id = $1 AND"                                                                                        \
            " number = $2::bigint RETURNING table_id, number), gone AS (DELETE FROM entries USING kept WHERE"          \
            " entries.table_id = kept.table_id AND entries.number < kept.number), head AS (UPDATE heads SET"           \
            " kept = kept.number, origin = '', marked_ms = 0 FROM kept WHERE heads.table_id = kept.table_id) SELECT "  \
            "1 FROM kept")                                                                                             \
    X(MARK, "UPDATE heads SET marked_ms = $3::bigint, changed_ms = CASE $4::bigint WHEN 0 THEN changed_ms ELSE "       \
            "$4::bigint END WHERE table_id = $1 AND number = $2::bigint RETURNING 1")                                  \
    X(GUESTS_MARK, "WITH old AS (UPDATE guests SET marked_ms = $2::bigint WHERE guest IN (SELECT guest FROM guests "   \
                   "AS g WHERE seen_ms < $1::bigint AND marked_ms = 0 AND " STORE_SITS_NOWHERE                         \
                   " ORDER BY seen_ms, guest LIMIT $3::int) RETURNING 1) SELECT count(*) FROM old")                    \
    X(GUESTS_FORGET, "WITH gone AS (DELETE FROM guests WHERE guest IN (SELECT guest FROM guests AS g WHERE marked_ms " \
                     "> 0 AND marked_ms <= $1::bigint AND " STORE_SITS_NOWHERE                                         \
                     " ORDER BY marked_ms, guest LIMIT $2::int) RETURNING 1) SELECT count(*) FROM gone")               \
    X(CLOCK, POSTGRES_CLOCK_SQL)                                                                                       \
    X(CLOCK_SET, "UPDATE clock SET at_ms = $1::bigint RETURNING 1")                                                    \
    X(SAY, "SELECT pg_notify('" POSTGRES_CHANNEL "', $1)")

enum postgres_statement {
#define X(name, sql) POSTGRES_##name,
    POSTGRES_STATEMENTS(X)
#undef X
        POSTGRES_STATEMENTS_N,
};

/* ----------------------------------------------------------------------------------------------------------- jobs */

/* Sends the job's statement. False: the connection is broken, or there is no memory. */
bool store_postgres_job_send(PGconn *connection, const struct store_job *job);
bool store_postgres_say_send(PGconn *connection, const char *text);
/* Sets status and answer from what came back: PGRES_TUPLES_OK. False: there is no memory. */
bool store_postgres_job_result(struct store_job *job, const PGresult *result);

/* ---------------------------------------------------------------------------------------------------------- schema */

/* Connects, waiting; makes or migrates the schema, but not beside a server; reads its clock. NULL: fault says why. */
PGconn *store_postgres_connect(const char *url, bool beside, struct store_clock *clock, char fault[STORE_FAULT_SIZE]);
/* The same connection as store_postgres_connect makes, without waiting. */
PGconn *store_postgres_connect_start(const char *url);
/* Sends what a new connection needs: that it listens, the statements, and the question which schema there is. */
bool store_postgres_setup_send(PGconn *connection);
/* The results of that, one by one; false: this database can't be used, fault says why. */
bool store_postgres_setup_result(const PGresult *result, char fault[STORE_FAULT_SIZE]);
/* The first line of a message of libpq, after what it is about. */
void store_postgres_fault(char fault[STORE_FAULT_SIZE], const char *about, const char *message);

/* ------------------------------------------------------------------------------------------------------------ line */

/* The connection, watched on the loop, and made again when it is lost. `down` may come from within
 * store_connection_break; the others only from the loop. */
struct line {
    PGconn *connection; /* use it only between `up` and `down` */
    void *owner;
    void (*up)(void *owner);                    /* it can be used */
    void (*input)(void *owner);                 /* something came: read results and notifications */
    void (*down)(void *owner, const char *why); /* it can't be used any more, or: the attempt to make it failed */
    void (*gone)(void *owner);                  /* after store_connection_close: nothing is under way any more */
    /* The line's own. */
    enum { LINE_OFF, LINE_CONNECTING, LINE_GREETING, LINE_UP } state;
    char *url;
    uv_loop_t *loop;
    uv_poll_t *poll; /* of the socket of the moment */
    uv_timer_t timer;
    unsigned wait_ms; /* before the next attempt */
    bool closing;
};

/* Takes the connection that store_postgres_connect made, greeted. False: no memory. */
bool store_connection_open(struct line *line, uv_loop_t *loop, const char *url, PGconn *connection);
/* Something was sent: see that it gets out. With a limit: if store_connection_idle is not called within that time, it
 * is down. */
void store_connection_flush(struct line *line, unsigned limit_ms);
/* What was sent has been answered. */
void store_connection_idle(struct line *line);
/* The owner found it broken. */
void store_connection_break(struct line *line, const char *why);
void store_connection_close(struct line *line);

#endif
