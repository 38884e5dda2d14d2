/* test_app.c - whole servers in one process (app_harness.h): the same tests on the store in memory, on SQLite and on a
 * real PostgreSQL, which tools/postgres.sh starts. It runs in the project's root. */
#define _DEFAULT_SOURCE /* usleep */
#include "app_harness.h"
#include "bots/ai/levels.h"
#include "engine/base/blake2b.h"
#include "engine/base/hex.h"
#include "server/net/clock.h"

/* -------------------------------------------------------------------------------------------------------- the tests */

static void a_game_with_bots(void)
{
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL);
    char text[400];
    create(world, anna, "\"seats\":[\"me\",1,1],\"mode\":\"expert\"");
    for (int n = 0; n < 20000 && !is_over(anna); n++) {
        REQUIRE(send_play(anna, text));
        settle(world);
        CHECK_STR(anna->ack, member(text, "id"));
    }
    CHECK(is_over(anna));
    CHECK_EQ(app_counts(world->app)->games_over, 1);
    CHECK_EQ(app_counts(world->app)->store_faults, 0);
    CHECK(app_counts(world->app)->plays > 0);
    CHECK(app_counts(world->app)->bot_plays > 0);
    world_free(world);
}

/* How long after it was asked a bot's turn is told that took so long to think out. */
static int64_t told_after(int level, int64_t thinking_ms)
{
    struct world *world = world_with(NULL, (struct app_config){.bot_pace_ms = 700});
    struct client *anna = greet(world, 0, "Anna", NULL);
    char seats[60], text[400];
    snprintf(seats, sizeof seats, "\"seats\":[\"me\",%d],\"mode\":\"base\"", level);
    create(world, anna, seats);
    while (!world->turns_n && send_play(anna, text))
        settle_all(&world, 1, false);
    int64_t asked_ms = now_ms;
    int before = (int)number(anna->frame, "number");
    now_ms += thinking_ms;
    app_update_time(world->app, now_ms + wall_ms, now_ms);
    for (int i = 0; i < 1000 && (int)number(anna->frame, "number") == before; i++) {
        settle(world);
        now_ms += 10;
        app_update_time(world->app, now_ms + wall_ms, now_ms);
        app_tick(world->app);
        settle_all(&world, 1, false);
    }
    world_free(world);
    return (now_ms - asked_ms) / 100 * 100;
}

static void bots_take_their_time(void)
{
    static const int thinking_ms[] = {0, 340, 720, 880};
    for (size_t i = 0; i < sizeof thinking_ms / sizeof *thinking_ms; i++)
        CHECK_EQ(told_after(BOT_LEVELS_MAX, thinking_ms[i]), 1400);
    CHECK_EQ(told_after(3, 0), 700);
    CHECK_EQ(told_after(3, 20), 700);
}

static void friends_join_by_link(void)
{
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL), *ben = greet(world, 1, "Ben", NULL);
    char table[20];
    strcpy(table, create(world, anna, "\"seats\":[\"me\",\"open\",\"open\"]"));
    CHECK_STR(member(anna->frame, "phase"), "open");
    attach(ben, table);
    settle(world);
    CHECK_STR(member(ben->frame, "phase"), "open");
    CHECK_EQ(number(ben->frame, "seat"), -1);
    say(ben, "{\"type\":\"sit\",\"id\":\"s1\",\"seat\":2}");
    settle(world);
    CHECK_STR(ben->ack, "s1");
    CHECK_EQ(number(ben->frame, "seat"), 2);
    CHECK(strstr(anna->frame, "\"name\":\"Ben\",\"here\":true") != NULL);
    say(ben, "{\"type\":\"fill\",\"level\":2}"); /* it is not his table */
    settle(world);
    CHECK_STR(member(ben->note, "code"), "not-allowed");
    CHECK_STR(member(anna->frame, "phase"), "open");
    say(anna, "{\"type\":\"fill\",\"level\":2}");
    settle(world);
    CHECK_STR(member(anna->frame, "phase"), "play");
    CHECK(strstr(anna->frame, "\"view\":\"view 1\\nseat 0\\n") != NULL);
    CHECK(strstr(ben->frame, "\"view\":\"view 1\\nseat 2\\n") != NULL);
    CHECK(ben->saw_deal);
    say(anna, "{\"type\":\"chat\",\"text\":\"hello\"}");
    settle(world);
    CHECK(strstr(ben->frame, "\"text\":\"hello\"") != NULL);
    say(ben, "{\"type\":\"mute\",\"seats\":[0]}");
    say(anna, "{\"type\":\"chat\",\"text\":\"psst\"}");
    settle(world);
    CHECK(!strstr(ben->frame, "psst"));
    say(anna, "{\"type\":\"tables\"}");
    settle(world);
    CHECK(strstr(anna->note, "\"yours\":[{\"table\":") != NULL);
    CHECK(strstr(anna->note, "\"seat\":0,\"owes\":") != NULL);
    world_free(world);
}

static void spectators(void)
{
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL);
    char table[20];
    strcpy(table, create(world, anna, "\"seats\":[\"me\",1]"));
    struct client *zoe = visit(world, 1, "Zoe", table);
    CHECK(strstr(zoe->frame, "\"seat\":null") != NULL);
    CHECK(strstr(zoe->frame, "view 1\\nseat -\\n") != NULL);
    say(zoe, "{\"type\":\"chat\",\"id\":\"x\",\"text\":\"hi\"}");
    settle(world);
    CHECK_STR(member(zoe->note, "code"), "no-seat");
    say(zoe, "{\"type\":\"play\",\"id\":\"y\",\"number\":9,\"actions\":\"done\"}");
    settle(world);
    CHECK_STR(member(zoe->note, "code"), "no-seat");
    strcpy(table, create(world, anna, "\"seats\":[\"me\",1],\"watch\":\"nobody\""));
    attach(zoe, table);
    settle(world);
    CHECK(!strstr(zoe->frame, "\"view\""));
    world_free(world);
}

/* Everything a client may send before hello or without a table, and what is no message at all. */
static void wrong_messages(void)
{
    static const struct {
        const char *text, *code;
    } cases[] = {
        {"", "bad-message"},
        {"[]", "bad-message"},
        {"{}", "bad-message"},
        {"{\"type\":\"dance\"}", "bad-message"},
        {"{\"type\":5}", "bad-message"},
        {"{\"type\":\"attach\"}", "bad-message"},
        {"{\"type\":\"attach\",\"table\":\"../../etc\"}", "bad-message"},
        {"{\"type\":\"attach\",\"table\":\"aaaaaaaaaaaaaaaa\"}", "no-table"},
        {"{\"type\":\"attach\",\"table\":\"aaaaaaaaaaaaaaaa\",\"seen\":-1}", "bad-message"},
        {"{\"type\":\"sit\"}", "no-table"},
        {"{\"type\":\"play\",\"id\":\"x\",\"number\":1,\"actions\":\"done\"}", "no-table"},
        {"{\"type\":\"play\",\"number\":1,\"actions\":\"done\"}", "bad-message"},
        {"{\"type\":\"create\",\"id\":\"x\"}", "bad-message"},
        {"{\"type\":\"create\",\"id\":\"x\",\"seats\":[\"me\"]}", "bad-message"},
        {"{\"type\":\"create\",\"id\":\"x\",\"seats\":[\"me\",\"me\"]}", "bad-message"},
        {"{\"type\":\"create\",\"id\":\"x\",\"seats\":[\"me\",6]}", "bad-message"},
        {"{\"type\":\"create\",\"id\":\"x\",\"seats\":[\"me\",1],\"turn_s\":3}", "bad-message"},
        {"{\"type\":\"seek\",\"id\":\"x\",\"turn_s\":0}", "bad-message"},
        {"{\"type\":\"create\",\"id\":\"x\",\"seats\":[\"me\",1],\"mode\":\"chess\"}", "bad-message"},
        {"{\"type\":\"hello\",\"protocol\":1}", "bad-message"},
        {"{\"type\":\"name\",\"name\":\"\"}", "bad-message"},
        {"{\"type\":\"ping\",\"id\":\"has blank\"}", "bad-message"},
    };
    struct world *world = world_new(NULL, no_limits);
    struct client *client = connect_with(world, 0, NULL);
    say(client, "{\"type\":\"tables\"}");
    settle(world);
    CHECK_STR(member(client->note, "code"), "hello-first");
    say(client, "{\"type\":\"hello\",\"protocol\":2}");
    settle(world);
    CHECK_STR(member(client->note, "code"), "protocol");
    say(client, "{\"type\":\"hello\",\"protocol\":1,"
                "\"token\":\"0000000000000000000000000000000000000000000000000000000000000000\"}");
    settle(world);
    CHECK_STR(member(client->note, "code"), "bad-token");
    disconnect(client);
    client = greet(world, 0, "Eve", NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        client->session->strikes = 0;
        say(client, cases[i].text);
        settle(world);
        if (!CHECK_STR(member(client->note, "code"), cases[i].code))
            printf("    %s\n", cases[i].text);
    }
    CHECK_EQ(client->close_code, 0);
    for (int i = 0; i < 30; i++)
        say(client, "nonsense");
    settle(world);
    CHECK_EQ(client->close_code, 1008);
    world_free(world);
}

static void limits(void)
{
    struct rate_limits limits = {.address_connections = 3, .messages = RATE_PER_SECOND(10, 20), .guest_tables = 2};
    struct world *world = world_new(NULL, limits);
    struct client *anna = greet(world, 0, "Anna", NULL);
    CHECK(connect_with(world, 1, NULL)->connected);
    CHECK(connect_with(world, 2, NULL)->connected);
    CHECK(!connect_with(world, 3, NULL)->connected);
    disconnect(&world->client[1]);
    CHECK(connect_with(world, 3, NULL)->connected);
    create(world, anna, "\"seats\":[\"me\",1]");
    create(world, anna, "\"seats\":[\"me\",1]");
    say(anna, "{\"type\":\"create\",\"id\":\"c3\",\"seats\":[\"me\",1]}");
    settle(world);
    CHECK_STR(member(anna->note, "code"), "limit");
    for (int i = 0; i < 25; i++)
        say(anna, "{\"type\":\"ping\"}");
    settle(world);
    CHECK_STR(member(anna->note, "code"), "too-fast");
    pass_time(world, 3000);
    say(anna, "{\"type\":\"ping\"}");
    settle(world);
    CHECK_STR(member(anna->note, "type"), "pong");
    world_free(world);
}

/* Who has too many tables is refused, as often as they ask; others of the same address may still make theirs. */
static void refused_tables_do_not_count(void)
{
    struct rate_limits limits = {.tables = RATE_PER_HOUR(2, 2), .guest_tables = 1};
    struct world *world = world_new(NULL, limits);
    struct client *anna = greet(world, 0, "Anna", NULL), *ben = greet(world, 1, "Ben", NULL);
    create(world, anna, "\"seats\":[\"me\",1]");
    for (int i = 0; i < 5; i++) {
        say(anna, "{\"type\":\"create\",\"id\":\"again\",\"seats\":[\"me\",1]}");
        settle(world);
        CHECK_STR(member(anna->note, "text"), "You have too many tables that are not over; finish some first.");
    }
    create(world, ben, "\"seats\":[\"me\",1]");
    say(ben, "{\"type\":\"create\",\"id\":\"more\",\"seats\":[\"me\",1]}");
    settle(world);
    CHECK_STR(member(ben->note, "text"), "Too many new tables from your address; wait a while.");
    world_free(world);
}

/* Whoever waits for an id gets it, whatever the message is and wherever it is said. */
static void every_id_is_answered(void)
{
    static const char *const said[] = {"{\"type\":\"tables\"",
                                       "{\"type\":\"name\",\"name\":\"Zoe\"",
                                       "{\"type\":\"name\"",
                                       "{\"type\":\"ping\"",
                                       "{\"type\":\"hello\",\"protocol\":1",
                                       "{\"type\":\"dance\"",
                                       "{\"type\":\"sit\"",
                                       "{\"type\":\"chat\",\"text\":\"hm\"",
                                       "{\"type\":\"mute\",\"seats\":[1]",
                                       "{\"type\":\"fill\",\"level\":1",
                                       "{\"type\":\"play\",\"number\":1,\"actions\":\"done\"",
                                       "{\"type\":\"leave\"",
                                       "{\"type\":\"back\"",
                                       "{\"type\":\"rematch\"",
                                       "{\"type\":\"vote\",\"seat\":1",
                                       "{\"type\":\"offer\"",
                                       "{\"type\":\"seal\",\"seal\":\"00\"",
                                       "{\"type\":\"attach\",\"table\":\"aaaaaaaaaaaaaaaa\"",
                                       "{\"type\":\"detach\""};
    enum { SAID = sizeof said / sizeof *said };
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL);
    for (int round = 0; round < 3; round++) { /* at no table, at one, and while its store fails */
        if (round == 1)
            create(world, anna, "\"seats\":[\"me\",\"open\"]");
        for (int i = 0; i < SAID; i++) {
            char text[200], id[20];
            snprintf(id, sizeof id, "id%d.%d", round, i);
            snprintf(text, sizeof text, "%s,\"id\":\"%s\"}", said[i], id);
            if (round == 2)
                weather_fail(world->weather, 1, STORE_FAILED);
            say(anna, text);
            settle(world);
            weather_fail(world->weather, 0, STORE_DONE);
            CHECK_STR(strcmp(anna->ack, id) == 0 ? anna->ack : member(anna->note, "ack"), id);
        }
    }
    world_free(world);
}

