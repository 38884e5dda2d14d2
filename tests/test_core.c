/* test_core.c - properties of the engine on random games of every mode and player count, and its refusals and faults
 * one by one. What the rules say is in tests/scenarios/. */
#include "bots/arena/random_games.h"
#include "edition.h"
#include "test.h"

#include <stdlib.h>

static struct ff_edition edition;

/* Calls `visit` at every decision of `games` random games of each kind, then plays a random action. */
typedef void visitor(const struct ff_game *game, int seat, struct ff_rng *rng);

static void walk(int games, visitor *visit)
{
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++)
            for (int i = 0; i < games; i++) {
                struct ff_game game;
                struct ff_rng rng = ff_rng_of((uint64_t)(1000 + i));
                arena_random_begin_game(&edition, players, mode, (uint64_t)i, &game);
                while (game.pub.owe && !test_state.test_failed) {
                    int seat =
                        ff_option_nth(game.pub.owe, (int)ff_rng_below(&rng, (uint32_t)ff_popcount(game.pub.owe)));
                    visit(&game, seat, &rng);
                    ff_apply(&edition, &game, seat, arena_random_action(&game, seat, &rng));
                }
            }
}

static bool same(const struct ff_game *a, const struct ff_game *b) { return memcmp(a, b, sizeof *a) == 0; }

/* ------------------------------------------------------------------------------------------------------ properties */

static void visit_options(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    ff_options options = ff_game_options(game, seat);
    (void)rng;
    CHECK(ff_popcount(options) >= 2 ||
          (game->pub.stage == FF_STAGE_BUILD && options == (ff_options)1 << FF_OPTION_DONE)); /* R10.2a */
    CHECK_EQ(options >> FF_OPTIONS_MAX, 0);
    for (unsigned option = 0; option < 64; option++) {
        struct ff_game copy = *game;
        bool legal = options >> option & 1;
        enum ff_refusal refusal = ff_apply(&edition, &copy, seat, ff_action_of(game->pub.stage, option));
        if (!CHECK_EQ(refusal == FF_OK, legal) || !CHECK_EQ(same(&copy, game), !legal))
            printf("  stage %d, option %u, refusal %d\n", game->pub.stage, option, (int)refusal);
    }
}
static void listed_actions_apply(void) { walk(12, visit_options); }

/* All 65,536 values and seats beyond the table, at a few hundred positions. */
static void visit_every_value(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    if (ff_rng_below(rng, 150) != 0)
        return;
    long accepted = 0, wanted = ff_popcount(ff_game_options(game, seat));
    for (int s = -1; s <= FF_PLAYERS_MAX; s++)
        for (unsigned value = 0; value < 65536; value++) {
            struct ff_game copy = *game;
            bool applied = ff_apply(&edition, &copy, s, (ff_action)value) == FF_OK;
            accepted += applied && s == seat;
            if (!applied && !same(&copy, game))
                CHECK(!"a refused action changed the game");
        }
    CHECK_EQ(accepted, wanted);
}
static void other_values_are_refused(void) { walk(1, visit_every_value); }

static void visit_view(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    (void)seat;
    for (int s = 0; s < game->pub.players; s++) {
        struct ff_view view, again;
        struct ff_game other;
        ff_view_of(game, s, &view);
        ff_options legal = ff_legal(&edition, &view), distinct = ff_distinct(&edition, &view);
        CHECK_EQ(legal, ff_game_options(game, s));
        CHECK_EQ(distinct & ~legal, 0);
        CHECK_EQ(distinct != 0, legal != 0);
        ff_resample(&edition, &view, rng, &other);
        ff_view_of(&other, s, &again);
        CHECK(memcmp(&view, &again, sizeof view) == 0);
        CHECK_EQ(ff_check(&edition, &other), 0);
    }
}
static void views_are_enough(void) { walk(6, visit_view); }

static void visit_spectator(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_view view, again;
    struct ff_game other;
    struct ff_private nothing;
    memset(&nothing, 0, sizeof nothing);
    nothing.seat = FF_NOBODY;
    ff_view_of(game, FF_NOBODY, &view);
    CHECK(memcmp(&view.own, &nothing, sizeof nothing) == 0);
    CHECK_EQ(ff_legal(&edition, &view), 0);
    CHECK_EQ(ff_distinct(&edition, &view), 0);
    CHECK_EQ(ff_why_not(&edition, &view, ff_action_of(game->pub.stage, 0)), FF_REFUSED_NO_SUCH_SEAT);
    ff_resample(&edition, &view, rng, &other);
    ff_view_of(&other, FF_NOBODY, &again);
    CHECK(memcmp(&view, &again, sizeof view) == 0);
    CHECK_EQ(ff_check(&edition, &other), 0);
    (void)seat;
}
static void spectators_know_the_public_part(void) { walk(3, visit_spectator); }

