/* app.c - a whole server without wires: sessions come and go and say anything, requests are made and dropped, the
 * clock jumps, bots answer late, the store fails, the server stops. The input decides all of it, byte by byte. Whatever
 * happens, what is sent is JSON, an unfinished game tells no seed, and at the end every table of the store can be
 * replayed. */
#include "engine/base/hex.h"
#include "fuzz.h"

#include "engine/base/json.h"
#include "engine/text/notation.h"
#include "server/app/app.h"

enum { FRAME_MAX = 4 << 20 }; /* bytes; more than any frame has */

enum { SESSIONS = 4, TABLES = 8, TURNS = 16, CALLS = 4 };

struct place {
    struct session session;
    bool open, hang_up;
    char token[2 * MESSAGE_TOKEN_BYTES + 1]; /* of the guest that it is, as welcome told it */
    char table[TABLE_ID_SIZE];               /* of the newest frame */
    uint32_t number;
    char legal[2048]; /* what may be done, `"a","b"` */
};

struct world {
    struct input input;
    struct app *app;
    struct store *store;
    struct place place[SESSIONS];
    char tables[TABLES][TABLE_ID_SIZE]; /* all that were ever seen, the latest */
    unsigned tables_n;
    struct bot_turn *turns[TURNS];
    int turns_n;
    int64_t now_ms, wall_ms; /* the wall's clock may be set */
    uint64_t chance;
    bool loading;
    struct api_call *calls[CALLS]; /* under way, each answered once or dropped */
};

static char sent[FRAME_MAX];

/* ---------------------------------------------------------------------------------------------------- what is asked */

static void wake(void *owner, struct session *session) { (void)owner, (void)session; } /* all are pulled all the time */

static void hang_up(void *owner, struct session *session, int code, const char *why)
{
    (void)owner, (void)why;
    MUST(code >= 1000 && code < 5000);
    ((struct place *)session->peer)->hang_up = true;
}

static void think(void *owner, struct bot_turn *turn)
{
    struct world *world = owner;
    MUST(world->turns_n < TURNS);
    world->turns[world->turns_n++] = turn;
}

static void random_bytes(void *owner, void *bytes, size_t n)
{
    struct world *world = owner;
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)((world->chance = world->chance * 6364136223846793005u + 1) >> 56);
}

static void log_line(void *owner, const char *line)
{
    (void)owner;
    for (; *line; line++)
        MUST((unsigned char)*line >= ' ');
}

/* ----------------------------------------------------------------------------------------------------- what is sent */

/* Copies the text behind "KEY":" up to the next quote. */
static bool member(const char *text, const char *key, char *to, size_t size)
{
    const char *at = strstr(text, key);
    if (!at)
        return false;
    at += strlen(key);
    size_t n = strcspn(at, "\"");
    if (n >= size)
        return false;
    memcpy(to, at, n);
    to[n] = '\0';
    return true;
}

static void take_sent(struct world *world, struct place *place, const struct base_out *out)
{
    static struct base_json json;
    MUST(!out->full && out->length > 0);
    MUST(base_json_read(&json, out->text, out->length) == BASE_JSON_OK);
    bool over = strstr(out->text, "\"phase\":\"over\"") != NULL;
    MUST(over || !strstr(out->text, "\"seed\":"));
    member(out->text, "\"token\":\"", place->token, sizeof place->token);
    if (strncmp(out->text, "{\"type\":\"table\",", 16) != 0)
        return;
    MUST(member(out->text, "\"table\":\"", place->table, sizeof place->table));
    const char *number = strstr(out->text, "\"number\":"), *legal = strstr(out->text, "\"legal\":[");
    place->number = (uint32_t)strtoul(number + 9, NULL, 10);
    place->legal[0] = '\0';
    if (legal && strcspn(legal, "]") < sizeof place->legal)
        snprintf(place->legal, sizeof place->legal, "%.*s", (int)(strcspn(legal, "]") - 9), legal + 9);
    memcpy(world->tables[world->tables_n++ % TABLES], place->table, TABLE_ID_SIZE);
}

static void pull_all(struct world *world)
{
    for (int i = 0; i < SESSIONS; i++) {
        struct place *place = &world->place[i];
        for (int n = 0; place->open && n < 1000; n++) {
            struct base_out out = base_out_of(sent, sizeof sent);
            if (!session_next_output(&place->session, &out))
                break;
            MUST(n < 999);
            take_sent(world, place, &out);
        }
        if (place->open && place->hang_up) {
            session_close(&place->session);
            place->open = false;
        }
    }
}

/* ----------------------------------------------------------------------------------------------------- what is said */

static const char *take_table(struct world *world)
{
    const char *table = world->tables[take_byte(&world->input) % TABLES];
    return *table ? table : "aaaaaaaaaaaaaaaa";
}

/* Writes one of the legal actions. */
static void put_legal(struct world *world, const struct place *place, struct base_out *out)
{
    int n = 0, nth = take_byte(&world->input);
    const char *at = place->legal;
    for (const char *c = at; *c; c++)
        n += *c == ',';
    for (nth %= n + 1; nth > 0; nth--)
        at = strchr(at, ',') + 1;
    if (*at == '"')
        base_put_bytes(out, at + 1, strcspn(at + 1, "\""));
}

