/* memory.c - the store in memory: the smallest one, for tests and for trying things out; see store.h.
 *
 * Its data are lists that are searched from the beginning, and it forgets everything at the end. Several stores may
 * share the same data, as processes share a database: each is told of what the others write when it is flushed. */
#include "engine/base/hash.h"
#include "server/store/job_result.h"

#include <stdlib.h>
#include <string.h>

struct kept_entry {
    struct table_entry entry; /* its text follows */
    int64_t checksum;
    char text[];
};

struct kept_table {
    struct kept_table *next;
    struct store_head head;
    struct kept_entry **entries; /* the first has the number head.kept, or 1 */
    size_t entries_n, entries_max;
};

struct kept_guest {
    struct kept_guest *next;
    struct store_guest guest;
};

/* What other stores on the same data must be told. */
struct news {
    struct news *next;
    char table[TABLE_ID_SIZE]; /* "": text was said */
    uint32_t number;
    size_t length;
    char text[];
};

enum { SLOTS = 4096 };

struct data {
    struct kept_table *tables[SLOTS]; /* by the id's hash */
    struct kept_guest *guests[SLOTS]; /* by the token hash's first bytes */
    struct memory *stores;
    int64_t clock_ms;
};

struct memory {
    struct store store;
    struct data *data;
    struct memory *beside; /* the next store on the same data */
    struct store_job_queue queue;
    struct news *news, **news_last;
    struct table_entry *entries; /* of the last answer */
    struct store_head *heads;
    struct store_guest *guests;
    int fail_in;
    enum store_status fail_with;
};

static void fault(struct store_job *job, enum store_status status, const char *why)
{
    job->status = status;
    strncpy(job->fault, why, sizeof job->fault - 1);
    job->fault[sizeof job->fault - 1] = '\0';
}

/* ----------------------------------------------------------------------------------------------------------- tables */

static struct kept_table **table_slot(struct data *data, const char *id)
{
    return &data->tables[base_hash(BASE_HASH_START, id, strlen(id)) % SLOTS];
}

static struct kept_table *find_table(struct data *data, const char *id)
{
    struct kept_table *table = *table_slot(data, id);
    while (table && strcmp(table->head.table, id) != 0)
        table = table->next;
    return table;
}

static struct kept_table *add_table(struct data *data, const char *id)
{
    struct kept_table *table = calloc(1, sizeof *table), **slot = table_slot(data, id);
    if (!table)
        return NULL;
    strcpy(table->head.table, id);
    table->next = *slot;
    return *slot = table;
}

static bool room_for(struct kept_table *table, size_t n)
{
    if (table->entries_n + n <= table->entries_max)
        return true;
    size_t max = (table->entries_n + n) * 2;
    struct kept_entry **entries = realloc(table->entries, max * sizeof *entries);
    if (!entries)
        return false;
    table->entries = entries;
    table->entries_max = max;
    return true;
}

static struct kept_entry *copy_entry(const char *table, const struct table_entry *entry)
{
    struct kept_entry *kept = malloc(sizeof *kept + entry->length + 1);
    if (!kept)
        return NULL;
    memcpy(kept->text, entry->text, entry->length);
    kept->text[entry->length] = '\0';
    kept->entry = *entry;
    kept->entry.text = kept->text;
    kept->checksum = store_entry_checksum(table, entry);
    return kept;
}

/* All of them or none. */
static bool add_entries(struct kept_table *table, const struct store_job *job)
{
    if (!room_for(table, job->entries_n))
        return false;
    for (size_t i = 0; i < job->entries_n; i++) {
        struct kept_entry *kept = copy_entry(job->table, &job->entries[i]);
        if (!kept) {
            while (i-- > 0)
                free(table->entries[table->entries_n + i]);
            return false;
        }
        table->entries[table->entries_n + i] = kept;
    }
    table->entries_n += job->entries_n;
    return true;
}

static void add_news(struct memory *to, const char *table, uint32_t number, const char *text, size_t length)
{
    struct news *news = calloc(1, sizeof *news + length + 1);
    if (!news)
        return; /* a text may get lost; a table is told again with its next entry */
    if (table)
        strcpy(news->table, table);
    if (length)
        memcpy(news->text, text, length);
    news->number = number;
    news->length = length;
    *to->news_last = news;
    to->news_last = &news->next;
}

