/* test_store_sqlite.c - the SQLite store when things go wrong: writes that fail, a full disk, one that goes and comes
 * back, a torn write, kill -9, files that are not ours. Whatever happens, what was acknowledged is there, once and
 * whole. */
#define _DEFAULT_SOURCE /* usleep */
#include "store_bench.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "flaky_vfs.h"
#include "store_places.h"

enum { TABLES = 3, GROUPS = 5 };

static const char *path_of(const char *where) { return where + strlen("sqlite:"); }

static char *new_place(void)
{
    static char where[160];
    snprintf(where, sizeof where, "%s", place_new("sqlite"));
    return where;
}

/* A store in a new file; NULL: there is none. */
static char *open_new(struct bench *bench)
{
    char *where = new_place();
    bench_open(bench, where);
    return bench->store ? where : NULL;
}

/* ----------------------------------------------------------------------------------- each write fails once, in turn */

/* Appends until it is in, as a server does: tries again what failed, looks where it isn't known. */
static int insist(struct bench *bench, unsigned table, uint32_t number)
{
    for (int tries = 1; tries < 10; tries++) {
        enum store_status status = status_of(bench, append_of(table, number, 1, "once"));
        if (status == STORE_DONE)
            return tries;
        CHECK(status == STORE_FAILED || status == STORE_UNKNOWN); /* a conflict would be one written after all */
        int n = length_of(bench, table);
        if (status == STORE_FAILED && n >= 0)
            CHECK_EQ(n, number - 1);
        if (n == (int)number)
            return tries;
    }
    CHECK(!"it never got in");
    return 0;
}

static int play_through(const char *where)
{
    struct bench bench;
    int tries = 0;
    bench_open(&bench, where);
    if (!CHECK(bench.store))
        return 0;
    for (uint32_t number = 1; number <= GROUPS; number++)
        for (unsigned table = 0; table < TABLES; table++)
            tries += insist(&bench, table, number);
    bench_close(&bench);
    return tries;
}

static void all_there(const char *where, int groups)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    for (unsigned table = 0; table < TABLES; table++)
        CHECK_EQ(length_of(&bench, table), groups);
    bench_close(&bench);
}

static void fail_each(int code)
{
    int failed = 0, n = 1;
    for (bool reached = true; reached; n++) {
        char *where = new_place();
        struct bench bench;
        bench_open(&bench, where); /* making the file is not what is tested */
        bench_close(&bench);
        flaky_fail_at(n, code);
        failed += play_through(where) > TABLES * GROUPS;
        reached = atomic_load(&flaky.writes) >= n;
        flaky_mend();
        all_there(where, GROUPS);
    }
    CHECK(n > 20);
    CHECK(failed > 10); /* or the disk never failed */
}

static void each_write_may_find_no_room(void) { fail_each(SQLITE_FULL); }
static void each_write_may_fail(void) { fail_each(SQLITE_IOERR_WRITE); }
static void each_sync_may_fail(void) { fail_each(SQLITE_IOERR_FSYNC); }

/* Making the file fails at each write: it is refused with words, or it is whole. */
static void making_it_may_fail(void)
{
    int refused = 0;
    for (int n = 1; n < 40; n++) {
        char *where = new_place();
        struct bench bench;
        flaky_fail_at(n, SQLITE_FULL);
        bench_open(&bench, where);
        refused += bench.store == NULL;
        CHECK(bench.store || strstr(bench.fault, "full"));
        flaky_mend();
        bench_close(&bench);
        bench_open(&bench, where);
        if (CHECK(bench.store))
            CHECK_EQ(status_of(&bench, append_of(1, 1, 1, "")), STORE_DONE);
        bench_close(&bench);
    }
    CHECK(refused > 3);
}

/* ------------------------------------------------------------------------------------------------- for a while */

