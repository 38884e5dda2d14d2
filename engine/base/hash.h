/* hash.h - FNV-1a with 64 bits, for checksums and hash tables; not for secrets. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define BASE_HASH_START UINT64_C(0xcbf29ce484222325)

/* Returns the hash after a word as one unit, which is faster but not the same as its bytes. */
static inline uint64_t base_hash_word(uint64_t hash, uint64_t word) { return (hash ^ word) * UINT64_C(0x100000001b3); }

/* Returns the hash after n more bytes. Each step is a bijection, so a single changed byte always changes the hash. */
static inline uint64_t base_hash(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *byte = (const unsigned char *)bytes;
    for (size_t i = 0; i < n; i++)
        hash = base_hash_word(hash, byte[i]);
    return hash;
}
