/* rating_calls.c - GET /api/ratings: a player's own ratings and their history; see app.h. A call takes one step for
 * each mode. */
#include "app_internal.h"

#include "engine/text/names.h"
#include "server/app/rated_games.h"

enum { CURVE_MAX = 100 };

static void put_rating(struct base_out *out, const struct rating *rating)
{
    base_json_number(out, "points", rating_points(rating));
    base_json_number(out, "margin", rating_margin(rating));
    base_json_flag(out, "provisional", rating_is_provisional(rating));
}

/* One rating of the history: after the game at that table. */
static struct rating put_course_row(struct base_out *out, const struct store_value *column)
{
    struct rating rating = {rating_of_bits(column[1].number), rating_of_bits(column[2].number),
                            (uint32_t)column[0].number};
    base_json_open(out, '{');
    base_json_number(out, "game", column[0].number);
    base_json_string(out, "table", column[3].text);
    base_json_number(out, "ended_ms", column[4].number);
    put_rating(out, &rating);
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
        rating = put_course_row(out, call->job.row[i].column);
    base_json_close(out, ']');
    base_json_number(out, "games", rating.games);
    put_rating(out, &rating);
    base_json_close(out, '}');
}

static void read_mode(struct api_call *call, int mode, void (*next)(struct api_call *call))
{
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_number(mode));
    call_put(call, store_number(CURVE_MAX));
    call_submit(call, STORE_RATING_CURVE, next);
}

static void expert_read(struct api_call *call)
{
    put_mode(call, FF_EXPERT);
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

static void base_read(struct api_call *call)
{
    base_json_open(&call->body, '{');
    put_mode(call, FF_BASE);
    read_mode(call, FF_EXPERT, expert_read);
}

static void read_base(struct api_call *call) { read_mode(call, FF_BASE, base_read); }

void api_call_get_ratings(struct api_call *call) { call_begin_as_player(call, read_base); }
