/* guest_calls.c - calls that create a guest, recognize one by a token, or change a name; see
 * docs/authors/protocol.md. */
#include "app_internal.h"

#include "server/identity/name_skeleton.h"

#include <string.h>

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
    call_add_skeleton_value(call, call->guest.name);
    call_submit(call, STORE_PLAYER_BY_NAME, new_name_checked);
}

static void answer_known_guest(struct api_call *call)
{
    if (*call->name && strcmp(call->name, call->guest.name) != 0) {
        memcpy(call->guest.name, call->name, sizeof call->name);
        call_store_name(call, false);
    } else {
        call_answer_guest(call);
    }
}

/* Returns whether a stored time of the last visit is too old, or in the future because of a wrong clock. */
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
    else if (!call_refuse_banned_guest(call))
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
    if (!message_read_guest_creation(call->input, call->input_n, &message, &fault)) {
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

/* ------------------------------------------------------------------------------------------------------------ names */

void call_add_skeleton_value(struct api_call *call, const char *name)
{
    struct base_out out = base_out_cut(call->more, sizeof call->more);
    name_put_skeleton(&out, name);
    call_put(call, store_text(call->more));
}

static void name_set(struct api_call *call)
{
    if (call->job.status == STORE_DONE)
        call_answer_guest(call);
    else
        call_answer_error(call, &app_error_name_taken);
}

void call_store_name(struct api_call *call, bool claims)
{
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->guest.name));
    call_add_skeleton_value(call, call->guest.name);
    call_put(call, store_number(claims));
    call_submit(call, STORE_PLAYER_NAME, name_set);
}

static void claim_checked(struct api_call *call)
{
    const struct store_value *column = call->job.rows_n ? call->job.row[0].column : NULL;
    call->token_made = false;
    if (column && (column[6].number || column[7].number))
        call_store_name(call, true);
    else
        call_refuse(call, "not-now", "A name can be claimed once you have a passkey or a recovery code.");
}

/* Returns whether a name resembles the default name of guests. Nobody can claim such a name. */
static bool is_nobodys(const char *name)
{
    char theirs[TABLE_NAME_SIZE], skeleton[TABLE_NAME_SIZE];
    struct base_out out = base_out_cut(theirs, sizeof theirs), other = base_out_cut(skeleton, sizeof skeleton);
    name_put_skeleton(&out, APP_NOBODYS_NAME);
    name_put_skeleton(&other, name);
    return strcmp(theirs, skeleton) == 0;
}

static void claim_name(struct api_call *call)
{
    char text[4 * TABLE_NAME_SIZE];
    if (!call_input_text(call, "name", text, sizeof text))
        return;
    if (!table_name_read(text, strlen(text), call->guest.name)) {
        call_refuse(call, "bad-message", "A name has 1 to 24 characters, none of them invisible.");
    } else if (is_nobodys(call->guest.name)) {
        call_answer_error(call, &app_error_name_taken);
    } else {
        call_put(call, store_text(call->guest.guest));
        call_submit(call, STORE_PLAYER, claim_checked);
    }
}

void api_call_claim_name(struct api_call *call) { call_begin_as_player(call, claim_name); }

/* ----------------------------------------------------------------------------------------------- calls for sessions */

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
    memcpy(session->owner, call->guest.owner, sizeof session->owner);
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
    struct api_call *call = call_new_for_session(session, hello_granted);
    if (!call)
        return;
    session->legal = message->legal;
    session->follows = message->follow;
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

void session_handle_rename(struct session *session, const char *name)
{
    struct api_call *call = call_new_for_session(session, send_welcome);
    if (!call)
        return;
    memcpy(call->guest.guest, session->guest, sizeof session->guest);
    memcpy(call->guest.name, name, sizeof call->guest.name);
    if (call_begin(call, 1, APP_COST_CALL))
        call_store_name(call, false);
}
