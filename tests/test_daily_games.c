/* test_daily_games.c - the deal of the day on whole servers in one process (app_harness.h), on all stores: the same
 * deal and the same bots for everybody, once each, with a result in the transaction of the last entry; who learns what,
 * and when. It runs in the project's root. */
#define _DEFAULT_SOURCE /* usleep */
#include "app_harness.h"
#include "engine/base/blake2b.h"

enum { DAY_MS = 24 * 3600 * 1000, GRACE_MS = 2 * 3600 * 1000, ACTIONS_MAX = 1000 };

static char call_body[1 << 17], call_refusal[40];

static void on_answer(struct api_call *call, const struct app_error *error)
{
    snprintf(call_refusal, sizeof call_refusal, "%s", error ? error->code : "");
    memcpy(call_body, call->body.text, call->body.length + 1);
}

/* Returns the body that the call answers. */
static const char *ask(struct world *world, const char *token, void (*what)(struct api_call *call), const char *body,
                       const char *table)
{
    struct api_call *call = api_call_new(world->app, "192.0.2.7");
    call->answer = on_answer;
    call->tokens.n = token && base_hex_read(token, 64, call->tokens.token[0], MESSAGE_TOKEN_BYTES);
    call->input_n = strlen(body);
    call->input = memcpy(malloc(call->input_n + 1), body, call->input_n + 1);
    strcpy(call->table, table);
    call_body[0] = '\0';
    what(call);
    settle(world);
    return call_body;
}

static const char *ranking(struct world *world, const char *token, const char *body)
{
    return ask(world, token, api_call_get_daily_ranking, body, "");
}

/* Asks for today's game. Returns its table. */
static const char *begin_daily(struct world *world, struct client *client)
{
    static char table[2][20];
    static int turn;
    char text[100];
    snprintf(text, sizeof text, "{\"type\":\"daily\",\"id\":\"d%d\"}", messages_n++);
    say(client, text);
    settle_all(&world, 1, false);
    char *id = table[turn++ % 2];
    snprintf(id, 20, "%s", member(client->frame, "table"));
    return id;
}

/* What a person did, to do it again. */
struct course {
    char action[ACTIONS_MAX][100];
    int n;
};

static void send_action(struct client *client, const char *action)
{
    char text[400];
    snprintf(text, sizeof text, "{\"type\":\"play\",\"id\":\"p%d\",\"number\":%d,\"actions\":\"%s\"}", messages_n++,
             (int)number(client->frame, "number"), action);
    say(client, text);
}

/* Plays at random to the end, or as the course says. */
static void play_daily(struct world *world, struct client *client, struct course *course, bool again)
{
    char action[100];
    int n = 0;
    for (int i = 0; i < 20000 && !is_over(client); i++) {
        settle_all(&world, 1, !again); /* who plays it again answers before the bots, */
        if (!choose(client, action, sizeof action)) {
            settle(world);
            continue;
        }
        if (again && n % 7 == 0) { /* and talks */
            say(client, "{\"type\":\"chat\",\"text\":\"hm\"}");
            settle_all(&world, 1, false);
        }
        if (!CHECK(n < (again ? course->n : ACTIONS_MAX)))
            return;
        if (!again)
            snprintf(course->action[n], sizeof course->action[n], "%s", action);
        send_action(client, course->action[n++]);
        settle_all(&world, 1, false);
    }
    CHECK(is_over(client));
    if (again)
        CHECK_EQ(n, course->n);
    course->n = n;
}

static bool has(const char *json, const char *part) { return strstr(json, part) != NULL; }

/* The same play leads to the same game, whenever one answers and whatever else happens. */
static void is_the_same_for_everybody(void)
{
    static struct course course;
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL), *ben = greet(world, 1, "Ben", NULL);
    char table[2][20];
    for (int day = 0; day < 4; day++) {
        struct ff_view view[2];
        strcpy(table[0], begin_daily(world, anna));
        CHECK(has(anna->frame, "\"deal\":\"daily-2026-01-0"));
        CHECK(has(anna->frame, "\"watch\":\"nobody\""));
        play_daily(world, anna, &course, false);
        strcpy(table[1], begin_daily(world, ben));
        CHECK(strcmp(table[0], table[1]) != 0);
        play_daily(world, ben, &course, true);
        CHECK(read_view(anna, &view[0]) && read_view(ben, &view[1]));
        CHECK(memcmp(&view[0], &view[1], sizeof view[0]) == 0);
        now_ms += DAY_MS;
        app_update_time(world->app, now_ms, now_ms);
    }
    world_free(world);
}

