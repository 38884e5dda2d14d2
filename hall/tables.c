/* tables.c - the tables that are open in this process: loading, the queue of wishes, who is told; see hall.h.
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
#include "hall_in.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------------- the list */

static struct hall_table **slot_of(struct hall *hall, const char *id)
{
    unsigned hash = 2166136261u;
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619u;
    return &hall->slots[hash % HALL_SLOTS];
}

struct hall_table *hall_find(struct hall *hall, const char *id)
{
    struct hall_table *at = *slot_of(hall, id);
    while (at && strcmp(at->id, id) != 0)
        at = at->next;
    return at;
}

struct hall_table *hall_open(struct hall *hall, const char *id)
{
    struct hall_table *at = hall_find(hall, id), **slot = slot_of(hall, id);
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
static struct hall_session *request_end(struct hall_request *request)
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

void hall_enqueue(struct hall_table *at, struct hall_request *request)
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
void hall_request_refuse(struct hall_request *request, const char *code, const char *rule, const char *text)
{
    char id[sizeof request->message.id];
    memcpy(id, request->message.id, sizeof id);
    struct hall_session *session = request_end(request);
    if (!session)
        return;
    hall_session_refuse(session, id, code, rule, text);
    if (session->table && session->table->loaded)
        hall_session_frame(session, false);
    hall_session_answered(session);
}

static void grant(struct hall_request *request, bool full)
{
    struct hall_session *session = request_end(request);
    if (session)
        hall_session_granted(session, full);
}

void hall_granted(struct hall_request *request) { grant(request, true); }

static bool is_idle(const struct hall_table *at)
{
    return !at->sessions && !at->queue && !at->thinking && !at->turn && !at->current && !at->doubt &&
           (at->state == HALL_READY || at->state == HALL_UNLOADED);
}

static void refuse_all(struct hall_table *at, const char *code, const char *text)
{
    while (at->queue)
        hall_request_refuse(dequeue(at), code, NULL, text);
}

/* --------------------------------------------------------------------------------------------------------- sessions */

void hall_leave(struct hall_session *session)
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
        hall_count_here(at, true);
}

void hall_join(struct hall_session *session, struct hall_table *at, uint32_t seen)
{
    if (session->table != at) {
        hall_leave(session);
        session->table = at;
        session->next = at->sessions;
        if (at->sessions)
            at->sessions->before = session;
        at->sessions = session;
    }
    at->idle_ms = 0;
    session->sent = seen <= table_number(at->table) ? seen : 0;
    hall_count_here(at, true);
}

/* ---------------------------------------------------------------------------------------------------------- loading */

static void forget(struct hall_table *at)
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
static void tell_watchers(struct hall_table *at)
{
    if (!at->watch_due || !hall_allowance_take(&at->watch, at->hall->steady_ms, HALL_WATCH_MS, HALL_WATCH_N))
        return;
    at->watch_due = false;
    for (struct hall_session *session = at->sessions; session; session = session->next)
        if (session->seat == FF_NOBODY)
            hall_session_frame(session, false);
}

void hall_changed(struct hall_table *at)
{
    if (at->seated != table_seated(at->table)) { /* somebody sat down or got up */
        hall_count_here(at, false);
        at->seated = table_seated(at->table);
    }
    at->clock_ms = table_clock_ms(at->table);
    for (struct hall_session *session = at->sessions; session; session = session->next)
        if (session->seat != FF_NOBODY)
            hall_session_frame(session, false);
    at->watch_due = true;
    tell_watchers(at);
    hall_bots(at);
}

static bool apply_loaded(struct hall_table *at, const struct store_job *job)
{
    struct base_error error;
    for (size_t i = 0; i < job->entries_n; i++) {
        const struct store_entry *entry = &job->entries[i];
        struct table_entry next = {entry->number, entry->at_ms, entry->text, entry->length};
        if (entry->number <= table_number(at->table))
            continue;
        if (table_is_kept(&next))
            at->kept = entry->number;
        if (!table_apply(at->table, &next, &error)) {
            hall_log(at->hall, "damaged-log", at, error.message);
            return false;
        }
    }
    return true;
}

