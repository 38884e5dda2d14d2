/* hosted_table.c - the tables that are open in this process: loads them, processes their requests, notifies sessions.
 *
 * A table is in one of four states:
 *
 *     UNLOADED --load--> LOADING --entries applied--> READY --valid request--> STORING --durable--> READY
 *         ^                 | failed                                              | conflict, failed, unknown
 *         +-----------------+-----------------------------------------------------+
 *
 * In STORING the table in memory is ahead of the store, so nobody is notified and no other request is validated. If the
 * new entries cannot be stored, the table is dropped and loaded again, because the store is authoritative. If the
 * store's answer was lost, the request waits until the log can be loaded, however long that takes. The log then shows
 * whether the entries were stored. */
#include "app_internal.h"
#include "engine/base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------- finding tables */

static struct hosted_table **slot_of(struct app *app, const char *id)
{
    return &app->slots[base_hash(BASE_HASH_START, id, strlen(id)) % APP_SLOTS];
}

struct hosted_table *hosted_table_find(struct app *app, const char *id)
{
    struct hosted_table *at = *slot_of(app, id);
    while (at && strcmp(at->id, id) != 0)
        at = at->next;
    return at;
}

struct hosted_table *hosted_table_open(struct app *app, const char *id)
{
    struct hosted_table *at = hosted_table_find(app, id), **slot = slot_of(app, id);
    if (at)
        return at;
    at = calloc(1, sizeof *at);
    struct table *table = at ? table_new(id) : NULL;
    if (!table) {
        free(at);
        return NULL;
    }
    at->app = app;
    at->table = table;
    list_init(&at->queue);
    list_init(&at->attendances);
    at->shared.out = base_out_growing(realloc, APP_OUTPUT_MAX);
    at->idle_ms = app->steady_ms;
    memcpy(at->id, id, sizeof at->id);
    at->next = *slot;
    app->counts.tables++;
    return *slot = at;
}

void hosted_table_free(struct hosted_table *at)
{
    struct hosted_table **link = slot_of(at->app, at->id);
    while (*link != at)
        link = &(*link)->next;
    *link = at->next;
    LIST_EACH (struct table_request, request, &at->queue, link)
        request_free(request);
    at->app->counts.tables--;
    if (at->current)
        request_free(at->current);
    free(at->check);
    log_append_free(at->doubt);
    free(at->plans);
    free(at->shared.out.heap);
    table_free(at->table);
    free(at->turn);
    free(at);
}

/* --------------------------------------------------------------------------------------------------------- requests */

/* Frees a request and returns the session that waits for its answer, or NULL if no session does. */
static struct session *finish_request(struct table_request *request)
{
    struct session *session = request->session;
    if (session)
        session->request = NULL;
    free(request->facts);
    free(request->seeks);
    free(request->daily);
    free(request);
    return session;
}

void request_free(struct table_request *request)
{
    assert(!request->session); /* a waiting session must get an answer first */
    free(request->facts);
    free(request->seeks);
    free(request->daily);
    free(request);
}

static void count_request(struct hosted_table *at, const struct table_request *request, int change)
{
    at->queue_n += change;
    at->attaching_n += request->kind == MESSAGE_ATTACH ? change : 0;
}

void hosted_table_enqueue(struct hosted_table *at, struct table_request *request)
{
    list_add_last(&at->queue, &request->link);
    count_request(at, request, 1);
}

void hosted_table_requeue_first(struct hosted_table *at, struct table_request *request)
{
    list_add_first(&at->queue, &request->link);
    count_request(at, request, 1);
}

static struct table_request *dequeue(struct hosted_table *at)
{
    struct table_request *request = LIST_OWNER(list_take_first(&at->queue), struct table_request, link);
    count_request(at, request, -1);
    return request;
}

/* Refuses a request. If its session is at a table, also sends a frame, so that the client sees the current state. */
void request_refuse(struct table_request *request, const struct app_error *error)
{
    char id[sizeof request->message.id];
    memcpy(id, request->message.id, sizeof id);
    struct session *session = finish_request(request);
    if (!session)
        return;
    session_refuse(session, id, error);
    if (session->about && session->about->table->loaded)
        session_mark_frame_due(session->about, false);
    session_finish_message(session);
}

