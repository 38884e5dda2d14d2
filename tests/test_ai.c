/* test_ai.c - features, the network, training, and what every bot must keep: legal, repeatable, fair. */
#include "bots/ai/bots.h"
#include "bots/ai/calibration.h"
#include "bots/ai/draw_luck.h"
#include "bots/ai/net.h"
#include "bots/ai/net_layers.h"
#include "bots/ai/one_ply.h"
#include "bots/ai/turn_search.h"
#include "bots/arena/random_edition.h"
#include "bots/arena/random_games.h"
#include "edition.h"
#include "lab/learn.h"
#include "test.h"

#include <stdlib.h>

static struct ff_edition usual, edition; /* edition: of the game under way */
static struct net net;                   /* random weights: what is tested here holds for any */

/* Every other game has values of its own. */
static void take_edition(uint64_t i)
{
    edition = usual;
    if (i % 2 == 1)
        arena_random_edition(&usual, i, &edition);
}

typedef void visitor(const struct ff_game *game, int seat, struct ff_rng *rng);

static void walk(int games, int every, visitor *visit)
{
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++)
            for (int i = 0; i < games; i++) {
                struct ff_game game;
                struct ff_rng rng = ff_rng_of((uint64_t)(i + 1));
                take_edition((uint64_t)(100 * players + i));
                arena_random_begin_game(&edition, players, mode, (uint64_t)(100 + i), &game);
                for (int n = 0; game.pub.owe && !test_state.test_failed; n++) {
                    int seat = ff_lowest(game.pub.owe);
                    if (n % every == 0)
                        visit(&game, seat, &rng);
                    ff_apply(&edition, &game, seat, arena_random_action(&game, seat, &rng));
                }
            }
    edition = usual;
}

/* --------------------------------------------------------------------------------------------------------- features */

static bool seen[FEATURES_N];

static void visit_features(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    (void)seat;
    (void)rng;
    for (int s = 0; s < game->pub.players; s++) {
        struct ff_view view;
        struct features features;
        bool twice[FEATURES_N] = {false};
        ff_view_of(game, s, &view);
        features_compute_with_equal_opponents(&edition, &view, &features);
        uint16_t list[FEATURES_ACTIVE_MAX];
        int n = features_list(&features, list);
        REQUIRE(n <= FEATURES_ACTIVE_MAX);
        CHECK_EQ(features.seat[0], s);
        for (int i = 0; i < n; i++) {
            REQUIRE(list[i] < FEATURES_N);
            CHECK(!twice[list[i]]);
            twice[list[i]] = seen[list[i]] = true;
        }
    }
}
static void features_are_in_range_and_single(void)
{
    walk(6, 1, visit_features);
    int n = 0;
    for (int i = 0; i < FEATURES_N; i++)
        n += seen[i];
    CHECK(n > FEATURES_N * 7 / 10); /* some are only met in good play, or with editions that nobody would make */
}

/* What the seat cannot know does not reach the network. */
static void visit_fair_features(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_view view, again;
    struct ff_game other;
    struct features a, b;
    ff_view_of(game, seat, &view);
    ff_resample(&edition, &view, rng, &other);
    ff_view_of(&other, seat, &again);
    memset(&a, 1, sizeof a); /* features_compute_with_equal_opponents writes all of it */
    memset(&b, 2, sizeof b);
    features_compute_with_equal_opponents(&edition, &view, &a);
    features_compute_with_equal_opponents(&edition, &again, &b);
    CHECK(memcmp(&a, &b, sizeof a) == 0);
}
static void features_are_fair(void) { walk(3, 1, visit_fair_features); }

/* Each other block tells what sits there; among equals, and of the own seat, nothing is told. */
static void visit_levels(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct features_opponents opponents = {{0}}, nobody = {{0}};
    struct ff_view view;
    struct features features, equals;
    uint32_t expected = 0;
    for (int s = 0; s < game->pub.players; s++)
        opponents.level[s] = (uint8_t)ff_rng_below(rng, FEATURES_UNKNOWN + 1);
    nobody.level[seat] = FEATURES_PRINCE;
    ff_view_of(game, seat, &view);
    features_compute(&edition, &opponents, &view, &features);
    for (int block = 1; block < game->pub.players; block++) {
        int is = opponents.level[features.seat[block]];
        expected |= is == FEATURES_EQUAL ? 0 : 1u << (5 * (block - 1) + is - 1);
    }
    CHECK_EQ(features.set[FEATURE_SET_LEVELS], expected);
    features_compute_with_equal_opponents(&edition, &view, &equals);
    features.set[FEATURE_SET_LEVELS] = 0;
    CHECK(memcmp(&features, &equals, sizeof equals) == 0);
    features_compute(&edition, &nobody, &view, &features);
    CHECK(memcmp(&features, &equals, sizeof equals) == 0);
}
static void features_show_the_opponents_level(void)
{
    walk(2, 3, visit_levels);
    CHECK_EQ(features_strength_of_level(0), FEATURES_UNKNOWN);
    CHECK_EQ(features_strength_of_level(3), FEATURES_PUPIL);
    CHECK_EQ(features_strength_of_level(4), FEATURES_EQUAL);
    CHECK_EQ(features_strength_of_level(7), FEATURES_PRINCE);
    CHECK_EQ(features_strength_of_level(8), FEATURES_UNKNOWN);
}

/* How many spaces away the next one of another price is, 1 to 3, by looking at each. */
static int spaces_away(int space, int way)
{
    for (int n = 1; space + n * way >= 0 && space + n * way < edition.steps_n; n++)
        if (edition.price[space + n * way] != edition.price[space])
            return n < 3 ? n : 3;
    return 1;
}

static int meaning_of(int space)
{
    int price = edition.price[space] < 3 ? edition.price[space] : 3;
    return 9 * price + 3 * (spaces_away(space, -1) - 1) + spaces_away(space, 1) - 1;
}

