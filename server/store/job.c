/* job.c - the job queue, the values of a job's statement, and the answer built from its rows; see job.h. */
#include "server/store/job.h"
#include "engine/base/hash.h"
#include "engine/base/out.h"
#include "server/store/operations.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *values;
    enum { READS, WRITES } access;
    enum store_answer answer;
} operations[STORE_OPS_N] = {
#define X(op, access, values, answer, sql) [STORE_##op] = {values, access, STORE_ANSWER_##answer},
    STORE_OPERATIONS(X)
#undef X
};

const char *store_op_value_kinds(enum store_op op) { return operations[op].values; }
enum store_answer store_op_answer(enum store_op op) { return operations[op].answer; }
bool store_job_is_write(const struct store_job *job) { return operations[job->op].access == WRITES; }

/* ----------------------------------------------------------------------------------------------------------- queue */

void store_job_queue_push(struct store_job_queue *queue, struct store_job *job)
{
    job->next = NULL;
    if (queue->first)
        queue->last->next = job;
    else
        queue->first = job;
    queue->last = job;
}

struct store_job *store_job_queue_shift(struct store_job_queue *queue)
{
    struct store_job *job = queue->first;
    if (job)
        queue->first = job->next;
    return job;
}

void store_job_queue_move(struct store_job_queue *to, struct store_job_queue *from)
{
    if (!from->first)
        return;
    if (to->first)
        to->last->next = from->first;
    else
        to->first = from->first;
    to->last = from->last;
    from->first = NULL;
}

static bool is_well_formed(const struct store_job *job)
{
    bool appends = job->op == STORE_APPEND, compacts = job->op == STORE_COMPACT;
    size_t max = compacts ? STORE_COMPACTED_MAX : STORE_ENTRY_MAX, n = job->append.n;
    const struct table_entry *entries = job->append.entries;
    if (!appends && !compacts)
        return true;
    for (size_t i = 0; i < n; i++)
        if (entries[i].number != entries[0].number + i || !entries[i].length || entries[i].length > max)
            return false;
    if (n == 0 || entries[0].number == 0)
        return false;
    return compacts
               ? n == 1
               : strcmp(job->append.head->table, job->table) == 0 && job->append.head->number == entries[n - 1].number;
}

void store_job_accept(struct store_job_queue *queue, struct store_job *job)
{
    assert(is_well_formed(job));
    job->rows = NULL;
    job->fault[0] = '\0';
    store_job_queue_push(queue, job);
}

/* ---------------------------------------------------------------------------------------------------------- values */

static void put_bytes(struct store_values *values, char kind, const void *bytes, size_t n)
{
    values->value[values->n++] = (struct store_value){.kind = kind, .text = (const char *)bytes, .length = n};
}

static void put_text(struct store_values *values, const char *text) { put_bytes(values, 'T', text, strlen(text)); }

static void put_number(struct store_values *values, int64_t number)
{
    values->value[values->n++] = (struct store_value){.kind = 'N', .number = number};
}

static void put_head(struct store_values *values, const struct store_head *head)
{
    put_text(values, head->table);
    put_text(values, head->host);
    for (int seat = 0; seat < STORE_SEATS; seat++)
        put_text(values, head->guest[seat]);
    put_number(values, head->phase);
    put_number(values, head->listed);
    put_number(values, head->owe);
    put_number(values, head->number);
    put_number(values, head->due_ms);
    put_number(values, head->changed_ms);
    put_text(values, head->about);
    put_number(values, head->over_ms);
    put_text(values, head->origin);
}

void store_put_entry_values(struct store_values *values, const char *table, const struct table_entry *entry)
{
    values->n = 0;
    put_text(values, table);
    put_number(values, entry->number);
    put_number(values, entry->at_ms);
    put_bytes(values, 'E', entry->text, entry->length);
    put_number(values, store_entry_checksum(table, entry));
}

struct store_values store_result_values(const struct store_job *job)
{
    const struct store_result *result = job->append.result;
    return (struct store_values){.value = {store_text(result->deal), store_text(result->guest), store_text(job->table),
                                           store_number(result->score), store_number(result->place),
                                           store_number(result->parts), store_number(result->coins),
                                           store_number(result->rounds)},
                                 .n = 8};
}

static void put_guest(struct store_values *values, enum store_op op, const struct store_guest *guest)
{
    if (op != STORE_GUEST_FIND)
        put_text(values, guest->guest);
    if (op == STORE_GUEST_FIND)
        put_bytes(values, 'B', guest->token_hash, STORE_HASH_SIZE);
    if (op == STORE_GUEST_NAME || op == STORE_GUEST_ADD)
        put_text(values, guest->name);
    if (op == STORE_GUEST_ADD)
        put_number(values, guest->made_ms);
    if (op == STORE_GUEST_SEEN || op == STORE_GUEST_ADD)
        put_number(values, guest->seen_ms);
}