static void grant_request(struct table_request *request, bool full)
{
    struct session *session = finish_request(request);
    if (session)
        session_answer_with_frame(session, full);
}

void request_grant(struct table_request *request) { grant_request(request, true); }

static bool is_idle(const struct hosted_table *at)
{
    return list_is_empty(&at->attendances) && list_is_empty(&at->queue) && !at->thinking && !at->turn && !at->current &&
           !at->doubt && !at->plans_loading && !at->check &&
           (at->state == HOSTED_READY || at->state == HOSTED_UNLOADED);
}

static void refuse_all(struct hosted_table *at, const struct app_error *error)
{
    while (!list_is_empty(&at->queue))
        request_refuse(dequeue(at), error);
}

/* ---------------------------------------------------------------------------------------------------------- loading */

static void unload(struct hosted_table *at)
{
    struct table *fresh = table_new(at->id);
    if (!fresh)
        abort(); /* cannot recover; the log in the store is intact */
    table_free(at->table);
    at->table = fresh;
    at->state = HOSTED_UNLOADED;
    /* Forces another look-up of all seats, because sessions that leave meanwhile look them up in an empty table. */
    at->seating_number = 0;
}

/* Sends frames to spectators at a limited rate. Each frame contains all changes since the last one. */
static void notify_spectators(struct hosted_table *at)
{
    static const struct rate spectator_frames = RATE_PER_SECOND(10, 20);
    if (!at->spectators_due || !token_bucket_take(&at->spectators, at->app->steady_ms, &spectator_frames))
        return;
    at->spectators_due = false;
    LIST_EACH (struct attendance, attendance, &at->attendances, at_table)
        if (attendance->seat == FF_NOBODY)
            session_mark_frame_due(attendance, false);
}

/* Sends frames to everybody at the table after a change, and lets bots and deadlines adapt to it. */
static void table_changed(struct hosted_table *at)
{
    if (at->seating_number != table_seating_number(at->table)) {
        presence_look_up_seats(at, false);
        at->seating_number = table_seating_number(at->table);
    }
    at->deadline_ms = table_deadline_ms(at->table);
    LIST_EACH (struct attendance, attendance, &at->attendances, at_table)
        if (attendance->seat != FF_NOBODY)
            session_mark_frame_due(attendance, false);
    at->spectators_due = true;
    notify_spectators(at);
    planned_turn_schedule(at);
    bot_turn_start(at);
}

static void enqueue_internal(struct hosted_table *at, int kind, int seat)
{
    struct table_request *request = calloc(1, sizeof *request);
    if (!request)
        return; /* the next tick tries again */
    request->kind = kind;
    request->seat = seat;
    hosted_table_enqueue(at, request);
}

void hosted_table_restart_clocks(struct hosted_table *at)
{
    const struct app *app = at->app;
    struct table_restart restart = {app->since_ms, app->began_ms, app->now_ms};
    if (table_restart_clocks(at->table, &restart))
        enqueue_internal(at, REQUEST_RESUME, FF_NOBODY);
    at->deadline_ms = table_deadline_ms(at->table);
}

static void log_damaged(struct hosted_table *at, const char *why)
{
    if (at->damaged) /* sessions at a damaged table make it load again and again, but it is logged once */
        return;
    at->damaged = true;
    at->app->counts.logs_damaged++;
    app_log(at->app, "damaged-log", at, why);
}

static bool apply_loaded(struct hosted_table *at, const struct store_job *job)
{
    struct base_error error;
    for (size_t i = 0; i < job->entries_n; i++) {
        const struct table_entry *entry = &job->entries[i];
        if (entry->number <= table_last_number(at->table))
            continue;
        if (table_entry_is_compacted(entry))
            at->compacted = entry->number;
        if (!table_apply(at->table, entry, &error)) {
            log_damaged(at, error.message);
            return false;
        }
    }
    return true;
}

static void load(struct hosted_table *at);

