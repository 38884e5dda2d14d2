/* hall.c - the hall itself, and its sessions: what comes in, what goes out; see hall.h. */
#include "hall_in.h"

#include "base/json_write.h"

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
    hall->house = hall_house_new();
    hall->keeper = hall_keeper_new(hall);
    if (!hall->addresses || !hall->house || !hall->keeper) {
        hall_addresses_free(hall->addresses);
        hall_house_free(hall->house);
        hall_keeper_free(hall->keeper);
        free(hall);
        return NULL;
    }
    world->random(world->owner, &hall->process, sizeof hall->process);
    return hall;
}

void hall_use(struct hall *hall, struct store *store)
{
    hall->store = store;
    if (store)
        hall_orders(hall);
}

void hall_free(struct hall *hall)
{
    if (!hall)
        return;
    for (int i = 0; i < HALL_SLOTS; i++)
        while (hall->slots[i])
            hall_table_free(hall->slots[i]);
    hall_addresses_free(hall->addresses);
    hall_house_free(hall->house);
    hall_keeper_free(hall->keeper);
    free(hall);
}

void hall_time(struct hall *hall, int64_t now_ms, int64_t steady_ms)
{
    assert(steady_ms >= 24 * 3600 * 1000 && steady_ms >= hall->steady_ms);
    hall->now_ms = now_ms;
    hall->steady_ms = steady_ms;
}

void hall_flush(struct hall *hall) { store_flush(hall->store); }
const struct hall_counts *hall_counts(const struct hall *hall) { return &hall->counts; }

const char *hall_trouble(const struct hall *hall)
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

void hall_session_wake(struct hall_session *session) { session->hall->world.wake(session->hall->world.owner, session); }

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

void hall_session_note(struct hall_session *session, const char *text, size_t n)
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
    hall_session_wake(session);
}

void hall_session_put_ack(const struct hall_session *session, struct base_out *out)
{
    if (*session->ack)
        base_json_string(out, "ack", session->ack);
}

/* ------------------------------------------------------------------------------------------------ what is under way */

static void next_message(struct hall_session *session);

static void become(struct hall_session *session, enum hall_session_state state)
{
    session->state = (uint8_t)state;
    assert((state == SESSION_ASKING) == (session->request != NULL));
    assert((state == SESSION_CALLING) == (session->call != NULL));
    assert(state != SESSION_TELLING || (*session->ack && session->table && session->frame_due));
}

void hall_session_ask(struct hall_session *session, struct hall_request *request)
{
    assert(session->state == SESSION_FREE);
    session->request = request;
    become(session, SESSION_ASKING);
}

void hall_session_call(struct hall_session *session, struct hall_call *call)
{
    assert(session->state == SESSION_FREE);
    session->call = call;
    become(session, SESSION_CALLING);
}

void hall_session_answered(struct hall_session *session)
{
    assert(session->state > SESSION_FREE);
    become(session, SESSION_FREE);
    next_message(session);
}

void hall_session_granted(struct hall_session *session, bool full)
{
    assert(session->state == SESSION_ASKING);
    hall_session_frame(session, full);
    if (*session->ack)
        become(session, SESSION_TELLING);
    else
        hall_session_answered(session);
}

void hall_session_give_up(struct hall_session *session, const char *code, const char *text)
{
    if (session->state != SESSION_TELLING)
        return;
    hall_session_refuse(session, session->ack, code, NULL, text);
    hall_session_answered(session);
}

void hall_session_refuse(struct hall_session *session, const char *id, const char *code, const char *rule,
                         const char *text)
{
    char line[BASE_LENGTH("{'type':'refused','ack':'','code':'bad-message','rule':'R10.2','text':''}") +
              TABLE_MESSAGE_ID_MAX + BASE_JSON_GROWTH * sizeof((struct table_answer *)NULL)->text + 1];
    struct base_out out = base_out_of(line, sizeof line);
    session->hall->counts.refusals++;
    base_json_open(&out, '{');
    base_json_string(&out, "type", "refused");
    if (id && *id)
        base_json_string(&out, "ack", id);
    base_json_string(&out, "code", code);
    if (rule)
        base_json_string(&out, "rule", rule);
    base_json_string(&out, "text", text);
    base_json_close(&out, '}');
    hall_session_note(session, line, out.length);
}

