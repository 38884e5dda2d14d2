/* test_planned_turns.c - turns planned while others play (R2.3), on whole servers in one process (app_harness.h) and on
 * all stores. It runs in the project's root. */
#define _DEFAULT_SOURCE /* usleep */
#include "app_harness.h"
#include "engine/base/hash.h"

enum { PACE_MS = 700 };
static struct world *world_at_a_pace(struct world *beside)
{
    return world_with(beside, (struct app_config){.limits = no_limits, .bot_pace_ms = PACE_MS});
}

/* Two people at one table, each at a server, which may be the same. One owes a decision, the other plans. */
struct two {
    struct world *worlds[2];
    int worlds_n;
    struct client *client[2];
    char token[2][65], table[20];
};

static void settle_two(struct two *two) { settle_all(two->worlds, two->worlds_n, true); }

static void pass_two(struct two *two, int64_t ms)
{
    for (int64_t end = now_ms + ms; now_ms < end;) {
        now_ms += 100;
        for (int i = 0; i < two->worlds_n; i++) {
            app_update_time(two->worlds[i]->app, now_ms + wall_ms, now_ms);
            app_tick(two->worlds[i]->app);
        }
        settle_two(two);
    }
}

static void begin_two(struct two *two, int worlds_n, const char *options)
{
    memset(two, 0, sizeof *two);
    two->worlds_n = worlds_n;
    for (int i = 0; i < worlds_n; i++)
        two->worlds[i] = world_at_a_pace(i ? two->worlds[0] : NULL);
    char seats[100];
    snprintf(seats, sizeof seats, "\"seats\":[\"me\",\"open\"]%s", options);
    two->client[0] = greet(two->worlds[0], 0, "Anna", two->token[0]);
    two->client[1] = greet(two->worlds[worlds_n - 1], 1, "Ben", two->token[1]);
    strcpy(two->table, create(two->worlds[0], two->client[0], seats));
    attach(two->client[1], two->table);
    settle_two(two);
    say(two->client[1], "{\"type\":\"sit\"}");
    settle_two(two);
}

static void end_two(struct two *two)
{
    while (two->worlds_n)
        world_free(two->worlds[--two->worlds_n]);
}

/* Plays until one owes the first turn of a round and the other can plan. Returns who plans; -1: the game is over. */
static int find_planner(struct two *two, char *chain, size_t size, int *round)
{
    char text[400];
    for (int n = 0; n < 3000 && !is_over(two->client[0]); n++) {
        for (int i = 0; i < 2; i++)
            if (strstr(two->client[1 - i]->frame, "\"legal\":") && !strstr(two->client[i]->frame, "\"legal\":") &&
                make_plan(two->client[i], chain, size, round))
                return i;
        for (int i = 0; i < 2; i++)
            if (send_play(two->client[i], text))
                break;
        settle_two(two);
    }
    return -1;
}

static void send_plan(struct client *client, int round, const char *plan)
{
    static int plans_n;
    char text[2400], escaped[2200];
    struct base_out out = base_out_of(escaped, sizeof escaped);
    for (; *plan; plan++)
        if (*plan == '\n')
            base_put(&out, "\\n");
        else
            base_put_char(&out, *plan);
    snprintf(text, sizeof text, "{\"type\":\"plan\",\"id\":\"plan%d\",\"round\":%d,\"plan\":\"%s\"}", plans_n++, round,
             escaped);
    say(client, text);
}

/* The other one plays on until the turn comes. */
static bool let_turn_come(struct two *two, int planner)
{
    char text[400];
    for (int n = 0; n < 60 && !is_over(two->client[0]); n++) {
        if (strstr(two->client[planner]->frame, "\"legal\":"))
            return true;
        if (!send_play(two->client[1 - planner], text))
            return false;
        settle_two(two);
    }
    return false;
}

static int entries_with(struct two *two, const char *word)
{
    struct log log = log_of(two->worlds[0], two->table);
    int n = 0;
    for (const char *at = log.text; (at = strstr(at, word)); at++)
        n += at == log.text || at[-1] == '\n';
    free(log.text);
    return n;
}