static void fails_for_a_while(int code, bool gone)
{
    struct bench bench;
    bench_open(&bench, new_place());
    REQUIRE(bench.store);
    CHECK_EQ(status_of(&bench, append_of(1, 1, 1, "")), STORE_DONE);
    atomic_store(&flaky.lasting, code);
    atomic_store(&flaky.gone, gone);
    struct work *work = append_of(1, 2, 1, ""), *load = load_of(1, 0);
    submit(&bench, work);
    CHECK_EQ(done(&bench, load), gone ? STORE_FAILED : STORE_DONE);  /* reading goes on */
    CHECK_EQ(work->job.status, gone ? STORE_UNKNOWN : STORE_FAILED); /* half a commit may be on that disk */
    CHECK(work->job.fault[0]);
    work_free(work);
    work_free(load);
    CHECK(bench_until(&bench, &bench.usable, false, BENCH_PATIENCE_MS));
    CHECK_EQ(status_of(&bench, append_of(1, 2, 1, "")), STORE_FAILED);
    flaky_mend();
    CHECK(bench_until(&bench, &bench.usable, true, BENCH_PATIENCE_MS)); /* it finds out by itself */
    CHECK_EQ(length_of(&bench, 1), 1);
    CHECK_EQ(status_of(&bench, append_of(1, 2, 1, "")), STORE_DONE);
    CHECK_EQ(length_of(&bench, 1), 2);
    bench_close(&bench);
}

static void full_for_a_while(void) { fails_for_a_while(SQLITE_FULL, false); }
static void gone_for_a_while(void) { fails_for_a_while(SQLITE_IOERR_WRITE, true); }

/* A file system of 300 kB that fills up for real. */
static void real_disk_is_full(void)
{
    char folder[96], where[128], filler[128];
    struct bench bench;
    snprintf(folder, sizeof folder, "%s/small", places_folder());
    REQUIRE(mkdir(folder, 0700) == 0);
    if (!places_shell("mount -t tmpfs -o size=300k small %s 2>/dev/null", folder)) {
        printf("  (no small disk can be mounted here; that writes fail is tested above)\n");
        CHECK(rmdir(folder) == 0);
        return;
    }
    snprintf(where, sizeof where, "sqlite:%s/a.db", folder);
    snprintf(filler, sizeof filler, "%s/filler", folder);
    bench_open(&bench, where);
    uint32_t number = 1;
    if (CHECK(bench.store)) {
        CHECK_EQ(status_of(&bench, append_of(1, number++, 1, "")), STORE_DONE);
        places_shell("head -c 1000000 /dev/zero >%s 2>/dev/null; true", filler);
        while (number < 200 && status_of(&bench, append_of(1, number, 1, "")) == STORE_DONE)
            number++;
        CHECK(number < 200);
        CHECK_EQ(length_of(&bench, 1), number - 1);
        unlink(filler);
        CHECK(bench_until(&bench, &bench.usable, true, BENCH_PATIENCE_MS));
        CHECK_EQ(status_of(&bench, append_of(1, number, 1, "")), STORE_DONE);
        CHECK_EQ(length_of(&bench, 1), number);
    }
    bench_close(&bench);
    places_shell("umount %s", folder);
}

/* ------------------------------------------------------------------------------------------------------ torn writes */

static long size_of(const char *path, const char *tail)
{
    char name[200];
    struct stat facts;
    snprintf(name, sizeof name, "%s%s", path, tail);
    return stat(name, &facts) == 0 ? (long)facts.st_size : -1;
}

/* The file as it would be found if the log ended at `cut`, or had a wrong byte there; how many entries it then has. */
static int length_if_torn(const char *path, long cut, bool flip)
{
    char torn[200], command[800];
    struct bench bench;
    snprintf(torn, sizeof torn, "sqlite:%s.torn", path);
    snprintf(command, sizeof command, "cp %s %s && cp %s-wal %s-wal && rm -f %s-shm", path, path_of(torn), path,
             path_of(torn), path_of(torn));
    if (!CHECK(system(command) == 0))
        return -1;
    snprintf(command, sizeof command, "%s-wal", path_of(torn));
    if (flip) {
        int file = open(command, O_RDWR);
        char byte = 0;
        CHECK_EQ(pread(file, &byte, 1, cut), 1);
        byte ^= 0x20;
        CHECK_EQ(pwrite(file, &byte, 1, cut), 1);
        close(file);
    } else
        CHECK_EQ(truncate(command, cut), 0);
    bench_open(&bench, torn);
    int n = CHECK(bench.store) ? length_of(&bench, 1) : -1;
    bench_close(&bench);
    return n;
}

