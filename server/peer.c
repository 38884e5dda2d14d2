/* peer.c - one connection: its bytes, its state, its end; see wires.h. */
#include "wires.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A write that the socket did not take at once. */
struct writing {
    uv_write_t request;
    struct peer *peer;
    size_t n;
    char bytes[];
};

/* ----------------------------------------------------------------------------------------------------------- states */

#define TO(state) (1u << PEER_##state)

/* The steps that there are: see the picture in wires.h. */
static const unsigned steps[PEER_STATES] = {
    [PEER_HEAD] = TO(BODY) | TO(CALL) | TO(ANSWER) | TO(SOCKET) | TO(GONE),
    [PEER_BODY] = TO(CALL) | TO(ANSWER) | TO(GONE),
    [PEER_CALL] = TO(ANSWER) | TO(GONE),
    [PEER_ANSWER] = TO(HEAD) | TO(LINGER) | TO(GONE),
    [PEER_SOCKET] = TO(LINGER) | TO(GONE),
    [PEER_LINGER] = TO(GONE),
};

bool peer_reads(const struct peer *peer)
{
    return peer->state == PEER_HEAD || peer->state == PEER_BODY || peer->state == PEER_SOCKET ||
           peer->state == PEER_LINGER;
}

/* What must hold in every state. */
static void check(const struct peer *peer)
{
    enum peer_state state = peer->state;
    assert((state == PEER_BODY || state == PEER_CALL) == (peer->call != NULL));
    assert((state == PEER_SOCKET) == (peer->session.state != SESSION_CLOSED));
    assert(state == PEER_ANSWER || !peer->rest);
    assert((state != PEER_SOCKET && state != PEER_LINGER && state != PEER_GONE) || !peer->visit);
    assert(state == PEER_SOCKET || !peer->woken);
}

static int64_t time_for(const struct peer *peer)
{
    switch (peer->state) {
    case PEER_HEAD: return peer->asked && !peer->in_n ? WIRES_IDLE_MS : WIRES_HEAD_MS;
    case PEER_BODY: return WIRES_BODY_MS;
    case PEER_ANSWER: return WIRES_ANSWER_MS;
    case PEER_LINGER: return WIRES_LINGER_MS;
    default: return 0;
    }
}

static void closed(uv_handle_t *handle)
{
    struct peer *peer = handle->data;
    tls_free(peer->tls);
    free(peer);
}

/* Lets go of what only this state has. */
static void leave(struct peer *peer, enum peer_state to)
{
    if (peer->state == PEER_SOCKET)
        ws_ended(peer);
    if (to == PEER_LINGER || to == PEER_GONE)
        http_clear(peer);
    if (peer->visit && (to == PEER_SOCKET || to == PEER_LINGER || to == PEER_GONE)) {
        hall_visit_end(peer->server->hall, peer->visit);
        peer->visit = NULL;
    }
}

static void received(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer);
static void lend_buffer(uv_handle_t *handle, size_t size, uv_buf_t *buffer);
static void flush_tls(struct peer *peer);
static void shut(uv_shutdown_t *request, int status) { (void)request, (void)status; }

static void unlink_peer(struct peer *peer)
{
    struct server *server = peer->server;
    if (peer->before)
        peer->before->next = peer->next;
    else
        server->peers = peer->next;
    if (peer->next)
        peer->next->before = peer->before;
    else
        server->peers_last = peer->before;
    server->peers_n--;
}

static void arrive(struct peer *peer, bool read_before)
{
    int64_t time = time_for(peer);
    peer->by_ms = time ? peer->server->clock.steady_ms + time : 0;
    if (peer->state == PEER_GONE) {
        unlink_peer(peer);
        uv_close((uv_handle_t *)&peer->tcp, closed);
        return;
    }
    if (peer->state == PEER_LINGER && peer->tls) {
        tls_close(peer->tls);
        flush_tls(peer);
    }
    if (peer->state == PEER_LINGER)
        uv_shutdown(&peer->shutting, (uv_stream_t *)&peer->tcp, shut);
    if (peer_reads(peer) && !read_before)
        uv_read_start((uv_stream_t *)&peer->tcp, lend_buffer, received);
    if (!peer_reads(peer) && read_before)
        uv_read_stop((uv_stream_t *)&peer->tcp);
}

void peer_to(struct peer *peer, enum peer_state state)
{
    bool read_before = peer_reads(peer);
    assert(steps[peer->state] >> state & 1);
    leave(peer, state);
    peer->state = state;
    check(peer);
    arrive(peer, read_before);
}

void peer_end(struct peer *peer)
{
    if (peer->state != PEER_GONE)
        peer_to(peer, PEER_GONE);
}

/* ------------------------------------------------------------------------------------------------------------ bytes */

static void give(struct peer *peer, char *bytes, size_t n)
{
    if (peer->state == PEER_SOCKET)
        ws_take(peer, bytes, n);
    else if (peer->state != PEER_LINGER)
        http_take(peer, bytes, n);
}

static void write_raw(struct peer *peer, const char *bytes, size_t n);

/* What TLS itself has to send. */
static void flush_tls(struct peer *peer)
{
    char bytes[8192];
    size_t n;
    while (peer->state != PEER_GONE && (n = tls_output(peer->tls, bytes, sizeof bytes)) > 0)
        write_raw(peer, bytes, n);
}

/* Gives what TLS has made of the bytes so far, as long as it is wanted. */
static void pump_tls(struct peer *peer)
{
    struct server *server = peer->server;
    int n = 0;
    while (peer_reads(peer) && (n = tls_read(peer->tls, server->plain, sizeof server->plain)) > 0)
        give(peer, server->plain, (size_t)n);
    flush_tls(peer);
    if (n < 0)
        peer_end(peer);
}

