/* wires.h - what the files around libwebsockets share: the server, a connection, answers over HTTP. */
#ifndef SERVER_WIRES_H
#define SERVER_WIRES_H

#include "server/clock.h"
#include "server/files.h"
#include "server/hall.h"
#include "server/server.h"
#include "server/workers.h"

#include <libwebsockets.h>
#include <uv.h>

enum {
    WIRES_PULL_MAX = 256 * 1024, /* the longest message: two full lists */
    WIRES_PIECE = 16 * 1024,     /* of a file, a write */
    WIRES_RECEIVE = 512,         /* of each connection; longer messages come in pieces */
    WIRES_TICK_MS = 100,
    WIRES_STOP_MS = 10000, /* for everything that is under way to finish */
};

struct server {
    const struct server_config *config;
    uv_loop_t loop;
    struct clock clock;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct hall *hall;
    struct store *store;
    struct workers *workers;
    int listen_fd;
    uv_poll_t listening;
    uv_timer_t tick;
    uv_prepare_t turn_end;
    uv_signal_t sigterm, sigint;
    struct peer *peers; /* all WebSocket connections */
    struct peer *woken; /* those that have something to get */
    bool deaf;          /* there are no more files to open */
    bool stopping, store_closed, workers_closed;
    int64_t stop_by_ms;
    int port;
    uint64_t requests; /* over HTTP */
    FILE *log;
    unsigned char *buffer; /* LWS_PRE + WIRES_PULL_MAX */
};

/* What a connection is at: nothing yet, an answer on its way over HTTP, or a WebSocket. */
struct peer {
    struct lws *wsi;
    struct server *server;
    /* WebSocket. */
    bool open;
    struct peer *next, *before, *next_woken;
    bool woken;
    struct session session;
    char *piece; /* of a message that comes in several */
    size_t piece_n;
    int close_code; /* 0: stays open */
    const char *close_why;
    /* HTTP. */
    struct hall_call *call;
    bool awaits_body; /* of a POST: the call is not under way yet */
    char *posted;     /* the body of a POST */
    size_t posted_n;
    bool tells_cookie;
    bool head;                      /* headers are enough */
    char *body;                     /* owned */
    const uint8_t *rest, *rest_end; /* what is still to be sent */
};

/* ----------------------------------------------------------------------------------------------------------- http.c */

/* The callbacks of HTTP; what each returns goes back to libwebsockets. */
int http_request(struct server *server, struct peer *peer, const char *path);
int http_body(struct peer *peer, const char *bytes, size_t n);
int http_body_end(struct server *server, struct peer *peer);
int http_writeable(struct peer *peer);
void http_closed(struct peer *peer);

/* A header's value, or "". */
void http_header(struct lws *wsi, enum lws_token_indexes token, char *value, size_t size);
/* The token of the Authorization header or of the cookie. */
bool http_token(struct lws *wsi, uint8_t token[MESSAGE_TOKEN_BYTES]);
void http_address(const struct server *server, struct lws *wsi, char address[ADDRESS_SIZE]);
/* Whether a request from that page may be answered: there is no Origin, or it is the server's own. */
bool http_origin_ok(const struct server *server, struct lws *wsi);

/* ------------------------------------------------------------------------------------------------------------- ws.c */

/* Two of the hall's wishes: something is to be sent, or the connection must end. */
void ws_wake(void *owner, struct session *session);
void ws_hang_up(void *owner, struct session *session, int code, const char *why);
/* The callbacks of a WebSocket. */
int ws_open(struct server *server, struct peer *peer);
void ws_close(struct server *server, struct peer *peer);
int ws_receive(struct peer *peer, const char *bytes, size_t n);
int ws_writeable(struct server *server, struct peer *peer);
/* At the end of a turn of the loop. */
void ws_write_to_woken(struct server *server);

/* -------------------------------------------------------------------------------------------------------- metrics.c */

void metrics_write(struct server *server, struct out *out);

#endif