/* The option that looks the same in both games: of cards put under the deck or removed, the n-th of each hand. -1: a
 * card to build that the other hand has not. */
static int same_option(const struct ff_game *game, const struct ff_game *other, int seat, unsigned option)
{
    int stage = game->pub.stage;
    ff_options options = ff_game_options(other, seat);
    bool hidden = (stage == FF_STAGE_DISCARD || stage == FF_STAGE_KEEP) && option != FF_OPTION_DONE;
    if (!hidden)
        return options >> option & 1 ? (int)option : -1;
    unsigned from = option >= FF_OPTION_TRASH ? FF_OPTION_TRASH : 0;
    int nth = ff_popcount(game->hid.hand[seat] & (ff_bit(option - from) - 1));
    return (int)from + ff_option_nth(other->hid.hand[seat], nth);
}

/* Two games that a spectator can't tell apart are alike to them after every decision that looks the same in both. */
static void visit_public(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_view view;
    struct ff_game other, after, other_after;
    ff_view_of(game, FF_NOBODY, &view);
    ff_resample(&edition, &view, rng, &other);
    for (ff_options options = ff_game_options(game, seat); options; options &= options - 1) {
        unsigned option = (unsigned)ff_option_nth(options, 0);
        int same = same_option(game, &other, seat, option);
        after = *game;
        other_after = other;
        if (same < 0 && CHECK_EQ(game->pub.stage, FF_STAGE_BUILD))
            continue;
        ff_apply(&edition, &after, seat, ff_action_of(game->pub.stage, option));
        CHECK_EQ(ff_apply(&edition, &other_after, seat, ff_action_of(game->pub.stage, (unsigned)same)), FF_OK);
        if (!CHECK(memcmp(&after.pub, &other_after.pub, sizeof after.pub) == 0))
            printf("  stage %d, option %u, then stages %d and %d\n", game->pub.stage, option, after.pub.stage,
                   other_after.pub.stage);
    }
}
static void hands_do_not_show(void) { walk(6, visit_public); }

static void visit_check(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    (void)seat;
    (void)rng;
    CHECK_EQ(ff_check(&edition, game), 0);
}
static void invariants_hold(void) { walk(40, visit_check); }

static void visit_steps(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_game whole = *game, steps = *game;
    struct ff_event event;
    ff_action action = arena_random_action(game, seat, rng);
    CHECK_EQ(ff_apply(&edition, &whole, seat, action), FF_OK);
    CHECK_EQ(ff_play(&edition, &steps, seat, action, &event), FF_OK);
    while (ff_follow(&edition, &steps, &event))
        CHECK_EQ(ff_check(&edition, &steps), 0);
    CHECK_EQ(event.kind, FF_EVENT_NONE);
    CHECK(same(&whole, &steps));
}
static void steps_add_up(void) { walk(12, visit_steps); }

/* Plays the seats' own random choices, one rng a seat, in the order that `pick` makes of those who owe. */
static void play_simultaneous(struct ff_game *game, bool highest_first)
{
    struct ff_rng rng[FF_PLAYERS_MAX];
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        rng[s] = ff_rng_of((uint64_t)s);
    int stage = game->pub.stage;
    while (game->pub.owe && game->pub.stage == stage) {
        int last = 0;
        for (int s = 0; s < game->pub.players; s++)
            if (game->pub.owe >> s & 1)
                last = s;
        int seat = highest_first ? last : ff_lowest(game->pub.owe);
        ff_apply(&edition, game, seat, arena_random_action(game, seat, &rng[seat]));
    }
}
static void visit_simultaneous(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    (void)seat;
    (void)rng;
    if (game->pub.stage > FF_STAGE_DRAW)
        return;
    struct ff_game up = *game, down = *game;
    play_simultaneous(&up, false);
    play_simultaneous(&down, true);
    CHECK(same(&up, &down));
}
static void order_of_answers_is_free(void) { walk(10, visit_simultaneous); }

/* ----------------------------------------------------------------------------------------- one of each equal chain */

enum { OUTCOMES_MAX = 4096 };
struct outcomes {
    uint64_t hash[OUTCOMES_MAX];
    int n, paths;
    bool distinct; /* walk ff_distinct, else ff_legal */
};

