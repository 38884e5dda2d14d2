/* simd_lanes.h - eight 16-bit numbers in a vector register, for x86-64-v2, the browser's SIMD, and plain C.
 *
 * The compiler's own vector operators provide sums, products and masks. This file adds other operations, as machine
 * instructions where available. All variants give the same result. */
#pragma once

#include <stdint.h>
#include <string.h>

typedef uint16_t lanes __attribute__((vector_size(16))); /* unsigned, so that sums wrap at 16 bits */
typedef int32_t lanes_wide __attribute__((vector_size(16)));

enum { LANES = 8 };

static inline lanes lanes_fill(unsigned value) { return (lanes){0} + (uint16_t)value; }

static inline lanes lanes_load(const void *from)
{
    lanes to;
    memcpy(&to, from, sizeof to);
    return to;
}

static inline void lanes_store(lanes from, void *to) { memcpy(to, &from, sizeof from); }

/* Converts eight bytes to lanes. */
static inline lanes lanes_widen(uint64_t bytes)
{
    typedef uint8_t half __attribute__((vector_size(8)));
    half from;
    memcpy(&from, &bytes, sizeof from);
    return __builtin_convertvector(from, lanes);
}

/* Converts lanes below 256 to eight bytes. */
static inline uint64_t lanes_narrow(lanes from)
{
    typedef uint8_t half __attribute__((vector_size(8)));
    half to = __builtin_convertvector(from, half);
    uint64_t bytes;
    memcpy(&bytes, &to, sizeof bytes);
    return bytes;
}

/* Returns `yes` in the lanes in which the mask is all ones, `no` in the lanes in which it is 0. */
static inline lanes lanes_choose(lanes mask, lanes yes, lanes no) { return (mask & yes) | (~mask & no); }

/* Returns a mask of the lanes with a > b. Both must be below 32768, so that one signed instruction suffices. */
static inline lanes lanes_greater(lanes a, lanes b)
{
    typedef int16_t with_sign __attribute__((vector_size(16)));
    return (lanes)((with_sign)a > (with_sign)b);
}

/* Operations with a version for each machine:
 *
 *     lanes_min, lanes_max  the smaller and the larger number of each lane
 *     lanes_shuffle         byte at[i] of `bytes` for each byte i; at[i] is below 16, or 128 for a zero
 *     lanes_dot             signed products, summed over pairs of neighbours; the sums must be below 2^31
 *     lanes_pack            32 bits to 16, clamped
 *     lanes_differ_mask     a bit for each lane in which a and b differ, then for each in which c and d differ
 *     lanes_max_and_index   the largest number in lane 0, its first lane in lane 1; numbers are below 4096 */
#if defined(__SSE4_1__)
#include <smmintrin.h>

static inline lanes lanes_min(lanes a, lanes b) { return (lanes)_mm_min_epi16((__m128i)a, (__m128i)b); }
static inline lanes lanes_max(lanes a, lanes b) { return (lanes)_mm_max_epi16((__m128i)a, (__m128i)b); }
static inline lanes lanes_shuffle(lanes bytes, lanes at)
{
    return (lanes)_mm_shuffle_epi8((__m128i)bytes, (__m128i)at);
}
static inline lanes_wide lanes_dot(lanes a, lanes b) { return (lanes_wide)_mm_madd_epi16((__m128i)a, (__m128i)b); }
static inline lanes lanes_pack(lanes_wide a, lanes_wide b) { return (lanes)_mm_packs_epi32((__m128i)a, (__m128i)b); }
static inline unsigned lanes_differ_mask(lanes a, lanes b, lanes c, lanes d)
{
    return 0xffffu ^ (unsigned)_mm_movemask_epi8(_mm_packs_epi16((__m128i)(a == b), (__m128i)(c == d)));
}
static inline lanes lanes_max_and_index(lanes from)
{
    return (lanes)_mm_minpos_epu16((__m128i)~from) ^ (lanes) { 0xffff };
}

#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>

