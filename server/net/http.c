/* http.c - answers HTTP requests: the page's files, /api, /healthz and /metrics; see net_internal.h and
 * docs/authors/protocol.md.
 *
 * A connection handles one request at a time. http_handle_next_request handles the available bytes. It returns when it
 * must wait for more bytes, for the app's answer or for the socket. */
#include "net_internal.h"

#include "server/net/device_name.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* ---------------------------------------------------------------------------------------------------------- headers */

/* Finds the client's address. Behind a proxy, that is the last address in X-Forwarded-For, which the proxy itself
 * appended. Returns false if the address has used up its budget. */
static bool find_address(struct peer *peer, const struct head *head)
{
    struct head_text from = head->field[HEAD_FORWARDED_FOR];
    char text[ADDRESS_SIZE];
    uint8_t byte[ADDRESS_BYTES];
    if (!peer->server->config->trust_proxy || peer->metrics)
        return true;
    for (size_t i = from.n; i > 0; i--)
        if (from.at[i - 1] == ',' || from.at[i - 1] == ' ') {
            from.at += i;
            from.n -= i;
            break;
        }
    if (head_copy_text(&from, text, sizeof text) && address_read(text, byte))
        memcpy(peer->address, text, sizeof text);
    else
        peer_get_address(peer, peer->address);
    peer->payer = app_find_address(peer->server->app, peer->address);
    return peer->payer && app_may_work(peer->server->app, peer->payer);
}

/* Returns whether a request may come from its origin: there is no Origin header, or it names this server or the
 * configured page. With TLS, here or in a trusted proxy, http origins are refused, because a third party could have
 * altered a page that was sent without TLS. */
static bool origin_ok(const struct server *server, const struct head *head)
{
    char origin[300], host[256];
    bool fits = head_copy_text(&head->field[HEAD_ORIGIN], origin, sizeof origin);
    fits &= head_copy_text(&head->field[HEAD_HOST], host, sizeof host);
    if (!*origin)
        return fits; /* an overlong origin cannot be this server's */
    if (server->config->origin && strcmp(origin, server->config->origin) == 0)
        return true;
    bool https = strncmp(origin, "https://", 8) == 0, http = strncmp(origin, "http://", 7) == 0;
    bool secure = server->config->certificate || server->config->secure;
    return (https || (http && !secure)) && *host && strcasecmp(origin + (https ? 8 : 7), host) == 0;
}

/* ---------------------------------------------------------------------------------------------------------- answers */

