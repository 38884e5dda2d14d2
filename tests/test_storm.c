/* test_storm.c - several servers on one store in a storm: test_storm [RUNS [SEED]]
 *
 * Two or three server processes share a store in memory; now and then a real PostgreSQL. People make tables, sit down,
 * play, chat, hang up, come back to another server and send again what was not answered, while a scheduler decides what
 * moves next: a request, an answer, a notification, the clock, a bot, a client's socket. Requests and answers get lost,
 * connections break, one of which is at several tables, notifications come late, twice, in another order (weather.h);
 * logs are made short under everybody's feet. All of it follows from a seed. When the storm is over,
 *
 *     every message has been answered, and everybody at a table sees its last entry
 *     what was acknowledged is in the log, once; what was answered with `busy`, and not sent again, is not
 *     nothing is there twice: no turn, no line of chat, no table
 *     every rated game that is over has changed the ratings of its players, once
 *     who plays the deal of the day has one table of it, and one result once that game is over
 *     there is a notice in the outbox for each decision that somebody is waited for, and for no other
 *     every log can be read */
#define _DEFAULT_SOURCE /* usleep */
#include "app_harness.h"
#include "server/app/app_internal.h"
#include "server/app/rated_games.h"

#include <time.h>

enum { PEOPLE = 4, WORLDS = 3, TABLES = 6, WISHES = 600, STEPS = 350, NOTICES = 64 };

/* A message that somebody sent, and what became of it. */
struct wish {
    char id[16], text[1200];
    char kind;                 /* 'c'reate or daily, 'p'lay, 'q' plan, 't'alk, 's'it, 'f'ill, 'l'eave, 'b'ack */
    char table[TABLE_ID_SIZE]; /* where; of `create` what came of it */
    bool acknowledged, refused;
    bool busy; /* was the last answer */
    int sent_n;
    char code[20];
};

struct person {
    struct client *client;
    int world;
    char token[65];
    struct wish *wish; /* waits for its answer */
    char table[TABLE_ID_SIZE];
    char daily[TABLE_ID_SIZE]; /* the table of the deal of the day */
    int idle;                  /* steps since it was sent */
    bool fled;                 /* was not let in: comes again */
};

static struct storm {
    struct world *world[WORLDS];
    int worlds_n;
    struct person person[PEOPLE];
    char table[WISHES][TABLE_ID_SIZE];
    int tables_n;
    struct wish wish[WISHES];
    int wishes_n;
    uint64_t seed;
    bool calm;
    int acknowledged, busy, planned;
    struct {
        struct world *world;
        struct notice_message *message;
    } notice[NOTICES]; /* that are being sent */
    int notices_n, sent, rated, over, waited, daily, daily_over;
} storm;

static unsigned below(unsigned n) { return ff_rng_below(&rng, n); }

/* ----------------------------------------------------------------------------------------------------- what is told */

/* The text behind "KEY":" up to the next quote; "" where there is none. Frames are ours: no escapes in ids. */
static const char *word(const char *text, const char *key)
{
    static char value[4][40];
    static int turn;
    char *to = value[turn++ % 4], quoted[24];
    snprintf(quoted, sizeof quoted, "\"%s\":\"", key);
    const char *at = strstr(text, quoted);
    size_t n = at ? strcspn(at + strlen(quoted), "\"") : 0;
    if (n >= 40)
        n = 39;
    memcpy(to, at ? at + strlen(quoted) : "", n);
    to[n] = '\0';
    return to;
}

static struct person *person_of(const struct client *client)
{
    for (int i = 0; i < PEOPLE; i++)
        if (storm.person[i].client == client)
            return &storm.person[i];
    return NULL;
}

static void know_table(const char *table)
{
    for (int i = 0; i < storm.tables_n; i++)
        if (strcmp(storm.table[i], table) == 0)
            return;
    if (CHECK(storm.tables_n < WISHES))
        strcpy(storm.table[storm.tables_n++], table);
}