static void put_list(struct store_values *values, const char *after)
{
    put_text(values, after);
    put_number(values, STORE_LIST_MAX);
}

/* Appends the values of an operation on one table. */
static void put_table(struct store_values *values, const struct store_job *job)
{
    put_text(values, job->table);
    if (job->op == STORE_LOAD)
        put_number(values, job->after);
    if (job->op != STORE_TABLE_DELETE && job->op != STORE_TABLE_MARK)
        return;
    put_number(values, job->stand.number);
    put_number(values, job->stand.marked_ms);
    if (job->op == STORE_TABLE_MARK)
        put_number(values, job->stand.changed_ms);
}

static void put_values(struct store_values *values, const struct store_job *job)
{
    switch (job->op) {
    case STORE_APPEND:
        put_head(values, job->append.head);
        put_number(values, (int64_t)job->append.entries[0].number - 1);
        break;
    case STORE_REWRITE:
        put_head(values, job->append.head);
        put_number(values, job->append.head->number);
        break;
    case STORE_COMPACT: store_put_entry_values(values, job->table, &job->append.entries[0]); break;
    case STORE_LIST_LISTED:
    case STORE_LIST_GUEST:
    case STORE_LIST_GUESTS: put_list(values, job->guest->guest); break;
    case STORE_LIST_ALL: put_list(values, job->table); break;
    case STORE_LIST_DUE:
        put_number(values, job->due.after_ms);
        put_text(values, job->table);
        put_number(values, job->due.until_ms);
        put_number(values, STORE_LIST_MAX);
        break;
    case STORE_COUNT_LISTED: put_text(values, job->origin); break;
    case STORE_GUESTS_MARK:
        put_number(values, job->old.seen_ms);
        put_number(values, job->old.marked_ms);
        put_number(values, STORE_LIST_MAX);
        break;
    case STORE_GUESTS_DELETE:
        put_number(values, job->old.marked_ms);
        put_number(values, job->old.most < STORE_LIST_MAX ? job->old.most : STORE_LIST_MAX);
        break;
    case STORE_REPORTS:
    case STORE_SEEK_BLOCKS:
    case STORE_NOTICE_STATES:
    case STORE_NOTICES_DEAD:
    case STORE_CLOCK: break;
    case STORE_CLOCK_SET: put_number(values, job->clock_ms); break;
    case STORE_GUEST_ADD:
    case STORE_GUEST_NAME:
    case STORE_GUEST_SEEN:
    case STORE_GUEST_FIND:
    case STORE_GUEST_GET:
    case STORE_GUEST_DELETE: put_guest(values, job->op, job->guest); break;
    default: put_table(values, job); break;
    }
}

struct store_values store_job_values(const struct store_job *job)
{
    struct store_values values = {.n = 0};
    if (job->values_n) {
        values.n = (int)job->values_n;
        memcpy(values.value, job->values, job->values_n * sizeof *job->values);
    } else {
        put_values(&values, job);
    }
    assert((size_t)values.n == strlen(operations[job->op].values));
    return values;
}

uint32_t store_job_notification_number(const struct store_job *job)
{
    switch (job->op) {
    case STORE_APPEND: return job->append.head->number;
    case STORE_TABLE_DELETE: return STORE_TABLE_DELETED;
    case STORE_PLAN_SET: return STORE_PLANS_CHANGED;
    default: return 0;
    }
}

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
    return base_hash(hash, bytes, sizeof bytes);
}

int64_t store_entry_checksum(const char *table, const struct table_entry *entry)
{
    uint64_t hash = base_hash(BASE_HASH_START, table, strlen(table) + 1);
    hash = hash_number(hash, entry->number);
    hash = hash_number(hash, (uint64_t)entry->at_ms);
    return (int64_t)base_hash(hash, entry->text, entry->length);
}

/* ---------------------------------------------------------------------------------------------------------- answer */

struct store_rows {
    size_t n, capacity;
    void *row;            /* an array of entries, heads, guests or rows, depending on the operation */
    struct base_out text; /* buffer with the texts of all entries or columns, one after another */
    bool deleted;
};

void store_copy_text(char *to, size_t size, const char *text, size_t n)
{
    if (n > size - 1)
        n = size - 1;
    memset(to, 0, size);
    if (n)
        memcpy(to, text, n);
}

