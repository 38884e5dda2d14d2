/* http.c - requests over HTTP: the page's files, /api, /healthz, /metrics; see net_internal.h and
 * docs/authors/protocol.md.
 *
 * One request of a connection is handled at a time. http_step goes on with whatever has come, and stops where something
 * must be waited for: more bytes, the app's answer, a socket that takes no more. */
#include "net_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* ---------------------------------------------------------------------------------------------------------- headers */

/* Where the request comes from: behind a proxy, what it says. Of several the last one is what the proxy itself saw.
 * What is no address does not count. False: it may ask no more for now. */
static bool learn_address(struct peer *peer, const struct head *head)
{
    struct head_text from = head->field[HEAD_FORWARDED_FOR];
    char text[ADDRESS_SIZE];
    uint8_t byte[ADDRESS_BYTES];
    if (!peer->server->config->trust_proxy || peer->figures)
        return true;
    for (size_t i = from.n; i > 0; i--)
        if (from.at[i - 1] == ',' || from.at[i - 1] == ' ') {
            from.at += i;
            from.n -= i;
            break;
        }
    if (head_copy(&from, text, sizeof text) && address_read(text, byte))
        memcpy(peer->address, text, sizeof text);
    else
        peer_get_address(peer, peer->address);
    peer->payer = app_address(peer->server->app, peer->address);
    return peer->payer && app_may_work(peer->server->app, peer->payer);
}

/* Returns whether a request from that page may be answered: there is no Origin, or it is the server's own. Where there
 * is TLS, here or in a proxy that we know of, a page that came without it is not: anybody on the line may have written
 * it. */
static bool origin_ok(const struct server *server, const struct head *head)
{
    char origin[300], host[256];
    bool fits = head_copy(&head->field[HEAD_ORIGIN], origin, sizeof origin);
    fits &= head_copy(&head->field[HEAD_HOST], host, sizeof host);
    if (!*origin)
        return fits; /* one that is too long is none of ours */
    if (server->config->origin && strcmp(origin, server->config->origin) == 0)
        return true;
    bool https = strncmp(origin, "https://", 8) == 0, http = strncmp(origin, "http://", 7) == 0;
    bool secure = server->config->certificate || server->config->secure;
    return (https || (http && !secure)) && *host && strcasecmp(origin + (https ? 8 : 7), host) == 0;
}

/* ---------------------------------------------------------------------------------------------------------- answers */

static const char *meaning(int status)
{
    static const struct {
        int status;
        const char *meaning;
    } all[] = {{200, "OK"},
               {304, "Not Modified"},
               {400, "Bad Request"},
               {401, "Unauthorized"},
               {403, "Forbidden"},
               {404, "Not Found"},
               {405, "Method Not Allowed"},
               {408, "Request Timeout"},
               {409, "Conflict"},
               {411, "Length Required"},
               {413, "Content Too Large"},
               {415, "Unsupported Media Type"},
               {417, "Expectation Failed"},
               {426, "Upgrade Required"},
               {429, "Too Many Requests"},
               {431, "Request Header Fields Too Large"},
               {500, "Internal Server Error"},
               {503, "Service Unavailable"},
               {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].status == status)
            return all[i].meaning;
    return "Unknown";
}

static void put_header(struct base_out *out, const char *name, const char *value)
{
    base_put(out, name);
    base_put(out, ": ");
    base_put(out, value);
    base_put(out, "\r\n");
}

static void put_date(struct base_out *out, int64_t now_ms)
{
    char date[40];
    time_t seconds = (time_t)(now_ms / 1000);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc);
    put_header(out, "date", date);
}

/* What can be neither a document nor a worker has no policy: it would be 0.3 kB of every file, for nothing. */
static bool has_policy(const char *type)
{
    return !type || (strncmp(type, "font/", 5) != 0 && strncmp(type, "text/css", 8) != 0 &&
                     strcmp(type, "application/wasm") != 0);
}

