/* net_internal.h - the server and its connections, shared by the files of server/net.
 *
 * libuv reads and writes the sockets. The protocols above are implemented here:
 *
 *     server.c       runs the event loop and accepts connections
 *     connection.c   a connection's bytes and states
 *     http.c         HTTP requests, whose heads http_head.c parses; there is no HTTP/2
 *     ws.c           WebSockets, whose frames ws_frames.c parses
 *     tls.c          encryption
 *
 * A connection (a peer) is in one of these states. Only peer_become changes the state, and it asserts that the
 * transition is in this diagram:
 *
 *     accepted --> HEAD --a whole head--> BODY --whole--> CALL --the app answers--> ANSWER --written--> HEAD, if kept
 *                   |                      |  \                                     ^   |
 *                   |                      |   +--wrong or too long---------------->+   +--not kept--> LINGER
 *                   +--for the app--------------------> CALL                        |
 *                   +--answered at once, or wrong---------------------------------->+
 *                   +--an upgrade--> SOCKET --close is sent--> LINGER --client closes--> GONE --closed--> freed
 *
 *     HEAD    reads the head of a request, or waits for one; bytes after the head stay in `in`
 *     BODY    reads the body of a POST; `call` exists, but the app does not have it yet
 *     CALL    the app has `call`; nothing is read, so pipelined requests wait in the socket
 *     ANSWER  `rest` is being written; nothing is read
 *     SOCKET  a WebSocket: `session` is open, and `frames` parses the input
 *     LINGER  shut down for writing; input is discarded, because closing with unread input could lose the last answer
 *     GONE    the handle is being closed; nothing more is done for the client
 *
 * When the client hangs up, an error occurs or a deadline passes, every state changes to GONE. Ownership: the peer owns
 * `call` in BODY, and drops it if it leaves CALL without an answer. The session is open exactly in SOCKET. The address
 * `visit` (rate_limits.h) counts the connection from accepting to GONE, except in SOCKET.
 *
 * Fairness. A connection never acts at once. Its next step, such as parsing input or writing output, waits as a turn
 * (server/app/round_robin.h) in the queue of its address. Each turn handles one request, WebSocket frame or TLS record,
 * or writes one piece of an answer. A connection is read again only after all its input was handled. Until then,
 * further bytes wait in the socket. Each step costs units of work, which are charged to the address. An address pauses
 * if it has used up its budget or has too many pending jobs at the store. Behind a proxy, several clients share a
 * connection, so their requests are answered with status 429 instead. */
#pragma once

#include "server/app/app.h"
#include "server/net/bot_workers.h"
#include "server/net/clock.h"
#include "server/net/cookies.h"
#include "server/net/http_head.h"
#include "server/net/server.h"
#include "server/net/static_files.h"
#include "server/net/tls.h"
#include "server/net/ws_frames.h"

#include <uv.h>

enum {
    NET_PIECE = 64 * 1024,    /* bytes of an answer written in one turn */
    NET_RECEIVE = 8 * 1024,   /* bytes per read; limits a connection's unhandled input */
    NET_PONG_MAX = 64 * 1024, /* no pongs are sent while more bytes than this wait to be written */
    NET_ACCEPT = 64,          /* connections accepted in each iteration of the loop */
    NET_BACKLOG = 1024,       /* connections waiting in the kernel to be accepted */
    NET_FRAMES = 4,           /* frames written in one turn */
    NET_TICK_MS = 100,
    NET_STOP_MS = 10000,   /* time to finish all pending work before the server stops */
    NET_HEAD_MS = 10000,   /* time for the head of a request, including the TLS handshake */
    NET_BODY_MS = 10000,   /* time for the body of a request */
    NET_IDLE_MS = 30000,   /* time between two requests of a connection */
    NET_ANSWER_MS = 30000, /* time for the client to take a piece of an answer */
    NET_LINGER_MS = 2000,
    NET_HANG_UP_MS = 5000, /* time to write a WebSocket's last output before it is closed */
    NET_PING_MS = 40000,   /* a WebSocket that has been silent for this long gets a ping */
    NET_SILENT_MS = 60000, /* a WebSocket that has been silent for this long is closed */
    NET_FILES = 64,        /* file descriptors reserved for the store, the log and other files */
};

