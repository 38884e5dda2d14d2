/* webauthn.h - verifies passkeys (Web Authentication, level 2). No CBOR parser is needed, because browsers provide the
 * public key in DER (getPublicKey), and the authenticator data has a fixed layout. Attestation is not checked, so any
 * authenticator is accepted.
 *
 * The caller makes a new challenge for each request, and stores the key and the counter. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WEBAUTHN_CHALLENGE = 32,
    WEBAUTHN_CREDENTIAL_MAX = 255, /* bytes of a credential's id */
    WEBAUTHN_KEY_MAX = 160,        /* bytes of a SubjectPublicKeyInfo: 91 for P-256, 44 for Ed25519 */
    WEBAUTHN_CLIENT_DATA_MAX = 2000,
};

/* The request that a browser's answer must match. */
struct webauthn_expected {
    bool registering; /* true for registration, false for signing in */
    uint8_t challenge[WEBAUTHN_CHALLENGE];
    const char *origin; /* such as "https://host:port" */
    const char *host;   /* the RP id, which is the origin's host without the port */
};

struct webauthn_bytes {
    const uint8_t *at;
    size_t n;
};

/* Checks the registration of a passkey. Returns NULL if a verified user made it for this challenge, origin and host,
 * and otherwise what is wrong. `key` must be an ES256 or EdDSA key. `credential` must be the id in the authenticator
 * data. Sets *counter to the passkey's first value. */
const char *webauthn_check_registration(const struct webauthn_expected *expected, struct webauthn_bytes client_data,
                                        struct webauthn_bytes authenticator_data, struct webauthn_bytes credential,
                                        struct webauthn_bytes key, uint32_t *counter);

/* Checks a sign-in. Returns NULL if the holder of `key` signed this challenge, and otherwise what is wrong. *counter is
 * the stored value and is set to the new one. A counter that has not increased reveals a cloned authenticator. */
const char *webauthn_check_sign_in(const struct webauthn_expected *expected, struct webauthn_bytes client_data,
                                   struct webauthn_bytes authenticator_data, struct webauthn_bytes signature,
                                   struct webauthn_bytes key, uint32_t *counter);
