/* test_manners.c - who may sit with whom, on whole servers in one process (app_harness.h), on all stores: blocks, mutes
 * that last, waits for those who leave rated games, and tables without programs. It runs in the project's root. */
#define _DEFAULT_SOURCE /* usleep */
#include "app_harness.h"
#include "engine/base/out.h"

static char call_code[40], call_body[1 << 16];

static void on_answer(struct api_call *call, const struct app_error *error)
{
    snprintf(call_code, sizeof call_code, "%s", error ? error->code : "");
    memcpy(call_body, call->body.text, call->body.length + 1);
}

/* Makes a request with a body, and returns the code of its refusal, or "". */
static const char *post_from(const char *address, struct world *world, const char *token,
                             void (*begin)(struct api_call *call), const char *body)
{
    struct api_call *call = api_call_new(world->app, address);
    call->answer = on_answer;
    call->tokens.n = token && base_hex_read(token, 64, call->tokens.token[0], MESSAGE_TOKEN_BYTES);
    call->input_n = strlen(body);
    call->input = malloc(call->input_n + 1);
    memcpy(call->input, body, call->input_n + 1);
    snprintf(call_code, sizeof call_code, "no answer");
    begin(call);
    settle(world);
    return call_code;
}

static const char *post(struct world *world, const char *token, void (*begin)(struct api_call *call), const char *body)
{
    return post_from("192.0.2.7", world, token, begin, body);
}

/* Says it and returns the code of the refusal, or "". */
static const char *ask(struct world *world, struct client *client, const char *message)
{
    client->note[0] = '\0';
    say(client, message);
    settle(world);
    return member(client->note, "code");
}

/* Sits down and returns the code of the refusal, or "". */
static const char *sit(struct world *world, struct client *client, const char *table)
{
    attach(client, table);
    settle(world);
    client->note[0] = '\0';
    say(client, "{\"type\":\"sit\",\"id\":\"s\"}");
    settle(world);
    return *client->note ? member(client->note, "code") : "";
}

static void blocked_players_do_not_meet(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[2][65], table[20], other[20], body[200];
    struct client *anna = greet(world, 0, "Anna", token[0]), *ben = greet(world, 1, "Ben", token[1]);
    strcpy(table, create(world, anna, "\"seats\":[\"me\",\"open\",\"open\"]"));
    CHECK_STR(sit(world, ben, table), "");
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"seat\":0,\"kind\":\"block\"}", table);
    CHECK_STR(post(world, token[0], api_call_block_player, body), "no-seat"); /* oneself */
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"seat\":2,\"kind\":\"block\"}", table);
    CHECK_STR(post(world, token[0], api_call_block_player, body), "no-seat");
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"seat\":1,\"kind\":\"hit\"}", table);
    CHECK_STR(post(world, token[0], api_call_block_player, body), "bad-message");
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"seat\":1,\"kind\":\"block\"}", table);
    CHECK_STR(post(world, token[0], api_call_block_player, body), "");
    CHECK_STR(post(world, token[0], api_call_get_player, "{}"), "");
    CHECK(strstr(call_body, "\"name\":\"Ben\",\"kind\":\"block\""));
    strcpy(other, create(world, anna, "\"seats\":[\"me\",\"open\"]"));
    CHECK_STR(sit(world, ben, other), "not-allowed");
    CHECK(strstr(ben->note, "do not play together"));
    strcpy(other, create(world, ben, "\"seats\":[\"open\",\"open\"]")); /* nor at a table that the other made */
    CHECK_STR(sit(world, anna, other), "not-allowed");
    char guest[TABLE_ID_SIZE];
    memcpy(guest, ben->session->guest, sizeof guest);
    snprintf(body, sizeof body, "{\"guest\":\"%s\",\"kind\":\"none\"}", guest);
    CHECK_STR(post(world, token[0], api_call_block_player, body), "");
    CHECK_STR(sit(world, anna, other), "");
    world_free(world);
}

static void mutes_last(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[2][65], table[20], body[200];
    struct client *anna = greet(world, 0, "Anna", token[0]), *ben = greet(world, 1, "Ben", token[1]);
    strcpy(table, create(world, anna, "\"seats\":[\"me\",\"open\"]"));
    CHECK_STR(sit(world, ben, table), "");
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"seat\":1,\"kind\":\"mute\"}", table);
    CHECK_STR(post(world, token[0], api_call_block_player, body), "");
    disconnect(anna);
    anna = rejoin(world, 0, token[0], table);
    say(ben, "{\"type\":\"chat\",\"text\":\"can you hear me\"}");
    settle(world);
    CHECK(!strstr(anna->frame, "can you hear me") && strstr(ben->frame, "can you hear me"));
    CHECK_STR(sit(world, anna, create(world, ben, "\"seats\":[\"me\",\"open\"]")), ""); /* they may play together */
    world_free(world);
}

