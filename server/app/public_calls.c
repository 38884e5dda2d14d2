/* public_calls.c - calls that concern other players: claimed names, the player's page, programs as players, reports;
 * see docs/authors/protocol.md. */
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
        call_refuse(call, "not-allowed", "Another player has this name, or one that looks like it; choose another.");
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

static void claim_name(struct api_call *call)
{
    char text[4 * TABLE_NAME_SIZE];
    if (!call_input_text(call, "name", text, sizeof text))
        return;
    if (!table_name_read(text, strlen(text), call->guest.name)) {
        call_refuse(call, "bad-message", "A name has 1 to 24 characters, none of them invisible.");
        return;
    }
    call_put(call, store_text(call->guest.guest));
    call_submit(call, STORE_PLAYER, claim_checked);
}

void api_call_claim_name(struct api_call *call) { call_begin_as_player(call, claim_name); }

/* ------------------------------------------------------------------------------------------------------- player's page */

static void answer_done(struct api_call *call)
{
    if (call->job.status != STORE_DONE) {
        call_refuse(call, "not-now", "There is no such thing, or not any more, or you have too many.");
        return;
    }
    base_put(&call->body, "{}");
    call_answer_body(call);
}

static void set_profile(struct api_call *call)
{
    char shows[16];
    if (!call_input_text(call, "shows", shows, sizeof shows))
        return;
    if (strcmp(shows, "games") != 0 && strcmp(shows, "nothing") != 0) {
        call_refuse(call, "bad-message", "The member shows must be \"games\" or \"nothing\".");
        return;
    }
    struct base_out out = base_out_cut(call->more, sizeof call->more);
    base_printf(&out, "{\"shows\":\"%s\"}", shows);
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->more));
    call_submit(call, STORE_PLAYER_PROFILE, answer_done);
}

void api_call_set_profile(struct api_call *call) { call_begin_as_player(call, set_profile); }

/* A table's id is its key, so only listed tables are named. */
static void page_games_found(struct api_call *call)
{
    base_json_begin(&call->body, "games", '[');
    for (size_t i = 0; i < call->job.heads_n; i++) {
        const struct store_head *head = &call->job.heads[i];
        if (head->phase == STORE_OPEN || moderation_table_closed_reason(call->app->moderation, head->table))
            continue;
        base_json_open(&call->body, '{');
        base_json_string(&call->body, "phase", head->phase == STORE_OVER ? "over" : "play");
        if (head->listed)
            base_json_string(&call->body, "table", head->table);
        base_json_number(&call->body, "changed_ms", head->changed_ms);
        base_put_char(&call->body, ',');
        base_put(&call->body, head->about);
        base_json_close(&call->body, '}');
    }
    base_json_close(&call->body, ']');
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

static void page_found(struct api_call *call)
{
    if (!call_secret_found(call)) { /* the first column is the guest */
        call_refuse(call, "no-such-path", "Nobody has claimed this name.");
        return;
    }
    const struct store_value *column = call->job.row[0].column;
    bool shows = strstr(column[3].text, "\"shows\":\"games\"") != NULL;
    base_json_open(&call->body, '{');
    base_json_string(&call->body, "guest", column[0].text);
    base_json_string(&call->body, "name", column[1].text);
    base_json_string(&call->body, "kind", column[2].number == STORE_BOT ? "bot" : "person");
    base_json_string(&call->body, "shows", shows ? "games" : "nothing");
    if (shows) {
        call_submit(call, STORE_LIST_GUEST, page_games_found);
        return;
    }
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

void api_call_get_player_page(struct api_call *call)
{
    char name[4 * TABLE_NAME_SIZE];
    if (!call_begin(call, 1, APP_COST_CALL) || !call_input_text(call, "name", name, sizeof name))
        return;
    call_put_skeleton(call, name);
    call_submit(call, STORE_PLAYER_BY_NAME, page_found);
}

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

static void delete_bot(struct api_call *call)
{
    if (!call_input_text(call, "guest", call->code, TABLE_ID_SIZE))
        return;
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->code));
    call_submit(call, STORE_BOT_DELETE, answer_done);
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

/* The player's own sessions look at the blocks when they next attach. */
static void block_set(struct api_call *call)
{
    if (call->job.status == STORE_DONE)
        LIST_EACH (struct session, session, &call->app->sessions, link)
            session->has_blocks |= strcmp(session->guest, call->guest.guest) == 0;
    answer_done(call);
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
    call_submit(call, ends ? STORE_BLOCK_DELETE : STORE_BLOCK_SET, ends ? answer_done : block_set);
}

static void find_blocked(struct api_call *call) { find_other(call, block_other); }

void api_call_block_player(struct api_call *call) { call_begin_as_player(call, find_blocked); }

static void add_report(struct api_call *call)
{
    if (!call_input_text(call, "table", call->code, TABLE_ID_SIZE) ||
        !call_input_text(call, "text", call->report, sizeof call->report))
        return;
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->more));
    call_put(call, store_text(call->code));
    call_put(call, store_text(call->report));
    call_put(call, store_number(call->app->now_ms));
    call_submit(call, STORE_REPORT_ADD, answer_done);
}

static void find_reported(struct api_call *call) { find_other(call, add_report); }

void api_call_report_player(struct api_call *call) { call_begin_as_player(call, find_reported); }
