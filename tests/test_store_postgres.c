/* test_store_postgres.c - the PostgreSQL store with several processes and when things go wrong: races for a number,
 * what processes hear of each other, connections that break, a database that goes and comes back, is killed, is not
 * ours. It runs in the project's root. */
#define _DEFAULT_SOURCE /* usleep */
#include "store_bench.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store_places.h"

/* Lets both loops run for a moment. */
static void both_run(struct bench *a, struct bench *b)
{
    uv_run(&a->loop, UV_RUN_NOWAIT);
    uv_run(&b->loop, UV_RUN_NOWAIT);
    usleep(100);
}

enum { MOMENTS_MAX = BENCH_PATIENCE_MS * 10 };

static bool both_until(struct bench *a, struct bench *b, const bool *flag)
{
    for (int i = 0; i < MOMENTS_MAX && !*flag; i++)
        both_run(a, b);
    return *flag;
}

static bool both_count(struct bench *a, struct bench *b, const int *count, int wanted)
{
    for (int i = 0; i < MOMENTS_MAX && *count < wanted; i++)
        both_run(a, b);
    return *count >= wanted;
}

static void open_two(struct bench *a, struct bench *b)
{
    const char *where = place_new("postgres");
    bench_open(a, where);
    bench_open(b, where);
    CHECK(a->store && b->store);
}

/* ----------------------------------------------------------------------------------------------- several processes */

/* Both want the same numbers of the same tables, in groups that name them in opposite order: of each one wins, and
 * nobody waits for ever. */
static void two_race_for_a_number(void)
{
    enum { TABLES = 8, ROUNDS = 60 };
    struct bench a, b;
    int won_a = 0, won_b = 0, both = 0, none = 0, failed = 0;
    open_two(&a, &b);
    REQUIRE(a.store && b.store);
    for (uint32_t number = 1; number <= ROUNDS; number++) {
        struct work *ours[TABLES], *theirs[TABLES];
        for (unsigned t = 0; t < TABLES; t++) {
            submit(&a, ours[t] = append_of(t, number, 1, "a"));
            submit(&b, theirs[TABLES - 1 - t] = append_of(TABLES - 1 - t, number, 1, "b"));
        }
        store_flush((number % 2 ? a : b).store);
        store_flush((number % 2 ? b : a).store);
        CHECK(both_until(&a, &b, &ours[TABLES - 1]->done) && both_until(&a, &b, &theirs[0]->done));
        for (unsigned t = 0; t < TABLES; t++) {
            bool in_a = ours[t]->job.status == STORE_DONE, in_b = theirs[t]->job.status == STORE_DONE;
            failed +=
                (!in_a && ours[t]->job.status != STORE_CONFLICT) + (!in_b && theirs[t]->job.status != STORE_CONFLICT);
            won_a += in_a, won_b += in_b, both += in_a && in_b, none += !in_a && !in_b;
            work_free(ours[t]);
            work_free(theirs[t]);
        }
    }
    CHECK_EQ(both, 0);
    CHECK_EQ(none, 0);
    CHECK_EQ(failed, 0);
    CHECK(won_a > 0 && won_b > 0);
    for (unsigned t = 0; t < TABLES; t++)
        CHECK_EQ(length_of(&a, t), ROUNDS);
    bench_close(&a);
    bench_close(&b);
}

static void processes_hear_of_entries(void)
{
    struct bench a, b;
    open_two(&a, &b);
    REQUIRE(a.store && b.store);
    CHECK_EQ(status_of(&a, append_of(3, 1, 2, "")), STORE_DONE);
    CHECK(both_count(&a, &b, &b.changed_n, 1));
    CHECK_STR(b.changed_table, "ttttttttttttaaad");
    CHECK_EQ(b.changed_number, 2);
    CHECK_EQ(a.changed_n, 0); /* its own is no news */
    CHECK_EQ(status_of(&a, append_of(3, 2, 1, "a conflict is no news")), STORE_CONFLICT);
    CHECK_EQ(status_of(&b, append_of(3, 3, 1, "")), STORE_DONE);
    CHECK(both_count(&a, &b, &a.changed_n, 1));
    CHECK_EQ(a.changed_number, 3);
    CHECK_EQ(b.changed_n, 1);
    bench_close(&a);
    bench_close(&b);
}

