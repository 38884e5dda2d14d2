/* session.c - sessions: handles clients' messages, and sends answers and frames; see app.h. */
#include "app_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------------- sending */

static struct queued_text *queue_text(struct list_link *list, const char *text, size_t n)
{
    struct queued_text *queued = malloc(sizeof *queued + n);
    if (!queued)
        return NULL;
    *queued = (struct queued_text){.n = n};
    memcpy(queued->text, text, n);
    list_add_last(list, &queued->link);
    return queued;
}

static struct queued_text *take_text(struct list_link *list)
{
    return LIST_OWNER(list_take_first(list), struct queued_text, link);
}

static void free_texts(struct list_link *list)
{
    while (!list_is_empty(list))
        free(take_text(list));
}

static void wake(struct session *session) { session->app->callbacks.wake(session->app->callbacks.owner, session); }

void session_hang_up(struct session *session, int code, const char *why)
{
    struct app *app = session->app;
    if (session->closing)
        return;
    session->closing = true;
    struct base_out out = app_log_begin(app, "hang-up", NULL);
    app_log_put_who(&out, session->guest, session->address);
    base_put(&out, " why=");
    base_json_put_text(&out, why);
    app_log_end(app, &out);
    app->callbacks.hang_up(app->callbacks.owner, session, code, why);
}

void session_send(struct session *session, const char *text, size_t n)
{
    bool room = n && session->outbox_n < APP_OUTBOX_MAX && session->outbox_bytes + n <= APP_OUTBOX_BYTES;
    if (!room || !queue_text(&session->outbox, text, n)) {
        session_hang_up(session, CLOSE_DOES_NOT_READ, "does not read what it is sent");
        return;
    }
    session->outbox_n++;
    session->outbox_bytes += n;
    wake(session);
}

static struct base_out *begin_message(struct session *session, const char *type, const char *ack)
{
    struct base_out *out = &session->app->out;
    base_out_clear(out);
    base_json_open(out, '{');
    base_json_string(out, "type", type);
    if (*ack)
        base_json_string(out, "ack", ack);
    return out;
}

struct base_out *session_begin_message(struct session *session, const char *type)
{
    return begin_message(session, type, session->ack);
}

struct base_out *session_begin_event(struct session *session, const char *type)
{
    return begin_message(session, type, "");
}

void session_end_message(struct session *session)
{
    struct base_out *out = &session->app->out;
    base_json_close(out, '}');
    session_send(session, out->text, base_out_whole(out) ? out->length : 0);
}

void session_refuse(struct session *session, const char *id, const struct app_error *error)
{
    session->app->counts.refusals++;
    app_error_put(begin_message(session, "refused", id), error);
    session_end_message(session);
}

static void strike(struct session *session)
{
    if (++session->strikes > APP_STRIKES_MAX)
        session_hang_up(session, CLOSE_POLICY, "too many messages, or too many that are wrong");
}

/* ----------------------------------------------------------------------------------------------------------- states */

static void handle_inbox(struct session *session);

static void set_state(struct session *session, enum session_state state)
{
    session->state = (uint8_t)state;
    app_release_calls(session->app, session->address, session->calls);
    session->calls = 0;
    assert((state == SESSION_AWAITING_TABLE) == (session->request != NULL));
    assert((state == SESSION_AWAITING_CALL) == (session->call != NULL));
    assert(state != SESSION_AWAITING_FRAME ||
           (*session->ack && session->about && list_is_linked(&session->about->due)));
}

void session_await_table(struct session *session, struct table_request *request)
{
    assert(session->state == SESSION_FREE);
    session->request = request;
    set_state(session, SESSION_AWAITING_TABLE);
}

void session_await_call(struct session *session, struct api_call *call)
{
    assert(session->state == SESSION_FREE);
    session->call = call;
    set_state(session, SESSION_AWAITING_CALL);
}

void session_finish_message(struct session *session)
{
    assert(session->state > SESSION_FREE);
    set_state(session, SESSION_FREE);
    handle_inbox(session);
}

