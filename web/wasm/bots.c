/* bots.c - the bots and their network in the browser; see exports.h.
 *
 * A searching bot needs many megabytes, but only in the worker that runs it. So the module requests this memory from
 * the browser when a bot first needs it. The memory lies after the module's own data. */
#include "bots/ai/bot.h"
#include "bots/ai/calibration.h"
#include "bots/ai/levels.h"
#include "bots/ai/net.h"
#include "bots/arena/bot_budget.h"
#include "bots/coach/played_level.h"
#include "engine/base/json_write.h"
#include "engine/viewjson/viewjson.h"
#include "page.h"

#include <string.h>

enum { WASM_PAGE = 65536, BOT_NAME_MAX = 32 };

extern unsigned char __heap_base;

static struct {
    struct net net;
    bool net_read;
    uint8_t net_bytes[NET_FILE_SIZE];
    const struct bot *bot;
    struct bot_task task;
    struct features_opponents opponents;
} seat_of_bot;

/* ---------------------------------------------------------------------------------------------------------- network */

void *net_buffer(int size) { return size >= 0 && size <= NET_FILE_SIZE ? seat_of_bot.net_bytes : NULL; }

const struct net *wasm_loaded_net(void) { return seat_of_bot.net_read ? &seat_of_bot.net : NULL; }

int net_load(int size)
{
    size_t n = size < 0 || size > NET_FILE_SIZE ? 0 : (size_t)size;
    const char *fault = net_read(seat_of_bot.net_bytes, n, &seat_of_bot.net);
    seat_of_bot.net_read = !fault;
    return fault ? wasm_refuse_text(fault) : 0;
}

/* ----------------------------------------------------------------------------------------------------------- a view */

void *view(void) { return &page.view; }

int view_size(void) { return (int)sizeof page.view; }

void view_of(int seat)
{
    ff_view_of(&page.game, seat >= 0 && seat < page.game.pub.players ? seat : FF_NOBODY, &page.view);
}

void *public_history(void) { return &page.seen; }

int public_history_size(void) { return (int)sizeof page.seen; }

void public_history_clear(void) { memset(&page.seen, 0, sizeof page.seen); }

void public_history_observe(void) { history_observe(&page.seen, &page.game.pub); }

/* --------------------------------------------------------------------------------------------------------- thinking */

