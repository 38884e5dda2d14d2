/* table_requests.c - the tables that are open in this process: loading, the queue of wishes, who is told; see app.h.
 *
 * A table is in one of four states:
 *
 *     UNLOADED --load--> LOADING --entries applied--> READY --a wish is granted--> STORING --durable--> READY
 *         ^                 |  failed                                                 | conflict, failed, unknown
 *         +-----------------+---------------------------------------------------------+
 *
 * While STORING the table is a step ahead of the store; nobody is told, and nothing else is judged. If the step is
 * not stored, the table is thrown away and loaded again: what the store says is true. If the answer was lost, the step
 * is in doubt: the wish waits until the log could be loaded, however long that takes, and the log tells whether it was
 * granted. */
#include "app_internal.h"
#include "engine/base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------------- the list */

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
    at->queue_last = &at->queue;
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
    for (struct table_request *request = at->queue, *next; request; request = next) {
        next = request->next;
        request_free(request);
    }
    at->app->counts.tables--;
    if (at->current)
        request_free(at->current);
    free(at->doubt);
    free(at->shared.text);
    table_free(at->table);
    free(at->turn);
    free(at);
}

/* --------------------------------------------------------------------------------------------------------- requests */

/* Who waits for its answer, if anybody still does: to be told, and session_answered or session_granted to
 * follow. */
static struct session *detach_request(struct table_request *request)
{
    struct session *session = request->session;
    if (session)
        session->request = NULL;
    free(request);
    return session;
}

void request_free(struct table_request *request)
{
    assert(!request->session); /* who waits for an answer gets one */
    free(request);
}

void hosted_table_enqueue(struct hosted_table *at, struct table_request *request)
{
    request->next = NULL;
    *at->queue_last = request;
    at->queue_last = &request->next;
    at->queue_n++;
    at->comers_n += request->kind == MESSAGE_ATTACH;
}

static struct table_request *dequeue(struct hosted_table *at)
{
    struct table_request *request = at->queue;
    at->queue = request->next;
    at->queue_n--;
    at->comers_n -= request->kind == MESSAGE_ATTACH;
    if (!at->queue)
        at->queue_last = &at->queue;
    return request;
}

/* Back to the front. */
static void requeue(struct hosted_table *at, struct table_request *request)
{
    request->next = at->queue;
    at->queue = request;
    at->queue_n++;
    at->comers_n += request->kind == MESSAGE_ATTACH;
    if (!request->next)
        at->queue_last = &request->next;
}

/* The answer to a refused wish is the reason and, at a table, its present state. */
void request_refuse(struct table_request *request, const struct app_error *error)
{
    char id[sizeof request->message.id];
    memcpy(id, request->message.id, sizeof id);
    struct session *session = detach_request(request);
    if (!session)
        return;
    session_refuse(session, id, error);
    if (session->table && session->table->loaded)
        session_frame_due(session, false);
    session_answered(session);
}

static void grant_request(struct table_request *request, bool full)
{
    struct session *session = detach_request(request);
    if (session)
        session_granted(session, full);
}

void request_grant(struct table_request *request) { grant_request(request, true); }

static bool is_idle(const struct hosted_table *at)
{
    return !at->sessions && !at->queue && !at->thinking && !at->turn && !at->current && !at->doubt &&
           (at->state == HOSTED_READY || at->state == HOSTED_UNLOADED);
}

static void refuse_all(struct hosted_table *at, const struct app_error *error)
{
    while (at->queue)
        request_refuse(dequeue(at), error);
}

/* --------------------------------------------------------------------------------------------------------- sessions */

void session_leave_table(struct session *session)
{
    struct hosted_table *at = session->table;
    if (!at)
        return;
    if (session->before)
        session->before->next = session->next;
    else
        at->sessions = session->next;
    if (session->next)
        session->next->before = session->before;
    session->table = NULL;
    session->next = session->before = NULL;
    session->seat = FF_NOBODY;
    session->frame_due = session->full_due = false;
    session->muted = 0;
    if (!at->sessions)
        at->idle_ms = at->app->steady_ms;
    if (at->loaded)
        presence_update(at, true);
}

