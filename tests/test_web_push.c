/* test_web_push.c - web push against the example of RFC 8291, tokens against OpenSSL's own check, base64url, and which
 * addresses a webhook may reach. */
#include "engine/base/base64.h"
#include "engine/core/ff.h"
#include "server/notice/public_address.h"
#include "server/notice/web_push.h"
#include "test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

static void read64(const char *text, uint8_t *bytes, int n)
{
    CHECK_EQ(base_base64url_read(text, strlen(text), bytes, (size_t)n), n);
}

static void the_example_of_rfc_8291(void)
{
    static const char wanted[] =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN";
    static const char text[] = "When I grow up, I want to be a watermelon";
    struct web_push_subscription to;
    struct web_push_key key;
    uint8_t salt[WEB_PUSH_SALT], point[WEB_PUSH_PUBLIC], body[WEB_PUSH_BODY_MAX];
    char encoded[400];
    struct base_out out = base_out_of(encoded, sizeof encoded);
    read64("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", to.public_point,
           WEB_PUSH_PUBLIC);
    read64("BTBZMqHH6r4Tts7J_aSIgg", to.auth, WEB_PUSH_AUTH);
    read64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", key.private_number, WEB_PUSH_PRIVATE);
    read64("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8", point,
           WEB_PUSH_PUBLIC);
    read64("DGv6ra1nlYgDCS1FRnbzlw", salt, WEB_PUSH_SALT);
    CHECK(web_push_key_from_private(&key));
    CHECK(memcmp(point, key.public_point, sizeof point) == 0);
    size_t n = web_push_encrypt(&to, &key, salt, text, strlen(text), body);
    base_put_base64url(&out, body, n);
    CHECK_STR(out.text, wanted);
}

static void limits_and_wrong_keys(void)
{
    static uint8_t body[WEB_PUSH_BODY_MAX], text[WEB_PUSH_TEXT_MAX + 1];
    struct web_push_subscription to = {.auth = {1}};
    struct web_push_key key, browser;
    const uint8_t salt[WEB_PUSH_SALT] = {7};
    REQUIRE(web_push_key_generate(&key) && web_push_key_generate(&browser));
    memcpy(to.public_point, browser.public_point, sizeof to.public_point);
    CHECK_EQ(web_push_encrypt(&to, &key, salt, text, WEB_PUSH_TEXT_MAX, body), WEB_PUSH_BODY_MAX);
    CHECK_EQ(web_push_encrypt(&to, &key, salt, text, WEB_PUSH_TEXT_MAX + 1, body), 0);
    to.public_point[10] ^= 1; /* no point of the curve any more */
    CHECK_EQ(web_push_encrypt(&to, &key, salt, text, 10, body), 0);
    memset(key.private_number, 0, sizeof key.private_number);
    CHECK(!web_push_key_from_private(&key));
    memset(key.private_number, 0xff, sizeof key.private_number);
    CHECK(!web_push_key_from_private(&key));
}

/* DER: a sequence of two numbers, as OpenSSL verifies it. */
static size_t der_of(const uint8_t raw[64], uint8_t *der)
{
    size_t n = 2;
    for (int part = 0; part < 2; part++) {
        const uint8_t *number = raw + 32 * part;
        int skip = 0;
        while (skip < 31 && number[skip] == 0)
            skip++;
        bool sign = number[skip] & 0x80;
        der[n++] = 2;
        der[n++] = (uint8_t)(32 - skip + sign);
        if (sign)
            der[n++] = 0;
        memcpy(der + n, number + skip, (size_t)(32 - skip));
        n += (size_t)(32 - skip);
    }
    der[0] = 0x30;
    der[1] = (uint8_t)(n - 2);
    return n;
}

static void tokens_verify(void)
{
    static const uint8_t spki[26] = {0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
                                     0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00};
    struct web_push_key key;
    char text[2000], claims[600];
    uint8_t der_key[sizeof spki + WEB_PUSH_PUBLIC], raw[64], der[80];
    struct base_out out = base_out_of(text, sizeof text);
    REQUIRE(web_push_key_generate(&key));
    REQUIRE(web_push_put_authorization(&out, &key, "https://push.example", "mailto:host@example.org", 1700000000));
    REQUIRE(strncmp(text, "vapid t=", 8) == 0);
    char *token = text + 8, *dot = strchr(token, '.'), *second = strchr(dot + 1, '.'), *end = strchr(second, ',');
    int n = base_base64url_read(dot + 1, (size_t)(second - dot - 1), (uint8_t *)claims, sizeof claims - 1);
    claims[n < 0 ? 0 : n] = '\0';
    CHECK_STR(claims, "{\"aud\":\"https://push.example\",\"exp\":1700000000,\"sub\":\"mailto:host@example.org\"}");
    REQUIRE(base_base64url_read(second + 1, (size_t)(end - second - 1), raw, sizeof raw) == 64);
    memcpy(der_key, spki, sizeof spki);
    memcpy(der_key + sizeof spki, key.public_point, WEB_PUSH_PUBLIC);
    const uint8_t *at = der_key;
    EVP_PKEY *public_key = d2i_PUBKEY(NULL, &at, sizeof der_key);
    for (int wrong = 0; wrong < 2; wrong++) {
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        token[3] ^= (char)wrong;
        CHECK_EQ(EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, public_key), 1);
        int verified = EVP_DigestVerify(context, der, der_of(raw, der), (uint8_t *)token, (size_t)(second - token));
        CHECK_EQ(verified == 1, !wrong);
        EVP_MD_CTX_free(context);
    }
    EVP_PKEY_free(public_key);
}

