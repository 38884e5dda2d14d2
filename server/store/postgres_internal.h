/* postgres_internal.h - declarations shared by the files of the PostgreSQL store; only they include it.
 *
 *     postgres.c              the store: batches of jobs, and notifications of other processes
 *     postgres_connection.c   the connection on the loop: opened, watched, lost, opened again
 *     postgres_jobs.c         the statements: a job sent, and its result
 *     postgres_schema.c       the first connection: the schema and its migrations */
#pragma once

#include <libpq-fe.h>
#include <uv.h>

#include "server/store/job.h"

/* Processes that share a database notify each other on this channel: "eTABLE NUMBER" for entries, "s..." for
 * store_broadcast. */
#define POSTGRES_CHANNEL "fuerstenfeld"

/* ----------------------------------------------------------------------------------------------------------- jobs */

/* Prepare all statements; send a job or a broadcast. Each returns false if the connection is broken or there is no
 * memory. */
bool store_postgres_prepare_all(PGconn *pg);
bool store_postgres_job_send(PGconn *pg, const struct store_job *job);
bool store_postgres_broadcast_send(PGconn *pg, const char *text);
/* Sets status and answer from a result with rows. Returns false if there is no memory. */
bool store_postgres_job_result(struct store_job *job, const PGresult *result);
/* Reads the clocks with a query that waits. */
void store_postgres_read_clock(PGconn *pg, struct store_clock *clock);

/* ---------------------------------------------------------------------------------------------------------- schema */

/* Connects and waits until connected; creates or migrates the schema unless the database is `shared` with a server;
 * reads the clocks. On failure returns NULL with the reason in `fault`. */
PGconn *store_postgres_connect(const char *url, bool shared, struct store_clock *clock, char fault[STORE_FAULT_SIZE]);
/* Starts to connect in the same way, without waiting. */
PGconn *store_postgres_connect_start(const char *url);
/* Sends the first commands of a new connection: LISTEN, the query for the schema's number, the statements. */
bool store_postgres_setup_send(PGconn *pg);
/* Checks the results of these commands, one by one. Returns false if the database cannot be used; `fault` says why. */
bool store_postgres_setup_result(const PGresult *result, char fault[STORE_FAULT_SIZE]);
/* Writes the first line of a message of libpq. */
void store_postgres_fault(char fault[STORE_FAULT_SIZE], const char *about, const char *message);

/* ------------------------------------------------------------------------------------------------------ connection */

/* A connection that is watched on the loop and reopened when it is lost. `down` may be called from within
 * store_connection_break, the other callbacks only from the loop. */
struct store_connection {
    PGconn *pg; /* use it only between `up` and `down` */
    void *owner;
    void (*up)(void *owner);    /* it can be used */
    void (*input)(void *owner); /* the owner must read results and notifications */
    void (*down)(void *owner,
                 const char *why); /* the connection can no longer be used, or an attempt to connect failed */
    void (*gone)(void *owner);     /* store_connection_close has finished: nothing is under way any more */
    /* The connection's own. */
    enum { STATE_OFF, STATE_CONNECTING, STATE_SETUP, STATE_UP } state;
    char *url;
    uv_loop_t *loop;
    uv_poll_t *poll; /* of the present socket */
    uv_timer_t timer;
    unsigned wait_ms; /* before the next attempt */
    bool closing;
};

/* Takes over the connection that store_postgres_connect made. Returns false if there is no memory. */
bool store_connection_open(struct store_connection *connection, uv_loop_t *loop, const char *url, PGconn *pg);
/* Sends libpq's buffered data. If store_connection_idle is not called within limit_ms, the connection counts as
 * lost. */
void store_connection_flush(struct store_connection *connection, unsigned limit_ms);
/* Says that everything was answered. */
void store_connection_idle(struct store_connection *connection);
/* Reports that the owner found the connection broken. */
void store_connection_break(struct store_connection *connection, const char *why);
void store_connection_close(struct store_connection *connection);
