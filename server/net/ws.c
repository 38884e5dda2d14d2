/* ws.c - WebSocket connections: passes messages to the app, and the app's output to the client; see net_internal.h. */
#include "engine/base/safe.h"
#include "net_internal.h"
#include "server/net/device_name.h"

#include <assert.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------- opening and closing */

/* Computes the value of Sec-WebSocket-Accept (RFC 6455, 4.2.2). */
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
    struct base_out *out = &peer->server->out;
    char accept[32];
    base_out_clear(out);
    accept_key(&head->field[HEAD_WEBSOCKET_KEY], accept);
    base_put(out, "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
                  "sec-websocket-accept: ");
    base_put(out, accept);
    if (head->field[HEAD_WEBSOCKET_PROTOCOL].at)
        base_put(out, "\r\nsec-websocket-protocol: fuerstenfeld.1");
    base_put(out, "\r\n\r\n");
    peer_write(peer, out->text, out->length);
}

/* Starts a frame in the output buffer, with room for the frame's head before the payload. */
static struct base_out *begin_frame(struct peer *peer)
{
    static const char room[] = "\n\n\n\n\n\n\n\n\n\n"; /* JSON ignores newlines, should any of them be sent */
    _Static_assert(sizeof room == FRAMES_PUT_MAX + 1, "the longest head");
    base_out_clear(&peer->server->out);
    base_put(&peer->server->out, room);
    return &peer->server->out;
}

static void write_frame(struct peer *peer, enum frames_opcode opcode)
{
    struct base_out *out = &peer->server->out;
    if (!base_out_whole(out)) { /* memory is exhausted */
        peer_close_now(peer);
        return;
    }
    uint8_t *payload = (uint8_t *)out->text + FRAMES_PUT_MAX, *end = (uint8_t *)out->text + out->length;
    uint8_t *frame = frames_write_head(payload, (size_t)(end - payload), opcode);
    peer_write(peer, (const char *)frame, (size_t)(end - frame));
}

static void send_frame(struct peer *peer, enum frames_opcode opcode, const char *text, size_t n)
{
    base_put_bytes(begin_frame(peer), text, n);
    write_frame(peer, opcode);
}

/* Copies as much of the reason as fits in a close frame. Replaces invalid UTF-8, because operators write some of the
 * reasons. */
static size_t copy_reason(const char *why, char copy[FRAMES_WHY_SIZE])
{
    struct base_out out = base_out_cut(copy, FRAMES_WHY_SIZE);
    base_put_safe(&out, why, strlen(why));
    return out.length;
}

/* Sends a close frame with a code and a reason, or an empty one for the code 1005. */
static void send_close(struct peer *peer, int code, const char *why)
{
    char text[2 + FRAMES_WHY_SIZE] = {(char)(code >> 8), (char)code};
    size_t n = copy_reason(why, text + 2);
    send_frame(peer, FRAMES_CLOSE, text, code == 1005 ? 0 : 2 + n);
    if (peer->state == PEER_SOCKET)
        peer_become(peer, PEER_LINGER);
}

void ws_open(struct peer *peer, const struct head *head)
{
    struct server *server = peer->server;
    struct guest_tokens tokens;
    http_read_tokens(peer, head, &tokens);
    answer_handshake(peer, head);
    if (peer->state == PEER_GONE)
        return;
    peer->session.peer = peer;
    struct session_close_reason reason;
    char agent[300], device[APP_DEVICE_NAME_SIZE] = "";
    head_copy_text(&head->field[HEAD_USER_AGENT], agent, sizeof agent);
    device_name_from_user_agent(agent, device, sizeof device);
    bool taken = session_open(server->app, &peer->session, peer->address, &tokens, &reason);
    memset(&tokens, 0, sizeof tokens);
    memcpy(peer->session.device_name, device, sizeof device);
    if (!taken) {
        server->connections_refused++;
        send_close(peer, reason.code, reason.why);
        if (peer->state == PEER_GONE)
            return;
        peer_become(peer, PEER_ANSWER); /* the close frame is sent like an HTTP answer */
        peer_become(peer, PEER_LINGER);
        return;
    }
    frames_init(&peer->frames, MESSAGE_MAX);
    peer->heard_ms = server->clock.steady_ms;
    peer_become(peer, PEER_SOCKET);
}

void ws_close_session(struct peer *peer)
{
    peer->woken = false;
    frames_free(&peer->frames);
    session_close(&peer->session);
}

/* ------------------------------------------------------------------------------------------------------------ input */

static void handle_frame(struct peer *peer, const struct frames_result *frame)
{
    static const struct rate pings = RATE_PER_SECOND(10, 20);
    struct server *server = peer->server;
    switch (frame->event) {
    case FRAMES_MESSAGE:
        peer->worked += NET_COST_MESSAGE;
        session_receive_message(&peer->session, frame->text, frame->n);
        break;
    case FRAMES_PINGED:
        if (!token_bucket_take(&peer->pings, server->clock.steady_ms, &pings))
            session_hang_up(&peer->session, CLOSE_POLICY, "too many pings");
        else if (peer->pending < NET_PONG_MAX)
            send_frame(peer, FRAMES_PONG, frame->text, frame->n);
        break;
    case FRAMES_CLOSED: send_close(peer, frame->code, ""); break;
    case FRAMES_WRONG: session_hang_up(&peer->session, frame->code, frame->why); break;
    default: break;
    }
}

void ws_handle_next_frame(struct peer *peer)
{
    size_t used = peer->in_n;
    struct frames_result frame = {.event = FRAMES_MORE};
    peer->heard_ms = peer->server->clock.steady_ms;
    peer->pinged = false;
    if (!peer->close_code)
        frame = frames_parse(&peer->frames, peer->in + peer->in_at, peer->in_n, &used);
    peer_consume(peer, used); /* the consumed bytes stay in memory until this turn ends */
    handle_frame(peer, &frame);
}

/* ----------------------------------------------------------------------------------------------------------- output */

void ws_wake(void *owner, struct session *session)
{
    struct server *server = owner;
    struct peer *peer = session->peer;
    if (session->state == SESSION_CLOSED)
        return;
    /* The address may have fewer pending store jobs now, so it may continue. */
    round_robin_unpark(&server->turns, &session->address->share);
    if (session->greeted)
        peer_set_closeable(peer, false);
    peer->woken = true;
    peer_queue_or_read(peer);
}

void ws_hang_up(void *owner, struct session *session, int code, const char *why)
{
    struct peer *peer = session->peer;
    if (peer->close_code)
        return;
    peer->close_code = code;
    copy_reason(why, peer->close_why);
    peer->deadline_ms = peer->server->clock.steady_ms + NET_HANG_UP_MS;
    ws_wake(owner, session);
}

void ws_ping(struct peer *peer)
{
    peer->pinged = true;
    if (!peer->pending)
        send_frame(peer, FRAMES_PING, "", 0);
}

void ws_write_output(struct peer *peer)
{
    bool more = true;
    for (int frames = 0; frames < NET_FRAMES && more && peer->state == PEER_SOCKET && !peer->pending; frames++) {
        struct base_out *out = begin_frame(peer);
        more = session_next_output(&peer->session, out);
        if (!more)
            break;
        peer->worked += NET_COST_MESSAGE + (uint32_t)(out->length / NET_COST_PIECE);
        write_frame(peer, FRAMES_TEXT);
    }
    if (more || peer->state != PEER_SOCKET)
        return;
    peer->woken = false;
    if (peer->close_code)
        send_close(peer, peer->close_code, peer->close_why);
}
