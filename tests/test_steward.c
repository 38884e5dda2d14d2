/* test_steward.c - the hand-written player and its styles: always legal, always the same, fair, and worth playing
 * against. All games are dealt from fixed seeds and every player here is deterministic, so nothing can pass by luck. */
#include "bots/ai/bots.h"
#include "edition.h"
#include "test.h"

enum { MEMORY_MAX = 256, STYLES = 4, ROUNDS_SENSIBLE = 16, GAMES_A_STYLE = 40 };

static struct ff_edition edition;
static const struct bot *const styles[STYLES] = {&bot_steward, &bot_farmer, &bot_banker, &bot_rusher};

static void deal(int players, int mode, uint64_t seed, struct ff_game *game)
{
    struct ff_setup setup;
    ff_deal(&edition, players, mode, seed, &setup);
    ff_begin(&edition, &setup, game);
}

static unsigned ask_view(const struct bot *bot, const struct ff_view *view, uint64_t seed)
{
    uint64_t memory[MEMORY_MAX / 8] = {0};
    struct bot_task task = {.edition = &edition, .view = view, .legal = ff_legal(&edition, view), .seed = seed};
    return bot_choose(bot, memory, &task, 0);
}

static unsigned ask(const struct bot *bot, const struct ff_game *game, int seat, uint64_t seed)
{
    struct ff_view view;
    ff_view_of(game, seat, &view);
    return ask_view(bot, &view, seed);
}

/* Plays a game with a bot at each seat, calling `look` before each decision. */
static void play(const struct bot *const *seats, uint64_t seed, struct ff_game *game,
                 void (*look)(const struct ff_game *game, int seat, unsigned option))
{
    struct ff_rng rng = ff_rng_of(seed);
    while (game->pub.owe) {
        int seat = ff_lowest(game->pub.owe);
        unsigned option = ask(seats[seat], game, seat, ff_rng_next(&rng));
        if (look)
            look(game, seat, option);
        if (ff_apply(&edition, game, seat, ff_action_of(game->pub.stage, option)) != FF_OK)
            return;
    }
}

static void play_alike(const struct bot *bot, int players, int mode, uint64_t seed, struct ff_game *game,
                       void (*look)(const struct ff_game *game, int seat, unsigned option))
{
    const struct bot *seats[FF_PLAYERS_MAX] = {bot, bot, bot, bot, bot};
    deal(players, mode, seed, game);
    play(seats, seed, game, look);
}

/* Calls `test` for some games of every mode and player count. */
static void for_all_kinds(int games, void (*test)(int players, int mode, uint64_t seed))
{
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++)
            for (int i = 0; i < games; i++)
                test(players, mode, (uint64_t)(1000 * mode + 100 * players + i));
}

/* --------------------------------------------------------------------------------------------------- legal, always */

static void check_all_styles(const struct ff_game *game, int seat, unsigned option)
{
    (void)option;
    ff_options legal = ff_game_options(game, seat);
    for (int i = 0; i < STYLES; i++)
        CHECK(legal >> ask(styles[i], game, seat, 0) & 1);
}

static void random_game_legal(int players, int mode, uint64_t seed)
{
    struct ff_game game;
    play_alike(&bot_random, players, mode, seed, &game, check_all_styles);
    CHECK_EQ(game.pub.stage, FF_STAGE_OVER);
}

static void legal_in_random_games(void) { for_all_kinds(4, random_game_legal); }

static void own_game_legal(int players, int mode, uint64_t seed)
{
    struct ff_game game;
    play_alike(styles[seed % STYLES], players, mode, seed, &game, check_all_styles);
    CHECK_EQ(game.pub.stage, FF_STAGE_OVER);
}

static void legal_in_own_games(void) { for_all_kinds(4, own_game_legal); }

/* ---------------------------------------------------------------------------------------------------- same and fair */

static void check_same(const struct ff_game *game, int seat, unsigned option)
{
    for (int i = 0; i < STYLES; i++)
        CHECK_EQ(ask(styles[i], game, seat, option), ask(styles[i], game, seat, 77 * option + 1));
}

/* Two games that differ only in what the seat cannot know (R10.2). */
static void check_fair(const struct ff_game *game, int seat, unsigned option)
{
    (void)option;
    struct ff_view view;
    struct ff_game other;
    struct ff_rng rng = ff_rng_of(ff_hash(game));
    ff_view_of(game, seat, &view);
    ff_resample(&edition, &view, &rng, &other);
    for (int i = 0; i < STYLES; i++)
        CHECK_EQ(ask(styles[i], game, seat, 0), ask(styles[i], &other, seat, 0));
}

static void game_same(int players, int mode, uint64_t seed)
{
    struct ff_game game;
    play_alike(styles[seed % STYLES], players, mode, seed, &game, check_same);
}

static void same_task_same_answer(void) { for_all_kinds(2, game_same); }

static void game_fair(int players, int mode, uint64_t seed)
{
    struct ff_game game;
    play_alike(styles[seed % STYLES], players, mode, seed, &game, check_fair);
    play_alike(&bot_random, players, mode, seed, &game, check_fair);
}

static void fair(void) { for_all_kinds(2, game_fair); }

/* --------------------------------------------------------------------------------------------------- sensible play */

static int wins(const struct bot *bot, int mode, int games)
{
    int won = 0;
    for (int i = 0; i < 2 * games; i++) {
        const struct bot *seats[] = {i % 2 ? &bot_random : bot, i % 2 ? bot : &bot_random};
        struct ff_game game;
        struct ff_result result;
        deal(2, mode, (uint64_t)(50 + i / 2), &game);
        play(seats, (uint64_t)i, &game, NULL);
        ff_result(&game.pub, &result);
        won += result.winners == 1 << i % 2;
    }
    return won;
}

