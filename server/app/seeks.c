/* seeks.c - stores the seeks of guests who want a game, and makes tables for them; see seek_matching.h and
 * docs/developers/players.md.
 *
 *     a message `seek` --check limits, blocks, rating--> a row in the store --poll by any process--> a group
 *        --one transaction makes the table and writes it to the rows--> the guests' processes see it and send `found`
 *
 * Every process with waiting guests reads all seeks once a second, and groups them in the same way. If two processes
 * make a table for the same guest, one of them gets a conflict, because the row already has a table. A row with a table
 * joins no other group, so each seek leads to one game only.
 *
 * A seek ends when its connection closes. If the whole process ends, nobody refreshes the row, so the seek expires. A
 * seek for a slow game lasts for a few days without a connection. A row with a table stays for some minutes: a guest
 * who lost the connection can send the same seek again, and learns which game was found. */
#include "app_internal.h"
#include "rated_games.h"
#include "seek_matching.h"

#include <stdlib.h>
#include <string.h>

enum {
    POLL_MS = 1000,         /* how often seeks are read while guests of this process wait */
    POLL_IDLE_MS = 5000,    /* how often seeks are read otherwise, because of seeks for slow games */
    POLL_SOON_MS = 200,     /* delay before seeks are read after a new one */
    REFRESH_MS = 10 * 1000, /* how often this process refreshes its seeks */
    LIVE_MS = 30 * 1000,    /* when seeks expire unless they are refreshed */
    EXPIRE_MS = 60 * 1000,  /* how often expired seeks are deleted */
    FOUND_MS = 10 * 60 * 1000,
    SLOW_DAYS = 3,
    DAY_MS = 24 * 3600 * 1000,
    TURN_S = 120,     /* seconds for a turn if the seek names none */
    SEEKS_MAX = 5000, /* maximum number of seeks read */
};

struct api_seek {
    struct seek seek;
    char terms[SEEK_TERMS_SIZE];
};

static int64_t own_process(const struct app *app) { return (int64_t)(app->process >> 1) | 1; }

/* ----------------------------------------------------------------------------------------------- the message `seek` */

static void end_seek(struct session *session)
{
    list_remove(&session->seeking);
    session->seek[0] = '\0';
}

/* Sends the guest's client the table that was found, or that the seek has ended without one. */
static void send_end(struct session *session, const char *table)
{
    struct base_out *out = session_begin_event(session, *table ? "found" : "withdrawn");
    base_json_string(out, "seek", session->seek);
    if (*table)
        base_json_string(out, "table", table);
    session_end_message(session);
    end_seek(session);
}

static void seek_granted(struct session *session, struct api_call *call)
{
    const struct seek *seek = &call->seek->seek;
    struct app *app = session->app;
    memcpy(session->seek, seek->id, sizeof session->seek);
    if (!list_is_linked(&session->seeking))
        list_add_last(&app->matchmaker.sessions, &session->seeking);
    app->matchmaker.due = true;
    struct base_out *out = session_begin_message(session, "seeking");
    base_json_string(out, "seek", seek->id);
    base_json_number(out, "waited_ms", app->now_ms > seek->made_ms ? app->now_ms - seek->made_ms : 0);
    if (seek->terms.rated)
        base_json_number(out, "points", seek->terms.points);
    session_end_message(session);
    if (*seek->table)
        send_end(session, seek->table);
}

static void seek_set(struct api_call *call)
{
    struct seek *seek = &call->seek->seek;
    if (!call->job.rows_n) {
        call_refuse(call, "bad-token", "This player does not exist any more.");
        return;
    }
    app_copy_text(seek->table, sizeof seek->table, call->job.row[0].column[0].text);
    seek->made_ms = call->job.row[0].column[1].number;
    call_answer_body(call);
}

static void set_seek(struct api_call *call)
{
    struct api_seek *wanted = call->seek;
    const struct app *app = call->app;
    bool slow = seek_is_slow(&wanted->seek.terms);
    struct base_out out = base_out_cut(wanted->terms, sizeof wanted->terms);
    seek_terms_put(&out, &wanted->seek.terms);
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(wanted->seek.id));
    call_put(call, store_number(slow ? 0 : own_process(app)));
    call_put(call, store_text(wanted->terms));
    call_put(call, store_number(app->now_ms));
    call_put(call, store_number(app->now_ms + (slow ? (int64_t)SLOW_DAYS * DAY_MS : LIVE_MS)));
    call_submit(call, STORE_SEEK_SET, seek_set);
}

