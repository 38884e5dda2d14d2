/* rating_calls.c - calls that write a player's ratings and their history, for GET /api/ratings, the player's page and
 * the export; see app.h. There is one step for each mode. */
#include "app_internal.h"

#include "engine/text/names.h"
#include "server/app/rated_games.h"

enum { CURVE_MAX = 100 };

/* Writes one rating of the history, which a rated game led to. The table's id is shown only to the player. */
static struct rating put_course_row(struct base_out *out, const struct store_value *column, bool is_own)
{
    struct rating rating = {rating_from_bits(column[1].number), rating_from_bits(column[2].number),
                            (uint32_t)column[0].number};
    base_json_open(out, '{');
    base_json_number(out, "game", column[0].number);
    if (is_own)
        base_json_string(out, "table", column[3].text);
    base_json_number(out, "ended_ms", column[4].number);
    rating_put_members(out, &rating);
    base_json_close(out, '}');
    return rating;
}

static void put_mode(struct api_call *call, int mode)
{
    struct base_out *out = &call->body;
    struct rating rating = rating_new();
    base_json_begin(out, text_mode(mode), '{');
    base_json_begin(out, "course", '[');
    for (size_t i = call->job.rows_n; i-- > 0;)
        rating = put_course_row(out, call->job.row[i].column, call->is_own_page || call->exports);
    base_json_close(out, ']');
    base_json_number(out, "games", rating.games);
    rating_put_members(out, &rating);
    base_json_close(out, '}');
}

static void read_mode(struct api_call *call, int mode, void (*next)(struct api_call *call))
{
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_number(mode));
    call_put(call, store_number(call->exports ? INT32_MAX : CURVE_MAX));
    call_submit(call, STORE_RATING_CURVE, next);
}

static void expert_read(struct api_call *call)
{
    put_mode(call, FF_EXPERT);
    base_json_close(&call->body, '}');
    call->then(call);
}

static void base_read(struct api_call *call)
{
    put_mode(call, FF_BASE);
    read_mode(call, FF_EXPERT, expert_read);
}

void call_put_ratings(struct api_call *call, void (*then)(struct api_call *call))
{
    call->then = then;
    read_mode(call, FF_BASE, base_read);
}

static void read_ratings(struct api_call *call)
{
    call->is_own_page = true;
    base_json_open(&call->body, '{');
    call_put_ratings(call, call_answer_body);
}

void api_call_get_ratings(struct api_call *call)
{
    call->allows_programs = true;
    call_begin_as_player(call, read_ratings);
}
