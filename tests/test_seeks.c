/* test_seeks.c - guests who seek a game: the matching by itself, then whole servers in one process (app_harness.h) on
 * all stores. It runs in the project's root. */
#define _DEFAULT_SOURCE /* usleep */
#include "app_harness.h"
#include "engine/base/out.h"
#include "server/app/seek_matching.h"

/* ---------------------------------------------------------------------------------------------------- the matching */

enum { SIZE_2 = 1 << 2, SIZE_3 = 1 << 3, SIZE_4 = 1 << 4, POOL_MAX = 4000 };

static struct pool {
    struct seek seek[POOL_MAX];
    struct seek_group group[POOL_MAX];
    struct seek_block block[10];
    size_t n, blocks_n;
    int64_t now_ms;
} pool;

/* Adds a seek that is younger than the ones before. */
static struct seek *add_seek(unsigned sizes)
{
    struct seek *seek = &pool.seek[pool.n];
    *seek = (struct seek){.made_ms = 1000 + (int64_t)pool.n, .terms = {.sizes = (uint8_t)sizes, .turn_s = 60}};
    snprintf(seek->guest, sizeof seek->guest, "g%05u", (unsigned)pool.n++);
    return seek;
}

static int find_groups(int64_t after_ms, size_t *looks)
{
    struct seek_pool of = {pool.seek, pool.n, pool.block, pool.blocks_n, 1000 + after_ms};
    size_t unused;
    return seek_match_groups(&of, pool.group, looks ? looks : &unused);
}

static void clear_pool(void) { memset(&pool, 0, sizeof pool); }

/* The numbers of the members of a group and its seats, as "0 2 1/3". */
static const char *members_of(int group)
{
    static char text[80];
    struct base_out out = base_out_of(text, sizeof text);
    for (int i = 0; i < pool.group[group].n; i++)
        base_printf(&out, "%s%d", i ? " " : "", (int)(pool.group[group].member[i] - pool.seek));
    base_printf(&out, "/%d", pool.group[group].seats);
    return text;
}

static void matches_the_oldest_first(void)
{
    clear_pool();
    add_seek(SIZE_3);
    add_seek(SIZE_2);
    CHECK_EQ(find_groups(0, NULL), 0);
    add_seek(SIZE_2 | SIZE_3);
    CHECK_EQ(find_groups(0, NULL), 1);
    CHECK_STR(members_of(0), "1 2/2");
    add_seek(SIZE_3);
    CHECK_EQ(find_groups(0, NULL), 1); /* the oldest one chooses */
    CHECK_STR(members_of(0), "0 2 3/3");
    add_seek(SIZE_2);
    CHECK_EQ(find_groups(0, NULL), 2);
    CHECK_STR(members_of(1), "1 4/2");
    strcpy(pool.seek[0].table, "tttttttttttttttt"); /* has its game */
    CHECK_EQ(find_groups(0, NULL), 1);
    CHECK_STR(members_of(0), "1 2/2");
}

static void takes_the_largest_game(void)
{
    clear_pool();
    for (int i = 0; i < 4; i++)
        add_seek(SIZE_2 | SIZE_3 | SIZE_4);
    CHECK_EQ(find_groups(0, NULL), 1);
    CHECK_STR(members_of(0), "0 1 2 3/4");
    pool.seek[3].terms.mode = FF_EXPERT;
    CHECK_EQ(find_groups(0, NULL), 1);
    CHECK_STR(members_of(0), "0 1 2/3");
    pool.seek[2].terms.turn_s = 86400;
    CHECK_EQ(find_groups(0, NULL), 1);
    CHECK_STR(members_of(0), "0 1/2");
}

static void ranges_widen(void)
{
    clear_pool();
    static const unsigned points[] = {1500, 1850, 2200};
    for (int i = 0; i < 3; i++) {
        struct seek *seek = add_seek(SIZE_2);
        seek->terms.rated = true;
        seek->terms.points = points[i];
    }
    CHECK_EQ(find_groups(0, NULL), 0);
    CHECK_EQ(find_groups(14000, NULL), 0); /* 340 points */
    CHECK_EQ(find_groups(16000, NULL), 1);
    CHECK_STR(members_of(0), "0 1/2");
    pool.seek[1].made_ms += 9000; /* both must accept it */
    CHECK_EQ(find_groups(16000, NULL), 0);
    pool.seek[1].terms.range = 300;
    CHECK_EQ(find_groups(30000, NULL), 0);
    CHECK_EQ(find_groups(55000, NULL), 1);
    CHECK_STR(members_of(0), "0 2/2");
    pool.seek[1].terms.range = 0;
    pool.seek[1].terms.points = 2190;
    CHECK_EQ(find_groups(90000, NULL), 1);
    CHECK_STR(members_of(0), "0 1/2"); /* the nearest, not the oldest */
}

