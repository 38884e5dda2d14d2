/* admin_retention.c - checks the store's data, lists and unmarks tables and guests that will be deleted because of
 * their age, and shows the store's time; see admin.h and server/app/retention.c. */
#include "admin.h"

#include "server/app/app.h"
#include "server/app/rate_limits.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ------------------------------------------------------------------------------------------------------------ check */

struct check {
    struct admin *admin;
    int tables, entries, bad;
};

static void say_bad(struct check *check, const char *id, const char *why)
{
    check->bad++;
    printf("%s: %s\n", id, CLI_SAFE(why));
}

/* Returns whether the table's row in the list of tables follows from its log. */
static bool head_follows(const struct table *table, const struct store_head *head)
{
    struct store_head wanted;
    app_fill_table_head(table, &wanted);
    return wanted.number == head->number && wanted.phase == head->phase && wanted.listed == head->listed &&
           memcmp(wanted.host, head->host, sizeof wanted.host) == 0 &&
           memcmp(wanted.guest, head->guest, sizeof wanted.guest) == 0 && wanted.over_ms == head->over_ms;
}

static void check_log(struct check *check, const struct store_head *head, const struct admin_log *log)
{
    struct table *table = table_new(head->table);
    struct base_error error;
    bool good = table != NULL;
    for (size_t i = 0; good && i < log->n; i++)
        if (!table_apply(table, &log->entries[i], &error)) {
            say_bad(check, head->table, error.message);
            good = false;
        }
    if (good && table_last_number(table) < head->number)
        say_bad(check, head->table, "its last entries are missing");
    else if (good && table_last_number(table) == head->number &&
             !head_follows(table, head)) /* (if the table is newer than the head, a server has just written) */
        say_bad(check, head->table, "its row in the list of tables does not follow from its log");
    table_free(table);
}

static bool check_table(void *context, const struct store_head *head)
{
    struct check *check = context;
    struct admin_log log;
    enum store_status status = admin_try_load_log(check->admin, head->table, &log);
    check->tables++;
    check->entries += (int)log.n;
    if (status == STORE_DONE)
        check_log(check, head, &log);
    else if (status == STORE_DAMAGED)
        check->bad++; /* admin_try_load_log has printed why */
    admin_log_free(&log);
    return status == STORE_DONE || status == STORE_DAMAGED;
}

int admin_check_store(struct admin *admin, char **words, int n)
{
    struct check check = {.admin = admin};
    (void)words, (void)n;
    if (!admin->moderation) /* the orders cannot be read, and an error was printed */
        check.bad++;
    if (!admin_for_each_table(admin, check_table, &check))
        return CLI_USAGE;
    printf("%d table%s, %d entr%s: ", check.tables, check.tables == 1 ? "" : "s", check.entries,
           check.entries == 1 ? "y" : "ies");
    printf(check.bad ? "%d damaged\n" : "all as they were written\n", check.bad);
    return check.bad ? CLI_FAILS : CLI_OK;
}

/* ------------------------------------------------------------------------------------------------------------- time */

