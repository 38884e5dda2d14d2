/* postgres_connection.c - the connection on the loop: made, watched, lost, made again; see postgres_internal.h.
 *
 *     OFF -- after a while --> CONNECTING --> GREETING --> UP
 *      ^----------------------------'------------'---------'   broken, or no answer in time */
#include "server/store/postgres_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_FIRST_MS = 50, WAIT_LAST_MS = 2000, CONNECT_MS = 10000 };

/* -------------------------------------------------------------------------------------------------------- watching */

static void on_poll(uv_poll_t *poll, int status, int events);
static void on_timer(uv_timer_t *timer);

static void free_handle(uv_handle_t *handle) { free(handle); }

/* libpq may change its socket while connecting, so a handle is only ever used for one. */
static void unwatch(struct line *line)
{
    if (!line->poll)
        return;
    uv_poll_stop(line->poll);
    uv_close((uv_handle_t *)line->poll, free_handle);
    line->poll = NULL;
}

static bool watch(struct line *line, int events)
{
    if (!line->poll) {
        line->poll = (uv_poll_t *)calloc(1, sizeof *line->poll);
        if (!line->poll)
            return false;
        if (uv_poll_init(line->loop, line->poll, PQsocket(line->connection)) != 0) {
            free(line->poll);
            line->poll = NULL;
            return false;
        }
        line->poll->data = line;
    }
    return uv_poll_start(line->poll, events, on_poll) == 0;
}

/* Sends what waits to be sent, as far as the socket takes it. What is broken shows when it is read. */
static bool send_off(struct line *line)
{
    return watch(line, PQflush(line->connection) == 1 ? UV_READABLE | UV_WRITABLE : UV_READABLE);
}

static void set_timer(struct line *line, unsigned ms) { uv_timer_start(&line->timer, on_timer, ms, 0); }

void store_connection_break(struct line *line, const char *why)
{
    char reason[STORE_FAULT_SIZE];
    snprintf(reason, sizeof reason, "%s", why); /* `why` may be the connection's */
    unwatch(line);
    PQfinish(line->connection);
    line->connection = NULL;
    line->state = LINE_OFF;
    set_timer(line, line->wait_ms);
    line->wait_ms = line->wait_ms * 2 < WAIT_LAST_MS ? line->wait_ms * 2 : WAIT_LAST_MS;
    line->down(line->owner, reason);
}

static void break_with_error(struct line *line)
{
    char fault[STORE_FAULT_SIZE];
    store_postgres_fault(fault, "the database cannot be reached", PQerrorMessage(line->connection));
    store_connection_break(line, fault);
}

/* ------------------------------------------------------------------------------------------------------- connecting */

static void greet(struct line *line)
{
    line->state = LINE_GREETING;
    if (PQsetnonblocking(line->connection, 1) != 0 || !PQenterPipelineMode(line->connection) ||
        !store_postgres_setup_send(line->connection) || !send_off(line))
        break_with_error(line);
}

static void go_on_connecting(struct line *line)
{
    unwatch(line);
    switch (PQconnectPoll(line->connection)) {
    case PGRES_POLLING_OK: greet(line); return;
    case PGRES_POLLING_READING:
        if (watch(line, UV_READABLE))
            return;
        break;
    case PGRES_POLLING_WRITING:
        if (watch(line, UV_WRITABLE))
            return;
        break;
    default: break;
    }
    break_with_error(line);
}

/* libpq looks the database's name up here and waits for the answer; where the resolver does not answer, the loop stands
 * still meanwhile. An address in numbers, or one in /etc/hosts, has no such wait. */
static void begin_connecting(struct line *line)
{
    line->connection = store_postgres_connect_start(line->url);
    line->state = LINE_CONNECTING;
    set_timer(line, CONNECT_MS);
    if (!line->connection)
        store_connection_break(line, "out of memory");
    else if (PQstatus(line->connection) == CONNECTION_BAD || !watch(line, UV_WRITABLE))
        break_with_error(line);
}

static void go_up(struct line *line)
{
    uv_timer_stop(&line->timer);
    line->state = LINE_UP;
    line->wait_ms = WAIT_FIRST_MS;
    line->up(line->owner);
}

static void go_on_greeting(struct line *line)
{
    char fault[STORE_FAULT_SIZE];
    if (!PQconsumeInput(line->connection) || !send_off(line)) {
        break_with_error(line);
        return;
    }
    while (!PQisBusy(line->connection)) {
        PGresult *result = PQgetResult(line->connection);
        bool good = !result || store_postgres_setup_result(result, fault);
        bool over = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        PQclear(result);
        if (!good)
            store_connection_break(line, fault);
        else if (over)
            go_up(line);
        if (!good || over)
            return;
    }
}

/* -------------------------------------------------------------------------------------------------------- the loop */

static void on_poll(uv_poll_t *poll, int status, int events)
{
    struct line *line = (struct line *)poll->data;
    (void)status; /* an error shows when it is read */
    (void)events;
    if (line->state == LINE_CONNECTING)
        go_on_connecting(line);
    else if (line->state == LINE_GREETING)
        go_on_greeting(line);
    else if (!PQconsumeInput(line->connection) || !send_off(line))
        break_with_error(line);
    else
        line->input(line->owner);
}

static void on_timer(uv_timer_t *timer)
{
    struct line *line = (struct line *)timer->data;
    if (line->state == LINE_OFF)
        begin_connecting(line);
    else
        store_connection_break(line, "the database does not answer");
}

bool store_connection_open(struct line *line, uv_loop_t *loop, const char *url, PGconn *connection)
{
    line->url = (char *)malloc(strlen(url) + 1);
    if (!line->url)
        return false;
    strcpy(line->url, url);
    line->loop = loop;
    line->connection = connection;
    line->wait_ms = WAIT_FIRST_MS;
    line->state = LINE_UP;
    uv_timer_init(loop, &line->timer);
    line->timer.data = line;
    if (send_off(line))
        return true;
    free(line->url);
    return false;
}

void store_connection_flush(struct line *line, unsigned limit_ms)
{
    send_off(line);
    set_timer(line, limit_ms);
}

void store_connection_idle(struct line *line) { uv_timer_stop(&line->timer); }

static void timer_closed(uv_handle_t *timer)
{
    struct line *line = (struct line *)timer->data;
    free(line->url);
    line->gone(line->owner);
}

void store_connection_close(struct line *line)
{
    if (line->closing)
        return;
    line->closing = true;
    unwatch(line);
    PQfinish(line->connection);
    line->connection = NULL;
    uv_close((uv_handle_t *)&line->timer, timer_closed);
}
