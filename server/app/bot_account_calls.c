/* bot_account_calls.c - calls that add and delete bot accounts, which belong to a player; see docs/authors/protocol.md.
 */
#include "app_internal.h"

#include <string.h>

static void bot_device_added(struct api_call *call)
{
    if (call->job.status != STORE_DONE) {
        call_refuse(call, "busy", "Try again in a moment.");
        return;
    }
    call->shows_token = true;
    call_answer_guest(call);
}

static void bot_added(struct api_call *call)
{
    call->code[0] = '\0'; /* the owner's id must not be part of the answer */
    if (call->job.status == STORE_DONE)
        call_add_device(call, bot_device_added);
    else
        call_refuse(call, "limit", "You have five programs, or another player has this name; choose another.");
}

static void add_bot(struct api_call *call)
{
    char text[4 * TABLE_NAME_SIZE];
    if (!call_input_text(call, "name", text, sizeof text))
        return;
    app_copy_text(call->code, sizeof call->code, call->guest.guest);
    if (!table_name_read(text, strlen(text), call->guest.name)) {
        call_refuse(call, "bad-message", "A name has 1 to 24 characters, none of them invisible.");
        return;
    }
    app_new_id(call->app, call->guest.guest);
    call->guest.scopes = APP_SCOPE_PLAY | (call_input_flag(call, "chat") ? APP_SCOPE_CHAT : 0);
    app_copy_text(call->device, sizeof call->device, "Program");
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->guest.name));
    call_put(call, store_number(call->app->now_ms));
    call_put(call, store_text(call->code));
    call_add_skeleton_value(call, call->guest.name);
    call_submit(call, STORE_BOT_ADD, bot_added);
}

void api_call_add_bot(struct api_call *call) { call_begin_as_player(call, add_bot); }

static void bot_deleted(struct api_call *call)
{
    if (call->job.status == STORE_DONE)
        call_close_device_sessions(call, call->code, NULL);
    call_answer_if_done(call);
}

static void delete_bot(struct api_call *call)
{
    if (!call_input_text(call, "guest", call->code, TABLE_ID_SIZE))
        return;
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->code));
    call_submit(call, STORE_BOT_DELETE, bot_deleted);
}

void api_call_delete_bot(struct api_call *call) { call_begin_as_player(call, delete_bot); }
