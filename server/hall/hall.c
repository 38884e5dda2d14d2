/* hall.c - the hall itself, and its sessions: what comes in, what goes out; see hall.h. */
#include "hall_internal.h"

#include "engine/base/json_write.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------- life cycle */

struct hall *hall_new(const struct hall_config *config, const struct hall_world *world)
{
    struct hall *hall = calloc(1, sizeof *hall);
    if (!hall)
        return NULL;
    hall->config = *config;
    hall->world = *world;
    hall->addresses = hall_addresses_new();
    hall->house = hall_moderation_new();
    hall->keeper = hall_cleaner_new(hall);
    if (!hall->addresses || !hall->house || !hall->keeper) {
        hall_addresses_free(hall->addresses);
        hall_moderation_free(hall->house);
        hall_cleaner_free(hall->keeper);
        free(hall);
        return NULL;
    }
    world->random(world->owner, &hall->process, sizeof hall->process);
    return hall;
}

/* The hall's time from the machine's. A clock that is long before what the store remembers goes on from there. */
static void update_time(struct hall *hall)
{
    int64_t now_ms = hall->wall_ms + hall->ahead_ms;
    if (now_ms >= hall->last_ms - HALL_CLOCK_DOUBT_MS)
        hall->behind_ms = 0;
    else if (!hall->behind_ms)
        hall->behind_ms = hall->last_ms - now_ms;
    hall->now_ms = now_ms + hall->behind_ms;
}

void hall_set_time(struct hall *hall, int64_t clock_ms, int64_t last_ms)
{
    int64_t ahead_ms = clock_ms ? clock_ms - hall->wall_ms : 0, differs_ms = ahead_ms - hall->ahead_ms;
    if (differs_ms > HALL_CLOCK_TOLERANCE_MS || differs_ms < -HALL_CLOCK_TOLERANCE_MS)
        hall->ahead_ms = ahead_ms > HALL_CLOCK_TOLERANCE_MS || ahead_ms < -HALL_CLOCK_TOLERANCE_MS ? ahead_ms : 0;
    hall->last_ms = last_ms;
}

static void restart_deadlines(struct hall *hall, int64_t gained_ms)
{
    struct base_out out = hall_log_begin(hall, "clock-jumped", NULL);
    base_put(&out, " by_s=");
    base_put_number(&out, gained_ms / 1000);
    hall_log_end(hall, &out);
    hall->counts.clock_jumps++;
    hall->since_ms = hall->now_ms;
    for (int i = 0; i < HALL_SLOTS; i++)
        for (struct hall_table *at = hall->slots[i]; at; at = at->next)
            hall_restart_clocks(at);
}

void hall_set_store(struct hall *hall, struct store *store)
{
    hall->store = store;
    if (!store)
        return;
    int64_t last_ms = store->clock.last_ms;
    hall_set_time(hall, store->clock.at_ms, last_ms);
    update_time(hall);
    int64_t gap_ms = hall->now_ms - last_ms;
    hall->since_ms = last_ms && (gap_ms > HALL_GAP_MS || gap_ms < -HALL_GAP_MS || hall->behind_ms) ? hall->now_ms : 0;
    hall_load_orders(hall);
}

void hall_free(struct hall *hall)
{
    if (!hall)
        return;
    for (int i = 0; i < HALL_SLOTS; i++)
        while (hall->slots[i])
            hall_table_free(hall->slots[i]);
    hall_addresses_free(hall->addresses);
    hall_moderation_free(hall->house);
    hall_cleaner_free(hall->keeper);
    free(hall);
}

void hall_time(struct hall *hall, int64_t now_ms, int64_t steady_ms)
{
    assert(steady_ms >= 24 * 3600 * 1000 && steady_ms >= hall->steady_ms);
    int64_t before_ms = hall->now_ms, passed_ms = steady_ms - hall->steady_ms;
    hall->wall_ms = now_ms;
    hall->steady_ms = steady_ms;
    update_time(hall);
    int64_t gained_ms = hall->now_ms - before_ms - passed_ms;
    bool jumps = gained_ms > HALL_CLOCK_JUMP_MS || gained_ms < -HALL_CLOCK_JUMP_MS;
    if (before_ms && (jumps || passed_ms > HALL_GAP_MS))
        restart_deadlines(hall, gained_ms);
}

void hall_flush(struct hall *hall) { store_flush(hall->store); }
const struct hall_counts *hall_counts(const struct hall *hall) { return &hall->counts; }