static void torn_log_loses_nothing_acknowledged(void)
{
    enum { N = 12 };
    struct bench bench;
    char *where = new_place();
    long size[N + 1];
    bench_open(&bench, where);
    REQUIRE(bench.store);
    size[0] = size_of(path_of(where), "-wal");
    for (uint32_t i = 1; i <= N; i++) {
        CHECK_EQ(status_of(&bench, append_of(1, i, 1, "")), STORE_DONE);
        size[i] = size_of(path_of(where), "-wal");
        CHECK(size[i] > size[i - 1]);
    }
    for (int i = 0; i < N; i++) /* torn somewhere within the write of entry i + 1, which was not acknowledged then */
        for (int part = 0; part < 4; part++) {
            long cut = size[i] + (size[i + 1] - size[i]) * part / 4 + part;
            CHECK_EQ(length_if_torn(path_of(where), cut, false), i);
            CHECK_EQ(length_if_torn(path_of(where), cut + 8, true), i);
        }
    CHECK_EQ(length_if_torn(path_of(where), size[N], false), N);
    bench_close(&bench);
}

/* ---------------------------------------------------------------------------------------------------------- kill -9 */

/* Appends for ever; one byte goes down the pipe for each that is acknowledged. */
static void append_for_ever(const char *where, int pipe)
{
    struct bench bench;
    bench_open(&bench, where);
    uint32_t number = bench.store ? (uint32_t)length_of(&bench, 1) + 1 : 0;
    for (; bench.store; number++) {
        if (status_of(&bench, append_of(1, number, 1, "")) != STORE_DONE || write(pipe, "", 1) != 1)
            break;
    }
    _exit(3);
}

static void killed_at_any_moment(void)
{
    char *where = new_place(), bytes[4096];
    int acknowledged = 0, pipes[2];
    srand(1);
    for (int round = 0; round < 25; round++) {
        struct bench bench;
        REQUIRE(pipe(pipes) == 0);
        pid_t child = fork();
        if (child == 0)
            append_for_ever(where, pipes[1]);
        close(pipes[1]);
        acknowledged += (int)read(pipes[0], bytes, 1); /* it is under way */
        usleep((useconds_t)(rand() % 20000));
        kill(child, SIGKILL);
        int status;
        waitpid(child, &status, 0);
        CHECK(WIFSIGNALED(status));
        for (ssize_t n; (n = read(pipes[0], bytes, sizeof bytes)) > 0;)
            acknowledged += (int)n;
        close(pipes[0]);
        bench_open(&bench, where);
        REQUIRE(bench.store);
        int n = length_of(&bench, 1);
        CHECK(n == acknowledged || n == acknowledged + 1); /* the last may be in without having been acknowledged */
        acknowledged = n;
        bench_close(&bench);
    }
    CHECK(acknowledged >= 25); /* a slow disk takes its time for each */
}

/* ---------------------------------------------------------------------------------------------------------- files */

static void run_sql(const char *path, const char *sql)
{
    sqlite3 *db;
    CHECK_EQ(sqlite3_open(path, &db), SQLITE_OK);
    char *message = NULL;
    if (!CHECK_EQ(sqlite3_exec(db, sql, NULL, NULL, &message), SQLITE_OK))
        printf("  %s\n", message);
    sqlite3_free(message);
    sqlite3_close(db);
}

/* A file that says it has another schema than it has: why it is refused, and nothing of it is changed. */
static void schema_is_refused(const char *says, const char *why)
{
    char *where = new_place();
    play_through(where);
    run_sql(path_of(where), says);
    bench_refused(where, why);
    run_sql(path_of(where), "PRAGMA user_version = 1");
    all_there(where, GROUPS);
}

static void newer_schema_is_refused(void)
{
    schema_is_refused("PRAGMA user_version = 1000", "has schema 1000, and this program knows schemas up to ");
}

