/* list.h - an intrusive, circular, doubly linked list: each struct in a list contains a link.
 *
 *     struct list_link peers;                              the list itself
 *     struct peer { struct list_link link; ... };          an item
 *     list_init(&peers);
 *     list_add_last(&peers, &peer->link);
 *     LIST_EACH(struct peer, peer, &peers, link) ...       the body may remove the current item, but no other
 *
 * A link that is zeroed is in no list. Lists allocate no memory. */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

struct list_link {
    struct list_link *next, *before; /* NULL while the link is in no list */
};

/* Returns the struct whose member `member` is this link. */
#define LIST_OWNER(link, type, member) ((type *)(void *)((char *)(link)-offsetof(type, member)))

#define LIST_EACH(type, item, list, member)                                                                            \
    for (type *item = LIST_OWNER((list)->next, type, member),                                                          \
              *item##_next = LIST_OWNER(item->member.next, type, member);                                              \
         &item->member != (list); item = item##_next, item##_next = LIST_OWNER(item->member.next, type, member))

static inline void list_init(struct list_link *list) { list->next = list->before = list; }

static inline bool list_is_empty(const struct list_link *list) { return list->next == list; }

/* Returns whether the link is in a list. */
static inline bool list_is_linked(const struct list_link *link) { return link->next != NULL; }

/* Inserts the link before `at`, which is a link in a list or the list itself. */
static inline void list_insert(struct list_link *at, struct list_link *link)
{
    assert(!list_is_linked(link));
    link->next = at;
    link->before = at->before;
    at->before->next = link;
    at->before = link;
}

static inline void list_add_last(struct list_link *list, struct list_link *link) { list_insert(list, link); }

static inline void list_add_first(struct list_link *list, struct list_link *link) { list_insert(list->next, link); }

/* Removes the link from its list. Does nothing if the link is in no list. */
static inline void list_remove(struct list_link *link)
{
    if (!list_is_linked(link))
        return;
    link->before->next = link->next;
    link->next->before = link->before;
    link->next = link->before = NULL;
}

/* Removes and returns the first link of a list that is not empty. */
static inline struct list_link *list_take_first(struct list_link *list)
{
    struct list_link *first = list->next;
    assert(first != list);
    list_remove(first);
    return first;
}

/* Moves all links of `from` to the end of `to`. */
static inline void list_move_all(struct list_link *from, struct list_link *to)
{
    while (!list_is_empty(from))
        list_add_last(to, list_take_first(from));
}
