/* net_read.h - reads a network from bytes, for programs that only pass it to a bot. */
#ifndef AI_NET_READ_H
#define AI_NET_READ_H

#include <stddef.h>
#include <stdint.h>

struct net;

/* The bytes that a `struct net` takes, aligned as malloc does. */
extern const size_t net_size;

/* Reads weights, such as weights/default.net. NULL, or what is wrong with the bytes; then *net is not usable. */
const char *net_read(const uint8_t *bytes, size_t size, struct net *net);

#endif
