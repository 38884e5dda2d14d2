/* api_calls.c - calls about guests, lists and records: they need the store but no open table; see app.h.
 *
 * A call goes from step to step: each submits one job to the store and names the function that continues when it is
 * done. Requests over HTTP and a session's messages hello, name and tables take the same steps. */
#include "app_internal.h"

#include "engine/record/record.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------------ calls */

struct api_call *api_call_new(struct app *app, const char *address)
{
    struct api_call *call = calloc(1, sizeof *call);
    if (!call)
        return NULL;
    call->app = app;
    call->body = base_out_growing(realloc, APP_OUTPUT_MAX);
    call->address = app_address(app, address);
    if (call->address)
        return call;
    free(call);
    return NULL;
}

static void api_call_free(struct api_call *call)
{
    free(call->body.heap);
    free(call->input);
    free(call->passkey);
    free(call->seek);
    free(call);
}

void api_call_drop(struct api_call *call)
{
    assert(call->state != API_CALL_ANSWERED);
    call->answer = NULL;
    if (call->state == API_CALL_MADE)
        api_call_free(call);
}

static void answer(struct api_call *call, const struct app_error *error)
{
    assert(call->state != API_CALL_ANSWERED);
    call->state = API_CALL_ANSWERED;
    app_release_calls(call->app, call->address, call->calls);
    if (call->answer)
        call->answer(call, error);
    api_call_free(call);
}

void call_answer_error(struct api_call *call, const struct app_error *error)
{
    base_out_clear(&call->body);
    base_json_open(&call->body, '{');
    app_error_put(&call->body, error);
    base_json_close(&call->body, '}');
    answer(call, error);
}

void call_refuse(struct api_call *call, const char *code, const char *text)
{
    call_answer_error(call, &(struct app_error){code, text, NULL, 0});
}

void call_answer_body(struct api_call *call)
{
    if (base_out_whole(&call->body))
        answer(call, NULL);
    else
        call_refuse(call, "too-long", "The answer is too long, or out of memory.");
}

void call_answer_done(struct api_call *call)
{
    if (call->job.status != STORE_DONE) {
        call_refuse(call, "not-now", "There is no such thing, or not any more, or you have too many.");
        return;
    }
    base_put(&call->body, "{}");
    call_answer_body(call);
}

bool call_refuse_banned(struct api_call *call, const char *who)
{
    char text[APP_REASON_SIZE];
    struct base_out out = base_out_cut(text, sizeof text);
    bool banned = moderation_put_ban(call->app, who, &out);
    if (banned)
        call_refuse(call, "banned", text);
    return banned;
}

bool call_begin(struct api_call *call, uint8_t calls, uint32_t units)
{
    assert(call->state == API_CALL_MADE);
    call->state = API_CALL_UNDER_WAY;
    call->calls = calls;
    app_hold_calls(call->address, calls);
    app_charge_work(call->app, call->address, units);
    return !call_refuse_banned(call, call->address->text);
}

static void call_job_done(struct store_job *job)
{
    struct api_call *call = job->owner;
    app_job_done(call->app, job);
    if (job->status == STORE_FAILED || job->status == STORE_UNKNOWN)
        call_answer_error(call, &app_error_store_away);
    else
        call->next(call);
}

void call_submit(struct api_call *call, enum store_op op, void (*next)(struct api_call *call))
{
    assert(call->state == API_CALL_UNDER_WAY);
    if (call->app->stopping) {
        call_answer_error(call, &app_error_stopping);
        return;
    }
    call->next = next;
    call->job = (struct store_job){.op = op, .done = call_job_done, .owner = call, .guest = &call->guest};
    memcpy(call->job.table, call->table, sizeof call->table);
    call->job.values = call->value;
    call->job.values_n = call->values_n;
    call->values_n = 0;
    app_submit(call->app, &call->job);
}

void call_put(struct api_call *call, struct store_value value)
{
    assert(call->values_n < STORE_COLUMNS_MAX);
    call->value[call->values_n++] = value;
}

/* ----------------------------------------------------------------------------------------------------------- guests */

