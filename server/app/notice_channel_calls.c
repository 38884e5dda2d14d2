/* notice_channel_calls.c - calls about a player's channels for notices (web push, webhooks, mail); see
 * docs/authors/protocol.md. */
#include "app_internal.h"

#include "engine/base/base64.h"

#include <string.h>

static const char *const kinds[] = {[NOTICE_PUSH] = "push", [NOTICE_WEBHOOK] = "webhook", [NOTICE_MAIL] = "mail"};
static const char *const games[] = {"none", "live", "slow", "all"}; /* indexed by a mask of STORE_GAMES_... */

void api_call_get_features(struct api_call *call)
{
    const struct app_notice_config *config = &call->app->config.notices;
    if (!call_begin(call, 1, 1))
        return;
    base_json_open(&call->body, '{');
    base_json_string(&call->body, "push", config->push_key ? config->push_key : "");
    base_json_flag(&call->body, "webhooks", config->webhooks);
    base_json_flag(&call->body, "mail", config->mail);
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

void channel_put_rows(struct api_call *call)
{
    base_json_begin(&call->body, "channels", '[');
    for (size_t i = 0; i < call->job.rows_n; i++) {
        const struct store_value *column = call->job.row[i].column;
        base_json_open(&call->body, '{');
        base_json_string(&call->body, "id", column[0].text);
        base_json_string(&call->body, "kind", kinds[column[1].number % 3]);
        base_json_string(&call->body, "address", column[2].text);
        base_json_string(&call->body, "games", games[column[3].number % 4]);
        base_json_string(&call->body, "language", column[4].text);
        base_json_number(&call->body, "made_ms", column[5].number);
        base_json_flag(&call->body, "confirmed", column[6].number != 0);
        base_json_close(&call->body, '}');
    }
    base_json_close(&call->body, ']');
}

/* Reads a member that must be one of n words. Returns the word's index, or answers the call with an error and returns
 * -1. */
static int read_word(struct api_call *call, const char *key, const char *const *words, int n)
{
    char text[APP_SECRET_SIZE], why[160];
    struct base_out out = base_out_cut(why, sizeof why);
    if (!call_input_text(call, key, text, sizeof text))
        return -1;
    for (int i = 0; i < n; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    base_printf(&out, "The member %s must be one of:", key);
    for (int i = 0; i < n; i++)
        base_printf(&out, " %s", words[i]);
    call_refuse(call, "bad-message", why);
    return -1;
}

/* -------------------------------------------------------------------------------------------------- adding channels */

static void answer_channel(struct api_call *call, bool confirmed)
{
    base_json_open(&call->body, '{');
    base_json_string(&call->body, "id", call->channel.id);
    base_json_flag(&call->body, "confirmed", confirmed);
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

static void refuse_unsent(struct api_call *call)
{
    char why[NOTICE_FAULT_SIZE + 60];
    struct base_out out = base_out_cut(why, sizeof why);
    base_printf(&out, "The message could not be sent: %s.", call->channel.fault);
    call_refuse(call, "not-now", why);
}

static void note_fault(struct api_call *call, const struct notice_message *message)
{
    app_copy_text(call->channel.fault, sizeof call->channel.fault, message->fault);
}

static void confirmation_sent(struct api_call *call, const struct notice_message *message)
{
    if (message->result == NOTICE_SENT) {
        answer_channel(call, false);
        return;
    }
    note_fault(call, message);
    call_put(call, store_text(call->channel.id));
    call_submit(call, STORE_CHANNEL_DELETE, refuse_unsent);
}

static void mail_found(struct api_call *call)
{
    char link[APP_SECRET_SIZE + 24];
    struct base_out out = base_out_cut(link, sizeof link);
    base_printf(&out, "/account#confirm=%s", call->code);
    if (call->job.rows_n)
        notice_send_to_channel(call, call->job.row[0].column, link, confirmation_sent);
    else
        call_refuse(call, "not-now", "The channel is gone.");
}

static void find_channel(struct api_call *call, void (*next)(struct api_call *call))
{
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->channel.id));
    call_submit(call, STORE_CHANNEL_FIND, next);
}

static void confirmation_added(struct api_call *call)
{
    if (call->job.status == STORE_DONE)
        find_channel(call, mail_found);
    else
        call_refuse(call, "limit", "Too many open requests; wait ten minutes.");
}

static void channel_added(struct api_call *call)
{
    if (call->job.status != STORE_DONE) {
        call_refuse(call, "limit", "This channel exists already, or you have eight; remove one first.");
    } else if (call->channel.kind != NOTICE_MAIL) {
        answer_channel(call, true);
    } else {
        call_draw_secret(call, call->code);
        call_add_secret(call, STORE_SECRET_MAIL, call->code, call->channel.id, confirmation_added);
    }
}

/* Reads the keys of a push subscription. If they are invalid, answers with an error and returns false. */
static bool read_push_keys(struct api_call *call)
{
    char key[120], auth[40];
    uint8_t bytes[WEB_PUSH_PUBLIC];
    struct base_out out = base_out_cut(call->channel.keys, sizeof call->channel.keys);
    if (!call_input_text(call, "p256dh", key, sizeof key) || !call_input_text(call, "auth", auth, sizeof auth))
        return false;
    bool good = base_base64url_read(key, strlen(key), bytes, WEB_PUSH_PUBLIC) == WEB_PUSH_PUBLIC &&
                base_base64url_read(auth, strlen(auth), bytes, WEB_PUSH_AUTH) == WEB_PUSH_AUTH;
    base_printf(&out, "%s %s", key, auth);
    if (!good)
        call_refuse(call, "bad-message", "p256dh and auth are the keys of a PushSubscription, in base64url.");
    return good;
}

static bool read_channel(struct api_call *call)
{
    struct api_channel *channel = &call->channel;
    int kind = read_word(call, "kind", kinds, 3), which = kind < 0 ? -1 : read_word(call, "games", games, 4);
    if (which < 0 || !call_input_text(call, "language", channel->language, sizeof channel->language) ||
        !call_input_text(call, "address", channel->address, sizeof channel->address))
        return false;
    channel->kind = kind;
    channel->games = which;
    if (kind == NOTICE_PUSH && !read_push_keys(call))
        return false;
    const struct app_callbacks *callbacks = &call->app->callbacks;
    const char *fault = callbacks->send_notice
                            ? callbacks->notice_fault(callbacks->owner, (enum notice_kind)kind, channel->address)
                            : "this server sends no notices";
    if (fault)
        call_refuse(call, "bad-message", fault);
    return !fault;
}

static void add_channel(struct api_call *call)
{
    struct app *app = call->app;
    struct api_channel *channel = &call->channel;
    if (!read_channel(call))
        return;
    if (channel->kind == NOTICE_MAIL &&
        !address_take_token(call->address, ADDRESS_SIGN_INS, app->steady_ms, &app->config.limits.sign_ins)) {
        call_refuse(call, "limit", "Too many mails from your address; wait some minutes.");
        return;
    }
    app_new_id(app, channel->id);
    call_put(call, store_text(channel->id));
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_number(channel->kind));
    call_put(call, store_text(channel->address));
    call_put(call, store_text(channel->keys));
    call_put(call, store_number(channel->games));
    call_put(call, store_text(channel->language));
    call_put(call, store_text(app->config.notices.origin ? app->config.notices.origin : call->origin));
    call_put(call, store_number(app->now_ms));
    call_put(call, store_number(channel->kind != NOTICE_MAIL));
    call_submit(call, STORE_CHANNEL_ADD, channel_added);
}

