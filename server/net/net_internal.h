/* net_internal.h - what the files of the wire share: the server, a connection, answers over HTTP.
 *
 * libuv gives the bytes of sockets; everything above them is ours, so that it has one shape that can be written down.
 * server.c runs the loop and accepts, connection.c has the bytes of a connection and its end, http.c requests
 * (http_head.c reads them), ws.c WebSocket sessions (ws_frames.c reads them), tls.c what TLS makes of the bytes. HTTP/2
 * is not spoken.
 *
 * A connection is in one of these states. peer_become alone changes it and asserts that the step is one of these:
 *
 *     accepted --> HEAD --a whole head--> BODY --whole--> CALL --the app answers--> ANSWER --written--> HEAD, if kept
 *                   |                      |  \                                      ^   |
 *                   |                      |   +--wrong or too long----------------->+   +--not kept--> LINGER
 *                   +--for the app-------------------> CALL                         |
 *                   +--answered at once, or wrong---------------------------------->+
 *                   +--an upgrade--> SOCKET --close is said--> LINGER --they hung up--> GONE --closed--> freed
 *
 *     HEAD    reads a request's head, or waits for one; what came behind it is kept in `in`
 *     BODY    reads the body of a POST; `call` is made and the app does not know of it yet
 *     CALL    `call` is the app's; nothing is read, so that a pipeline waits in the socket
 *     ANSWER  `rest` is being written; nothing is read
 *     SOCKET  a WebSocket: `session` is open, `frames` reads
 *     LINGER  all is said and shut for writing; what still comes is thrown away, so that the last answer is not lost
 *     GONE    the handle is being closed; nothing is called any more
 *
 * From every state a hang-up, a fault, or a deadline leads to GONE. One owner each: the call is the peer's while BODY
 * and dropped when it leaves CALL otherwise than by its answer; the session lives exactly as long as SOCKET; the visit
 * (rate_limits.h) from accepting to GONE, except in SOCKET.
 *
 * Fairness. A connection does nothing at once. What it has to do next (bytes to look at, an answer or frames to write)
 * waits as a turn (server/app/round_robin.h) in the queue of its address, and each turn is one step: one request, one
 * WebSocket frame, one record of TLS, one piece of an answer. A connection is read from once, and again only when all
 * of that was looked at; until then its bytes wait in the socket. Each step costs units of work, which count for the
 * address. An address that has used up its budget, or has too much at the store, is not served for a while; behind a
 * proxy, whose connections are shared, its requests are answered with 429 instead. */
#ifndef SERVER_WIRES_H
#define SERVER_WIRES_H

#include "server/app/app.h"
#include "server/net/clock.h"
#include "server/net/cookies.h"
#include "server/net/http_head.h"
#include "server/net/server.h"
#include "server/net/static_files.h"
#include "server/net/tls.h"
#include "server/net/workers.h"
#include "server/net/ws_frames.h"

#include <uv.h>

