/* postgres_connection.c - opens the connection to PostgreSQL, watches its socket on the loop, and reopens it when it is
 * lost; see postgres_internal.h. The states of a connection:
 *
 *     OFF -- after a delay --> CONNECTING --> SETUP    --> UP
 *      ^----------------------------'------------'---------'   an error, or no answer in time */
#include "server/store/postgres_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_FIRST_MS = 50, WAIT_LAST_MS = 2000, CONNECT_MS = 10000 };

/* ---------------------------------------------------------------------------------------------- watching the socket */

static void on_poll(uv_poll_t *poll, int status, int events);
static void on_timer(uv_timer_t *timer);

static void free_handle(uv_handle_t *handle) { free(handle); }

/* Stops watching the socket. libpq may change its socket while connecting, so a handle is never reused for another
 * socket. */
static void unwatch(struct store_connection *connection)
{
    if (!connection->poll)
        return;
    uv_poll_stop(connection->poll);
    uv_close((uv_handle_t *)connection->poll, free_handle);
    connection->poll = NULL;
}

static bool watch(struct store_connection *connection, int events)
{
    if (!connection->poll) {
        connection->poll = (uv_poll_t *)calloc(1, sizeof *connection->poll);
        if (!connection->poll)
            return false;
        if (uv_poll_init(connection->loop, connection->poll, PQsocket(connection->pg)) != 0) {
            free(connection->poll);
            connection->poll = NULL;
            return false;
        }
        connection->poll->data = connection;
    }
    return uv_poll_start(connection->poll, events, on_poll) == 0;
}

/* Sends as much of libpq's buffered data as the socket accepts. A broken connection is detected later, when reading. */
static bool send_output(struct store_connection *connection)
{
    return watch(connection, PQflush(connection->pg) == 1 ? UV_READABLE | UV_WRITABLE : UV_READABLE);
}

static void set_timer(struct store_connection *connection, unsigned ms)
{
    uv_timer_start(&connection->timer, on_timer, ms, 0);
}

void store_connection_break(struct store_connection *connection, const char *why)
{
    char reason[STORE_FAULT_SIZE];
    snprintf(reason, sizeof reason, "%s", why); /* copied because `why` may point into the connection */
    unwatch(connection);
    PQfinish(connection->pg);
    connection->pg = NULL;
    connection->state = STATE_OFF;
    set_timer(connection, connection->wait_ms);
    connection->wait_ms = connection->wait_ms * 2 < WAIT_LAST_MS ? connection->wait_ms * 2 : WAIT_LAST_MS;
    connection->down(connection->owner, reason);
}

static void break_with_error(struct store_connection *connection)
{
    char fault[STORE_FAULT_SIZE];
    store_postgres_format_fault(fault, "the database cannot be reached", PQerrorMessage(connection->pg));
    store_connection_break(connection, fault);
}

/* ------------------------------------------------------------------------------------------------------- connecting */

static void start_setup(struct store_connection *connection)
{
    connection->state = STATE_SETUP;
    if (PQsetnonblocking(connection->pg, 1) != 0 || !PQenterPipelineMode(connection->pg) ||
        !store_postgres_send_setup(connection->pg) || !send_output(connection))
        break_with_error(connection);
}

static void continue_connecting(struct store_connection *connection)
{
    unwatch(connection);
    switch (PQconnectPoll(connection->pg)) {
    case PGRES_POLLING_OK: start_setup(connection); return;
    case PGRES_POLLING_READING:
        if (watch(connection, UV_READABLE))
            return;
        break;
    case PGRES_POLLING_WRITING:
        if (watch(connection, UV_WRITABLE))
            return;
        break;
    default: break;
    }
    break_with_error(connection);
}

/* Starts to connect. libpq resolves the host name here and blocks the loop until the resolver answers. Numeric
 * addresses and names in /etc/hosts avoid this. */
static void start_connecting(struct store_connection *connection)
{
    connection->pg = store_postgres_connect_start(connection->url);
    connection->state = STATE_CONNECTING;
    set_timer(connection, CONNECT_MS);
    if (!connection->pg)
        store_connection_break(connection, "out of memory");
    else if (PQstatus(connection->pg) == CONNECTION_BAD || !watch(connection, UV_WRITABLE))
        break_with_error(connection);
}

static void go_up(struct store_connection *connection)
{
    uv_timer_stop(&connection->timer);
    connection->state = STATE_UP;
    connection->wait_ms = WAIT_FIRST_MS;
    connection->up(connection->owner);
}

static void continue_setup(struct store_connection *connection)
{
    char fault[STORE_FAULT_SIZE];
    if (!PQconsumeInput(connection->pg) || !send_output(connection)) {
        break_with_error(connection);
        return;
    }
    while (!PQisBusy(connection->pg)) {
        PGresult *result = PQgetResult(connection->pg);
        bool good = !result || store_postgres_check_setup_result(result, fault);
        bool over = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        PQclear(result);
        if (!good)
            store_connection_break(connection, fault);
        else if (over)
            go_up(connection);
        if (!good || over)
            return;
    }
}

/* ------------------------------------------------------------------------------------------------------- event loop */

static void on_poll(uv_poll_t *poll, int status, int events)
{
    struct store_connection *connection = (struct store_connection *)poll->data;
    (void)status; /* errors are detected when reading */
    (void)events;
    if (connection->state == STATE_CONNECTING)
        continue_connecting(connection);
    else if (connection->state == STATE_SETUP)
        continue_setup(connection);
    else if (!PQconsumeInput(connection->pg) || !send_output(connection))
        break_with_error(connection);
    else
        connection->input(connection->owner);
}

static void on_timer(uv_timer_t *timer)
{
    struct store_connection *connection = (struct store_connection *)timer->data;
    if (connection->state == STATE_OFF)
        start_connecting(connection);
    else
        store_connection_break(connection, "the database does not answer");
}

bool store_connection_open(struct store_connection *connection, uv_loop_t *loop, const char *url, PGconn *pg)
{
    connection->url = (char *)malloc(strlen(url) + 1);
    if (!connection->url)
        return false;
    strcpy(connection->url, url);
    connection->loop = loop;
    connection->pg = pg;
    connection->wait_ms = WAIT_FIRST_MS;
    connection->state = STATE_UP;
    uv_timer_init(loop, &connection->timer);
    connection->timer.data = connection;
    if (send_output(connection))
        return true;
    free(connection->url);
    return false;
}

void store_connection_flush(struct store_connection *connection, unsigned limit_ms)
{
    send_output(connection);
    set_timer(connection, limit_ms);
}

void store_connection_all_answered(struct store_connection *connection) { uv_timer_stop(&connection->timer); }

static void timer_closed(uv_handle_t *timer)
{
    struct store_connection *connection = (struct store_connection *)timer->data;
    free(connection->url);
    connection->gone(connection->owner);
}

void store_connection_close(struct store_connection *connection)
{
    if (connection->closing)
        return;
    connection->closing = true;
    unwatch(connection);
    PQfinish(connection->pg);
    connection->pg = NULL;
    uv_close((uv_handle_t *)&connection->timer, timer_closed);
}