static void free_rows(struct store_job *job)
{
    if (job->rows) {
        free(job->rows->row);
        free(job->rows->text.heap);
    }
    free(job->rows);
    job->rows = NULL;
}

void store_job_reset_answer(struct store_job *job)
{
    free_rows(job);
    job->status = STORE_DONE;
    job->fault[0] = '\0';
}

static size_t row_size(enum store_answer answer)
{
    switch (answer) {
    case STORE_ANSWER_ENTRIES: return sizeof(struct table_entry);
    case STORE_ANSWER_HEADS: return sizeof(struct store_head);
    case STORE_ANSWER_GUESTS: return sizeof(struct store_guest);
    case STORE_ANSWER_ROWS: return sizeof(struct store_row);
    default: return 1;
    }
}

/* Appends a zeroed row to the answer. Returns NULL if memory is exhausted. */
static void *add_row(struct store_job *job)
{
    size_t size = row_size(operations[job->op].answer);
    if (!job->rows) {
        job->rows = (struct store_rows *)calloc(1, sizeof *job->rows);
        if (!job->rows)
            return NULL;
        job->rows->text = base_out_growing(realloc, SIZE_MAX / 2);
    }
    struct store_rows *rows = job->rows;
    if (rows->n == rows->capacity) {
        size_t capacity = rows->capacity ? 2 * rows->capacity : 8;
        void *row = realloc(rows->row, capacity * size);
        if (!row)
            return NULL;
        rows->row = row;
        rows->capacity = capacity;
    }
    return memset((char *)rows->row + rows->n++ * size, 0, size);
}

static void get_text(const struct store_value *column, char *to, size_t size)
{
    store_copy_text(to, size, column->text, column->text ? column->length : 0);
}

static void get_head(const struct store_value *columns, struct store_head *head)
{
    get_text(&columns[0], head->table, sizeof head->table);
    get_text(&columns[1], head->host, sizeof head->host);
    for (int seat = 0; seat < STORE_SEATS; seat++)
        get_text(&columns[2 + seat], head->guest[seat], sizeof head->guest[seat]);
    head->phase = (uint8_t)columns[7].number;
    head->listed = columns[8].number != 0;
    head->owe = (uint8_t)columns[9].number;
    head->number = (uint32_t)columns[10].number;
    head->due_ms = columns[11].number;
    head->changed_ms = columns[12].number;
    get_text(&columns[13], head->about, sizeof head->about);
    head->over_ms = columns[14].number;
    get_text(&columns[15], head->origin, sizeof head->origin);
    head->kept = (uint32_t)columns[16].number;
    head->marked_ms = columns[17].number;
}

/* Copies a row into a guest, except token_hash, which the row does not contain. */
static void get_guest(const struct store_value *columns, struct store_guest *guest)
{
    get_text(&columns[0], guest->guest, sizeof guest->guest);
    get_text(&columns[1], guest->name, sizeof guest->name);
    guest->made_ms = columns[2].number;
    guest->seen_ms = columns[3].number;
    guest->marked_ms = columns[4].number;
    guest->kind = (uint8_t)columns[5].number;
    get_text(&columns[6], guest->owner, sizeof guest->owner);
    get_text(&columns[7], guest->device, sizeof guest->device);
    guest->device_seen_ms = columns[8].number;
    guest->scopes = (uint32_t)columns[9].number;
    guest->blocks = (uint32_t)columns[10].number;
}

static bool take_columns(struct store_job *job, const struct store_value *columns, int n)
{
    struct store_row *row = (struct store_row *)add_row(job);
    if (!row)
        return false;
    assert(n <= STORE_COLUMNS_MAX);
    for (int i = 0; i < n; i++) {
        row->column[i] = columns[i];
        if (columns[i].kind == 'N')
            continue;
        if (columns[i].text)
            base_put_bytes(&job->rows->text, columns[i].text, columns[i].length);
        base_put_char(&job->rows->text, '\0');
    }
    return base_out_whole(&job->rows->text);
}

static bool take_entry(struct store_job *job, const struct store_value *columns)
{
    struct table_entry entry = {(uint32_t)columns[0].number, columns[1].number, columns[2].text,
                                columns[2].text ? columns[2].length : 0};
    if (job->status == STORE_DAMAGED)
        return true;
    if (store_entry_checksum(job->table, &entry) != columns[3].number) {
        char fault[STORE_FAULT_SIZE];
        snprintf(fault, sizeof fault,
                 "table %.6s: entry %" PRIu32 " is not as it was written: its checksum does not match", job->table,
                 entry.number);
        store_job_fail(job, STORE_DAMAGED, fault);
        return true;
    }
    struct table_entry *row = (struct table_entry *)add_row(job);
    if (!row)
        return false;
    *row = entry;
    base_put_bytes(&job->rows->text, entry.text, entry.length);
    return base_out_whole(&job->rows->text);
}