/* Refuses all requests because the store is unusable. Keeps only those that may have been carried out already. */
static void refuse_certain_requests(struct hosted_table *at)
{
    int left = at->queue_n; /* requests that refused sessions send meanwhile are not refused */
    LIST_EACH (struct table_request, request, &at->queue, link)
        if (left-- > 0 && !request->doubtful) {
            list_remove(&request->link);
            count_request(at, request, -1);
            request_refuse(request, &app_error_store_away);
        }
}

/* Retries the creation of a table that was assumed to exist but does not. */
static void recreate_missing_table(struct hosted_table *at)
{
    LIST_EACH (struct table_request, request, &at->queue, link)
        if (request->kind == REQUEST_EXISTING && request->session && request->tries++ < APP_TRIES_MAX) {
            list_remove(&request->link);
            count_request(at, request, -1);
            app_create_table(at->app, request);
        }
}

static void create_done(struct hosted_table *at, struct table_request *request, bool stored);
static void append_stored(struct hosted_table *at, struct table_request *request);

/* Finds out from the loaded log whether an append with an unknown result was stored. If so, processes the waiting
 * requests and returns true. */
static bool resolve_unknown_append(struct hosted_table *at, const struct store_job *job)
{
    struct log_append *doubt = at->doubt;
    struct table_request *request = at->current;
    bool is_in = log_append_was_stored(doubt, job);
    at->doubt = NULL;
    if (is_in) {
        log_append_count_and_log(at, doubt);
        at->current = NULL;
        at->state = HOSTED_READY;
        at->loaded = true;
        log_append_free(doubt);
        if (at->creates)
            create_done(at, request, true);
        else
            append_stored(at, request);
        return true;
    }
    log_append_free(doubt);
    at->current = NULL;
    if (at->creates && request) {
        at->creates = false;
        request->kind = REQUEST_EXISTING;
    }
    /* The request is validated again; if the store is still writing its entries, this ends in a conflict. */
    if (request) {
        request->doubtful = true;
        hosted_table_requeue_first(at, request);
    }
    return false;
}

/* Refuses all requests for a table that does not exist or is damaged. May free it. */
static void give_up_table(struct hosted_table *at)
{
    const struct app_error *error = at->damaged ? &app_error_damaged : &app_error_no_table;
    at->state = HOSTED_UNLOADED;
    recreate_missing_table(at);
    refuse_all(at, error);
    LIST_EACH (struct attendance, attendance, &at->attendances, at_table)
        if (at->damaged)
            session_frame_failed(attendance, error);
        else
            session_lose_table(attendance, error);
    if (is_idle(at))
        hosted_table_free(at);
}

static void load_done(struct store_job *job)
{
    struct hosted_table *at = job->owner;
    uint32_t before = table_last_number(at->table);
    app_note_job_done(at->app, job);
    if (job->status == STORE_DAMAGED) {
        log_damaged(at, job->fault);
    } else if (job->status == STORE_DONE) {
        at->damaged = !apply_loaded(at, job);
    } else {
        at->state = before ? HOSTED_READY : HOSTED_UNLOADED;
        at->behind = before > 0; /* the next tick tries again */
        refuse_certain_requests(at);
        return;
    }
    if (!at->damaged && !table_last_number(at->table) && at->behind) { /* another process has just created the table */
        load(at);
        return;
    }
    if (at->doubt && resolve_unknown_append(at, job))
        return;
    if (at->damaged || !table_last_number(at->table)) {
        give_up_table(at);
        return;
    }
    at->state = HOSTED_READY;
    hosted_table_restart_clocks(at);
    if (!at->loaded) {
        presence_ask_others(at);
        at->plans_stale = true;
    }
    at->loaded = true;
    if (at->plans_stale)
        planned_turns_load_plans(at);
    if (at->app->store->ops->shared && at->app->now_ms - table_changed_ms(at->table) < APP_BOT_LATE_MS)
        at->bots_after_ms = at->app->steady_ms + APP_BOT_LATE_MS;
    if (table_last_number(at->table) != before)
        table_changed(at);
    hosted_table_process_requests(at);
}

