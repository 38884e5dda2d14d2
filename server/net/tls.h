/* tls.h - TLS by OpenSSL, between bytes of a socket and bytes of HTTP; no I/O of its own. */
#ifndef SERVER_TLS_H
#define SERVER_TLS_H

#include <stdbool.h>
#include <stddef.h>

struct tls_keys; /* a certificate and its key */
struct tls;      /* one connection */

/* NULL: they can't be used; `fault` says why. */
struct tls_keys *tls_keys_new(const char *certificate, const char *key, char *fault, size_t size);
/* Connections that were made with them go on. */
void tls_keys_free(struct tls_keys *keys);

/* The server's side. NULL: out of memory. */
struct tls *tls_new(struct tls_keys *keys);
void tls_free(struct tls *tls);

/* Bytes that came from the socket; all of them are taken. False: out of memory. */
bool tls_feed(struct tls *tls, const char *bytes, size_t n);
/* What the next record means: how many bytes were read, 0: none (yet), -1: the other side is done or is wrong. */
int tls_read(struct tls *tls, char *bytes, size_t size);
/* Returns whether tls_read has bytes to look at. */
bool tls_has_bytes(const struct tls *tls);
/* Returns whether the handshake is over. */
bool tls_is_open(const struct tls *tls);
/* Something to send, which the handshake must have been done for. False: it is broken. */
bool tls_write(struct tls *tls, const char *bytes, size_t n);
/* Says that nothing follows. */
void tls_close(struct tls *tls);
/* Bytes for the socket, those of the handshake included; 0: there are none. */
size_t tls_output(struct tls *tls, char *bytes, size_t size);

#endif
