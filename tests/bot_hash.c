/* bot_hash.c - one line a bot and mode with a hash over every position of a game that it plays against itself. All
 * compilers, the sanitizers' build and the browser's module (tests/wasm.mjs --bots) must print the same lines: bots use
 * integers only, so they choose alike everywhere. */
#include "bots/ai/bot.h"
#include "bots/ai/net.h"
#include "bots/ai/public_history.h"
#include "edition.h"
#include "engine/base/builtin.h"

#include <inttypes.h>

enum { SEED = 5, PLAYERS = 3, PRINCE_ITERATIONS = 40 };

static struct ff_edition edition;
static struct net net;

static unsigned choose(const struct bot *bot, void *memory, const struct ff_game *game, const struct history *seen,
                       int seat, uint32_t iterations, uint64_t seed)
{
    struct ff_view view;
    struct bot_answer answer;
    ff_view_of(game, seat, &view);
    struct bot_task task = {&edition, &view, ff_legal(&edition, &view), seed, &net, seen};
    bot->begin(memory, &task);
    if (iterations)
        bot->think(memory, iterations);
    bot->answer(memory, &answer);
    return answer.option;
}

static void play(const struct bot *bot, uint32_t iterations, int mode, void *memory)
{
    struct ff_setup setup;
    struct ff_game game;
    struct history seen;
    uint64_t decisions = 0, hash = 0;
    ff_deal(&edition, PLAYERS, mode, SEED, &setup);
    history_begin(&seen, &edition, &setup, &game);
    for (; game.pub.owe; decisions++) {
        int seat = ff_lowest(game.pub.owe);
        unsigned option = choose(bot, memory, &game, &seen, seat, iterations, decisions);
        history_apply(&seen, &edition, &game, seat, ff_action_of(game.pub.stage, option));
        hash = (hash ^ ff_hash(&game)) * 0x100000001b3u;
    }
    printf("%s %" PRIu32 ", %s: %" PRIu64 " decisions, hash %016" PRIx64 "\n", bot->name, iterations,
           mode == FF_BASE ? "base" : "expert", decisions, hash);
}

int main(void)
{
    static const struct {
        const char *bot;
        uint32_t iterations;
    } players[] = {{"steward", 0}, {"apprentice", 0}, {"prince", PRINCE_ITERATIONS}};
    edition = default_edition();
    const char *fault = net_read(default_net_text, default_net_size, &net);
    if (fault) {
        fprintf(stderr, "weights/default.net: %s\n", fault);
        return 2;
    }
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        const struct bot *bot = bot_find(players[i].bot);
        void *memory = calloc(1, bot->memory_size);
        if (!memory)
            return 2;
        for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
            play(bot, players[i].iterations, mode, memory);
        free(memory);
    }
    return 0;
}