/* At the beginning of a turn, where no sale is under way. */
static void visit_spaces(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_view view;
    struct features features;
    (void)rng;
    if (game->pub.stage != FF_STAGE_BREWERY)
        return;
    ff_view_of(game, seat, &view);
    features_compute_with_equal_opponents(&edition, &view, &features);
    for (int g = 0; g < FF_GOODS; g++) {
        int highest = 0;
        for (int b = 0; b < game->pub.players; b++) {
            int space = (int)(ff_count(game->pub.step[b], (unsigned)g) + ff_count(game->pub.room[b], (unsigned)g));
            space = space < edition.steps_n ? space : edition.steps_n - 1;
            highest = space > highest ? space : highest;
            CHECK_EQ(features.one[FEATURE_AT_STEP + 8 * g + b], FEATURE_STEP + 108 * b + 36 * g + meaning_of(space));
        }
        CHECK_EQ(features.one[FEATURE_AT_BEST + g], FEATURE_BEST + 36 * g + meaning_of(highest));
    }
}
static void spaces_are_described_by_their_price(void) { walk(4, 1, visit_spaces); }

static int class_of(int cost, const int *highest, int n)
{
    int i = 0;
    while (i < n - 1 && cost > highest[i])
        i++;
    return i;
}

static void visit_costs(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    static const int hand_highest[] = {1, 2, 3, 4, 5, 7, 9, 11, 13, 15}, highest[] = {1, 3, 5, 7, 9, 11, 14};
    struct ff_view view;
    struct features features;
    (void)rng;
    ff_view_of(game, seat, &view);
    features_compute_with_equal_opponents(&edition, &view, &features);
    if (game->pub.stage == FF_STAGE_SPACE)
        return; /* the card about to be placed is in no hand */
    for (unsigned card = 0; card < FF_CARDS_MAX; card++) {
        int at = class_of(ff_cost(&edition, &game->pub, seat, (int)card), hand_highest, 11);
        for (int i = 0; i < 11; i++)
            CHECK_EQ(features.set[FEATURE_SET_HAND + i] >> card & 1, (view.own.hand >> card & 1) && i == at);
        bool other = card >= FF_BARLEY1 && card <= FF_WATER3;
        bool priced = !other && (ff_cards_of(game->pub.mode) & ~FF_PALACE_CARDS) >> card & 1;
        for (int i = 0; i < 8; i++)
            CHECK_EQ(features.set[FEATURE_SET_COST + i] >> card & 1,
                     priced && i == class_of(edition.cost[card], highest, 8));
    }
}
static void cards_are_described_by_their_costs(void) { walk(2, 3, visit_costs); }

/* As an owner's file would have to be: a stronger card costs more, and all prices start at 1. */
static void drawn_editions_hold(void)
{
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct ff_edition drawn, again;
        arena_random_edition(&usual, seed, &drawn);
        arena_random_edition(&usual, seed, &again);
        CHECK(memcmp(&drawn, &again, sizeof drawn) == 0);
        CHECK_EQ(ff_edition_seal(&drawn), FF_EDITION_OK);
        CHECK_EQ(drawn.price[0], 0);
        CHECK_EQ(drawn.price[drawn.price_start], 1);
        CHECK_EQ(drawn.price[drawn.steps_n - 1], 3);
        CHECK(drawn.cost[FF_HOPS1] < drawn.cost[FF_HOPS2] && drawn.cost[FF_HOPS2] < drawn.cost[FF_HOPS3]);
        CHECK(drawn.cost[FF_BANK1] < drawn.cost[FF_BANK2] && drawn.cost[FF_LAB1] < drawn.cost[FF_LAB2]);
    }
}

/* ---------------------------------------------------------------------------------------------------------- network */

static void visit_chances(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_view view;
    uint16_t chance[FF_PLAYERS_MAX];
    int sum = 0;
    (void)rng;
    ff_view_of(game, seat, &view);
    net_evaluate(&net, &edition, &view, chance);
    for (int s = 0; s < FF_PLAYERS_MAX; s++) {
        sum += chance[s];
        if (s >= game->pub.players)
            CHECK_EQ(chance[s], 0);
    }
    CHECK_EQ(sum, NET_CHANCE_ONE);
}
/* Once all have sold, the place in the next order that each block shows is the one its seat then has. */
static void visit_next_places(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_view view;
    struct features features;
    struct ff_game next = *game;
    for (int s = 0; s < game->pub.players; s++)
        if (game->pub.disc_next[s] == FF_NO_DISC)
            return;
    ff_view_of(game, seat, &view);
    features_compute_with_equal_opponents(&edition, &view, &features);
    while (next.pub.owe && next.pub.round == game->pub.round) {
        int deciding = ff_lowest(next.pub.owe);
        ff_apply(&edition, &next, deciding, arena_random_action(&next, deciding, rng));
    }
    for (int block = 0; block < game->pub.players && next.pub.owe; block++) {
        int place = features.one[FEATURE_AT_NEXT + block] - FEATURE_NEXT - block * FEATURE_PLAYER_N;
        CHECK(place >= 0 && place < game->pub.players);
        CHECK_EQ(next.pub.order[place], features.seat[block]);
    }
}
static void features_show_the_next_places(void) { walk(2, 1, visit_next_places); }

static int forecasts_n;

/* The first brewery where all the seat's goods bring most, with the Office but without the Market. */
static unsigned best_brewery(const struct ff_public *pub, int seat)
{
    int best = -1;
    unsigned found = 0;
    for (int b = 0; b < pub->players; b++) {
        int income = 0, most = 0;
        for (int g = 0; g < FF_GOODS; g++) {
            int n = (int)ff_count(pub->goods[seat], (unsigned)g), price = ff_price(&edition, pub, b, g);
            income += n * price;
            most = price && n > most ? n : most;
        }
        income += pub->active[seat] >> FF_OFFICE & 1 ? most : 0;
        if (income > best) {
            best = income;
            found = (unsigned)b;
        }
    }
    return found;
}

/* Sells everything where it brings most and does nothing else that can be left. */
static unsigned greedy_option(const struct ff_game *game, int seat)
{
    const struct ff_public *pub = &game->pub;
    ff_options options = ff_game_options(game, seat);
    unsigned most = 0;
    switch (pub->stage) {
    case FF_STAGE_BREWERY: return options >> best_brewery(pub, seat) & 1 ? best_brewery(pub, seat) : FF_OPTION_DONE;
    case FF_STAGE_SELL_HOPS:
    case FF_STAGE_SELL_BARLEY:
    case FF_STAGE_SELL_WATER: return (unsigned)ff_option_nth(options, ff_popcount(options) - 1);
    case FF_STAGE_OFFICE:
        for (unsigned g = 1; g < FF_GOODS; g++)
            most = ff_count(pub->tally, g) > ff_count(pub->tally, most) ? g : most;
        return most;
    case FF_STAGE_MARKET:
    case FF_STAGE_STORE_HOPS:
    case FF_STAGE_STORE_BARLEY:
    case FF_STAGE_STORE_WATER: return 0;
    default: return options >> FF_OPTION_DONE & 1 ? FF_OPTION_DONE : (unsigned)ff_option_nth(options, 0);
    }
}

