/* api_call.c - starts, continues and answers calls: requests that need the store but no open table; see app.h.
 *
 * A call consists of steps. Each step submits one job to the store and names the function that continues when the job
 * is done. HTTP requests take such steps, and so do the messages of a session that need no table, such as hello, name
 * and tables. */
#include "app_internal.h"

#include <stdlib.h>
#include <string.h>

struct api_call *api_call_new(struct app *app, const char *address)
{
    struct api_call *call = calloc(1, sizeof *call);
    if (!call)
        return NULL;
    call->app = app;
    call->body = base_out_growing(realloc, APP_OUTPUT_MAX);
    call->address = app_find_address(app, address);
    if (call->address)
        return call;
    free(call);
    return NULL;
}

static void api_call_free(struct api_call *call)
{
    free(call->body.heap);
    free(call->input);
    free(call->passkey);
    free(call->seek);
    free(call);
}

void api_call_drop(struct api_call *call)
{
    assert(call->state != API_CALL_ANSWERED);
    call->answer = NULL;
    if (call->state == API_CALL_MADE)
        api_call_free(call);
}

static void answer(struct api_call *call, const struct app_error *error)
{
    assert(call->state != API_CALL_ANSWERED);
    call->state = API_CALL_ANSWERED;
    app_release_calls(call->app, call->address, call->calls);
    if (call->answer)
        call->answer(call, error);
    api_call_free(call);
}

void call_answer_error(struct api_call *call, const struct app_error *error)
{
    base_out_clear(&call->body);
    base_json_open(&call->body, '{');
    app_error_put(&call->body, error);
    base_json_close(&call->body, '}');
    answer(call, error);
}

void call_refuse(struct api_call *call, const char *code, const char *text)
{
    call_answer_error(call, &(struct app_error){code, text, NULL, 0});
}

void call_answer_body(struct api_call *call)
{
    if (base_out_whole(&call->body))
        answer(call, NULL);
    else
        call_refuse(call, "too-long", "The answer is too long, or out of memory.");
}

void call_answer_if_done(struct api_call *call)
{
    if (call->job.status != STORE_DONE) {
        call_refuse(call, "not-now", "There is no such thing, or not any more, or you have too many.");
        return;
    }
    base_put(&call->body, "{}");
    call_answer_body(call);
}

bool call_refuse_banned(struct api_call *call, const char *who)
{
    char text[APP_REASON_SIZE];
    struct base_out out = base_out_cut(text, sizeof text);
    bool banned = moderation_put_ban_reason(call->app, who, &out);
    if (banned)
        call_refuse(call, "banned", text);
    return banned;
}

bool call_refuse_banned_guest(struct api_call *call)
{
    return call_refuse_banned(call, call->guest.guest) || call_refuse_banned(call, call->guest.owner);
}

bool call_begin(struct api_call *call, uint8_t calls, uint32_t units)
{
    assert(call->state == API_CALL_MADE);
    call->state = API_CALL_UNDER_WAY;
    call->calls = calls;
    app_hold_calls(call->address, calls);
    app_charge_work(call->app, call->address, units);
    return !call_refuse_banned(call, call->address->text);
}

static void call_job_done(struct store_job *job)
{
    struct api_call *call = job->owner;
    app_note_job_done(call->app, job);
    if (job->status == STORE_FAILED || job->status == STORE_UNKNOWN)
        call_answer_error(call, &app_error_store_away);
    else
        call->next(call);
}

void call_submit(struct api_call *call, enum store_op op, void (*next)(struct api_call *call))
{
    assert(call->state == API_CALL_UNDER_WAY);
    if (call->app->stopping) {
        call_answer_error(call, &app_error_stopping);
        return;
    }
    call->next = next;
    call->job = (struct store_job){.op = op, .done = call_job_done, .owner = call, .guest = &call->guest};
    memcpy(call->job.table, call->table, sizeof call->table);
    call->job.values = call->value;
    call->job.values_n = call->values_n;
    call->values_n = 0;
    app_submit(call->app, &call->job);
}

void call_put(struct api_call *call, struct store_value value)
{
    assert(call->values_n < STORE_COLUMNS_MAX);
    call->value[call->values_n++] = value;
}

/* ----------------------------------------------------------------------------------------------- calls for sessions */

/* Answers the message of the session for which the call was made. */
static void session_call_answered(struct api_call *call, const struct app_error *error)
{
    struct session *session = call->owner;
    session->call = NULL;
    if (error)
        session_refuse(session, session->ack, error);
    else
        call->send_answer(session, call);
    session_finish_message(session);
}

struct api_call *call_new_for_session(struct session *session,
                                      void (*send_answer)(struct session *session, struct api_call *call))
{
    struct api_call *call = api_call_new(session->app, session->address->text);
    if (!call) {
        session_refuse(session, session->ack, &app_error_out_of_memory);
        return NULL;
    }
    call->answer = session_call_answered;
    call->send_answer = send_answer;
    call->owner = session;
    session_await_call(session, call);
    return call;
}
