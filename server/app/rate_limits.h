/* rate_limits.h - how much one connection, one address and one guest may ask for, and how long what they leave is kept.
 *
 * An allowance is a bucket that fills with time: so many a second, and at most so many saved up. */
#ifndef APP_RATE_LIMITS_H
#define APP_RATE_LIMITS_H

#include "server/app/round_robin.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 0 of anything: no limit. */
struct rate_limits {
    uint32_t connections;            /* in all */
    uint32_t address_connections;    /* of one address: so many WebSockets, and so many that are none */
    uint32_t messages_s, messages_n; /* of one connection: a second, and saved up */
    uint32_t talk_s, talk_n; /* and of these, what fills the log without moving the game: chat, sit, leave, ... */
    uint32_t address_talk_s, address_talk_n; /* the same of one address, */
    uint32_t table_talk_s, table_talk_n;     /* and at one table */
    uint32_t listed;                         /* tables of one address in the list at a time */
    uint32_t guests_h, guests_n;             /* new guests of one address: an hour, and saved up */
    uint32_t tables_h, tables_n;             /* new tables of one address, likewise */
    uint32_t guest_tables;                   /* tables that one guest made and that are not over */
    uint32_t work_s, work_n;                 /* units of work of one address (round_robin.h), whatever it asks for */
};

extern const struct rate_limits rate_limits_default;

/* Days between the mark that something is to go and its going: for the operators to notice, and for whoever uses it. */
enum { APP_GRACE_D = 7 };

/* How long what nobody uses any more is kept, in days; 0: for ever. docs/hosts/hosting.md tells what each means. */
struct retention_policy {
    uint32_t open_d;       /* tables that never began */
    uint32_t unfinished_d; /* games that nobody plays on */
    uint32_t chat_d;       /* of a game that is over: its chat goes, and its log becomes one entry */
    uint32_t games_d;      /* the game itself */
    uint32_t guests_d;     /* guests who sit at no table and do not come any more */
};

extern const struct retention_policy retention_policy_default;

struct token_bucket {
    int64_t at_us; /* the bucket is empty at this time, and fuller later; 0: never used. Times are of a steady clock */
};

/* Takes one. False: there is none left. `per_us` is how long one takes to come back, `saved` how many can be there. */
bool token_bucket_take(struct token_bucket *allowance, int64_t now_ms, int64_t per_us, uint32_t saved);

/* -------------------------------------------------------------------------------------------------------- addresses */

/* In any spelling, or as a network: 2001:db8:1:2::/56. */
enum { ADDRESS_SIZE = sizeof "0000:0000:0000:0000:0000:ffff:255.255.255.255", ADDRESS_BYTES = 16 };

/* Reads an address of either kind, without zone or port; one of IPv4 becomes ::ffff:192.0.2.7 (RFC 4291, 2.5.5.2).
 * False: the text is no address. */
bool address_read(const char *text, uint8_t byte[ADDRESS_BYTES]);

/* What is counted by address: allowances that come back with time, and things that are held until they are let go. */
enum address_use { ADDRESS_GUESTS, ADDRESS_TABLES, ADDRESS_WORK, ADDRESS_TALK, ADDRESS_USES };
enum address_hold {
    ADDRESS_SESSIONS,
    ADDRESS_VISITS, /* connections that are no WebSocket */
    ADDRESS_CALLS,  /* what is under way at the store */
    ADDRESS_HOLDS,
};

/* An address, or a network. Whoever has one IPv6 address has a whole network of them, and may have had more than one
 * given: an address is counted as its network of 64 bits, that as a part of its network of 56 bits, and that of 48.
 * Each `wider` one may have ADDRESS_WIDER times as much as the one inside. */
enum { ADDRESS_WIDER = 4 };
struct address {
    struct address *next;
    struct address *wider; /* NULL: none is counted */
    uint32_t inside;       /* how many point here by `wider` */
    char text[ADDRESS_SIZE];
    uint32_t scale; /* 1, 4, 16 */
    uint32_t held[ADDRESS_HOLDS];
    int64_t used_ms;
    struct token_bucket allowance[ADDRESS_USES];
    uint32_t making; /* tables that are on their way */
    struct round_robin_share share;
};

/* Takes one of what it, and every network around it, may use; false: one of them has none left. */
bool address_take(struct address *address, enum address_use use, int64_t now_ms, int64_t per_us, uint32_t saved);
/* Gives back what was taken for something that then was refused. */
void address_give_back(struct address *address, enum address_use use, int64_t per_us);
/* Takes n, also where there are fewer: the rest is owed. For what is known only when it is done. */
void address_spend(struct address *address, enum address_use use, int64_t now_ms, int64_t per_us, uint32_t saved,
                   uint32_t n);
/* Returns whether it, or a network around it, owes some. */
bool address_owes(const struct address *address, enum address_use use, int64_t now_ms);
/* Holds one more, of at most `limit` (0: any number); false: it holds as many already. */
bool address_hold(struct address *address, enum address_hold what, uint32_t limit);
void address_release(struct address *address, enum address_hold what, int64_t now_ms);

struct address_table; /* all that were seen lately, ADDRESSES_MAX at most: then new ones count as one crowd */
enum { ADDRESSES_MAX = 100000 };
struct address_table *address_table_new(void);
void address_table_free(struct address_table *addresses);
/* The address of that text, made where it is new. NULL: out of memory. */
struct address *address_table_find(struct address_table *addresses, const char *text, int64_t now_ms);
/* Forgets those that hold nothing and were not used for an hour. */
void address_table_sweep(struct address_table *addresses, int64_t now_ms);

#endif