static void tell_others(struct memory *from, const char *table, uint32_t number, const char *text, size_t length)
{
    for (struct memory *other = from->data->stores; other; other = other->beside)
        if (other != from)
            add_news(other, table, number, text, length);
}

/* What STORE_COMPACT alone changes stays; a mark goes. */
static void set_head(struct kept_table *table, const struct store_head *head, bool made)
{
    struct store_head before = table->head;
    table->head = *head;
    table->head.kept = before.kept;
    table->head.marked_ms = 0;
    if (!made)
        memcpy(table->head.origin, before.origin, sizeof before.origin);
}

static void do_append(struct memory *memory, struct store_job *job)
{
    struct kept_table *table = find_table(memory->data, job->table);
    uint32_t number = table ? table->head.number : 0;
    if (job->entries[0].number != number + 1) {
        job->status = STORE_CONFLICT;
        return;
    }
    if (!table)
        table = add_table(memory->data, job->table);
    if (!table || !add_entries(table, job)) {
        fault(job, STORE_FAILED, "out of memory");
        return;
    }
    struct store_head before = table->head;
    set_head(table, job->head, number == 0);
    if (number && !job->members)
        memcpy(table->head.guest, before.guest, sizeof before.guest);
    tell_others(memory, job->table, table->head.number, NULL, 0);
    job->status = STORE_DONE;
}

/* Of the entries, those with a number up to this one. */
static size_t entries_up_to(const struct kept_table *table, uint32_t number)
{
    size_t n = 0;
    while (table && n < table->entries_n && table->entries[n]->entry.number <= number)
        n++;
    return n;
}

/* Where the entry of that number lies, or NULL. */
static struct kept_entry **find_entry(const struct kept_table *table, uint32_t number)
{
    size_t n = entries_up_to(table, number);
    return n && table->entries[n - 1]->entry.number == number ? &table->entries[n - 1] : NULL;
}

/* The table of the job, if that is its last entry; else it is a conflict. */
static struct kept_table *table_at(struct memory *memory, struct store_job *job, uint32_t number)
{
    struct kept_table *table = find_table(memory->data, job->table);
    bool stands = table && table->head.number == number;
    job->status = stands ? STORE_DONE : STORE_CONFLICT;
    return stands ? table : NULL;
}

static void free_table(struct kept_table *table)
{
    for (size_t i = 0; i < table->entries_n; i++)
        free(table->entries[i]);
    free(table->entries);
    free(table);
}

static void do_forget(struct memory *memory, struct store_job *job)
{
    struct kept_table *table = table_at(memory, job, job->after), **link = table_slot(memory->data, job->table);
    if (!table) {
        if (!find_table(memory->data, job->table))
            job->status = STORE_NOT_FOUND;
        return;
    }
    if (job->at_ms && table->head.marked_ms != job->at_ms) {
        job->status = STORE_CONFLICT;
        return;
    }
    while (*link != table)
        link = &(*link)->next;
    *link = table->next;
    free_table(table);
    tell_others(memory, job->table, STORE_TABLE_DELETED, NULL, 0);
}

static void do_mark(struct memory *memory, struct store_job *job)
{
    struct kept_table *table = table_at(memory, job, job->after);
    if (!table)
        return;
    table->head.marked_ms = job->at_ms;
    if (job->from_ms)
        table->head.changed_ms = job->from_ms;
}

static void do_rewrite(struct memory *memory, struct store_job *job)
{
    struct kept_table *table = table_at(memory, job, job->head->number);
    if (!table)
        return;
    for (size_t i = 0; i < job->entries_n; i++) {
        struct table_entry entry = job->entries[i];
        struct kept_entry **place = find_entry(table, entry.number);
        if (!place)
            continue;
        entry.at_ms = (*place)->entry.at_ms;
        struct kept_entry *kept = copy_entry(job->table, &entry);
        if (!kept) {
            fault(job, STORE_FAILED, "out of memory");
            return;
        }
        free(*place);
        *place = kept;
    }
    set_head(table, job->head, false);
}