static void answered(struct person *person, const char *text, bool frame)
{
    struct wish *wish = person->wish;
    if (!wish || strcmp(word(text, "ack"), wish->id) != 0)
        return;
    if (strcmp(word(text, "code"), "hello-first") == 0 || strcmp(word(text, "code"), "no-table") == 0) {
        person->fled = true; /* its hello or attach was lost; the wish is sent again */
        return;
    }
    person->wish = NULL;
    wish->busy = strcmp(word(text, "code"), "busy") == 0;
    storm.busy += wish->busy;
    snprintf(wish->code, sizeof wish->code, "%s", word(text, "code"));
    wish->refused = !frame && !wish->busy;
    if (!frame)
        return;
    storm.acknowledged++;
    wish->acknowledged = true;
    if (wish->kind != 'c')
        strcpy(wish->table, word(text, "table")); /* its attach may have been lost */
    if (wish->kind == 'c') {
        if (*wish->table)
            CHECK_STR(word(text, "table"), wish->table); /* a repeat leads to the same table */
        strcpy(wish->table, word(text, "table"));
        if (strstr(wish->text, "\"daily\"")) { /* and so does every wish for it */
            if (*person->daily)
                CHECK_STR(wish->table, person->daily);
            strcpy(person->daily, wish->table);
        }
        strcpy(person->table, wish->table);
        know_table(wish->table);
    }
}

static void take(struct client *client, const char *text)
{
    struct person *person = person_of(client);
    if (!person)
        return;
    bool frame = strncmp(text, "{\"type\":\"table\",", 16) == 0;
    if (strncmp(text, "{\"type\":\"welcome\"", 17) == 0 && *word(text, "token"))
        snprintf(person->token, sizeof person->token, "%s", strstr(text, "\"token\":\"") + 9);
    answered(person, text, frame);
}

/* ---------------------------------------------------------------------------------------------------------- notices */

static void end_notice(void)
{
    static const enum notice_result results[] = {NOTICE_SENT, NOTICE_SENT, NOTICE_RETRY, NOTICE_UNKNOWN};
    if (!storm.notices_n)
        return;
    storm.notices_n--;
    storm.notice[storm.notices_n].message->result = results[below(4)];
    app_take_sent_notice(storm.notice[storm.notices_n].world->app, storm.notice[storm.notices_n].message);
}

static void begin_notice(void *owner, struct notice_message *message)
{
    storm.notice[storm.notices_n].world = owner;
    storm.notice[storm.notices_n++].message = message;
    CHECK(storm.notices_n < NOTICES);
    storm.sent++;
    if (storm.calm)
        end_notice();
}

static void on_answer(struct api_call *call, const struct app_error *error) { CHECK(call && !error); }

/* A new guest who wants notices. */
static void enter(int i)
{
    static const char body[] = "{\"kind\":\"webhook\",\"address\":\"https://x.example\",\"games\":\"all\","
                               "\"language\":\"en\"}";
    struct person *person = &storm.person[i];
    disconnect(greet(storm.world[0], i, "Anna", person->token));
    struct api_call *call = api_call_new(storm.world[0]->app, "192.0.2.7");
    call->answer = on_answer;
    call->input = malloc(sizeof body);
    memcpy(call->input, body, sizeof body);
    call->input_n = sizeof body - 1;
    call->tokens.n = base_hex_read(person->token, strlen(person->token), call->tokens.token[0], MESSAGE_TOKEN_BYTES);
    api_call_add_channel(call);
    settle(storm.world[0]);
}

/* --------------------------------------------------------------------------------------------------- what people do */

static bool follows(const struct person *person) { return person == &storm.person[0]; }

/* Sends the wish, which names its table. */
static void say_wish(struct person *person)
{
    char text[sizeof person->wish->text + 40];
    struct wish *wish = person->wish;
    bool names = wish->kind != 'c';
    snprintf(text, sizeof text, "{\"table\":\"%s\",%s", wish->table, wish->text + 1);
    wish->sent_n++;
    person->idle = 0;
    say(person->client, names ? text : wish->text);
}