static void load(struct hall_table *at);

/* The store can't be reached. Whoever may have been granted already is told nothing until that is known. */
static void refuse_undoubted(struct hall_table *at)
{
    for (int n = at->queue_n; n > 0; n--) {
        struct hall_request *request = dequeue(at);
        if (request->doubtful)
            hall_enqueue(at, request);
        else
            hall_request_refuse(request, "busy", NULL, "The store cannot be reached; send it again in a moment.");
    }
}

/* Those who wanted a table made that is not there after all. */
static void make_again(struct hall_table *at)
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
        if (request->kind == REQUEST_MADE && request->session && request->tries++ < HALL_TRIES_MAX)
            hall_create(at->hall, request);
        else
            hall_enqueue(at, request);
    }
}

static void create_done(struct hall_table *at, struct hall_request *request, bool stored);
static void stored(struct hall_table *at, struct hall_request *request);

/* What became of a step whose answer was lost. True: the table has been seen to. */
static bool resolve(struct hall_table *at, const struct store_job *job)
{
    struct hall_append *doubt = at->doubt;
    struct hall_request *request = at->current;
    bool is_in = hall_append_is_in(doubt, job);
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
            stored(at, request);
        return true;
    }
    free(doubt);
    at->current = NULL;
    if (at->creates && request) {
        at->creates = false;
        request->kind = REQUEST_MADE;
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
    if (job->status != STORE_DONE) {
        at->state = before ? HALL_READY : HALL_UNLOADED;
        at->behind = before > 0; /* the next tick tries again */
        refuse_undoubted(at);
        return;
    }
    at->damaged = !apply_loaded(at, job);
    if (!at->damaged && !table_number(at->table) && at->behind) { /* it was made just now */
        load(at);
        return;
    }
    if (at->doubt && resolve(at, job))
        return;
    if (at->damaged || !table_number(at->table)) {
        at->state = HALL_UNLOADED;
        make_again(at);
        refuse_all(at, "no-table", at->damaged ? "This table cannot be read." : "There is no such table.");
        for (struct hall_session *session = at->sessions, *next; session; session = next) {
            next = session->next;
            hall_session_give_up(session, "no-table", "This table cannot be read.");
            if (!at->damaged)
                hall_session_hang_up(session, 4004, "there is no such table any more");
        }
        if (is_idle(at))
            hall_table_free(at);
        return;
    }
    at->state = HALL_READY;
    if (!at->loaded)
        hall_ask_who(at);
    at->loaded = true;
    if (at->hall->store->ops->shared && at->hall->now_ms - table_changed_ms(at->table) < HALL_BOT_LATE_MS)
        at->bots_after_ms = at->hall->steady_ms + HALL_BOT_LATE_MS;
    if (table_number(at->table) != before)
        hall_changed(at);
    hall_work(at);
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

static void attach(struct hall_table *at, struct hall_request *request)
{
    struct hall_session *session = request->session;
    if (!session) {
        hall_request_free(request);
        return;
    }
    hall_join(session, at, request->message.number);
    const struct table_seat *seat = session->seat == FF_NOBODY ? NULL : table_seat(at->table, session->seat);
    if (seat && (seat->away || seat->left_ms || seat->votes)) {
        request->kind = MESSAGE_BACK; /* who comes back plays again */
        session->full_due = true;
        requeue(at, request);
        return;
    }
    grant(request, true);
}

static struct table_answer want_fill(struct hall_table *at, const struct hall_request *request,
                                     struct hall_draft *draft)
{
    const struct hall_message *message = &request->message;
    int left = message->count ? message->count : FF_PLAYERS_MAX;
    struct table_answer answer = {.verdict = TABLE_NO, .code = "not-now", .rule = "", .text = "There is no open seat."};
    for (int i = 0; i < table_options(at->table)->seats && left; i++) {
        if (table_seat(at->table, i)->kind != TABLE_SEAT_OPEN)
            continue;
        answer = table_want_bot(at->table, request->session->guest, i, message->level, &draft->out);
        if (answer.verdict != TABLE_YES)
            return answer;
        hall_draft_entry(draft);
        left--;
    }
    return answer;
}

static struct table_answer want_sit(const struct table *table, const struct hall_request *request, struct base_out *out)
{
    const struct hall_message *message = &request->message;
    const struct hall_session *session = request->session;
    const char *name = *message->name ? message->name : session->name;
    if (table_phase(table) == TABLE_PLAY)
        return table_want_take(table, session->guest, name, message->seat, out);
    if (message->has_seal)
        return table_want_sit_sealed(table, session->guest, name, message->seat, message->seal, out);
    return table_want_sit(table, session->guest, name, message->seat, message->has_mix ? message->mix : NULL, out);
}

static struct table_answer want_vote(const struct hall_table *at, const struct hall_request *request,
                                     struct base_out *out)
{
    int other = request->message.seat;
    return table_want_vote(at->table, request->session->seat, other, hall_gone_ms(at, other), at->hall->now_ms, out);
}

/* A wish of a guest, or of the hall; `draft` gets what it takes. */
static struct table_answer judge(struct hall_table *at, struct hall_request *request, struct hall_draft *draft)
{
    const struct table *table = at->table;
    const struct hall_message *message = &request->message;
    struct hall_session *session = request->session;
    int seat = session ? session->seat : request->seat;
    struct base_out *out = &draft->out;
    switch (request->kind) {
    case REQUEST_BOT: return table_want_play(table, seat, message->number, NULL, message->text, message->text_n, out);
    case REQUEST_AWAY: return table_want_away(table, seat, out);
    case MESSAGE_PLAY:
        return table_want_play(table, seat, message->number, message->id, message->text, message->text_n, out);
    case REQUEST_DEAL: return table_want_deal(table, at->hall->now_ms, out);
    case MESSAGE_SIT: return want_sit(table, request, out);
    case MESSAGE_REVEAL: return table_want_reveal(table, seat, message->mix, out);
    case MESSAGE_SEAL: return table_want_seal(table, seat, message->seal, out);
    case MESSAGE_FILL: return want_fill(at, request, draft);
    case MESSAGE_LEAVE: return table_want_leave(table, seat, out);
    case MESSAGE_BACK: return table_want_back(table, seat, out);
    case MESSAGE_VOTE: return want_vote(at, request, out);
    case MESSAGE_OFFER: return table_want_offer(table, seat, message->on, out);
    case MESSAGE_CHAT:
        return table_want_chat(table, seat, *message->id ? message->id : request->nonce, message->text, message->text_n,
                               out);
    default: return table_want_rematch(table, seat, message->table, out);
    }
}

static bool changes_members(int kind) { return kind == MESSAGE_SIT || kind == MESSAGE_LEAVE || kind == MESSAGE_FILL; }

static void judge_next(struct hall_table *at)
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
        grant(request, false);
        return;
    }
    if (request->message.number > table_number(at->table) && request->tries++ == 0 && at->hall->store->ops->shared) {
        requeue(at, request); /* it saw more than this process */
        load(at);
        return;
    }
    if (request->kind == MESSAGE_ATTACH) {
        attach(at, request);
        return;
    }
    if (request->kind == REQUEST_MADE) {
        hall_made_before(at, request);
        return;
    }
    struct table_answer answer = judge(at, request, &draft);
    if (answer.verdict == TABLE_YES && request->kind == MESSAGE_REMATCH && !*request->message.table) {
        hall_rematch(at, request);
    } else if (answer.verdict == TABLE_YES) {
        if (draft.n == 0)
            hall_draft_entry(&draft);
        hall_append(at, &draft, request, changes_members(request->kind));
    } else if (answer.verdict == TABLE_REPEATED) {
        grant(request, false);
    } else {
        if (internal && strcmp(answer.code, "refused") == 0)
            hall_log(at->hall, "bug", at, answer.text); /* a bot that breaks the rules */
        hall_request_refuse(request, answer.code, *answer.rule || request->kind == MESSAGE_PLAY ? answer.rule : NULL,
                            answer.text);
    }
}