/* One decision, or a step that follows by itself. */
static void greedy_step(struct ff_game *game)
{
    struct ff_event event;
    if (!game->pub.owe) {
        ff_follow(&edition, game, &event);
        return;
    }
    int seat = ff_lowest(game->pub.owe);
    ff_play(&edition, game, seat, ff_action_of(game->pub.stage, greedy_option(game, seat)), &event);
}

/* What each seat's sales bring from here on, and its coins after the first of them, until all have sold in the next
 * round. False: the game ends before. */
static bool sell_on(struct ff_game game, int purse[FF_PLAYERS_MAX], int income[FF_PLAYERS_MAX])
{
    int next = game.pub.round + 1, sold = 0;
    for (int seat = 0; seat < game.pub.players; seat++)
        purse[seat] = -1;
    while (game.pub.stage != FF_STAGE_OVER && sold < game.pub.players) {
        const struct ff_public before = game.pub;
        greedy_step(&game);
        for (int seat = 0; seat < game.pub.players; seat++) {
            if (before.disc_next[seat] != FF_NO_DISC || game.pub.disc_next[seat] == FF_NO_DISC)
                continue;
            purse[seat] = purse[seat] < 0 ? game.pub.coins[seat] : purse[seat];
            income[seat] = game.pub.coins[seat] - before.coins[seat];
            sold += game.pub.round == next;
        }
    }
    return sold == game.pub.players;
}

/* From the beginning of any turn. Goods in a Warehouse are not foreseen. */
static void visit_forecast(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_view view;
    struct features features;
    int purse[FF_PLAYERS_MAX], income[FF_PLAYERS_MAX];
    (void)rng;
    for (int s = 0; s < game->pub.players; s++)
        if (game->pub.active[s] >> FF_WAREHOUSE & 1)
            return;
    if (game->pub.stage != FF_STAGE_BREWERY || !sell_on(*game, purse, income))
        return;
    ff_view_of(game, seat, &view);
    features_compute_with_equal_opponents(&edition, &view, &features);
    for (int block = 0; block < game->pub.players; block++) {
        int own = features.seat[block], first = block * FEATURE_PLAYER_N;
        CHECK_EQ(features.one[FEATURE_AT_FORECAST + block] - FEATURE_FORECAST - first,
                 income[own] < 25 ? income[own] : 25);
        if (purse[own] <= 15)
            CHECK_EQ(features.one[FEATURE_AT_PURSE + block] - FEATURE_PURSE - first, purse[own]);
    }
    forecasts_n++;
}
static void sales_are_forecast(void)
{
    walk(3, 1, visit_forecast);
    CHECK(forecasts_n > 1000);
}

static void chances_add_up(void) { walk(2, 1, visit_chances); }

static void check_position(const struct net_position *position)
{
    struct net_position fresh = {.view = position->view};
    net_position_init(&net, &edition, &fresh);
    CHECK(memcmp(&position->features, &fresh.features, sizeof fresh.features) == 0);
    CHECK(memcmp(&position->sums, &fresh.sums, sizeof fresh.sums) == 0);
}

/* Equals, or others of all sorts. */
static void take_company(uint64_t seed)
{
    for (unsigned seat = 0; seat < FF_PLAYERS_MAX; seat++)
        net.opponents.level[seat] = seed == 1 ? FEATURES_EQUAL : (uint8_t)((seat + seed) % (FEATURES_UNKNOWN + 1));
}

/* From the position before, as seen by every seat, along whole games. */
static void positions_follow(void)
{
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++)
            for (uint64_t seed = 1; seed <= 3; seed++) {
                struct ff_view view[FF_PLAYERS_MAX][2];
                struct net_position position[FF_PLAYERS_MAX][2];
                struct ff_game game;
                struct ff_rng rng = ff_rng_of(seed);
                take_edition(seed);
                take_company(seed);
                arena_random_begin_game(&edition, players, mode, 200 + seed, &game);
                for (int n = 0;; n++) {
                    for (int s = 0; s < players; s++) {
                        struct net_position *now = &position[s][n % 2], *before = &position[s][(n + 1) % 2];
                        ff_view_of(&game, s, &view[s][n % 2]);
                        now->view = &view[s][n % 2];
                        if (n == 0)
                            net_position_init(&net, &edition, now);
                        else
                            net_position_update(&net, &edition, before, now);
                        check_position(now);
                    }
                    if (!game.pub.owe || test_state.test_failed)
                        break;
                    int seat = ff_lowest(game.pub.owe);
                    ff_apply(&edition, &game, seat, arena_random_action(&game, seat, &rng));
                }
            }
    edition = usual;
    take_company(1);
}

/* All options of a decision from the one position before it, which is how bots look ahead. */
static void visit_options(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_view view, next_view;
    struct net_position base = {.view = &view}, after = {.view = &next_view};
    (void)rng;
    ff_view_of(game, seat, &view);
    net_position_init(&net, &edition, &base);
    for (ff_options options = ff_game_options(game, seat); options; options &= options - 1) {
        struct ff_game next = *game;
        turn_play_option(&edition, &next, seat, (unsigned)ff_option_nth(options, 0));
        ff_view_of(&next, seat, &next_view);
        net_position_update(&net, &edition, &base, &after);
        check_position(&after);
    }
}
static void options_follow(void) { walk(1, 1, visit_options); }

/* The layers for long vectors and for short ones. */
#if defined(FF_AVX2)
static void visit_layers(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_view view;
    struct features from, to;
    struct net_accumulator sums[2];
    int32_t score[2][NET_SCORES];
    struct ff_game next = *game;
    const struct net_layers *layers[2] = {&net_layers_plain, &net_layers_avx2};
    ff_view_of(game, seat, &view);
    features_compute_with_equal_opponents(&edition, &view, &from);
    ff_apply(&edition, &next, seat, arena_random_action(game, seat, rng));
    ff_view_of(&next, seat, &view);
    features_compute_with_equal_opponents(&edition, &view, &to);
    for (int i = 0; i < 2; i++) {
        layers[i]->sums_of(&net, &from, &sums[i]);
        layers[i]->sums_change(&net, &from, &sums[i], &to, &sums[i]);
        layers[i]->scores_of(&net.head[features_game_kind(&to)], &sums[i], score[i]);
    }
    CHECK(memcmp(&sums[0], &sums[1], sizeof sums[0]) == 0);
    CHECK(memcmp(score[0], score[1], sizeof score[0]) == 0);
}
static void vectors_agree(void)
{
    if (__builtin_cpu_supports("avx2"))
        walk(1, 1, visit_layers);
}
#endif

