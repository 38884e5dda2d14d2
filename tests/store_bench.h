/* store_bench.h - for tests of stores: a store on a loop, jobs that are waited for, entries and heads to write. */
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "server/store/job.h"
#include "test.h"

/* For whatever is waited for: a machine may be slow and busy, so it only ends what hangs. */
enum { BENCH_PATIENCE_MS = 120000 };

/* A store and what it told. */
struct bench {
    uv_loop_t loop;
    struct store *store;
    struct store_hooks hooks;
    char fault[STORE_FAULT_SIZE];
    int changed_n, lost_n, heard_n;
    char changed_table[TABLE_ID_SIZE], heard_text[STORE_BROADCAST_MAX + 1];
    uint32_t changed_number;
    bool usable, closed;
    uv_timer_t timer;
    bool rang;
};

static inline void bench_changed(void *owner, const char *table, uint32_t number)
{
    struct bench *bench = (struct bench *)owner;
    bench->changed_n++;
    snprintf(bench->changed_table, sizeof bench->changed_table, "%s", table);
    bench->changed_number = number;
}

static inline void bench_lost(void *owner) { ((struct bench *)owner)->lost_n++; }

static inline void bench_heard(void *owner, const char *text, size_t length)
{
    struct bench *bench = (struct bench *)owner;
    bench->heard_n++;
    snprintf(bench->heard_text, sizeof bench->heard_text, "%.*s", (int)length, text);
}

static inline void bench_usable(void *owner, bool usable, const char *why)
{
    (void)why;
    ((struct bench *)owner)->usable = usable;
}

/* `store` is NULL where it can't be opened, and fault says why. */
static inline void bench_open(struct bench *bench, const char *where)
{
    memset(bench, 0, sizeof *bench);
    uv_loop_init(&bench->loop);
    bench->usable = true;
    bench->hooks = (struct store_hooks){
        .owner = bench, .changed = bench_changed, .lost = bench_lost, .heard = bench_heard, .usable = bench_usable};
    bench->store = store_open(where, &bench->loop, &bench->hooks, bench->fault);
}

static inline void bench_on_closed(void *owner) { ((struct bench *)owner)->closed = true; }

static inline void bench_close(struct bench *bench)
{
    if (bench->store)
        store_close(bench->store, bench_on_closed, bench);
    uv_run(&bench->loop, UV_RUN_DEFAULT);
    CHECK(!bench->store || bench->closed);
    CHECK_EQ(uv_loop_close(&bench->loop), 0); /* nothing is left on the loop */
    bench->store = NULL;
}

static inline void bench_rang(uv_timer_t *timer) { ((struct bench *)timer->data)->rang = true; }
static inline void bench_unset(uv_handle_t *timer) { (void)timer; }

/* Runs the loop until *flag is `wanted`, or for at most that long: a test that waits for ever tells nothing. */
static inline bool bench_until(struct bench *bench, const bool *flag, bool wanted, unsigned limit_ms)
{
    bench->rang = false;
    uv_timer_init(&bench->loop, &bench->timer);
    bench->timer.data = bench;
    uv_timer_start(&bench->timer, bench_rang, limit_ms, 0);
    while (*flag != wanted && !bench->rang)
        uv_run(&bench->loop, UV_RUN_ONCE);
    uv_close((uv_handle_t *)&bench->timer, bench_unset);
    while (uv_is_closing((uv_handle_t *)&bench->timer) && uv_run(&bench->loop, UV_RUN_NOWAIT) && bench->timer.loop &&
           uv_is_active((uv_handle_t *)&bench->timer))
        continue;
    return *flag == wanted;
}

/* ------------------------------------------------------------------------------------------------------------ jobs */

enum { JOB_ENTRIES = 4 };

