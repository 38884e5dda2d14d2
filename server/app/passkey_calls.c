/* passkey_calls.c - registers passkeys, and signs in with them; see server/identity/webauthn.h and
 * docs/developers/players.md.
 *
 * The page's origin, and its host as the RP id, come from the request. A passkey for another host is never accepted,
 * because the authenticator signs the host's hash. */
#include "app_internal.h"

#include "engine/base/base64.h"
#include "engine/base/hex.h"
#include "server/identity/webauthn.h"

#include <stdlib.h>
#include <string.h>

enum { DATA_MAX = 1024, SIGNATURE_MAX = 256 };

/* The decoded members of the request's body. */
struct api_passkey {
    size_t client_data_n, data_n, signature_n, credential_n, key_n;
    uint8_t client_data[WEBAUTHN_CLIENT_DATA_MAX], data[DATA_MAX], signature[SIGNATURE_MAX];
    uint8_t credential[WEBAUTHN_CREDENTIAL_MAX], key[WEBAUTHN_KEY_MAX], challenge[WEBAUTHN_CHALLENGE];
    uint32_t counter;
    char name[APP_DEVICE_NAME_SIZE];
};

/* ------------------------------------------------------------------------------------------------------- challenges */

static void challenge_added(struct api_call *call)
{
    if (call->job.status != STORE_DONE) {
        call_refuse(call, "limit", "Too many passkeys are being made; wait ten minutes.");
        return;
    }
    base_json_open(&call->body, '{');
    base_json_string(&call->body, "challenge", call->code);
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

static void make_challenge(struct api_call *call)
{
    uint8_t random[WEBAUTHN_CHALLENGE];
    struct base_out out = base_out_of(call->code, sizeof call->code);
    call->app->callbacks.random(call->app->callbacks.owner, random, sizeof random);
    base_put_base64url(&out, random, sizeof random);
    call_add_secret(call, STORE_SECRET_CHALLENGE, call->code, "", challenge_added);
}

void api_call_create_passkey_challenge(struct api_call *call) { call_begin_as_player(call, make_challenge); }

void api_call_create_sign_in_challenge(struct api_call *call)
{
    struct app *app = call->app;
    if (!call_begin(call, 1, APP_COST_CALL))
        return;
    if (address_take_token(call->address, ADDRESS_GUESTS, app->steady_ms, &app->config.limits.guests))
        make_challenge(call);
    else
        call_refuse(call, "limit", "Too many challenges for your address; wait a while.");
}

/* ------------------------------------------------------------------------------------------------------------ input */

/* Reads a member in base64url. If it is missing, invalid or too long, answers with an error and returns false. */
static bool read_bytes(struct api_call *call, const char *key, uint8_t *bytes, size_t size, size_t *n)
{
    char text[4 * WEBAUTHN_CLIENT_DATA_MAX / 3 + 4];
    if (!call_input_text(call, key, text, sizeof text))
        return false;
    int read = base_base64url_read(text, strlen(text), bytes, size);
    *n = (size_t)read;
    if (read > 0)
        return true;
    char why[120];
    struct base_out out = base_out_cut(why, sizeof why);
    base_printf(&out, "The member %s must be base64url of at most %d bytes.", key, (int)size);
    call_refuse(call, "bad-message", why);
    return false;
}

static bool read_passkey(struct api_call *call, bool registers)
{
    struct api_passkey *passkey = calloc(1, sizeof *passkey);
    size_t challenge_n;
    call->passkey = passkey;
    if (!passkey) {
        call_answer_error(call, &app_error_out_of_memory);
        return false;
    }
    if (registers && call_has_input(call, "name") &&
        !call_input_text(call, "name", passkey->name, sizeof passkey->name))
        return false;
    return read_bytes(call, "challenge", passkey->challenge, sizeof passkey->challenge, &challenge_n) &&
           read_bytes(call, "credential", passkey->credential, sizeof passkey->credential, &passkey->credential_n) &&
           read_bytes(call, "client_data", passkey->client_data, sizeof passkey->client_data,
                      &passkey->client_data_n) &&
           read_bytes(call, "authenticator_data", passkey->data, sizeof passkey->data, &passkey->data_n) &&
           (registers
                ? read_bytes(call, "key", passkey->key, sizeof passkey->key, &passkey->key_n)
                : read_bytes(call, "signature", passkey->signature, sizeof passkey->signature, &passkey->signature_n));
}

/* Reads the challenge from the body, and takes its secret from the store, so that it is used only once. */
static void take_challenge(struct api_call *call, void (*next)(struct api_call *call))
{
    if (!call_input_text(call, "challenge", call->code, sizeof call->code))
        return;
    call_hash_secret(call, call->code);
    call->code[0] = '\0'; /* the challenge must not be part of the answer */
    call_find_secret(call, STORE_SECRET_TAKE, STORE_SECRET_CHALLENGE, next);
}

/* Writes the host of an origin, without scheme and port. */
static void put_host(const char *origin, char *host, size_t size)
{
    const char *from = strstr(origin, "://");
    struct base_out out = base_out_of(host, size);
    if (from)
        base_put_bytes(&out, from + 3, strcspn(from + 3, ":/"));
}

static const char *check(const struct api_call *call, bool registers)
{
    struct api_passkey *passkey = call->passkey;
    char host[sizeof call->origin] = "";
    struct webauthn_expected expected = {.registering = registers, .origin = call->origin, .host = host};
    struct webauthn_bytes client_data = {passkey->client_data, passkey->client_data_n};
    struct webauthn_bytes data = {passkey->data, passkey->data_n};
    struct webauthn_bytes key = {passkey->key, passkey->key_n};
    put_host(call->origin, host, sizeof host);
    memcpy(expected.challenge, passkey->challenge, sizeof expected.challenge);
    if (registers) {
        struct webauthn_bytes credential = {passkey->credential, passkey->credential_n};
        return webauthn_check_registration(&expected, client_data, data, credential, key, &passkey->counter);
    }
    struct webauthn_bytes signature = {passkey->signature, passkey->signature_n};
    return webauthn_check_sign_in(&expected, client_data, data, signature, key, &passkey->counter);
}

static void refuse_passkey(struct api_call *call, const char *fault)
{
    char why[160];
    struct base_out out = base_out_cut(why, sizeof why);
    base_printf(&out, "This passkey was not accepted: %s.", fault);
    call_refuse(call, "bad-token", why);
}

/* ------------------------------------------------------------------------------------------------------ registering */

static void passkey_stored(struct api_call *call)
{
    if (call->job.status != STORE_DONE) {
        call_refuse(call, "limit", "This passkey is registered already, or you have ten; remove one first.");
        return;
    }
    base_json_open(&call->body, '{');
    base_json_hex(&call->body, "id", call->passkey->credential, call->passkey->credential_n);
    base_json_close(&call->body, '}');
    call_answer_body(call);
}

static void register_passkey(struct api_call *call)
{
    struct api_passkey *passkey = call->passkey;
    const struct store_row *row = call->job.row;
    bool is_own = call->job.rows_n && strcmp(row->column[0].text, call->guest.guest) == 0;
    const char *fault = is_own ? check(call, true) : "its challenge was used already, or is too old";
    if (fault) {
        refuse_passkey(call, fault);
        return;
    }
    call_put(call, store_bytes(passkey->credential, passkey->credential_n));
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_bytes(passkey->key, passkey->key_n));
    call_put(call, store_number(passkey->counter));
    call_put(call, store_text(*passkey->name ? passkey->name : call->device));
    call_put(call, store_number(call->app->now_ms));
    call_submit(call, STORE_PASSKEY_ADD, passkey_stored);
}

