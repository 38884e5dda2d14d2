/* bot_turns.c - bots' turns: who must think, and when the answer is told; see app_internal.h.
 *
 * A table lets one bot think at a time. The answer is a wish like any other, judged when it comes. It is told at a
 * beat of a slow clock that starts with the question, so that people can follow: at the first one for a bot that does
 * not think, else at the first one by which any turn is thought out. So how long it thought, which follows from its
 * hand (whether it can build, for one), tells nothing (R10.2a). Of several processes the one that wrote the last entry
 * sees to the bots; another steps in after a while. */
#include "app_internal.h"

#include "bots/ai/levels.h"

#include <stdlib.h>
#include <string.h>

/* A game of bots alone goes on while somebody watches. */
static bool has_audience(const struct hosted_table *at) { return at->sessions || table_has_guest(at->table); }

static void observe_state(void *seen, const struct ff_public *pub) { history_observe(seen, pub); }

void bot_turn_start(struct hosted_table *at)
{
    struct app *app = at->app;
    unsigned bots = at->state == HOSTED_READY ? table_bots_to_act(at->table) : 0;
    if (!bots || at->thinking || at->turn || app->stopping || at->bots_after_ms > app->steady_ms || !has_audience(at))
        return;
    struct bot_turn *turn = calloc(1, sizeof *turn);
    if (!turn)
        return; /* the next tick tries again */
    int seat = ff_lowest(bots);
    *turn = (struct bot_turn){
        .number = table_number(at->table),
        .seat = seat,
        .level = table_bot_level(at->table, seat),
        .seed = table_bot_seed(at->table, seat),
        .edition = *table_edition(at->table),
        .game = *table_game(at->table),
        .asked_ms = app->steady_ms,
    };
    memcpy(turn->table, at->id, sizeof turn->table);
    table_replay_game(at->table, observe_state, &turn->seen);
    at->thinking = true;
    app->counts.thinking++;
    app->callbacks.think(app->callbacks.owner, turn);
}

/* Makes a wish of the answer. */
static void enqueue_bot_play(struct hosted_table *at)
{
    struct bot_turn *turn = at->turn;
    struct table_request *request = calloc(1, sizeof *request);
    if (!request)
        return; /* the next tick tries again */
    at->turn = NULL;
    request->kind = REQUEST_BOT;
    request->seat = turn->seat;
    request->message.number = turn->number;
    request->message.text_n = strlen(turn->actions);
    memcpy(request->message.text, turn->actions, request->message.text_n + 1);
    free(turn);
    at->app->counts.bot_plays++;
    hosted_table_enqueue(at, request);
    hosted_table_process_requests(at);
}

/* The first beat of the pace at or after now. */
static int64_t next_pace_ms(int64_t asked_ms, int64_t now_ms, int64_t pace_ms)
{
    if (pace_ms <= 0 || now_ms < asked_ms)
        return now_ms;
    int64_t beats = (now_ms - asked_ms + pace_ms - 1) / pace_ms;
    return asked_ms + (beats ? beats : 1) * pace_ms;
}

/* The longest that a level thinks about a turn: it plans the whole turn at its first decision. */
static int64_t thinking_limit_ms(int level)
{
    const struct bot_level *is = &bot_levels[level - 1];
    return is->iterations ? is->limit_ms : 0;
}

void app_bot_played(struct app *app, struct bot_turn *turn)
{
    struct hosted_table *at = hosted_table_find(app, turn->table);
    app->counts.thinking--;
    at->thinking = false; /* a table that thinks is not let go */
    if (!*turn->actions || app->stopping) {
        free(turn);
        return;
    }
    at->turn = turn;
    int64_t thought_ms = turn->asked_ms + thinking_limit_ms(turn->level);
    if (thought_ms < app->steady_ms || app->config.bot_pace_ms <= 0)
        thought_ms = app->steady_ms;
    at->tell_ms = next_pace_ms(turn->asked_ms, thought_ms, app->config.bot_pace_ms);
    if (app->steady_ms >= at->tell_ms)
        enqueue_bot_play(at);
}

void bot_turn_tick(struct hosted_table *at)
{
    if (at->turn && at->app->steady_ms >= at->tell_ms)
        enqueue_bot_play(at);
    else
        bot_turn_start(at);
}