static void load(struct hosted_table *at)
{
    assert(at->state == HOSTED_UNLOADED || at->state == HOSTED_READY || at->state == HOSTED_LOADING);
    at->behind = false;
    at->state = HOSTED_LOADING;
    at->load =
        (struct store_job){.op = STORE_LOAD, .done = load_done, .owner = at, .after = table_last_number(at->table)};
    memcpy(at->load.table, at->id, sizeof at->id);
    app_submit(at->app, &at->load);
}

/* ------------------------------------------------------------------------------------------------------- validation */

static void attach_session(struct hosted_table *at, struct table_request *request)
{
    struct session *session = request->session;
    if (!session) {
        request_free(request);
        return;
    }
    if (!session_join_table(session, at, request->message.number)) {
        request_refuse(request, &app_error_out_of_memory);
        return;
    }
    seating_mute_players(request);
    int own = session_seat(session);
    const struct table_seat *seat = own == FF_NOBODY ? NULL : table_seat(at->table, own);
    if (seat && (seat->away || seat->left_ms || seat->votes)) {
        request->kind = MESSAGE_BACK; /* an attaching guest also takes the seat back from the bot */
        session->about->full_due = true;
        hosted_table_requeue_first(at, request);
        return;
    }
    grant_request(request, true);
}

static struct table_answer validate_fill(struct hosted_table *at, const struct table_request *request,
                                         struct log_draft *draft)
{
    const struct message *message = &request->message;
    int left = message->count ? message->count : FF_PLAYERS_MAX;
    struct table_answer answer = {.verdict = TABLE_NO, .code = "not-now", .rule = "", .text = "There is no open seat."};
    for (int i = 0; i < table_options(at->table)->seats && left; i++) {
        if (table_seat(at->table, i)->kind != TABLE_SEAT_OPEN)
            continue;
        answer = table_validate_add_bot(at->table, request->session->guest, i, message->level, &draft->out);
        if (answer.verdict != TABLE_YES)
            return answer;
        log_draft_end_entry(draft);
        left--;
    }
    return answer;
}

static struct table_answer validate_sit(const struct hosted_table *at, const struct table_request *request,
                                        struct base_out *out)
{
    const struct table *table = at->table;
    const struct message *message = &request->message;
    const struct session *session = request->session;
    const char *name = *message->name ? message->name : session->name;
    struct table_answer answer;
    if (!seating_allowed(at, request, &answer))
        return answer;
    if (table_phase(table) == TABLE_PLAY)
        return table_validate_seat_takeover(table, session->guest, name, message->seat, out);
    if (message->seal.given)
        return table_validate_sealed_sit(table, session->guest, name, message->seat, message->seal.byte, out);
    return table_validate_sit(table, session->guest, name, message->seat, message->mix.given ? message->mix.byte : NULL,
                              out);
}

static struct table_answer validate_vote(const struct hosted_table *at, const struct table_request *request,
                                         struct base_out *out)
{
    int other = request->message.seat;
    return table_validate_vote(at->table, session_seat(request->session), other, presence_absence_ms(at, other),
                               at->app->now_ms, out);
}

/* Validates a request of a guest or of the app, and writes its entries to the draft if it is valid. */
static struct table_answer validate_request(struct hosted_table *at, struct table_request *request,
                                            struct log_draft *draft)
{
    const struct table *table = at->table;
    const struct message *message = &request->message;
    int seat = request->session ? session_seat(request->session) : request->seat;
    struct base_out *out = &draft->out;
    switch (request->kind) {
    case REQUEST_BOT:
        return table_validate_play(table, seat, message->number, NULL, message->text, message->text_n, out);
    case REQUEST_AWAY: return table_validate_away(table, seat, out);
    case REQUEST_PLANNED: return planned_turn_validate(at, seat, out);
    case MESSAGE_PLAN: return table_validate_plan(table, seat, message->round, message->text, message->text_n);
    case MESSAGE_PLAY:
        return table_validate_play(table, seat, message->number, message->id, message->text, message->text_n, out);
    case REQUEST_DEAL: return table_validate_deal_timeout(table, at->app->now_ms, out);
    case MESSAGE_SIT: return validate_sit(at, request, out);
    case MESSAGE_REVEAL: return table_validate_reveal(table, seat, message->mix.byte, out);
    case MESSAGE_SEAL: return table_validate_seal(table, seat, message->seal.byte, out);
    case MESSAGE_FILL: return validate_fill(at, request, draft);
    case MESSAGE_LEAVE: return table_validate_leave(table, seat, out);
    case MESSAGE_BACK: return table_validate_back(table, seat, out);
    case MESSAGE_SLOW: return table_validate_slow_vote(table, seat, out);
    case MESSAGE_HOLIDAY: return table_validate_holiday(table, seat, message->days, at->app->now_ms, out);
    case REQUEST_RESUME: return table_validate_resume(table, at->app->since_ms, out);
    case MESSAGE_VOTE: return validate_vote(at, request, out);
    case MESSAGE_OFFER: return table_validate_seat_offer(table, seat, message->on, out);
    case MESSAGE_CHAT:
        return table_validate_chat(table, seat, *message->id ? message->id : request->nonce, message->text,
                                   message->text_n, out);
    default: return table_validate_rematch(table, seat, message->table, out);
    }
}