/* Asking again, at any server and after lost answers, leads to the one table of the day. */
static void is_played_once(void)
{
    static struct course course;
    struct world *worlds[2] = {world_new(NULL, no_limits)};
    worlds[1] = world_new(worlds[0], no_limits);
    char token[65], table[20];
    struct client *anna[2] = {greet(worlds[0], 0, "Anna", token)};
    anna[1] = rejoin(worlds[1], 0, token, "aaaaaaaaaaaaaaaa");
    for (int round = 0; round < 30; round++) {
        for (int i = 0; i < 2; i++) {
            if (round)
                weather_fail(worlds[i]->weather, 1 + (int)ff_rng_below(&rng, 5),
                             ff_rng_below(&rng, 2) ? STORE_UNKNOWN : STORE_FAILED);
            say(anna[i], "{\"type\":\"daily\",\"id\":\"d\"}");
        }
        settle_all(worlds, 2, false);
        for (int i = 0; i < 2; i++)
            weather_fail(worlds[i]->weather, 0, STORE_DONE);
        strcpy(table, begin_daily(worlds[0], anna[0]));
        CHECK_STR(begin_daily(worlds[1], anna[1]), table);
        now_ms += DAY_MS;
        for (int i = 0; i < 2; i++)
            app_update_time(worlds[i]->app, now_ms, now_ms);
    }
    strcpy(table, begin_daily(worlds[0], anna[0]));
    play_daily(worlds[0], anna[0], &course, false);
    CHECK_STR(begin_daily(worlds[1], anna[1]), table);
    CHECK(is_over(anna[1]));
    world_free(worlds[1]);
    world_free(worlds[0]);
}

static bool record_is_proved(const char *text)
{
    struct record_reader *reader = malloc(sizeof *reader);
    uint64_t line;
    record_reader_init(reader);
    bool holds = record_read_text(reader, text, strlen(text), &line) == RECORD_HOLDS;
    free(reader);
    return holds;
}

/* Nobody who may still play the deal learns the cards or what others reached. */
static void keeps_its_secrets(void)
{
    static struct course course;
    struct world *world = world_new(NULL, no_limits);
    char token[2][65], table[20], guessed[TABLE_ID_SIZE], body[60], text[160];
    uint8_t hash[BASE_BLAKE2B_BYTES];
    struct client *anna = greet(world, 0, "Anna", token[0]), *ben = greet(world, 1, "Ben", token[1]);
    strcpy(table, begin_daily(world, anna));
    snprintf(body, sizeof body, "{\"table\":\"%s\"}", table);
    say(anna, "{\"type\":\"offer\",\"id\":\"o\"}");
    settle(world);
    CHECK_STR(member(anna->note, "code"), "not-allowed");
    say(anna, "{\"type\":\"slow\",\"id\":\"s\"}"); /* in a slow game, a bot would stand in after a day */
    settle(world);
    CHECK(has(anna->note, "\"ack\":\"s\",\"code\":\"not-allowed\""));
    play_daily(world, anna, &course, false);
    attach(ben, table);
    settle(world);
    CHECK(has(ben->frame, "\"seat\":null") && !has(ben->frame, "\"view\"") && !has(ben->frame, "\"events\""));
    for (int closed = 0; closed < 2; closed++) {
        CHECK_EQ(has(ranking(world, token[1], "{\"date\":\"2026-01-01\"}"), "\"shown\":true"), closed);
        CHECK_EQ(number(call_body, "players"), 1);
        CHECK_EQ(has(call_body, "Anna"), 0);
        for (int i = 0; i < 2; i++) { /* nor does the week tell more of today */
            ranking(world, token[i], "{\"date\":\"2026-01-01\",\"week\":true}");
            CHECK_EQ(number(call_body, "players"), closed || i == 0);
        }
        CHECK(has(ranking(world, token[0], "{\"date\":\"2026-01-01\"}"), "\"shown\":true"));
        CHECK(
            has(call_body, "\"name\":\"Anna\",\"page\":false,\"you\":true,\"known\":true,\"rank\":1,\"points\":5000"));
        attach(anna, table);
        settle(world);
        CHECK_EQ(has(anna->frame, "\"seed\":"), closed);
        if (closed) { /* nobody finds the tables of others with the seed */
            snprintf(text, sizeof text, "daily-2026-01-01 %s %s", anna->session->guest, member(anna->frame, "seed"));
            base_blake2b(text, strlen(text), hash);
            table_id_from_random(hash, guessed);
            CHECK(strcmp(guessed, table) != 0);
        }
        ask(world, token[0], api_call_get_record, "", table);
        CHECK_STR(call_refusal, closed ? "" : "not-now");
        CHECK_EQ(has(call_body, "\"daily-2026-01-01\""), closed); /* the proof of the deal */
        CHECK_EQ(record_is_proved(call_body), closed);
        ask(world, token[0], api_call_create_share, body, "");
        CHECK_STR(call_refusal, closed ? "" : "not-now");
        ask(world, token[1], api_call_get_record, "", table);
        CHECK_STR(call_refusal, closed ? "not-allowed" : "not-now");
        now_ms += DAY_MS + GRACE_MS;
        app_update_time(world->app, now_ms, now_ms);
    }
    world_free(world);
}

