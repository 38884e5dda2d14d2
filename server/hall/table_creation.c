/* table_creation.c - creates tables at a guest's request or for a rematch; see hall_internal.h.
 *
 * First the store is asked how many tables the guest has, and how many of its address are listed; then the table's
 * first entries, which make it and seat whoever is named, go to the store as one. The guest is told when they are
 * there.
 *
 * The same wish makes the same table. A rematch gets the id that was drawn when the table before was made and stands
 * in its log alone. Any other id is derived from the message's id and the hash of the guest's token. Both are secrets
 * of the server: a table's id is the key to it, so nobody may be able to compute it. A wish whose answer was lost may
 * be sent again, over another connection and to another process: the store finds the id taken, and the guest is led to
 * the table that is there. Some clients use the same message id for every table. So a wish counts as the same for a
 * while only; after that the next id of a row is tried. */
#include "hall_internal.h"

#include "engine/base/blake2b.h"
#include "engine/base/hex.h"

#include <stdlib.h>
#include <string.h>

/* A table on its way. */
struct table_creation {
    struct store_job job;
    struct store_guest guest;
    struct hall *hall;
    struct hall_request *request;
    struct hall_address *address;
};

enum { SAME_MS = 10 * 60 * 1000 };

static const char *guest_of(const struct hall_request *request) { return request->session->guest; }

/* The entry that seats number i, as the message says; nothing for an open seat. */
static struct table_answer draft_seat(const struct table *table, const struct hall_request *request, int i,
                                      struct hall_draft *draft)
{
    const struct hall_message *message = &request->message;
    const struct hall_session *session = request->session;
    const char *name = *message->name ? message->name : session->name;
    if (message->seats[i] == MESSAGE_SEAT_OPEN)
        return (struct table_answer){.verdict = TABLE_REPEATED};
    if (message->seats[i] == MESSAGE_SEAT_ME && message->has_seal)
        return table_validate_sealed_sit(table, session->guest, name, i, message->seal, &draft->out);
    if (message->seats[i] == MESSAGE_SEAT_ME)
        return table_validate_sit(table, session->guest, name, i, message->has_mix ? message->mix : NULL, &draft->out);
    return table_validate_bot(table, session->guest, i, message->seats[i], &draft->out);
}

/* Judges on a table of its own that has only been made: what is drafted later depends on nothing but that. */
static struct table_answer draft_seats(const struct hall_table *at, const struct hall_request *request,
                                       struct hall_draft *draft)
{
    struct table_answer answer = {.verdict = TABLE_NO, .code = "busy", .text = "Out of memory."};
    struct table *made = table_new(at->id);
    struct base_error error;
    struct table_entry entry = {1, at->hall->now_ms, draft->out.text, draft->out.length};
    if (!made || !table_apply(made, &entry, &error)) {
        table_free(made);
        return answer;
    }
    answer.verdict = TABLE_YES;
    for (int i = 0; i < request->message.options.seats && answer.verdict != TABLE_NO; i++) {
        answer = draft_seat(made, request, i, draft);
        if (answer.verdict == TABLE_YES)
            hall_draft_end_entry(draft);
    }
    table_free(made);
    return answer;
}

static struct table_answer draft_table(const struct hall_table *at, const struct hall_request *request,
                                       struct hall_draft *draft)
{
    struct hall *hall = at->hall;
    struct table_create create = {.options = request->message.options, .edition = hall->config.edition};
    memcpy(create.host, guest_of(request), TABLE_ID_SIZE);
    memcpy(create.before, request->before, TABLE_ID_SIZE);
    hall_new_id(hall, create.next);
    hall->world.random(hall->world.owner, create.seed, sizeof create.seed);
    struct table_answer answer = table_validate_create(&create, &draft->out);
    memset(&create, 0, sizeof create); /* the secrets */
    if (answer.verdict != TABLE_YES)
        return answer;
    hall_draft_end_entry(draft);
    return draft_seats(at, request, draft);
}