static const char *status_text(int status)
{
    switch (status) {
    case 200: return "OK";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 426: return "Upgrade Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "Unknown";
    }
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

/* Returns whether a file of this type needs a content security policy. Only documents and workers do, and the header
 * takes 0.3 kB. */
static bool has_policy(const char *type)
{
    return !type || (strncmp(type, "font/", 5) != 0 && strncmp(type, "text/css", 8) != 0 &&
                     strcmp(type, "application/wasm") != 0);
}

static void put_security_headers(struct base_out *out, const char *type, bool secure)
{
    if (has_policy(type))
        put_header(
            out, "content-security-policy",
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
            "font-src 'self'; media-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri "
            "'none'; "
            "form-action 'self'; frame-ancestors 'none'");
    put_header(out, "x-content-type-options", "nosniff");
    put_header(out, "referrer-policy", "no-referrer"); /* the link to a table gives access to it */
    if (secure)
        put_header(out, "strict-transport-security", "max-age=31536000");
    put_header(out, "cross-origin-opener-policy", "same-origin");
    put_header(out, "cross-origin-embedder-policy", "require-corp");
    put_header(out, "cross-origin-resource-policy", "same-origin");
}

/* An HTTP response. `headers` lists the names and values of additional headers alternately, and ends with NULL. */
struct answer {
    int status;
    const char *type;
    const char *body;
    size_t n;
    const char *const *headers;
};

static void put_head(const struct peer *peer, struct base_out *out, const struct answer *answer)
{
    base_put(out, "HTTP/1.1 ");
    base_put_number(out, answer->status);
    base_put_char(out, ' ');
    base_put(out, status_text(answer->status));
    base_put(out, "\r\n");
    put_header(out, "server", "fuerstenfeld");
    put_date(out, peer->server->clock.now_ms);
    if (answer->status != 304) {
        put_header(out, "content-type", answer->type);
        base_put(out, "content-length: ");
        base_put_unsigned(out, answer->n);
        base_put(out, "\r\n");
    }
    put_header(out, "connection", peer->keeps ? "keep-alive" : "close");
    for (const char *const *more = answer->headers; *more; more += 2)
        put_header(out, more[0], more[1]);
    put_security_headers(out, answer->type, peer->server->keys && !peer->metrics);
    base_put(out, "\r\n");
}

static void end_answer(struct peer *peer)
{
    free(peer->body);
    peer->body = NULL;
    peer->rest = peer->rest_end = NULL;
    peer_become(peer, peer->keeps && !peer->server->stopping ? PEER_HEAD : PEER_LINGER);
}

/* Writes the next piece of the response. After the last piece, ends the response. */
static void write_piece(struct peer *peer, const char *piece, size_t n)
{
    peer->worked += (uint32_t)(n / NET_COST_PIECE);
    if (n)
        peer_write(peer, piece, n);
    if (peer->state == PEER_ANSWER && !peer->pending && peer->rest == peer->rest_end)
        end_answer(peer);
}

void http_write_next_piece(struct peer *peer)
{
    assert(peer->state == PEER_ANSWER);
    size_t left = (size_t)(peer->rest_end - peer->rest), n = left < NET_PIECE ? left : NET_PIECE;
    const char *piece = peer->rest;
    peer->deadline_ms = peer->server->clock.steady_ms + NET_ANSWER_MS;
    peer_set_closeable(peer, true);
    peer->rest += n;
    write_piece(peer, piece, n);
}

/* Sends the response's head and the first piece of its body, from the state HEAD, BODY or CALL. Later turns send the
 * rest of the body, which must stay valid until then. */
static void respond(struct peer *peer, const struct answer *answer)
{
    struct base_out *out = &peer->server->out;
    size_t n = peer->head_only || answer->status == 304 ? 0 : answer->n, first = n < NET_PIECE ? n : NET_PIECE;
    if (peer->server->stopping)
        peer->keeps = false;
    if (!peer->keeps)
        peer->worked += NET_COST_END;
    peer_become(peer, PEER_ANSWER);
    base_out_clear(out);
    put_head(peer, out, answer);
    base_put_bytes(out, answer->body, first);
    if (!base_out_whole(out)) { /* memory is exhausted */
        peer_close_now(peer);
        return;
    }
    peer->rest = answer->body + first;
    peer->rest_end = answer->body + n;
    write_piece(peer, out->text, out->length);
}

static const char *const no_store[] = {"cache-control", "no-store", NULL};

/* Sends a response with a copy of the body, for callers that free the original. */
static void respond_copy(struct peer *peer, const struct answer *answer)
{
    struct answer copy = *answer;
    assert(!peer->body);
    peer->body = malloc(answer->n + 1);
    if (!peer->body) {
        peer_close_now(peer);
        return;
    }
    memcpy(peer->body, answer->body, answer->n);
    copy.body = peer->body;
    respond(peer, &copy);
}

static void respond_error_with(struct peer *peer, const struct app_error *error, const char *const *headers)
{
    struct base_out body = base_out_growing(realloc, APP_OUTPUT_MAX);
    base_json_open(&body, '{');
    app_error_put(&body, error);
    base_json_close(&body, '}');
    if (base_out_whole(&body))
        respond_copy(peer,
                     &(struct answer){app_error_status(error), "application/json", body.text, body.length, headers});
    else
        peer_close_now(peer);
    free(body.heap);
}

static void respond_error(struct peer *peer, const char *code, int status, const char *text)
{
    respond_error_with(peer, &(struct app_error){code, text, NULL, status}, no_store);
}

void http_refuse_request(struct peer *peer, const struct app_error *error)
{
    assert(peer->state == PEER_HEAD || peer->state == PEER_BODY);
    http_free_request(peer); /* the start of the next request is unknown */
    respond_error_with(peer, error, no_store);
}

void http_free_request(struct peer *peer)
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
    head_copy_text(&head->field[HEAD_ACCEPT_ENCODING], encodings, sizeof encodings);
    head_copy_text(&head->field[HEAD_IF_NONE_MATCH], known, sizeof known);
    const struct file_form *form = files_choose_form(file, encodings);
    const char *cache = file->lasting ? "public, max-age=31536000, immutable" : "no-cache";
    const char *headers[] = {"etag", form->etag, "cache-control", cache, "vary", "accept-encoding", NULL, NULL, NULL};
    struct answer answer = {200, file->type, (const char *)form->bytes, (size_t)(form->end - form->bytes), headers};
    if (files_is_cached(form, known)) {
        answer.status = 304;
    } else if (form->encoding) {
        headers[6] = "content-encoding";
        headers[7] = form->encoding;
    }
    respond(peer, &answer);
}

