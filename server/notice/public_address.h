/* public_address.h - distinguishes public addresses from those inside a network, so that nobody can make the server
 * send requests to its neighbours. */
#pragma once

#include <stdbool.h>

struct sockaddr;

/* Returns whether an address is public: not loopback, private, shared, link-local, multicast, reserved or for
 * documentation, and not an IPv6 address that embeds such an IPv4 address. Families other than IP are not public. */
bool public_address(const struct sockaddr *address);
