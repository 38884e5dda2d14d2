/* limits.h - how much one connection, one address and one guest may ask for.
 *
 * An allowance is a bucket that fills with time: so many a second, and at most so many saved up. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/* 0 of anything: no limit. */
struct limits_config {
    uint32_t connections;            /* in all */
    uint32_t address_connections;    /* of one address */
    uint32_t messages_s, messages_n; /* of one connection: a second, and saved up */
    uint32_t talk_s, talk_n;     /* and of these, what fills the log without moving the game: chat, sit, leave, ... */
    uint32_t guests_h, guests_n; /* new guests of one address: an hour, and saved up */
    uint32_t tables_h, tables_n; /* new tables of one address, likewise */
    uint32_t guest_tables;       /* tables that one guest made and that are not over */
    uint32_t requests_s, requests_n; /* HTTP requests of one address, page files excepted */
};

extern const struct limits_config limits_default;

struct allowance {
    int64_t at_ms; /* the bucket is empty at this time, and fuller later; 0: never used. Times are of a steady clock */
};

/* Takes one. False: there is none left. `per_ms` is how long one takes to come back, `saved` how many can be there. */
bool allowance_take(struct allowance *allowance, int64_t now_ms, int64_t per_ms, uint32_t saved);

/* -------------------------------------------------------------------------------------------------------- addresses */

enum { ADDRESS_SIZE = 46 };

struct address {
    struct address *next;
    char text[ADDRESS_SIZE];
    uint32_t connections;
    int64_t used_ms;
    struct allowance guests, tables, requests;
};

struct addresses; /* all that were seen lately */
struct addresses *addresses_new(void);
void addresses_free(struct addresses *addresses);
/* The address of that text, made where it is new. NULL: out of memory. An IPv6 address counts as its network of 64
 * bits. */
struct address *addresses_find(struct addresses *addresses, const char *text, int64_t now_ms);
/* Forgets those without connections that were not used for an hour. */
void addresses_sweep(struct addresses *addresses, int64_t now_ms);

#endif