static void put_safety(struct base_out *out, const char *type, bool secure)
{
    if (has_policy(type))
        put_header(
            out, "content-security-policy",
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
            "font-src 'self'; media-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri "
            "'none'; "
            "form-action 'self'; frame-ancestors 'none'");
    put_header(out, "x-content-type-options", "nosniff");
    put_header(out, "referrer-policy", "no-referrer"); /* a table's link is its key */
    if (secure)
        put_header(out, "strict-transport-security", "max-age=31536000");
    put_header(out, "cross-origin-opener-policy", "same-origin");
    put_header(out, "cross-origin-embedder-policy", "require-corp");
    put_header(out, "cross-origin-resource-policy", "same-origin");
}

/* An answer's head; more: further headers, in pairs. */
static void put_head(const struct peer *peer, struct base_out *out, int status, const char *type, size_t n,
                     const char *const *more)
{
    base_put(out, "HTTP/1.1 ");
    base_put_number(out, status);
    base_put_char(out, ' ');
    base_put(out, meaning(status));
    base_put(out, "\r\n");
    put_header(out, "server", "fuerstenfeld");
    put_date(out, peer->server->clock.now_ms);
    if (status != 304) {
        put_header(out, "content-type", type);
        base_put(out, "content-length: ");
        base_put_unsigned(out, n);
        base_put(out, "\r\n");
    }
    put_header(out, "connection", peer->keeps ? "keep-alive" : "close");
    for (; more && *more; more += 2)
        put_header(out, more[0], more[1]);
    put_safety(out, type, peer->server->keys && !peer->figures);
    base_put(out, "\r\n");
}

/* All is written. */
static void end_answer(struct peer *peer)
{
    free(peer->body);
    peer->body = NULL;
    peer->rest = peer->rest_end = NULL;
    peer_become(peer, peer->keeps && !peer->server->stopping ? PEER_HEAD : PEER_LINGER);
}

/* Writes, and ends the answer where that was all of it. */
static void write_piece(struct peer *peer, const char *piece, size_t n)
{
    peer->worked += (uint32_t)(n / WIRES_COST_PIECE);
    if (n)
        peer_write(peer, piece, n);
    if (peer->state == PEER_ANSWER && !peer->pending && peer->rest == peer->rest_end)
        end_answer(peer);
}

void http_write(struct peer *peer)
{
    assert(peer->state == PEER_ANSWER);
    size_t left = (size_t)(peer->rest_end - peer->rest), n = left < WIRES_PIECE ? left : WIRES_PIECE;
    const char *piece = peer->rest;
    peer->by_ms = peer->server->clock.steady_ms + WIRES_ANSWER_MS;
    peer_close_last(peer, true);
    peer->rest += n;
    write_piece(peer, piece, n);
}

/* From HEAD, BODY or CALL: sends the head and the first piece of the body; the others each in a turn of their own. */
static void respond(struct peer *peer, int status, const char *type, const char *body, size_t n,
                    const char *const *more)
{
    struct base_out out = base_out_of(peer->server->buffer, WIRES_OUTPUT_MAX);
    if (peer->server->stopping)
        peer->keeps = false;
    peer_become(peer, PEER_ANSWER);
    put_head(peer, &out, status, type, n, more);
    if (peer->head_only || status == 304)
        n = 0;
    size_t first = n < WIRES_PIECE ? n : WIRES_PIECE;
    base_put_bytes(&out, body, first);
    assert(base_out_whole(&out));
    peer->rest = body + first;
    peer->rest_end = body + n;
    write_piece(peer, out.text, out.length);
}

static const char *const no_store[] = {"cache-control", "no-store", NULL};

static void respond_text(struct peer *peer, int status, const char *type, const char *text, size_t n,
                         const char *const *more)
{
    assert(!peer->body);
    peer->body = malloc(n + 1);
    if (!peer->body) {
        peer_end(peer);
        return;
    }
    memcpy(peer->body, text, n);
    respond(peer, status, type, peer->body, n, more ? more : no_store);
}

static void respond_error(struct peer *peer, int status, const char *code, const char *text, const char *const *more)
{
    char body[APP_ERROR_MAX];
    struct base_out out = base_out_of(body, sizeof body);
    app_error_put(&out, &(struct app_error){code, text, NULL});
    respond_text(peer, status, "application/json", body, out.length, more);
}

