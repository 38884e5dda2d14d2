/* server.h - `fuerstenfeld serve` as a function: HTTP and WebSocket for the app (server/app/app.h).
 *
 * One thread runs a libuv loop with the sockets, the store and the clocks. Bots think in other threads. The page's
 * files are part of the program. The app makes all decisions. */
#pragma once

#include "engine/text/edition.h"
#include "server/app/rate_limits.h"
#include "server/app/retention.h"

struct server_config {
    const char *address;         /* such as "127.0.0.1", "::" or "0.0.0.0" */
    int port;                    /* 0: any free port */
    int ports;                   /* number of consecutive ports to try, starting with `port` */
    const char *metrics_address; /* address for /metrics and /healthz, which are then available only there; NULL: the
                                    page's address and port */
    int metrics_port;
    bool share_port;               /* other processes may listen on the same port (SO_REUSEPORT) */
    const char *store;             /* argument of store_open */
    const char *certificate, *key; /* files in PEM format; NULL: no TLS */
    const char *origin;            /* origin of a page that is hosted elsewhere, or NULL */
    bool trust_proxy;              /* the server is behind a proxy that sets X-Forwarded-For */
    const char *vapid_key;         /* file with the key for web push, created if needed; NULL: no web push */
    const char *smtp;              /* URL of the mail server, such as "smtp://host:587"; NULL: no mail */
    const char *smtp_user, *smtp_password, *mail_from;
    bool webhooks;
    bool notices_inside;    /* notices may also be sent to addresses in private networks */
    const char *notices_ca; /* file of certificates for checking the receivers of notices; NULL: the system's */
    bool secure;            /* a proxy terminates TLS, so cookies are marked as secure */
    bool quiet;             /* no log */
    const char *log;        /* path of the log; NULL: standard error */
    int bot_threads;
    int64_t bot_pace_ms;
    struct rate_limits limits;
    struct retention_policy retention;
    const struct text_edition *edition;
    const char *version;
    void (*ready)(const char *url, void *owner); /* called once the port is open */
    void *owner;
};

/* Runs the server until SIGTERM or SIGINT. SIGHUP reloads the certificate and reopens the log. Returns the exit status:
 * 0, or 2 if the server could not start, which it explains on stderr. */
int server_run(const struct server_config *config);
