/* app.c - the app itself, and its sessions: what comes in, what goes out; see app.h. */
#include "app_internal.h"

#include "engine/base/json_write.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------- life cycle */

struct app *app_new(const struct app_config *config, const struct app_callbacks *callbacks)
{
    struct app *app = calloc(1, sizeof *app);
    if (!app)
        return NULL;
    app->config = *config;
    app->callbacks = *callbacks;
    app->addresses = address_table_new();
    app->moderation = moderation_new();
    app->cleaner = cleaner_new(app);
    if (!app->addresses || !app->moderation || !app->cleaner) {
        address_table_free(app->addresses);
        moderation_free(app->moderation);
        cleaner_free(app->cleaner);
        free(app);
        return NULL;
    }
    callbacks->random(callbacks->owner, &app->process, sizeof app->process);
    return app;
}

/* The app's time from the machine's. A clock that is long before what the store remembers goes on from there. */
static void update_time(struct app *app)
{
    int64_t now_ms = app->wall_ms + app->ahead_ms;
    if (now_ms >= app->last_ms - APP_CLOCK_DOUBT_MS)
        app->behind_ms = 0;
    else if (!app->behind_ms)
        app->behind_ms = app->last_ms - now_ms;
    app->now_ms = now_ms + app->behind_ms;
}

void app_set_time(struct app *app, int64_t clock_ms, int64_t last_ms)
{
    int64_t ahead_ms = clock_ms ? clock_ms - app->wall_ms : 0, differs_ms = ahead_ms - app->ahead_ms;
    if (differs_ms > APP_CLOCK_TOLERANCE_MS || differs_ms < -APP_CLOCK_TOLERANCE_MS)
        app->ahead_ms = ahead_ms > APP_CLOCK_TOLERANCE_MS || ahead_ms < -APP_CLOCK_TOLERANCE_MS ? ahead_ms : 0;
    app->last_ms = last_ms;
}

static void restart_deadlines(struct app *app, int64_t gained_ms)
{
    struct base_out out = app_log_begin(app, "clock-jumped", NULL);
    base_put(&out, " by_s=");
    base_put_number(&out, gained_ms / 1000);
    app_log_end(app, &out);
    app->counts.clock_jumps++;
    app->since_ms = app->now_ms;
    for (int i = 0; i < APP_SLOTS; i++)
        for (struct hosted_table *at = app->slots[i]; at; at = at->next)
            hosted_table_restart_clocks(at);
}

void app_set_store(struct app *app, struct store *store)
{
    app->store = store;
    if (!store)
        return;
    int64_t last_ms = store->clock.last_ms;
    app_set_time(app, store->clock.at_ms, last_ms);
    update_time(app);
    int64_t gap_ms = app->now_ms - last_ms;
    app->since_ms = last_ms && (gap_ms > APP_GAP_MS || gap_ms < -APP_GAP_MS || app->behind_ms) ? app->now_ms : 0;
    moderation_load_orders(app);
}

void app_free(struct app *app)
{
    if (!app)
        return;
    for (int i = 0; i < APP_SLOTS; i++)
        while (app->slots[i])
            hosted_table_free(app->slots[i]);
    address_table_free(app->addresses);
    moderation_free(app->moderation);
    cleaner_free(app->cleaner);
    free(app);
}

void app_time(struct app *app, int64_t now_ms, int64_t steady_ms)
{
    assert(steady_ms >= 24 * 3600 * 1000 && steady_ms >= app->steady_ms);
    int64_t before_ms = app->now_ms, passed_ms = steady_ms - app->steady_ms;
    app->wall_ms = now_ms;
    app->steady_ms = steady_ms;
    update_time(app);
    int64_t gained_ms = app->now_ms - before_ms - passed_ms;
    bool jumps = gained_ms > APP_CLOCK_JUMP_MS || gained_ms < -APP_CLOCK_JUMP_MS;
    if (before_ms && (jumps || passed_ms > APP_GAP_MS))
        restart_deadlines(app, gained_ms);
}

void app_flush(struct app *app) { store_flush(app->store); }
const struct app_counts *app_counts(const struct app *app) { return &app->counts; }

const char *app_why_unavailable(const struct app *app)
{
    if (app->unusable)
        return app->trouble;
    return app->stopping ? "the server is stopping" : NULL;
}

bool app_stop(struct app *app)
{
    app->stopping = true;
    return app->under_way == 0 && app->counts.thinking == 0;
}