static bool changes_members(int kind) { return kind == MESSAGE_SIT || kind == MESSAGE_LEAVE || kind == MESSAGE_FILL; }

static void process_next_request(struct hosted_table *at)
{
    struct table_request *request = dequeue(at);
    struct log_draft *draft = log_draft_begin(at->app);
    bool internal = request->kind >= REQUEST_BOT;
    if (request->kind == MESSAGE_CHAT && !*request->nonce)
        app_new_id(at->app, request->nonce);
    if (!request->session && !internal && !*request->before) { /* the client has disconnected */
        request_free(request);
        return;
    }
    if (request->kind == MESSAGE_MUTE) {
        if (request->session->about)
            request->session->about->muted = request->message.mute;
        grant_request(request, false);
        return;
    }
    if (request->message.number > table_last_number(at->table) && request->tries++ == 0 &&
        at->app->store->ops->shared) {
        hosted_table_requeue_first(at, request); /* the client has seen entries that this process has not loaded */
        load(at);
        return;
    }
    if (seating_check_needs_store(at, request)) {
        seating_check_ask_store(at, request);
        return;
    }
    if (request->kind == MESSAGE_ATTACH) {
        attach_session(at, request);
        return;
    }
    if (request->kind == REQUEST_EXISTING) {
        hosted_table_handle_taken_id(at, request);
        return;
    }
    struct table_answer answer = validate_request(at, request, draft);
    if (answer.verdict == TABLE_YES && request->kind == MESSAGE_REMATCH && !*request->message.table) {
        app_create_rematch(at, request);
    } else if (answer.verdict == TABLE_YES && request->kind == MESSAGE_PLAN) {
        planned_turn_store_plan(at, request);
    } else if (answer.verdict == TABLE_YES) {
        if (draft->n == 0)
            log_draft_end_entry(draft);
        log_append(at, draft, request, changes_members(request->kind));
    } else if (answer.verdict == TABLE_REPEATED) {
        grant_request(request, false);
    } else {
        if (internal && strcmp(answer.code, "refused") == 0)
            app_log(at->app, "bug", at, answer.text); /* an invalid turn of a bot */
        bool turn = *answer.rule || request->kind == MESSAGE_PLAY;
        request_refuse(request, &(struct app_error){answer.code, answer.text, turn ? answer.rule : NULL, 0});
    }
}

/* Closes all sessions and returns true if the operators have closed the table. */
static bool refuse_if_closed(struct hosted_table *at)
{
    const char *why = moderation_table_closed_reason(at->app->moderation, at->id);
    char text[APP_REASON_SIZE];
    struct base_out out = base_out_cut(text, sizeof text);
    if (!why)
        return false;
    moderation_put_reason(&out, "This table is closed", why);
    struct app_error error = {"closed", text, NULL, 0};
    refuse_all(at, &error);
    LIST_EACH (struct attendance, attendance, &at->attendances, at_table)
        session_lose_table(attendance, &error);
    free(at->turn);
    at->turn = NULL;
    return true;
}