void session_answer_with_frame(struct session *session, bool full)
{
    assert(session->state == SESSION_AWAITING_TABLE);
    if (session->about)
        session_mark_frame_due(session->about, full);
    else
        session_refuse(session, session->ack, &app_error_no_table);
    if (session->about && *session->ack)
        set_state(session, SESSION_AWAITING_FRAME);
    else
        session_finish_message(session);
}

/* Returns whether the next frame of that table will answer the current message. */
static bool awaits_frame(const struct session *session, const struct attendance *attendance)
{
    return session->state == SESSION_AWAITING_FRAME && session->about == attendance;
}

void session_frame_failed(struct attendance *attendance, const struct app_error *error)
{
    struct session *session = attendance->session;
    if (!awaits_frame(session, attendance))
        return;
    session_refuse(session, session->ack, error);
    session_finish_message(session);
}

/* ----------------------------------------------------------------------------------------------------------- frames */

void session_mark_frame_due(struct attendance *attendance, bool full)
{
    if (!list_is_linked(&attendance->due))
        list_add_last(&attendance->session->due, &attendance->due);
    attendance->full_due |= full;
    wake(attendance->session);
}

/* Returns whether the frame would be the same for all spectators. */
static bool is_shared(const struct table_viewer *viewer)
{
    return viewer->seat == FF_NOBODY && !viewer->full && !viewer->ack && !viewer->muted;
}

/* Writes the frame that all spectators share, composing it only if it has changed. Later copies differ only in their
 * clocks. In games without a turn limit, the clocks only show how long somebody has been thinking or away, so they may
 * be a second old. */
static void put_shared_frame(struct hosted_table *at, const struct table_viewer *viewer, struct base_out *out)
{
    struct shared_frame *shared = &at->shared;
    int64_t age_ms = viewer->now_ms - shared->now_ms, age_max_ms = table_options(at->table)->turn_s ? 0 : 999;
    if (!shared->out.length || shared->number != table_last_number(at->table) || shared->since != viewer->since ||
        shared->here != viewer->here || age_ms < 0 || age_ms > age_max_ms) {
        base_out_clear(&shared->out);
        table_frame(at->table, viewer, &shared->out);
        shared->number = table_last_number(at->table);
        shared->since = viewer->since;
        shared->here = viewer->here;
        shared->now_ms = viewer->now_ms;
    }
    if (base_out_whole(&shared->out))
        base_put_bytes(out, shared->out.text, shared->out.length);
    else
        table_frame(at->table, viewer, out);
}

static void put_frame(struct attendance *attendance, struct base_out *out)
{
    struct session *session = attendance->session;
    struct hosted_table *at = attendance->table;
    bool answers = awaits_frame(session, attendance);
    struct app_counts *counts = &session->app->counts;
    int64_t begun_us = app_clock_us(session->app);
    size_t before = out->length;
    struct table_viewer viewer = {
        .seat = attendance->seat,
        .since = attendance->sent,
        .full = attendance->full_due,
        .host = strcmp(table_host_id(at->table), session->guest) == 0,
        .legal = session->legal,
        .here = (uint8_t)presence_connected_seats(at),
        .muted = attendance->muted,
        .plan = planned_turn_text(at, attendance->seat),
        .ack = answers ? session->ack : NULL,
        .now_ms = session->app->now_ms,
    };
    for (int i = 0; i < FF_PLAYERS_MAX; i++)
        viewer.gone_ms[i] = presence_absence_ms(at, i);
    if (is_shared(&viewer))
        put_shared_frame(at, &viewer, out);
    else
        table_frame(at->table, &viewer, out);
    attendance->sent = table_last_number(at->table);
    attendance->full_due = false;
    list_remove(&attendance->due);
    counts->frames++;
    counts->frame_bytes += (int64_t)(out->length - before);
    histogram_add(&counts->frame, app_clock_us(session->app) - begun_us);
    if (answers)
        session_finish_message(session);
}

/* Returns whether everything in the table is durable. That is also true while further entries are being loaded. */
static bool may_send_frame(const struct hosted_table *at)
{
    return at->state == HOSTED_READY || (at->state == HOSTED_LOADING && table_last_number(at->table) > 0);
}

