/* test_show.c - what pages are shown: JSON that is JSON and fits, and views that are read back. */
#include "bots/arena/random_games.h"
#include "edition.h"
#include "engine/base/json.h"
#include "engine/text/event.h"
#include "engine/text/position.h"
#include "engine/text/view_read.h"
#include "engine/viewjson/viewjson.h"
#include "test.h"

static struct ff_edition edition;
static char text[65536];
static struct base_json json;
static const char *const names[] = {"A\"nna", "Ben", NULL, "D", "E"};

/* Checks that the text is JSON and fits the buffer of the browser, which is as large. */
static void check_json(const struct base_out *out)
{
    CHECK(!out->full);
    if (strcmp(out->text, "null") != 0)
        CHECK_EQ(base_json_read(&json, out->text, out->length), BASE_JSON_OK);
}

static void show_all(const struct ff_view *view)
{
    struct base_out out = base_out_of(text, sizeof text);
    viewjson_put_view(&out, &edition, view, true);
    check_json(&out);
    base_out_clear(&out);
    viewjson_put_options(&out, &edition, view);
    check_json(&out);
    base_out_clear(&out);
    viewjson_put_sale_preview(&out, &edition, view,
                              &(struct viewjson_sale_plan){0x555, VIEWJSON_PLAN_BEST, VIEWJSON_PLAN_BEST});
    check_json(&out);
    base_out_clear(&out);
    viewjson_put_build_preview(&out, &edition, view);
    check_json(&out);
}

/* A view, printed and read, is the same byte for byte, and so is that of the game which the seat knows. */
static void read_back(struct ff_view view)
{
    struct ff_view read;
    struct ff_game known;
    struct base_error error = {0};
    struct base_out out = base_out_of(text, sizeof text);
    text_position_view(&out, &view);
    bool good = text_view_read(&edition, text, out.length, &read, &error);
    CHECK_STR(error.message, "");
    CHECK(good && memcmp(&read, &view, sizeof view) == 0);
    if (view.own.seat == FF_NOBODY || view.own.known_n ||
        view.pub.deck_n[view.own.seat] == view.pub.fresh_n[view.own.seat]) {
        ff_view_game(&edition, &view, &known);
        ff_view_of(&known, view.own.seat, &read);
        CHECK(memcmp(&read, &view, sizeof view) == 0);
    }
}

/* What the seat must remember by itself is left out, as by a table without the memory aid. */
static void read_back_forgetful(struct ff_view view)
{
    view.own.trash = 0;
    view.own.known_n = 0;
    memset(view.own.known, 0, sizeof view.own.known);
    read_back(view);
}

/* R10.2 The own turn played ahead on what the seat knows is the turn as the house plays it, view for view. */
static void played_ahead(const struct ff_game *game, int seat, ff_action action)
{
    struct ff_game real = *game, known;
    struct ff_view view, ahead;
    struct ff_event event, event_ahead;
    ff_view_of(game, seat, &view);
    ff_view_game(&edition, &view, &known);
    CHECK_EQ(ff_game_options(&known, seat), ff_game_options(game, seat));
    if (!ff_is_own_step(&game->pub, seat))
        return;
    ff_play(&edition, &real, seat, action, &event);
    CHECK_EQ(ff_play(&edition, &known, seat, action, &event_ahead), FF_OK);
    for (bool more = true; more && ff_is_own_step(&real.pub, seat);) {
        ff_view_of(&real, seat, &view);
        ff_view_of(&known, seat, &ahead);
        CHECK(memcmp(&view, &ahead, sizeof view) == 0 && memcmp(&event, &event_ahead, sizeof event) == 0);
        more = ff_follow(&edition, &real, &event);
        CHECK_EQ(ff_follow(&edition, &known, &event_ahead), more);
    }
}

/* Reads the event's line, as a server sends it to that viewer, and shows it from the replay of such lines. */
static void show_from_line(struct base_out *out, struct viewjson_replay *replay, const struct ff_event *event,
                           int viewer)
{
    char line[256];
    struct base_out words = base_out_of(line, sizeof line);
    struct ff_event read;
    struct base_error error;
    text_event_line(&words, event, viewer);
    CHECK(text_event_read(line, words.length, &read, &error));
    char again[sizeof line];
    struct base_out reprinted = base_out_of(again, sizeof again);
    text_event_line(&reprinted, &read, read.cards[0] == FF_NO_CARD ? FF_NOBODY : read.seat);
    CHECK_STR(again, line);
    viewjson_replay_event(out, &edition, replay, read, names);
}

