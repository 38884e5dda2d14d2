/* weather.h - a store in bad weather: it stands before any other store and obeys the same contract, but jobs and
 * answers take their time, requests and answers get lost, connections break, and what other processes tell comes late,
 * twice and in another order.
 *
 *     app -> weather -> memory, SQLite or PostgreSQL
 *
 * Calm weather passes everything on at once; the n-th job can be made to fail. In a storm nothing moves but by
 * weather_step, and everything that happens follows from a seed. What contract leaves open is what the storm uses:
 *
 *     jobs are carried out and answered in the order in which they were submitted, whenever that is
 *     a request that got lost is STORE_FAILED and was not done; an answer that got lost is STORE_UNKNOWN where
 * something was written, and was done or, if the connection broke before, perhaps not a notification may come late,
 * twice, and after later ones; it gets lost only with `lost` to follow */
#pragma once

#include "server/store/job.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* How often things go wrong, in 1,000. */
struct weather_forecast {
    unsigned lost_request, lost_answer, broken, twice, lost_say;
};

/* A job on its way: the app's, and the one that the other store gets. */
struct weather_job {
    struct weather_job *next;
    struct weather *weather;
    struct store_job *job;
    struct store_job inner;
    bool answered, lost; /* lost: its answer will be */
    bool kept;           /* the answer of `inner` points to copies */
};

struct weather_news {
    struct weather_news *next;
    char table[TABLE_ID_SIZE]; /* "": text */
    uint32_t number;
    size_t length;
    char text[STORE_BROADCAST_MAX];
};

struct weather {
    struct store store;
    struct store *inner;
    bool storm;
    uint64_t chance;
    struct weather_forecast forecast;
    struct weather_job *queued, *passed; /* submitted; at the other store or answered, in order */
    struct weather_news *news;
    bool was_broken; /* `lost` is owed */
    int fail_in;
    bool fail_appends;
    enum store_status fail_with;
    const int64_t *clock_ms; /* a database's, which is the test's to say; NULL: the store has none */
    int marks;               /* heard: see weather_mark */
    int outstanding;
    int postponed; /* notices that were put off */
};

static inline unsigned weather_below(struct weather *weather, unsigned n)
{
    weather->chance = weather->chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(weather->chance >> 33) % n;
}

static inline bool weather_happens(struct weather *weather, unsigned in_1000)
{
    return in_1000 && weather_below(weather, 1000) < in_1000;
}

/* ---------------------------------------------------------------------------------------------------------- answers */

static inline void *weather_copy(const void *from, size_t n, size_t size)
{
    void *copy = n ? malloc(n * size) : NULL;
    if (n && !copy)
        abort();
    if (n)
        memcpy(copy, from, n * size);
    return copy;
}

static inline void weather_keep_answer(struct weather_job *on)
{
    struct store_job *inner = &on->inner;
    on->kept = true;
    switch (store_op_answer(inner->op)) {
    case STORE_ANSWER_ENTRIES:
        inner->entries = (struct table_entry *)weather_copy(inner->entries, inner->entries_n, sizeof *inner->entries);
        for (size_t i = 0; i < inner->entries_n; i++) {
            struct table_entry *entry = (struct table_entry *)&inner->entries[i];
            entry->text = (const char *)weather_copy(entry->text, entry->length, 1);
        }
        break;
    case STORE_ANSWER_HEADS:
        inner->heads = (struct store_head *)weather_copy(inner->heads, inner->heads_n, sizeof *inner->heads);
        break;
    case STORE_ANSWER_GUESTS:
        inner->guests = (struct store_guest *)weather_copy(inner->guests, inner->guests_n, sizeof *inner->guests);
        break;
    case STORE_ANSWER_ROWS:
        inner->row = (struct store_row *)weather_copy(inner->row, inner->rows_n, sizeof *inner->row);
        for (size_t i = 0; i < inner->rows_n; i++)
            for (int k = 0; k < STORE_COLUMNS_MAX; k++) {
                struct store_value *column = (struct store_value *)&inner->row[i].column[k];
                column->text = column->text ? (const char *)weather_copy(column->text, column->length + 1, 1) : NULL;
            }
        break;
    default: break;
    }
}