void http_refuse(struct peer *peer, int status, const char *code, const char *text)
{
    assert(peer->state == PEER_HEAD || peer->state == PEER_BODY);
    http_clear(peer); /* what follows can't be told from this */
    respond_error(peer, status, code, text, NULL);
}

void http_clear(struct peer *peer)
{
    if (peer->call)
        api_call_drop(peer->call);
    peer->call = NULL;
    free(peer->body);
    free(peer->in);
    peer->body = peer->in = NULL;
    peer->in_at = peer->in_n = 0;
    peer->keeps = false;
    peer->rest = peer->rest_end = NULL;
}

/* ------------------------------------------------------------------------------------------------------------ files */

static void serve_file(struct peer *peer, const struct head *head, const struct file *file)
{
    char encodings[256], known[256];
    head_copy(&head->field[HEAD_ACCEPT_ENCODING], encodings, sizeof encodings);
    head_copy(&head->field[HEAD_IF_NONE_MATCH], known, sizeof known);
    const struct file_form *form = files_form(file, encodings);
    const char *cache = file->lasting ? "public, max-age=31536000, immutable" : "no-cache";
    const char *more[] = {"etag", form->etag, "cache-control", cache, "vary", "accept-encoding", NULL, NULL, NULL};
    if (files_known(form, known)) {
        respond(peer, 304, file->type, "", 0, more);
        return;
    }
    if (form->encoding) {
        more[6] = "content-encoding";
        more[7] = form->encoding;
    }
    respond(peer, 200, file->type, (const char *)form->bytes, (size_t)(form->end - form->bytes), more);
}

/* -------------------------------------------------------------------------------------------------------------- api */

static void answered(struct api_call *call, const struct app_error *error, const char *body, size_t n)
{
    struct peer *peer = call->owner;
    char cookie[COOKIES_SET_SIZE];
    const char *more[] = {"cache-control", "no-store", NULL, NULL, NULL};
    const char *type = *call->table && !error ? "application/jsonl" : "application/json";
    assert(peer->state == PEER_CALL && peer->call == call);
    peer->call = NULL;
    if (*peer->cookie && !error) { /* one that is there already is kept for longer by that */
        struct base_out out = base_out_of(cookie, sizeof cookie);
        cookies_put(&out, peer->cookie, call->token);
        more[2] = "set-cookie";
        more[3] = cookie;
    }
    respond_text(peer, error ? app_error_status(error->code) : 200, type, body, n, more);
    round_robin_unpark(&peer->server->turns, &call->address->share); /* less of it is at the store now */
    peer_update(peer);
}

void http_tokens(struct peer *peer, const struct head *head, struct guest_tokens *tokens)
{
    cookies_name(head, peer->server->config->certificate || peer->server->config->secure, peer->cookie);
    if (!cookies_tokens(head, peer->cookie, tokens))
        peer->cookie[0] = '\0';
}

/* A call of this peer, MADE. */
static struct api_call *new_call(struct peer *peer, const struct head *head)
{
    struct api_call *call = api_call_new(peer->server->app, peer->address);
    if (!call) {
        respond_error(peer, 503, "busy", "Out of memory; try again in a moment.", NULL);
        return NULL;
    }
    call->answer = answered;
    call->owner = peer;
    http_tokens(peer, head, &call->tokens);
    call->strict = !*peer->cookie; /* a program knows what it shows; a browser may hold a token that is forgotten */
    peer->call = call;
    return call;
}

/* The app takes it over. */
static void set_out(struct peer *peer, void (*function)(struct api_call *call))
{
    struct api_call *call = peer->call;
    peer_become(peer, PEER_CALL);
    if (api_call_allowed(call))
        function(call);
}

static void ask(struct peer *peer, const struct head *head, void (*function)(struct api_call *call), const char *table)
{
    struct api_call *call = new_call(peer, head);
    if (!call)
        return;
    if (table)
        memcpy(call->table, table, TABLE_ID_SIZE);
    if (function != api_call_who)
        peer->cookie[0] = '\0';
    set_out(peer, function);
}