static void lend_buffer(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct peer *peer = handle->data;
    (void)size;
    *buffer = uv_buf_init(peer->server->received, sizeof peer->server->received);
}

static void received(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer)
{
    struct peer *peer = stream->data;
    if (n == 0 || peer->state == PEER_GONE)
        return;
    server_keep_time(peer->server);
    if (n < 0) {
        peer_end(peer);
    } else if (!peer->tls) {
        give(peer, buffer->base, (size_t)n);
    } else {
        if (tls_feed(peer->tls, buffer->base, (size_t)n))
            pump_tls(peer);
        else
            peer_end(peer);
    }
}

void peer_resume(struct peer *peer)
{
    http_step(peer);
    if (peer->tls && peer_reads(peer))
        pump_tls(peer);
}

static void written(uv_write_t *request, int status)
{
    struct writing *writing = (struct writing *)request;
    struct peer *peer = writing->peer;
    peer->pending -= writing->n;
    free(writing);
    if (peer->state == PEER_GONE)
        return;
    server_keep_time(peer->server);
    if (status < 0)
        peer_end(peer);
    else if (!peer->pending && peer->state == PEER_ANSWER)
        http_writeable(peer);
    else if (!peer->pending && peer->state == PEER_SOCKET)
        ws_writeable(peer);
}

static void write_later(struct peer *peer, const char *bytes, size_t n)
{
    struct writing *writing = malloc(sizeof *writing + n);
    if (!writing) {
        peer_end(peer);
        return;
    }
    writing->peer = peer;
    writing->n = n;
    memcpy(writing->bytes, bytes, n);
    uv_buf_t buffer = uv_buf_init(writing->bytes, (unsigned)n);
    if (uv_write(&writing->request, (uv_stream_t *)&peer->tcp, &buffer, 1, written) != 0) {
        free(writing);
        peer_end(peer);
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
            peer_end(peer);
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
        peer_end(peer);
}

/* --------------------------------------------------------------------------------------------------- from accepting */

void peer_tell_address(const struct peer *peer, char address[ADDRESS_SIZE])
{
    struct sockaddr_storage from;
    int size = sizeof from;
    address[0] = '\0';
    if (uv_tcp_getpeername(&peer->tcp, (struct sockaddr *)&from, &size) != 0)
        return;
    if (from.ss_family == AF_INET6)
        uv_ip6_name((struct sockaddr_in6 *)&from, address, ADDRESS_SIZE);
    else
        uv_ip4_name((struct sockaddr_in *)&from, address, ADDRESS_SIZE);
}

/* When there is no room, the oldest connection that has nothing to say makes some: whoever means it says at once what
 * they want. */
static bool make_room(struct server *server)
{
    struct peer *peer = server->peers_last;
    for (int looked = 0; peer && looked < 100; looked++, peer = peer->before)
        if (peer->state == PEER_HEAD && !peer->in_n && peer != server->peers) {
            peer_end(peer);
            return true;
        }
    return false;
}

/* Behind a proxy all come from one address, and the proxy sees to them. */
static bool may_come(struct peer *peer)
{
    struct server *server = peer->server;
    if (server->peers_n > server->peers_most && !make_room(server))
        return false;
    if (server->config->trust_proxy)
        return true;
    peer->visit = hall_visit(server->hall, peer->address);
    return peer->visit != NULL;
}

static void link_peer(struct peer *peer)
{
    struct server *server = peer->server;
    peer->next = server->peers;
    if (server->peers)
        server->peers->before = peer;
    else
        server->peers_last = peer;
    server->peers = peer;
    server->peers_n++;
}

/* For whoever reads it: the connection is closed at once. */
static const char too_many[] = "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\n"
                               "connection: close\r\n\r\n"
                               "{\"code\":\"limit\",\"text\":\"Too many connections; close some of them first.\"}";

void peer_accept(struct server *server, int fd)
{
    struct peer *peer = calloc(1, sizeof *peer);
    if (!peer) {
        close(fd);
        return;
    }
    peer->server = server;
    uv_tcp_init(&server->loop, &peer->tcp);
    peer->tcp.data = peer;
    link_peer(peer);
    server->connections_made++;
    bool opened = uv_tcp_open(&peer->tcp, fd) == 0;
    if (!opened)
        close(fd);
    peer_tell_address(peer, peer->address);
    bool comes = opened && may_come(peer);
    if (comes && server->keys && !(peer->tls = tls_new(server->keys)))
        comes = false;
    if (!comes) {
        server->connections_refused++;
        if (opened && !server->keys)
            write_raw(peer, too_many, sizeof too_many - 1);
        peer_end(peer);
        return;
    }
    uv_tcp_nodelay(&peer->tcp, 1);
    arrive(peer, false);
}

static void too_late(struct peer *peer)
{
    if (peer->state == PEER_BODY || (peer->state == PEER_HEAD && peer->in_n))
        http_refuse(peer, 408, "limit", "The request did not come in time.");
    else
        peer_end(peer);
}

void peers_tick(struct server *server)
{
    int64_t now = server->clock.steady_ms;
    if (now < server->looked_ms + 1000)
        return;
    server->looked_ms = now;
    for (struct peer *peer = server->peers, *next; peer; peer = next) {
        next = peer->next;
        if (peer->by_ms && peer->by_ms <= now)
            too_late(peer);
        else if (peer->state == PEER_SOCKET && peer->heard_ms + WIRES_SILENT_MS <= now)
            peer_end(peer);
        else if (peer->state == PEER_SOCKET && peer->heard_ms + WIRES_PING_MS <= now && !peer->pinged)
            ws_ping(peer);
    }
}