static void add_passkey(struct api_call *call)
{
    if (read_passkey(call, true))
        take_challenge(call, register_passkey);
}

void api_call_add_passkey(struct api_call *call) { call_begin_as_player(call, add_passkey); }

static void passkey_deleted(struct api_call *call)
{
    if (call->job.status != STORE_DONE) {
        call_refuse(call, "not-now", "You have no such passkey.");
        return;
    }
    base_put(&call->body, "{}");
    call_answer_body(call);
}

static void delete_passkey(struct api_call *call)
{
    char id[2 * WEBAUTHN_CREDENTIAL_MAX + 1];
    struct api_passkey *passkey = call->passkey = calloc(1, sizeof *passkey);
    if (!passkey) {
        call_answer_error(call, &app_error_out_of_memory);
        return;
    }
    if (!call_input_text(call, "id", id, sizeof id))
        return;
    passkey->credential_n = strlen(id) / 2;
    if (!base_hex_read(id, strlen(id), passkey->credential, passkey->credential_n)) {
        call_refuse(call, "bad-message", "The id of a passkey is in GET /api/player.");
        return;
    }
    call_put(call, store_text(call->guest.guest));
    call_put(call, store_bytes(passkey->credential, passkey->credential_n));
    call_submit(call, STORE_PASSKEY_DELETE, passkey_deleted);
}

void api_call_delete_passkey(struct api_call *call) { call_begin_as_player(call, delete_passkey); }

/* ------------------------------------------------------------------------------------------------------- signing in */

static void passkey_used(struct api_call *call)
{
    if (call->job.status == STORE_DONE)
        call_finish_sign_in(call);
    else
        refuse_passkey(call, "its counter went back: it may have been copied");
}

static void passkey_found(struct api_call *call)
{
    struct api_passkey *passkey = call->passkey;
    /* call_secret_found also reads the guest from a passkey's row, which begins with the same column. */
    bool found = call_secret_found(call);
    const char *fault = "this server does not know it";
    if (found && call->job.row->column[1].length <= sizeof passkey->key) {
        passkey->key_n = call->job.row->column[1].length;
        memcpy(passkey->key, call->job.row->column[1].text, passkey->key_n);
        passkey->counter = (uint32_t)call->job.row->column[2].number;
        fault = check(call, false);
    }
    if (fault) {
        refuse_passkey(call, fault);
        return;
    }
    call_put(call, store_bytes(passkey->credential, passkey->credential_n));
    call_put(call, store_number(passkey->counter));
    call_put(call, store_number(call->app->now_ms));
    call_submit(call, STORE_PASSKEY_USED, passkey_used);
}

static void find_passkey(struct api_call *call)
{
    struct api_passkey *passkey = call->passkey;
    if (!call->job.rows_n || call->job.row->column[0].length) {
        refuse_passkey(call, "its challenge was used already, or is too old");
        return;
    }
    call_put(call, store_bytes(passkey->credential, passkey->credential_n));
    call_submit(call, STORE_PASSKEY_FIND, passkey_found);
}

void api_call_sign_in_by_passkey(struct api_call *call)
{
    if (call_begin_sign_in(call) && read_passkey(call, false))
        take_challenge(call, find_passkey);
}
