/* store.c - how many appends a second a store takes, and what a list costs:
 * build/bench/store sqlite:FILE | postgres://... | memory
 *
 * For each size of group: that many tables each get one entry, the group is flushed, and the next one is submitted when
 * all are done; 3 seconds each. Every append is on the disk before the next is asked for.
 *
 * Then one guest plays more and more games to their end, and asks for its list of tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <uv.h>

#include "store/store.h"

enum { GROUP_MAX = 1000, SECONDS = 3 };

struct seat {
    struct store_job job;
    struct store_head head;
    struct store_entry entry;
};

static struct seat seats[GROUP_MAX];
static struct store *store;
static size_t group, missing, appended;
static int failed;
static uint64_t end_ns;

static void send_group(void)
{
    missing = group;
    for (size_t i = 0; i < group; i++) {
        seats[i].entry.number = ++seats[i].head.number;
        store_submit(store, &seats[i].job);
    }
}

static void on_done(struct store_job *job)
{
    failed += job->status != STORE_DONE;
    appended++;
    if (--missing == 0 && uv_hrtime() < end_ns)
        send_group();
}

static void flush_store(uv_prepare_t *prepare)
{
    store_flush(store);
    if (missing == 0)
        uv_stop(prepare->loop);
}

static void make_seats(unsigned round)
{
    static const char text[] =
        "turn 2 p1234567 brewery A; sell 2 hops; sell 1 barley; build crane; space 2; done; keep all";
    memset(seats, 0, sizeof seats);
    for (unsigned i = 0; i < GROUP_MAX; i++) {
        struct seat *seat = &seats[i];
        snprintf(seat->head.table, TABLE_ID_SIZE, "bench%c%c%09u", 'a' + (int)round, 'a' + (int)(i % 26), i);
        memcpy(seat->job.table, seat->head.table, TABLE_ID_SIZE);
        memset(seat->head.about, 'x', 300);
        seat->head.due_ms = 1;
        seat->entry = (struct store_entry){.at_ms = 1, .text = text, .length = sizeof text - 1};
        seat->job.op = STORE_APPEND;
        seat->job.done = on_done;
        seat->job.head = &seat->head;
        seat->job.entries = &seat->entry;
        seat->job.entries_n = 1;
    }
}

static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void measure(uv_loop_t *loop, size_t size)
{
    uint64_t begin_ns = uv_hrtime();
    double cpu = cpu_seconds();
    group = size;
    appended = 0;
    end_ns = begin_ns + SECONDS * UINT64_C(1000000000);
    send_group();
    uv_run(loop, UV_RUN_DEFAULT);
    double seconds = (double)(uv_hrtime() - begin_ns) / 1e9;
    printf("groups of %4zu: %8.0f appends/s, %6.0f groups/s, %5.1f us of CPU an append\n", size,
           (double)appended / seconds, (double)appended / (double)size / seconds,
           (cpu_seconds() - cpu) * 1e6 / (double)appended);
    fflush(stdout);
}

/* ------------------------------------------------------------------------------------------------------------ lists */

/* So many more games of one guest, which are over. */
static void play_games(uv_loop_t *loop, unsigned from, unsigned n)
{
    for (unsigned i = 0; i < n; i += GROUP_MAX) {
        make_seats(10);
        for (unsigned k = 0; k < GROUP_MAX; k++) {
            struct seat *seat = &seats[k];
            snprintf(seat->head.table, TABLE_ID_SIZE, "over%012u", from + i + k);
            memcpy(seat->job.table, seat->head.table, TABLE_ID_SIZE);
            memcpy(seat->head.guest[0], "listlistlistlist", TABLE_ID_SIZE);
            seat->head.phase = STORE_OVER;
            seat->head.over_ms = seat->head.changed_ms = 1 + from + i + k;
            seat->head.due_ms = 0;
        }
        group = n - i < GROUP_MAX ? n - i : GROUP_MAX;
        end_ns = 0; /* one group */
        send_group();
        uv_run(loop, UV_RUN_DEFAULT);
    }
}

static void on_listed(struct store_job *job)
{
    failed += job->status != STORE_DONE;
    missing--;
}

static void measure_lists(uv_loop_t *loop, unsigned games)
{
    enum { LISTS = 200 };
    struct store_guest guest = {.guest = "listlistlistlist"};
    uint64_t begin_ns = uv_hrtime();
    double cpu = cpu_seconds();
    for (int i = 0; i < LISTS; i++) {
        struct store_job job = {.op = STORE_LIST_GUEST, .done = on_listed, .guest = &guest};
        missing = 1;
        store_submit(store, &job);
        uv_run(loop, UV_RUN_DEFAULT);
    }
    printf("a guest with %5u games that are over: %6.2f ms a list, %6.2f ms of CPU\n", games,
           (double)(uv_hrtime() - begin_ns) / 1e6 / LISTS, (cpu_seconds() - cpu) * 1e3 / LISTS);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {1, 10, 100, 1000};
    char fault[STORE_FAULT_SIZE];
    uv_loop_t loop;
    uv_prepare_t prepare;
    if (argc != 2) {
        fprintf(stderr,
                "usage: build/bench/store sqlite:FILE | postgres://... | memory (a new file, an empty database)\n");
        return 2;
    }
    uv_loop_init(&loop);
    store = store_open(argv[1], &loop, NULL, fault);
    if (!store) {
        fprintf(stderr, "%s\n", fault);
        return 2;
    }
    uv_prepare_init(&loop, &prepare);
    uv_prepare_start(&prepare, flush_store);
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        make_seats(i);
        measure(&loop, sizes[i]);
    }
    static const unsigned games[] = {100, 1000, 10000};
    for (unsigned i = 0, played = 0; i < sizeof games / sizeof games[0]; played = games[i++]) {
        play_games(&loop, played, games[i] - played);
        measure_lists(&loop, games[i]);
    }
    uv_prepare_stop(&prepare);
    store_close(store, NULL, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    if (failed)
        fprintf(stderr, "%d appends failed\n", failed);
    return failed != 0;
}
