/* net_layers.h - the network's layers from features to scores. Private to net.c and its tests.
 *
 * net_layers.c is compiled twice, for every machine and for AVX2. Both versions give the same numbers. net.c uses the
 * faster version that the machine supports. */
#pragma once

#include "net.h"

struct net_layers {
    void (*sums_of)(const struct net *net, const struct features *features, struct net_accumulator *sums);
    void (*sums_change)(const struct net *net, const struct features *from, const struct net_accumulator *from_sums,
                        const struct features *to, struct net_accumulator *to_sums);
    void (*scores_of)(const struct net_head *head, const struct net_accumulator *sums, int32_t score[NET_SCORES]);
};

extern const struct net_layers net_layers_plain;
extern const struct net_layers net_layers_avx2; /* exists if FF_AVX2 is defined; requires a machine with AVX2 */