/* -------------------------------------------------------------------------------------------------------- API calls */

static void call_answered(struct api_call *call, const struct app_error *error)
{
    struct peer *peer = call->owner;
    char text[512];
    struct base_out cookie = base_out_of(text, sizeof text);
    const char *headers[] = {"cache-control", "no-store", NULL, NULL, NULL};
    const char *type = call->answers_record && !error ? "application/jsonl" : "application/json";
    assert(peer->state == PEER_CALL && peer->call == call);
    peer->call = NULL;
    bool refreshes = call->refreshes_token && !call->shows_token;
    if (*peer->cookie && !error && (refreshes || call->forgets_token)) {
        cookies_put_header(&cookie, peer->cookie, call->forgets_token ? NULL : call->token);
        headers[2] = "set-cookie";
        headers[3] = text;
    }
    respond_copy(peer, &(struct answer){error ? app_error_status(error) : 200, type, call->body.text, call->body.length,
                                        headers});
    /* The address may have fewer pending store jobs now, so it may continue. */
    round_robin_unpark(&peer->server->turns, &call->address->share);
    peer_queue_or_read(peer);
}

/* Writes text as the value of an HTML attribute. */
static void put_attribute(struct base_out *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        switch (text[i]) {
        case '&': base_put(out, "&amp;"); break;
        case '<': base_put(out, "&lt;"); break;
        case '"': base_put(out, "&quot;"); break;
        default: base_put_char(out, text[i]);
        }
}

static void put_property(struct base_out *out, const char *name, const char *value, size_t n, const char *rest)
{
    base_printf(out, "<meta property=\"og:%s\" content=\"", name);
    put_attribute(out, value, n);
    base_put(out, rest);
    base_put(out, "\">");
}

/* Sends the page. If the link leads to a shared game, adds the title and the picture that messengers show (Open
 * Graph). */
static void shared_page_answered(struct api_call *call, const struct app_error *error)
{
    struct peer *peer = call->owner;
    const struct file_form *form = files_choose_form(files_find("/index.html"), "");
    const char *page = (const char *)form->bytes, *end = (const char *)form->end;
    const char *origin = peer->server->config->origin ? peer->server->config->origin : call->origin;
    struct base_out out = base_out_growing(realloc, APP_OUTPUT_MAX);
    static const char head[] = "<head>";
    const char *at = page;
    while (at + sizeof head <= end && memcmp(at, head, sizeof head - 1) != 0)
        at++;
    at = at + sizeof head <= end ? at + sizeof head - 1 : page;
    peer->call = NULL;
    base_put_bytes(&out, page, (size_t)(at - page));
    if (!error && at != page) {
        put_property(&out, "type", "article", 7, "");
        put_property(&out, "site_name", "Fürstenfeld", strlen("Fürstenfeld"), "");
        put_property(&out, "title", call->body.text, call->body.length, "");
        put_property(&out, "image", origin, strlen(origin), "/icon-512.png");
    }
    base_put_bytes(&out, at, (size_t)(end - at));
    if (base_out_whole(&out))
        respond_copy(peer, &(struct answer){error ? app_error_status(error) : 200, "text/html; charset=utf-8", out.text,
                                            out.length, no_store});
    else
        peer_close_now(peer);
    free(out.heap);
    round_robin_unpark(&peer->server->turns, &call->address->share);
    peer_queue_or_read(peer);
}

