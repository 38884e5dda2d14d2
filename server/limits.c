/* limits.c - allowances and addresses; see limits.h. */
#include "limits.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

const struct limits_config limits_default = {
    .connections = 20000,
    .address_connections = 200,
    .messages_s = 20,
    .messages_n = 60,
    .talk_s = 2,
    .talk_n = 20,
    .guests_h = 300,
    .guests_n = 100,
    .tables_h = 200,
    .tables_n = 60,
    .guest_tables = 40,
    .requests_s = 20,
    .requests_n = 100,
};

bool allowance_take(struct allowance *allowance, int64_t now_ms, int64_t per_ms, uint32_t saved)
{
    int64_t full = now_ms - per_ms * saved;
    int64_t at = !allowance->at_ms || allowance->at_ms < full ? full : allowance->at_ms;
    if (at + per_ms > now_ms)
        return false;
    allowance->at_ms = at + per_ms;
    return true;
}

/* -------------------------------------------------------------------------------------------------------- addresses */

enum { SLOTS = 4096, FORGET_MS = 3600 * 1000 };

struct addresses {
    struct address *slots[SLOTS];
};

struct addresses *addresses_new(void) { return calloc(1, sizeof(struct addresses)); }

void addresses_free(struct addresses *addresses)
{
    for (int i = 0; addresses && i < SLOTS; i++)
        for (struct address *address = addresses->slots[i], *next; address; address = next) {
            next = address->next;
            free(address);
        }
    free(addresses);
}

/* Whoever has an IPv6 address has a whole network of them. IPv4 in IPv6 is IPv4. */
static void canonical(const char *text, char address[ADDRESS_SIZE])
{
    struct in6_addr bytes;
    strncpy(address, text, ADDRESS_SIZE - 1);
    address[ADDRESS_SIZE - 1] = '\0';
    if (inet_pton(AF_INET6, address, &bytes) != 1)
        return;
    if (IN6_IS_ADDR_V4MAPPED(&bytes)) {
        inet_ntop(AF_INET, bytes.s6_addr + 12, address, ADDRESS_SIZE);
        return;
    }
    memset(bytes.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &bytes, address, ADDRESS_SIZE);
}

struct address *addresses_find(struct addresses *addresses, const char *text, int64_t now_ms)
{
    char wanted[ADDRESS_SIZE];
    unsigned hash = 2166136261u;
    canonical(text, wanted);
    for (const char *c = wanted; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    struct address **slot = &addresses->slots[hash % SLOTS], *address = *slot;
    while (address && strcmp(address->text, wanted) != 0)
        address = address->next;
    if (!address) {
        address = calloc(1, sizeof *address);
        if (!address)
            return NULL;
        memcpy(address->text, wanted, sizeof wanted);
        address->next = *slot;
        *slot = address;
    }
    address->used_ms = now_ms;
    return address;
}

void addresses_sweep(struct addresses *addresses, int64_t now_ms)
{
    for (int i = 0; i < SLOTS; i++)
        for (struct address **link = &addresses->slots[i], *address; (address = *link);)
            if (!address->connections && address->used_ms + FORGET_MS < now_ms) {
                *link = address->next;
                free(address);
            } else {
                link = &address->next;
            }
}