/* Who has played with whom sees the name; the points are the share of others who did worse. */
static void is_ranked(void)
{
    static struct course course, random;
    static const char *const names[] = {"Anna", "Ben", "Clara", "Dora"};
    struct world *world = world_new(NULL, no_limits);
    char token[4][65], table[20], text[400], body[100];
    struct client *people[4];
    for (int i = 0; i < 4; i++)
        people[i] = greet(world, i, names[i], token[i]);
    strcpy(table, create(world, people[0], "\"seats\":[\"me\",\"open\",\"open\"]")); /* all but Dora play together */
    for (int i = 1; i < 3; i++) {
        attach(people[i], table);
        say(people[i], "{\"type\":\"sit\"}");
        settle(world);
    }
    for (int i = 0; i < 20000 && !is_over(people[0]); i++) {
        for (int k = 0; k < 3; k++)
            if (send_play(people[k], text))
                break;
        settle(world);
    }
    for (int i = 0; i < 4; i++) {
        begin_daily(world, people[i]);
        play_daily(world, people[i], i == 3 ? &random : &course, i == 1 || i == 2);
    }
    ranking(world, token[0], "{}");
    CHECK_EQ(number(call_body, "players"), 4);
    CHECK(has(call_body, "Anna") && has(call_body, "Ben") && has(call_body, "Clara") && !has(call_body, "Dora"));
    CHECK(has(call_body, "\"rank\":1,\"points\":6666") || has(call_body, "\"rank\":2,\"points\":3333") ||
          has(call_body, "\"rank\":1,\"points\":5000"));
    ranking(world, token[0], "{\"date\":\"2025-12-30\",\"week\":true}");
    CHECK_STR(member(call_body, "date"), "2025-12-29");
    CHECK_STR(member(call_body, "until"), "2026-01-04");
    CHECK(has(call_body, "Ben") && !has(call_body, "\"coins\""));
    CHECK(has(ranking(world, NULL, "{\"week\":true}"), "\"ranking\":[]"));
    ranking(world, token[0], "{\"date\":\"2026-02-30\"}");
    CHECK_STR(call_refusal, "bad-message");
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"seat\":0,\"kind\":\"block\"}", table);
    ask(world, token[1], api_call_block_player, body, "");
    CHECK(!has(ranking(world, token[0], "{}"), "Ben") && has(call_body, "\"players\":4"));
    CHECK(!has(ranking(world, token[1], "{}"), "Anna") && has(call_body, "Clara"));
    ask(world, token[2], api_call_set_profile, "{\"shows\":\"nothing\"}", "");
    CHECK(!has(ranking(world, token[0], "{}"), "Clara"));
    ask(world, token[2], api_call_export_player, "", "");
    CHECK(has(call_body, "\"results\":[{\"deal\":\"daily-2026-01-01\""));
    snprintf(body, sizeof body, "{\"guest\":\"%s\"}", member(call_body, "guest"));
    ask(world, token[2], api_call_delete_player, body, "");
    CHECK(has(ranking(world, token[0], "{}"), "\"players\":3"));
    world_free(world);
}

