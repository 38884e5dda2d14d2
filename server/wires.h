/* wires.h - what the files of the wire share: the server, a connection, answers over HTTP.
 *
 * libuv gives the bytes of sockets; everything above them is ours, so that it has one shape that can be written down.
 * server.c runs the loop and accepts, peer.c has the bytes of a connection and its end, http.c requests (head.c reads
 * them), ws.c WebSocket sessions (frames.c reads them), tls.c what TLS makes of the bytes. HTTP/2 is not spoken.
 *
 * A connection is in one of these states. peer_to alone changes it and asserts that the step is one of these:
 *
 *     accepted --> HEAD --a whole head--> BODY --whole--> CALL --the hall answers--> ANSWER --written--> HEAD, if kept
 *                   |                      |  \                                      ^   |
 *                   |                      |   +--wrong or too long----------------->+   +--not kept--> LINGER
 *                   +--for the hall-------------------> CALL                         |
 *                   +--answered at once, or wrong---------------------------------->+
 *                   +--an upgrade--> SOCKET --close is said--> LINGER --they hung up--> GONE --closed--> freed
 *
 *     HEAD    reads a request's head, or waits for one; what came behind it is kept in `in`
 *     BODY    reads the body of a POST; `call` is made and the hall does not know of it yet
 *     CALL    `call` is the hall's; nothing is read, so that a pipeline waits in the socket
 *     ANSWER  `rest` is being written; nothing is read
 *     SOCKET  a WebSocket: `session` is open, `frames` reads
 *     LINGER  all is said and shut for writing; what still comes is thrown away, so that the last answer is not lost
 *     GONE    the handle is being closed; nothing is called any more
 *
 * From every state a hang-up, a fault, or a deadline leads to GONE. One owner each: the call is the peer's while BODY
 * and dropped when it leaves CALL otherwise than by its answer; the session lives exactly as long as SOCKET; the visit
 * (limits.h) from accepting to SOCKET or GONE. */
#ifndef SERVER_WIRES_H
#define SERVER_WIRES_H

#include "hall/hall.h"
#include "server/clock.h"
#include "server/files.h"
#include "server/frames.h"
#include "server/head.h"
#include "server/server.h"
#include "server/tls.h"
#include "server/workers.h"

#include <uv.h>

enum {
    WIRES_PULL_MAX = TABLE_FRAME_MAX, /* any message: nothing is longer than a frame */
    WIRES_PIECE = 64 * 1024,          /* of a body, a write */
    WIRES_RECEIVE = 16 * 1024,        /* a read */
    WIRES_TICK_MS = 100,
    WIRES_STOP_MS = 10000,   /* for everything that is under way to finish */
    WIRES_HEAD_MS = 10000,   /* for a head, from its first byte or from accepting, TLS included */
    WIRES_BODY_MS = 10000,   /* for a body */
    WIRES_IDLE_MS = 30000,   /* between two requests */
    WIRES_ANSWER_MS = 30000, /* for a piece of an answer to be taken */
    WIRES_LINGER_MS = 2000,
    WIRES_HANG_UP_MS = 5000, /* for what is to be sent before a close */
    WIRES_PING_MS = 40000,   /* a WebSocket that has shown no sign of life for that long is asked, */
    WIRES_SILENT_MS = 60000, /* and closed after that */
    WIRES_PINGS_S = 10,      /* a WebSocket may ask us so often */
    WIRES_FILES = 64,        /* that are left for the store, the log and the like */
};

_Static_assert((int)HALL_LIST_MAX <= (int)WIRES_PULL_MAX, "lists are messages");
_Static_assert(HEAD_MAX + WIRES_PIECE <= WIRES_PULL_MAX, "a head and the first piece go out at once");

struct server {
    const struct server_config *config;
    uv_loop_t loop;
    struct clock clock;
    struct hall *hall;
    struct store *store;
    struct workers *workers;
    struct tls_keys *keys; /* NULL: no TLS */
    int listen_fd;
    uv_poll_t listening;
    uv_timer_t tick;
    uv_prepare_t turn_end;
    uv_signal_t sigterm, sigint, sighup;
    struct peer *peers, *peers_last; /* all connections, the youngest first */
    uint32_t peers_n, peers_most;
    struct peer *woken; /* WebSockets that have something to get */
    int64_t looked_ms;  /* at all connections' deadlines */
    bool deaf;          /* there are no more files to open */
    bool stopping, store_closed, workers_closed;
    int64_t stop_by_ms;
    int port;
    uint64_t requests;            /* over HTTP */
    struct hall_histogram lag;    /* of the ticks, the last of which came */
    int64_t ticked_us;            /* then */
    uint64_t connections_refused; /* too many of an address, or in all */
    uint64_t connections_made;
    FILE *log;
    char *buffer;                                       /* FRAMES_PUT_MAX + WIRES_PULL_MAX: what goes out */
    char received[WIRES_RECEIVE], plain[WIRES_RECEIVE]; /* what comes in, and what TLS made of it */
};

