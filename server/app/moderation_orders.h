/* moderation_orders.h - the orders of a server's operators, and the state that follows from them. No I/O.
 *
 * Orders are stored in a log like that of a table. So they are durable, every server on the store learns of them as it
 * does of entries, and they can be read later. The log's id is not a valid table id, so no client can ask for it. Each
 * entry is one order. One space separates its words. The reason comes last and may be missing:
 *
 *     lobby closed REASON      no new tables and no public list; games that are being played continue
 *     lobby open
 *     close TABLE REASON       nobody can attach to that table any more; its log is kept
 *     reopen TABLE
 *     ban WHO REASON           a guest or a network address is turned away
 *     unban WHO
 *     table TABLE              the table was rewritten or deleted, so processes must reload it
 *     guest GUEST              the guest was renamed or deleted, so its connections must say hello again
 *
 * A server ignores orders that it does not know, which a later version may have added. */
#pragma once

#include "engine/base/out.h"
#include "server/app/rate_limits.h"
#include "server/store/store.h"

#define MODERATION_LOG_ID "operators.orders" /* as long as a table's id, but not a valid one */

enum { MODERATION_WHO_SIZE = ADDRESS_SIZE, MODERATION_WHY_SIZE = 201, MODERATION_ORDER_MAX = 300 };

enum moderation_verb {
    MODERATION_UNKNOWN,
    MODERATION_LOBBY_CLOSED,
    MODERATION_LOBBY_OPEN,
    MODERATION_CLOSE_TABLE,
    MODERATION_REOPEN_TABLE,
    MODERATION_BAN,
    MODERATION_UNBAN,
    MODERATION_TABLE_REPLACED,
    MODERATION_GUEST_CHANGED,
    MODERATION_VERBS,
};

struct moderation_order {
    enum moderation_verb verb;
    char who[MODERATION_WHO_SIZE]; /* a table, a guest or an address; "" for the lobby */
    char why[MODERATION_WHY_SIZE]; /* the reason, which affected guests see; may be "" */
};

void moderation_order_write(const struct moderation_order *order, struct base_out *out);
/* Reads an order. Returns false if this version does not know it. */
bool moderation_order_read(const char *text, size_t length, struct moderation_order *order);

struct moderation_state;                             /* the result of all orders so far */
struct moderation_state *moderation_state_new(void); /* returns NULL if memory is exhausted */
void moderation_state_free(struct moderation_state *moderation);

/* Applies the order in an entry of the log, and copies it to *order. The entry's number must be moderation_last_number
 * + 1. Returns false if nothing changed or memory is exhausted. */
bool moderation_apply_entry(struct moderation_state *moderation, uint32_t number, const char *text, size_t length,
                            struct moderation_order *order);
uint32_t moderation_last_number(const struct moderation_state *moderation);

/* Returns the operators' reason, perhaps "", if they have closed the lobby, and otherwise NULL. */
const char *moderation_lobby_closed_reason(const struct moderation_state *moderation);
/* Returns the operators' reason if they have closed the table, and otherwise NULL. */
const char *moderation_table_closed_reason(const struct moderation_state *moderation, const char *table);
/* Returns the operators' reason if a guest or an address is banned, and otherwise NULL. */
const char *moderation_ban_reason(const struct moderation_state *moderation, const char *who);
