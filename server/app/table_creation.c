/* table_creation.c - creates tables at a guest's request or for a rematch; see app_internal.h.
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
#include "app_internal.h"

#include "engine/base/blake2b.h"
#include "engine/base/hex.h"

#include <stdlib.h>
#include <string.h>

/* A table on its way. */
struct table_creation {
    struct store_job job;
    struct store_guest guest;
    struct app *app;
    struct table_request *request;
    struct address *address;
};

enum { SAME_MS = 10 * 60 * 1000 };

static const char *guest_of(const struct table_request *request) { return request->session->guest; }

/* The entry that seats number i, as the message says; nothing for an open seat. */
static struct table_answer draft_seat(const struct table *table, const struct table_request *request, int i,
                                      struct log_draft *draft)
{
    const struct message *message = &request->message;
    const struct session *session = request->session;
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
static struct table_answer draft_seats(const struct hosted_table *at, const struct table_request *request,
                                       struct log_draft *draft)
{
    struct table_answer answer = {.verdict = TABLE_NO, .code = "busy", .text = "Out of memory."};
    struct table *made = table_new(at->id);
    struct base_error error;
    struct table_entry entry = {1, at->app->now_ms, draft->out.text, draft->out.length};
    if (!made || !table_apply(made, &entry, &error)) {
        table_free(made);
        return answer;
    }
    answer.verdict = TABLE_YES;
    for (int i = 0; i < request->message.options.seats && answer.verdict != TABLE_NO; i++) {
        answer = draft_seat(made, request, i, draft);
        if (answer.verdict == TABLE_YES)
            log_draft_end_entry(draft);
    }
    table_free(made);
    return answer;
}

static struct table_answer draft_table(const struct hosted_table *at, const struct table_request *request,
                                       struct log_draft *draft)
{
    struct app *app = at->app;
    struct table_create create = {.options = request->message.options, .edition = app->config.edition};
    memcpy(create.host, guest_of(request), TABLE_ID_SIZE);
    memcpy(create.before, request->before, TABLE_ID_SIZE);
    app_new_id(app, create.next);
    app->callbacks.random(app->callbacks.owner, create.seed, sizeof create.seed);
    struct table_answer answer = table_validate_create(&create, &draft->out);
    memset(&create, 0, sizeof create); /* the secrets */
    if (answer.verdict != TABLE_YES)
        return answer;
    log_draft_end_entry(draft);
    return draft_seats(at, request, draft);
}

/* Tells the players of a finished game where the next one is. */
static void announce_rematch(struct app *app, struct table_request *request, const char *id)
{
    struct hosted_table *old = hosted_table_open(app, request->before);
    if (!old) {
        request_refuse(request, &app_error_out_of_memory);
        return;
    }
    memcpy(request->message.table, id, TABLE_ID_SIZE);
    request->kind = MESSAGE_REMATCH;
    request->tries = 0;
    hosted_table_enqueue(old, request);
    hosted_table_process_requests(old);
}

void hosted_table_created(struct hosted_table *at, struct table_request *request, bool stored)
{
    struct session *session = request->session;
    if (!stored) {
        request_refuse(request, &app_error_store_away);
        return;
    }
    at->app->counts.tables_made++;
    if (*request->before) {
        announce_rematch(at->app, request, at->id);
        return;
    }
    if (session)
        session_join_table(session, at, 0);
    request_grant(request);
}

/* ---------------------------------------------------------------------------------------------------------- the id */

/* Gives the id of the table that this wish makes: the first of a row, or the one after so many that were taken. */
static void derive_table_id(const struct table_request *request, char id[TABLE_ID_SIZE])
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

void hosted_table_exists(struct hosted_table *at, struct table_request *request)
{
    struct app *app = at->app;
    struct session *session = request->session;
    bool own = strcmp(table_host_id(at->table), guest_of(request)) == 0;
    if (*request->before) {
        announce_rematch(app, request, at->id);
    } else if (own && app->now_ms - table_created_ms(at->table) < SAME_MS) {
        session_join_table(session, at, 0);
        request_grant(request);
    } else if (++request->taken < 1000) {
        app_create_table(app, request);
    } else {
        request_refuse(request, &(struct app_error){"bad-message", "Choose another id for this message.", NULL});
    }
}

/* ----------------------------------------------------------------------------------------------------------- making */

static void create_table(struct app *app, struct table_request *request)
{
    char id[TABLE_ID_SIZE];
    derive_table_id(request, id);
    struct hosted_table *at = hosted_table_find(app, id);
    if (at) { /* the wish came before, and is under way or done */
        request->kind = REQUEST_EXISTING;
        hosted_table_enqueue(at, request);
        hosted_table_process_requests(at);
        return;
    }
    at = hosted_table_open(app, id);
    struct log_draft draft = log_draft(app);
    struct table_answer answer = {.verdict = TABLE_NO, .code = "busy", .text = "Out of memory."};
    if (at)
        answer = draft_table(at, request, &draft);
    if (answer.verdict == TABLE_NO) {
        if (at)
            hosted_table_free(at);
        request_refuse(request, &(struct app_error){answer.code, answer.text, NULL});
        return;
    }
    at->creates = true;
    memcpy(at->origin, request->session->address->text, sizeof at->origin);
    log_append(at, &draft, request, true);
}

/* A table that was not made does not count; a rematch never did. */
static void refund_table_allowance(struct app *app, struct address *address, const struct table_request *request)
{
    if (request->kind == MESSAGE_CREATE && app->config.limits.tables_h)
        address_give_back(address, ADDRESS_TABLES, APP_HOUR_US / app->config.limits.tables_h);
}

/* The way of a table that is being made ends here; error NULL: it may be made. */
static void finish_creation(struct table_creation *making, const struct app_error *error)
{
    struct table_request *request = making->request;
    making->address->making--;
    if (error)
        refund_table_allowance(making->app, making->address, request);
    if (!request->session) /* who asked has hung up */
        request_free(request);
    else if (error)
        request_refuse(request, error);
    else
        create_table(making->app, request);
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

static const struct app_error too_many = {"limit", "You have too many tables that are not over; finish some first.",
                                          NULL};
static const struct app_error too_many_listed = {
    "limit", "Your address has too many tables in the list; play at one of them, or make one by link only.", NULL};

static void own_tables_counted(struct store_job *job)
{
    struct table_creation *making = job->owner;
    struct app *app = making->app;
    const struct rate_limits *limits = &app->config.limits;
    app_job_done(app, job);
    if (job->status != STORE_DONE)
        finish_creation(making, &app_error_store_away);
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
    app_submit(making->app, &making->job);
}

static void listed_tables_counted(struct store_job *job)
{
    struct table_creation *making = job->owner;
    const struct rate_limits *limits = &making->app->config.limits;
    app_job_done(making->app, job);
    if (job->status != STORE_DONE)
        finish_creation(making, &app_error_store_away);
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
    app_submit(making->app, &making->job);
}

void app_create_table(struct app *app, struct table_request *request)
{
    const char *why = moderation_lobby_closed_reason(app->moderation);
    if (why) {
        char text[APP_REASON_SIZE];
        struct base_out out = base_out_cut(text, sizeof text);
        moderation_put_reason(&out, "The lobby is closed", why);
        refund_table_allowance(app, request->session->address, request);
        request_refuse(request, &(struct app_error){"closed", text, NULL});
        return;
    }
    struct table_creation *making = calloc(1, sizeof *making);
    if (!making) {
        request_refuse(request, &app_error_out_of_memory);
        return;
    }
    *making = (struct table_creation){.app = app, .request = request, .address = request->session->address};
    memcpy(making->guest.guest, guest_of(request), TABLE_ID_SIZE);
    making->address->making++; /* counts what the store does not know of yet */
    if (app->config.limits.listed && request->message.options.listed)
        count_listed_tables(making);
    else
        count_own_tables(making);
}

/* The same table again: the same options and bots, whoever asks on the same seat, the others' open. */
void app_create_rematch(struct hosted_table *at, struct table_request *request)
{
    struct message *message = &request->message;
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
    app_create_table(at->app, request);
}
