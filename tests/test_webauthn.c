/* test_webauthn.c - passkeys made by an authenticator written here: what is right is accepted, and every changed byte,
 * another origin, host, challenge, type or key is refused. */
#include "engine/base/base64.h"
#include "server/identity/webauthn.h"
#include "test.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <stdlib.h>

enum { COUNTER_AT = 33 };

struct authenticator {
    EVP_PKEY *pkey;
    uint8_t spki[200], credential[20];
    size_t spki_n;
    uint32_t counter;
};

/* What the browser sends. */
struct answer {
    char client[600];
    size_t client_n;
    uint8_t data[300], signature[100];
    size_t data_n, signature_n;
};

static struct webauthn_expected expected = {
    .challenge = {1, 2, 3}, .origin = "https://game.example:8443", .host = "game.example"};

static struct webauthn_bytes bytes_of(const void *at, size_t n) { return (struct webauthn_bytes){at, n}; }

static struct authenticator make(bool ed25519)
{
    struct authenticator made = {.pkey = ed25519 ? EVP_PKEY_Q_keygen(NULL, NULL, "ED25519") : EVP_EC_gen("prime256v1"),
                                 .credential = "a credential's id.."};
    uint8_t *at = made.spki;
    int n = i2d_PUBKEY(made.pkey, &at);
    made.spki_n = n > 0 ? (size_t)n : 0;
    return made;
}

static void write_client_data(struct answer *answer, const char *type, const char *origin)
{
    struct base_out out = base_out_of(answer->client, sizeof answer->client);
    base_printf(&out, "{\"type\":\"%s\",\"challenge\":\"", type);
    base_put_base64url(&out, expected.challenge, WEBAUTHN_CHALLENGE);
    base_printf(&out, "\",\"origin\":\"%s\",\"crossOrigin\":false}", origin);
    answer->client_n = out.length;
}

static void write_data(struct answer *answer, const struct authenticator *authenticator, const char *host,
                       uint8_t flags)
{
    SHA256((const uint8_t *)host, strlen(host), answer->data);
    answer->data[32] = flags;
    for (int i = 0; i < 4; i++)
        answer->data[COUNTER_AT + i] = (uint8_t)(authenticator->counter >> (24 - 8 * i));
    answer->data_n = 37;
    if (flags & 64) {
        memset(answer->data + 37, 0xaa, 16);
        answer->data[53] = 0;
        answer->data[54] = sizeof authenticator->credential;
        memcpy(answer->data + 55, authenticator->credential, sizeof authenticator->credential);
        memset(answer->data + 75, 0xa5, 77); /* the key in CBOR, which is not read */
        answer->data_n = 152;
    }
}

static void sign(struct answer *answer, const struct authenticator *authenticator)
{
    uint8_t text[400];
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool ed25519 = EVP_PKEY_get_base_id(authenticator->pkey) == EVP_PKEY_ED25519;
    memcpy(text, answer->data, answer->data_n);
    SHA256((const uint8_t *)answer->client, answer->client_n, text + answer->data_n);
    answer->signature_n = sizeof answer->signature;
    CHECK(EVP_DigestSignInit(context, NULL, ed25519 ? NULL : EVP_sha256(), NULL, authenticator->pkey) == 1);
    CHECK(EVP_DigestSign(context, answer->signature, &answer->signature_n, text, answer->data_n + 32) == 1);
    EVP_MD_CTX_free(context);
}

static const char *registered(const struct answer *answer, const struct authenticator *authenticator, uint32_t *counter)
{
    expected.registering = true;
    return webauthn_check_registration(&expected, bytes_of(answer->client, answer->client_n),
                                       bytes_of(answer->data, answer->data_n),
                                       bytes_of(authenticator->credential, sizeof authenticator->credential),
                                       bytes_of(authenticator->spki, authenticator->spki_n), counter);
}

static const char *signed_in(const struct answer *answer, const struct authenticator *authenticator, uint32_t *counter)
{
    expected.registering = false;
    return webauthn_check_sign_in(&expected, bytes_of(answer->client, answer->client_n),
                                  bytes_of(answer->data, answer->data_n),
                                  bytes_of(answer->signature, answer->signature_n),
                                  bytes_of(authenticator->spki, authenticator->spki_n), counter);
}

static void right_ones(bool ed25519)
{
    struct authenticator authenticator = make(ed25519);
    struct answer answer;
    uint32_t counter = 99;
    write_client_data(&answer, "webauthn.create", expected.origin);
    write_data(&answer, &authenticator, expected.host, 1 | 4 | 64);
    CHECK_STR(registered(&answer, &authenticator, &counter) ? "refused" : "", "");
    CHECK_EQ(counter, 0);
    for (int i = 0; i < 3; i++) {
        authenticator.counter += ed25519 ? 0 : 5; /* 0 for ever: an authenticator without a counter */
        write_client_data(&answer, "webauthn.get", expected.origin);
        write_data(&answer, &authenticator, expected.host, 1 | 4);
        sign(&answer, &authenticator);
        CHECK_STR(signed_in(&answer, &authenticator, &counter) ? "refused" : "", "");
        CHECK_EQ(counter, authenticator.counter);
        if (!ed25519)
            CHECK(signed_in(&answer, &authenticator, &counter) != NULL); /* the counter did not grow */
    }
    EVP_PKEY_free(authenticator.pkey);
}