static void leavers_wait(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[2][65], table[20], text[400];
    struct client *anna = greet(world, 0, "Anna", token[0]), *ben = greet(world, 1, "Ben", token[1]);
    for (int game = 0; game < 3; game++) {
        strcpy(table, create(world, anna, "\"seats\":[\"me\",\"open\"],\"rated\":true"));
        CHECK_STR(sit(world, ben, table), game < 2 ? "" : "limit");
        if (game == 2)
            break;
        say(ben, "{\"type\":\"leave\"}");
        disconnect(ben);
        for (int i = 0; i < 20000 && !is_over(anna); i++) {
            send_play(anna, text);
            pass_time(world, 500);
        }
        CHECK(is_over(anna));
        ben = rejoin(world, 1, token[1], table);
    }
    CHECK(strstr(ben->note, "You left 2 rated games within a week. You can join the next one in 10 minutes"));
    ben->note[0] = '\0';
    say(ben, "{\"type\":\"create\",\"id\":\"c\",\"seats\":[\"me\",1],\"rated\":true}");
    settle(world);
    CHECK_STR(member(ben->note, "code"), "limit");
    CHECK_STR(sit(world, ben, create(world, anna, "\"seats\":[\"me\",\"open\"]")), ""); /* which is not rated */
    pass_time(world, 11 * 60000);
    CHECK_STR(sit(world, ben, table), "");
    world_free(world);
}

static void programs_sit_where_they_may(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[65], bot_token[65], body[200];
    struct client *anna = greet(world, 0, "Anna", token);
    CHECK_STR(post(world, token, api_call_add_bot, "{\"name\":\"Walker\"}"), "");
    snprintf(bot_token, sizeof bot_token, "%s", member(call_body, "token"));
    struct client *bot = connect_with(world, 1, bot_token);
    snprintf(body, sizeof body, "{\"type\":\"hello\",\"protocol\":1}");
    say(bot, body);
    settle(world);
    CHECK_STR(member(bot->note, "name"), "Walker");
    CHECK_STR(sit(world, bot, create(world, anna, "\"seats\":[\"me\",\"open\"]")), "not-allowed");
    CHECK_STR(sit(world, bot, create(world, anna, "\"seats\":[\"me\",\"open\"],\"programs\":true,\"rated\":true")), "");
    CHECK(strstr(bot->frame, "\"programs\":true"));
    /* Nor does anybody who sits down at a program's own table play with it without having agreed. */
    CHECK_STR(ask(world, bot, "{\"type\":\"create\",\"id\":\"a\",\"seats\":[\"me\",\"open\"]}"), "not-allowed");
    CHECK_STR(ask(world, bot, "{\"type\":\"create\",\"id\":\"b\",\"seats\":[\"open\",\"open\"]}"), "");
    CHECK_STR(ask(world, bot, "{\"type\":\"create\",\"id\":\"c\",\"seats\":[\"me\",\"open\"],\"programs\":true}"), "");
    world_free(world);
}

/* Shows a new code on the device with that token, and a link. */
static void show_code(struct world *world, const char *token, char code_body[40], char link_body[80])
{
    CHECK_STR(post(world, token, api_call_create_sign_in_link, "{}"), "");
    snprintf(code_body, 40, "{\"code\":\"%s\"}", member(call_body, "code"));
    snprintf(link_body, 80, "{\"secret\":\"%s\"}", member(call_body, "secret"));
}

/* Who guesses codes is refused, by address and in all; the players themselves are not. A player shows one code at a
 * time, and right codes are no attempts. */
static void guesses_lock_nobody_out(void)
{
    struct rate_limits limits = {.sign_ins = rate_limits_default.sign_ins, .codes = rate_limits_default.codes};
    struct world *world = world_new(NULL, limits);
    char token[65], first[40], code[40], link[80], address[20];
    for (int i = 0; i < 10; i++) { /* more right codes than may be wrong */
        disconnect(greet(world, 0, "Mallory", token));
        for (int n = 0; n < 12; n++) {
            show_code(world, token, code, link);
            CHECK_STR(post(world, NULL, api_call_sign_in_by_code, code), "");
        }
    }
    greet(world, 0, "Anna", token);
    show_code(world, token, first, link);
    show_code(world, token, code, link);
    CHECK_STR(post(world, NULL, api_call_sign_in_by_code, first), "bad-token");
    for (int i = 0, n; i < 9; i++) { /* 91 wrong codes in all */
        snprintf(address, sizeof address, "198.51.100.%d", i);
        for (n = 0; n < 20 && strcmp(post_from(address, world, NULL, api_call_sign_in_by_code, first), "limit"); n++)
            CHECK_STR(call_code, "bad-token");
        CHECK_EQ(n, 10);
        CHECK_STR(post_from(address, world, NULL, api_call_sign_in_by_link, link), "limit");
    }
    CHECK_STR(post(world, NULL, api_call_sign_in_by_code, code), "");
    show_code(world, token, code, link);
    for (int n = 0; n < 10; n++)
        post_from("198.51.100.9", world, NULL, api_call_sign_in_by_code, first);
    CHECK_STR(post(world, NULL, api_call_sign_in_by_code, code), "limit");
    CHECK_STR(post(world, NULL, api_call_sign_in_by_link, link), "");
    pass_time(world, 7000);
    CHECK_STR(post(world, NULL, api_call_sign_in_by_code, code), "");
    world_free(world);
}

