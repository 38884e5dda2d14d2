/* test_batch.c - many games at once (bots/batch/): the same games as one by one, and nothing but what a seat may
 * know. */
#include "bots/ai/public_history.h"
#include "bots/batch/batch.h"
#include "bots/batch/library.h"
#include "edition.h"
#include "test.h"

#include <stdlib.h>

enum { GAMES = 7, STEPS = 3000 };

static void numbers_and_actions(void)
{
    for (unsigned number = 0; number < BATCH_ACTIONS; number++)
        CHECK_EQ(batch_action_number(batch_action(number)), number);
    int numbered = 0;
    for (unsigned action = 0; action <= 0xffff; action++) {
        unsigned number = batch_action_number((ff_action)action);
        numbered += number < BATCH_ACTIONS;
        if (number < BATCH_ACTIONS)
            REQUIRE(batch_action(number) == action);
    }
    CHECK_EQ(numbered, BATCH_ACTIONS);
    CHECK_EQ(batch_action(BATCH_ACTIONS), BATCH_NO_ACTION);
}

/* Games as the batch must play them: each with its own generator for what its caller chooses. */
static uint64_t seed_of(uint32_t game, uint32_t dealt) { return 1000u * game + dealt; }

static struct batch *new_batch(const struct batch_config *config, const uint64_t *seeds)
{
    size_t size = batch_size(config);
    uint8_t *block = aligned_alloc(64, size + 64);
    memset(block, 0xa5, size + 64);
    struct batch *batch = batch_init(block, config, seeds);
    return batch;
}

static bool within_block(const struct batch *batch)
{
    const uint8_t *end = (const uint8_t *)batch + batch_size(&batch->config);
    for (int i = 0; i < 64; i++)
        if (end[i] != 0xa5)
            return false;
    return true;
}

/* Everything that a batch says about a game equals what the engine says about the same game played alone. */
static bool row_is(const struct batch *batch, uint32_t i, const struct ff_game *game, const struct ff_edition *edition)
{
    const int seat = ff_lowest(game->pub.owe);
    struct ff_view view;
    uint8_t tensor[BATCH_TENSOR], mask[BATCH_ACTIONS];
    uint16_t features[BATCH_FEATURES_MAX];
    ff_view_of(game, seat, &view);
    batch_put_tensor(edition, &view, tensor);
    batch_put_features(edition, &view, features);
    batch_put_mask(game->pub.stage, ff_legal(edition, &view), mask);
    uint16_t numbers[BATCH_OPTIONS_MAX];
    const int n = batch_action_numbers(game->pub.stage, ff_legal(edition, &view), numbers);
    int legal = 0;
    for (unsigned number = 0; number < BATCH_ACTIONS; number++) {
        if (mask[number] && numbers[legal] != number)
            return false;
        legal += mask[number];
        if (mask[number] != (ff_why_not(edition, &view, batch_action(number)) == FF_OK))
            return false;
    }
    return legal >= 1 && legal == n && batch->seat[i] == seat && memcmp(&batch->game[i], game, sizeof *game) == 0 &&
           memcmp(batch->mask + i * BATCH_ACTIONS, mask, sizeof mask) == 0 &&
           memcmp(batch->tensor + i * BATCH_TENSOR, tensor, sizeof tensor) == 0 &&
           memcmp(batch->features + i * BATCH_FEATURES_MAX, features, sizeof features) == 0;
}

static void begin_game(const struct ff_edition *edition, const struct batch_config *config, uint64_t seed,
                       struct ff_game *game)
{
    struct ff_setup setup;
    ff_deal(edition, config->players, config->mode, seed, &setup);
    ff_begin(edition, &setup, game);
}

