/* bot_turns.c - decides which bot must think, and when its turn is played; see app_internal.h.
 *
 * At each table, one bot thinks at a time. Its answer is a request like any other, so it is validated when it arrives.
 * To let people follow the game, turns are played only at the ticks of a slow clock that starts with the request for
 * the turn. For bot levels that plan, it is the first tick after the level's time limit, and for the others the very
 * first tick. So the delay does not reveal how long the bot thought, which would be a hint about its hand (R10.2a). If
 * there are several processes, the one that wrote the last entry runs the table's bots. If it does not, another process
 * does so after a delay. */
#include "app_internal.h"

#include "bots/ai/levels.h"

#include <stdlib.h>
#include <string.h>

/* Returns whether bots should play now. A game without any guests pauses while nobody watches. */
static bool has_audience(const struct hosted_table *at)
{
    return !list_is_empty(&at->attendances) || table_has_guest(at->table);
}

static void observe_state(void *seen, const struct ff_public *pub) { history_observe(seen, pub); }

void bot_turn_start(struct hosted_table *at)
{
    struct app *app = at->app;
    unsigned bots = at->state == HOSTED_READY ? table_bots_to_act(at->table) : 0;
    if (bots)
        bots &= ~planned_turn_playable_seats(at);
    if (!bots || at->thinking || at->turn || app->stopping || at->bots_after_ms > app->steady_ms || !has_audience(at))
        return;
    struct bot_turn *turn = calloc(1, sizeof *turn);
    if (!turn)
        return; /* the next tick tries again */
    int seat = ff_lowest(bots);
    *turn = (struct bot_turn){
        .number = table_last_number(at->table),
        .seat = seat,
        .level = table_bot_level(at->table, seat),
        .seed = table_bot_seed(at->table, seat),
        .untimed = *table_shared_deal(at->table) != '\0',
        .edition = *table_edition(at->table),
        .asked_ms = app->steady_ms,
    };
    memcpy(turn->table, at->id, sizeof turn->table);
    table_replay_game(at->table, seat, &turn->game, observe_state, &turn->seen);
    at->thinking = true;
    app->counts.thinking++;
    app->callbacks.think(app->callbacks.owner, turn);
}

/* Queues the bot's answer as a request to play it. */
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

/* Returns the first tick at or after now_ms of a clock that starts at asked_ms. */
static int64_t next_pace_ms(int64_t asked_ms, int64_t now_ms, int64_t pace_ms)
{
    if (pace_ms <= 0 || now_ms < asked_ms)
        return now_ms;
    int64_t beats = (now_ms - asked_ms + pace_ms - 1) / pace_ms;
    return asked_ms + (beats ? beats : 1) * pace_ms;
}

/* Returns the maximum time that a bot of this level thinks about a turn. It plans the whole turn at the first
 * decision. */
static int64_t thinking_limit_ms(int level)
{
    const struct bot_level *is = &bot_levels[level - 1];
    return is->iterations ? is->limit_ms : 0;
}

void app_take_bot_turn(struct app *app, struct bot_turn *turn)
{
    struct hosted_table *at = hosted_table_find(app, turn->table);
    app->counts.thinking--;
    at->thinking = false; /* the table still exists, because it is not freed while its bot thinks */
    if (!*turn->actions || app->stopping) {
        free(turn);
        return;
    }
    at->turn = turn;
    int64_t thought_ms = turn->asked_ms + thinking_limit_ms(turn->level);
    if (thought_ms < app->steady_ms || app->config.bot_pace_ms <= 0)
        thought_ms = app->steady_ms;
    at->show_turn_ms = next_pace_ms(turn->asked_ms, thought_ms, app->config.bot_pace_ms);
    if (app->steady_ms >= at->show_turn_ms)
        enqueue_bot_play(at);
}

void bot_turn_tick(struct hosted_table *at)
{
    if (at->turn && at->app->steady_ms >= at->show_turn_ms)
        enqueue_bot_play(at);
    else
        bot_turn_start(at);
}