static void do_keep(struct memory *memory, struct store_job *job)
{
    struct kept_table *table = find_table(memory->data, job->table);
    struct kept_entry **place = find_entry(table, job->entries[0].number);
    job->status = place ? STORE_DONE : STORE_CONFLICT;
    if (!place)
        return;
    struct kept_entry *kept = copy_entry(job->table, &job->entries[0]);
    if (!kept) {
        fault(job, STORE_FAILED, "out of memory");
        return;
    }
    size_t n = (size_t)(place - table->entries) + 1;
    for (size_t i = 0; i < n; i++)
        free(table->entries[i]);
    table->entries[0] = kept;
    memmove(table->entries + 1, table->entries + n, (table->entries_n - n) * sizeof *table->entries);
    table->entries_n -= n - 1;
    table->head.kept = kept->entry.number;
    table->head.marked_ms = 0;
    memset(table->head.origin, 0, sizeof table->head.origin);
}

static void do_load(struct memory *memory, struct store_job *job)
{
    const struct kept_table *table = find_table(memory->data, job->table);
    size_t all = table ? table->entries_n : 0, after = entries_up_to(table, job->after);
    free(memory->entries);
    memory->entries = calloc(all - after + 1, sizeof *memory->entries);
    if (!memory->entries) {
        fault(job, STORE_FAILED, "out of memory");
        return;
    }
    for (size_t i = after; i < all; i++) {
        if (!store_entry_is_whole(job, &table->entries[i]->entry, table->entries[i]->checksum))
            return;
        memory->entries[i - after] = table->entries[i]->entry;
    }
    job->entries = memory->entries;
    job->entries_n = all - after;
    job->status = STORE_DONE;
}

/* ----------------------------------------------------------------------------------------------------------- guests */

static struct kept_guest *find_guest(struct data *data, const char *id, const uint8_t *hash)
{
    for (int i = 0; i < SLOTS; i++)
        for (struct kept_guest *kept = data->guests[i]; kept; kept = kept->next)
            if ((id && strcmp(kept->guest.guest, id) == 0))
                return kept;
    struct kept_guest *kept = hash ? data->guests[(hash[0] << 8 | hash[1]) % SLOTS] : NULL;
    while (kept && memcmp(kept->guest.token_hash, hash, STORE_HASH_SIZE) != 0)
        kept = kept->next;
    return kept;
}

/* But for its hash, which stays as it was. */
static void tell_guest(const struct store_guest *from, struct store_guest *to)
{
    struct store_guest told = *from;
    memcpy(told.token_hash, to->token_hash, sizeof told.token_hash);
    *to = told;
}

static void do_guest_by_id(struct memory *memory, struct store_job *job)
{
    struct kept_guest *kept = find_guest(memory->data, job->guest->guest, NULL);
    job->status = kept ? STORE_DONE : STORE_NOT_FOUND;
    if (kept && job->op == STORE_GUEST_GET) {
        tell_guest(&kept->guest, job->guest);
    } else if (kept) {
        const uint8_t *hash = kept->guest.token_hash;
        struct kept_guest **link = &memory->data->guests[(hash[0] << 8 | hash[1]) % SLOTS];
        while (*link != kept)
            link = &(*link)->next;
        *link = kept->next;
        free(kept);
    }
}

/* Puts a guest in its place among the first STORE_LIST_MAX. */
static void insert_guest(struct store_guest *guests, size_t *n, const struct store_guest *guest)
{
    size_t at = *n;
    while (at > 0 && strcmp(guest->guest, guests[at - 1].guest) < 0)
        at--;
    if (at == STORE_LIST_MAX)
        return;
    size_t behind = (*n < STORE_LIST_MAX ? *n : STORE_LIST_MAX - 1) - at;
    memmove(guests + at + 1, guests + at, behind * sizeof *guests);
    guests[at] = *guest;
    memset(guests[at].token_hash, 0, sizeof guests[at].token_hash);
    if (*n < STORE_LIST_MAX)
        ++*n;
}

static void do_guests(struct memory *memory, struct store_job *job)
{
    job->guests = memory->guests;
    job->guests_n = 0;
    for (int i = 0; i < SLOTS; i++)
        for (struct kept_guest *kept = memory->data->guests[i]; kept; kept = kept->next)
            if (strcmp(kept->guest.guest, job->guest->guest) > 0)
                insert_guest(memory->guests, &job->guests_n, &kept->guest);
    job->status = STORE_DONE;
}