void *wasm_memory_at(size_t at, size_t size)
{
    uintptr_t from = (((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15) + at;
    uintptr_t have = (uintptr_t)__builtin_wasm_memory_size(0) * WASM_PAGE;
    uintptr_t want = from + size;
    if (want > have && __builtin_wasm_memory_grow(0, (want - have + WASM_PAGE - 1) / WASM_PAGE) == (size_t)-1)
        return NULL;
    return (void *)from;
}

/* Returns the memory for a bot; NULL if the browser gives no more. */
static void *memory_of(size_t size) { return wasm_memory_at(0, size); }

/* Returns the bot whose name is in the buffer; NULL if there is none. */
static const struct bot *named(int length)
{
    char name[BOT_NAME_MAX];
    struct base_out out = base_out_of(name, sizeof name);
    base_put_bytes(&out, page.buffer, wasm_clamp_length(length));
    return bot_find(name);
}

int bot_needs_net(int length)
{
    const struct bot *bot = named(length);
    return bot ? bot->uses_net : wasm_refuse_text("there is no such bot");
}

int bot_begin(int length, uint64_t seed)
{
    const struct bot *bot = named(length);
    if (!bot)
        return wasm_refuse_text("there is no such bot");
    if (!bot->begin)
        return wasm_refuse_text("this bot is in the other module");
    ff_options legal = ff_legal(&page.edition.values, &page.view);
    if (!legal)
        return wasm_refuse_text("this seat has nothing to decide");
    void *memory = memory_of(bot->memory_size);
    if (!memory)
        return wasm_refuse_text("there is not enough memory for this bot");
    if (bot->uses_net && !seat_of_bot.net_read)
        return wasm_refuse_text("this bot needs its network first");
    seat_of_bot.bot = bot;
    seat_of_bot.task = (struct bot_task){&page.edition.values, &page.view, legal, seed, &seat_of_bot.net, &page.seen};
    bot->begin(memory, &seat_of_bot.task);
    return (int)bot->iterations;
}

int bot_think(int iterations)
{
    const struct bot *bot = seat_of_bot.bot;
    struct arena_budget budget = {.iterations = (uint32_t)iterations};
    return bot && iterations > 0 && arena_think(bot, memory_of(bot->memory_size), &budget);
}

static struct bot_answer bot_answer(void)
{
    struct bot_answer answer;
    seat_of_bot.bot->answer(memory_of(seat_of_bot.bot->memory_size), &answer);
    return answer;
}

int bot_option(void) { return seat_of_bot.bot ? (int)bot_answer().option : -1; }

/* -------------------------------------------------------------------------------------------------------- answering */

static void put_chance(struct base_out *out, unsigned chance)
{
    base_json_key(out, "chance");
    base_json_value(out, chance);
}

static void put_option(struct base_out *out, const struct bot_answer *answer, unsigned option)
{
    base_json_open(out, '{');
    viewjson_put_action_members(out, ff_action_of(page.view.pub.stage, option));
    put_chance(out, answer->value[option]);
    base_json_number(out, "visits", answer->visits[option]);
    base_json_close(out, '}');
}

/* Writes chances in hundredths of a percent, which the page converts to shares. */
int bot_answer_json(void)
{
    struct base_out out = wasm_begin_answer();
    if (!seat_of_bot.bot)
        return wasm_refuse_text("no bot has begun");
    struct bot_answer answer = bot_answer();
    base_json_open(&out, '{');
    base_json_string(&out, "bot", seat_of_bot.bot->name);
    base_json_key(&out, "best");
    put_option(&out, &answer, answer.option);
    base_json_begin(&out, "options", '[');
    for (ff_options left = seat_of_bot.task.legal; left; left &= left - 1)
        put_option(&out, &answer, (unsigned)ff_option_nth(left, 0));
    base_json_close(&out, ']');
    base_json_key(&out, "chances");
    if (answer.has_chances) {
        base_json_open(&out, '[');
        for (int seat = 0; seat < page.view.pub.players; seat++)
            base_json_value(&out, answer.win[seat]);
        base_json_close(&out, ']');
    } else {
        base_json_null(&out);
    }
    base_json_close(&out, '}');
    return (int)out.length;
}

/* ---------------------------------------------------------------------------------------------------- without a bot */

/* Returns an error message if the network cannot evaluate the view, otherwise NULL. */
static const char *unjudged(void)
{
    if (!seat_of_bot.net_read)
        return "this needs the bots' network first";
    return page.view.own.seat < page.view.pub.players ? NULL : "a spectator's view tells too little";
}

static int by_seat_json(const int32_t *value)
{
    struct base_out out = wasm_begin_answer();
    base_json_open(&out, '[');
    for (int seat = 0; seat < page.view.pub.players; seat++)
        base_json_value(&out, value[seat]);
    base_json_close(&out, ']');
    return (int)out.length;
}

void opponents_set(unsigned levels)
{
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        seat_of_bot.opponents.level[seat] = features_strength_of_level((int)(levels >> 4 * seat & 15));
}

const struct features_opponents *wasm_opponents(void) { return &seat_of_bot.opponents; }

int chances_json(void)
{
    uint16_t chance[FF_PLAYERS_MAX];
    int32_t value[FF_PLAYERS_MAX];
    if (unjudged())
        return wasm_refuse_text(unjudged());
    calibration_chances(&seat_of_bot.net, &page.edition.values, &seat_of_bot.opponents, &page.view, chance);
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        value[seat] = chance[seat];
    return by_seat_json(value);
}

int levels_json(void)
{
    struct base_out out = wasm_begin_answer();
    base_json_open(&out, '[');
    for (int i = 0; i < BOT_LEVELS_MAX; i++) {
        base_json_open(&out, '{');
        base_json_string(&out, "bot", bot_levels[i].bot);
        base_json_number(&out, "iterations", bot_levels[i].iterations);
        base_json_number(&out, "ms", bot_levels[i].limit_ms);
        base_json_close(&out, '}');
    }
    base_json_close(&out, ']');
    return (int)out.length;
}

int played_level_json(int lost, int turns)
{
    struct base_out out = wasm_begin_answer();
    const struct coach_played_level played = coach_estimate_played_level(lost, turns);
    coach_played_level_json(&out, &played);
    return (int)out.length;
}