void app_submit(struct app *app, struct store_job *job)
{
    assert(app->store); /* it is given up when nothing is under way, and nothing is begun after that */
    app->under_way++;
    store_submit(app->store, job);
}

/* Clients try again and again while a store is away: one line for the first, and one when it is over. */
static void log_fault(struct app *app, const char *why)
{
    app->counts.store_faults++;
    if (app->faults++ == 0)
        app_log(app, "store-fault", NULL, why);
}

static void log_faults_over(struct app *app)
{
    struct base_out out = app_log_begin(app, "store-faults-over", NULL);
    base_put(&out, " faults=");
    base_put_unsigned(&out, (unsigned)app->faults);
    app_log_end(app, &out);
    app->faults = 0;
}

void app_job_done(struct app *app, const struct store_job *job)
{
    app->under_way--;
    if (job->status == STORE_CONFLICT)
        app->counts.conflicts++;
    if (job->status == STORE_FAILED || job->status == STORE_UNKNOWN)
        log_fault(app, job->fault);
    else if (app->faults)
        log_faults_over(app);
}

void app_new_id(struct app *app, char id[TABLE_ID_SIZE])
{
    uint8_t random[TABLE_ID_BYTES];
    app->callbacks.random(app->callbacks.owner, random, sizeof random);
    table_id_of(random, id);
}

/* -------------------------------------------------------------------------------------------------------------- log */

struct base_out app_log_begin(struct app *app, const char *event, const struct hosted_table *table)
{
    struct base_out out = base_out_cut(app->line, sizeof app->line);
    base_put(&out, "event=");
    base_put(&out, event);
    if (table) { /* a table's id is its key: its beginning is enough to follow it in a log */
        base_put(&out, " table=");
        base_put_bytes(&out, table->id, 6);
        base_put(&out, " number=");
        base_put_unsigned(&out, table->table ? table_number(table->table) : 0);
    }
    return out;
}

void app_log_who(struct base_out *out, const char *guest, const struct address *address)
{
    if (guest && *guest) {
        base_put(out, " guest=");
        base_put(out, guest);
    }
    if (address) {
        base_put(out, " address=");
        base_put(out, address->text);
    }
}

void app_log_end(struct app *app, struct base_out *out) { app->callbacks.log(app->callbacks.owner, out->text); }

void app_log(struct app *app, const char *event, const struct hosted_table *table, const char *more)
{
    struct base_out out = app_log_begin(app, event, table);
    if (more && *more) {
        base_put(&out, " why=");
        base_json_put_text(&out, more);
    }
    app_log_end(app, &out);
}

/* ---------------------------------------------------------------------------------------------------- what goes out */

static struct queued_text *note_new(const char *text, size_t n)
{
    struct queued_text *note = malloc(sizeof *note + n);
    if (!note)
        return NULL;
    note->next = NULL;
    note->n = n;
    memcpy(note->text, text, n);
    return note;
}

static struct queued_text *note_take(struct queued_text **first, struct queued_text ***last)
{
    struct queued_text *note = *first;
    *first = note->next;
    if (!*first)
        *last = first;
    return note;
}

void session_notify(struct session *session) { session->app->callbacks.wake(session->app->callbacks.owner, session); }

void session_hang_up(struct session *session, int code, const char *why)
{
    if (session->closing)
        return;
    session->closing = true;
    struct base_out out = app_log_begin(session->app, "hang-up", NULL);
    app_log_who(&out, session->guest, session->address);
    base_put(&out, " why=");
    base_json_put_text(&out, why);
    app_log_end(session->app, &out);
    session->app->callbacks.hang_up(session->app->callbacks.owner, session, code, why);
}

void session_send(struct session *session, const char *text, size_t n)
{
    assert(n > 0); /* a text that did not fit */
    bool room = session->notes_n < APP_NOTES_MAX && session->notes_bytes + n <= APP_NOTES_BYTES;
    struct queued_text *note = room ? note_new(text, n) : NULL;
    if (!note) {
        session_hang_up(session, 4000, "does not read what it is sent");
        return;
    }
    *session->notes_last = note;
    session->notes_last = &note->next;
    session->notes_n++;
    session->notes_bytes += n;
    session_notify(session);
}

void session_put_ack(const struct session *session, struct base_out *out)
{
    if (*session->ack)
        base_json_string(out, "ack", session->ack);
}

/* ------------------------------------------------------------------------------------------------ what is under way */

