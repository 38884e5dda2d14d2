/* test_facts.c - the engine's small answers and its referee of positions: facts, results, refusals, and every number
 * that ff_check can give. */
#include "bots/arena/random_games.h"
#include "edition.h"
#include "test.h"

static struct ff_edition edition;

static void play_random(struct ff_game *game, struct ff_rng *rng)
{
    int seat = ff_lowest(game->pub.owe);
    ff_apply(&edition, game, seat, arena_random_action(game, seat, rng));
}

/* ---------------------------------------------------------------------------------------------------- invariants */

static int turn_of(const struct ff_game *game) { return ff_turn_seat(&game->pub); }
static void spoil_players(struct ff_game *game) { game->pub.players = 6; }
static void spoil_mode(struct ff_game *game) { game->pub.mode = 2; }
static void spoil_keep_round(struct ff_game *game) { game->pub.round = 1; }
static void spoil_unused(struct ff_game *game) { game->pub.board[4][5] = 1; }
static void spoil_reserved(struct ff_game *game) { game->hid.zero[4] = 1; }
static void spoil_order(struct ff_game *game) { game->pub.order[0] = game->pub.order[1]; }
static void spoil_order_range(struct ff_game *game) { game->pub.order[0] = 9; }
static void spoil_board(struct ff_game *game) { game->pub.board[0][0] = FF_CARDS_MAX; }
static void spoil_board_twice(struct ff_game *game) { game->pub.board[0][0] = game->pub.board[0][1] = FF_BANK1; }
static void spoil_palaces(struct ff_game *game) { game->pub.palaces++; }
static void spoil_hand(struct ff_game *game) { game->hid.hand[0] ^= 1; }
static void spoil_hand_n(struct ff_game *game) { game->pub.hand_n[0] = 11; }
static void spoil_deck_tail(struct ff_game *game) { game->hid.deck_end[0] = 0x7fff; }
static void spoil_fresh(struct ff_game *game) { game->pub.fresh_n[0] = (uint8_t)(game->pub.deck_n[0] + 1); }
static void spoil_goods(struct ff_game *game) { game->pub.goods[0] |= 0x1000; }
static void spoil_goods_count(struct ff_game *game) { game->pub.goods[turn_of(game)] = 0x00b; }
static void spoil_demand(struct ff_game *game) { game->pub.demand[0] = 0x008; }
static void spoil_room(struct ff_game *game) { game->pub.room[0] = 0x777; }
static void spoil_step(struct ff_game *game) { game->pub.step[0] = 0x004; }
static void spoil_coins(struct ff_game *game) { game->pub.coins[0] = 60000; }
static void spoil_disc(struct ff_game *game) { game->pub.disc_now[turn_of(game)] = 26; }
static void spoil_disc_twice(struct ff_game *game) { game->pub.disc_next[turn_of(game)] = 3; }
static void spoil_brewery(struct ff_game *game) { game->pub.brewery = 3; }
static void spoil_tally(struct ff_game *game) { game->pub.tally = 0x00f; }
static void spoil_tally_size(struct ff_game *game) { game->pub.tally = 0x1000; }
static void spoil_market(struct ff_game *game) { game->pub.market = 1; }
static void spoil_left(struct ff_game *game) { game->pub.left = 3; }
static void spoil_card(struct ff_game *game) { game->pub.card = 1; }
static void spoil_card_range(struct ff_game *game) { game->pub.card = 28; }
static void spoil_first(struct ff_game *game) { game->pub.first = 1; }
static void spoil_extra(struct ff_game *game) { game->pub.extra |= 0x8000; }
static void spoil_extra_other(struct ff_game *game) { game->pub.extra ^= 7; }
static void spoil_first_trash(struct ff_game *game) { game->hid.first_trash = 1; }
static void spoil_options(struct ff_game *game) { game->hid.options ^= (ff_options)1 << 40; }
static void spoil_owe(struct ff_game *game) { game->pub.owe ^= 1; }
static void spoil_keep_options(struct ff_game *game) { game->hid.options = 1; }
static void spoil_first_range(struct ff_game *game)
{
    game->pub.left = 1;
    game->pub.first = 29;
}
/* More tokens on sale than fields, Warehouse and exchange can give: 10 left and 9 sold. */
static void spoil_sale(struct ff_game *game)
{
    game->pub.goods[turn_of(game)] = 0x00a;
    game->pub.tally = 0x009;
}