static void put_create(struct world *world, struct base_out *out)
{
    int seats = 2 + take_byte(&world->input) % 4;
    uint8_t kinds = take_byte(&world->input);
    base_put(out, "{\"type\":\"create\",\"id\":\"c\",\"seats\":[\"me\"");
    for (int i = 1; i < seats; i++)
        base_put(out, kinds >> i & 1 ? ",1" : ",\"open\"");
    base_put(out, kinds & 1 ? "],\"turn_s\":10,\"listed\":true}" : "],\"mode\":\"expert\",\"aid\":false}");
}

static void put_message(struct world *world, struct place *place, struct base_out *out)
{
    static const char *const plain[] = {"{\"type\":\"tables\"}",
                                        "{\"type\":\"sit\",\"id\":\"s\"}",
                                        "{\"type\":\"fill\",\"level\":1}",
                                        "{\"type\":\"leave\"}",
                                        "{\"type\":\"back\"}",
                                        "{\"type\":\"rematch\",\"id\":\"r\"}",
                                        "{\"type\":\"detach\"}",
                                        "{\"type\":\"ping\"}",
                                        "{\"type\":\"mute\",\"seats\":[0,1]}",
                                        "{\"type\":\"chat\",\"text\":\"hm\"}",
                                        "{\"type\":\"name\",\"name\":\"Zoe\"}",
                                        "{\"type\":\"vote\",\"seat\":0}",
                                        "{\"type\":\"vote\",\"seat\":1,\"id\":\"v\"}",
                                        "{\"type\":\"offer\",\"id\":\"o\"}",
                                        "{\"type\":\"offer\",\"on\":false}"};
    enum { PLAIN = sizeof plain / sizeof *plain };
    unsigned what = take_byte(&world->input) % (PLAIN + 8);
    if (what < PLAIN) {
        base_put(out, plain[what]);
    } else if (what == PLAIN) {
        const struct place *other = &world->place[take_byte(&world->input) % SESSIONS];
        base_put(out, "{\"type\":\"hello\",\"protocol\":1,\"legal\":true,\"name\":\"Guest\"");
        if (*other->token)
            base_printf(out, ",\"token\":\"%s\"", other->token);
        base_put_char(out, '}');
    } else if (what == PLAIN + 1) {
        put_create(world, out);
    } else if (what == PLAIN + 2) {
        const char *table = take_table(world);
        base_printf(out, "{\"type\":\"attach\",\"id\":\"a\",\"table\":\"%s\",\"seen\":%u}", table,
                    take_byte(&world->input) / 32u);
    } else if (what == PLAIN + 3) { /* any bytes as actions */
        size_t n = take_byte(&world->input) % 32;
        base_printf(out, "{\"type\":\"play\",\"id\":\"x\",\"number\":%u,\"actions\":\"", place->number);
        for (size_t i = 0; i < n; i++)
            base_put_char(out, (char)(' ' + take_byte(&world->input) % 95));
        base_put(out, "\"}");
    } else { /* mostly turns that may be played */
        base_printf(out, "{\"type\":\"play\",\"id\":\"p%u\",\"number\":%u,\"actions\":\"", place->number,
                    place->number);
        put_legal(world, place, out);
        base_put(out, "\"}");
    }
}

static void say_something(struct world *world)
{
    struct place *place = &world->place[take_byte(&world->input) % SESSIONS];
    char text[4096];
    struct base_out out = base_out_of(text, sizeof text);
    if (!place->open)
        return;
    put_message(world, place, &out);
    session_receive_message(&place->session, text, out.length);
}

static void say_bytes(struct world *world)
{
    struct place *place = &world->place[take_byte(&world->input) % SESSIONS];
    char text[256];
    size_t n = take_byte(&world->input);
    take_bytes(&world->input, text, n);
    if (place->open)
        session_receive_message(&place->session, text, n);
}

static void answered(struct api_call *call, const struct app_error *error)
{
    struct api_call **place = call->owner;
    MUST(*place == call && call->body.length > 0 && call->body.text[0] == '{' &&
         (!error || app_error_status(error) >= 400));
    *place = NULL;
}

/* Makes a request over HTTP, or drops one under way. */
static void call_something(struct world *world)
{
    static void (*const functions[])(struct api_call *) = {api_call_find_or_create_guest, api_call_identify_guest,
                                                           api_call_list_tables, api_call_get_record};
    struct api_call **place = &world->calls[take_byte(&world->input) % CALLS];
    uint8_t what = take_byte(&world->input);
    if (*place) {
        api_call_drop(*place);
        *place = NULL;
        return;
    }
    struct api_call *call = *place = api_call_new(world->app, "2001:db8::1");
    call->answer = answered;
    call->owner = place;
    const struct place *other = &world->place[what % SESSIONS];
    call->tokens.n = base_hex_read(other->token, strlen(other->token), call->tokens.token[0], MESSAGE_TOKEN_BYTES);
    memcpy(call->table, take_table(world), TABLE_ID_SIZE);
    if (what >= 240) { /* not even begun */
        api_call_drop(call);
        *place = NULL;
    } else {
        functions[what / 8 % 4](call);
    }
}