static void do_guest(struct memory *memory, struct store_job *job)
{
    struct data *data = memory->data;
    bool known = job->op == STORE_GUEST_NAME || job->op == STORE_GUEST_SEEN;
    const uint8_t *hash = known ? NULL : job->guest->token_hash;
    const char *id = job->op == STORE_GUEST_FIND ? NULL : job->guest->guest;
    struct kept_guest *kept = find_guest(data, id, hash);
    job->status = STORE_DONE;
    if (job->op == STORE_GUEST_ADD && !kept) {
        struct kept_guest *added = calloc(1, sizeof *added);
        struct kept_guest **slot = &data->guests[(hash[0] << 8 | hash[1]) % SLOTS];
        if (!added) {
            fault(job, STORE_FAILED, "out of memory");
            return;
        }
        *added = (struct kept_guest){*slot, *job->guest};
        *slot = added;
    } else if (job->op == STORE_GUEST_ADD) {
        job->status = STORE_CONFLICT;
    } else if (!kept) {
        job->status = STORE_NOT_FOUND;
    } else if (job->op == STORE_GUEST_NAME) {
        memcpy(kept->guest.name, job->guest->name, sizeof kept->guest.name);
    } else if (job->op == STORE_GUEST_SEEN) {
        kept->guest.seen_ms = job->guest->seen_ms;
        kept->guest.marked_ms = 0;
    } else {
        *job->guest = kept->guest;
    }
}

/* ------------------------------------------------------------------------------------------------------------ lists */

static bool sits(const struct store_head *head, const char *guest)
{
    for (int i = 0; i < STORE_SEATS; i++)
        if (strcmp(head->guest[i], guest) == 0)
            return true;
    return false;
}

static bool is_listed(const struct store_head *head) { return head->listed && head->phase != STORE_OVER; }

/* Whose table it is: they sit there, or made it and it is open. */
static bool is_of(const struct store_head *head, const char *guest)
{
    return sits(head, guest) || (head->phase == STORE_OPEN && strcmp(head->host, guest) == 0);
}

static bool is_due(const struct store_job *job, const struct store_head *head)
{
    bool later = head->due_ms > job->from_ms || (head->due_ms == job->from_ms && strcmp(head->table, job->table) > 0);
    return later && head->due_ms > 0 && head->due_ms <= job->at_ms;
}

static bool in_list(const struct store_job *job, const struct store_head *head)
{
    switch (job->op) {
    case STORE_LIST_LISTED: return is_listed(head);
    case STORE_LIST_ALL: return strcmp(head->table, job->table) > 0;
    case STORE_LIST_TABLE: return strcmp(head->table, job->table) == 0;
    case STORE_LIST_DUE: return is_due(job, head);
    default: return is_of(head, job->guest->guest);
    }
}

/* What a list is sorted by: the smaller first, then by id. */
static int64_t key_of(enum store_op op, const struct store_head *head)
{
    switch (op) {
    case STORE_LIST_ALL: return 0;
    case STORE_LIST_DUE: return head->due_ms;
    case STORE_LIST_GUEST: return head->phase == STORE_OVER ? -head->over_ms : INT64_MIN / 2 - head->changed_ms;
    default: return -head->changed_ms;
    }
}

/* Whether a comes before b. */
static bool before(enum store_op op, const struct store_head *a, const struct store_head *b)
{
    int64_t key_a = key_of(op, a), key_b = key_of(op, b);
    return key_a != key_b ? key_a < key_b : strcmp(a->table, b->table) < 0;
}

/* Puts a head in its place among the first STORE_LIST_MAX. */
static void insert(struct store_head *heads, size_t *n, enum store_op op, const struct store_head *head)
{
    size_t at = *n;
    while (at > 0 && before(op, head, &heads[at - 1]))
        at--;
    if (at == STORE_LIST_MAX)
        return;
    size_t behind = (*n < STORE_LIST_MAX ? *n : STORE_LIST_MAX - 1) - at;
    memmove(heads + at + 1, heads + at, behind * sizeof *heads);
    heads[at] = *head;
    if (*n < STORE_LIST_MAX)
        ++*n;
}