static void is_played(void)
{
    struct two two;
    char chain[TEXT_TURN_MAX], plan[2 * TEXT_TURN_MAX + 100], text[400];
    int round, planned = 0;
    begin_two(&two, 1, "");
    for (int planner; planned < 6 && (planner = find_planner(&two, chain, sizeof chain, &round)) >= 0;) {
        struct client *client = two.client[planner], *other = two.client[1 - planner];
        int frames = other->frames_n;
        snprintf(plan, sizeof plan, "if coins >= 900: %s\nif palace >= 8: %s\nwait", chain, chain);
        send_plan(client, round, plan);
        settle_two(&two);
        CHECK(strstr(client->frame, "\"plan\":{\"round\":") != NULL);
        CHECK(strstr(client->frame, "\"plays\":2,\"turns\":[{\"line\":1,\"result\":\"condition\",\"at\":1,") != NULL);
        CHECK_EQ(other->frames_n, frames);
        if (!let_turn_come(&two, planner)) {
            send_play(client, text);
            settle_two(&two);
            continue;
        }
        bool holds = strstr(client->frame, "\"plays\":2") != NULL;
        CHECK_EQ(entries_with(&two, "planned "), planned);
        pass_two(&two, PACE_MS - 100);
        CHECK_EQ(entries_with(&two, "planned "), planned); /* not before the pace */
        pass_two(&two, 300);
        CHECK_EQ(entries_with(&two, "planned "), planned += holds);
        CHECK(!holds || strstr(other->frame, "\"planned\":true") != NULL || is_over(other));
        if (!holds)
            CHECK(strstr(client->frame, "\"legal\":") != NULL);
    }
    CHECK(planned >= 6);
    CHECK_EQ(app_counts(two.worlds[0]->app)->planned_plays, planned);
    end_two(&two);
}