static void next_message(struct session *session);

static void set_session_state(struct session *session, enum session_state state)
{
    session->state = (uint8_t)state;
    app_release_calls(session->app, session->address, session->calls);
    session->calls = 0;
    assert((state == SESSION_AWAITING_TABLE) == (session->request != NULL));
    assert((state == SESSION_AWAITING_CALL) == (session->call != NULL));
    assert(state != SESSION_AWAITING_FRAME || (*session->ack && session->table && session->frame_due));
}

void session_await_table(struct session *session, struct table_request *request)
{
    assert(session->state == SESSION_FREE);
    session->request = request;
    set_session_state(session, SESSION_AWAITING_TABLE);
}

void session_await_call(struct session *session, struct api_call *call)
{
    assert(session->state == SESSION_FREE);
    session->call = call;
    set_session_state(session, SESSION_AWAITING_CALL);
}

void session_answered(struct session *session)
{
    assert(session->state > SESSION_FREE);
    set_session_state(session, SESSION_FREE);
    next_message(session);
}

void session_granted(struct session *session, bool full)
{
    assert(session->state == SESSION_AWAITING_TABLE);
    session_frame_due(session, full);
    if (*session->ack)
        set_session_state(session, SESSION_AWAITING_FRAME);
    else
        session_answered(session);
}

void session_frame_failed(struct session *session, const struct app_error *error)
{
    if (session->state != SESSION_AWAITING_FRAME)
        return;
    session_refuse(session, session->ack, error);
    session_answered(session);
}

void session_refuse(struct session *session, const char *id, const struct app_error *error)
{
    char line[BASE_LENGTH("{'type':'refused','ack':'','code':'bad-message','rule':'R10.2','text':''}") +
              TABLE_MESSAGE_ID_MAX + BASE_JSON_GROWTH * sizeof((struct table_answer *)NULL)->text + 1];
    struct base_out out = base_out_of(line, sizeof line);
    session->app->counts.refusals++;
    base_json_open(&out, '{');
    base_json_string(&out, "type", "refused");
    if (id && *id)
        base_json_string(&out, "ack", id);
    base_json_string(&out, "code", error->code);
    if (error->rule)
        base_json_string(&out, "rule", error->rule);
    base_json_string(&out, "text", error->text);
    base_json_close(&out, '}');
    session_send(session, line, out.length);
}

void session_strike(struct session *session)
{
    if (++session->strikes > APP_STRIKES_MAX)
        session_hang_up(session, 1008, "too many messages, or too many that are wrong");
}

void session_frame_due(struct session *session, bool full)
{
    session->frame_due = true;
    session->full_due |= full;
    session_notify(session);
}

/* Whether all who get such a frame now get the same. */
static bool is_shared(const struct session *session, const struct table_viewer *viewer)
{
    return session->seat == FF_NOBODY && !viewer->full && !viewer->ack && !viewer->muted;
}

/* The frame of those who only watch, composed once for all of them. Only clocks tell one moment from another; where no
 * turn has a limit they tell how long somebody has been thinking or gone, and a second more is nothing. */
static void put_shared(struct hosted_table *at, const struct table_viewer *viewer, struct base_out *out)
{
    struct shared_frame *shared = &at->shared;
    int64_t since_ms = viewer->now_ms - shared->now_ms, moment_ms = table_options(at->table)->turn_s ? 0 : 999;
    bool same = shared->text && shared->number == table_number(at->table) && shared->since == viewer->since &&
                shared->here == viewer->here && since_ms >= 0 && since_ms <= moment_ms;
    if (!same) {
        size_t from = out->length;
        table_frame(at->table, viewer, out);
        char *text = realloc(shared->text, out->length - from);
        if (!text)
            return; /* composed again for the next one */
        memcpy(text, out->text + from, out->length - from);
        *shared = (struct shared_frame){text,          out->length - from, table_number(at->table),
                                        viewer->since, viewer->here,       viewer->now_ms};
        return;
    }
    base_put_bytes(out, shared->text, shared->n);
}

int64_t app_clock_us(const struct app *app)
{
    return app->callbacks.clock_us ? app->callbacks.clock_us(app->callbacks.owner) : 0;
}