enum peer_state { PEER_HEAD, PEER_BODY, PEER_CALL, PEER_ANSWER, PEER_SOCKET, PEER_LINGER, PEER_GONE, PEER_STATES };

struct peer {
    uv_tcp_t tcp;
    uv_shutdown_t shutting;
    struct server *server;
    struct peer *next, *before;
    enum peer_state state;
    int64_t by_ms;  /* it is ended then; 0: there is no deadline */
    size_t pending; /* bytes that the socket has not taken yet */
    struct tls *tls;
    struct hall_address *visit;
    char address[ADDRESS_SIZE];
    /* HTTP. */
    char *in; /* what came and was not used yet; owned */
    size_t in_n;
    bool stepping;  /* requests are being handled: whoever else wants to returns */
    bool asked;     /* not the first request */
    bool keeps;     /* the connection is used again */
    bool head_only; /* HEAD */
    bool tells_cookie;
    size_t body_n; /* BODY: how long it will be */
    struct hall_call *call;
    char *body; /* of the answer; owned, or NULL where `rest` is of the program */
    const char *rest, *rest_end;
    /* WebSocket. */
    struct hall_session session;
    struct frames frames;
    struct peer *next_woken;
    bool woken, pinged;
    int64_t heard_ms;
    struct hall_allowance pings;
    int close_code; /* 0: stays open */
    char close_why[FRAMES_WHY_SIZE];
};

/* ----------------------------------------------------------------------------------------------------------- peer.c */

/* A connection that was accepted; the descriptor is taken. */
void peer_accept(struct server *server, int fd);
void peer_to(struct peer *peer, enum peer_state state);
/* Ends it at once. */
void peer_end(struct peer *peer);
/* Sends, or keeps what the socket does not take. Where that fails the peer is GONE. */
void peer_write(struct peer *peer, const char *bytes, size_t n);
/* Goes on with what was received while nothing was read. */
void peer_resume(struct peer *peer);
/* Who is at the other end of the socket. */
void peer_tell_address(const struct peer *peer, char address[ADDRESS_SIZE]);
/* Whether it may be given bytes. */
bool peer_reads(const struct peer *peer);
/* Ends those whose time is up, and asks WebSockets for a sign of life; about once a second. */
void peers_tick(struct server *server);

/* ----------------------------------------------------------------------------------------------------------- http.c */

/* Bytes in HEAD or BODY. */
void http_take(struct peer *peer, const char *bytes, size_t n);
/* Handles what is in `in`, as far as it goes. */
void http_step(struct peer *peer);
/* ANSWER: the socket takes more. */
void http_writeable(struct peer *peer);
/* BODY, or HEAD: answers with an error and closes. */
void http_refuse(struct peer *peer, int status, const char *code, const char *text);
/* Lets go of what belongs to a request. */
void http_clear(struct peer *peer);
/* The token of the Authorization header or of the cookie. */
bool http_token(const struct head *head, uint8_t token[MESSAGE_TOKEN_BYTES]);

/* ------------------------------------------------------------------------------------------------------------- ws.c */

/* Two of the hall's wishes: something is to be sent, or the connection must end. */
void ws_wake(void *owner, struct hall_session *session);
void ws_hang_up(void *owner, struct hall_session *session, int code, const char *why);
/* HEAD: answers a handshake that is right, and begins the session. */
void ws_open(struct peer *peer, const struct head *head);
/* SOCKET: bytes, which it may change. */
void ws_take(struct peer *peer, char *bytes, size_t n);
/* SOCKET: the socket takes more. */
void ws_writeable(struct peer *peer);
void ws_ping(struct peer *peer);
/* Leaving SOCKET. */
void ws_ended(struct peer *peer);
/* At the end of a turn of the loop. */
void ws_write_to_woken(struct server *server);

/* -------------------------------------------------------------------------------------------------------- metrics.c */

void metrics_write(struct server *server, struct base_out *out);

/* --------------------------------------------------------------------------------------------------------- server.c */

/* Reads the clocks. */
void server_keep_time(struct server *server);

#endif
