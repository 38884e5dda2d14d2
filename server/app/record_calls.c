/* record_calls.c - calls that read the record of a finished game; see docs/authors/protocol.md. */
#include "app_internal.h"

#include "engine/record/record.h"

static void answer_record(struct api_call *call)
{
    call->answers_record = true;
    call_answer_body(call);
}

static void record_found(struct api_call *call)
{
    struct table *table = call->job.entries_n ? table_new(call->table) : NULL;
    struct base_error error;
    if (call->job.status == STORE_DAMAGED)
        call_answer_error(call, &app_error_damaged);
    else if (!table)
        call_answer_error(call, &app_error_no_table);
    else if (!table_replay(table, call->job.entries, call->job.entries_n, &error))
        call_answer_error(call, &app_error_damaged);
    else if (table_phase(table) != TABLE_OVER)
        call_refuse(call, "not-now", "The game is not over; its record would reveal secrets.");
    else if (table_deal_is_secret(table, call->app->now_ms))
        call_refuse(call, "not-now", "Others may still play this deal; its record would reveal the cards.");
    else if (call->reads != API_READS_SHARED && !table_may_watch(table) &&
             table_seat_of(table, call->guest.guest) == FF_NOBODY)
        call_refuse(call, "not-allowed", "Only players of this game may see its record: show your token.");
    else if (call->reads == API_READS_TO_SHARE)
        call_answer_share_link(call);
    else if (!(call->reads == API_READS_SHARED ? table_shared_record : table_record)(table, &call->body))
        call_refuse(call, "too-long", "This game is too long for a record.");
    else
        answer_record(call);
    table_free(table);
}

/* Loads the table's log, and charges for the work, only if the game is over. */
static void phase_found(struct api_call *call)
{
    if (!call->job.heads_n) {
        call_answer_error(call, &app_error_no_table);
    } else if (call->job.heads[0].phase != STORE_OVER) {
        call_refuse(call, "not-now", "The game is not over; its record would reveal secrets.");
    } else {
        app_charge_work(call->app, call->address, APP_COST_RECORD);
        call_submit(call, STORE_LOAD, record_found);
    }
}

void call_answer_record(struct api_call *call) { call_submit(call, STORE_LIST_TABLE, phase_found); }

static void refuse_closed(struct api_call *call, const char *why)
{
    char text[APP_REASON_SIZE];
    struct base_out out = base_out_cut(text, sizeof text);
    moderation_put_reason(&out, "This table is closed", why);
    call_refuse(call, "closed", text);
}

void api_call_get_record(struct api_call *call)
{
    const char *closed = moderation_table_closed_reason(call->app->moderation, call->table);
    if (!call_begin(call, APP_CALLS_RECORD, APP_COST_CALL))
        return;
    if (closed)
        refuse_closed(call, closed);
    else if (call->tokens.n)
        call_find_guest(call, call_answer_record);
    else
        call_answer_record(call);
}
