/* create.c - making tables: a guest's wish, or a rematch; see hall_in.h.
 *
 * First the store is asked how many tables the guest has, and how many of its address are listed; then the table's
 * first entries, which make it and seat whoever is named, go to the store as one. The guest is told when they are
 * there.
 *
 * The same wish makes the same table: its id follows from the guest's and the message's, which nobody else knows, or,
 * for a rematch, from that of the table before. So a wish whose answer was lost may be sent again, over another
 * connection and to another process: the store finds the id taken, and whoever asked is led to the table that is there.
 * Some clients use the same message id for every table. So a wish counts as the same for a while only; after that the
 * next id of a row is tried. */
#include "hall_in.h"

#include "base/blake2b.h"

#include <stdlib.h>
#include <string.h>

/* A table on its way. */
struct making {
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
        return table_want_sit_sealed(table, session->guest, name, i, message->seal, &draft->out);
    if (message->seats[i] == MESSAGE_SEAT_ME)
        return table_want_sit(table, session->guest, name, i, message->has_mix ? message->mix : NULL, &draft->out);
    return table_want_bot(table, session->guest, i, message->seats[i], &draft->out);
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
            hall_draft_entry(draft);
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
    hall->world.random(hall->world.owner, create.seed, sizeof create.seed);
    struct table_answer answer = table_want_create(&create, &draft->out);
    memset(&create, 0, sizeof create); /* the seed */
    if (answer.verdict != TABLE_YES)
        return answer;
    hall_draft_entry(draft);
    return draft_seats(at, request, draft);
}

/* Tells the players of a finished game where the next one is. */
static void tell_rematch(struct hall *hall, struct hall_request *request, const char *id)
{
    struct hall_table *old = hall_open(hall, request->before);
    if (!old) {
        hall_request_refuse(request, "busy", NULL, "Out of memory; try again in a moment.");
        return;
    }
    memcpy(request->message.table, id, TABLE_ID_SIZE);
    request->kind = MESSAGE_REMATCH;
    request->tries = 0;
    hall_enqueue(old, request);
    hall_work(old);
}

void hall_created(struct hall_table *at, struct hall_request *request, bool stored)
{
    struct hall_session *session = request->session;
    if (!stored) {
        hall_request_refuse(request, "busy", NULL, "The store cannot be reached; send it again in a moment.");
        return;
    }
    at->hall->counts.tables_made++;
    if (*request->before) {
        tell_rematch(at->hall, request, at->id);
        return;
    }
    if (session)
        hall_join(session, at, 0);
    hall_granted(request);
}

/* ---------------------------------------------------------------------------------------------------------- the id */

/* The id of the table that this wish makes: the first of a row, or the one after so many that were taken. */
static void id_of(const struct hall_request *request, char id[TABLE_ID_SIZE])
{
    char text[BASE_LENGTH("rematch   ") + TABLE_ID_LENGTH + TABLE_MESSAGE_ID_MAX + BASE_NUMBER_LENGTH + 1];
    uint8_t hash[BASE_BLAKE2B_BYTES];
    struct base_out out = base_out_of(text, sizeof text);
    base_put(&out, *request->before ? "rematch " : "create ");
    base_put(&out, *request->before ? request->before : guest_of(request));
    base_put_char(&out, ' ');
    base_put(&out, *request->before ? "" : request->message.id);
    base_put_char(&out, ' ');
    base_put_number(&out, request->taken);
    base_blake2b((const uint8_t *)text, out.length, hash);
    table_id_of(hash, id);
}

void hall_made_before(struct hall_table *at, struct hall_request *request)
{
    struct hall *hall = at->hall;
    struct hall_session *session = request->session;
    bool own = strcmp(table_host(at->table), guest_of(request)) == 0;
    if (*request->before) {
        tell_rematch(hall, request, at->id);
    } else if (own && hall->now_ms - table_made_ms(at->table) < SAME_MS) {
        hall_join(session, at, 0);
        hall_granted(request);
    } else if (++request->taken < 1000) {
        hall_create(hall, request);
    } else {
        hall_request_refuse(request, "busy", NULL, "Choose another id for this message.");
    }
}

/* ----------------------------------------------------------------------------------------------------------- making */