static inline lanes lanes_min(lanes a, lanes b) { return (lanes)wasm_i16x8_min((v128_t)a, (v128_t)b); }
static inline lanes lanes_max(lanes a, lanes b) { return (lanes)wasm_i16x8_max((v128_t)a, (v128_t)b); }
static inline lanes lanes_shuffle(lanes bytes, lanes at)
{
    return (lanes)wasm_i8x16_swizzle((v128_t)bytes, (v128_t)at);
}
static inline lanes_wide lanes_dot(lanes a, lanes b) { return (lanes_wide)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b); }
static inline lanes lanes_pack(lanes_wide a, lanes_wide b)
{
    return (lanes)wasm_i16x8_narrow_i32x4((v128_t)a, (v128_t)b);
}
static inline unsigned lanes_differ_mask(lanes a, lanes b, lanes c, lanes d)
{
    return (unsigned)wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8((v128_t)(a != b), (v128_t)(c != d)));
}

#else

static inline lanes lanes_min(lanes a, lanes b) { return lanes_choose(lanes_greater(a, b), b, a); }
static inline lanes lanes_max(lanes a, lanes b) { return lanes_choose(lanes_greater(a, b), a, b); }
static inline lanes lanes_shuffle(lanes bytes, lanes at)
{
    uint8_t from[16], places[16], to[16];
    lanes_store(bytes, from);
    lanes_store(at, places);
    for (int i = 0; i < 16; i++)
        to[i] = places[i] < 16 ? from[places[i]] : 0;
    return lanes_load(to);
}
static inline lanes_wide lanes_dot(lanes a, lanes b)
{
    lanes_wide sums = {0};
    for (int i = 0; i < LANES; i++)
        sums[i / 2] += (int16_t)a[i] * (int16_t)b[i];
    return sums;
}
static inline lanes lanes_pack(lanes_wide a, lanes_wide b)
{
    lanes packed;
    for (int i = 0; i < LANES; i++) {
        int32_t value = i < LANES / 2 ? a[i] : b[i - LANES / 2];
        packed[i] = (uint16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
    }
    return packed;
}
static inline unsigned lanes_differ_mask(lanes a, lanes b, lanes c, lanes d)
{
    unsigned bits = 0;
    for (int i = 0; i < LANES; i++)
        bits |= (unsigned)(a[i] != b[i]) << i | (unsigned)(c[i] != d[i]) << (LANES + i);
    return bits;
}

#endif

/* Copies lane n to every lane. */
static inline lanes lanes_broadcast(lanes from, unsigned n)
{
    return lanes_shuffle(from, lanes_fill(0x0100 + 0x0202 * n));
}

/* Copies byte at[i] to lane i. */
static inline lanes lanes_lookup_bytes(lanes bytes, lanes at) { return lanes_shuffle(bytes, at | 0x8000); }

/* Copies lane at[i] to lane i. */
static inline lanes lanes_permute(lanes from, lanes at) { return lanes_shuffle(from, at * 0x0202 + 0x0100); }

#if !defined(__SSE4_1__)
static inline lanes lanes_max_and_index(lanes from)
{
    lanes key = from * LANES + (lanes){7, 6, 5, 4, 3, 2, 1, 0};
    key = lanes_max(key, lanes_permute(key, (lanes){4, 5, 6, 7, 4, 5, 6, 7}));
    key = lanes_max(key, lanes_permute(key, (lanes){2, 3, 2, 3, 2, 3, 2, 3}));
    uint16_t top = key[0] > key[1] ? key[0] : key[1];
    return (lanes){top / LANES, LANES - 1 - top % LANES};
}
#endif

/* Operate on rows, which are as long as the machine's vectors, in memory that is aligned like lanes. Numbers may use
 * all 16 bits. */
#if defined(__AVX2__)
#include <immintrin.h>

typedef uint16_t lanes_row __attribute__((vector_size(32), aligned(16), may_alias));
typedef int32_t lanes_row_wide __attribute__((vector_size(32), aligned(16), may_alias));
static inline lanes_row_wide lanes_row_dot(lanes_row a, lanes_row b)
{
    return (lanes_row_wide)_mm256_madd_epi16((__m256i)a, (__m256i)b);
}

#else

typedef uint16_t lanes_row __attribute__((vector_size(16), may_alias));
typedef int32_t lanes_row_wide __attribute__((vector_size(16), may_alias));
static inline lanes_row_wide lanes_row_dot(lanes_row a, lanes_row b) { return lanes_dot(a, b); }

#endif
