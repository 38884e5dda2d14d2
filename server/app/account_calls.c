/* account_calls.c - calls about a player's own account: devices, ways to sign in, the recovery code; see app.h and
 * docs/developers/players.md.
 *
 * One-time secrets are drawn here and shown once. The store keeps only a secret's hash, and reading it deletes it in
 * the same statement, so that two servers cannot both accept it. A sign-in code is short enough to be guessed from its
 * hash. So a code alone signs nobody in, but only asks a signed-in device for approval. */
#include "app_internal.h"

#include "engine/base/blake2b.h"
#include "engine/base/hex.h"

#include <stdlib.h>
#include <string.h>

enum {
    SECRET_MS = 10 * 60 * 1000,
    DAY_MS = 24 * 3600 * 1000,
    SECRET_BYTES = 16, /* written as 32 hexadecimal digits */
    CODE_LENGTH = 6,
    RECOVERY_LENGTH = 20, /* 99 bits */
};

/* Characters of codes. None of them looks like another one. */
static const char code_letters[] = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
enum { CODE_LETTERS = sizeof code_letters - 1 };

/* ---------------------------------------------------------------------------------------------------------- secrets */

static void draw(struct api_call *call, void *bytes, size_t n)
{
    call->app->callbacks.random(call->app->callbacks.owner, bytes, n);
}

void call_draw_secret(struct api_call *call, char secret[APP_SECRET_SIZE])
{
    uint8_t random[SECRET_BYTES];
    struct base_out out = base_out_of(secret, APP_SECRET_SIZE);
    draw(call, random, sizeof random);
    base_put_hex(&out, random, sizeof random);
}

static void draw_code(struct api_call *call, char code[APP_SECRET_SIZE], int n)
{
    for (int i = 0; i < n;) {
        uint8_t byte;
        draw(call, &byte, 1);
        /* Larger bytes are rejected, so that all letters are equally likely. */
        if (byte < 256 / CODE_LETTERS * CODE_LETTERS)
            code[i++] = code_letters[byte % CODE_LETTERS];
    }
    code[n] = '\0';
}

/* Reads a code as a person types it, ignoring case, spaces and hyphens. Returns false if it does not have n
 * characters. */
static bool read_code(const char *text, char code[APP_SECRET_SIZE], int n)
{
    int length = 0;
    for (; *text; text++) {
        char c = *text >= 'a' && *text <= 'z' ? (char)(*text - 'a' + 'A') : *text;
        if (c == ' ' || c == '-')
            continue;
        if (length == n || !strchr(code_letters, c))
            return false;
        code[length++] = c;
    }
    code[length] = '\0';
    return length == n;
}

void call_hash_secret(struct api_call *call, const char *secret) { base_blake2b(secret, strlen(secret), call->hash); }

void call_add_secret(struct api_call *call, enum store_secret kind, const char *secret, const char *data,
                     void (*next)(struct api_call *call))
{
    int64_t lives_ms = kind == STORE_SECRET_MAIL ? DAY_MS : SECRET_MS;
    int64_t expires_ms = kind == STORE_SECRET_RECOVERY ? 0 : call->app->now_ms + lives_ms;
    call_hash_secret(call, secret);
    call_put(call, store_bytes(call->hash, sizeof call->hash));
    call_put(call, store_number(kind));
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(data));
    call_put(call, store_number(expires_ms));
    call_submit(call, STORE_SECRET_ADD, next);
}

void call_find_secret(struct api_call *call, enum store_op op, enum store_secret kind,
                      void (*next)(struct api_call *call))
{
    call_put(call, store_bytes(call->hash, sizeof call->hash));
    call_put(call, store_number(kind));
    call_put(call, store_number(call->app->now_ms));
    call_submit(call, op, next);
}