static void put_frame(struct session *session, struct base_out *out)
{
    struct hosted_table *at = session->table;
    int64_t begun_us = app_clock_us(session->app);
    struct table_viewer viewer = {
        .seat = session->seat,
        .since = session->sent,
        .full = session->full_due,
        .host = strcmp(table_host_id(at->table), session->guest) == 0,
        .legal = session->legal,
        .here = (uint8_t)presence_connected_seats(at),
        .muted = session->muted,
        .ack = session->state == SESSION_AWAITING_FRAME ? session->ack : NULL,
        .now_ms = session->app->now_ms,
    };
    for (int i = 0; i < FF_PLAYERS_MAX; i++)
        viewer.gone_ms[i] = presence_absence_ms(at, i);
    if (is_shared(session, &viewer))
        put_shared(at, &viewer, out);
    else
        table_frame(at->table, &viewer, out);
    session->sent = table_number(at->table);
    session->frame_due = session->full_due = false;
    session->app->counts.frames++;
    session->app->counts.frame_bytes += out->length;
    histogram_add(&session->app->counts.frame, app_clock_us(session->app) - begun_us);
    if (viewer.ack)
        session_answered(session);
}

/* What is not stored yet is told to nobody. While more is being loaded, what was loaded before holds: a session that
 * waited for the end of it would not be woken again where there is nothing new. */
static bool may_send_frame(const struct hosted_table *at)
{
    return at->state == HOSTED_READY || (at->state == HOSTED_LOADING && table_number(at->table) > 0);
}

bool session_next_output(struct session *session, struct base_out *out)
{
    if (session->notes) {
        struct queued_text *note = note_take(&session->notes, &session->notes_last);
        session->notes_n--;
        session->notes_bytes -= note->n;
        base_put_bytes(out, note->text, note->n);
        free(note);
        return true;
    }
    if (!session->frame_due || !session->table || !may_send_frame(session->table))
        return false;
    put_frame(session, out);
    return true;
}

/* ---------------------------------------------------------------------------------------------------- what comes in */

/* Before anything is under way for the message. */
static void refuse_now(struct session *session, const char *code, const char *text)
{
    assert(session->state == SESSION_FREE);
    session_refuse(session, session->ack, &(struct app_error){code, text, NULL});
}

static void forward_to_table(struct session *session, const struct message *message, struct hosted_table *at)
{
    struct table_request *request = at ? malloc(sizeof *request) : NULL;
    bool comes = message->type == MESSAGE_ATTACH;
    if (!at || !request ||
        (comes ? at->comers_n >= APP_QUEUE_WITH_ATTACH_MAX : at->queue_n - at->comers_n >= APP_QUEUE_MAX)) {
        free(request);
        refuse_now(session, "busy", "Too much is waiting; send it again in a moment.");
        return;
    }
    *request = (struct table_request){.session = session, .kind = (int)message->type};
    request->message = *message;
    session_await_table(session, request);
    session->calls = comes ? APP_CALLS_ATTACH : 0;
    app_hold_calls(session->address, session->calls);
    hosted_table_enqueue(at, request);
    hosted_table_process_requests(at);
}

static void request_new_table(struct session *session, const struct message *message)
{
    struct app *app = session->app;
    const struct rate_limits *limits = &app->config.limits;
    struct table_request *request = malloc(sizeof *request);
    if (!request) {
        session_refuse(session, session->ack, &app_error_out_of_memory);
        return;
    }
    if (limits->tables_h && !address_take(session->address, ADDRESS_TABLES, app->steady_ms,
                                          APP_HOUR_US / limits->tables_h, limits->tables_n)) {
        free(request);
        refuse_now(session, "limit", "Too many new tables from your address; wait a while.");
        return;
    }
    *request = (struct table_request){.session = session, .kind = (int)message->type};
    request->message = *message;
    session_await_table(session, request);
    app_create_table(app, request);
}

/* Whether a message that is not a turn may be handled now. */
static bool take_chat_allowance(struct session *session, enum message_type type)
{
    const struct rate_limits *limits = &session->app->config.limits;
    int64_t now_ms = session->app->steady_ms;
    if (type == MESSAGE_PLAY || !limits->talk_s)
        return true;
    return token_bucket_take(&session->talk, now_ms, 1000000 / limits->talk_s, limits->talk_n) &&
           (!limits->address_talk_s || address_take(session->address, ADDRESS_TALK, now_ms,
                                                    1000000 / limits->address_talk_s, limits->address_talk_n)) &&
           (!limits->table_talk_s ||
            token_bucket_take(&session->table->talk, now_ms, 1000000 / limits->table_talk_s, limits->table_talk_n));
}