/* A program is disconnected when its player deletes it, or is deleted. */
static void deleted_programs_are_disconnected(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[65], bot_token[65], body[200];
    struct client *anna = greet(world, 0, "Anna", token);
    for (int i = 1; i < 3; i++) {
        CHECK_STR(post(world, token, api_call_add_bot, "{\"name\":\"Walker\"}"), "");
        snprintf(bot_token, sizeof bot_token, "%s", member(call_body, "token"));
        CHECK_STR(ask(world, connect_with(world, i, bot_token), "{\"type\":\"hello\",\"protocol\":1}"), "");
    }
    snprintf(body, sizeof body, "{\"guest\":\"%s\"}", world->client[1].session->guest);
    CHECK_STR(post(world, token, api_call_delete_bot, body), "");
    CHECK_EQ(world->client[1].close_code, 4001);
    CHECK_EQ(world->client[2].close_code, 0);
    snprintf(body, sizeof body, "{\"guest\":\"%s\"}", anna->session->guest);
    CHECK_STR(post(world, token, api_call_delete_player, body), "");
    CHECK_EQ(anna->close_code, 4001);
    CHECK_EQ(world->client[2].close_code, 4001);
    world_free(world);
}

/* Asks for a recovery code, and returns it or "". */
static const char *recovery_of(struct world *world, const char *token)
{
    return *post(world, token, api_call_create_recovery_code, "{}") ? "" : member(call_body, "recovery");
}

/* Signs in with a recovery code; returns the code of the refusal, or "". */
static const char *recover(struct world *world, const char *code)
{
    char body[80], none[65];
    memset(none, 'x', 64);
    none[64] = '\0';
    snprintf(body, sizeof body, "{\"code\":\"%s\",\"token\":true}", code);
    return post(world, none, api_call_sign_in_by_recovery_code, body);
}

/* A request that is refused has done nothing: whichever of its jobs fails, and if there are too many devices, the
 * printed code is still good, until the player has seen the next one. */
static void recovery_codes_are_not_lost(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[65], code[40], next[40], body[80];
    greet(world, 0, "Anna", token);
    snprintf(code, sizeof code, "%s", recovery_of(world, token));
    for (int job = 1, fails = 1; fails && job < 20; job++) {
        weather_fail(world->weather, job, STORE_FAILED);
        snprintf(next, sizeof next, "%s", recovery_of(world, token));
        fails = !*next;
        weather_fail(world->weather, 0, STORE_DONE);
        CHECK(!fails || strcmp(call_code, "busy") == 0);
        CHECK_STR(recover(world, fails ? code : next), "");
        snprintf(code, sizeof code, "%s", member(call_body, "recovery"));
    }
    for (int job = 1, fails = 1; fails && job < 20; job++) {
        weather_fail(world->weather, job, STORE_FAILED);
        fails = *recover(world, code) != '\0';
        weather_fail(world->weather, 0, STORE_DONE);
        CHECK(!fails || strcmp(call_code, "busy") == 0);
        if (fails)
            CHECK_STR(recover(world, code), "");
        snprintf(code, sizeof code, "%s", member(call_body, "recovery"));
    }
    while (!*recover(world, code))
        snprintf(code, sizeof code, "%s", member(call_body, "recovery"));
    CHECK_STR(call_code, "limit");
    CHECK_STR(post(world, token, api_call_get_player, "{}"), "");
    snprintf(body, sizeof body, "{\"id\":\"%s\"}", member(call_body, "device"));
    CHECK_STR(post(world, token, api_call_delete_device, body), "");
    CHECK_STR(recover(world, code), "");
    CHECK_STR(recover(world, code), "bad-token");
    world_free(world);
}

