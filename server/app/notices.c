/* notices.c - sends notices to players who must decide but are not at the table; see docs/developers/players.md.
 *
 * When a guest must decide, log_append adds a row to the outbox for each of the guest's channels. Every process claims
 * rows that are due:
 *
 *     due --claim--> is the table open here? --no--> opens it and postpones the row
 *                      | guest need not decide any more: deletes the row
 *                      | guest is looking at the table: postpones the row by a minute
 *                      +--> one message for all tables of a channel --> sent | due again | dead | channel deleted
 *
 * A claimed row belongs to one process for good, so no message is sent twice. If that process ends, the row becomes
 * dead after five minutes, because nobody knows whether its message was sent. */
#include "app_internal.h"

#include "engine/base/base64.h"
#include "engine/base/blake2b.h"

#include <stdlib.h>
#include <string.h>

enum {
    CLAIM_MS = 2000,     /* how often to look for due rows */
    CLAIM_CHANNELS = 50, /* maximum number of channels claimed at a time */
    OPENING_MS = 2000,   /* time for loading a table and for other processes to report presence */
    LOOKING_MS = 60000,  /* how long to wait if the guest is looking at the table, and might leave without playing */
    ABANDON_MS = 5 * 60 * 1000,       /* when a claimed row counts as lost; sending takes 20 seconds at most */
    POSTPONE_MAX_MS = 30 * 60 * 1000, /* under an hour, because SQL_IS_DUE assumes later times to be wrong */
    LINES = 5,                        /* maximum number of tables that a message names */
    DUE_LIVE_MS = 30000,
    DUE_SLOW_MS = 5000,
};

/* A notice that is being sent. */
struct notice_delivery {
    struct notice_message message;
    struct app *app;
    struct api_call *call; /* waits for the result; NULL: the notice comes from the outbox */
    void (*done)(struct api_call *call, const struct notice_message *message);
    int64_t claim, tries;
    char channel[TABLE_ID_SIZE];
    int tables;
    bool warns;           /* warns that the time for a turn is running out */
    struct base_out text; /* writes to message.text */
};

/* A job that changes rows of the outbox. Nothing waits for its result. */
struct row_job {
    struct store_job job;
    struct app *app;
    struct store_value value[5];
    char channel[TABLE_ID_SIZE], table[TABLE_ID_SIZE], fault[NOTICE_FAULT_SIZE];
};

/* ------------------------------------------------------------------------------------------------------------ texts */

struct notice_words {
    const char *language, *title, *titles, *mode[2], *bot, *with, *and, *round, *keep, *draw, *turn, *more;
    const char *warn_title, *left[2]; /* texts of a warning: its title, and the hours or minutes left */
    const char *test_title, *test_text, *confirm_title, *confirm_text;
};
static const struct notice_words words_of[] = {
    {"en",
     "Your turn",
     "%d games are waiting for you",
     {"Base game", "Expert game"},
     "a level %d bot",
     " with ",
     " and ",
     ", round %d: ",
     "choose cards",
     "draw cards",
     "sell and build",
     "and more",
     "Your time is nearly up",
     {" (%d h left)", " (%d min left)"},
     "It works",
     "This is how you will hear of your turn.",
     "Confirm your address",
     "Somebody, probably you, wants to get an email when it is their turn. Follow the link to agree."},
    {"de",
     "Du bist dran",
     "%d Partien warten auf dich",
     {"Grundspiel", "Expertenspiel"},
     "einem Bot der Stufe %d",
     " mit ",
     " und ",
     ", Runde %d: ",
     "Karten wählen",
     "Karten ziehen",
     "verkaufen und bauen",
     "und weitere",
     "Deine Zeit ist bald um",
     {" (noch %d Std.)", " (noch %d Min.)"},
     "Es klappt",
     "So erfährst du, dass du dran bist.",
     "Bestätige deine Adresse",
     "Jemand, wahrscheinlich du, möchte eine E-Mail bekommen, sobald ein Zug wartet. Folge dem Link, um zuzustimmen."},
    {"it",
     "Tocca a te",
     "%d partite ti aspettano",
     {"Gioco base", "Gioco avanzato"},
     "un bot di livello %d",
     " con ",
     " e ",
     ", round %d: ",
     "scegli le carte",
     "pesca le carte",
     "vendi e costruisci",
     "e altre",
     "Il tuo tempo sta per scadere",
     {" (ancora %d h)", " (ancora %d min)"},
     "Funziona",
     "Così saprai che tocca a te.",
     "Conferma il tuo indirizzo",
     "Qualcuno, probabilmente tu, vuole ricevere un’email quando è il suo turno. Apri il link per confermare."},
};

