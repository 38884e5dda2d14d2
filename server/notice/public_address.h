/* public_address.h - tells public network addresses from private ones, so that nobody can make the server send requests
 * to machines in its own network. */
#pragma once

#include <stdbool.h>

struct sockaddr;

/* Returns whether an address is public. It is not if it is loopback, private, shared, link-local, multicast, reserved,
 * for documentation, an IPv6 address that embeds such an IPv4 address, or of a family other than IP. */
bool public_address_is_public(const struct sockaddr *address);
