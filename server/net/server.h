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
    const char *metrics_address; /* /metrics and /healthz are at this address and port alone; NULL: with the rest */
    int metrics_port;
    bool share_port;               /* several processes listen on the same port (SO_REUSEPORT) */
    const char *store;             /* the words of store_open */
    const char *certificate, *key; /* files, or NULL: no TLS */
    const char *origin;            /* of the page where it is not this server's own, or NULL */
    bool trust_proxy;              /* X-Forwarded-For tells the truth */
    const char *vapid_key;         /* the file of web push's key, made if it does not exist; NULL: no web push */
    const char *smtp;              /* "smtp://host:587"; NULL: no mail */
    const char *smtp_user, *smtp_password, *mail_from;
    bool webhooks;
    bool notices_inside;    /* notices may also go to addresses inside the own network */
    const char *notices_ca; /* a file of certificates for their receivers; NULL: the system's */
    bool secure;            /* a proxy in front does TLS: cookies are for https alone */
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

/* Serves until SIGTERM or SIGINT; SIGHUP reads the certificate again and opens the log again. The exit status: 0, or 2
 * where it could not start and said why on stderr. */
int server_run(const struct server_config *config);
