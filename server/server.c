/* server.c - the loop: sockets, the store, the clock, signals; see server.h.
 *
 * libwebsockets runs on our libuv loop. We open the listening socket ourselves and hand connections over, because
 * libwebsockets 4.1 would listen on every interface where one is meant, and goes on without a port that it cannot have.
 *
 * A turn of the loop: everything that has come in is handled, and at its end (uv_prepare, just before waiting) all that
 * is to be stored goes off together, and all who have something to get are written to once. */
#define _GNU_SOURCE /* accept4 */
#include "wires.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int64_t wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void keep_time(struct server *server)
{
    clock_read(&server->clock);
    hall_time(server->hall, server->clock.now_ms, server->clock.steady_ms);
}

/* ------------------------------------------------------------------------------------------------- the hall's world */

static void think(void *owner, struct bot_turn *turn) { workers_think(((struct server *)owner)->workers, turn); }

static void thought(void *owner, struct bot_turn *turn) { hall_bot_played(((struct server *)owner)->hall, turn); }

static void draw_random(void *owner, void *bytes, size_t n)
{
    (void)owner;
    for (size_t got = 0; got < n;) {
        ssize_t more = getrandom((char *)bytes + got, n - got, 0);
        if (more < 0 && errno != EINTR)
            abort(); /* without chance there is nothing to deal */
        got += more > 0 ? (size_t)more : 0;
    }
}

static void write_log(void *owner, const char *line)
{
    struct server *server = owner;
    char time[40];
    time_t seconds = (time_t)(wall_ms() / 1000);
    struct tm utc;
    if (!server->log)
        return;
    gmtime_r(&seconds, &utc);
    strftime(time, sizeof time, "%Y-%m-%dT%H:%M:%SZ", &utc);
    fprintf(server->log, "%s %s\n", time, line);
}

/* --------------------------------------------------------------------------------------------------------- callback */

static bool may_upgrade(struct server *server, struct lws *wsi)
{
    char path[16];
    http_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    return strcmp(path, "/ws") == 0 && http_origin_ok(server, wsi);
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
{
    struct server *server = lws_context_user(lws_get_context(wsi));
    struct peer *peer = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        keep_time(server);
        peer->wsi = wsi;
        peer->server = server;
        return http_request(server, peer, in);
    case LWS_CALLBACK_HTTP_BODY: return http_body(peer, in, n);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return http_body_end(server, peer);
    case LWS_CALLBACK_HTTP_WRITEABLE: return http_writeable(peer);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (peer)
            http_closed(peer);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return may_upgrade(server, wsi) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
        keep_time(server);
        peer->wsi = wsi;
        peer->server = server;
        return ws_open(server, peer);
    case LWS_CALLBACK_RECEIVE: keep_time(server); return ws_receive(peer, in, n);
    case LWS_CALLBACK_SERVER_WRITEABLE: return ws_writeable(server, peer);
    case LWS_CALLBACK_CLOSED:
        keep_time(server);
        ws_close(server, peer);
        return 0;
    default: return 0;
    }
}

/* -------------------------------------------------------------------------------------------------------- listening */

static void accept_all(uv_poll_t *listening, int status, int events)
{
    struct server *server = listening->data;
    (void)status, (void)events;
    for (;;) {
        int fd = accept4(server->listen_fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC), on = 1;
        if (fd < 0 && (errno == EMFILE || errno == ENFILE)) { /* the next tick tries again; it would ring for ever */
            uv_poll_stop(listening);
            server->deaf = true;
        }
        if (fd < 0)
            return;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        lws_adopt_socket_vhost(server->vhost, fd); /* closes it where it fails */
    }
}

