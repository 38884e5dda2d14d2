/* http.c - requests over HTTP: the page's files, /api, /healthz, /metrics; see wires.h and docs/protocol.md. */
#include "wires.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------------- headers */

void http_header(struct lws *wsi, enum lws_token_indexes token, char *value, size_t size)
{
    if (lws_hdr_copy(wsi, value, (int)size, token) < 0)
        value[0] = '\0';
}

/* "ff=64 digits" among the cookies. */
static bool cookie_token(const char *cookies, uint8_t token[MESSAGE_TOKEN_BYTES])
{
    for (const char *at = cookies; at; at = strchr(at, ';')) {
        at += strspn(at, "; ");
        if (strncmp(at, "ff=", 3) == 0)
            return table_hex_read(at + 3, strcspn(at + 3, "; "), token, MESSAGE_TOKEN_BYTES);
        if (!*at)
            return false;
    }
    return false;
}

bool http_token(struct lws *wsi, uint8_t token[MESSAGE_TOKEN_BYTES])
{
    char text[2048];
    http_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, sizeof text);
    if (strncmp(text, "Bearer ", 7) == 0)
        return table_hex_read(text + 7, strlen(text + 7), token, MESSAGE_TOKEN_BYTES);
    http_header(wsi, WSI_TOKEN_HTTP_COOKIE, text, sizeof text);
    return cookie_token(text, token);
}

void http_address(const struct server *server, struct lws *wsi, char address[ADDRESS_SIZE])
{
    char text[256];
    http_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, text, sizeof text);
    if (server->config->trust_proxy && *text) { /* the last one is what the proxy itself saw */
        const char *last = strrchr(text, ',');
        last = last ? last + 1 : text;
        last += strspn(last, " ");
        strncpy(address, last, ADDRESS_SIZE - 1);
        address[ADDRESS_SIZE - 1] = '\0';
        return;
    }
    lws_get_peer_simple(wsi, address, ADDRESS_SIZE);
}

bool http_origin_ok(const struct server *server, struct lws *wsi)
{
    char origin[300], host[256];
    http_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    http_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    if (!*origin)
        return lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0; /* one that is too long is none of ours */
    if (server->config->origin && strcmp(origin, server->config->origin) == 0)
        return true;
    const char *after = strstr(origin, "://");
    return after && *host && strcmp(after + 3, host) == 0;
}

/* ---------------------------------------------------------------------------------------------------------- answers */

struct answer {
    unsigned char *at, *end;
    struct lws *wsi;
    bool failed;
};

static void add(struct answer *answer, const char *name, const char *value)
{
    answer->failed |=
        lws_add_http_header_by_name(answer->wsi, (const unsigned char *)name, (const unsigned char *)value,
                                    (int)strlen(value), &answer->at, answer->end) != 0;
}

static void add_safety(struct answer *answer)
{
    add(answer, "content-security-policy:",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; media-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri "
        "'none'; "
        "form-action 'self'; frame-ancestors 'none'");
    add(answer, "x-content-type-options:", "nosniff");
    add(answer, "referrer-policy:", "no-referrer"); /* a table's link is its key */
    add(answer, "cross-origin-opener-policy:", "same-origin");
    add(answer, "cross-origin-embedder-policy:", "require-corp");
    add(answer, "cross-origin-resource-policy:", "same-origin");
}

/* Sends headers, then the body bit by bit. more: further headers, in pairs. */
static int respond(struct peer *peer, int status, const char *type, const uint8_t *body, size_t n,
                   const char *const *more)
{
    unsigned char headers[LWS_PRE + 2048], *start = headers + LWS_PRE;
    struct answer answer = {start, headers + sizeof headers - 1, peer->wsi, false};
    if (lws_add_http_common_headers(peer->wsi, (unsigned)status, type, n, &answer.at, answer.end))
        return -1;
    for (; more && *more; more += 2)
        add(&answer, more[0], more[1]);
    add_safety(&answer);
    if (answer.failed || lws_finalize_write_http_header(peer->wsi, start, &answer.at, answer.end))
        return -1;
    peer->rest = body;
    peer->rest_end = body + n;
    if (n == 0 || peer->head)
        return lws_http_transaction_completed(peer->wsi) ? -1 : 0;
    lws_callback_on_writable(peer->wsi);
    return 0;
}

