/* job_result.c - see job_result.h. */
#include "server/store/job_result.h"
#include "engine/base/hash.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static bool well_formed(const struct store_job *job)
{
    if (job->op == STORE_COMPACT)
        return job->entries_n == 1 && job->entries[0].number > 0 && job->entries[0].length > 0 &&
               job->entries[0].length <= STORE_COMPACTED_MAX;
    if (job->op != STORE_APPEND)
        return true;
    for (size_t i = 0; i < job->entries_n; i++)
        if (job->entries[i].number != job->entries[0].number + i || job->entries[i].length == 0 ||
            job->entries[i].length > STORE_ENTRY_MAX)
            return false;
    return job->entries_n > 0 && job->entries[0].number > 0 && strcmp(job->head->table, job->table) == 0 &&
           job->head->number == job->entries[job->entries_n - 1].number;
}

void store_job_accept(struct store_job_queue *queue, struct store_job *job)
{
    assert(well_formed(job));
    job->mark = 0;
    job->fault[0] = '\0';
    store_job_queue_push(queue, job);
}

bool store_job_writes(const struct store_job *job)
{
    switch (job->op) {
    case STORE_APPEND:
    case STORE_GUEST_ADD:
    case STORE_GUEST_NAME:
    case STORE_GUEST_SEEN:
    case STORE_GUEST_DELETE:
    case STORE_TABLE_DELETE:
    case STORE_REWRITE:
    case STORE_COMPACT:
    case STORE_TABLE_MARK:
    case STORE_GUESTS_MARK:
    case STORE_GUESTS_DELETE:
    case STORE_CLOCK_SET: return true;
    default: return false;
    }
}

/* ---------------------------------------------------------------------------------------------------------- answer */

struct answer {
    struct table_entry *entries;
    size_t entries_n, entries_capacity;
    char *text; /* of all entries, one behind the other */
    size_t length, capacity;
    struct store_head *heads; /* STORE_LIST_MAX */
    size_t heads_n;
    struct store_guest *guests; /* likewise */
    size_t guests_n;
};

static struct answer *answer_of(const struct store_job *job) { return (struct answer *)(uintptr_t)job->mark; }

static struct answer *answer_make(struct store_job *job)
{
    if (!job->mark)
        job->mark = (uintptr_t)calloc(1, sizeof(struct answer));
    return answer_of(job);
}

static void answer_free(struct answer *answer)
{
    if (!answer)
        return;
    free(answer->entries);
    free(answer->text);
    free(answer->heads);
    free(answer->guests);
    free(answer);
}

static bool room(void **block, size_t *capacity, size_t wanted, size_t size)
{
    size_t larger = *capacity ? *capacity : 64;
    if (wanted <= *capacity)
        return true;
    while (larger < wanted)
        larger *= 2;
    void *moved = realloc(*block, larger * size);
    if (!moved)
        return false;
    *block = moved;
    *capacity = larger;
    return true;
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

bool store_entry_is_whole(struct store_job *job, const struct table_entry *entry, int64_t checksum)
{
    if (store_entry_checksum(job->table, entry) == checksum)
        return true;
    char fault[STORE_FAULT_SIZE];
    snprintf(fault, sizeof fault, "table %.6s: entry %" PRIu32 " is not as it was written: its checksum does not match",
             job->table, entry->number);
    store_job_fail(job, STORE_DAMAGED, fault);
    return false;
}

bool store_result_add_entry(struct store_job *job, const struct table_entry *entry, int64_t checksum)
{
    if (job->status == STORE_DAMAGED || !store_entry_is_whole(job, entry, checksum))
        return true;
    size_t length = entry->length;
    struct answer *answer = answer_make(job);
    if (!answer ||
        !room((void **)&answer->entries, &answer->entries_capacity, answer->entries_n + 1, sizeof *answer->entries) ||
        !room((void **)&answer->text, &answer->capacity, answer->length + length, 1))
        return false;
    memcpy(answer->text + answer->length, entry->text, length);
    answer->length += length;
    answer->entries[answer->entries_n++] =
        (struct table_entry){.number = entry->number, .at_ms = entry->at_ms, .length = length};
    return true;
}

struct store_head *store_result_add_head(struct store_job *job)
{
    struct answer *answer = answer_make(job);
    if (!answer)
        return NULL;
    if (!answer->heads)
        answer->heads = (struct store_head *)calloc(STORE_LIST_MAX, sizeof *answer->heads);
    if (!answer->heads || answer->heads_n == STORE_LIST_MAX)
        return NULL;
    return &answer->heads[answer->heads_n++];
}

struct store_guest *store_result_add_guest(struct store_job *job)
{
    struct answer *answer = answer_make(job);
    if (!answer)
        return NULL;
    if (!answer->guests)
        answer->guests = (struct store_guest *)calloc(STORE_LIST_MAX, sizeof *answer->guests);
    if (!answer->guests || answer->guests_n == STORE_LIST_MAX)
        return NULL;
    return &answer->guests[answer->guests_n++];
}

void store_result_copy_text(char *to, size_t size, const void *text, size_t n)
{
    if (n > size - 1)
        n = size - 1;
    memset(to, 0, size);
    if (text)
        memcpy(to, text, n);
}

/* ------------------------------------------------------------------------------------------------------------ jobs */

void store_job_fail(struct store_job *job, enum store_status status, const char *fault)
{
    answer_free(answer_of(job));
    job->mark = 0;
    job->status = status;
    store_result_copy_text(job->fault, sizeof job->fault, fault, strlen(fault));
}

static void give(struct store_job *job, struct answer *answer)
{
    if (job->op == STORE_LOAD) {
        const char *text = answer ? answer->text : NULL;
        for (size_t i = 0; answer && i < answer->entries_n; i++) {
            answer->entries[i].text = text; /* only now: the block may have moved while it grew */
            text += answer->entries[i].length;
        }
        job->entries = answer ? answer->entries : NULL;
        job->entries_n = answer ? answer->entries_n : 0;
    }
    job->heads = answer ? answer->heads : NULL;
    job->heads_n = answer ? answer->heads_n : 0;
    job->guests = answer ? answer->guests : NULL;
    job->guests_n = answer ? answer->guests_n : 0;
}

void store_job_finish(struct store_job *job)
{
    struct answer *answer = answer_of(job);
    job->mark = 0;
    give(job, answer);
    job->done(job); /* and the job may be gone */
    answer_free(answer);
}

void store_job_queue_finish(struct store_job_queue *queue)
{
    struct store_job_queue all = *queue; /* done may submit */
    struct store_job *job;
    queue->first = NULL;
    while ((job = store_job_queue_shift(&all)))
        store_job_finish(job);
}
