/* moderation_orders.c - see moderation_orders.h. What is closed and who is banned are two lists; operators do not fill
 * long ones by hand, and both are asked only when somebody comes. */
#include "moderation_orders.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(BASE_LENGTH("reopen  ") + MODERATION_WHO_SIZE + MODERATION_WHY_SIZE <= MODERATION_ORDER_MAX,
               "any order fits");
_Static_assert(BASE_LENGTH("lobby closed ") + MODERATION_WHY_SIZE <= MODERATION_ORDER_MAX, "the lobby's too");
_Static_assert(sizeof MODERATION_LOG_ID == TABLE_ID_SIZE, "as long as a table's id");

struct item {
    struct item *next;
    char who[MODERATION_WHO_SIZE], why[MODERATION_WHY_SIZE];
};

struct moderation {
    uint32_t number;
    bool shut; /* the lobby */
    char why[MODERATION_WHY_SIZE];
    struct item *closed, *banned;
};

/* ----------------------------------------------------------------------------------------------------------- orders */

static const char *const verbs[] = {
    [MODERATION_LOBBY_CLOSED] = "lobby closed",
    [MODERATION_LOBBY_OPEN] = "lobby open",
    [MODERATION_CLOSE_TABLE] = "close",
    [MODERATION_REOPEN_TABLE] = "reopen",
    [MODERATION_BAN] = "ban",
    [MODERATION_UNBAN] = "unban",
    [MODERATION_TABLE_REPLACED] = "table",
    [MODERATION_GUEST_CHANGED] = "guest",
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static bool is_lobby(enum moderation_verb verb)
{
    return verb == MODERATION_LOBBY_CLOSED || verb == MODERATION_LOBBY_OPEN;
}

void moderation_order_write(const struct moderation_order *order, struct base_out *out)
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
static bool take_who(const char **text, size_t *length, char who[MODERATION_WHO_SIZE])
{
    const char *space = memchr(*text, ' ', *length);
    size_t n = space ? (size_t)(space - *text) : *length;
    if (!n || n >= MODERATION_WHO_SIZE)
        return false;
    memcpy(who, *text, n);
    who[n] = '\0';
    n += space != NULL;
    *text += n;
    *length -= n;
    return true;
}

bool moderation_order_read(const char *text, size_t length, struct moderation_order *order)
{
    *order = (struct moderation_order){0};
    for (int verb = MODERATION_LOBBY_CLOSED; verb < VERBS; verb++) {
        if (!take(&text, &length, verbs[verb]))
            continue;
        if ((!is_lobby((enum moderation_verb)verb) && !take_who(&text, &length, order->who)) ||
            length >= MODERATION_WHY_SIZE)
            return false;
        memcpy(order->why, text, length);
        order->verb = (enum moderation_verb)verb;
        return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------------------ moderation */

static struct item **find(struct item **list, const char *who)
{
    while (*list && strcmp((*list)->who, who) != 0)
        list = &(*list)->next;
    return list;
}

static bool add(struct item **list, const struct moderation_order *order)
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

static bool obey(struct moderation *moderation, const struct moderation_order *order)
{
    switch (order->verb) {
    case MODERATION_LOBBY_CLOSED:
    case MODERATION_LOBBY_OPEN:
        moderation->shut = order->verb == MODERATION_LOBBY_CLOSED;
        memcpy(moderation->why, order->why, sizeof moderation->why);
        return true;
    case MODERATION_CLOSE_TABLE: return add(&moderation->closed, order);
    case MODERATION_REOPEN_TABLE: return drop(&moderation->closed, order->who);
    case MODERATION_BAN: return add(&moderation->banned, order);
    case MODERATION_UNBAN: return drop(&moderation->banned, order->who);
    case MODERATION_TABLE_REPLACED:
    case MODERATION_GUEST_CHANGED: return true;
    default: return false;
    }
}

struct moderation *moderation_new(void) { return calloc(1, sizeof(struct moderation)); }

static void free_list(struct item *item)
{
    for (struct item *next; item; item = next) {
        next = item->next;
        free(item);
    }
}

void moderation_free(struct moderation *moderation)
{
    if (!moderation)
        return;
    free_list(moderation->closed);
    free_list(moderation->banned);
    free(moderation);
}

bool moderation_apply(struct moderation *moderation, uint32_t number, const char *text, size_t length,
                      struct moderation_order *order)
{
    if (number != moderation->number + 1)
        return false;
    moderation->number = number;
    return moderation_order_read(text, length, order) && obey(moderation, order);
}

uint32_t moderation_number(const struct moderation *moderation) { return moderation->number; }

const char *moderation_lobby_closed_reason(const struct moderation *moderation)
{
    return moderation->shut ? moderation->why : NULL;
}

static const char *why_of(const struct item *item, const char *who)
{
    while (item && strcmp(item->who, who) != 0)
        item = item->next;
    return item ? item->why : NULL;
}

const char *moderation_table_closed_reason(const struct moderation *moderation, const char *table)
{
    return why_of(moderation->closed, table);
}
const char *moderation_ban_reason(const struct moderation *moderation, const char *who)
{
    return why_of(moderation->banned, who);
}
