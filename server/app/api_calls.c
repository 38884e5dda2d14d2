/* api_calls.c - guests and lists: what is asked of the store and of no table; see app.h.
 *
 * A call goes from step to step: each submits one job and names the function that goes on when it is done. Requests
 * over HTTP and the messages hello, name and tables of a session take the same way. */
#include "app_internal.h"

#include "engine/base/blake2b.h"
#include "engine/base/json_write.h"
#include "engine/record/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Who a guest is, over HTTP and over a session; ' stands for a quote. */
enum {
    VERSION_LENGTH = 64, /* of the program's, and more */
    GUEST_MAX = BASE_LENGTH("{'guest':'','name':'','token':''}") + TABLE_ID_LENGTH +
                BASE_JSON_GROWTH * TABLE_NAME_SIZE + 2 * MESSAGE_TOKEN_BYTES + 1,
    WELCOME_MAX = BASE_LENGTH("'type':'welcome','ack':'','protocol':255,'version':'',") + TABLE_MESSAGE_ID_MAX +
                  VERSION_LENGTH + GUEST_MAX,
};
_Static_assert(2 * APP_LIST_MAX <= (int)APP_NOTES_BYTES, "two full lists can wait for a session");
_Static_assert((int)APP_REASON_SIZE <= (int)APP_ERROR_TEXT, "an operator's reason is told");

void app_hash_token(const uint8_t token[MESSAGE_TOKEN_BYTES], uint8_t hash[STORE_HASH_SIZE])
{
    _Static_assert((int)BASE_BLAKE2B_BYTES == (int)STORE_HASH_SIZE, "one size of hashes");
    base_blake2b(token, MESSAGE_TOKEN_BYTES, hash);
}

/* ------------------------------------------------------------------------------------------------------------ calls */

struct api_call *api_call_new(struct app *app, const char *address)
{
    struct api_call *call = calloc(1, sizeof *call);
    if (!call)
        return NULL;
    call->app = app;
    call->address = address_table_find(app->addresses, address, app->steady_ms);
    if (call->address)
        return call;
    free(call);
    return NULL;
}

void api_call_drop(struct api_call *call)
{
    assert(call->state != API_CALL_ANSWERED);
    call->answer = NULL;
    if (call->state == API_CALL_MADE)
        free(call);
}

/* From here on it is the app's, and counts for so many calls and units of work of its address. */
static void begin_call_with_cost(struct api_call *call, uint8_t calls, uint32_t units)
{
    assert(call->state == API_CALL_MADE);
    call->state = API_CALL_UNDER_WAY;
    call->calls = calls;
    app_hold_calls(call->address, calls);
    app_charge_work(call->app, call->address, units);
}

static void begin_call(struct api_call *call) { begin_call_with_cost(call, 1, APP_COST_CALL); }

static void answer_call(struct api_call *call, const struct app_error *error, const char *body, size_t n)
{
    assert(call->state != API_CALL_ANSWERED);
    call->state = API_CALL_ANSWERED;
    app_release_calls(call->app, call->address, call->calls);
    if (call->answer)
        call->answer(call, error, body, n);
    free(call->body);
    free(call);
}

static void answer_body(struct api_call *call) { answer_call(call, NULL, call->out.text, call->out.length); }

static void answer_error(struct api_call *call, const struct app_error *error)
{
    char body[APP_ERROR_MAX];
    struct base_out out = base_out_of(body, sizeof body);
    app_error_put(&out, error);
    answer_call(call, error, body, out.length);
}

static void answer_error_text(struct api_call *call, const char *code, const char *text)
{
    answer_error(call, &(struct app_error){code, text, NULL});
}

/* Whether that guest or address is banned: then the call is answered. */
static bool refuse_banned(struct api_call *call, const char *who)
{
    char text[APP_REASON_SIZE];
    struct base_out out = base_out_of(text, sizeof text);
    bool banned = moderation_put_ban(call->app, who, &out);
    if (banned)
        answer_error_text(call, "banned", text);
    return banned;
}

bool api_call_allowed(struct api_call *call) { return !refuse_banned(call, call->address->text); }

static void call_job_done(struct store_job *job)
{
    struct api_call *call = job->owner;
    app_job_done(call->app, job);
    if (job->status == STORE_FAILED || job->status == STORE_UNKNOWN)
        answer_error(call, &app_error_store_away);
    else
        call->next(call);
}