/* The cost of each kind of work, in units of round_robin.h. Costs add up. The app charges for the work of the store. */
enum {
    NET_COST_STEP = 1,       /* each turn */
    NET_COST_ACCEPT = 5,     /* a new connection */
    NET_COST_HANDSHAKE = 50, /* each of the two steps of a TLS handshake; RSA keys make them expensive */
    NET_COST_END = 5,        /* an answer after which the connection is closed */
    NET_COST_METRICS = 3,
    NET_COST_UPGRADE = 5,
    NET_COST_MESSAGE = 4,      /* a WebSocket message */
    NET_COST_PIECE = 16 * 1024 /* every 16 kB written cost one unit */
};

struct server;

/* A listening port. */
struct listener {
    struct server *server;
    uv_poll_t poll;
    int fd; /* -1: not open */
    int port;
    bool metrics; /* serves only /metrics and /healthz, without TLS and limits */
};

struct server {
    const struct server_config *config;
    uv_loop_t loop;
    struct clock clock;
    struct app *app;
    struct store *store;
    struct workers *workers;
    struct notices *notices; /* NULL: no notices are configured */
    struct tls_keys *keys;   /* NULL: no TLS */
    struct listener public, metrics;
    uv_timer_t tick;
    uv_prepare_t iteration_end;
    uv_idle_t more; /* active while turns are waiting, to keep the loop from sleeping */
    uv_signal_t sigterm, sigint, sighup;
    struct list_link peers;     /* all connections */
    struct list_link closeable; /* connections that may be closed to make room, longest waiting first */
    uint32_t peers_n, peers_max;
    struct round_robin turns;
    int64_t deadlines_ms; /* when the deadlines of all connections were last checked */
    bool out_of_files;    /* accepting is paused until descriptors are free */
    bool stopping, store_closed, workers_closed;
    int64_t stop_by_ms;
    uint64_t requests;            /* number of HTTP requests */
    struct histogram lag;         /* how late the event loop's ticks came */
    int64_t ticked_us;            /* time of the last tick */
    uint64_t connections_refused; /* number refused, because the address or the server had too many */
    uint64_t connections_made;
    FILE *log;
    struct base_out out;        /* buffer in which output is composed */
    char received[NET_RECEIVE]; /* buffer for input, encrypted or decrypted */
};

enum peer_state { PEER_HEAD, PEER_BODY, PEER_CALL, PEER_ANSWER, PEER_SOCKET, PEER_LINGER, PEER_GONE, PEER_STATES };

struct peer {
    uv_tcp_t tcp;
    uv_shutdown_t shutting;
    struct server *server;
    struct list_link link, closeable_link;
    enum peer_state state;
    bool metrics;                   /* connected to the port for metrics */
    bool reads;                     /* the socket is being read */
    bool discarded;                 /* in LINGER: input arrived and is discarded in the next turn */
    struct round_robin_turn turn;   /* queued while the peer has work to do */
    struct round_robin_share share; /* used by peers without `visit`: behind a proxy, or at the port for metrics */
    uint32_t worked;                /* cost of the current turn */
    struct address *payer;          /* behind a proxy: the client's address, which pays for this turn */
    int64_t deadline_ms;            /* 0: none */
    size_t pending;                 /* bytes not yet taken by the socket */
    struct tls *tls;
    struct address *visit;
    char address[ADDRESS_SIZE];
    /* HTTP. */
    char *in; /* owned buffer; unhandled input starts at in_at */
    size_t in_at, in_n;
    bool incomplete;                /* the unhandled input is not a complete request or frame */
    bool asked;                     /* the connection has sent a request before */
    bool keeps;                     /* the connection stays open after this request */
    bool head_only;                 /* the request's method is HEAD */
    char cookie[COOKIES_NAME_SIZE]; /* cookie to set if the call succeeds; "": none */
    size_t body_n;                  /* in BODY: length of the request's body */
    struct api_call *call;
    void (*start_call)(struct api_call *call); /* in BODY: called when the body is complete */
    char *body;                                /* owned memory of the answer; NULL if `rest` points to constant data */
    const char *rest, *rest_end;
    /* Members for WebSockets. */
    struct session session;
    struct frames frames;
    bool woken, pinged; /* woken: the app has output for the peer */
    int64_t heard_ms;
    struct token_bucket pings;
    int close_code; /* 0: none */
    char close_why[FRAMES_WHY_SIZE];
};