void session_join_table(struct session *session, struct hosted_table *at, uint32_t seen)
{
    if (session->table != at) {
        session_leave_table(session);
        session->table = at;
        session->next = at->sessions;
        if (at->sessions)
            at->sessions->before = session;
        at->sessions = session;
    }
    at->idle_ms = 0;
    session->sent = seen <= table_number(at->table) ? seen : 0;
    presence_update(at, true);
}

/* ---------------------------------------------------------------------------------------------------------- loading */

static void unload(struct hosted_table *at)
{
    struct table *fresh = table_new(at->id);
    if (!fresh)
        abort(); /* out of memory where nothing can be put right; the log is whole */
    table_free(at->table);
    at->table = fresh;
    at->state = HOSTED_UNLOADED;
    at->seated = 0; /* who hangs up meanwhile makes all be counted, at a table without seats: count again */
}

/* Who only watches is told at most so often in the long run, however fast a game goes: a frame tells all since the
 * last. */
static void notify_spectators(struct hosted_table *at)
{
    if (!at->watch_due ||
        !token_bucket_take(&at->watch, at->app->steady_ms, APP_SPECTATOR_FRAME_MS * 1000, APP_SPECTATOR_BURST))
        return;
    at->watch_due = false;
    for (struct session *session = at->sessions; session; session = session->next)
        if (session->seat == FF_NOBODY)
            session_frame_due(session, false);
}

void hosted_table_changed(struct hosted_table *at)
{
    if (at->seated != table_seating_number(at->table)) { /* somebody sat down or got up */
        presence_update(at, false);
        at->seated = table_seating_number(at->table);
    }
    at->clock_ms = table_deadline_ms(at->table);
    for (struct session *session = at->sessions; session; session = session->next)
        if (session->seat != FF_NOBODY)
            session_frame_due(session, false);
    at->watch_due = true;
    notify_spectators(at);
    bot_turn_start(at);
}

void hosted_table_restart_clocks(struct hosted_table *at)
{
    const struct app *app = at->app;
    table_restart_clocks(at->table, app->since_ms, app->now_ms);
    at->clock_ms = table_deadline_ms(at->table);
}

static void log_damaged(struct hosted_table *at, const char *why)
{
    if (at->damaged) /* whoever is at the table makes it be loaded again and again */
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
        if (entry->number <= table_number(at->table))
            continue;
        if (table_entry_is_compacted(entry))
            at->kept = entry->number;
        if (!table_apply(at->table, entry, &error)) {
            log_damaged(at, error.message);
            return false;
        }
    }
    return true;
}

static void load(struct hosted_table *at);

/* The store can't be reached. Whoever may have been granted already is told nothing until that is known. */
static void refuse_certain_requests(struct hosted_table *at)
{
    for (int n = at->queue_n; n > 0; n--) {
        struct table_request *request = dequeue(at);
        if (request->doubtful)
            hosted_table_enqueue(at, request);
        else
            request_refuse(request, &app_error_store_away);
    }
}

/* Those who wanted a table made that is not there after all. */
static void recreate_missing_table(struct hosted_table *at)
{
    struct table_request *kept = NULL, **last = &kept;
    while (at->queue) {
        struct table_request *request = dequeue(at);
        *last = request;
        last = &request->next;
    }
    *last = NULL;
    while (kept) {
        struct table_request *request = kept;
        kept = request->next;
        if (request->kind == REQUEST_EXISTING && request->session && request->tries++ < APP_TRIES_MAX)
            app_create_table(at->app, request);
        else
            hosted_table_enqueue(at, request);
    }
}

static void create_done(struct hosted_table *at, struct table_request *request, bool stored);
static void append_stored(struct hosted_table *at, struct table_request *request);

