/* app_harness.h - for tests of whole servers in one process: a network, a clock and a disk that do what the test says.
 *
 * A world is one server process: a app and its store, with the weather between them (weather.h). Clients are connected
 * to a world and hold the last frame they got. settle() lets everything happen that can happen without time passing.
 * Bots are played by the test, at random. */
#pragma once

#include <stdlib.h>

#include "edition.h"
#include "engine/base/hash.h"
#include "engine/base/hex.h"
#include "engine/base/json.h"
#include "engine/record/record.h"
#include "engine/text/notation.h"
#include "engine/text/turn_plan.h"
#include "engine/text/view_read.h"
#include "server/app/app.h"
#include "store_places.h"
#include "test.h"
#include "weather.h"

#include <uv.h>

enum { CLIENTS_MAX = 8, TURNS_MAX = 512, PULL_MAX = 256 * 1024 };

struct client {
    struct session *session; /* freed when it is closed, so that a sanitizer sees who uses it then */
    bool connected, woken, blocked;
    char ack[40]; /* of the last frame that had one */
    int close_code;
    char *frame;     /* the last one */
    char note[2000]; /* the last other message */
    int frames_n, notes_n;
    bool saw_deal; /* in any frame */
};

struct world {
    struct app *app;
    struct weather *weather; /* the app's store */
    struct store_ops ops;
    uv_loop_t loop;
    char where[160];
    struct client client[CLIENTS_MAX];
    struct bot_turn *turns[TURNS_MAX];
    int turns_n;
    int wakes;
};

static struct text_edition edition;
static int64_t now_ms;
static int64_t wall_ms; /* by which the wall's clock differs */
static struct ff_rng rng;
static char pulled[PULL_MAX];
static char last_log[600];
static int fault_lines; /* of the log */

/* ----------------------------------------------------------------------------------------------------------- worlds */

static inline void on_wake(void *owner, struct session *session)
{
    struct world *world = owner;
    ((struct client *)session->peer)->woken = true;
    world->wakes++;
}

static inline void on_hang_up(void *owner, struct session *session, int code, const char *why)
{
    (void)owner, (void)why;
    ((struct client *)session->peer)->close_code = code;
}

static inline void on_think(void *owner, struct bot_turn *turn)
{
    struct world *world = owner;
    world->turns[world->turns_n++] = turn;
}

static inline void on_random(void *owner, void *bytes, size_t n)
{
    (void)owner;
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)ff_rng_below(&rng, 256);
}

static inline void on_log(void *owner, const char *line)
{
    (void)owner;
    strncpy(last_log, line, sizeof last_log - 1);
    fault_lines += strncmp(line, "event=store-fault", strlen("event=store-fault")) == 0;
}

static struct rate_limits no_limits;
static const char *world_store = "memory"; /* which kind: for place_new */

/* The store behind the weather; beside another one it has the same data. */
static inline struct store *open_store(struct world *world, struct world *beside, char fault[STORE_FAULT_SIZE])
{
    struct store_hooks hooks = weather_hooks(world->weather);
    if (strcmp(world_store, "memory") == 0)
        return store_memory_open(beside ? beside->weather->inner : NULL, &hooks, fault);
    snprintf(world->where, sizeof world->where, "%s", beside ? beside->where : place_new(world_store));
    return store_open(world->where, &world->loop, &hooks, fault);
}

/* How worlds send notices; NULL: they do not. */
static void (*send_notice)(void *owner, struct notice_message *message);
static inline const char *no_fault(void *owner, enum notice_kind kind, const char *address)
{
    (void)owner, (void)kind, (void)address;
    return NULL;
}

static inline struct world *world_with(struct world *beside, struct app_config config)
{
    struct world *world = calloc(1, sizeof *world);
    config.edition = &edition;
    config.version = "test";
    struct app_callbacks outside = {world,  on_wake, on_hang_up,  on_think, on_random,
                                    on_log, NULL,    send_notice, no_fault};
    char fault[STORE_FAULT_SIZE];
    world->app = app_new(&config, &outside);
    struct store_hooks hooks = app_store_hooks(world->app);
    world->weather = weather_new(&hooks);
    uv_loop_init(&world->loop);
    struct store *inner = open_store(world, beside, fault);
    if (!inner) {
        printf("  %s\n", fault);
        abort();
    }
    weather_use(world->weather, inner, &world->ops, &now_ms);
    app_update_time(world->app, now_ms + wall_ms, now_ms);
    app_set_store(world->app, &world->weather->store);
    return world;
}

