/* server.h - `fuerstenfeld serve` as a function: HTTP and WebSocket around the app (server/app/app.h).
 *
 * One thread runs a libuv loop with the sockets, the store and the clock; bots think in other threads. The page's files
 * are part of the program. All decisions are made in the app. */
#pragma once

#include "engine/text/edition.h"
#include "server/app/rate_limits.h"
#include "server/app/retention.h"

struct server_config {
    const char *address;         /* "127.0.0.1", "::", "0.0.0.0" */
    int port;                    /* 0: any free port */
    int ports;                   /* how many ports to try, from `port` on */
    const char *metrics_address; /* /metrics and /healthz are only at this address and port; NULL: at the same one as
                                    the page */
    int metrics_port;
    bool share_port;               /* several processes listen on the same port (SO_REUSEPORT) */
    const char *store;             /* the words of store_open */
    const char *certificate, *key; /* files, or NULL: no TLS */
    const char *origin;            /* origin of the page if it is not this server's, or NULL */
    bool trust_proxy;              /* X-Forwarded-For can be trusted */
    const char *vapid_key;         /* the file with web push's key, created if needed; NULL: no web push */
    const char *smtp;              /* "smtp://host:587"; NULL: no mail */
    const char *smtp_user, *smtp_password, *mail_from;
    bool webhooks;
    bool notices_inside;    /* notices may also go to addresses inside the server's network */
    const char *notices_ca; /* a file of certificates that notices' receivers are checked with; NULL: the system's */
    bool secure;            /* a proxy terminates TLS, so cookies are for https only */
    bool quiet;             /* no log */
    const char *log;        /* its file, or NULL: standard error */
    int bot_threads;
    int64_t bot_pace_ms;
    struct rate_limits limits;
    struct retention_policy retention;
    const struct text_edition *edition;
    const char *version;
    void (*ready)(const char *url, void *owner); /* called when the port is open */
    void *owner;
};

/* Serves until SIGTERM or SIGINT; SIGHUP reads the certificate again and reopens the log. Returns the exit status: 0,
 * or 2 if the server could not start (stderr says why). */
int server_run(const struct server_config *config);