/* One step of a game by chance that likes to build palaces. False: the game is over. */
static bool step(struct ff_game *game, struct ff_rng *rng, struct ff_event *event)
{
    if (!game->pub.owe)
        return ff_follow(&edition, game, event);
    int seat = ff_lowest(game->pub.owe);
    ff_action action = arena_random_action(game, seat, rng);
    ff_options palace = game->pub.stage == FF_STAGE_BUILD ? ff_game_options(game, seat) & FF_PALACE_CARDS : 0;
    if (palace)
        action = ff_action_of(FF_STAGE_BUILD, (unsigned)ff_lowest(palace));
    return ff_play(&edition, game, seat, action, event) == FF_OK;
}

static void lines_are_shown(int players, int mode, int viewer)
{
    struct ff_rng rng = ff_rng_of((uint64_t)players);
    struct ff_setup setup;
    struct ff_game game;
    struct ff_event event;
    struct viewjson_replay replay;
    static char shown[4096];
    ff_deal(&edition, players, mode, (uint64_t)players, &setup);
    ff_prepare(&edition, &setup, &game);
    viewjson_replay_begin(&edition, &game.pub, &replay);
    for (struct ff_public before = game.pub; step(&game, &rng, &event); before = game.pub) {
        if (event.kind == FF_EVENT_NONE)
            continue;
        struct base_out real = base_out_of(text, sizeof text), read = base_out_of(shown, sizeof shown);
        viewjson_put_event(&real, &(struct viewjson_step){&edition, &before, &game.pub, &event, names, viewer});
        show_from_line(&read, &replay, &event, viewer);
        CHECK_STR(shown, text);
    }
    CHECK_EQ(game.pub.stage, FF_STAGE_OVER);
}

static void all_lines_are_shown(void)
{
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++)
            for (int viewer = 0; viewer <= players; viewer++)
                lines_are_shown(players, mode, viewer < players ? viewer : FF_NOBODY);
}

static void games_are_shown(int players, int mode)
{
    struct ff_rng rng = ff_rng_of((uint64_t)players);
    struct ff_game game;
    struct ff_view view;
    struct ff_event event;
    struct ff_public before;
    arena_random_begin_game(&edition, players, mode, (uint64_t)players, &game);
    for (int i = 0; game.pub.owe && i < 300; i++) {
        int seat = ff_lowest(game.pub.owe);
        ff_view_of(&game, seat, &view);
        show_all(&view);
        for (int whose = 0; whose < players; whose++) {
            ff_view_of(&game, whose, &view);
            read_back(view);
            read_back_forgetful(view);
        }
        ff_view_of(&game, FF_NOBODY, &view);
        read_back(view);
        before = game.pub;
        ff_action action = arena_random_action(&game, seat, &rng);
        played_ahead(&game, seat, action);
        ff_play(&edition, &game, seat, action, &event);
        do {
            struct base_out out = base_out_of(text, sizeof text);
            viewjson_put_event(&out, &(struct viewjson_step){&edition, &before, &game.pub, &event, names, seat});
            check_json(&out);
            before = game.pub;
        } while (ff_follow(&edition, &game, &event));
    }
}

static void all_games_are_shown(void)
{
    for (int mode = FF_BASE; mode <= FF_EXPERT; mode++)
        for (int players = FF_PLAYERS_MIN; players <= FF_PLAYERS_MAX; players++)
            games_are_shown(players, mode);
}

static void bad_views_are_refused(void)
{
    static const char *const bad[] = {
        "view 1\n",
        "view 1\nseat 7\n",
        "view 1\nseat 0\nplayer 1 hand 28\nplayer 1 deck 28\n",
        "view 2\nseat 0\n",
        "view 1\nseat 2\n",
        "view 1\nseat 0\nmode rough\n",
        "view 1\nseat 0\nseat 1\n",
        "view 1\nseat 0\nplayer 0 deck 5 6\n",
        "view 1\nseat 0\nplayer 1 deck 5 | crane\n",
        "view 1\nseat 0\nplayer 1 deck 20 | 20\n",
        "position 1\nseat 0\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ff_view view = {.own.seat = 42};
        struct base_error error = {0};
        CHECK(!text_view_read(&edition, bad[i], strlen(bad[i]), &view, &error));
        CHECK(error.message[0] != '\0');
        CHECK_EQ(view.own.seat, 42);
    }
}

