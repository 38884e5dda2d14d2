/* moderation_orders.h - the orders of a server's operators, and the state that follows from them. No I/O.
 *
 * Orders are a log like a table's, in the same store, so they are durable, every server on the store learns of them in
 * the same way, and they can be read later. The log's id is not a valid table id, so nobody can ask for it over the
 * wire. An entry is one order: words separated by one space. The reason comes last and may be missing:
 *
 *     lobby closed REASON      no new tables and no public list; games that are being played continue
 *     lobby open
 *     close TABLE REASON       nobody can attach to that table any more; its log is kept
 *     reopen TABLE
 *     ban WHO REASON           a guest or a network address is turned away
 *     unban WHO
 *     table TABLE              the table was rewritten or deleted: processes that hold it load it again
 *     guest GUEST the guest was renamed or deleted: their connections must say hello again
 *
 * Orders of a later version are ignored. */
#pragma once

#include "engine/base/out.h"
#include "server/app/rate_limits.h"
#include "server/store/store.h"

#define MODERATION_LOG_ID "operators.orders" /* TABLE_ID_LENGTH characters, but not a valid table id */

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
    char why[MODERATION_WHY_SIZE]; /* shown to those who are turned away; may be "" */
};

void moderation_order_write(const struct moderation_order *order, struct base_out *out);
/* Returns false if the text is not an order that this version knows. */
bool moderation_order_read(const char *text, size_t length, struct moderation_order *order);

struct moderation;                       /* the result of all orders so far */
struct moderation *moderation_new(void); /* NULL: out of memory */
void moderation_free(struct moderation *moderation);

/* Applies entry `number`, if it is moderation_number + 1, and reads it into *order. Returns false if nothing changed or
 * there is no memory. */
bool moderation_apply(struct moderation *moderation, uint32_t number, const char *text, size_t length,
                      struct moderation_order *order);
uint32_t moderation_number(const struct moderation *moderation);

/* Return NULL if the lobby is open, the table not closed, the guest or address not banned; otherwise the operators'
 * reason, perhaps "". */
const char *moderation_lobby_closed_reason(const struct moderation *moderation);
const char *moderation_table_closed_reason(const struct moderation *moderation, const char *table);
const char *moderation_ban_reason(const struct moderation *moderation, const char *who);
