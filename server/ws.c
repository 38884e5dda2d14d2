/* ws.c - WebSocket connections: messages in, whatever the hall has for them out; see wires.h. */
#include "wires.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Written to at the end of this turn of the loop. */
void ws_wake(void *owner, struct session *session)
{
    struct server *server = owner;
    struct peer *peer = session->peer;
    if (peer->woken)
        return;
    peer->woken = true;
    peer->next_woken = server->woken;
    server->woken = peer;
}

void ws_hang_up(void *owner, struct session *session, int code, const char *why)
{
    (void)owner;
    struct peer *peer = session->peer;
    peer->close_code = code;
    peer->close_why = why;
    lws_callback_on_writable(peer->wsi);
}

int ws_open(struct server *server, struct peer *peer)
{
    uint8_t token[MESSAGE_TOKEN_BYTES];
    char address[ADDRESS_SIZE];
    bool has_token = http_token(peer->wsi, token);
    http_address(server, peer->wsi, address);
    peer->session.peer = peer;
    if (server->stopping || !hall_session_open(server->hall, &peer->session, address, has_token ? token : NULL)) {
        lws_close_reason(peer->wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION, (unsigned char *)"too many connections", 20);
        return -1;
    }
    peer->open = true;
    peer->next = server->peers;
    if (server->peers)
        server->peers->before = peer;
    server->peers = peer;
    return 0;
}

void ws_close(struct server *server, struct peer *peer)
{
    if (!peer->open)
        return;
    peer->open = false;
    if (peer->before)
        peer->before->next = peer->next;
    else
        server->peers = peer->next;
    if (peer->next)
        peer->next->before = peer->before;
    hall_session_close(&peer->session);
    for (struct peer **link = &server->woken; peer->woken && *link; link = &(*link)->next_woken)
        if (*link == peer) {
            *link = peer->next_woken;
            break;
        }
    free(peer->piece);
    peer->piece = NULL;
}

static int too_long(struct peer *peer)
{
    static const char why[] = "a message has at most 4096 bytes";
    lws_close_reason(peer->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, (unsigned char *)why, sizeof why - 1);
    return -1;
}

/* Messages come whole or in pieces. */
int ws_receive(struct peer *peer, const char *bytes, size_t n)
{
    bool last = lws_is_final_fragment(peer->wsi) && lws_remaining_packet_payload(peer->wsi) == 0;
    if (peer->piece_n + n > MESSAGE_MAX || lws_frame_is_binary(peer->wsi))
        return too_long(peer);
    if (last && !peer->piece) {
        hall_message(&peer->session, bytes, n);
        return 0;
    }
    char *grown = realloc(peer->piece, peer->piece_n + n + 1);
    if (!grown)
        return -1;
    memcpy(grown + peer->piece_n, bytes, n);
    peer->piece = grown;
    peer->piece_n += n;
    if (last) {
        size_t whole = peer->piece_n;
        peer->piece = NULL;
        peer->piece_n = 0;
        hall_message(&peer->session, grown, whole);
        free(grown);
    }
    return 0;
}

/* Closes for good, with a close frame of our own: libwebsockets 4.1.6 sends none, lws_close_reason or not, when it is
 * the writeable callback that returns -1. */
static int say_close(struct server *server, struct peer *peer)
{
    unsigned char *frame = server->buffer + LWS_PRE;
    size_t n = strlen(peer->close_why);
    assert(n < 124);
    frame[0] = 0x88; /* whole, close */
    frame[1] = (unsigned char)(2 + n);
    frame[2] = (unsigned char)(peer->close_code >> 8);
    frame[3] = (unsigned char)peer->close_code;
    memcpy(frame + 4, peer->close_why, n);
    lws_write(peer->wsi, frame, 4 + n, LWS_WRITE_RAW);
    return -1;
}

/* Writes what there is, as long as the socket takes it at once; the rest when it can be written to again. */
static int write_all(struct server *server, struct peer *peer)
{
    struct out out = out_of((char *)server->buffer + LWS_PRE, WIRES_PULL_MAX);
    while (!lws_partial_buffered(peer->wsi)) {
        out_clear(&out);
        if (!hall_pull(&peer->session, &out))
            return 0;
        if (lws_write(peer->wsi, server->buffer + LWS_PRE, out.length, LWS_WRITE_TEXT) < (int)out.length)
            return -1;
    }
    lws_callback_on_writable(peer->wsi);
    return 0;
}

int ws_writeable(struct server *server, struct peer *peer)
{
    if (write_all(server, peer) < 0)
        return -1;
    return peer->close_code && !lws_partial_buffered(peer->wsi) ? say_close(server, peer) : 0;
}

/* libwebsockets wants writing to be done when a socket says that it can be written to. Asking for that costs three
 * system calls a frame; a socket that owes nothing can nearly always be written to, and what it does not take
 * libwebsockets keeps and sends by itself. */
void ws_write_to_woken(struct server *server)
{
    struct peer *peer = server->woken, *next;
    server->woken = NULL;
    for (; peer; peer = next) {
        next = peer->next_woken;
        peer->woken = false;
        if (write_all(server, peer) < 0)
            lws_set_timeout(peer->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
    }
}