/* A network that was not trained in whole steps is as good as any: its sum is that of its weights. */
static void visit_odd_weights(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    static struct net odd;
    struct ff_view view;
    struct features features;
    struct net_accumulator sums, more;
    (void)rng;
    ff_view_of(game, seat, &view);
    features_compute_with_equal_opponents(&edition, &view, &features);
    odd = net;
    odd.weight1[features.one[FEATURE_AT_ROUND]][5]++;
    net_fill_derived(&odd);
    net_accumulator_init(&net, &features, &sums);
    net_accumulator_init(&odd, &features, &more);
    CHECK_EQ(more.sum[5], sums.sum[5] + 1);
    CHECK_EQ(more.sum[6], sums.sum[6]);
}
static void odd_weights_count(void) { walk(1, 200, visit_odd_weights); }

static void weights_round_trip(void)
{
    static uint8_t bytes[NET_FILE_SIZE + 1];
    static struct net again;
    net_write(&net, bytes);
    CHECK(net_read(bytes, NET_FILE_SIZE, &again) == NULL);
    CHECK(memcmp(&net, &again, sizeof net) == 0);
    CHECK_STR(net_read(bytes, 3, &again), "this is no network of format 2");
    CHECK_STR(net_read(bytes, NET_FILE_SIZE - 1, &again), "the file is too short or too long");
    CHECK_STR(net_read(bytes, NET_FILE_SIZE + 1, &again), "the file is too short or too long");
    bytes[NET_FILE_SIZE / 2] ^= 1;
    CHECK_STR(net_read(bytes, NET_FILE_SIZE, &again), "the checksum does not agree: the file is damaged");
    bytes[8] ^= 1;
    CHECK_STR(net_read(bytes, NET_FILE_SIZE, &again),
              "the network was made for other features or layers; train a new one");
    bytes[0] ^= 1;
    CHECK_STR(net_read(bytes, NET_FILE_SIZE, &again), "this is no network of format 2");
}

/* Learns once from each position; returns the mean loss. */
static double learn_all(struct train_learner *learner, const struct train_position *position, int n,
                        struct train_weights *gradient, uint64_t *steps)
{
    enum { BATCH = 64 };
    double loss = 0;
    for (int i = 0; i < n; i++) {
        loss += train_learn_add_gradient(learner, &position[i], gradient);
        if (i % BATCH != BATCH - 1)
            continue;
        const struct train_learn_step step = {++*steps, 0.002, &gradient, 1, BATCH};
        train_learn_update_weights(learner, &step, 0, TRAIN_FLOATS);
    }
    return loss / n;
}

/* A few games are known by heart when they have been learnt often enough. */
static void training_is_repeatable_and_learns(void)
{
    const struct train_options options = {
        .base = 0.5, .lambda = 0.96, .explore = 0.02, .jitter = 100, .learn = 0.3, .lessons = 1};
    struct train_worker *worker = malloc(train_worker_size());
    static struct train_weights start, gradient;
    static struct train_learner learner[2];
    const struct train_position *position = NULL;
    double early = 0, late = 0;
    uint64_t steps = 0;
    int n = 0;
    REQUIRE(worker != NULL);
    train_random_weights(&start, 3);
    for (int i = 0; i < 2; i++) {
        struct train_counts counts = {0};
        train_play_games(worker, &(struct train_job){&edition, &options, &start, 5, 20}, &counts);
        position = train_worker_positions(worker, &n);
        CHECK_EQ(counts.games, 20);
        CHECK(n > 0 && (uint64_t)n < counts.decisions);
        memset(&gradient, 0, sizeof gradient);
        train_learn_begin(&learner[i], &start);
        steps = 0;
        early = learn_all(&learner[i], position, n, &gradient, &steps);
    }
    CHECK(memcmp(&learner[0], &learner[1], sizeof learner[0]) == 0);
    for (int pass = 0; pass < 12; pass++)
        late = learn_all(&learner[1], position, n, &gradient, &steps);
    CHECK(late < early - 0.25);
    free(worker);
}

/* The gradient is the slope of the loss: a small change of a weight changes it by so much. */
static void gradients_are_slopes(void)
{
    const struct train_options options = {
        .base = 0.5, .lambda = 0.8, .explore = 0.02, .learn = 0.3, .league = {.guests = 0.5}};
    struct train_worker *worker = malloc(train_worker_size());
    static struct train_weights weights, gradient, unused;
    static struct train_learner learner;
    struct train_counts counts = {0};
    int n, compared = 0;
    REQUIRE(worker != NULL);
    train_weights_from_net(&net, &weights);
    train_play_games(worker, &(struct train_job){&edition, &options, &weights, 5, 2}, &counts);
    const struct train_position *position = train_worker_positions(worker, &n);
    train_learn_begin(&learner, &weights);
    train_learn_add_gradient(&learner, &position[n / 3], &gradient);
    for (size_t i = TRAIN_FLOATS1; i < TRAIN_FLOATS; i++) { /* the first layer's go through these */
        const float by = 1.0f / 256;
        double slope = (double)((const float *)&gradient)[i];
        if (slope < 0.02 && slope > -0.02)
            continue;
        float *weight = &((float *)&learner.stepped)[i], before = *weight;
        *weight = before + by;
        double more = train_learn_add_gradient(&learner, &position[n / 3], &unused);
        *weight = before - by;
        double less = train_learn_add_gradient(&learner, &position[n / 3], &unused),
               found = (more - less) / (2 * (double)by);
        *weight = before;
        CHECK(found / slope > 0.8 && found / slope < 1.25);
        compared++;
    }
    CHECK(compared > 10);
    free(worker);
}