static const struct notice_words *words_for(const char *language)
{
    for (size_t i = 0; i < sizeof words_of / sizeof *words_of; i++)
        if (strcmp(words_of[i].language, language) == 0)
            return &words_of[i];
    return &words_of[0];
}

/* Writes a line such as "Expert game with Ben and Clara, round 3: sell and build". */
static void put_line(struct base_out *out, const struct notice_words *words, const struct table *table, int seat)
{
    const struct ff_public *pub = &table_game(table)->pub;
    int others = table_options(table)->seats - 1, n = 0;
    base_put(out, words->mode[table_options(table)->mode != 0]);
    for (int i = 0; i < table_options(table)->seats; i++) {
        if (i == seat)
            continue;
        base_put(out, n == 0 ? words->with : n == others - 1 ? words->and : ", ");
        if (table_seat(table, i)->kind == TABLE_SEAT_BOT)
            base_printf(out, words->bot, table_seat(table, i)->level);
        else
            base_put(out, table_seat(table, i)->name);
        n++;
    }
    base_printf(out, words->round, (int)pub->round);
    base_put(out, pub->stage == FF_STAGE_KEEP ? words->keep : pub->stage == FF_STAGE_DRAW ? words->draw : words->turn);
}

static void put_time_left(struct base_out *out, const struct notice_words *words, int64_t left_ms)
{
    int64_t minutes = left_ms > 0 ? left_ms / 60000 : 0;
    base_printf(out, words->left[minutes < 60], (int)(minutes < 60 ? minutes : minutes / 60));
}

/* -------------------------------------------------------------------------------------------------- whom to notify */

struct store_notices notices_changed_by_append(const struct hosted_table *at, unsigned before, unsigned acted)
{
    const struct app *app = at->app;
    struct store_notices notices = {0};
    if (!app->callbacks.send_notice)
        return notices;
    const struct table_options *options = table_options(at->table);
    bool is_slow = table_is_slow(at->table) || (!options->turn_s && !options->reserve_s);
    unsigned after = notices_seats_waited_for(at->table);
    notices.begin = (uint8_t)(after & (~before | acted));
    notices.end = (uint8_t)(before & ~after);
    notices.games = is_slow ? STORE_GAMES_SLOW : STORE_GAMES_LIVE;
    notices.due_ms = app->now_ms + (is_slow ? DUE_SLOW_MS : DUE_LIVE_MS);
    return notices;
}

unsigned notices_seats_waited_for(const struct table *table)
{
    return table_phase(table) == TABLE_PLAY ? table_guests_to_act(table) : 0;
}

/* ----------------------------------------------------------------------------------------------- jobs on the outbox */

static void row_done(struct store_job *job)
{
    struct row_job *row = job->owner;
    app_note_job_done(row->app, job);
    free(row);
}

/* Creates a job that the caller completes and submits. If memory is exhausted, returns NULL, and the row stays claimed
 * until it becomes dead. */
static struct row_job *row_job_new(struct app *app, enum store_op op, const char *channel, const char *table)
{
    struct row_job *row = calloc(1, sizeof *row);
    if (!row)
        return NULL;
    row->app = app;
    row->job = (struct store_job){.op = op, .done = row_done, .owner = row, .values = row->value};
    app_copy_text(row->channel, sizeof row->channel, channel);
    app_copy_text(row->table, sizeof row->table, table);
    return row;
}

static void submit_row(struct row_job *row, size_t n)
{
    row->job.values_n = n;
    app_submit(row->app, &row->job);
}

/* Submits a job on a claimed row of the outbox with one more number. */
static void submit_claimed_row(struct row_job *row, int64_t claim, int64_t number)
{
    row->value[0] = store_number(claim);
    row->value[1] = store_text(row->channel);
    row->value[2] = store_text(row->table);
    row->value[3] = store_number(number);
    submit_row(row, 4);
}

/* Schedules a warning to the row's guest at warn_ms, after the notice itself has been sent. */
static void warn_later(struct app *app, int64_t claim, const struct store_value *column, int64_t warn_ms)
{
    struct row_job *row = row_job_new(app, STORE_NOTICE_WARN, column[0].text, column[1].text);
    if (!row)
        return;
    submit_claimed_row(row, claim, warn_ms);
}