static void submit_call_job(struct api_call *call, enum store_op op, void (*next)(struct api_call *call))
{
    assert(call->state == API_CALL_UNDER_WAY);
    if (call->app->stopping) {
        answer_error(call, &app_error_stopping);
        return;
    }
    call->next = next;
    call->job = (struct store_job){.op = op, .done = call_job_done, .owner = call, .guest = &call->guest};
    memcpy(call->job.table, call->table, sizeof call->table);
    app_submit(call->app, &call->job);
}

static bool allocate_body(struct api_call *call, size_t size)
{
    call->body = malloc(size);
    if (call->body)
        call->out = base_out_of(call->body, size);
    else
        answer_error(call, &app_error_out_of_memory);
    return call->body != NULL;
}

/* ----------------------------------------------------------------------------------------------------------- guests */

static void answer_guest(struct api_call *call)
{
    if (!allocate_body(call, GUEST_MAX))
        return;
    base_json_open(&call->out, '{');
    base_json_string(&call->out, "guest", call->guest.guest);
    base_json_string(&call->out, "name", call->guest.name);
    if (call->tell_token && call->token_made)
        base_json_hex(&call->out, "token", call->token, sizeof call->token);
    base_json_close(&call->out, '}');
    answer_body(call);
}

static void guest_added(struct api_call *call)
{
    if (call->job.status != STORE_DONE) {
        answer_error_text(call, "busy", "Try again in a moment.");
        return;
    }
    call->app->counts.guests_made++;
    struct base_out out = app_log_begin(call->app, "guest", NULL);
    app_log_who(&out, call->guest.guest, call->address);
    app_log_end(call->app, &out);
    answer_guest(call);
}

static void add_guest(struct api_call *call)
{
    struct app *app = call->app;
    const struct rate_limits *limits = &app->config.limits;
    if (limits->guests_h && !address_take(call->address, ADDRESS_GUESTS, app->steady_ms, APP_HOUR_US / limits->guests_h,
                                          limits->guests_n)) {
        answer_error_text(call, "limit", "Too many new guests from your address; wait a while.");
        return;
    }
    app->callbacks.random(app->callbacks.owner, call->token, sizeof call->token);
    call->token_made = true;
    call->guest = (struct store_guest){.made_ms = app->now_ms, .seen_ms = app->now_ms};
    app_new_id(app, call->guest.guest);
    app_hash_token(call->token, call->guest.token_hash);
    strcpy(call->guest.name, *call->name ? call->name : "Guest");
    submit_call_job(call, STORE_GUEST_ADD, guest_added);
}

static void answer_known_guest(struct api_call *call)
{
    if (*call->name && strcmp(call->name, call->guest.name) != 0) {
        memcpy(call->guest.name, call->name, sizeof call->name);
        submit_call_job(call, STORE_GUEST_NAME, answer_guest);
    } else {
        answer_guest(call);
    }
}

/* A guest who comes is remembered for longer. */
static void guest_found(struct api_call *call)
{
    int64_t now_ms = call->app->now_ms;
    if (call->job.status == STORE_NOT_FOUND && call->strict) {
        answer_error_text(call, "bad-token", "No guest has that token.");
    } else if (call->job.status == STORE_NOT_FOUND) {
        add_guest(call);
    } else if (refuse_banned(call, call->guest.guest)) {
        return;
    } else if (call->guest.seen_ms + APP_LAST_SEEN_MS < now_ms || call->guest.seen_ms > now_ms + APP_LAST_SEEN_MS ||
               call->guest.marked_ms) {
        call->guest.seen_ms = now_ms;
        submit_call_job(call, STORE_GUEST_SEEN, answer_known_guest);
    } else {
        answer_known_guest(call);
    }
}

static void token_tried(struct api_call *call);

static void try_token(struct api_call *call)
{
    memcpy(call->token, call->tokens.token[call->tried], sizeof call->token);
    app_hash_token(call->token, call->guest.token_hash);
    submit_call_job(call, STORE_GUEST_FIND, token_tried);
}

static void token_tried(struct api_call *call)
{
    if (call->job.status == STORE_NOT_FOUND && ++call->tried < call->tokens.n)
        try_token(call);
    else
        call->found(call);
}

/* Finds whose the tokens are; the first that somebody has counts. */
static void find_guest(struct api_call *call, void (*found)(struct api_call *call))
{
    call->found = found;
    try_token(call);
}

void api_call_guest(struct api_call *call)
{
    begin_call(call);
    call->strict |= call->tokens.unusable;
    if (call->tokens.n)
        find_guest(call, guest_found);
    else if (call->strict)
        answer_error_text(call, "bad-token", "A token has 64 hexadecimal digits; without any you become a new guest.");
    else
        add_guest(call);
}