static void blocked_guests_are_kept_apart(void)
{
    clear_pool();
    for (int i = 0; i < 4; i++)
        add_seek(SIZE_3);
    strcpy(pool.block[0].guest, "g00002");
    strcpy(pool.block[0].other, "g00000");
    pool.blocks_n = 1;
    CHECK_EQ(find_groups(0, NULL), 1);
    CHECK_STR(members_of(0), "0 1 3/3");
    pool.seek[3].terms.is_program = true; /* nobody wants to play with one */
    CHECK_EQ(find_groups(0, NULL), 0);
    pool.seek[0].terms.programs = pool.seek[1].terms.programs = true;
    CHECK_EQ(find_groups(0, NULL), 1);
}

static void bots_fill_seats_after_a_while(void)
{
    clear_pool();
    add_seek(SIZE_3 | SIZE_4)->terms.bots = 4;
    CHECK_EQ(find_groups(SEEK_BOTS_MS - 1, NULL), 0);
    CHECK_EQ(find_groups(SEEK_BOTS_MS, NULL), 1);
    CHECK_STR(members_of(0), "0/3");
    add_seek(SIZE_4);
    CHECK_EQ(find_groups(SEEK_BOTS_MS, NULL), 1);
    CHECK_STR(members_of(0), "0/3"); /* the other one wants no bots */
    add_seek(SIZE_4)->terms.bots = 1;
    CHECK_EQ(find_groups(SEEK_BOTS_MS, NULL), 1);
    CHECK_STR(members_of(0), "0 2/4");
}

/* Seekers of which most find nobody. */
static size_t cost_of(size_t n)
{
    size_t looks = 0;
    clear_pool();
    for (size_t i = 0; i < n; i++) {
        struct seek *seek = add_seek(i % 2 ? 1 << 5 : SIZE_2);
        seek->terms.rated = i % 3 == 0;
        seek->terms.points = (uint32_t)(1000 + i * 7919 % 1500);
        seek->terms.range = 1;
    }
    find_groups(0, &looks);
    return looks;
}

static void costs_grow_with_the_number_of_seeks(void)
{
    size_t few = cost_of(1000), many = cost_of(4000);
    CHECK(few <= 1000 * SEEK_LOOKS && many <= 5 * few);
}

static void terms_come_back(void)
{
    struct seek_terms terms = {.mode = 1,
                               .sizes = 0x3c,
                               .bots = 7,
                               .rated = true,
                               .is_program = true,
                               .sealed = true,
                               .turn_s = 86400,
                               .range = 250,
                               .points = 1512,
                               .name = "Zoë # von; B"},
                      read;
    char text[SEEK_TERMS_SIZE];
    for (int i = 0; i < 2; i++) {
        struct base_out out = base_out_of(text, sizeof text);
        memset(terms.seal, i ? 0 : 0xa5, sizeof terms.seal);
        terms.sealed = i == 0;
        seek_terms_put(&out, &terms);
        CHECK(base_out_whole(&out) && seek_terms_read(&read, text, out.length));
        CHECK_EQ(memcmp(&read, &terms, sizeof read), 0);
        CHECK(!seek_terms_read(&read, text, 20));
    }
}

/* -------------------------------------------------------------------------------------------------------- the server */

static void settle_both(struct world *const *worlds) { settle_all(worlds, 2, true); }

/* Lets time pass at two servers. */
static void pass_both(struct world *const *worlds, int64_t ms)
{
    for (int64_t end = now_ms + ms; now_ms < end;) {
        now_ms += 100;
        for (int i = 0; i < 2; i++) {
            app_update_time(worlds[i]->app, now_ms + wall_ms, now_ms);
            app_tick(worlds[i]->app);
        }
        settle_both(worlds);
    }
}

static void seek(struct client *client, const char *id, const char *terms)
{
    char text[400];
    client->note[0] = '\0';
    snprintf(text, sizeof text, "{\"type\":\"seek\",\"id\":\"%s\"%s}", id, terms);
    say(client, text);
}

static const char *type_of(const struct client *client) { return member(client->note, "type"); }

