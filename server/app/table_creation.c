/* table_creation.c - creates tables, requested by a guest or for a rematch; see app_internal.h.
 *
 * First the store counts the guest's unfinished tables and the address's listed tables. Then the table's first entries,
 * which create it and fill its seats, are stored together. The guest gets the answer when they are durable.
 *
 * Creation is idempotent: the same request creates the same table. The id of a rematch was drawn when the finished
 * table was created, and is known only from that table's log. Any other id is derived from the message's id and the
 * hash of the guest's token, which only the server knows. Nobody else can compute a table's id, which gives access to
 * the table. A guest who did not get the answer may send the request again, over another connection and to another
 * process. The store then finds that the id is taken, and the guest joins the existing table. Some clients use the same
 * message id for every table. So after SAME_REQUEST_MS, the next id in a sequence is used. */
#include "app_internal.h"

#include "engine/base/blake2b.h"
#include "engine/base/hex.h"

#include <stdlib.h>
#include <string.h>

/* A table that is being created. */
struct table_creation {
    struct store_job job;
    struct store_guest guest;
    struct app *app;
    struct table_request *request;
    struct address *address;
    struct store_value value[9];
    char skeleton[TABLE_NAME_SIZE]; /* skeleton of the name with which the guest takes a seat */
};

enum { SAME_REQUEST_MS = 10 * 60 * 1000 };

static const char *guest_of(const struct table_request *request) { return request->session->guest; }

/* Drafts the entry for seat i according to the message. Returns TABLE_REPEATED for a seat that stays open. */
static struct table_answer draft_seat(const struct table *table, const void *with, int i, struct base_out *out)
{
    const struct table_request *request = with;
    const struct message *message = &request->message;
    const struct session *session = request->session;
    const char *name = *message->name ? message->name : session->name;
    if (message->seats[i] == MESSAGE_SEAT_OPEN)
        return (struct table_answer){.verdict = TABLE_REPEATED};
    if (message->seats[i] == MESSAGE_SEAT_ME && message->seal.given)
        return table_validate_sealed_sit(table, session->guest, name, i, message->seal.byte, out);
    if (message->seats[i] == MESSAGE_SEAT_ME)
        return table_validate_sit(table, session->guest, name, i, message->mix.given ? message->mix.byte : NULL, out);
    return table_validate_add_bot(table, session->guest, i, message->seats[i], out);
}

/* Drafts the entries of all seats. Each is validated against a copy of the new table in which all seats are still
 * open. */
static struct table_answer draft_seats(const struct hosted_table *at, const struct table_outline *outline,
                                       struct log_draft *draft)
{
    struct table_answer answer = {.verdict = TABLE_NO, .code = "busy", .text = "Out of memory."};
    struct table *copy = table_new(at->id);
    struct base_error error;
    struct table_entry entry = {1, at->app->now_ms, draft->out.text, draft->out.length};
    if (!copy || !table_apply(copy, &entry, &error)) {
        table_free(copy);
        return answer;
    }
    answer.verdict = TABLE_YES;
    for (int i = 0; i < outline->options->seats && answer.verdict != TABLE_NO; i++) {
        answer = outline->draft_seat(copy, outline->with, i, &draft->out);
        if (answer.verdict == TABLE_YES)
            log_draft_end_entry(draft);
    }
    table_free(copy);
    return answer;
}

struct table_answer table_draft_first_entries(const struct hosted_table *at, const struct table_outline *outline,
                                              struct log_draft *draft)
{
    struct app *app = at->app;
    struct table_create create = {.options = *outline->options, .edition = app->config.edition};
    app_copy_text(create.host, sizeof create.host, outline->host);
    app_copy_text(create.before, sizeof create.before, outline->before);
    app_new_id(app, create.next);
    if (outline->daily) {
        create.deal = outline->daily->deal;
        create.closes_ms = outline->daily->closes_ms;
        memcpy(create.seed, outline->daily->seed, sizeof create.seed);
    } else {
        app->callbacks.random(app->callbacks.owner, create.seed, sizeof create.seed);
    }
    struct table_answer answer = table_validate_create(&create, &draft->out);
    memset(&create, 0, sizeof create); /* erases the seed */
    if (answer.verdict != TABLE_YES)
        return answer;
    log_draft_end_entry(draft);
    return draft_seats(at, outline, draft);
}

