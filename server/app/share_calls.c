/* share_calls.c - public links to finished games: /g/SHARE; see docs/authors/protocol.md. A share has a random id of
 * its own, because a table's id gives access to the table and, through its log, to the rematch. A share is created when
 * a player asks for the link, so most games have none. */
#include "app_internal.h"

#include "engine/base/json.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------------- sharing */

static void share_added(struct api_call *call)
{
    if (!call->job.rows_n) {
        call_answer_error(call, &app_error_no_table);
        return;
    }
    base_json_open(&call->body, '{');
    base_json_string(&call->body, "share", call->job.row[0].column[0].text);
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

void call_answer_share_link(struct api_call *call)
{
    app_new_id(call->app, call->code);
    call_put(call, store_text(call->code));
    call_put(call, store_text(call->table));
    call_submit(call, STORE_SHARE_ADD, share_added);
}

void api_call_create_share(struct api_call *call)
{
    char table[TABLE_ID_SIZE];
    if (!call_input_text(call, "table", table, sizeof table))
        return;
    if (!table_id_is_valid(table, strlen(table))) {
        call_refuse(call, "bad-message", "The member table must be a table's id.");
        return;
    }
    memcpy(call->table, table, sizeof table);
    call->reads = API_READS_TO_SHARE;
    api_call_get_record(call);
}

/* ---------------------------------------------------------------------------------------------------------- reading */

/* Replaces the share in call->table with the id of its table. If there is no such share, answers with an error and
 * returns false. */
static bool find_table(struct api_call *call)
{
    if (call->job.rows_n) {
        app_copy_text(call->table, sizeof call->table, call->job.row[0].column[0].text);
        return true;
    }
    call_refuse(call, "no-table", "Nobody shares a game with this link.");
    return false;
}

/* Like find_table, but also answers with an error and returns false if the operators have closed the table. */
static bool find_open_table(struct api_call *call)
{
    if (!find_table(call))
        return false;
    bool closed = moderation_table_closed_reason(call->app->moderation, call->table);
    if (closed)
        call_refuse(call, "closed", "This table is closed.");
    return !closed;
}

static void shared_found(struct api_call *call)
{
    if (find_open_table(call))
        call_answer_record(call);
}

static void find_share(struct api_call *call, void (*next)(struct api_call *call))
{
    call_put(call, store_text(call->table));
    call_submit(call, STORE_SHARE_FIND, next);
}

void api_call_get_shared_record(struct api_call *call)
{
    call->reads = API_READS_SHARED;
    if (call_begin(call, APP_CALLS_RECORD, APP_COST_CALL))
        find_share(call, shared_found);
}

/* ------------------------------------------------------------------------------------------- title of a shared page */

/* Writes the players' names from a head's JSON, such as "Anna, Ben". */
static void put_names(struct base_out *out, const char *about)
{
    char object[STORE_ABOUT_SIZE + 2], name[TABLE_NAME_SIZE];
    struct base_out whole = base_out_of(object, sizeof object);
    struct base_json *json = malloc(sizeof *json);
    base_printf(&whole, "{%s}", about);
    const struct base_json_member *seats = NULL;
    if (json && base_json_read(json, object, whole.length) == BASE_JSON_OK)
        seats = base_json_find(json, "seats");
    struct base_json_cursor cursor = seats ? seats->value : (struct base_json_cursor){0};
    bool first = true;
    if (seats && base_json_take_open(&cursor, '['))
        while (base_json_more(&cursor) && base_json_take_open(&cursor, '{'))
            while (base_json_more(&cursor)) {
                struct base_json_text key, text;
                base_json_take_key(&cursor, &key);
                if (!base_json_text_is(&key, "name") || !base_json_take_text(&cursor, &text)) {
                    base_json_skip(&cursor);
                    continue;
                }
                base_json_text_copy(&text, name, sizeof name);
                base_put(out, first ? "" : ", ");
                base_put(out, name);
                first = false;
            }
    free(json);
}

static void title_found(struct api_call *call)
{
    if (call->job.heads_n)
        put_names(&call->body, call->job.heads[0].about);
    call_answer_body(call);
}

static void page_share_found(struct api_call *call)
{
    if (find_open_table(call))
        call_submit(call, STORE_LIST_TABLE, title_found);
}

void api_call_get_shared_names(struct api_call *call)
{
    if (call_begin(call, 1, APP_COST_CALL))
        find_share(call, page_share_found);
}
