/* table_requests.c - the tables that are open in this process: loading, the queue of wishes, who is told; see hall.h.
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
#include "engine/base/hash.h"
#include "hall_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------------- the list */

static struct hall_table **slot_of(struct hall *hall, const char *id)
{
    return &hall->slots[base_hash(BASE_HASH_START, id, strlen(id)) % HALL_SLOTS];
}

struct hall_table *hall_find_table(struct hall *hall, const char *id)
{
    struct hall_table *at = *slot_of(hall, id);
    while (at && strcmp(at->id, id) != 0)
        at = at->next;
    return at;
}

struct hall_table *hall_open_table(struct hall *hall, const char *id)
{
    struct hall_table *at = hall_find_table(hall, id), **slot = slot_of(hall, id);
    if (at)
        return at;
    at = calloc(1, sizeof *at);
    struct table *table = at ? table_new(id) : NULL;
    if (!table) {
        free(at);
        return NULL;
    }
    at->hall = hall;
    at->table = table;
    at->queue_last = &at->queue;
    at->idle_ms = hall->steady_ms;
    memcpy(at->id, id, sizeof at->id);
    at->next = *slot;
    hall->counts.tables++;
    return *slot = at;
}

void hall_table_free(struct hall_table *at)
{
    struct hall_table **link = slot_of(at->hall, at->id);
    while (*link != at)
        link = &(*link)->next;
    *link = at->next;
    for (struct hall_request *request = at->queue, *next; request; request = next) {
        next = request->next;
        hall_request_free(request);
    }
    at->hall->counts.tables--;
    if (at->current)
        hall_request_free(at->current);
    free(at->doubt);
    free(at->shared.text);
    table_free(at->table);
    free(at->turn);
    free(at);
}

/* --------------------------------------------------------------------------------------------------------- requests */

/* Who waits for its answer, if anybody still does: to be told, and hall_session_answered or hall_session_granted to
 * follow. */
static struct hall_session *detach_request(struct hall_request *request)
{
    struct hall_session *session = request->session;
    if (session)
        session->request = NULL;
    free(request);
    return session;
}

void hall_request_free(struct hall_request *request)
{
    assert(!request->session); /* who waits for an answer gets one */
    free(request);
}

void hall_enqueue_request(struct hall_table *at, struct hall_request *request)
{
    request->next = NULL;
    *at->queue_last = request;
    at->queue_last = &request->next;
    at->queue_n++;
    at->comers_n += request->kind == MESSAGE_ATTACH;
}

static struct hall_request *dequeue(struct hall_table *at)
{
    struct hall_request *request = at->queue;
    at->queue = request->next;
    at->queue_n--;
    at->comers_n -= request->kind == MESSAGE_ATTACH;
    if (!at->queue)
        at->queue_last = &at->queue;
    return request;
}

/* Back to the front. */
static void requeue(struct hall_table *at, struct hall_request *request)
{
    request->next = at->queue;
    at->queue = request;
    at->queue_n++;
    at->comers_n += request->kind == MESSAGE_ATTACH;
    if (!request->next)
        at->queue_last = &request->next;
}

/* The answer to a refused wish is the reason and, at a table, its present state. */
void hall_request_refuse(struct hall_request *request, const struct hall_error *error)
{
    char id[sizeof request->message.id];
    memcpy(id, request->message.id, sizeof id);
    struct hall_session *session = detach_request(request);
    if (!session)
        return;
    hall_session_refuse(session, id, error);
    if (session->table && session->table->loaded)
        hall_session_frame_due(session, false);
    hall_session_answered(session);
}

static void grant_request(struct hall_request *request, bool full)
{
    struct hall_session *session = detach_request(request);
    if (session)
        hall_session_granted(session, full);
}

void hall_request_grant(struct hall_request *request) { grant_request(request, true); }

static bool is_idle(const struct hall_table *at)
{
    return !at->sessions && !at->queue && !at->thinking && !at->turn && !at->current && !at->doubt &&
           (at->state == HALL_READY || at->state == HALL_UNLOADED);
}

