/* server.c - runs the event loop with its sockets, the store, the clocks and signals; see server.h and net_internal.h.
 *
 * Each iteration of the loop reads once from each connection that has input. At its end, in uv_prepare, there is one
 * round of fair turns (net_internal.h), and all jobs for the store are submitted together. */
#define _GNU_SOURCE /* accept4 */
#include "net_internal.h"
#include "server/net/notices.h"

#include "engine/base/json.h"

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
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int64_t wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void server_update_time(struct server *server)
{
    clock_update_from_system(&server->clock);
    app_update_time(server->app, server->clock.now_ms, server->clock.steady_ms);
}

/* ---------------------------------------------------------------------------------------------- the app's callbacks */

static void think(void *owner, struct bot_turn *turn) { workers_queue_turn(((struct server *)owner)->workers, turn); }

static void thought(void *owner, struct bot_turn *turn) { app_take_bot_turn(((struct server *)owner)->app, turn); }

static int64_t clock_us(void *owner)
{
    (void)owner;
    return (int64_t)(uv_hrtime() / 1000);
}

static void send_notice(void *owner, struct notice_message *message)
{
    notices_send(((struct server *)owner)->notices, message);
}

static const char *notice_fault(void *owner, enum notice_kind kind, const char *address)
{
    return notices_address_fault(((struct server *)owner)->notices, kind, address);
}

