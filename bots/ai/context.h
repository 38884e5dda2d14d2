/* context.h - the arguments that every evaluation by the network needs, and an integer square root. */
#pragma once

#include "engine/core/ff.h"

struct net;

struct ai_context {
    const struct ff_edition *edition;
    const struct net *net;
    struct ff_rng *rng; /* deals the cards that an option would draw */
};

/* Returns the integer part of the square root; the square is below 2^62. */
static inline int64_t ai_isqrt(int64_t square)
{
    int64_t root = 0;
    for (int64_t bit = (int64_t)1 << 30; bit; bit >>= 1)
        root += (root + bit) * (root + bit) <= square ? bit : 0;
    return root;
}