const char *hall_why_unavailable(const struct hall *hall)
{
    if (hall->unusable)
        return hall->trouble;
    return hall->stopping ? "the server is stopping" : NULL;
}

bool hall_stop(struct hall *hall)
{
    hall->stopping = true;
    return hall->under_way == 0 && hall->counts.thinking == 0;
}

void hall_submit(struct hall *hall, struct store_job *job)
{
    assert(hall->store); /* it is given up when nothing is under way, and nothing is begun after that */
    hall->under_way++;
    store_submit(hall->store, job);
}

/* Clients try again and again while a store is away: one line for the first, and one when it is over. */
static void log_fault(struct hall *hall, const char *why)
{
    hall->counts.store_faults++;
    if (hall->faults++ == 0)
        hall_log(hall, "store-fault", NULL, why);
}

static void log_faults_over(struct hall *hall)
{
    struct base_out out = hall_log_begin(hall, "store-faults-over", NULL);
    base_put(&out, " faults=");
    base_put_unsigned(&out, (unsigned)hall->faults);
    hall_log_end(hall, &out);
    hall->faults = 0;
}

void hall_job_done(struct hall *hall, const struct store_job *job)
{
    hall->under_way--;
    if (job->status == STORE_CONFLICT)
        hall->counts.conflicts++;
    if (job->status == STORE_FAILED || job->status == STORE_UNKNOWN)
        log_fault(hall, job->fault);
    else if (hall->faults)
        log_faults_over(hall);
}

void hall_new_id(struct hall *hall, char id[TABLE_ID_SIZE])
{
    uint8_t random[TABLE_ID_BYTES];
    hall->world.random(hall->world.owner, random, sizeof random);
    table_id_of(random, id);
}

/* -------------------------------------------------------------------------------------------------------------- log */