/* Frees the copies of a kept answer. */
static inline void weather_drop_answer(struct weather_job *on)
{
    struct store_job *inner = &on->inner;
    enum store_answer answer = store_op_answer(inner->op);
    for (size_t i = 0; on->kept && answer == STORE_ANSWER_ENTRIES && i < inner->entries_n; i++)
        free((void *)inner->entries[i].text);
    if (on->kept && answer == STORE_ANSWER_ENTRIES)
        free((void *)inner->entries);
    if (on->kept && answer == STORE_ANSWER_HEADS)
        free((void *)inner->heads);
    if (on->kept && answer == STORE_ANSWER_GUESTS)
        free((void *)inner->guests);
    for (size_t i = 0; on->kept && answer == STORE_ANSWER_ROWS && i < inner->rows_n * STORE_COLUMNS_MAX; i++)
        free((void *)inner->row[i / STORE_COLUMNS_MAX].column[i % STORE_COLUMNS_MAX].text);
    if (on->kept && answer == STORE_ANSWER_ROWS)
        free((void *)inner->row);
    on->kept = false;
    inner->clock = (struct store_clock){0, 0}; /* the largest member: an empty answer */
}

/* Hands an answer to the app; the job is the app's again. */
static inline void weather_answer(struct weather_job *on)
{
    struct store_job *job = on->job, was = *job;
    *job = on->inner;
    job->done = was.done;
    job->owner = was.owner;
    if (job->op == STORE_CLOCK)
        job->clock.at_ms = on->weather->clock_ms ? *on->weather->clock_ms : 0;
    on->weather->outstanding--;
    job->done(job);
    weather_drop_answer(on);
    free(on);
}

static inline void weather_spoil(struct weather_job *on, enum store_status status)
{
    weather_drop_answer(on);
    on->inner.status = status;
    strcpy(on->inner.fault, "bad weather");
}

static inline struct weather_job *weather_take(struct weather_job **list)
{
    struct weather_job *first = *list;
    *list = first->next;
    return first;
}

static inline void weather_put(struct weather_job **list, struct weather_job *on)
{
    while (*list)
        list = &(*list)->next;
    on->next = NULL;
    *list = on;
}

/* The other store has answered. In calm weather the app hears of it at once, in the order that the other kept. */
static inline void weather_done(struct store_job *inner)
{
    struct weather_job *on = (struct weather_job *)inner->owner;
    struct weather *weather = on->weather;
    bool writes = store_job_is_write(inner);
    on->answered = true;
    if (weather->storm) {
        weather_keep_answer(on);
        if (on->lost || weather_happens(weather, weather->forecast.lost_answer))
            weather_spoil(on, writes ? STORE_UNKNOWN : STORE_FAILED);
        return;
    }
    if (on->lost)
        weather_spoil(on, STORE_UNKNOWN);
    if (weather->passed == on) { /* those before it have been answered */
        weather_take(&weather->passed);
        weather_answer(on);
    } else {
        weather_keep_answer(on);
    }
    while (weather->passed && weather->passed->answered)
        weather_answer(weather_take(&weather->passed));
}

/* --------------------------------------------------------------------------------------------------------- requests */

static inline void weather_submit(struct store *store, struct store_job *job)
{
    struct weather *weather = (struct weather *)store;
    struct weather_job *on = (struct weather_job *)calloc(1, sizeof *on);
    if (!on)
        abort();
    on->weather = weather;
    on->job = job;
    weather->outstanding++;
    weather->postponed += job->op == STORE_NOTICE_POSTPONE;
    weather_put(&weather->queued, on);
}

/* A request that got lost; or in calm weather one that is made to fail without being done. */
static inline bool weather_swallows(struct weather *weather, struct weather_job *on)
{
    if (weather->storm)
        return weather_happens(weather, weather->forecast.lost_request);
    bool counts = !weather->fail_appends || on->job->op == STORE_APPEND;
    bool fails = counts && weather->fail_in > 0 && --weather->fail_in == 0;
    on->lost = fails && weather->fail_with == STORE_UNKNOWN;
    return fails && !on->lost;
}

