/* limits.c - allowances and addresses; see limits.h. */
#include "limits.h"

#include <stdlib.h>
#include <string.h>

const struct hall_limits hall_limits_default = {
    .connections = 20000,
    .address_connections = 200,
    .messages_s = 20,
    .messages_n = 60,
    .talk_s = 2,
    .talk_n = 20,
    .address_talk_s = 5,
    .address_talk_n = 100,
    .table_talk_s = 2,
    .table_talk_n = 60,
    .listed = 12,
    .guests_h = 300,
    .guests_n = 100,
    .tables_h = 200,
    .tables_n = 60,
    .guest_tables = 40,
    .requests_s = 20,
    .requests_n = 100,
};

const struct hall_retention hall_retention_default = {
    .open_d = 14,
    .unfinished_d = 90,
    .chat_d = 30,
    .games_d = 1095,
    .guests_d = 90,
};

bool hall_allowance_take(struct hall_allowance *allowance, int64_t now_ms, int64_t per_ms, uint32_t saved)
{
    int64_t full = now_ms - per_ms * saved;
    int64_t at = !allowance->at_ms || allowance->at_ms < full ? full : allowance->at_ms;
    if (at + per_ms > now_ms)
        return false;
    allowance->at_ms = at + per_ms;
    return true;
}

/* -------------------------------------------------------------------------------------------------------- addresses */

enum { SLOTS = 4096, FORGET_MS = 3600 * 1000, LEVELS = 3 };

struct hall_addresses {
    struct hall_address *slots[SLOTS];
    uint32_t n;
};

/* Whether hall_allowance_take would take one. */
static bool allowance_has(struct hall_allowance allowance, int64_t now_ms, int64_t per_ms, uint32_t saved)
{
    return hall_allowance_take(&allowance, now_ms, per_ms, saved); /* of a copy */
}

static int64_t scaled(int64_t per_ms, uint32_t scale) { return per_ms >= scale ? per_ms / scale : 1; }

bool hall_address_take(struct hall_address *address, enum hall_address_use use, int64_t now_ms, int64_t per_ms,
                       uint32_t saved)
{
    for (struct hall_address *at = address; at; at = at->wider)
        if (!allowance_has(at->allowance[use], now_ms, scaled(per_ms, at->scale), saved * at->scale))
            return false;
    for (struct hall_address *at = address; at; at = at->wider)
        hall_allowance_take(&at->allowance[use], now_ms, scaled(per_ms, at->scale), saved * at->scale);
    return true;
}

void hall_address_give_back(struct hall_address *address, enum hall_address_use use, int64_t per_ms)
{
    for (struct hall_address *at = address; at; at = at->wider)
        at->allowance[use].at_ms -= scaled(per_ms, at->scale);
}

bool hall_address_hold(struct hall_address *address, enum hall_address_hold what, uint32_t limit)
{
    for (struct hall_address *at = address; at && limit; at = at->wider)
        if (at->held[what] >= limit * at->scale)
            return false;
    for (struct hall_address *at = address; at; at = at->wider)
        at->held[what]++;
    return true;
}

void hall_address_release(struct hall_address *address, enum hall_address_hold what, int64_t now_ms)
{
    for (struct hall_address *at = address; at; at = at->wider) {
        at->held[what]--;
        at->used_ms = now_ms;
    }
}

/* --------------------------------------------------------------------------------------------------------- the list */

struct hall_addresses *hall_addresses_new(void) { return calloc(1, sizeof(struct hall_addresses)); }

void hall_addresses_free(struct hall_addresses *addresses)
{
    for (int i = 0; addresses && i < SLOTS; i++)
        for (struct hall_address *address = addresses->slots[i], *next; address; address = next) {
            next = address->next;
            free(address);
        }
    free(addresses);
}

/* What it is counted as: level 0 the address or its network of 64 bits, 1 and 2 those of 56 and 48, "" where there is
 * no such level. IPv4 in IPv6 is IPv4. */
static void canonical(const char *text, int level, char address[ADDRESS_SIZE])
{
    struct base_out out = base_out_cut(address, ADDRESS_SIZE); /* what is no address comes as it is */
    static const size_t bytes_n[LEVELS] = {8, 7, 6};
    struct base_address read;
    bool known = base_address_read(text, &read), six = known && !base_address_is_four(&read);
    if (!six && level > 0)
        return;
    if (six)
        memset(read.byte + bytes_n[level], 0, sizeof read.byte - bytes_n[level]);
    if (known)
        base_put_address(&out, &read);
    else
        base_put(&out, text);
    base_put(&out, level == 0 ? "" : level == 1 ? "/56" : "/48");
}

static struct hall_address **slot_of(struct hall_addresses *addresses, const char *text)
{
    unsigned hash = 2166136261u;
    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    return &addresses->slots[hash % SLOTS];
}

static struct hall_address *find(struct hall_addresses *addresses, const char *text)
{
    struct hall_address *address = *slot_of(addresses, text);
    while (address && strcmp(address->text, text) != 0)
        address = address->next;
    return address;
}

static struct hall_address *add(struct hall_addresses *addresses, const char *text, uint32_t scale,
                                struct hall_address *wider)
{
    struct hall_address **slot = slot_of(addresses, text), *address = calloc(1, sizeof *address);
    if (!address)
        return NULL;
    strcpy(address->text, text);
    address->scale = scale;
    address->wider = wider;
    if (wider)
        wider->inside++;
    address->next = *slot;
    addresses->n++;
    return *slot = address;
}

struct hall_address *hall_addresses_find(struct hall_addresses *addresses, const char *text, int64_t now_ms)
{
    static const uint32_t scales[LEVELS] = {1, ADDRESS_WIDER, ADDRESS_WIDER * ADDRESS_WIDER};
    struct hall_address *address = NULL;
    for (int level = LEVELS - 1; level >= 0; level--) {
        char wanted[ADDRESS_SIZE];
        canonical(text, level, wanted);
        if (!*wanted && level)
            continue;
        struct hall_address *found = find(addresses, wanted);
        if (!found && addresses->n >= ADDRESSES_MAX) { /* its network counts, or all that are too many together */
            found = address ? address : find(addresses, "crowd");
            if (!found)
                found = add(addresses, "crowd", scales[LEVELS - 1], NULL);
        } else if (!found) {
            found = add(addresses, wanted, scales[level], address);
        }
        if (!found)
            return NULL;
        address = found;
        address->used_ms = now_ms;
    }
    return address;
}

static bool is_forgotten(const struct hall_address *address, int64_t now_ms)
{
    return !address->inside && !address->held[ADDRESS_SESSIONS] && !address->held[ADDRESS_VISITS] &&
           address->used_ms + FORGET_MS < now_ms;
}

void hall_addresses_sweep(struct hall_addresses *addresses, int64_t now_ms)
{
    for (int i = 0; i < SLOTS; i++)
        for (struct hall_address **link = &addresses->slots[i], *address; (address = *link);)
            if (is_forgotten(address, now_ms)) {
                *link = address->next;
                if (address->wider)
                    address->wider->inside--;
                addresses->n--;
                free(address);
            } else {
                link = &address->next;
            }
}