void hosted_table_reload(struct hosted_table *at)
{
    at->stale = true;
    hosted_table_process_requests(at);
}

void hosted_table_process_requests(struct hosted_table *at)
{
    while (at->app->store && (at->state == HOSTED_READY || at->state == HOSTED_UNLOADED)) {
        if (at->plan_write || at->check || refuse_if_closed(at))
            return;
        if (at->stale) {
            at->stale = false;
            at->plans_stale = true;
            unload(at);
            load(at);
            return;
        }
        if (at->state == HOSTED_UNLOADED && at->loaded && list_is_empty(&at->queue) &&
            list_is_empty(&at->attendances) && !at->doubt)
            return;
        if (at->state == HOSTED_UNLOADED || at->behind) {
            load(at);
            return;
        }
        if (list_is_empty(&at->queue))
            return;
        process_next_request(at);
    }
}

/* ---------------------------------------------------------------------------------------------------------- storing */

static void create_done(struct hosted_table *at, struct table_request *request, bool stored)
{
    at->creates = false;
    at->state = stored ? HOSTED_READY : HOSTED_UNLOADED;
    at->loaded = stored;
    at->idle_ms = at->app->steady_ms;
    hosted_table_finish_creation(at, request, stored);
    if (stored) {
        table_changed(at);
        hosted_table_process_requests(at); /* a copy of the request may be waiting */
        return;
    }
    refuse_all(at, &app_error_store_away);
    hosted_table_free(at);
}

/* Sends frames to everybody and grants the request after its entries were stored. */
static void append_stored(struct hosted_table *at, struct table_request *request)
{
    at->bots_after_ms = 0;
    table_changed(at);
    if (request)
        grant_request(request, request->kind == MESSAGE_SIT);
    cleaner_compact_if_long(at);
    hosted_table_process_requests(at);
}

/* Handles the conflict that a table with this id exists. The same request may have created it, or the id is taken. */
static void create_conflicted(struct hosted_table *at, struct table_request *request)
{
    at->creates = false;
    request->kind = REQUEST_EXISTING;
    unload(at);
    hosted_table_requeue_first(at, request);
    hosted_table_process_requests(at);
}

void hosted_table_append_done(struct hosted_table *at, enum store_status status)
{
    struct table_request *request = at->current;
    if (at->doubt) {
        unload(at);
        hosted_table_process_requests(at);
        return;
    }
    at->current = NULL;
    if (at->creates && status == STORE_CONFLICT) {
        create_conflicted(at, request);
    } else if (at->creates) {
        create_done(at, request, status == STORE_DONE);
    } else if (status == STORE_DONE) {
        at->state = HOSTED_READY;
        append_stored(at, request);
    } else {
        unload(at);
        if (request && status == STORE_CONFLICT && request->tries++ < APP_TRIES_MAX)
            hosted_table_requeue_first(at, request);
        else if (request)
            request_refuse(request, &app_error_store_away);
        hosted_table_process_requests(at);
    }
}

/* ------------------------------------------------------------------------------------------------------------- time */

void hosted_table_add_internal_request(struct hosted_table *at, int kind, int seat)
{
    enqueue_internal(at, kind, seat);
    hosted_table_process_requests(at);
}

static void enqueue_bot_takeover(struct hosted_table *at, int seat)
{
    at->app->counts.bots_took_over++;
    enqueue_internal(at, REQUEST_AWAY, seat);
}

/* Returns the seats that must decide and whose guests have been disconnected for longer than the grace time. */
static unsigned overdue_absent_seats(const struct hosted_table *at)
{
    int64_t grace_ms = (int64_t)table_options(at->table)->grace_s * 1000;
    unsigned owe = table_guests_to_act(at->table), late = 0;
    for (int i = 0; grace_ms && owe >> i; i++) {
        int64_t owed_ms = at->app->now_ms - table_seat(at->table, i)->clock_ms;
        if (owe >> i & 1 && owed_ms >= grace_ms && presence_absence_ms(at, i) >= grace_ms)
            late |= 1u << i;
    }
    return late;
}