void api_call_who(struct api_call *call)
{
    begin_call(call);
    call->strict = true;
    call->name[0] = '\0';
    if (call->tokens.n)
        find_guest(call, guest_found);
    else
        answer_error_text(call, "bad-token", "No token was shown; POST /api/guest makes a guest.");
}

/* ------------------------------------------------------------------------------------------------------------ lists */

static int seat_of(const struct store_head *head, const char *guest)
{
    for (int i = 0; i < STORE_SEATS; i++)
        if (*guest && strcmp(head->guest[i], guest) == 0)
            return i;
    return -1;
}

static void put_head(struct base_out *out, const struct store_head *head, const char *guest)
{
    static const char *const phases[] = {"open", "play", "over"};
    int seat = seat_of(head, guest);
    base_json_open(out, '{');
    base_json_string(out, "table", head->table);
    base_json_string(out, "phase", phases[head->phase % 3]);
    base_json_number(out, "number", head->number);
    base_json_number(out, "changed_ms", head->changed_ms);
    if (seat >= 0) {
        base_json_number(out, "seat", seat);
        base_json_flag(out, "owes", head->owe >> seat & 1);
    }
    base_put_char(out, ',');
    base_put(out, head->about);
    base_json_close(out, '}');
}

static void put_heads(struct api_call *call)
{
    for (size_t i = 0; i < call->job.heads_n; i++)
        if (!moderation_table_closed_reason(call->app->moderation, call->job.heads[i].table))
            put_head(&call->out, &call->job.heads[i], call->guest.guest);
    base_json_close(&call->out, ']');
}

static void finish_list(struct api_call *call)
{
    base_json_close(&call->out, '}');
    answer_body(call);
}

static void listed_found(struct api_call *call)
{
    put_heads(call);
    finish_list(call);
}

static void list_listed(struct api_call *call)
{
    base_json_begin(&call->out, "listed", '[');
    if (!moderation_lobby_closed_reason(call->app->moderation)) {
        submit_call_job(call, STORE_LIST_LISTED, listed_found);
        return;
    }
    base_json_close(&call->out, ']');
    finish_list(call);
}

static void yours_found(struct api_call *call)
{
    put_heads(call);
    list_listed(call);
}

static void list_yours(struct api_call *call)
{
    if (!allocate_body(call, APP_LIST_MAX))
        return;
    base_json_open(&call->out, '{');
    base_json_string(&call->out, "type", "tables");
    if (*call->ack)
        base_json_string(&call->out, "ack", call->ack);
    base_json_begin(&call->out, "yours", '[');
    if (*call->guest.guest) {
        submit_call_job(call, STORE_LIST_GUEST, yours_found);
        return;
    }
    base_json_close(&call->out, ']');
    list_listed(call);
}

void api_call_tables(struct api_call *call)
{
    begin_call(call);
    if (call->tokens.n && !*call->guest.guest)
        find_guest(call, list_yours);
    else
        list_yours(call);
}

/* ----------------------------------------------------------------------------------------------------------- record */

static void record_found(struct api_call *call)
{
    struct table *table = call->job.entries_n ? table_new(call->table) : NULL;
    struct base_error error;
    if (!table) {
        answer_error(call, &app_error_no_table);
        return;
    }
    if (!table_replay(table, call->job.entries, call->job.entries_n, &error))
        answer_error(call, &app_error_damaged);
    else if (table_phase(table) != TABLE_OVER)
        answer_error_text(call, "not-now", "The game is not over; its record would tell what is secret.");
    else if (!table_may_watch(table) && table_seat_of(table, call->guest.guest) == FF_NOBODY)
        answer_error_text(call, "not-allowed", "Only who played this game may see its record: show your token.");
    else if (allocate_body(call, RECORD_GAME_MAX)) {
        if (table_record(table, &call->out) && base_out_whole(&call->out))
            answer_body(call);
        else
            answer_error_text(call, "too-long", "This game is too long for a record.");
    }
    table_free(table);
}

/* The log of a game that is not over is not replayed only to say so. */
static void phase_found(struct api_call *call)
{
    if (call->job.heads_n && call->job.heads[0].phase != STORE_OVER)
        answer_error_text(call, "not-now", "The game is not over; its record would tell what is secret.");
    else
        submit_call_job(call, STORE_LOAD, record_found);
}

static void find_record(struct api_call *call) { submit_call_job(call, STORE_LIST_TABLE, phase_found); }

static void refuse_closed(struct api_call *call, const char *why)
{
    char text[APP_REASON_SIZE];
    struct base_out out = base_out_of(text, sizeof text);
    moderation_put_reason(&out, "This table is closed", why);
    answer_error_text(call, "closed", text);
}

