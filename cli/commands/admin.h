/* admin.h - functions shared by the parts of `fuerstenfeld admin`, which use a store while servers use it too.
 *
 *     admin.c                the table of verbs; tables, bans, the lobby
 *     admin_store.c          jobs of the store, lists of all tables and guests, orders
 *     admin_retention.c      the store as a whole: damage, marked tables and guests, its time
 *     admin_check_ratings.c  checks that all ratings follow from the rated games
 *     admin_guest.c          exports, renames or deletes the data of one guest in all logs
 *
 * The program never prints a game's secrets: cards, seeds, and players' values for a deal that is still to come. */
#pragma once

#include "cli/cli.h"
#include "server/app/moderation_orders.h"
#include "server/table/table.h"

#include <uv.h>

enum { ADMIN_TRIES = 20 }; /* number of attempts if servers write at the same moment */

struct admin {
    uv_loop_t loop;
    struct store *store;
    struct moderation_state *moderation; /* the orders when the command began; NULL if they cannot be read */
    bool done;                           /* the job of admin_run_job has finished */
};

/* Opens the store and reads the orders. Returns false after printing an error. If only the orders cannot be read, the
 * store is open nevertheless (admin->store is not NULL). */
bool admin_open(struct admin *admin, const char *store);
void admin_close(struct admin *admin);

/* Runs a job of the store and waits for it. Calls `take` (which may be NULL) with the answer, which is valid until
 * `take` returns. The caller keeps the job's memory. Returns false after printing an error if the store failed. */
bool admin_run_job(struct admin *admin, struct store_job *job, void (*take)(struct store_job *job));

/* These call `each` for all tables or guests, in the order of their ids, until it returns false. If the store fails,
 * they print an error and return false. */
bool admin_for_each_table(struct admin *admin, bool (*each)(void *context, const struct store_head *head),
                          void *context);
bool admin_for_each_guest(struct admin *admin, bool (*each)(void *context, const struct store_guest *guest),
                          void *context);

/* These find the only table or guest whose id begins with `text`. They return false after printing an error if there is
 * none or more than one. */
bool admin_find_table(struct admin *admin, const char *text, struct store_head *head);
bool admin_find_guest(struct admin *admin, const char *text, struct store_guest *guest);
/* Finds a guest or a former guest. A complete id is accepted without a search, because tables may still name a deleted
 * guest. In this case, only guest->guest is filled in. */
bool admin_find_past_guest(struct admin *admin, const char *text, struct store_guest *guest);

/* A table's log as it is stored. admin_load_log reads it, and returns false after printing an error. The caller frees
 * it with admin_log_free. */
struct admin_log {
    size_t n;
    struct table_entry *entries; /* the stored entries, which may be compacted */
    char *text;
};
bool admin_load_log(struct admin *admin, const char *table, struct admin_log *log);
/* Reads a log like admin_load_log, for callers that continue after a damaged log. Returns STORE_DONE or, after printing
 * an error, the reason why the log could not be read. */
enum store_status admin_try_load_log(struct admin *admin, const char *table, struct admin_log *log);
void admin_log_free(struct admin_log *log);

/* Gives an order to all servers that use the store. Returns false after printing an error. */
bool admin_give_order(struct admin *admin, enum moderation_verb verb, const char *who, const char *why);

/* Writes a time as "2026-11-16T08:00:00Z". Returns the text. */
const char *admin_format_time(int64_t at_ms, char text[32]);

/* ------------------------------------------------------------------------------------------------ admin_retention.c */

/* These carry out a verb of `admin` and return the exit status. `words` are its n operands. */
int admin_check_store(struct admin *admin, char **words, int n);
int admin_list_marked(struct admin *admin, char **words, int n);
int admin_restore_marked(struct admin *admin, char **words, int n);
int admin_compare_clocks(struct admin *admin, char **words, int n);

/* These carry out `admin notices` and `admin reports` and return the exit status. */
int admin_list_unsent_notices(struct admin *admin, char **words, int n);
int admin_list_or_settle_reports(struct admin *admin, char **words, int n);

/* -------------------------------------------------------------------------------------------- admin_check_ratings.c */

int admin_check_ratings(struct admin *admin, char **words, int n);

/* Returns the time by this machine's clock. */
int64_t admin_now_ms(void);

/* ---------------------------------------------------------------------------------------------------- admin_guest.c */

/* These carry out a verb of `admin` on one guest and return the exit status. */
int admin_rename_guest(struct admin *admin, const struct store_guest *guest, const char *name);
int admin_export_guest(struct admin *admin, const struct store_guest *guest);
int admin_forget_guest(struct admin *admin, const struct store_guest *guest);
