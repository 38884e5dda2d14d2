/* rate_limits.h - limits the requests of a connection, an address and a guest. All rates are enforced by token buckets.
 * Each address has its own buckets, and so has each network that it belongs to. */
#pragma once

#include "server/app/round_robin.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One token every `every_us` microseconds; at most `burst` are saved up. every_us 0: no limit. */
struct rate {
    uint32_t every_us, burst;
};
#define RATE_PER_SECOND(n, burst)                                                                                      \
    {                                                                                                                  \
        1000000 / (n), (burst)                                                                                         \
    }
#define RATE_PER_HOUR(n, burst)                                                                                        \
    {                                                                                                                  \
        3600000000 / (n), (burst)                                                                                      \
    }

/* 0: no limit. */
struct rate_limits {
    uint32_t connections;         /* in all */
    uint32_t address_connections; /* maximum number of an address's WebSockets, and of its other connections */
    uint32_t listed_tables;       /* maximum number of one address's tables in the public list */
    uint32_t guest_tables;        /* unfinished ones created by one guest */
    struct rate messages;         /* of one connection */
    struct rate talk;             /* messages that lengthen the log without advancing the game: chat, sit, leave, ... */
    struct rate address_talk;     /* the same for one address, */
    struct rate table_talk;       /* and at one table */
    struct rate guests;           /* new guests of one address */
    struct rate tables;           /* new tables of one address */
    struct rate sign_ins;         /* failed attempts to sign in of one address */
    struct rate codes;            /* wrong codes typed at this server */
    struct rate work;             /* units of work for one address (round_robin.h), of any kind */
};

extern const struct rate_limits rate_limits_default;

struct token_bucket {
    int64_t empty_us; /* monotonic time at which it was or will be empty; 0: never used */
};

/* Takes one token. Returns false if there is none. */
bool token_bucket_take(struct token_bucket *bucket, int64_t now_ms, const struct rate *rate);
/* Gives back a token that was taken. */
void token_bucket_return(struct token_bucket *bucket, const struct rate *rate);

/* -------------------------------------------------------------------------------------------------------- addresses */

/* In any notation, or as a network: 2001:db8:1:2::/56. */
enum { ADDRESS_SIZE = sizeof "0000:0000:0000:0000:0000:ffff:255.255.255.255", ADDRESS_BYTES = 16 };

/* Reads an IPv4 or IPv6 address without zone or port. An IPv4 address becomes ::ffff:192.0.2.7 (RFC 4291, 2.5.5.2).
 * Returns false if the text is no address. */
bool address_read(const char *text, uint8_t byte[ADDRESS_BYTES]);

/* Each address has a bucket for each of these uses, */
enum address_use { ADDRESS_GUESTS, ADDRESS_TABLES, ADDRESS_WORK, ADDRESS_TALK, ADDRESS_SIGN_INS, ADDRESS_USES };
/* and counts what it holds of these. */
enum address_hold {
    ADDRESS_SESSIONS,
    ADDRESS_VISITS, /* connections other than WebSockets */
    ADDRESS_CALLS,  /* jobs of the store that are under way */
    ADDRESS_HOLDS,
};

/* An address or a network. A user of IPv6 has a whole network of addresses, and perhaps several networks. So an IPv6
 * address counts as its /64 network, which is part of a /56 network, which is part of a /48 network. Each wider network
 * has ADDRESS_WIDER times the limits of the next narrower one. */
enum { ADDRESS_WIDER = 4 };
struct address {
    struct address *next;  /* in its slot */
    struct address *wider; /* NULL: this is the widest */
    uint32_t inside;       /* number of addresses that point here by `wider` */
    char text[ADDRESS_SIZE];
    uint32_t scale; /* 1, 4, 16 */
    uint32_t held[ADDRESS_HOLDS];
    int64_t used_ms;
    struct token_bucket bucket[ADDRESS_USES];
    uint32_t creating; /* tables under way to the store */
    struct round_robin_share share;
};

/* Takes a token from the address and from each wider network. Returns false if one of them has none. */
bool address_take_token(struct address *address, enum address_use use, int64_t now_ms, const struct rate *rate);
/* Gives a token back after the request for which it was taken was refused. */
void address_return_token(struct address *address, enum address_use use, const struct rate *rate);
/* Takes n tokens even if there are fewer; then the address owes the rest. For costs that are known only afterwards. */
void address_charge(struct address *address, enum address_use use, int64_t now_ms, const struct rate *rate, uint32_t n);
/* Returns whether the address or a wider network owes tokens. */
bool address_owes(const struct address *address, enum address_use use, int64_t now_ms);
/* Counts one more held item. Returns false if the address holds `limit` already (0: no limit). */
bool address_hold(struct address *address, enum address_hold what, uint32_t limit);
void address_release(struct address *address, enum address_hold what, int64_t now_ms);

/* All addresses seen in the last hour, at most ADDRESSES_MAX. Any further addresses count as one. */
struct address_table;
enum { ADDRESSES_MAX = 100000 };
struct address_table *address_table_new(void);
void address_table_free(struct address_table *table);
/* Finds or adds the address. NULL: out of memory. */
struct address *address_table_find(struct address_table *table, const char *text, int64_t now_ms);
/* Drops addresses that hold nothing and were not used for an hour. */
void address_table_sweep(struct address_table *table, int64_t now_ms);