/* Both append to tables of their own all the time; each hears of the other's last entry without anything else
 * happening. */
static void busy_processes_hear_of_entries(void)
{
    struct bench a, b;
    open_two(&a, &b);
    REQUIRE(a.store && b.store);
    for (uint32_t number = 1; number <= 400; number++) {
        struct work *ours = append_of(1, number, 1, ""), *theirs = append_of(2, number, 1, "");
        submit(&a, ours);
        store_flush(a.store);
        usleep(number * 7 % 300);
        submit(&b, theirs);
        store_flush(b.store);
        CHECK(both_until(&a, &b, &ours->done) && both_until(&a, &b, &theirs->done));
        work_free(ours);
        work_free(theirs);
        for (int i = 0; i < MOMENTS_MAX && (a.changed_number < number || b.changed_number < number); i++)
            both_run(&a, &b);
        REQUIRE(a.changed_number == number && b.changed_number == number);
    }
    bench_close(&a);
    bench_close(&b);
}

static void processes_hear_each_other(void)
{
    struct bench a, b;
    char text[STORE_BROADCAST_MAX + 1];
    open_two(&a, &b);
    REQUIRE(a.store && b.store);
    memset(text, 'x', STORE_BROADCAST_MAX);
    text[STORE_BROADCAST_MAX] = '\0';
    store_broadcast(a.store, text, STORE_BROADCAST_MAX);
    store_flush(a.store);
    CHECK(both_count(&a, &b, &b.heard_n, 1));
    CHECK_STR(b.heard_text, text);
    store_broadcast(a.store, "here 'x'", 8);
    store_broadcast(a.store, "two", 3);
    store_flush(a.store);
    CHECK(both_count(&a, &b, &b.heard_n, 3));
    CHECK_STR(b.heard_text, "two");
    CHECK_EQ(a.heard_n, 0);
    store_broadcast(a.store, "\xff\xfe", 2); /* no text: lost, and nothing else */
    CHECK_EQ(status_of(&a, append_of(1, 1, 1, "")), STORE_DONE);
    CHECK_EQ(status_of(&a, append_of(1, 2, 1, "")), STORE_DONE);
    bench_close(&a);
    bench_close(&b);
}

/* One of a group that the database refuses. */
static void one_bad_job_disturbs_nobody(void)
{
    struct bench bench;
    struct work *work[3];
    bench_open(&bench, place_new("postgres"));
    REQUIRE(bench.store);
    for (unsigned i = 0; i < 3; i++) {
        work[i] = append_of(i, 1, 1, i == 1 ? "\xff" : "");
        submit(&bench, work[i]);
    }
    CHECK(finish(&bench, work[2]));
    CHECK_EQ(work[0]->job.status, STORE_DONE);
    CHECK_EQ(work[1]->job.status, STORE_FAILED);
    CHECK(strstr(work[1]->job.fault, "invalid byte sequence"));
    CHECK_EQ(work[2]->job.status, STORE_DONE);
    for (unsigned i = 0; i < 3; i++) {
        work_free(work[i]);
        CHECK_EQ(length_of(&bench, i), i != 1);
    }
    bench_close(&bench);
}