static void do_list(struct memory *memory, struct store_job *job)
{
    job->heads = memory->heads;
    job->heads_n = 0;
    for (int i = 0; i < SLOTS; i++)
        for (struct kept_table *table = memory->data->tables[i]; table; table = table->next)
            if (in_list(job, &table->head))
                insert(memory->heads, &job->heads_n, job->op, &table->head);
    job->status = STORE_DONE;
}

static void do_count(struct memory *memory, struct store_job *job)
{
    job->count = 0;
    for (int i = 0; i < SLOTS; i++)
        for (struct kept_table *table = memory->data->tables[i]; table; table = table->next)
            job->count += is_listed(&table->head) && strcmp(table->head.origin, job->origin) == 0;
    job->status = STORE_DONE;
}

static bool has_table(const struct data *data, const char *guest)
{
    for (int i = 0; i < SLOTS; i++)
        for (const struct kept_table *table = data->tables[i]; table; table = table->next)
            if (is_of(&table->head, guest))
                return true;
    return false;
}

static bool may_go(const struct store_job *job, const struct store_guest *guest)
{
    return job->op == STORE_GUESTS_MARK ? !guest->marked_ms && guest->seen_ms < job->from_ms
                                        : guest->marked_ms && guest->marked_ms <= job->at_ms;
}

static bool is_older(const struct store_job *job, const struct store_guest *a, const struct store_guest *b)
{
    bool marks = job->op == STORE_GUESTS_MARK;
    int64_t a_ms = marks ? a->seen_ms : a->marked_ms, b_ms = marks ? b->seen_ms : b->marked_ms;
    return a_ms < b_ms || (a_ms == b_ms && strcmp(a->guest, b->guest) < 0);
}

/* The link to the guest who may be marked or forgotten next, or NULL. */
static struct kept_guest **oldest_guest(struct data *data, const struct store_job *job)
{
    struct kept_guest **oldest = NULL;
    for (int i = 0; i < SLOTS; i++)
        for (struct kept_guest **link = &data->guests[i]; *link; link = &(*link)->next) {
            const struct store_guest *guest = &(*link)->guest;
            if (may_go(job, guest) && (!oldest || is_older(job, guest, &(*oldest)->guest)) &&
                !has_table(data, guest->guest))
                oldest = link;
        }
    return oldest;
}

static void do_old_guests(struct memory *memory, struct store_job *job)
{
    struct kept_guest **link;
    bool marks = job->op == STORE_GUESTS_MARK;
    uint64_t most = marks || job->after > STORE_LIST_MAX ? STORE_LIST_MAX : job->after;
    for (job->count = 0; job->count < most && (link = oldest_guest(memory->data, job)); job->count++) {
        struct kept_guest *gone = *link;
        gone->guest.marked_ms = job->at_ms;
        if (marks)
            continue;
        *link = gone->next;
        free(gone);
    }
    job->status = STORE_DONE;
}

static void do_clock(struct memory *memory, struct store_job *job)
{
    if (job->op == STORE_CLOCK_SET)
        memory->data->clock_ms = job->at_ms;
    job->from_ms = memory->data->clock_ms;
    job->at_ms = 0;
    job->status = STORE_DONE;
}

/* ------------------------------------------------------------------------------------------------------------- jobs */

static void do_job(struct memory *memory, struct store_job *job)
{
    bool fails = memory->fail_in > 0 && --memory->fail_in == 0;
    job->fault[0] = '\0';
    if (!fails || memory->fail_with == STORE_UNKNOWN)
        switch (job->op) {
        case STORE_APPEND: do_append(memory, job); break;
        case STORE_LOAD: do_load(memory, job); break;
        case STORE_GUEST_ADD:
        case STORE_GUEST_NAME:
        case STORE_GUEST_SEEN:
        case STORE_GUEST_FIND: do_guest(memory, job); break;
        case STORE_GUEST_GET:
        case STORE_GUEST_DELETE: do_guest_by_id(memory, job); break;
        case STORE_LIST_GUESTS: do_guests(memory, job); break;
        case STORE_TABLE_DELETE: do_forget(memory, job); break;
        case STORE_REWRITE: do_rewrite(memory, job); break;
        case STORE_COUNT_LISTED: do_count(memory, job); break;
        case STORE_COMPACT: do_keep(memory, job); break;
        case STORE_TABLE_MARK: do_mark(memory, job); break;
        case STORE_GUESTS_MARK:
        case STORE_GUESTS_DELETE: do_old_guests(memory, job); break;
        case STORE_CLOCK:
        case STORE_CLOCK_SET: do_clock(memory, job); break;
        default: do_list(memory, job); break;
        }
    if (fails)
        fault(job, memory->fail_with, "failed on purpose");
}

