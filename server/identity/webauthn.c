/* webauthn.c - performs the checks of sections 7.1 and 7.2 of the WebAuthn specification, except those of attestation;
 * see webauthn.h. */
#include "server/identity/webauthn.h"

#include "engine/base/base64.h"
#include "engine/base/json.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

/* Layout of the authenticator data: hash of the RP id, flags, counter. For a new key there follow the authenticator's
 * id, the length of the credential's id, that id, and the key in CBOR, which is ignored. */
enum {
    HASH = 32,
    FLAGS_AT = HASH,
    COUNTER_AT = HASH + 1,
    HEAD = HASH + 5,
    LENGTH_AT = HEAD + 16,
    CREDENTIAL_AT = LENGTH_AT + 2,
    USER_PRESENT = 1,
    USER_VERIFIED = 4,
    HAS_KEY = 64,
};

static bool sha256(const void *text, size_t n, uint8_t hash[HASH])
{
    return EVP_Digest(text, n, hash, NULL, EVP_sha256(), NULL) == 1;
}

static bool member_is(const struct base_json *json, const char *key, const char *value)
{
    char text[300];
    struct base_json_text found;
    const struct base_json_member *member = base_json_find(json, key);
    struct base_json_cursor cursor = member ? member->value : (struct base_json_cursor){0};
    if (!member || !base_json_take_text(&cursor, &found) || found.n >= sizeof text)
        return false;
    base_json_text_copy(&found, text, sizeof text);
    return strcmp(text, value) == 0;
}

static const char *check_client_data(const struct webauthn_expected *expected, struct webauthn_bytes data)
{
    char challenge[2 * WEBAUTHN_CHALLENGE];
    struct base_out out = base_out_of(challenge, sizeof challenge);
    const char *fault = NULL;
    struct base_json *json = malloc(sizeof *json);
    base_put_base64url(&out, expected->challenge, WEBAUTHN_CHALLENGE);
    if (!json || !base_out_whole(&out))
        fault = "out of memory";
    else if (data.n > WEBAUTHN_CLIENT_DATA_MAX || base_json_read(json, (const char *)data.at, data.n) != BASE_JSON_OK)
        fault = "the client data is not a JSON object";
    else if (!member_is(json, "type", expected->registering ? "webauthn.create" : "webauthn.get"))
        fault = "the client data is of another type";
    else if (!member_is(json, "challenge", challenge))
        fault = "the client data answers another challenge";
    else if (!member_is(json, "origin", expected->origin))
        fault = "the client data is from another origin";
    free(json);
    return fault;
}

static const char *check_authenticator_data(const struct webauthn_expected *expected, struct webauthn_bytes data)
{
    uint8_t hash[HASH];
    if (data.n < HEAD)
        return "the authenticator data is too short";
    if (!sha256(expected->host, strlen(expected->host), hash) || memcmp(hash, data.at, HASH) != 0)
        return "the authenticator data is for another host";
    if (!(data.at[FLAGS_AT] & USER_PRESENT) || !(data.at[FLAGS_AT] & USER_VERIFIED))
        return "the authenticator did not verify the user";
    return NULL;
}

static uint32_t counter_of(struct webauthn_bytes data)
{
    const uint8_t *c = data.at + COUNTER_AT;
    return (uint32_t)c[0] << 24 | (uint32_t)c[1] << 16 | (uint32_t)c[2] << 8 | c[3];
}

static bool is_allowed(const EVP_PKEY *key)
{
    char group[32];
    size_t n = 0;
    return EVP_PKEY_get_base_id(key) == EVP_PKEY_ED25519 ||
           (EVP_PKEY_get_base_id(key) == EVP_PKEY_EC && EVP_PKEY_get_group_name(key, group, sizeof group, &n) &&
            strcmp(group, "prime256v1") == 0);
}

/* Returns the key if it is on P-256 or Ed25519 and in canonical DER, and otherwise NULL. */
static EVP_PKEY *key_read(struct webauthn_bytes bytes)
{
    const uint8_t *at = bytes.at;
    uint8_t *again = NULL;
    EVP_PKEY *key = bytes.n <= WEBAUTHN_KEY_MAX ? d2i_PUBKEY(NULL, &at, (long)bytes.n) : NULL;
    int n = key ? i2d_PUBKEY(key, &again) : 0;
    bool good = n > 0 && (size_t)n == bytes.n && memcmp(again, bytes.at, bytes.n) == 0 && is_allowed(key);
    OPENSSL_free(again);
    if (good)
        return key;
    EVP_PKEY_free(key);
    return NULL;
}

const char *webauthn_check_registration(const struct webauthn_expected *expected, struct webauthn_bytes client_data,
                                        struct webauthn_bytes authenticator_data, struct webauthn_bytes credential,
                                        struct webauthn_bytes key, uint32_t *counter)
{
    const uint8_t *data = authenticator_data.at;
    const char *fault = check_client_data(expected, client_data);
    if (!fault)
        fault = check_authenticator_data(expected, authenticator_data);
    if (fault)
        return fault;
    if (!(data[FLAGS_AT] & HAS_KEY) || authenticator_data.n < CREDENTIAL_AT + credential.n || credential.n == 0 ||
        credential.n > WEBAUTHN_CREDENTIAL_MAX ||
        (size_t)(data[LENGTH_AT] << 8 | data[LENGTH_AT + 1]) != credential.n ||
        memcmp(data + CREDENTIAL_AT, credential.at, credential.n) != 0)
        return "the authenticator data is not about this credential";
    EVP_PKEY *read = key_read(key);
    if (!read)
        return "the key is neither ES256 nor EdDSA";
    EVP_PKEY_free(read);
    *counter = counter_of(authenticator_data);
    return NULL;
}

static bool verify(EVP_PKEY *key, const uint8_t *text, size_t n, struct webauthn_bytes signature)
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    const EVP_MD *digest = EVP_PKEY_get_base_id(key) == EVP_PKEY_ED25519 ? NULL : EVP_sha256();
    bool good = context && EVP_DigestVerifyInit(context, NULL, digest, NULL, key) == 1 &&
                EVP_DigestVerify(context, signature.at, signature.n, text, n) == 1;
    EVP_MD_CTX_free(context);
    return good;
}

const char *webauthn_check_sign_in(const struct webauthn_expected *expected, struct webauthn_bytes client_data,
                                   struct webauthn_bytes authenticator_data, struct webauthn_bytes signature,
                                   struct webauthn_bytes key, uint32_t *counter)
{
    uint8_t text[1024 + HASH];
    const char *fault = check_client_data(expected, client_data);
    if (!fault)
        fault = check_authenticator_data(expected, authenticator_data);
    if (fault)
        return fault;
    if (authenticator_data.n > sizeof text - HASH)
        return "the authenticator data is too long";
    memcpy(text, authenticator_data.at, authenticator_data.n);
    EVP_PKEY *read = key_read(key);
    bool good = read && sha256(client_data.at, client_data.n, text + authenticator_data.n) &&
                verify(read, text, authenticator_data.n + HASH, signature);
    EVP_PKEY_free(read);
    if (!good)
        return "the signature is not by this passkey";
    uint32_t now = counter_of(authenticator_data);
    if ((now || *counter) && now <= *counter)
        return "the passkey's counter went back: it may have been copied";
    *counter = now;
    return NULL;
}