/* The network learns from its own seats, and it always has one. */
static void guests_are_not_learnt_from(void)
{
    const struct train_options alone = {.base = 0.5, .lambda = 0.8, .league = {.guests = 0}},
                               among = {.base = 0.5, .lambda = 0.8, .league = {.guests = 1}};
    struct train_worker *worker = malloc(train_worker_size());
    static struct train_weights weights;
    struct train_counts counts = {0};
    int all, one;
    REQUIRE(worker != NULL);
    train_weights_from_net(&net, &weights);
    train_play_games(worker, &(struct train_job){&edition, &alone, &weights, 5, 20}, &counts);
    train_worker_positions(worker, &all);
    train_play_games(worker, &(struct train_job){&edition, &among, &weights, 5, 20}, &counts);
    const struct train_position *position = train_worker_positions(worker, &one);
    CHECK(one > 20 * 5 && 2 * one < all); /* two to five seats a game */
    for (int i = 1, games = 1; i < one; i++) {
        bool next = position[i].features.one[FEATURE_AT_ROUND] < position[i - 1].features.one[FEATURE_AT_ROUND];
        games += next;
        CHECK(next || position[i].seat == position[i - 1].seat);
        CHECK(games <= 20);
    }
    free(worker);
}

/* One seat at least is the network's; the others are of the levels asked for, and it is told so or not. */
static void tables_are_as_asked_for(void)
{
    static struct train_league league;
    static const struct net older;
    struct train_league_terms terms = {.guests = 1, .levels_known = 1, .older = &older};
    struct ff_rng rng = ff_rng_of(1);
    for (int level = 1; level <= TRAIN_LEVELS; level++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++) {
            int own = 0;
            memset(terms.level, 0, sizeof terms.level);
            terms.level[level - 1] = 0.5;
            terms.levels_known = players % 2;
            train_league_seat_players(&league, &terms, players, &rng);
            for (int seat = 0; seat < players; seat++) {
                bool is_own = league.level[seat] == TRAIN_OWN;
                own += is_own;
                CHECK(is_own || league.level[seat] == level);
                CHECK_EQ(league.opponents.level[seat], terms.levels_known < 1 ? FEATURES_UNKNOWN
                                                       : is_own               ? FEATURES_EQUAL
                                                                              : train_strength_of_level(level));
            }
            CHECK_EQ(own, 1);
        }
    terms.guests = 0.3;
    int guests = 0;
    for (int i = 0; i < 1000; i++) {
        train_league_seat_players(&league, &terms, 5, &rng);
        for (int seat = 0; seat < 5; seat++)
            guests += league.level[seat] != TRAIN_OWN;
    }
    CHECK(guests > 5000 * 0.8 * 0.3 * 0.9 && guests < 5000 * 0.8 * 0.3 * 1.1); /* one of five is always its own */
    terms.older = NULL;
    terms.level[4] = 0;
    terms.level[3] = 1;
    train_league_seat_players(&league, &terms, 2, &rng);
    CHECK(league.level[0] == TRAIN_OWN && league.level[1] == TRAIN_OWN);
}

/* Guests of every level play their games to the end, and what is learnt of these says who was there. */
static void all_levels_are_met(void)
{
    struct train_worker *worker = malloc(train_worker_size());
    static struct train_weights weights;
    REQUIRE(worker != NULL);
    train_weights_from_net(&net, &weights);
    for (int level = 1; level <= TRAIN_LEVELS; level++) {
        struct train_options options = {
            .base = 0.5, .lambda = 1, .league = {.guests = 1, .levels_known = 1, .older = &net}};
        struct train_counts counts = {0};
        int n;
        options.league.level[level - 1] = 1;
        train_play_games(worker, &(struct train_job){&edition, &options, &weights, 5, level == 5 ? 2 : 8 / TEST_SLOW},
                         &counts);
        const struct train_position *position = train_worker_positions(worker, &n);
        CHECK(n > 10);
        for (int i = 0; i < n; i++) {
            unsigned is = train_strength_of_level(level);
            uint32_t told = 0;
            for (int block = 1; is && block < position[i].players; block++)
                told |= 1u << (5 * (block - 1) + (int)is - 1);
            CHECK_EQ(position[i].features.set[FEATURE_SET_LEVELS], told);
        }
    }
    free(worker);
}

static void weights_of_a_network_are_its_own(void)
{
    static struct train_weights weights;
    static struct net again;
    train_weights_from_net(&net, &weights);
    train_quantise(&weights, &again);
    CHECK(memcmp(&net, &again, sizeof net) == 0);
}

/* What a position is pulled towards are chances, whoever strayed, whoever was a guest. */
static void targets_are_chances(void)
{
    const struct train_options options = {.base = 0.5,
                                          .lambda = 0.7,
                                          .explore = 0.1,
                                          .jitter = 100,
                                          .learn = 0.5,
                                          .lessons = 0.3,
                                          .league = {.guests = 1}};
    struct train_worker *worker = malloc(train_worker_size());
    static struct train_weights start;
    struct train_counts counts = {0};
    int n;
    REQUIRE(worker != NULL);
    train_random_weights(&start, 3);
    train_play_games(worker, &(struct train_job){&edition, &options, &start, 5, 20}, &counts);
    const struct train_position *position = train_worker_positions(worker, &n);
    CHECK_EQ(counts.unfinished, 0);
    CHECK(n > 20 * 2 * 6);
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int p = 0; p < position[i].players; p++) {
            CHECK(position[i].target[p] >= 0 && position[i].target[p] <= 1);
            sum += position[i].target[p];
        }
        CHECK(sum > 0.999f && sum < 1.001f);
    }
    free(worker);
}

/* ------------------------------------------------------------------------------------------------------ calibration */

/* Whatever the opponents, calibrated chances add up, and calibration keeps their order. */
static void visit_calibrated(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_view view;
    struct features_opponents opponents;
    uint16_t chance[FF_PLAYERS_MAX], raw[FF_PLAYERS_MAX];
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        opponents.level[s] = (uint8_t)ff_rng_below(rng, CALIBRATION_OPPONENTS);
    ff_view_of(game, seat, &view);
    net_evaluate_against(&net, &edition, &opponents, &view, raw);
    calibration_chances(&net, &edition, &opponents, &view, chance);
    unsigned sum = 0;
    for (int s = 0; s < game->pub.players; s++)
        sum += chance[s];
    CHECK_EQ(sum, NET_CHANCE_ONE);
    for (int s = game->pub.players; s < FF_PLAYERS_MAX; s++)
        CHECK_EQ(chance[s], 0);
    const int kind = 2 * (game->pub.players - FF_PLAYERS_MIN) + (game->pub.mode == FF_EXPERT);
    const int row = calibration_row_of_opponents(&opponents, game->pub.players, seat);
    const int64_t perfect = calibration_of_evaluation(kind, row, raw[seat]);
    CHECK_EQ(chance[seat], calibration_adjust_to_own_level(&opponents, &game->pub, seat, perfect));
    if (opponents.level[seat] == FEATURES_EQUAL)
        CHECK_EQ(chance[seat], perfect);
}
static void calibrated_chances_add_up(void) { walk(1, 20, visit_calibrated); }

