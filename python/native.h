/* native.h - the C functions that the Python package adds to the engine. They combine several steps into one call, so
 * that one step in Python is one call of C, and copy data for which C only takes pointers. */
#include "bots/ai/bot.h"
#include "bots/ai/levels.h"
#include "bots/ai/net_read.h"
#include "bots/ai/public_history.h"
#include "bots/batch/batch.h"
#include "bots/batch/library.h"
#include "engine/record/record.h"
#include "engine/text/edition.h"
#include "engine/text/names.h"
#include "engine/text/notation.h"
#include "engine/text/position.h"
#include "engine/text/view_read.h"

#include <stdlib.h>
#include <string.h>

/* cffi normally lets other Python threads run during each call. These macros prevent that, so that two threads can
 * never be inside one state, which could break it. The few calls that may take long let other threads run. For them,
 * Python code makes sure that no other thread uses what they write (game.py: OneThread). */
#undef Py_BEGIN_ALLOW_THREADS
#undef Py_END_ALLOW_THREADS
#define Py_BEGIN_ALLOW_THREADS {
#define Py_END_ALLOW_THREADS }

/* A game, its public history (NULL if not kept), and room for its legal actions. */
struct native_state {
    struct ff_game game;
    struct history *seen;
    uint16_t numbers[BATCH_OPTIONS_MAX];
};

static int native_acting_seat(const struct native_state *state)
{
    return state->game.pub.owe ? ff_lowest(state->game.pub.owe) : -1;
}

/* Returns `seat`; if it is -1, the lowest seat that must decide, or 0 if the game is over. */
static int native_seat_or_acting(const struct ff_game *game, int seat)
{
    return seat >= 0 ? seat : game->pub.owe ? ff_lowest(game->pub.owe) : 0;
}

/* Lists the legal actions of a seat; -1 means the lowest seat that must decide. */
static int native_legal_actions(struct native_state *state, int seat)
{
    const struct ff_game *game = &state->game;
    seat = native_seat_or_acting(game, seat);
    return batch_action_numbers(game->pub.stage, ff_game_options(game, seat), state->numbers);
}

static int native_apply(const struct ff_edition *edition, struct native_state *state, int seat, unsigned number)
{
    seat = native_seat_or_acting(&state->game, seat);
    return state->seen ? history_apply(state->seen, edition, &state->game, seat, batch_action(number))
                       : ff_apply(edition, &state->game, seat, batch_action(number));
}

static void native_mask(const struct native_state *state, uint8_t *mask)
{
    const struct ff_game *game = &state->game;
    batch_put_mask(game->pub.stage, ff_game_options(game, native_seat_or_acting(game, -1)), mask);
}

/* Gives each seat's share of the win; all shares are 0 during the game and if nobody wins (R9.3). */
static void native_returns(const struct native_state *state, double *returns)
{
    struct ff_result result;
    ff_result(&state->game.pub, &result);
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        returns[seat] = result.over && result.winners >> seat & 1 ? 1.0 / ff_popcount(result.winners) : 0;
}

/* Asks a bot for its choice. The bot's memory must be zeroed before each game. */
static unsigned native_choose(const struct bot *bot, void *memory, const struct bot_task *task, uint32_t iterations)
{
    PyThreadState *thread = PyEval_SaveThread();
    unsigned option = bot_choose(bot, memory, task, iterations);
    PyEval_RestoreThread(thread);
    return batch_action_number(ff_action_of(task->view->pub.stage, option));
}

/* Does the same as native_choose, and also gives each action's share of the search and the chance to win after it. */
static unsigned native_think(const struct bot *bot, void *memory, const struct bot_task *task, uint32_t iterations,
                             struct bot_answer *answer)
{
    PyThreadState *thread = PyEval_SaveThread();
    memset(answer, 0, sizeof *answer);
    bot->begin(memory, task);
    iterations = iterations ? iterations : bot->iterations;
    if (iterations)
        bot->think(memory, iterations);
    bot->answer(memory, answer);
    PyEval_RestoreThread(thread);
    return batch_action_number(ff_action_of(task->view->pub.stage, answer->option));
}

static void *native_alloc(size_t size)
{
    void *block = aligned_alloc(64, (size + 63) & ~(size_t)63);
    if (block)
        memset(block, 0, (size + 63) & ~(size_t)63);
    return block;
}

/* Replays a finished game and writes its record to *out. Returns 0, or the refusal of an illegal decision. */
static int native_write_record(struct base_out *out, const struct ff_edition *edition, const struct ff_setup *setup,
                               const struct record_about *about, const struct record_decision *decision, size_t n)
{
    struct record_writer writer;
    struct ff_game game;
    struct ff_event event;
    if (ff_prepare(edition, setup, &game) != FF_SETUP_OK)
        return FF_REFUSED_OTHER_STAGE;
    record_begin(&writer, out, edition, setup, about);
    for (size_t i = 0;; i++) {
        while (ff_follow(edition, &game, &event))
            record_event(&writer, &game, &event);
        if (i == n)
            return game.pub.owe ? FF_REFUSED_NOT_YOUR_TURN : FF_OK;
        enum ff_refusal refusal = ff_play(edition, &game, decision[i].seat, decision[i].action, &event);
        if (refusal != FF_OK)
            return (int)refusal;
        record_event(&writer, &game, &event);
    }
}

static struct batch *native_batch_init(void *block, const struct batch_config *config, const uint64_t *seeds)
{
    PyThreadState *thread = PyEval_SaveThread();
    struct batch *batch = batch_init(block, config, seeds);
    PyEval_RestoreThread(thread);
    return batch;
}

static int64_t native_batch_step(struct batch *batch, uint32_t first, uint32_t end, const uint16_t *actions,
                                 const uint64_t *seeds)
{
    PyThreadState *thread = PyEval_SaveThread();
    int64_t illegal = batch_step(batch, first, end, actions, seeds);
    PyEval_RestoreThread(thread);
    return illegal;
}

/* Evaluates the view of each game's acting seat. Gives config.players chances for each game. */
static void native_evaluate(const struct net *net, const struct batch *batch, uint16_t *chances)
{
    const size_t players = (size_t)batch->config.players;
    PyThreadState *thread = PyEval_SaveThread();
    for (uint32_t i = 0; i < batch->config.n; i++) {
        struct ff_view view;
        uint16_t chance[FF_PLAYERS_MAX];
        ff_view_of(&batch->game[i], ff_lowest(batch->game[i].pub.owe), &view); /* callers may write batch->seat */
        net_evaluate(net, batch->config.edition, &view, chance);
        memcpy(chances + i * players, chance, players * sizeof *chance);
    }
    PyEval_RestoreThread(thread);
}

/* Plays random steps of all games, for comparing the speed of the same loop in Python. */
static void native_random_steps(struct batch *batch, int steps, struct ff_rng *rng, uint16_t *actions, uint64_t *seeds)
{
    for (int i = 0; i < steps; i++) {
        batch_random_actions(batch, rng, actions);
        batch_step(batch, 0, batch->config.n, actions, seeds);
        for (uint32_t row = 0; row < batch->config.n; row++)
            seeds[row] += batch->done[row] * (uint64_t)batch->config.n;
    }
}

static struct base_out native_growing_text(void) { return base_out_growing(realloc, (size_t)1 << 26); }