void api_call_add_channel(struct api_call *call) { call_begin_as_player(call, add_channel); }

/* --------------------------------------------------------------------------------------------- confirming, stopping */

static void confirm_channel(struct api_call *call)
{
    if (!call_secret_found(call)) {
        call_refuse(call, "bad-token", "This link was used already, or is older than a day; add the address again.");
        return;
    }
    app_copy_text(call->channel.id, sizeof call->channel.id, call->job.row[0].column[1].text);
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->channel.id));
    call_submit(call, STORE_CHANNEL_CONFIRM, call_answer_if_done);
}

void api_call_confirm_channel(struct api_call *call)
{
    char secret[APP_SECRET_SIZE];
    if (!call_begin(call, 1, APP_COST_CALL) || !call_input_text(call, "secret", secret, sizeof secret))
        return;
    call_hash_secret(call, secret);
    call_find_secret(call, STORE_SECRET_TAKE, STORE_SECRET_MAIL, confirm_channel);
}

void api_call_unsubscribe(struct api_call *call)
{
    if (!call_begin(call, 1, APP_COST_CALL) || !call_input_text(call, "id", call->channel.id, TABLE_ID_SIZE))
        return;
    call_put(call, store_text(call->channel.id));
    call_submit(call, STORE_CHANNEL_DELETE, call_answer_if_done);
}

/* ------------------------------------------------------------------------------------------------ changing, testing */

static void change_channel(struct api_call *call)
{
    int which = read_word(call, "games", games, 4);
    if (which < 0 || !call_input_text(call, "id", call->channel.id, TABLE_ID_SIZE))
        return;
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->channel.id));
    call_put(call, store_number(which));
    call_submit(call, STORE_CHANNEL_CHANGE, call_answer_if_done);
}

void api_call_change_channel(struct api_call *call) { call_begin_as_player(call, change_channel); }

static void delete_found(struct api_call *call)
{
    if (!call->job.rows_n) {
        call_refuse(call, "not-now", "You have no such channel.");
        return;
    }
    call_put(call, store_text(call->channel.id));
    call_submit(call, STORE_CHANNEL_DELETE, call_answer_if_done);
}

static void delete_channel(struct api_call *call)
{
    if (call_input_text(call, "id", call->channel.id, TABLE_ID_SIZE))
        find_channel(call, delete_found);
}

void api_call_delete_channel(struct api_call *call) { call_begin_as_player(call, delete_channel); }

static void test_sent(struct api_call *call, const struct notice_message *message)
{
    note_fault(call, message);
    if (message->result != NOTICE_SENT) {
        refuse_unsent(call);
        return;
    }
    base_put(&call->body, "{}");
    call_answer_body(call);
}

static void test_found(struct api_call *call)
{
    struct app *app = call->app;
    if (!call->job.rows_n)
        call_refuse(call, "not-now", "You have no such channel.");
    else if (!call->job.row[0].column[9].number)
        call_refuse(call, "not-now", "Follow the link in the mail first.");
    else if (!app->callbacks.send_notice)
        call_refuse(call, "not-now", "This server sends no notices.");
    else if (!address_take_token(call->address, ADDRESS_SIGN_INS, app->steady_ms, &app->config.limits.sign_ins))
        call_refuse(call, "limit", "Too many tests from your address; wait some minutes.");
    else
        notice_send_to_channel(call, call->job.row[0].column, "/", test_sent);
}

static void test_channel(struct api_call *call)
{
    if (call_input_text(call, "id", call->channel.id, TABLE_ID_SIZE))
        find_channel(call, test_found);
}

void api_call_test_channel(struct api_call *call) { call_begin_as_player(call, test_channel); }