/* What became of a step whose answer was lost. True: the table has been seen to. */
static bool resolve_unknown_append(struct hosted_table *at, const struct store_job *job)
{
    struct log_append *doubt = at->doubt;
    struct table_request *request = at->current;
    bool is_in = log_append_in_log(doubt, job);
    at->doubt = NULL;
    if (is_in) {
        log_append_stored(at, doubt);
        at->current = NULL;
        at->state = HOSTED_READY;
        at->loaded = true;
        free(doubt);
        if (at->creates)
            create_done(at, request, true);
        else
            append_stored(at, request);
        return true;
    }
    free(doubt);
    at->current = NULL;
    if (at->creates && request) {
        at->creates = false;
        request->kind = REQUEST_EXISTING;
    }
    if (request) { /* judged again; the store may still be at it, and then there is a conflict */
        request->doubtful = true;
        requeue(at, request);
    }
    return false;
}

static void load_done(struct store_job *job)
{
    struct hosted_table *at = job->owner;
    uint32_t before = table_number(at->table);
    app_job_done(at->app, job);
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
    if (!at->damaged && !table_number(at->table) && at->behind) { /* it was made just now */
        load(at);
        return;
    }
    if (at->doubt && resolve_unknown_append(at, job))
        return;
    if (at->damaged || !table_number(at->table)) {
        at->state = HOSTED_UNLOADED;
        recreate_missing_table(at);
        refuse_all(at, at->damaged ? &app_error_damaged : &app_error_no_table);
        for (struct session *session = at->sessions, *next; session; session = next) {
            next = session->next;
            session_frame_failed(session, at->damaged ? &app_error_damaged : &app_error_no_table);
            if (!at->damaged)
                session_hang_up(session, 4004, "there is no such table any more");
        }
        if (is_idle(at))
            hosted_table_free(at);
        return;
    }
    at->state = HOSTED_READY;
    hosted_table_restart_clocks(at);
    if (!at->loaded)
        presence_request(at);
    at->loaded = true;
    if (at->app->store->ops->shared && at->app->now_ms - table_changed_ms(at->table) < APP_BOT_LATE_MS)
        at->bots_after_ms = at->app->steady_ms + APP_BOT_LATE_MS;
    if (table_number(at->table) != before)
        hosted_table_changed(at);
    hosted_table_process_requests(at);
}

static void load(struct hosted_table *at)
{
    assert(at->state == HOSTED_UNLOADED || at->state == HOSTED_READY || at->state == HOSTED_LOADING);
    at->behind = false;
    at->state = HOSTED_LOADING;
    at->load = (struct store_job){.op = STORE_LOAD, .done = load_done, .owner = at, .after = table_number(at->table)};
    memcpy(at->load.table, at->id, sizeof at->id);
    app_submit(at->app, &at->load);
}

/* ---------------------------------------------------------------------------------------------------------- judging */

static void attach_session(struct hosted_table *at, struct table_request *request)
{
    struct session *session = request->session;
    if (!session) {
        request_free(request);
        return;
    }
    session_join_table(session, at, request->message.number);
    const struct table_seat *seat = session->seat == FF_NOBODY ? NULL : table_seat(at->table, session->seat);
    if (seat && (seat->away || seat->left_ms || seat->votes)) {
        request->kind = MESSAGE_BACK; /* who comes back plays again */
        session->full_due = true;
        requeue(at, request);
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
        answer = table_validate_bot(at->table, request->session->guest, i, message->level, &draft->out);
        if (answer.verdict != TABLE_YES)
            return answer;
        log_draft_end_entry(draft);
        left--;
    }
    return answer;
}

static struct table_answer validate_sit(const struct table *table, const struct table_request *request,
                                        struct base_out *out)
{
    const struct message *message = &request->message;
    const struct session *session = request->session;
    const char *name = *message->name ? message->name : session->name;
    if (table_phase(table) == TABLE_PLAY)
        return table_validate_take(table, session->guest, name, message->seat, out);
    if (message->has_seal)
        return table_validate_sealed_sit(table, session->guest, name, message->seat, message->seal, out);
    return table_validate_sit(table, session->guest, name, message->seat, message->has_mix ? message->mix : NULL, out);
}

static struct table_answer validate_vote(const struct hosted_table *at, const struct table_request *request,
                                         struct base_out *out)
{
    int other = request->message.seat;
    return table_validate_vote(at->table, request->session->seat, other, presence_absence_ms(at, other),
                               at->app->now_ms, out);
}

