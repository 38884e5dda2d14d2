/* connection.c - a connection's bytes, its states and its end; see net_internal.h. */
#include "net_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Output that the socket could not take at once. */
struct writing {
    uv_write_t request;
    struct peer *peer;
    size_t n;
    char bytes[];
};

/* ----------------------------------------------------------------------------------------------------------- states */

#define TO(state) (1u << PEER_##state)

/* The allowed state transitions, as drawn in net_internal.h. */
static const unsigned transitions[PEER_STATES] = {
    [PEER_HEAD] = TO(BODY) | TO(CALL) | TO(ANSWER) | TO(SOCKET) | TO(GONE),
    [PEER_BODY] = TO(CALL) | TO(ANSWER) | TO(GONE),
    [PEER_CALL] = TO(ANSWER) | TO(GONE),
    [PEER_ANSWER] = TO(HEAD) | TO(LINGER) | TO(GONE),
    [PEER_SOCKET] = TO(LINGER) | TO(GONE),
    [PEER_LINGER] = TO(GONE),
};

/* Returns whether input is read in the peer's current state. */
static bool wants_bytes(const struct peer *peer)
{
    return peer->state == PEER_HEAD || peer->state == PEER_BODY || peer->state == PEER_SOCKET ||
           peer->state == PEER_LINGER;
}

/* Asserts what must hold in the peer's current state. */
static void check(const struct peer *peer)
{
    enum peer_state state = peer->state;
    assert((state == PEER_BODY || state == PEER_CALL) == (peer->call != NULL));
    assert((state == PEER_SOCKET) == (peer->session.state != SESSION_CLOSED));
    assert(state == PEER_ANSWER || !peer->rest);
    assert((state != PEER_SOCKET && state != PEER_GONE) || !peer->visit);
    assert(state == PEER_SOCKET || !peer->woken);
}

static int64_t time_for(const struct peer *peer)
{
    switch (peer->state) {
    case PEER_HEAD: return peer->asked && !peer->in_n ? NET_IDLE_MS : NET_HEAD_MS;
    case PEER_BODY: return NET_BODY_MS;
    case PEER_ANSWER: return NET_ANSWER_MS;
    case PEER_LINGER: return NET_LINGER_MS;
    default: return 0;
    }
}

static void closed(uv_handle_t *handle)
{
    struct peer *peer = handle->data;
    tls_free(peer->tls);
    free(peer);
}

/* Returns whether the connection counts towards the limit of its address. Behind a proxy no connection does, because
 * all of them have the proxy's address. */
static bool has_visit(const struct peer *peer) { return !peer->server->config->trust_proxy && !peer->metrics; }

/* Releases what belongs to the peer's current state before the peer enters state `to`. */
static void leave(struct peer *peer, enum peer_state to)
{
    struct app *app = peer->server->app;
    bool ends = to == PEER_LINGER || to == PEER_GONE;
    if (peer->state == PEER_SOCKET || to == PEER_SOCKET || to == PEER_GONE)
        round_robin_remove(&peer->turn); /* in the new state the peer's turns wait in a different queue, if any */
    if (peer->state == PEER_SOCKET && to == PEER_LINGER && has_visit(peer)) {
        peer->visit = peer->session.address;
        app_count_closing_connection(peer->visit);
    }
    if (peer->state == PEER_SOCKET)
        ws_close_session(peer);
    if (ends)
        http_free_request(peer);
    if (peer->visit && (to == PEER_SOCKET || to == PEER_GONE)) {
        app_uncount_connection(app, peer->visit);
        peer->visit = NULL;
    }
}

static void received(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer);
static void lend_buffer(uv_handle_t *handle, size_t size, uv_buf_t *buffer);
static void flush_tls(struct peer *peer);
static void shut(uv_shutdown_t *request, int status) { (void)request, (void)status; }

void peer_set_closeable(struct peer *peer, bool is_closeable)
{
    list_remove(&peer->closeable_link);
    if (is_closeable)
        list_add_last(&peer->server->closeable, &peer->closeable_link);
}