/* A job with room for what it needs, and what came back. */
struct work {
    struct store_job job;
    struct store_head head;
    struct table_entry entries[JOB_ENTRIES];
    char text[JOB_ENTRIES][STORE_ENTRY_MAX + 1];
    struct store_guest guest;
    struct store_rated rated;
    struct store_result result;
    struct store_seeks seeks;
    bool done;
    int place; /* the how-manieth to be done */
    int *done_n;
    /* Copied from the answer. */
    struct table_entry *got;
    size_t got_n;
    struct store_head *heads;
    size_t heads_n;
    struct store_guest *guests;
    size_t guests_n;
    /* Of operations with values of their own. */
    struct store_value values[STORE_COLUMNS_MAX];
    char value_text[STORE_COLUMNS_MAX][80];
    char rows[2000]; /* the answer: columns end with |, rows with ;, other bytes are hexadecimal */
};

static inline void work_put_rows(struct work *work, const struct store_job *job)
{
    size_t at = 0;
    for (size_t i = 0; i < job->rows_n && at < sizeof work->rows - 700; i++) {
        for (int k = 0; k < STORE_COLUMNS_MAX && job->row[i].column[k].kind; k++) {
            const struct store_value *column = &job->row[i].column[k];
            if (column->kind == 'N')
                at += (size_t)sprintf(work->rows + at, "%lld", (long long)column->number);
            for (size_t c = 0; column->kind != 'N' && c < column->length && c < 40; c++)
                at += (size_t)sprintf(work->rows + at, column->text[c] >= ' ' ? "%c" : "%02x", column->text[c]);
            work->rows[at++] = '|';
        }
        work->rows[at++] = ';';
    }
}

static inline void work_done(struct store_job *job)
{
    struct work *work = (struct work *)job->owner;
    work->done = true;
    if (work->done_n)
        work->place = (*work->done_n)++;
    if (job->op == STORE_LOAD && job->status == STORE_DONE && job->entries_n) {
        work->got = (struct table_entry *)calloc(job->entries_n, sizeof *work->got);
        work->got_n = job->entries_n;
        for (size_t i = 0; i < job->entries_n; i++) {
            char *copy = (char *)malloc(job->entries[i].length);
            memcpy(copy, job->entries[i].text, job->entries[i].length);
            work->got[i] = job->entries[i];
            work->got[i].text = copy;
        }
    }
    if (job->op >= STORE_LIST_LISTED && job->op <= STORE_LIST_ALL && job->heads_n) {
        work->heads = (struct store_head *)malloc(job->heads_n * sizeof *work->heads);
        memcpy(work->heads, job->heads, job->heads_n * sizeof *work->heads);
        work->heads_n = job->heads_n;
    }
    if (store_op_answer(job->op) == STORE_ANSWER_ROWS)
        work_put_rows(work, job);
    if (job->op == STORE_LIST_GUESTS && job->guests_n) {
        work->guests = (struct store_guest *)malloc(job->guests_n * sizeof *work->guests);
        memcpy(work->guests, job->guests, job->guests_n * sizeof *work->guests);
        work->guests_n = job->guests_n;
    }
}

static inline struct work *work_new(enum store_op op)
{
    struct work *work = (struct work *)calloc(1, sizeof *work);
    work->job = (struct store_job){.op = op, .done = work_done, .owner = work, .guest = &work->guest};
    return work;
}

static inline void work_free(struct work *work)
{
    for (size_t i = 0; i < work->got_n; i++)
        free((void *)work->got[i].text);
    free(work->got);
    free(work->heads);
    free(work->guests);
    free(work);
}

/* A table's id from a number. */
static inline void id_of(char id[TABLE_ID_SIZE], char letter, unsigned number)
{
    memset(id, letter, TABLE_ID_LENGTH);
    id[TABLE_ID_LENGTH] = '\0';
    for (int i = 1; i <= 4; i++, number /= 26)
        id[TABLE_ID_LENGTH - i] = (char)('a' + number % 26);
}

