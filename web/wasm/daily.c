/* daily.c - the deal of the day in the browser; see exports.h. */
#include "bots/coach/daily_deal.h"
#include "engine/base/json_write.h"
#include "engine/text/names.h"
#include "page.h"

int daily_json(int length)
{
    struct coach_daily_deal daily;
    if (!coach_daily_deal_of(page.buffer, wasm_clamp_length(length), &daily))
        return wasm_refuse_text("that is no date; one is written 2026-11-16");
    struct base_out out = wasm_begin_answer();
    base_json_open(&out, '{');
    base_json_string(&out, "date", daily.date);
    base_json_number(&out, "seed", (int64_t)daily.seed);
    base_json_string(&out, "mode", text_mode(daily.mode));
    base_json_number(&out, "seat", daily.seat);
    base_json_begin(&out, "levels", '[');
    for (int seat = 0; seat < daily.players; seat++)
        if (seat == daily.seat)
            base_json_null(&out);
        else
            base_json_value(&out, daily.level[seat]);
    base_json_close(&out, ']');
    base_json_number(&out, "iterations", COACH_DAILY_ITERATIONS);
    base_json_close(&out, '}');
    return (int)out.length;
}

int score_json(int seat)
{
    int players = page.game.pub.players;
    struct coach_score score = coach_score_of(&page.game.pub, seat >= 0 && seat < players ? seat : 0);
    struct base_out out = wasm_begin_answer();
    base_json_open(&out, '{');
    base_json_number(&out, "place", score.place);
    base_json_number(&out, "parts", score.parts);
    base_json_number(&out, "coins", score.coins);
    base_json_number(&out, "rounds", score.rounds);
    base_json_number(&out, "order", coach_score_sort_key(&score));
    base_json_close(&out, '}');
    return (int)out.length;
}