void call_answer_guest(struct api_call *call)
{
    call->refreshes_token = true;
    base_json_open(&call->body, '{');
    base_json_string(&call->body, "guest", call->guest.guest);
    base_json_string(&call->body, "name", call->guest.name);
    if (call->shows_token && call->token_made)
        base_json_hex(&call->body, "token", call->token, sizeof call->token);
    if (*call->code)
        base_json_string(&call->body, "recovery", call->code);
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

void call_add_device(struct api_call *call, void (*next)(struct api_call *call))
{
    struct app *app = call->app;
    app->callbacks.random(app->callbacks.owner, call->token, sizeof call->token);
    call->token_made = true;
    app_new_id(app, call->guest.device);
    app_hash_token(call->token, call->guest.token_hash);
    call_put(call, store_text(call->guest.device));
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_bytes(call->guest.token_hash, STORE_HASH_SIZE));
    call_put(call, store_text(call->device));
    call_put(call, store_number(call->guest.scopes));
    call_put(call, store_number(app->now_ms));
    call_submit(call, STORE_DEVICE_ADD, next);
}

static void device_added(struct api_call *call)
{
    if (call->job.status == STORE_DONE)
        call_answer_guest(call);
    else
        call_refuse(call, "busy", "Try again in a moment.");
}

static void guest_added(struct api_call *call)
{
    if (call->job.status != STORE_DONE) {
        call_refuse(call, "busy", "Try again in a moment.");
        return;
    }
    call->app->counts.guests_made++;
    struct base_out out = app_log_begin(call->app, "guest", NULL);
    app_log_put_who(&out, call->guest.guest, call->address);
    app_log_end(call->app, &out);
    call_add_device(call, device_added);
}

static void new_name_checked(struct api_call *call)
{
    if (call->job.rows_n)
        call_answer_error(call, &app_error_name_taken);
    else
        call_submit(call, STORE_GUEST_ADD, guest_added);
}

static void add_guest(struct api_call *call)
{
    struct app *app = call->app;
    if (!address_take_token(call->address, ADDRESS_GUESTS, app->steady_ms, &app->config.limits.guests)) {
        call_refuse(call, "limit", "Too many new guests from your address; wait a while.");
        return;
    }
    call->guest = (struct store_guest){.made_ms = app->now_ms, .seen_ms = app->now_ms};
    app_new_id(app, call->guest.guest);
    strcpy(call->guest.name, *call->name ? call->name : APP_NOBODYS_NAME);
    call_put_skeleton(call, call->guest.name);
    call_submit(call, STORE_PLAYER_BY_NAME, new_name_checked);
}

static void answer_known_guest(struct api_call *call)
{
    if (*call->name && strcmp(call->name, call->guest.name) != 0) {
        memcpy(call->guest.name, call->name, sizeof call->name);
        call_set_name(call, false);
    } else {
        call_answer_guest(call);
    }
}

/* Returns whether the stored last visit is too old, or in the future. */
static bool is_stale(int64_t seen_ms, int64_t now_ms, int64_t precision_ms)
{
    return seen_ms + precision_ms < now_ms || seen_ms > now_ms + precision_ms;
}

static void note_device(struct api_call *call)
{
    if (!is_stale(call->guest.device_seen_ms, call->app->now_ms, APP_DEVICE_SEEN_MS)) {
        call->known(call);
        return;
    }
    call_put(call, store_text(call->guest.device));
    call_put(call, store_number(call->app->now_ms));
    call_submit(call, STORE_DEVICE_SEEN, call->known);
}

void call_note_visit(struct api_call *call, void (*next)(struct api_call *call))
{
    int64_t now_ms = call->app->now_ms;
    call->known = next;
    if (is_stale(call->guest.seen_ms, now_ms, APP_LAST_SEEN_MS) || call->guest.marked_ms) {
        call->guest.seen_ms = now_ms;
        call_submit(call, STORE_GUEST_SEEN, note_device);
    } else {
        note_device(call);
    }
}

static void guest_found(struct api_call *call)
{
    if (call->job.status == STORE_NOT_FOUND && call->strict)
        call_refuse(call, "bad-token", "No guest has that token.");
    else if (call->job.status == STORE_NOT_FOUND)
        add_guest(call);
    else if (!call_refuse_banned(call, call->guest.guest))
        call_note_visit(call, answer_known_guest);
}

static void token_tried(struct api_call *call);

static void try_token(struct api_call *call)
{
    memcpy(call->token, call->tokens.token[call->tried], sizeof call->token);
    app_hash_token(call->token, call->guest.token_hash);
    call_submit(call, STORE_GUEST_FIND, token_tried);
}

static void token_tried(struct api_call *call)
{
    if (call->job.status == STORE_NOT_FOUND && ++call->tried < call->tokens.n)
        try_token(call);
    else
        call->found(call);
}