/* The first decision of a stage. Three players, so that seats 3 and 4 are unused; the expert game has every stage. */
static bool reach(int stage, struct ff_game *game)
{
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct ff_rng rng = ff_rng_of(seed);
        arena_random_begin_game(&edition, 3, FF_EXPERT, seed, game);
        while (game->pub.owe && game->pub.stage != stage)
            play_random(game, &rng);
        if (game->pub.stage == stage)
            return true;
    }
    return false;
}

struct fault {
    int number; /* what ff_check says */
    int stage;
    void (*spoil)(struct ff_game *game);
};

static void each_invariant_is_tested(void)
{
    static const struct fault faults[] = {
        {1, FF_STAGE_BUILD, spoil_players},        {1, FF_STAGE_BUILD, spoil_mode},
        {1, FF_STAGE_KEEP, spoil_keep_round},      {2, FF_STAGE_BUILD, spoil_unused},
        {2, FF_STAGE_BUILD, spoil_reserved},       {3, FF_STAGE_BUILD, spoil_order},
        {3, FF_STAGE_BUILD, spoil_order_range},    {4, FF_STAGE_BUILD, spoil_board},
        {4, FF_STAGE_BREWERY, spoil_board_twice},  {5, FF_STAGE_BUILD, spoil_palaces},
        {6, FF_STAGE_BUILD, spoil_hand},           {6, FF_STAGE_BUILD, spoil_hand_n},
        {6, FF_STAGE_BUILD, spoil_deck_tail},      {6, FF_STAGE_BUILD, spoil_fresh},
        {7, FF_STAGE_BUILD, spoil_goods},          {7, FF_STAGE_BREWERY, spoil_goods_count},
        {8, FF_STAGE_BUILD, spoil_demand},         {8, FF_STAGE_BUILD, spoil_room},
        {8, FF_STAGE_BUILD, spoil_step},           {9, FF_STAGE_BUILD, spoil_coins},
        {10, FF_STAGE_BREWERY, spoil_disc},        {10, FF_STAGE_BREWERY, spoil_disc_twice},
        {11, FF_STAGE_BREWERY, spoil_brewery},     {11, FF_STAGE_MARKET, spoil_brewery},
        {11, FF_STAGE_MARKET, spoil_market},       {11, FF_STAGE_SELL_HOPS, spoil_sale},
        {11, FF_STAGE_OFFICE, spoil_tally_size},   {11, FF_STAGE_BUILD, spoil_left},
        {11, FF_STAGE_BUILD, spoil_card},          {11, FF_STAGE_SPACE, spoil_card_range},
        {11, FF_STAGE_BUILD, spoil_first},         {11, FF_STAGE_BUILD, spoil_first_range},
        {11, FF_STAGE_STORE_HOPS, spoil_tally},    {11, FF_STAGE_DRAW, spoil_extra},
        {11, FF_STAGE_DRAW, spoil_extra_other},    {11, FF_STAGE_DISCARD, spoil_left},
        {11, FF_STAGE_DISCARD, spoil_first_trash}, {12, FF_STAGE_BUILD, spoil_options},
        {12, FF_STAGE_BUILD, spoil_owe},           {12, FF_STAGE_KEEP, spoil_owe},
        {12, FF_STAGE_KEEP, spoil_keep_options},   {12, FF_STAGE_DRAW, spoil_keep_options},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct ff_game game;
        REQUIRE(reach(faults[i].stage, &game));
        CHECK_EQ(ff_check(&edition, &game), 0);
        faults[i].spoil(&game);
        if (!CHECK_EQ(ff_check(&edition, &game), faults[i].number))
            printf("  fault %zu, stage %d\n", i, faults[i].stage);
    }
}