static void es256(void) { right_ones(false); }
static void eddsa(void) { right_ones(true); }

static void every_changed_byte_is_refused(void)
{
    struct authenticator authenticator = make(false);
    struct answer answer;
    authenticator.counter = 1;
    write_client_data(&answer, "webauthn.get", expected.origin);
    write_data(&answer, &authenticator, expected.host, 1 | 4);
    sign(&answer, &authenticator);
    struct {
        uint8_t *at;
        size_t n;
    } parts[] = {{(uint8_t *)answer.client, answer.client_n},
                 {answer.data, answer.data_n},
                 {answer.signature, answer.signature_n},
                 {authenticator.spki, authenticator.spki_n}};
    for (int part = 0; part < 4; part++)
        for (size_t i = 0; i < parts[part].n; i++) {
            uint32_t counter = 0;
            parts[part].at[i] ^= 1;
            if (!CHECK(signed_in(&answer, &authenticator, &counter) != NULL))
                printf("  part %d, byte %zu\n", part, i);
            CHECK_EQ(counter, 0);
            parts[part].at[i] ^= 1;
        }
    uint32_t counter = 0;
    CHECK(signed_in(&answer, &authenticator, &counter) == NULL);
    EVP_PKEY_free(authenticator.pkey);
}

static void refused(const char *type, const char *origin, const char *host, uint8_t flags, const char *says)
{
    struct authenticator authenticator = make(false);
    struct answer answer;
    uint32_t counter = 0;
    bool registering = strcmp(type, "webauthn.create") == 0;
    write_client_data(&answer, type, origin);
    write_data(&answer, &authenticator, host, flags);
    sign(&answer, &authenticator);
    const char *fault =
        registering ? registered(&answer, &authenticator, &counter) : signed_in(&answer, &authenticator, &counter);
    CHECK(fault && strstr(fault, says));
    EVP_PKEY_free(authenticator.pkey);
}

static void wrong_ones(void)
{
    refused("webauthn.create", "https://evil.example", "game.example", 1 | 4 | 64, "another origin");
    refused("webauthn.create", "http://game.example:8443", "game.example", 1 | 4 | 64, "another origin");
    refused("webauthn.create", "https://game.example:8443", "evil.example", 1 | 4 | 64, "another host");
    refused("webauthn.create", "https://game.example:8443", "game.example", 1 | 64, "verify the user");
    refused("webauthn.create", "https://game.example:8443", "game.example", 4 | 64, "verify the user");
    refused("webauthn.create", "https://game.example:8443", "game.example", 1 | 4, "this credential");
    refused("webauthn.get", "https://evil.example", "game.example", 1 | 4, "another origin");
    refused("payment.get", "https://game.example:8443", "game.example", 1 | 4, "another type");
    struct authenticator authenticator = make(false);
    struct answer answer;
    uint32_t counter = 0;
    write_client_data(&answer, "webauthn.get", expected.origin);
    write_data(&answer, &authenticator, expected.host, 1 | 4);
    sign(&answer, &authenticator);
    expected.challenge[31] ^= 1;
    CHECK_STR(signed_in(&answer, &authenticator, &counter), "the client data answers another challenge");
    expected.challenge[31] ^= 1;
    answer.client_n -= 1;
    CHECK_STR(signed_in(&answer, &authenticator, &counter), "the client data is not a JSON object");
    EVP_PKEY_free(authenticator.pkey);
}

static void other_kinds_of_keys_are_refused(void)
{
    static const char *const curves[] = {"secp384r1", "secp256k1"};
    for (int i = 0; i < 3; i++) {
        struct authenticator authenticator = {.pkey = i < 2 ? EVP_EC_gen(curves[i]) : EVP_RSA_gen(1024),
                                              .credential = "x"};
        uint8_t *at = authenticator.spki;
        struct answer answer;
        uint32_t counter = 0;
        int n = i2d_PUBKEY(authenticator.pkey, &at);
        REQUIRE(n > 0 && n <= (int)sizeof authenticator.spki);
        authenticator.spki_n = (size_t)n;
        write_client_data(&answer, "webauthn.create", expected.origin);
        write_data(&answer, &authenticator, expected.host, 1 | 4 | 64);
        CHECK_STR(registered(&answer, &authenticator, &counter), "the key is neither ES256 nor EdDSA");
        EVP_PKEY_free(authenticator.pkey);
    }
}

int main(void)
{
    TEST("a passkey with ES256 registers and signs in", es256);
    TEST("a passkey with EdDSA registers and signs in", eddsa);
    TEST("every changed byte is refused", every_changed_byte_is_refused);
    TEST("another origin, host, type, challenge or user is refused", wrong_ones);
    TEST("other kinds of keys are refused", other_kinds_of_keys_are_refused);
    return test_end();
}