/* Returns the seats for which the others have voted that a bot takes over. */
static unsigned voted_out_seats(const struct hosted_table *at)
{
    unsigned people = table_guests_to_act(at->table), voted = 0;
    for (int i = 0; people >> i; i++)
        if (people >> i & 1 && table_seat(at->table, i)->votes &&
            table_vote_passed(at->table, i, presence_connected_seats(at)) &&
            table_vote_wait_ms(at->table, i, presence_absence_ms(at, i), at->app->now_ms) == 0)
            voted |= 1u << i;
    return voted;
}

static void check_deadlines(struct hosted_table *at)
{
    unsigned late = overdue_absent_seats(at) | voted_out_seats(at);
    bool due = at->deadline_ms && at->deadline_ms <= at->app->now_ms, dealing = table_is_dealing(at->table);
    if (due)
        late |= table_overdue_seats(at->table, at->app->now_ms);
    if (due && dealing)
        enqueue_internal(at, REQUEST_DEAL, FF_NOBODY);
    for (int i = 0; late >> i; i++)
        if (late >> i & 1)
            enqueue_bot_takeover(at, i);
    if (late || (due && dealing))
        hosted_table_process_requests(at);
}

void hosted_table_tick(struct hosted_table *at)
{
    struct app *app = at->app;
    if (is_idle(at) && at->idle_ms && at->idle_ms + APP_IDLE_MS < app->steady_ms) {
        hosted_table_free(at);
        return;
    }
    if (refuse_if_closed(at))
        return;
    if (at->state == HOSTED_UNLOADED && (!list_is_empty(&at->attendances) || at->doubt || !list_is_empty(&at->queue)) &&
        !app->unusable)
        hosted_table_process_requests(at);
    if (at->state == HOSTED_READY && at->behind && !app->unusable)
        hosted_table_process_requests(at);
    if (at->state != HOSTED_READY || !at->loaded)
        return;
    notify_spectators(at);
    if (at->here && at->broadcast_ms + APP_PRESENCE_MS < app->steady_ms)
        presence_broadcast(at);
    presence_record_absence(at);
    planned_turn_tick(at);
    if (at->state == HOSTED_READY)
        bot_turn_tick(at);
    if (at->state == HOSTED_READY && list_is_empty(&at->queue))
        check_deadlines(at);
}

/* ------------------------------------------------------------------------------------- notifications from the store */

static void on_table_changed(void *owner, const char *table, uint32_t number)
{
    struct hosted_table *at = hosted_table_find(owner, table);
    if (strcmp(table, MODERATION_LOG_ID) == 0)
        moderation_load_orders(owner);
    if (at && number == STORE_TABLE_DELETED)
        hosted_table_reload(at);
    else if (at && number == STORE_PLANS_CHANGED)
        planned_turns_load_plans(at);
    else if (at)
        hosted_table_note_remote_entry(at, number);
}

void hosted_table_note_remote_entry(struct hosted_table *at, uint32_t number)
{
    if (at->state == HOSTED_UNLOADED || (at->state != HOSTED_LOADING && table_last_number(at->table) >= number))
        return;
    at->behind = true; /* set even while loading, because the new entry may be too late for that load */
    hosted_table_process_requests(at);
}

static void on_notifications_lost(void *owner)
{
    struct app *app = owner;
    moderation_load_orders(app);
    for (int i = 0; i < APP_SLOTS; i++)
        for (struct hosted_table *at = app->slots[i], *next; at; at = next) {
            next = at->next;
            hosted_table_reload(at);
        }
}

static void on_store_usable(void *owner, bool is_usable, const char *why)
{
    struct app *app = owner;
    struct base_out out = base_out_cut(app->trouble, sizeof app->trouble);
    app->unusable = !is_usable;
    base_put(&out, is_usable ? "" : "the store cannot be used: ");
    base_put(&out, is_usable || !why ? "" : why);
    app_log(app, is_usable ? "store-usable" : "store-unusable", NULL, why);
}

struct store_hooks app_store_hooks(struct app *app)
{
    return (struct store_hooks){.owner = app,
                                .changed = on_table_changed,
                                .lost = on_notifications_lost,
                                .heard = presence_receive_broadcast,
                                .usable = on_store_usable};
}