static void strangers_find_each_other(void)
{
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL), *ben = greet(world, 1, "Ben", NULL),
                  *carla = greet(world, 2, "Carla", NULL);
    seek(anna, "a", ",\"players\":[2,3],\"mode\":\"expert\",\"turn_s\":90");
    settle(world);
    CHECK_STR(type_of(anna), "seeking");
    CHECK_STR(member(anna->note, "ack"), "a");
    seek(carla, "c", ",\"players\":[2],\"turn_s\":90"); /* another mode */
    pass_time(world, 3000);
    CHECK_STR(type_of(anna), "seeking");
    CHECK_EQ(app_counts(world->app)->seeks, 2);
    seek(ben, "b", ",\"players\":[2,4],\"mode\":\"expert\",\"turn_s\":90");
    pass_time(world, 1500);
    CHECK_STR(type_of(anna), "found");
    CHECK_STR(member(anna->note, "seek"), "a");
    CHECK_STR(type_of(ben), "found");
    CHECK_STR(member(anna->note, "table"), member(ben->note, "table"));
    CHECK_STR(type_of(carla), "seeking");
    CHECK_EQ(app_counts(world->app)->games_found, 1);
    attach(anna, member(anna->note, "table"));
    attach(ben, member(ben->note, "table"));
    settle(world);
    CHECK_STR(member(anna->frame, "phase"), "play");
    CHECK(strstr(anna->frame, "\"mode\":\"expert\"") && strstr(anna->frame, "\"turn_s\":90"));
    CHECK_EQ(number(anna->frame, "seat") + number(ben->frame, "seat"), 1);
    pass_time(world, 3000);
    CHECK_EQ(app_counts(world->app)->games_found, 1); /* one seek, one game */
    CHECK_EQ(app_counts(world->app)->seeks, 1);
    world_free(world);
}

static void seeks_end(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[65];
    struct client *anna = greet(world, 0, "Anna", token), *ben = greet(world, 1, "Ben", NULL);
    seek(anna, "a", ",\"players\":[2]");
    settle(world);
    say(anna, "{\"type\":\"withdraw\",\"id\":\"w\"}");
    settle(world);
    CHECK_STR(type_of(anna), "withdrawn");
    CHECK_STR(member(anna->note, "ack"), "w");
    seek(anna, "a2", ",\"players\":[2]");
    settle(world);
    disconnect(anna); /* ends the seek */
    pass_time(world, 500);
    seek(ben, "b", ",\"players\":[2]");
    pass_time(world, 3000);
    CHECK_STR(type_of(ben), "seeking");
    CHECK_EQ(app_counts(world->app)->seeks, 1);
    anna = connect_with(world, 0, token);
    say(anna, "{\"type\":\"hello\",\"protocol\":1}");
    settle(world);
    seek(anna, "a3", ",\"players\":[3]");
    settle(world);
    struct client *again = connect_with(world, 2, token); /* another device of the same guest */
    say(again, "{\"type\":\"hello\",\"protocol\":1}");
    settle(world);
    seek(again, "a4", ",\"players\":[4]");
    pass_time(world, 1500);
    CHECK_STR(type_of(anna), "withdrawn"); /* one seek a guest */
    CHECK_STR(type_of(again), "seeking");
    CHECK_EQ(app_counts(world->app)->seeks, 2);
    world_free(world);
}

/* The connection is lost just when the game is found. */
static void found_games_are_not_lost(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[65], table[20];
    struct client *anna = greet(world, 0, "Anna", token), *ben = greet(world, 1, "Ben", NULL);
    seek(anna, "a", ",\"players\":[2]");
    settle(world);
    anna->blocked = true;
    seek(ben, "b", ",\"players\":[2]");
    pass_time(world, 3000);
    CHECK_STR(type_of(ben), "found");
    strcpy(table, member(ben->note, "table"));
    anna->blocked = false;
    disconnect(anna);
    anna = connect_with(world, 0, token);
    say(anna, "{\"type\":\"hello\",\"protocol\":1}");
    settle(world);
    seek(anna, "a", ",\"players\":[2]");
    settle(world);
    CHECK_STR(type_of(anna), "found");
    CHECK_STR(member(anna->note, "table"), table);
    seek(anna, "a9", ",\"players\":[2]"); /* a new one */
    settle(world);
    CHECK_STR(type_of(anna), "seeking");
    world_free(world);
}