/* A wish of a guest, or of the app; `draft` gets what it takes. */
static struct table_answer validate_request(struct hosted_table *at, struct table_request *request,
                                            struct log_draft *draft)
{
    const struct table *table = at->table;
    const struct message *message = &request->message;
    struct session *session = request->session;
    int seat = session ? session->seat : request->seat;
    struct base_out *out = &draft->out;
    switch (request->kind) {
    case REQUEST_BOT:
        return table_validate_play(table, seat, message->number, NULL, message->text, message->text_n, out);
    case REQUEST_AWAY: return table_validate_away(table, seat, out);
    case MESSAGE_PLAY:
        return table_validate_play(table, seat, message->number, message->id, message->text, message->text_n, out);
    case REQUEST_DEAL: return table_validate_deal_timeout(table, at->app->now_ms, out);
    case MESSAGE_SIT: return validate_sit(table, request, out);
    case MESSAGE_REVEAL: return table_validate_reveal(table, seat, message->mix, out);
    case MESSAGE_SEAL: return table_validate_seal(table, seat, message->seal, out);
    case MESSAGE_FILL: return validate_fill(at, request, draft);
    case MESSAGE_LEAVE: return table_validate_leave(table, seat, out);
    case MESSAGE_BACK: return table_validate_back(table, seat, out);
    case MESSAGE_VOTE: return validate_vote(at, request, out);
    case MESSAGE_OFFER: return table_validate_offer(table, seat, message->on, out);
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
    struct log_draft draft = log_draft(at->app);
    bool internal = request->kind >= REQUEST_BOT;
    if (request->kind == MESSAGE_CHAT && !*request->nonce)
        app_new_id(at->app, request->nonce);
    if (!request->session && !internal && !*request->before) { /* who asked has hung up */
        request_free(request);
        return;
    }
    if (request->kind == MESSAGE_MUTE) {
        request->session->muted = request->message.mute;
        grant_request(request, false);
        return;
    }
    if (request->message.number > table_number(at->table) && request->tries++ == 0 && at->app->store->ops->shared) {
        requeue(at, request); /* it saw more than this process */
        load(at);
        return;
    }
    if (request->kind == MESSAGE_ATTACH) {
        attach_session(at, request);
        return;
    }
    if (request->kind == REQUEST_EXISTING) {
        hosted_table_exists(at, request);
        return;
    }
    struct table_answer answer = validate_request(at, request, &draft);
    if (answer.verdict == TABLE_YES && request->kind == MESSAGE_REMATCH && !*request->message.table) {
        app_create_rematch(at, request);
    } else if (answer.verdict == TABLE_YES) {
        if (draft.n == 0)
            log_draft_end_entry(&draft);
        log_append(at, &draft, request, changes_members(request->kind));
    } else if (answer.verdict == TABLE_REPEATED) {
        grant_request(request, false);
    } else {
        if (internal && strcmp(answer.code, "refused") == 0)
            app_log(at->app, "bug", at, answer.text); /* a bot that breaks the rules */
        bool turn = *answer.rule || request->kind == MESSAGE_PLAY;
        request_refuse(request, &(struct app_error){answer.code, answer.text, turn ? answer.rule : NULL});
    }
}

/* Closed by the operators: whoever comes or is here is turned away. */
static bool refuse_if_closed(struct hosted_table *at)
{
    const char *why = moderation_table_closed_reason(at->app->moderation, at->id);
    char text[APP_REASON_SIZE];
    struct base_out out = base_out_cut(text, sizeof text);
    if (!why)
        return false;
    moderation_put_reason(&out, "This table is closed", why);
    refuse_all(at, &(struct app_error){"closed", text, NULL});
    for (struct session *session = at->sessions, *next; session; session = next) {
        next = session->next;
        session_hang_up(session, 4004, text);
    }
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
        if (refuse_if_closed(at))
            return;
        if (at->stale) {
            at->stale = false;
            unload(at);
            load(at);
            return;
        }
        if (at->state == HOSTED_UNLOADED && at->loaded && !at->queue && !at->sessions && !at->doubt)
            return;
        if (at->state == HOSTED_UNLOADED || at->behind) {
            load(at);
            return;
        }
        if (!at->queue)
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
    hosted_table_created(at, request, stored);
    if (stored) {
        hosted_table_changed(at);
        hosted_table_process_requests(at); /* the same wish may have come twice */
        return;
    }
    refuse_all(at, &app_error_store_away);
    hosted_table_free(at);
}

/* A wish was granted and is durable. */
static void append_stored(struct hosted_table *at, struct table_request *request)
{
    at->bots_after_ms = 0;
    hosted_table_changed(at);
    if (request)
        grant_request(request, request->kind == MESSAGE_SIT);
    app_compact_if_long(at);
    hosted_table_process_requests(at);
}

/* A table of that id is there already: made by the same wish before, or by chance. */
static void create_conflicted(struct hosted_table *at, struct table_request *request)
{
    at->creates = false;
    request->kind = REQUEST_EXISTING;
    unload(at);
    requeue(at, request);
    hosted_table_process_requests(at);
}

/* What was appended is durable, or is not. */
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
            requeue(at, request);
        else if (request)
            request_refuse(request, &app_error_store_away);
        hosted_table_process_requests(at);
    }
}

