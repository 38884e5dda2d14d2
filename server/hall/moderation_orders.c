/* moderation_orders.c - see moderation_orders.h. What is closed and who is banned are two lists; operators do not fill
 * long ones by hand, and both are asked only when somebody comes. */
#include "moderation_orders.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(BASE_LENGTH("reopen  ") + HALL_ORDER_WHO_SIZE + HALL_ORDER_WHY_SIZE <= HALL_ORDER_MAX, "any order fits");
_Static_assert(BASE_LENGTH("lobby closed ") + HALL_ORDER_WHY_SIZE <= HALL_ORDER_MAX, "the lobby's too");
_Static_assert(sizeof HALL_ORDERS_ID == TABLE_ID_SIZE, "as long as a table's id");

struct item {
    struct item *next;
    char who[HALL_ORDER_WHO_SIZE], why[HALL_ORDER_WHY_SIZE];
};

struct hall_moderation {
    uint32_t number;
    bool shut; /* the lobby */
    char why[HALL_ORDER_WHY_SIZE];
    struct item *closed, *banned;
};

/* ----------------------------------------------------------------------------------------------------------- orders */

static const char *const verbs[] = {
    [HALL_ORDER_LOBBY_CLOSED] = "lobby closed",
    [HALL_ORDER_LOBBY_OPEN] = "lobby open",
    [HALL_ORDER_CLOSE] = "close",
    [HALL_ORDER_REOPEN] = "reopen",
    [HALL_ORDER_BAN] = "ban",
    [HALL_ORDER_UNBAN] = "unban",
    [HALL_ORDER_TABLE] = "table",
    [HALL_ORDER_GUEST] = "guest",
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static bool is_lobby(enum hall_moderation_verb verb)
{
    return verb == HALL_ORDER_LOBBY_CLOSED || verb == HALL_ORDER_LOBBY_OPEN;
}

void hall_moderation_order_write(const struct hall_moderation_order *order, struct base_out *out)
{
    base_put(out, verbs[order->verb]);
    if (!is_lobby(order->verb)) {
        base_put_char(out, ' ');
        base_put(out, order->who);
    }
    if (*order->why) {
        base_put_char(out, ' ');
        base_put(out, order->why);
    }
}

/* Takes `word` and the space behind it off the text. */
static bool take(const char **text, size_t *length, const char *word)
{
    size_t n = strlen(word);
    if (*length < n || memcmp(*text, word, n) != 0 || (*length > n && (*text)[n] != ' '))
        return false;
    n += *length > n;
    *text += n;
    *length -= n;
    return true;
}

/* Takes what stands before the next space. */
static bool take_who(const char **text, size_t *length, char who[HALL_ORDER_WHO_SIZE])
{
    const char *space = memchr(*text, ' ', *length);
    size_t n = space ? (size_t)(space - *text) : *length;
    if (!n || n >= HALL_ORDER_WHO_SIZE)
        return false;
    memcpy(who, *text, n);
    who[n] = '\0';
    n += space != NULL;
    *text += n;
    *length -= n;
    return true;
}

bool hall_moderation_order_read(const char *text, size_t length, struct hall_moderation_order *order)
{
    *order = (struct hall_moderation_order){0};
    for (int verb = HALL_ORDER_LOBBY_CLOSED; verb < VERBS; verb++) {
        if (!take(&text, &length, verbs[verb]))
            continue;
        if ((!is_lobby((enum hall_moderation_verb)verb) && !take_who(&text, &length, order->who)) ||
            length >= HALL_ORDER_WHY_SIZE)
            return false;
        memcpy(order->why, text, length);
        order->verb = (enum hall_moderation_verb)verb;
        return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------------------ house */

static struct item **find(struct item **list, const char *who)
{
    while (*list && strcmp((*list)->who, who) != 0)
        list = &(*list)->next;
    return list;
}

static bool add(struct item **list, const struct hall_moderation_order *order)
{
    struct item **place = find(list, order->who), *item = *place;
    if (!item)
        item = *place = calloc(1, sizeof *item);
    if (!item)
        return false;
    memcpy(item->who, order->who, sizeof item->who);
    memcpy(item->why, order->why, sizeof item->why);
    return true;
}

static bool drop(struct item **list, const char *who)
{
    struct item **place = find(list, who), *item = *place;
    if (item) {
        *place = item->next;
        free(item);
    }
    return item != NULL;
}

static bool obey(struct hall_moderation *house, const struct hall_moderation_order *order)
{
    switch (order->verb) {
    case HALL_ORDER_LOBBY_CLOSED:
    case HALL_ORDER_LOBBY_OPEN:
        house->shut = order->verb == HALL_ORDER_LOBBY_CLOSED;
        memcpy(house->why, order->why, sizeof house->why);
        return true;
    case HALL_ORDER_CLOSE: return add(&house->closed, order);
    case HALL_ORDER_REOPEN: return drop(&house->closed, order->who);
    case HALL_ORDER_BAN: return add(&house->banned, order);
    case HALL_ORDER_UNBAN: return drop(&house->banned, order->who);
    case HALL_ORDER_TABLE:
    case HALL_ORDER_GUEST: return true;
    default: return false;
    }
}

struct hall_moderation *hall_moderation_new(void) { return calloc(1, sizeof(struct hall_moderation)); }

static void free_list(struct item *item)
{
    for (struct item *next; item; item = next) {
        next = item->next;
        free(item);
    }
}

void hall_moderation_free(struct hall_moderation *house)
{
    if (!house)
        return;
    free_list(house->closed);
    free_list(house->banned);
    free(house);
}

bool hall_moderation_apply(struct hall_moderation *house, uint32_t number, const char *text, size_t length,
                           struct hall_moderation_order *order)
{
    if (number != house->number + 1)
        return false;
    house->number = number;
    return hall_moderation_order_read(text, length, order) && obey(house, order);
}

uint32_t hall_moderation_number(const struct hall_moderation *house) { return house->number; }

const char *hall_lobby_closed_reason(const struct hall_moderation *house) { return house->shut ? house->why : NULL; }

static const char *why_of(const struct item *item, const char *who)
{
    while (item && strcmp(item->who, who) != 0)
        item = item->next;
    return item ? item->why : NULL;
}

const char *hall_table_closed_reason(const struct hall_moderation *house, const char *table)
{
    return why_of(house->closed, table);
}
const char *hall_banned_reason(const struct hall_moderation *house, const char *who)
{
    return why_of(house->banned, who);
}