static void calibration_never_lowers_a_higher_chance(void)
{
    for (int kind = 0; kind < FEATURES_KINDS; kind++)
        for (int company = 0; company < CALIBRATION_OPPONENTS; company++)
            for (unsigned chance = 1; chance <= NET_CHANCE_ONE; chance++) {
                uint16_t calibrated = calibration_of_evaluation(kind, company, (uint16_t)chance);
                CHECK(calibrated >= calibration_of_evaluation(kind, company, (uint16_t)(chance - 1)));
                CHECK(calibrated <= NET_CHANCE_ONE);
            }
}

/* The same chance is worth more among novices than among stewards, and there more than among equals. */
static void company_matters(void)
{
    for (int kind = 0; kind < FEATURES_KINDS; kind++) {
        CHECK(calibration_of_evaluation(kind, FEATURES_NOVICE, 3000) >
              calibration_of_evaluation(kind, FEATURES_STEWARD, 3000));
        CHECK(calibration_of_evaluation(kind, FEATURES_STEWARD, 3000) >
              calibration_of_evaluation(kind, FEATURES_EQUAL, 3000));
    }
    const struct features_opponents mixed = {{FEATURES_EQUAL, FEATURES_NOVICE, FEATURES_STEWARD}};
    CHECK_EQ(calibration_row_of_opponents(&mixed, 2, 0), FEATURES_NOVICE);
    CHECK_EQ(calibration_row_of_opponents(&mixed, 2, 1), FEATURES_EQUAL);
    CHECK_EQ(calibration_row_of_opponents(&mixed, 3, 0), FEATURES_UNKNOWN);
}

/* ------------------------------------------------------------------------------------------------------------ turns */

static struct turn_search turns;

static int empty_spaces(const struct ff_public *pub, int seat)
{
    int n = 0;
    for (int space = 0; space < FF_PRINTED_FIRST; space++)
        n += pub->board[seat][space] == FF_NO_CARD;
    return n;
}

/* Whether the one card that was built in the turn covers something though a space was empty. */
static bool covers_without_need(const struct ff_public *before, const struct ff_public *after, int seat)
{
    return before->stage < FF_STAGE_BUILD && ff_popcount(after->built[seat]) - ff_popcount(before->built[seat]) == 1 &&
           empty_spaces(before, seat) > 0 && empty_spaces(after, seat) == empty_spaces(before, seat);
}

/* Each turn that is found can be played, ends the turn, is worth what the network says of its end, and is not all the
 * same to the network as another one. */
static void visit_turns(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    (void)rng;
    if (!turn_is_active(game, seat))
        return;
    struct features told[8];
    turns = (struct turn_search){.net = &net, .edition = &edition, .width = 3, .ends_max = 8};
    turn_search(&turns, game, seat);
    REQUIRE(turns.ends_n >= 1 && turns.ends_n <= 8);
    for (int i = 0; i < turns.ends_n; i++) {
        const struct turn *turn = &turns.end[i];
        struct ff_game next = *game;
        struct ff_view view;
        uint16_t chance[FF_PLAYERS_MAX];
        for (int step = 0; step + 1 < turn->steps; step++) {
            REQUIRE(turn_is_active(&next, seat));
            CHECK_EQ(ff_apply(&edition, &next, seat, ff_action_of(next.pub.stage, turn->option[step])), FF_OK);
        }
        CHECK(turn_is_active(&next, seat));
        turn_play_option(&edition, &next, seat, turn->option[turn->steps - 1]);
        CHECK(!turn_is_active(&next, seat));
        ff_view_of(&next, seat, &view);
        net_evaluate(&net, &edition, &view, chance);
        CHECK(memcmp(chance, turn->chance, (size_t)game->pub.players * sizeof *chance) == 0);
        CHECK(game->pub.mode == FF_EXPERT || !covers_without_need(&game->pub, &next.pub, seat));
        CHECK(i == 0 || turns.end[i - 1].merit >= turn->merit);
        CHECK(turns.value[turn->option[0]] >= turn->chance[seat]);
        features_compute_with_equal_opponents(&edition, &view, &told[i]);
        for (int j = 0; j < i; j++)
            CHECK(memcmp(&told[i], &told[j], sizeof told[i]) != 0);
    }
}
static void turns_are_whole_and_judged_by_their_end(void) { walk(2, 5, visit_turns); }

/* Parts first, then coins. */
static int standing_after(const struct ff_game *game, int seat, const struct turn *turn)
{
    struct ff_game next = *game;
    for (int step = 0; step < turn->steps; step++)
        turn_play_option(&edition, &next, seat, turn->option[step]);
    return 1000 * ff_palace_parts(&next.pub, seat) + next.pub.coins[seat];
}

/* A network that is sure of winning whatever it does, or has no opinion at all: it goes on building its palace. */
static void visit_indifference(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    static struct net indifferent;
    (void)rng;
    if (!turn_is_active(game, seat))
        return;
    net_fill_derived(&indifferent);
    turns = (struct turn_search){.net = &indifferent, .edition = &edition, .width = 8, .ends_max = 8};
    turn_search(&turns, game, seat);
    for (int i = 1; i < turns.ends_n; i++)
        CHECK(standing_after(game, seat, &turns.end[0]) >= standing_after(game, seat, &turns.end[i]));
}
static void indifference_goes_on_building(void) { walk(2, 7 * TEST_SLOW, visit_indifference); }

