/* postgres_internal.h - declarations shared by the files of the PostgreSQL store; only they include it.
 *
 *     postgres.c              the store: sends jobs in batches, and exchanges notifications with other processes
 *     postgres_connection.c   watches the connection on the loop, and reopens it when it is lost
 *     postgres_jobs.c         sends a job as a statement, and reads its result
 *     postgres_schema.c       connects for the first time, and migrates the schema */
#pragma once

#include <libpq-fe.h>
#include <uv.h>

#include "server/store/job.h"

/* Channel on which processes that share a database notify each other. The payload is "eTABLE NUMBER" for entries and
 * "s..." for store_broadcast. */
#define POSTGRES_CHANNEL "fuerstenfeld"

/* ----------------------------------------------------------------------------------------------------------- jobs */

/* Prepares all statements on a new connection. Returns false if the connection is broken or memory is exhausted. */
bool store_postgres_prepare_statements(PGconn *pg);
bool store_postgres_send_job(PGconn *pg, const struct store_job *job);
bool store_postgres_send_broadcast(PGconn *pg, const char *text);
/* Sets the job's status and answer from a result with rows. Returns false if memory is exhausted. */
bool store_postgres_take_result(struct store_job *job, const PGresult *result);
/* Reads both clocks with a blocking query. */
void store_postgres_read_clock(PGconn *pg, struct store_clock *clock);

/* ---------------------------------------------------------------------------------------------------------- schema */

/* Connects to the database, and waits until connected. Creates or migrates the schema, unless a server shares the
 * database. Reads the clocks. On failure returns NULL and writes the reason to `fault`. */
PGconn *store_postgres_connect(const char *url, bool shared, struct store_clock *clock, char fault[STORE_FAULT_SIZE]);
/* Starts connecting with the same parameters as store_postgres_connect, without waiting. */
PGconn *store_postgres_connect_start(const char *url);
/* Sends the first commands of a new connection: LISTEN, a query for the schema's version, and the prepared
 * statements. */
bool store_postgres_send_setup(PGconn *pg);
/* Checks one result of the commands that store_postgres_send_setup sent. Returns false and writes the reason to `fault`
 * if the database cannot be used. */
bool store_postgres_check_setup_result(const PGresult *result, char fault[STORE_FAULT_SIZE]);
/* Writes `about` and the first line of libpq's message to `fault`. */
void store_postgres_format_fault(char fault[STORE_FAULT_SIZE], const char *about, const char *message);

/* ------------------------------------------------------------------------------------------------------ connection */

/* A connection that is watched on the loop, and reopened when it is lost. store_connection_break may call `down`
 * directly. All other callbacks come from the loop. */
struct store_connection {
    PGconn *pg; /* valid only between `up` and `down` */
    void *owner;
    void (*up)(void *owner);                    /* the connection can be used */
    void (*input)(void *owner);                 /* results or notifications have arrived */
    void (*down)(void *owner, const char *why); /* the connection was lost, or an attempt to connect failed */
    void (*gone)(void *owner);                  /* store_connection_close has finished; nothing is pending */
    /* Private members. */
    enum { STATE_OFF, STATE_CONNECTING, STATE_SETUP, STATE_UP } state;
    char *url;
    uv_loop_t *loop;
    uv_poll_t *poll; /* watches the current socket */
    uv_timer_t timer;
    unsigned wait_ms; /* delay before the next attempt to connect */
    bool closing;
};

/* Takes over a connection made by store_postgres_connect. Returns false if memory is exhausted. */
bool store_connection_open(struct store_connection *connection, uv_loop_t *loop, const char *url, PGconn *pg);
/* Sends libpq's buffered data. Unless store_connection_all_answered is called within limit_ms, the connection counts as
 * lost. */
void store_connection_flush(struct store_connection *connection, unsigned limit_ms);
/* Stops the time limit of store_connection_flush, because all answers have arrived. */
void store_connection_all_answered(struct store_connection *connection);
/* Closes the connection because the owner found it broken. It is reopened later. */
void store_connection_break(struct store_connection *connection, const char *why);
void store_connection_close(struct store_connection *connection);
