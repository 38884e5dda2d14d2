/* rng.c - a small fast generator: splitmix64 (Steele, Lea and Flood 2014), and Lemire's unbiased range. */
#include "ff.h"

FF_FN struct ff_rng ff_rng_of(uint64_t seed)
{
    struct ff_rng rng = {seed};
    rng.state = ff_rng_next(&rng); /* without this step, neighbouring seeds would give shifted copies of one stream */
    return rng;
}

FF_FN uint64_t ff_rng_next(struct ff_rng *rng)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

FF_FN uint32_t ff_rng_below(struct ff_rng *rng, uint32_t n)
{
    uint64_t product = (ff_rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n)
        for (uint32_t unfair = (0u - n) % n; (uint32_t)product < unfair;)
            product = (ff_rng_next(rng) >> 32) * n;
    return (uint32_t)(product >> 32);
}

FF_FN void ff_shuffle(struct ff_rng *rng, uint8_t *items, int n)
{
    for (int left = n; left > 1; left--) {
        uint32_t pick = ff_rng_below(rng, (uint32_t)left);
        uint8_t item = items[left - 1];
        items[left - 1] = items[pick];
        items[pick] = item;
    }
}