/* A frame that passes answers nothing but the message it is for: calls of one session do not overtake each other, and
 * whoever hangs up leaves none behind. */
static void lists_while_frames_pass(void)
{
    for (int n = 0; n < 6; n++) {
        struct world *world = world_new(NULL, no_limits);
        struct client *anna = greet(world, 0, "Anna", NULL), *ben = greet(world, 1, "Ben", NULL);
        attach(ben, create(world, anna, "\"seats\":[\"me\",\"open\"]"));
        settle(world);
        for (int i = 0; i < 5; i++) {
            say(ben, "{\"type\":\"tables\",\"id\":\"list\"}");
            say(anna, "{\"type\":\"chat\",\"text\":\"hm\"}");
            for (int turns = 0; turns < n; turns++)
                turn_loop(world, true);
            CHECK(strcmp(ben->ack, "list") != 0); /* of a frame */
        }
        disconnect(ben);
        settle(world);
        world_free(world);
    }
}

/* Too many messages are turned away with the ids they had. */
static void turned_away_with_ids(void)
{
    struct world *world = world_new(NULL, (struct rate_limits){.messages = RATE_PER_SECOND(1, 3)});
    struct client *anna = greet(world, 0, "Anna", NULL);
    for (int i = 0; i < 4; i++)
        say(anna, "{\"type\":\"ping\",\"id\":\"p\"}");
    say(anna, "{\"type\":\"ping\",\"id\":\"last\"}");
    settle(world);
    CHECK_STR(member(anna->note, "code"), "too-fast");
    CHECK_STR(member(anna->note, "ack"), "last");
    world_free(world);
}

/* The system's clock is set while a server runs: how long something takes does not change. */
static void the_clock_is_set(void)
{
    struct world *world = world_new(NULL, (struct rate_limits){.messages = RATE_PER_SECOND(10, 20)});
    struct client *anna = greet(world, 0, "Anna", NULL);
    static const int64_t jumps[] = {-3600 * 1000, 0, 3600 * 1000};
    for (int i = 0; i < 3; i++) {
        wall_ms = jumps[i];
        pass_time(world, 1000);
        say(anna, "{\"type\":\"ping\",\"id\":\"p\"}");
        settle(world);
        CHECK_STR(member(anna->note, "type"), "pong");
    }
    wall_ms = 0;
    world_free(world);
}

static void wall_time_never_jumps(void)
{
    struct clock clock;
    int64_t day = 24 * 3600 * 1000, wall = 1700000000000, steady = day;
    clock_init(&clock, wall, steady);
    clock_update(&clock, wall + 500, steady + 500);
    CHECK_EQ(clock.now_ms, wall + 500);
    clock_update(&clock, wall + 1000 - 3600 * 1000, steady + 1000); /* set back by an hour */
    CHECK(clock.now_ms >= wall + 900 && clock.now_ms <= wall + 1000);
    int64_t before = clock.now_ms;
    for (int64_t passed = 1001; passed < 11 * 3600 * 1000; passed += 37) { /* goes on, and agrees after ten hours */
        clock_update(&clock, wall + passed - 3600 * 1000, steady + passed);
        REQUIRE(clock.now_ms >= before);
        before = clock.now_ms;
    }
    CHECK(clock.now_ms - (wall + clock.steady_ms - steady - 3600 * 1000) < 5);
    clock_update(&clock, clock.now_ms + 100 * day, clock.steady_ms); /* it had not been set */
    CHECK_EQ(clock.now_ms, before + 100 * day);
}

/* A message that was not answered is sent again over another connection. */
static void repeats(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[65], table[20], text[400];
    struct client *anna = greet(world, 0, "Anna", token);
    strcpy(table, create(world, anna, "\"seats\":[\"me\",1]"));
    for (int n = 0; n < 30 && !is_over(anna); n++) {
        REQUIRE(send_play(anna, text));
        if (n % 2)
            app_flush(world->app); /* stored, but the answer is lost */
        disconnect(anna);
        anna = rejoin(world, 1 + n % 2, token, table);
        int64_t before = number(anna->frame, "number");
        say(anna, text);
        settle(world);
        CHECK_STR(anna->ack, member(text, "id"));
        if (n % 2)
            CHECK(number(anna->frame, "number") == before);
        say(anna, text);
        settle(world);
        CHECK_STR(anna->ack, member(text, "id"));
    }
    world_free(world);
}

/* A slow reader gets the newest frame, not all of them. */
static void slow_reader(void)
{
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL), *zoe = greet(world, 1, "Zoe", NULL);
    char table[20], text[400];
    strcpy(table, create(world, anna, "\"seats\":[\"me\",1]"));
    attach(zoe, table);
    settle(world);
    int frames = zoe->frames_n;
    zoe->blocked = true; /* her socket is full */
    for (int n = 0; n < 20; n++) {
        send_play(anna, text);
        settle(world);
    }
    CHECK_EQ(zoe->frames_n, frames);
    zoe->blocked = false;
    pass_time(world, 3000);
    CHECK_EQ(zoe->frames_n, frames + 1);
    CHECK_EQ(number(zoe->frame, "number"), number(anna->frame, "number"));
    world_free(world);
}

static void a_bot_stands_in(void)
{
    struct world *world = world_new(NULL, no_limits);
    char ben_token[65], table[20], text[400];
    struct client *anna = greet(world, 0, "Anna", NULL), *ben = greet(world, 1, "Ben", ben_token);
    strcpy(table, create(world, anna, "\"seats\":[\"me\",\"open\"],\"turn_s\":600,\"grace_s\":20"));
    attach(ben, table);
    say(ben, "{\"type\":\"sit\"}");
    settle(world);
    disconnect(ben);
    settle(world);
    CHECK(strstr(anna->frame, "\"name\":\"Ben\",\"here\":false") != NULL);
    for (int n = 0; n < 40 && !strstr(anna->frame, "\"away\":true"); n++) {
        if (!send_play(anna, text))
            pass_time(world, 10000);
        settle(world);
    }
    CHECK(strstr(anna->frame, "\"away\":true") != NULL);
    ben = rejoin(world, 2, ben_token, table);
    CHECK(!strstr(ben->frame, "\"away\":true"));
    CHECK(!strstr(anna->frame, "\"away\":true"));
    say(ben, "{\"type\":\"leave\",\"id\":\"bye\"}");
    settle(world);
    CHECK_STR(ben->ack, "bye");
    pass_time(world, 21000);
    CHECK(strstr(anna->frame, "\"away\":true") != NULL);
    say(ben, "{\"type\":\"back\"}");
    settle(world);
    CHECK(!strstr(anna->frame, "\"away\":true"));
    world_free(world);
}

/* Three at a table without any limit: all wait for `who`. */
struct three {
    struct world *world;
    struct client *who, *one, *two;
    int seat; /* of who */
    char token[65], table[20];
};

static struct three three_sit(void)
{
    static const char *const names[] = {"Anna", "Ben", "Cleo"};
    struct three three = {.world = world_new(NULL, no_limits)};
    struct client *clients[3];
    char tokens[3][65];
    for (int i = 0; i < 3; i++)
        clients[i] = greet(three.world, i, names[i], tokens[i]);
    strcpy(three.table, create(three.world, clients[0], "\"seats\":[\"me\",\"open\",\"open\"]"));
    for (int i = 1; i < 3; i++) {
        attach(clients[i], three.table);
        say(clients[i], "{\"type\":\"sit\"}");
        settle(three.world);
    }
    while (three.seat < 2 && !strstr(clients[three.seat]->frame, "\"legal\":"))
        three.seat++;
    CHECK_EQ(number(clients[three.seat]->frame, "seat"), three.seat);
    three.who = clients[three.seat];
    three.one = clients[(three.seat + 1) % 3];
    three.two = clients[(three.seat + 2) % 3];
    strcpy(three.token, tokens[three.seat]);
    return three;
}

/* Says it and waits for what is answered. */
static void ask(struct world *world, struct client *client, const char *text)
{
    client->ack[0] = client->note[0] = '\0';
    say(client, text);
    settle(world);
}

static void vote(const struct three *three, struct client *client)
{
    char text[80];
    snprintf(text, sizeof text, "{\"type\":\"vote\",\"id\":\"v\",\"seat\":%d}", three->seat);
    ask(three->world, client, text);
}

/* Somebody has gone, and there is no limit: those who are there need not wait for ever. */
static void a_bot_after_a_vote(void)
{
    struct three three = three_sit();
    disconnect(three.who);
    settle(three.world);
    CHECK(strstr(three.one->frame, "\"vote_ms\":60000") != NULL); /* told at once, for nothing else will come */
    vote(&three, three.one);
    CHECK_STR(member(three.one->note, "code"), "not-now");
    pass_time(three.world, 1000 * TABLE_VOTE_GONE_S);
    CHECK(!strstr(three.one->frame, "\"away\":true")); /* by itself nothing happens */
    vote(&three, three.one);
    CHECK_STR(three.one->ack, "v");
    pass_time(three.world, 2000);
    CHECK(!strstr(three.one->frame, "\"away\":true")); /* one of two */
    CHECK(strstr(three.two->frame, "\"votes\":[") != NULL);
    vote(&three, three.two);
    pass_time(three.world, 2000);
    CHECK(strstr(three.one->frame, "\"away\":true") != NULL);
    struct client *back = rejoin(three.world, 4, three.token, three.table);
    CHECK(!strstr(back->frame, "\"away\":true"));
    world_free(three.world);
}

/* Who comes back in time has not been voted out. */
static void back_before_the_vote(void)
{
    struct three three = three_sit();
    disconnect(three.who);
    pass_time(three.world, 1000 * TABLE_VOTE_GONE_S);
    vote(&three, three.one);
    struct client *back = rejoin(three.world, 4, three.token, three.table);
    CHECK(!strstr(back->frame, "\"votes\":["));
    vote(&three, three.two);
    CHECK_STR(member(three.two->note, "code"), "not-now");
    pass_time(three.world, 5000);
    CHECK(!strstr(back->frame, "\"away\":true"));
    world_free(three.world);
}

/* A friend goes on with the game of another. Whoever handed the seat over sees what a spectator sees. */
static void a_seat_is_handed_over(void)
{
    struct three three = three_sit();
    struct world *world = three.world;
    struct client *giver = three.who;
    char text[400];
    struct client *zoe = visit(world, 5, "Zoe", three.table);
    say(zoe, "{\"type\":\"sit\",\"id\":\"s\"}");
    settle(world);
    CHECK_STR(member(zoe->note, "code"), "not-now");
    say(giver, "{\"type\":\"offer\",\"id\":\"o\"}");
    settle(world);
    CHECK_STR(giver->ack, "o");
    CHECK(strstr(zoe->frame, "\"offered\":true") != NULL);
    say(zoe, "{\"type\":\"sit\",\"id\":\"s2\"}");
    settle(world);
    CHECK_STR(zoe->ack, "s2");
    CHECK_EQ(number(zoe->frame, "seat"), three.seat);
    CHECK(strstr(zoe->frame, "\"legal\":") != NULL);
    CHECK(strstr(giver->frame, "\"seat\":null") != NULL);
    CHECK(strstr(giver->frame, "seat -\\n") != NULL);
    CHECK(!strstr(giver->frame, "\"legal\":"));
    say(giver, "{\"type\":\"play\",\"id\":\"p\",\"number\":9,\"actions\":\"done\"}");
    settle(world);
    CHECK_STR(member(giver->note, "code"), "no-seat");
    REQUIRE(send_play(zoe, text));
    settle(world);
    CHECK_STR(zoe->ack, member(text, "id"));
    world_free(world);
}

