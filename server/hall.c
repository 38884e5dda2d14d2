/* hall.c - the hall itself, and its sessions: what comes in, what goes out; see hall.h. */
#include "hall_in.h"

#include "text/json.h"

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
    hall->addresses = addresses_new();
    if (!hall->addresses) {
        free(hall);
        return NULL;
    }
    world->random(world->owner, &hall->process, sizeof hall->process);
    return hall;
}

void hall_use(struct hall *hall, struct store *store) { hall->store = store; }

void hall_free(struct hall *hall)
{
    if (!hall)
        return;
    for (int i = 0; i < HALL_SLOTS; i++)
        while (hall->slots[i])
            hall_table_free(hall->slots[i]);
    addresses_free(hall->addresses);
    free(hall);
}

void hall_time(struct hall *hall, int64_t now_ms) { hall->now_ms = now_ms; }
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
    struct out out = hall_log_begin(hall, "store-faults-over", NULL);
    out_str(&out, " faults=");
    out_unsigned(&out, (unsigned)hall->faults);
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

struct out hall_log_begin(struct hall *hall, const char *event, const struct hall_table *table)
{
    struct out out = out_of(hall->line, sizeof hall->line);
    out_str(&out, "event=");
    out_str(&out, event);
    if (table) { /* a table's id is its key: its beginning is enough to follow it in a log */
        out_str(&out, " table=");
        out_bytes(&out, table->id, 6);
        out_str(&out, " number=");
        out_unsigned(&out, table->table ? table_number(table->table) : 0);
    }
    return out;
}

void hall_log_end(struct hall *hall, struct out *out) { hall->world.log(hall->world.owner, out->text); }

void hall_log(struct hall *hall, const char *event, const struct hall_table *table, const char *more)
{
    struct out out = hall_log_begin(hall, event, table);
    if (more && *more) {
        out_str(&out, " why=");
        json_put_text(&out, more);
    }
    hall_log_end(hall, &out);
}

/* ---------------------------------------------------------------------------------------------------- what goes out */

static struct note *note_new(const char *text, size_t n)
{
    struct note *note = malloc(sizeof *note + n);
    if (!note)
        return NULL;
    note->next = NULL;
    note->n = n;
    memcpy(note->text, text, n);
    return note;
}

static struct note *note_take(struct note **first, struct note ***last)
{
    struct note *note = *first;
    *first = note->next;
    if (!*first)
        *last = first;
    return note;
}

void session_wake(struct session *session) { session->hall->world.wake(session->hall->world.owner, session); }

static void hang_up(struct session *session, int code, const char *why)
{
    if (session->closing)
        return;
    session->closing = true;
    hall_log(session->hall, "hang-up", NULL, why);
    session->hall->world.hang_up(session->hall->world.owner, session, code, why);
}

void session_note(struct session *session, const char *text, size_t n)
{
    struct note *note = note_new(text, n);
    int waiting = 0;
    for (struct note *other = session->notes; other; other = other->next)
        waiting++;
    if (!note || waiting >= HALL_NOTES_MAX) {
        free(note);
        hang_up(session, 4000, "does not read what it is sent");
        return;
    }
    *session->notes_last = note;
    session->notes_last = &note->next;
    session_wake(session);
}

static void next_message(struct session *session);

void session_refuse(struct session *session, const char *id, const char *code, const char *rule, const char *text)
{
    char line[1024];
    struct out out = out_of(line, sizeof line);
    session->hall->counts.refusals++;
    out_str(&out, "{\"type\":\"refused\"");
    if (id && *id) {
        out_str(&out, ",\"ack\":");
        json_put_text(&out, id);
    }
    out_str(&out, ",\"code\":");
    json_put_text(&out, code);
    if (rule) {
        out_str(&out, ",\"rule\":");
        json_put_text(&out, rule);
    }
    out_str(&out, ",\"text\":");
    json_put_text(&out, text);
    out_char(&out, '}');
    session_note(session, line, out.length);
}

void session_strike(struct session *session)
{
    if (++session->strikes > HALL_STRIKES_MAX)
        hang_up(session, 1008, "too many messages, or too many that are wrong");
}

void session_frame(struct session *session, bool full)
{
    session->frame_due = true;
    session->full_due |= full;
    session_wake(session);
}

