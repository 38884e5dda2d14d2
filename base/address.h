/* address.h - internet addresses as text: 192.0.2.7 and 2001:db8::7.
 *
 * Both kinds are 16 bytes; one of IPv4 is ::ffff:192.0.2.7 (RFC 4291 2.5.5.2), so that whoever comes over either kind
 * of socket has one address. */
#ifndef BASE_ADDRESS_H
#define BASE_ADDRESS_H

#include "out.h"

enum { BASE_ADDRESS_BYTES = 16, BASE_ADDRESS_SIZE = sizeof "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff" };

struct base_address {
    uint8_t byte[BASE_ADDRESS_BYTES];
};

/* Exactly what inet_pton takes of either kind: no zone, no port, no number with a zero before it. Else false, and
 * *address is untouched. */
bool base_address_read(const char *text, struct base_address *address);
bool base_address_is_four(const struct base_address *address);
/* The shortest way (RFC 5952); the bytes of IPv4 with dots. */
void base_put_address(struct base_out *out, const struct base_address *address);

#endif
