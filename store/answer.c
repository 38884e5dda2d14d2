/* answer.c - see answer.h. */
#include "store/answer.h"

#include <assert.h>
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
    if (job->op == STORE_KEEP)
        return job->entries_n == 1 && job->entries[0].number > 0 && job->entries[0].length > 0 &&
               job->entries[0].length <= STORE_KEPT_MAX;
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
    case STORE_FORGET:
    case STORE_REWRITE:
    case STORE_KEEP:
    case STORE_GUESTS_FORGET: return true;
    default: return false;
    }
}

/* ---------------------------------------------------------------------------------------------------------- answer */

struct answer {
    struct store_entry *entries;
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

bool store_answer_add_entry(struct store_job *job, uint32_t number, int64_t at_ms, const void *text, size_t length)
{
    struct answer *answer = answer_make(job);
    if (!answer ||
        !room((void **)&answer->entries, &answer->entries_capacity, answer->entries_n + 1, sizeof *answer->entries) ||
        !room((void **)&answer->text, &answer->capacity, answer->length + length, 1))
        return false;
    memcpy(answer->text + answer->length, text, length);
    answer->length += length;
    answer->entries[answer->entries_n++] = (struct store_entry){.number = number, .at_ms = at_ms, .length = length};
    return true;
}

struct store_head *store_answer_add_head(struct store_job *job)
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

struct store_guest *store_answer_add_guest(struct store_job *job)
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

void store_answer_copy(char *to, size_t size, const void *text, size_t n)
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
    store_answer_copy(job->fault, sizeof job->fault, fault, strlen(fault));
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
