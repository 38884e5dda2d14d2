/* server_load.c - `fuerstenfeld-lab server-load`: measures a server under the load of many guests.
 *
 * Each guest has its own WebSocket to 127.0.0.1. The guests of a table play whole games of random legal actions, one
 * game after another, while spectators watch each table. The measurement begins when all guests have sat down. The
 * report has:
 *
 *     connections                    open during the whole measurement
 *     actions                        turns that were acknowledged: stored durably, and shown to everybody at the table
 *     refused                        answers of the server that were no frame
 *     games                          that ended
 *     wall_s cpu_s                   duration; cpu_s is the server's own, of all threads, from /proc/PID/stat
 *     p50_ms p99_ms max_ms           from sending a turn to its acknowledgement
 *     memory_before memory_after     the server's resident bytes before the first and after the last connection
 *     bytes                          received in all
 *
 * The program uses one thread and epoll and no library, so that the guests cost little compared with the server. It
 * reads JSON by searching for members, which is safe because the guests chose all names in the frames themselves. */
#include "study.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    PLAYERS_MAX = 5,
    BUFFER = 16384,       /* initial size of the input buffer, which grows if a frame is larger */
    LATENCY_STEP_US = 10, /* width of a bin of the latency histogram */
    LATENCY_STEPS = 500000,
    WHEEL = 16384, /* slots of the timer wheel: the longest thinking time of a guest, in milliseconds */
};

enum guest_state { GUEST_HANDSHAKE, GUEST_HELLO, GUEST_IDLE, GUEST_SEATED };

struct table;
struct guest {
    int fd;
    enum guest_state state;
    struct table *table;
    int seat;
    char *in;
    size_t in_n, in_size;
    uint32_t number;   /* number of the frame that the guest answers */
    int64_t sent_us;   /* time of the last unacknowledged turn; 0 if there is none */
    char action[64];   /* the action to send */
    struct guest *due; /* next guest in the same slot of the timer wheel */
};

struct table {
    struct guest guest[PLAYERS_MAX];
    struct guest *watchers;
    char id[32];
};

static struct {
    struct lab lab;
    uint64_t port, pid, tables_n, players, think_ms, watchers, seconds;
    int epoll;
    struct table *tables;
    int ready; /* number of guests that have sat down */
    bool measuring;
    uint64_t actions, refused, games, bytes, ids;
    struct ff_rng chance;
    uint32_t *latency;
    int64_t latency_max_us;
    struct guest *wheel[WHEEL];
    int64_t wheel_ms;
} bench = {.tables_n = 10, .players = 3, .seconds = 10};

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void die(const char *what)
{
    cli_error("server-load: %s: %s", what, strerror(errno));
    exit(CLI_USAGE);
}

static uint32_t below(uint32_t n) { return ff_rng_below(&bench.chance, n); }

/* ----------------------------------------------------------------------------------------------- the server's costs */

static double cpu_seconds(void)
{
    char path[64], line[1024];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%llu/stat", (unsigned long long)bench.pid);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file))
        die(path);
    fclose(file);
    const char *after = strrchr(line, ')');
    sscanf(after ? after + 2 : line, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static long memory_bytes(void)
{
    char path[64], line[256];
    long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%llu/status", (unsigned long long)bench.pid);
    FILE *file = fopen(path, "r");
    if (!file)
        die(path);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "VmRSS: %ld", &kilobytes) == 1)
            break;
    fclose(file);
    return kilobytes * 1024;
}

/* -------------------------------------------------------------------------------------------------------- WebSocket */

static void write_all(struct guest *guest, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t sent = send(guest->fd, bytes, n, MSG_NOSIGNAL);
        if (sent < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (sent <= 0)
            die("send");
        bytes += sent;
        n -= (size_t)sent;
    }
}

/* Sends a text message. Uses a mask of zeros, which leaves the text unchanged. */
static void send_text(struct guest *guest, const char *text)
{
    char frame[1100] = {(char)0x81};
    size_t n = strlen(text), head = n < 126 ? 6 : 8;
    frame[1] = (char)(0x80 | (n < 126 ? n : 126));
    if (n >= 126) {
        frame[2] = (char)(n >> 8);
        frame[3] = (char)n;
    }
    memcpy(frame + head, text, n);
    write_all(guest, frame, head + n);
}

static void guest_connect(struct guest *guest)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)bench.port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int one = 1;
    char request[256];
    guest->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (guest->fd < 0 || connect(guest->fd, (struct sockaddr *)&to, sizeof to) != 0)
        die("connect");
    setsockopt(guest->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = guest};
    if (epoll_ctl(bench.epoll, EPOLL_CTL_ADD, guest->fd, &event) != 0)
        die("epoll_ctl");
    guest->in_size = BUFFER;
    guest->in = malloc(guest->in_size);
    snprintf(request, sizeof request,
             "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
             (unsigned)bench.port);
    write_all(guest, request, strlen(request));
}