/* Tells the players of a finished game where the next one is. */
static void announce_rematch(struct hall *hall, struct hall_request *request, const char *id)
{
    struct hall_table *old = hall_open_table(hall, request->before);
    if (!old) {
        hall_request_refuse(request, &hall_out_of_memory);
        return;
    }
    memcpy(request->message.table, id, TABLE_ID_SIZE);
    request->kind = MESSAGE_REMATCH;
    request->tries = 0;
    hall_enqueue_request(old, request);
    hall_process_requests(old);
}

void hall_table_created(struct hall_table *at, struct hall_request *request, bool stored)
{
    struct hall_session *session = request->session;
    if (!stored) {
        hall_request_refuse(request, &hall_store_away);
        return;
    }
    at->hall->counts.tables_made++;
    if (*request->before) {
        announce_rematch(at->hall, request, at->id);
        return;
    }
    if (session)
        hall_join_table(session, at, 0);
    hall_request_grant(request);
}

/* ---------------------------------------------------------------------------------------------------------- the id */

/* Gives the id of the table that this wish makes: the first of a row, or the one after so many that were taken. */
static void derive_table_id(const struct hall_request *request, char id[TABLE_ID_SIZE])
{
    char text[BASE_LENGTH("create   ") + 2 * STORE_HASH_SIZE + TABLE_MESSAGE_ID_MAX + BASE_NUMBER_LENGTH + 1];
    uint8_t hash[BASE_BLAKE2B_BYTES];
    struct base_out out = base_out_of(text, sizeof text);
    if (*request->before) {
        memcpy(id, request->rematch, TABLE_ID_SIZE);
        return;
    }
    base_put(&out, "create ");
    base_put_hex(&out, request->session->token_hash, STORE_HASH_SIZE);
    base_put_char(&out, ' ');
    base_put(&out, request->message.id);
    base_put_char(&out, ' ');
    base_put_number(&out, request->taken);
    base_blake2b((const uint8_t *)text, out.length, hash);
    table_id_of(hash, id);
    memset(text, 0, sizeof text);
}

void hall_table_exists(struct hall_table *at, struct hall_request *request)
{
    struct hall *hall = at->hall;
    struct hall_session *session = request->session;
    bool own = strcmp(table_host_id(at->table), guest_of(request)) == 0;
    if (*request->before) {
        announce_rematch(hall, request, at->id);
    } else if (own && hall->now_ms - table_created_ms(at->table) < SAME_MS) {
        hall_join_table(session, at, 0);
        hall_request_grant(request);
    } else if (++request->taken < 1000) {
        hall_create_table(hall, request);
    } else {
        hall_request_refuse(request, &(struct hall_error){"bad-message", "Choose another id for this message.", NULL});
    }
}

/* ----------------------------------------------------------------------------------------------------------- making */

static void create_table(struct hall *hall, struct hall_request *request)
{
    char id[TABLE_ID_SIZE];
    derive_table_id(request, id);
    struct hall_table *at = hall_find_table(hall, id);
    if (at) { /* the wish came before, and is under way or done */
        request->kind = REQUEST_EXISTING;
        hall_enqueue_request(at, request);
        hall_process_requests(at);
        return;
    }
    at = hall_open_table(hall, id);
    struct hall_draft draft = hall_draft(hall);
    struct table_answer answer = {.verdict = TABLE_NO, .code = "busy", .text = "Out of memory."};
    if (at)
        answer = draft_table(at, request, &draft);
    if (answer.verdict == TABLE_NO) {
        if (at)
            hall_table_free(at);
        hall_request_refuse(request, &(struct hall_error){answer.code, answer.text, NULL});
        return;
    }
    at->creates = true;
    memcpy(at->origin, request->session->address->text, sizeof at->origin);
    hall_append(at, &draft, request, true);
}

/* A table that was not made does not count; a rematch never did. */
static void refund_table_allowance(struct hall *hall, struct hall_address *address, const struct hall_request *request)
{
    if (request->kind == MESSAGE_CREATE && hall->config.limits.tables_h)
        hall_address_give_back(address, ADDRESS_TABLES, HALL_HOUR_US / hall->config.limits.tables_h);
}

/* The way of a table that is being made ends here; error NULL: it may be made. */
static void finish_creation(struct table_creation *making, const struct hall_error *error)
{
    struct hall_request *request = making->request;
    making->address->making--;
    if (error)
        refund_table_allowance(making->hall, making->address, request);
    if (!request->session) /* who asked has hung up */
        hall_request_free(request);
    else if (error)
        hall_request_refuse(request, error);
    else
        create_table(making->hall, request);
    free(making);
}