/* Plays a turn with a bot; how often it thought anew. */
static int turn_of(const struct bot *bot, void *block, struct ff_game *game, bool surprise)
{
    int seat = ff_lowest(game->pub.owe), thought = 0;
    for (uint64_t n = 0; turn_is_active(game, seat); n++) {
        struct ff_view view;
        struct bot_answer answer;
        ff_view_of(game, seat, &view);
        const struct bot_task task = {&edition, &view, ff_legal(&edition, &view), n, &net, NULL};
        bot->begin(block, &task);
        thought += bot->think(block, 8);
        bot->answer(block, &answer);
        if (surprise && ff_popcount(task.legal) > 1) /* something else is played than what the bot said */
            answer.option = (unsigned)ff_option_nth(task.legal & ~((ff_options)1 << answer.option), 0);
        surprise = false;
        ff_apply(&edition, game, seat, ff_action_of(game->pub.stage, answer.option));
    }
    return thought;
}

/* A turn is thought about once, at its beginning; again only if something else was played. */
static void turns_are_planned_once(void)
{
    static const struct bot *const planners[] = {&bot_apprentice, &bot_prince};
    for (int i = 0; i < 2; i++) {
        struct ff_game game, other;
        void *block = calloc(1, planners[i]->memory_size);
        REQUIRE(block != NULL);
        arena_random_begin_game(&edition, 3, FF_BASE, 9, &game);
        other = game;
        CHECK_EQ(turn_of(planners[i], block, &game, false), 1);
        CHECK_EQ(turn_of(planners[i], block, &game, false), 1); /* the next seat's, with the same memory */
        CHECK(turn_of(planners[i], block, &other, true) >= 2);
        free(block);
    }
}

/* ------------------------------------------------------------------------------------------------------------- luck */

/* The luck of all draws of `cards` from the pool that could have been, added up; returns how many there are. */
static int all_luck(const struct ff_view *before, struct ff_view *after, uint32_t pool, int cards,
                    int64_t sum[FF_PLAYERS_MAX])
{
    int n = 0;
    if (cards == 0) {
        int32_t luck[FF_PLAYERS_MAX];
        draw_luck(&net, &edition, before, after, luck);
        for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
            sum[seat] += luck[seat];
        return 1;
    }
    for (; pool; pool &= pool - 1) {
        uint32_t card = pool & (0 - pool);
        after->own.hand |= card;
        n += all_luck(before, after, pool & ~card, cards - 1, sum);
        after->own.hand &= ~card;
    }
    return n;
}

/* The luck is told as whole numbers, so the mean may be half a unit away from 0. */
static void check_mean_luck(const struct ff_view *before, struct ff_view after)
{
    uint32_t drawn = after.own.hand & ~before->own.hand, pool = ff_cards_of(after.pub.mode), known = 0;
    int64_t sum[FF_PLAYERS_MAX] = {0};
    for (int i = 0; i < before->own.known_n; i++)
        known |= ff_bit(before->own.known[i]);
    pool &= ~(before->pub.built[before->own.seat] | before->own.hand | before->own.trash | known);
    after.own.hand &= ~drawn;
    int n = all_luck(before, &after, pool, ff_popcount(drawn), sum);
    CHECK(n > 1);
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        CHECK(sum[seat] <= n / 2 + 1 && sum[seat] >= -n / 2 - 1);
}

static void luck_is_zero_on_the_mean(void)
{
    int means = 0, lucky = 0, certain = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct ff_setup setup;
        struct ff_game game;
        struct ff_event event;
        struct ff_rng rng = ff_rng_of(seed);
        ff_deal(&edition, 3, FF_BASE, seed, &setup);
        ff_prepare(&edition, &setup, &game);
        while (game.pub.stage != FF_STAGE_OVER) {
            struct ff_game last = game;
            if (!ff_follow(&edition, &game, &event)) {
                int owes = ff_lowest(game.pub.owe);
                ff_play(&edition, &game, owes, arena_random_action(&game, owes, &rng), &event);
            }
            for (int seat = 0; seat < 3; seat++) {
                struct ff_view before, after;
                int32_t luck[FF_PLAYERS_MAX];
                ff_view_of(&last, seat, &before);
                ff_view_of(&game, seat, &after);
                if (after.own.hand == before.own.hand || (after.own.hand & before.own.hand) != before.own.hand)
                    continue;
                draw_luck(&net, &edition, &before, &after, luck);
                CHECK(abs(luck[0] + luck[1] + luck[2]) <= 2 && luck[3] == 0 && luck[4] == 0);
                lucky += luck[seat] != 0;
                if (after.pub.fresh_n[seat] == 0) { /* all that were left came, or cards that the seat had buried */
                    CHECK(luck[0] == 0 && luck[1] == 0 && luck[2] == 0);
                    certain++;
                } else if (after.pub.fresh_n[seat] < 8 && means < 3) {
                    check_mean_luck(&before, after);
                    means++;
                }
            }
        }
    }
    CHECK_EQ(means, 3);
    CHECK(lucky > 20 && certain > 20);
}

/* ------------------------------------------------------------------------------------------------------------- bots */

static void *memory[16]; /* by the bot's place in the table */

static unsigned choice(int bot, const struct ff_view *view, uint64_t seed)
{
    const struct bot_task task = {&edition, view, ff_legal(&edition, view), seed, &net, NULL};
    return bot_choose(bot_list[bot], memory[bot], &task, 12);
}

static void visit_bots(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_view view, again;
    struct ff_game other;
    uint64_t seed = ff_rng_next(rng);
    ff_view_of(game, seat, &view);
    ff_resample(&edition, &view, rng, &other);
    ff_view_of(&other, seat, &again);
    for (int i = 0; bot_list[i]; i++) {
        unsigned option = choice(i, &view, seed);
        if (!CHECK(ff_legal(&edition, &view) >> option & 1) || !CHECK_EQ(choice(i, &again, seed), option))
            printf("  %s at stage %d\n", bot_list[i]->name, game->pub.stage);
    }
}
static void bots_are_legal_repeatable_and_fair(void) { walk(2, 61 * TEST_SLOW, visit_bots); }

static void bots_have_names(void)
{
    for (int i = 0; bot_list[i]; i++) {
        CHECK(bot_find(bot_list[i]->name) == bot_list[i]);
        CHECK(bot_list[i]->about[0] != '\0');
    }
    CHECK(bot_find("nobody") == NULL);
}

/* No option is shown as better than the chosen one, not even one that was hardly looked into. */
static void check_chosen_is_best(const struct bot_answer *answer)
{
    for (int i = 0; i < FF_OPTIONS_MAX; i++)
        CHECK(answer->value[i] <= answer->value[answer->option]);
}