/* Appends the entry `rematch` to the finished table's log, so that its players learn the new table's id. */
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

/* Grants the request that made the table, after its session has joined the table. */
static void join_creator(struct hosted_table *at, struct table_request *request)
{
    if (request->session && !session_join_table(request->session, at, 0))
        request_refuse(request, &app_error_out_of_memory);
    else
        request_grant(request);
}

void hosted_table_finish_creation(struct hosted_table *at, struct table_request *request, bool stored)
{
    if (!stored) {
        request_refuse(request, &app_error_store_away);
        return;
    }
    at->app->counts.tables_made++;
    at->app->counts.games_found += request->kind == REQUEST_MATCH;
    if (*request->before) {
        announce_rematch(at->app, request, at->id);
        return;
    }
    join_creator(at, request);
}

/* --------------------------------------------------------------------------------------------------- the table's id */

/* Derives the id of the table to create. It contains request->taken, so that a new id results after each one that was
 * taken. */
static void derive_table_id(const struct table_request *request, char id[TABLE_ID_SIZE])
{
    char text[256];
    uint8_t hash[BASE_BLAKE2B_BYTES];
    struct base_out out = base_out_of(text, sizeof text);
    if (*request->before) {
        memcpy(id, request->rematch, TABLE_ID_SIZE);
        return;
    }
    if (request->daily) {
        daily_derive_table_id(request->daily, guest_of(request), id);
        return;
    }
    base_put(&out, "create ");
    base_put_hex(&out, request->session->token_hash, STORE_HASH_SIZE);
    base_put_char(&out, ' ');
    base_put(&out, request->message.id);
    base_put_char(&out, ' ');
    base_put_number(&out, request->taken);
    base_blake2b((const uint8_t *)text, out.length, hash);
    table_id_from_random(hash, id);
    memset(text, 0, sizeof text);
}

void hosted_table_handle_taken_id(struct hosted_table *at, struct table_request *request)
{
    struct app *app = at->app;
    bool own = strcmp(table_host_id(at->table), guest_of(request)) == 0;
    if (*request->before) {
        announce_rematch(app, request, at->id);
    } else if (request->daily) {
        request->kind = MESSAGE_ATTACH;
        hosted_table_requeue_first(at, request);
    } else if (own && app->now_ms - table_created_ms(at->table) < SAME_REQUEST_MS) {
        join_creator(at, request);
    } else if (++request->taken < 1000) {
        app_create_table(app, request);
    } else {
        request_refuse(request, &(struct app_error){"bad-message", "Choose another id for this message.", NULL, 0});
    }
}

/* ----------------------------------------------------------------------------------------------------------- creating */

static void create_table(struct app *app, struct table_request *request)
{
    char id[TABLE_ID_SIZE];
    derive_table_id(request, id);
    struct hosted_table *at = hosted_table_find(app, id);
    if (at) { /* an earlier copy of the request has created the table, or is doing so */
        request->kind = REQUEST_EXISTING;
        hosted_table_enqueue(at, request);
        hosted_table_process_requests(at);
        return;
    }
    at = hosted_table_open(app, id);
    struct log_draft *draft = log_draft_begin(app);
    struct table_answer answer = {.verdict = TABLE_NO, .code = "busy", .text = "Out of memory."};
    struct table_outline outline = {.options = &request->message.options,
                                    .host = guest_of(request),
                                    .before = request->before,
                                    .daily = request->daily,
                                    .draft_seat = draft_seat,
                                    .with = request};
    if (at)
        answer = table_draft_first_entries(at, &outline, draft);
    if (answer.verdict == TABLE_NO) {
        if (at)
            hosted_table_free(at);
        request_refuse(request, &(struct app_error){answer.code, answer.text, NULL, 0});
        return;
    }
    at->creates = true;
    memcpy(at->origin, request->session->address->text, sizeof at->origin);
    log_append(at, draft, request, true);
}

