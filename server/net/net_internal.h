/* net_internal.h - shared by the files of server/net: the server, a connection, answers over HTTP.
 *
 * libuv reads and writes sockets; everything above the bytes is our own. server.c runs the event loop and accepts
 * connections, connection.c has a connection's bytes and life cycle, http.c requests (http_head.c parses them), ws.c
 * WebSocket sessions (ws_frames.c parses them), tls.c encryption. There is no HTTP/2.
 *
 * A connection (a peer) is in one of these states. Only peer_become changes it and asserts that the transition is one
 * of these:
 *
 *     accepted --> HEAD --a whole head--> BODY --whole--> CALL --the app answers--> ANSWER --written--> HEAD, if kept
 *                   |                      |  \                                     ^   |
 *                   |                      |   +--wrong or too long---------------->+   +--not kept--> LINGER
 *                   +--for the app--------------------> CALL                        |
 *                   +--answered at once, or wrong---------------------------------->+
 *                   +--an upgrade--> SOCKET --close is sent--> LINGER --they hang up--> GONE --closed--> freed
 *
 *     HEAD reads a request's head, or waits for one; further bytes are kept in `in`
 *     BODY    reads the body of a POST; `call` exists, and the app does not know of it yet
 *     CALL    the app has `call`; nothing is read, so a pipeline waits in the socket
 *     ANSWER  `rest` is being written; nothing is read
 *     SOCKET  a WebSocket: `session` is open, `frames` parses
 *     LINGER  shut down for writing; input is discarded, so that the last answer is not lost
 *     GONE    the handle is being closed; nothing is called any more
 *
 * A hang-up, a fault or a deadline leads from every state to GONE. Ownership: the peer owns the call while BODY, and
 * drops it if it leaves CALL without an answer; the session lives exactly as long as SOCKET; the visit (rate_limits.h)
 * lasts from accepting to GONE, except in SOCKET.
 *
 * Fairness. A connection does nothing at once. Its next step (parse input, write an answer or frames) waits as a turn
 * (server/app/round_robin.h) in the queue of its address. Each turn is one step: one request, one WebSocket frame, one
 * TLS record, one piece of an answer. A connection is read once, and again only after all of that input was handled;
 * until then its bytes wait in the socket. Each step costs units of work, which are charged to the address. An address
 * that has used up its budget, or has too many jobs at the store, pauses. Behind a proxy, whose connections are shared,
 * its requests are answered with 429 instead. */
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
    NET_PIECE = 64 * 1024,    /* bytes of an answer written in a turn */
    NET_RECEIVE = 8 * 1024,   /* bytes per read, which limits a connection's unhandled input */
    NET_PONG_MAX = 64 * 1024, /* no pongs while more bytes than that wait to be written */
    NET_ACCEPT = 64,          /* connections accepted per iteration of the loop */
    NET_BACKLOG = 1024,       /* and waiting in the kernel */
    NET_FRAMES = 4,           /* frames written in a turn */
    NET_TICK_MS = 100,
    NET_STOP_MS = 10000,   /* for all work under way to finish */
    NET_HEAD_MS = 10000,   /* time for a request's head, from its first byte or from accepting, TLS included */
    NET_BODY_MS = 10000,   /* for a body */
    NET_IDLE_MS = 30000,   /* between two requests */
    NET_ANSWER_MS = 30000, /* for a piece of an answer to be taken */
    NET_LINGER_MS = 2000,
    NET_HANG_UP_MS = 5000, /* for output before a close */
    NET_PING_MS = 40000,   /* a WebSocket that has been silent for that long gets a ping, */
    NET_SILENT_MS = 60000, /* and is closed after that */
    NET_FILES = 64,        /* file descriptors reserved for the store, the log and other files */
};

/* Costs in units of round_robin.h. The app charges the work of the store. */
enum {
    NET_COST_STEP = 1,       /* any turn, */
    NET_COST_ACCEPT = 5,     /* plus: a new connection, */
    NET_COST_HANDSHAKE = 50, /* each of the two steps of a TLS handshake; RSA keys cost most */
    NET_COST_END = 5,        /* an answer that ends its connection, */
    NET_COST_METRICS = 3,
    NET_COST_UPGRADE = 5,
    NET_COST_MESSAGE = 4,      /* a message of a WebSocket, */
    NET_COST_PIECE = 16 * 1024 /* and that many bytes that are written */
};

struct server;

/* A listening port. */
struct listener {
    struct server *server;
    uv_poll_t poll;
    int fd; /* -1: none */
    int port;
    bool metrics; /* only for /metrics and /healthz, without TLS and limits */
};

struct server {
    const struct server_config *config;
    uv_loop_t loop;
    struct clock clock;
    struct app *app;
    struct store *store;
    struct workers *workers;
    struct notices *notices; /* NULL: none are sent */
    struct tls_keys *keys;   /* NULL: no TLS */
    struct listener public, metrics;
    uv_timer_t tick;
    uv_prepare_t iteration_end;
    uv_idle_t more; /* active while turns are waiting, so that the loop does not sleep */
    uv_signal_t sigterm, sigint, sighup;
    struct list_link peers;     /* all connections */
    struct list_link closeable; /* connections that may be closed to make room, the longest waiting first */
    uint32_t peers_n, peers_max;
    struct round_robin turns;
    int64_t deadlines_ms; /* when all connections' deadlines were last checked */
    bool out_of_files;    /* accepting is paused */
    bool stopping, store_closed, workers_closed;
    int64_t stop_by_ms;
    uint64_t requests;            /* over HTTP */
    struct histogram lag;         /* of the ticks */
    int64_t ticked_us;            /* when the last one came */
    uint64_t connections_refused; /* too many of an address, or in all */
    uint64_t connections_made;
    FILE *log;
    struct base_out out;        /* output that is being composed */
    char received[NET_RECEIVE]; /* input, and what TLS decrypts from it */
};