/* Without an id the next message may be handled at once; else when the frame that carries it is sent. */
void session_answered(struct session *session)
{
    session->request = NULL;
    if (session->acks && session->table && session->frame_due)
        return;
    session->busy = session->acks = false;
    next_message(session);
}

static void put_frame(struct session *session, struct out *out)
{
    struct hall_table *at = session->table;
    struct table_viewer viewer = {
        .seat = session->seat,
        .since = session->sent,
        .full = session->full_due,
        .host = strcmp(table_host(at->table), session->guest) == 0,
        .legal = session->legal,
        .here = (uint8_t)hall_here(at),
        .muted = session->muted,
        .ack = session->acks && !session->request ? session->ack : NULL,
        .now_ms = session->hall->now_ms,
    };
    table_frame(at->table, &viewer, out);
    session->sent = table_number(at->table);
    session->frame_due = session->full_due = false;
    session->hall->counts.frames++;
    session->hall->counts.frame_bytes += out->length;
    if (viewer.ack) {
        session->busy = session->acks = false;
        next_message(session);
    }
}

/* What is not stored yet is told to nobody. While more is being loaded, what was loaded before holds: a session that
 * waited for the end of it would not be woken again where there is nothing new. */
static bool may_tell(const struct hall_table *at)
{
    return at->state == HALL_READY || (at->state == HALL_LOADING && table_number(at->table) > 0);
}

bool hall_pull(struct session *session, struct out *out)
{
    if (session->notes) {
        struct note *note = note_take(&session->notes, &session->notes_last);
        out_bytes(out, note->text, note->n);
        free(note);
        return true;
    }
    if (!session->frame_due || !session->table || !may_tell(session->table))
        return false;
    put_frame(session, out);
    return true;
}

/* ---------------------------------------------------------------------------------------------------- what comes in */

static void refuse_now(struct session *session, const char *id, const char *code, const char *text)
{
    session_refuse(session, id, code, NULL, text);
    session->busy = session->acks = false;
}

static void to_table(struct session *session, const struct message *message, struct hall_table *at)
{
    struct request *request = at ? malloc(sizeof *request) : NULL;
    if (!at || at->queue_n >= HALL_QUEUE_MAX || !request) {
        free(request);
        refuse_now(session, message->id, "busy", "Too much is waiting; send it again in a moment.");
        return;
    }
    *request = (struct request){.session = session, .kind = (int)message->type};
    request->message = *message;
    session->request = request;
    hall_enqueue(at, request);
    hall_work(at);
}

static void make_table(struct session *session, const struct message *message)
{
    struct hall *hall = session->hall;
    const struct limits_config *limits = &hall->config.limits;
    struct request *request = malloc(sizeof *request);
    if (!request || (limits->tables_h && !allowance_take(&session->address->tables, hall->now_ms,
                                                         3600000 / limits->tables_h, limits->tables_n))) {
        free(request);
        refuse_now(session, message->id, "limit", "Too many new tables from your address; wait a while.");
        return;
    }
    *request = (struct request){.session = session, .kind = (int)message->type};
    request->message = *message;
    session->request = request;
    hall_create(hall, request);
}

/* Whether a message that is not a turn may be handled now. */
static bool may_talk(struct session *session, enum message_type type)
{
    const struct limits_config *limits = &session->hall->config.limits;
    return type == MESSAGE_PLAY || !limits->talk_s ||
           allowance_take(&session->talk, session->hall->now_ms, 1000 / limits->talk_s, limits->talk_n);
}

/* A message that is well-formed, of a session that said hello. */
static void handle(struct session *session, const struct message *message)
{
    switch (message->type) {
    case MESSAGE_HELLO: refuse_now(session, message->id, "bad-message", "hello was said already."); break;
    case MESSAGE_PING:
        session_note(session, "{\"type\":\"pong\"}", 15);
        session->busy = session->acks = false;
        break;
    case MESSAGE_NAME: hall_rename(session, message->name); break;
    case MESSAGE_TABLES: hall_list(session); break;
    case MESSAGE_CREATE: make_table(session, message); break;
    case MESSAGE_ATTACH: to_table(session, message, hall_open(session->hall, message->table)); break;
    case MESSAGE_DETACH:
        hall_leave(session);
        session->busy = session->acks = false;
        break;
    default:
        if (session->table && !may_talk(session, message->type))
            refuse_now(session, message->id, "limit", "Not so fast; wait a moment.");
        else if (session->table)
            to_table(session, message, session->table);
        else
            refuse_now(session, message->id, "no-table", "Attach to a table first.");
    }
}