static void same_games(int players, int mode)
{
    struct ff_edition edition = default_edition();
    struct batch_config config = {.edition = &edition,
                                  .n = GAMES,
                                  .players = players,
                                  .mode = mode,
                                  .with = BATCH_WITH_TENSOR | BATCH_WITH_FEATURES};
    uint64_t seeds[GAMES];
    uint32_t dealt[GAMES] = {0};
    struct ff_game game[GAMES];
    struct ff_rng rng = ff_rng_of(5);
    for (uint32_t i = 0; i < GAMES; i++) {
        seeds[i] = seed_of(i, 0);
        begin_game(&edition, &config, seeds[i], &game[i]);
    }
    struct batch *batch = new_batch(&config, seeds);
    for (int step = 0; step < STEPS / TEST_SLOW || dealt[0] == 0; step++) { /* a game ends at the round limit */
        uint16_t actions[GAMES];
        batch_random_actions(batch, &rng, actions);
        for (uint32_t i = 0; i < GAMES; i++)
            seeds[i] = seed_of(i, dealt[i] + 1);
        /* Two ranges, as two threads would take them. */
        REQUIRE(batch_step(batch, 3, GAMES, actions, seeds) < 0 && batch_step(batch, 0, 3, actions, seeds) < 0);
        for (uint32_t i = 0; i < GAMES; i++) {
            REQUIRE(ff_apply(&edition, &game[i], ff_lowest(game[i].pub.owe), batch_action(actions[i])) == FF_OK);
            struct ff_result result;
            ff_result(&game[i].pub, &result);
            float sum = 0;
            for (int seat = 0; seat < players; seat++)
                sum += batch->reward[i * (uint32_t)players + (uint32_t)seat];
            REQUIRE(batch->done[i] == !game[i].pub.owe && (result.winners ? sum > 0.99f : sum == 0));
            if (batch->done[i])
                begin_game(&edition, &config, seed_of(i, ++dealt[i]), &game[i]);
            REQUIRE(row_is(batch, i, &game[i], &edition));
        }
    }
    CHECK(within_block(batch));
    free(batch);
}

static void every_kind_of_game(void)
{
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++)
            same_games(players, mode);
}

static void refused_actions(void)
{
    struct ff_edition edition = default_edition();
    struct batch_config config = {.edition = &edition, .n = 2, .players = 3, .with = BATCH_WITH_TENSOR};
    uint64_t seeds[2] = {1, 2};
    uint16_t actions[2];
    struct ff_rng rng = ff_rng_of(1);
    struct batch *batch = new_batch(&config, seeds);
    size_t size = batch_size(&config);
    uint8_t *before = malloc(size);
    batch_random_actions(batch, &rng, actions);
    memcpy(before, batch, size);
    for (unsigned number = 0; number <= 0xffff; number++) {
        actions[1] = (uint16_t)number;
        if (number < BATCH_ACTIONS && batch->mask[BATCH_ACTIONS + number])
            continue;
        REQUIRE(batch_find_illegal(batch, 0, 2, actions) == 1 && batch_find_illegal(batch, 0, 1, actions) < 0);
        REQUIRE(batch_step(batch, 0, 2, actions, seeds) == 1);
        REQUIRE(memcmp(before, batch, size) == 0);
    }
    CHECK(within_block(batch));
    free(before);
    free(batch);
}

static void bots_play_seats(void)
{
    struct ff_edition edition = default_edition();
    struct batch_config config = {.edition = &edition, .n = 4, .players = 3, .mode = FF_EXPERT};
    config.bot[0] = bot_find("steward");
    config.bot[2] = bot_find("random");
    uint64_t seeds[4] = {1, 2, 3, 4};
    uint16_t actions[4];
    struct ff_rng rng = ff_rng_of(1);
    struct batch *batch = new_batch(&config, seeds);
    int games = 0, steward = 0;
    while (games < 20) {
        batch_random_actions(batch, &rng, actions);
        for (int i = 0; i < 4; i++)
            seeds[i] = ff_rng_next(&rng);
        REQUIRE(batch_step(batch, 0, 4, actions, seeds) < 0);
        for (int i = 0; i < 4; i++) {
            REQUIRE(batch->seat[i] == 1 && ff_check(&edition, &batch->game[i]) == 0);
            for (int seat = 0; seat < 3; seat++)
                REQUIRE(history_matches(&batch->seen[i], &batch->game[i].pub, seat));
            games += batch->done[i];
            steward += batch->reward[3 * i] > 0.5f;
        }
    }
    CHECK(steward >= 18); /* the steward beats random play */
    CHECK(within_block(batch));
    free(batch);
}

/* The seeds stay until their games end, and still a bot's choices are independent. */
static void bots_draw_lots_anew(void)
{
    struct ff_edition edition = default_edition();
    struct batch_config config = {.edition = &edition, .n = 1, .players = 2};
    config.bot[1] = bot_find("random");
    uint64_t seed = 7;
    uint16_t action;
    struct ff_rng rng = ff_rng_of(1);
    struct batch *batch = new_batch(&config, &seed);
    int won = 0, games = 0;
    while (games < 200) {
        batch_random_actions(batch, &rng, &action);
        REQUIRE(batch_step(batch, 0, 1, &action, &seed) < 0);
        games += batch->done[0];
        won += batch->reward[0] > 0;
        seed += batch->done[0];
    }
    CHECK(won > 60 && won < 140); /* two random players are equal */
    free(batch);
}