/* Slow play: nobody is connected, the table is let go, and its clock and bots still go on. */
static void nobody_is_there(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[65], table[20];
    struct client *anna = greet(world, 0, "Anna", token);
    strcpy(table, create(world, anna, "\"seats\":[\"me\",1,1],\"turn_s\":86400"));
    int64_t before = number(anna->frame, "number");
    disconnect(anna);
    pass_time(world, 70000);
    CHECK_EQ(app_counts(world->app)->tables, 0);
    skip_time(world, 86400 * 1000);
    pass_time(world, 30000);
    anna = rejoin(world, 0, token, table);
    CHECK(number(anna->frame, "number") > before + 1);
    CHECK(!strstr(anna->frame, "\"away\":true"));
    world_free(world);
}

/* The store breaks while a turn is under way, so that its fate is unknown, and is away when the table is to be loaded;
 * meanwhile somebody hangs up. When it is back everybody who stayed still has a seat. */
static void seats_outlast_the_store(void)
{
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL), *ben = greet(world, 1, "Ben", NULL);
    struct client *zoe = greet(world, 2, "Zoe", NULL);
    char table[20], text[400];
    strcpy(table, create(world, anna, "\"seats\":[\"me\",\"open\"]"));
    attach(ben, table);
    attach(zoe, table);
    say(ben, "{\"type\":\"sit\"}");
    settle(world);
    struct client *first = strstr(anna->frame, "\"legal\":") ? anna : ben;
    weather_fail(world->weather, 1, STORE_UNKNOWN);
    REQUIRE(send_play(first, text));
    app_flush(world->app);
    weather_fail(world->weather, 1, STORE_FAILED); /* the load that follows */
    settle(world);
    disconnect(zoe);
    settle(world);
    CHECK(strcmp(first->ack, member(text, "id")) != 0); /* nobody knows yet */
    pass_time(world, 200);
    CHECK_STR(first->ack, member(text, "id"));
    CHECK(strstr(anna->frame, "\"seat\":0") != NULL);
    CHECK(strstr(ben->frame, "\"seat\":1") != NULL);
    world_free(world);
}

/* ---------------------------------------------------------------------------------------------------- send it again */

/* Plays the game of two guests to its end. */
static void play_to_the_end(struct world *const *worlds, int n, struct client *one, struct client *two)
{
    char text[400];
    for (int i = 0; i < 20000 && !is_over(one); i++) {
        if (!send_play(one, text))
            send_play(two, text);
        settle_all(worlds, n, true);
    }
    CHECK(is_over(one) && is_over(two));
}

/* Where a message is sent from: every type is, whether it is granted there or not. */
enum stand { STAND_BEFORE_HELLO, STAND_NO_TABLE, STAND_OPEN, STAND_SEALED, STAND_PLAY, STAND_OVER, STANDS };

/* Anna's message is to be sent: a world of its own, the same each time. */
static struct world *world_at(enum stand stand, char table[20])
{
    static const char seal[] = "\"seal\":\"089a662aa061da116c8fc2ed9b33af01cfca558828732c7a71fc368e70282643\"";
    struct world *world = world_new(NULL, no_limits);
    char token[65], text[200];
    struct client *anna = greet(world, 0, "Anna", token), *ben = greet(world, 1, "Ben", NULL);
    snprintf(text, sizeof text, "\"seats\":[\"%s\",\"open\"]%s%s", stand == STAND_OPEN ? "open" : "me",
             stand == STAND_SEALED ? "," : "", stand == STAND_SEALED ? seal : "");
    strcpy(table, create(world, anna, text));
    attach(ben, table);
    if (stand >= STAND_SEALED)
        say(ben, "{\"type\":\"sit\"}");
    settle(world);
    if (stand == STAND_OVER)
        play_to_the_end(&world, 1, anna, ben);
    while (stand == STAND_PLAY && !strstr(anna->frame, "\"legal\":")) {
        send_play(ben, (char[400]){0});
        settle(world);
    }
    if (stand == STAND_NO_TABLE) { /* which nobody holds in memory */
        disconnect(ben);
        say(anna, "{\"type\":\"detach\"}");
        pass_time(world, 70 * 1000);
    }
    settle(world);
    if (stand == STAND_BEFORE_HELLO) {
        disconnect(anna);
        connect_with(world, 0, token);
    }
    anna->note[0] = anna->ack[0] = '\0';
    return world;
}

/* The members of each type; message_type_word has all types. */
static void write_message(const char *word, const struct client *client, const char *table, char text[500])
{
    static const struct {
        const char *word, *members;
    } all[] = {{"hello", ",\"protocol\":1"},
               {"name", ",\"name\":\"Berta\""},
               {"tables", ""},
               {"create", ",\"seats\":[\"me\",1]"},
               {"daily", ""},
               {"attach", ",\"table\":\"%s\""},
               {"detach", ""},
               {"sit", ""},
               {"reveal", ",\"value\":\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\""},
               {"seal", ",\"seal\":\"089a662aa061da116c8fc2ed9b33af01cfca558828732c7a71fc368e70282644\""},
               {"fill", ",\"level\":1"},
               {"play", ",\"number\":%d,\"actions\":\"%s\""},
               {"plan", ",\"round\":1,\"plan\":\"done\""},
               {"leave", ""},
               {"back", ""},
               {"vote", ",\"seat\":1"},
               {"slow", ""},
               {"holiday", ",\"days\":1"},
               {"offer", ""},
               {"chat", ",\"text\":\"hm\""},
               {"mute", ",\"seats\":[1]"},
               {"rematch", ""},
               {"seek", ",\"players\":[2]"},
               {"withdraw", ""},
               {"ping", ""}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].word, word) == 0) {
            char action[100] = "done", members[300];
            bool plays = strcmp(word, "play") == 0 && choose(client, action, sizeof action);
            int seen = plays ? (int)number(client->frame, "number") : 1;
            if (strcmp(word, "play") == 0)
                snprintf(members, sizeof members, ",\"number\":%d,\"actions\":\"%s\"", seen, action);
            else if (strcmp(word, "attach") == 0)
                snprintf(members, sizeof members, ",\"table\":\"%s\"", table);
            else
                strcpy(members, all[i].members);
            snprintf(text, 500, "{\"type\":\"%s\",\"id\":\"the-one\"%s}", word, members);
            return;
        }
    CHECK_STR(word, "one of those above");
}

/* What answers it: the code of a refusal, the type of a note, or "table". */
static const char *answer_of(struct world *world, struct client *client, const char *text)
{
    client->note[0] = client->ack[0] = '\0';
    say(client, text);
    settle(world);
    pass_time(world, 300);
    if (strcmp(client->ack, "the-one") == 0)
        return "table";
    CHECK_STR(member(client->note, "ack"), "the-one");
    const char *code = member(client->note, "code");
    return *code ? code : member(client->note, "type");
}

/* The store fails at one of its jobs: whoever is told `busy` sends the same message again, and gets the answer that
 * they would have got. */
static void busy_is_temporary(void)
{
    bool refused[MESSAGE_TYPES] = {false};
    for (int stand = 0; stand < STANDS; stand++)
        for (int type = 0; type < MESSAGE_TYPES; type++) {
            const char *word = message_type_word((enum message_type)type);
            char want[40] = "", text[500], table[20];
            for (int fails = 0; fails < 5; fails++) {
                rng = ff_rng_of(1);
                struct world *world = world_at((enum stand)stand, table);
                struct client *anna = &world->client[0];
                write_message(word, anna, table, text);
                if (fails)
                    weather_fail(world->weather, fails, STORE_FAILED);
                const char *got = answer_of(world, anna, text);
                weather_fail(world->weather, 0, STORE_DONE);
                refused[type] |= strcmp(got, "busy") == 0;
                if (strcmp(got, "busy") == 0)
                    got = answer_of(world, anna, text);
                if (!fails)
                    snprintf(want, sizeof want, "%s", got);
                if (!CHECK_STR(got, want))
                    printf("    %s at %d, job %d\n", word, stand, fails);
                world_free(world);
            }
        }
    /* These ask no store. A new seal is wanted only after a void round; a vote, only for somebody who keeps all
     * waiting; nobody is back who was not away; and only slow games have holidays. */
    static const enum message_type never[] = {MESSAGE_DETACH, MESSAGE_MUTE, MESSAGE_PING,   MESSAGE_SEAL,
                                              MESSAGE_VOTE,   MESSAGE_BACK, MESSAGE_HOLIDAY};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        refused[never[i]] = true;
    for (int type = 0; type < MESSAGE_TYPES; type++)
        if (!CHECK(refused[type]))
            printf("    %s was never refused\n", message_type_word((enum message_type)type));
}

/* The connection ends before the first job of its message is done, or before the second, and so on. */
static void connections_end_while_they_wait(void)
{
    for (int stand = 0; stand < STANDS; stand++)
        for (int type = 0; type < MESSAGE_TYPES; type++)
            for (int jobs = 0; jobs < 5; jobs++) {
                char text[500], table[20];
                rng = ff_rng_of(1);
                struct world *world = world_at((enum stand)stand, table);
                struct client *anna = &world->client[0];
                unsigned sessions = app_counts(world->app)->sessions;
                write_message(message_type_word((enum message_type)type), anna, table, text);
                say(anna, text);
                for (int i = 0; i < jobs; i++)
                    app_flush(world->app);
                disconnect(anna);
                CHECK_EQ(app_counts(world->app)->sessions, sessions - 1);
                settle(world);
                pass_time(world, 300);
                world_free(world);
            }
}

/* A browser shows several tokens: the first that somebody has counts. */
static void several_tokens(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[65], guest[TABLE_ID_SIZE];
    struct client *anna = greet(world, 0, "Anna", token);
    memcpy(guest, anna->session->guest, sizeof guest);
    for (int place = 0; place < GUEST_TOKENS_MAX; place++)
        for (int n = place + 1; n <= GUEST_TOKENS_MAX; n++) {
            struct guest_tokens tokens = {.n = (uint8_t)n, .unusable = n % 2};
            for (int i = 0; i < n; i++)
                memset(tokens.token[i], i + 1, MESSAGE_TOKEN_BYTES);
            base_hex_read(token, 64, tokens.token[place], MESSAGE_TOKEN_BYTES);
            disconnect(anna);
            open_session(world, anna, "192.0.2.1", &tokens);
            say(anna, "{\"type\":\"hello\",\"protocol\":1}");
            settle(world);
            CHECK_STR(member(anna->note, "guest"), guest);
        }
    disconnect(anna);
    struct guest_tokens none = {.unusable = true};
    open_session(world, anna, "192.0.2.1", &none);
    say(anna, "{\"type\":\"hello\",\"protocol\":1}");
    settle(world);
    CHECK_STR(member(anna->note, "code"), "bad-token");
    CHECK_EQ(app_counts(world->app)->guests_made, 1);
    world_free(world);
}

/* While the store is away the log says so once, and how often when it is back. */
static void a_fault_is_logged_once(void)
{
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL);
    char text[400];
    create(world, anna, "\"seats\":[\"me\",1]");
    fault_lines = 0;
    weather_fail(world->weather, 1, STORE_UNKNOWN);
    REQUIRE(send_play(anna, text));
    app_flush(world->app);
    weather_fail(world->weather, 1, STORE_FAILED); /* the load that follows */
    settle(world);
    CHECK_EQ(app_counts(world->app)->store_faults, 2);
    CHECK_EQ(fault_lines, 1);
    pass_time(world, 200);
    CHECK_STR(anna->ack, member(text, "id"));
    CHECK_EQ(fault_lines, 2); /* event=store-faults-over faults=2 */
    world_free(world);
}

/* A value and its seal, as digits. */
static void gift(uint8_t byte, char value[65], char seal[65])
{
    uint8_t bytes[RECORD_FAIR_BYTES], digest[RECORD_FAIR_BYTES];
    memset(bytes, byte, sizeof bytes);
    record_fair_seal(bytes, digest);
    struct base_out values = base_out_of(value, 65), seals = base_out_of(seal, 65);
    base_put_hex(&values, bytes, sizeof bytes);
    base_put_hex(&seals, digest, sizeof digest);
}

/* Anna makes a table for two with a seal, Ben sits down with another: all seats are taken, nothing is dealt. */
static void two_with_seals(struct world *world, struct client *anna, struct client *ben, char values[2][65])
{
    char text[300], seal[65], table[20];
    gift(1, values[0], seal);
    snprintf(text, sizeof text, "\"seats\":[\"me\",\"open\"],\"seal\":\"%s\"", seal);
    strcpy(table, create(world, anna, text));
    attach(ben, table);
    settle(world);
    gift(2, values[1], seal);
    snprintf(text, sizeof text, "{\"type\":\"sit\",\"id\":\"s1\",\"seal\":\"%s\"}", seal);
    say(ben, text);
    settle(world);
    CHECK_STR(ben->ack, "s1");
    CHECK_STR(member(anna->frame, "phase"), "open");
    CHECK(strstr(anna->frame, "\"deal\":[\"withheld ") != NULL);
    CHECK_EQ(strlen(member(anna->frame, "commit")), 64);
}