/* Returns the token that was taken for a table that was not created. No token is taken for a rematch. */
static void refund_table_allowance(struct app *app, struct address *address, const struct table_request *request)
{
    if (request->kind == MESSAGE_CREATE || request->kind == MESSAGE_DAILY)
        address_return_token(address, ADDRESS_TABLES, &app->config.limits.tables);
}

/* Ends the checks and creates the table, or refuses the request if there is an error. */
static void finish_creation(struct table_creation *creation, const struct app_error *error)
{
    struct table_request *request = creation->request;
    creation->address->creating--;
    if (error)
        refund_table_allowance(creation->app, creation->address, request);
    if (!request->session) /* the client has disconnected */
        request_free(request);
    else if (error)
        request_refuse(request, error);
    else
        create_table(creation->app, request);
    free(creation);
}

/* ---------------------------------------------------------------------------------------------- the deal of the day */

static void deal_secret_read(struct store_job *job)
{
    struct table_creation *creation = job->owner;
    struct table_request *request = creation->request;
    const struct store_value *secret = job->rows_n ? &job->row[0].column[0] : NULL;
    bool known = job->status == STORE_DONE && secret && secret->length == TABLE_DEAL_BYTES;
    app_note_job_done(creation->app, job);
    if (known) {
        memcpy(request->daily->secret, secret->text, TABLE_DEAL_BYTES);
        daily_fill_message(request);
    }
    finish_creation(creation, known ? NULL : &app_error_store_away);
}

/* Reads the secret of the day's deal. The first server that asks for it draws it. */
static void read_deal_secret(struct table_creation *creation)
{
    struct app *app = creation->app;
    struct daily_game *daily = creation->request->daily;
    app->callbacks.random(app->callbacks.owner, daily->secret, sizeof daily->secret);
    creation->value[0] = store_text(daily->deal);
    creation->value[1] =
        (struct store_value){.kind = 'B', .text = (char *)daily->secret, .length = sizeof daily->secret};
    creation->job = (struct store_job){
        .op = STORE_DEAL_SECRET, .done = deal_secret_read, .owner = creation, .values = creation->value, .values_n = 2};
    app_submit(app, &creation->job);
}

/* ------------------------------------------------------------------------------------------- checks before creation */

static unsigned count_unfinished(const struct store_job *job, const char *host)
{
    unsigned n = 0;
    for (size_t i = 0; i < job->heads_n; i++)
        n += job->heads[i].phase != STORE_OVER && strcmp(job->heads[i].host, host) == 0;
    return n;
}

static const struct app_error too_many = {"limit", "You have too many tables that are not over; finish some first.",
                                          NULL, 0};
static const struct app_error too_many_listed = {
    "limit", "Your address has too many tables in the list; play at one of them, or make one by link only.", NULL, 0};

static const struct app_error excluded_program = {
    "not-allowed", "A program sits down only at tables made with \"programs\": true.", NULL, 0};

static bool sits_down(const struct message *message)
{
    if (message->type == MESSAGE_DAILY)
        return true;
    for (int i = 0; i < message->options.seats; i++)
        if (message->seats[i] == MESSAGE_SEAT_ME)
            return true;
    return false;
}

/* Returns whether the request would seat a program at a table whose options do not allow programs. */
static bool excludes_program(const struct table_request *request)
{
    return request->session->is_program && !request->message.options.programs && sits_down(&request->message);
}

static void seating_checked(struct store_job *job)
{
    struct table_creation *creation = job->owner;
    char text[200];
    struct app_error error;
    bool rated = creation->request->message.options.rated;
    bool fits = seating_rows_allow(job, rated, creation->app->now_ms, &error, text);
    app_note_job_done(creation->app, job);
    if (job->status != STORE_DONE)
        finish_creation(creation, &app_error_store_away);
    else if (fits && creation->request->daily && creation->request->session)
        read_deal_secret(creation);
    else
        finish_creation(creation, fits ? NULL : &error);
}