/* ----------------------------------------------------------------------------------------------------- connection.c */

/* Starts handling an accepted connection, whose descriptor it takes over. */
void peer_accept(struct listener *listener, int fd, const struct sockaddr *from);
void peer_become(struct peer *peer, enum peer_state state);
/* Closes the connection at once, by changing its state to GONE. */
void peer_close_now(struct peer *peer);
/* Sends bytes, and buffers those that the socket cannot take yet. On failure the peer's state becomes GONE. */
void peer_write(struct peer *peer, const char *bytes, size_t n);
/* Queues a turn if the peer has work to do, and otherwise reads from its socket. Must be called after each change. */
void peer_queue_or_read(struct peer *peer);
/* Marks the next n bytes of the peer's input as handled. */
void peer_consume(struct peer *peer, size_t n);
/* Appends the peer to the list of connections that may be closed to make room, or removes it from the list. */
void peer_set_closeable(struct peer *peer, bool is_closeable);
void peer_get_address(const struct peer *peer, char address[ADDRESS_SIZE]);
/* Performs one step of a connection, and returns its cost. */
uint32_t peer_take_turn(struct round_robin_turn *turn);
/* Closes connections whose deadlines have passed, and pings silent WebSockets. */
void peers_check_deadlines(struct server *server);

/* ----------------------------------------------------------------------------------------------------------- http.c */

/* In HEAD or BODY: handles one request if it is complete. */
void http_handle_next_request(struct peer *peer);
/* In ANSWER: writes the next piece of the answer. */
void http_write_next_piece(struct peer *peer);
/* In HEAD or BODY: answers with an error and closes the connection. */
void http_refuse_request(struct peer *peer, const struct app_error *error);
/* Frees everything that belongs to the current request. */
void http_free_request(struct peer *peer);
/* Reads the guest's tokens from a request's headers, and remembers the cookie that the answer may set. */
void http_read_tokens(struct peer *peer, const struct head *head, struct guest_tokens *tokens);

/* ------------------------------------------------------------------------------------------------------------- ws.c */

/* Called by the app when a session has output. */
void ws_wake(void *owner, struct session *session);
/* Called by the app to close a session's connection with a WebSocket close code and a reason. */
void ws_hang_up(void *owner, struct session *session, int code, const char *why);
/* In HEAD: answers a valid WebSocket handshake and opens the session. */
void ws_open(struct peer *peer, const struct head *head);
/* In SOCKET: handles one frame of the input if it is complete. */
void ws_handle_next_frame(struct peer *peer);
/* In SOCKET: writes a few messages of the app's output. */
void ws_write_output(struct peer *peer);
void ws_ping(struct peer *peer);
/* Closes the session of a peer that leaves SOCKET. */
void ws_close_session(struct peer *peer);

/* -------------------------------------------------------------------------------------------------------- metrics.c */

void metrics_put(struct server *server, struct base_out *out);

/* --------------------------------------------------------------------------------------------------------- server.c */

/* Updates the server's clocks. */
void server_update_time(struct server *server);