static void other_files_are_refused(void)
{
    char *where = new_place(), command[300];
    run_sql(path_of(where), "CREATE TABLE entries (mine TEXT)");
    bench_refused(where, "is a database of another program");
    where = new_place();
    snprintf(command, sizeof command, "head -c 5000 /dev/urandom >%s", path_of(where));
    CHECK_EQ(system(command), 0);
    bench_refused(where, "not a database");
    bench_refused("sqlite:/nowhere/at/all.db", "/nowhere/at/all.db cannot be opened: No such file or directory");
    bench_refused("sqlite:", "there are memory, sqlite:FILE and postgres://");
    bench_refused("mysql://x", "there are memory, sqlite:FILE and postgres://");
}

/* It says it is new, but holds what a migration makes. */
static void failed_migration_changes_nothing(void) { schema_is_refused("PRAGMA user_version = 0", "already exists"); }

/* Table 1 has so many entries. */
static void all_of(const char *where, int entries)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_EQ(length_of(&bench, 1), entries);
    bench_close(&bench);
}

static void second_server_is_refused(void)
{
    char *where;
    struct bench bench;
    REQUIRE((where = open_new(&bench)) != NULL);
    bench_refused(where, "is in use by another server");
    CHECK_EQ(status_of(&bench, append_of(1, 1, 1, "")), STORE_DONE);
    bench_close(&bench);
    bench_open(&bench, where); /* and now it is free */
    CHECK(bench.store);
    bench_close(&bench);
}

/* By whatever name a second one comes. */
static void second_server_by_another_name(void)
{
    char *where, name[220], other[240];
    struct bench bench;
    REQUIRE((where = open_new(&bench)) != NULL);
    snprintf(name, sizeof name, "%s-lock", path_of(where));
    unlink(name); /* the file by which older versions locked */
    bench_refused(where, "is in use by another server");
    snprintf(other, sizeof other, "sqlite:%s.link", path_of(where));
    CHECK_EQ(symlink(path_of(where), path_of(other)), 0);
    bench_refused(other, "is in use by another server");
    unlink(path_of(other));
    CHECK_EQ(link(path_of(where), path_of(other)), 0);
    bench_refused(other, "is in use by another server");
    unlink(path_of(other));
    CHECK_EQ(status_of(&bench, append_of(1, 1, 1, "")), STORE_DONE);
    bench_close(&bench);
    CHECK_EQ(symlink(path_of(where), path_of(other)), 0); /* by itself a link is as good as the file */
    bench_open(&bench, other);
    REQUIRE(bench.store);
    CHECK_EQ(status_of(&bench, append_of(1, 2, 1, "")), STORE_DONE);
    bench_close(&bench);
    all_of(where, 2);
}

static void move_file(const char *from, const char *to) { CHECK_EQ(rename(from, to), 0); }

/* The file is moved away while the server runs, and back: nothing is acknowledged meanwhile, which is told even where
 * nobody writes. */
static void file_is_moved(void)
{
    for (int idle = 0; idle < 2; idle++) {
        char *where, away[220];
        struct bench bench;
        REQUIRE((where = open_new(&bench)) != NULL);
        CHECK_EQ(status_of(&bench, append_of(1, 1, 1, "")), STORE_DONE);
        snprintf(away, sizeof away, "%s.away", path_of(where));
        move_file(path_of(where), away);
        if (!idle) {
            struct work *work = append_of(1, 2, 1, "");
            CHECK(done(&bench, work) != STORE_DONE);
            CHECK(strstr(work->job.fault, "was moved, deleted or replaced"));
            work_free(work);
        }
        CHECK(bench_until(&bench, &bench.usable, false, BENCH_PATIENCE_MS));
        CHECK(access(path_of(where), F_OK) != 0); /* and no other one is made */
        move_file(away, path_of(where));
        CHECK(bench_until(&bench, &bench.usable, true, BENCH_PATIENCE_MS));
        CHECK_EQ(length_of(&bench, 1), 1);
        CHECK_EQ(status_of(&bench, append_of(1, 2, 1, "")), STORE_DONE);
        bench_close(&bench);
        all_of(where, 2);
    }
}

