/* table_list_calls.c - calls that list the guest's own tables and the public tables; see docs/authors/protocol.md. */
#include "app_internal.h"

#include <string.h>

static int seat_of(const struct store_head *head, const char *guest)
{
    for (int i = 0; i < STORE_SEATS; i++)
        if (*guest && strcmp(head->guest[i], guest) == 0)
            return i;
    return -1;
}

static void put_head(struct base_out *out, const struct store_head *head, const char *guest)
{
    static const char *const phases[] = {"open", "play", "over"};
    int seat = seat_of(head, guest);
    base_json_open(out, '{');
    base_json_string(out, "table", head->table);
    base_json_string(out, "phase", phases[head->phase % 3]);
    base_json_number(out, "number", head->number);
    base_json_number(out, "changed_ms", head->changed_ms);
    if (seat >= 0) {
        base_json_number(out, "seat", seat);
        base_json_flag(out, "owes", head->owe >> seat & 1);
    }
    base_put_char(out, ',');
    base_put(out, head->about);
    base_json_close(out, '}');
}

static void put_heads(struct api_call *call)
{
    for (size_t i = 0; i < call->job.heads_n; i++)
        if (!moderation_table_closed_reason(call->app->moderation, call->job.heads[i].table))
            put_head(&call->body, &call->job.heads[i], call->guest.guest);
}

static void finish_list(struct api_call *call)
{
    base_json_close(&call->body, ']');
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

static void listed_found(struct api_call *call)
{
    put_heads(call);
    finish_list(call);
}

static void list_listed(struct api_call *call)
{
    base_json_close(&call->body, ']');
    base_json_begin(&call->body, "listed", '[');
    if (moderation_lobby_closed_reason(call->app->moderation))
        finish_list(call);
    else
        call_submit(call, STORE_LIST_LISTED, listed_found);
}

static void yours_found(struct api_call *call)
{
    put_heads(call);
    list_listed(call);
}

static void list_yours(struct api_call *call)
{
    base_json_open(&call->body, '{');
    base_json_string(&call->body, "type", "tables");
    if (*call->ack)
        base_json_string(&call->body, "ack", call->ack);
    base_json_begin(&call->body, "yours", '[');
    if (*call->guest.guest)
        call_submit(call, STORE_LIST_GUEST, yours_found);
    else
        list_listed(call);
}

void api_call_list_tables(struct api_call *call)
{
    if (!call_begin(call, 1, APP_COST_CALL))
        return;
    if (call->tokens.n && !*call->guest.guest)
        call_find_guest(call, list_yours);
    else
        list_yours(call);
}

static void send_list(struct session *session, struct api_call *call)
{
    session_send(session, call->body.text, call->body.length);
}

void session_handle_list(struct session *session)
{
    struct api_call *call = call_new_for_session(session, send_list);
    if (!call)
        return;
    memcpy(call->guest.guest, session->guest, sizeof session->guest);
    memcpy(call->ack, session->ack, sizeof call->ack);
    api_call_list_tables(call);
}