bool call_secret_found(struct api_call *call)
{
    if (!call->job.rows_n)
        return false;
    const struct store_value *guest = &call->job.row[0].column[0];
    if (guest->length < sizeof call->guest.guest)
        memcpy(call->guest.guest, guest->text, guest->length + 1);
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ input */

/* Finds a member of the request's body. Returns false if there is none, or if the body is not a JSON object. */
static bool find_member(struct api_call *call, const char *key, struct base_json_cursor *cursor)
{
    struct base_json *json = malloc(sizeof *json);
    const struct base_json_member *member = NULL;
    if (json && base_json_read(json, call->input ? call->input : "", call->input_n) == BASE_JSON_OK)
        member = base_json_find(json, key);
    if (member)
        *cursor = member->value;
    free(json);
    return member != NULL;
}

bool call_has_input(const struct api_call *call, const char *key)
{
    struct base_json_cursor cursor;
    return find_member((struct api_call *)call, key, &cursor);
}

bool call_input_text(struct api_call *call, const char *key, char *text, size_t size)
{
    struct base_json_cursor cursor;
    struct base_json_text string;
    char why[120];
    struct base_out out = base_out_cut(why, sizeof why);
    if (find_member(call, key, &cursor) && base_json_take_text(&cursor, &string) && string.n < size &&
        base_json_text_copy(&string, text, size) == strlen(text))
        return true;
    base_printf(&out, "The body is a JSON object, and its member %s a string of less than %d bytes.", key, (int)size);
    call_refuse(call, "bad-message", why);
    return false;
}

bool call_input_flag(const struct api_call *call, const char *key)
{
    struct base_json_cursor cursor;
    if (!find_member((struct api_call *)call, key, &cursor))
        return false;
    while (cursor.at < cursor.end && strchr(" \t\r\n", *cursor.at))
        cursor.at++;
    return cursor.end - cursor.at >= 4 && memcmp(cursor.at, "true", 4) == 0;
}

bool call_input_number(struct api_call *call, const char *key, int64_t min, int64_t max, int64_t *number)
{
    struct base_json_cursor cursor;
    char why[120];
    struct base_out out = base_out_cut(why, sizeof why);
    if (find_member(call, key, &cursor) && base_json_take_integer(&cursor, number) && *number >= min && *number <= max)
        return true;
    base_printf(&out, "The body is a JSON object, and its member %s a number from ", key);
    base_put_number(&out, min);
    base_put(&out, " to ");
    base_put_number(&out, max);
    base_put_char(&out, '.');
    call_refuse(call, "bad-message", why);
    return false;
}

/* ----------------------------------------------------------------------------------------------- finding the player */

static void player_known(struct api_call *call) { call->then(call); }

static void player_found(struct api_call *call)
{
    if (call->job.status == STORE_NOT_FOUND)
        call_refuse(call, "bad-token", "No guest has that token.");
    else if (call->guest.scopes && !call->allows_programs)
        call_refuse(call, "not-allowed", "The token of a program may not do that.");
    else if (!call_refuse_banned_guest(call))
        call_note_visit(call, player_known);
}

void call_begin_as_player(struct api_call *call, void (*then)(struct api_call *call))
{
    call->then = then;
    if (!call_begin(call, 1, APP_COST_CALL))
        return;
    if (call->tokens.n)
        call_find_guest(call, player_found);
    else
        call_refuse(call, "bad-token", "No token was shown; POST /api/guest makes a guest.");
}

/* ---------------------------------------------------------------------------------------------------------- sign in */

bool call_begin_sign_in(struct api_call *call)
{
    call->token_made = false;
    call->shows_token = call_input_flag(call, "token");
    if (!call_begin(call, 1, APP_COST_CALL))
        return false;
    if (address_take_token(call->address, ADDRESS_SIGN_INS, call->app->steady_ms, &call->app->config.limits.sign_ins))
        return true;
    call_refuse(call, "limit", "Too many failed attempts from your address; wait some minutes.");
    return false;
}

static void answer_signed_in(struct api_call *call)
{
    struct base_out out = app_log_begin(call->app, "sign-in", NULL);
    app_log_put_who(&out, call->guest.guest, call->address);
    app_log_end(call->app, &out);
    call_answer_guest(call);
}

static void device_made(struct api_call *call)
{
    if (call->job.status == STORE_DONE)
        call->then(call);
    else
        call_refuse(call, "limit", "This player has 20 devices; remove one of them first.");
}

static void sign_in_found(struct api_call *call)
{
    if (call->job.status == STORE_NOT_FOUND)
        call_refuse(call, "bad-token", "This player does not exist any more.");
    else if (!call_refuse_banned_guest(call))
        call_add_device(call, device_made);
}

/* Signs in a new device of the player call->guest.guest, and refunds the attempt that was charged. */
static void make_device(struct api_call *call, void (*then)(struct api_call *call))
{
    call->then = then;
    address_return_token(call->address, ADDRESS_SIGN_INS, &call->app->config.limits.sign_ins);
    call_submit(call, STORE_GUEST_GET, sign_in_found);
}

void call_finish_sign_in(struct api_call *call) { make_device(call, answer_signed_in); }

static void link_taken(struct api_call *call)
{
    if (call_secret_found(call))
        call_finish_sign_in(call);
    else
        call_refuse(call, "bad-token", "This link was used already, or is older than ten minutes; make a new one.");
}

void api_call_sign_in_by_link(struct api_call *call)
{
    char secret[APP_SECRET_SIZE];
    if (!call_begin_sign_in(call) || !call_input_text(call, "secret", secret, sizeof secret))
        return;
    call_hash_secret(call, secret);
    call_find_secret(call, STORE_SECRET_TAKE, STORE_SECRET_LINK, link_taken);
}

static void put_secret(struct api_call *call, const char *key, const char *secret)
{
    base_json_open(&call->body, '{');
    base_json_string(&call->body, key, secret);
    base_json_number(&call->body, "expires_ms", call->app->now_ms + SECRET_MS);
}

static void approval_asked(struct api_call *call)
{
    if (call->job.status != STORE_DONE) {
        call_refuse(call, "limit", "This player has too many open requests; wait ten minutes.");
        return;
    }
    put_secret(call, "approval", call->code);
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

static void code_taken(struct api_call *call)
{
    if (!call_secret_found(call)) {
        call_refuse(call, "bad-token", "Nobody shows this code, or not any more; a code is valid for ten minutes.");
        return;
    }
    struct base_out out = base_out_growing(realloc, 1000);
    address_return_token(call->address, ADDRESS_SIGN_INS, &call->app->config.limits.sign_ins);
    token_bucket_return(&call->app->code_attempts, &call->app->config.limits.codes);
    base_json_open(&out, '{');
    base_json_string(&out, "device", call->device);
    base_json_string(&out, "address", call->address->text);
    base_json_close(&out, '}');
    free(call->input); /* `input` is reused for the job's value, which must live as long as the job */
    call->input = base_out_whole(&out) ? out.heap : NULL;
    call_draw_secret(call, call->code);
    if (call->input)
        call_add_secret(call, STORE_SECRET_ASKED, call->code, call->input, approval_asked);
    else
        call_answer_error(call, &app_error_out_of_memory);
}

void api_call_sign_in_by_code(struct api_call *call)
{
    char text[APP_SECRET_SIZE], code[APP_SECRET_SIZE];
    if (!call_begin_sign_in(call) || !call_input_text(call, "code", text, sizeof text))
        return;
    if (!read_code(text, code, CODE_LENGTH)) {
        call_refuse(call, "bad-message", "A code has six letters and digits, without 0, O, 1, I and L.");
    } else if (!token_bucket_take(&call->app->code_attempts, call->app->steady_ms, &call->app->config.limits.codes)) {
        call_refuse(call, "limit", "Too many codes are being tried; use the link, or wait some minutes.");
    } else {
        call_hash_secret(call, code);
        call_find_secret(call, STORE_SECRET_TAKE, STORE_SECRET_CODE, code_taken);
    }
}

static void asked_found(struct api_call *call)
{
    if (!call->job.rows_n) {
        call_refuse(call, "bad-token", "The other device refused, or ten minutes have passed.");
        return;
    }
    base_json_open(&call->body, '{');
    base_json_flag(&call->body, "waiting", true);
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

static void approval_taken(struct api_call *call)
{
    if (!call_secret_found(call)) {
        call_find_secret(call, STORE_SECRET_FIND, STORE_SECRET_ASKED, asked_found);
        return;
    }
    address_take_token(call->address, ADDRESS_SIGN_INS, call->app->steady_ms,
                       &call->app->config.limits.sign_ins); /* this attempt is refunded in make_device */
    call_finish_sign_in(call);
}

void api_call_sign_in_by_approval(struct api_call *call)
{
    char secret[APP_SECRET_SIZE];
    call->shows_token = call_input_flag(call, "token");
    if (!call_begin(call, 1, APP_COST_CALL) || !call_input_text(call, "approval", secret, sizeof secret))
        return;
    call_hash_secret(call, secret);
    call_find_secret(call, STORE_SECRET_TAKE, STORE_SECRET_APPROVED, approval_taken);
}

/* ---------------------------------------------------------------------------------------------------- recovery code */

/* A printed recovery code may be the player's only way to sign in. So it is replaced only after everything else has
 * succeeded, and no error can leave the player without a valid code. */

static void refuse_recovery_code(struct api_call *call)
{
    call_refuse(call, "bad-token", "This is no recovery code, or it was replaced by a newer one.");
}

/* Refuses the code because another request has used it meanwhile. The new device was deleted, and nobody got its
 * token. */
static void recovery_lost(struct api_call *call)
{
    call->token_made = false;
    refuse_recovery_code(call);
}

static void recovery_exchanged(struct api_call *call)
{
    if (call->job.status == STORE_DONE) {
        answer_signed_in(call);
        return;
    }
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->guest.device));
    call_submit(call, STORE_DEVICE_DELETE, recovery_lost);
}

static void exchange_recovery(struct api_call *call)
{
    draw_code(call, call->code, RECOVERY_LENGTH);
    base_blake2b(call->code, strlen(call->code), call->next_hash);
    call_put(call, store_bytes(call->hash, sizeof call->hash));
    call_put(call, store_number(STORE_SECRET_RECOVERY));
    call_put(call, store_bytes(call->next_hash, sizeof call->next_hash));
    call_submit(call, STORE_SECRET_EXCHANGE, recovery_exchanged);
}

static void recovery_found(struct api_call *call)
{
    if (call_secret_found(call))
        make_device(call, exchange_recovery);
    else
        refuse_recovery_code(call);
}

void api_call_sign_in_by_recovery_code(struct api_call *call)
{
    char text[APP_SECRET_SIZE], code[APP_SECRET_SIZE];
    if (!call_begin_sign_in(call) || !call_input_text(call, "code", text, sizeof text))
        return;
    if (!read_code(text, code, RECOVERY_LENGTH)) {
        call_refuse(call, "bad-message", "A recovery code has 20 letters and digits, without 0, O, 1, I and L.");
        return;
    }
    call_hash_secret(call, code);
    call_find_secret(call, STORE_SECRET_FIND, STORE_SECRET_RECOVERY, recovery_found);
}

static void answer_recovery(struct api_call *call)
{
    base_json_open(&call->body, '{');
    base_json_string(&call->body, "recovery", call->code);
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

/* Returns whether a secret was stored. If the player has too many, answers with an error. */
static bool secret_was_added(struct api_call *call)
{
    bool added = call->job.status == STORE_DONE;
    if (!added)
        call_refuse(call, "limit", "You have made many links; wait ten minutes.");
    return added;
}

/* Deletes all secrets of this kind that the player has, except the one that was just added. */
static void clear_secrets(struct api_call *call, enum store_secret kind, void (*next)(struct api_call *call))
{
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_number(kind));
    call_put(call, store_bytes(call->hash, sizeof call->hash));
    call_submit(call, STORE_SECRETS_CLEAR, next);
}

static void recovery_added(struct api_call *call)
{
    if (secret_was_added(call))
        clear_secrets(call, STORE_SECRET_RECOVERY, answer_recovery);
}

static void make_recovery(struct api_call *call)
{
    draw_code(call, call->code, RECOVERY_LENGTH);
    call_add_secret(call, STORE_SECRET_RECOVERY, call->code, "", recovery_added);
}

void api_call_create_recovery_code(struct api_call *call) { call_begin_as_player(call, make_recovery); }

/* ---------------------------------------------------------------------------------------- signing in another device */

static void answer_link(struct api_call *call)
{
    put_secret(call, "secret", call->code);
    base_json_string(&call->body, "code", call->more);
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

/* Keeps only the newest code. If each player has at most one, fewer codes can be guessed. */
static void code_added(struct api_call *call)
{
    if (call->job.status == STORE_DONE)
        clear_secrets(call, STORE_SECRET_CODE, answer_link);
    else
        call_refuse(call, "busy", "Try again in a moment.");
}

static void link_added(struct api_call *call)
{
    if (!secret_was_added(call))
        return;
    draw_code(call, call->more, CODE_LENGTH);
    call_add_secret(call, STORE_SECRET_CODE, call->more, "", code_added);
}

static void make_link(struct api_call *call)
{
    call_draw_secret(call, call->code);
    call_add_secret(call, STORE_SECRET_LINK, call->code, "", link_added);
}

void api_call_create_sign_in_link(struct api_call *call) { call_begin_as_player(call, make_link); }

static void approve(struct api_call *call)
{
    char id[APP_SECRET_SIZE];
    if (!call_input_text(call, "id", id, sizeof id))
        return;
    if (!base_hex_read(id, strlen(id), call->hash, sizeof call->hash)) {
        call_refuse(call, "bad-message", "The id of an approval is in GET /api/player.");
        return;
    }
    bool allows = call_input_flag(call, "allow");
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_bytes(call->hash, sizeof call->hash));
    call_put(call, store_number(STORE_SECRET_ASKED));
    if (allows) {
        call_put(call, store_number(STORE_SECRET_APPROVED));
        call_put(call, store_number(call->app->now_ms));
    }
    call_submit(call, allows ? STORE_SECRET_CHANGE : STORE_SECRET_DELETE, call_answer_if_done);
}

void api_call_approve_sign_in(struct api_call *call) { call_begin_as_player(call, approve); }

/* ------------------------------------------------------------------------------------------------ the player's data */

/* Writes the columns of a row as members. A key that starts with # is for binary data, which is written as hexadecimal
 * digits. */
static void put_row(struct base_out *out, const struct store_row *row, const char *const *keys)
{
    base_json_open(out, '{');
    for (int i = 0; keys[i]; i++) {
        const struct store_value *column = &row->column[i];
        if (column->kind == 'N')
            base_json_number(out, keys[i], column->number);
        else if (*keys[i] == '#')
            base_json_hex(out, keys[i] + 1, (const uint8_t *)column->text, column->length);
        else
            base_json_string(out, keys[i], column->text);
    }
    base_json_close(out, '}');
}

void call_put_rows(struct api_call *call, const char *name, const char *const *keys)
{
    base_json_begin(&call->body, name, '[');
    for (size_t i = 0; i < call->job.rows_n; i++)
        put_row(&call->body, &call->job.row[i], keys);
    base_json_close(&call->body, ']');
}

static void approvals_found(struct api_call *call)
{
    base_json_begin(&call->body, "approvals", '[');
    for (size_t i = 0; i < call->job.rows_n; i++) {
        const struct store_value *column = call->job.row[i].column;
        base_json_open(&call->body, '{');
        base_json_hex(&call->body, "id", (const uint8_t *)column[0].text, column[0].length);
        base_json_number(&call->body, "expires_ms", column[2].number);
        base_json_key(&call->body, "asks");
        base_put(&call->body, column[1].text);
        base_json_close(&call->body, '}');
    }
    base_json_close(&call->body, ']');
    if (call->exports) {
        call_export_rest(call);
        return;
    }
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

static void imports_found(struct api_call *call)
{
    static const char *const keys[] = {"source", "results", "made_ms", NULL};
    call_put_rows(call, "imports", keys);
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_number(STORE_SECRET_ASKED));
    call_put(call, store_number(call->app->now_ms));
    call_submit(call, STORE_SECRETS, approvals_found);
}

static void blocks_found(struct api_call *call)
{
    base_json_begin(&call->body, "blocks", '[');
    for (size_t i = 0; i < call->job.rows_n; i++) {
        const struct store_value *column = call->job.row[i].column;
        base_json_open(&call->body, '{');
        base_json_string(&call->body, "guest", column[0].text);
        base_json_string(&call->body, "name", column[1].text);
        base_json_string(&call->body, "kind", column[2].number == STORE_BLOCKED ? "block" : "mute");
        base_json_number(&call->body, "made_ms", column[3].number);
        base_json_close(&call->body, '}');
    }
    base_json_close(&call->body, ']');
    call_put(call, store_text(call->guest.guest));
    call_submit(call, STORE_IMPORTS, imports_found);
}

static void bots_found(struct api_call *call)
{
    static const char *const keys[] = {"guest", "name", "made_ms", NULL};
    call_put_rows(call, "bots", keys);
    call_put(call, store_text(call->guest.guest));
    call_submit(call, STORE_BLOCKS, blocks_found);
}

static void channels_found(struct api_call *call)
{
    channel_put_rows(call);
    call_put(call, store_text(call->guest.guest));
    call_submit(call, STORE_BOTS, bots_found);
}

static void passkeys_found(struct api_call *call)
{
    static const char *const keys[] = {"#id", "name", "made_ms", "used_ms", NULL};
    call_put_rows(call, "passkeys", keys);
    call_put(call, store_text(call->guest.guest));
    call_submit(call, STORE_CHANNELS, channels_found);
}

static void devices_found(struct api_call *call)
{
    static const char *const keys[] = {"id", "name", "scopes", "made_ms", "seen_ms", NULL};
    call_put_rows(call, "devices", keys);
    call_put(call, store_text(call->guest.guest));
    call_submit(call, STORE_PASSKEYS, passkeys_found);
}

static void player_read(struct api_call *call)
{
    if (!call->job.rows_n) {
        call_refuse(call, "bad-token", "This player does not exist any more.");
        return;
    }
    const struct store_value *column = call->job.row[0].column;
    base_json_open(&call->body, '{');
    base_json_string(&call->body, "guest", call->guest.guest);
    base_json_string(&call->body, "name", column[0].text);
    base_json_string(&call->body, "kind", column[1].number == STORE_BOT ? "bot" : "person");
    base_json_number(&call->body, "made_ms", column[2].number);
    base_json_flag(&call->body, "claimed", column[4].length > 0);
    base_json_flag(&call->body, "recovery", column[6].number > 0);
    base_json_flag(&call->body, "lasting", column[6].number + column[7].number > 0);
    base_json_key(&call->body, "profile");
    base_put(&call->body, column[3].length ? column[3].text : "{}");
    base_json_string(&call->body, "device", call->guest.device);
    call_put(call, store_text(call->guest.guest));
    call_submit(call, STORE_DEVICES, devices_found);
}

void call_answer_account(struct api_call *call)
{
    call_put(call, store_text(call->guest.guest));
    call_submit(call, STORE_PLAYER, player_read);
}

void api_call_get_player(struct api_call *call) { call_begin_as_player(call, call_answer_account); }

/* -------------------------------------------------------------------------------------------- revoking and deleting */

/* Closes the sessions of a guest's device, or of all the guest's devices if `device` is NULL. */
static void hang_up_sessions(struct app *app, const char *guest, const char *device)
{
    LIST_EACH (struct session, session, &app->sessions, link)
        if (strcmp(session->guest, guest) == 0 && (!device || strcmp(session->device, device) == 0))
            session_hang_up(session, CLOSE_HELLO_AGAIN, "this device was signed out");
}

void session_close_revoked(struct app *app, const char *guest, const char *device)
{
    hang_up_sessions(app, guest, *device == '-' ? NULL : device);
}

void call_close_device_sessions(struct api_call *call, const char *guest, const char *device)
{
    app_broadcast(call->app, "revoked %s %s", guest, device ? device : "-");
    hang_up_sessions(call->app, guest, device);
}

static void device_deleted(struct api_call *call)
{
    if (call->job.status == STORE_DONE) {
        call_close_device_sessions(call, call->guest.guest, call->code);
        call->forgets_token = strcmp(call->code, call->guest.device) == 0;
    }
    call_answer_if_done(call);
}

static void delete_device(struct api_call *call)
{
    if (!call_input_text(call, "id", call->code, TABLE_ID_SIZE))
        return;
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->code));
    call_submit(call, STORE_DEVICE_DELETE, device_deleted);
}