/* Hands that would grow past FF_HAND_MAX cannot come about, but bytes from outside may say so. */
static void oversized_hands_are_caught(void)
{
    struct ff_setup setup;
    struct ff_game game;
    struct ff_event event;
    ff_deal(&edition, 2, FF_BASE, 1, &setup);
    ff_prepare(&edition, &setup, &game);
    CHECK_EQ(ff_check(&edition, &game), 0);
    ff_follow(&edition, &game, &event);
    CHECK_EQ(game.pub.turn, 1);
    game.pub.turn = 0; /* as if the seat that has drawn, 6 cards in the hand, had not */
    game.pub.goods[0] = 0;
    CHECK_EQ(ff_check(&edition, &game), 6);

    REQUIRE(ff_begin(&edition, &setup, &game) == FF_SETUP_OK);
    for (struct ff_rng rng = ff_rng_of(1); game.pub.stage != FF_STAGE_DISCARD;)
        play_random(&game, &rng);
    CHECK_EQ(ff_check(&edition, &game), 0);
    CHECK(game.pub.hand_n[turn_of(&game)] > 4);
    int seat = game.pub.order[0];
    game.pub.order[0] = game.pub.order[1]; /* as if the one who discards had done so */
    game.pub.order[1] = (uint8_t)seat;
    game.pub.turn ^= 1;
    CHECK(ff_check(&edition, &game) != 0);
}

/* Ten cards in the hand, both laboratories, and still draws left. */
static void oversized_draws_are_caught(void)
{
    struct ff_game game;
    memset(&game, 0, sizeof game);
    struct ff_rng rng = ff_rng_of(1);
    for (uint64_t seed = 0; game.pub.stage != FF_STAGE_DRAW || game.pub.deck_n[0] < 5 || !(game.pub.owe & 1);) {
        if (game.pub.owe == 0)
            arena_random_begin_game(&edition, 2, FF_BASE, seed++, &game);
        play_random(&game, &rng);
    }
    struct ff_game full = game;
    for (int n = game.pub.hand_n[0]; n < FF_HAND_MAX && full.pub.deck_n[0] > 1; n++) {
        full.pub.extra = (uint16_t)((full.pub.extra & ~7) | 2);
        ff_apply(&edition, &full, 0, ff_action_of(FF_STAGE_DRAW, FF_OPTION_DRAW));
    }
    CHECK_EQ(full.pub.stage, FF_STAGE_DRAW);
    CHECK_EQ(full.pub.hand_n[0] + (full.pub.extra & 7), FF_HAND_MAX + 1);
    CHECK_EQ(ff_check(&edition, &full), 11);
}

/* ---------------------------------------------------------------------------------------------------------- facts */

static void what_cards_allow(void)
{
    CHECK_EQ(ff_extra_draws(ff_bit(FF_LAB1) | ff_bit(FF_LAB2)), 3);
    CHECK_EQ(ff_crane_saves(ff_bit(FF_CRANE)), FF_CRANE_SAVES);
    CHECK_EQ(ff_keep_max(ff_bit(FF_TOWNHALL1) | ff_bit(FF_TOWNHALL2)), FF_KEEP_MAX);
    CHECK_EQ(ff_trash_max(ff_bit(FF_SCAVENGER)), FF_TRASH_MAX);
    CHECK_EQ(ff_store_max(ff_bit(FF_WAREHOUSE)), FF_STORE_MAX);
    CHECK_EQ(ff_trash_max(0) + ff_store_max(0) + ff_crane_saves(0) + ff_extra_draws(0), 0);
    for (int card = 0; card < FF_CARDS_MAX; card++) {
        ff_goods yield = ff_space_yield(&edition, 0, card);
        CHECK_EQ(ff_is_field(card), yield != 0);
        if (ff_is_field(card))
            CHECK_EQ(yield, ff_goods_n((unsigned)ff_field_good(card), (unsigned)ff_field_yield(card)));
        CHECK_EQ(ff_is_palace(card), ff_has(FF_PALACE_CARDS, card));
    }
}

static void exchanges_at_the_market(void)
{
    const ff_goods goods = ff_goods_of(3, 3, 3);
    CHECK_EQ(ff_market_count(0), 0);
    CHECK_EQ(ff_market_goods(goods, 0), goods);
    for (unsigned market = 1; market < FF_MARKET_OPTIONS; market++) {
        unsigned from = ff_market_from(market), to = ff_market_to(market), n = ff_market_count(market);
        ff_goods counted = ff_market_goods(goods, market);
        CHECK_EQ(ff_market_of(from, to, n), market);
        CHECK_EQ(ff_count(counted, from), 3 - n);
        CHECK_EQ(ff_count(counted, to), 3 + n);
        CHECK_EQ(ff_total(counted), 9);
    }
}

