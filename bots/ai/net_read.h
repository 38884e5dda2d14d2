/* net_read.h - reads a network from bytes and evaluates views with it, for programs that need nothing else of net.h. */
#ifndef AI_NET_READ_H
#define AI_NET_READ_H

#include "engine/core/ff.h"

struct net;

/* The bytes that a `struct net` takes, aligned as malloc does. */
extern const size_t net_size;

/* Reads weights, such as weights/default.net. Returns NULL, or the fault in the bytes; then *net is not usable. */
const char *net_read(const uint8_t *bytes, size_t size, struct net *net);

enum { NET_CHANCE_ONE = 10000 }; /* chances are in hundredths of a percent */

/* Evaluates a view: the chance of each seat, by seat number. They add up to NET_CHANCE_ONE. */
void net_evaluate(const struct net *net, const struct ff_edition *edition, const struct ff_view *view,
                  uint16_t chance[FF_PLAYERS_MAX]);

#endif