static inline void weather_pass(struct weather *weather)
{
    struct weather_job *on = weather_take(&weather->queued);
    on->inner = *on->job;
    on->inner.done = weather_done;
    on->inner.owner = on;
    weather_put(&weather->passed, on);
    if (weather_swallows(weather, on)) {
        weather_spoil(on, weather->storm ? STORE_FAILED : weather->fail_with);
        on->answered = true;
        return;
    }
    store_submit(weather->inner, &on->inner);
    if (weather->storm)
        store_flush(weather->inner);
}

static inline void weather_flush(struct store *store)
{
    struct weather *weather = (struct weather *)store;
    struct weather_job *queued = weather->queued;
    if (weather->storm)
        return;
    weather->queued = NULL; /* what is submitted meanwhile waits for the next flush */
    while (queued) {
        struct weather_job *on = weather_take(&queued), *later = weather->queued;
        on->next = NULL;
        weather->queued = on;
        weather_pass(weather);
        weather->queued = later;
    }
    while (weather->passed && weather->passed->answered)
        weather_answer(weather_take(&weather->passed));
    store_flush(weather->inner);
}

static inline void weather_say(struct store *store, const char *text, size_t length)
{
    struct weather *weather = (struct weather *)store;
    store_broadcast(weather->inner, text, length);
    if (weather->storm)
        store_flush(weather->inner);
}

/* ------------------------------------------------------------------------------------------------------------- news */

static inline void weather_add_news(struct weather *weather, const char *table, uint32_t number, const char *text,
                                    size_t length)
{
    struct weather_news *news = (struct weather_news *)calloc(1, sizeof *news), **last = &weather->news;
    if (!news)
        abort();
    strcpy(news->table, table);
    news->number = number;
    news->length = length;
    if (length)
        memcpy(news->text, text, length);
    while (*last)
        last = &(*last)->next;
    *last = news;
}

static inline void weather_tell(struct weather *weather, const struct weather_news *news)
{
    const struct store_hooks *hooks = &weather->store.hooks;
    if (*news->table)
        hooks->changed(hooks->owner, news->table, news->number);
    else
        hooks->heard(hooks->owner, news->text, news->length);
}

static inline void weather_changed(void *owner, const char *table, uint32_t number)
{
    struct weather *weather = (struct weather *)owner;
    const struct store_hooks *hooks = &weather->store.hooks;
    if (!weather->storm) {
        hooks->changed(hooks->owner, table, number);
        return;
    }
    if (weather->was_broken)
        return; /* `lost` will be told */
    weather_add_news(weather, table, number, "", 0);
    if (weather_happens(weather, weather->forecast.twice))
        weather_add_news(weather, table, number, "", 0);
}

static inline void weather_heard(void *owner, const char *text, size_t length)
{
    struct weather *weather = (struct weather *)owner;
    const struct store_hooks *hooks = &weather->store.hooks;
    if (length >= 4 && memcmp(text, "mark", 4) == 0)
        weather->marks++;
    else if (!weather->storm)
        hooks->heard(hooks->owner, text, length);
    else if (!weather_happens(weather, weather->forecast.lost_say))
        weather_add_news(weather, "", 0, text, length);
}

static inline void weather_lost(void *owner)
{
    struct weather *weather = (struct weather *)owner;
    weather->store.hooks.lost(weather->store.hooks.owner);
}

static inline void weather_usable(void *owner, bool usable, const char *why)
{
    struct weather *weather = (struct weather *)owner;
    weather->store.hooks.usable(weather->store.hooks.owner, usable, why);
}

/* What the other store is opened with. */
static inline struct store_hooks weather_hooks(struct weather *weather)
{
    return (struct store_hooks){.owner = weather,
                                .changed = weather_changed,
                                .lost = weather_lost,
                                .heard = weather_heard,
                                .usable = weather_usable};
}

/* Says something that every other weather on the same data hears behind all that came before. */
static inline void weather_mark(struct weather *weather)
{
    store_broadcast(weather->inner, "mark", 4);
    store_flush(weather->inner);
}

/* ------------------------------------------------------------------------------------------------------------ storm */

