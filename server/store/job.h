/* job.h - code shared by all stores: a queue of jobs, the values of a job's statement, and the answer built from the
 * statement's rows. A store calls for each job, in this order:
 *
 *     store_job_accept                 when the job is submitted
 *     store_job_values                 to run the statement
 *     store_job_add_answer_row                for each row of the result
 *     store_job_set_status_from_rows   after the last row
 *     store_job_finish                 to hand the answer to the caller
 *
 * The job owns the memory of its rows until its done function returns. */
#pragma once

#include "server/store/store.h"

/* ----------------------------------------------------------------------------------------------------------- queue */

struct store_job_queue {
    struct store_job *first, *last;
};

void store_job_queue_push(struct store_job_queue *queue, struct store_job *job);
/* Removes and returns the first job, or NULL if the queue is empty. */
struct store_job *store_job_queue_shift(struct store_job_queue *queue);
/* Moves all jobs of `from` to the end of `to`. */
void store_job_queue_move(struct store_job_queue *to, struct store_job_queue *from);

/* Appends a newly submitted job to the queue. Asserts that the entries of an append are well-formed. */
void store_job_accept(struct store_job_queue *queue, struct store_job *job);

/* ---------------------------------------------------------------------------------------------------------- values */

enum { STORE_VALUES_MAX = 36 };

struct store_values {
    struct store_value value[STORE_VALUES_MAX];
    int n;
};

/* Returns the values for the job's statement. They point to memory of the job. */
struct store_values store_job_values(const struct store_job *job);
/* Fills in the values that store an entry: table, number, time, text, checksum. */
void store_put_entry_values(struct store_values *values, const char *table, const struct table_entry *entry);
/* Returns the columns of the result that an append adds: deal, guest, table, score, place, parts, coins, rounds. */
struct store_values store_result_values(const struct store_job *job);
/* Returns the kinds of the operation's values as letters (operations.h). */
const char *store_op_value_kinds(enum store_op op);

/* Returns the checksum of an entry. It detects accidental damage, not forgery, because anyone can compute it. */
int64_t store_entry_checksum(const char *table, const struct table_entry *entry);

/* ---------------------------------------------------------------------------------------------------------- answer */

/* What the rows of an operation's answer mean. */
enum store_answer {
    STORE_ANSWER_NOTHING,
    STORE_ANSWER_OR_CONFLICT,  /* no row means STORE_CONFLICT */
    STORE_ANSWER_OR_NOT_FOUND, /* no row means STORE_NOT_FOUND */
    STORE_ANSWER_DELETED,      /* the column is 1 if something was deleted, and 0 for STORE_CONFLICT; no row means
                                  STORE_NOT_FOUND */
    STORE_ANSWER_GUEST,        /* the row is the guest; no row means STORE_NOT_FOUND */
    STORE_ANSWER_COUNT,        /* the answer is the number of rows */
    STORE_ANSWER_CLOCK,
    STORE_ANSWER_ENTRIES,
    STORE_ANSWER_HEADS,
    STORE_ANSWER_GUESTS,
    STORE_ANSWER_ROWS, /* the caller reads the columns itself */
};

enum store_answer store_op_answer(enum store_op op);
/* Returns whether the job's operation writes to the database. */
bool store_job_is_write(const struct store_job *job);

/* Returns the number with which other processes are notified of the job's change to a table, or 0 for no
 * notification. */
uint32_t store_job_notification_number(const struct store_job *job);

/* Empties the answer. Called before each attempt to run the job's statement. */
void store_job_reset_answer(struct store_job *job);
/* Adds a row to the answer. An entry with a wrong checksum makes a load fail with STORE_DAMAGED. Returns false if
 * memory is exhausted. */
bool store_job_add_answer_row(struct store_job *job, const struct store_value *columns, int n);
/* Sets the job's final status once all rows have been added. For some operations, no row means a conflict or not
 * found. */
void store_job_set_status_from_rows(struct store_job *job);

/* Drops the answer and makes the job fail with this status and fault. */
void store_job_fail(struct store_job *job, enum store_status status, const char *fault);

/* Publishes the answer, calls the job's done function and then frees the rows. */
void store_job_finish(struct store_job *job);
void store_job_queue_finish(struct store_job_queue *queue);

/* Copies n bytes of text as a NUL-terminated string. Truncates the text if it is too long. */
void store_copy_text(char *to, size_t size, const char *text, size_t n);