static void rating_read(struct api_call *call)
{
    struct rating rating = rating_new();
    for (size_t i = 0; i < call->job.rows_n; i++)
        if (call->job.row[i].column[0].length)
            rating.skill = rating_from_bits(call->job.row[i].column[2].number);
    int points = rating_points(&rating);
    call->seek->seek.terms.points = points > 0 ? (uint32_t)points : 0;
    set_seek(call);
}

static void manners_read(struct api_call *call)
{
    char text[200];
    struct app_error error;
    if (!seating_rows_allow(&call->job, call->seek->seek.terms.rated, call->app->now_ms, &error, text)) {
        call_answer_error(call, &error);
        return;
    }
    if (!call->seek->seek.terms.rated) {
        set_seek(call);
        return;
    }
    call_put(call, store_text(call->guest.guest));
    for (int i = 1; i < STORE_SEATS; i++)
        call_put(call, store_text(""));
    call_put(call, store_number(call->seek->seek.terms.mode));
    call_put(call, store_text(""));
    call_put(call, store_number(call->app->now_ms));
    call_submit(call, STORE_RATINGS, rating_read);
}

static void own_tables_read(struct api_call *call)
{
    unsigned n = 0, most = call->app->config.limits.guest_tables;
    for (size_t i = 0; i < call->job.heads_n; i++)
        n += call->job.heads[i].phase != STORE_OVER && strcmp(call->job.heads[i].host, call->guest.guest) == 0;
    if (most && n >= most) {
        call_refuse(call, "limit", "You have too many tables that are not over; finish some first.");
        return;
    }
    call_put(call, store_text(call->guest.guest));
    for (int i = 0; i < STORE_SEATS + 1; i++)
        call_put(call, store_text(""));
    call_put(call, store_number(seating_abandoned_since_ms(call->app)));
    call_add_skeleton_value(call, call->seek->seek.terms.name);
    call_submit(call, STORE_SEATING_CHECK, manners_read);
}

static struct seek_terms terms_of(const struct session *session, const struct message *message)
{
    const struct table_options *options = &message->options;
    struct seek_terms terms = {.mode = options->mode,
                               .sizes = message->players ? message->players : 0x3c,
                               .bots = (uint8_t)message->bots,
                               .rated = options->rated,
                               .programs = options->programs,
                               .is_program = session->is_program,
                               .sealed = message->seal.given,
                               .turn_s = options->turn_s ? options->turn_s : TURN_S,
                               .range = message->range};
    memcpy(terms.seal, message->seal.byte, sizeof terms.seal);
    memcpy(terms.name, *message->name ? message->name : session->name, sizeof terms.name);
    return terms;
}

/* Returns whether the session may seek a game now. If not, refuses the message. */
static bool may_seek(struct session *session, const struct message *message)
{
    struct app *app = session->app;
    const char *closed = moderation_lobby_closed_reason(app->moderation);
    char text[APP_REASON_SIZE];
    struct base_out out = base_out_cut(text, sizeof text);
    bool is_new = strcmp(session->seek, message->id) != 0;
    if (closed) {
        moderation_put_reason(&out, "The lobby is closed", closed);
        session_refuse(session, message->id, &(struct app_error){"closed", text, NULL, 0});
        return false;
    }
    if (!is_new || address_take_token(session->address, ADDRESS_TABLES, app->steady_ms, &app->config.limits.tables))
        return true;
    session_refuse(session, message->id,
                   &(struct app_error){"limit", "Too many new tables from your address; wait a while.", NULL, 0});
    return false;
}

void session_handle_seek(struct session *session, const struct message *message)
{
    if (!may_seek(session, message))
        return;
    struct api_seek *wanted = calloc(1, sizeof *wanted);
    struct api_call *call = wanted ? call_new_for_session(session, seek_granted) : NULL;
    if (!call) {
        if (!wanted)
            session_refuse(session, message->id, &app_error_out_of_memory);
        free(wanted);
        return;
    }
    call->seek = wanted;
    wanted->seek.terms = terms_of(session, message);
    memcpy(wanted->seek.id, message->id, sizeof message->id);
    memcpy(call->guest.guest, session->guest, sizeof session->guest);
    if (call_begin(call, 1, APP_COST_CALL))
        call_submit(call, STORE_LIST_GUEST, own_tables_read);
}

/* Answers `withdraw`. A seek for which a game has just been found remains, and the message `found` follows. */
static void send_withdrawn(struct session *session, struct api_call *call)
{
    if (call->job.count || !*session->seek)
        end_seek(session);
    session_begin_message(session, "withdrawn");
    session_end_message(session);
}

