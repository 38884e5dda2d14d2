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
#ifndef HALL_MODERATION_ORDERS_H
#define HALL_MODERATION_ORDERS_H

#include "engine/base/out.h"
#include "server/hall/rate_limits.h"
#include "server/store/store.h"

#define HALL_ORDERS_ID "operators.orders" /* TABLE_ID_LENGTH characters, and table_id_is_valid says no */

enum { HALL_ORDER_WHO_SIZE = ADDRESS_SIZE, HALL_ORDER_WHY_SIZE = 201, HALL_ORDER_MAX = 300 };

enum hall_moderation_verb {
    HALL_ORDER_UNKNOWN,
    HALL_ORDER_LOBBY_CLOSED,
    HALL_ORDER_LOBBY_OPEN,
    HALL_ORDER_CLOSE,
    HALL_ORDER_REOPEN,
    HALL_ORDER_BAN,
    HALL_ORDER_UNBAN,
    HALL_ORDER_TABLE,
    HALL_ORDER_GUEST,
};

struct hall_moderation_order {
    enum hall_moderation_verb verb;
    char who[HALL_ORDER_WHO_SIZE]; /* a table, a guest or an address; "" for the lobby */
    char why[HALL_ORDER_WHY_SIZE]; /* for whoever is turned away; may be "" */
};

void hall_moderation_order_write(const struct hall_moderation_order *order, struct base_out *out);
/* False: it is no order, or one that this version does not know. */
bool hall_moderation_order_read(const char *text, size_t length, struct hall_moderation_order *order);

struct hall_moderation;                            /* what all orders so far come to */
struct hall_moderation *hall_moderation_new(void); /* NULL: out of memory */
void hall_moderation_free(struct hall_moderation *house);

/* Takes entry `number`, which must be hall_moderation_number + 1, else nothing happens. *order is what it says. False:
 * it says nothing new, or there is no memory. */
bool hall_moderation_apply(struct hall_moderation *house, uint32_t number, const char *text, size_t length,
                           struct hall_moderation_order *order);
uint32_t hall_moderation_number(const struct hall_moderation *house);

/* NULL: it is open, is not closed, is not banned. Else why, perhaps "". */
const char *hall_lobby_closed_reason(const struct hall_moderation *house);
const char *hall_table_closed_reason(const struct hall_moderation *house, const char *table);
const char *hall_banned_reason(const struct hall_moderation *house, const char *who);

#endif