void http_read_tokens(struct peer *peer, const struct head *head, struct guest_tokens *tokens)
{
    cookies_name_for_request(head, peer->server->config->certificate || peer->server->config->secure, peer->cookie);
    if (!cookies_read_tokens(head, peer->cookie, tokens))
        peer->cookie[0] = '\0';
}

/* Creates a call for the peer's request. If memory is exhausted, answers with an error and returns NULL. */
static struct api_call *new_call(struct peer *peer, const struct head *head)
{
    struct api_call *call = api_call_new(peer->server->app, peer->address);
    if (!call) {
        respond_error_with(peer, &app_error_out_of_memory, no_store);
        return NULL;
    }
    call->answer = call_answered;
    call->owner = peer;
    http_read_tokens(peer, head, &call->tokens);
    /* An unknown token is an error only for programs, because a browser may send that of a deleted player. */
    call->strict = !*peer->cookie;
    char agent[300];
    head_copy_text(&head->field[HEAD_USER_AGENT], agent, sizeof agent);
    device_name_from_user_agent(agent, call->device, sizeof call->device);
    head_copy_text(&head->field[HEAD_ORIGIN], call->origin, sizeof call->origin);
    peer->call = call;
    return call;
}

/* Starts the app's call for a GET request. `id` is the id in the path, or "". */
static void start_call(struct peer *peer, const struct head *head, void (*start)(struct api_call *call), const char *id)
{
    struct api_call *call = new_call(peer, head);
    if (!call)
        return;
    if (*id)
        memcpy(call->table, id, TABLE_ID_LENGTH);
    if (start == api_call_get_shared_names) {
        char host[sizeof call->origin - 8];
        head_copy_text(&head->field[HEAD_HOST], host, sizeof host);
        bool secure = peer->server->config->certificate || peer->server->config->secure;
        snprintf(call->origin, sizeof call->origin, "%s://%s", secure ? "https" : "http", host);
        call->answer = shared_page_answered;
    }
    peer_become(peer, PEER_CALL);
    start(call);
}

/* ----------------------------------------------------------------------------------------------------------- routes */

static void get_health(struct peer *peer, const struct head *head)
{
    const char *trouble = app_why_unavailable(peer->server->app), *text = trouble ? trouble : "ok\n";
    (void)head;
    respond_copy(peer, &(struct answer){trouble ? 503 : 200, "text/plain", text, strlen(text), no_store});
}

static void get_metrics(struct peer *peer, const struct head *head)
{
    struct base_out text = base_out_growing(realloc, APP_OUTPUT_MAX);
    (void)head;
    metrics_put(peer->server, &text);
    peer->worked += NET_COST_METRICS;
    respond_copy(peer, &(struct answer){200, "text/plain; version=0.0.4", text.text, text.length, no_store});
    free(text.heap);
}