void session_handle_withdraw(struct session *session)
{
    struct api_call *call = call_new_for_session(session, send_withdrawn);
    if (!call)
        return;
    memcpy(call->guest.guest, session->guest, sizeof session->guest);
    if (!call_begin(call, 1, APP_COST_CALL))
        return;
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(""));
    call_put(call, store_number(0));
    call_submit(call, STORE_SEEK_DELETE, call_answer_body);
}

/* ----------------------------------------------------------------------------------------------------- ending seeks */

/* A job that deletes a seek. Nothing waits for its result. */
struct seek_deletion {
    struct store_job job;
    struct app *app;
    struct store_value value[3];
    struct seek seek;
};

static void deletion_done(struct store_job *job)
{
    struct seek_deletion *deletion = job->owner;
    app_note_job_done(deletion->app, job);
    free(deletion);
}

/* Deletes a seek of this process whose guest has disconnected. If that fails, the next poll tries again. */
static void delete_seek(struct app *app, const struct seek *seek)
{
    struct seek_deletion *deletion = calloc(1, sizeof *deletion);
    if (!deletion)
        return;
    deletion->app = app;
    deletion->seek = *seek;
    deletion->value[0] = store_text(deletion->seek.guest);
    deletion->value[1] = store_text(deletion->seek.id);
    deletion->value[2] = store_number(own_process(app));
    deletion->job = (struct store_job){
        .op = STORE_SEEK_DELETE, .done = deletion_done, .owner = deletion, .values = deletion->value, .values_n = 3};
    app_submit(app, &deletion->job);
}

/* The next poll deletes the seek from the store, unless the guest has sent it again over another connection. */
void seek_end_with_session(struct session *session)
{
    session->app->matchmaker.due |= list_is_linked(&session->seeking);
    end_seek(session);
}

/* ---------------------------------------------------------------------------------------------------- making tables */

/* The seats of a new table: the group's members and then bots, in a random order. */
struct seating_plan {
    const struct seek_group *group;
    int member[FF_PLAYERS_MAX]; /* for each seat: index of a member of the group; larger indexes are bots */
};

static struct table_answer draft_seat(const struct table *table, const void *with, int i, struct base_out *out)
{
    const struct seating_plan *plan = with;
    const struct seek_group *group = plan->group;
    if (plan->member[i] >= group->n)
        return table_validate_add_bot(table, group->member[0]->guest, i, group->member[0]->terms.bots, out);
    const struct seek *seek = group->member[plan->member[i]];
    const struct seek_terms *terms = &seek->terms;
    if (terms->sealed)
        return table_validate_sealed_sit(table, seek->guest, terms->name, i, terms->seal, out);
    return table_validate_sit(table, seek->guest, terms->name, i, NULL, out);
}

static struct seating_plan plan_seats(struct app *app, const struct seek_group *group)
{
    struct seating_plan plan = {.group = group};
    uint8_t random[FF_PLAYERS_MAX];
    app->callbacks.random(app->callbacks.owner, random, sizeof random);
    for (int i = 0; i < group->seats; i++) { /* almost unbiased: 256 is nearly a multiple of each number of seats */
        int other = random[i] % (i + 1);
        plan.member[i] = plan.member[other];
        plan.member[other] = i;
    }
    return plan;
}

static struct table_options options_of(const struct seek_group *group)
{
    const struct seek_terms *terms = &group->member[0]->terms;
    struct table_options options = {.mode = terms->mode,
                                    .seats = (uint8_t)group->seats,
                                    .aid = true,
                                    .rated = terms->rated,
                                    .listed = true,
                                    .level = 3,
                                    .turn_s = terms->turn_s,
                                    .grace_s = seek_is_slow(terms) ? 0 : 60};
    for (int i = 0; i < group->n; i++)
        options.programs |= group->member[i]->terms.is_program;
    return options;
}

static int compare_members(const void *left, const void *right)
{
    const struct seek *const *a = left, *const *b = right;
    return strcmp((*a)->guest, (*b)->guest);
}