/* --------------------------------------------------------------------------------------------------------- counting */

static unsigned count_unfinished(const struct store_job *job, const char *host)
{
    unsigned n = 0;
    for (size_t i = 0; i < job->heads_n; i++)
        n += job->heads[i].phase != STORE_OVER && strcmp(job->heads[i].host, host) == 0;
    return n;
}

static const struct hall_error too_many = {"limit", "You have too many tables that are not over; finish some first.",
                                           NULL};
static const struct hall_error too_many_listed = {
    "limit", "Your address has too many tables in the list; play at one of them, or make one by link only.", NULL};

static void own_tables_counted(struct store_job *job)
{
    struct table_creation *making = job->owner;
    struct hall *hall = making->hall;
    const struct hall_limits *limits = &hall->config.limits;
    hall_job_done(hall, job);
    if (job->status != STORE_DONE)
        finish_creation(making, &hall_store_away);
    else if (limits->guest_tables &&
             count_unfinished(job, making->guest.guest) + making->address->making > limits->guest_tables)
        finish_creation(making, &too_many);
    else
        finish_creation(making, NULL);
}

static void count_own_tables(struct table_creation *making)
{
    making->job = (struct store_job){
        .op = STORE_LIST_GUEST, .done = own_tables_counted, .owner = making, .guest = &making->guest};
    hall_submit(making->hall, &making->job);
}

static void listed_tables_counted(struct store_job *job)
{
    struct table_creation *making = job->owner;
    const struct hall_limits *limits = &making->hall->config.limits;
    hall_job_done(making->hall, job);
    if (job->status != STORE_DONE)
        finish_creation(making, &hall_store_away);
    else if (job->count + making->address->making > limits->listed)
        finish_creation(making, &too_many_listed);
    else
        count_own_tables(making);
}

/* One address must not fill the list that all see. */
static void count_listed_tables(struct table_creation *making)
{
    making->job = (struct store_job){.op = STORE_COUNT_LISTED, .done = listed_tables_counted, .owner = making};
    making->job.origin = making->address->text;
    hall_submit(making->hall, &making->job);
}

void hall_create_table(struct hall *hall, struct hall_request *request)
{
    const char *why = hall_lobby_closed_reason(hall->house);
    if (why) {
        char text[HALL_REASON_SIZE];
        struct base_out out = base_out_cut(text, sizeof text);
        hall_put_reason(&out, "The lobby is closed", why);
        refund_table_allowance(hall, request->session->address, request);
        hall_request_refuse(request, &(struct hall_error){"closed", text, NULL});
        return;
    }
    struct table_creation *making = calloc(1, sizeof *making);
    if (!making) {
        hall_request_refuse(request, &hall_out_of_memory);
        return;
    }
    *making = (struct table_creation){.hall = hall, .request = request, .address = request->session->address};
    memcpy(making->guest.guest, guest_of(request), TABLE_ID_SIZE);
    making->address->making++; /* counts what the store does not know of yet */
    if (hall->config.limits.listed && request->message.options.listed)
        count_listed_tables(making);
    else
        count_own_tables(making);
}

/* The same table again: the same options and bots, whoever asks on the same seat, the others' open. */
void hall_create_rematch(struct hall_table *at, struct hall_request *request)
{
    struct hall_message *message = &request->message;
    memcpy(request->before, at->id, sizeof request->before);
    memcpy(request->rematch, table_next_id(at->table), sizeof request->rematch);
    request->seat = request->session->seat;
    message->options = *table_options(at->table);
    for (int i = 0; i < message->options.seats; i++) {
        const struct table_seat *seat = table_seat(at->table, i);
        message->seats[i] = (int8_t)(seat->kind == TABLE_SEAT_BOT ? seat->level : MESSAGE_SEAT_OPEN);
        if (i == request->seat) {
            message->seats[i] = MESSAGE_SEAT_ME;
            memcpy(message->name, seat->name, sizeof message->name);
        }
    }
    hall_create_table(at->hall, request);
}