/* ------------------------------------------------------------------------------------------------------------- time */

static void enqueue_internal(struct hosted_table *at, int kind, int seat)
{
    struct table_request *request = calloc(1, sizeof *request);
    if (!request)
        return; /* the next tick tries again */
    request->kind = kind;
    request->seat = seat;
    hosted_table_enqueue(at, request);
}

static void enqueue_bot_takeover(struct hosted_table *at, int seat)
{
    at->app->counts.bots_took_over++;
    enqueue_internal(at, REQUEST_AWAY, seat);
}

/* Those who owe a decision and are not connected. */
static unsigned overdue_absent_seats(const struct hosted_table *at)
{
    int64_t grace_ms = (int64_t)table_options(at->table)->grace_s * 1000;
    unsigned owe = table_guests_to_act(at->table), late = 0;
    for (int i = 0; grace_ms && owe >> i; i++) {
        int64_t owed_ms = at->app->now_ms - table_seat(at->table, i)->asked_ms;
        if (owe >> i & 1 && owed_ms >= grace_ms && presence_absence_ms(at, i) >= grace_ms)
            late |= 1u << i;
    }
    return late;
}

/* Those for whom the others want a bot to play. */
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
    bool due = at->clock_ms && at->clock_ms <= at->app->now_ms, dealing = table_is_dealing(at->table);
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
    if (at->state == HOSTED_UNLOADED && (at->sessions || at->doubt || at->queue) && !app->unusable)
        hosted_table_process_requests(at);
    if (at->state == HOSTED_READY && at->behind && !app->unusable)
        hosted_table_process_requests(at);
    if (at->state != HOSTED_READY || !at->loaded)
        return;
    notify_spectators(at);
    if (at->here && at->said_ms + APP_PRESENCE_MS < app->steady_ms)
        presence_broadcast(at);
    presence_record_absence(at);
    bot_turn_tick(at);
    if (at->state == HOSTED_READY && !at->queue)
        check_deadlines(at);
}

/* ------------------------------------------------------------------------------------------------------------ hooks */

static void on_table_changed(void *owner, const char *table, uint32_t number)
{
    struct hosted_table *at = hosted_table_find(owner, table);
    if (strcmp(table, MODERATION_LOG_ID) == 0)
        moderation_load_orders(owner);
    if (at && number == STORE_TABLE_DELETED)
        hosted_table_reload(at);
    else if (at)
        hosted_table_note_remote_entry(at, number);
}

void hosted_table_note_remote_entry(struct hosted_table *at, uint32_t number)
{
    if (at->state == HOSTED_UNLOADED || (at->state != HOSTED_LOADING && table_number(at->table) >= number))
        return;        /* what is loaded later has it */
    at->behind = true; /* what is being loaded perhaps has not */
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

struct store_hooks app_hooks(struct app *app)
{
    return (struct store_hooks){.owner = app,
                                .changed = on_table_changed,
                                .lost = on_notifications_lost,
                                .heard = presence_receive,
                                .usable = on_store_usable};
}