int64_t admin_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Reads the clock in use (the database's if there is one) and the time that the store remembers. */
static bool read_clock(struct admin *admin, struct store_clock *clock)
{
    struct store_job job = {.op = STORE_CLOCK};
    if (!admin_run_job(admin, &job, NULL))
        return false;
    *clock = (struct store_clock){job.clock.at_ms ? job.clock.at_ms : admin_now_ms(), job.clock.last_ms};
    return true;
}

static void print_difference(const struct store_clock *clock)
{
    static const int64_t day_ms = 24 * 3600 * 1000;
    int64_t ahead_ms = clock->at_ms - clock->last_ms;
    if (ahead_ms <= day_ms && ahead_ms >= -day_ms)
        printf("they agree\n");
    else
        printf("the clock is %lld days %s; until they agree to within a day, nothing is deleted because of its age\n"
               "if the clock is right, run: fuerstenfeld admin clock accept\n",
               (long long)((ahead_ms < 0 ? -ahead_ms : ahead_ms) / day_ms), ahead_ms > 0 ? "ahead" : "behind");
}

int admin_compare_clocks(struct admin *admin, char **words, int n)
{
    struct store_clock clock;
    char at[32], last[32];
    if (n && strcmp(words[0], "accept") != 0) {
        cli_error("admin: use clock or clock accept");
        return CLI_USAGE;
    }
    if (!read_clock(admin, &clock))
        return CLI_USAGE;
    if (n) {
        struct store_job job = {.op = STORE_CLOCK_SET, .clock_ms = clock.at_ms};
        if (!admin_run_job(admin, &job, NULL))
            return CLI_USAGE;
        clock.last_ms = clock.at_ms;
    }
    printf("the clock says %s\n", admin_format_time(clock.at_ms, at));
    if (!clock.last_ms) {
        printf("the store has no time yet, because no server has used it\n");
        return CLI_OK;
    }
    printf("the store's time is %s\n", admin_format_time(clock.last_ms, last));
    print_difference(&clock);
    return CLI_OK;
}

/* ------------------------------------------------------------------------------------------------------------ marks */

static void print_mark(const char *id, int64_t marked_ms, const char *text)
{
    char marked[32], goes[32];
    printf("%s marked %s, goes %s %s\n", id, admin_format_time(marked_ms, marked),
           admin_format_time(marked_ms + RETENTION_GRACE_D * INT64_C(86400000), goes), CLI_SAFE(text));
}

static bool print_marked_table(void *context, const struct store_head *head)
{
    (void)context;
    if (head->marked_ms)
        print_mark(head->table, head->marked_ms, head->about);
    return true;
}

static bool print_marked_guest(void *context, const struct store_guest *guest)
{
    (void)context;
    if (guest->marked_ms)
        print_mark(guest->guest, guest->marked_ms, guest->name);
    return true;
}

int admin_list_marked(struct admin *admin, char **words, int n)
{
    (void)words, (void)n;
    bool good =
        admin_for_each_table(admin, print_marked_table, NULL) && admin_for_each_guest(admin, print_marked_guest, NULL);
    return good ? CLI_OK : CLI_USAGE;
}

/* The marked tables and guests whose id begins with `text`: how many there are, and the last table and guest. */
struct named {
    const char *text;
    int n;
    struct store_head head;
    struct store_guest guest;
};

static bool is_named(struct named *named, const char *id)
{
    bool is = strncmp(id, named->text, strlen(named->text)) == 0;
    named->n += is;
    return is;
}

static bool visit_table(void *context, const struct store_head *head)
{
    struct named *named = context;
    if (head->marked_ms && is_named(named, head->table))
        named->head = *head;
    return true;
}

static bool visit_guest(void *context, const struct store_guest *guest)
{
    struct named *named = context;
    if (guest->marked_ms && is_named(named, guest->guest))
        named->guest = *guest;
    return true;
}

int admin_restore_marked(struct admin *admin, char **words, int n)
{
    struct named named = {.text = words[0]};
    struct store_clock clock;
    (void)n;
    if (!admin_for_each_table(admin, visit_table, &named) || !admin_for_each_guest(admin, visit_guest, &named) ||
        !read_clock(admin, &clock))
        return CLI_USAGE;
    if (named.n != 1) {
        cli_error(named.n ? "admin: several marked ids begin with %s; write more of the id"
                          : "admin: no id that begins with %s is marked; admin marked lists all marked ids",
                  words[0]);
        return CLI_USAGE;
    }
    struct store_job job = {.op = STORE_TABLE_MARK, .stand = {named.head.number, .changed_ms = clock.at_ms}};
    if (!named.head.number)
        job = (struct store_job){.op = STORE_GUEST_SEEN, .guest = &named.guest};
    memcpy(job.table, named.head.table, sizeof job.table);
    named.guest.seen_ms = clock.at_ms;
    if (!admin_run_job(admin, &job, NULL))
        return CLI_USAGE;
    if (job.status != STORE_DONE) {
        cli_error("admin: %s was used or deleted in the meantime; admin marked lists what is marked now", words[0]);
        return CLI_FAILS;
    }
    printf("%s counts as used today\n", named.head.number ? named.head.table : named.guest.guest);
    return CLI_OK;
}