static void draw_random(void *owner, void *bytes, size_t n)
{
    (void)owner;
    for (size_t got = 0; got < n;) {
        ssize_t more = getrandom((char *)bytes + got, n - got, 0);
        if (more < 0 && errno != EINTR)
            abort(); /* games cannot be dealt without randomness */
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

/* -------------------------------------------------------------------------------------------------------- listening */

static void accept_some(uv_poll_t *poll, int status, int events)
{
    struct listener *listener = poll->data;
    (void)status, (void)events;
    server_update_time(listener->server);
    for (int i = 0; i < NET_ACCEPT; i++) {
        struct sockaddr_storage from = {0};
        socklen_t size = sizeof from;
        int fd = accept4(listener->fd, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        /* Pause until the next tick, because the loop would report the socket as ready in every iteration. */
        if (fd < 0 && (errno == EMFILE || errno == ENFILE)) {
            uv_poll_stop(poll);
            listener->server->out_of_files = true;
        }
        if (fd < 0)
            return;
        peer_accept(listener, fd, (struct sockaddr *)&from);
    }
}

static int open_socket(const struct addrinfo *to, bool share_port)
{
    int fd = socket(to->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1, off = 0;
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (share_port)
        setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
    if (to->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(fd, to->ai_addr, to->ai_addrlen) == 0 && listen(fd, NET_BACKLOG) == 0)
        return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

/* Opens a listening socket and returns its descriptor. Returns -1 and sets errno on failure, or -2 if there is no such
 * address. */
static int open_port(const char *address, int port, bool share_port, const char *option)
{
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found;
    char digits[8];
    snprintf(digits, sizeof digits, "%d", port);
    int fault = getaddrinfo(address, digits, &hints, &found);
    if (fault) {
        fprintf(stderr, "fuerstenfeld: serve: no such address \"%s\" (%s): %s\n", address, option, gai_strerror(fault));
        return -2;
    }
    int fd = open_socket(found, share_port), why = errno;
    freeaddrinfo(found);
    errno = why;
    return fd;
}

/* Listens on the first free port among `ports` consecutive ones. Error messages mention `option`. */
static bool listen_on(struct listener *listener, const char *address, int port, int ports, const char *option)
{
    bool share_port = !listener->metrics && listener->server->config->share_port;
    for (int at = port; listener->fd == -1 && at < port + ports; at++) {
        listener->fd = open_port(address, at, share_port, option);
        if (listener->fd == -1 && errno != EADDRINUSE)
            break;
    }
    if (listener->fd == -1)
        fprintf(stderr,
                "fuerstenfeld: serve: cannot listen on %s port %d: %s; choose another with %s ADDRESS:PORT, "
                "where port 0 is any free one\n",
                address, port, strerror(errno), option);
    if (listener->fd < 0)
        return false;
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    getsockname(listener->fd, (struct sockaddr *)&bound, &size);
    listener->port = ntohs(bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
                                                       : ((struct sockaddr_in *)&bound)->sin_port);
    return true;
}

static bool start_ports(struct server *server)
{
    const struct server_config *config = server->config;
    server->public = (struct listener){.server = server, .fd = -1};
    server->metrics = (struct listener){.server = server, .fd = -1, .metrics = true};
    return listen_on(&server->public, config->address, config->port, config->ports, "--listen") &&
           (!config->metrics_address ||
            listen_on(&server->metrics, config->metrics_address, config->metrics_port, 1, "--metrics-listen"));
}

static bool start_listening(struct listener *listener)
{
    listener->poll.data = listener;
    return listener->fd < 0 || (uv_poll_init(&listener->server->loop, &listener->poll, listener->fd) == 0 &&
                                uv_poll_start(&listener->poll, UV_READABLE, accept_some) == 0);
}

/* --------------------------------------------------------------------------------------------------------- stopping */

static void no_close(uv_handle_t *handle) { (void)handle; }

static void close_handle(void *handle)
{
    if (!uv_is_closing(handle))
        uv_close(handle, no_close);
}

static void stop_listening(struct listener *listener)
{
    if (listener->fd < 0)
        return;
    uv_poll_stop(&listener->poll);
    close_handle(&listener->poll);
    close(listener->fd);
}

/* Closes the remaining handles once both the store and the workers are closed. */
static void end_loop(struct server *server)
{
    if (!server->store_closed || !server->workers_closed)
        return;
    close_handle(&server->tick);
    close_handle(&server->iteration_end);
    close_handle(&server->more);
    close_handle(&server->sigterm);
    close_handle(&server->sigint);
    close_handle(&server->sighup);
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

static void close_sessions(struct server *server)
{
    LIST_EACH (struct peer, peer, &server->peers, link)
        if (peer->state == PEER_SOCKET)
            ws_hang_up(server, &peer->session, CLOSE_SERVER_STOPS, "the server stops; connect again");
}

/* Closes connections without a request, and refuses requests whose body is incomplete. */
static void close_requests(struct server *server)
{
    LIST_EACH (struct peer, peer, &server->peers, link) {
        if (peer->state == PEER_HEAD)
            peer_close_now(peer);
        else if (peer->state == PEER_BODY)
            http_refuse_request(peer, &app_error_stopping);
        peer_queue_or_read(peer);
    }
}

/* Continues to stop the server. First waits for the store's jobs and their answers, then closes everything. */
static void go_on_stopping(struct server *server)
{
    bool late = server->clock.steady_ms > server->stop_by_ms, done = app_stop(server->app);
    if (!done && late) { /* the disk or database hangs; acknowledged entries are safe */
        write_log(server, "event=stopped why=\"the store did not finish in time\"");
        if (server->log)
            fflush(server->log);
        _exit(0);
    }
    if (!done)
        return;
    close_sessions(server);
    while (late && !list_is_empty(&server->peers))
        peer_close_now(LIST_OWNER(server->peers.next, struct peer, link));
    if (!list_is_empty(&server->peers) || !server->workers || !server->store)
        return;
    struct store *store = server->store;
    struct workers *workers = server->workers;
    server->store = NULL;
    server->workers = NULL;
    app_set_store(server->app, NULL);
    notices_stop(server->notices);
    workers_stop(workers, workers_are_closed);
    store_close(store, store_is_closed, server);
}

static void stop_on_signal(uv_signal_t *signal, int number)
{
    struct server *server = signal->data;
    if (server->stopping)
        return;
    server_update_time(server);
    server->stopping = true;
    server->stop_by_ms = server->clock.steady_ms + NET_STOP_MS;
    write_log(server, number == SIGTERM ? "event=stop why=SIGTERM" : "event=stop why=SIGINT");
    stop_listening(&server->public);
    stop_listening(&server->metrics);
    workers_stop_thinking(server->workers);
    close_requests(server);
    go_on_stopping(server);
}

/* ---------------------------------------------------------------------------------------------- reloading on SIGHUP */

/* Returns whether the path may be used for the log. It may unless it leads to a regular file that contains something
 * other than a log, whose lines look like `2026-11-16T12:00:00Z event=start ...`. */
static bool may_be_log(const char *path)
{
    static const char time[] = "2026-11-16T12:00:00Z", event[] = " event=";
    char first[64] = "";
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0)
        return true;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, first, sizeof first - 1) : 0;
    if (fd >= 0)
        close(fd);
    return n > (ssize_t)sizeof time && first[10] == 'T' && strncmp(first + strlen(time), event, strlen(event)) == 0;
}

/* Opens the log. Only its owner may read it, because it contains network addresses. On failure returns NULL and sets
 * errno, which is EEXIST if the file is not a log. */
static FILE *open_log(const struct server_config *config)
{
    if (!may_be_log(config->log)) {
        errno = EEXIST;
        return NULL;
    }
    int fd = open(config->log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    FILE *log = fd >= 0 ? fdopen(fd, "a") : NULL;
    if (log)
        setvbuf(log, NULL, _IOFBF, 1 << 16);
    return log;
}

/* Reopens the log after log rotation has moved the file. */
static void open_log_again(struct server *server)
{
    FILE *log = open_log(server->config);
    if (!log) {
        write_log(server, "event=log-lost why=\"it cannot be opened again; the old one goes on\"");
        return;
    }
    fclose(server->log);
    server->log = log;
}

/* Reloads the TLS certificate. If the new one is unusable, the old one stays in use. */
static void read_keys_again(struct server *server)
{
    const struct server_config *config = server->config;
    char fault[512], line[700];
    struct tls_keys *keys = tls_keys_new(config->certificate, config->key, fault, sizeof fault);
    if (keys) {
        tls_keys_free(server->keys);
        server->keys = keys;
        write_log(server, "event=certificate");
        return;
    }
    struct base_out out = base_out_cut(line, sizeof line);
    base_put(&out, "event=certificate-refused why=");
    base_json_put_text(&out, fault);
    write_log(server, line);
}

static void again(uv_signal_t *signal, int number)
{
    struct server *server = signal->data;
    (void)number;
    server_update_time(server);
    if (server->log && server->config->log)
        open_log_again(server);
    if (server->keys)
        read_keys_again(server);
    write_log(server, "event=again why=SIGHUP");
}

/* ------------------------------------------------------------------------------------------------------- event loop */

static bool start_again(struct listener *listener)
{
    return listener->fd < 0 || uv_poll_start(&listener->poll, UV_READABLE, accept_some) == 0;
}

static void ticked(uv_timer_t *timer)
{
    struct server *server = timer->data;
    int64_t now_us = clock_us(server), due_us = server->ticked_us + NET_TICK_MS * 1000;
    if (server->ticked_us)
        histogram_add(&server->lag, now_us - due_us);
    server->ticked_us = now_us;
    server_update_time(server);
    peers_check_deadlines(server);
    round_robin_unpark_all(&server->turns);
    if (server->stopping) {
        go_on_stopping(server);
        return;
    }
    if (server->out_of_files)
        server->out_of_files = !start_again(&server->public) || !start_again(&server->metrics);
    app_tick(server->app);
}

static void go_on(uv_idle_t *more) { (void)more; }

static void iteration_ended(uv_prepare_t *prepare)
{
    struct server *server = prepare->data;
    server_update_time(server);
    round_robin_run_round(&server->turns, peer_take_turn);
    if (server->store)
        app_flush(server->app);
    if (round_robin_has_ready(&server->turns))
        uv_idle_start(&server->more, go_on);
    else
        uv_idle_stop(&server->more);
    if (server->log)
        fflush(server->log);
}

static bool start_handles(struct server *server)
{
    uv_loop_t *loop = &server->loop;
    server->tick.data = server->iteration_end.data = server;
    server->sigterm.data = server->sigint.data = server->sighup.data = server;
    return start_listening(&server->public) && start_listening(&server->metrics) &&
           uv_timer_init(loop, &server->tick) == 0 && uv_idle_init(loop, &server->more) == 0 &&
           uv_timer_start(&server->tick, ticked, NET_TICK_MS, NET_TICK_MS) == 0 &&
           uv_prepare_init(loop, &server->iteration_end) == 0 &&
           uv_prepare_start(&server->iteration_end, iteration_ended) == 0 &&
           uv_signal_init(loop, &server->sigterm) == 0 &&
           uv_signal_start(&server->sigterm, stop_on_signal, SIGTERM) == 0 &&
           uv_signal_init(loop, &server->sigint) == 0 &&
           uv_signal_start(&server->sigint, stop_on_signal, SIGINT) == 0 &&
           uv_signal_init(loop, &server->sighup) == 0 && uv_signal_start(&server->sighup, again, SIGHUP) == 0;
}

static bool start_tls(struct server *server)
{
    const struct server_config *config = server->config;
    char fault[512];
    if (!config->certificate)
        return true;
    server->keys = tls_keys_new(config->certificate, config->key, fault, sizeof fault);
    if (!server->keys)
        fprintf(stderr, "fuerstenfeld: serve: cannot start TLS with %s and %s: %s\n", config->certificate, config->key,
                fault);
    return server->keys != NULL;
}

static bool start_app(struct server *server)
{
    const struct server_config *config = server->config;
    struct app_config app = {.edition = config->edition,
                             .bot_pace_ms = config->bot_pace_ms,
                             .limits = config->limits,
                             .retention = config->retention,
                             .version = config->version};
    struct app_callbacks callbacks = {server, ws_wake, ws_hang_up, think, draw_random, write_log, clock_us, NULL, NULL};
    char fault[STORE_FAULT_SIZE];
    if (!notices_start(config, &server->loop, &server->notices, &app.notices, fault)) {
        fprintf(stderr, "fuerstenfeld: serve: %s\n", fault);
        return false;
    }
    if (server->notices) {
        callbacks.send_notice = send_notice;
        callbacks.notice_fault = notice_fault;
    }
    server->app = app_new(&app, &callbacks);
    server->workers = workers_start(&server->loop, config->bot_threads, thought, server);
    if (!server->app || !server->workers) {
        fprintf(stderr, "fuerstenfeld: serve: out of memory\n");
        return false;
    }
    if (server->notices)
        notices_set_app(server->notices, server->app);
    server_update_time(server);
    struct store_hooks hooks = app_store_hooks(server->app);
    server->store = store_open(config->store, &server->loop, &hooks, fault);
    if (!server->store) {
        fprintf(stderr, "fuerstenfeld: serve: %s\n", fault);
        return false;
    }
    server_update_time(server); /* opening the store may have taken a while */
    app_set_store(server->app, server->store);
    return true;
}

/* Raises the limit of open files as far as the system allows, and derives the maximum number of connections from it. */
static void raise_limit(struct server *server)
{
    uint32_t most = server->config->limits.connections;
    struct rlimit limit;
    server->peers_max = most ? most : UINT32_MAX;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    rlim_t room = limit.rlim_cur > 2 * NET_FILES ? limit.rlim_cur - NET_FILES : NET_FILES;
    if (room < server->peers_max)
        server->peers_max = (uint32_t)room;
}

static void announce(struct server *server)
{
    const struct server_config *config = server->config;
    char url[300];
    bool any = strcmp(config->address, "0.0.0.0") == 0 || strcmp(config->address, "::") == 0;
    bool six = strchr(config->address, ':') != NULL && !any;
    snprintf(url, sizeof url, "%s://%s%s%s:%d/", config->certificate ? "https" : "http", six ? "[" : "",
             any ? "localhost" : config->address, six ? "]" : "", server->public.port);
    if (config->ready)
        config->ready(url, config->owner);
    write_log(server, "event=start");
}

static void nothing_more(void *owner) { (void)owner; }

/* Closes everything that was started before startup failed. The caller has already printed the error. */
static void give_up(struct server *server)
{
    fflush(stderr);
    if (server->public.fd >= 0)
        close(server->public.fd);
    if (server->metrics.fd >= 0)
        close(server->metrics.fd);
    if (server->workers)
        workers_stop(server->workers, nothing_more);
    if (server->store)
        store_close(server->store, nothing_more, NULL);
    notices_stop(server->notices);
    uv_run(&server->loop, UV_RUN_DEFAULT);
}

int server_run(const struct server_config *config)
{
    struct server *server = calloc(1, sizeof *server);
    int status = 2;
    if (!server)
        return status;
    server->config = config;
    server->log = config->quiet ? NULL : config->log ? open_log(config) : stderr;
    server->public.fd = server->metrics.fd = -1;
    if (server->log == stderr)
        setvbuf(server->log, NULL, _IOFBF, 1 << 16);
    if (config->log && !server->log && !config->quiet) {
        fprintf(stderr, "fuerstenfeld: serve: the log %s cannot be written: %s\n", config->log,
                errno == EEXIST ? "the file is there and is no log of a server; name another" : strerror(errno));
        free(server);
        return status;
    }
    raise_limit(server);
    clock_init_from_system(&server->clock);
    round_robin_init(&server->turns);
    list_init(&server->peers);
    list_init(&server->closeable);
    server->out = base_out_growing(realloc, APP_OUTPUT_MAX + NET_PIECE);
    uv_loop_init(&server->loop);
    if (start_ports(server) && start_tls(server) && start_app(server) && start_handles(server)) {
        announce(server);
        uv_run(&server->loop, UV_RUN_DEFAULT);
        write_log(server, "event=stopped");
        status = 0;
    } else {
        give_up(server);
    }
    if (server->log && server->log != stderr)
        fclose(server->log);
    app_free(server->app);
    free(server->out.heap);
    tls_keys_free(server->keys);
    uv_loop_close(&server->loop);
    free(server);
    return status;
}