static void come(struct person *person, int world)
{
    char text[200];
    int place = (int)(person - storm.person);
    person->world = world;
    person->client = connect_with(storm.world[world], place, *person->token ? person->token : NULL);
    free(person->client->frame);
    person->client->frame = NULL;
    say(person->client, follows(person) ? "{\"type\":\"hello\",\"protocol\":1,\"legal\":true,\"follow\":true}"
                                        : "{\"type\":\"hello\",\"protocol\":1,\"legal\":true}");
    if (*person->table) {
        snprintf(text, sizeof text, "{\"type\":\"attach\",\"table\":\"%s\"}", person->table);
        say(person->client, text);
    }
    person->idle = 0;
    if (person->wish)
        say_wish(person);
    person->fled = false;
}

static void hang_up(struct person *person)
{
    disconnect(person->client);
    if (*person->token)
        come(person, (int)below((unsigned)storm.worlds_n));
}

static struct wish *wish_new(struct person *person, char kind)
{
    if (storm.wishes_n == WISHES)
        return NULL;
    struct wish *wish = &storm.wish[storm.wishes_n++];
    *wish = (struct wish){.kind = kind};
    snprintf(wish->id, sizeof wish->id, "%c%d", kind, storm.wishes_n);
    if (kind != 'c')
        strcpy(wish->table, person->table);
    return wish;
}

static void send_wish(struct person *person, struct wish *wish)
{
    person->wish = wish;
    say_wish(person);
}

static void make_table(struct person *person)
{
    if (storm.tables_n >= TABLES - PEOPLE)
        return;
    struct wish *wish = wish_new(person, 'c');
    if (!wish)
        return;
    char id[sizeof wish->id];
    memcpy(id, wish->id, sizeof id);
    if (below(4) == 0)
        snprintf(wish->text, sizeof wish->text, "{\"type\":\"daily\",\"id\":\"%s\"}", id);
    else
        snprintf(wish->text, sizeof wish->text, "{\"type\":\"create\",\"id\":\"%s\",\"seats\":[\"me\",\"open\",%s]%s}",
                 id, below(2) ? "\"open\"" : "1", below(2) ? ",\"turn_s\":10" : ",\"rated\":true");
    send_wish(person, wish);
}

/* Plans the turn, or now and then withdraws the plan. */
static bool plan_ahead(struct person *person)
{
    char chain[TEXT_TURN_MAX];
    int round;
    if (!make_plan(person->client, chain, sizeof chain, &round))
        return false;
    struct wish *wish = wish_new(person, 'q');
    if (!wish)
        return false;
    snprintf(wish->text, sizeof wish->text, "{\"type\":\"plan\",\"id\":\"q%d\",\"round\":%d,\"plan\":\"%s\"}",
             storm.wishes_n, round, below(8) ? chain : "");
    send_wish(person, wish);
    return true;
}

static void do_at_table(struct person *person)
{
    static const struct {
        char kind;
        const char *format;
    } doings[] = {
        {'t', "{\"type\":\"chat\",\"id\":\"%s\",\"text\":\"line-%s.\"}"},
        {'s', "{\"type\":\"sit\",\"id\":\"%s\"}"},
        {'f', "{\"type\":\"fill\",\"id\":\"%s\",\"level\":1}"},
        {'l', "{\"type\":\"leave\",\"id\":\"%s\"}"},
        {'b', "{\"type\":\"back\",\"id\":\"%s\"}"},
    };
    char action[100], turn[TEXT_TURN_MAX];
    int round;
    if (follows(person) && person->client->frame) /* whatever moved last */
        strcpy(person->table, word(person->client->frame, "table"));
    bool can = choose(person->client, action, sizeof action);
    if (can && below(3)) {
        struct wish *wish = wish_new(person, 'p');
        if (!wish)
            return;
        bool whole = below(2) && make_plan(person->client, turn, sizeof turn, &round);
        snprintf(wish->text, sizeof wish->text, "{\"type\":\"play\",\"id\":\"p%d\",\"number\":%d,\"actions\":\"%s\"}",
                 storm.wishes_n, (int)number(person->client->frame, "number"), whole ? turn : action);
        send_wish(person, wish);
        return;
    }
    if (!can && below(2) && plan_ahead(person))
        return;
    unsigned what = below(8);
    what = what < 2 ? 0 : what < 5 ? 1 : what - 3;
    if (what == 2 && below(3)) /* most tables wait for people */
        what = 1;
    struct wish *wish = wish_new(person, doings[what].kind);
    if (!wish)
        return;
    char id[sizeof wish->id];
    memcpy(id, wish->id, sizeof id);
    snprintf(wish->text, sizeof wish->text, doings[what].format, id, id);
    send_wish(person, wish);
}