/* An answer that has nothing to tell. */
static void send_simple_message(struct session *session, const char *type)
{
    char text[BASE_LENGTH("{'type':'detached','ack':''}") + TABLE_MESSAGE_ID_MAX + 1];
    struct base_out out = base_out_of(text, sizeof text);
    base_json_open(&out, '{');
    base_json_string(&out, "type", type);
    session_put_ack(session, &out);
    base_json_close(&out, '}');
    session_send(session, text, out.length);
}

/* A message that is well-formed, of a session that said hello. */
static void handle_message(struct session *session, const struct message *message)
{
    switch (message->type) {
    case MESSAGE_HELLO: refuse_now(session, "bad-message", "hello was said already."); break;
    case MESSAGE_PING: send_simple_message(session, "pong"); break;
    case MESSAGE_NAME: session_handle_rename(session, message->name); break;
    case MESSAGE_TABLES: session_handle_list(session); break;
    case MESSAGE_CREATE: request_new_table(session, message); break;
    case MESSAGE_ATTACH: forward_to_table(session, message, hosted_table_open(session->app, message->table)); break;
    case MESSAGE_DETACH:
        session_leave_table(session);
        send_simple_message(session, "detached");
        break;
    default:
        if (session->table && !take_chat_allowance(session, message->type))
            refuse_now(session, "too-fast", "Not so fast; wait a moment.");
        else if (session->table)
            forward_to_table(session, message, session->table);
        else
            refuse_now(session, "no-table", "Attach to a table first.");
    }
}

