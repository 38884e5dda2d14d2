/* calls.c - guests and lists: what is asked of the store and of no table; see hall.h.
 *
 * A call goes from step to step: each submits one job and names the function that goes on when it is done. Requests
 * over HTTP and the messages hello, name and tables of a session take the same way. */
#include "hall_in.h"

#include "base/blake2b.h"
#include "base/json_write.h"
#include "record/record.h"

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
_Static_assert(2 * HALL_LIST_MAX <= (int)HALL_NOTES_BYTES, "two full lists can wait for a session");
_Static_assert((int)HALL_WHY_SIZE <= (int)HALL_ERROR_TEXT, "an operator's reason is told");

void hall_hash_token(const uint8_t token[MESSAGE_TOKEN_BYTES], uint8_t hash[STORE_HASH_SIZE])
{
    _Static_assert((int)BASE_BLAKE2B_BYTES == (int)STORE_HASH_SIZE, "one size of hashes");
    base_blake2b(token, MESSAGE_TOKEN_BYTES, hash);
}

/* ------------------------------------------------------------------------------------------------------------ calls */

struct hall_call *hall_call_new(struct hall *hall, const char *address)
{
    struct hall_call *call = calloc(1, sizeof *call);
    if (!call)
        return NULL;
    call->hall = hall;
    call->address = hall_addresses_find(hall->addresses, address, hall->steady_ms);
    if (call->address)
        return call;
    free(call);
    return NULL;
}

void hall_call_drop(struct hall_call *call)
{
    assert(call->state != HALL_CALL_ANSWERED);
    call->answer = NULL;
    if (call->state == HALL_CALL_MADE)
        free(call);
}

/* From here on it is the hall's. */
static void set_out(struct hall_call *call)
{
    assert(call->state == HALL_CALL_MADE);
    call->state = HALL_CALL_UNDER_WAY;
}

static void finish(struct hall_call *call, int status, const char *body, size_t n)
{
    assert(call->state != HALL_CALL_ANSWERED);
    call->state = HALL_CALL_ANSWERED;
    if (call->answer)
        call->answer(call, status, body, n);
    free(call->body);
    free(call);
}

void hall_error(struct base_out *out, const char *code, const char *text)
{
    base_json_open(out, '{');
    base_json_string(out, "code", code);
    base_json_string(out, "text", text);
    base_json_close(out, '}');
}

static void finish_error(struct hall_call *call, int status, const char *code, const char *text)
{
    char body[HALL_ERROR_MAX];
    struct base_out out = base_out_of(body, sizeof body);
    hall_error(&out, code, text);
    finish(call, status, body, out.length);
}

/* Whether that guest or address is banned: then the call is answered. */
static bool finish_banned(struct hall_call *call, const char *who)
{
    char text[HALL_WHY_SIZE];
    struct base_out out = base_out_of(text, sizeof text);
    bool banned = hall_put_banned(call->hall, who, &out);
    if (banned)
        finish_error(call, 403, "banned", text);
    return banned;
}

bool hall_call_allowed(struct hall_call *call)
{
    const struct hall_limits *limits = &call->hall->config.limits;
    if (finish_banned(call, call->address->text))
        return false;
    if (!limits->requests_s || hall_address_take(call->address, ADDRESS_REQUESTS, call->hall->steady_ms,
                                                 1000 / limits->requests_s, limits->requests_n))
        return true;
    finish_error(call, 429, "limit", "Too many requests from your address; ask less often.");
    return false;
}

static void job_done(struct store_job *job)
{
    struct hall_call *call = job->owner;
    hall_job_done(call->hall, job);
    if (job->status == STORE_FAILED || job->status == STORE_UNKNOWN)
        finish_error(call, 503, "busy", "The store cannot be reached; try again in a moment.");
    else
        call->next(call);
}

static void step(struct hall_call *call, enum store_op op, void (*next)(struct hall_call *call))
{
    assert(call->state == HALL_CALL_UNDER_WAY);
    if (call->hall->stopping) {
        finish_error(call, 503, "busy", "The server is stopping; try again in a moment.");
        return;
    }
    call->next = next;
    call->job = (struct store_job){.op = op, .done = job_done, .owner = call, .guest = &call->guest};
    memcpy(call->job.table, call->table, sizeof call->table);
    hall_submit(call->hall, &call->job);
}