int http_writeable(struct peer *peer)
{
    unsigned char *buffer = peer->server->buffer + LWS_PRE;
    size_t n = (size_t)(peer->rest_end - peer->rest);
    bool last = n <= WIRES_PIECE;
    if (!peer->rest)
        return 0;
    n = last ? n : WIRES_PIECE;
    memcpy(buffer, peer->rest, n);
    if (lws_write(peer->wsi, buffer, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) != (int)n)
        return -1;
    peer->rest += n;
    if (!last) {
        lws_callback_on_writable(peer->wsi);
        return 0;
    }
    http_closed(peer);
    return lws_http_transaction_completed(peer->wsi) ? -1 : 0;
}

void http_closed(struct peer *peer)
{
    if (peer->call)
        hall_call_drop(peer->call);
    peer->call = NULL;
    peer->awaits_body = false;
    free(peer->posted);
    free(peer->body);
    peer->posted = peer->body = NULL;
    peer->posted_n = 0;
    peer->rest = peer->rest_end = NULL;
}

static const char *const no_store[] = {"cache-control:", "no-store", NULL};

static int respond_text(struct peer *peer, int status, const char *type, const char *text, size_t n,
                        const char *const *more)
{
    char *copy = malloc(n + 1);
    if (!copy)
        return -1;
    memcpy(copy, text, n);
    free(peer->body);
    peer->body = copy;
    return respond(peer, status, type, (const uint8_t *)copy, n, more ? more : no_store);
}

static int respond_error(struct peer *peer, int status, const char *code, const char *text)
{
    char body[300];
    struct out out = out_of(body, sizeof body);
    hall_error(&out, code, text);
    return respond_text(peer, status, "application/json", body, out.length, NULL);
}

/* ------------------------------------------------------------------------------------------------------------ files */

static int serve_file(struct peer *peer, const struct file *file)
{
    char encodings[256], known[256];
    http_header(peer->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encodings, sizeof encodings);
    http_header(peer->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known);
    const struct file_form *form = files_form(file, encodings);
    const char *cache = file->lasting ? "public, max-age=31536000, immutable" : "no-cache";
    const char *more[] = {"etag:", form->etag, "cache-control:", cache, "vary:", "accept-encoding", NULL, NULL, NULL};
    if (files_known(form, known))
        return respond(peer, 304, file->type, NULL, 0, more);
    if (form->encoding) {
        more[6] = "content-encoding:";
        more[7] = form->encoding;
    }
    return respond(peer, 200, file->type, form->bytes, (size_t)(form->end - form->bytes), more);
}

/* -------------------------------------------------------------------------------------------------------------- api */

static void answered(struct hall_call *call, int status, const char *body, size_t n)
{
    struct peer *peer = call->owner;
    char cookie[300], digits[2 * MESSAGE_TOKEN_BYTES + 1];
    const char *more[] = {"cache-control:", "no-store", NULL, NULL, NULL};
    const char *type = *call->table && status == 200 ? "application/jsonl" : "application/json";
    peer->call = NULL;
    if (peer->tells_cookie && call->token_made) {
        struct out out = out_of(cookie, sizeof cookie);
        table_hex(call->token, sizeof call->token, digits);
        out_str(&out, "ff=");
        out_str(&out, digits);
        out_str(&out, "; Path=/; Max-Age=63072000; HttpOnly; SameSite=Strict");
        out_str(&out, peer->server->config->certificate || peer->server->config->secure ? "; Secure" : "");
        more[2] = "set-cookie:";
        more[3] = cookie;
    }
    if (respond_text(peer, status, type, body, n, more) < 0)
        lws_set_timeout(peer->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
}

static struct hall_call *new_call(struct server *server, struct peer *peer)
{
    char address[ADDRESS_SIZE];
    http_address(server, peer->wsi, address);
    struct hall_call *call = hall_call_new(server->hall, address);
    if (!call)
        return NULL;
    call->answer = answered;
    call->owner = peer;
    call->has_token = http_token(peer->wsi, call->token);
    peer->call = call;
    return hall_call_allowed(call) ? call : NULL;
}

static int call_now(struct server *server, struct peer *peer, void (*function)(struct hall_call *call),
                    const char *table)
{
    struct hall_call *call = new_call(server, peer);
    if (!call)
        return peer->rest ? 0 : -1; /* answered, or out of memory */
    if (table)
        memcpy(call->table, table, TABLE_ID_SIZE);
    function(call);
    return 0;
}

/* "/api/tables/ID/record" */
static bool record_path(const char *path, char id[TABLE_ID_SIZE])
{
    static const char before[] = "/api/tables/", after[] = "/record";
    size_t n = sizeof before - 1;
    if (strncmp(path, before, n) != 0 || strlen(path) != n + TABLE_ID_LENGTH + sizeof after - 1 ||
        strcmp(path + n + TABLE_ID_LENGTH, after) != 0 || !table_id_ok(path + n, TABLE_ID_LENGTH))
        return false;
    memcpy(id, path + n, TABLE_ID_LENGTH);
    id[TABLE_ID_LENGTH] = '\0';
    return true;
}

static int serve_health(struct server *server, struct peer *peer)
{
    const char *trouble = hall_trouble(server->hall);
    const char *text = trouble ? trouble : "ok\n";
    return respond_text(peer, trouble ? 503 : 200, "text/plain", text, strlen(text), NULL);
}

static int serve_metrics(struct server *server, struct peer *peer)
{
    char text[8192];
    struct out out = out_of(text, sizeof text);
    metrics_write(server, &out);
    return respond_text(peer, 200, "text/plain; version=0.0.4", text, out.length, NULL);
}

static int get(struct server *server, struct peer *peer, const char *path)
{
    char table[TABLE_ID_SIZE];
    if (strcmp(path, "/healthz") == 0)
        return serve_health(server, peer);
    if (strcmp(path, "/metrics") == 0)
        return serve_metrics(server, peer);
    if (strcmp(path, "/api/guest") == 0)
        return call_now(server, peer, hall_call_who, NULL);
    if (strcmp(path, "/api/tables") == 0)
        return call_now(server, peer, hall_call_tables, NULL);
    if (record_path(path, table))
        return call_now(server, peer, hall_call_record, table);
    const struct file *file = files_find(path);
    if (file)
        return serve_file(peer, file);
    return respond_error(peer, 404, "no-such-path", "There is nothing at this path.");
}

static bool is_json(struct lws *wsi)
{
    char type[100];
    http_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, type, sizeof type);
    return strncmp(type, "application/json", 16) == 0;
}