static void arrive(struct peer *peer)
{
    int64_t time = time_for(peer);
    peer->deadline_ms = time ? peer->server->clock.steady_ms + time : 0;
    peer_set_closeable(peer, peer->state != PEER_CALL && peer->state != PEER_GONE && !peer->metrics);
    if (peer->state == PEER_GONE) {
        list_remove(&peer->link);
        peer->server->peers_n--;
        uv_close((uv_handle_t *)&peer->tcp, closed);
        return;
    }
    if (peer->state == PEER_LINGER && peer->tls) {
        tls_close(peer->tls);
        flush_tls(peer);
    }
    if (peer->state == PEER_LINGER)
        uv_shutdown(&peer->shutting, (uv_stream_t *)&peer->tcp, shut);
}

void peer_become(struct peer *peer, enum peer_state state)
{
    assert(transitions[peer->state] >> state & 1);
    leave(peer, state);
    peer->state = state;
    check(peer);
    arrive(peer);
}

void peer_close_now(struct peer *peer)
{
    if (peer->state != PEER_GONE)
        peer_become(peer, PEER_GONE);
}

/* ------------------------------------------------------------------------------------------------- input and output */

static void write_raw(struct peer *peer, const char *bytes, size_t n);

/* Sends the output of TLS to the socket. */
static void flush_tls(struct peer *peer)
{
    char bytes[8192];
    size_t n;
    while (peer->state != PEER_GONE && (n = tls_take_output(peer->tls, bytes, sizeof bytes)) > 0)
        write_raw(peer, bytes, n);
}

/* Appends input to `in`, where it waits for the peer's turn. */
static void keep_input(struct peer *peer, const char *bytes, size_t n)
{
    if (peer->in_at) {
        memmove(peer->in, peer->in + peer->in_at, peer->in_n);
        peer->in_at = 0;
    }
    char *grown = realloc(peer->in, peer->in_n + n);
    if (!grown) {
        peer_close_now(peer);
        return;
    }
    if (peer->state == PEER_HEAD && !peer->in_n)
        peer->deadline_ms = peer->server->clock.steady_ms + NET_HEAD_MS;
    memcpy(grown + peer->in_n, bytes, n);
    peer->in = grown;
    peer->in_n += n;
    peer->incomplete = false;
}

void peer_consume(struct peer *peer, size_t n)
{
    peer->in_at += n;
    peer->in_n -= n;
}

/* Frees the memory of `in` once all input has been handled. */
static void free_used(struct peer *peer)
{
    if (peer->in_n)
        return;
    free(peer->in);
    peer->in = NULL;
    peer->in_at = 0;
}

/* Decrypts the next TLS record and appends it to `in`. */
static void read_tls(struct peer *peer)
{
    struct server *server = peer->server;
    if (!tls_is_open(peer->tls))
        peer->worked += NET_COST_HANDSHAKE;
    int n = tls_read(peer->tls, server->received, sizeof server->received);
    flush_tls(peer);
    if (n < 0)
        peer_close_now(peer);
    else if (n > 0 && peer->state != PEER_GONE)
        keep_input(peer, server->received, (size_t)n);
}

static void lend_buffer(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct peer *peer = handle->data;
    (void)size;
    *buffer = uv_buf_init(peer->server->received, sizeof peer->server->received);
}

static bool feed_tls(struct peer *peer, const char *bytes, size_t n)
{
    if (!peer->tls) /* TLS state is created late, because many clients connect without sending anything */
        peer->tls = tls_new(peer->server->keys);
    return peer->tls && tls_feed(peer->tls, bytes, n);
}

static void received(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer)
{
    struct peer *peer = stream->data;
    if (n == 0 || peer->state == PEER_GONE)
        return;
    server_update_time(peer->server);
    if (n < 0)
        peer_close_now(peer);
    else if (peer->state == PEER_LINGER)
        peer->discarded = true;
    else if (!peer->server->keys || peer->metrics)
        keep_input(peer, buffer->base, (size_t)n);
    else if (!feed_tls(peer, buffer->base, (size_t)n))
        peer_close_now(peer);
    peer_queue_or_read(peer);
}

static void written(uv_write_t *request, int status)
{
    struct writing *writing = (struct writing *)request;
    struct peer *peer = writing->peer;
    peer->pending -= writing->n;
    free(writing);
    if (peer->state == PEER_GONE)
        return;
    server_update_time(peer->server);
    if (status < 0)
        peer_close_now(peer);
    else
        peer_queue_or_read(peer);
}