/* ----------------------------------------------------------------------------------------------------- what happens */

static void come_or_go(struct world *world)
{
    struct place *place = &world->place[take_byte(&world->input) % SESSIONS];
    if (place->open) {
        session_close(&place->session);
        place->open = false;
        return;
    }
    memset(&place->session, 0, sizeof place->session);
    place->session.peer = place;
    place->hang_up = false;
    place->legal[0] = '\0';
    struct session_close_reason reason;
    place->open = session_open(world->app, &place->session, "127.0.0.1", NULL, &reason);
}

static void time_passes(struct world *world)
{
    int64_t step = take_byte(&world->input);
    world->now_ms += step * step;
    world->wall_ms += step % 16 ? step * step : (step - 128) * 60000;
    app_update_time(world->app, world->wall_ms, world->now_ms);
    app_tick(world->app);
}

/* A bot answers with a legal action, or fails. */
static void bot_answers(struct world *world, bool fails)
{
    if (world->turns_n == 0)
        return;
    struct bot_turn *turn = world->turns[--world->turns_n];
    struct base_out out = base_out_of(turn->actions, sizeof turn->actions);
    ff_options options = ff_game_options(&turn->game, turn->seat);
    if (!fails && options)
        text_action(&out, ff_action_of(turn->game.pub.stage, (unsigned)ff_option_nth(options, 0)));
    app_take_bot_turn(world->app, turn);
}

static void step(struct world *world)
{
    uint8_t what = take_byte(&world->input);
    if (what < 24)
        come_or_go(world);
    else if (what < 32)
        say_bytes(world);
    else if (what < 48)
        time_passes(world);
    else if (what < 72)
        bot_answers(world, what == 71);
    else if (what < 76)
        store_memory_fail_nth_job(world->store, 1 + what % 3, what & 1 ? STORE_FAILED : STORE_UNKNOWN);
    else if (what < 92)
        call_something(world);
    else if (what == 92)
        app_stop(world->app);
    else
        say_something(world);
    app_flush(world->app);
    pull_all(world);
}

/* ---------------------------------------------------------------------------------------------------------- the end */

static void loaded(struct store_job *job)
{
    struct world *world = job->owner;
    struct table *table = table_new(job->table);
    struct base_error error;
    MUST(job->status == STORE_DONE || job->status == STORE_NOT_FOUND);
    MUST(table_replay(table, job->entries, job->entries_n, &error));
    table_free(table);
    world->loading = false;
}

static void tables_must_replay(struct world *world)
{
    store_memory_fail_nth_job(world->store, 0, STORE_DONE);
    for (int i = 0; i < TABLES; i++) {
        if (!world->tables[i][0])
            continue;
        struct store_job job = {.op = STORE_LOAD, .done = loaded, .owner = world};
        memcpy(job.table, world->tables[i], TABLE_ID_SIZE);
        world->loading = true;
        store_submit(world->store, &job);
        store_flush(world->store);
        MUST(!world->loading);
    }
}

static void closed(void *owner) { (void)owner; }

static void end(struct world *world)
{
    for (int i = 0; i < SESSIONS; i++)
        if (world->place[i].open)
            session_close(&world->place[i].session);
    for (int i = 0; i < CALLS; i += 2) /* half of them wait for their answer */
        if (world->calls[i]) {
            api_call_drop(world->calls[i]);
            world->calls[i] = NULL;
        }
    for (int n = 0; !app_stop(world->app); n++) {
        MUST(n < 1000);
        bot_answers(world, true);
        app_flush(world->app);
    }
    while (world->turns_n)
        bot_answers(world, true);
    app_flush(world->app);
    for (int i = 0; i < CALLS; i++)
        MUST(world->calls[i] == NULL);
    tables_must_replay(world);
    store_close(world->store, closed, NULL);
    app_free(world->app);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct world world;
    char fault[STORE_FAULT_SIZE];
    struct text_edition edition = {"default", default_edition()};
    struct app_config config = {.edition = &edition, .version = "0"};
    struct app_callbacks asks = {&world, wake, hang_up, think, random_bytes, log_line, NULL, NULL, NULL};
    memset(&world, 0, sizeof world);
    world.input = (struct input){data, size};
    world.now_ms = 1000000000;
    world.wall_ms = 1700000000000;
    world.app = app_new(&config, &asks);
    MUST(world.app != NULL);
    struct store_hooks hooks = app_store_hooks(world.app);
    world.store = store_memory_open(NULL, &hooks, fault);
    MUST(world.store != NULL);
    app_update_time(world.app, world.wall_ms, world.now_ms);
    app_set_store(world.app, world.store);
    while (world.input.left > 0)
        step(&world);
    end(&world);
    return 0;
}