static void add_outcome(struct outcomes *outcomes, const struct ff_game *game)
{
    uint64_t hash = ff_hash(game);
    outcomes->paths++;
    for (int i = 0; i < outcomes->n; i++)
        if (outcomes->hash[i] == hash)
            return;
    if (outcomes->n < OUTCOMES_MAX)
        outcomes->hash[outcomes->n++] = hash;
}

static bool explored(int stage, int from)
{
    if (from == FF_STAGE_BUILD)
        return stage == FF_STAGE_BUILD || stage == FF_STAGE_SPACE;
    return stage == from;
}

/* Every chain from here until the stages of interest are left. */
static void explore(const struct ff_game *game, int seat, int from, struct outcomes *outcomes)
{
    if (!explored(game->pub.stage, from) || !(game->pub.owe >> seat & 1)) {
        add_outcome(outcomes, game);
        return;
    }
    struct ff_view view;
    ff_view_of(game, seat, &view);
    ff_options options = outcomes->distinct ? ff_distinct(&edition, &view) : ff_legal(&edition, &view);
    CHECK(options != 0);
    CHECK_EQ(options & ~ff_legal(&edition, &view), 0);
    for (; options && outcomes->paths < OUTCOMES_MAX; options &= options - 1) {
        struct ff_game copy = *game;
        struct ff_event event;
        unsigned option = (unsigned)ff_option_nth(options, 0);
        ff_play(&edition, &copy, seat, ff_action_of(game->pub.stage, option), &event);
        if (copy.pub.stage == FF_STAGE_SPACE && !copy.pub.owe) /* a single space; but no step out of these stages */
            ff_follow(&edition, &copy, &event);
        explore(&copy, seat, from, outcomes);
    }
}

static long seen_outcomes, seen_paths_legal;

static void visit_chains(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    int stage = game->pub.stage;
    bool begins = (stage == FF_STAGE_BUILD && game->pub.left == 2) || stage == FF_STAGE_OFFICE ||
                  (stage == FF_STAGE_DISCARD && game->pub.left == 2 && game->pub.hand_n[seat] <= 5);
    if (!begins || ff_rng_below(rng, 8) != 0)
        return;
    static struct outcomes legal, distinct;
    legal.n = legal.paths = distinct.n = distinct.paths = 0;
    distinct.distinct = true;
    explore(game, seat, stage, &legal);
    explore(game, seat, stage, &distinct);
    if (legal.paths >= OUTCOMES_MAX)
        return;
    CHECK_EQ(distinct.n, legal.n);
    CHECK_EQ(distinct.paths, distinct.n);
    seen_outcomes += distinct.n;
    seen_paths_legal += legal.paths;
}
static void distinct_chains_reach_all_once(void)
{
    walk(8, visit_chains);
    CHECK(seen_paths_legal > seen_outcomes); /* otherwise there was nothing to leave out */
}

/* A card that ff_distinct does not offer, chosen all the same, still has its spaces. */
static void distinct_after_other_choice(void)
{
    struct ff_game game;
    struct ff_view view;
    arena_random_begin_game(&edition, 2, FF_BASE, 1, &game);
    int seat = ff_turn_seat(&game.pub);
    game.pub.stage = FF_STAGE_SPACE;
    game.pub.owe = (uint8_t)(1 << seat);
    game.pub.first = FF_PALACE1 + 1;
    game.pub.board[seat][0] = FF_PALACE1;
    game.pub.card = FF_HOPS1;
    ff_view_of(&game, seat, &view);
    CHECK_EQ(ff_distinct(&edition, &view), 0x3e);
}

/* -------------------------------------------------------------------------------------------------- the hidden part */

/* Two games that differ only in what a seat cannot know give it the same view. */
static void visit_secrets(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_game other = *game;
    int rival = (seat + 1) % game->pub.players;
    struct ff_view view, again, rivals;
    ff_view_of(game, seat, &view);
    ff_view_of(game, rival, &rivals);
    ff_resample(&edition, &view, rng, &other);
    ff_view_of(&other, seat, &again);
    CHECK(memcmp(&view, &again, sizeof view) == 0);
    CHECK_EQ(view.own.hand, game->hid.hand[seat]);
    CHECK_EQ(view.own.known_n, game->pub.deck_n[seat] - game->pub.fresh_n[seat]);
    for (int i = 0; i < view.own.known_n; i++)
        CHECK_EQ(view.own.known[i], ff_deck_card(game, seat, game->pub.fresh_n[seat] + i));
    CHECK_EQ(rivals.own.hand, game->hid.hand[rival]);
}
static void a_view_holds_own_secrets_only(void) { walk(3, visit_secrets); }