/* ------------------------------------------------------------------------------------------------------------- play */

static void table_make(struct table *table)
{
    char text[256];
    int n = snprintf(text, sizeof text, "{\"type\":\"create\",\"id\":\"c%llu\",\"seats\":[\"me\"",
                     (unsigned long long)bench.ids++);
    for (int seat = 1; seat < (int)bench.players; seat++)
        n += snprintf(text + n, sizeof text - (size_t)n, ",\"open\"");
    snprintf(text + n, sizeof text - (size_t)n, "]}");
    table->id[0] = '\0';
    table->guest[0].number = 0;
    send_text(&table->guest[0], text);
}

static bool watches(const struct guest *guest) { return guest->seat >= (int)bench.players; }

static void guest_join(struct guest *guest)
{
    char text[128];
    guest->number = 0;
    snprintf(text, sizeof text, "{\"type\":\"attach\",\"table\":\"%s\"}", guest->table->id);
    send_text(guest, text);
    if (watches(guest))
        return;
    snprintf(text, sizeof text, "{\"type\":\"sit\",\"id\":\"s%llu\"}", (unsigned long long)bench.ids++);
    send_text(guest, text);
}

static void guest_answer(struct guest *guest)
{
    char text[256];
    snprintf(text, sizeof text, "{\"type\":\"play\",\"id\":\"p%llu\",\"number\":%u,\"actions\":\"%s\"}",
             (unsigned long long)bench.ids++, guest->number, guest->action);
    guest->sent_us = now_us();
    send_text(guest, text);
}

static void guest_think(struct guest *guest)
{
    if (bench.think_ms == 0) {
        guest_answer(guest);
        return;
    }
    int64_t at = now_us() / 1000 + (int64_t)bench.think_ms / 2 + below((uint32_t)bench.think_ms);
    struct guest **slot = &bench.wheel[at % WHEEL];
    guest->due = *slot;
    *slot = guest;
}

static void wheel_turn(void)
{
    int64_t now = now_us() / 1000;
    for (; bench.wheel_ms <= now; bench.wheel_ms++) {
        struct guest *guest = bench.wheel[bench.wheel_ms % WHEEL];
        bench.wheel[bench.wheel_ms % WHEEL] = NULL;
        for (struct guest *next; guest; guest = next) {
            next = guest->due;
            guest_answer(guest);
        }
    }
}

/* Picks a random action from the list "legal":["...","..."]. */
static bool pick_legal(const char *text, char *action, size_t size)
{
    const char *at = strstr(text, "\"legal\":["), *word[64];
    size_t length[64];
    uint32_t n = 0;
    for (at = at ? at + 9 : NULL; at && *at == '"' && n < 64; n++) {
        const char *end = strchr(at + 1, '"');
        word[n] = at + 1;
        length[n] = (size_t)(end - at - 1);
        at = end + 1 + (end[1] == ',');
    }
    if (n == 0)
        return false;
    uint32_t nth = below(n);
    snprintf(action, size, "%.*s", (int)length[nth], word[nth]);
    return true;
}

static void acknowledged(struct guest *guest)
{
    int64_t took = now_us() - guest->sent_us;
    guest->sent_us = 0;
    if (!bench.measuring)
        return;
    bench.actions++;
    int64_t step = took / LATENCY_STEP_US;
    bench.latency[step < LATENCY_STEPS ? step : LATENCY_STEPS - 1]++;
    if (took > bench.latency_max_us)
        bench.latency_max_us = took;
}

static void frame_came(struct guest *guest, const char *text)
{
    struct table *table = guest->table;
    const char *number = strstr(text, "\"number\":"), *id = strstr(text, "\"table\":\"");
    bool mine = guest->seat == 0 && strstr(text, "\"ack\":\"c");
    if (mine && id) { /* the guest has made its table, so the other guests can join it */
        sscanf(id + 9, "%31[a-z0-9]", table->id);
        for (int seat = 1; seat < (int)bench.players; seat++)
            if (table->guest[seat].state == GUEST_IDLE || table->guest[seat].state == GUEST_SEATED)
                guest_join(&table->guest[seat]);
        for (uint64_t i = 0; i < bench.watchers; i++)
            if (table->watchers[i].state == GUEST_IDLE)
                guest_join(&table->watchers[i]);
    }
    if (!id || strncmp(id + 9, table->id, strlen(table->id)) != 0 || !table->id[0])
        return; /* the frame belongs to the previous table */
    if (mine || strstr(text, "\"ack\":\"s")) {
        bench.ready += guest->state != GUEST_SEATED;
        guest->state = GUEST_SEATED;
    }
    if (guest->sent_us && strstr(text, "\"ack\":\"p"))
        acknowledged(guest);
    if (strstr(text, "\"phase\":\"over\"")) {
        if (guest->seat == 0) {
            bench.games += bench.measuring;
            table_make(table);
        }
        return;
    }
    uint32_t n = number ? (uint32_t)strtoul(number + 9, NULL, 10) : 0;
    if (guest->sent_us == 0 && n > guest->number && pick_legal(text, guest->action, sizeof guest->action)) {
        guest->number = n;
        guest_think(guest);
    }
}