/* Postpones a claimed row to due_ms. */
static void postpone_row(struct app *app, int64_t claim, const char *channel, const char *table, int64_t due_ms)
{
    struct row_job *row = row_job_new(app, STORE_NOTICE_POSTPONE, channel, table);
    if (!row)
        return;
    submit_claimed_row(row, claim, due_ms);
}

/* If the table has entries that this process does not know, loads them, and looks at the row again. */
static void row_dropped(struct store_job *job)
{
    struct row_job *row = job->owner;
    struct hosted_table *at = hosted_table_find(row->app, row->table);
    if (job->status == STORE_NOT_FOUND) {
        postpone_row(row->app, row->value[0].number, row->channel, row->table, row->app->now_ms + OPENING_MS);
        if (at && at->loaded)
            hosted_table_note_remote_entry(at, (uint32_t)row->value[3].number + 1);
    }
    row_done(job);
}

/* Deletes a claimed row whose notice nobody wants, if the table's log ends at that number; 0: in any case. */
static void drop_row(struct app *app, int64_t claim, const struct store_value *column, uint32_t number)
{
    struct row_job *row = row_job_new(app, STORE_NOTICE_DROP, column[0].text, column[1].text);
    if (!row)
        return;
    row->job.done = row_dropped;
    submit_claimed_row(row, claim, number);
}

/* ---------------------------------------------------------------------------------------------------------- results */

static void store_result(const struct notice_delivery *delivery)
{
    static const int64_t delays_ms[] = {60000, 5 * 60000, 25 * 60000};
    struct app *app = delivery->app;
    bool retries = delivery->message.result == NOTICE_RETRY && delivery->tries < 3;
    bool sent = delivery->message.result == NOTICE_SENT;
    struct row_job *row = row_job_new(app, STORE_NOTICE_RESULT, delivery->channel, "");
    if (!row)
        return;
    memcpy(row->fault, delivery->message.fault, sizeof row->fault);
    row->value[0] = store_number(delivery->claim);
    row->value[1] = store_text(row->channel);
    row->value[2] = store_number(sent ? STORE_NOTICE_SENT : retries ? STORE_NOTICE_DUE : STORE_NOTICE_DEAD);
    row->value[3] = store_number(app->now_ms + (retries ? delays_ms[delivery->tries] : 0));
    row->value[4] = store_text(row->fault);
    submit_row(row, 5);
    app->counts.notices_sent += sent;
    app->counts.notices_retried += retries;
    app->counts.notices_dead += !sent && !retries;
    if (!sent)
        app_log(app, retries ? "notice-retry" : "notice-dead", NULL, delivery->message.fault);
}

static void note_channel(const struct notice_delivery *delivery, enum store_op op)
{
    struct row_job *row = row_job_new(delivery->app, op, delivery->channel, "");
    if (!row)
        return;
    row->value[0] = store_text(row->channel);
    row->value[1] = store_number(delivery->app->now_ms);
    submit_row(row, op == STORE_CHANNEL_SENT ? 2 : 1);
}

void app_take_sent_notice(struct app *app, struct notice_message *message)
{
    struct notice_delivery *delivery = message->owner;
    app->deliveries_n--;
    if (delivery->call) {
        delivery->done(delivery->call, message);
    } else if (message->result == NOTICE_GONE) {
        app->counts.channels_gone++;
        note_channel(delivery, STORE_CHANNEL_DELETE); /* also deletes the channel's rows of the outbox */
    } else {
        if (message->result == NOTICE_SENT)
            note_channel(delivery, STORE_CHANNEL_SENT);
        store_result(delivery);
    }
    free(delivery);
}

/* --------------------------------------------------------------------------------------------------------- messages */