/* Four servers start at the same moment on an empty database: each finds or makes the schema. */
static void servers_start_together(void)
{
    const char *where = place_new("postgres");
    pid_t child[4];
    int status;
    for (int i = 0; i < 4; i++) {
        child[i] = fork();
        if (child[i] == 0) {
            struct bench bench;
            bench_open(&bench, where);
            if (!bench.store)
                printf("  %s\n", bench.fault);
            _exit(bench.store && status_of(&bench, append_of((unsigned)i, 1, 1, "")) == STORE_DONE ? 0 : 1);
        }
    }
    for (int i = 0; i < 4; i++) {
        waitpid(child[i], &status, 0);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
}

/* -------------------------------------------------------------------------------------------- what breaks and mends */

static void gone_and_back(void)
{
    struct bench bench;
    bench_open(&bench, place_new("postgres"));
    REQUIRE(bench.store);
    CHECK_EQ(status_of(&bench, append_of(1, 1, 1, "")), STORE_DONE);
    CHECK(places_shell("tools/postgres.sh stop %s", places.postgres));
    CHECK(bench_until(&bench, &bench.usable, false, BENCH_PATIENCE_MS));
    struct work *work = append_of(1, 2, 1, ""); /* fails at once instead of waiting */
    submit(&bench, work);
    store_flush(bench.store);
    CHECK(work->done);
    CHECK_EQ(work->job.status, STORE_FAILED);
    CHECK(work->job.fault[0]);
    work_free(work);
    CHECK_EQ(bench.lost_n, 0);
    CHECK(places_shell("tools/postgres.sh start %s >/dev/null", places.postgres));
    CHECK(bench_until(&bench, &bench.usable, true, BENCH_PATIENCE_MS));
    CHECK_EQ(bench.lost_n, 1); /* anything may have been written meanwhile */
    CHECK_EQ(length_of(&bench, 1), 1);
    CHECK_EQ(status_of(&bench, append_of(1, 2, 1, "")), STORE_DONE);
    bench_close(&bench);
}

/* A table's length is what was acknowledged, and perhaps what is not known. */
struct tally {
    uint32_t sure, perhaps;
};

/* Appends from a list of tables, always several in a group; takes account of what came back. */
static void append_some(struct bench *bench, struct tally *tally, unsigned tables)
{
    struct work *work[16];
    for (unsigned t = 0; t < tables; t++)
        submit(bench, work[t] = append_of(t, tally[t].sure + 1, 1, ""));
    CHECK(finish(bench, work[tables - 1]));
    for (unsigned t = 0; t < tables; t++) {
        if (work[t]->job.status == STORE_DONE)
            tally[t].sure++;
        else if (work[t]->job.status == STORE_UNKNOWN)
            tally[t].perhaps = 1;
        else
            CHECK_EQ(work[t]->job.status, STORE_FAILED);
        work_free(work[t]);
    }
}

/* A connection that was ended may break only now: then what is read is read again. */
static int settled_length(struct bench *bench, unsigned table)
{
    int n = -2;
    for (int tries = 0; tries < 100 && n == -2; tries++) {
        CHECK(bench_until(bench, &bench->usable, true, BENCH_PATIENCE_MS));
        n = length_of(bench, table);
    }
    return n;
}

static void settle(struct bench *bench, struct tally *tally, unsigned tables)
{
    for (unsigned t = 0; t < tables; t++) {
        int n = settled_length(bench, t);
        CHECK(n == (int)tally[t].sure || n == (int)(tally[t].sure + tally[t].perhaps));
        tally[t] = (struct tally){(uint32_t)n, 0};
    }
}

static void connections_break_under_load(void)
{
    struct bench bench;
    struct tally tally[8] = {{0, 0}};
    bench_open(&bench, place_new("postgres"));
    REQUIRE(bench.store);
    for (int round = 0; round < 25; round++) {
        append_some(&bench, tally, 8);
        pid_t child = fork(); /* somebody ends the server's connections, in the middle of its work */
        if (child == 0) {
            usleep((useconds_t)(1000 * round % 7000));
            PGconn *connection = PQconnectdb(places.url);
            PQexec(connection, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
                               "'fuerstenfeld' AND pid <> pg_backend_pid()");
            _exit(0);
        }
        for (int i = 0; i < 200 && bench.usable; i++)
            append_some(&bench, tally, 8);
        waitpid(child, NULL, 0);
        bench_until(&bench, &bench.usable, false, 200);
        settle(&bench, tally, 8);
    }
    CHECK(bench.lost_n > 10);
    CHECK(tally[0].sure > 10);
    bench_close(&bench);
}

static void database_is_killed_under_load(void)
{
    struct bench bench;
    struct tally tally[8] = {{0, 0}};
    bench_open(&bench, place_new("postgres"));
    REQUIRE(bench.store);
    for (int round = 0; round < 4; round++) {
        append_some(&bench, tally, 8);
        pid_t child = fork();
        if (child == 0) {
            usleep(20000);
            _exit(!places_shell("tools/postgres.sh stop %s immediate", places.postgres));
        }
        while (bench.usable)
            append_some(&bench, tally, 8);
        waitpid(child, NULL, 0);
        CHECK(places_shell("tools/postgres.sh start %s >/dev/null", places.postgres));
        settle(&bench, tally, 8);
    }
    CHECK(tally[0].sure >= 4);
    bench_close(&bench);
}

/* A server is stopped while the database is away: nothing hangs. */
static void closed_while_it_is_gone(void)
{
    struct bench bench;
    bench_open(&bench, place_new("postgres"));
    REQUIRE(bench.store);
    CHECK(places_shell("tools/postgres.sh stop %s immediate", places.postgres));
    CHECK(bench_until(&bench, &bench.usable, false, BENCH_PATIENCE_MS));
    struct work *work = append_of(1, 1, 1, "");
    submit(&bench, work);
    bench_close(&bench);
    CHECK(work->done);
    CHECK_EQ(work->job.status, STORE_FAILED);
    work_free(work);
    CHECK(places_shell("tools/postgres.sh start %s >/dev/null", places.postgres));
}

/* -------------------------------------------------------------------------------------------------------- databases */

static void schemas_are_judged(void)
{
    const char *where = place_new("postgres");
    struct bench bench;
    bench_open(&bench, where);
    CHECK_EQ(status_of(&bench, append_of(1, 1, 1, "")), STORE_DONE);
    bench_close(&bench);
    CHECK(places_sql("UPDATE fuerstenfeld_schema SET number = 1000"));
    bench_refused(where, "has schema 1000, and this program knows schemas up to ");
    CHECK(places_sql("UPDATE fuerstenfeld_schema SET number = 0"));
    bench_refused(where, "already exists"); /* and nothing is changed */
    CHECK(places_sql("UPDATE fuerstenfeld_schema SET number = 1"));
    bench_open(&bench, where);
    CHECK_EQ(length_of(&bench, 1), 1);
    bench_close(&bench);
    where = place_new("postgres");
    CHECK(places_sql("CREATE TABLE heads (of_another_program text)"));
    bench_refused(where, "already exists");
}

static void databases_out_of_reach(void)
{
    char where[200];
    places_postgres();
    bench_refused("postgres://somebody@/nothing?host=/nowhere", "the database cannot be reached: ");
    snprintf(where, sizeof where, "postgres://fuerstenfeld@/nosuch?host=%s", places.postgres);
    bench_refused(where, "database \"nosuch\" does not exist");
    snprintf(where, sizeof where, "postgres://nobody@/fuerstenfeld?host=%s", places.postgres);
    bench_refused(where, "role \"nobody\" does not exist");
    bench_refused("postgres://%zz", "the database cannot be reached: ");
}

int main(void)
{
    if (!places_postgres()[0])
        return 2;
    TEST("postgres: two race for a number, one wins", two_race_for_a_number);
    TEST("postgres: processes hear of entries", processes_hear_of_entries);
    TEST("postgres: busy processes hear of entries", busy_processes_hear_of_entries);
    TEST("postgres: processes hear each other", processes_hear_each_other);
    TEST("postgres: one bad job disturbs nobody", one_bad_job_disturbs_nobody);
    TEST("postgres: servers start together", servers_start_together);
    TEST("postgres: gone and back", gone_and_back);
    TEST("postgres: connections break under load", connections_break_under_load);
    TEST("postgres: the database is killed under load", database_is_killed_under_load);
    TEST("postgres: closed while it is gone", closed_while_it_is_gone);
    TEST("postgres: schemas are judged", schemas_are_judged);
    TEST("postgres: databases out of reach", databases_out_of_reach);
    places_end();
    return test_end();
}