static void message_came(struct guest *guest, const char *text)
{
    if (strncmp(text, "{\"type\":\"welcome\"", 17) == 0) {
        guest->state = GUEST_IDLE;
        if (guest->seat == 0)
            table_make(guest->table);
        else if (guest->table->id[0])
            guest_join(guest);
    } else if (strncmp(text, "{\"type\":\"table\"", 15) == 0) {
        if (!watches(guest))
            frame_came(guest, text);
    } else if (strstr(text, "\"type\":\"refused\"")) {
        if (bench.refused++ < 5)
            cli_error("server-load: %s", text);
        guest->sent_us = 0;
    }
}

/* ---------------------------------------------------------------------------------------------------------- reading */

/* Returns the size of the first message in the guest's input, including its header; 0 if the message is incomplete. */
static size_t message_size(const struct guest *guest, size_t *head)
{
    const unsigned char *in = (const unsigned char *)guest->in;
    size_t n;
    if (guest->in_n < 2)
        return 0;
    n = in[1] & 127u;
    *head = n == 126 ? 4 : n == 127 ? 10 : 2;
    if (guest->in_n < *head)
        return 0;
    if (n == 126)
        n = (size_t)in[2] << 8 | in[3];
    else if (n == 127)
        n = (size_t)in[6] << 24 | (size_t)in[7] << 16 | (size_t)in[8] << 8 | in[9];
    return guest->in_n >= *head + n ? *head + n : 0;
}

static void take_handshake(struct guest *guest)
{
    char *end = strstr(guest->in, "\r\n\r\n");
    if (!end)
        return;
    if (strncmp(guest->in, "HTTP/1.1 101", 12) != 0) {
        cli_error("server-load: %.60s", guest->in);
        exit(CLI_USAGE);
    }
    size_t used = (size_t)(end + 4 - guest->in);
    memmove(guest->in, guest->in + used, guest->in_n - used);
    guest->in_n -= used;
    guest->state = GUEST_HELLO;
    send_text(guest, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"Guest\",\"legal\":true}");
}

static void take_messages(struct guest *guest)
{
    size_t head, size, at = 0, total = guest->in_n;
    while ((guest->in += at, guest->in_n -= at, size = message_size(guest, &head)) > 0) {
        char *text = guest->in + head, after = guest->in[size];
        int opcode = guest->in[0] & 15;
        guest->in[size] = '\0';
        if (opcode == 1)
            message_came(guest, text);
        else if (opcode == 8)
            die("the server closed a connection");
        guest->in[size] = after;
        at = size;
    }
    guest->in -= total - guest->in_n;
    memmove(guest->in, guest->in + (total - guest->in_n), guest->in_n);
}

static void guest_read(struct guest *guest)
{
    if (guest->in_n + 1 >= guest->in_size) {
        guest->in_size *= 2;
        guest->in = realloc(guest->in, guest->in_size);
    }
    ssize_t n = recv(guest->fd, guest->in + guest->in_n, guest->in_size - guest->in_n - 1, MSG_DONTWAIT);
    if (n <= 0) {
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        die("a connection ended");
    }
    bench.bytes += bench.measuring ? (uint64_t)n : 0;
    guest->in_n += (size_t)n;
    guest->in[guest->in_n] = '\0';
    if (guest->state == GUEST_HANDSHAKE)
        take_handshake(guest);
    if (guest->state != GUEST_HANDSHAKE)
        take_messages(guest);
}

static void run_until(int64_t end_us, int ready)
{
    struct epoll_event events[256];
    while (now_us() < end_us && bench.ready < ready) {
        int n = epoll_wait(bench.epoll, events, 256, 1);
        for (int i = 0; i < n; i++)
            guest_read(events[i].data.ptr);
        wheel_turn();
    }
}

/* ----------------------------------------------------------------------------------------------------------- report */

static double percentile_ms(double share)
{
    uint64_t want = (uint64_t)((double)bench.actions * share), sum = 0;
    for (int i = 0; i < LATENCY_STEPS; i++)
        if ((sum += bench.latency[i]) > want)
            return (double)(i + 1) * LATENCY_STEP_US / 1000.0;
    return 0;
}