static bool make_body(struct hall_call *call, size_t size)
{
    call->body = malloc(size);
    if (call->body)
        call->out = base_out_of(call->body, size);
    else
        finish_error(call, 503, "busy", "Out of memory; try again in a moment.");
    return call->body != NULL;
}

/* ----------------------------------------------------------------------------------------------------------- guests */

static void tell_guest(struct hall_call *call)
{
    if (!make_body(call, GUEST_MAX))
        return;
    base_json_open(&call->out, '{');
    base_json_string(&call->out, "guest", call->guest.guest);
    base_json_string(&call->out, "name", call->guest.name);
    if (call->tell_token && call->token_made)
        base_json_hex(&call->out, "token", call->token, sizeof call->token);
    base_json_close(&call->out, '}');
    finish(call, 200, call->out.text, call->out.length);
}

static void guest_added(struct hall_call *call)
{
    if (call->job.status != STORE_DONE) {
        finish_error(call, 503, "busy", "Try again in a moment.");
        return;
    }
    call->hall->counts.guests_made++;
    struct base_out out = hall_log_begin(call->hall, "guest", NULL);
    hall_log_who(&out, call->guest.guest, call->address);
    hall_log_end(call->hall, &out);
    tell_guest(call);
}

static void add_guest(struct hall_call *call)
{
    struct hall *hall = call->hall;
    const struct hall_limits *limits = &hall->config.limits;
    if (limits->guests_h && !hall_address_take(call->address, ADDRESS_GUESTS, hall->steady_ms,
                                               3600000 / limits->guests_h, limits->guests_n)) {
        finish_error(call, 429, "limit", "Too many new guests from your address; wait a while.");
        return;
    }
    hall->world.random(hall->world.owner, call->token, sizeof call->token);
    call->token_made = true;
    call->guest = (struct store_guest){.made_ms = hall->now_ms, .seen_ms = hall->now_ms};
    hall_new_id(hall, call->guest.guest);
    hall_hash_token(call->token, call->guest.token_hash);
    strcpy(call->guest.name, *call->name ? call->name : "Guest");
    step(call, STORE_GUEST_ADD, guest_added);
}

static void guest_known(struct hall_call *call)
{
    if (*call->name && strcmp(call->name, call->guest.name) != 0) {
        memcpy(call->guest.name, call->name, sizeof call->name);
        step(call, STORE_GUEST_NAME, tell_guest);
    } else {
        tell_guest(call);
    }
}

/* A guest who comes is remembered for longer. */
static void guest_found(struct hall_call *call)
{
    int64_t now_ms = call->hall->now_ms;
    if (call->job.status == STORE_NONE && call->strict) {
        finish_error(call, 401, "bad-token", "No guest has that token.");
    } else if (call->job.status == STORE_NONE) {
        add_guest(call);
    } else if (finish_banned(call, call->guest.guest)) {
        return;
    } else if (call->guest.seen_ms + HALL_SEEN_MS < now_ms) {
        call->guest.seen_ms = now_ms;
        step(call, STORE_GUEST_SEEN, guest_known);
    } else {
        guest_known(call);
    }
}

static void find_guest(struct hall_call *call, void (*next)(struct hall_call *call))
{
    hall_hash_token(call->token, call->guest.token_hash);
    step(call, STORE_GUEST_FIND, next);
}

void hall_call_guest(struct hall_call *call)
{
    set_out(call);
    if (call->has_token)
        find_guest(call, guest_found);
    else
        add_guest(call);
}