static void act(struct person *person)
{
    if (!person->client || !person->client->connected || person->client->close_code) {
        if (person->client)
            hang_up(person);
        if (!person->client || !person->client->connected)
            come(person, (int)below((unsigned)storm.worlds_n));
        return;
    }
    if (!*person->token)
        return; /* waits for its welcome */
    if (person->wish) {
        if (++person->idle > 40 || person->fled || below(30) == 0)
            hang_up(person); /* and sends it again over there */
        return;
    }
    if (below(25) == 0) {
        hang_up(person);
    } else if (!*person->table || below(40) == 0) {
        if (storm.tables_n && below(3)) {
            strcpy(person->table, storm.table[below((unsigned)storm.tables_n)]);
            attach(person->client, person->table);
        } else {
            make_table(person);
        }
    } else {
        do_at_table(person);
    }
}

/* ---------------------------------------------------------------------------------------------------- the scheduler */

static void pull_one(struct world *world)
{
    struct client *client = &world->client[below(PEOPLE)];
    if (client->connected && client->woken) {
        struct base_out out = base_out_of(pulled, sizeof pulled);
        if (session_next_output(client->session, &out))
            take_message(client, pulled, out.length);
        else
            client->woken = false;
    }
}

static void bot_answers(struct world *world)
{
    if (!world->turns_n)
        return;
    struct bot_turn *turn = world->turns[--world->turns_n];
    decide(turn);
    app_take_bot_turn(world->app, turn);
}

/* The log becomes one entry, whoever holds the table. */
static void make_short(struct world *world)
{
    if (!storm.tables_n)
        return;
    const char *table = storm.table[below((unsigned)storm.tables_n)];
    static char text[STORE_COMPACTED_MAX];
    struct table_entry entries[2000];
    struct base_out out = base_out_of(text, sizeof text);
    struct log log = log_of(world, table);
    size_t at = 0;
    for (int i = 0; i < log.entries && i < 2000; i++) {
        entries[i] = (struct table_entry){log.number[i], log.at_ms[i], log.text + at, log.length[i]};
        at += log.length[i] + 1;
    }
    if (log.entries && table_compact_log(entries, (size_t)log.entries, false, &out)) {
        struct table_entry entry = {entries[log.entries - 1].number, entries[log.entries - 1].at_ms, text, out.length};
        struct log kept = {0};
        struct store_job job = {
            .op = STORE_COMPACT, .done = note_done, .owner = &kept, .append = {.entries = &entry, .n = 1}};
        strcpy(job.table, table);
        store_submit(world->weather->inner, &job);
        store_flush(world->weather->inner);
        while (!kept.done)
            uv_run(&world->loop, UV_RUN_NOWAIT);
    }
    free(log.text);
}

/* A real store has done what it was given. When that is told, the storm decides. */
static void wait_for_store(struct world *world)
{
    for (const struct weather_job *on = world->weather->passed; on;)
        if (on->answered)
            on = on->next;
        else
            uv_run(&world->loop, UV_RUN_ONCE);
    uv_run(&world->loop, UV_RUN_NOWAIT);
}

static void step(void)
{
    struct world *world = storm.world[below((unsigned)storm.worlds_n)];
    switch (below(16)) {
    case 0:
        now_ms += below(10) ? below(300) : below(4000);
        app_update_time(world->app, now_ms, now_ms);
        app_tick(world->app);
        break;
    case 1:
    case 2:
        if (!storm.calm)
            act(&storm.person[below(PEOPLE)]);
        break;
    case 3:
        bot_answers(world);
        end_notice();
        break;
    case 4:
        if (!storm.calm && below(20) == 0)
            make_short(world);
        break;
    case 5:
    case 6:
    case 7: pull_one(world); break;
    default: weather_step(world->weather); wait_for_store(world);
    }
}

