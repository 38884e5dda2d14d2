/* export_calls.c - GET /api/player/export: everything that the server stores about a player, as JSON; see
 * docs/hosts/security.md. It begins with the answer of GET /api/player, and each step adds a list. */
#include "app_internal.h"

#include <stdlib.h>
#include <string.h>

enum { EXPORT_MAX = 1 << 24 }; /* bytes; a table takes up about a thousand at most */

static void tables_found(struct api_call *call);

/* Reads the player's tables in pages, sorted by id. call->more is the last id that was read. */
static void read_tables(struct api_call *call)
{
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->more));
    call_put(call, store_number(STORE_LIST_MAX));
    call_submit(call, STORE_PLAYER_TABLES, tables_found);
}

static void put_table(struct base_out *out, const struct store_head *head, const char *guest)
{
    base_json_open(out, '{');
    base_json_string(out, "table", head->table);
    base_json_number(out, "changed_ms", head->changed_ms);
    base_json_number(out, "ended_ms", head->over_ms);
    for (int seat = 0; seat < STORE_SEATS; seat++)
        if (strcmp(head->guest[seat], guest) == 0)
            base_json_number(out, "seat", seat);
    base_put_char(out, ',');
    base_put(out, head->about);
    base_json_close(out, '}');
}

static void tables_found(struct api_call *call)
{
    size_t n = call->job.heads_n;
    for (size_t i = 0; i < n; i++)
        put_table(&call->body, &call->job.heads[i], call->guest.guest);
    if (n == STORE_LIST_MAX) {
        app_copy_text(call->more, sizeof call->more, call->job.heads[n - 1].table);
        app_charge_work(call->app, call->address, APP_COST_CALL);
        read_tables(call);
        return;
    }
    base_json_close(&call->body, ']');
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

static void plans_found(struct api_call *call)
{
    static const char *const keys[] = {"table", "round", "plan", NULL};
    call_put_rows(call, "plans", keys);
    base_json_begin(&call->body, "tables", '[');
    *call->more = '\0';
    read_tables(call);
}

static void results_found(struct api_call *call)
{
    static const char *const keys[] = {"deal", "table", "place", "parts", "coins", "rounds", NULL};
    call_put_rows(call, "results", keys);
    call_put(call, store_text(call->guest.guest));
    call_submit(call, STORE_PLAYER_PLANS, plans_found);
}

static void reports_found(struct api_call *call)
{
    static const char *const keys[] = {"table", "entry", "text", "made_ms", NULL};
    call_put_rows(call, "reports", keys);
    call_put(call, store_text(call->guest.guest));
    call_submit(call, STORE_PLAYER_RESULTS, results_found);
}

static void ratings_put(struct api_call *call)
{
    call_put(call, store_text(call->guest.guest));
    call_submit(call, STORE_PLAYER_REPORTS, reports_found);
}

void call_export_rest(struct api_call *call)
{
    base_json_begin(&call->body, "ratings", '{');
    call_put_ratings(call, ratings_put);
}

static void export_player(struct api_call *call)
{
    app_charge_work(call->app, call->address, APP_COST_RECORD);
    call->exports = true;
    call->body = base_out_growing(realloc, EXPORT_MAX);
    call_answer_account(call);
}

void api_call_export_player(struct api_call *call) { call_begin_as_player(call, export_player); }