/* An append of n entries from `first` on whose texts tell what they are. */
static inline struct work *append_of(unsigned table, uint32_t first, size_t n, const char *tag)
{
    struct work *work = work_new(STORE_APPEND);
    id_of(work->job.table, 't', table);
    for (size_t i = 0; i < n; i++) {
        int length = snprintf(work->text[i], sizeof work->text[i], "entry %u %s", first + (unsigned)i, tag);
        work->entries[i] = (struct table_entry){.number = first + (uint32_t)i,
                                                .at_ms = 1000 * (int64_t)first + (int64_t)i,
                                                .text = work->text[i],
                                                .length = (size_t)length};
    }
    work->job.append.entries = work->entries;
    work->job.append.n = n;
    work->job.append.head = &work->head;
    snprintf(work->head.table, sizeof work->head.table, "%s", work->job.table);
    id_of(work->head.host, 'h', table % 5);
    work->head.number = first + (uint32_t)n - 1;
    work->head.changed_ms = work->entries[n - 1].at_ms;
    snprintf(work->head.about, sizeof work->head.about, "{\"tag\":\"%s\"}", tag);
    return work;
}

static inline struct work *load_of(unsigned table, uint32_t after)
{
    struct work *work = work_new(STORE_LOAD);
    id_of(work->job.table, 't', table);
    work->job.after = after;
    return work;
}

/* An operation with these values: of N an int, of T a text, of B an int, which all its 32 bytes are. */
static inline struct work *work_with(enum store_op op, const char *letters, ...)
{
    struct work *work = work_new(op);
    va_list list;
    va_start(list, letters);
    for (int i = 0; letters[i]; i++) {
        char *text = work->value_text[i];
        if (letters[i] == 'N') {
            work->values[i] = store_number(va_arg(list, int));
        } else if (letters[i] == 'T') {
            snprintf(text, sizeof work->value_text[i], "%s", va_arg(list, const char *));
            work->values[i] = store_text(text);
        } else {
            memset(text, va_arg(list, int), STORE_HASH_SIZE);
            work->values[i] = store_bytes(text, STORE_HASH_SIZE);
        }
        work->job.values_n++;
    }
    va_end(list);
    work->job.values = work->values;
    return work;
}

static inline struct work *guest_of(enum store_op op, unsigned number, const char *name)
{
    struct work *work = work_new(op);
    id_of(work->guest.guest, 'g', number);
    memset(work->guest.token_hash, (int)number, STORE_HASH_SIZE);
    snprintf(work->guest.name, sizeof work->guest.name, "%s", name);
    work->guest.made_ms = 5 + number;
    work->guest.seen_ms = 1000 * number;
    return work;
}

/* One entry that stands for all up to that number. */
static inline struct work *keep_of(unsigned table, uint32_t number, const char *text)
{
    struct work *work = append_of(table, number, 1, "");
    work->job.op = STORE_COMPACT;
    work->entries[0].length = (size_t)snprintf(work->text[0], sizeof work->text[0], "%s", text);
    return work;
}

static inline void submit(struct bench *bench, struct work *work) { store_submit(bench->store, &work->job); }

/* Flushes, and waits for it. */
static inline bool finish(struct bench *bench, struct work *work)
{
    store_flush(bench->store);
    return bench_until(bench, &work->done, true, 20000);
}

static inline enum store_status done(struct bench *bench, struct work *work)
{
    submit(bench, work);
    return CHECK(finish(bench, work)) ? work->job.status : STORE_UNKNOWN;
}

/* The same, and forgets it. */
static inline enum store_status status_of(struct bench *bench, struct work *work)
{
    enum store_status status = done(bench, work);
    work_free(work);
    return status;
}

/* How many entries a table has; -1 where they are not numbered from 1 without a gap. */
static inline int length_of(struct bench *bench, unsigned table)
{
    struct work *work = load_of(table, 0);
    int n = done(bench, work) == STORE_DONE ? (int)work->got_n : -2;
    for (int i = 0; i < n; i++)
        if (work->got[i].number != (uint32_t)i + 1)
            n = -1;
    work_free(work);
    return n;
}

/* A store that must not open there, and what its fault must say. */
static inline void bench_refused(const char *where, const char *words)
{
    struct bench bench;
    bench_open(&bench, where);
    CHECK(!bench.store);
    if (!CHECK(strstr(bench.fault, words)))
        printf("  %s\n", bench.fault);
    bench_close(&bench);
}
