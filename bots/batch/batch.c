/* batch.c - steps many games at once; see batch.h. */
#include "bots/batch/batch.h"

#include "bots/ai/public_history.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------------------------- block */

static size_t rounded(size_t size) { return (size + 63) & ~(size_t)63; }

static bool is_valid(const struct batch_config *config)
{
    if (config->n == 0 || config->players < FF_PLAYERS_MIN || config->players > FF_PLAYERS_MAX ||
        (config->mode != FF_BASE && config->mode != FF_EXPERT))
        return false;
    int bots_n = 0;
    for (int seat = 0; seat < config->players; seat++) {
        bots_n += config->bot[seat] != NULL;
        if (config->bot[seat] && config->bot[seat]->uses_net && !config->net)
            return false;
    }
    return bots_n < config->players;
}

/* Takes the next `size` bytes of the block, or only counts them if there is no block. */
static void *take_block(uint8_t *block, size_t *used, size_t size)
{
    void *at = block ? block + *used : NULL;
    *used += rounded(size);
    return at;
}

/* Places the arrays in the block and returns their total size in bytes. Without a block, only computes the size. */
static size_t lay_out(struct batch *batch, uint8_t *block, const struct batch_config *config)
{
    const size_t n = config->n;
    size_t used = rounded(sizeof *batch);
    batch->config = *config;
    batch->memory_size = 0;
    bool has_bots = false;
    for (int seat = 0; seat < config->players; seat++) {
        has_bots |= config->bot[seat] != NULL;
        batch->memory_size += config->bot[seat] ? rounded(config->bot[seat]->memory_size) : 0;
    }
    batch->game = take_block(block, &used, n * sizeof *batch->game);
    batch->options = take_block(block, &used, n * sizeof *batch->options);
    batch->seat = take_block(block, &used, n);
    batch->done = take_block(block, &used, n);
    batch->reward = take_block(block, &used, n * (size_t)config->players * sizeof *batch->reward);
    batch->mask = take_block(block, &used, n * BATCH_ACTIONS);
    batch->tensor = config->with & BATCH_WITH_TENSOR ? take_block(block, &used, n * BATCH_TENSOR) : NULL;
    batch->features = config->with & BATCH_WITH_FEATURES
                          ? take_block(block, &used, n * BATCH_FEATURES_MAX * sizeof *batch->features)
                          : NULL;
    batch->memory = take_block(block, &used, n * batch->memory_size);
    batch->seen = has_bots ? take_block(block, &used, n * sizeof *batch->seen) : NULL;
    return used;
}

size_t batch_size(const struct batch_config *config)
{
    struct batch batch;
    return is_valid(config) ? lay_out(&batch, NULL, config) : 0;
}

/* ----------------------------------------------------------------------------------------------------------- play */

static void deal(struct batch *batch, uint32_t i, uint64_t seed)
{
    struct ff_setup setup;
    ff_deal(batch->config.edition, batch->config.players, batch->config.mode, seed, &setup);
    if (batch->seen)
        history_begin(&batch->seen[i], batch->config.edition, &setup, &batch->game[i]);
    else
        ff_begin(batch->config.edition, &setup, &batch->game[i]);
    memset(batch->memory + i * batch->memory_size, 0, batch->memory_size);
}

static void apply_action(struct batch *batch, uint32_t i, int seat, ff_action action)
{
    if (batch->seen)
        history_apply(&batch->seen[i], batch->config.edition, &batch->game[i], seat, action);
    else
        ff_apply(batch->config.edition, &batch->game[i], seat, action);
}

static void *memory_of(struct batch *batch, uint32_t i, int seat)
{
    uint8_t *memory = batch->memory + i * batch->memory_size;
    for (int before = 0; before < seat; before++)
        memory += batch->config.bot[before] ? rounded(batch->config.bot[before]->memory_size) : 0;
    return memory;
}

static void play_bot(struct batch *batch, uint32_t i, int seat, uint64_t seed)
{
    const struct batch_config *config = &batch->config;
    struct ff_game *game = &batch->game[i];
    struct ff_view view;
    struct ff_rng chance = ff_rng_of(~seed ^ ff_hash(game));
    ff_view_of(game, seat, &view);
    struct bot_task task = {config->edition,      &view,       ff_game_options(game, seat),
                            ff_rng_next(&chance), config->net, &batch->seen[i]};
    unsigned option = bot_choose(config->bot[seat], memory_of(batch, i, seat), &task, config->iterations[seat]);
    apply_action(batch, i, seat, ff_action_of(game->pub.stage, option));
}