static void beats_random(void)
{
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int i = 0; i < STYLES; i++)
            CHECK(wins(styles[i], mode, 24) >= 47);
}

static void game_short(int players, int mode, uint64_t seed)
{
    struct ff_game game;
    struct ff_result result;
    play_alike(styles[seed % STYLES], players, mode, seed, &game, NULL);
    ff_result(&game.pub, &result);
    CHECK(result.palace);
    CHECK(game.pub.round <= ROUNDS_SENSIBLE);
}

static void own_games_are_short(void) { for_all_kinds(8, game_short); }

/* Whoever can build the sixth part does; nobody removes a part from the game. */
static void check_no_blunder(const struct ff_game *game, int seat, unsigned option)
{
    const struct ff_public *pub = &game->pub;
    uint32_t parts = game->hid.hand[seat] & FF_PALACE_CARDS;
    if (pub->stage == FF_STAGE_BUILD && ff_palace_parts(pub, seat) == FF_PALACE_PARTS - 1 &&
        (ff_game_options(game, seat) & parts))
        CHECK(option >= FF_PALACE1 && option <= FF_PALACE6);
    if (pub->stage == FF_STAGE_DISCARD && option >= FF_OPTION_TRASH && option < FF_OPTION_DONE)
        CHECK(!(FF_PALACE_CARDS >> (option - FF_OPTION_TRASH) & 1));
}

static void game_without_blunder(int players, int mode, uint64_t seed)
{
    struct ff_game game;
    play_alike(styles[seed % STYLES], players, mode, seed, &game, check_no_blunder);
}

static void no_blunders(void) { for_all_kinds(8, game_without_blunder); }

/* ---------------------------------------------------------------------------------------------------------- styles */

enum { FIELD_CARDS = (1 << FF_BANK1) - 1, BANK_CARDS = 1 << FF_BANK1 | 1 << FF_BANK2 };

/* How many cards of a set all seats build in games of the style against itself. */
static int builds_of(const struct bot *bot, uint32_t cards)
{
    int n = 0;
    for (int i = 0; i < GAMES_A_STYLE; i++) {
        struct ff_game game;
        play_alike(bot, 3, i % 2, (uint64_t)i, &game, NULL);
        for (int seat = 0; seat < game.pub.players; seat++)
            n += ff_popcount(game.pub.built[seat] & cards);
    }
    return n;
}

static int parts_early;

static void count_early_parts(const struct ff_game *game, int seat, unsigned option)
{
    (void)seat;
    if (game->pub.stage == FF_STAGE_BUILD && game->pub.round <= 4)
        parts_early += option >= FF_PALACE1 && option <= FF_PALACE6;
}

/* How many Palace parts the style builds in the first four rounds. */
static int early_parts_of(const struct bot *bot)
{
    parts_early = 0;
    for (int i = 0; i < GAMES_A_STYLE; i++) {
        struct ff_game game;
        play_alike(bot, 3, i % 2, (uint64_t)i, &game, count_early_parts);
    }
    return parts_early;
}

static void styles_differ(void)
{
    CHECK(builds_of(&bot_farmer, FIELD_CARDS) * 10 > builds_of(&bot_steward, FIELD_CARDS) * 11);
    CHECK(builds_of(&bot_banker, BANK_CARDS) > builds_of(&bot_steward, BANK_CARDS) * 2);
    CHECK(early_parts_of(&bot_rusher) * 10 > early_parts_of(&bot_steward) * 11);
    CHECK(early_parts_of(&bot_farmer) < early_parts_of(&bot_steward));
}

/* docs/authors/edition.md measures it with more games: the default edition's games are as long as the author says, and
 * of all cards the Warehouse alone is hardly ever built. */
static void default_edition_is_lively(void)
{
    enum { GAMES = 50 };
    int built[FF_CARDS_MAX] = {0}, seats[2] = {0}, rounds = 0;
    for (int i = 0; i < 4 * GAMES; i++) {
        struct ff_game game;
        int players = 3 + i % 2, mode = i / 2 % 2;
        play_alike(&bot_steward, players, mode, 700 + (uint64_t)i, &game, NULL);
        rounds += mode == FF_BASE ? game.pub.round : 0;
        seats[mode] += players;
        for (int seat = 0; seat < players; seat++)
            for (int card = 0; card < FF_CARDS_MAX; card++)
                built[card] += game.pub.built[seat] >> card & 1;
    }
    CHECK(rounds * 10 >= 2 * GAMES * 95);
    for (int card = 0; card < FF_CARDS_MAX; card++)
        CHECK(card == FF_WAREHOUSE ||
              built[card] * 100 >= 5 * (card >= FF_GUIDE ? seats[FF_EXPERT] : seats[0] + seats[1]));
}

int main(void)
{
    edition = default_edition();
    TEST("steward: a legal answer at every decision of random games", legal_in_random_games);
    TEST("steward: a legal answer at every decision of its own games", legal_in_own_games);
    TEST("steward: same task, same answer", same_task_same_answer);
    TEST("steward: what the seat cannot know (R10.2) changes no answer", fair);
    TEST("steward: wins nearly all games against random", beats_random);
    TEST("steward: its own games end by the palace and in good time (R9.1)", own_games_are_short);
    TEST("steward: builds the sixth part when it can and removes none", no_blunders);
    TEST("steward: the styles differ in what they build", styles_differ);
    TEST("steward: the default edition's games are long, and hardly a card is dead", default_edition_is_lively);
    return test_end();
}