/* Creates the request for the group's table. Returns NULL if memory is exhausted. */
static struct table_request *new_request(const struct app *app, const struct seek_group *group)
{
    struct table_request *request = calloc(1, sizeof *request);
    struct store_seeks *seeks = calloc(1, sizeof *seeks);
    const struct seek *member[FF_PLAYERS_MAX];
    if (!request || !seeks) {
        free(request);
        free(seeks);
        return NULL;
    }
    memcpy(member, group->member, sizeof member);
    qsort(member, (size_t)group->n, sizeof *member, compare_members);
    for (int i = 0; i < group->n; i++) {
        memcpy(seeks->guest[i], member[i]->guest, TABLE_ID_SIZE);
        memcpy(seeks->id[i], member[i]->id, STORE_SEEK_ID_SIZE);
    }
    seeks->n = (size_t)group->n;
    seeks->expires_ms = app->now_ms + FOUND_MS;
    request->kind = REQUEST_MATCH;
    request->seeks = seeks;
    return request;
}

static void make_table(struct app *app, const struct seek_group *group)
{
    char id[TABLE_ID_SIZE];
    app_new_id(app, id);
    struct hosted_table *at = hosted_table_open(app, id);
    struct table_request *request = at ? new_request(app, group) : NULL;
    struct seating_plan plan = plan_seats(app, group);
    struct table_options options = options_of(group);
    struct table_outline outline = {
        .options = &options, .host = group->member[0]->guest, .before = "", .draft_seat = draft_seat, .with = &plan};
    struct log_draft *draft = log_draft_begin(app);
    struct table_answer answer = {.verdict = TABLE_NO, .text = "out of memory"};
    if (request)
        answer = table_draft_first_entries(at, &outline, draft);
    if (answer.verdict != TABLE_NO) {
        at->creates = true;
        log_append(at, draft, request, true);
        return;
    }
    app_log(app, "no-table", NULL, answer.text);
    if (request)
        request_free(request);
    if (at)
        hosted_table_free(at);
}

/* ---------------------------------------------------------------------------------------------------------- polling */

static void submit(struct matchmaker *matchmaker, enum store_op op, void (*done)(struct store_job *job), size_t n)
{
    matchmaker->busy = true;
    matchmaker->job =
        (struct store_job){.op = op, .done = done, .owner = matchmaker, .values = matchmaker->value, .values_n = n};
    app_submit(matchmaker->app, &matchmaker->job);
}

static void job_done(struct store_job *job)
{
    struct matchmaker *matchmaker = job->owner;
    matchmaker->busy = false;
    app_note_job_done(matchmaker->app, job);
}

/* Copies the rows of STORE_SEEK_BLOCKS, which are sorted. */
static struct seek_block *read_blocks(const struct store_job *job)
{
    struct seek_block *blocks = calloc(job->rows_n + 1, sizeof *blocks);
    for (size_t i = 0; blocks && i < job->rows_n; i++) {
        app_copy_text(blocks[i].guest, TABLE_ID_SIZE, job->row[i].column[0].text);
        app_copy_text(blocks[i].other, TABLE_ID_SIZE, job->row[i].column[1].text);
    }
    return blocks;
}

static void blocks_read(struct store_job *job)
{
    struct matchmaker *matchmaker = job->owner;
    struct app *app = matchmaker->app;
    size_t looks;
    job_done(job);
    if (job->status != STORE_DONE || app->stopping)
        return;
    struct seek_block *blocks = read_blocks(job);
    struct seek_group *groups = calloc(matchmaker->seeks_n + 1, sizeof *groups);
    struct seek_pool pool = {matchmaker->seeks, matchmaker->seeks_n, blocks, job->rows_n, app->now_ms};
    int n = blocks && groups ? seek_match_groups(&pool, groups, &looks) : 0;
    for (int i = 0; i < n; i++)
        make_table(app, &groups[i]);
    matchmaker->due |= n > 0;
    free(blocks);
    free(groups);
}

static bool take_row(struct seek *seek, const struct store_value *column)
{
    *seek = (struct seek){.process = column[2].number, .made_ms = column[4].number};
    app_copy_text(seek->guest, sizeof seek->guest, column[0].text);
    app_copy_text(seek->id, sizeof seek->id, column[1].text);
    app_copy_text(seek->table, sizeof seek->table, column[5].text);
    return seek_terms_read(&seek->terms, column[3].text, column[3].length);
}

static int compare_guests(const void *left, const void *right)
{
    const struct seek *const *a = left, *const *b = right;
    return strcmp((*a)->guest, (*b)->guest);
}

static struct seek **sort_by_guest(struct seek *seeks, size_t n)
{
    struct seek **by_guest = calloc(n + 1, sizeof *by_guest);
    for (size_t i = 0; by_guest && i < n; i++)
        by_guest[i] = &seeks[i];
    if (by_guest)
        qsort(by_guest, n, sizeof *by_guest, compare_guests);
    return by_guest;
}