/* Thinking goes into the options, and its sum is what was asked for. */
static void prince_thinks_as_long_as_asked(void)
{
    struct ff_game game;
    struct ff_view view;
    arena_random_begin_game(&edition, 3, FF_BASE, 9, &game);
    int seat = ff_lowest(game.pub.owe);
    ff_view_of(&game, seat, &view);
    const struct bot_task task = {&edition, &view, ff_legal(&edition, &view), 1, &net, NULL};
    struct bot_answer answer;
    void *block = calloc(1, bot_prince.memory_size);
    REQUIRE(block != NULL);
    bot_prince.begin(block, &task);
    for (int i = 0; i < 10; i++) {
        CHECK(bot_prince.think(block, 50));
        bot_prince.answer(block, &answer);
        check_chosen_is_best(&answer);
    }
    free(block);
    uint32_t visits = 0;
    int win = 0;
    for (int i = 0; i < FF_OPTIONS_MAX; i++)
        visits += answer.visits[i];
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        win += answer.win[s];
    CHECK_EQ(visits, 500);
    CHECK(answer.has_chances);
    CHECK(win > NET_CHANCE_ONE * 99 / 100 && win <= NET_CHANCE_ONE);
}

/* Somebody waits for nine such decisions of every bot: they end by themselves, long before a turn's would. */
static void setup_is_thought_about_briefly(void)
{
    struct ff_game game;
    struct ff_view view;
    struct bot_answer answer;
    void *block = calloc(1, bot_prince.memory_size);
    REQUIRE(block != NULL);
    arena_random_begin_game(&edition, 3, FF_EXPERT, 9, &game);
    CHECK_EQ(game.pub.stage, FF_STAGE_KEEP);
    ff_view_of(&game, 0, &view);
    const struct bot_task task = {&edition, &view, ff_legal(&edition, &view), 1, &net, NULL};
    bot_prince.begin(block, &task);
    CHECK(bot_prince.think(block, 20));
    CHECK(!bot_prince.think(block, 1000));
    bot_prince.answer(block, &answer);
    check_chosen_is_best(&answer);
    free(block);
}

/* Two threads' thoughts add up, option by option. Cards that may be drawn are chance, and each thread sees its own. */
static void visit_threads(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    static void *block[2];
    struct ff_view view;
    struct bot_answer answer[2], both;
    if (ff_rng_below(rng, game->pub.stage == FF_STAGE_DRAW ? 6 : 150) != 0)
        return;
    ff_view_of(game, seat, &view);
    for (int i = 0; i < 2; i++) {
        const struct bot_task task = {&edition, &view, ff_legal(&edition, &view), (uint64_t)i, &net, NULL};
        block[i] = calloc(1, bot_prince.memory_size);
        REQUIRE(block[i] != NULL);
        bot_prince.begin(block[i], &task);
        bot_prince.think(block[i], 5);
        bot_prince.answer(block[i], &answer[i]);
    }
    bot_prince.merge(block[0], block[1]);
    bot_prince.answer(block[0], &both);
    for (int i = 0; i < FF_OPTIONS_MAX; i++)
        CHECK_EQ(both.visits[i], answer[0].visits[i] + answer[1].visits[i]);
    CHECK(ff_legal(&edition, &view) >> both.option & 1);
    check_chosen_is_best(&both);
    free(block[0]);
    free(block[1]);
}
static void thoughts_are_merged(void) { walk(1, 1, visit_threads); }

int main(void)
{
    static struct train_weights weights;
    edition = usual = default_edition();
    train_random_weights(&weights, 7);
    train_quantise(&weights, &net);
    for (int i = 0; bot_list[i]; i++)
        if (!(memory[i] = calloc(1, bot_list[i]->memory_size)))
            return 1;
    TEST("features are in range, each once, and nearly all are met", features_are_in_range_and_single);
    TEST("R10.2 features show nothing that the seat cannot know", features_are_fair);
    TEST("features show the opponents' levels", features_show_the_opponents_level);
    TEST("R0.5 features describe a space by its price and the distance to other prices",
         spaces_are_described_by_their_price);
    TEST("R6.4, R6.5 features describe a card by its cost", cards_are_described_by_their_costs);
    TEST("drawn editions hold", drawn_editions_hold);
    TEST("R2.2, R5.6 features show the next order as it will be", features_show_the_next_places);
    TEST("R5.3, R8.1 the forecast of sales comes true when all sell all they have", sales_are_forecast);
    TEST("chances add up to one", chances_add_up);
    TEST("a position worked out from the one before equals one from scratch", positions_follow);
    TEST("all options worked out from one position equal those from scratch", options_follow);
#if defined(FF_AVX2)
    TEST("long vectors and short ones give the same numbers", vectors_agree);
#endif
    TEST("weights between the steps count", odd_weights_count);
    TEST("weights are written and read, and damage is noticed", weights_round_trip);
    TEST("training is repeatable and learns", training_is_repeatable_and_learns);
    TEST("gradients are slopes", gradients_are_slopes);
    TEST("guests are not learnt from", guests_are_not_learnt_from);
    TEST("tables are as asked for", tables_are_as_asked_for);
    TEST("all levels are met", all_levels_are_met);
    TEST("the weights of a network are its own", weights_of_a_network_are_its_own);
    TEST("targets are chances", targets_are_chances);
    TEST("calibrated chances add up", calibrated_chances_add_up);
    TEST("calibration keeps the order of chances", calibration_never_lowers_a_higher_chance);
    TEST("a chance is worth more among novices", company_matters);
    TEST("turns are whole, judged by their end, and differ", turns_are_whole_and_judged_by_their_end);
    TEST("where all turns look alike the palace is built", indifference_goes_on_building);
    TEST("a turn is planned once", turns_are_planned_once);
    TEST("R3.1 the luck of a draw is 0 on the mean of all that could have been", luck_is_zero_on_the_mean);
    TEST("bots have names", bots_have_names);
    TEST("R10.2 every bot is legal, repeatable and fair", bots_are_legal_repeatable_and_fair);
    TEST("prince thinks as long as asked", prince_thinks_as_long_as_asked);
    TEST("R1.5 prince thinks briefly about the expert set-up", setup_is_thought_about_briefly);
    TEST("the thoughts of two threads are merged", thoughts_are_merged);
    for (int i = 0; bot_list[i]; i++)
        free(memory[i]);
    return test_end();
}