void hall_call_who(struct hall_call *call)
{
    set_out(call);
    call->strict = true;
    call->name[0] = '\0';
    if (call->has_token)
        find_guest(call, guest_found);
    else
        finish_error(call, 401, "bad-token", "No token was shown; POST /api/guest makes a guest.");
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

static void put_heads(struct hall_call *call)
{
    for (size_t i = 0; i < call->job.heads_n; i++)
        if (!hall_house_closed(call->hall->house, call->job.heads[i].table))
            put_head(&call->out, &call->job.heads[i], call->guest.guest);
    base_json_close(&call->out, ']');
}

static void finish_list(struct hall_call *call)
{
    base_json_close(&call->out, '}');
    finish(call, 200, call->out.text, call->out.length);
}

static void listed_found(struct hall_call *call)
{
    put_heads(call);
    finish_list(call);
}

static void list_listed(struct hall_call *call)
{
    base_json_begin(&call->out, "listed", '[');
    if (!hall_house_lobby(call->hall->house)) {
        step(call, STORE_LIST_LISTED, listed_found);
        return;
    }
    base_json_close(&call->out, ']');
    finish_list(call);
}

static void yours_found(struct hall_call *call)
{
    put_heads(call);
    list_listed(call);
}

static void list_yours(struct hall_call *call)
{
    if (!make_body(call, HALL_LIST_MAX))
        return;
    base_json_open(&call->out, '{');
    base_json_string(&call->out, "type", "tables");
    if (*call->ack)
        base_json_string(&call->out, "ack", call->ack);
    base_json_begin(&call->out, "yours", '[');
    if (*call->guest.guest) {
        step(call, STORE_LIST_GUEST, yours_found);
        return;
    }
    base_json_close(&call->out, ']');
    list_listed(call);
}

void hall_call_tables(struct hall_call *call)
{
    set_out(call);
    if (call->has_token && !*call->guest.guest)
        find_guest(call, list_yours);
    else
        list_yours(call);
}

/* ----------------------------------------------------------------------------------------------------------- record */

static bool apply_all(struct table *table, const struct store_job *job)
{
    struct base_error error;
    for (size_t i = 0; i < job->entries_n; i++) {
        const struct store_entry *entry = &job->entries[i];
        struct table_entry next = {entry->number, entry->at_ms, entry->text, entry->length};
        if (!table_apply(table, &next, &error))
            return false;
    }
    return true;
}

static void record_found(struct hall_call *call)
{
    struct table *table = call->job.entries_n ? table_new(call->table) : NULL;
    if (!table) {
        finish_error(call, 404, "no-table", "There is no such table.");
        return;
    }
    if (!apply_all(table, &call->job))
        finish_error(call, 500, "no-table", "This table cannot be read.");
    else if (table_phase(table) != TABLE_OVER)
        finish_error(call, 409, "not-now", "The game is not over; its record would tell what is secret.");
    else if (!table_may_watch(table) && table_seat_of(table, call->guest.guest) == FF_NOBODY)
        finish_error(call, 403, "not-allowed", "Only who played this game may see its record: show your token.");
    else if (make_body(call, RECORD_GAME_MAX)) {
        if (table_record(table, &call->out) && base_out_whole(&call->out))
            finish(call, 200, call->out.text, call->out.length);
        else
            finish_error(call, 500, "too-long", "This game is too long for a record.");
    }
    table_free(table);
}

static void find_record(struct hall_call *call) { step(call, STORE_LOAD, record_found); }

static void finish_closed(struct hall_call *call, const char *why)
{
    char text[HALL_WHY_SIZE];
    struct base_out out = base_out_of(text, sizeof text);
    hall_why(&out, "This table is closed", why);
    finish_error(call, 403, "closed", text);
}

void hall_call_record(struct hall_call *call)
{
    const char *closed = hall_house_closed(call->hall->house, call->table);
    set_out(call);
    if (closed)
        finish_closed(call, closed);
    else if (call->has_token)
        find_guest(call, find_record);
    else
        find_record(call);
}

/* ------------------------------------------------------------------------------------------------- for the sessions */

/* Who waits for it; hall_session_answered is to follow. */
static struct hall_session *session_of(struct hall_call *call)
{
    struct hall_session *session = call->owner;
    session->call = NULL;
    return session;
}

static struct hall_call *call_for(struct hall_session *session,
                                  void (*answer)(struct hall_call *call, int status, const char *body, size_t n))
{
    struct hall_call *call = calloc(1, sizeof *call);
    if (!call) {
        hall_session_refuse(session, session->ack, "busy", NULL, "Out of memory; try again in a moment.");
        return NULL;
    }
    call->hall = session->hall;
    call->address = session->address;
    call->answer = answer;
    call->owner = session;
    hall_session_call(session, call);
    return call;
}

/* An error of a call as a refusal of the session's message. */
static void refuse_as(struct hall_session *session, const struct hall_call *call, int status)
{
    char banned[HALL_WHY_SIZE];
    struct base_out out = base_out_cut(banned, sizeof banned);
    if (status == 403)
        hall_put_banned(session->hall, call->guest.guest, &out);
    const char *code = status == 401 ? "bad-token" : status == 403 ? "banned" : status == 429 ? "limit" : "busy";
    const char *text = status == 401   ? "No guest has that token."
                       : status == 403 ? banned
                       : status == 429 ? "Too many new guests from your address; wait a while."
                                       : "The store cannot be reached; send it again in a moment.";
    hall_session_refuse(session, session->ack, code, NULL, text);
    hall_session_answered(session);
}

static void welcome(struct hall_session *session, const struct hall_call *call)
{
    char text[WELCOME_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    base_json_open(&out, '{');
    base_json_string(&out, "type", "welcome");
    hall_session_put_ack(session, &out);
    base_json_number(&out, "protocol", MESSAGE_PROTOCOL);
    base_json_string(&out, "version", session->hall->config.version);
    base_json_string(&out, "guest", session->guest);
    base_json_string(&out, "name", session->name);
    if (call->token_made)
        base_json_hex(&out, "token", call->token, sizeof call->token);
    base_json_close(&out, '}');
    hall_session_note(session, text, out.length);
}

static void greeted(struct hall_call *call, int status, const char *body, size_t n)
{
    struct hall_session *session = session_of(call);
    (void)body, (void)n;
    if (status != 200) {
        refuse_as(session, call, status);
        return;
    }
    struct base_out out = hall_log_begin(session->hall, "hello", NULL);
    hall_log_who(&out, call->guest.guest, session->address);
    hall_log_end(session->hall, &out);
    session->greeted = true;
    memcpy(session->guest, call->guest.guest, sizeof session->guest);
    memcpy(session->name, call->guest.name, sizeof session->name);
    welcome(session, call);
    hall_session_answered(session);
}

void hall_greet(struct hall_session *session, const struct hall_message *message)
{
    if (message->protocol != MESSAGE_PROTOCOL) {
        hall_session_refuse(session, message->id, "protocol", NULL, "This server speaks protocol 1.");
        return;
    }
    struct hall_call *call = call_for(session, greeted);
    if (!call)
        return;
    session->legal = message->legal;
    memcpy(call->name, message->name, sizeof call->name);
    call->has_token = call->strict = message->has_token || session->has_token;
    memcpy(call->token, message->has_token ? message->token : session->token, sizeof call->token);
    memset(session->token, 0, sizeof session->token);
    hall_call_guest(call);
}

static void told(struct hall_call *call, int status, const char *body, size_t n)
{
    struct hall_session *session = session_of(call);
    if (status != 200) {
        refuse_as(session, call, status);
        return;
    }
    hall_session_note(session, body, n);
    hall_session_answered(session);
}

void hall_list(struct hall_session *session)
{
    struct hall_call *call = call_for(session, told);
    if (!call)
        return;
    memcpy(call->guest.guest, session->guest, sizeof session->guest);
    memcpy(call->ack, session->ack, sizeof call->ack);
    hall_call_tables(call);
}

static void renamed(struct hall_call *call, int status, const char *body, size_t n)
{
    struct hall_session *session = session_of(call);
    (void)body, (void)n;
    if (status != 200) {
        refuse_as(session, call, status);
        return;
    }
    memcpy(session->name, call->guest.name, sizeof session->name);
    welcome(session, call);
    hall_session_answered(session);
}

void hall_rename(struct hall_session *session, const char *name)
{
    struct hall_call *call = call_for(session, renamed);
    if (!call)
        return;
    memcpy(call->guest.guest, session->guest, sizeof session->guest);
    memcpy(call->guest.name, name, sizeof call->guest.name);
    set_out(call);
    step(call, STORE_GUEST_NAME, tell_guest);
}