/* Everything that is under way comes to its end, in fine weather. */
static void calm_down(void)
{
    storm.calm = true;
    for (int i = 0; i < storm.worlds_n; i++)
        weather_clear(storm.world[i]->weather);
    for (int round = 0; round < 60; round++) {
        for (int i = 0; i < storm.worlds_n; i++) {
            struct world *world = storm.world[i];
            end_notice();
            for (int n = 0; weather_step(world->weather) && n < 2000; n++)
                wait_for_store(world);
            for (int n = 0; n < 40; n++)
                pull_one(world);
            app_update_time(world->app, now_ms, now_ms);
            app_tick(world->app);
        }
        if (strcmp(world_store, "postgres") == 0)
            hear_all(storm.world, storm.worlds_n);
        now_ms += 100;
        for (int i = 0; i < PEOPLE; i++)
            if (round % 8 == 0 && round < 40 && storm.person[i].wish &&
                (!storm.person[i].client->connected || storm.person[i].client->close_code || storm.person[i].fled))
                hang_up(&storm.person[i]);
    }
}

/* --------------------------------------------------------------------------------------------------- what must hold */

static int times(const char *text, const char *what)
{
    int n = 0;
    for (; (text = strstr(text, what)); text++)
        n++;
    return n;
}

/* How often a wish is in the log: by its id, or by its words. */
static int done_times(const struct wish *wish, const char *log)
{
    char what[60];
    snprintf(what, sizeof what, wish->kind == 't' ? " line-%s." : " %s ", wish->id);
    return times(log, what);
}

/* A turn that was planned is one that somebody has planned. */
static void check_planned(const struct table *table, const struct table_entry *entry)
{
    char actions[TEXT_TURN_MAX];
    bool made = false;
    if (strncmp(entry->text, "planned ", 8) != 0)
        return;
    snprintf(actions, sizeof actions, "\"%.*s\"", (int)entry->length - 12, entry->text + 12);
    storm.planned++;
    for (int i = 0; i < storm.wishes_n; i++)
        made |= storm.wish[i].kind == 'q' && strstr(storm.wish[i].text, actions);
    CHECK(made);
    CHECK(table_seat(table, entry->text[8] - '0')->kind == TABLE_SEAT_GUEST);
}

static const struct table_seat *find_guest_seat(const struct table *table)
{
    int seat = 0;
    while (table_seat(table, seat)->kind != TABLE_SEAT_GUEST)
        seat++;
    return table_seat(table, seat);
}

static void check_log(const char *table, const struct log *log)
{
    struct table *replayed = table_new(table);
    struct base_error error;
    size_t at = 0;
    for (int i = 0; i < log->entries; i++) {
        struct table_entry entry = {log->number[i], log->at_ms[i], log->text + at, log->length[i]};
        CHECK(table_apply(replayed, &entry, &error));
        check_planned(replayed, &entry);
        at += log->length[i] + 1;
    }
    for (int i = 0; i < storm.wishes_n; i++) {
        const struct wish *wish = &storm.wish[i];
        if (strcmp(wish->table, table) != 0 || (wish->kind != 'p' && wish->kind != 't'))
            continue;
        int n = done_times(wish, log->text);
        CHECK(n <= 1);
        bool forgotten = wish->kind == 't' && strncmp(log->text, "kept\n", 5) == 0; /* old chat */
        if (wish->acknowledged && !forgotten)
            CHECK_EQ(n, 1);
        if (((wish->busy && wish->sent_n == 1) || wish->refused) && !CHECK_EQ(n, 0))
            printf("    %s was answered with %s\n", wish->text, wish->code);
    }
    for (int i = 0; i < PEOPLE; i++) {
        const struct client *client = storm.person[i].client;
        if (client && client->connected && client->session->tables_n && strcmp(storm.person[i].table, table) == 0 &&
            client->frame && strcmp(word(client->frame, "table"), table) == 0)
            CHECK_EQ(number(client->frame, "number"), table_last_number(replayed));
    }
    for (int i = 0; table_phase(replayed) == TABLE_PLAY && i < table_options(replayed)->seats; i++)
        storm.waited += table_guests_to_act(replayed) >> i & 1;
    for (int i = 0; i < PEOPLE; i++)
        if (storm.person[i].client && storm.person[i].client->connected)
            LIST_EACH (struct attendance, attendance, &storm.person[i].client->session->attendances, of_session)
                if (strcmp(attendance->table->id, table) == 0)
                    CHECK_EQ(attendance->sent, table_last_number(replayed));
    storm.over += table_phase(replayed) == TABLE_OVER && table_options(replayed)->rated;
    if (*table_shared_deal(replayed) && table_phase(replayed) == TABLE_OVER)
        storm.daily_over += !find_guest_seat(replayed)->away;
    table_free(replayed);
}

