/* tls.h - TLS with OpenSSL, between the bytes of a socket and those of HTTP. Does no I/O. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct tls_keys; /* a certificate and its private key */
struct tls;      /* the TLS state of one connection */

/* Loads a certificate and its private key from files. On failure returns NULL and writes the reason to `fault`. */
struct tls_keys *tls_keys_new(const char *certificate, const char *key, char *fault, size_t size);
/* Frees the keys. Existing connections continue to work. */
void tls_keys_free(struct tls_keys *keys);

/* Creates the TLS state of a server connection. Returns NULL if memory is exhausted. */
struct tls *tls_new(struct tls_keys *keys);
void tls_free(struct tls *tls);

/* Passes bytes from the socket to TLS. Returns false if memory is exhausted. */
bool tls_feed(struct tls *tls, const char *bytes, size_t n);
/* Decrypts the next record and returns its number of bytes. Returns 0 if no record is complete, and -1 if the client
 * has closed the connection or violated the protocol. */
int tls_read(struct tls *tls, char *bytes, size_t size);
/* Returns whether there is input for tls_read. */
bool tls_has_input(const struct tls *tls);
/* Returns whether the handshake is complete. */
bool tls_is_open(const struct tls *tls);
/* Encrypts bytes for sending. The handshake must be complete. Returns false if the connection is broken. */
bool tls_write(struct tls *tls, const char *bytes, size_t n);
/* Sends close_notify, which tells the client that no more data follows. */
void tls_close(struct tls *tls);
/* Takes bytes that must be sent to the socket, including those of the handshake. Returns their number, or 0 if there
 * are none. */
size_t tls_take_output(struct tls *tls, char *bytes, size_t size);
