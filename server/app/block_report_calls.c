/* block_report_calls.c - calls that block, mute or report another player; see docs/authors/protocol.md. */
#include "app_internal.h"

#include <string.h>

/* Copies the guest of the named seat to call->more. That id is not secret from the table's players, unlike the table's
 * id. */
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

/* Finds the other player, whom the body names by `guest`, or by `table` and `seat`. */
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

void session_note_blocks(struct app *app, const char *guest)
{
    LIST_EACH (struct session, session, &app->sessions, link)
        session->has_blocks |= strcmp(session->guest, guest) == 0;
}

static void block_set(struct api_call *call)
{
    if (call->job.status == STORE_DONE) {
        app_broadcast(call->app, "blocks %s", call->guest.guest);
        session_note_blocks(call->app, call->guest.guest);
    }
    call_answer_if_done(call);
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
    call_submit(call, ends ? STORE_BLOCK_DELETE : STORE_BLOCK_SET, ends ? call_answer_if_done : block_set);
}

static void find_blocked(struct api_call *call) { find_other(call, block_other); }

void api_call_block_player(struct api_call *call) { call_begin_as_player(call, find_blocked); }

/* Stores a report. If no table is given, it is about the player's name or page. */
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
    call_submit(call, STORE_REPORT_ADD, call_answer_if_done);
}

static void find_reported(struct api_call *call) { find_other(call, add_report); }

void api_call_report_player(struct api_call *call) { call_begin_as_player(call, find_reported); }