/* Each card that may be on top of a rival's deck is, about equally often. */
static void resampling_is_even(void)
{
    enum { DRAWS = 26000 };
    struct ff_game game, other;
    struct ff_view view;
    struct ff_rng rng = ff_rng_of(5);
    int top[FF_CARDS_MAX] = {0}, held[FF_CARDS_MAX] = {0};
    arena_random_begin_game(&edition, 2, FF_BASE, 1, &game);
    ff_view_of(&game, 0, &view);
    for (int i = 0; i < DRAWS; i++) {
        ff_resample(&edition, &view, &rng, &other);
        top[ff_deck_card(&other, 1, 0)]++;
        for (int c = 0; c < FF_CARDS_MAX; c++)
            held[c] += other.hid.hand[1] >> c & 1;
    }
    for (int c = 0; c < ff_cards_n(FF_BASE); c++) {
        CHECK(top[c] > 800 && top[c] < 1200);    /* 1,000 expected, standard deviation 31 */
        CHECK(held[c] > 5600 && held[c] < 6400); /* 6 of 26 cards: 6,000 expected, standard deviation 68 */
    }
    CHECK_EQ(top[FF_GUIDE] + held[FF_SCAVENGER], 0);
}

/* A game whose cards are put, seat by seat, where another world has them is that world. */
static void visit_place(const struct ff_game *game, int seat, struct ff_rng *rng)
{
    struct ff_game placed = *game, other;
    struct ff_view view;
    ff_view_of(game, seat, &view);
    ff_resample(&edition, &view, rng, &other);
    for (int s = 0; s < game->pub.players; s++) {
        struct ff_placement cards = {.hand = other.hid.hand[s], .trash = other.hid.trash[s]};
        for (int i = 0; i < game->pub.deck_n[s]; i++)
            cards.deck[i] = (uint8_t)ff_deck_card(&other, s, i);
        ff_place(&edition, &placed, s, &cards);
    }
    CHECK(same(&placed, &other));
    CHECK_EQ(ff_check(&edition, &placed), 0);
}
static void cards_are_placed(void) { walk(3, visit_place); }

/* ---------------------------------------------------------------------------------------------------- set-up faults */

static struct ff_setup a_setup(int players, int mode)
{
    struct ff_setup setup;
    ff_deal(&edition, players, mode, 7, &setup);
    return setup;
}

static enum ff_setup_fault try_setup(const struct ff_setup *setup)
{
    struct ff_game game, before;
    memset(&game, 0x5a, sizeof game);
    before = game;
    enum ff_setup_fault fault = ff_begin(&edition, setup, &game);
    CHECK_EQ(same(&game, &before), fault != FF_SETUP_OK);
    return fault;
}

static void setup_faults(void)
{
    struct ff_setup setup = a_setup(3, FF_BASE);
    CHECK_EQ(try_setup(&setup), FF_SETUP_OK);
    setup.players = 1;
    CHECK_EQ(try_setup(&setup), FF_SETUP_PLAYERS);
    setup.players = 6;
    CHECK_EQ(try_setup(&setup), FF_SETUP_PLAYERS);
    setup = a_setup(3, FF_BASE);
    setup.mode = 2;
    CHECK_EQ(try_setup(&setup), FF_SETUP_MODE);
    setup = a_setup(3, FF_BASE);
    setup.demand[1] = setup.demand[0];
    CHECK_EQ(try_setup(&setup), FF_SETUP_DEMAND);
    setup = a_setup(3, FF_BASE);
    setup.order[1] = setup.order[0];
    CHECK_EQ(try_setup(&setup), FF_SETUP_ORDER);
    setup.order[1] = 3;
    CHECK_EQ(try_setup(&setup), FF_SETUP_ORDER);
    setup = a_setup(3, FF_BASE);
    setup.deck[2][0] = setup.deck[2][1];
    CHECK_EQ(try_setup(&setup), FF_SETUP_DECK);
    setup.deck[2][0] = 200;
    CHECK_EQ(try_setup(&setup), FF_SETUP_DECK);
    setup = a_setup(3, FF_BASE);
    setup.mode = FF_EXPERT;
    CHECK_EQ(try_setup(&setup), FF_SETUP_DECK);
}

