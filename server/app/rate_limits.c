/* rate_limits.c - token buckets, and the table of network addresses; see rate_limits.h. */
#include "rate_limits.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/out.h"

const struct rate_limits rate_limits_default = {
    .connections = 20000,
    .address_connections = 200,
    .listed_tables = 12,
    .guest_tables = 40,
    .messages = RATE_PER_SECOND(20, 60),
    .talk = RATE_PER_SECOND(2, 20),
    .address_talk = RATE_PER_SECOND(5, 100),
    .table_talk = RATE_PER_SECOND(2, 60),
    .guests = RATE_PER_HOUR(300, 100),
    .tables = RATE_PER_HOUR(200, 60),
    .sign_ins = RATE_PER_HOUR(60, 10),
    .codes = RATE_PER_HOUR(600, 100),
    .work = RATE_PER_SECOND(5000, 50000), /* about a twentieth of a processor core */
};

/* Returns when the bucket was or will be empty. The result is at most one burst in the past, because the bucket cannot
 * hold more tokens. */
static int64_t empty_us(const struct token_bucket *bucket, int64_t now_ms, struct rate rate)
{
    int64_t full_us = now_ms * 1000 - (int64_t)rate.every_us * rate.burst;
    return bucket->empty_us < full_us ? full_us : bucket->empty_us;
}

bool token_bucket_take(struct token_bucket *bucket, int64_t now_ms, const struct rate *rate)
{
    int64_t then_us = empty_us(bucket, now_ms, *rate) + rate->every_us;
    if (!rate->every_us)
        return true;
    if (then_us > now_ms * 1000)
        return false;
    bucket->empty_us = then_us;
    return true;
}

void token_bucket_return(struct token_bucket *bucket, const struct rate *rate) { bucket->empty_us -= rate->every_us; }

/* -------------------------------------------------------------------------------------------------------- addresses */

enum { SLOTS = 4096, FORGET_MS = 3600 * 1000, LEVELS = 3 };

struct address_table {
    struct address *slots[SLOTS];
    uint32_t n;
};

/* Returns the rate that applies to the address, which for a network is a multiple of a single address's rate. */
static struct rate scaled(const struct rate *rate, const struct address *address)
{
    uint32_t scale = address->scale;
    return (struct rate){rate->every_us > scale ? rate->every_us / scale : rate->every_us > 0, rate->burst * scale};
}

bool address_take_token(struct address *address, enum address_use use, int64_t now_ms, const struct rate *rate)
{
    struct rate own;
    for (struct address *at = address; at; at = at->wider) {
        struct token_bucket copy = at->bucket[use];
        own = scaled(rate, at);
        if (!token_bucket_take(&copy, now_ms, &own))
            return false;
    }
    for (struct address *at = address; at; at = at->wider) {
        own = scaled(rate, at);
        token_bucket_take(&at->bucket[use], now_ms, &own);
    }
    return true;
}

void address_return_token(struct address *address, enum address_use use, const struct rate *rate)
{
    for (struct address *at = address; at; at = at->wider) {
        struct rate own = scaled(rate, at);
        token_bucket_return(&at->bucket[use], &own);
    }
}

void address_charge(struct address *address, enum address_use use, int64_t now_ms, const struct rate *rate, uint32_t n)
{
    for (struct address *at = address; at; at = at->wider) {
        struct rate own = scaled(rate, at);
        at->bucket[use].empty_us = empty_us(&at->bucket[use], now_ms, own) + (int64_t)n * own.every_us;
    }
}

bool address_owes(const struct address *address, enum address_use use, int64_t now_ms)
{
    for (const struct address *at = address; at; at = at->wider)
        if (at->bucket[use].empty_us > now_ms * 1000)
            return true;
    return false;
}

bool address_add_held(struct address *address, enum address_held what, uint32_t limit)
{
    for (struct address *at = address; at && limit; at = at->wider)
        if (at->held[what] >= limit * at->scale)
            return false;
    for (struct address *at = address; at; at = at->wider)
        at->held[what]++;
    return true;
}

void address_remove_held(struct address *address, enum address_held what, int64_t now_ms)
{
    for (struct address *at = address; at; at = at->wider) {
        at->held[what]--;
        at->used_ms = now_ms;
    }
}

/* ------------------------------------------------------------------------------------------- the table of addresses */

struct address_table *address_table_new(void) { return calloc(1, sizeof(struct address_table)); }

void address_table_free(struct address_table *table)
{
    for (int i = 0; table && i < SLOTS; i++)
        for (struct address *address = table->slots[i], *next; address; address = next) {
            next = address->next;
            free(address);
        }
    free(table);
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

/* Writes the text under which an address is counted. Level 0 is the IPv4 address or the /64 network, level 1 the /56
 * network, and level 2 the /48 network. For IPv4, levels 1 and 2 are "". An IPv4 address embedded in IPv6 counts as
 * IPv4. Copies texts that are not addresses. */
static void canonical(const char *text, int level, char address[ADDRESS_SIZE])
{
    struct base_out out = base_out_cut(address, ADDRESS_SIZE);
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

static struct address **slot_of(struct address_table *table, const char *text)
{
    return &table->slots[base_hash(BASE_HASH_START, text, strlen(text)) % SLOTS];
}

static struct address *find(struct address_table *table, const char *text)
{
    struct address *address = *slot_of(table, text);
    while (address && strcmp(address->text, text) != 0)
        address = address->next;
    return address;
}

static struct address *add_address(struct address_table *table, const char *text, uint32_t scale, struct address *wider)
{
    struct address **slot = slot_of(table, text), *address = calloc(1, sizeof *address);
    if (!address)
        return NULL;
    strcpy(address->text, text);
    address->scale = scale;
    address->wider = wider;
    round_robin_share_init(&address->share, wider ? &wider->share : NULL);
    if (wider)
        wider->inside++;
    address->next = *slot;
    table->n++;
    return *slot = address;
}

struct address *address_table_find(struct address_table *table, const char *text, int64_t now_ms)
{
    static const uint32_t scales[LEVELS] = {1, ADDRESS_WIDER, ADDRESS_WIDER * ADDRESS_WIDER};
    struct address *address = NULL;
    for (int level = LEVELS - 1; level >= 0; level--) {
        char wanted[ADDRESS_SIZE];
        canonical(text, level, wanted);
        if (!*wanted && level)
            continue;
        struct address *found = find(table, wanted);
        /* If the table is full, the address counts as its network, or as the shared entry "crowd". */
        if (!found && table->n >= ADDRESSES_MAX) {
            found = address ? address : find(table, "crowd");
            if (!found)
                found = add_address(table, "crowd", scales[LEVELS - 1], NULL);
        } else if (!found) {
            found = add_address(table, wanted, scales[level], address);
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

void address_table_sweep(struct address_table *table, int64_t now_ms)
{
    for (int i = 0; i < SLOTS; i++)
        for (struct address **link = &table->slots[i], *address; (address = *link);)
            if (is_forgotten(address, now_ms)) {
                *link = address->next;
                if (address->wider)
                    address->wider->inside--;
                table->n--;
                free(address);
            } else {
                link = &address->next;
            }
}