static void base64_round_trips(void)
{
    struct ff_rng rng = ff_rng_of(5);
    for (int n = 0; n < 70; n++) {
        uint8_t bytes[70], again[70];
        char text[100];
        struct base_out out = base_out_of(text, sizeof text);
        for (int i = 0; i < n; i++)
            bytes[i] = (uint8_t)ff_rng_next(&rng);
        base_put_base64url(&out, bytes, (size_t)n);
        CHECK_EQ(out.length, (n * 4 + 2) / 3);
        CHECK_EQ(base_base64url_read(text, out.length, again, sizeof again), n);
        CHECK(memcmp(bytes, again, (size_t)n) == 0);
        CHECK(n == 0 || base_base64url_read(text, out.length, again, (size_t)n - 1) == -1);
    }
    uint8_t bytes[8];
    static const char *const wrong[] = {"A", "AB+", "AB/D", "AB D", "AB=D", "=", "AAAAA", "AB", "A\0AA"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_EQ(base_base64url_read(wrong[i], i == 8 ? 4 : strlen(wrong[i]), bytes, sizeof bytes), -1);
    CHECK_EQ(base_base64url_read("_-8=", 4, bytes, sizeof bytes), 2);
    CHECK_EQ(base_base64url_read("_w==", 4, bytes, sizeof bytes), 1);
    CHECK_EQ(bytes[0], 0xff);
}

static bool is_public(const char *text)
{
    struct sockaddr_in in = {.sin_family = AF_INET};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &in.sin_addr) == 1)
        return public_address_is_public((struct sockaddr *)&in);
    CHECK(inet_pton(AF_INET6, text, &in6.sin6_addr) == 1);
    return public_address_is_public((struct sockaddr *)&in6);
}

static void only_public_addresses(void)
{
    static const char *const open[] = {"1.1.1.1",        "8.8.8.8",         "100.63.255.255", "100.128.0.0",
                                       "172.15.255.255", "172.32.0.0",      "192.0.1.0",      "198.17.255.255",
                                       "198.20.0.0",     "223.255.255.255", "9.255.255.255",  "2606:4700::1",
                                       "2a00:1450::1",   "2002:808:808::1"};
    static const char *const closed[] = {"0.0.0.0",
                                         "0.1.2.3",
                                         "10.0.0.1",
                                         "10.255.255.255",
                                         "100.64.0.1",
                                         "100.127.255.255",
                                         "127.0.0.1",
                                         "127.255.255.255",
                                         "169.254.169.254",
                                         "172.16.0.1",
                                         "172.31.255.255",
                                         "192.0.0.8",
                                         "192.0.2.1",
                                         "192.168.0.1",
                                         "198.18.0.1",
                                         "198.51.100.1",
                                         "203.0.113.9",
                                         "224.0.0.1",
                                         "239.1.1.1",
                                         "240.0.0.1",
                                         "255.255.255.255",
                                         "::",
                                         "::1",
                                         "::ffff:127.0.0.1",
                                         "::ffff:8.8.8.8",
                                         "64:ff9b::7f00:1",
                                         "64:ff9b:1::1",
                                         "fc00::1",
                                         "fd12::1",
                                         "fe80::1",
                                         "ff02::1",
                                         "2001::1",
                                         "2001:db8::1",
                                         "2002:7f00:1::",
                                         "2002:a00:1::1",
                                         "2002:c0a8:101::",
                                         "100::1",
                                         "3fff:fff::1",
                                         "fec0::1"};
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (!CHECK(is_public(open[i])))
            printf("  %s\n", open[i]);
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        if (!CHECK(!is_public(closed[i])))
            printf("  %s\n", closed[i]);
    struct sockaddr other = {.sa_family = AF_UNIX};
    CHECK(!public_address_is_public(&other));
}

int main(void)
{
    TEST("the example of RFC 8291, byte for byte", the_example_of_rfc_8291);
    TEST("a message that is too long and keys off the curve are refused", limits_and_wrong_keys);
    TEST("a VAPID token is signed by the server's key", tokens_verify);
    TEST("base64url round-trips and has one spelling", base64_round_trips);
    TEST("webhooks reach public addresses only", only_public_addresses);
    return test_end();
}