void call_find_guest(struct api_call *call, void (*found)(struct api_call *call))
{
    call->found = found;
    try_token(call);
}

void api_call_find_or_create_guest(struct api_call *call)
{
    if (!call_begin(call, 1, APP_COST_CALL))
        return;
    call->strict |= call->tokens.unusable;
    if (call->tokens.n)
        call_find_guest(call, guest_found);
    else if (call->strict)
        call_refuse(call, "bad-token", "A token has 64 hexadecimal digits; without any you become a new guest.");
    else
        add_guest(call);
}

void api_call_post_guest(struct api_call *call)
{
    struct message message;
    struct message_fault fault;
    if (!message_read_guest(call->input, call->input_n, &message, &fault)) {
        call_refuse(call, "bad-message", fault.text);
        return;
    }
    memcpy(call->name, message.name, sizeof call->name);
    call->shows_token = message.wants_token;
    api_call_find_or_create_guest(call);
}

void api_call_identify_guest(struct api_call *call)
{
    if (!call_begin(call, 1, APP_COST_CALL))
        return;
    call->strict = true;
    call->name[0] = '\0';
    if (call->tokens.n)
        call_find_guest(call, guest_found);
    else
        call_refuse(call, "bad-token", "No token was shown; POST /api/guest makes a guest.");
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
            put_head(&call->body, &call->job.heads[i], call->guest.guest);
}

