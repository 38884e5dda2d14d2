/* random_games.c - plays whole games with random actions; see random_games.h. */
#include "random_games.h"

#include "engine/base/hash.h"

/* Returns the generator of a game's actions, which differs from that of its deal. */
static struct ff_rng action_rng(uint64_t seed) { return ff_rng_of(~seed); }

void arena_random_begin_game(const struct ff_edition *edition, int players, int mode, uint64_t seed,
                             struct ff_game *game)
{
    struct ff_setup setup;
    ff_deal(edition, players, mode, seed, &setup);
    ff_begin(edition, &setup, game);
}

ff_action arena_random_action(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    ff_options options = ff_game_options(game, seat);
    int nth = (int)ff_rng_below(rng, (uint32_t)ff_popcount(options));
    return ff_action_of(game->pub.stage, (unsigned)ff_option_nth(options, nth));
}

static void count_game(struct arena_random *sum, const struct ff_game *game)
{
    struct ff_result result;
    ff_result(&game->pub, &result);
    sum->finished += result.palace;
    sum->rounds += game->pub.round;
    sum->hash = base_hash_word(sum->hash, ff_hash(game));
}

/* Inlined into both callers, so that the optional hashing does not slow down the measured loop. */
static inline struct arena_random play(const struct ff_edition *edition, int players, int mode, uint64_t seed,
                                       uint32_t games, bool hash_each)
{
    struct arena_random sum = {0, 0, 0, 0};
    for (uint32_t i = 0; i < games; i++) {
        struct ff_game game;
        struct ff_rng rng = action_rng(seed + i);
        arena_random_begin_game(edition, players, mode, seed + i, &game);
        while (game.pub.owe) {
            int seat = ff_lowest(game.pub.owe);
            ff_apply(edition, &game, seat, arena_random_action(&game, seat, &rng));
            sum.decisions++;
            if (hash_each)
                sum.hash = base_hash_word(sum.hash, ff_hash(&game));
        }
        count_game(&sum, &game);
    }
    return sum;
}

struct arena_random arena_random_play_games(const struct ff_edition *edition, int players, int mode, uint64_t seed,
                                            uint32_t games)
{
    return play(edition, players, mode, seed, games, false);
}

struct arena_random arena_random_play_games_hashing(const struct ff_edition *edition, int players, int mode,
                                                    uint64_t seed, uint32_t games)
{
    return play(edition, players, mode, seed, games, true);
}