/* Notifies this process's waiting guests whose seeks have ended, and marks the seeks that still have a waiting guest.
 * Sorting the seeks by guest keeps the cost at O(n log n). */
static void tell_sessions(struct matchmaker *matchmaker)
{
    size_t n = matchmaker->seeks_n;
    struct seek **by_guest = sort_by_guest(matchmaker->seeks, n);
    if (!by_guest)
        return;
    LIST_EACH (struct session, session, &matchmaker->sessions, seeking) {
        struct seek key = {0}, *wanted = &key;
        memcpy(key.guest, session->guest, sizeof key.guest);
        struct seek **found = bsearch(&wanted, by_guest, n, sizeof *by_guest, compare_guests);
        bool own = found && strcmp((*found)->id, session->seek) == 0;
        if (own)
            (*found)->awaited = true;
        if (!own || *(*found)->table)
            send_end(session, own ? (*found)->table : "");
    }
    free(by_guest);
}

/* Deletes the seeks of this process whose guests have disconnected. */
static void drop_abandoned_seeks(struct matchmaker *matchmaker)
{
    size_t kept = 0;
    for (size_t i = 0; i < matchmaker->seeks_n; i++) {
        const struct seek *seek = &matchmaker->seeks[i];
        bool abandoned = seek->process == own_process(matchmaker->app) && !*seek->table && !seek->awaited;
        if (abandoned)
            delete_seek(matchmaker->app, seek);
        else
            matchmaker->seeks[kept++] = *seek;
    }
    matchmaker->seeks_n = kept;
}

static unsigned count_waiting(const struct matchmaker *matchmaker)
{
    unsigned n = 0;
    for (size_t i = 0; i < matchmaker->seeks_n; i++)
        n += !*matchmaker->seeks[i].table;
    return n;
}

static void seeks_read(struct store_job *job)
{
    struct matchmaker *matchmaker = job->owner;
    struct app *app = matchmaker->app;
    job_done(job);
    if (job->status != STORE_DONE || app->stopping)
        return;
    free(matchmaker->seeks);
    matchmaker->seeks = calloc(job->rows_n + 1, sizeof *matchmaker->seeks);
    matchmaker->seeks_n = 0;
    for (size_t i = 0; matchmaker->seeks && i < job->rows_n; i++) {
        char why[APP_REASON_SIZE];
        struct base_out out = base_out_cut(why, sizeof why);
        struct seek *seek = &matchmaker->seeks[matchmaker->seeks_n];
        const struct store_value *column = job->row[i].column;
        matchmaker->seeks_n += take_row(seek, column) && !moderation_put_ban_reason(app, seek->guest, &out) &&
                               !moderation_put_ban_reason(app, column[6].text, &out);
    }
    if (!matchmaker->seeks)
        return;
    tell_sessions(matchmaker);
    drop_abandoned_seeks(matchmaker);
    app->counts.seeks = count_waiting(matchmaker);
    if (app->counts.seeks)
        submit(matchmaker, STORE_SEEK_BLOCKS, blocks_read, 0);
}

void seeks_tick(struct app *app)
{
    struct matchmaker *matchmaker = &app->matchmaker;
    bool waits = !list_is_empty(&matchmaker->sessions);
    int64_t now_ms = app->steady_ms;
    matchmaker->app = app;
    if (matchmaker->busy || app->unusable || app->stopping)
        return;
    if (waits && now_ms >= matchmaker->refreshed_ms + REFRESH_MS) {
        matchmaker->refreshed_ms = now_ms;
        matchmaker->value[0] = store_number(own_process(app));
        matchmaker->value[1] = store_number(app->now_ms + LIVE_MS);
        submit(matchmaker, STORE_SEEKS_REFRESH, job_done, 2);
    } else if (now_ms >= matchmaker->expired_ms + EXPIRE_MS) {
        matchmaker->expired_ms = now_ms;
        matchmaker->value[0] = store_number(app->now_ms);
        matchmaker->value[1] = store_number(app->now_ms + (int64_t)(SLOW_DAYS + 1) * DAY_MS);
        submit(matchmaker, STORE_SEEKS_EXPIRE, job_done, 2);
    } else if (now_ms >= matchmaker->polled_ms + (matchmaker->due ? POLL_SOON_MS : waits ? POLL_MS : POLL_IDLE_MS)) {
        matchmaker->polled_ms = now_ms;
        matchmaker->due = false;
        matchmaker->value[0] = store_number(app->now_ms);
        matchmaker->value[1] = store_number(SEEKS_MAX);
        submit(matchmaker, STORE_SEEKS, seeks_read, 2);
    }
}