/* A server; beside another one it uses the same data. */
static inline struct world *world_new(struct world *beside, struct rate_limits limits)
{
    return world_with(beside, (struct app_config){.limits = limits});
}

static inline struct world *world_keeping(struct retention_policy retention)
{
    return world_with(NULL, (struct app_config){.retention = retention});
}

/* Random legal decisions up to the end of the turn. Those of a shared deal follow from all that a bot may use. */
static inline void decide(struct bot_turn *turn)
{
    struct ff_rng before = rng;
    struct ff_view view;
    ff_view_of(&turn->game, turn->seat, &view);
    if (turn->untimed)
        rng = ff_rng_of(base_hash(base_hash(turn->seed, &view, sizeof view), &turn->seen, sizeof turn->seen));
    struct base_out out = base_out_of(turn->actions, sizeof turn->actions);
    int round = turn->game.pub.round, stage = turn->game.pub.stage;
    for (int n = 0; turn->game.pub.owe >> turn->seat & 1; n++) {
        if (turn->game.pub.round != round || (stage == FF_STAGE_DRAW) != (turn->game.pub.stage == FF_STAGE_DRAW))
            break;
        ff_options options = ff_game_options(&turn->game, turn->seat);
        int nth = (int)ff_rng_below(&rng, (uint32_t)ff_popcount(options));
        ff_action action = ff_action_of(turn->game.pub.stage, (unsigned)ff_option_nth(options, nth));
        ff_apply(&turn->edition, &turn->game, turn->seat, action);
        base_put(&out, n ? "; " : "");
        text_action(&out, action);
    }
    if (turn->untimed)
        rng = before;
}

/* A string member of the last note or frame; "" where there is none. */
static inline const char *member(const char *json, const char *key)
{
    static char value[8][400];
    static int turn;
    char *text = value[turn++ % 8];
    struct base_json *read = malloc(sizeof *read);
    text[0] = '\0';
    if (json && base_json_read(read, json, strlen(json)) == BASE_JSON_OK && base_json_find(read, key)) {
        struct base_json_cursor cursor = base_json_find(read, key)->value;
        struct base_json_text string;
        if (base_json_take_text(&cursor, &string))
            base_json_text_copy(&string, text, 400);
    }
    free(read);
    return text;
}

static inline int64_t number(const char *json, const char *key)
{
    struct base_json *read = malloc(sizeof *read);
    int64_t value = -1;
    if (json && base_json_read(read, json, strlen(json)) == BASE_JSON_OK && base_json_find(read, key)) {
        struct base_json_cursor cursor = base_json_find(read, key)->value;
        if (!base_json_take_integer(&cursor, &value))
            value = -1;
    }
    free(read);
    return value;
}

static void (*on_message)(struct client *client, const char *text); /* for a test that looks at all of them */

static inline void take_message(struct client *client, const char *text, size_t n)
{
    if (on_message)
        on_message(client, text);
    if (strncmp(text, "{\"type\":\"table\",", 16) == 0) {
        client->frame = realloc(client->frame, n + 1);
        memcpy(client->frame, text, n + 1);
        client->frames_n++;
        client->saw_deal |= strstr(text, "\"deal\":[\"") != NULL;
        if (*member(text, "ack"))
            snprintf(client->ack, sizeof client->ack, "%s", member(text, "ack"));
    } else {
        size_t kept = n < sizeof client->note ? n : sizeof client->note - 1;
        memcpy(client->note, text, kept);
        client->note[kept] = '\0';
        client->notes_n++;
    }
}

static inline bool pull(struct client *client)
{
    bool any = false;
    for (;;) {
        struct base_out out = base_out_of(pulled, sizeof pulled);
        if (!client->connected || !session_next_output(client->session, &out))
            return any;
        CHECK(!out.full);
        take_message(client, pulled, out.length);
        any = true;
    }
}

