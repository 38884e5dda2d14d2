/* web_push.c - encrypts push messages for browsers and signs requests to push services; see web_push.h. */
#include "server/notice/web_push.h"

#include "engine/base/base64.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <string.h>

enum { SECRET = 32, CONTENT_KEY = 16, NONCE = 12, TAG = 16, HASH = 32, SIGNATURE_DER_MAX = 80 };

/* ------------------------------------------------------------------------------------------------------------ keys */

/* Converts a key to an OpenSSL object, with its private part if private_number is not NULL. Returns NULL on failure. */
static EVP_PKEY *pkey_new(const uint8_t public_point[WEB_PUSH_PUBLIC], const uint8_t *private_number)
{
    EVP_PKEY *key = NULL;
    BIGNUM *number = private_number ? BN_bin2bn(private_number, WEB_PUSH_PRIVATE, NULL) : NULL;
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    OSSL_PARAM *params = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (build && context && OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) &&
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, public_point, WEB_PUSH_PUBLIC) &&
        (!number || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number)) &&
        (params = OSSL_PARAM_BLD_to_param(build)) != NULL && EVP_PKEY_fromdata_init(context) == 1)
        EVP_PKEY_fromdata(context, &key, number ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params);
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    BN_clear_free(number);
    return key;
}

bool web_push_key_generate(struct web_push_key *key)
{
    size_t n = 0;
    BIGNUM *number = NULL;
    EVP_PKEY *made = EVP_EC_gen("prime256v1");
    bool good =
        made &&
        EVP_PKEY_get_octet_string_param(made, OSSL_PKEY_PARAM_PUB_KEY, key->public_point, WEB_PUSH_PUBLIC, &n) &&
        n == WEB_PUSH_PUBLIC && EVP_PKEY_get_bn_param(made, OSSL_PKEY_PARAM_PRIV_KEY, &number) &&
        BN_bn2binpad(number, key->private_number, WEB_PUSH_PRIVATE) == WEB_PUSH_PRIVATE;
    BN_clear_free(number);
    EVP_PKEY_free(made);
    return good;
}

bool web_push_key_from_private(struct web_push_key *key)
{
    BIGNUM *number = BN_bin2bn(key->private_number, WEB_PUSH_PRIVATE, NULL);
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = group ? EC_POINT_new(group) : NULL;
    bool good = number && point && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
                EC_POINT_mul(group, point, number, NULL, NULL, NULL) &&
                EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, key->public_point, WEB_PUSH_PUBLIC,
                                   NULL) == WEB_PUSH_PUBLIC;
    EC_POINT_free(point);
    EC_GROUP_free(group);
    BN_clear_free(number);
    return good;
}

/* ------------------------------------------------------------------------------------------------------ encryption */

/* Derives the shared secret from our private key and the browser's public key (ECDH). */
static bool agree(const struct web_push_key *ours, const uint8_t theirs[WEB_PUSH_PUBLIC], uint8_t secret[SECRET])
{
    size_t n = SECRET;
    EVP_PKEY *mine = pkey_new(ours->public_point, ours->private_number), *peer = pkey_new(theirs, NULL);
    EVP_PKEY_CTX *context = mine ? EVP_PKEY_CTX_new_from_pkey(NULL, mine, NULL) : NULL;
    bool good = peer && context && EVP_PKEY_derive_init(context) == 1 &&
                EVP_PKEY_derive_set_peer_ex(context, peer, 1) == 1 && EVP_PKEY_derive(context, secret, &n) == 1 &&
                n == SECRET;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(mine);
    EVP_PKEY_free(peer);
    return good;
}

/* Derives a key with HKDF and SHA-256 (RFC 5869). */
static bool derive(const uint8_t *salt, size_t salt_n, const uint8_t secret[SECRET], const void *info, size_t info_n,
                   uint8_t *key, size_t n)
{
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = kdf ? EVP_KDF_CTX_new(kdf) : NULL;
    const OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)(uintptr_t) "SHA256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)(uintptr_t)salt, salt_n),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)(uintptr_t)secret, SECRET),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)(uintptr_t)info, info_n),
        OSSL_PARAM_construct_end(),
    };
    bool good = context && EVP_KDF_derive(context, key, n, params) == 1;
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
    return good;
}

/* Encrypts with AES-128-GCM, and appends the authentication tag. */
static bool seal(const uint8_t key[CONTENT_KEY], const uint8_t nonce[NONCE], const uint8_t *text, size_t n,
                 uint8_t *out)
{
    int written = 0, last = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool good = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                EVP_EncryptUpdate(context, out, &written, text, (int)n) == 1 &&
                EVP_EncryptFinal_ex(context, out + written, &last) == 1 && written + last == (int)n &&
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, out + n) == 1;
    EVP_CIPHER_CTX_free(context);
    return good;
}

