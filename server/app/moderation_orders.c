/* moderation_orders.c - reads and writes operators' orders, and keeps their result; see moderation_orders.h. The result
 * is three lists of restrictions, for the lobby, for tables and for bans. They are short, because operators write them
 * by hand. */
#include "moderation_orders.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof MODERATION_LOG_ID == TABLE_ID_SIZE, "as long as a table's id");

struct restriction {
    struct restriction *next;
    char who[MODERATION_WHO_SIZE], why[MODERATION_WHY_SIZE];
};

enum restriction_kind { LOBBY, TABLES, BANS, KINDS };

struct moderation_state {
    uint32_t number;
    struct restriction *list[KINDS];
};

static const struct {
    const char *word;
    enum restriction_kind kind;
    enum { ADD, REMOVE, NOTIFY } effect;
} verbs[MODERATION_VERBS] = {
    [MODERATION_UNKNOWN] = {"", LOBBY, NOTIFY},
    [MODERATION_LOBBY_CLOSED] = {"lobby closed", LOBBY, ADD},
    [MODERATION_LOBBY_OPEN] = {"lobby open", LOBBY, REMOVE},
    [MODERATION_CLOSE_TABLE] = {"close", TABLES, ADD},
    [MODERATION_REOPEN_TABLE] = {"reopen", TABLES, REMOVE},
    [MODERATION_BAN] = {"ban", BANS, ADD},
    [MODERATION_UNBAN] = {"unban", BANS, REMOVE},
    [MODERATION_TABLE_REPLACED] = {"table", TABLES, NOTIFY},
    [MODERATION_GUEST_CHANGED] = {"guest", BANS, NOTIFY},
};

/* ----------------------------------------------------------------------------------------------------------- orders */

static bool has_subject(enum moderation_verb verb) { return verbs[verb].kind != LOBBY; }

void moderation_order_write(const struct moderation_order *order, struct base_out *out)
{
    base_put(out, verbs[order->verb].word);
    if (has_subject(order->verb)) {
        base_put_char(out, ' ');
        base_put(out, order->who);
    }
    if (*order->why) {
        base_put_char(out, ' ');
        base_put(out, order->why);
    }
}

/* Removes n bytes, and the space that follows them, from the start of the text. */
static void skip(const char **text, size_t *length, size_t n)
{
    n += n < *length;
    *text += n;
    *length -= n;
}

static bool take_verb(const char **text, size_t *length, const char *word)
{
    size_t n = strlen(word);
    if (*length < n || memcmp(*text, word, n) != 0 || (*length > n && (*text)[n] != ' '))
        return false;
    skip(text, length, n);
    return true;
}

static bool take_subject(const char **text, size_t *length, char who[MODERATION_WHO_SIZE])
{
    const char *space = memchr(*text, ' ', *length);
    size_t n = space ? (size_t)(space - *text) : *length;
    if (!n || n >= MODERATION_WHO_SIZE)
        return false;
    memcpy(who, *text, n);
    skip(text, length, n);
    return true;
}

bool moderation_order_read(const char *text, size_t length, struct moderation_order *order)
{
    *order = (struct moderation_order){0};
    enum moderation_verb verb = MODERATION_UNKNOWN + 1;
    while (verb < MODERATION_VERBS && !take_verb(&text, &length, verbs[verb].word))
        verb++;
    if (verb == MODERATION_VERBS || (has_subject(verb) && !take_subject(&text, &length, order->who)) ||
        length >= MODERATION_WHY_SIZE)
        return false;
    memcpy(order->why, text, length);
    order->verb = verb;
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ state */

struct moderation_state *moderation_state_new(void) { return calloc(1, sizeof(struct moderation_state)); }

void moderation_state_free(struct moderation_state *moderation)
{
    for (int kind = 0; moderation && kind < KINDS; kind++)
        for (struct restriction *item = moderation->list[kind], *next; item; item = next) {
            next = item->next;
            free(item);
        }
    free(moderation);
}

/* Returns the link to the restriction of `who`, or the link at the end of the list if there is none. */
static struct restriction **find(struct restriction **list, const char *who)
{
    while (*list && strcmp((*list)->who, who) != 0)
        list = &(*list)->next;
    return list;
}

static bool add_restriction(struct restriction **place, const struct moderation_order *order)
{
    struct restriction *item = *place ? *place : calloc(1, sizeof *item);
    if (!item)
        return false;
    *place = item;
    memcpy(item->who, order->who, sizeof item->who);
    memcpy(item->why, order->why, sizeof item->why);
    return true;
}

static bool remove_at(struct restriction **place)
{
    struct restriction *item = *place;
    if (!item)
        return false;
    *place = item->next;
    free(item);
    return true;
}

bool moderation_apply_entry(struct moderation_state *moderation, uint32_t number, const char *text, size_t length,
                            struct moderation_order *order)
{
    if (number != moderation->number + 1)
        return false;
    moderation->number = number;
    if (!moderation_order_read(text, length, order))
        return false;
    struct restriction **place = find(&moderation->list[verbs[order->verb].kind], order->who);
    switch (verbs[order->verb].effect) {
    case ADD: return add_restriction(place, order);
    case REMOVE: return remove_at(place);
    default: return true;
    }
}

uint32_t moderation_last_number(const struct moderation_state *moderation) { return moderation->number; }

static const char *reason(const struct moderation_state *moderation, enum restriction_kind kind, const char *who)
{
    struct restriction *list = moderation->list[kind], *item = *find(&list, who);
    return item ? item->why : NULL;
}

const char *moderation_lobby_closed_reason(const struct moderation_state *moderation)
{
    return reason(moderation, LOBBY, "");
}

const char *moderation_table_closed_reason(const struct moderation_state *moderation, const char *table)
{
    return reason(moderation, TABLES, table);
}

const char *moderation_ban_reason(const struct moderation_state *moderation, const char *who)
{
    return reason(moderation, BANS, who);
}