static void read_message(struct session *session, const char *text, size_t n)
{
    struct message message;
    struct message_fault fault;
    bool well_formed = message_read(text, n, &message, &fault);
    memcpy(session->ack, well_formed ? message.id : fault.id, sizeof session->ack);
    if (!well_formed) {
        refuse_now(session, "bad-message", fault.text);
        session_strike(session);
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

static void next_message(struct session *session)
{
    while (session->state == SESSION_FREE && session->inbox && !session->closing) {
        struct queued_text *note = note_take(&session->inbox, &session->inbox_last);
        session->inbox_n--;
        read_message(session, note->text, note->n);
        free(note);
    }
}

static bool take_message_allowance(struct session *session)
{
    const struct rate_limits *limits = &session->app->config.limits;
    return !limits->messages_s || token_bucket_take(&session->messages, session->app->steady_ms,
                                                    1000000 / limits->messages_s, limits->messages_n);
}

/* Not even looked at, but answered: whoever waits for that id must not wait for ever. */
static void reject_message(struct session *session, const char *text, size_t n, const char *why)
{
    char id[TABLE_MESSAGE_ID_MAX + 1];
    message_read_id(text, n, id);
    session_refuse(session, id, &(struct app_error){"too-fast", why, NULL});
    session_strike(session);
}

void session_receive(struct session *session, const char *text, size_t n)
{
    assert(session->state != SESSION_CLOSED);
    session->app->counts.messages++;
    if (session->closing)
        return;
    if (!take_message_allowance(session)) {
        reject_message(session, text, n, "Too many messages; send fewer a second.");
        return;
    }
    if (session->state == SESSION_FREE && !session->inbox) {
        read_message(session, text, n);
        next_message(session);
        return;
    }
    struct queued_text *note = session->inbox_n < SESSION_INBOX_MAX ? note_new(text, n) : NULL;
    if (!note) {
        reject_message(session, text, n, "Too many messages at once; wait for answers.");
        return;
    }
    *session->inbox_last = note;
    session->inbox_last = &note->next;
    session->inbox_n++;
}

/* --------------------------------------------------------------------------------------------------- open and close */

/* Holds a place for one more session; false: *farewell tells why not. */
static bool may_enter(struct app *app, struct address *from, struct session_close_reason *farewell)
{
    const struct rate_limits *limits = &app->config.limits;
    struct base_out why = base_out_cut(farewell->why, sizeof farewell->why);
    if (from && moderation_put_ban(app, from->text, &why)) {
        farewell->code = 4003;
        return false;
    }
    farewell->code = 1008;
    base_put(&why, "too many connections");
    return from && (!limits->connections || app->counts.sessions < limits->connections) &&
           address_hold(from, ADDRESS_SESSIONS, limits->address_connections);
}

bool session_open(struct app *app, struct session *session, const char *address, const struct guest_tokens *tokens,
                  struct session_close_reason *farewell)
{
    struct address *from = app_address(app, address);
    if (!may_enter(app, from, farewell))
        return false;
    void *peer = session->peer;
    memset(session, 0, sizeof *session);
    session->peer = peer;
    session->app = app;
    session->state = SESSION_FREE;
    session->address = from;
    session->seat = FF_NOBODY;
    session->notes_last = &session->notes;
    session->inbox_last = &session->inbox;
    if (tokens)
        session->tokens = *tokens;
    app->counts.sessions++;
    session->later = app->sessions;
    if (app->sessions)
        app->sessions->earlier = session;
    app->sessions = session;
    return true;
}

struct address *app_address(struct app *app, const char *address)
{
    return address_table_find(app->addresses, address, app->steady_ms);
}

void app_recount_connection(struct address *from) { address_hold(from, ADDRESS_VISITS, 0); }

bool app_may_work(const struct app *app, const struct address *address)
{
    return app->stopping || !app->config.limits.work_s ||
           (!address_owes(address, ADDRESS_WORK, app->steady_ms) && address->held[ADDRESS_CALLS] < APP_CALLS_MAX);
}

void app_charge_work(struct app *app, struct address *address, uint32_t units)
{
    const struct rate_limits *limits = &app->config.limits;
    if (limits->work_s)
        address_spend(address, ADDRESS_WORK, app->steady_ms, 1000000 / limits->work_s, limits->work_n, units);
}

void app_hold_calls(struct address *address, uint8_t calls)
{
    for (int i = 0; i < calls; i++)
        address_hold(address, ADDRESS_CALLS, 0);
}

void app_release_calls(struct app *app, struct address *address, uint8_t calls)
{
    for (int i = 0; i < calls; i++)
        address_release(address, ADDRESS_CALLS, app->steady_ms);
}

struct address *app_count_connection(struct app *app, const char *address)
{
    struct address *from = app_address(app, address);
    return from && address_hold(from, ADDRESS_VISITS, app->config.limits.address_connections) ? from : NULL;
}

void app_uncount_connection(struct app *app, struct address *from)
{
    address_release(from, ADDRESS_VISITS, app->steady_ms);
}

static void free_notes(struct queued_text *note)
{
    for (struct queued_text *next; note; note = next) {
        next = note->next;
        free(note);
    }
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
    set_session_state(session, SESSION_CLOSED);
    session_leave_table(session);
    free_notes(session->notes);
    free_notes(session->inbox);
    session->notes = session->inbox = NULL;
    address_release(session->address, ADDRESS_SESSIONS, app->steady_ms);
    app->counts.sessions--;
    if (session->earlier)
        session->earlier->later = session->later;
    else
        app->sessions = session->later;
    if (session->later)
        session->later->earlier = session->earlier;
    session->app = NULL;
}

/* ------------------------------------------------------------------------------------------------------------- time */

static void sweep_done(struct store_job *job)
{
    struct app *app = job->owner;
    app_job_done(app, job);
    app->sweeping = false;
    if (job->status != STORE_DONE || app->stopping)
        return;
    for (size_t i = 0; i < job->heads_n; i++) {
        struct hosted_table *at = hosted_table_open(app, job->heads[i].table);
        if (at)
            hosted_table_process_requests(at);
    }
    if (job->heads_n == STORE_LIST_MAX) { /* there may be more */
        job->due.after_ms = job->heads[job->heads_n - 1].due_ms;
        memcpy(job->table, job->heads[job->heads_n - 1].table, sizeof job->table);
        app->sweeping = true;
        app_submit(app, job);
    }
}

/* Tables that nobody is connected to have clocks and bots as well. */
static void sweep(struct app *app)
{
    if (app->sweeping || app->unusable || app->steady_ms < app->swept_ms + APP_SWEEP_MS)
        return;
    app->swept_ms = app->steady_ms;
    if (app->orders_behind)
        moderation_load_orders(app);
    app->sweeping = true;
    app->sweep =
        (struct store_job){.op = STORE_LIST_DUE, .done = sweep_done, .owner = app, .due.until_ms = app->now_ms};
    app_submit(app, &app->sweep);
    address_table_sweep(app->addresses, app->steady_ms);
}

void app_tick(struct app *app)
{
    if (app->stopping)
        return;
    for (int i = 0; i < APP_SLOTS; i++)
        for (struct hosted_table *at = app->slots[i], *next; at; at = next) {
            next = at->next;
            hosted_table_tick(at);
        }
    sweep(app);
    cleaner_tick(app);
}