static void get_socket(struct peer *peer, const struct head *head)
{
    static const char *const version[] = {"sec-websocket-version", "13", "upgrade", "websocket", NULL};
    const struct head_text *field = head->field;
    char key[32], wanted[8];
    bool key_ok = head_copy_text(&field[HEAD_WEBSOCKET_KEY], key, sizeof key) && strlen(key) == 24;
    head_copy_text(&field[HEAD_WEBSOCKET_VERSION], wanted, sizeof wanted);
    peer->worked += NET_COST_UPGRADE;
    if (!head->upgrades || head->method != HEAD_METHOD_GET)
        respond_error_with(
            peer, &(struct app_error){"bad-message", "This is a WebSocket: GET with Upgrade: websocket.", NULL, 426},
            version);
    else if (strcmp(wanted, "13") != 0)
        respond_error_with(peer, &(struct app_error){"bad-message", "Sec-WebSocket-Version must be 13.", NULL, 426},
                           version);
    else if (!key_ok || head->body_n)
        respond_error(peer, "bad-message", 400, "Sec-WebSocket-Key must be 16 bytes in base64, without a body.");
    else if (!origin_ok(peer->server, head))
        respond_error(peer, "not-allowed", 403, "This handshake comes from another site's page.");
    else if (field[HEAD_WEBSOCKET_PROTOCOL].at && !head_list_contains(head, HEAD_WEBSOCKET_PROTOCOL, "fuerstenfeld.1"))
        respond_error(peer, "protocol", 400, "The subprotocol is fuerstenfeld.1, or none.");
    else if (peer->server->stopping)
        respond_error_with(peer, &app_error_stopping, no_store);
    else
        ws_open(peer, head);
}

static bool is_json(const struct head *head)
{
    char type[100];
    head_copy_text(&head->field[HEAD_CONTENT_TYPE], type, sizeof type);
    size_t n = strcspn(type, "; \t"); /* parameters such as the charset are ignored */
    char next = type[n + strspn(type + n, " \t")];
    return (next == ';' || !next) && n == strlen("application/json") && strncasecmp(type, "application/json", n) == 0;
}

/* Starts the app's call for a POST request whose body has yet to arrive. */
static void begin_post(struct peer *peer, const struct head *head, void (*start)(struct api_call *call))
{
    bool keeps = peer->keeps;
    peer->keeps = keeps && !head->body_n; /* without reading the body, the next request cannot be found */
    if (!origin_ok(peer->server, head))
        respond_error(peer, "not-allowed", 403, "This request comes from another site's page.");
    else if (!is_json(head))
        respond_error(peer, "bad-message", 415, "Content-Type must be application/json.");
    else if (!head->field[HEAD_CONTENT_LENGTH].at)
        respond_error(peer, "bad-message", 411, "Content-Length is missing.");
    else if (head->body_n > APP_INPUT_MAX)
        respond_error(peer, "bad-message", 413, "A body has at most 8192 bytes.");
    else if (new_call(peer, head)) {
        peer->start_call = start;
        peer->keeps = keeps;
        peer->body_n = head->body_n;
        peer_become(peer, PEER_BODY);
        if (head->continues)
            peer_write(peer, "HTTP/1.1 100 Continue\r\n\r\n", 25);
    }
}

static void post_body(struct peer *peer, const char *body, size_t n)
{
    struct api_call *call = peer->call;
    call->input = malloc(n + 1);
    if (!call->input) {
        api_call_drop(call);
        peer->call = NULL;
        respond_error_with(peer, &app_error_out_of_memory, no_store);
        return;
    }
    memcpy(call->input, body, n);
    call->input[n] = '\0';
    call->input_n = n;
    peer_become(peer, PEER_CALL);
    peer->start_call(call);
}

