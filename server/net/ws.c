/* ws.c - WebSocket connections: messages in, whatever the app has for them out; see net_internal.h. */
#include "engine/base/safe.h"
#include "net_internal.h"

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
    if (head->field[HEAD_WEBSOCKET_PROTOCOL].at)
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
        peer_become(peer, PEER_LINGER);
}

void ws_open(struct peer *peer, const struct head *head)
{
    struct server *server = peer->server;
    struct guest_tokens tokens;
    http_tokens(peer, head, &tokens);
    answer_handshake(peer, head);
    if (peer->state == PEER_GONE)
        return;
    peer->session.peer = peer;
    struct session_close_reason farewell;
    bool taken = session_open(server->app, &peer->session, peer->address, &tokens, &farewell);
    memset(&tokens, 0, sizeof tokens);
    if (!taken) {
        server->connections_refused++;
        say_close(peer, farewell.code, farewell.why);
        if (peer->state == PEER_GONE)
            return;
        peer_become(peer, PEER_ANSWER); /* it was one, and is written */
        peer_become(peer, PEER_LINGER);
        return;
    }
    frames_begin(&peer->frames, MESSAGE_MAX);
    peer->heard_ms = server->clock.steady_ms;
    peer_become(peer, PEER_SOCKET);
}

void ws_ended(struct peer *peer)
{
    peer->woken = false;
    frames_free(&peer->frames);
    session_close(&peer->session);
}

/* ---------------------------------------------------------------------------------------------------- what comes in */

/* What one frame brought. */
static void take_one(struct peer *peer, const struct frames_result *told)
{
    struct server *server = peer->server;
    switch (told->event) {
    case FRAMES_MESSAGE:
        peer->worked += WIRES_COST_MESSAGE;
        session_receive(&peer->session, told->text, told->n);
        break;
    case FRAMES_PINGED:
        if (!token_bucket_take(&peer->pings, server->clock.steady_ms, 1000000 / WIRES_PINGS_S, 2 * WIRES_PINGS_S))
            session_hang_up(&peer->session, 1008, "too many pings");
        else if (peer->pending < WIRES_OUTPUT_MAX)
            say(peer, FRAMES_PONG, told->text, told->n);
        break;
    case FRAMES_CLOSED: say_close(peer, told->code, ""); break;
    case FRAMES_WRONG: session_hang_up(&peer->session, told->code, told->why); break;
    default: break;
    }
}

void ws_step(struct peer *peer)
{
    size_t used = peer->in_n;
    struct frames_result told = {.event = FRAMES_MORE};
    peer->heard_ms = peer->server->clock.steady_ms;
    peer->pinged = false;
    if (!peer->close_code)
        told = frames_take(&peer->frames, peer->in + peer->in_at, peer->in_n, &used);
    peer_consume(peer, used); /* the bytes stay where they are until this turn is over */
    take_one(peer, &told);
}

/* --------------------------------------------------------------------------------------------------- what goes out */

void ws_wake(void *owner, struct session *session)
{
    struct server *server = owner;
    struct peer *peer = session->peer;
    if (session->state == SESSION_CLOSED)
        return;
    round_robin_unpark(&server->turns, &session->address->share); /* less of it may be at the store now */
    if (session->greeted && peer->is_spare)
        peer_close_last(peer, false);
    peer->woken = true;
    peer_update(peer);
}

void ws_hang_up(void *owner, struct session *session, int code, const char *why)
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

void ws_write(struct peer *peer)
{
    struct base_out out = base_out_of(peer->server->buffer + FRAMES_PUT_MAX, WIRES_OUTPUT_MAX);
    bool more = true;
    for (int frames = 0; frames < WIRES_FRAMES && more && peer->state == PEER_SOCKET && !peer->pending; frames++) {
        base_out_clear(&out);
        more = session_next_output(&peer->session, &out);
        if (!more)
            break;
        assert(base_out_whole(&out));
        peer->worked += WIRES_COST_MESSAGE + (uint32_t)(out.length / WIRES_COST_PIECE);
        write_frame(peer, FRAMES_TEXT, out.length);
    }
    if (more || peer->state != PEER_SOCKET)
        return;
    peer->woken = false;
    if (peer->close_code)
        say_close(peer, peer->close_code, peer->close_why);
}