static void make(struct hall *hall, struct hall_request *request)
{
    char id[TABLE_ID_SIZE];
    id_of(request, id);
    struct hall_table *at = hall_find(hall, id);
    if (at) { /* the wish came before, and is under way or done */
        request->kind = REQUEST_MADE;
        hall_enqueue(at, request);
        hall_work(at);
        return;
    }
    at = hall_open(hall, id);
    struct hall_draft draft = hall_draft(hall);
    struct table_answer answer = {.verdict = TABLE_NO, .code = "busy", .text = "Out of memory."};
    if (at)
        answer = draft_table(at, request, &draft);
    if (answer.verdict == TABLE_NO) {
        if (at)
            hall_table_free(at);
        hall_request_refuse(request, answer.code, NULL, answer.text);
        return;
    }
    at->creates = true;
    memcpy(at->origin, request->session->address->text, sizeof at->origin);
    hall_append(at, &draft, request, true);
}

/* The way of a table that is being made ends here. */
/* A table that was not made does not count; a rematch never did. */
static void give_back(struct hall *hall, struct hall_address *address, const struct hall_request *request)
{
    if (request->kind == MESSAGE_CREATE && hall->config.limits.tables_h)
        hall_address_give_back(address, ADDRESS_TABLES, 3600000 / hall->config.limits.tables_h);
}

static void end_making(struct making *making, const char *code, const char *text)
{
    struct hall_request *request = making->request;
    making->address->making--;
    if (code)
        give_back(making->hall, making->address, request);
    if (!request->session) /* who asked has hung up */
        hall_request_free(request);
    else if (code)
        hall_request_refuse(request, code, NULL, text);
    else
        make(making->hall, request);
    free(making);
}

/* --------------------------------------------------------------------------------------------------------- counting */

static unsigned unfinished(const struct store_job *job, const char *host)
{
    unsigned n = 0;
    for (size_t i = 0; i < job->heads_n; i++)
        n += job->heads[i].phase != STORE_OVER && strcmp(job->heads[i].host, host) == 0;
    return n;
}

static void counted(struct store_job *job)
{
    struct making *making = job->owner;
    struct hall *hall = making->hall;
    const struct hall_limits *limits = &hall->config.limits;
    hall_job_done(hall, job);
    if (job->status != STORE_DONE)
        end_making(making, "busy", "The store cannot be reached; send it again in a moment.");
    else if (limits->guest_tables &&
             unfinished(job, making->guest.guest) + making->address->making > limits->guest_tables)
        end_making(making, "limit", "You have too many tables that are not over; finish some first.");
    else
        end_making(making, NULL, NULL);
}

static void count_own(struct making *making)
{
    making->job = (struct store_job){.op = STORE_LIST_GUEST, .done = counted, .owner = making, .guest = &making->guest};
    hall_submit(making->hall, &making->job);
}

static void counted_listed(struct store_job *job)
{
    struct making *making = job->owner;
    const struct hall_limits *limits = &making->hall->config.limits;
    hall_job_done(making->hall, job);
    if (job->status != STORE_DONE)
        end_making(making, "busy", "The store cannot be reached; send it again in a moment.");
    else if (job->count + making->address->making > limits->listed)
        end_making(making, "limit",
                   "Your address has too many tables in the list; play at one of them, or make one by link only.");
    else
        count_own(making);
}

/* One address must not fill the list that all see. */
static void count_listed(struct making *making)
{
    making->job = (struct store_job){.op = STORE_COUNT_LISTED, .done = counted_listed, .owner = making};
    making->job.origin = making->address->text;
    hall_submit(making->hall, &making->job);
}

void hall_create(struct hall *hall, struct hall_request *request)
{
    const char *why = hall_house_lobby(hall->house);
    if (why) {
        char text[HALL_WHY_SIZE];
        struct base_out out = base_out_cut(text, sizeof text);
        hall_why(&out, "The lobby is closed", why);
        give_back(hall, request->session->address, request);
        hall_request_refuse(request, "closed", NULL, text);
        return;
    }
    struct making *making = calloc(1, sizeof *making);
    if (!making) {
        hall_request_refuse(request, "busy", NULL, "Out of memory; try again in a moment.");
        return;
    }
    *making = (struct making){.hall = hall, .request = request, .address = request->session->address};
    memcpy(making->guest.guest, guest_of(request), TABLE_ID_SIZE);
    making->address->making++; /* counts what the store does not know of yet */
    if (hall->config.limits.listed && request->message.options.listed)
        count_listed(making);
    else
        count_own(making);
}

/* The same table again: the same options and bots, whoever asks on the same seat, the others' open. */
void hall_rematch(struct hall_table *at, struct hall_request *request)
{
    struct hall_message *message = &request->message;
    memcpy(request->before, at->id, sizeof request->before);
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
    hall_create(at->hall, request);
}