static void is_changed_and_withdrawn(void)
{
    struct two two;
    char chain[TEXT_TURN_MAX];
    int round;
    begin_two(&two, 1, "");
    int planner = find_planner(&two, chain, sizeof chain, &round);
    REQUIRE(planner >= 0);
    struct client *client = two.client[planner];
    static const struct {
        int later;
        const char *plan, *code;
    } wrong[] = {
        {0, "if sale > 7: done", "bad-plan"},
        {0, "dance", "bad-plan"},
        {0, "wait", "bad-plan"},
        {1, "done", "stale"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        send_plan(client, round + wrong[i].later, wrong[i].plan);
        settle_two(&two);
        CHECK_STR(member(client->note, "code"), wrong[i].code);
        CHECK(!strstr(client->frame, "\"plan\":"));
    }
    send_plan(client, round, chain);
    settle_two(&two);
    CHECK(strstr(client->frame, "\"plays\":1") != NULL);
    send_plan(client, round, "if coins >= 900: done");
    settle_two(&two);
    CHECK(strstr(client->frame, "\"plays\":null") != NULL);
    send_plan(client, round, "");
    settle_two(&two);
    CHECK(!strstr(client->frame, "\"plan\":"));
    if (let_turn_come(&two, planner))
        pass_two(&two, 3 * PACE_MS);
    CHECK_EQ(entries_with(&two, "planned "), 0);
    end_two(&two);
}

/* What everybody but the planner is sent, and when, for a game in which somebody plans, or does not. */
static uint64_t told_hash;
static const struct client *told_to;
static void hash_told(struct client *client, const char *text)
{
    if (client != told_to)
        return;
    told_hash = base_hash(told_hash, text, strlen(text));
    told_hash = base_hash(told_hash, &now_ms, sizeof now_ms);
}

enum secret { NO_PLAN, HOPELESS_PLAN, MANY_PLANS, WITHDRAWN_PLAN, GOOD_PLAN };

/* Sends the planner's plans. A good one is followed as long as its turn is not played. */
static void plan_in_secret(struct two *two, int planner, enum secret secret, int round, const char *chain)
{
    static const char *const plans[][3] = {
        [HOPELESS_PLAN] = {"if coins >= 900: done"},
        [MANY_PLANS] = {"if coins >= 900: done", "if palace >= 900: done\nif room A hops >= 90: done\nwait",
                        "if sale >= 900: done\nif coins >= 900: done\nif place = 9: done"},
        [WITHDRAWN_PLAN] = {"if coins >= 900: done\nif palace >= 8: done", ""},
        [GOOD_PLAN] = {NULL},
    };
    struct client *client = two->client[planner];
    char text[TEXT_TURN_MAX + 100];
    for (int i = 0; secret != NO_PLAN && i < 3 && plans[secret][i]; i++) {
        send_plan(client, round, plans[secret][i]);
        settle_two(two);
    }
    CHECK_EQ(secret == HOPELESS_PLAN || secret == MANY_PLANS, strstr(client->frame, "\"plays\":null") != NULL);
    if (secret != GOOD_PLAN)
        return;
    snprintf(text, sizeof text, "if coins >= 900: done\n%s\nwait", chain);
    send_plan(client, round, text);
    settle_two(two);
    CHECK(strstr(client->frame, "\"plays\":2") != NULL);
}

static uint64_t hash_of_other(enum secret secret, int64_t ms)
{
    struct two two;
    char chain[TEXT_TURN_MAX];
    int round;
    rng = ff_rng_of(7);
    messages_n = created_n = 0;
    now_ms = 1767225600000;
    begin_two(&two, 1, ",\"turn_s\":60");
    int planner = find_planner(&two, chain, sizeof chain, &round);
    struct ff_rng same = rng;
    told_hash = BASE_HASH_START;
    told_to = two.client[1 - planner];
    on_message = hash_told;
    plan_in_secret(&two, planner, secret, round, chain);
    settle_two(&two);
    rng = same;
    CHECK(let_turn_come(&two, planner));
    pass_two(&two, ms);
    CHECK_EQ(entries_with(&two, "planned "), 0);
    on_message = NULL;
    end_two(&two);
    return told_hash;
}

/* Frames, their times and what `owes` says are the same, until a plan that holds is played at the pace of bots. */
static void nobody_can_tell(void)
{
    CHECK_EQ(hash_of_other(HOPELESS_PLAN, 3000), hash_of_other(NO_PLAN, 3000));
    CHECK_EQ(hash_of_other(MANY_PLANS, 3000), hash_of_other(NO_PLAN, 3000));
    CHECK_EQ(hash_of_other(WITHDRAWN_PLAN, 3000), hash_of_other(NO_PLAN, 3000));
    CHECK_EQ(hash_of_other(GOOD_PLAN, PACE_MS - 100), hash_of_other(NO_PLAN, PACE_MS - 100));
}

/* The guest plans and hangs up; the server that knows the plan goes down, and another one plays it. Returns how often
 * it was played: not at all where it does not hold any more. */
static int played_after_all_went(void)
{
    struct two two;
    char chain[TEXT_TURN_MAX];
    int round;
    begin_two(&two, 2, "");
    int planner = find_planner(&two, chain, sizeof chain, &round);
    if (!CHECK(planner >= 0))
        return 0;
    send_plan(two.client[planner], round, chain);
    settle_two(&two);
    disconnect(two.client[planner]);
    bool came = false;
    char text[400];
    for (int n = 0; n < 60 && !came && send_play(two.client[1 - planner], text); n++) {
        settle_two(&two);
        came = strstr(two.client[1 - planner]->frame, "\"legal\":") == NULL;
    }
    disconnect(two.client[1 - planner]);
    settle_two(&two);
    world_free(two.worlds[1]);
    two.worlds_n = 1;
    int before = entries_with(&two, "planned ");
    pass_two(&two, 120000); /* the table is put away, found by the sweep, and loaded again */
    CHECK(came && before == 0);
    int played = entries_with(&two, "planned ");
    end_two(&two);
    return played;
}

static void outlasts_its_server(void)
{
    int played = 0;
    for (int i = 0; i < 4; i++) {
        int once = played_after_all_went();
        CHECK(once <= 1);
        played += once;
    }
    CHECK(played > 0);
}

/* Both servers know the plan and the turn, and the store fails now and then. */
static void is_played_once(void)
{
    struct two two;
    char chain[TEXT_TURN_MAX], text[400];
    int round, planned = 0;
    begin_two(&two, 2, ",\"mode\":\"expert\"");
    for (int n = 0, planner; n < 40 && (planner = find_planner(&two, chain, sizeof chain, &round)) >= 0; n++) {
        static const enum store_status faults[] = {STORE_FAILED, STORE_UNKNOWN, STORE_CONFLICT};
        send_plan(two.client[planner], round, chain);
        settle_two(&two);
        bool came = let_turn_come(&two, planner);
        if (came && ff_rng_below(&rng, 2))
            weather_fail(two.worlds[ff_rng_below(&rng, 2)]->weather, 1, faults[ff_rng_below(&rng, 3)]);
        pass_two(&two, 12000);
        for (int i = 0; i < 2; i++)
            weather_fail(two.worlds[i]->weather, 0, STORE_DONE);
        int now = entries_with(&two, "planned ");
        CHECK(now - planned <= 1);
        planned = now;
        if (!came && send_play(two.client[planner], text))
            settle_two(&two);
    }
    CHECK(planned > 3);
    end_two(&two);
}

int main(void)
{
    static const struct places_test tests[] = {
        {"R2.3 a planned turn is played at the pace of bots if it holds", is_played, EVERY_STORE},
        {"R2.3 a plan is replaced, withdrawn and refused", is_changed_and_withdrawn, EVERY_STORE},
        {"R2.3 R10.2 nobody can tell that somebody plans", nobody_can_tell, EVERY_STORE},
        {"R2.3 a plan outlasts its guest and its server", outlasts_its_server, SHARED_STORES},
        {"R2.3 of two servers one plays a plan, once", is_played_once, SHARED_STORES},
    };
    return world_tests(tests, sizeof tests / sizeof tests[0]);
}
