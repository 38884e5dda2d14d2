/* moderation_orders.h - what the operators of a server have ordered, and what follows from it. No I/O.
 *
 * Orders are a log like a table's, in the same store, so that they are durable, are told to every server on it in the
 * same way, and can be looked through later. Its id is no table's: nobody can ask for it over the wire. An entry is one
 * order, words separated by one space; what stands last may hold spaces and may be missing:
 *
 *     lobby closed WHY      no new tables, and nobody is shown a list of open ones; what is played goes on
 *     lobby open
 *     close TABLE WHY       nobody gets to that table any more; it is kept as it is
 *     reopen TABLE
 *     ban WHO WHY           a guest, or a network address, is turned away
 *     unban WHO
 *     table TABLE           was rewritten or deleted: who holds it loads it again
 *     guest GUEST           was renamed or deleted: who is connected as that guest must say hello again
 *
 * Orders of a later version are passed over. */
#ifndef APP_MODERATION_ORDERS_H
#define APP_MODERATION_ORDERS_H

#include "engine/base/out.h"
#include "server/app/rate_limits.h"
#include "server/store/store.h"

#define MODERATION_LOG_ID "operators.orders" /* TABLE_ID_LENGTH characters, and table_id_is_valid says no */

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
};

struct moderation_order {
    enum moderation_verb verb;
    char who[MODERATION_WHO_SIZE]; /* a table, a guest or an address; "" for the lobby */
    char why[MODERATION_WHY_SIZE]; /* for whoever is turned away; may be "" */
};

void moderation_order_write(const struct moderation_order *order, struct base_out *out);
/* False: it is no order, or one that this version does not know. */
bool moderation_order_read(const char *text, size_t length, struct moderation_order *order);

struct moderation;                       /* what all orders so far come to */
struct moderation *moderation_new(void); /* NULL: out of memory */
void moderation_free(struct moderation *moderation);

/* Takes entry `number`, which must be moderation_number + 1, else nothing happens. *order is what it says. False:
 * it says nothing new, or there is no memory. */
bool moderation_apply(struct moderation *moderation, uint32_t number, const char *text, size_t length,
                      struct moderation_order *order);
uint32_t moderation_number(const struct moderation *moderation);

/* NULL: it is open, is not closed, is not banned. Else why, perhaps "". */
const char *moderation_lobby_closed_reason(const struct moderation *moderation);
const char *moderation_table_closed_reason(const struct moderation *moderation, const char *table);
const char *moderation_ban_reason(const struct moderation *moderation, const char *who);

#endif