struct base_out hall_log_begin(struct hall *hall, const char *event, const struct hall_table *table)
{
    struct base_out out = base_out_cut(hall->line, sizeof hall->line);
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

void hall_log_who(struct base_out *out, const char *guest, const struct hall_address *address)
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

void hall_log_end(struct hall *hall, struct base_out *out) { hall->world.log(hall->world.owner, out->text); }

void hall_log(struct hall *hall, const char *event, const struct hall_table *table, const char *more)
{
    struct base_out out = hall_log_begin(hall, event, table);
    if (more && *more) {
        base_put(&out, " why=");
        base_json_put_text(&out, more);
    }
    hall_log_end(hall, &out);
}

/* ---------------------------------------------------------------------------------------------------- what goes out */

static struct hall_note *note_new(const char *text, size_t n)
{
    struct hall_note *note = malloc(sizeof *note + n);
    if (!note)
        return NULL;
    note->next = NULL;
    note->n = n;
    memcpy(note->text, text, n);
    return note;
}

static struct hall_note *note_take(struct hall_note **first, struct hall_note ***last)
{
    struct hall_note *note = *first;
    *first = note->next;
    if (!*first)
        *last = first;
    return note;
}

void hall_session_notify(struct hall_session *session)
{
    session->hall->world.wake(session->hall->world.owner, session);
}

void hall_session_hang_up(struct hall_session *session, int code, const char *why)
{
    if (session->closing)
        return;
    session->closing = true;
    struct base_out out = hall_log_begin(session->hall, "hang-up", NULL);
    hall_log_who(&out, session->guest, session->address);
    base_put(&out, " why=");
    base_json_put_text(&out, why);
    hall_log_end(session->hall, &out);
    session->hall->world.hang_up(session->hall->world.owner, session, code, why);
}

void hall_hang_up(struct hall_session *session, int code, const char *why) { hall_session_hang_up(session, code, why); }

void hall_session_send(struct hall_session *session, const char *text, size_t n)
{
    assert(n > 0); /* a text that did not fit */
    bool room = session->notes_n < HALL_NOTES_MAX && session->notes_bytes + n <= HALL_NOTES_BYTES;
    struct hall_note *note = room ? note_new(text, n) : NULL;
    if (!note) {
        hall_session_hang_up(session, 4000, "does not read what it is sent");
        return;
    }
    *session->notes_last = note;
    session->notes_last = &note->next;
    session->notes_n++;
    session->notes_bytes += n;
    hall_session_notify(session);
}

void hall_session_put_ack(const struct hall_session *session, struct base_out *out)
{
    if (*session->ack)
        base_json_string(out, "ack", session->ack);
}

/* ------------------------------------------------------------------------------------------------ what is under way */

static void next_message(struct hall_session *session);

static void set_session_state(struct hall_session *session, enum hall_session_state state)
{
    session->state = (uint8_t)state;
    hall_release_calls(session->hall, session->address, session->calls);
    session->calls = 0;
    assert((state == SESSION_AWAITING_TABLE) == (session->request != NULL));
    assert((state == SESSION_AWAITING_CALL) == (session->call != NULL));
    assert(state != SESSION_AWAITING_FRAME || (*session->ack && session->table && session->frame_due));
}

void hall_session_await_table(struct hall_session *session, struct hall_request *request)
{
    assert(session->state == SESSION_FREE);
    session->request = request;
    set_session_state(session, SESSION_AWAITING_TABLE);
}

void hall_session_await_call(struct hall_session *session, struct hall_call *call)
{
    assert(session->state == SESSION_FREE);
    session->call = call;
    set_session_state(session, SESSION_AWAITING_CALL);
}

void hall_session_answered(struct hall_session *session)
{
    assert(session->state > SESSION_FREE);
    set_session_state(session, SESSION_FREE);
    next_message(session);
}

void hall_session_granted(struct hall_session *session, bool full)
{
    assert(session->state == SESSION_AWAITING_TABLE);
    hall_session_frame_due(session, full);
    if (*session->ack)
        set_session_state(session, SESSION_AWAITING_FRAME);
    else
        hall_session_answered(session);
}

void hall_session_frame_failed(struct hall_session *session, const struct hall_error *error)
{
    if (session->state != SESSION_AWAITING_FRAME)
        return;
    hall_session_refuse(session, session->ack, error);
    hall_session_answered(session);
}

void hall_session_refuse(struct hall_session *session, const char *id, const struct hall_error *error)
{
    char line[BASE_LENGTH("{'type':'refused','ack':'','code':'bad-message','rule':'R10.2','text':''}") +
              TABLE_MESSAGE_ID_MAX + BASE_JSON_GROWTH * sizeof((struct table_answer *)NULL)->text + 1];
    struct base_out out = base_out_of(line, sizeof line);
    session->hall->counts.refusals++;
    base_json_open(&out, '{');
    base_json_string(&out, "type", "refused");
    if (id && *id)
        base_json_string(&out, "ack", id);
    base_json_string(&out, "code", error->code);
    if (error->rule)
        base_json_string(&out, "rule", error->rule);
    base_json_string(&out, "text", error->text);
    base_json_close(&out, '}');
    hall_session_send(session, line, out.length);
}

void hall_session_strike(struct hall_session *session)
{
    if (++session->strikes > HALL_STRIKES_MAX)
        hall_session_hang_up(session, 1008, "too many messages, or too many that are wrong");
}

void hall_session_frame_due(struct hall_session *session, bool full)
{
    session->frame_due = true;
    session->full_due |= full;
    hall_session_notify(session);
}

/* Whether all who get such a frame now get the same. */
static bool is_shared(const struct hall_session *session, const struct table_viewer *viewer)
{
    return session->seat == FF_NOBODY && !viewer->full && !viewer->ack && !viewer->muted;
}

/* The frame of those who only watch, composed once for all of them. Only clocks tell one moment from another; where no
 * turn has a limit they tell how long somebody has been thinking or gone, and a second more is nothing. */
static void put_shared(struct hall_table *at, const struct table_viewer *viewer, struct base_out *out)
{
    struct hall_shared_frame *shared = &at->shared;
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
        *shared = (struct hall_shared_frame){text,          out->length - from, table_number(at->table),
                                             viewer->since, viewer->here,       viewer->now_ms};
        return;
    }
    base_put_bytes(out, shared->text, shared->n);
}

int64_t hall_clock_us(const struct hall *hall)
{
    return hall->world.clock_us ? hall->world.clock_us(hall->world.owner) : 0;
}

