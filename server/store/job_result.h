/* job_result.h - what stores that wait for an answer share: a queue of jobs, and the memory an answer lives in.
 *
 * A load's entries and a list's heads must stay until the job's done returns; each job that asks for them owns one
 * struct answer meanwhile, kept in job->mark. */
#ifndef STORE_ANSWER_H
#define STORE_ANSWER_H

#include "server/store/store.h"

/* ----------------------------------------------------------------------------------------------------------- queue */

struct store_job_queue {
    struct store_job *first, *last;
};

void store_job_queue_push(struct store_job_queue *queue, struct store_job *job);
struct store_job *store_job_queue_shift(struct store_job_queue *queue);
/* Moves all of `from` behind `to`. */
void store_job_queue_move(struct store_job_queue *to, struct store_job_queue *from);

/* Takes a job that was submitted. That an append is well-formed is the caller's duty. */
void store_job_accept(struct store_job_queue *queue, struct store_job *job);

/* Whether the job changes what is stored. */
bool store_job_writes(const struct store_job *job);

/* Sets status and fault; what was answered is dropped. */
void store_job_fail(struct store_job *job, enum store_status status, const char *fault);

/* Puts what was collected into the job, calls its done, frees what was collected. */
void store_job_finish(struct store_job *job);
void store_job_queue_finish(struct store_job_queue *queue);

/* ---------------------------------------------------------------------------------------------------------- answer */

/* Returns the checksum of a table's entry. It detects accidental changes only; anyone can compute it. */
int64_t store_entry_checksum(const char *table, const struct table_entry *entry);
/* Whether the entry of the job's table is as it was written; if not, the job gets STORE_DAMAGED. */
bool store_entry_is_whole(struct store_job *job, const struct table_entry *entry, int64_t checksum);

/* Adds an entry that was read. An entry that is not whole ends the load: what was read before it is dropped, and so is
 * what comes. False: there is no memory. */
bool store_result_add_entry(struct store_job *job, const struct table_entry *entry, int64_t checksum);
/* A zeroed head to fill, or NULL. */
struct store_head *store_result_add_head(struct store_job *job);
struct store_guest *store_result_add_guest(struct store_job *job);

/* Copies a text of n bytes that may not fit, or not be there (NULL). */
void store_result_copy_text(char *to, size_t size, const void *text, size_t n);

/* ------------------------------------------------------------------------------------------------------------ SQL */

/* The columns of a head in every database, in the order of struct store_head. */
#define STORE_HEAD_COLUMNS                                                                                             \
    "table_id, host, guest0, guest1, guest2, guest3, guest4, phase, listed, owe, number, due_ms, changed_ms, about, "  \
    "over_ms, origin, kept, marked_ms"

/* What every database asks alike; the condition follows. */
#define STORE_HEADS_WHERE "SELECT " STORE_HEAD_COLUMNS " FROM heads WHERE "
#define STORE_GUESTS_WHERE "SELECT guest, name, made_ms, seen_ms, marked_ms FROM guests WHERE "
#define STORE_SITS_NOWHERE "NOT EXISTS (SELECT 1 FROM members WHERE members.guest = g.guest)"
/* A guest's tables: those that go on first, then those that ended last. */
#define STORE_OF_GUEST_ORDER                                                                                           \
    " ORDER BY phase = 2, CASE phase WHEN 2 THEN over_ms ELSE changed_ms END DESC, table_id LIMIT "

#endif
