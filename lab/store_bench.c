/* store_bench.c - `fuerstenfeld-lab store-bench STORE`: measures a store's appends per second and the cost of a list.
 *
 * For some seconds and for each size of group, the study appends one entry to each of as many tables, flushes the
 * group, and submits the next group when all entries are stored. So every append is on the disk before the next one
 * begins. Then one guest finishes more and more games and requests the list of its tables. */
#include "server/store/store.h"
#include "study.h"

#include <string.h>
#include <uv.h>

enum { GROUP_MAX = 1000 };

struct seat {
    struct store_job job;
    struct store_head head;
    struct table_entry entry;
};

static struct seat seats[GROUP_MAX];
static struct store *store;
static size_t group, missing, appended;
static int failed;
static uint64_t end_ns, seconds_each = 3;

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

/* The store in memory answers at once, so the next group may already be waiting. */
static void flush_store(uv_prepare_t *prepare)
{
    size_t before;
    do {
        before = appended;
        store_flush(store);
    } while (appended != before && missing > 0);
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
        seat->entry = (struct table_entry){.at_ms = 1, .text = text, .length = sizeof text - 1};
        seat->job.op = STORE_APPEND;
        seat->job.done = on_done;
        seat->job.append.head = &seat->head;
        seat->job.append.entries = &seat->entry;
        seat->job.append.n = 1;
    }
}

static void measure(struct lab_report *report, uv_loop_t *loop, size_t size)
{
    uint64_t begin_ns = uv_hrtime();
    double cpu = lab_cpu_seconds();
    group = size;
    appended = 0;
    end_ns = begin_ns + seconds_each * UINT64_C(1000000000);
    send_group();
    uv_run(loop, UV_RUN_DEFAULT);
    double seconds = (double)(uv_hrtime() - begin_ns) / 1e9, n = (double)appended;
    lab_cell_count(report, "group", size);
    lab_cell_real(report, "appends_per_s", 0, n / seconds);
    lab_cell_real(report, "groups_per_s", 0, n / (double)size / seconds);
    lab_cell_real(report, "cpu_us_per_append", 1, (lab_cpu_seconds() - cpu) * 1e6 / n);
    lab_row_end(report);
}

/* ------------------------------------------------------------------------------------------------------------ lists */

/* Adds n finished games of one guest. */
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

static void measure_lists(struct lab_report *report, uv_loop_t *loop, unsigned games)
{
    enum { LISTS = 200 };
    struct store_guest guest = {.guest = "listlistlistlist"};
    uint64_t begin_ns = uv_hrtime();
    double cpu = lab_cpu_seconds();
    for (int i = 0; i < LISTS; i++) {
        struct store_job job = {.op = STORE_LIST_GUEST, .done = on_listed, .guest = &guest};
        missing = 1;
        store_submit(store, &job);
        uv_run(loop, UV_RUN_DEFAULT);
    }
    lab_cell_count(report, "games", games);
    lab_cell_real(report, "ms_per_list", 2, (double)(uv_hrtime() - begin_ns) / 1e6 / LISTS);
    lab_cell_real(report, "cpu_ms_per_list", 2, (lab_cpu_seconds() - cpu) * 1e3 / LISTS);
    lab_row_end(report);
}

static void measure_all(struct lab_report *report, uv_loop_t *loop)
{
    static const size_t sizes[] = {1, 10, 100, 1000};
    static const unsigned games[] = {100, 1000, 10000};
    lab_table_begin(report, "appends", "one entry to each table of a group; the next group once all are stored");
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        make_seats(i);
        measure(report, loop, sizes[i]);
    }
    lab_table_begin(report, "lists", "the list of a guest with so many games that are over");
    for (unsigned i = 0, played = 0; i < sizeof games / sizeof *games; played = games[i++]) {
        play_games(loop, played, games[i] - played);
        measure_lists(report, loop, games[i]);
    }
}

static int run_store_bench(void *context)
{
    struct lab *lab = (struct lab *)context;
    char fault[STORE_FAULT_SIZE];
    uv_loop_t loop;
    uv_prepare_t prepare;
    uv_loop_init(&loop);
    store = store_open(lab->operands[0], &loop, NULL, fault);
    if (!store) {
        cli_error("store-bench: %s", fault);
        uv_loop_close(&loop);
        return CLI_USAGE;
    }
    uv_prepare_init(&loop, &prepare);
    uv_prepare_start(&prepare, flush_store);
    measure_all(&lab->report, &loop);
    uv_close((uv_handle_t *)&prepare, NULL);
    store_close(store, NULL, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    if (failed)
        cli_error("store-bench: %d appends failed", failed);
    return failed ? CLI_FAILS : CLI_OK;
}

int cmd_store_bench(int argc, char **argv)
{
    struct lab lab = {.seed = 1};
    const struct cli_option options[] = {
        {"seconds", "N", "of each measurement of appends (3)", .number = &seconds_each, .min = 1, .max = 3600},
    };
    const struct lab_study about = {
        CLI_USAGE_OF("store-bench", "STORE",
                     "Measures a store: sqlite:FILE (a new one), postgres://... (an empty database) or memory.",
                     options),
        LAB_JSON, run_store_bench};
    return lab_study(&about, &lab, argc, argv);
}
