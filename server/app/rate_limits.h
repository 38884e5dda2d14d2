/* rate_limits.h - limits what a connection, an address and a guest may do. Token buckets enforce all rates. Each
 * address has its own buckets, and so does each network to which it belongs. */
#pragma once

#include "server/app/round_robin.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A rate for a token bucket: it gains one token every every_us microseconds, and holds at most `burst`. every_us 0
 * means no limit. */
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

/* All limits. 0 means no limit. */
struct rate_limits {
    uint32_t connections;         /* in all */
    uint32_t address_connections; /* limit for an address's WebSockets, and for its other connections */
    uint32_t listed_tables;       /* limit for the public tables of one address */
    uint32_t guest_tables;        /* limit for the unfinished tables that one guest made */
    struct rate messages;         /* messages of one connection */
    struct rate talk; /* messages of a connection that lengthen a log without advancing a game, such as chat and sit */
    struct rate address_talk; /* such messages of one address */
    struct rate table_talk;   /* such messages at one table */
    struct rate guests;       /* new guests of one address */
    struct rate tables;       /* new tables of one address */
    struct rate sign_ins;     /* failed attempts to sign in of one address */
    struct rate codes;        /* wrong sign-in codes tried at this server */
    struct rate work;         /* work for one address, in units of round_robin.h */
};

extern const struct rate_limits rate_limits_default;

struct token_bucket {
    int64_t empty_us; /* monotonic time at which the bucket was or will be empty; 0: never used */
};

/* Takes a token from the bucket. Returns false if it has none. */
bool token_bucket_take(struct token_bucket *bucket, int64_t now_ms, const struct rate *rate);
/* Gives back a token that was taken. */
void token_bucket_return(struct token_bucket *bucket, const struct rate *rate);

/* -------------------------------------------------------------------------------------------------------- addresses */

/* Buffer sizes for an address as text, which may also be a network such as 2001:db8:1:2::/56, and as bytes. */
enum { ADDRESS_SIZE = sizeof "0000:0000:0000:0000:0000:ffff:255.255.255.255", ADDRESS_BYTES = 16 };

/* Reads an IPv4 or IPv6 address without zone or port. An IPv4 address becomes an IPv6 address such as ::ffff:192.0.2.7
 * (RFC 4291, 2.5.5.2). Returns false if the text is not an address. */
bool address_read(const char *text, uint8_t byte[ADDRESS_BYTES]);

/* The uses for which each address has a token bucket. */
enum address_use { ADDRESS_GUESTS, ADDRESS_TABLES, ADDRESS_WORK, ADDRESS_TALK, ADDRESS_SIGN_INS, ADDRESS_USES };
/* The kinds of things that an address may hold, each with its own limit. */
enum address_held {
    ADDRESS_SESSIONS,
    ADDRESS_VISITS, /* connections other than WebSockets */
    ADDRESS_CALLS,  /* pending jobs at the store */
    ADDRESS_HOLDS,
};

/* An address or a network. A user of IPv6 owns a whole network of addresses, and perhaps several networks. So an IPv6
 * address counts as its /64 network. That is part of a /56 network, which is part of a /48 network. Each wider network
 * has ADDRESS_WIDER times the limits of the next narrower one. */
enum { ADDRESS_WIDER = 4 };
struct address {
    struct address *next;  /* next address in the same slot */
    struct address *wider; /* the next wider network; NULL: none */
    uint32_t inside;       /* number of addresses whose `wider` is this one */
    char text[ADDRESS_SIZE];
    uint32_t scale; /* multiple of the limits: 1, 4 or 16 */
    uint32_t held[ADDRESS_HOLDS];
    int64_t used_ms;
    struct token_bucket bucket[ADDRESS_USES];
    uint32_t creating; /* tables that are being created */
    struct round_robin_share share;
};

/* Takes a token from the bucket of an address and of each wider network. Returns false if one of them has none. */
bool address_take_token(struct address *address, enum address_use use, int64_t now_ms, const struct rate *rate);
/* Returns a token because the request for which it was taken was refused. */
void address_return_token(struct address *address, enum address_use use, const struct rate *rate);
/* Takes n tokens for a cost that is known only afterwards. If there are fewer, the address owes the rest. */
void address_charge(struct address *address, enum address_use use, int64_t now_ms, const struct rate *rate, uint32_t n);
/* Returns whether the address or one of its wider networks owes tokens. */
bool address_owes(const struct address *address, enum address_use use, int64_t now_ms);
/* Counts one more item for the address. Returns false if it already has `limit` items (0: no limit). */
bool address_add_held(struct address *address, enum address_held what, uint32_t limit);
void address_remove_held(struct address *address, enum address_held what, int64_t now_ms);

/* All addresses that were seen in the last hour, up to ADDRESSES_MAX. Further addresses are counted together as one. */
struct address_table;
enum { ADDRESSES_MAX = 100000 };
struct address_table *address_table_new(void);
void address_table_free(struct address_table *table);
/* Returns the entry of an address, which is added if needed. Returns NULL if memory is exhausted. */
struct address *address_table_find(struct address_table *table, const char *text, int64_t now_ms);
/* Removes addresses that hold nothing and were not used for an hour. */
void address_table_sweep(struct address_table *table, int64_t now_ms);
