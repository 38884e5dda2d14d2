/* ws.c - WebSocket connections: messages in, whatever the hall has for them out; see wires.h. */
#include "base/safe.h"
#include "wires.h"

#include <assert.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------- begin and end */

/* What proves that a handshake was meant for a WebSocket (RFC 6455, 4.2.2). */
static void accept_key(const struct head_text *key, char accept[32])
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char both[64 + sizeof magic], hash[SHA_DIGEST_LENGTH];
    assert(key->n <= 64);
    memcpy(both, key->at, key->n);
    memcpy(both + key->n, magic, sizeof magic - 1);
    SHA1(both, key->n + sizeof magic - 1, hash);
    EVP_EncodeBlock((unsigned char *)accept, hash, sizeof hash);
}

static void answer_handshake(struct peer *peer, const struct head *head)
{
    char accept[32], text[512];
    struct base_out out = base_out_of(text, sizeof text);
    accept_key(&head->field[HEAD_WEBSOCKET_KEY], accept);
    base_put(&out, "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
                   "sec-websocket-accept: ");
    base_put(&out, accept);
    if (head->field[HEAD_WEBSOCKET_PROTOCOL].n)
        base_put(&out, "\r\nsec-websocket-protocol: fuerstenfeld.1");
    base_put(&out, "\r\n\r\n");
    peer_write(peer, text, out.length);
}

static void write_frame(struct peer *peer, enum frames_opcode opcode, size_t n)
{
    uint8_t *payload = (uint8_t *)peer->server->buffer + FRAMES_PUT_MAX, *frame = frames_put(payload, n, opcode);
    peer_write(peer, (const char *)frame, (size_t)(payload + n - frame));
}

static void say(struct peer *peer, enum frames_opcode opcode, const char *text, size_t n)
{
    if (n)
        memcpy(peer->server->buffer + FRAMES_PUT_MAX, text, n);
    write_frame(peer, opcode, n);
}

/* As much of a reason as a close frame takes. Operators write some of them, and what is not UTF-8 would be a fault of
 * ours at the other end. */
static size_t cut_why(const char *why, char cut[FRAMES_WHY_SIZE])
{
    struct base_out out = base_out_cut(cut, FRAMES_WHY_SIZE);
    base_put_safe(&out, why, strlen(why));
    return out.length;
}

/* The last frame, with a code and a reason; 1005: none was told, and none is. */
static void say_close(struct peer *peer, int code, const char *why)
{
    char text[2 + FRAMES_WHY_SIZE] = {(char)(code >> 8), (char)code};
    size_t n = cut_why(why, text + 2);
    say(peer, FRAMES_CLOSE, text, code == 1005 ? 0 : 2 + n);
    if (peer->state == PEER_SOCKET)
        peer_to(peer, PEER_LINGER);
}

void ws_open(struct peer *peer, const struct head *head)
{
    struct server *server = peer->server;
    uint8_t token[MESSAGE_TOKEN_BYTES];
    bool has_token = http_token(head, token);
    answer_handshake(peer, head);
    if (peer->state == PEER_GONE)
        return;
    peer->session.peer = peer;
    struct hall_farewell farewell;
    bool taken = hall_session_open(server->hall, &peer->session, peer->address, has_token ? token : NULL, &farewell);
    memset(token, 0, sizeof token);
    if (!taken) {
        server->connections_refused++;
        say_close(peer, farewell.code, farewell.why);
        if (peer->state == PEER_GONE)
            return;
        peer_to(peer, PEER_ANSWER); /* it was one, and is written */
        peer_to(peer, PEER_LINGER);
        return;
    }
    frames_begin(&peer->frames, MESSAGE_MAX);
    peer->heard_ms = server->clock.steady_ms;
    peer_to(peer, PEER_SOCKET);
}

void ws_ended(struct peer *peer)
{
    struct server *server = peer->server;
    for (struct peer **link = &server->woken; peer->woken && *link; link = &(*link)->next_woken)
        if (*link == peer) {
            *link = peer->next_woken;
            break;
        }
    peer->woken = false;
    frames_free(&peer->frames);
    hall_session_close(&peer->session);
}

/* ---------------------------------------------------------------------------------------------------- what comes in */

/* What one frame brought; false: the rest is not read. */
static bool take_one(struct peer *peer, const struct frames_told *told)
{
    struct server *server = peer->server;
    switch (told->event) {
    case FRAMES_MESSAGE: hall_message(&peer->session, told->text, told->n); return true;
    case FRAMES_PINGED:
        if (!hall_allowance_take(&peer->pings, server->clock.steady_ms, 1000 / WIRES_PINGS_S, 2 * WIRES_PINGS_S))
            hall_hang_up(&peer->session, 1008, "too many pings");
        else if (peer->pending < WIRES_PULL_MAX)
            say(peer, FRAMES_PONG, told->text, told->n);
        return true;
    case FRAMES_PONGED: return true;
    case FRAMES_CLOSED: say_close(peer, told->code, ""); return false;
    case FRAMES_WRONG: hall_hang_up(&peer->session, told->code, told->why); return false;
    default: return false;
    }
}

void ws_take(struct peer *peer, char *bytes, size_t n)
{
    peer->heard_ms = peer->server->clock.steady_ms;
    peer->pinged = false;
    for (size_t used; peer->state == PEER_SOCKET && !peer->close_code; bytes += used, n -= used) {
        struct frames_told told = frames_take(&peer->frames, bytes, n, &used);
        if (!take_one(peer, &told))
            return;
    }
}

/* --------------------------------------------------------------------------------------------------- what goes out */

/* Written to at the end of this turn of the loop. */
void ws_wake(void *owner, struct hall_session *session)
{
    struct server *server = owner;
    struct peer *peer = session->peer;
    if (peer->woken || session->state == SESSION_CLOSED)
        return;
    peer->woken = true;
    peer->next_woken = server->woken;
    server->woken = peer;
}

void ws_hang_up(void *owner, struct hall_session *session, int code, const char *why)
{
    struct peer *peer = session->peer;
    if (peer->close_code)
        return;
    peer->close_code = code;
    cut_why(why, peer->close_why);
    peer->by_ms = peer->server->clock.steady_ms + WIRES_HANG_UP_MS;
    ws_wake(owner, session);
}

void ws_ping(struct peer *peer)
{
    peer->pinged = true;
    if (!peer->pending)
        say(peer, FRAMES_PING, "", 0);
}

/* Writes what there is, as long as the socket takes it at once; the rest when it can be written to again. */
void ws_writeable(struct peer *peer)
{
    struct base_out out = base_out_of(peer->server->buffer + FRAMES_PUT_MAX, WIRES_PULL_MAX);
    while (peer->state == PEER_SOCKET && !peer->pending) {
        base_out_clear(&out);
        if (!hall_pull(&peer->session, &out))
            break;
        assert(base_out_whole(&out));
        write_frame(peer, FRAMES_TEXT, out.length);
    }
    if (peer->state == PEER_SOCKET && !peer->pending && peer->close_code)
        say_close(peer, peer->close_code, peer->close_why);
}

void ws_write_to_woken(struct server *server)
{
    while (server->woken) {
        struct peer *peer = server->woken;
        server->woken = peer->next_woken;
        peer->woken = false;
        ws_writeable(peer);
    }
}