/* All paths that are not files. "*" stands for an id, such as that of a table. */
static const struct route {
    const char *path;
    void (*get_call)(struct api_call *call);
    void (*post_call)(struct api_call *call);
    void (*get)(struct peer *peer, const struct head *head); /* handles GET without a call of the app */
    bool is_metrics;                                         /* if there is a port for metrics, available only there */
} routes[] = {
    {"/healthz", NULL, NULL, get_health, true},
    {"/metrics", NULL, NULL, get_metrics, true},
    {"/ws", NULL, NULL, get_socket, false},
    {"/api/guest", api_call_identify_guest, api_call_post_guest, NULL, false},
    {"/api/tables", api_call_list_tables, NULL, NULL, false},
    {"/api/tables/*/record", api_call_get_record, NULL, NULL, false},
    {"/api/ratings", api_call_get_ratings, NULL, NULL, false},
    {"/api/daily", NULL, api_call_get_daily_ranking, NULL, false},
    {"/api/players", NULL, api_call_get_player_page, NULL, false},
    {"/api/players/game", NULL, api_call_share_player_game, NULL, false},
    {"/api/players/table", NULL, api_call_get_table_players, NULL, false},
    {"/api/player/export", api_call_export_player, NULL, NULL, false},
    {"/api/player/imports", NULL, api_call_set_imported_results, NULL, false},
    {"/api/player/imports/delete", NULL, api_call_delete_imported_results, NULL, false},
    {"/api/player/name", NULL, api_call_claim_name, NULL, false},
    {"/api/player/profile", NULL, api_call_set_profile, NULL, false},
    {"/api/player/bots", NULL, api_call_add_bot, NULL, false},
    {"/api/player/bots/delete", NULL, api_call_delete_bot, NULL, false},
    {"/api/player/block", NULL, api_call_block_player, NULL, false},
    {"/api/player/report", NULL, api_call_report_player, NULL, false},
    {"/api/share", NULL, api_call_create_share, NULL, false},
    {"/api/shared/*", api_call_get_shared_record, NULL, NULL, false},
    {"/g/*", api_call_get_shared_names, NULL, NULL, false},
    {"/api/player", api_call_get_player, NULL, NULL, false},
    {"/api/player/link", NULL, api_call_create_sign_in_link, NULL, false},
    {"/api/player/approve", NULL, api_call_approve_sign_in, NULL, false},
    {"/api/player/recovery", NULL, api_call_create_recovery_code, NULL, false},
    {"/api/player/devices/change", NULL, api_call_rename_device, NULL, false},
    {"/api/player/devices/delete", NULL, api_call_delete_device, NULL, false},
    {"/api/player/delete", NULL, api_call_delete_player, NULL, false},
    {"/api/player/passkeys", NULL, api_call_add_passkey, NULL, false},
    {"/api/player/passkeys/challenge", NULL, api_call_create_passkey_challenge, NULL, false},
    {"/api/player/passkeys/delete", NULL, api_call_delete_passkey, NULL, false},
    {"/api/features", api_call_get_features, NULL, NULL, false},
    {"/api/player/channels", NULL, api_call_add_channel, NULL, false},
    {"/api/player/channels/change", NULL, api_call_change_channel, NULL, false},
    {"/api/player/channels/delete", NULL, api_call_delete_channel, NULL, false},
    {"/api/player/channels/test", NULL, api_call_test_channel, NULL, false},
    {"/api/notices/confirm", NULL, api_call_confirm_channel, NULL, false},
    {"/api/notices/stop", NULL, api_call_unsubscribe, NULL, false},
    {"/api/sign-in/link", NULL, api_call_sign_in_by_link, NULL, false},
    {"/api/sign-in/code", NULL, api_call_sign_in_by_code, NULL, false},
    {"/api/sign-in/approval", NULL, api_call_sign_in_by_approval, NULL, false},
    {"/api/sign-in/recovery", NULL, api_call_sign_in_by_recovery_code, NULL, false},
    {"/api/sign-in/challenge", NULL, api_call_create_sign_in_challenge, NULL, false},
    {"/api/sign-in/passkey", NULL, api_call_sign_in_by_passkey, NULL, false},
};

static bool path_fits(const char *path, const char *pattern)
{
    size_t n = strcspn(pattern, "*");
    if (!pattern[n])
        return strcmp(path, pattern) == 0;
    return strncmp(path, pattern, n) == 0 && strlen(path + n) >= TABLE_ID_LENGTH &&
           table_id_is_valid(path + n, TABLE_ID_LENGTH) && strcmp(path + n + TABLE_ID_LENGTH, pattern + n + 1) == 0;
}