static void facts_about_a_position(void)
{
    struct ff_game game;
    arena_random_begin_game(&edition, 2, FF_EXPERT, 1, &game);
    struct ff_public *pub = &game.pub;
    CHECK_EQ(ff_trash_n(pub, 0), 0);
    pub->hand_n[0]--;
    CHECK_EQ(ff_trash_n(pub, 0), 1);
    CHECK_EQ(ff_price(&edition, pub, 0, FF_WATER_GOOD), edition.price[edition.price_start]);
    CHECK_EQ(ff_cost(&edition, pub, 0, FF_BANK2), edition.cost[FF_BANK2]);
    CHECK_EQ(ff_cost(&edition, pub, 0, FF_PALACE4), 8);
    pub->active[0] = ff_bit(FF_CRANE) | ff_bit(FF_TOWNHALL2);
    CHECK_EQ(ff_cost(&edition, pub, 0, FF_PALACE4), 6);
    CHECK_EQ(ff_keep_max(pub->active[0]), 3);
    CHECK_EQ(ff_keep_max(pub->active[1]), 1);
    CHECK_EQ(ff_steady_income(ff_bit(FF_BANK1) | ff_bit(FF_BANK2)), 8);
    CHECK_EQ(ff_steady_income(ff_bit(FF_GUIDE) | ff_bit(FF_PALACE2) | ff_bit(FF_PALACE5)), 4);
    CHECK_EQ(ff_space_yield(&edition, 0, FF_NO_CARD), 0);
    CHECK_EQ(ff_space_yield(&edition, 5, FF_NO_CARD), ff_goods_of(0, 0, 1));
    CHECK_EQ(ff_space_yield(&edition, 5, FF_HOPS3), ff_goods_of(3, 0, 0));
    CHECK_EQ(ff_disc_space(0, 30), 25);
    CHECK_EQ(ff_disc_space(ff_bit(FF_MAGISTRATE), 2), 0);
    CHECK_EQ(ff_disc_space(ff_bit(FF_MAGISTRATE), 27), 24);
}

/* `palaces`: mask of the seats with all six parts; the others have five. */
static struct ff_result result_of(struct ff_game *game, int coins0, int coins1, int coins2, unsigned palaces)
{
    struct ff_result result;
    const int coins[] = {coins0, coins1, coins2};
    for (int seat = 0; seat < 3; seat++) {
        game->pub.coins[seat] = (uint16_t)coins[seat];
        game->pub.active[seat] = palaces >> seat & 1 ? FF_PALACE_CARDS : FF_PALACE_CARDS & ~ff_bit(FF_PALACE3);
    }
    ff_result(&game->pub, &result);
    return result;
}

static void results(void)
{
    struct ff_game game;
    arena_random_begin_game(&edition, 3, FF_BASE, 1, &game);
    CHECK(!result_of(&game, 5, 5, 5, 7).over);
    CHECK_EQ(result_of(&game, 5, 5, 5, 7).winners, 0);
    game.pub.stage = FF_STAGE_OVER;
    CHECK_EQ(result_of(&game, 5, 9, 7, 1).winners, 1);
    CHECK_EQ(result_of(&game, 5, 9, 7, 5).winners, 4);
    CHECK_EQ(result_of(&game, 9, 5, 7, 7).winners, 1);
    CHECK_EQ(result_of(&game, 7, 5, 7, 7).winners, 5);
    CHECK(result_of(&game, 7, 5, 7, 7).palace);
    CHECK_EQ(result_of(&game, 9, 5, 7, 0).winners, 0);
    CHECK(!result_of(&game, 9, 5, 7, 0).palace);
}

/* -------------------------------------------------------------------------------------------------------- refusals */