bool session_next_output(struct session *session, struct base_out *out)
{
    if (!list_is_empty(&session->outbox)) {
        struct queued_text *queued = take_text(&session->outbox);
        session->outbox_n--;
        session->outbox_bytes -= queued->n;
        base_put_bytes(out, queued->text, queued->n);
        free(queued);
        return true;
    }
    LIST_EACH (struct attendance, attendance, &session->due, due)
        if (may_send_frame(attendance->table)) {
            put_frame(attendance, out);
            return true;
        }
    return false;
}

/* ----------------------------------------------------------------------------------------------------------- tables */

static void leave_table(struct attendance *attendance)
{
    struct session *session = attendance->session;
    struct hosted_table *at = attendance->table;
    list_remove(&attendance->at_table);
    list_remove(&attendance->of_session);
    list_remove(&attendance->due);
    session->tables_n--;
    if (session->about == attendance)
        session->about = NULL;
    free(attendance);
    if (list_is_empty(&at->attendances))
        at->idle_ms = at->app->steady_ms;
    if (at->loaded)
        presence_look_up_seats(at, true);
}

static void leave_tables(struct session *session)
{
    while (!list_is_empty(&session->attendances))
        leave_table(LIST_OWNER(session->attendances.next, struct attendance, of_session));
}

/* Returns the session's attendance at a table, or at its only table if `table` is "". Returns NULL if there is none. */
static struct attendance *find_attendance(const struct session *session, const char *table)
{
    LIST_EACH (struct attendance, attendance, &session->attendances, of_session)
        if (*table ? strcmp(attendance->table->id, table) == 0 : session->tables_n == 1)
            return attendance;
    return NULL;
}

static struct attendance *new_attendance(struct session *session, struct hosted_table *at)
{
    struct attendance *attendance = calloc(1, sizeof *attendance);
    if (!attendance)
        return NULL;
    if (!session->follows)
        leave_tables(session);
    attendance->session = session;
    attendance->table = at;
    list_add_first(&at->attendances, &attendance->at_table);
    list_add_last(&session->attendances, &attendance->of_session);
    session->tables_n++;
    return attendance;
}

bool session_join_table(struct session *session, struct hosted_table *at, uint32_t seen)
{
    struct attendance *attendance = find_attendance(session, at->id);
    if (!attendance)
        attendance = new_attendance(session, at);
    if (!attendance)
        return false;
    session->about = attendance;
    at->idle_ms = 0;
    attendance->sent = seen <= table_last_number(at->table) ? seen : 0;
    presence_look_up_seats(at, true);
    return true;
}

/* Sends the client the message that its session was removed from a table. */
static void send_detached(struct session *session, const char *table, const struct app_error *error)
{
    struct base_out *out = session_begin_event(session, "detached");
    base_json_string(out, "table", table);
    app_error_put(out, error);
    session_end_message(session);
}

void session_lose_table(struct attendance *attendance, const struct app_error *error)
{
    struct session *session = attendance->session;
    bool waits = awaits_frame(session, attendance);
    if (session->follows) {
        send_detached(session, attendance->table->id, error);
        leave_table(attendance);
    } else {
        session_hang_up(session, CLOSE_NO_TABLE, error->text);
    }
    if (waits) {
        session_refuse(session, session->ack, error);
        session_finish_message(session);
    }
}

int session_seat(const struct session *session) { return session->about ? session->about->seat : FF_NOBODY; }

/* -------------------------------------------------------------------------------------------------------- receiving */

/* Refuses a message for which no work has been started. */
static void refuse_now(struct session *session, const char *code, const char *text)
{
    assert(session->state == SESSION_FREE);
    session_refuse(session, session->ack, &(struct app_error){code, text, NULL, 0});
}

static struct table_request *new_request(struct session *session, const struct message *message)
{
    struct table_request *request = calloc(1, sizeof *request);
    if (!request)
        return NULL;
    request->session = session;
    request->kind = (int)message->type;
    request->message = *message;
    return request;
}

