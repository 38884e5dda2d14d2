/* test_show.c - what pages are shown: JSON that is JSON and fits, and views that are read back. */
#include "base/json.h"
#include "edition.h"
#include "match/random_games.h"
#include "page/event.h"
#include "page/preview.h"
#include "page/view.h"
#include "test.h"
#include "text/position.h"
#include "text/view_read.h"

static struct ff_edition edition;
static char text[65536];
static struct base_json json;

/* What was written is JSON, and within the room that its header promises. */
static void check_json(const struct base_out *out, size_t room)
{
    CHECK(!out->full);
    CHECK(out->length < room);
    if (strcmp(out->text, "null") != 0)
        CHECK_EQ(base_json_read(&json, out->text, out->length), BASE_JSON_OK);
}

static void show_all(const struct ff_view *view)
{
    struct base_out out = base_out_of(text, sizeof text);
    page_view(&out, &edition, view, true);
    check_json(&out, PAGE_VIEW_MAX);
    base_out_clear(&out);
    page_options(&out, &edition, view);
    check_json(&out, PAGE_VIEW_MAX);
    base_out_clear(&out);
    page_sale_preview(&out, &edition, view, &(struct page_plan){0x555, PAGE_PLAN_BEST, PAGE_PLAN_BEST});
    check_json(&out, PAGE_PREVIEW_MAX);
    base_out_clear(&out);
    page_build_preview(&out, &edition, view);
    check_json(&out, PAGE_PREVIEW_MAX);
}

/* The view, printed, read and printed again, is the same; with made-up cards the game is sound. */
static void read_back(const struct ff_game *game, int seat)
{
    static char again[TEXT_POSITION_MAX];
    struct ff_game made_up;
    struct ff_view view;
    struct base_error error = {0};
    int whose = -1;
    struct base_out out = base_out_of(text, sizeof text);
    ff_view_of(game, seat, &view);
    text_position_view(&out, &view);
    bool read = text_view_read(&edition, text, out.length, &made_up, &whose, &error);
    CHECK_STR(error.message, "");
    if (!read)
        return;
    CHECK_EQ(whose, seat);
    CHECK_EQ(ff_check(&edition, &made_up), 0);
    struct base_out second = base_out_of(again, sizeof again);
    ff_view_of(&made_up, seat, &view);
    text_position_view(&second, &view);
    CHECK_STR(again, text);
}

static void games_are_shown(int players, int mode)
{
    struct ff_rng rng = ff_rng_of((uint64_t)players);
    struct ff_game game;
    struct ff_view view;
    struct ff_event event;
    struct ff_public before;
    const char *names[] = {"A\"nna", "Ben", NULL, "D", "E"};
    match_random_begin(&edition, players, mode, (uint64_t)players, &game);
    for (int i = 0; game.pub.owe && i < 300; i++) {
        int seat = ff_lowest(game.pub.owe);
        ff_view_of(&game, seat, &view);
        show_all(&view);
        read_back(&game, seat);
        read_back(&game, FF_NOBODY);
        before = game.pub;
        ff_play(&edition, &game, seat, match_random_action(&game, seat, &rng), &event);
        do {
            struct base_out out = base_out_of(text, sizeof text);
            page_event(&out, &edition, &before, &game.pub, &event, names, seat);
            check_json(&out, PAGE_EVENT_MAX);
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
        "view 1\n",         "view 1\nseat 7\n", "view 1\nseat 0\nplayer 1 hand 28\nplayer 1 deck 28\n",
        "view 2\nseat 0\n", "view 1\nseat 2\n", "view 1\nseat 0\nmode rough\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ff_game game;
        struct base_error error = {0};
        int seat = 42;
        CHECK(!text_view_read(&edition, bad[i], strlen(bad[i]), &game, &seat, &error));
        CHECK(error.message[0] != '\0');
        CHECK_EQ(seat, 42);
    }
}

static void memory_aid_off_hides_the_own_deck(void)
{
    struct ff_rng rng = ff_rng_of(1);
    struct ff_game game;
    struct ff_view view;
    match_random_begin(&edition, 2, FF_EXPERT, 1, &game);
    while (game.pub.round < 3) {
        int seat = ff_lowest(game.pub.owe);
        ff_apply(&edition, &game, seat, match_random_action(&game, seat, &rng));
    }
    ff_view_of(&game, 0, &view);
    CHECK(view.own.known_n > 0);
    struct base_out out = base_out_of(text, sizeof text);
    page_view(&out, &edition, &view, false);
    const char *deck = strstr(text, "\"deck\":"), *end = deck ? strstr(deck, "\"fresh\":") : NULL;
    REQUIRE(deck && end);
    for (const char *at = deck; (at = strstr(at, "\"card\":")) && at < end; at++)
        CHECK(strncmp(at, "\"card\":null", 11) == 0);
}

int main(void)
{
    edition = default_edition();
    TEST("every position is shown as JSON, and views are read back", all_games_are_shown);
    TEST("views that can't be are refused with a reason", bad_views_are_refused);
    TEST("R10.2 from memory: the own deck is not told", memory_aid_off_hides_the_own_deck);
    return test_end();
}