static void a_game_that_is_over_stays_so(void)
{
    struct ff_game game, before;
    struct ff_event event;
    struct ff_view view;
    struct ff_rng rng = ff_rng_of(1);
    arena_random_begin_game(&edition, 2, FF_BASE, 1, &game);
    while (game.pub.owe)
        play_random(&game, &rng);
    before = game;
    CHECK_EQ(ff_play(&edition, &game, 0, ff_action_of(FF_STAGE_OVER, 0), &event), FF_REFUSED_GAME_OVER);
    CHECK_EQ(ff_apply(&edition, &game, 1, ff_action_of(FF_STAGE_BUILD, FF_OPTION_DONE)), FF_REFUSED_GAME_OVER);
    CHECK(!ff_follow(&edition, &game, &event));
    CHECK(memcmp(&game, &before, sizeof game) == 0);
    CHECK_EQ(ff_check(&edition, &game), 0);
    CHECK_EQ(ff_compute_options(&edition, &game.pub, 0, 0), 0);
    ff_view_of(&game, 0, &view);
    CHECK_EQ(ff_legal(&edition, &view), 0);
    ff_resample(&edition, &view, &rng, &game);
    CHECK_EQ(ff_check(&edition, &game), 0);
}

static void refusals_by_seat_and_stage(void)
{
    struct ff_rng rng = ff_rng_of(4);
    struct ff_game game;
    struct ff_view view;
    for (arena_random_begin_game(&edition, 4, FF_EXPERT, 4, &game); game.pub.owe; play_random(&game, &rng)) {
        int seat = ff_lowest(game.pub.owe);
        ff_action action = arena_random_action(&game, seat, &rng);
        ff_view_of(&game, seat, &view);
        CHECK_EQ(ff_why_not(&edition, &view, action), FF_OK);
        CHECK_EQ(ff_why_not(&edition, &view, ff_action_of(game.pub.stage + 1u, 0)), FF_REFUSED_OTHER_STAGE);
        for (int other = 0; other < game.pub.players; other++)
            if (!(game.pub.owe >> other & 1)) {
                ff_view_of(&game, other, &view);
                CHECK_EQ(ff_why_not(&edition, &view, action), FF_REFUSED_NOT_YOUR_TURN);
            }
    }
}

/* What the facts foretell during the round is what its end brings. */
static void facts_foretell_the_round_end(void)
{
    struct ff_rng rng = ff_rng_of(6);
    struct ff_game game;
    struct ff_event event;
    for (arena_random_begin_game(&edition, 5, FF_BASE, 6, &game); game.pub.owe;) {
        int seat = ff_lowest(game.pub.owe);
        uint8_t order[FF_PLAYERS_MAX];
        ff_play(&edition, &game, seat, arena_random_action(&game, seat, &rng), &event);
        for (struct ff_public before = game.pub; ff_follow(&edition, &game, &event); before = game.pub) {
            CHECK(ff_next_order(&before, order) <= before.players);
            if (event.kind != FF_EVENT_ROUND)
                continue;
            CHECK_EQ(ff_next_order(&before, order), 5);
            CHECK(memcmp(order, game.pub.order, sizeof order) == 0);
            for (int i = 0; i < 5 * FF_GOODS; i++)
                CHECK_EQ(ff_price_next(&edition, &before, i / FF_GOODS, i % FF_GOODS),
                         ff_price(&edition, &game.pub, i / FF_GOODS, i % FF_GOODS));
        }
    }
    CHECK_EQ(ff_extra_draws(ff_bit(FF_LAB1) | ff_bit(FF_LAB2)), 3);
}

int main(void)
{
    edition = plain_edition();
    TEST("R8.1 R2.2 next prices and order are foretold", facts_foretell_the_round_end);
    TEST("each invariant is tested", each_invariant_is_tested);
    TEST("hands that would outgrow their bounds are caught", oversized_hands_are_caught);
    TEST("R3.2 draws that would outgrow the hand are caught", oversized_draws_are_caught);
    TEST("R6.4 facts about a position", facts_about_a_position);
    TEST("R3.2 R6.4 R7.1 R7.3 R7.4 what cards allow", what_cards_allow);
    TEST("R5.5 an exchange moves tokens from one good to another", exchanges_at_the_market);
    TEST("R9.2 the most coins among the finished palaces win, ties share", results);
    TEST("R9.1 a game that is over stays so", a_game_that_is_over_stays_so);
    TEST("R2.2 an action of another stage or seat is refused by name", refusals_by_seat_and_stage);
    return test_end();
}