static void check_seating(struct table_creation *creation)
{
    creation->value[0] = store_text(creation->guest.guest);
    for (int i = 1; i < 7; i++)
        creation->value[i] = store_text("");
    creation->value[7] = store_number(seating_abandoned_since_ms(creation->app));
    creation->value[8] = store_text(creation->skeleton);
    creation->job = (struct store_job){.op = STORE_SEATING_CHECK,
                                       .done = seating_checked,
                                       .owner = creation,
                                       .values = creation->value,
                                       .values_n = 9};
    app_submit(creation->app, &creation->job);
}

static void own_tables_counted(struct store_job *job)
{
    struct table_creation *creation = job->owner;
    struct app *app = creation->app;
    const struct rate_limits *limits = &app->config.limits;
    app_note_job_done(app, job);
    if (job->status != STORE_DONE)
        finish_creation(creation, &app_error_store_away);
    else if (limits->guest_tables &&
             count_unfinished(job, creation->guest.guest) + creation->address->creating > limits->guest_tables)
        finish_creation(creation, &too_many);
    else if (sits_down(&creation->request->message))
        check_seating(creation);
    else
        finish_creation(creation, NULL);
}

static void count_own_tables(struct table_creation *creation)
{
    creation->job = (struct store_job){
        .op = STORE_LIST_GUEST, .done = own_tables_counted, .owner = creation, .guest = &creation->guest};
    app_submit(creation->app, &creation->job);
}

static void listed_tables_counted(struct store_job *job)
{
    struct table_creation *creation = job->owner;
    const struct rate_limits *limits = &creation->app->config.limits;
    app_note_job_done(creation->app, job);
    if (job->status != STORE_DONE)
        finish_creation(creation, &app_error_store_away);
    else if (job->count + creation->address->creating > limits->listed_tables)
        finish_creation(creation, &too_many_listed);
    else
        count_own_tables(creation);
}

/* Counts the listed tables of the address, whose number is limited. */
static void count_listed_tables(struct table_creation *creation)
{
    creation->job = (struct store_job){.op = STORE_COUNT_LISTED, .done = listed_tables_counted, .owner = creation};
    creation->job.origin = creation->address->text;
    app_submit(creation->app, &creation->job);
}

static void refuse_creation(struct app *app, struct table_request *request, const struct app_error *error)
{
    refund_table_allowance(app, request->session->address, request);
    request_refuse(request, error);
}

void app_create_table(struct app *app, struct table_request *request)
{
    const char *why = moderation_lobby_closed_reason(app->moderation);
    if (why) {
        char text[APP_REASON_SIZE];
        struct base_out out = base_out_cut(text, sizeof text);
        moderation_put_reason(&out, "The lobby is closed", why);
        refuse_creation(app, request, &(struct app_error){"closed", text, NULL, 0});
        return;
    }
    if (excludes_program(request)) {
        refuse_creation(app, request, &excluded_program);
        return;
    }
    struct table_creation *creation = calloc(1, sizeof *creation);
    if (request->message.type == MESSAGE_DAILY && !request->daily)
        request->daily = daily_game_new(app);
    if (!creation || (request->message.type == MESSAGE_DAILY && !request->daily)) {
        free(creation);
        request_refuse(request, &app_error_out_of_memory);
        return;
    }
    *creation = (struct table_creation){.app = app, .request = request, .address = request->session->address};
    memcpy(creation->guest.guest, guest_of(request), TABLE_ID_SIZE);
    struct base_out skeleton = base_out_cut(creation->skeleton, sizeof creation->skeleton);
    seating_put_name_skeleton(&skeleton, request);
    creation->address->creating++; /* the store's counts do not include this table yet */
    if (app->config.limits.listed_tables && request->message.options.listed)
        count_listed_tables(creation);
    else
        count_own_tables(creation);
}

void app_create_rematch(struct hosted_table *at, struct table_request *request)
{
    struct message *message = &request->message;
    memcpy(request->before, at->id, sizeof request->before);
    memcpy(request->rematch, table_rematch_id(at->table), sizeof request->rematch);
    request->seat = session_seat(request->session);
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
