/* blake2b.h - BLAKE2b with a digest of 32 bytes (RFC 7693, unkeyed), as printed by `b2sum -l 256`.
 *
 * Players must be able to check a deal in the browser, whose module has no imports, and by hand, so the hash of the
 * fair deal (fair.h) is implemented here. The tests compare it with libsodium's digest. */
#ifndef BASE_BLAKE2B_H
#define BASE_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

enum { BASE_BLAKE2B_BYTES = 32 };

void base_blake2b(const void *text, size_t n, uint8_t digest[BASE_BLAKE2B_BYTES]);

#endif