/* Creates a notice for the channel in a row of STORE_NOTICES_CLAIMED. Returns NULL if memory is exhausted. */
static struct notice_delivery *delivery_new(struct app *app, const struct store_value *column)
{
    struct notice_delivery *delivery = calloc(1, sizeof *delivery);
    if (!delivery)
        return NULL;
    struct notice_message *message = &delivery->message;
    delivery->app = app;
    delivery->text = base_out_cut(message->text, sizeof message->text);
    message->owner = delivery;
    message->kind = (enum notice_kind)column[3].number;
    app_copy_text(delivery->channel, sizeof delivery->channel, column[0].text);
    app_copy_text(message->address, sizeof message->address, column[4].text);
    const char *keys = column[5].text, *auth = strchr(keys, ' ');
    if (auth) {
        base_base64url_read(keys, (size_t)(auth - keys), message->subscription.public_point, WEB_PUSH_PUBLIC);
        base_base64url_read(auth + 1, strlen(auth + 1), message->subscription.auth, WEB_PUSH_AUTH);
    }
    if (message->kind == NOTICE_MAIL) {
        struct base_out out = base_out_cut(message->unsubscribe, sizeof message->unsubscribe);
        base_printf(&out, "%s/account#stop=%s", column[7].text, delivery->channel);
    }
    return delivery;
}

static void put_topic(struct notice_message *message, const char *about)
{
    uint8_t hash[BASE_BLAKE2B_BYTES];
    struct base_out out = base_out_cut(message->topic, sizeof message->topic);
    base_blake2b(about, strlen(about), hash);
    base_put_base64url(&out, hash, 24);
}

static void send_delivery(struct notice_delivery *delivery)
{
    struct app *app = delivery->app;
    app->deliveries_n++;
    app->callbacks.send_notice(app->callbacks.owner, &delivery->message);
}

/* Adds a row's table to the text of a notice. The title and the link depend on how many tables it has. */
static void add_table(struct notice_delivery *delivery, const struct store_value *column, const struct table *table)
{
    struct notice_message *message = &delivery->message;
    const struct notice_words *words = words_for(column[6].text);
    struct base_out title = base_out_cut(message->title, sizeof message->title);
    struct base_out link = base_out_cut(message->link, sizeof message->link);
    int n = ++delivery->tables, seat = table_seat_of(table, column[2].text);
    int64_t now_ms = delivery->app->now_ms, warn_ms = table_clock_warning_ms(table, seat);
    bool warns = column[10].number < 0;
    delivery->warns |= warns;
    if (!warns && warn_ms > now_ms + LOOKING_MS)
        warn_later(delivery->app, delivery->claim, column, warn_ms);
    delivery->tries = column[8].number > delivery->tries ? column[8].number : delivery->tries;
    if (n <= LINES) {
        base_put(&delivery->text, n > 1 ? "\n" : "");
        put_line(&delivery->text, words, table, seat);
        if (warns)
            put_time_left(&delivery->text, words, table_clock_deadline_ms(table, seat) - now_ms);
    } else if (n == LINES + 1) {
        base_printf(&delivery->text, "\n%s", words->more);
    }
    if (n == 1 || delivery->warns)
        base_put(&title, delivery->warns ? words->warn_title : words->title);
    else
        base_printf(&title, words->titles, n);
    base_put(&link, column[7].text);
    base_printf(&link, n == 1 ? "/t/%s" : "/", column[1].text);
    put_topic(message, n == 1 ? column[1].text : delivery->channel);
}

void notice_send_to_channel(struct api_call *call, const struct store_value *column, const char *link,
                            void (*done)(struct api_call *call, const struct notice_message *message))
{
    struct notice_delivery *delivery = delivery_new(call->app, column);
    if (!delivery) {
        call_answer_error(call, &app_error_out_of_memory);
        return;
    }
    const struct notice_words *words = words_for(column[6].text);
    bool confirms = !column[9].number;
    struct notice_message *message = &delivery->message;
    struct base_out out = base_out_cut(message->link, sizeof message->link);
    delivery->call = call;
    delivery->done = done;
    app_copy_text(message->title, sizeof message->title, confirms ? words->confirm_title : words->test_title);
    base_put(&delivery->text, confirms ? words->confirm_text : words->test_text);
    base_printf(&out, "%s%s", column[7].text, link);
    put_topic(message, "test");
    send_delivery(delivery);
}

/* ----------------------------------------------------------------------------------------------------------- claims */

/* Returns the time to which a notice or warning must be postponed, or 0 if it may be sent now. */
static int64_t postponed_ms(const struct hosted_table *at, int seat, bool warns)
{
    int64_t now_ms = at->app->now_ms, warn_ms = warns ? table_clock_warning_ms(at->table, seat) : 0;
    int64_t holiday_ms = table_seat(at->table, seat)->holiday_ms;
    if (presence_connected_seats(at) >> seat & 1)
        return now_ms + LOOKING_MS;
    int64_t later_ms = holiday_ms > warn_ms ? holiday_ms : warn_ms;
    if (later_ms > now_ms + POSTPONE_MAX_MS)
        return now_ms + POSTPONE_MAX_MS;
    return later_ms > now_ms ? later_ms : 0;
}

