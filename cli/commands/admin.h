/* admin.h - functions shared by the parts of `fuerstenfeld admin`, which use a store while servers use it too.
 *
 *     admin.c                the verbs: tables, guests, the lobby
 *     admin_store.c          jobs that are waited for, pages of all tables and guests, orders
 *     admin_retention.c      the store as a whole: damage, what is marked to go, its time
 *     admin_check_ratings.c  whether all ratings follow from the rated games
 *     admin_guest.c          everything about one guest: found in all logs, shown, rewritten or deleted
 *
 * Nothing of a game's secrets is printed: no cards, seeds or values of a deal that has not been dealt. */
#pragma once

#include "cli/cli.h"
#include "server/app/moderation_orders.h"
#include "server/table/table.h"

#include <uv.h>

enum { ADMIN_TRIES = 20 }; /* a server may write at the same moment */

struct admin {
    uv_loop_t loop;
    struct store *store;
    struct moderation *moderation; /* as it was when the command began */
    bool done;                     /* the job that is waited for */
};

/* Returns false after printing an error. If the store could be opened, it is the orders that cannot be read. */
bool admin_open(struct admin *admin, const char *store);
void admin_close(struct admin *admin);

/* Carries out the job and calls `take` (which may be NULL) with its answer, which is valid until `take` returns. The
 * job's memory stays the caller's. Returns false after printing an error if the store failed. */
bool admin_run_job(struct admin *admin, struct store_job *job, void (*take)(struct store_job *job));

/* Calls `each` for all tables, by id, until it returns false. If the store fails, prints an error and returns false. */
bool admin_each_table(struct admin *admin, bool (*each)(void *context, const struct store_head *head), void *context);
bool admin_each_guest(struct admin *admin, bool (*each)(void *context, const struct store_guest *guest), void *context);

/* Find the only table or guest whose id begins like this. Return false after printing an error if there is none or
 * several. */
bool admin_find_table(struct admin *admin, const char *text, struct store_head *head);
bool admin_find_guest(struct admin *admin, const char *text, struct store_guest *guest);
/* Does the same, but believes a complete id: it may be that of a deleted player, who is still named at tables. Then
 * only guest->guest is filled in. */
bool admin_find_past_guest(struct admin *admin, const char *text, struct store_guest *guest);

/* Returns a table's log as stored, entry by entry, in one block that the caller frees; NULL after printing an error. */
struct admin_log {
    size_t n;
    struct table_entry *entries; /* as they are stored */
    char *text;
};
bool admin_load_log(struct admin *admin, const char *table, struct admin_log *log);
/* Does the same, for callers that continue after a damaged log: returns STORE_DONE, or after printing an error the
 * reason for which the log could not be loaded. */
enum store_status admin_try_load_log(struct admin *admin, const char *table, struct admin_log *log);
void admin_log_free(struct admin_log *log);

/* Gives an order to all servers. */
bool admin_give_order(struct admin *admin, enum moderation_verb verb, const char *who, const char *why);

/* Writes a time: "2026-11-16T08:00:00Z" */
const char *admin_time(int64_t at_ms, char text[32]);

/* ------------------------------------------------------------------------------------------------ admin_retention.c */

/* Carry out a command and return its exit status. */
int admin_check(struct admin *admin, char **words, int n);
int admin_marked(struct admin *admin, char **words, int n);
int admin_restore(struct admin *admin, char **words, int n);
int admin_clock(struct admin *admin, char **words, int n);

/* Carries out `admin notices` and returns its exit status. */
int admin_notices(struct admin *admin, char **words, int n);
int admin_reports(struct admin *admin, char **words, int n);

/* -------------------------------------------------------------------------------------------- admin_check_ratings.c */

int admin_ratings(struct admin *admin, char **words, int n);

/* Returns this machine's clock. */
int64_t admin_now_ms(void);

/* ---------------------------------------------------------------------------------------------------- admin_guest.c */

/* Carry out a command and return its exit status. */
int admin_rename(struct admin *admin, const struct store_guest *guest, const char *name);
int admin_export(struct admin *admin, const struct store_guest *guest);
int admin_forget(struct admin *admin, const struct store_guest *guest);