static void connect_as(struct guest *guest, struct table *table, int seat)
{
    guest->table = table;
    guest->seat = seat;
    guest_connect(guest);
}

static void connect_table(struct table *table, int total)
{
    table->watchers = calloc(bench.watchers + 1, sizeof *table->watchers);
    for (uint64_t k = 0; k < bench.watchers; k++) {
        connect_as(&table->watchers[k], table, (int)(bench.players + k));
        if (k % 32 == 31)
            run_until(now_us() + 2000, total + 1);
    }
    for (uint64_t seat = 0; seat < bench.players; seat++)
        connect_as(&table->guest[seat], table, (int)seat);
}

/* Connects the guests in small groups, and handles messages between the groups. */
static void connect_all(void)
{
    const int total = (int)(bench.tables_n * bench.players);
    for (uint64_t i = 0; i < bench.tables_n; i++) {
        connect_table(&bench.tables[i], total);
        if (i % 16 == 15)
            run_until(now_us() + 2000, total + 1);
    }
    run_until(now_us() + 60000000, total);
    if (bench.ready < total) {
        cli_error("server-load: %d of %d guests sat down", bench.ready, total);
        exit(CLI_USAGE);
    }
}

static void print(double wall, double cpu, const long memory[2])
{
    struct lab_report *report = &bench.lab.report;
    lab_table_begin(report, "load", "what the guests saw, and what the server used");
    lab_cell_count(report, "connections", bench.tables_n * (bench.players + bench.watchers));
    lab_cell_count(report, "actions", bench.actions);
    lab_cell_count(report, "refused", bench.refused);
    lab_cell_count(report, "games", bench.games);
    lab_cell_real(report, "wall_s", 3, wall);
    lab_cell_real(report, "cpu_s", 3, cpu);
    lab_cell_real(report, "p50_ms", 3, percentile_ms(0.5));
    lab_cell_real(report, "p99_ms", 3, percentile_ms(0.99));
    lab_cell_real(report, "max_ms", 3, (double)bench.latency_max_us / 1000.0);
    lab_cell_count(report, "memory_before", (uint64_t)memory[0]);
    lab_cell_count(report, "memory_after", (uint64_t)memory[1]);
    lab_cell_count(report, "bytes", bench.bytes);
    lab_row_end(report);
}

static int run_server_load(void *context)
{
    (void)context;
    if (!bench.port || !bench.pid) {
        cli_error("server-load: say which server, with --port N and --pid N");
        return CLI_USAGE;
    }
    bench.wheel_ms = now_us() / 1000;
    bench.chance = ff_rng_of((uint64_t)now_us());
    bench.epoll = epoll_create1(0);
    bench.tables = calloc(bench.tables_n, sizeof *bench.tables);
    bench.latency = calloc(LATENCY_STEPS, sizeof *bench.latency);
    if (!bench.tables || !bench.latency)
        die("memory");
    long memory[2] = {memory_bytes(), 0};
    connect_all();
    memory[1] = memory_bytes();
    run_until(now_us() + 1000000, bench.ready + 1); /* warm */
    bench.measuring = true;
    double cpu = cpu_seconds();
    int64_t began = now_us();
    run_until(began + (int64_t)bench.seconds * 1000000, bench.ready + 1);
    double wall = (double)(now_us() - began) / 1e6;
    print(wall, cpu_seconds() - cpu, memory);
    return CLI_OK;
}

int cmd_server_load(int argc, char **argv)
{
    const struct cli_option options[] = {
        {"port", "N", "of the server on 127.0.0.1 (required)", .number = &bench.port, .min = 1, .max = 65535},
        {"pid", "N", "the server's process (required)", .number = &bench.pid, .min = 1, .max = INT32_MAX},
        {"tables", "N", "tables that play at a time (10)", .number = &bench.tables_n, .min = 1, .max = 100000},
        {"players", "N", "at each table, 2 to 5 (3)", .number = &bench.players, .min = 2, .max = PLAYERS_MAX},
        {"watchers", "N", "at each table (0)", .number = &bench.watchers, .max = 100000},
        {"seconds", "N", "of the measurement (10)", .number = &bench.seconds, .min = 1, .max = 86400},
        {"think", "MS", "a guest answers so many milliseconds after it was asked; 0: at once (0)",
         .number = &bench.think_ms, .max = WHEEL / 2},
    };
    const struct lab_study about = {
        CLI_USAGE_OF("server-load", "", "Lets many guests play random games on a running server, and measures both.",
                     options),
        LAB_JSON, run_server_load};
    return lab_study(&about, &bench, argc, argv);
}