static void memory_submit(struct store *store, struct store_job *job)
{
    store_job_accept(&((struct memory *)store)->queue, job);
}

static void tell_news(struct memory *memory)
{
    const struct store_hooks *hooks = &memory->store.hooks;
    struct news *next;
    for (struct news *news = memory->news; news; news = next) {
        next = news->next;
        if (*news->table && hooks->changed)
            hooks->changed(hooks->owner, news->table, news->number);
        if (!*news->table && hooks->heard)
            hooks->heard(hooks->owner, news->text, news->length);
        free(news);
        memory->news = next;
        if (!next)
            memory->news_last = &memory->news;
    }
}

/* What is submitted meanwhile waits for the next flush. */
static void memory_flush(struct store *store)
{
    struct memory *memory = (struct memory *)store;
    struct store_job_queue queue = memory->queue;
    struct store_job *job;
    memory->queue.first = NULL;
    while ((job = store_job_queue_shift(&queue))) {
        do_job(memory, job);
        job->done(job);
    }
    tell_news(memory);
}

static void memory_say(struct store *store, const char *text, size_t length)
{
    tell_others((struct memory *)store, NULL, 0, text, length);
}

/* ------------------------------------------------------------------------------------------------- opening, closing */

static void free_data(struct data *data)
{
    for (int i = 0; i < SLOTS; i++) {
        for (struct kept_table *table = data->tables[i], *next; table; table = next) {
            next = table->next;
            free_table(table);
        }
        for (struct kept_guest *guest = data->guests[i], *next; guest; guest = next) {
            next = guest->next;
            free(guest);
        }
    }
    free(data);
}

static void leave_data(struct memory *memory)
{
    struct memory **link = &memory->data->stores;
    while (*link != memory)
        link = &(*link)->beside;
    *link = memory->beside;
    if (!memory->data->stores)
        free_data(memory->data);
}

static void memory_close(struct store *store, void (*closed)(void *owner), void *owner)
{
    struct memory *memory = (struct memory *)store;
    memory_flush(store);
    for (struct news *news = memory->news, *next; news; news = next) {
        next = news->next;
        free(news);
    }
    leave_data(memory);
    free(memory->entries);
    free(memory->heads);
    free(memory->guests);
    free(memory);
    if (closed)
        closed(owner);
}

static const struct store_ops memory_ops = {"memory", true, memory_submit, memory_flush, memory_say, memory_close};

static struct store *open_on(struct data *data, const struct store_hooks *hooks, char why[STORE_FAULT_SIZE])
{
    struct memory *memory = calloc(1, sizeof *memory);
    struct store_head *heads = calloc(STORE_LIST_MAX + 1, sizeof *heads);
    struct store_guest *guests = calloc(STORE_LIST_MAX + 1, sizeof *guests);
    if (!memory || !heads || !guests) {
        strcpy(why, "out of memory");
        free(memory);
        free(heads);
        free(guests);
        return NULL;
    }
    *memory = (struct memory){.store = {.ops = &memory_ops, .clock = {.last_ms = data->clock_ms}},
                              .data = data,
                              .beside = data->stores,
                              .heads = heads,
                              .guests = guests};
    if (hooks)
        memory->store.hooks = *hooks;
    memory->news_last = &memory->news;
    data->stores = memory;
    return &memory->store;
}

struct store *store_memory_new(const struct store_hooks *hooks, char why[STORE_FAULT_SIZE])
{
    struct data *data = calloc(1, sizeof *data);
    struct store *store = data ? open_on(data, hooks, why) : NULL;
    if (!store) {
        strcpy(why, "out of memory");
        free(data);
    }
    return store;
}

struct store *store_memory_open_shared(struct store *other, const struct store_hooks *hooks, char why[STORE_FAULT_SIZE])
{
    return open_on(((struct memory *)other)->data, hooks, why);
}

void store_memory_fail(struct store *store, int n, enum store_status status)
{
    struct memory *memory = (struct memory *)store;
    memory->fail_in = n;
    memory->fail_with = status;
}
