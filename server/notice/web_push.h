/* web_push.h - the cryptography of web push: encrypted content (RFC 8291, RFC 8188: aes128gcm) and VAPID (RFC 8292).
 * The functions work in memory only and open no connections. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/out.h"

enum {
    WEB_PUSH_PUBLIC = 65, /* an uncompressed point on P-256 */
    WEB_PUSH_PRIVATE = 32,
    WEB_PUSH_AUTH = 16,
    WEB_PUSH_SALT = 16,
    WEB_PUSH_TEXT_MAX = 2000, /* bytes of a message; every push service accepts 4,096 bytes after encryption */
    WEB_PUSH_BODY_MAX = WEB_PUSH_SALT + 4 + 1 + WEB_PUSH_PUBLIC + WEB_PUSH_TEXT_MAX + 1 + 16,
};

/* A key pair on P-256: the server's own VAPID key, or a key for a single message. */
struct web_push_key {
    uint8_t public_point[WEB_PUSH_PUBLIC];
    uint8_t private_number[WEB_PUSH_PRIVATE];
};

/* A browser's subscription: its public key and a secret that it shares with the server. */
struct web_push_subscription {
    uint8_t public_point[WEB_PUSH_PUBLIC];
    uint8_t auth[WEB_PUSH_AUTH];
};

/* Generates a key pair. Returns false if OpenSSL fails. */
bool web_push_key_generate(struct web_push_key *key);
/* Computes the public key from the private one. Returns false if the private number is not valid for P-256. */
bool web_push_key_from_private(struct web_push_key *key);

/* Encrypts a message for a subscription. `key` and `salt` must be random and never be reused. Returns the length of the
 * body, or 0 if the subscription's key is not on the curve or the text is too long. */
size_t web_push_encrypt(const struct web_push_subscription *to, const struct web_push_key *key,
                        const uint8_t salt[WEB_PUSH_SALT], const void *text, size_t n, uint8_t body[WEB_PUSH_BODY_MAX]);

/* Appends the value of the Authorization header: a token that is signed with the server's key. It names the origin of
 * the endpoint (https://host) and a contact for the push service (a mailto: or https URL). Returns false if OpenSSL
 * fails. */
bool web_push_put_authorization(struct base_out *out, const struct web_push_key *server, const char *origin,
                                const char *contact, int64_t expires_s);