static void write_later(struct peer *peer, const char *bytes, size_t n)
{
    struct writing *writing = malloc(sizeof *writing + n);
    if (!writing) {
        peer_close_now(peer);
        return;
    }
    writing->peer = peer;
    writing->n = n;
    memcpy(writing->bytes, bytes, n);
    uv_buf_t buffer = uv_buf_init(writing->bytes, (unsigned)n);
    if (uv_write(&writing->request, (uv_stream_t *)&peer->tcp, &buffer, 1, written) != 0) {
        free(writing);
        peer_close_now(peer);
        return;
    }
    peer->pending += n;
}

static void write_raw(struct peer *peer, const char *bytes, size_t n)
{
    if (!peer->pending) {
        uv_buf_t buffer = uv_buf_init((char *)bytes, (unsigned)n);
        int taken = uv_try_write((uv_stream_t *)&peer->tcp, &buffer, 1);
        if (taken < 0 && taken != UV_EAGAIN) {
            peer_close_now(peer);
            return;
        }
        bytes += taken > 0 ? taken : 0;
        n -= taken > 0 ? (size_t)taken : 0;
    }
    if (n)
        write_later(peer, bytes, n);
}

void peer_write(struct peer *peer, const char *bytes, size_t n)
{
    assert(peer->state != PEER_GONE && peer->state != PEER_LINGER);
    if (!peer->tls)
        write_raw(peer, bytes, n);
    else if (tls_write(peer->tls, bytes, n))
        flush_tls(peer);
    else
        peer_close_now(peer);
}

/* ------------------------------------------------------------------------------------------------------------ turns */

/* Returns the address that pays for the peer's work, or NULL if the peer has its own share. */
static struct address *address_of(const struct peer *peer)
{
    return peer->state == PEER_SOCKET ? peer->session.address : peer->visit;
}

static bool has_bytes(const struct peer *peer)
{
    return (peer->in_n && !peer->incomplete) || (peer->tls && tls_has_input(peer->tls));
}

static bool has_work(const struct peer *peer)
{
    switch (peer->state) {
    case PEER_HEAD: return has_bytes(peer);
    case PEER_BODY: return peer->in_n >= peer->body_n || has_bytes(peer);
    case PEER_ANSWER: return !peer->pending;
    case PEER_SOCKET: return (peer->woken && !peer->pending) || has_bytes(peer);
    case PEER_LINGER: return peer->discarded;
    default: return false;
    }
}

void peer_queue_or_read(struct peer *peer)
{
    if (peer->state == PEER_GONE)
        return;
    struct address *from = address_of(peer);
    if (has_work(peer) && !peer->turn.share)
        round_robin_add(&peer->server->turns, from ? &from->share : &peer->share, &peer->turn);
    bool reads = wants_bytes(peer) && !peer->turn.share;
    if (reads && !peer->reads)
        uv_read_start((uv_stream_t *)&peer->tcp, lend_buffer, received);
    if (!reads && peer->reads)
        uv_read_stop((uv_stream_t *)&peer->tcp);
    peer->reads = reads;
}

/* Performs the peer's next step: writes output or handles input. */
static void step_connection(struct peer *peer)
{
    peer->discarded = false;
    if (peer->state == PEER_ANSWER) {
        http_write_next_piece(peer);
        return;
    }
    if (peer->state == PEER_SOCKET && peer->woken && !peer->pending) {
        ws_write_output(peer);
        return;
    }
    if (wants_bytes(peer) && peer->state != PEER_LINGER && (!peer->in_n || peer->incomplete) && peer->tls)
        read_tls(peer);
    if (!peer->in_n && peer->state != PEER_BODY)
        return;
    if (peer->state == PEER_SOCKET)
        ws_handle_next_frame(peer);
    else if (peer->state == PEER_HEAD || peer->state == PEER_BODY)
        http_handle_next_request(peer);
}

uint32_t peer_take_turn(struct round_robin_turn *turn)
{
    struct peer *peer = turn->owner;
    struct app *app = peer->server->app;
    struct address *from = address_of(peer);
    if (from && !app_may_work(app, from))
        return TURN_PARK;
    peer->worked = NET_COST_STEP;
    step_connection(peer);
    if (peer->payer)
        from = peer->payer;
    peer->payer = NULL;
    if (from)
        app_charge_work(app, from, peer->worked);
    free_used(peer);
    peer_queue_or_read(peer);
    return peer->worked;
}

/* ---------------------------------------------------------------------------------------- accepting and time limits */