static void finish_list(struct api_call *call)
{
    base_json_close(&call->body, ']');
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

static void listed_found(struct api_call *call)
{
    put_heads(call);
    finish_list(call);
}

static void list_listed(struct api_call *call)
{
    base_json_close(&call->body, ']');
    base_json_begin(&call->body, "listed", '[');
    if (moderation_lobby_closed_reason(call->app->moderation))
        finish_list(call);
    else
        call_submit(call, STORE_LIST_LISTED, listed_found);
}

static void yours_found(struct api_call *call)
{
    put_heads(call);
    list_listed(call);
}

static void list_yours(struct api_call *call)
{
    base_json_open(&call->body, '{');
    base_json_string(&call->body, "type", "tables");
    if (*call->ack)
        base_json_string(&call->body, "ack", call->ack);
    base_json_begin(&call->body, "yours", '[');
    if (*call->guest.guest)
        call_submit(call, STORE_LIST_GUEST, yours_found);
    else
        list_listed(call);
}

void api_call_list_tables(struct api_call *call)
{
    if (!call_begin(call, 1, APP_COST_CALL))
        return;
    if (call->tokens.n && !*call->guest.guest)
        call_find_guest(call, list_yours);
    else
        list_yours(call);
}

/* ---------------------------------------------------------------------------------------------------------- records */

static void answer_record(struct api_call *call)
{
    call->answers_record = true;
    call_answer_body(call);
}

static void record_found(struct api_call *call)
{
    struct table *table = call->job.entries_n ? table_new(call->table) : NULL;
    struct base_error error;
    if (call->job.status == STORE_DAMAGED)
        call_answer_error(call, &app_error_damaged);
    else if (!table)
        call_answer_error(call, &app_error_no_table);
    else if (!table_replay(table, call->job.entries, call->job.entries_n, &error))
        call_answer_error(call, &app_error_damaged);
    else if (table_phase(table) != TABLE_OVER)
        call_refuse(call, "not-now", "The game is not over; its record would reveal secrets.");
    else if (call->reads != API_READS_SHARED && !table_may_watch(table) &&
             table_seat_of(table, call->guest.guest) == FF_NOBODY)
        call_refuse(call, "not-allowed", "Only players of this game may see its record: show your token.");
    else if (call->reads == API_READS_TO_SHARE)
        call_add_share(call);
    else if (!(call->reads == API_READS_SHARED ? table_shared_record : table_record)(table, &call->body))
        call_refuse(call, "too-long", "This game is too long for a record.");
    else
        answer_record(call);
    table_free(table);
}

/* Loads the log only if the game is over, and only then charges for it. */
static void phase_found(struct api_call *call)
{
    if (!call->job.heads_n) {
        call_answer_error(call, &app_error_no_table);
    } else if (call->job.heads[0].phase != STORE_OVER) {
        call_refuse(call, "not-now", "The game is not over; its record would reveal secrets.");
    } else {
        app_charge_work(call->app, call->address, APP_COST_RECORD);
        call_submit(call, STORE_LOAD, record_found);
    }
}

void call_find_record(struct api_call *call) { call_submit(call, STORE_LIST_TABLE, phase_found); }

static void refuse_closed(struct api_call *call, const char *why)
{
    char text[APP_REASON_SIZE];
    struct base_out out = base_out_cut(text, sizeof text);
    moderation_put_reason(&out, "This table is closed", why);
    call_refuse(call, "closed", text);
}

void api_call_get_record(struct api_call *call)
{
    const char *closed = moderation_table_closed_reason(call->app->moderation, call->table);
    if (!call_begin(call, APP_CALLS_RECORD, APP_COST_CALL))
        return;
    if (closed)
        refuse_closed(call, closed);
    else if (call->tokens.n)
        call_find_guest(call, call_find_record);
    else
        call_find_record(call);
}

/* ------------------------------------------------------------------------------------------------- for the sessions */

/* Answers the session's message. */
static void session_call_answered(struct api_call *call, const struct app_error *error)
{
    struct session *session = call->owner;
    session->call = NULL;
    if (error)
        session_refuse(session, session->ack, error);
    else
        call->granted(session, call);
    session_answered(session);
}

struct api_call *session_call_new(struct session *session,
                                  void (*granted)(struct session *session, struct api_call *call))
{
    struct api_call *call = api_call_new(session->app, session->address->text);
    if (!call) {
        session_refuse(session, session->ack, &app_error_out_of_memory);
        return NULL;
    }
    call->answer = session_call_answered;
    call->granted = granted;
    call->owner = session;
    session_await_call(session, call);
    return call;
}

static void send_welcome(struct session *session, struct api_call *call)
{
    memcpy(session->name, call->guest.name, sizeof session->name);
    struct base_out *out = session_begin_message(session, "welcome");
    base_json_number(out, "protocol", MESSAGE_PROTOCOL);
    base_json_string(out, "version", session->app->config.version);
    base_json_string(out, "guest", session->guest);
    base_json_string(out, "name", session->name);
    if (call->token_made)
        base_json_hex(out, "token", call->token, sizeof call->token);
    session_end_message(session);
}

static void hello_granted(struct session *session, struct api_call *call)
{
    struct base_out out = app_log_begin(session->app, "hello", NULL);
    app_log_put_who(&out, call->guest.guest, session->address);
    app_log_end(session->app, &out);
    session->greeted = true;
    memset(&session->tokens, 0, sizeof session->tokens);
    memcpy(session->guest, call->guest.guest, sizeof session->guest);
    memcpy(session->device, call->guest.device, sizeof session->device);
    session->scopes = call->guest.scopes;
    session->is_program = call->guest.kind == STORE_BOT;
    session->has_blocks = call->guest.blocks > 0;
    app_hash_token(call->token, session->token_hash);
    send_welcome(session, call);
}

void session_handle_hello(struct session *session, const struct message *message)
{
    if (message->protocol != MESSAGE_PROTOCOL) {
        session_refuse(session, message->id,
                       &(struct app_error){"protocol", "This server speaks protocol 1.", NULL, 0});
        return;
    }
    struct api_call *call = session_call_new(session, hello_granted);
    if (!call)
        return;
    session->legal = message->legal;
    memcpy(call->name, message->name, sizeof call->name);
    memcpy(call->device, session->device_name, sizeof call->device);
    call->tokens = session->tokens;
    if (message->token.given) {
        call->tokens = (struct guest_tokens){.n = 1};
        memcpy(call->tokens.token[0], message->token.byte, sizeof message->token.byte);
    }
    call->strict = call->tokens.n > 0;
    api_call_find_or_create_guest(call);
}

static void send_list(struct session *session, struct api_call *call)
{
    session_send(session, call->body.text, call->body.length);
}

void session_handle_list(struct session *session)
{
    struct api_call *call = session_call_new(session, send_list);
    if (!call)
        return;
    memcpy(call->guest.guest, session->guest, sizeof session->guest);
    memcpy(call->ack, session->ack, sizeof call->ack);
    api_call_list_tables(call);
}

void session_handle_rename(struct session *session, const char *name)
{
    struct api_call *call = session_call_new(session, send_welcome);
    if (!call)
        return;
    memcpy(call->guest.guest, session->guest, sizeof session->guest);
    memcpy(call->guest.name, name, sizeof call->guest.name);
    if (call_begin(call, 1, APP_COST_CALL))
        call_set_name(call, false);
}