void hall_session_strike(struct hall_session *session)
{
    if (++session->strikes > HALL_STRIKES_MAX)
        hall_session_hang_up(session, 1008, "too many messages, or too many that are wrong");
}

void hall_session_frame(struct hall_session *session, bool full)
{
    session->frame_due = true;
    session->full_due |= full;
    hall_session_wake(session);
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
        .host = strcmp(table_host(at->table), session->guest) == 0,
        .legal = session->legal,
        .here = (uint8_t)hall_here(at),
        .muted = session->muted,
        .ack = session->state == SESSION_TELLING ? session->ack : NULL,
        .now_ms = session->hall->now_ms,
    };
    for (int i = 0; i < FF_PLAYERS_MAX; i++)
        viewer.gone_ms[i] = hall_gone_ms(at, i);
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
static bool may_tell(const struct hall_table *at)
{
    return at->state == HALL_READY || (at->state == HALL_LOADING && table_number(at->table) > 0);
}

bool hall_pull(struct hall_session *session, struct base_out *out)
{
    if (session->notes) {
        struct hall_note *note = note_take(&session->notes, &session->notes_last);
        session->notes_n--;
        session->notes_bytes -= note->n;
        base_put_bytes(out, note->text, note->n);
        free(note);
        return true;
    }
    if (!session->frame_due || !session->table || !may_tell(session->table))
        return false;
    put_frame(session, out);
    return true;
}

/* ---------------------------------------------------------------------------------------------------- what comes in */

/* Before anything is under way for the message. */
static void refuse_now(struct hall_session *session, const char *code, const char *text)
{
    assert(session->state == SESSION_FREE);
    hall_session_refuse(session, session->ack, code, NULL, text);
}

static void to_table(struct hall_session *session, const struct hall_message *message, struct hall_table *at)
{
    struct hall_request *request = at ? malloc(sizeof *request) : NULL;
    bool comes = message->type == MESSAGE_ATTACH;
    if (!at || !request || (comes ? at->comers_n >= HALL_COMERS_MAX : at->queue_n - at->comers_n >= HALL_QUEUE_MAX)) {
        free(request);
        refuse_now(session, "busy", "Too much is waiting; send it again in a moment.");
        return;
    }
    *request = (struct hall_request){.session = session, .kind = (int)message->type};
    request->message = *message;
    hall_session_ask(session, request);
    hall_enqueue(at, request);
    hall_work(at);
}

static void make_table(struct hall_session *session, const struct hall_message *message)
{
    struct hall *hall = session->hall;
    const struct hall_limits *limits = &hall->config.limits;
    struct hall_request *request = malloc(sizeof *request);
    if (!request || (limits->tables_h && !hall_address_take(session->address, ADDRESS_TABLES, hall->steady_ms,
                                                            3600000 / limits->tables_h, limits->tables_n))) {
        free(request);
        refuse_now(session, "limit", "Too many new tables from your address; wait a while.");
        return;
    }
    *request = (struct hall_request){.session = session, .kind = (int)message->type};
    request->message = *message;
    hall_session_ask(session, request);
    hall_create(hall, request);
}

/* Whether a message that is not a turn may be handled now. */
static bool may_talk(struct hall_session *session, enum hall_message_type type)
{
    const struct hall_limits *limits = &session->hall->config.limits;
    int64_t now_ms = session->hall->steady_ms;
    if (type == MESSAGE_PLAY || !limits->talk_s)
        return true;
    return hall_allowance_take(&session->talk, now_ms, 1000 / limits->talk_s, limits->talk_n) &&
           (!limits->address_talk_s || hall_address_take(session->address, ADDRESS_TALK, now_ms,
                                                         1000 / limits->address_talk_s, limits->address_talk_n)) &&
           (!limits->table_talk_s ||
            hall_allowance_take(&session->table->talk, now_ms, 1000 / limits->table_talk_s, limits->table_talk_n));
}