static void run_job(enum store_op op, const struct store_value *values, size_t n, void (*done)(struct store_job *job))
{
    bool is_done = false;
    struct store_job job = {.op = op, .done = done, .owner = &is_done, .values = values, .values_n = n};
    store_submit(storm.world[0]->weather->inner, &job);
    store_flush(storm.world[0]->weather->inner);
    while (!is_done)
        uv_run(&storm.world[0]->loop, UV_RUN_NOWAIT);
}

/* The games of each player are numbered without a gap. */
static void check_rated(struct store_job *job)
{
    char players[PEOPLE][TABLE_ID_SIZE] = {{0}};
    unsigned games[PEOPLE] = {0}, numbers[PEOPLE] = {0};
    for (size_t i = 0; i < job->rows_n; i++) {
        const struct store_value *column = job->row[i].column;
        struct rated_game game = {.mode = FF_BASE, .repetition = 1};
        CHECK(rated_game_read_seats(&game, column[4].text, column[4].length));
        for (int seat = 0; seat < game.players; seat++)
            for (int k = 0; k < PEOPLE && *game.seat[seat].guest; k++)
                if (!*players[k] || strcmp(players[k], game.seat[seat].guest) == 0) {
                    strcpy(players[k], game.seat[seat].guest);
                    games[k]++;
                    numbers[k] |= 1u << game.seat[seat].games;
                    break;
                }
    }
    for (int k = 0; k < PEOPLE; k++)
        CHECK_EQ(numbers[k], (1u << games[k]) - 1);
    storm.rated = (int)job->rows_n;
    *(bool *)job->owner = true;
}

static void check_daily(struct store_job *job)
{
    storm.daily = (int)job->row[0].column[1].number;
    *(bool *)job->owner = true;
}

static void check_notices(struct store_job *job)
{
    int rows = 0;
    for (size_t i = 0; i < job->rows_n; i++)
        rows += (int)job->row[i].column[1].number;
    CHECK_EQ(rows, storm.waited);
    *(bool *)job->owner = true;
}

/* A game of the deal of the day begins even if its player never gets the answer. */
static void check_tables(struct store_job *job)
{
    int wanted = 0;
    for (int i = 0; i < storm.wishes_n; i++)
        wanted += storm.wish[i].kind == 'c';
    CHECK((int)job->heads_n >= storm.tables_n && (int)job->heads_n <= wanted);
    for (size_t i = 0; i < job->heads_n; i++)
        know_table(job->heads[i].table);
    *(bool *)job->owner = true;
}

static void check_all(void)
{
    run_job(STORE_LIST_ALL, NULL, 0, check_tables);
    for (int i = 0; i < storm.tables_n; i++) {
        struct log log = log_of(storm.world[0], storm.table[i]);
        check_log(storm.table[i], &log);
        free(log.text);
    }
    const struct store_value games[] = {store_number(0), store_text(""), store_number(TABLES * 2)};
    run_job(STORE_RATED_GAMES, games, 3, check_rated);
    CHECK_EQ(storm.rated, storm.over);
    const struct store_value days[] = {store_text(""), store_text("daily-2"), store_text("daily-3"),
                                       store_text("daily-3"), store_number(1)};
    run_job(STORE_DEAL_RANKING, days, 5, check_daily);
    CHECK_EQ(storm.daily, storm.daily_over);
    run_job(STORE_NOTICE_STATES, NULL, 0, check_notices);
    for (int i = 0; i < PEOPLE; i++) {
        const struct person *person = &storm.person[i];
        bool there = person->client && person->client->connected && !person->client->close_code;
        CHECK(!person->wish || !there); /* whoever waits for an answer gets one */
        CHECK(!there || person->client->session->state == SESSION_FREE);
    }
}