static int open_socket(const struct server_config *config, const struct addrinfo *to)
{
    int fd = socket(to->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1, off = 0;
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (config->share_port)
        setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
    if (to->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(fd, to->ai_addr, to->ai_addrlen) == 0 && listen(fd, 4096) == 0)
        return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static bool listen_on(struct server *server)
{
    const struct server_config *config = server->config;
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found;
    char port[8];
    snprintf(port, sizeof port, "%d", config->port);
    int fault = getaddrinfo(config->address, port, &hints, &found);
    if (fault) {
        fprintf(stderr, "fuerstenfeld: serve: no such address \"%s\": %s\n", config->address, gai_strerror(fault));
        return false;
    }
    server->listen_fd = open_socket(config, found);
    freeaddrinfo(found);
    if (server->listen_fd < 0) {
        fprintf(stderr, "fuerstenfeld: serve: cannot listen on %s port %d: %s\n", config->address, config->port,
                strerror(errno));
        return false;
    }
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    getsockname(server->listen_fd, (struct sockaddr *)&bound, &size);
    server->port = ntohs(bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
                                                     : ((struct sockaddr_in *)&bound)->sin_port);
    return true;
}

/* ------------------------------------------------------------------------------------------------------------- stop */

static void no_close(uv_handle_t *handle) { (void)handle; }

static void close_handle(void *handle)
{
    if (!uv_is_closing(handle))
        uv_close(handle, no_close);
}

/* Everything is closed but the sockets. */
static void end_loop(struct server *server)
{
    if (!server->store_closed || !server->workers_closed)
        return;
    close_handle(&server->tick);
    close_handle(&server->turn_end);
    close_handle(&server->sigterm);
    close_handle(&server->sigint);
    lws_context_destroy(server->context);
}

static void store_is_closed(void *owner)
{
    struct server *server = owner;
    server->store_closed = true;
    server->store = NULL;
    end_loop(server);
}

static void workers_are_closed(void *owner)
{
    struct server *server = owner;
    server->workers_closed = true;
    server->workers = NULL;
    end_loop(server);
}

static void say_goodbye(struct server *server)
{
    for (struct peer *peer = server->peers; peer; peer = peer->next)
        if (!peer->close_code) {
            peer->close_code = LWS_CLOSE_STATUS_GOINGAWAY;
            peer->close_why = "the server stops; connect again";
            lws_callback_on_writable(peer->wsi);
        }
}

/* What is under way is finished first: entries on their way to the store, and the answers about them. */
static void go_on_stopping(struct server *server)
{
    bool late = server->clock.steady_ms > server->stop_by_ms, done = hall_stop(server->hall);
    if (!done && late) { /* a disk or a database that does not answer; what was acknowledged is safe */
        write_log(server, "event=stopped why=\"the store did not finish in time\"");
        if (server->log)
            fflush(server->log);
        _exit(0);
    }
    if (!done)
        return;
    say_goodbye(server);
    if ((server->peers && !late) || !server->workers || !server->store)
        return;
    struct store *store = server->store;
    struct workers *workers = server->workers;
    server->store = NULL;
    server->workers = NULL;
    hall_use(server->hall, NULL);
    workers_stop(workers, workers_are_closed);
    store_close(store, store_is_closed, server);
}

static void stop(uv_signal_t *signal, int number)
{
    struct server *server = signal->data;
    if (server->stopping)
        return;
    keep_time(server);
    server->stopping = true;
    server->stop_by_ms = server->clock.steady_ms + WIRES_STOP_MS;
    write_log(server, number == SIGTERM ? "event=stop why=SIGTERM" : "event=stop why=SIGINT");
    uv_poll_stop(&server->listening);
    close_handle(&server->listening);
    close(server->listen_fd);
    workers_hurry(server->workers);
    go_on_stopping(server);
}

/* ------------------------------------------------------------------------------------------------------------- loop */

static void ticked(uv_timer_t *timer)
{
    struct server *server = timer->data;
    keep_time(server);
    if (server->stopping) {
        go_on_stopping(server);
        return;
    }
    if (server->deaf)
        server->deaf = uv_poll_start(&server->listening, UV_READABLE, accept_all) != 0;
    hall_tick(server->hall);
}

static void turn_ended(uv_prepare_t *prepare)
{
    struct server *server = prepare->data;
    for (;;) { /* who was written to may have sent the next message already, which is handled then */
        if (server->store)
            hall_flush(server->hall);
        if (!server->woken)
            break;
        ws_write_to_woken(server);
    }
    if (server->log)
        fflush(server->log);
}

static bool start_handles(struct server *server)
{
    uv_loop_t *loop = &server->loop;
    server->listening.data = server->tick.data = server->turn_end.data = server;
    server->sigterm.data = server->sigint.data = server;
    return uv_poll_init(loop, &server->listening, server->listen_fd) == 0 &&
           uv_poll_start(&server->listening, UV_READABLE, accept_all) == 0 && uv_timer_init(loop, &server->tick) == 0 &&
           uv_timer_start(&server->tick, ticked, WIRES_TICK_MS, WIRES_TICK_MS) == 0 &&
           uv_prepare_init(loop, &server->turn_end) == 0 && uv_prepare_start(&server->turn_end, turn_ended) == 0 &&
           uv_signal_init(loop, &server->sigterm) == 0 && uv_signal_start(&server->sigterm, stop, SIGTERM) == 0 &&
           uv_signal_init(loop, &server->sigint) == 0 && uv_signal_start(&server->sigint, stop, SIGINT) == 0;
}

/* A connection that has shown no sign of life for 40 s is asked, and closed after another 20. */
static const lws_retry_bo_t signs_of_life = {.secs_since_valid_ping = 40, .secs_since_valid_hangup = 60};

/* Without a tx_packet_size libwebsockets would cut what it sends into pieces of rx_buffer_size. */
static const struct lws_protocols protocols[] = {
    {.name = "fuerstenfeld.1",
     .callback = callback,
     .per_session_data_size = sizeof(struct peer),
     .rx_buffer_size = WIRES_RECEIVE,
     .tx_packet_size = WIRES_PULL_MAX},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static bool start_context(struct server *server)
{
    const struct server_config *config = server->config;
    void *loops[] = {&server->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .foreign_loops = loops,
        .user = server,
        .retry_and_idle_policy = &signs_of_life,
        .timeout_secs = 15,
        .keepalive_timeout = 30,
        .server_string = "fuerstenfeld",
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .alpn = "http/1.1",
    };
    if (config->certificate) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = config->certificate;
        info.ssl_private_key_filepath = config->key;
    }
    server->context = lws_create_context(&info);
    server->vhost = server->context ? lws_create_vhost(server->context, &info) : NULL;
    if (server->vhost)
        return true;
    fprintf(stderr,
            config->certificate ? "fuerstenfeld: serve: cannot start TLS with %s and %s\n"
                                : "fuerstenfeld: serve: cannot start the network library\n",
            config->certificate, config->key);
    return false;
}

static bool start_hall(struct server *server)
{
    const struct server_config *config = server->config;
    struct hall_config hall = {config->edition, config->bot_pace_ms, config->limits, config->version};
    struct hall_world world = {server, ws_wake, ws_hang_up, think, draw_random, write_log};
    char fault[STORE_FAULT_SIZE];
    server->hall = hall_new(&hall, &world);
    server->workers = workers_start(&server->loop, config->bot_threads, thought, server);
    server->buffer = malloc(LWS_PRE + WIRES_PULL_MAX);
    if (!server->hall || !server->workers || !server->buffer) {
        fprintf(stderr, "fuerstenfeld: serve: out of memory\n");
        return false;
    }
    keep_time(server);
    struct store_hooks hooks = hall_hooks(server->hall);
    server->store = store_open(config->store, &server->loop, &hooks, fault);
    if (!server->store) {
        fprintf(stderr, "fuerstenfeld: serve: %s\n", fault);
        return false;
    }
    hall_use(server->hall, server->store);
    return true;
}

static void quiet_library(int level, const char *line)
{
    (void)level;
    fprintf(stderr, "fuerstenfeld: serve: %s", line);
}

/* As many connections as the system allows. */
static void raise_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static void announce(struct server *server)
{
    const struct server_config *config = server->config;
    char url[300];
    bool any = strcmp(config->address, "0.0.0.0") == 0 || strcmp(config->address, "::") == 0;
    bool six = strchr(config->address, ':') != NULL && !any;
    snprintf(url, sizeof url, "%s://%s%s%s:%d/", config->certificate ? "https" : "http", six ? "[" : "",
             any ? "localhost" : config->address, six ? "]" : "", server->port);
    if (config->ready)
        config->ready(url, config->owner);
    write_log(server, "event=start");
}

static void nothing_more(void *owner) { (void)owner; }

/* It could not start, and it was said why: what has been started so far is closed. */
static void give_up(struct server *server)
{
    fflush(stderr);
    if (server->listen_fd >= 0)
        close(server->listen_fd);
    if (server->workers)
        workers_stop(server->workers, nothing_more);
    if (server->store)
        store_close(server->store, nothing_more, NULL);
    if (server->context)
        lws_context_destroy(server->context);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    if (server->context)
        lws_context_destroy(server->context);
}

int server_run(const struct server_config *config)
{
    struct server *server = calloc(1, sizeof *server);
    int status = 2;
    if (!server)
        return status;
    server->config = config;
    server->log = config->quiet ? NULL : stderr;
    server->listen_fd = -1;
    if (server->log)
        setvbuf(server->log, NULL, _IOFBF, 1 << 16);
    lws_set_log_level(LLL_ERR, quiet_library);
    raise_limit();
    clock_begin(&server->clock);
    uv_loop_init(&server->loop);
    if (listen_on(server) && start_hall(server) && start_context(server) && start_handles(server)) {
        announce(server);
        uv_run(&server->loop, UV_RUN_DEFAULT);
        lws_context_destroy(server->context);
        write_log(server, "event=stopped");
        status = 0;
    } else {
        give_up(server);
    }
    hall_free(server->hall);
    free(server->buffer);
    uv_loop_close(&server->loop);
    free(server);
    return status;
}