void api_call_delete_device(struct api_call *call) { call_begin_as_player(call, delete_device); }

static void rename_device(struct api_call *call)
{
    char name[APP_DEVICE_NAME_SIZE];
    if (!call_input_text(call, "id", call->code, TABLE_ID_SIZE) || !call_input_text(call, "name", name, sizeof name))
        return;
    if (!table_name_read(name, strlen(name), call->device)) {
        call_refuse(call, "bad-message", "A name has 1 to 24 characters, none of them invisible.");
        return;
    }
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_text(call->code));
    call_put(call, store_text(call->device));
    call_submit(call, STORE_DEVICE_NAME, call_answer_if_done);
}

void api_call_rename_device(struct api_call *call) { call_begin_as_player(call, rename_device); }

static void player_deleted(struct api_call *call)
{
    if (call->job.status == STORE_DONE) {
        call_close_device_sessions(call, call->guest.guest, NULL);
        for (int i = 0; i < STORE_BOTS_MAX && *call->programs[i]; i++)
            call_close_device_sessions(call, call->programs[i], NULL);
        call->forgets_token = true;
    }
    call_answer_if_done(call);
}

/* Remembers the player's programs, because deleting the player deletes their accounts too. */
static void programs_found(struct api_call *call)
{
    for (size_t i = 0; i < call->job.rows_n && i < STORE_BOTS_MAX; i++)
        app_copy_text(call->programs[i], TABLE_ID_SIZE, call->job.row[i].column[0].text);
    call_submit(call, STORE_GUEST_DELETE, player_deleted);
}

static void delete_player(struct api_call *call)
{
    char guest[TABLE_ID_SIZE];
    if (!call_input_text(call, "guest", guest, sizeof guest))
        return;
    if (strcmp(guest, call->guest.guest) != 0) {
        call_refuse(call, "bad-message", "To delete the player, repeat its id as the member guest.");
        return;
    }
    call_put(call, store_text(call->guest.guest));
    call_submit(call, STORE_BOTS, programs_found);
}

void api_call_delete_player(struct api_call *call) { call_begin_as_player(call, delete_player); }
