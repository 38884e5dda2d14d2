/* webauthn.h - verifies passkeys (Web Authentication, level 2) without CBOR: the browser hands over the public key in
 * DER (getPublicKey) and authenticator data, whose members have fixed places. No attestation: any authenticator is
 * welcome.
 *
 * The caller makes the challenge, uses it once, and stores key and counter. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WEBAUTHN_CHALLENGE = 32,
    WEBAUTHN_CREDENTIAL_MAX = 255, /* bytes of a credential's id */
    WEBAUTHN_KEY_MAX = 160,        /* bytes of a SubjectPublicKeyInfo: P-256 has 91, Ed25519 44 */
    WEBAUTHN_CLIENT_DATA_MAX = 2000,
};

/* Who asks, and what for. */
struct webauthn_expected {
    bool registering; /* else signing in */
    uint8_t challenge[WEBAUTHN_CHALLENGE];
    const char *origin; /* "https://host[:port]" */
    const char *host;   /* the RP id: the origin's host without a port */
};

struct webauthn_bytes {
    const uint8_t *at;
    size_t n;
};

/* Returns NULL if a verified user made a new passkey for this challenge, origin and host; otherwise the fault. `key`
 * must be an ES256 or EdDSA key, `credential` the id in the authenticator data. *counter gets its first value. */
const char *webauthn_check_registration(const struct webauthn_expected *expected, struct webauthn_bytes client_data,
                                        struct webauthn_bytes authenticator_data, struct webauthn_bytes credential,
                                        struct webauthn_bytes key, uint32_t *counter);

/* Returns NULL if the holder of `key` signed this challenge; otherwise the fault. *counter is the stored value and
 * becomes the new one; a counter that does not grow means a cloned authenticator. */
const char *webauthn_check_sign_in(const struct webauthn_expected *expected, struct webauthn_bytes client_data,
                                   struct webauthn_bytes authenticator_data, struct webauthn_bytes signature,
                                   struct webauthn_bytes key, uint32_t *counter);