/* A view in the middle of a game, each of its facts changed in turn to what no game has. */
static void views_that_no_game_has(void)
{
    struct ff_rng rng = ff_rng_of(3);
    struct ff_game game;
    struct ff_view good, view;
    arena_random_begin_game(&edition, 3, FF_EXPERT, 5, &game);
    for (int i = 0; game.pub.owe && i < 150; i++) {
        int seat = ff_lowest(game.pub.owe);
        ff_apply(&edition, &game, seat, arena_random_action(&game, seat, &rng));
    }
    ff_view_of(&game, 1, &good);
    CHECK_EQ(ff_view_check(&edition, &good), 0);
    CHECK(good.own.known_n > 1 && good.own.hand);
#define BAD(change)                                                                                                    \
    do {                                                                                                               \
        view = good;                                                                                                   \
        change;                                                                                                        \
        CHECK(ff_view_check(&edition, &view) != 0);                                                                    \
    } while (0)
    BAD(view.pub.players = 1);
    BAD(view.own.seat = 3);
    BAD(view.pub.order[0] = view.pub.order[1]);
    BAD(view.pub.hand_n[1]++);
    BAD(view.pub.hand_n[0] = 27);
    BAD(view.pub.deck_n[2] = 28);
    BAD(view.pub.fresh_n[0] = (uint8_t)(view.pub.deck_n[0] + 1));
    BAD(view.pub.built[0] |= ff_bit(29));
    BAD(view.own.known_n--);
    BAD(view.own.known[0] = view.own.known[1]);
    BAD(view.own.known[0] = 40);
    BAD(view.own.trash = view.own.hand);
    BAD(view.own.trash = ff_bit(30));
    BAD(view.own.hand = ff_bit(30));
    BAD(view.pub.owe ^= 7);
    BAD(view.pub.coins[0] = 60000);
    BAD(view.pub.stage = FF_STAGE_SPACE; view.pub.card = 77; view.pub.left = 1);
#undef BAD
    for (size_t at = 0; at < sizeof good; at++) /* total: any byte may be anything */
        for (int value = 0; value < 256; value += 51) {
            view = good;
            ((uint8_t *)&view)[at] = (uint8_t)value;
            ff_view_check(&edition, &view);
        }
}

static void memory_aid_off_hides_the_own_deck(void)
{
    struct ff_rng rng = ff_rng_of(1);
    struct ff_game game;
    struct ff_view view;
    arena_random_begin_game(&edition, 2, FF_EXPERT, 1, &game);
    while (game.pub.round < 3) {
        int seat = ff_lowest(game.pub.owe);
        ff_apply(&edition, &game, seat, arena_random_action(&game, seat, &rng));
    }
    ff_view_of(&game, 0, &view);
    CHECK(view.own.known_n > 0);
    struct base_out out = base_out_of(text, sizeof text);
    viewjson_put_view(&out, &edition, &view, false);
    const char *deck = strstr(text, "\"deck\":"), *end = deck ? strstr(deck, "\"fresh\":") : NULL;
    REQUIRE(deck && end);
    for (const char *at = deck; (at = strstr(at, "\"card\":")) && at < end; at++)
        CHECK(strncmp(at, "\"card\":null", 11) == 0);
}

int main(void)
{
    edition = default_edition();
    TEST("views that no game has are refused by the engine", views_that_no_game_has);
    TEST("every position is shown as JSON, and views are read back", all_games_are_shown);
    TEST("R5.3, R6.5, R8.1, R8.2, R9.1 events read from lines are shown as the engine shows them", all_lines_are_shown);
    TEST("views that can't be are refused with a reason", bad_views_are_refused);
    TEST("R10.2 from memory: the own deck is not told", memory_aid_off_hides_the_own_deck);
    return test_end();
}