/* An answer that has nothing to tell. */
static void say(struct hall_session *session, const char *type)
{
    char text[BASE_LENGTH("{'type':'detached','ack':''}") + TABLE_MESSAGE_ID_MAX + 1];
    struct base_out out = base_out_of(text, sizeof text);
    base_json_open(&out, '{');
    base_json_string(&out, "type", type);
    hall_session_put_ack(session, &out);
    base_json_close(&out, '}');
    hall_session_note(session, text, out.length);
}

/* A message that is well-formed, of a session that said hello. */
static void handle(struct hall_session *session, const struct hall_message *message)
{
    switch (message->type) {
    case MESSAGE_HELLO: refuse_now(session, "bad-message", "hello was said already."); break;
    case MESSAGE_PING: say(session, "pong"); break;
    case MESSAGE_NAME: hall_rename(session, message->name); break;
    case MESSAGE_TABLES: hall_list(session); break;
    case MESSAGE_CREATE: make_table(session, message); break;
    case MESSAGE_ATTACH: to_table(session, message, hall_open(session->hall, message->table)); break;
    case MESSAGE_DETACH:
        hall_leave(session);
        say(session, "detached");
        break;
    default:
        if (session->table && !may_talk(session, message->type))
            refuse_now(session, "limit", "Not so fast; wait a moment.");
        else if (session->table)
            to_table(session, message, session->table);
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
        refuse_now(session, "busy", "The server is stopping; connect again.");
    else if (session->greeted)
        handle(session, &message);
    else if (message.type == MESSAGE_HELLO)
        hall_greet(session, &message);
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

static bool allowed(struct hall_session *session)
{
    const struct hall_limits *limits = &session->hall->config.limits;
    return !limits->messages_s || hall_allowance_take(&session->messages, session->hall->steady_ms,
                                                      1000 / limits->messages_s, limits->messages_n);
}

/* Not even looked at, but answered: whoever waits for that id must not wait for ever. */
static void turn_away(struct hall_session *session, const char *text, size_t n, const char *why)
{
    char id[TABLE_MESSAGE_ID_MAX + 1];
    hall_message_read_id(text, n, id);
    hall_session_refuse(session, id, "limit", NULL, why);
    hall_session_strike(session);
}

void hall_message(struct hall_session *session, const char *text, size_t n)
{
    assert(session->state != SESSION_CLOSED);
    session->hall->counts.messages++;
    if (session->closing)
        return;
    if (!allowed(session)) {
        turn_away(session, text, n, "Too many messages; send fewer a second.");
        return;
    }
    if (session->state == SESSION_FREE && !session->inbox) {
        read_message(session, text, n);
        next_message(session);
        return;
    }
    struct hall_note *note = session->inbox_n < SESSION_INBOX_MAX ? note_new(text, n) : NULL;
    if (!note) {
        turn_away(session, text, n, "Too many messages at once; wait for answers.");
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

bool hall_session_open(struct hall *hall, struct hall_session *session, const char *address, const uint8_t *token,
                       struct hall_farewell *farewell)
{
    struct hall_address *from = hall_addresses_find(hall->addresses, address, hall->steady_ms);
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
    session->has_token = token != NULL;
    if (token)
        memcpy(session->token, token, sizeof session->token);
    hall->counts.sessions++;
    session->later = hall->sessions;
    if (hall->sessions)
        hall->sessions->earlier = session;
    hall->sessions = session;
    return true;
}

struct hall_address *hall_visit(struct hall *hall, const char *address)
{
    struct hall_address *from = hall_addresses_find(hall->addresses, address, hall->steady_ms);
    return from && hall_address_hold(from, ADDRESS_VISITS, hall->config.limits.address_connections) ? from : NULL;
}

void hall_visit_end(struct hall *hall, struct hall_address *from)
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
    become(session, SESSION_CLOSED);
    hall_leave(session);
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
        struct hall_table *at = hall_open(hall, job->heads[i].table);
        if (at)
            hall_work(at);
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
        hall_orders(hall);
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
    hall_keep_tick(hall);
}