static void reveal(struct world *world, struct client *client, const char *value)
{
    char text[200];
    snprintf(text, sizeof text, "{\"type\":\"reveal\",\"id\":\"v\",\"value\":\"%s\"}", value);
    ask(world, client, text);
}

static void seals_are_opened(void)
{
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL), *ben = greet(world, 1, "Ben", NULL);
    char values[2][65];
    two_with_seals(world, anna, ben, values);
    reveal(world, anna, values[1]);
    CHECK_STR(member(anna->note, "code"), "bad-message");
    say(anna, "{\"type\":\"leave\",\"id\":\"l\"}");
    settle(world);
    CHECK_STR(member(anna->note, "code"), "not-now");
    reveal(world, anna, values[0]);
    CHECK_STR(anna->ack, "v");
    CHECK_STR(member(ben->frame, "phase"), "open");
    reveal(world, anna, values[0]); /* a repeat is answered */
    CHECK_STR(anna->ack, "v");
    reveal(world, ben, values[1]);
    CHECK_STR(member(anna->frame, "phase"), "play");
    CHECK(strstr(ben->frame, values[0]) != NULL);
    world_free(world);
}

static void seal_anew(struct world *world, struct client *client, uint8_t byte, char value[65])
{
    char text[200], seal[65];
    gift(byte, value, seal);
    snprintf(text, sizeof text, "{\"type\":\"seal\",\"id\":\"n\",\"seal\":\"%s\"}", seal);
    ask(world, client, text);
}

/* One of them does not open the seal: the round is void, and the other seals anew. */
static void seals_that_stay_closed(void)
{
    struct world *world = world_new(NULL, no_limits);
    char values[2][65], anew[65];
    struct client *anna = greet(world, 0, "Anna", NULL), *ben = greet(world, 1, "Ben", NULL);
    two_with_seals(world, anna, ben, values);
    reveal(world, anna, values[0]);
    pass_time(world, 1000 * (TABLE_REVEAL_S - 1));
    CHECK_STR(member(anna->frame, "wants"), "values");
    pass_time(world, 2000);
    CHECK_STR(member(anna->frame, "phase"), "open");
    CHECK_STR(member(anna->frame, "wants"), "seals");
    CHECK_EQ(number(anna->frame, "deal_round"), 2);
    reveal(world, ben, values[1]); /* too late, which its answer shows */
    CHECK_STR(ben->ack, "v");
    CHECK(strstr(ben->frame, "\"deal\":[\"none\",\"withheld ") != NULL);
    seal_anew(world, ben, 8, anew);
    CHECK_STR(member(ben->note, "code"), "not-now");
    seal_anew(world, anna, 1, anew); /* which everybody knows */
    CHECK_STR(member(anna->note, "code"), "bad-message");
    seal_anew(world, anna, 9, anew);
    CHECK_STR(anna->ack, "n");
    CHECK_STR(member(anna->frame, "wants"), "values");
    reveal(world, anna, anew);
    CHECK_STR(member(anna->frame, "phase"), "play");
    CHECK_EQ(number(anna->frame, "deal_round"), 2);
    world_free(world);
}

/* The clock sees to it in whatever process, even if everybody has gone: nobody seals anew, and it deals. */
static void seals_of_people_who_have_gone(void)
{
    struct world *world = world_new(NULL, no_limits);
    char values[2][65], token[65], table[20];
    struct client *anna = greet(world, 0, "Anna", token), *ben = greet(world, 1, "Ben", NULL);
    two_with_seals(world, anna, ben, values);
    strcpy(table, member(anna->frame, "table"));
    reveal(world, anna, values[0]);
    disconnect(anna);
    disconnect(ben);
    settle(world);
    for (int i = 0; i < 3; i++)
        pass_time(world, 1000 * TABLE_REVEAL_S + 1000);
    anna = rejoin(world, 0, token, table);
    CHECK_STR(member(anna->frame, "phase"), "play");
    CHECK(strstr(anna->frame, "\"deal\":[\"none\",\"withheld ") != NULL);
    world_free(world);
}

static int times(const char *text, const char *word)
{
    int n = 0;
    for (; (text = strstr(text, word)); text++)
        n++;
    return n;
}

/* Everything that anybody was sent. */
static struct {
    char *text;
    size_t n;
} heard;

static void collect(struct client *client, const char *text)
{
    size_t n = strlen(text);
    (void)client;
    heard.text = realloc(heard.text, heard.n + n + 1);
    memcpy(heard.text + heard.n, text, n + 1);
    heard.n += n;
}

static void rematch(void)
{
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL), *ben = greet(world, 1, "Ben", NULL);
    char table[20], next[20];
    strcpy(table, create(world, anna, "\"seats\":[\"me\",\"open\",1]"));
    attach(ben, table);
    say(ben, "{\"type\":\"sit\"}");
    settle(world);
    say(anna, "{\"type\":\"rematch\",\"id\":\"early\"}");
    settle(world);
    CHECK_STR(member(anna->note, "code"), "not-now");
    play_to_the_end(&world, 1, anna, ben);
    CHECK(strstr(anna->frame, "\"seed\":\"") != NULL);
    say(anna, "{\"type\":\"rematch\",\"id\":\"r1\"}");
    say(ben, "{\"type\":\"rematch\",\"id\":\"r2\"}");
    settle(world);
    CHECK_STR(anna->ack, "r1");
    CHECK_STR(ben->ack, "r2");
    strcpy(next, member(anna->frame, "rematch"));
    CHECK_EQ(strlen(next), 16);
    CHECK_STR(member(ben->frame, "rematch"), next);
    attach(anna, next);
    settle(world);
    attach(ben, next);
    settle(world);
    if (strcmp(member(anna->frame, "phase"), "open") == 0) { /* one of them sits there already */
        say(number(ben->frame, "seat") < 0 ? ben : anna, "{\"type\":\"sit\"}");
        settle(world);
    }
    CHECK_STR(member(anna->frame, "phase"), "play");
    world_free(world);
}

/* Whether the id is a hash of words that somebody was told. */
static bool is_derived(const char *id, const char *table, const char *guest, const char *message)
{
    char text[100], derived[TABLE_ID_SIZE];
    uint8_t hash[BASE_BLAKE2B_BYTES];
    bool is = false;
    for (int n = 0; n < 4; n++)
        for (int rematch = 0; rematch < 2; rematch++) {
            snprintf(text, sizeof text, "%s %s %s %d", rematch ? "rematch" : "create", rematch ? table : guest,
                     rematch ? "" : message, n);
            base_blake2b((const uint8_t *)text, strlen(text), hash);
            table_id_from_random(hash, derived);
            is |= strcmp(derived, id) == 0;
        }
    return is;
}

/* A table's id is the key to it. Before the rematch is made nobody is sent its id, and no id can be derived from public
 * words. */
static void ids_are_secret(void)
{
    struct world *world = world_new(NULL, no_limits);
    char table[20], next[20];
    on_message = collect;
    struct client *anna = greet(world, 0, "Anna", NULL), *ben = greet(world, 1, "Ben", NULL);
    say(anna, "{\"type\":\"create\",\"id\":\"make\",\"seats\":[\"me\",\"open\"]}");
    settle(world);
    strcpy(table, member(anna->frame, "table"));
    attach(ben, table);
    say(ben, "{\"type\":\"sit\"}");
    settle(world);
    play_to_the_end(&world, 1, anna, ben);
    attach(ben, table); /* a full frame, which tells the seed */
    settle(world);
    on_message = NULL;
    say(anna, "{\"type\":\"rematch\",\"id\":\"r\"}");
    settle(world);
    strcpy(next, member(anna->frame, "rematch"));
    CHECK(table_id_is_valid(next, strlen(next)));
    CHECK(strstr(heard.text, table) && strstr(heard.text, "\"seed\":\"") && !strstr(heard.text, next));
    CHECK(!is_derived(table, table, anna->session->guest, "make"));
    CHECK(!is_derived(next, table, anna->session->guest, "r"));
    free(heard.text);
    heard.text = NULL;
    heard.n = 0;
    world_free(world);
}

/* Both ask at the same moment, each at another server; then again, whatever became of the first answer. */
static void a_rematch_at_two_servers(void)
{
    struct world *worlds[2] = {world_new(NULL, no_limits), NULL};
    worlds[1] = world_new(worlds[0], no_limits);
    char table[20], next[20];
    struct client *anna = greet(worlds[0], 0, "Anna", NULL), *ben = greet(worlds[1], 1, "Ben", NULL);
    strcpy(table, create(worlds[0], anna, "\"seats\":[\"me\",\"open\"]"));
    attach(ben, table);
    say(ben, "{\"type\":\"sit\"}");
    settle_all(worlds, 2, true);
    play_to_the_end(worlds, 2, anna, ben);
    for (int i = 0; i < 3; i++) {
        if (i == 0)
            weather_fail_append(worlds[0]->weather, STORE_UNKNOWN);
        say(anna, "{\"type\":\"rematch\",\"id\":\"a\"}");
        say(ben, "{\"type\":\"rematch\",\"id\":\"b\"}");
        settle_all(worlds, 2, true);
        pass_time(worlds[0], 300);
        settle_all(worlds, 2, true);
        CHECK_STR(anna->ack, "a");
        CHECK_STR(ben->ack, "b");
        strcpy(next, member(anna->frame, "rematch"));
        CHECK_EQ(strlen(next), 16);
        CHECK_STR(member(ben->frame, "rematch"), next);
    }
    CHECK_EQ(app_counts(worlds[0]->app)->tables_made + app_counts(worlds[1]->app)->tables_made, 2);
    struct log log = log_of(worlds[1], next);
    CHECK_EQ(times(log.text, "create\n"), 1);
    CHECK_EQ(times(log.text, "\nsit "), 1);
    free(log.text);
    world_free(worlds[1]);
    world_free(worlds[0]);
}

/* ------------------------------------------------------------------------------------------------- growing old */

/* What is due is seen to, however many are due at the same moment. */
static void many_are_due(void)
{
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL);
    char table[230][20];
    for (int i = 0; i < 230; i++)
        strcpy(table[i], create(world, anna, "\"seats\":[\"me\",1],\"turn_s\":3600"));
    disconnect(anna);
    skip_time(world, 2 * 3600 * 1000);
    for (int i = 0; i < 12; i++) {
        now_ms += 600;
        app_update_time(world->app, now_ms, now_ms);
        app_tick(world->app);
        for (int turns = 0; turns < 20; turns++)
            turn_loop(world, false);
    }
    CHECK(app_counts(world->app)->bots_took_over >= 230);
    int away = 0;
    for (int i = 0; i < 230; i++) {
        struct log log = log_of(world, table[i]);
        away += strstr(log.text, "away 0") != NULL;
        free(log.text);
    }
    CHECK_EQ(away, 230);
    while (world->turns_n) {
        struct bot_turn *turn = world->turns[--world->turns_n];
        decide(turn);
        app_take_bot_turn(world->app, turn);
    }
    world_free(world);
}

static const struct retention_policy short_lived = {
    .open_d = 2, .unfinished_d = 10, .chat_d = 3, .games_d = 20, .guests_d = 5};

/* Lets days pass, and the keeper look at everything every hour. */
static void days_pass(struct world *world, int days)
{
    for (int hour = 0; hour < 24 * days; hour++) {
        skip_time(world, 3600 * 1000 - 15000);
        pass_time(world, 15000);
    }
}

static bool is_there(struct world *world, const char *table)
{
    struct log log = log_of(world, table);
    free(log.text);
    return log.entries > 0;
}