/* ------------------------------------------------------------------------------------------------------------- runs */

static bool run(uint64_t seed)
{
    bool before = test_state.test_failed;
    test_state.test_failed = false;
    memset(&storm, 0, sizeof storm);
    rng = ff_rng_of(seed);
    storm.seed = seed;
    storm.worlds_n = 2 + (int)below(WORLDS - 1);
    struct weather_forecast forecast = {.lost_request = below(4) * 15,
                                        .lost_answer = below(4) * 15,
                                        .broken = below(4) * 2,
                                        .twice = below(3) * 200,
                                        .lost_say = below(3) * 300};
    for (int i = 0; i < storm.worlds_n; i++)
        storm.world[i] = world_new(i ? storm.world[0] : NULL, no_limits);
    for (int i = 0; i < PEOPLE; i++)
        enter(i);
    for (int i = 0; i < storm.worlds_n; i++) {
        weather_storm(storm.world[i]->weather, seed * 7 + (uint64_t)i, forecast);
    }
    int steps = STEPS * 4 + (int)below(STEPS * 8);
    for (int n = 0; n < steps; n++)
        step();
    calm_down();
    check_all();
    for (int i = storm.worlds_n; i-- > 0;) {
        storm.world[i]->weather->storm = false;
        world_free(storm.world[i]);
    }
    bool good = !test_state.test_failed;
    if (!good)
        printf("  seed %llu in %s\n", (unsigned long long)seed, world_store);
    test_state.test_failed |= before;
    return good;
}

static int runs_n = 100;
static uint64_t first_seed = 1;

static void storms_in(const char *store, int n)
{
    struct timespec from, to;
    long acknowledged = 0, busy = 0, planned = 0, sent = 0, rated = 0, daily = 0;
    int bad = 0;
    world_store = store;
    on_message = take;
    send_notice = begin_notice;
    clock_gettime(CLOCK_MONOTONIC, &from);
    int i = 0;
    for (; i < n && bad < 5; i++) {
        now_ms = 1767225600000;
        bad += !run(first_seed + (uint64_t)i);
        acknowledged += storm.acknowledged;
        busy += storm.busy;
        planned += storm.planned;
        sent += storm.sent;
        rated += storm.rated;
        daily += storm.daily;
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    double seconds = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
    printf("  %d storms in %s, %ld wishes acknowledged, %ld busy, %ld planned turns, %ld notices, %ld rated games, %ld "
           "of the deal of the day; "
           "%.0f storms a minute\n",
           i, store, acknowledged, busy, planned, sent, rated, daily, i / seconds * 60);
    CHECK_EQ(bad, 0);
    CHECK(acknowledged > n);
    CHECK((planned && sent && rated && daily) || n < 10);
    on_message = NULL;
    send_notice = NULL;
}

static void storms_in_memory(void) { storms_in("memory", runs_n); }
static void storms_in_postgres(void) { storms_in("postgres", runs_n / 40 + 1); }

int main(int argc, char **argv)
{
    char *short_games = malloc(default_edition_size), *limit;
    struct base_error error;
    memcpy(short_games, default_edition_text, default_edition_size);
    limit = strstr(short_games, "\nround_limit 100");
    memcpy(limit + strlen("\nround_limit "), "1  ", 3);
    CHECK(text_edition_read(short_games, default_edition_size, &edition, &error));
    free(short_games);
    if (argc > 1)
        runs_n = atoi(argv[1]);
    if (argc > 2)
        first_seed = strtoull(argv[2], NULL, 10);
    TEST("several servers in a storm, in memory", storms_in_memory);
    TEST("several servers in a storm, in postgres", storms_in_postgres);
    places_end();
    return test_end();
}