/* A new guest says hello with that name; returns the code of the refusal, or "". */
static const char *enter(struct world *world, int i, const char *name)
{
    char hello[200];
    struct client *client = connect_with(world, i, NULL);
    snprintf(hello, sizeof hello, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"%s\"}", name);
    const char *code = ask(world, client, hello);
    disconnect(client);
    return code;
}

static void claimed_names_are_their_players(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[2][65], table[TABLE_ID_SIZE];
    struct client *anna = greet(world, 0, "Anna", token[0]), *same = greet(world, 1, "\xc3\x81nn\xd0\xb0", token[1]);
    CHECK_STR(post(world, token[0], api_call_claim_name, "{\"name\":\"Anna\"}"), "not-now");
    CHECK_STR(post(world, token[0], api_call_create_recovery_code, "{}"), "");
    CHECK_STR(post(world, token[0], api_call_claim_name, "{\"name\":\"guest\"}"), "name-taken");
    CHECK_STR(post(world, token[0], api_call_claim_name, "{\"name\":\"Anna\"}"), "");
    CHECK_STR(post(world, token[1], api_call_post_guest, "{\"name\":\"ANNA\"}"), "name-taken");
    CHECK_STR(enter(world, 2, "A n n a"), "name-taken");
    CHECK_STR(enter(world, 2, "Guest"), "");
    /* Whoever had the name before it was claimed keeps it, but can't sit down with it. */
    CHECK_STR(ask(world, same, "{\"type\":\"create\",\"id\":\"a\",\"seats\":[\"me\",1]}"), "name-taken");
    CHECK_STR(ask(world, same, "{\"type\":\"create\",\"id\":\"b\",\"seats\":[\"me\",1],\"name\":\"Ben\"}"), "");
    CHECK_STR(ask(world, same, "{\"type\":\"create\",\"id\":\"c\",\"seats\":[\"open\",1]}"), "");
    strcpy(table, create(world, anna, "\"seats\":[\"me\",\"open\"]"));
    CHECK_STR(sit(world, same, table), "name-taken");
    CHECK_STR(ask(world, same, "{\"type\":\"sit\",\"id\":\"n\",\"name\":\"anna.\"}"), "name-taken");
    CHECK_STR(ask(world, same, "{\"type\":\"name\",\"id\":\"m\",\"name\":\"aNNa\"}"), "name-taken");
    CHECK_STR(ask(world, same, "{\"type\":\"sit\",\"id\":\"o\",\"name\":\"Ben\"}"), "");
    world_free(world);
}

static bool lists(struct world *world, struct client *client, const char *table)
{
    ask(world, client, "{\"type\":\"tables\",\"id\":\"t\"}");
    return strstr(strstr(client->note, "\"listed\":["), table) != NULL;
}

static void tables_of_blocked_players_are_not_listed(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[65], table[TABLE_ID_SIZE], next[TABLE_ID_SIZE], body[200];
    struct client *anna = greet(world, 0, "Anna", token), *ben = greet(world, 1, "Ben", NULL);
    strcpy(table, create(world, anna, "\"seats\":[\"me\",\"open\",\"open\"],\"listed\":true"));
    CHECK_STR(sit(world, ben, table), "");
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"seat\":1,\"kind\":\"block\"}", table);
    CHECK_STR(post(world, token, api_call_block_player, body), "");
    strcpy(next, create(world, ben, "\"seats\":[\"open\",\"open\"],\"listed\":true"));
    CHECK(!lists(world, anna, next) && lists(world, ben, next));
    snprintf(body, sizeof body, "{\"guest\":\"%s\",\"kind\":\"mute\"}", ben->session->guest);
    CHECK_STR(post(world, token, api_call_block_player, body), "");
    CHECK(lists(world, anna, next));
    world_free(world);
}

int main(void)
{
    static const struct places_test tests[] = {
        {"blocked players do not meet", blocked_players_do_not_meet, EVERY_STORE},
        {"tables of blocked players are not listed", tables_of_blocked_players_are_not_listed, EVERY_STORE},
        {"a claimed name is its player's, in every spelling that looks alike", claimed_names_are_their_players,
         EVERY_STORE},
        {"a mute lasts", mutes_last, EVERY_STORE},
        {"who leaves rated games waits for the next one", leavers_wait, EVERY_STORE},
        {"programs sit where they may", programs_sit_where_they_may, EVERY_STORE},
        {"recovery codes are not lost", recovery_codes_are_not_lost, EVERY_STORE},
        {"whoever guesses codes locks nobody out", guesses_lock_nobody_out, EVERY_STORE},
        {"deleted programs are disconnected", deleted_programs_are_disconnected, EVERY_STORE},
    };
    return world_tests(tests, sizeof tests / sizeof tests[0]);
}