enum peer_state { PEER_HEAD, PEER_BODY, PEER_CALL, PEER_ANSWER, PEER_SOCKET, PEER_LINGER, PEER_GONE, PEER_STATES };

struct peer {
    uv_tcp_t tcp;
    uv_shutdown_t shutting;
    struct server *server;
    struct list_link link, closeable_link;
    enum peer_state state;
    bool metrics;                   /* came by the port for metrics */
    bool reads;                     /* the socket is being read */
    bool discarded;                 /* LINGER: input came, and its turn is due */
    struct round_robin_turn turn;   /* its next step, if that waits */
    struct round_robin_share share; /* share of a peer without a visit: behind a proxy, or at the port for metrics */
    uint32_t worked;                /* units that this turn cost */
    struct address *payer;          /* behind a proxy: the client's address, of this turn's request */
    int64_t deadline_ms;            /* 0: none */
    size_t pending;                 /* bytes that the socket has not taken yet */
    struct tls *tls;
    struct address *visit;
    char address[ADDRESS_SIZE];
    /* HTTP. */
    char *in; /* input; unused from in_at on; owned */
    size_t in_at, in_n;
    bool incomplete;                /* the input is not a whole request or frame yet */
    bool asked;                     /* not the first request */
    bool keeps;                     /* the connection is used again */
    bool head_only;                 /* HEAD */
    char cookie[COOKIES_NAME_SIZE]; /* to set if the call is granted; "": none */
    size_t body_n;                  /* BODY: its length */
    struct api_call *call;
    void (*start_call)(struct api_call *call); /* BODY: with the body */
    char *body;                                /* memory of the answer; owned, or NULL if `rest` is a constant */
    const char *rest, *rest_end;
    /* WebSocket. */
    struct session session;
    struct frames frames;
    bool woken, pinged; /* woken: the app has output for it */
    int64_t heard_ms;
    struct token_bucket pings;
    int close_code; /* 0: none */
    char close_why[FRAMES_WHY_SIZE];
};

/* ----------------------------------------------------------------------------------------------------- connection.c */

/* Starts a connection that was accepted, and takes the descriptor. */
void peer_accept(struct listener *listener, int fd, const struct sockaddr *from);
void peer_become(struct peer *peer, enum peer_state state);
/* Closes it at once. */
void peer_end(struct peer *peer);
/* Sends bytes, and keeps those that the socket does not take yet. If that fails, the peer is GONE. */
void peer_write(struct peer *peer, const char *bytes, size_t n);
/* Queues a turn if the peer has something to do; otherwise reads. Call it after any change. */
void peer_queue_or_read(struct peer *peer);
/* Marks the next n bytes of `in` as used. */
void peer_consume(struct peer *peer, size_t n);
/* Puts the peer at the end of the list of those that may be closed to make room, or removes it from the list. */
void peer_close_last(struct peer *peer, bool is_closeable);
void peer_get_address(const struct peer *peer, char address[ADDRESS_SIZE]);
/* Executes a turn. */
uint32_t peer_take_turn(struct round_robin_turn *turn);
/* Ends connections whose deadline has passed, and pings silent WebSockets. */
void peers_tick(struct server *server);

/* ----------------------------------------------------------------------------------------------------------- http.c */

/* Handles one request, if it is whole (HEAD or BODY). */
void http_step(struct peer *peer);
/* Writes the next piece, or ends the answer (ANSWER). */
void http_write(struct peer *peer);
/* Answers with an error and closes (BODY or HEAD). */
void http_refuse(struct peer *peer, const struct app_error *error);
/* Frees what belongs to a request. */
void http_clear(struct peer *peer);
/* Reads the tokens of a request, and notes the cookie to set. */
void http_read_tokens(struct peer *peer, const struct head *head, struct guest_tokens *tokens);

/* ------------------------------------------------------------------------------------------------------------- ws.c */

/* Callbacks of the app: output is available; the connection must end. */
void ws_wake(void *owner, struct session *session);
void ws_hang_up(void *owner, struct session *session, int code, const char *why);
/* Answers a valid handshake, and opens the session (HEAD). */
void ws_open(struct peer *peer, const struct head *head);
/* Handles one frame of `in`, if it is whole (SOCKET). */
void ws_step(struct peer *peer);
/* Writes some of the app's output (SOCKET). */
void ws_write(struct peer *peer);
void ws_ping(struct peer *peer);
/* Ends the session of a peer that leaves SOCKET. */
void ws_ended(struct peer *peer);

/* -------------------------------------------------------------------------------------------------------- metrics.c */

void metrics_write(struct server *server, struct base_out *out);

/* --------------------------------------------------------------------------------------------------------- server.c */

/* Reads the clocks. */
void server_update_time(struct server *server);