static void refuse_all(struct hall_table *at, const struct hall_error *error)
{
    while (at->queue)
        hall_request_refuse(dequeue(at), error);
}

/* --------------------------------------------------------------------------------------------------------- sessions */

void hall_leave_table(struct hall_session *session)
{
    struct hall_table *at = session->table;
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
        at->idle_ms = at->hall->steady_ms;
    if (at->loaded)
        hall_update_presence(at, true);
}

void hall_join_table(struct hall_session *session, struct hall_table *at, uint32_t seen)
{
    if (session->table != at) {
        hall_leave_table(session);
        session->table = at;
        session->next = at->sessions;
        if (at->sessions)
            at->sessions->before = session;
        at->sessions = session;
    }
    at->idle_ms = 0;
    session->sent = seen <= table_number(at->table) ? seen : 0;
    hall_update_presence(at, true);
}

/* ---------------------------------------------------------------------------------------------------------- loading */

static void unload(struct hall_table *at)
{
    struct table *fresh = table_new(at->id);
    if (!fresh)
        abort(); /* out of memory where nothing can be put right; the log is whole */
    table_free(at->table);
    at->table = fresh;
    at->state = HALL_UNLOADED;
    at->seated = 0; /* who hangs up meanwhile makes all be counted, at a table without seats: count again */
}

/* Who only watches is told at most so often in the long run, however fast a game goes: a frame tells all since the
 * last. */
static void notify_spectators(struct hall_table *at)
{
    if (!at->watch_due ||
        !hall_allowance_take(&at->watch, at->hall->steady_ms, HALL_SPECTATOR_FRAME_MS * 1000, HALL_SPECTATOR_BURST))
        return;
    at->watch_due = false;
    for (struct hall_session *session = at->sessions; session; session = session->next)
        if (session->seat == FF_NOBODY)
            hall_session_frame_due(session, false);
}

void hall_table_changed(struct hall_table *at)
{
    if (at->seated != table_seating_number(at->table)) { /* somebody sat down or got up */
        hall_update_presence(at, false);
        at->seated = table_seating_number(at->table);
    }
    at->clock_ms = table_deadline_ms(at->table);
    for (struct hall_session *session = at->sessions; session; session = session->next)
        if (session->seat != FF_NOBODY)
            hall_session_frame_due(session, false);
    at->watch_due = true;
    notify_spectators(at);
    hall_start_bot_turn(at);
}

void hall_restart_clocks(struct hall_table *at)
{
    const struct hall *hall = at->hall;
    table_restart_clocks(at->table, hall->since_ms, hall->now_ms);
    at->clock_ms = table_deadline_ms(at->table);
}

static void log_damaged(struct hall_table *at, const char *why)
{
    if (at->damaged) /* whoever is at the table makes it be loaded again and again */
        return;
    at->damaged = true;
    at->hall->counts.logs_damaged++;
    hall_log(at->hall, "damaged-log", at, why);
}

static bool apply_loaded(struct hall_table *at, const struct store_job *job)
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

static void load(struct hall_table *at);

/* The store can't be reached. Whoever may have been granted already is told nothing until that is known. */
static void refuse_certain_requests(struct hall_table *at)
{
    for (int n = at->queue_n; n > 0; n--) {
        struct hall_request *request = dequeue(at);
        if (request->doubtful)
            hall_enqueue_request(at, request);
        else
            hall_request_refuse(request, &hall_store_away);
    }
}

/* Those who wanted a table made that is not there after all. */
static void recreate_missing_table(struct hall_table *at)
{
    struct hall_request *kept = NULL, **last = &kept;
    while (at->queue) {
        struct hall_request *request = dequeue(at);
        *last = request;
        last = &request->next;
    }
    *last = NULL;
    while (kept) {
        struct hall_request *request = kept;
        kept = request->next;
        if (request->kind == REQUEST_EXISTING && request->session && request->tries++ < HALL_TRIES_MAX)
            hall_create_table(at->hall, request);
        else
            hall_enqueue_request(at, request);
    }
}

