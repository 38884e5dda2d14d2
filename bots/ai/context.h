/* context.h - arguments that every evaluation with the network needs, and an integer square root. */
#pragma once

#include "engine/core/ff.h"

struct net;

struct ai_context {
    const struct ff_edition *edition;
    const struct net *net;
    struct ff_rng *rng; /* draws the hidden cards that an option would reveal */
};

/* Returns the integer square root, rounded down, of a number below 2^62. */
static inline int64_t ai_isqrt(int64_t square)
{
    int64_t root = 0;
    for (int64_t bit = (int64_t)1 << 30; bit; bit >>= 1)
        root += (root + bit) * (root + bit) <= square ? bit : 0;
    return root;
}