static void finish(struct batch *batch, uint32_t i)
{
    struct ff_result result;
    ff_result(&batch->game[i].pub, &result);
    for (int seat = 0; seat < batch->config.players; seat++)
        batch->reward[i * (size_t)batch->config.players + (size_t)seat] =
            result.winners >> seat & 1 ? 1.0f / (float)ff_popcount(result.winners) : 0;
    batch->done[i] = 1;
}

/* Plays the bots' decisions until one of the caller's seats must decide. If the game ends, deals the next one. */
static void play_on(struct batch *batch, uint32_t i, uint64_t seed)
{
    const struct ff_game *game = &batch->game[i];
    for (;;) {
        if (!game->pub.owe) {
            finish(batch, i);
            deal(batch, i, seed);
        }
        int seat = ff_lowest(game->pub.owe);
        if (!batch->config.bot[seat])
            return;
        play_bot(batch, i, seat, seed);
    }
}

static void observe(struct batch *batch, uint32_t i)
{
    const struct ff_game *game = &batch->game[i];
    const struct ff_edition *edition = batch->config.edition;
    const int seat = ff_lowest(game->pub.owe);
    batch->seat[i] = (uint8_t)seat;
    batch->options[i] = ff_game_options(game, seat);
    batch_put_mask(game->pub.stage, batch->options[i], batch->mask + (size_t)i * BATCH_ACTIONS);
    if (!batch->tensor && !batch->features)
        return;
    struct ff_view view;
    ff_view_of(game, seat, &view);
    if (batch->tensor)
        batch_put_tensor(edition, &view, batch->tensor + (size_t)i * BATCH_TENSOR);
    if (batch->features)
        batch_put_features(edition, &view, batch->features + (size_t)i * BATCH_FEATURES_MAX);
}

struct batch *batch_init(void *block, const struct batch_config *config, const uint64_t *seeds)
{
    struct batch *batch = block;
    memset(block, 0, batch_size(config));
    lay_out(batch, block, config);
    for (uint32_t i = 0; i < config->n; i++) {
        deal(batch, i, seeds[i]);
        play_on(batch, i, seeds[i]);
        observe(batch, i);
    }
    memset(batch->done, 0, config->n);
    memset(batch->reward, 0, config->n * (size_t)config->players * sizeof *batch->reward);
    return batch;
}

int64_t batch_find_illegal(const struct batch *batch, uint32_t first, uint32_t end, const uint16_t *actions)
{
    for (uint32_t i = first; i < end; i++)
        if (actions[i] >= BATCH_ACTIONS || !batch->mask[(size_t)i * BATCH_ACTIONS + actions[i]])
            return i;
    return -1;
}

int64_t batch_step(struct batch *batch, uint32_t first, uint32_t end, const uint16_t *actions, const uint64_t *seeds)
{
    const size_t players = (size_t)batch->config.players;
    int64_t illegal = batch_find_illegal(batch, first, end, actions);
    if (illegal >= 0)
        return illegal;
    memset(batch->done + first, 0, end - first);
    memset(batch->reward + first * players, 0, (end - first) * players * sizeof *batch->reward);
    for (uint32_t i = first; i < end; i++) {
        apply_action(batch, i, ff_lowest(batch->game[i].pub.owe), batch_action(actions[i]));
        play_on(batch, i, seeds[i]);
        observe(batch, i);
    }
    return -1;
}

void batch_set_game(struct batch *batch, uint32_t i, const struct ff_game *game, uint64_t seed)
{
    const size_t players = (size_t)batch->config.players;
    batch->game[i] = *game;
    batch->done[i] = 0;
    memset(batch->reward + i * players, 0, players * sizeof *batch->reward);
    memset(batch->memory + i * batch->memory_size, 0, batch->memory_size);
    if (batch->seen)
        memset(&batch->seen[i], 0, sizeof batch->seen[i]);
    play_on(batch, i, seed);
    observe(batch, i);
}

void batch_random_actions(const struct batch *batch, struct ff_rng *rng, uint16_t *actions)
{
    for (uint32_t i = 0; i < batch->config.n; i++) {
        int nth = (int)ff_rng_below(rng, (uint32_t)ff_popcount(batch->options[i]));
        unsigned option = (unsigned)ff_option_nth(batch->options[i], nth);
        actions[i] = (uint16_t)batch_action_number(ff_action_of(batch->game[i].pub.stage, option));
    }
}