static void create_done(struct hall_table *at, struct hall_request *request, bool stored);
static void append_stored(struct hall_table *at, struct hall_request *request);

/* What became of a step whose answer was lost. True: the table has been seen to. */
static bool resolve_unknown_append(struct hall_table *at, const struct store_job *job)
{
    struct hall_append *doubt = at->doubt;
    struct hall_request *request = at->current;
    bool is_in = hall_append_in_log(doubt, job);
    at->doubt = NULL;
    if (is_in) {
        hall_append_stored(at, doubt);
        at->current = NULL;
        at->state = HALL_READY;
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
    struct hall_table *at = job->owner;
    uint32_t before = table_number(at->table);
    hall_job_done(at->hall, job);
    if (job->status == STORE_DAMAGED) {
        log_damaged(at, job->fault);
    } else if (job->status == STORE_DONE) {
        at->damaged = !apply_loaded(at, job);
    } else {
        at->state = before ? HALL_READY : HALL_UNLOADED;
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
        at->state = HALL_UNLOADED;
        recreate_missing_table(at);
        refuse_all(at, at->damaged ? &hall_damaged_table : &hall_no_table);
        for (struct hall_session *session = at->sessions, *next; session; session = next) {
            next = session->next;
            hall_session_frame_failed(session, at->damaged ? &hall_damaged_table : &hall_no_table);
            if (!at->damaged)
                hall_session_hang_up(session, 4004, "there is no such table any more");
        }
        if (is_idle(at))
            hall_table_free(at);
        return;
    }
    at->state = HALL_READY;
    hall_restart_clocks(at);
    if (!at->loaded)
        hall_request_presence(at);
    at->loaded = true;
    if (at->hall->store->ops->shared && at->hall->now_ms - table_changed_ms(at->table) < HALL_BOT_LATE_MS)
        at->bots_after_ms = at->hall->steady_ms + HALL_BOT_LATE_MS;
    if (table_number(at->table) != before)
        hall_table_changed(at);
    hall_process_requests(at);
}

static void load(struct hall_table *at)
{
    assert(at->state == HALL_UNLOADED || at->state == HALL_READY || at->state == HALL_LOADING);
    at->behind = false;
    at->state = HALL_LOADING;
    at->load = (struct store_job){.op = STORE_LOAD, .done = load_done, .owner = at, .after = table_number(at->table)};
    memcpy(at->load.table, at->id, sizeof at->id);
    hall_submit(at->hall, &at->load);
}

/* ---------------------------------------------------------------------------------------------------------- judging */

static void attach_session(struct hall_table *at, struct hall_request *request)
{
    struct hall_session *session = request->session;
    if (!session) {
        hall_request_free(request);
        return;
    }
    hall_join_table(session, at, request->message.number);
    const struct table_seat *seat = session->seat == FF_NOBODY ? NULL : table_seat(at->table, session->seat);
    if (seat && (seat->away || seat->left_ms || seat->votes)) {
        request->kind = MESSAGE_BACK; /* who comes back plays again */
        session->full_due = true;
        requeue(at, request);
        return;
    }
    grant_request(request, true);
}

static struct table_answer validate_fill(struct hall_table *at, const struct hall_request *request,
                                         struct hall_draft *draft)
{
    const struct hall_message *message = &request->message;
    int left = message->count ? message->count : FF_PLAYERS_MAX;
    struct table_answer answer = {.verdict = TABLE_NO, .code = "not-now", .rule = "", .text = "There is no open seat."};
    for (int i = 0; i < table_options(at->table)->seats && left; i++) {
        if (table_seat(at->table, i)->kind != TABLE_SEAT_OPEN)
            continue;
        answer = table_validate_bot(at->table, request->session->guest, i, message->level, &draft->out);
        if (answer.verdict != TABLE_YES)
            return answer;
        hall_draft_end_entry(draft);
        left--;
    }
    return answer;
}

static struct table_answer validate_sit(const struct table *table, const struct hall_request *request,
                                        struct base_out *out)
{
    const struct hall_message *message = &request->message;
    const struct hall_session *session = request->session;
    const char *name = *message->name ? message->name : session->name;
    if (table_phase(table) == TABLE_PLAY)
        return table_validate_take(table, session->guest, name, message->seat, out);
    if (message->has_seal)
        return table_validate_sealed_sit(table, session->guest, name, message->seat, message->seal, out);
    return table_validate_sit(table, session->guest, name, message->seat, message->has_mix ? message->mix : NULL, out);
}

static struct table_answer validate_vote(const struct hall_table *at, const struct hall_request *request,
                                         struct base_out *out)
{
    int other = request->message.seat;
    return table_validate_vote(at->table, request->session->seat, other, hall_absence_ms(at, other), at->hall->now_ms,
                               out);
}

/* A wish of a guest, or of the hall; `draft` gets what it takes. */
static struct table_answer validate_request(struct hall_table *at, struct hall_request *request,
                                            struct hall_draft *draft)
{
    const struct table *table = at->table;
    const struct hall_message *message = &request->message;
    struct hall_session *session = request->session;
    int seat = session ? session->seat : request->seat;
    struct base_out *out = &draft->out;
    switch (request->kind) {
    case REQUEST_BOT:
        return table_validate_play(table, seat, message->number, NULL, message->text, message->text_n, out);
    case REQUEST_AWAY: return table_validate_away(table, seat, out);
    case MESSAGE_PLAY:
        return table_validate_play(table, seat, message->number, message->id, message->text, message->text_n, out);
    case REQUEST_DEAL: return table_validate_deal_timeout(table, at->hall->now_ms, out);
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

static void process_next_request(struct hall_table *at)
{
    struct hall_request *request = dequeue(at);
    struct hall_draft draft = hall_draft(at->hall);
    bool internal = request->kind >= REQUEST_BOT;
    if (request->kind == MESSAGE_CHAT && !*request->nonce)
        hall_new_id(at->hall, request->nonce);
    if (!request->session && !internal && !*request->before) { /* who asked has hung up */
        hall_request_free(request);
        return;
    }
    if (request->kind == MESSAGE_MUTE) {
        request->session->muted = request->message.mute;
        grant_request(request, false);
        return;
    }
    if (request->message.number > table_number(at->table) && request->tries++ == 0 && at->hall->store->ops->shared) {
        requeue(at, request); /* it saw more than this process */
        load(at);
        return;
    }
    if (request->kind == MESSAGE_ATTACH) {
        attach_session(at, request);
        return;
    }
    if (request->kind == REQUEST_EXISTING) {
        hall_table_exists(at, request);
        return;
    }
    struct table_answer answer = validate_request(at, request, &draft);
    if (answer.verdict == TABLE_YES && request->kind == MESSAGE_REMATCH && !*request->message.table) {
        hall_create_rematch(at, request);
    } else if (answer.verdict == TABLE_YES) {
        if (draft.n == 0)
            hall_draft_end_entry(&draft);
        hall_append(at, &draft, request, changes_members(request->kind));
    } else if (answer.verdict == TABLE_REPEATED) {
        grant_request(request, false);
    } else {
        if (internal && strcmp(answer.code, "refused") == 0)
            hall_log(at->hall, "bug", at, answer.text); /* a bot that breaks the rules */
        bool turn = *answer.rule || request->kind == MESSAGE_PLAY;
        hall_request_refuse(request, &(struct hall_error){answer.code, answer.text, turn ? answer.rule : NULL});
    }
}

/* Closed by the operators: whoever comes or is here is turned away. */
static bool refuse_if_closed(struct hall_table *at)
{
    const char *why = hall_table_closed_reason(at->hall->house, at->id);
    char text[HALL_REASON_SIZE];
    struct base_out out = base_out_cut(text, sizeof text);
    if (!why)
        return false;
    hall_put_reason(&out, "This table is closed", why);
    refuse_all(at, &(struct hall_error){"closed", text, NULL});
    for (struct hall_session *session = at->sessions, *next; session; session = next) {
        next = session->next;
        hall_session_hang_up(session, 4004, text);
    }
    free(at->turn);
    at->turn = NULL;
    return true;
}

void hall_reload_table(struct hall_table *at)
{
    at->stale = true;
    hall_process_requests(at);
}

void hall_process_requests(struct hall_table *at)
{
    while (at->hall->store && (at->state == HALL_READY || at->state == HALL_UNLOADED)) {
        if (refuse_if_closed(at))
            return;
        if (at->stale) {
            at->stale = false;
            unload(at);
            load(at);
            return;
        }
        if (at->state == HALL_UNLOADED && at->loaded && !at->queue && !at->sessions && !at->doubt)
            return;
        if (at->state == HALL_UNLOADED || at->behind) {
            load(at);
            return;
        }
        if (!at->queue)
            return;
        process_next_request(at);
    }
}

/* ---------------------------------------------------------------------------------------------------------- storing */

static void create_done(struct hall_table *at, struct hall_request *request, bool stored)
{
    at->creates = false;
    at->state = stored ? HALL_READY : HALL_UNLOADED;
    at->loaded = stored;
    at->idle_ms = at->hall->steady_ms;
    hall_table_created(at, request, stored);
    if (stored) {
        hall_table_changed(at);
        hall_process_requests(at); /* the same wish may have come twice */
        return;
    }
    refuse_all(at, &hall_store_away);
    hall_table_free(at);
}

/* A wish was granted and is durable. */
static void append_stored(struct hall_table *at, struct hall_request *request)
{
    at->bots_after_ms = 0;
    hall_table_changed(at);
    if (request)
        grant_request(request, request->kind == MESSAGE_SIT);
    hall_compact_if_long(at);
    hall_process_requests(at);
}

/* A table of that id is there already: made by the same wish before, or by chance. */
static void create_conflicted(struct hall_table *at, struct hall_request *request)
{
    at->creates = false;
    request->kind = REQUEST_EXISTING;
    unload(at);
    requeue(at, request);
    hall_process_requests(at);
}

/* What was appended is durable, or is not. */
void hall_append_done(struct hall_table *at, enum store_status status)
{
    struct hall_request *request = at->current;
    if (at->doubt) {
        unload(at);
        hall_process_requests(at);
        return;
    }
    at->current = NULL;
    if (at->creates && status == STORE_CONFLICT) {
        create_conflicted(at, request);
    } else if (at->creates) {
        create_done(at, request, status == STORE_DONE);
    } else if (status == STORE_DONE) {
        at->state = HALL_READY;
        append_stored(at, request);
    } else {
        unload(at);
        if (request && status == STORE_CONFLICT && request->tries++ < HALL_TRIES_MAX)
            requeue(at, request);
        else if (request)
            hall_request_refuse(request, &hall_store_away);
        hall_process_requests(at);
    }
}

/* ------------------------------------------------------------------------------------------------------------- time */

static void enqueue_internal(struct hall_table *at, int kind, int seat)
{
    struct hall_request *request = calloc(1, sizeof *request);
    if (!request)
        return; /* the next tick tries again */
    request->kind = kind;
    request->seat = seat;
    hall_enqueue_request(at, request);
}

static void enqueue_bot_takeover(struct hall_table *at, int seat)
{
    at->hall->counts.bots_took_over++;
    enqueue_internal(at, REQUEST_AWAY, seat);
}

/* Those who owe a decision and are not connected. */
static unsigned overdue_absent_seats(const struct hall_table *at)
{
    int64_t grace_ms = (int64_t)table_options(at->table)->grace_s * 1000;
    unsigned owe = table_guests_to_act(at->table), late = 0;
    for (int i = 0; grace_ms && owe >> i; i++) {
        int64_t owed_ms = at->hall->now_ms - table_seat(at->table, i)->asked_ms;
        if (owe >> i & 1 && owed_ms >= grace_ms && hall_absence_ms(at, i) >= grace_ms)
            late |= 1u << i;
    }
    return late;
}

/* Those for whom the others want a bot to play. */
static unsigned voted_out_seats(const struct hall_table *at)
{
    unsigned people = table_guests_to_act(at->table), voted = 0;
    for (int i = 0; people >> i; i++)
        if (people >> i & 1 && table_seat(at->table, i)->votes &&
            table_vote_passed(at->table, i, hall_connected_seats(at)) &&
            table_vote_wait_ms(at->table, i, hall_absence_ms(at, i), at->hall->now_ms) == 0)
            voted |= 1u << i;
    return voted;
}

static void check_deadlines(struct hall_table *at)
{
    unsigned late = overdue_absent_seats(at) | voted_out_seats(at);
    bool due = at->clock_ms && at->clock_ms <= at->hall->now_ms, dealing = table_is_dealing(at->table);
    if (due)
        late |= table_overdue_seats(at->table, at->hall->now_ms);
    if (due && dealing)
        enqueue_internal(at, REQUEST_DEAL, FF_NOBODY);
    for (int i = 0; late >> i; i++)
        if (late >> i & 1)
            enqueue_bot_takeover(at, i);
    if (late || (due && dealing))
        hall_process_requests(at);
}

void hall_table_tick(struct hall_table *at)
{
    struct hall *hall = at->hall;
    if (is_idle(at) && at->idle_ms && at->idle_ms + HALL_IDLE_MS < hall->steady_ms) {
        hall_table_free(at);
        return;
    }
    if (refuse_if_closed(at))
        return;
    if (at->state == HALL_UNLOADED && (at->sessions || at->doubt || at->queue) && !hall->unusable)
        hall_process_requests(at);
    if (at->state == HALL_READY && at->behind && !hall->unusable)
        hall_process_requests(at);
    if (at->state != HALL_READY || !at->loaded)
        return;
    notify_spectators(at);
    if (at->here && at->said_ms + HALL_PRESENCE_MS < hall->steady_ms)
        hall_broadcast_presence(at);
    hall_record_absence(at);
    hall_bots_tick(at);
    if (at->state == HALL_READY && !at->queue)
        check_deadlines(at);
}

/* ------------------------------------------------------------------------------------------------------------ hooks */

static void on_table_changed(void *owner, const char *table, uint32_t number)
{
    struct hall_table *at = hall_find_table(owner, table);
    if (strcmp(table, HALL_ORDERS_ID) == 0)
        hall_load_orders(owner);
    if (at && number == STORE_TABLE_DELETED)
        hall_reload_table(at);
    else if (at)
        hall_note_remote_entry(at, number);
}

void hall_note_remote_entry(struct hall_table *at, uint32_t number)
{
    if (at->state == HALL_UNLOADED || (at->state != HALL_LOADING && table_number(at->table) >= number))
        return;        /* what is loaded later has it */
    at->behind = true; /* what is being loaded perhaps has not */
    hall_process_requests(at);
}

static void on_notifications_lost(void *owner)
{
    struct hall *hall = owner;
    hall_load_orders(hall);
    for (int i = 0; i < HALL_SLOTS; i++)
        for (struct hall_table *at = hall->slots[i], *next; at; at = next) {
            next = at->next;
            hall_reload_table(at);
        }
}

static void on_store_usable(void *owner, bool is_usable, const char *why)
{
    struct hall *hall = owner;
    struct base_out out = base_out_cut(hall->trouble, sizeof hall->trouble);
    hall->unusable = !is_usable;
    base_put(&out, is_usable ? "" : "the store cannot be used: ");
    base_put(&out, is_usable || !why ? "" : why);
    hall_log(hall, is_usable ? "store-usable" : "store-unusable", NULL, why);
}

struct store_hooks hall_hooks(struct hall *hall)
{
    return (struct store_hooks){.owner = hall,
                                .changed = on_table_changed,
                                .lost = on_notifications_lost,
                                .heard = hall_receive_broadcast,
                                .usable = on_store_usable};
}