static void another_file_is_in_its_place(void)
{
    char *where, other[220];
    struct bench bench;
    REQUIRE((where = open_new(&bench)) != NULL);
    CHECK_EQ(status_of(&bench, append_of(1, 1, 1, "")), STORE_DONE);
    snprintf(other, sizeof other, "%s.other", path_of(where));
    run_sql(other, "CREATE TABLE t (x)");
    move_file(other, path_of(where));
    CHECK(status_of(&bench, append_of(1, 2, 1, "")) != STORE_DONE);
    CHECK(bench_until(&bench, &bench.usable, false, BENCH_PATIENCE_MS));
    bench_close(&bench);
}

/* Deleted: nothing more is acknowledged, and what was is saved. */
static void file_is_deleted(void)
{
    char *where = new_place(), name[220], rescued[240];
    struct bench bench;
    struct stat facts;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    for (uint32_t i = 1; i <= 5; i++)
        CHECK_EQ(status_of(&bench, append_of(1, i, 1, "")), STORE_DONE);
    static const char *const tails[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", path_of(where), tails[i]);
        CHECK(unlink(name) == 0 || (i > 0 && errno == ENOENT)); /* it may notice at once, and close the rest */
    }
    CHECK(status_of(&bench, append_of(1, 6, 1, "")) != STORE_DONE);
    CHECK(bench_until(&bench, &bench.usable, false, BENCH_PATIENCE_MS));
    snprintf(rescued, sizeof rescued, "sqlite:%s.rescued", path_of(where));
    CHECK_EQ(stat(path_of(rescued), &facts), 0);
    CHECK_EQ(facts.st_mode & 0777, 0600);
    struct bench after;
    bench_open(&after, rescued);
    REQUIRE(after.store);
    CHECK_EQ(length_of(&after, 1), 5);
    bench_close(&after);
    bench_close(&bench);
}

/* Waits until the store has noticed by itself, put what the log held into the file and begun both anew. */
static bool both_are_back(struct bench *bench, const char *path)
{
    char log[220], index[220];
    snprintf(log, sizeof log, "%s-wal", path);
    snprintf(index, sizeof index, "%s-shm", path);
    bool back = false, never = false;
    for (int i = 0; i < BENCH_PATIENCE_MS / 20 && !back; i++) {
        bench_until(bench, &never, true, 20);
        back = access(log, F_OK) == 0 && access(index, F_OK) == 0;
    }
    return back;
}

/* Only the log or its index is deleted: a kill at that moment must not lose anything. */
static void lose_beside(const char *tail)
{
    for (int idle = 0; idle < 2; idle++) {
        char *where, name[220], copy[240], command[1200];
        struct bench bench;
        REQUIRE((where = open_new(&bench)) != NULL);
        for (uint32_t i = 1; i <= 5; i++)
            CHECK_EQ(status_of(&bench, append_of(1, i, 1, "")), STORE_DONE);
        snprintf(name, sizeof name, "%s%s", path_of(where), tail);
        CHECK_EQ(unlink(name), 0);
        snprintf(name, sizeof name, "%s-wal", path_of(where));
        if (idle)
            CHECK(both_are_back(&bench, path_of(where)));
        else
            CHECK_EQ(status_of(&bench, append_of(1, 6, 1, "")), STORE_DONE);
        snprintf(copy, sizeof copy, "sqlite:%s.copy", path_of(where)); /* what a kill would leave */
        snprintf(command, sizeof command, "cp %s %s; cp %s %s-wal", path_of(where), path_of(copy), name, path_of(copy));
        CHECK_EQ(system(command), 0);
        all_of(copy, idle ? 5 : 6);
        CHECK_EQ(status_of(&bench, append_of(1, idle ? 6 : 7, 1, "")), STORE_DONE);
        CHECK(bench.usable);
        bench_close(&bench);
        all_of(where, idle ? 6 : 7);
    }
}

static void log_is_deleted(void) { lose_beside("-wal"); }
static void index_is_deleted(void) { lose_beside("-shm"); }