/* Tables that never began, games nobody plays on, chat, games that are over, guests: each goes when its time is up. */
static void what_is_old_goes(void)
{
    struct world *world = world_keeping(short_lived);
    char token[65], passer_token[65], open[20], playing[20], over[20], text[400];
    struct client *anna = greet(world, 0, "Anna", token), *passer = greet(world, 1, "Zoe", passer_token);
    strcpy(open, create(world, anna, "\"seats\":[\"me\",\"open\"]"));
    strcpy(playing, create(world, anna, "\"seats\":[\"me\",1]"));
    strcpy(over, create(world, anna, "\"seats\":[\"me\",1]"));
    say(anna, "{\"type\":\"chat\",\"text\":\"what I say is private\"}");
    while (!is_over(anna)) {
        REQUIRE(send_play(anna, text));
        settle(world);
    }
    disconnect(anna);
    disconnect(passer);
    days_pass(world, 8);
    CHECK(is_there(world, open)); /* marked since day 2 */
    CHECK_EQ(app_counts(world->app)->tables_marked, 2);
    CHECK_EQ(app_counts(world->app)->tables_forgotten + app_counts(world->app)->logs_shortened, 0);
    days_pass(world, 3);
    CHECK(!is_there(world, open));
    CHECK(is_there(world, playing));
    struct log log = log_of(world, over);
    CHECK_EQ(log.entries, 1);
    CHECK(strncmp(log.text, "kept\n", 5) == 0);
    CHECK(!strstr(log.text, "private"));
    free(log.text);
    anna = rejoin(world, 0, token, over); /* the game is still there, to look at and to play again */
    CHECK(is_over(anna));
    disconnect(anna);
    days_pass(world, 2);
    passer = connect_with(world, 1, passer_token);
    say(passer, "{\"type\":\"hello\",\"protocol\":1}");
    settle(world);
    CHECK_STR(member(passer->note, "code"), "bad-token"); /* had no game */
    disconnect(passer);
    days_pass(world, 5);
    CHECK(!is_there(world, playing));
    CHECK(is_there(world, over));
    days_pass(world, 10);
    CHECK(!is_there(world, over));
    CHECK_EQ(app_counts(world->app)->tables_forgotten, 3);
    CHECK_EQ(app_counts(world->app)->retention_refused, 0);
    world_free(world);
}

/* Whoever touches what is marked takes the mark away, and so does a guest who comes. */
static void what_is_used_stays(void)
{
    struct world *world = world_keeping(short_lived);
    char token[65], passer_token[65], open[20];
    struct client *anna = greet(world, 0, "Anna", token), *passer = greet(world, 1, "Zoe", passer_token);
    strcpy(open, create(world, anna, "\"seats\":[\"me\",\"open\"]"));
    disconnect(anna);
    disconnect(passer);
    for (int i = 0; i < 3; i++) {
        days_pass(world, 8);
        CHECK_EQ(app_counts(world->app)->tables_marked, i + 1);
        CHECK_EQ(app_counts(world->app)->guests_marked, i + 1);
        anna = rejoin(world, 0, token, open);
        say(anna, "{\"type\":\"chat\",\"text\":\"still here\"}");
        passer = connect_with(world, 1, passer_token);
        say(passer, "{\"type\":\"hello\",\"protocol\":1}");
        settle(world);
        CHECK_STR(member(passer->note, "type"), "welcome");
        disconnect(anna);
        disconnect(passer);
    }
    CHECK_EQ(app_counts(world->app)->tables_forgotten + app_counts(world->app)->guests_forgotten, 0);
    world_free(world);
}

/* A store with something of each kind that time takes away; closed, as it is found by the next server. */
static void fill(struct world *world, char token[65], char open[20], char over[20])
{
    char text[400];
    struct client *anna = greet(world, 0, "Anna", token), *passer = greet(world, 1, "Zoe", NULL);
    strcpy(open, create(world, anna, "\"seats\":[\"me\",\"open\"]"));
    strcpy(over, create(world, anna, "\"seats\":[\"me\",1]"));
    say(anna, "{\"type\":\"chat\",\"text\":\"said long ago\"}");
    while (!is_over(anna) && CHECK(send_play(anna, text)))
        settle(world);
    disconnect(anna);
    disconnect(passer);
    pass_time(world, 70000);
}

static void nothing_went(struct world *world, const char *open, const char *over)
{
    const struct app_counts *counts = app_counts(world->app);
    CHECK_EQ(counts->tables_forgotten + counts->guests_forgotten + counts->logs_shortened, 0);
    CHECK_EQ(counts->tables_marked + counts->guests_marked, 0);
    CHECK(is_there(world, open));
    struct log log = log_of(world, over);
    CHECK(strstr(log.text, "said long ago"));
    free(log.text);
}

static const int64_t a_day_ms = 24 * 3600 * 1000;

/* Clocks that are wrong from the start, and that jump while a server runs, back and forth: nothing is even marked, and
 * it is told. A database has a clock of its own, for which the machine's does not matter. */
static void wrong_clocks_delete_nothing(void)
{
    static const int days[] = {91, 4 * 365, -2, -91, -30 * 365, 2, 0};
    bool database = strcmp(world_store, "postgres") == 0;
    struct world *world = world_keeping(short_lived), *next;
    char token[65], open[20], over[20];
    fill(world, token, open, over);
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) { /* while it runs */
        wall_ms += days[i] * a_day_ms;
        pass_time(world, 600000);
        nothing_went(world, open, over);
        CHECK_EQ(app_counts(world->app)->retention_refused > 0, !database);
        wall_ms -= days[i] * a_day_ms;
        pass_time(world, 12000);
        int64_t ahead_s = app_counts(world->app)->clock_ahead_s; /* it was wrong for ten minutes */
        CHECK(ahead_s > -1800 && ahead_s < 1800);
    }
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) { /* from the start */
        wall_ms += days[i] * a_day_ms;
        next = world_with(world, (struct app_config){.retention = short_lived});
        pass_time(next, 600000);
        nothing_went(next, open, over);
        CHECK_EQ(app_counts(next->app)->retention_refused > 0, !database && days[i] != 0);
        wall_ms -= days[i] * a_day_ms;
        world_free(next);
    }
    world_free(world);
}

/* A clock that is right after no server has run for long is believed by and by, and then what is old goes. */
static void time_catches_up(void)
{
    struct world *world = world_keeping(short_lived), *next;
    char token[65], open[20], over[20];
    if (strcmp(world_store, "postgres") == 0) { /* its own clock is right */
        world_free(world);
        return;
    }
    fill(world, token, open, over);
    wall_ms += 6 * a_day_ms;
    next = world_with(world, (struct app_config){.retention = short_lived});
    days_pass(next, 4);
    nothing_went(next, open, over);
    CHECK_EQ(app_counts(next->app)->tables_marked, 0);
    days_pass(next, 3);
    CHECK_EQ(app_counts(next->app)->clock_ahead_s, 0);
    CHECK_EQ(app_counts(next->app)->tables_marked, 2);
    days_pass(next, 7);
    CHECK(!is_there(next, open));
    wall_ms -= 6 * a_day_ms;
    world_free(next);
    world_free(world);
}

/* A clock that jumps a little again and again, always within what is believed at a start, gets nowhere while it
 * runs. */
static void creeping_clocks_get_nowhere(void)
{
    struct world *world = world_keeping(short_lived);
    char token[65], open[20], over[20];
    fill(world, token, open, over);
    for (int i = 0; i < 40; i++) {
        wall_ms += 20 * a_day_ms / 24;
        pass_time(world, 10000);
    }
    nothing_went(world, open, over);
    wall_ms = 0;
    world_free(world);
}

/* However many are old at once, they go bit by bit. */
static void deletions_are_capped(void)
{
    enum { TABLES = 260 };
    struct world *world = world_keeping((struct retention_policy){.open_d = 2});
    struct client *anna = greet(world, 0, "Anna", NULL);
    for (int i = 0; i < TABLES; i++)
        create(world, anna, "\"seats\":[\"me\",\"open\"]");
    disconnect(anna);
    days_pass(world, 8);
    CHECK_EQ(app_counts(world->app)->tables_marked, TABLES);
    for (int i = 0; i < 60 && !app_counts(world->app)->tables_forgotten; i++) {
        skip_time(world, 3600 * 1000 - 10000);
        pass_time(world, 10000);
    }
    pass_time(world, 60000);
    uint64_t gone = app_counts(world->app)->tables_forgotten;
    CHECK(gone > 0 && gone <= 100 + 2 * 70);
    pass_time(world, 3600 * 1000);
    CHECK_EQ(app_counts(world->app)->tables_forgotten, TABLES);
    world_free(world);
}

/* Whose turn has a limit keeps it, however the clock jumps, and a server that starts with a wrong one gives all the
 * whole time again. */
static void wrong_clocks_end_no_turn(void)
{
    static const int64_t hours[] = {2, -2, 26, -26, 91 * 24, -91 * 24, 4 * 365 * 24, 0};
    bool database = strcmp(world_store, "postgres") == 0;
    for (size_t i = 0; i < sizeof hours / sizeof hours[0]; i++)
        for (int restart = 0; restart < 2; restart++) {
            struct world *world = world_new(NULL, no_limits), *at = world;
            char token[65], table[20];
            struct client *anna = greet(world, 0, "Anna", token);
            strcpy(table, create(world, anna, "\"seats\":[\"me\",1],\"turn_s\":600,\"grace_s\":0"));
            pass_time(world, 300000);
            say(anna, "{\"type\":\"chat\",\"text\":\"hm\"}");
            wall_ms += hours[i] * 3600 * 1000;
            if (restart)
                at = world_new(world, no_limits);
            if (restart)
                anna = rejoin(at, 0, token, table);
            pass_time(at, 200000);
            CHECK_EQ(app_counts(at->app)->bots_took_over, 0);
            pass_time(at, restart && hours[i] && !database ? 420000 : 110000);
            CHECK_EQ(app_counts(at->app)->bots_took_over, hours[i] && !restart ? 0 : 1);
            pass_time(at, 500000);
            CHECK_EQ(app_counts(at->app)->bots_took_over, 1);
            wall_ms = 0;
            if (restart)
                world_free(at);
            world_free(world);
        }
}

/* A clock that was ahead leaves times in the future. When it is right again, by a restart or while the server runs,
 * turns end that began then, and bots play, though nobody is connected. */
static void times_of_the_future_hold_nobody_up(void)
{
    for (int restart = 0; restart < 2; restart++) {
        struct world *world = world_new(NULL, no_limits), *at = world;
        char token[65], table[20];
        pass_time(world, 10000);
        wall_ms = 91 * a_day_ms;
        settle(world);
        struct client *anna = greet(world, 0, "Anna", token);
        strcpy(table, create(world, anna, "\"seats\":[\"me\",1],\"turn_s\":600,\"grace_s\":0"));
        disconnect(anna);
        pass_time(world, 70000);
        wall_ms = 0;
        if (restart)
            at = world_new(world, no_limits);
        pass_time(at, 300000);
        CHECK_EQ(app_counts(at->app)->bots_took_over, 0);
        pass_time(at, 400000);
        CHECK_EQ(app_counts(at->app)->bots_took_over, 1);
        if (restart)
            world_free(at);
        world_free(world);
    }
}

/* Nobody who chats makes a table dear: its log is made short again and again while they play. */
static void endless_chat(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[65], table[20], text[400];
    struct client *anna = greet(world, 0, "Anna", token);
    strcpy(table, create(world, anna, "\"seats\":[\"me\",1]"));
    for (int i = 0; i < 2500; i++) {
        snprintf(text, sizeof text, "{\"type\":\"chat\",\"text\":\"line %d\"}", i);
        say(anna, text);
        turn_loop(world, true);
        if (i % 100 == 0)
            settle(world);
    }
    settle(world);
    pass_time(world, 1000);
    struct log log = log_of(world, table);
    CHECK(log.entries < 700);
    CHECK(strstr(log.text, "line 2499") != NULL);
    free(log.text);
    REQUIRE(send_play(anna, text)); /* and the game goes on */
    settle(world);
    CHECK_STR(anna->ack, member(text, "id"));
    disconnect(anna);
    pass_time(world, 70000);
    anna = rejoin(world, 0, token, table);
    CHECK(strstr(anna->frame, "line 2499") != NULL);
    world_free(world);
}

/* Limits on what fills the log count by address and by table, not by connection. */
static void talk_is_limited(void)
{
    struct rate_limits limits = {.talk = RATE_PER_SECOND(2, 20), .address_talk = RATE_PER_SECOND(5, 40)};
    for (int by_table = 0; by_table < 2; by_table++) {
        if (by_table)
            limits = (struct rate_limits){.talk = RATE_PER_SECOND(2, 20), .table_talk = RATE_PER_SECOND(2, 30)};
        struct world *world = world_new(NULL, limits);
        char token[65], table[20];
        struct client *anna = greet(world, 0, "Anna", token);
        strcpy(table, create(world, anna, "\"seats\":[\"me\",1]"));
        for (int i = 1; i < 8; i++)
            rejoin(world, i, token, table);
        for (int round = 0; round < 20; round++)
            for (int i = 0; i < 8; i++) {
                say(&world->client[i], "{\"type\":\"chat\",\"text\":\"spam\"}");
                settle(world);
            }
        struct log log = log_of(world, table);
        CHECK_EQ(times(log.text, "\nsay 0 "), by_table ? 30 : 40);
        free(log.text);
        world_free(world);
    }
}

