/* test_rated_games.c - rated games on whole servers in one process (app_harness.h), on all stores: ratings come with
 * the last entry, once, and follow from the stored games. It runs in the project's root. */
#define _DEFAULT_SOURCE /* usleep */
#include "app_harness.h"
#include "server/app/rated_games.h"

static char call_body[1 << 17];

static void on_answer(struct api_call *call, const struct app_error *error)
{
    CHECK(!error);
    memcpy(call_body, call->body.text, call->body.length + 1);
}

/* What GET /api/ratings answers. */
static const char *ratings_of(struct world *world, const char *token)
{
    struct api_call *call = api_call_new(world->app, "192.0.2.7");
    call->answer = on_answer;
    call->tokens.n = base_hex_read(token, 64, call->tokens.token[0], MESSAGE_TOKEN_BYTES);
    call_body[0] = '\0';
    api_call_get_ratings(call);
    settle(world);
    return call_body;
}

/* The number behind "KEY": within the rating of a mode. */
static int figure(const char *ratings, const char *mode, const char *key)
{
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"%s\":{\"course\":[", mode);
    const char *at = strstr(ratings, quoted), *end = at ? strchr(at, ']') : NULL;
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    at = end ? strstr(end, quoted) : NULL;
    return at ? atoi(at + strlen(quoted)) : -1;
}

static void play_on(struct world *const *worlds, int n, struct client *const *clients, int people)
{
    char text[400];
    for (int i = 0; i < 20000 && !is_over(clients[0]); i++) {
        for (int k = 0; k < people; k++)
            if (send_play(clients[k], text))
                break;
        settle_all(worlds, n, true);
    }
}

static void is_rated(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[2][65];
    struct client *people[2] = {greet(world, 0, "Anna", token[0]), greet(world, 1, "Ben", token[1])};
    for (int game = 1; game <= 3; game++) {
        char table[20];
        strcpy(table, create(world, people[0], "\"seats\":[\"me\",\"open\",1],\"mode\":\"expert\",\"rated\":true"));
        CHECK(strstr(people[0]->frame, "\"rated\":true") != NULL);
        attach(people[1], table);
        say(people[1], "{\"type\":\"sit\"}");
        settle(world);
        say(people[0], "{\"type\":\"offer\",\"id\":\"o\"}");
        settle(world);
        CHECK_STR(member(people[0]->note, "code"), "not-allowed");
        play_on(&world, 1, people, 2);
        CHECK(is_over(people[0]));
        for (int i = 0; i < 2; i++) {
            CHECK_EQ(figure(ratings_of(world, token[i]), "expert", "games"), game);
            CHECK_EQ(figure(call_body, "base", "games"), 0);
            CHECK_EQ(figure(call_body, "base", "points"), 1500);
            CHECK(strstr(call_body, table) != NULL);
        }
        disconnect(people[0]);
        people[0] = rejoin(world, 0, token[0], table);
    }
    world_free(world);
}

static void leaving_is_losing(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[2][65], table[20], text[400];
    struct client *anna = greet(world, 0, "Anna", token[0]), *ben = greet(world, 1, "Ben", token[1]);
    strcpy(table, create(world, anna, "\"seats\":[\"me\",\"open\"],\"rated\":true"));
    attach(ben, table);
    say(ben, "{\"type\":\"sit\"}");
    settle(world);
    say(ben, "{\"type\":\"leave\"}");
    disconnect(ben);
    for (int i = 0; i < 20000 && !is_over(anna); i++) {
        send_play(anna, text);
        pass_time(world, 500);
    }
    CHECK(is_over(anna));
    if (strstr(anna->frame, "\"winners\":[]")) {
        world_free(world); /* the limit of rounds */
        return;
    }
    int winner = figure(ratings_of(world, token[0]), "base", "points");
    CHECK(winner > 1500); /* whoever the bot made win */
    CHECK(figure(ratings_of(world, token[1]), "base", "points") < 1500);
    CHECK_EQ(figure(call_body, "base", "games"), 1);
    world_free(world);
}

/* One person ends games at two servers at the same time, and the store fails: none is lost, none counts twice. */
static void ends_at_the_same_time(void)
{
    struct world *worlds[2] = {world_new(NULL, no_limits)};
    worlds[1] = world_new(worlds[0], no_limits);
    char token[65], table[2][20], text[400];
    struct client *anna[2] = {greet(worlds[0], 0, "Anna", token)};
    int games = 0;
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 2; i++) {
            if (i) {
                disconnect(&worlds[1]->client[1]);
                anna[1] = rejoin(worlds[1], 1, token, table[0]);
            }
            strcpy(table[i], create(worlds[i], anna[i], "\"seats\":[\"me\",1],\"rated\":true"));
        }
        games += 2;
        for (int n = 0; n < 40000 && !(is_over(anna[0]) && is_over(anna[1])); n++) {
            if (round && ff_rng_below(&rng, 40) == 0)
                weather_fail(worlds[ff_rng_below(&rng, 2)]->weather, 1 + (int)ff_rng_below(&rng, 3),
                             round % 2 ? STORE_UNKNOWN : STORE_FAILED);
            for (int i = 0; i < 2; i++)
                if (!is_over(anna[i]))
                    send_play(anna[i], text);
            settle_all(worlds, 2, true);
            now_ms += 100;
            for (int i = 0; i < 2; i++) {
                app_update_time(worlds[i]->app, now_ms, now_ms);
                app_tick(worlds[i]->app);
            }
        }
        CHECK(is_over(anna[0]) && is_over(anna[1]));
        for (int i = 0; i < 2; i++)
            weather_fail(worlds[i]->weather, 0, STORE_DONE);
        CHECK_EQ(figure(ratings_of(worlds[0], token), "base", "games"), games);
    }
    world_free(worlds[1]);
    world_free(worlds[0]);
}

static void texts_come_back(void)
{
    struct rated_game game = {.mode = FF_EXPERT, .players = 3, .repetition = 1}, read = game;
    strcpy(game.seat[0].guest, "qk3vnz5c2fsaxh7e");
    game.seat[0].games = 4000000000u;
    game.seat[0].share = game.seat[2].share = 2;
    game.seat[1].level = 5;
    strcpy(game.seat[2].guest, "aaaaaaaaaaaaaaaa");
    char text[RATED_SEATS_TEXT_MAX];
    struct base_out out = base_out_of(text, sizeof text);
    rated_game_put_seats(&out, &game);
    CHECK_STR(text, "qk3vnz5c2fsaxh7e 4000000000 1/2, level5 0 0, aaaaaaaaaaaaaaaa 0 1/2");
    CHECK(rated_game_read_seats(&read, text, strlen(text)));
    CHECK(memcmp(&read, &game, sizeof game) == 0);
    static const char *const damaged[] = {"",
                                          "level5 0 0",
                                          "level9 0 0, level1 0 0",
                                          "abc 0 0, level1 0 0",
                                          "level1 0 1/9, level1 0 0",
                                          "level1 0 2, level1 0 0",
                                          "level1 0, level1 0"};
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++)
        CHECK(!rated_game_read_seats(&read, damaged[i], strlen(damaged[i])));
}

int main(void)
{
    static const struct places_test tests[] = {
        {"a rated game changes the ratings of its players", is_rated, EVERY_STORE},
        {"who leaves a rated game loses it", leaving_is_losing, EVERY_STORE},
        {"games that end at the same time at two servers are rated once each", ends_at_the_same_time, SHARED_STORES},
    };
    TEST("a rated game as text comes back", texts_come_back);
    return world_tests(tests, sizeof tests / sizeof tests[0]);
}
