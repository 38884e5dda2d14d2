/* job.h - code shared by all stores: a queue of jobs, the values of a job's statement, and the answer made of its rows.
 *
 *     a store:   store_job_accept -> queue -> store_job_values -> runs the statement -> store_job_take_row, each row
 *                -> store_job_end_rows -> store_job_finish
 *
 * The rows of an answer must stay valid until the job's done returns. Until then the job owns their memory. */
#pragma once

#include "server/store/store.h"

/* ----------------------------------------------------------------------------------------------------------- queue */

struct store_job_queue {
    struct store_job *first, *last;
};

void store_job_queue_push(struct store_job_queue *queue, struct store_job *job);
/* Removes and returns the first job; NULL: the queue is empty. */
struct store_job *store_job_queue_shift(struct store_job_queue *queue);
/* Moves all jobs of `from` to the end of `to`. */
void store_job_queue_move(struct store_job_queue *to, struct store_job_queue *from);

/* Accepts a submitted job. Asserts that an append is well-formed. */
void store_job_accept(struct store_job_queue *queue, struct store_job *job);

/* ---------------------------------------------------------------------------------------------------------- values */

enum { STORE_VALUES_MAX = 36 };

struct store_values {
    struct store_value value[STORE_VALUES_MAX];
    int n;
};

/* Returns the values of the job's statement. They point into the job. */
struct store_values store_job_values(const struct store_job *job);
/* Sets the values of an entry: table, number, time, text, checksum. */
void store_put_entry(struct store_values *values, const char *table, const struct table_entry *entry);
/* Returns the letters of the operation's values (operations.h). */
const char *store_op_values(enum store_op op);

/* Returns the checksum of a table's entry. It detects accidental changes only; anyone can compute it. */
int64_t store_entry_checksum(const char *table, const struct table_entry *entry);

/* ---------------------------------------------------------------------------------------------------------- answer */

/* What the rows of an operation mean. */
enum store_answer {
    STORE_ANSWER_NOTHING,
    STORE_ANSWER_OR_CONFLICT,  /* a row: done; none: STORE_CONFLICT */
    STORE_ANSWER_OR_NOT_FOUND, /* a row: done; none: STORE_NOT_FOUND */
    STORE_ANSWER_DELETED,      /* a row with 1: done; one with 0: STORE_CONFLICT; none: STORE_NOT_FOUND */
    STORE_ANSWER_GUEST,        /* a row: the guest; none: STORE_NOT_FOUND */
    STORE_ANSWER_COUNT,        /* the number of rows */
    STORE_ANSWER_CLOCK,
    STORE_ANSWER_ENTRIES,
    STORE_ANSWER_HEADS,
    STORE_ANSWER_GUESTS,
    STORE_ANSWER_ROWS, /* any; the caller looks at the columns */
};

enum store_answer store_op_answer(enum store_op op);
/* Returns whether the job changes what is stored. */
bool store_job_is_write(const struct store_job *job);

/* Returns the number that notifies other processes of the job's change to a table; 0 if they are not notified. */
uint32_t store_job_notification(const struct store_job *job);

/* Empties the answer before each attempt to run the statement. */
void store_job_begin_rows(struct store_job *job);
/* Adds a row to the answer. A load stops at an entry that does not match its checksum. Returns false if there is no
 * memory. */
bool store_job_take_row(struct store_job *job, const struct store_value *columns, int n);
/* Sets the status that follows from the rows. */
void store_job_end_rows(struct store_job *job);

/* Drops the answer and sets status and fault. */
void store_job_fail(struct store_job *job, enum store_status status, const char *fault);

/* Hands the answer to the caller: calls done, and frees the rows afterwards. */
void store_job_finish(struct store_job *job);
void store_job_queue_finish(struct store_job_queue *queue);

/* Copies a text of n bytes, truncated if it does not fit. */
void store_copy_text(char *to, size_t size, const char *text, size_t n);
