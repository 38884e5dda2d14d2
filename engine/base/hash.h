/* hash.h - 64-bit FNV-1a, for checksums and hash tables. It is not a cryptographic hash. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define BASE_HASH_START UINT64_C(0xcbf29ce484222325)

/* Mixes a 64-bit word into the hash in one step. This is faster than base_hash of its 8 bytes and gives a different
 * hash. */
static inline uint64_t base_hash_word(uint64_t hash, uint64_t word) { return (hash ^ word) * UINT64_C(0x100000001b3); }

/* Mixes n more bytes into the hash. Each step is a bijection, so a single changed byte always changes the hash. */
static inline uint64_t base_hash(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *byte = (const unsigned char *)bytes;
    for (size_t i = 0; i < n; i++)
        hash = base_hash_word(hash, byte[i]);
    return hash;
}
