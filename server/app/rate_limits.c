/* rate_limits.c - allowances and addresses; see rate_limits.h. */
#include "rate_limits.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/out.h"

const struct rate_limits rate_limits_default = {
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
    .work_s = 5000, /* a twentieth of a processor's core */
    .work_n = 50000,
};

const struct retention_policy retention_policy_default = {
    .open_d = 14,
    .unfinished_d = 90,
    .chat_d = 30,
    .games_d = 1095,
    .guests_d = 90,
};

/* Returns when the bucket is empty: it holds no more than `saved`. */
static int64_t level(const struct token_bucket *allowance, int64_t now_ms, int64_t per_us, uint32_t saved)
{
    int64_t full_us = now_ms * 1000 - per_us * saved;
    return !allowance->at_us || allowance->at_us < full_us ? full_us : allowance->at_us;
}

bool token_bucket_take(struct token_bucket *allowance, int64_t now_ms, int64_t per_us, uint32_t saved)
{
    int64_t at_us = level(allowance, now_ms, per_us, saved) + per_us;
    if (at_us > now_ms * 1000)
        return false;
    allowance->at_us = at_us;
    return true;
}

/* -------------------------------------------------------------------------------------------------------- addresses */

enum { SLOTS = 4096, FORGET_MS = 3600 * 1000, LEVELS = 3 };

struct address_table {
    struct address *slots[SLOTS];
    uint32_t n;
};

/* Whether token_bucket_take would take one. */
static bool allowance_has(struct token_bucket allowance, int64_t now_ms, int64_t per_us, uint32_t saved)
{
    return token_bucket_take(&allowance, now_ms, per_us, saved); /* of a copy */
}

static int64_t scaled(int64_t per_us, uint32_t scale) { return per_us >= scale ? per_us / scale : 1; }

bool address_take(struct address *address, enum address_use use, int64_t now_ms, int64_t per_us, uint32_t saved)
{
    for (struct address *at = address; at; at = at->wider)
        if (!allowance_has(at->allowance[use], now_ms, scaled(per_us, at->scale), saved * at->scale))
            return false;
    for (struct address *at = address; at; at = at->wider)
        token_bucket_take(&at->allowance[use], now_ms, scaled(per_us, at->scale), saved * at->scale);
    return true;
}

void address_give_back(struct address *address, enum address_use use, int64_t per_us)
{
    for (struct address *at = address; at; at = at->wider)
        at->allowance[use].at_us -= scaled(per_us, at->scale);
}

void address_spend(struct address *address, enum address_use use, int64_t now_ms, int64_t per_us, uint32_t saved,
                   uint32_t n)
{
    for (struct address *at = address; at; at = at->wider) {
        int64_t one_us = scaled(per_us, at->scale);
        at->allowance[use].at_us = level(&at->allowance[use], now_ms, one_us, saved * at->scale) + n * one_us;
    }
}

bool address_owes(const struct address *address, enum address_use use, int64_t now_ms)
{
    for (const struct address *at = address; at; at = at->wider)
        if (at->allowance[use].at_us > now_ms * 1000)
            return true;
    return false;
}

bool address_hold(struct address *address, enum address_hold what, uint32_t limit)
{
    for (struct address *at = address; at && limit; at = at->wider)
        if (at->held[what] >= limit * at->scale)
            return false;
    for (struct address *at = address; at; at = at->wider)
        at->held[what]++;
    return true;
}

void address_release(struct address *address, enum address_hold what, int64_t now_ms)
{
    for (struct address *at = address; at; at = at->wider) {
        at->held[what]--;
        at->used_ms = now_ms;
    }
}

/* --------------------------------------------------------------------------------------------------------- the list */

struct address_table *address_table_new(void) { return calloc(1, sizeof(struct address_table)); }

void address_table_free(struct address_table *addresses)
{
    for (int i = 0; addresses && i < SLOTS; i++)
        for (struct address *address = addresses->slots[i], *next; address; address = next) {
            next = address->next;
            free(address);
        }
    free(addresses);
}

static const uint8_t four_in_six[ADDRESS_BYTES - sizeof(struct in_addr)] = {[10] = 0xff, [11] = 0xff};

bool address_read(const char *text, uint8_t byte[ADDRESS_BYTES])
{
    if (inet_pton(AF_INET6, text, byte) == 1)
        return true;
    memcpy(byte, four_in_six, sizeof four_in_six);
    return inet_pton(AF_INET, text, byte + sizeof four_in_six) == 1;
}

static bool is_four(const uint8_t byte[ADDRESS_BYTES]) { return memcmp(byte, four_in_six, sizeof four_in_six) == 0; }

/* What it is counted as: level 0 the address or its network of 64 bits, 1 and 2 those of 56 and 48, "" where there is
 * no such level. IPv4 in IPv6 is IPv4. */
static void canonical(const char *text, int level, char address[ADDRESS_SIZE])
{
    struct base_out out = base_out_cut(address, ADDRESS_SIZE); /* what is no address comes as it is */
    static const size_t bytes_n[LEVELS] = {8, 7, 6};
    uint8_t byte[ADDRESS_BYTES];
    char known[INET6_ADDRSTRLEN];
    bool read = address_read(text, byte), six = read && !is_four(byte);
    if (!six && level > 0)
        return;
    if (six)
        memset(byte + bytes_n[level], 0, sizeof byte - bytes_n[level]);
    if (six)
        inet_ntop(AF_INET6, byte, known, sizeof known);
    else if (read)
        inet_ntop(AF_INET, byte + sizeof four_in_six, known, sizeof known);
    base_put(&out, read ? known : text);
    base_put(&out, level == 0 ? "" : level == 1 ? "/56" : "/48");
}

static struct address **slot_of(struct address_table *addresses, const char *text)
{
    return &addresses->slots[base_hash(BASE_HASH_START, text, strlen(text)) % SLOTS];
}

static struct address *find(struct address_table *addresses, const char *text)
{
    struct address *address = *slot_of(addresses, text);
    while (address && strcmp(address->text, text) != 0)
        address = address->next;
    return address;
}

static struct address *add(struct address_table *addresses, const char *text, uint32_t scale, struct address *wider)
{
    struct address **slot = slot_of(addresses, text), *address = calloc(1, sizeof *address);
    if (!address)
        return NULL;
    strcpy(address->text, text);
    address->scale = scale;
    address->wider = wider;
    round_robin_share_begin(&address->share, wider ? &wider->share : NULL);
    if (wider)
        wider->inside++;
    address->next = *slot;
    addresses->n++;
    return *slot = address;
}

struct address *address_table_find(struct address_table *addresses, const char *text, int64_t now_ms)
{
    static const uint32_t scales[LEVELS] = {1, ADDRESS_WIDER, ADDRESS_WIDER * ADDRESS_WIDER};
    struct address *address = NULL;
    for (int level = LEVELS - 1; level >= 0; level--) {
        char wanted[ADDRESS_SIZE];
        canonical(text, level, wanted);
        if (!*wanted && level)
            continue;
        struct address *found = find(addresses, wanted);
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

static bool is_forgotten(const struct address *address, int64_t now_ms)
{
    for (int i = 0; i < ADDRESS_HOLDS; i++)
        if (address->held[i])
            return false;
    return !address->inside && address->used_ms + FORGET_MS < now_ms;
}

void address_table_sweep(struct address_table *addresses, int64_t now_ms)
{
    for (int i = 0; i < SLOTS; i++)
        for (struct address **link = &addresses->slots[i], *address; (address = *link);)
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