/* Returns whether a claimed row's guest must be notified now. If not, postpones or deletes the row. */
static bool is_due(struct app *app, int64_t claim, const struct store_value *column, struct hosted_table **found)
{
    struct hosted_table *at = *found = hosted_table_find(app, column[1].text);
    if (!at || !at->loaded || at->state == HOSTED_UNLOADED || at->state == HOSTED_LOADING) {
        bool is_damaged = at && at->damaged;
        if (is_damaged)
            drop_row(app, claim, column, 0);
        else
            postpone_row(app, claim, column[0].text, column[1].text, app->now_ms + OPENING_MS);
        at = at || is_damaged ? NULL : hosted_table_open(app, column[1].text);
        if (at)
            hosted_table_process_requests(at);
        return false;
    }
    int seat = table_seat_of(at->table, column[2].text);
    if (seat == FF_NOBODY || !(notices_seats_waited_for(at->table) >> seat & 1)) {
        drop_row(app, claim, column, table_last_number(at->table));
        return false;
    }
    int64_t later_ms = postponed_ms(at, seat, column[10].number < 0);
    if (later_ms)
        postpone_row(app, claim, column[0].text, column[1].text, later_ms);
    return !later_ms;
}

static void claimed_read(struct store_job *job)
{
    struct notifier *notifier = job->owner;
    struct app *app = notifier->app;
    struct notice_delivery *delivery = NULL;
    struct hosted_table *at;
    app_note_job_done(app, job);
    notifier->busy = false;
    for (size_t i = 0; i < job->rows_n && job->status == STORE_DONE; i++) {
        const struct store_value *column = job->row[i].column;
        if (!is_due(app, notifier->claim, column, &at))
            continue;
        if (delivery && strcmp(delivery->channel, column[0].text) != 0) {
            send_delivery(delivery);
            delivery = NULL;
        }
        if (!delivery && (delivery = delivery_new(app, column)))
            delivery->claim = notifier->claim;
        if (delivery)
            add_table(delivery, column, at->table);
    }
    if (delivery)
        send_delivery(delivery);
}

static void submit(struct notifier *notifier, enum store_op op, void (*done)(struct store_job *job), size_t values_n)
{
    notifier->busy = true;
    notifier->job =
        (struct store_job){.op = op, .done = done, .owner = notifier, .values = notifier->value, .values_n = values_n};
    app_submit(notifier->app, &notifier->job);
}

static void claimed(struct store_job *job)
{
    struct notifier *notifier = job->owner;
    app_note_job_done(notifier->app, job);
    notifier->busy = false;
    if (job->status == STORE_DONE && job->count && !notifier->app->stopping)
        submit(notifier, STORE_NOTICES_CLAIMED, claimed_read, 1);
}

static void abandoned(struct store_job *job)
{
    struct notifier *notifier = job->owner;
    app_note_job_done(notifier->app, job);
    notifier->busy = false;
    if (job->status == STORE_DONE)
        notifier->app->counts.notices_dead += (int64_t)job->count;
}

void notices_tick(struct app *app)
{
    struct notifier *notifier = &app->notifier;
    if (!app->callbacks.send_notice || notifier->busy || app->unusable)
        return;
    notifier->app = app;
    if (app->steady_ms >= notifier->abandoned_ms + ABANDON_MS) {
        notifier->abandoned_ms = app->steady_ms;
        notifier->value[0] = store_number(app->now_ms - ABANDON_MS);
        submit(notifier, STORE_NOTICES_ABANDON, abandoned, 1);
    } else if (app->steady_ms >= notifier->claimed_ms + CLAIM_MS) {
        notifier->claimed_ms = app->steady_ms;
        app->callbacks.random(app->callbacks.owner, &notifier->claim, sizeof notifier->claim);
        notifier->claim &= INT64_MAX;
        notifier->value[0] = store_number(notifier->claim);
        notifier->value[1] = store_number(app->now_ms);
        notifier->value[2] = store_number(CLAIM_CHANNELS);
        submit(notifier, STORE_NOTICES_CLAIM, claimed, 3);
    }
}