/* However many tables one address makes, others still see theirs. */
static void the_list_is_for_all(void)
{
    struct world *world = world_new(NULL, (struct rate_limits){.listed_tables = 5});
    struct client *anna = greet(world, 0, "Anna", NULL);
    char victim[20];
    strcpy(victim, create(world, anna, "\"seats\":[\"me\",\"open\"],\"listed\":true"));
    int made = 0;
    for (int i = 0; i < 30; i++) {
        struct client *eve = &world->client[1 + i % 3];
        char text[200];
        disconnect(eve);
        open_session(world, eve, i % 2 ? "198.51.100.7" : "198.51.100.8", NULL);
        say(eve, "{\"type\":\"hello\",\"protocol\":1}");
        settle(world);
        eve->note[0] = '\0';
        snprintf(text, sizeof text, "{\"type\":\"create\",\"id\":\"e%d\",\"seats\":[\"me\",\"open\"],\"listed\":true}",
                 i);
        say(eve, text); /* all of a batch at once, before the store has any of them */
        if (i % 3 == 2)
            settle(world);
        if (i % 3 == 2)
            for (int k = 1; k <= 3; k++)
                made += strcmp(member(world->client[k].note, "code"), "limit") != 0;
    }
    CHECK_EQ(made, 10);
    say(anna, "{\"type\":\"tables\"}");
    settle(world);
    CHECK(strstr(anna->note, victim) != NULL);
    world_free(world);
}

/* `create` whose answer was lost is sent again, over another connection, to another process, while the first is still
 * on its way: one table. */
static void a_table_is_made_once(void)
{
    static const char text[] = "{\"type\":\"create\",\"id\":\"once\",\"seats\":[\"me\",\"open\"]}";
    bool two = strcmp(world_store, "sqlite") != 0;
    struct world *worlds[2] = {world_new(NULL, no_limits), NULL};
    worlds[1] = two ? world_new(worlds[0], no_limits) : worlds[0];
    char token[65], table[20];
    struct client *anna = greet(worlds[0], 0, "Anna", token);
    for (int i = 0; i < 6; i++) {
        if (i == 1)
            weather_fail_append(worlds[0]->weather, STORE_UNKNOWN);
        say(anna, text);
        if (i % 2)
            app_flush(anna->session->app);
        disconnect(anna);
        anna = connect_with(worlds[i % 2], 1 + i % 2, token);
        say(anna, "{\"type\":\"hello\",\"protocol\":1}");
        say(anna, text);
        settle_all(worlds, two ? 2 : 1, true);
        pass_time(worlds[0], 200);
        settle_all(worlds, two ? 2 : 1, true);
        CHECK_STR(anna->ack, "once");
        if (i == 0)
            strcpy(table, member(anna->frame, "table"));
        CHECK_STR(member(anna->frame, "table"), table);
        CHECK_EQ(number(anna->frame, "seat"), 0);
    }
    pass_time(worlds[0], 11 * 60 * 1000); /* later the same id is another wish */
    disconnect(anna);
    anna = connect_with(worlds[0], 0, token);
    say(anna, "{\"type\":\"hello\",\"protocol\":1}");
    say(anna, text);
    settle(worlds[0]);
    CHECK(*member(anna->frame, "table") && strcmp(member(anna->frame, "table"), table) != 0);
    if (two)
        world_free(worlds[1]);
    world_free(worlds[0]);
}

/* A commit whose answer is lost, for every kind of wish: the answer is what the log says, never `busy`, and nothing is
 * there twice. */
static void lost_answers_are_looked_up(void)
{
    static const char *const wishes[] = {"{\"type\":\"chat\",\"id\":\"w\",\"text\":\"a line\"}",
                                         "{\"type\":\"chat\",\"text\":\"a line\"}", "{\"type\":\"sit\",\"id\":\"w\"}",
                                         "{\"type\":\"fill\",\"id\":\"w\",\"level\":1}",
                                         "{\"type\":\"leave\",\"id\":\"w\"}"};
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
        for (int away = 0; away < 2; away++) { /* the store can't be asked for a while either */
            struct world *world = world_new(NULL, no_limits);
            struct client *anna = greet(world, 0, "Anna", NULL);
            char table[20];
            strcpy(table, create(world, anna, "\"seats\":[\"me\",\"open\",\"open\"]"));
            struct client *ben = visit(world, 1, "Ben", table);
            struct client *who = i == 2 ? ben : anna;
            who->note[0] = who->ack[0] = '\0';
            weather_fail_append(world->weather, STORE_UNKNOWN);
            say(who, wishes[i]);
            while (world->weather->fail_in || world->weather->passed) { /* until the append's answer is lost */
                app_flush(world->app);
                uv_run(&world->loop, UV_RUN_NOWAIT);
            }
            if (away)
                weather_fail(world->weather, 1, STORE_FAILED);
            settle(world);
            pass_time(world, 300);
            CHECK_STR(who->note, "");
            if (i != 1)
                CHECK_STR(who->ack, "w");
            struct log log = log_of(world, table);
            CHECK_EQ(times(log.text, i == 2 ? "\nsit 1" : i == 3 ? "\nbot 1" : i == 4 ? "\nstand" : "\nsay"), 1);
            CHECK_EQ(number(who->frame, "number"), log.entries);
            free(log.text);
            world_free(world);
        }
}

/* Another server writes while this one loads a table for the first time. */
static void news_during_the_first_load(void)
{
    int stale = 0;
    for (int delay = 0; delay < 6; delay++) {
        struct world *worlds[2] = {world_new(NULL, no_limits), NULL};
        worlds[1] = world_new(worlds[0], no_limits);
        struct client *anna = greet(worlds[0], 0, "Anna", NULL), *ben = greet(worlds[1], 1, "Ben", NULL);
        char table[20];
        strcpy(table, create(worlds[0], anna, "\"seats\":[\"me\",\"open\"]"));
        settle_all(worlds, 2, true);
        weather_storm(worlds[1]->weather, (uint64_t)delay, (struct weather_forecast){0});
        attach(ben, table);
        while (!worlds[1]->weather->passed || !worlds[1]->weather->passed->answered) { /* loaded, but not told */
            weather_step(worlds[1]->weather);
            uv_run(&worlds[1]->loop, UV_RUN_NOWAIT);
        }
        say(anna, "{\"type\":\"chat\",\"text\":\"meanwhile\"}");
        settle(worlds[0]);
        hear_all(worlds, 2);
        store_flush(worlds[1]->weather->inner);
        while (worlds[1]->weather->news) /* the news comes first, */
            weather_step_news(worlds[1]->weather);
        while (weather_step(worlds[1]->weather)) /* then the answer */
            uv_run(&worlds[1]->loop, UV_RUN_NOWAIT);
        worlds[1]->weather->storm = false;
        settle_all(worlds, 2, true);
        stale += number(ben->frame, "number") != number(anna->frame, "number");
        world_free(worlds[1]);
        world_free(worlds[0]);
    }
    CHECK_EQ(stale, 0);
}

/* Whoever watches gets what is public, composed once for all of them; whoever comes late or mutes gets a frame of their
 * own. */
static void spectators_share(void)
{
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL);
    char table[20], text[400];
    strcpy(table, create(world, anna, "\"seats\":[\"me\",1],\"turn_s\":600"));
    for (int i = 1; i < 6; i++) {
        greet(world, i, "Zoe", NULL);
        attach(&world->client[i], table);
    }
    settle(world);
    say(&world->client[5], "{\"type\":\"mute\",\"seats\":[0]}");
    for (int n = 0; n < 20 && !is_over(anna); n++) {
        world->client[4].blocked = n % 3 != 0;
        say(anna, "{\"type\":\"chat\",\"text\":\"to all\"}");
        REQUIRE(send_play(anna, text));
        settle(world);
        now_ms += 1000;
        CHECK_STR(world->client[2].frame, world->client[1].frame);
        CHECK_STR(world->client[3].frame, world->client[1].frame);
        if (n % 3 == 0)
            CHECK_EQ(number(world->client[4].frame, "number"), number(anna->frame, "number"));
        CHECK(!strstr(world->client[5].frame, "to all"));
        CHECK(strstr(world->client[1].frame, "view 1\\nseat -\\n") != NULL);
    }
    world_free(world);
}

/* ---------------------------------------------------------------------------------------------- faults of the store */

struct promise {
    char id[20];
    bool acknowledged;
};

/* Plays a game of two people at two servers; every so often a job of a store fails, a client hangs up, or both servers
 * want the same turn. Whatever was acknowledged is there, once. */
/* Two players on two servers, whose store fails now and then. */
struct faulty {
    struct world *worlds[2];
    struct client *client[2];
    char token[2][65], table[20];
    char text[2][400]; /* what each sent and was not answered yet; "" for nothing */
    struct promise promises[40000];
    int promises_n;
};

static void begin_faulty(struct faulty *f)
{
    memset(f, 0, sizeof *f);
    f->worlds[0] = world_new(NULL, no_limits);
    f->worlds[1] = world_new(f->worlds[0], no_limits);
    f->client[0] = greet(f->worlds[0], 0, "Anna", f->token[0]);
    f->client[1] = greet(f->worlds[1], 1, "Ben", f->token[1]);
    strcpy(f->table, create(f->worlds[0], f->client[0], "\"seats\":[\"me\",\"open\",2],\"mode\":\"expert\""));
    attach(f->client[1], f->table);
    settle_all(f->worlds, 2, true);
    say(f->client[1], "{\"type\":\"sit\",\"id\":\"s\"}");
    settle_all(f->worlds, 2, true);
}

/* To the other server, or to the same. */
static void move_over(struct faulty *f, int who)
{
    disconnect(f->client[who]);
    struct world *to = f->worlds[ff_rng_below(&rng, 2)];
    f->client[who] = rejoin(to, who, f->token[who], f->table);
    if (!f->client[who]->session->greeted)
        f->client[who] = (disconnect(f->client[who]), rejoin(to, who, f->token[who], f->table));
    if (*f->text[who])
        say(f->client[who], f->text[who]);
}

static void act(struct faulty *f, int who)
{
    static const enum store_status faults[] = {STORE_FAILED, STORE_UNKNOWN, STORE_CONFLICT};
    char *text = f->text[who];
    if (ff_rng_below(&rng, 20) == 0)
        weather_fail(f->worlds[ff_rng_below(&rng, 2)]->weather, 1 + (int)ff_rng_below(&rng, 3),
                     faults[ff_rng_below(&rng, 3)]);
    if (ff_rng_below(&rng, 15) == 0)
        move_over(f, who);
    else if (!*text && f->client[who]->frame && send_play(f->client[who], text))
        snprintf(f->promises[f->promises_n++].id, 20, "%s", member(text, "id"));
    else if (*text)
        say(f->client[who], text); /* not answered yet, or the answer was `busy` */
}

static void settle_faulty(struct faulty *f)
{
    if (ff_rng_below(&rng, 3))
        settle_all(f->worlds, 2, ff_rng_below(&rng, 2));
    now_ms += 100;
    for (int i = 0; i < 2; i++) {
        app_update_time(f->worlds[i]->app, now_ms + wall_ms, now_ms);
        app_tick(f->worlds[i]->app);
    }
    settle_all(f->worlds, 2, true);
}

static void hear(struct faulty *f, struct client *client, char *text)
{
    if (*text && client->frame && strcmp(client->ack, member(text, "id")) == 0) {
        for (int p = f->promises_n - 1; p >= 0; p--)
            if (strcmp(f->promises[p].id, member(text, "id")) == 0)
                f->promises[p].acknowledged = true;
        text[0] = '\0';
    } else if (*text && strcmp(member(client->note, "ack"), member(text, "id")) == 0 &&
               strcmp(member(client->note, "code"), "busy") != 0) {
        text[0] = '\0'; /* refused for good: late */
    }
    client->note[0] = '\0';
}

/* What was acknowledged is in the log, and nothing is there twice. */
static void promises_are_kept(struct faulty *f)
{
    int acknowledged = 0;
    weather_fail(f->worlds[0]->weather, 0, STORE_DONE);
    struct log log = log_of(f->worlds[0], f->table);
    for (int p = 0; p < f->promises_n; p++) {
        char wanted[40];
        snprintf(wanted, sizeof wanted, " %.19s ", f->promises[p].id);
        const char *first = strstr(log.text, wanted);
        acknowledged += f->promises[p].acknowledged;
        if (f->promises[p].acknowledged)
            CHECK(first != NULL);
        if (first)
            CHECK(!strstr(first + 1, wanted));
    }
    CHECK(acknowledged > 50);
    free(log.text);
}