/* One turn of the loop; false: nothing happened. */
static inline bool turn_loop(struct world *world, bool bots)
{
    bool any = world->weather->outstanding > 0;
    app_update_time(world->app, now_ms + wall_ms, now_ms);
    app_flush(world->app);
    while (world->weather->passed) {
        uv_run(&world->loop, UV_RUN_ONCE);
        any = true;
    }
    uv_run(&world->loop, UV_RUN_NOWAIT);
    for (int i = 0; i < CLIENTS_MAX; i++)
        if (world->client[i].woken && !world->client[i].blocked) {
            world->client[i].woken = false;
            any |= pull(&world->client[i]);
        }
    while (bots && world->turns_n) {
        struct bot_turn *turn = world->turns[--world->turns_n];
        decide(turn);
        app_take_bot_turn(world->app, turn);
        any = true;
    }
    return any;
}

/* Whatever one world has told, the others have heard. */
static inline void hear_all(struct world *const *worlds, int n)
{
    if (n < 2 || strcmp(world_store, "postgres") != 0)
        return;
    for (int i = 0; i < n; i++)
        worlds[i]->weather->marks = 0;
    for (int i = 0; i < n; i++)
        weather_mark(worlds[i]->weather);
    bool all = false;
    for (int tries = 0; !all && tries < 2000000; tries++) {
        all = true;
        for (int i = 0; i < n; i++) {
            uv_run(&worlds[i]->loop, UV_RUN_NOWAIT);
            all = all && worlds[i]->weather->marks >= n - 1;
        }
        if (tries > 50)
            usleep(20);
    }
    CHECK(all);
}

static inline void settle_all(struct world *const *worlds, int n, bool bots)
{
    for (int quiet = 0; quiet < 4; quiet++) {
        if (quiet == 2)
            hear_all(worlds, n);
        for (int i = 0; i < n; i++)
            if (turn_loop(worlds[i], bots))
                quiet = 0;
    }
}

static inline void settle(struct world *world) { settle_all(&world, 1, true); }

/* Lets time pass without anything being done. */
static inline void skip_time(struct world *world, int64_t ms)
{
    for (int64_t end = now_ms + ms, step = 1800 * 1000; now_ms < end;) {
        now_ms += end - now_ms < step ? end - now_ms : step;
        app_update_time(world->app, now_ms + wall_ms, now_ms);
    }
}

static inline void pass_time(struct world *world, int64_t ms)
{
    for (int64_t end = now_ms + ms; now_ms < end;) {
        now_ms += end - now_ms < 500 ? end - now_ms : 500;
        app_update_time(world->app, now_ms + wall_ms, now_ms);
        app_tick(world->app);
        settle(world);
    }
}

static inline void disconnect(struct client *client)
{
    if (!client->connected)
        return;
    client->connected = false;
    session_close(client->session);
    free(client->session);
    client->session = NULL;
}

enum { LOG_MAX = 4000 };

/* All entries of a table, one a line. */
struct log {
    char *text;
    size_t n;
    int entries;
    bool done;
    uint32_t number[LOG_MAX]; /* of each entry; */
    int64_t at_ms[LOG_MAX];
    size_t length[LOG_MAX];
};

static inline void note_done(struct store_job *job) { ((struct log *)job->owner)->done = true; }

static inline void keep_log(struct store_job *job)
{
    struct log *log = job->owner;
    log->done = true;
    log->entries = (int)job->entries_n;
    log->text = calloc(1, 1 << 20);
    for (size_t i = 0; i < job->entries_n; i++) {
        if (CHECK(i < LOG_MAX)) {
            log->number[i] = job->entries[i].number;
            log->at_ms[i] = job->entries[i].at_ms;
            log->length[i] = job->entries[i].length;
        }
        memcpy(log->text + log->n, job->entries[i].text, job->entries[i].length);
        log->n += job->entries[i].length;
        log->text[log->n++] = '\n';
    }
}