static void edition_faults(void)
{
    struct ff_edition e = edition;
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_OK);
    e.cost[FF_CRANE] = 100;
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_COST);
    e = edition;
    e.steps_n = 1;
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_STEPS);
    e.steps_n = FF_STEPS_MAX + 1;
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_STEPS);
    e = edition;
    e.price[e.steps_n - 1] = 0; /* falls */
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_PRICE);
    e = edition;
    e.price[e.steps_n - 1] = 10;
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_PRICE);
    e = edition;
    memset(e.price, 0, sizeof e.price);
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_PRICE);
    e = edition;
    e.price_start = e.steps_n;
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_START);
    e = edition;
    e.printed[0] = e.printed[1];
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_PRINTED);
    e.printed[0] = 3;
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_PRINTED);
    e = edition;
    e.round_limit = 0;
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_ROUNDS);
    e.round_limit = 251;
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_ROUNDS);
    e = edition;
    e.demand_n = 4;
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_DEMAND);
    e.demand_n = 17;
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_DEMAND);
    e = edition;
    e.demand[3] = ff_goods_of(1, 8, 1);
    CHECK_EQ(ff_edition_seal(&e), FF_EDITION_DEMAND);
}

/* Every edition that seals can be played: here with random values, long tracks and prices that never are 0. */
static void odd_editions_play(void)
{
    struct ff_rng rng = ff_rng_of(11);
    for (int i = 0; i < 60; i++) {
        struct ff_edition odd = edition;
        odd.steps_n = (uint8_t)(2 + ff_rng_below(&rng, FF_STEPS_MAX - 1));
        for (int s = 0, price = (int)ff_rng_below(&rng, 2); s < odd.steps_n; s++)
            odd.price[s] = (uint8_t)(price += s && price < FF_PRICE_MAX ? (int)ff_rng_below(&rng, 2) : 0);
        odd.price[odd.steps_n - 1] = FF_PRICE_MAX;
        odd.price_start = (uint8_t)ff_rng_below(&rng, odd.steps_n);
        ff_shuffle(&rng, odd.printed, 3);
        odd.round_limit = (uint8_t)(1 + ff_rng_below(&rng, 250));
        for (int c = 0; c < FF_CARDS_MAX; c++)
            odd.cost[c] = (uint8_t)ff_rng_below(&rng, 12);
        for (int d = 0; d < odd.demand_n; d++)
            odd.demand[d] = ff_goods_of(ff_rng_below(&rng, 8), ff_rng_below(&rng, 8), ff_rng_below(&rng, 8));
        REQUIRE(ff_edition_seal(&odd) == FF_EDITION_OK);
        struct ff_game game;
        arena_random_begin_game(&odd, 2 + i % 4, i / 4 % 2, (uint64_t)i, &game);
        while (game.pub.owe) {
            int seat = ff_lowest(game.pub.owe);
            REQUIRE(ff_check(&odd, &game) == 0);
            REQUIRE(ff_apply(&odd, &game, seat, arena_random_action(&game, seat, &rng)) == FF_OK);
        }
        CHECK_EQ(game.pub.stage, FF_STAGE_OVER);
        CHECK(game.pub.round <= odd.round_limit);
    }
}

/* --------------------------------------------------------------------------------------------------------- ff_check */

/* A game with bytes overwritten at random either fails the check or can be played to the end. */
static void corrupt_games_are_caught_or_playable(void)
{
    struct ff_rng rng = ff_rng_of(3);
    long caught = 0;
    for (int i = 0; i < 60000; i++) {
        struct ff_game game;
        arena_random_begin_game(&edition, 2 + i % 4, i / 4 % 2, (uint64_t)(i % 50), &game);
        for (uint32_t steps = ff_rng_below(&rng, 60); steps && game.pub.owe; steps--) {
            int seat = ff_lowest(game.pub.owe);
            ff_apply(&edition, &game, seat, arena_random_action(&game, seat, &rng));
        }
        uint8_t *bytes = (uint8_t *)&game;
        for (uint32_t n = 1 + ff_rng_below(&rng, 2); n; n--) {
            uint32_t at = ff_rng_below(&rng, sizeof game);
            bytes[at] = (uint8_t)(ff_rng_below(&rng, 4) ? bytes[at] ^ 1u << ff_rng_below(&rng, 8) : ff_rng_next(&rng));
        }
        if (ff_check(&edition, &game)) {
            caught++;
            continue;
        }
        struct ff_event event;
        while (ff_follow(&edition, &game, &event))
            REQUIRE(ff_check(&edition, &game) == 0);
        while (game.pub.owe) {
            int seat = ff_lowest(game.pub.owe);
            REQUIRE(ff_apply(&edition, &game, seat, arena_random_action(&game, seat, &rng)) == FF_OK);
            REQUIRE(ff_check(&edition, &game) == 0);
        }
    }
    CHECK(caught > 30000);
}