/* Closed by the operators: whoever comes or is here is turned away. */
static bool turned_away(struct hall_table *at)
{
    const char *why = hall_house_closed(at->hall->house, at->id);
    char text[HALL_WHY_SIZE];
    struct base_out out = base_out_cut(text, sizeof text);
    if (!why)
        return false;
    hall_why(&out, "This table is closed", why);
    refuse_all(at, "closed", text);
    for (struct hall_session *session = at->sessions, *next; session; session = next) {
        next = session->next;
        hall_session_hang_up(session, 4004, text);
    }
    free(at->turn);
    at->turn = NULL;
    return true;
}

void hall_stale(struct hall_table *at)
{
    at->stale = true;
    hall_work(at);
}

void hall_work(struct hall_table *at)
{
    while (at->hall->store && (at->state == HALL_READY || at->state == HALL_UNLOADED)) {
        if (turned_away(at))
            return;
        if (at->stale) {
            at->stale = false;
            forget(at);
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
        judge_next(at);
    }
}

/* ---------------------------------------------------------------------------------------------------------- storing */

static void create_done(struct hall_table *at, struct hall_request *request, bool stored)
{
    at->creates = false;
    at->state = stored ? HALL_READY : HALL_UNLOADED;
    at->loaded = stored;
    at->idle_ms = at->hall->steady_ms;
    hall_created(at, request, stored);
    if (stored) {
        hall_changed(at);
        hall_work(at); /* the same wish may have come twice */
        return;
    }
    refuse_all(at, "busy", "The store cannot be reached; send it again in a moment.");
    hall_table_free(at);
}

/* A wish was granted and is durable. */
static void stored(struct hall_table *at, struct hall_request *request)
{
    at->bots_after_ms = 0;
    hall_changed(at);
    if (request)
        grant(request, request->kind == MESSAGE_SIT);
    hall_keep_short(at);
    hall_work(at);
}

/* A table of that id is there already: made by the same wish before, or by chance. */
static void create_conflicts(struct hall_table *at, struct hall_request *request)
{
    at->creates = false;
    request->kind = REQUEST_MADE;
    forget(at);
    requeue(at, request);
    hall_work(at);
}

/* What was appended is durable, or is not. */
void hall_append_done(struct hall_table *at, enum store_status status)
{
    struct hall_request *request = at->current;
    if (at->doubt) {
        forget(at);
        hall_work(at);
        return;
    }
    at->current = NULL;
    if (at->creates && status == STORE_CONFLICT) {
        create_conflicts(at, request);
    } else if (at->creates) {
        create_done(at, request, status == STORE_DONE);
    } else if (status == STORE_DONE) {
        at->state = HALL_READY;
        stored(at, request);
    } else {
        forget(at);
        if (request && status == STORE_CONFLICT && request->tries++ < HALL_TRIES_MAX)
            requeue(at, request);
        else if (request)
            hall_request_refuse(request, "busy", NULL, "The store cannot be reached; send it again in a moment.");
        hall_work(at);
    }
}

/* ------------------------------------------------------------------------------------------------------------- time */

static void enqueue_own(struct hall_table *at, int kind, int seat)
{
    struct hall_request *request = calloc(1, sizeof *request);
    if (!request)
        return; /* the next tick tries again */
    request->kind = kind;
    request->seat = seat;
    hall_enqueue(at, request);
}

static void take_over(struct hall_table *at, int seat)
{
    at->hall->counts.bots_took_over++;
    enqueue_own(at, REQUEST_AWAY, seat);
}

/* Those who owe a decision and are not connected. */
static unsigned absent(const struct hall_table *at)
{
    int64_t grace_ms = (int64_t)table_options(at->table)->grace_s * 1000;
    unsigned owe = table_people(at->table), late = 0;
    for (int i = 0; grace_ms && owe >> i; i++) {
        int64_t owed_ms = at->hall->now_ms - table_seat(at->table, i)->asked_ms;
        if (owe >> i & 1 && owed_ms >= grace_ms && hall_gone_ms(at, i) >= grace_ms)
            late |= 1u << i;
    }
    return late;
}

/* Those for whom the others want a bot to play. */
static unsigned voted(const struct hall_table *at)
{
    unsigned people = table_people(at->table), voted = 0;
    for (int i = 0; people >> i; i++)
        if (people >> i & 1 && table_seat(at->table, i)->votes && table_voted(at->table, i, hall_here(at)) &&
            table_vote_ms(at->table, i, hall_gone_ms(at, i), at->hall->now_ms) == 0)
            voted |= 1u << i;
    return voted;
}

static void look_at_clocks(struct hall_table *at)
{
    unsigned late = absent(at) | voted(at);
    bool due = at->clock_ms && at->clock_ms <= at->hall->now_ms, dealing = table_dealing(at->table);
    if (due)
        late |= table_late(at->table, at->hall->now_ms);
    if (due && dealing)
        enqueue_own(at, REQUEST_DEAL, FF_NOBODY);
    for (int i = 0; late >> i; i++)
        if (late >> i & 1)
            take_over(at, i);
    if (late || (due && dealing))
        hall_work(at);
}

void hall_table_tick(struct hall_table *at)
{
    struct hall *hall = at->hall;
    if (is_idle(at) && at->idle_ms && at->idle_ms + HALL_IDLE_MS < hall->steady_ms) {
        hall_table_free(at);
        return;
    }
    if (turned_away(at))
        return;
    if (at->state == HALL_UNLOADED && (at->sessions || at->doubt || at->queue) && !hall->unusable)
        hall_work(at);
    if (at->state == HALL_READY && at->behind && !hall->unusable)
        hall_work(at);
    if (at->state != HALL_READY || !at->loaded)
        return;
    tell_watchers(at);
    if (at->here && at->said_ms + HALL_SAY_MS < hall->steady_ms)
        hall_say_here(at);
    hall_note_absence(at);
    hall_bots_tick(at);
    if (at->state == HALL_READY && !at->queue)
        look_at_clocks(at);
}

/* ------------------------------------------------------------------------------------------------------------ hooks */

static void changed(void *owner, const char *table, uint32_t number)
{
    struct hall_table *at = hall_find(owner, table);
    if (strcmp(table, HOUSE_ID) == 0)
        hall_orders(owner);
    if (at && number == STORE_GONE)
        hall_stale(at);
    else if (at)
        hall_told(at, number);
}

void hall_told(struct hall_table *at, uint32_t number)
{
    if (at->state == HALL_UNLOADED || (at->state != HALL_LOADING && table_number(at->table) >= number))
        return;        /* what is loaded later has it */
    at->behind = true; /* what is being loaded perhaps has not */
    hall_work(at);
}

static void lost(void *owner)
{
    struct hall *hall = owner;
    hall_orders(hall);
    for (int i = 0; i < HALL_SLOTS; i++)
        for (struct hall_table *at = hall->slots[i], *next; at; at = next) {
            next = at->next;
            hall_stale(at);
        }
}

static void usable(void *owner, bool is_usable, const char *why)
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
    return (struct store_hooks){.owner = hall, .changed = changed, .lost = lost, .heard = hall_heard, .usable = usable};
}