/* What the store itself has; the text is the caller's. */
static inline struct log log_of(struct world *world, const char *table)
{
    static struct log log; /* and copied */
    memset(&log, 0, sizeof log);
    struct store_job load = {.op = STORE_LOAD, .done = keep_log, .owner = &log};
    strcpy(load.table, table);
    store_submit(world->weather->inner, &load);
    store_flush(world->weather->inner);
    while (!log.done)
        uv_run(&world->loop, UV_RUN_NOWAIT);
    CHECK_EQ(load.status, STORE_DONE);
    return log;
}

static inline void world_free(struct world *world)
{
    for (int i = 0; i < CLIENTS_MAX; i++)
        disconnect(&world->client[i]);
    settle(world);
    store_close(&world->weather->store, NULL, NULL);
    uv_run(&world->loop, UV_RUN_DEFAULT);
    CHECK_EQ(uv_loop_close(&world->loop), 0);
    while (world->turns_n)
        free(world->turns[--world->turns_n]);
    for (int i = 0; i < CLIENTS_MAX; i++)
        free(world->client[i].frame);
    app_free(world->app);
    weather_free(world->weather);
    free(world);
}

/* ---------------------------------------------------------------------------------------------------------- clients */

static inline void say(struct client *client, const char *text)
{
    if (client->connected)
        session_receive_message(client->session, text, strlen(text));
}

static inline void open_session(struct world *world, struct client *client, const char *address,
                                const struct guest_tokens *tokens)
{
    struct session_close_reason reason;
    CHECK(!client->connected);
    client->session = calloc(1, sizeof *client->session);
    client->session->peer = client;
    client->woken = false;
    client->connected = session_open(world->app, client->session, address, tokens, &reason);
    client->close_code = client->connected ? 0 : reason.code;
    if (client->connected)
        return;
    free(client->session);
    client->session = NULL;
}

static inline struct client *connect_with(struct world *world, int i, const char *token)
{
    struct client *client = &world->client[i];
    struct guest_tokens tokens = {0};
    tokens.n = token && base_hex_read(token, strlen(token), tokens.token[0], MESSAGE_TOKEN_BYTES);
    open_session(world, client, "192.0.2.1", &tokens);
    return client;
}

/* A new guest, connected and greeted; the token goes to token[65] where it is wanted. */
static inline struct client *greet(struct world *world, int i, const char *name, char *token)
{
    char hello[200];
    struct client *client = connect_with(world, i, NULL);
    snprintf(hello, sizeof hello, "{\"type\":\"hello\",\"protocol\":1,\"legal\":true,\"name\":\"%s\"}", name);
    say(client, hello);
    settle(world);
    CHECK_STR(member(client->note, "type"), "welcome");
    CHECK_EQ(strlen(member(client->note, "token")), 64);
    if (token)
        strcpy(token, member(client->note, "token"));
    return client;
}

/* Comes back with a token, to a table. */
static inline struct client *rejoin(struct world *world, int i, const char *token, const char *table)
{
    char text[200];
    struct client *client = connect_with(world, i, token);
    say(client, "{\"type\":\"hello\",\"protocol\":1,\"legal\":true}");
    snprintf(text, sizeof text, "{\"type\":\"attach\",\"table\":\"%s\"}", table);
    say(client, text);
    settle(world);
    return client;
}

static int created_n;

static inline const char *create(struct world *world, struct client *client, const char *rest)
{
    static char table[20];
    char text[400], message[20];
    snprintf(message, sizeof message, "c%d", created_n++);
    snprintf(text, sizeof text, "{\"type\":\"create\",\"id\":\"%s\",%s}", message, rest);
    say(client, text);
    settle(world);
    CHECK_STR(client->ack, message);
    snprintf(table, sizeof table, "%s", member(client->frame, "table"));
    return table;
}

static inline void attach(struct client *client, const char *table)
{
    char text[200];
    snprintf(text, sizeof text, "{\"type\":\"attach\",\"table\":\"%s\"}", table);
    say(client, text);
}

/* Greets and goes to a table. */
static inline struct client *visit(struct world *world, int i, const char *name, const char *table)
{
    struct client *client = greet(world, i, name, NULL);
    attach(client, table);
    settle(world);
    return client;
}

