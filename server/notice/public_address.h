/* public_address.h - tells the internet's addresses from those inside a network, so that nobody makes the server send
 * requests to its neighbours. */
#pragma once

#include <stdbool.h>

struct sockaddr;

/* Returns whether an address is reachable for everybody: not loopback, private, shared, link-local, multicast, reserved
 * or documentation, and not an IPv6 address that embeds such an IPv4 address. Other families than IP are not public. */
bool public_address(const struct sockaddr *address);