/* Derives the input keying material from both public keys and the browser's secret (RFC 8291, section 3.3). */
static bool keying_material(const struct web_push_subscription *to, const struct web_push_key *key,
                            uint8_t material[SECRET])
{
    static const char label[] = "WebPush: info"; /* the NUL is part of the input */
    uint8_t secret[SECRET], info[sizeof label + 2 * WEB_PUSH_PUBLIC];
    memcpy(info, label, sizeof label);
    memcpy(info + sizeof label, to->public_point, WEB_PUSH_PUBLIC);
    memcpy(info + sizeof label + WEB_PUSH_PUBLIC, key->public_point, WEB_PUSH_PUBLIC);
    return agree(key, to->public_point, secret) &&
           derive(to->auth, WEB_PUSH_AUTH, secret, info, sizeof info, material, SECRET);
}

size_t web_push_encrypt(const struct web_push_subscription *to, const struct web_push_key *key,
                        const uint8_t salt[WEB_PUSH_SALT], const void *text, size_t n, uint8_t body[WEB_PUSH_BODY_MAX])
{
    static const char key_label[] = "Content-Encoding: aes128gcm", nonce_label[] = "Content-Encoding: nonce";
    uint8_t material[SECRET], content_key[CONTENT_KEY], nonce[NONCE], padded[WEB_PUSH_TEXT_MAX + 1];
    if (n > WEB_PUSH_TEXT_MAX || !keying_material(to, key, material) ||
        !derive(salt, WEB_PUSH_SALT, material, key_label, sizeof key_label, content_key, sizeof content_key) ||
        !derive(salt, WEB_PUSH_SALT, material, nonce_label, sizeof nonce_label, nonce, sizeof nonce))
        return 0;
    memcpy(padded, text, n);
    padded[n] = 2; /* delimiter of the last record (RFC 8188, section 2) */
    memcpy(body, salt, WEB_PUSH_SALT);
    memcpy(body + WEB_PUSH_SALT, "\0\0\x10\0", 4); /* the record size, 4,096 */
    body[WEB_PUSH_SALT + 4] = WEB_PUSH_PUBLIC;
    memcpy(body + WEB_PUSH_SALT + 5, key->public_point, WEB_PUSH_PUBLIC);
    size_t head = WEB_PUSH_SALT + 5 + WEB_PUSH_PUBLIC;
    return seal(content_key, nonce, padded, n + 1, body + head) ? head + n + 1 + TAG : 0;
}

/* ----------------------------------------------------------------------------------------------------------- VAPID */

/* Signs a text with ES256. Converts OpenSSL's DER sequence of two numbers to the two numbers of 32 bytes that a JWT
 * needs. */
static bool sign(const struct web_push_key *server, const char *text, size_t n, uint8_t signature[64])
{
    uint8_t der[SIGNATURE_DER_MAX];
    const uint8_t *at = der;
    size_t der_n = sizeof der;
    EVP_PKEY *key = pkey_new(server->public_point, server->private_number);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = key && context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
                EVP_DigestSign(context, der, &der_n, (const uint8_t *)text, n) == 1;
    ECDSA_SIG *numbers = good ? d2i_ECDSA_SIG(NULL, &at, (long)der_n) : NULL;
    good = numbers && BN_bn2binpad(ECDSA_SIG_get0_r(numbers), signature, 32) == 32 &&
           BN_bn2binpad(ECDSA_SIG_get0_s(numbers), signature + 32, 32) == 32;
    ECDSA_SIG_free(numbers);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return good;
}

bool web_push_put_authorization(struct base_out *out, const struct web_push_key *server, const char *origin,
                                const char *contact, int64_t expires_s)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims_text[600], token_text[1100];
    struct base_out claims = base_out_of(claims_text, sizeof claims_text);
    struct base_out token = base_out_of(token_text, sizeof token_text);
    uint8_t signature[64];
    base_printf(&claims, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}", origin, (long long)expires_s, contact);
    if (!base_out_whole(&claims))
        return false;
    base_put_base64url(&token, head, sizeof head - 1);
    base_put_char(&token, '.');
    base_put_base64url(&token, claims.text, claims.length);
    if (!base_out_whole(&token) || !sign(server, token.text, token.length, signature))
        return false;
    base_put(out, "vapid t=");
    base_put(out, token.text);
    base_put_char(out, '.');
    base_put_base64url(out, signature, sizeof signature);
    base_put(out, ", k=");
    base_put_base64url(out, server->public_point, WEB_PUSH_PUBLIC);
    return base_out_whole(out);
}
