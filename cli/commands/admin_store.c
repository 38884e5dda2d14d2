/* admin_store.c - uses the store for the operator's commands: jobs, lists, orders; see admin.h. */
#include "admin.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool load_orders(struct admin *admin);

bool admin_open(struct admin *admin, const char *store)
{
    char fault[STORE_FAULT_SIZE];
    *admin = (struct admin){0};
    uv_loop_init(&admin->loop);
    admin->store = store_open_shared(store, &admin->loop, fault);
    if (!admin->store)
        cli_error("admin: %s", fault);
    return admin->store && load_orders(admin);
}

void admin_close(struct admin *admin)
{
    if (admin->store)
        store_close(admin->store, NULL, NULL);
    uv_run(&admin->loop, UV_RUN_DEFAULT);
    uv_loop_close(&admin->loop);
    moderation_state_free(admin->moderation);
}

/* ------------------------------------------------------------------------------------------------------------- jobs */

/* The caller that waits for a job, and its function that takes the answer. */
struct waiting {
    struct admin *admin;
    void (*take)(struct store_job *job);
    void *owner;
};

static void job_done(struct store_job *job)
{
    struct waiting *waiting = job->owner;
    job->owner = waiting->owner;
    waiting->admin->done = true;
    if (waiting->take && job->status == STORE_DONE)
        waiting->take(job);
}

bool admin_run_job(struct admin *admin, struct store_job *job, void (*take)(struct store_job *job))
{
    struct waiting waiting = {admin, take, job->owner};
    job->done = job_done;
    job->owner = &waiting;
    admin->done = false;
    store_submit(admin->store, job);
    store_flush(admin->store);
    while (!admin->done)
        uv_run(&admin->loop, UV_RUN_ONCE);
    bool good = job->status != STORE_FAILED && job->status != STORE_UNKNOWN && job->status != STORE_DAMAGED;
    if (!good)
        cli_error("admin: %s", job->fault);
    return good;
}

/* ------------------------------------------------------------------------------------------------------------ pages */

struct page {
    struct store_head heads[STORE_LIST_MAX];
    struct store_guest guests[STORE_LIST_MAX];
    size_t n;
};

static void take_page(struct store_job *job)
{
    struct page *page = job->owner;
    page->n = job->op == STORE_LIST_ALL ? job->heads_n : job->guests_n;
    if (job->heads_n)
        memcpy(page->heads, job->heads, job->heads_n * sizeof *page->heads);
    if (job->guests_n)
        memcpy(page->guests, job->guests, job->guests_n * sizeof *page->guests);
}

static struct page *page_new(void)
{
    struct page *page = calloc(1, sizeof *page);
    if (!page)
        cli_error("out of memory");
    return page;
}

bool admin_for_each_table(struct admin *admin, bool (*each)(void *context, const struct store_head *head),
                          void *context)
{
    struct page *page = page_new();
    struct store_job job = {.op = STORE_LIST_ALL, .owner = page};
    bool good = page != NULL;
    do {
        page->n = 0;
        good = good && admin_run_job(admin, &job, take_page);
        for (size_t i = 0; good && i < page->n; i++) {
            memcpy(job.table, page->heads[i].table, sizeof job.table);
            good = strcmp(job.table, MODERATION_LOG_ID) == 0 || each(context, &page->heads[i]);
        }
    } while (good && page->n == STORE_LIST_MAX);
    free(page);
    return good;
}

bool admin_for_each_guest(struct admin *admin, bool (*each)(void *context, const struct store_guest *guest),
                          void *context)
{
    struct page *page = page_new();
    struct store_guest behind = {0};
    struct store_job job = {.op = STORE_LIST_GUESTS, .owner = page, .guest = &behind};
    bool good = page != NULL;
    do {
        page->n = 0;
        good = good && admin_run_job(admin, &job, take_page);
        for (size_t i = 0; good && i < page->n; i++) {
            memcpy(behind.guest, page->guests[i].guest, sizeof behind.guest);
            good = each(context, &page->guests[i]);
        }
    } while (good && page->n == STORE_LIST_MAX);
    free(page);
    return good;
}

/* ---------------------------------------------------------------------------------------------------------- finding */

struct search {
    const char *text;
    int found;
    struct store_head *head;
    struct store_guest *guest;
};

static bool begins(const struct search *search, const char *id)
{
    return strncmp(id, search->text, strlen(search->text)) == 0;
}

static bool visit_table(void *context, const struct store_head *head)
{
    struct search *search = context;
    if (begins(search, head->table) && search->found++ == 0)
        *search->head = *head;
    return search->found < 2;
}