/* Returns the route for a path, at whichever port it is served, or NULL if there is none. */
static const struct route *find_route(const char *path)
{
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if (path_fits(path, routes[i].path))
            return &routes[i];
    return NULL;
}

/* Returns the part of the request's path where the route has an id, or "" if the route has none. */
static const char *id_in_path(const struct head *head, const struct route *route)
{
    size_t n = strcspn(route->path, "*");
    return route->path[n] ? head->path.at + n : "";
}

static bool is_at_this_port(const struct peer *peer, const struct route *route)
{
    return route && route->is_metrics ? peer->metrics || peer->server->metrics.fd < 0 : !peer->metrics;
}

static void handle_route(struct peer *peer, const struct head *head, const struct route *route, const struct file *file)
{
    static const char *const get_only[] = {"allow", "GET, HEAD", "cache-control", "no-store", NULL};
    static const char *const get_and_post[] = {"allow", "GET, HEAD, POST", "cache-control", "no-store", NULL};
    static const char *const post_only[] = {"allow", "POST", "cache-control", "no-store", NULL};
    bool is_get = head->method == HEAD_METHOD_GET || head->method == HEAD_METHOD_HEAD;
    bool has_post = route && route->post_call, has_get = !route || route->get || route->get_call;
    if (is_get && file)
        serve_file(peer, head, file);
    else if (is_get && route->get)
        route->get(peer, head);
    else if (is_get && route->get_call)
        start_call(peer, head, route->get_call, id_in_path(head, route));
    else if (head->method == HEAD_METHOD_POST && has_post)
        begin_post(peer, head, route->post_call);
    else
        respond_error_with(
            peer, &(struct app_error){"bad-message", "This path does not support that method; see Allow.", NULL, 405},
            !has_get   ? post_only
            : has_post ? get_and_post
                       : get_only);
}

static void handle_request(struct peer *peer, const struct head *head)
{
    char path[512];
    peer->server->requests++;
    peer->asked = true;
    peer->head_only = head->method == HEAD_METHOD_HEAD;
    bool may_ask = find_address(peer, head), path_ok = head_copy_text(&head->path, path, sizeof path);
    const struct route *route = find_route(path);
    const struct file *file = path_ok && !route ? files_find(path) : NULL;
    bool reads_body = may_ask && route && route->post_call && head->method == HEAD_METHOD_POST;
    peer->keeps = head->keeps && (reads_body || !head->body_n);
    if (!may_ask)
        respond_error(peer, "too-fast", 0, "Too many requests from your address; wait a moment.");
    else if ((route || file) && is_at_this_port(peer, route))
        handle_route(peer, head, route, file);
    else
        respond_error(peer, "no-such-path", 0, "There is nothing at this path.");
}

/* --------------------------------------------------------------------------------------------------- handling input */

static void read_body(struct peer *peer)
{
    const char *body = peer->in ? peer->in + peer->in_at : "";
    if (peer->in_n < peer->body_n) {
        peer->incomplete = true;
        return;
    }
    peer_consume(peer, peer->body_n);
    post_body(peer, body, peer->body_n);
}

static void read_request(struct peer *peer)
{
    struct head head;
    size_t used;
    switch (head_parse(peer->in + peer->in_at, peer->in_n, &head, &used)) {
    case HEAD_MORE: peer->incomplete = true; break;
    case HEAD_BAD:
        peer->asked = true;
        peer->head_only = false;
        http_refuse_request(peer, &(struct app_error){"bad-message", head.why, NULL, head.status});
        break;
    case HEAD_WHOLE:
        peer_consume(peer, used); /* the consumed bytes stay in memory until this turn ends */
        handle_request(peer, &head);
    }
}

void http_handle_next_request(struct peer *peer)
{
    if (peer->state == PEER_BODY)
        read_body(peer);
    else
        read_request(peer);
}