static int post(struct server *server, struct peer *peer, const char *path)
{
    char address[ADDRESS_SIZE];
    if (strcmp(path, "/api/guest") != 0)
        return respond_error(peer, 404, "no-such-path", "There is nothing to post to at this path.");
    if (!http_origin_ok(server, peer->wsi))
        return respond_error(peer, 403, "not-allowed", "This request comes from another site's page.");
    if (!is_json(peer->wsi))
        return respond_error(peer, 415, "bad-message", "Content-Type must be application/json.");
    http_address(server, peer->wsi, address);
    peer->call = hall_call_new(server->hall, address);
    if (!peer->call)
        return -1;
    peer->call->answer = answered;
    peer->call->owner = peer;
    peer->call->has_token = http_token(peer->wsi, peer->call->token);
    peer->awaits_body = true;
    return 0;
}

int http_request(struct server *server, struct peer *peer, const char *path)
{
    server->requests++;
    http_closed(peer);
    peer->head = lws_hdr_total_length(peer->wsi, WSI_TOKEN_HEAD_URI) > 0;
    if (peer->head || lws_hdr_total_length(peer->wsi, WSI_TOKEN_GET_URI) > 0)
        return get(server, peer, path);
    if (lws_hdr_total_length(peer->wsi, WSI_TOKEN_POST_URI) > 0)
        return post(server, peer, path);
    return respond_error(peer, 405, "bad-message", "Only GET, HEAD and POST are answered.");
}

int http_body(struct peer *peer, const char *bytes, size_t n)
{
    if (!peer->call)
        return 0; /* refused already */
    if (peer->posted_n + n > MESSAGE_MAX)
        return -1;
    char *grown = realloc(peer->posted, peer->posted_n + n + 1);
    if (!grown)
        return -1;
    memcpy(grown + peer->posted_n, bytes, n);
    peer->posted = grown;
    peer->posted_n += n;
    return 0;
}

int http_body_end(struct server *server, struct peer *peer)
{
    struct hall_call *call = peer->call;
    struct message message;
    struct message_fault fault;
    bool wants_token;
    (void)server;
    if (!call)
        return 0;
    peer->awaits_body = false;
    if (!message_read_guest(peer->posted ? peer->posted : "", peer->posted_n, &message, &wants_token, &fault)) {
        peer->call = NULL;
        hall_call_drop(call);
        return respond_error(peer, 400, "bad-message", fault.text);
    }
    memcpy(call->name, message.name, sizeof call->name);
    call->tell_token = wants_token;
    peer->tells_cookie = !wants_token;
    if (hall_call_allowed(call))
        hall_call_guest(call);
    return 0;
}