static void weeks_begin_on_monday(void)
{
    static const struct {
        const char *date, *monday, *sunday;
    } weeks[] = {{"2024-02-29", "2024-02-26", "2024-03-03"},
                 {"2000-01-01", "1999-12-27", "2000-01-02"},
                 {"2100-02-28", "2100-02-22", "2100-02-28"},
                 {"2100-03-01", "2100-03-01", "2100-03-07"},
                 {"2026-12-31", "2026-12-28", "2027-01-03"}};
    struct world *world = world_new(NULL, no_limits);
    for (size_t i = 0; i < sizeof weeks / sizeof *weeks; i++) {
        char body[60];
        snprintf(body, sizeof body, "{\"date\":\"%s\",\"week\":true}", weeks[i].date);
        CHECK_STR(member(ranking(world, NULL, body), "date"), weeks[i].monday);
        CHECK_STR(member(call_body, "until"), weeks[i].sunday);
    }
    char before[20] = "";
    for (int day = 0; day < 400; day++, now_ms += DAY_MS) { /* from 2026-01-01 on, each after the one before */
        app_update_time(world->app, now_ms, now_ms);
        CHECK(strcmp(member(ranking(world, NULL, "{}"), "date"), before) > 0);
        CHECK_EQ(number(call_body, "closes_ms"), now_ms + DAY_MS + GRACE_MS);
        snprintf(before, sizeof before, "%s", member(call_body, "date"));
    }
    CHECK_STR(member(call_body, "date"), "2027-02-04");
    world_free(world);
}

/* The result comes with the last entry, however the store fails; but not after the deal is closed. */
static void counts_once_in_time(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[65], text[400];
    struct client *anna = greet(world, 0, "Anna", token);
    int days = 0;
    for (int day = 1; day < 7; day++) {
        char date[60], table[20];
        bool late = day == 3;
        strcpy(table, begin_daily(world, anna));
        if (late)
            now_ms += DAY_MS + GRACE_MS + 1000 - now_ms % DAY_MS;
        for (int i = 0; i < 40000 && !is_over(anna); i++) {
            if (ff_rng_below(&rng, 20) == 0)
                weather_fail(world->weather, 1 + (int)ff_rng_below(&rng, 3), day % 2 ? STORE_UNKNOWN : STORE_FAILED);
            send_play(anna, text);
            settle(world);
            now_ms += 100;
            app_update_time(world->app, now_ms, now_ms);
            app_tick(world->app);
        }
        weather_fail(world->weather, 0, STORE_DONE);
        CHECK(is_over(anna));
        days += !late;
        snprintf(date, sizeof date, "{\"date\":\"2026-01-0%d\"}", day);
        CHECK_EQ(number(ranking(world, token, date), "players"), !late);
        now_ms += late ? 0 : DAY_MS - now_ms % DAY_MS;
        app_update_time(world->app, now_ms, now_ms);
    }
    CHECK(has(ranking(world, token, "{\"date\":\"2026-01-01\",\"week\":true}"), "\"points\":15000,\"deals\":3"));
    CHECK_EQ(days, 5);
    world_free(world);
}

int main(void)
{
    static const struct places_test tests[] = {
        {"the deal of the day and its bots are the same for everybody", is_the_same_for_everybody, IN_MEMORY},
        {"the deal of the day is played once, whatever gets lost", is_played_once, SHARED_STORES},
        {"a deal that others may play is kept secret", keeps_its_secrets, EVERY_STORE},
        {"results of the deal of the day are ranked for those who may see them", is_ranked, EVERY_STORE},
        {"a week begins on Monday, and each day has its date", weeks_begin_on_monday, IN_MEMORY},
        {"a result counts once, and in time", counts_once_in_time, EVERY_STORE},
    };
    return world_tests(tests, sizeof tests / sizeof tests[0]);
}