static void forward_to_table(struct session *session, const struct message *message, struct hosted_table *at)
{
    bool attaches = message->type == MESSAGE_ATTACH;
    bool room =
        at && (attaches ? at->attaching_n < APP_QUEUE_WITH_ATTACH_MAX : at->queue_n - at->attaching_n < APP_QUEUE_MAX);
    struct table_request *request = room ? new_request(session, message) : NULL;
    if (!request) {
        refuse_now(session, "busy", "Too many requests are waiting; send it again in a moment.");
        return;
    }
    session_await_table(session, request);
    session->calls = attaches ? APP_CALLS_ATTACH : 0;
    app_hold_calls(session->address, session->calls);
    hosted_table_enqueue(at, request);
    hosted_table_process_requests(at);
}

static void request_new_table(struct session *session, const struct message *message)
{
    struct app *app = session->app;
    if (!address_take_token(session->address, ADDRESS_TABLES, app->steady_ms, &app->config.limits.tables)) {
        refuse_now(session, "limit", "Too many new tables from your address; wait a while.");
        return;
    }
    struct table_request *request = new_request(session, message);
    if (!request) {
        session_refuse(session, session->ack, &app_error_out_of_memory);
        return;
    }
    session_await_table(session, request);
    app_create_table(app, request);
}

/* Takes tokens for a message at a table. Turns are free. Returns false if the guest sends too many messages. */
static bool take_talk(struct session *session, enum message_type type, struct hosted_table *at)
{
    const struct rate_limits *limits = &session->app->config.limits;
    int64_t now_ms = session->app->steady_ms;
    return type == MESSAGE_PLAY || (token_bucket_take(&session->talk, now_ms, &limits->talk) &&
                                    address_take_token(session->address, ADDRESS_TALK, now_ms, &limits->address_talk) &&
                                    token_bucket_take(&at->talk, now_ms, &limits->table_talk));
}

static void send_pong(struct session *session)
{
    session_begin_message(session, "pong");
    session_end_message(session);
}

static void handle_detach(struct session *session, const char *table)
{
    LIST_EACH (struct attendance, attendance, &session->attendances, of_session)
        if (!*table || strcmp(attendance->table->id, table) == 0)
            leave_table(attendance);
    struct base_out *out = session_begin_message(session, "detached");
    if (*table)
        base_json_string(out, "table", table);
    session_end_message(session);
}

static void handle_table_message(struct session *session, const struct message *message)
{
    session->about = find_attendance(session, message->at);
    struct hosted_table *at = session->about ? session->about->table : NULL;
    if (!at)
        refuse_now(session, "no-table", "Attach to the table first. At several tables, name the one that you mean.");
    else if (message->type == MESSAGE_CHAT && session->scopes && !(session->scopes & APP_SCOPE_CHAT))
        refuse_now(session, "not-allowed", "The token of this program may not chat.");
    else if (!take_talk(session, message->type, at))
        refuse_now(session, "too-fast", "Not so fast; wait a moment.");
    else
        forward_to_table(session, message, at);
}

/* Handles a well-formed message of a session that has said hello. */
static void handle_message(struct session *session, const struct message *message)
{
    bool joins = message->type == MESSAGE_CREATE || message->type == MESSAGE_DAILY || message->type == MESSAGE_ATTACH;
    if (joins && session->follows && session->tables_n == SESSION_TABLES_MAX &&
        !find_attendance(session, message->table)) {
        refuse_now(session, "limit", "This connection is at too many tables; detach from some.");
        return;
    }
    switch (message->type) {
    case MESSAGE_HELLO: refuse_now(session, "bad-message", "You said hello already."); break;
    case MESSAGE_PING: send_pong(session); break;
    case MESSAGE_NAME: session_handle_rename(session, message->name); break;
    case MESSAGE_TABLES: session_handle_list(session); break;
    case MESSAGE_CREATE:
    case MESSAGE_DAILY: request_new_table(session, message); break;
    case MESSAGE_ATTACH: forward_to_table(session, message, hosted_table_open(session->app, message->table)); break;
    case MESSAGE_SEEK: session_handle_seek(session, message); break;
    case MESSAGE_WITHDRAW: session_handle_withdraw(session); break;
    case MESSAGE_DETACH: handle_detach(session, message->at); break;
    default: handle_table_message(session, message);
    }
}