static void read_message(struct session *session, const char *text, size_t n)
{
    struct message message;
    struct message_fault fault;
    session->busy = true;
    if (!message_read(text, n, &message, &fault)) {
        refuse_now(session, fault.id, "bad-message", fault.text);
        session_strike(session);
        return;
    }
    session->acks = *message.id != '\0';
    memcpy(session->ack, message.id, sizeof session->ack);
    if (session->hall->stopping)
        refuse_now(session, message.id, "busy", "The server is stopping; connect again.");
    else if (session->greeted)
        handle(session, &message);
    else if (message.type == MESSAGE_HELLO)
        hall_greet(session, &message);
    else
        refuse_now(session, message.id, "hello-first", "Say hello first.");
}

static void next_message(struct session *session)
{
    while (!session->busy && session->inbox && !session->closing) {
        struct note *note = note_take(&session->inbox, &session->inbox_last);
        session->inbox_n--;
        read_message(session, note->text, note->n);
        free(note);
    }
}

static bool allowed(struct session *session)
{
    const struct limits_config *limits = &session->hall->config.limits;
    return !limits->messages_s ||
           allowance_take(&session->messages, session->hall->now_ms, 1000 / limits->messages_s, limits->messages_n);
}

void hall_message(struct session *session, const char *text, size_t n)
{
    session->hall->counts.messages++;
    if (session->closing)
        return;
    if (!allowed(session)) {
        session_refuse(session, NULL, "limit", NULL, "Too many messages; send fewer a second.");
        session_strike(session);
        return;
    }
    if (!session->busy && !session->inbox) {
        read_message(session, text, n);
        next_message(session);
        return;
    }
    struct note *note = session->inbox_n < SESSION_INBOX_MAX ? note_new(text, n) : NULL;
    if (!note) {
        session_refuse(session, NULL, "limit", NULL, "Too many messages at once; wait for answers.");
        session_strike(session);
        return;
    }
    *session->inbox_last = note;
    session->inbox_last = &note->next;
    session->inbox_n++;
}

/* --------------------------------------------------------------------------------------------------- open and close */

bool hall_session_open(struct hall *hall, struct session *session, const char *address, const uint8_t *token)
{
    const struct limits_config *limits = &hall->config.limits;
    struct address *from = addresses_find(hall->addresses, address, hall->now_ms);
    if (!from || (limits->address_connections && from->connections >= limits->address_connections) ||
        (limits->connections && hall->counts.sessions >= limits->connections))
        return false;
    void *peer = session->peer;
    memset(session, 0, sizeof *session);
    session->peer = peer;
    session->hall = hall;
    session->address = from;
    session->seat = FF_NOBODY;
    session->notes_last = &session->notes;
    session->inbox_last = &session->inbox;
    session->has_token = token != NULL;
    if (token)
        memcpy(session->token, token, sizeof session->token);
    from->connections++;
    hall->counts.sessions++;
    return true;
}

static void free_notes(struct note *note)
{
    for (struct note *next; note; note = next) {
        next = note->next;
        free(note);
    }
}

void hall_session_close(struct session *session)
{
    struct hall *hall = session->hall;
    if (!hall)
        return;
    session->closing = true;
    if (session->request)
        session->request->session = NULL;
    if (session->call)
        session->call->answer = NULL;
    hall_leave(session);
    free_notes(session->notes);
    free_notes(session->inbox);
    session->notes = session->inbox = NULL;
    session->address->connections--;
    session->address->used_ms = hall->now_ms;
    hall->counts.sessions--;
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
    if (hall->sweeping || hall->unusable || hall->now_ms < hall->swept_ms + HALL_SWEEP_MS)
        return;
    hall->swept_ms = hall->now_ms;
    hall->sweeping = true;
    hall->sweep = (struct store_job){.op = STORE_LIST_DUE, .done = sweep_done, .owner = hall, .at_ms = hall->now_ms};
    hall_submit(hall, &hall->sweep);
    addresses_sweep(hall->addresses, hall->now_ms);
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
}