/* One notification: changes in any order, texts in theirs. */
static inline void weather_step_news(struct weather *weather)
{
    struct weather_news **link = &weather->news;
    int n = 0;
    for (struct weather_news *news = weather->news; news; news = news->next)
        n++;
    for (int skip = n ? (int)weather_below(weather, (unsigned)n) : 0; skip && *(*link)->table; skip--)
        link = &(*link)->next;
    struct weather_news *news = *link;
    *link = news->next;
    weather_tell(weather, news);
    free(news);
}

/* The connection breaks: nobody knows what became of what is under way, and notifications are lost. */
static inline void weather_break(struct weather *weather)
{
    for (struct weather_job *on = weather->passed; on; on = on->next) {
        on->lost = true;
        if (on->answered && on->inner.status != STORE_FAILED)
            weather_spoil(on, store_job_is_write(&on->inner) ? STORE_UNKNOWN : STORE_FAILED);
    }
    while (weather->news) {
        struct weather_news *next = weather->news->next;
        free(weather->news);
        weather->news = next;
    }
    weather->was_broken = true;
    weather_usable(weather, false, "bad weather");
}

static inline void weather_mend(struct weather *weather)
{
    weather->was_broken = false;
    weather_usable(weather, true, "");
    weather_lost(weather);
}

/* Something moves on, if anything can. */
static inline bool weather_step(struct weather *weather)
{
    store_flush(weather->inner); /* what other stores told this one is news */
    if (weather_happens(weather, weather->forecast.broken) && !weather->was_broken)
        weather_break(weather);
    switch (weather_below(weather, 4)) {
    case 0:
        if (weather->was_broken && !(weather->passed && weather->passed->answered))
            weather_mend(weather);
        break;
    case 1:
        if (weather->queued)
            weather_pass(weather);
        break;
    case 2:
        if (weather->passed && weather->passed->answered)
            weather_answer(weather_take(&weather->passed));
        break;
    default:
        if (weather->news)
            weather_step_news(weather);
    }
    return weather->queued || weather->passed || weather->news || weather->was_broken;
}

/* From here on the weather is fine, but what is under way still is. */
static inline void weather_clear(struct weather *weather) { weather->forecast = (struct weather_forecast){0}; }

/* ------------------------------------------------------------------------------------------------- opening, closing */

static inline void weather_close(struct store *store, void (*closed)(void *owner), void *owner)
{
    struct weather *weather = (struct weather *)store;
    weather->storm = false;
    weather_flush(store);
    store_close(weather->inner, closed, owner);
}

static inline void weather_free(struct weather *weather)
{
    while (weather->news) {
        struct weather_news *next = weather->news->next;
        free(weather->news);
        weather->news = next;
    }
    assert(!weather->queued && !weather->passed);
    free(weather);
}

/* Calm. Open the other store with weather_hooks and put it into `inner`. */
static inline struct weather *weather_new(const struct store_hooks *hooks)
{
    struct weather *weather = (struct weather *)calloc(1, sizeof *weather);
    if (!weather)
        abort();
    weather->store.hooks = *hooks;
    return weather;
}

/* The ops tell what the other store is. */
static inline void weather_use(struct weather *weather, struct store *inner, struct store_ops *ops,
                               const int64_t *clock_ms)
{
    weather->clock_ms = inner->clock.at_ms ? clock_ms : NULL;
    *ops = (struct store_ops){inner->ops->name, inner->ops->shared, weather_submit,
                              weather_flush,    weather_say,        weather_close};
    weather->inner = inner;
    weather->store.ops = ops;
    weather->store.clock = (struct store_clock){weather->clock_ms ? *weather->clock_ms : 0, inner->clock.last_ms};
}

static inline void weather_storm(struct weather *weather, uint64_t seed, struct weather_forecast forecast)
{
    weather->storm = true;
    weather->chance = seed;
    weather->forecast = forecast;
}

/* In calm weather: the n-th job from now on (0: none) gets that status without being done; STORE_UNKNOWN is done and
 * gets the status all the same. */
static inline void weather_fail(struct weather *weather, int n, enum store_status status)
{
    weather->fail_in = n;
    weather->fail_with = status;
    weather->fail_appends = false;
}

/* The same for the next append. */
static inline void weather_fail_append(struct weather *weather, enum store_status status)
{
    weather_fail(weather, 1, status);
    weather->fail_appends = true;
}