static void bots_play_along(void)
{
    struct world *world = world_new(NULL, no_limits);
    struct client *anna = greet(world, 0, "Anna", NULL);
    seek(anna, "a", ",\"players\":[3],\"rated\":true");
    pass_time(world, 70000);
    CHECK_STR(type_of(anna), "seeking");
    seek(anna, "a", ",\"players\":[3],\"rated\":true,\"bots\":2"); /* the same seek, with other terms */
    settle(world);
    CHECK(number(anna->note, "waited_ms") >= 60000);
    CHECK_EQ(number(anna->note, "points"), 1500);
    pass_time(world, 1500);
    CHECK_STR(type_of(anna), "found");
    attach(anna, member(anna->note, "table"));
    settle(world);
    CHECK(strstr(anna->frame, "\"rated\":true") && strstr(anna->frame, "\"level\":2"));
    world_free(world);
}

static void slow_games_are_found_without_a_connection(void)
{
    struct world *world = world_new(NULL, no_limits);
    char token[65];
    struct client *anna = greet(world, 0, "Anna", token), *ben = greet(world, 1, "Ben", NULL);
    seek(anna, "a", ",\"players\":[2],\"turn_s\":86400");
    settle(world);
    disconnect(anna);
    pass_time(world, 120000);
    seek(ben, "b", ",\"players\":[2],\"turn_s\":86400");
    pass_time(world, 2000);
    CHECK_STR(type_of(ben), "found");
    anna = rejoin(world, 0, token, member(ben->note, "table"));
    CHECK(number(anna->frame, "seat") >= 0);
    world_free(world);
}

static void servers_share_their_guests(void)
{
    struct world *worlds[2];
    worlds[0] = world_new(NULL, no_limits);
    worlds[1] = world_new(worlds[0], no_limits);
    struct client *client[6];
    for (int i = 0; i < 6; i++) {
        client[i] = greet(worlds[i % 2], i / 2, "Anna", NULL);
        seek(client[i], "s", ",\"players\":[3]");
    }
    settle_both(worlds);
    for (int i = 0; i < 6; i++)
        CHECK_STR(type_of(client[i]), "seeking");
    pass_both(worlds, 5000);
    CHECK_EQ(app_counts(worlds[0]->app)->games_found + app_counts(worlds[1]->app)->games_found, 2);
    for (int i = 0; i < 6; i++) {
        int same = 0;
        CHECK_STR(type_of(client[i]), "found");
        for (int k = 0; k < 6; k++)
            same += strcmp(member(client[i]->note, "table"), member(client[k]->note, "table")) == 0;
        CHECK_EQ(same, 3);
        attach(client[i], member(client[i]->note, "table"));
    }
    settle_both(worlds);
    for (int i = 0; i < 6; i++)
        CHECK(number(client[i]->frame, "seat") >= 0);
    world_free(worlds[1]);
    world_free(worlds[0]);
}

/* ------------------------------------------------------------------------------------------------------- in a storm */

enum { PEOPLE = 5, WORLDS = 3 };

/* Guests who seek at several servers, hang up, come back and send again, while requests and answers of the store are
 * lost. */
static struct storm {
    struct world *world[WORLDS];
    struct client *client[PEOPLE];
    char token[PEOPLE][65], guest[PEOPLE][TABLE_ID_SIZE], id[PEOPLE][16];
    int seeks_n[PEOPLE], games_n[PEOPLE]; /* of each guest */
    int found, games;
} storm;

static unsigned below(unsigned n) { return ff_rng_below(&rng, n); }

static void come_back(int i)
{
    disconnect(storm.client[i]);
    storm.client[i] = connect_with(storm.world[below(WORLDS)], i, storm.token[i]);
    storm.client[i]->note[0] = '\0';
    say(storm.client[i], "{\"type\":\"hello\",\"protocol\":1}");
    if (*storm.id[i])
        seek(storm.client[i], storm.id[i], ",\"players\":[2,3]");
}

static void act(int i)
{
    struct client *client = storm.client[i];
    if (!client->connected || client->close_code || below(12) == 0) {
        come_back(i);
    } else if (strcmp(type_of(client), "found") == 0 || !*storm.id[i]) {
        storm.found += *storm.id[i] != 0;
        snprintf(storm.id[i], sizeof storm.id[i], "s%d", ++storm.seeks_n[i]);
        seek(client, storm.id[i], ",\"players\":[2,3]");
    } else if (below(20) == 0) {
        say(client, "{\"type\":\"withdraw\"}");
        storm.id[i][0] = '\0';
    } else if (strcmp(type_of(client), "seeking") != 0 && below(4) == 0) {
        seek(client, storm.id[i], ",\"players\":[2,3]");
    }
}