static void put_address(const struct sockaddr *from, char address[ADDRESS_SIZE])
{
    address[0] = '\0';
    if (from->sa_family == AF_INET6)
        uv_ip6_name((const struct sockaddr_in6 *)from, address, ADDRESS_SIZE);
    else if (from->sa_family == AF_INET)
        uv_ip4_name((const struct sockaddr_in *)from, address, ADDRESS_SIZE);
}

void peer_get_address(const struct peer *peer, char address[ADDRESS_SIZE])
{
    struct sockaddr_storage from = {0};
    int size = sizeof from;
    uv_tcp_getpeername(&peer->tcp, (struct sockaddr *)&from, &size);
    put_address((struct sockaddr *)&from, address);
}

/* If the server has too many connections, closes the one that has waited longest without sending a request, taking its
 * answer or sending `hello`. Returns false if no connection may be closed. */
static bool make_room(struct server *server)
{
    if (server->peers_n < server->peers_max)
        return true;
    if (list_is_empty(&server->closeable))
        return false;
    peer_close_now(LIST_OWNER(server->closeable.next, struct peer, closeable_link));
    return true;
}

/* Refuses a new connection with status 429 and closes it. */
static void turn_away(struct server *server, int fd)
{
    static const char too_many[] =
        "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\n"
        "connection: close\r\n\r\n"
        "{\"code\":\"too-fast\",\"text\":\"Too many connections; close some of them first.\"}";
    server->connections_refused++;
    if (!server->keys)
        (void)!send(fd, too_many, sizeof too_many - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    close(fd);
}

static struct peer *new_peer(struct listener *listener, const char *address, struct address *visit)
{
    struct peer *peer = calloc(1, sizeof *peer);
    if (!peer)
        return NULL;
    peer->server = listener->server;
    peer->metrics = listener->metrics;
    peer->visit = visit;
    peer->turn.owner = peer;
    round_robin_share_init(&peer->share, NULL);
    memcpy(peer->address, address, sizeof peer->address);
    uv_tcp_init(&peer->server->loop, &peer->tcp);
    peer->tcp.data = peer;
    return peer;
}

void peer_accept(struct listener *listener, int fd, const struct sockaddr *from)
{
    struct server *server = listener->server;
    bool counts = !listener->metrics && !server->config->trust_proxy;
    char address[ADDRESS_SIZE] = "";
    put_address(from, address);
    server->connections_made++;
    struct address *visit = counts ? app_count_connection(server->app, address) : NULL;
    struct peer *peer = NULL;
    if ((!counts || visit) && (listener->metrics || make_room(server)))
        peer = new_peer(listener, address, visit);
    if (!peer) {
        if (visit)
            app_uncount_connection(server->app, visit);
        turn_away(server, fd);
        return;
    }
    if (visit)
        app_charge_work(server->app, visit, NET_COST_ACCEPT);
    list_add_first(&server->peers, &peer->link);
    server->peers_n++;
    bool opened = uv_tcp_open(&peer->tcp, fd) == 0;
    if (!opened)
        close(fd);
    arrive(peer);
    if (!opened) {
        peer_close_now(peer);
        return;
    }
    uv_tcp_nodelay(&peer->tcp, 1);
    peer_queue_or_read(peer);
}

static void miss_deadline(struct peer *peer)
{
    if (peer->state == PEER_BODY || (peer->state == PEER_HEAD && peer->in_n))
        http_refuse_request(peer, &(struct app_error){"limit", "The request did not come in time.", NULL, 408});
    else
        peer_close_now(peer);
    peer_queue_or_read(peer);
}

void peers_check_deadlines(struct server *server)
{
    int64_t now = server->clock.steady_ms;
    if (now < server->deadlines_ms + 1000)
        return;
    server->deadlines_ms = now;
    LIST_EACH (struct peer, peer, &server->peers, link) {
        if (peer->turn.share) /* the peer waits for the server, so its deadline does not apply */
            continue;
        if (peer->deadline_ms && peer->deadline_ms <= now)
            miss_deadline(peer);
        else if (peer->state == PEER_SOCKET && peer->heard_ms + NET_SILENT_MS <= now)
            peer_close_now(peer);
        else if (peer->state == PEER_SOCKET && peer->heard_ms + NET_PING_MS <= now && !peer->pinged)
            ws_ping(peer);
    }
}