static void put_frame(struct hall_session *session, struct base_out *out)
{
    struct hall_table *at = session->table;
    int64_t begun_us = hall_clock_us(session->hall);
    struct table_viewer viewer = {
        .seat = session->seat,
        .since = session->sent,
        .full = session->full_due,
        .host = strcmp(table_host_id(at->table), session->guest) == 0,
        .legal = session->legal,
        .here = (uint8_t)hall_connected_seats(at),
        .muted = session->muted,
        .ack = session->state == SESSION_AWAITING_FRAME ? session->ack : NULL,
        .now_ms = session->hall->now_ms,
    };
    for (int i = 0; i < FF_PLAYERS_MAX; i++)
        viewer.gone_ms[i] = hall_absence_ms(at, i);
    if (is_shared(session, &viewer))
        put_shared(at, &viewer, out);
    else
        table_frame(at->table, &viewer, out);
    session->sent = table_number(at->table);
    session->frame_due = session->full_due = false;
    session->hall->counts.frames++;
    session->hall->counts.frame_bytes += out->length;
    histogram_add(&session->hall->counts.frame, hall_clock_us(session->hall) - begun_us);
    if (viewer.ack)
        hall_session_answered(session);
}

/* What is not stored yet is told to nobody. While more is being loaded, what was loaded before holds: a session that
 * waited for the end of it would not be woken again where there is nothing new. */
static bool may_send_frame(const struct hall_table *at)
{
    return at->state == HALL_READY || (at->state == HALL_LOADING && table_number(at->table) > 0);
}