void api_call_record(struct api_call *call)
{
    const char *closed = moderation_table_closed_reason(call->app->moderation, call->table);
    begin_call_with_cost(call, APP_CALLS_RECORD, APP_COST_RECORD);
    if (closed)
        refuse_closed(call, closed);
    else if (call->tokens.n)
        find_guest(call, find_record);
    else
        find_record(call);
}

/* ------------------------------------------------------------------------------------------------- for the sessions */

/* Who waits for it; session_answered is to follow. */
static struct session *session_of_call(struct api_call *call)
{
    struct session *session = call->owner;
    session->call = NULL;
    return session;
}

static struct api_call *new_session_call(struct session *session,
                                         void (*answer)(struct api_call *call, const struct app_error *error,
                                                        const char *body, size_t n))
{
    struct api_call *call = calloc(1, sizeof *call);
    if (!call) {
        session_refuse(session, session->ack, &app_error_out_of_memory);
        return NULL;
    }
    call->app = session->app;
    call->address = session->address;
    call->answer = answer;
    call->owner = session;
    session_await_call(session, call);
    return call;
}

static void refuse_session(struct session *session, const struct app_error *error)
{
    session_refuse(session, session->ack, error);
    session_answered(session);
}

static void send_welcome(struct session *session, const struct api_call *call)
{
    char text[WELCOME_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    base_json_open(&out, '{');
    base_json_string(&out, "type", "welcome");
    session_put_ack(session, &out);
    base_json_number(&out, "protocol", MESSAGE_PROTOCOL);
    base_json_string(&out, "version", session->app->config.version);
    base_json_string(&out, "guest", session->guest);
    base_json_string(&out, "name", session->name);
    if (call->token_made)
        base_json_hex(&out, "token", call->token, sizeof call->token);
    base_json_close(&out, '}');
    session_send(session, text, out.length);
}

static void hello_answered(struct api_call *call, const struct app_error *error, const char *body, size_t n)
{
    struct session *session = session_of_call(call);
    (void)body, (void)n;
    if (error) {
        refuse_session(session, error);
        return;
    }
    struct base_out out = app_log_begin(session->app, "hello", NULL);
    app_log_who(&out, call->guest.guest, session->address);
    app_log_end(session->app, &out);
    session->greeted = true;
    memset(&session->tokens, 0, sizeof session->tokens);
    memcpy(session->guest, call->guest.guest, sizeof session->guest);
    app_hash_token(call->token, session->token_hash);
    memcpy(session->name, call->guest.name, sizeof session->name);
    send_welcome(session, call);
    session_answered(session);
}

void session_handle_hello(struct session *session, const struct message *message)
{
    if (message->protocol != MESSAGE_PROTOCOL) {
        session_refuse(session, message->id, &(struct app_error){"protocol", "This server speaks protocol 1.", NULL});
        return;
    }
    struct api_call *call = new_session_call(session, hello_answered);
    if (!call)
        return;
    session->legal = message->legal;
    memcpy(call->name, message->name, sizeof call->name);
    call->tokens = session->tokens;
    if (message->has_token) {
        call->tokens = (struct guest_tokens){.n = 1};
        memcpy(call->tokens.token[0], message->token, sizeof message->token);
    }
    call->strict = call->tokens.n > 0;
    api_call_guest(call);
}

static void list_answered(struct api_call *call, const struct app_error *error, const char *body, size_t n)
{
    struct session *session = session_of_call(call);
    if (error) {
        refuse_session(session, error);
        return;
    }
    session_send(session, body, n);
    session_answered(session);
}

void session_handle_list(struct session *session)
{
    struct api_call *call = new_session_call(session, list_answered);
    if (!call)
        return;
    memcpy(call->guest.guest, session->guest, sizeof session->guest);
    memcpy(call->ack, session->ack, sizeof call->ack);
    api_call_tables(call);
}

static void rename_answered(struct api_call *call, const struct app_error *error, const char *body, size_t n)
{
    struct session *session = session_of_call(call);
    (void)body, (void)n;
    if (error) {
        refuse_session(session, error);
        return;
    }
    memcpy(session->name, call->guest.name, sizeof session->name);
    send_welcome(session, call);
    session_answered(session);
}

void session_handle_rename(struct session *session, const char *name)
{
    struct api_call *call = new_session_call(session, rename_answered);
    if (!call)
        return;
    memcpy(call->guest.guest, session->guest, sizeof session->guest);
    memcpy(call->guest.name, name, sizeof call->guest.name);
    begin_call(call);
    submit_call_job(call, STORE_GUEST_NAME, answer_guest);
}