/* "/api/tables/ID/record" */
static bool record_path(const char *path, char id[TABLE_ID_SIZE])
{
    static const char before[] = "/api/tables/", after[] = "/record";
    size_t n = sizeof before - 1;
    if (strncmp(path, before, n) != 0 || strlen(path) != n + TABLE_ID_LENGTH + sizeof after - 1 ||
        strcmp(path + n + TABLE_ID_LENGTH, after) != 0 || !table_id_is_valid(path + n, TABLE_ID_LENGTH))
        return false;
    memcpy(id, path + n, TABLE_ID_LENGTH);
    id[TABLE_ID_LENGTH] = '\0';
    return true;
}

static void serve_health(struct peer *peer)
{
    const char *trouble = app_why_unavailable(peer->server->app);
    const char *text = trouble ? trouble : "ok\n";
    respond_text(peer, trouble ? 503 : 200, "text/plain", text, strlen(text), NULL);
}

static void serve_metrics(struct peer *peer)
{
    char text[16384];
    struct base_out out = base_out_of(text, sizeof text);
    metrics_write(peer->server, &out);
    peer->worked += WIRES_COST_METRICS;
    respond_text(peer, 200, "text/plain; version=0.0.4", text, out.length, NULL);
}

/* ---------------------------------------------------------------------------------------------------------- methods */

static void upgrade(struct peer *peer, const struct head *head)
{
    static const char *const version[] = {"sec-websocket-version", "13", "upgrade", "websocket", NULL};
    const struct head_text *field = head->field;
    char key[32], wanted[8];
    bool right = head_copy(&field[HEAD_WEBSOCKET_KEY], key, sizeof key) && strlen(key) == 24;
    head_copy(&field[HEAD_WEBSOCKET_VERSION], wanted, sizeof wanted);
    if (!head->upgrades || head->method != HEAD_METHOD_GET)
        respond_error(peer, 426, "bad-message", "Here is a WebSocket: GET with Upgrade: websocket.", version);
    else if (strcmp(wanted, "13") != 0)
        respond_error(peer, 426, "bad-message", "Sec-WebSocket-Version must be 13.", version);
    else if (!right || head->body_n)
        respond_error(peer, 400, "bad-message", "Sec-WebSocket-Key must be 16 bytes in base64, without a body.", NULL);
    else if (!origin_ok(peer->server, head))
        respond_error(peer, 403, "not-allowed", "This handshake comes from another site's page.", NULL);
    else if (field[HEAD_WEBSOCKET_PROTOCOL].at && !head_lists(head, HEAD_WEBSOCKET_PROTOCOL, "fuerstenfeld.1"))
        respond_error(peer, 400, "protocol", "The subprotocol is fuerstenfeld.1, or none.", NULL);
    else if (peer->server->stopping)
        respond_error(peer, 503, "busy", "The server is stopping; connect again.", NULL);
    else
        ws_open(peer, head);
}

static void get(struct peer *peer, const struct head *head, const char *path)
{
    char table[TABLE_ID_SIZE];
    const struct file *file = NULL;
    bool figures = peer->figures || peer->server->figures.fd < 0; /* at a port of their own they are there alone */
    if (figures && strcmp(path, "/healthz") == 0)
        serve_health(peer);
    else if (figures && strcmp(path, "/metrics") == 0)
        serve_metrics(peer);
    else if (peer->figures || strcmp(path, "/healthz") == 0 || strcmp(path, "/metrics") == 0)
        respond_error(peer, 404, "no-such-path", "There is nothing at this path.", NULL);
    else if (strcmp(path, "/ws") == 0)
        upgrade(peer, head);
    else if (strcmp(path, "/api/guest") == 0)
        ask(peer, head, api_call_who, NULL);
    else if (strcmp(path, "/api/tables") == 0)
        ask(peer, head, api_call_tables, NULL);
    else if (record_path(path, table))
        ask(peer, head, api_call_record, table);
    else if ((file = files_find(path)))
        serve_file(peer, head, file);
    else
        respond_error(peer, 404, "no-such-path", "There is nothing at this path.", NULL);
}

static bool is_json(const struct head *head)
{
    char type[100];
    head_copy(&head->field[HEAD_CONTENT_TYPE], type, sizeof type);
    size_t n = strcspn(type, "; \t"); /* parameters, such as the charset, say nothing new */
    char next = type[n + strspn(type + n, " \t")];
    return (next == ';' || !next) && n == strlen("application/json") && strncasecmp(type, "application/json", n) == 0;
}