bool hall_next_output(struct hall_session *session, struct base_out *out)
{
    if (session->notes) {
        struct hall_note *note = note_take(&session->notes, &session->notes_last);
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
static void refuse_now(struct hall_session *session, const char *code, const char *text)
{
    assert(session->state == SESSION_FREE);
    hall_session_refuse(session, session->ack, &(struct hall_error){code, text, NULL});
}

static void forward_to_table(struct hall_session *session, const struct hall_message *message, struct hall_table *at)
{
    struct hall_request *request = at ? malloc(sizeof *request) : NULL;
    bool comes = message->type == MESSAGE_ATTACH;
    if (!at || !request ||
        (comes ? at->comers_n >= HALL_QUEUE_WITH_ATTACH_MAX : at->queue_n - at->comers_n >= HALL_QUEUE_MAX)) {
        free(request);
        refuse_now(session, "busy", "Too much is waiting; send it again in a moment.");
        return;
    }
    *request = (struct hall_request){.session = session, .kind = (int)message->type};
    request->message = *message;
    hall_session_await_table(session, request);
    session->calls = comes ? HALL_CALLS_ATTACH : 0;
    hall_hold_calls(session->address, session->calls);
    hall_enqueue_request(at, request);
    hall_process_requests(at);
}

static void request_new_table(struct hall_session *session, const struct hall_message *message)
{
    struct hall *hall = session->hall;
    const struct hall_limits *limits = &hall->config.limits;
    struct hall_request *request = malloc(sizeof *request);
    if (!request) {
        hall_session_refuse(session, session->ack, &hall_out_of_memory);
        return;
    }
    if (limits->tables_h && !hall_address_take(session->address, ADDRESS_TABLES, hall->steady_ms,
                                               HALL_HOUR_US / limits->tables_h, limits->tables_n)) {
        free(request);
        refuse_now(session, "limit", "Too many new tables from your address; wait a while.");
        return;
    }
    *request = (struct hall_request){.session = session, .kind = (int)message->type};
    request->message = *message;
    hall_session_await_table(session, request);
    hall_create_table(hall, request);
}

/* Whether a message that is not a turn may be handled now. */
static bool take_chat_allowance(struct hall_session *session, enum hall_message_type type)
{
    const struct hall_limits *limits = &session->hall->config.limits;
    int64_t now_ms = session->hall->steady_ms;
    if (type == MESSAGE_PLAY || !limits->talk_s)
        return true;
    return hall_allowance_take(&session->talk, now_ms, 1000000 / limits->talk_s, limits->talk_n) &&
           (!limits->address_talk_s || hall_address_take(session->address, ADDRESS_TALK, now_ms,
                                                         1000000 / limits->address_talk_s, limits->address_talk_n)) &&
           (!limits->table_talk_s ||
            hall_allowance_take(&session->table->talk, now_ms, 1000000 / limits->table_talk_s, limits->table_talk_n));
}

/* An answer that has nothing to tell. */
static void send_simple_message(struct hall_session *session, const char *type)
{
    char text[BASE_LENGTH("{'type':'detached','ack':''}") + TABLE_MESSAGE_ID_MAX + 1];
    struct base_out out = base_out_of(text, sizeof text);
    base_json_open(&out, '{');
    base_json_string(&out, "type", type);
    hall_session_put_ack(session, &out);
    base_json_close(&out, '}');
    hall_session_send(session, text, out.length);
}

/* A message that is well-formed, of a session that said hello. */
static void handle_message(struct hall_session *session, const struct hall_message *message)
{
    switch (message->type) {
    case MESSAGE_HELLO: refuse_now(session, "bad-message", "hello was said already."); break;
    case MESSAGE_PING: send_simple_message(session, "pong"); break;
    case MESSAGE_NAME: hall_handle_rename(session, message->name); break;
    case MESSAGE_TABLES: hall_handle_list(session); break;
    case MESSAGE_CREATE: request_new_table(session, message); break;
    case MESSAGE_ATTACH: forward_to_table(session, message, hall_open_table(session->hall, message->table)); break;
    case MESSAGE_DETACH:
        hall_leave_table(session);
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

static void read_message(struct hall_session *session, const char *text, size_t n)
{
    struct hall_message message;
    struct hall_message_fault fault;
    bool well_formed = hall_message_read(text, n, &message, &fault);
    memcpy(session->ack, well_formed ? message.id : fault.id, sizeof session->ack);
    if (!well_formed) {
        refuse_now(session, "bad-message", fault.text);
        hall_session_strike(session);
        return;
    }
    if (session->hall->stopping)
        hall_session_refuse(session, session->ack, &hall_stops);
    else if (session->greeted)
        handle_message(session, &message);
    else if (message.type == MESSAGE_HELLO)
        hall_handle_hello(session, &message);
    else
        refuse_now(session, "hello-first", "Say hello first.");
}

static void next_message(struct hall_session *session)
{
    while (session->state == SESSION_FREE && session->inbox && !session->closing) {
        struct hall_note *note = note_take(&session->inbox, &session->inbox_last);
        session->inbox_n--;
        read_message(session, note->text, note->n);
        free(note);
    }
}

static bool take_message_allowance(struct hall_session *session)
{
    const struct hall_limits *limits = &session->hall->config.limits;
    return !limits->messages_s || hall_allowance_take(&session->messages, session->hall->steady_ms,
                                                      1000000 / limits->messages_s, limits->messages_n);
}

/* Not even looked at, but answered: whoever waits for that id must not wait for ever. */
static void reject_message(struct hall_session *session, const char *text, size_t n, const char *why)
{
    char id[TABLE_MESSAGE_ID_MAX + 1];
    hall_message_read_id(text, n, id);
    hall_session_refuse(session, id, &(struct hall_error){"too-fast", why, NULL});
    hall_session_strike(session);
}

void hall_message(struct hall_session *session, const char *text, size_t n)
{
    assert(session->state != SESSION_CLOSED);
    session->hall->counts.messages++;
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
    struct hall_note *note = session->inbox_n < SESSION_INBOX_MAX ? note_new(text, n) : NULL;
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
static bool may_enter(struct hall *hall, struct hall_address *from, struct hall_farewell *farewell)
{
    const struct hall_limits *limits = &hall->config.limits;
    struct base_out why = base_out_cut(farewell->why, sizeof farewell->why);
    if (from && hall_put_banned(hall, from->text, &why)) {
        farewell->code = 4003;
        return false;
    }
    farewell->code = 1008;
    base_put(&why, "too many connections");
    return from && (!limits->connections || hall->counts.sessions < limits->connections) &&
           hall_address_hold(from, ADDRESS_SESSIONS, limits->address_connections);
}

bool hall_session_open(struct hall *hall, struct hall_session *session, const char *address,
                       const struct hall_tokens *tokens, struct hall_farewell *farewell)
{
    struct hall_address *from = hall_address_of(hall, address);
    if (!may_enter(hall, from, farewell))
        return false;
    void *peer = session->peer;
    memset(session, 0, sizeof *session);
    session->peer = peer;
    session->hall = hall;
    session->state = SESSION_FREE;
    session->address = from;
    session->seat = FF_NOBODY;
    session->notes_last = &session->notes;
    session->inbox_last = &session->inbox;
    if (tokens)
        session->tokens = *tokens;
    hall->counts.sessions++;
    session->later = hall->sessions;
    if (hall->sessions)
        hall->sessions->earlier = session;
    hall->sessions = session;
    return true;
}

struct hall_address *hall_address_of(struct hall *hall, const char *address)
{
    return hall_addresses_find(hall->addresses, address, hall->steady_ms);
}

void hall_recount_connection(struct hall_address *from) { hall_address_hold(from, ADDRESS_VISITS, 0); }

bool hall_may_work(const struct hall *hall, const struct hall_address *address)
{
    return hall->stopping || !hall->config.limits.work_s ||
           (!hall_address_owes(address, ADDRESS_WORK, hall->steady_ms) &&
            address->held[ADDRESS_CALLS] < HALL_CALLS_MAX);
}

void hall_charge_work(struct hall *hall, struct hall_address *address, uint32_t units)
{
    const struct hall_limits *limits = &hall->config.limits;
    if (limits->work_s)
        hall_address_spend(address, ADDRESS_WORK, hall->steady_ms, 1000000 / limits->work_s, limits->work_n, units);
}

void hall_hold_calls(struct hall_address *address, uint8_t calls)
{
    for (int i = 0; i < calls; i++)
        hall_address_hold(address, ADDRESS_CALLS, 0);
}

void hall_release_calls(struct hall *hall, struct hall_address *address, uint8_t calls)
{
    for (int i = 0; i < calls; i++)
        hall_address_release(address, ADDRESS_CALLS, hall->steady_ms);
}

struct hall_address *hall_count_connection(struct hall *hall, const char *address)
{
    struct hall_address *from = hall_address_of(hall, address);
    return from && hall_address_hold(from, ADDRESS_VISITS, hall->config.limits.address_connections) ? from : NULL;
}

void hall_uncount_connection(struct hall *hall, struct hall_address *from)
{
    hall_address_release(from, ADDRESS_VISITS, hall->steady_ms);
}

static void free_notes(struct hall_note *note)
{
    for (struct hall_note *next; note; note = next) {
        next = note->next;
        free(note);
    }
}

void hall_session_close(struct hall_session *session)
{
    struct hall *hall = session->hall;
    if (!hall)
        return;
    session->closing = true;
    if (session->request)
        session->request->session = NULL;
    if (session->call)
        hall_call_drop(session->call);
    session->request = NULL;
    session->call = NULL;
    set_session_state(session, SESSION_CLOSED);
    hall_leave_table(session);
    free_notes(session->notes);
    free_notes(session->inbox);
    session->notes = session->inbox = NULL;
    hall_address_release(session->address, ADDRESS_SESSIONS, hall->steady_ms);
    hall->counts.sessions--;
    if (session->earlier)
        session->earlier->later = session->later;
    else
        hall->sessions = session->later;
    if (session->later)
        session->later->earlier = session->earlier;
    session->hall = NULL;
}

/* ------------------------------------------------------------------------------------------------------------- time */

static void sweep_done(struct store_job *job)
{
    struct hall *hall = job->owner;
    hall_job_done(hall, job);
    hall->sweeping = false;
    if (job->status != STORE_DONE || hall->stopping)
        return;
    for (size_t i = 0; i < job->heads_n; i++) {
        struct hall_table *at = hall_open_table(hall, job->heads[i].table);
        if (at)
            hall_process_requests(at);
    }
    if (job->heads_n == STORE_LIST_MAX) { /* there may be more */
        job->from_ms = job->heads[job->heads_n - 1].due_ms;
        memcpy(job->table, job->heads[job->heads_n - 1].table, sizeof job->table);
        hall->sweeping = true;
        hall_submit(hall, job);
    }
}

/* Tables that nobody is connected to have clocks and bots as well. */
static void sweep(struct hall *hall)
{
    if (hall->sweeping || hall->unusable || hall->steady_ms < hall->swept_ms + HALL_SWEEP_MS)
        return;
    hall->swept_ms = hall->steady_ms;
    if (hall->orders_behind)
        hall_load_orders(hall);
    hall->sweeping = true;
    hall->sweep = (struct store_job){.op = STORE_LIST_DUE, .done = sweep_done, .owner = hall, .at_ms = hall->now_ms};
    hall_submit(hall, &hall->sweep);
    hall_addresses_sweep(hall->addresses, hall->steady_ms);
}

void hall_tick(struct hall *hall)
{
    if (hall->stopping)
        return;
    for (int i = 0; i < HALL_SLOTS; i++)
        for (struct hall_table *at = hall->slots[i], *next; at; at = next) {
            next = at->next;
            hall_table_tick(at);
        }
    sweep(hall);
    hall_cleaner_tick(hall);
}