static void play_with_faults(int seed)
{
    static struct faulty f;
    rng = ff_rng_of((uint64_t)seed);
    begin_faulty(&f);
    for (int n = 0; n < 30000 && !(is_over(f.client[0]) && is_over(f.client[1])); n++) {
        act(&f, (int)ff_rng_below(&rng, 2));
        settle_faulty(&f);
        for (int i = 0; i < 2; i++)
            hear(&f, f.client[i], f.text[i]);
    }
    CHECK(is_over(f.client[0]) && is_over(f.client[1]));
    CHECK_EQ(number(f.client[0]->frame, "number"), number(f.client[1]->frame, "number"));
    promises_are_kept(&f);
    world_free(f.worlds[1]);
    world_free(f.worlds[0]);
}

static void faults_and_races(void)
{
    for (int seed = 1; seed <= (strcmp(world_store, "memory") == 0 ? 6 : 1); seed++)
        play_with_faults(seed);
}

/* -------------------------------------------------------------------------------------------------------- over HTTP */

static int call_status;
static char call_body[1 << 20];

static void on_answer(struct api_call *call, const struct app_error *error)
{
    call_status = error ? app_error_status(error) : 200;
    memcpy(call_body, call->body.text, call->body.length + 1);
}

static struct api_call *new_call(struct world *world)
{
    struct api_call *call = api_call_new(world->app, "192.0.2.7");
    call->answer = on_answer;
    call_status = 0;
    return call;
}

static void calls(void)
{
    struct world *world = world_new(NULL, no_limits);
    char text[400];
    struct api_call *call = new_call(world);
    strcpy(call->name, "Anna");
    call->shows_token = true;
    api_call_find_or_create_guest(call);
    settle(world);
    CHECK_EQ(call_status, 200);
    struct client *anna = connect_with(world, 0, member(call_body, "token"));
    say(anna, "{\"type\":\"hello\",\"protocol\":1,\"legal\":true}");
    settle(world);
    CHECK_STR(member(anna->note, "name"), "Anna");
    const char *table = create(world, anna, "\"seats\":[\"me\",1],\"listed\":true");
    call = new_call(world);
    api_call_list_tables(call);
    settle(world);
    CHECK(strstr(call_body, "\"yours\":[],\"listed\":[{\"table\":") != NULL);
    call = new_call(world);
    strcpy(call->table, table);
    api_call_get_record(call);
    settle(world);
    CHECK_EQ(call_status, 409);
    while (!is_over(anna)) {
        REQUIRE(send_play(anna, text));
        settle(world);
    }
    call = new_call(world);
    strcpy(call->table, table);
    api_call_get_record(call);
    settle(world);
    CHECK_EQ(call_status, 200);
    struct record_reader *reader = malloc(sizeof *reader);
    uint64_t line;
    record_reader_init(reader);
    CHECK_EQ(record_read_text(reader, call_body, strlen(call_body), &line), RECORD_HOLDS);
    free(reader);
    call = new_call(world);
    strcpy(call->table, "aaaaaaaaaaaaaaaa");
    api_call_get_record(call);
    settle(world);
    CHECK_EQ(call_status, 404);
    call = new_call(world);
    api_call_identify_guest(call);
    settle(world);
    CHECK_EQ(call_status, 401);
    world_free(world);
}

static void ask_record(struct world *world, const char *table, const char *token)
{
    struct api_call *call = new_call(world);
    strcpy(call->table, table);
    call->tokens.n = token && base_hex_read(token, strlen(token), call->tokens.token[0], MESSAGE_TOKEN_BYTES);
    api_call_get_record(call);
    settle(world);
}

static void records_of_private_games(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[65], other[65], table[20], text[400];
    struct client *anna = greet(world, 0, "Anna", token), *zoe = greet(world, 1, "Zoe", other);
    strcpy(table, create(world, anna, "\"seats\":[\"me\",1],\"watch\":\"nobody\""));
    while (!is_over(anna)) {
        REQUIRE(send_play(anna, text));
        settle(world);
    }
    ask_record(world, table, NULL);
    CHECK_EQ(call_status, 403);
    ask_record(world, table, other);
    CHECK_EQ(call_status, 403);
    ask_record(world, table, token);
    CHECK_EQ(call_status, 200);
    attach(zoe, table);
    settle(world);
    CHECK(!strstr(zoe->frame, "\"seed\"") && !strstr(zoe->frame, "\"result\""));
    world_free(world);
}

/* A request for the record of a running game, or of none, costs a look at the store; only a loaded log costs more. */
static void records_that_cost_little(void)
{
    struct rate_limits limits = {.work = RATE_PER_SECOND(5000, 50000)};
    struct world *world = world_new(NULL, limits);
    char text[400];
    struct client *anna = greet(world, 0, "Anna", NULL);
    char table[TABLE_ID_SIZE];
    snprintf(table, sizeof table, "%s", create(world, anna, "\"seats\":[\"me\",1]"));
    for (int i = 0; i < 100; i++) {
        ask_record(world, i % 2 ? table : "aaaaaaaaaaaaaaaa", NULL);
        CHECK_EQ(call_status, i % 2 ? 409 : 404);
    }
    const struct address *address = app_find_address(world->app, "192.0.2.7");
    CHECK(app_may_work(world->app, address));
    while (!is_over(anna)) {
        REQUIRE(send_play(anna, text));
        settle(world);
    }
    for (int i = 0; i < 100; i++)
        ask_record(world, table, NULL);
    CHECK_EQ(call_status, 200);
    CHECK(!app_may_work(world->app, address));
    world_free(world);
}

static struct notice_message *notice;
static int notices_n;

static void keep_notice(void *owner, struct notice_message *message)
{
    (void)owner;
    CHECK(!notice);
    notice = message;
    notices_n++;
}

/* Lets time pass, answers each notice with that result and returns how many there were. */
static int pass_notices(struct world *world, int64_t ms, enum notice_result result)
{
    notices_n = 0;
    for (; ms > 0; ms -= 1000) {
        pass_time(world, 1000);
        if (!notice)
            continue;
        struct notice_message *sent = notice;
        notice = NULL;
        sent->result = result;
        app_take_sent_notice(world->app, sent);
        settle(world);
    }
    return notices_n;
}

static void add_channel(struct world *world, const char *token)
{
    static const char body[] = "{\"kind\":\"webhook\",\"address\":\"https://x.example\",\"games\":\"all\","
                               "\"language\":\"en\"}";
    struct api_call *call = new_call(world);
    call->input = malloc(sizeof body);
    memcpy(call->input, body, sizeof body);
    call->input_n = sizeof body - 1;
    call->tokens.n = base_hex_read(token, strlen(token), call->tokens.token[0], MESSAGE_TOKEN_BYTES);
    api_call_add_channel(call);
    settle(world);
    CHECK_EQ(call_status, 200);
}

static void notices_are_sent_once(void)
{
    static const char seats[] = "\"seats\":[\"me\",1],\"grace_s\":0";
    send_notice = keep_notice;
    struct world *world = world_new(NULL, no_limits);
    char token[65], table[20], text[400];
    struct client *anna = greet(world, 0, "Anna", token);
    add_channel(world, token);
    strcpy(table, create(world, anna, seats));
    CHECK_EQ(pass_notices(world, 180000, NOTICE_SENT), 0); /* she looks at the table */
    disconnect(anna);
    while (!notice)
        pass_time(world, 1000);
    CHECK_EQ(pass_notices(world, 1000, NOTICE_RETRY), 0); /* answers it */
    CHECK_EQ(pass_notices(world, 55000, NOTICE_SENT), 0); /* in a minute again */
    CHECK_EQ(pass_notices(world, 15000, NOTICE_SENT), 1);
    CHECK_EQ(pass_notices(world, 900000, NOTICE_SENT), 0);
    anna = rejoin(world, 0, token, table);
    REQUIRE(send_play(anna, text));
    settle(world);
    create(world, anna, seats);
    create(world, anna, seats);
    disconnect(anna);
    notices_n = 0;
    while (!notice)
        pass_time(world, 1000);
    CHECK(strstr(notice->title, "3 games") || strstr(notice->title, "2 games"));
    CHECK(strstr(notice->text, "Base game with a level 1 bot, round 1: ") && strchr(notice->text, '\n'));
    CHECK_EQ(pass_notices(world, 900000, NOTICE_UNKNOWN), 0); /* perhaps it arrived, so it is not sent again */
    CHECK_EQ(app_counts(world->app)->notices_dead, 1);
    world_free(world);
    send_notice = NULL;
}

/* When a clock that was ahead is right again, notices are sent of turns that began then, and by channels that sent
 * then. */
static void notices_outlast_a_wrong_clock(void)
{
    static const char seats[] = "\"seats\":[\"me\",1],\"grace_s\":0";
    send_notice = keep_notice;
    struct world *world = world_new(NULL, no_limits), *next;
    char token[65], table[20], text[400];
    pass_time(world, 10000);
    wall_ms = 91 * a_day_ms;
    settle(world);
    struct client *anna = greet(world, 0, "Anna", token);
    add_channel(world, token);
    strcpy(table, create(world, anna, seats));
    create(world, anna, seats);
    disconnect(anna);
    CHECK(pass_notices(world, 120000, NOTICE_SENT) > 0);
    anna = rejoin(world, 0, token, table);
    REQUIRE(send_play(anna, text));
    turn_loop(world, true);
    settle(world);
    disconnect(anna);
    wall_ms = 0;
    next = world_new(world, no_limits);
    CHECK(pass_notices(next, 180000, NOTICE_SENT) > 0);
    CHECK_EQ(pass_notices(next, 900000, NOTICE_SENT), 0);
    world_free(next);
    world_free(world);
    send_notice = NULL;
}

/* In a slow game a second notice comes when a quarter of the time is left; a holiday holds both back. */
static void warnings_come_before_the_end(void)
{
    enum { HOUR_MS = 3600000, DAY_MS = 24 * HOUR_MS };
    send_notice = keep_notice;
    struct world *world = world_new(NULL, no_limits);
    char token[65], table[20];
    struct client *anna = greet(world, 0, "Anna", token);
    add_channel(world, token);
    strcpy(table, create(world, anna, "\"seats\":[\"me\",1],\"reserve_s\":14400,\"increment_s\":3600,\"holidays\":9"));
    while (!strstr(anna->frame, "\"legal\":"))
        pass_time(world, 1000);
    disconnect(anna);
    CHECK_EQ(pass_notices(world, HOUR_MS, NOTICE_SENT), 1);
    CHECK_EQ(pass_notices(world, 2 * HOUR_MS - 30000, NOTICE_SENT), 0);
    CHECK(world->weather->postponed < 20); /* not at every look */
    while (!notice)
        pass_time(world, 1000);
    CHECK_STR(notice->title, "Your time is nearly up");
    CHECK(strstr(notice->text, "(1 h left)") || strstr(notice->text, "(59 min left)"));
    CHECK_EQ(pass_notices(world, 1000, NOTICE_RETRY), 0); /* answers it; the warning is tried again */
    CHECK_EQ(pass_notices(world, 120000, NOTICE_SENT), 1);
    CHECK_EQ(pass_notices(world, 600000, NOTICE_SENT), 0);
    anna = rejoin(world, 0, token, table);
    say(anna, "{\"type\":\"holiday\",\"id\":\"h\",\"days\":2}");
    settle(world);
    CHECK_STR(anna->ack, "h");
    CHECK(strstr(anna->frame, "\"holiday_ms\":172800000"));
    disconnect(anna);
    CHECK_EQ(pass_notices(world, 2 * DAY_MS - 60000, NOTICE_SENT), 0);
    CHECK_EQ(pass_notices(world, 120000, NOTICE_SENT), 1); /* it is her turn again */
    CHECK_EQ(pass_notices(world, HOUR_MS - 10 * 60000, NOTICE_SENT), 1);
    pass_time(world, HOUR_MS); /* a bot stands in; the seat is hers again when she comes */
    anna = rejoin(world, 0, token, table);
    CHECK(!strstr(anna->frame, "\"away\":true") && strstr(anna->frame, "\"reserve_ms\""));
    CHECK(app_counts(world->app)->bots_took_over > 0);
    world_free(world);
    send_notice = NULL;
}

/* Whoever asks while the server stops is told so, before and after the store is given up. */
static void calls_while_stopping(void)
{
    static void (*const functions[])(struct api_call *) = {
        api_call_find_or_create_guest, api_call_list_tables,
        api_call_get_record,           api_call_identify_guest,
        api_call_get_player,           api_call_create_sign_in_link,
        api_call_create_recovery_code, api_call_create_sign_in_challenge};
    for (int gone = 0; gone < 2; gone++)
        for (int i = 0; i < 8; i++) {
            struct world *world = world_new(NULL, no_limits);
            struct api_call *early = new_call(world), *dropped = new_call(world);
            early->tokens.n = dropped->tokens.n = 1;
            api_call_list_tables(early);
            api_call_drop(dropped);
            CHECK(!app_stop(world->app));
            settle(world);
            CHECK_EQ(call_status, 503); /* its second step is not taken */
            CHECK(app_stop(world->app));
            if (gone)
                app_set_store(world->app, NULL);
            struct api_call *call = new_call(world);
            call->tokens.n = 1;
            functions[i](call);
            CHECK_EQ(call_status, 503);
            app_set_store(world->app, &world->weather->store);
            world_free(world);
        }
}

