/* house.h - what the operators of a server have ordered, and what follows from it. No I/O.
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
#ifndef HALL_HOUSE_H
#define HALL_HOUSE_H

#include "base/out.h"
#include "hall/limits.h"
#include "store/store.h"

#define HOUSE_ID "operators.orders" /* TABLE_ID_LENGTH characters, and table_id_ok says no */

enum { HOUSE_WHO_SIZE = ADDRESS_SIZE, HOUSE_WHY_SIZE = 201, HOUSE_ORDER_MAX = 300 };

enum hall_house_verb {
    HOUSE_UNKNOWN,
    HOUSE_LOBBY_CLOSED,
    HOUSE_LOBBY_OPEN,
    HOUSE_CLOSE,
    HOUSE_REOPEN,
    HOUSE_BAN,
    HOUSE_UNBAN,
    HOUSE_TABLE,
    HOUSE_GUEST,
};

struct hall_house_order {
    enum hall_house_verb verb;
    char who[HOUSE_WHO_SIZE]; /* a table, a guest or an address; "" for the lobby */
    char why[HOUSE_WHY_SIZE]; /* for whoever is turned away; may be "" */
};

void hall_house_order_write(const struct hall_house_order *order, struct base_out *out);
/* False: it is no order, or one that this version does not know. */
bool hall_house_order_read(const char *text, size_t length, struct hall_house_order *order);

struct hall_house;                       /* what all orders so far come to */
struct hall_house *hall_house_new(void); /* NULL: out of memory */
void hall_house_free(struct hall_house *house);

/* Takes entry `number`, which must be hall_house_number + 1, else nothing happens. *order is what it says. False: it
 * says nothing new, or there is no memory. */
bool hall_house_apply(struct hall_house *house, uint32_t number, const char *text, size_t length,
                      struct hall_house_order *order);
uint32_t hall_house_number(const struct hall_house *house);

/* NULL: it is open, is not closed, is not banned. Else why, perhaps "". */
const char *hall_house_lobby(const struct hall_house *house);
const char *hall_house_closed(const struct hall_house *house, const char *table);
const char *hall_house_banned(const struct hall_house *house, const char *who);

#endif
