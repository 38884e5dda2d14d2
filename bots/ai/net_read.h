/* net_read.h - reads a network from bytes and evaluates views, for programs that need nothing else from net.h. */
#ifndef AI_NET_READ_H
#define AI_NET_READ_H

#include "engine/core/ff.h"

struct net;

/* Size of a struct net in bytes. The caller's block must be aligned as malloc aligns. */
extern const size_t net_size;

/* Reads the bytes of a weights file such as weights/default.net. Returns NULL, or an error message; then *net is
 * unusable. */
const char *net_read(const uint8_t *bytes, size_t size, struct net *net);

enum { NET_CHANCE_ONE = 10000 }; /* chances are in hundredths of a percent */

/* Evaluates a view: gives each seat's chance to win, by seat number. The chances add up to NET_CHANCE_ONE. */
void net_evaluate(const struct net *net, const struct ff_edition *edition, const struct ff_view *view,
                  uint16_t chance[FF_PLAYERS_MAX]);

#endif