enum {
    WIRES_OUTPUT_MAX = TABLE_FRAME_MAX, /* any message: nothing is longer than a frame */
    WIRES_PIECE = 64 * 1024,            /* of a body, a write */
    WIRES_RECEIVE = 8 * 1024,           /* a read: what a connection may have waiting here */
    WIRES_ACCEPT = 256,                 /* connections accepted in a turn of the loop, */
    WIRES_BACKLOG = 1024,               /* and those that wait for it */
    WIRES_FRAMES = 4,                   /* frames written in a turn */
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

/* What things cost, in units of round_robin.h. What the store does for a call is counted by the app. */
enum {
    WIRES_COST_STEP = 1,       /* any turn, */
    WIRES_COST_ACCEPT = 5,     /* and beyond that a connection, */
    WIRES_COST_HANDSHAKE = 50, /* each of the two steps of a TLS handshake, the dearest with RSA, */
    WIRES_COST_METRICS = 3,
    WIRES_COST_UPGRADE = 5,
    WIRES_COST_MESSAGE = 4,      /* a message of a WebSocket, and */
    WIRES_COST_PIECE = 16 * 1024 /* so many bytes that are written */
};

_Static_assert((int)APP_LIST_MAX <= (int)WIRES_OUTPUT_MAX, "lists are messages");
_Static_assert(HEAD_MAX + WIRES_PIECE <= WIRES_OUTPUT_MAX, "a head and the first piece go out at once");

struct server;

/* A port. */
struct wires_listener {
    struct server *server;
    uv_poll_t poll;
    int fd; /* -1: there is none */
    int port;
    bool figures; /* for /metrics and /healthz alone, without TLS and without limits */
};

struct server {
    const struct server_config *config;
    uv_loop_t loop;
    struct clock clock;
    struct app *app;
    struct store *store;
    struct workers *workers;
    struct tls_keys *keys; /* NULL: no TLS */
    struct wires_listener public, figures;
    uv_timer_t tick;
    uv_prepare_t turn_end;
    uv_idle_t more; /* active while turns wait, so that the loop does not */
    uv_signal_t sigterm, sigint, sighup;
    struct peer *peers; /* all connections, the youngest first */
    uint32_t peers_n, peers_most;
    struct peer *spare, *spare_last; /* those that may be closed to make room: who waits for longest is first */
    struct round_robin turns;
    int64_t looked_ms; /* at all connections' deadlines */
    bool deaf;         /* there are no more files to open */
    bool stopping, store_closed, workers_closed;
    int64_t stop_by_ms;
    uint64_t requests;            /* over HTTP */
    struct histogram lag;         /* of the ticks, the last of which came */
    int64_t ticked_us;            /* then */
    uint64_t connections_refused; /* too many of an address, or in all */
    uint64_t connections_made;
    FILE *log;
    char *buffer;                 /* FRAMES_PUT_MAX + WIRES_OUTPUT_MAX: what goes out */
    char received[WIRES_RECEIVE]; /* what comes in, and what TLS made of it */
};

enum peer_state { PEER_HEAD, PEER_BODY, PEER_CALL, PEER_ANSWER, PEER_SOCKET, PEER_LINGER, PEER_GONE, PEER_STATES };

struct peer {
    uv_tcp_t tcp;
    uv_shutdown_t shutting;
    struct server *server;
    struct peer *next, *before;
    struct peer *next_spare, *before_spare;
    enum peer_state state;
    bool is_spare;
    bool figures;                   /* came by the port for figures */
    bool reads;                     /* the socket is being read */
    bool thrown;                    /* LINGER: something came, and its turn is due */
    struct round_robin_turn turn;   /* what it has to do next, where that waits */
    struct round_robin_share share; /* where it shares with nobody: behind a proxy, or at the port for figures */
    uint32_t worked;                /* units that this turn cost */
    struct address *payer;          /* behind a proxy: whose request this turn was */
    int64_t by_ms;                  /* it is ended then; 0: there is no deadline */
    size_t pending;                 /* bytes that the socket has not taken yet */
    struct tls *tls;
    struct address *visit;
    char address[ADDRESS_SIZE];
    /* HTTP. */
    char *in; /* what came, from in_at on not used yet; owned */
    size_t in_at, in_n;
    bool short_of;                  /* what is there is not whole: more must come first */
    bool asked;                     /* not the first request */
    bool keeps;                     /* the connection is used again */
    bool head_only;                 /* HEAD */
    char cookie[COOKIES_NAME_SIZE]; /* that is set where the call is granted; "" for none */
    size_t body_n;                  /* BODY: how long it will be */
    struct api_call *call;
    char *body; /* of the answer; owned, or NULL where `rest` is of the program */
    const char *rest, *rest_end;
    /* WebSocket. */
    struct session session;
    struct frames frames;
    bool woken, pinged; /* woken: the app has something for it */
    int64_t heard_ms;
    struct token_bucket pings;
    int close_code; /* 0: stays open */
    char close_why[FRAMES_WHY_SIZE];
};

/* ----------------------------------------------------------------------------------------------------------- connection.c */

/* A connection that was accepted; the descriptor is taken. */
void peer_accept(struct wires_listener *listener, int fd, const struct sockaddr *from);
void peer_become(struct peer *peer, enum peer_state state);
/* Ends it at once. */
void peer_end(struct peer *peer);
/* Sends, or keeps what the socket does not take. Where that fails the peer is GONE. */
void peer_write(struct peer *peer, const char *bytes, size_t n);
/* Lets it wait for a turn where it has something to do, else for bytes. To be called after whatever changes that. */
void peer_update(struct peer *peer);
/* The next so many bytes of `in` are used. */
void peer_consume(struct peer *peer, size_t n);
/* It is the last that will be closed to make room, or is no more among those. */
void peer_close_last(struct peer *peer, bool spare);
/* Who is at the other end of the socket. */
void peer_get_address(const struct peer *peer, char address[ADDRESS_SIZE]);
/* Does a turn that waited. */
uint32_t peer_take_turn(struct round_robin_turn *turn);
/* Ends those whose time is up, and asks WebSockets for a sign of life; about once a second. */
void peers_tick(struct server *server);

/* ----------------------------------------------------------------------------------------------------------- http.c */

/* HEAD or BODY: handles one request, if it is whole. */
void http_step(struct peer *peer);
/* ANSWER: writes the next piece, or ends the answer. */
void http_write(struct peer *peer);
/* BODY, or HEAD: answers with an error and closes. */
void http_refuse(struct peer *peer, int status, const char *code, const char *text);
/* Lets go of what belongs to a request. */
void http_clear(struct peer *peer);
/* Reads the tokens that a request shows, and notes the cookie to answer with. */
void http_tokens(struct peer *peer, const struct head *head, struct guest_tokens *tokens);

/* ------------------------------------------------------------------------------------------------------------- ws.c */

/* Two of the app's wishes: something is to be sent, or the connection must end. */
void ws_wake(void *owner, struct session *session);
void ws_hang_up(void *owner, struct session *session, int code, const char *why);
/* HEAD: answers a handshake that is right, and begins the session. */
void ws_open(struct peer *peer, const struct head *head);
/* SOCKET: handles one frame of `in`, if it is whole. */
void ws_step(struct peer *peer);
/* SOCKET: writes some of what the app has for it. */
void ws_write(struct peer *peer);
void ws_ping(struct peer *peer);
/* Leaving SOCKET. */
void ws_ended(struct peer *peer);

/* -------------------------------------------------------------------------------------------------------- metrics.c */

void metrics_write(struct server *server, struct base_out *out);

/* --------------------------------------------------------------------------------------------------------- server.c */

/* Reads the clocks. */
void server_update_time(struct server *server);

#endif