static bool visit_guest(void *context, const struct store_guest *guest)
{
    struct search *search = context;
    if (begins(search, guest->guest) && search->found++ == 0)
        *search->guest = *guest;
    return search->found < 2;
}

static bool say_found(const struct search *search, const char *what, bool good)
{
    if (search->found == 0 && good)
        cli_error("admin: there is no %s \"%s\"", what, search->text);
    else if (search->found > 1)
        cli_error("admin: several %s ids begin with %s; write more of the id", what, search->text);
    return search->found == 1;
}

bool admin_find_table(struct admin *admin, const char *text, struct store_head *head)
{
    struct search search = {.text = text, .head = head};
    bool good = admin_for_each_table(admin, visit_table, &search);
    return say_found(&search, "table", good);
}

bool admin_find_guest(struct admin *admin, const char *text, struct store_guest *guest)
{
    struct search search = {.text = text, .guest = guest};
    bool good = admin_for_each_guest(admin, visit_guest, &search);
    return say_found(&search, "guest", good);
}

bool admin_find_past_guest(struct admin *admin, const char *text, struct store_guest *guest)
{
    size_t n = strlen(text);
    if (!table_id_is_valid(text, n))
        return admin_find_guest(admin, text, guest);
    *guest = (struct store_guest){0};
    memcpy(guest->guest, text, n);
    return true;
}

/* ------------------------------------------------------------------------------------------------------------- logs */

static void take_log(struct store_job *job)
{
    struct admin_log *log = job->owner;
    size_t length = 0, at = 0;
    for (size_t i = 0; i < job->entries_n; i++)
        length += job->entries[i].length;
    log->entries = calloc(job->entries_n + 1, sizeof *log->entries);
    log->text = malloc(length + 1);
    for (size_t i = 0; log->entries && log->text && i < job->entries_n; i++) {
        struct table_entry entry = job->entries[i];
        entry.text = memcpy(log->text + at, entry.text, entry.length);
        log->entries[log->n++] = entry;
        at += entry.length;
    }
}

enum store_status admin_try_load_log(struct admin *admin, const char *table, struct admin_log *log)
{
    struct store_job job = {.op = STORE_LOAD, .owner = log};
    *log = (struct admin_log){0};
    memcpy(job.table, table, sizeof job.table);
    if (!admin_run_job(admin, &job, take_log) || (log->entries && log->text))
        return job.status;
    admin_log_free(log);
    cli_error("out of memory");
    return STORE_FAILED;
}

bool admin_load_log(struct admin *admin, const char *table, struct admin_log *log)
{
    return admin_try_load_log(admin, table, log) == STORE_DONE;
}

void admin_log_free(struct admin_log *log)
{
    free(log->entries);
    free(log->text);
    *log = (struct admin_log){0};
}

/* ----------------------------------------------------------------------------------------------------------- orders */

/* Reads all orders given so far. */
static bool load_orders(struct admin *admin)
{
    struct admin_log log;
    if (!admin_load_log(admin, MODERATION_LOG_ID, &log))
        return false;
    moderation_state_free(admin->moderation);
    admin->moderation = moderation_state_new();
    for (size_t i = 0; admin->moderation && i < log.n; i++) {
        struct moderation_order order;
        moderation_apply_entry(admin->moderation, log.entries[i].number, log.entries[i].text, log.entries[i].length,
                               &order);
    }
    admin_log_free(&log);
    return admin->moderation != NULL;
}

bool admin_give_order(struct admin *admin, enum moderation_verb verb, const char *who, const char *why)
{
    struct moderation_order order = {.verb = verb};
    char text[MODERATION_ORDER_MAX + 1];
    struct base_out out = base_out_of(text, sizeof text);
    snprintf(order.who, sizeof order.who, "%s", who);
    snprintf(order.why, sizeof order.why, "%s", why);
    moderation_order_write(&order, &out);
    for (int i = 0; i < ADMIN_TRIES && load_orders(admin); i++) {
        uint32_t number = moderation_last_number(admin->moderation) + 1;
        struct table_entry entry = {number, admin_now_ms(), text, out.length};
        struct store_head head = {
            .table = MODERATION_LOG_ID, .phase = STORE_PLAY, .number = number, .changed_ms = entry.at_ms};
        struct store_job job = {
            .op = STORE_APPEND, .table = MODERATION_LOG_ID, .append = {.head = &head, .entries = &entry, .n = 1}};
        if (!admin_run_job(admin, &job, NULL))
            return false;
        if (job.status == STORE_DONE)
            return load_orders(admin);
    }
    return false;
}

const char *admin_format_time(int64_t at_ms, char text[32])
{
    time_t seconds = (time_t)(at_ms / 1000);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}
