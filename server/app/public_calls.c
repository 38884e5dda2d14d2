/* public_calls.c - calls that concern other players: claimed names, programs as players, blocks, reports; see
 * docs/authors/protocol.md. */
#include "app_internal.h"

#include "server/identity/name_skeleton.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------------------- names */

void call_put_skeleton(struct api_call *call, const char *name)
{
    struct base_out out = base_out_cut(call->more, sizeof call->more);
    name_put_skeleton(&out, name);
    call_put(call, store_text(call->more));
}

static void name_set(struct api_call *call)
{
    if (call->job.status == STORE_DONE)
        call_answer_guest(call);
    else
        call_answer_error(call, &app_error_name_taken);
}

void call_set_name(struct api_call *call, bool claims)
{
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->guest.name));
    call_put_skeleton(call, call->guest.name);
    call_put(call, store_number(claims));
    call_submit(call, STORE_PLAYER_NAME, name_set);
}

static void claim_checked(struct api_call *call)
{
    const struct store_value *column = call->job.rows_n ? call->job.row[0].column : NULL;
    call->token_made = false;
    if (column && (column[6].number || column[7].number))
        call_set_name(call, true);
    else
        call_refuse(call, "not-now", "A name can be claimed once you have a passkey or a recovery code.");
}

/* Returns whether the name looks like that of guests who have given none: nobody can claim it. */
static bool is_nobodys(const char *name)
{
    char theirs[TABLE_NAME_SIZE], skeleton[TABLE_NAME_SIZE];
    struct base_out out = base_out_cut(theirs, sizeof theirs), other = base_out_cut(skeleton, sizeof skeleton);
    name_put_skeleton(&out, APP_NOBODYS_NAME);
    name_put_skeleton(&other, name);
    return strcmp(theirs, skeleton) == 0;
}

static void claim_name(struct api_call *call)
{
    char text[4 * TABLE_NAME_SIZE];
    if (!call_input_text(call, "name", text, sizeof text))
        return;
    if (!table_name_read(text, strlen(text), call->guest.name)) {
        call_refuse(call, "bad-message", "A name has 1 to 24 characters, none of them invisible.");
    } else if (is_nobodys(call->guest.name)) {
        call_answer_error(call, &app_error_name_taken);
    } else {
        call_put(call, store_text(call->guest.guest));
        call_submit(call, STORE_PLAYER, claim_checked);
    }
}

void api_call_claim_name(struct api_call *call) { call_begin_as_player(call, claim_name); }

/* ----------------------------------------------------------------------------------------------------------- programs */

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
    call->code[0] = '\0'; /* the owner is no part of the answer */
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
    call_put_skeleton(call, call->guest.name);
    call_submit(call, STORE_BOT_ADD, bot_added);
}

void api_call_add_bot(struct api_call *call) { call_begin_as_player(call, add_bot); }

static void bot_deleted(struct api_call *call)
{
    if (call->job.status == STORE_DONE)
        call_revoke(call, call->code, NULL);
    call_answer_done(call);
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

/* -------------------------------------------------------------------------------------------------- blocks, reports */

/* Notes the guest of call->seat as call->more, which is no secret of the table; the id alone would be one. */
static void seat_found(struct api_call *call)
{
    const char *guest = call->job.heads_n ? call->job.heads[0].guest[call->seat] : "";
    if (!*guest || strcmp(guest, call->guest.guest) == 0) {
        call_refuse(call, "no-seat", "No other player has that seat.");
        return;
    }
    app_copy_text(call->more, sizeof call->more, guest);
    call->then(call);
}

/* Finds the player that the body names by `guest`, or by `table` and `seat`. */
static void find_other(struct api_call *call, void (*then)(struct api_call *call))
{
    int64_t seat;
    call->then = then;
    if (call_has_input(call, "guest")) {
        if (call_input_text(call, "guest", call->more, TABLE_ID_SIZE))
            then(call);
    } else if (call_input_text(call, "table", call->code, TABLE_ID_SIZE) &&
               call_input_number(call, "seat", 0, FF_PLAYERS_MAX - 1, &seat)) {
        call->seat = (int)seat;
        app_copy_text(call->table, sizeof call->table, call->code);
        call_submit(call, STORE_LIST_TABLE, seat_found);
    }
}

void session_receive_blocks(struct app *app, const char *guest)
{
    LIST_EACH (struct session, session, &app->sessions, link)
        session->has_blocks |= strcmp(session->guest, guest) == 0;
}

static void block_set(struct api_call *call)
{
    char text[80];
    struct base_out out = base_out_of(text, sizeof text);
    if (call->job.status == STORE_DONE) {
        base_printf(&out, "blocks %s", call->guest.guest);
        store_broadcast(call->app->store, text, out.length);
        session_receive_blocks(call->app, call->guest.guest);
    }
    call_answer_done(call);
}

static void block_other(struct api_call *call)
{
    char kind[8];
    if (!call_input_text(call, "kind", kind, sizeof kind))
        return;
    bool blocks = strcmp(kind, "block") == 0, ends = strcmp(kind, "none") == 0;
    if (!blocks && !ends && strcmp(kind, "mute") != 0) {
        call_refuse(call, "bad-message", "The member kind must be \"block\", \"mute\" or \"none\".");
        return;
    }
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->more));
    if (!ends) {
        call_put(call, store_number(blocks ? STORE_BLOCKED : STORE_MUTED));
        call_put(call, store_number(call->app->now_ms));
    }
    call_submit(call, ends ? STORE_BLOCK_DELETE : STORE_BLOCK_SET, ends ? call_answer_done : block_set);
}

static void find_blocked(struct api_call *call) { find_other(call, block_other); }

void api_call_block_player(struct api_call *call) { call_begin_as_player(call, find_blocked); }

/* Without a table the report is about somebody's name or page. */
static void add_report(struct api_call *call)
{
    bool has_table = call_has_input(call, "table");
    *call->code = '\0';
    if ((has_table && !call_input_text(call, "table", call->code, TABLE_ID_SIZE)) ||
        !call_input_text(call, "text", call->text, APP_REPORT_SIZE) ||
        (call_has_input(call, "entry") && !call_input_number(call, "entry", 0, INT32_MAX, &call->entry)))
        return;
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->more));
    call_put(call, store_text(call->code));
    call_put(call, store_text(call->text));
    call_put(call, store_number(call->entry));
    call_put(call, store_number(call->app->now_ms));
    call_submit(call, STORE_REPORT_ADD, call_answer_done);
}

static void find_reported(struct api_call *call) { find_other(call, add_report); }

void api_call_report_player(struct api_call *call) { call_begin_as_player(call, find_reported); }