static void stopping(void)
{
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL);
    create(world, anna, "\"seats\":[\"me\",1]");
    char text[400];
    while (!send_play(anna, text))
        settle(world);
    CHECK(!app_stop(world->app)); /* a turn is on its way to the store */
    app_flush(world->app);
    settle_all(&world, 1, true);
    CHECK(app_stop(world->app));
    CHECK_STR(anna->ack, member(text, "id"));
    say(anna, "{\"type\":\"tables\",\"id\":\"late\"}");
    settle(world);
    CHECK_STR(member(anna->note, "code"), "busy");
    world_free(world);
}

/* The newest frame of each table that a program follows, and how many there were. */
enum { FOLLOWED = 3 };
static struct followed {
    char table[20], *frame;
    int frames_n;
} followed[FOLLOWED];
static struct client *follower;

static void keep_followed(struct client *client, const char *text)
{
    for (int i = 0; client == follower && i < FOLLOWED; i++)
        if (strcmp(member(text, "type"), "table") == 0 && strcmp(member(text, "table"), followed[i].table) == 0) {
            free(followed[i].frame);
            followed[i].frame = strdup(text);
            followed[i].frames_n++;
        }
}

static struct client *follow(struct world *world, int i, const char *token)
{
    follower = connect_with(world, i, token);
    on_message = keep_followed;
    say(follower, "{\"type\":\"hello\",\"protocol\":1,\"legal\":true,\"follow\":true,\"name\":\"Robot\"}");
    settle(world);
    return follower;
}

/* Sends {"type":TYPE,"id":...,"table":TABLE,...}. */
static void say_at(struct client *client, const char *type, const char *table, const char *rest)
{
    char text[400];
    snprintf(text, sizeof text, "{\"type\":\"%s\",\"id\":\"f%d\",\"table\":\"%s\"%s}", type, messages_n++, table, rest);
    say(client, text);
}

/* Plays a decision at a table that the program follows. */
static bool play_followed(int i)
{
    struct client at = {.frame = followed[i].frame};
    char action[100], rest[200];
    if (!choose(&at, action, sizeof action))
        return false;
    snprintf(rest, sizeof rest, ",\"number\":%d,\"actions\":\"%s\"", (int)number(at.frame, "number"), action);
    say_at(follower, "play", followed[i].table, rest);
    return true;
}

/* One connection plays at several tables, whose other players are at another server; it reads slowly, breaks, and goes
 * on where it was. */
static void one_connection_for_all_tables(void)
{
    struct world *first = world_new(NULL, no_limits), *second = world_new(first, no_limits);
    struct world *worlds[] = {first, second};
    struct client *anna[2] = {greet(second, 0, "Anna", NULL), greet(second, 1, "Ben", NULL)};
    char token[65], text[400], rest[40];
    follow(first, 0, NULL);
    strcpy(token, member(follower->note, "token"));
    say(follower, "{\"type\":\"chat\",\"id\":\"x\",\"text\":\"hi\"}");
    settle(first);
    CHECK_STR(member(follower->note, "code"), "no-table");
    for (int i = 0; i < 2; i++) {
        strcpy(followed[i].table, create(second, anna[i], "\"seats\":[\"me\",\"open\"]"));
        say_at(follower, "attach", followed[i].table, "");
        say_at(follower, "sit", followed[i].table, "");
    }
    settle_all(worlds, 2, true);
    say(follower, "{\"type\":\"leave\",\"id\":\"which\"}");
    settle(first);
    CHECK_STR(member(follower->note, "code"), "no-table");
    /* Both tables move while the program does not read: it gets one frame of each. */
    follower->blocked = true;
    int before[2] = {followed[0].frames_n, followed[1].frames_n};
    for (int n = 0; n < 10; n++)
        for (int i = 0; i < 2; i++) {
            snprintf(text, sizeof text, "{\"type\":\"chat\",\"id\":\"n%d\",\"text\":\"hm\"}", n);
            say(anna[i], text);
            settle_all(worlds, 2, true);
        }
    CHECK(list_is_empty(&follower->session->outbox));
    follower->blocked = false;
    settle_all(worlds, 2, true);
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(followed[i].frames_n, before[i] + 1);
        CHECK_EQ(number(followed[i].frame, "number"), number(anna[i]->frame, "number"));
    }
    for (int n = 0, over = 0; n < 4000 && over < 2; n++) {
        over = 0;
        for (int i = 0; i < 2; i++) {
            play_followed(i);
            send_play(anna[i], text);
            over += is_over(anna[i]);
        }
        settle_all(worlds, 2, true);
        if (n != 5)
            continue;
        disconnect(follower);
        follow(first, 1, token);
        for (int i = 0; i < 2; i++) {
            int64_t seen = number(followed[i].frame, "number");
            snprintf(rest, sizeof rest, ",\"seen\":%d", (int)seen);
            say_at(follower, "attach", followed[i].table, rest);
            settle_all(worlds, 2, true);
            CHECK_EQ(number(followed[i].frame, "since"), seen);
        }
    }
    CHECK(is_over(anna[0]) && is_over(anna[1]));
    /* A new table appears in the frame of an old one, and the others stay. */
    say(anna[0], "{\"type\":\"rematch\",\"id\":\"r\"}");
    settle_all(worlds, 2, true);
    strcpy(followed[2].table, member(followed[0].frame, "rematch"));
    say_at(follower, "attach", followed[2].table, "");
    say_at(follower, "sit", followed[2].table, "");
    say_at(follower, "detach", followed[0].table, "");
    settle_all(worlds, 2, true);
    CHECK_STR(member(followed[2].frame, "phase"), "play");
    CHECK_STR(member(follower->note, "type"), "detached");
    CHECK_STR(member(follower->note, "table"), followed[0].table);
    CHECK_EQ(follower->session->tables_n, 2);
    on_message = NULL;
    for (int i = 0; i < FOLLOWED; i++) {
        free(followed[i].frame);
        followed[i] = (struct followed){.frame = NULL};
    }
    world_free(second);
    world_free(first);
}

static void tables_of_a_connection_are_limited(void)
{
    struct world *world = world_new(NULL, no_limits);
    char first[20], again[20];
    follow(world, 0, NULL);
    for (int i = 0; i < SESSION_TABLES_MAX; i++) {
        const char *table = create(world, follower, "\"seats\":[\"open\",\"open\"]");
        if (i == 0)
            strcpy(first, table);
    }
    say(follower, "{\"type\":\"create\",\"id\":\"more\",\"seats\":[\"open\",\"open\"]}");
    settle(world);
    CHECK_STR(member(follower->note, "code"), "limit");
    say(follower, "{\"type\":\"daily\",\"id\":\"today\"}");
    settle(world);
    CHECK(strstr(follower->note, "\"ack\":\"today\",\"code\":\"limit\""));
    say_at(follower, "attach", first, ""); /* once more */
    settle(world);
    snprintf(again, sizeof again, "f%d", messages_n - 1);
    CHECK_STR(follower->ack, again);
    say(follower, "{\"type\":\"detach\",\"id\":\"all\"}");
    settle(world);
    CHECK_EQ(follower->session->tables_n, 0);
    create(world, follower, "\"seats\":[\"open\",\"open\"]");
    on_message = NULL;
    world_free(world);
}

int main(void)
{
    static const struct places_test tests[] = {
        {"a game with bots, from hello to its end", a_game_with_bots, EVERY_STORE},
        {"R10.2a how long a bot thought does not show", bots_take_their_time, EVERY_STORE},
        {"friends join by link, chat, fill with bots and see their tables", friends_join_by_link, EVERY_STORE},
        {"R10.1 spectators watch, and do nothing else", spectators, EVERY_STORE},
        {"wrong messages are answered, too many of them end the connection", wrong_messages, EVERY_STORE},
        {"limits on connections, messages and tables", limits, EVERY_STORE},
        {"a table that is refused does not count for the address", refused_tables_do_not_count, EVERY_STORE},
        {"every message with an id is answered with it", every_id_is_answered, EVERY_STORE},
        {"lists asked for while frames pass", lists_while_frames_pass, EVERY_STORE},
        {"messages that are turned away are answered too", turned_away_with_ids, EVERY_STORE},
        {"the system's clock is set", the_clock_is_set, EVERY_STORE},
        {"wall time never jumps", wall_time_never_jumps, EVERY_STORE},
        {"a turn whose answer was lost is sent again and done once", repeats, EVERY_STORE},
        {"a slow reader gets the newest frame", slow_reader, EVERY_STORE},
        {"a bot stands in and gives the seat back", a_bot_stands_in, EVERY_STORE},
        {"a bot stands in after a vote", a_bot_after_a_vote, EVERY_STORE},
        {"who comes back in time is not voted out", back_before_the_vote, EVERY_STORE},
        {"a seat is handed over in the middle of the game", a_seat_is_handed_over, EVERY_STORE},
        {"clocks and bots go on where nobody is connected", nobody_is_there, EVERY_STORE},
        {"seats outlast a store that goes and comes back", seats_outlast_the_store, EVERY_STORE},
        {"R10.3 seals are opened when all seats are taken", seals_are_opened, EVERY_STORE},
        {"R10.3 a seal that stays closed makes the round void", seals_that_stay_closed, EVERY_STORE},
        {"R10.3 seals of people who have gone hold nobody up", seals_of_people_who_have_gone, EVERY_STORE},
        {"a rematch, asked for by two at once", rematch, EVERY_STORE},
        {"ids of tables follow from nothing that anybody is told", ids_are_secret, EVERY_STORE},
        {"a rematch, asked for at two servers at once, is one table", a_rematch_at_two_servers, SHARED_STORES},
        {"what is answered with `busy` may be sent again, every message", busy_is_temporary, IN_MEMORY},
        {"a connection ends before its message is answered, every message", connections_end_while_they_wait, IN_MEMORY},
        {"of several tokens the one counts that somebody has", several_tokens, EVERY_STORE},
        {"a fault of the store is logged once", a_fault_is_logged_once, EVERY_STORE},
        {"two servers, faults of the store, lost connections: nothing lost, nothing twice", faults_and_races,
         SHARED_STORES},
        {"however many are due, all are seen to", many_are_due, EVERY_STORE},
        {"what is old goes", what_is_old_goes, EVERY_STORE},
        {"what is used is not marked any more", what_is_used_stays, EVERY_STORE},
        {"wrong clocks delete nothing", wrong_clocks_delete_nothing, SHARED_STORES},
        {"after a while without a server time catches up", time_catches_up, SHARED_STORES},
        {"a clock that creeps ahead gets nowhere", creeping_clocks_get_nowhere, EVERY_STORE},
        {"deletions are capped", deletions_are_capped, EVERY_STORE},
        {"wrong clocks end nobody's turn", wrong_clocks_end_no_turn, SHARED_STORES},
        {"times of the future hold nobody up", times_of_the_future_hold_nobody_up, SHARED_STORES},
        {"notices outlast a wrong clock", notices_outlast_a_wrong_clock, SHARED_STORES},
        {"endless chat does not make a log long", endless_chat, EVERY_STORE},
        {"limits on talk count by address and table", talk_is_limited, EVERY_STORE},
        {"one address can't hide another's table", the_list_is_for_all, EVERY_STORE},
        {"a table is made once", a_table_is_made_once, EVERY_STORE},
        {"an answer that was lost is looked up", lost_answers_are_looked_up, EVERY_STORE},
        {"news during the first load of a table", news_during_the_first_load, SHARED_STORES},
        {"spectators share a frame", spectators_share, EVERY_STORE},
        {"the record of a private game is for its players", records_of_private_games, EVERY_STORE},
        {"a record that nobody gets costs little", records_that_cost_little, EVERY_STORE},
        {"guests, lists and records over HTTP", calls, EVERY_STORE},
        {"requests over HTTP while the server stops", calls_while_stopping, EVERY_STORE},
        {"notices are sent once, and not to whom looks at the game", notices_are_sent_once, EVERY_STORE},
        {"a warning comes before the time is over", warnings_come_before_the_end, EVERY_STORE},
        {"stopping finishes what is under way", stopping, EVERY_STORE},
        {"one connection plays at all its tables", one_connection_for_all_tables, SHARED_STORES},
        {"a connection is at a limited number of tables", tables_of_a_connection_are_limited, IN_MEMORY},
    };
    return world_tests(tests, sizeof tests / sizeof tests[0]);
}