static void read_message(struct session *session, const char *text, size_t n)
{
    struct message message;
    struct message_fault fault;
    bool well_formed = message_read(text, n, &message, &fault);
    memcpy(session->ack, well_formed ? message.id : fault.id, sizeof session->ack);
    session->about = NULL;
    if (!well_formed) {
        refuse_now(session, "bad-message", fault.text);
        strike(session);
        return;
    }
    if (session->app->stopping)
        session_refuse(session, session->ack, &app_error_stopping);
    else if (session->greeted)
        handle_message(session, &message);
    else if (message.type == MESSAGE_HELLO)
        session_handle_hello(session, &message);
    else
        refuse_now(session, "hello-first", "Say hello first.");
}

static void handle_inbox(struct session *session)
{
    while (session->state == SESSION_FREE && !list_is_empty(&session->inbox) && !session->closing) {
        struct queued_text *queued = take_text(&session->inbox);
        session->inbox_n--;
        read_message(session, queued->text, queued->n);
        free(queued);
    }
}

/* Refuses a message after reading only its id, which the client expects in the answer. */
static void reject_message(struct session *session, const char *text, size_t n, const char *why)
{
    char id[TABLE_MESSAGE_ID_MAX + 1];
    message_read_id(text, n, id);
    session_refuse(session, id, &(struct app_error){"too-fast", why, NULL, 0});
    strike(session);
}

void session_receive_message(struct session *session, const char *text, size_t n)
{
    struct app *app = session->app;
    assert(session->state != SESSION_CLOSED);
    app->counts.messages++;
    if (session->closing)
        return;
    if (!token_bucket_take(&session->messages, app->steady_ms, &app->config.limits.messages)) {
        reject_message(session, text, n, "Too many messages; send fewer a second.");
    } else if (session->state == SESSION_FREE && list_is_empty(&session->inbox)) {
        read_message(session, text, n);
        handle_inbox(session);
    } else if (session->inbox_n < SESSION_INBOX_MAX && queue_text(&session->inbox, text, n)) {
        session->inbox_n++;
    } else {
        reject_message(session, text, n, "Too many messages at once; wait for answers.");
    }
}

/* ---------------------------------------------------------------------------------------------- opening and closing */

/* Counts a new session of the address. Returns false and sets *reason if the address is banned or has too many
 * connections. */
static bool admit(struct app *app, struct address *from, struct session_close_reason *reason)
{
    const struct rate_limits *limits = &app->config.limits;
    struct base_out why = base_out_cut(reason->why, sizeof reason->why);
    if (from && moderation_put_ban_reason(app, from->text, &why)) {
        reason->code = CLOSE_BANNED;
        return false;
    }
    reason->code = CLOSE_POLICY;
    base_put(&why, "too many connections");
    return from && (!limits->connections || app->counts.sessions < limits->connections) &&
           address_add_held(from, ADDRESS_SESSIONS, limits->address_connections);
}

bool session_open(struct app *app, struct session *session, const char *address, const struct guest_tokens *tokens,
                  struct session_close_reason *reason)
{
    struct address *from = app_find_address(app, address);
    if (!admit(app, from, reason))
        return false;
    *session = (struct session){.peer = session->peer, .app = app, .state = SESSION_FREE, .address = from};
    list_init(&session->inbox);
    list_init(&session->outbox);
    list_init(&session->attendances);
    list_init(&session->due);
    if (tokens)
        session->tokens = *tokens;
    app->counts.sessions++;
    list_add_first(&app->sessions, &session->link);
    return true;
}

void session_close(struct session *session)
{
    struct app *app = session->app;
    if (!app)
        return;
    session->closing = true;
    if (session->request)
        session->request->session = NULL;
    if (session->call)
        api_call_drop(session->call);
    session->request = NULL;
    session->call = NULL;
    set_state(session, SESSION_CLOSED);
    leave_tables(session);
    seek_end_with_session(session);
    free_texts(&session->inbox);
    free_texts(&session->outbox);
    address_remove_held(session->address, ADDRESS_SESSIONS, app->steady_ms);
    app->counts.sessions--;
    list_remove(&session->link);
    session->app = NULL;
}