/* A row goes on from any position, and the other rows stay. */
static void set_games(void)
{
    struct ff_edition edition = default_edition();
    struct batch_config config = {
        .edition = &edition, .n = 3, .players = 3, .with = BATCH_WITH_TENSOR | BATCH_WITH_FEATURES};
    uint64_t seeds[3] = {1, 2, 3};
    uint16_t actions[3];
    struct ff_rng rng = ff_rng_of(5);
    struct batch *from = new_batch(&config, seeds), *to = new_batch(&config, seeds);
    for (int step = 0; step < 100; step++) {
        batch_random_actions(from, &rng, actions);
        REQUIRE(batch_step(from, 0, 3, actions, seeds) < 0);
    }
    const struct ff_game first = to->game[0];
    batch_set_game(to, 1, &from->game[2], 9);
    CHECK(row_is(to, 1, &from->game[2], &edition));
    CHECK(row_is(to, 0, &first, &edition));
    CHECK(within_block(to));
    config.bot[0] = config.bot[1] = bot_find("steward");
    struct batch *bots = new_batch(&config, seeds);
    for (uint32_t i = 0; i < 3; i++) {
        batch_set_game(bots, i, &from->game[i], 9);
        CHECK_EQ(bots->seat[i], 2);
    }
    CHECK(within_block(bots));
    free(from);
    free(to);
    free(bots);
}

static void bad_configurations(void)
{
    struct ff_edition edition = default_edition();
    const struct batch_config good = {.edition = &edition, .n = 1, .players = 2};
    struct batch_config config = good;
    CHECK(batch_size(&config) > 0);
    config.n = 0;
    CHECK_EQ(batch_size(&config), 0);
    config = good;
    config.players = 6;
    CHECK_EQ(batch_size(&config), 0);
    config = good;
    config.mode = 2;
    CHECK_EQ(batch_size(&config), 0);
    config = good;
    config.bot[0] = bot_find("apprentice");
    CHECK_EQ(batch_size(&config), 0); /* no network */
    config.bot[0] = config.bot[1] = bot_find("random");
    CHECK_EQ(batch_size(&config), 0); /* nobody is left to ask */
}

static void parts_cover_the_tensor(void)
{
    const struct batch_part *parts;
    int covered[BATCH_TENSOR] = {0};
    for (int i = batch_tensor_parts(&parts) - 1; i >= 0; i--)
        for (int block = 0; block < (parts[i].stride ? FF_PLAYERS_MAX : 1); block++)
            for (int at = 0; at < parts[i].n; at++)
                covered[parts[i].first + block * parts[i].stride + at]++;
    for (int at = 0; at < BATCH_TENSOR; at++)
        REQUIRE(covered[at] == 1);
    CHECK_EQ(BATCH_TENSOR, 623);
}

static void layout_by_name(void)
{
    CHECK_EQ(library_size("ff_game"), sizeof(struct ff_game));
    CHECK_EQ(library_size("ff_batch"), sizeof(struct batch));
    CHECK_EQ(library_size("game"), 0);
    CHECK_EQ(library_offset("ff_batch.mask"), (int)offsetof(struct batch, mask));
    CHECK_EQ(library_offset("ff_game.pub.owe"), (int)offsetof(struct ff_game, pub.owe));
    CHECK_EQ(library_offset("ff_batch"), -1);
    CHECK_EQ(library_offset("ff_batch.memory"), -1); /* not for callers */
    CHECK(library_version()[0] >= '0' && library_version()[0] <= '9');
}

int main(void)
{
    TEST("every action number is an action, and back", numbers_and_actions);
    TEST("a batch plays the same games as the engine alone", every_kind_of_game);
    TEST("a refused action changes nothing", refused_actions);
    TEST("bots play some seats", bots_play_seats);
    TEST("a bot draws lots anew at each position", bots_draw_lots_anew);
    TEST("a row goes on from a given position", set_games);
    TEST("bad configurations have no size", bad_configurations);
    TEST("the parts cover the tensor", parts_cover_the_tensor);
    TEST("sizes and offsets by name", layout_by_name);
    return test_end();
}
