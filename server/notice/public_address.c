/* public_address.c - tests addresses against the special ranges in the IANA registries (RFC 6890 and its updates); see
 * public_address.h. */
#include "server/notice/public_address.h"

#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

struct range4 {
    uint32_t first;
    int bits;
};

static const struct range4 special4[] = {
    {0x00000000, 8},  /* this network */
    {0x0a000000, 8},  /* private */
    {0x64400000, 10}, /* shared by providers */
    {0x7f000000, 8},  /* loopback */
    {0xa9fe0000, 16}, /* link-local, cloud metadata */
    {0xac100000, 12}, /* private */
    {0xc0000000, 24}, /* protocol assignments */
    {0xc0000200, 24}, /* documentation */
    {0xc01fc400, 24}, /* AS112 */
    {0xc034c100, 24}, /* AMT */
    {0xc0586300, 24}, /* 6to4 relays */
    {0xc0a80000, 16}, /* private */
    {0xc0af3000, 24}, /* AS112 */
    {0xc6120000, 15}, /* benchmarks */
    {0xc6336400, 24}, /* documentation */
    {0xcb007100, 24}, /* documentation */
    {0xe0000000, 4},  /* multicast */
    {0xf0000000, 4},  /* reserved, broadcast */
};

static bool public4(uint32_t address)
{
    for (unsigned i = 0; i < sizeof special4 / sizeof *special4; i++)
        if (((address ^ special4[i].first) >> (32 - special4[i].bits)) == 0)
            return false;
    return true;
}

static uint32_t read4(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Returns whether an IPv6 address is public. Only 2000::/3 has public addresses. Within it, 2001::/23 is for protocols
 * such as Teredo, 2001:db8::/32 and 3fff::/20 are for documentation, and 2002::/16 (6to4) embeds an IPv4 address. All
 * other special ranges are outside 2000::/3, such as ::1, fc00::/7, fe80::/10, ff00::/8, ::ffff:0:0/96 (mapped) and
 * 64:ff9b::/96 (NAT64). */
static bool public6(const uint8_t a[16])
{
    if ((a[0] & 0xe0) != 0x20)
        return false;
    if (a[0] == 0x20 && a[1] == 0x01 && (a[2] < 2 || (a[2] == 0x0d && a[3] == 0xb8)))
        return false;
    if (a[0] == 0x20 && a[1] == 0x02)
        return public4(read4(a + 2));
    return !(a[0] == 0x3f && a[1] == 0xff && a[2] < 0x10);
}

bool public_address_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, address, sizeof in);
        return public4(ntohl(in.sin_addr.s_addr));
    }
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 in;
        memcpy(&in, address, sizeof in);
        return public6(in.sin6_addr.s6_addr);
    }
    return false;
}