/* ------------------------------------------------------------------------------------------------------ small facts */

static void market_options_round_trip(void)
{
    unsigned option = 1;
    for (unsigned from = 0; from < 3; from++)
        for (unsigned to = 0; to < 3; to++)
            for (unsigned count = 1; to != from && count <= 3; count++, option++) {
                CHECK_EQ(ff_market_of(from, to, count), option);
                CHECK_EQ(ff_market_from(option), from);
                CHECK_EQ(ff_market_to(option), to);
                CHECK_EQ(ff_market_count(option), count);
            }
    CHECK_EQ(option, FF_MARKET_OPTIONS);
}

static void nth_option(void)
{
    struct ff_rng rng = ff_rng_of(1);
    for (int i = 0; i < 5000; i++) {
        ff_options options = ff_rng_next(&rng) & (i % 2 ? ~(ff_options)0 : ff_rng_next(&rng));
        int n = 0;
        for (int bit = 0; bit < 64; bit++)
            if (options >> bit & 1)
                CHECK_EQ(ff_option_nth(options, n++), bit);
        CHECK_EQ(ff_popcount(options), n);
    }
}

static void rng_is_fair_and_fixed(void)
{
    struct ff_rng rng = ff_rng_of(1), again = ff_rng_of(1);
    int seen[6] = {0};
    for (int i = 0; i < 60000; i++) {
        uint32_t value = ff_rng_below(&rng, 6);
        CHECK_EQ(ff_rng_below(&again, 6), value);
        REQUIRE(value < 6);
        seen[value]++;
    }
    for (int i = 0; i < 6; i++)
        CHECK(seen[i] > 9500 && seen[i] < 10500);
    for (int i = 0; i < 1000; i++) /* nearly half of all draws are rejected here */
        CHECK(ff_rng_below(&rng, 0x80000001u) <= 0x80000000u);
}

/* R6.5 by division, for every number of parts. */
static void palace_price_is_a_division(void)
{
    struct ff_public pub;
    memset(&pub, 0, sizeof pub);
    for (int players = 2; players <= 5; players++)
        for (int parts = 0; parts <= 6 * players; parts++) {
            pub.players = (uint8_t)players;
            pub.palaces = (uint8_t)parts;
            CHECK_EQ(ff_palace_price(&pub), 8 + 2 * (parts / players));
            CHECK_EQ(ff_palace_markers(&pub), parts % players);
        }
}

int main(void)
{
    edition = default_edition();
    TEST("every listed action applies, every other option is refused and changes nothing", listed_actions_apply);
    TEST("R0.1 every other seat and 16-bit value is refused and changes nothing", other_values_are_refused);
    TEST("R10.1 legal actions from a view are those of the game; a resampled game gives the view back",
         views_are_enough);
    TEST("R10.1 a spectator knows the public part only", spectators_know_the_public_part);
    TEST("R10.2a what all see does not depend on the hands", hands_do_not_show);
    TEST("R10.2 a view holds the own secrets and no other's", a_view_holds_own_secrets_only);
    TEST("R10.2 resampling spreads unknown cards evenly", resampling_is_even);
    TEST("R10.2 cards put where another world has them give that world", cards_are_placed);
    TEST("every invariant holds at every decision", invariants_hold);
    TEST("an action in single steps is the action", steps_add_up);
    TEST("R2.3 the order of simultaneous answers has no effect", order_of_answers_is_free);
    TEST("ff_distinct reaches every outcome by one chain", distinct_chains_reach_all_once);
    TEST("ff_distinct is never empty, even after a choice it would not offer", distinct_after_other_choice);
    TEST("R1.1 a set-up that does not hold is refused and changes nothing", setup_faults);
    TEST("an edition out of range does not seal", edition_faults);
    TEST("any edition that seals can be played", odd_editions_play);
    TEST("bytes changed at random are caught or harmless", corrupt_games_are_caught_or_playable);
    TEST("R5.5 market options name from, to and count", market_options_round_trip);
    TEST("the n-th option", nth_option);
    TEST("the generator is fair and fixed", rng_is_fair_and_fixed);
    TEST("R6.5 the palace price rises with every full set of markers", palace_price_is_a_division);
    return test_end();
}
