/* net_layers.h - the network's layers from features to scores. Private to net.c and its tests.
 *
 * net_layers.c is compiled for every machine and again for AVX2; both give the same numbers, and net.c uses the faster
 * one that the machine can run. */
#pragma once

#include "net.h"

struct net_layers {
    void (*sums_of)(const struct net *net, const struct features *features, struct net_accumulator *sums);
    void (*sums_change)(const struct net *net, const struct features *from, const struct net_accumulator *from_sums,
                        const struct features *to, struct net_accumulator *to_sums);
    void (*scores_of)(const struct net_head *head, const struct net_accumulator *sums, int32_t score[NET_SCORES]);
};

extern const struct net_layers net_layers_plain;
extern const struct net_layers net_layers_avx2; /* exists if FF_AVX2 is defined; runs only on machines with AVX2 */