/* Where the body is not read, what follows it can't be found: the connection is not kept. */
static void post(struct peer *peer, const struct head *head, const char *path)
{
    bool keeps = peer->keeps;
    peer->keeps = keeps && !head->body_n;
    if (peer->figures || strcmp(path, "/api/guest") != 0)
        respond_error(peer, 404, "no-such-path", "There is nothing to post to at this path.", NULL);
    else if (!origin_ok(peer->server, head))
        respond_error(peer, 403, "not-allowed", "This request comes from another site's page.", NULL);
    else if (!is_json(head))
        respond_error(peer, 415, "bad-message", "Content-Type must be application/json.", NULL);
    else if (!head->field[HEAD_CONTENT_LENGTH].at)
        respond_error(peer, 411, "bad-message", "A Content-Length must tell how long the body is.", NULL);
    else if (head->body_n > MESSAGE_MAX)
        respond_error(peer, 413, "bad-message", "A body has at most 4096 bytes.", NULL);
    else if (new_call(peer, head)) {
        peer->keeps = keeps;
        peer->body_n = head->body_n;
        peer_become(peer, PEER_BODY);
        if (head->continues)
            peer_write(peer, "HTTP/1.1 100 Continue\r\n\r\n", 25);
    }
}

static void take_body(struct peer *peer, const char *body, size_t n)
{
    struct message message;
    struct message_fault fault;
    bool wants_token;
    if (!message_read_guest(body, n, &message, &wants_token, &fault)) {
        api_call_drop(peer->call);
        peer->call = NULL;
        respond_error(peer, 400, "bad-message", fault.text, NULL);
        return;
    }
    memcpy(peer->call->name, message.name, sizeof peer->call->name);
    peer->call->tell_token = wants_token;
    if (wants_token)
        peer->cookie[0] = '\0';
    set_out(peer, api_call_guest);
}

static void request(struct peer *peer, const struct head *head)
{
    static const char *const allow[] = {"allow", "GET, HEAD, POST", NULL};
    char path[512];
    peer->server->requests++;
    peer->asked = true;
    peer->keeps = head->keeps;
    peer->head_only = head->method == HEAD_METHOD_HEAD;
    bool may_ask = learn_address(peer, head);
    if (!may_ask || head->method != HEAD_METHOD_POST)
        peer->keeps &= !head->body_n; /* a body where none is meant is not read */
    if (!may_ask)
        respond_error(peer, 429, "limit", "Too many requests from your address; ask less often.", NULL);
    else if (!head_copy(&head->path, path, sizeof path))
        respond_error(peer, 404, "no-such-path", "There is nothing at this path.", NULL);
    else if (head->method == HEAD_METHOD_POST)
        post(peer, head, path);
    else if (head->method == HEAD_METHOD_OTHER)
        respond_error(peer, 405, "bad-message", "Only GET, HEAD and POST are answered.", allow);
    else
        get(peer, head, path);
}

/* ------------------------------------------------------------------------------------------------------------ steps */

static void read_body(struct peer *peer)
{
    const char *body = peer->in ? peer->in + peer->in_at : "";
    if (peer->in_n < peer->body_n) {
        peer->short_of = true;
        return;
    }
    peer_consume(peer, peer->body_n);
    take_body(peer, body, peer->body_n);
}

static void read_request(struct peer *peer)
{
    struct head head;
    size_t used;
    switch (head_read(peer->in + peer->in_at, peer->in_n, &head, &used)) {
    case HEAD_MORE: peer->short_of = true; break;
    case HEAD_BAD:
        peer->asked = true;
        peer->head_only = false;
        http_refuse(peer, head.status, "bad-message", head.why);
        break;
    case HEAD_WHOLE:
        peer_consume(peer, used); /* the bytes stay where they are until this turn is over */
        request(peer, &head);
    }
}

void http_step(struct peer *peer)
{
    if (peer->state == PEER_BODY)
        read_body(peer);
    else
        read_request(peer);
}