/* Whoever opens the file beside the server shares the index with it again: each sees what the other writes. */
static void others_see_what_is_written_after_the_index_was_deleted(void)
{
    char *where = new_place(), name[220];
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_EQ(status_of(&bench, append_of(1, 1, 1, "")), STORE_DONE);
    snprintf(name, sizeof name, "%s-shm", path_of(where));
    CHECK_EQ(unlink(name), 0);
    CHECK(both_are_back(&bench, path_of(where)));
    sqlite3 *beside;
    CHECK_EQ(sqlite3_open(path_of(where), &beside), SQLITE_OK);
    CHECK_EQ(sqlite3_exec(beside, "CREATE TABLE beside (x)", NULL, NULL, NULL), SQLITE_OK);
    for (uint32_t i = 2; i <= 5; i++)
        CHECK_EQ(status_of(&bench, append_of(1, i, 1, "")), STORE_DONE);
    sqlite3_close(beside);
    bench_close(&bench);
    run_sql(path_of(where), "INSERT INTO beside VALUES (1)"); /* fails where the table is gone */
    all_of(where, 5);
}

static void only_the_owner_reads(void)
{
    char *where = new_place();
    struct bench bench;
    struct stat facts;
    static const char *const tails[] = {"", "-wal", "-shm"};
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_EQ(status_of(&bench, append_of(1, 1, 1, "")), STORE_DONE);
    for (int i = 0; i < 3; i++) {
        char name[200];
        snprintf(name, sizeof name, "%s%s", path_of(where), tails[i]);
        CHECK_EQ(stat(name, &facts), 0);
        CHECK_EQ(facts.st_mode & 0777, 0600);
    }
    bench_close(&bench);
}

static void backup_while_it_runs(void)
{
    char *where, sql[400], copy[200];
    struct bench bench;
    REQUIRE((where = open_new(&bench)) != NULL);
    for (uint32_t i = 1; i <= GROUPS; i++)
        for (unsigned table = 0; table < TABLES; table++)
            CHECK_EQ(status_of(&bench, append_of(table, i, 1, "")), STORE_DONE);
    snprintf(copy, sizeof copy, "sqlite:%s.copy", path_of(where));
    snprintf(sql, sizeof sql, "VACUUM INTO '%s'", path_of(copy));
    run_sql(path_of(where), sql);
    CHECK_EQ(status_of(&bench, append_of(0, GROUPS + 1, 1, "")), STORE_DONE);
    all_there(copy, GROUPS);
    bench_close(&bench);
}

int main(void)
{
    flaky_install();
    TEST("sqlite: each write may find no room", each_write_may_find_no_room);
    TEST("sqlite: each write may fail", each_write_may_fail);
    TEST("sqlite: each sync may fail", each_sync_may_fail);
    TEST("sqlite: making the file may fail", making_it_may_fail);
    TEST("sqlite: the disk is full for a while", full_for_a_while);
    TEST("sqlite: the disk is gone for a while", gone_for_a_while);
    TEST("sqlite: a real disk is full", real_disk_is_full);
    TEST("sqlite: a torn log loses nothing acknowledged", torn_log_loses_nothing_acknowledged);
    TEST("sqlite: killed at any moment", killed_at_any_moment);
    TEST("sqlite: a newer schema is refused", newer_schema_is_refused);
    TEST("sqlite: other files are refused", other_files_are_refused);
    TEST("sqlite: a failed migration changes nothing", failed_migration_changes_nothing);
    TEST("sqlite: a second server is refused", second_server_is_refused);
    TEST("sqlite: a second server by another name is refused", second_server_by_another_name);
    TEST("sqlite: the file is moved away and back", file_is_moved);
    TEST("sqlite: another file is put in its place", another_file_is_in_its_place);
    TEST("sqlite: the file is deleted", file_is_deleted);
    TEST("sqlite: the log is deleted", log_is_deleted);
    TEST("sqlite: the log's index is deleted", index_is_deleted);
    TEST("sqlite: a command beside the server after the log's index was deleted",
         others_see_what_is_written_after_the_index_was_deleted);
    TEST("sqlite: only the owner may read", only_the_owner_reads);
    TEST("sqlite: a backup while it runs", backup_while_it_runs);
    places_end();
    return test_end();
}