/* One of the legal actions of the last frame; false: there is none. */
static inline bool choose(const struct client *client, char *action, size_t size)
{
    struct base_json *read = malloc(sizeof *read);
    struct base_json_text list[64];
    int n = 0;
    bool can = client->frame && base_json_read(read, client->frame, strlen(client->frame)) == BASE_JSON_OK &&
               base_json_find(read, "legal");
    if (can) {
        struct base_json_cursor cursor = base_json_find(read, "legal")->value;
        base_json_take_open(&cursor, '[');
        while (base_json_more(&cursor) && n < 64)
            base_json_take_text(&cursor, &list[n++]);
        can = n > 0;
    }
    if (can)
        base_json_text_copy(&list[ff_rng_below(&rng, (uint32_t)n)], action, size);
    free(read);
    return can;
}

static int messages_n;

/* Sends a decision on the last frame; the message goes to `text`. */
static inline bool send_play(struct client *client, char text[400])
{
    char action[100];
    if (!choose(client, action, sizeof action))
        return false;
    snprintf(text, 400, "{\"type\":\"play\",\"id\":\"p%d\",\"number\":%d,\"actions\":\"%s\"}", messages_n++,
             (int)number(client->frame, "number"), action);
    say(client, text);
    return true;
}

/* The view of the last frame. */
static inline bool read_view(const struct client *client, struct ff_view *view)
{
    static char text[TEXT_POSITION_MAX];
    struct base_json *read = malloc(sizeof *read);
    struct base_json_text string;
    struct base_error error;
    bool good = client->frame && base_json_read(read, client->frame, strlen(client->frame)) == BASE_JSON_OK &&
                base_json_find(read, "view");
    if (good) {
        struct base_json_cursor cursor = base_json_find(read, "view")->value;
        good = base_json_take_text(&cursor, &string);
        size_t n = good ? base_json_text_copy(&string, text, sizeof text) : 0;
        good = good && text_view_read(&edition.values, text, n, view, &error);
    }
    free(read);
    return good;
}

/* Adds a random action with which the chain is still possible. Returns false if the turn is over. */
static inline bool extend_chain(const struct ff_view *view, char *chain, size_t size)
{
    enum { FIRST = FF_STAGE_BREWERY << 6, END = (FF_STAGE_DISCARD + 1) << 6 };
    size_t length = strlen(chain);
    int from = (int)ff_rng_below(&rng, END - FIRST);
    for (int i = 0; i < END - FIRST; i++) {
        struct base_out out = base_out_of(chain + length, size - length);
        struct text_plan plan;
        struct base_error error;
        base_put(&out, length ? "; " : "");
        text_action(&out, (ff_action)(FIRST + (from + i) % (END - FIRST)));
        if (text_plan_evaluate(&edition.values, view, chain, strlen(chain), &plan, &error) &&
            (plan.outcomes[0].result == TEXT_PLAN_INCOMPLETE || plan.outcomes[0].result == TEXT_PLAN_HOLDS))
            return plan.outcomes[0].result == TEXT_PLAN_INCOMPLETE;
    }
    chain[length] = '\0';
    return false;
}

/* Writes a turn that would hold if it came now. Returns false if none can be planned. */
static inline bool make_plan(const struct client *client, char *chain, size_t size, int *round)
{
    struct ff_view view;
    if (!read_view(client, &view) || !text_plan_may_be_made(&view))
        return false;
    *round = view.pub.round;
    chain[0] = '\0';
    while (extend_chain(&view, chain, size))
        continue;
    return chain[0] != '\0';
}

static inline bool is_over(const struct client *client) { return strcmp(member(client->frame, "phase"), "over") == 0; }

static inline void world_begin(const char *store)
{
    world_store = store;
    rng = ff_rng_of(1);
    now_ms = 1767225600000;
}

/* Runs the tests, each on its stores. Returns main's result. */
static inline int world_tests(const struct places_test *tests, size_t count)
{
    struct base_error error;
    text_edition_read(default_edition_text, default_edition_size, &edition, &error);
    places_tests(tests, count, world_begin);
    return test_end();
}