static void storm_step(void)
{
    struct world *world = storm.world[below(WORLDS)];
    switch (below(8)) {
    case 0:
        now_ms += below(500);
        app_update_time(world->app, now_ms, now_ms);
        app_tick(world->app);
        break;
    case 1: act((int)below(PEOPLE)); break;
    case 2:
        for (int i = 0; i < PEOPLE; i++)
            if (world->client[i].woken)
                pull(&world->client[i]);
        break;
    default: weather_step(world->weather);
    }
}

/* Every table has all its players, and nobody sits at more tables than they sought. */
static void count_games(struct store_job *job)
{
    for (size_t t = 0; t < job->heads_n; t++) {
        const struct store_head *head = &job->heads[t];
        int people = 0;
        for (int i = 0; i < PEOPLE; i++)
            for (int seat = 0; seat < STORE_SEATS; seat++)
                if (strcmp(head->guest[seat], storm.guest[i]) == 0) {
                    people++;
                    storm.games_n[i]++;
                }
        CHECK(people == 2 || people == 3);
        CHECK_EQ(head->phase, STORE_PLAY);
        storm.games++;
    }
}

static void storm_once(uint64_t seed)
{
    struct weather_forecast forecast = {
        .lost_request = 30, .lost_answer = 30, .broken = 4, .twice = 200, .lost_say = 300};
    rng = ff_rng_of(seed);
    memset(storm.seeks_n, 0, sizeof storm.seeks_n);
    memset(storm.games_n, 0, sizeof storm.games_n);
    memset(storm.id, 0, sizeof storm.id);
    for (int i = 0; i < WORLDS; i++)
        storm.world[i] = world_new(i ? storm.world[0] : NULL, no_limits);
    for (int i = 0; i < PEOPLE; i++) {
        storm.client[i] = greet(storm.world[i % WORLDS], i, "Anna", storm.token[i]);
        strcpy(storm.guest[i], storm.client[i]->session->guest);
    }
    for (int i = 0; i < WORLDS; i++)
        weather_storm(storm.world[i]->weather, seed * 7 + (uint64_t)i, forecast);
    for (int n = 0; n < 4000; n++)
        storm_step();
    for (int i = 0; i < WORLDS; i++) {
        weather_clear(storm.world[i]->weather);
        while (weather_step(storm.world[i]->weather))
            continue;
    }
    struct store_job all = {.op = STORE_LIST_ALL, .done = count_games};
    store_submit(storm.world[0]->weather->inner, &all);
    store_flush(storm.world[0]->weather->inner);
    for (int i = 0; i < PEOPLE; i++)
        CHECK(storm.games_n[i] <= storm.seeks_n[i]);
    for (int i = WORLDS; i-- > 0;) {
        storm.world[i]->weather->storm = false;
        world_free(storm.world[i]);
    }
}

static void one_seek_one_game_in_a_storm(void)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        now_ms = 1767225600000;
        storm_once(seed);
    }
    CHECK(storm.found > 100 && storm.games > 100);
}

int main(void)
{
    static const struct places_test tests[] = {
        {"strangers find each other", strangers_find_each_other, EVERY_STORE},
        {"a seek ends with its connection, or when it is withdrawn", seeks_end, EVERY_STORE},
        {"a game that was found is not lost", found_games_are_not_lost, EVERY_STORE},
        {"bots fill seats after a minute", bots_play_along, EVERY_STORE},
        {"a slow game is found without a connection", slow_games_are_found_without_a_connection, EVERY_STORE},
        {"several servers share the guests who seek", servers_share_their_guests, SHARED_STORES},
        {"one seek leads to one game, in a storm", one_seek_one_game_in_a_storm, IN_MEMORY},
    };
    test_run("the oldest seek chooses first", matches_the_oldest_first);
    test_run("the largest game that is complete begins", takes_the_largest_game);
    test_run("ranges of ratings widen", ranges_widen);
    test_run("blocked guests and programs are kept apart", blocked_guests_are_kept_apart);
    test_run("bots fill the free seats after a while", bots_fill_seats_after_a_while);
    test_run("the cost grows with the number of seeks", costs_grow_with_the_number_of_seeks);
    test_run("terms come back", terms_come_back);
    return world_tests(tests, sizeof tests / sizeof tests[0]);
}
