/* blake2b.c - see blake2b.h. The names are those of RFC 7693. */
#include "blake2b.h"

#include <string.h>

enum { BLOCK = 128, WORDS = 16, ROUNDS = 12 };

static const uint64_t iv[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

static const uint8_t sigma[10][WORDS] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t rotated(uint64_t x, int n) { return x >> n | x << (64 - n); }

/* Mixes column i of the matrix v (diagonal 0) or the diagonal that begins at the top of column i (diagonal 1). */
static void mix(uint64_t v[WORDS], int i, int diagonal, uint64_t x, uint64_t y)
{
    int a = i, b = 4 + (i + diagonal) % 4, c = 8 + (i + 2 * diagonal) % 4, d = 12 + (i + 3 * diagonal) % 4;
    v[a] += v[b] + x;
    v[d] = rotated(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotated(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotated(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotated(v[b] ^ v[c], 63);
}

static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--)
        word = word << 8 | bytes[i];
    return word;
}

/* Compresses one block into the state h. `total` counts all bytes so far, including this block. */
static void compress(uint64_t h[8], const uint8_t block[BLOCK], uint64_t total, int last)
{
    uint64_t v[WORDS], m[WORDS];
    memcpy(v, h, 8 * sizeof *v);
    memcpy(v + 8, iv, 8 * sizeof *v);
    v[12] ^= total;
    if (last)
        v[14] = ~v[14];
    for (int i = 0; i < WORDS; i++)
        m[i] = word_at(block + 8 * i);
    for (int round = 0; round < ROUNDS; round++) {
        const uint8_t *s = sigma[round % 10];
        for (int i = 0; i < 8; i++)
            mix(v, i % 4, i / 4, m[s[2 * i]], m[s[2 * i + 1]]);
    }
    for (int i = 0; i < 8; i++)
        h[i] ^= v[i] ^ v[i + 8];
}

void base_blake2b(const void *text, size_t n, uint8_t digest[BASE_BLAKE2B_BYTES])
{
    const uint8_t *bytes = (const uint8_t *)text;
    uint8_t block[BLOCK] = {0};
    uint64_t h[8];
    size_t at = 0;
    memcpy(h, iv, sizeof h);
    h[0] ^= 0x01010000 ^ BASE_BLAKE2B_BYTES; /* one lane, no key */
    for (; n - at > BLOCK; at += BLOCK)      /* a full last block is not compressed here */
        compress(h, bytes + at, at + BLOCK, 0);
    if (n > at)
        memcpy(block, bytes + at, n - at);
    compress(h, block, n, 1);
    for (int i = 0; i < BASE_BLAKE2B_BYTES; i++)
        digest[i] = (uint8_t)(h[i / 8] >> (8 * (i % 8)));
}
