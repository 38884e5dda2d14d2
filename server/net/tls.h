/* tls.h - TLS by OpenSSL, between bytes of a socket and bytes of HTTP; no I/O of its own. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct tls_keys; /* a certificate and its key */
struct tls;      /* one connection */

/* Loads a certificate and its key. Returns NULL if they cannot be used; `fault` says why. */
struct tls_keys *tls_keys_new(const char *certificate, const char *key, char *fault, size_t size);
/* Frees the keys. Existing connections keep working. */
void tls_keys_free(struct tls_keys *keys);

/* Creates the server's side of a connection; NULL if out of memory. */
struct tls *tls_new(struct tls_keys *keys);
void tls_free(struct tls *tls);

/* Adds all bytes that came from the socket. Returns false if out of memory. */
bool tls_feed(struct tls *tls, const char *bytes, size_t n);
/* Decrypts the next record. Returns the bytes read, 0 if there are none yet, or -1 if the other side has closed or
 * broken the protocol. */
int tls_read(struct tls *tls, char *bytes, size_t size);
/* Returns whether tls_read has input to work on. */
bool tls_has_bytes(const struct tls *tls);
/* Returns whether the handshake is over. */
bool tls_is_open(const struct tls *tls);
/* Encrypts bytes to send, after the handshake. Returns false if the connection is broken. */
bool tls_write(struct tls *tls, const char *bytes, size_t n);
/* Sends close_notify: nothing follows. */
void tls_close(struct tls *tls);
/* Takes bytes that must be sent to the socket, including those of the handshake. Returns their number; 0 if there are
 * none. */
size_t tls_output(struct tls *tls, char *bytes, size_t size);