bool store_job_add_answer_row(struct store_job *job, const struct store_value *columns, int n)
{
    enum store_answer answer = operations[job->op].answer;
    if (answer == STORE_ANSWER_ENTRIES)
        return take_entry(job, columns);
    if (answer == STORE_ANSWER_ROWS)
        return take_columns(job, columns, n);
    void *row = add_row(job);
    if (!row)
        return false;
    switch (answer) {
    case STORE_ANSWER_HEADS: get_head(columns, (struct store_head *)row); break;
    case STORE_ANSWER_GUESTS: get_guest(columns, (struct store_guest *)row); break;
    case STORE_ANSWER_GUEST: get_guest(columns, job->guest); break;
    case STORE_ANSWER_CLOCK: job->clock = (struct store_clock){columns[0].number, columns[1].number}; break;
    case STORE_ANSWER_DELETED: job->rows->deleted |= columns[0].number != 0; break;
    default: break;
    }
    return true;
}

void store_job_set_status_from_rows(struct store_job *job)
{
    bool any = job->rows && job->rows->n;
    switch (operations[job->op].answer) {
    case STORE_ANSWER_OR_CONFLICT: job->status = any ? STORE_DONE : STORE_CONFLICT; break;
    case STORE_ANSWER_OR_NOT_FOUND:
    case STORE_ANSWER_GUEST: job->status = any ? STORE_DONE : STORE_NOT_FOUND; break;
    case STORE_ANSWER_DELETED:
        job->status = !any ? STORE_NOT_FOUND : job->rows->deleted ? STORE_DONE : STORE_CONFLICT;
        break;
    default: break;
    }
}

/* ------------------------------------------------------------------------------------------------------------ jobs */

void store_job_fail(struct store_job *job, enum store_status status, const char *fault)
{
    free_rows(job);
    job->status = status;
    store_copy_text(job->fault, sizeof job->fault, fault, strlen(fault));
}

/* Sets the columns' text pointers. This is done last because the text buffer may move while it grows. */
static void point_columns(const struct store_rows *rows)
{
    const char *text = rows->text.text;
    for (size_t i = 0; i < rows->n; i++)
        for (int k = 0; k < STORE_COLUMNS_MAX; k++) {
            struct store_value *column = &((struct store_row *)rows->row)[i].column[k];
            if (!column->kind || column->kind == 'N')
                continue;
            column->text = text;
            text += column->length + 1;
        }
}

/* Publishes the collected rows in the job's answer, which is empty unless the operation succeeded. */
static void hand_over_rows(struct store_job *job)
{
    static const struct store_rows none;
    const struct store_rows *rows = job->rows ? job->rows : &none;
    switch (operations[job->op].answer) {
    case STORE_ANSWER_ENTRIES: {
        struct table_entry *entries = (struct table_entry *)rows->row;
        const char *text = rows->text.text;
        for (size_t i = 0; i < rows->n; text += entries[i++].length)
            entries[i].text = text; /* texts are set last, because the text buffer may move while it grows */
        job->entries = entries;
        job->entries_n = rows->n;
        break;
    }
    case STORE_ANSWER_HEADS:
        job->heads = (const struct store_head *)rows->row;
        job->heads_n = rows->n;
        break;
    case STORE_ANSWER_GUESTS:
        job->guests = (const struct store_guest *)rows->row;
        job->guests_n = rows->n;
        break;
    case STORE_ANSWER_ROWS:
        point_columns(rows);
        job->row = (const struct store_row *)rows->row;
        job->rows_n = rows->n;
        break;
    case STORE_ANSWER_COUNT: job->count = rows->n; break;
    default: break;
    }
}

void store_job_finish(struct store_job *job)
{
    struct store_rows *rows = job->rows;
    hand_over_rows(job);
    job->rows = NULL;
    job->done(job); /* the callback may free the job */
    if (rows) {
        free(rows->row);
        free(rows->text.heap);
    }
    free(rows);
}

void store_job_queue_finish(struct store_job_queue *queue)
{
    struct store_job_queue all = *queue; /* the queue is detached first, because a callback may submit new jobs */
    struct store_job *job;
    queue->first = NULL;
    while ((job = store_job_queue_shift(&all)))
        store_job_finish(job);
}
