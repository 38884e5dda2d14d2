/* test_store.c - the contract of store.h, the same tests on the store in memory, on SQLite and on a real PostgreSQL,
 * which tools/postgres.sh starts. It runs in the project's root. */
#include "store_bench.h"

#include <sqlite3.h>
#include <time.h>
#include <unistd.h>

#include "store_places.h"

static const char *where;

/* ---------------------------------------------------------------------------------------------------------- entries */

static void entries_come_back(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    struct work *work = append_of(1, 1, 3, "first"), *load;
    CHECK_EQ(done(&bench, work), STORE_DONE);
    load = load_of(1, 0);
    CHECK_EQ(done(&bench, load), STORE_DONE);
    CHECK_EQ(load->got_n, 3);
    for (size_t i = 0; i < load->got_n && i < 3; i++) {
        CHECK_EQ(load->got[i].number, work->entries[i].number);
        CHECK_EQ(load->got[i].at_ms, work->entries[i].at_ms);
        CHECK_EQ(load->got[i].length, work->entries[i].length);
        CHECK(memcmp(load->got[i].text, work->entries[i].text, load->got[i].length) == 0);
    }
    work_free(work);
    work_free(load);
    load = load_of(1, 2);
    CHECK_EQ(done(&bench, load), STORE_DONE);
    CHECK_EQ(load->got_n, 1);
    CHECK_EQ(load->got_n ? load->got[0].number : 0, 3);
    work_free(load);
    CHECK_EQ(length_of(&bench, 2), 0); /* no such table is no failure */
    bench_close(&bench);
}

/* Any bytes but NUL, up to the limit. */
static void entries_are_bytes(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    struct work *work = append_of(1, 1, 3, ""), *load = load_of(1, 0);
    for (int i = 0; i < 255; i++)
        work->text[0][i] = (char)(i + 1); /* not UTF-8 */
    work->entries[0].length = 255;
    memset(work->text[1], 'x', STORE_ENTRY_MAX);
    work->entries[1].length = STORE_ENTRY_MAX;
    work->text[2][0] = '\'';
    work->entries[2].length = 1;
    submit(&bench, work);
    CHECK_EQ(done(&bench, load), STORE_DONE);
    CHECK_EQ(work->job.status, STORE_DONE);
    CHECK_EQ(load->got_n, 3);
    for (size_t i = 0; i < load->got_n && i < 3; i++)
        CHECK(load->got[i].length == work->entries[i].length &&
              memcmp(load->got[i].text, work->text[i], load->got[i].length) == 0);
    work_free(work);
    work_free(load);
    bench_close(&bench);
}

static void one_number_one_entry(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_EQ(status_of(&bench, append_of(1, 2, 1, "before there is a table")), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, append_of(1, 1, 2, "a")), STORE_DONE);
    CHECK_EQ(status_of(&bench, append_of(1, 1, 1, "made twice")), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, append_of(1, 2, 1, "there already")), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, append_of(1, 2, 3, "begins with one that is there")), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, append_of(1, 4, 1, "leaves a gap")), STORE_CONFLICT);
    CHECK_EQ(length_of(&bench, 1), 2);
    CHECK_EQ(status_of(&bench, append_of(1, 3, 1, "b")), STORE_DONE);
    CHECK_EQ(length_of(&bench, 1), 3);
    bench_close(&bench);
}

static void conflict_disturbs_nobody(void)
{
    struct bench bench;
    struct work *work[6];
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_EQ(status_of(&bench, append_of(3, 1, 1, "")), STORE_DONE);
    work[0] = append_of(9, 1, 1, "");
    work[1] = append_of(3, 1, 1, "too late");
    work[2] = append_of(5, 1, 1, "");
    work[3] = append_of(3, 2, 2, "");
    work[4] = append_of(3, 2, 1, "too late");
    work[5] = append_of(3, 4, 1, "follows one of the same group");
    for (int i = 0; i < 6; i++)
        submit(&bench, work[i]);
    CHECK(finish(&bench, work[5]));
    for (int i = 0; i < 6; i++) {
        CHECK_EQ(work[i]->job.status, i == 1 || i == 4 ? STORE_CONFLICT : STORE_DONE);
        work_free(work[i]);
    }
    CHECK_EQ(length_of(&bench, 3), 4);
    CHECK_EQ(length_of(&bench, 5), 1);
    CHECK_EQ(length_of(&bench, 9), 1);
    bench_close(&bench);
}

/* Jobs of one group: a load sees what was submitted before it, and all are done in that order. */
static void order_is_kept(void)
{
    enum { N = 12 };
    struct bench bench;
    struct work *work[N];
    int done_n = 0;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    for (unsigned i = 0; i < N; i++) {
        work[i] = i % 3 == 2 ? load_of(7, 0) : i % 3 ? append_of(7, i / 3 + 1, 1, "") : append_of(20 - i, 1, 1, "");
        work[i]->done_n = &done_n;
        submit(&bench, work[i]);
        CHECK(!work[i]->done); /* never from store_submit */
    }
    CHECK(finish(&bench, work[N - 1]));
    for (int i = 0; i < N; i++) {
        CHECK_EQ(work[i]->place, i);
        CHECK_EQ(work[i]->job.status, STORE_DONE);
        if (i % 3 == 2)
            CHECK_EQ(work[i]->got_n, i / 3 + 1);
        work_free(work[i]);
    }
    bench_close(&bench);
}

/* Changes what is stored behind the store's back. */
static void run_sql(const char *sql)
{
    sqlite3 *db;
    char *why = NULL;
    if (strncmp(where, "sqlite:", 7) != 0) {
        CHECK(places_sql(sql));
        return;
    }
    CHECK_EQ(sqlite3_open(where + 7, &db), SQLITE_OK);
    CHECK_EQ(sqlite3_exec(db, sql, NULL, NULL, &why), SQLITE_OK);
    CHECK_STR(why ? why : "", "");
    sqlite3_free(why);
    sqlite3_close(db);
}

/* Loads tables 1 and 2, of which the second is damaged as well where `both`; a third one never is. */
static void is_damaged(struct bench *bench, const char *how, bool both)
{
    struct work *load = load_of(1, 0);
    CHECK_EQ(done(bench, load), STORE_DAMAGED);
    CHECK_EQ(load->got_n, 0); /* nothing of it is handed out */
    if (load->job.status == STORE_DAMAGED)
        CHECK(strstr(load->job.fault, "checksum does not match"));
    else
        printf("  %s\n", how);
    work_free(load);
    CHECK_EQ(status_of(bench, load_of(2, 0)), both ? STORE_DAMAGED : STORE_DONE);
    CHECK_EQ(length_of(bench, 3), 3);
}

static void damage_is_noticed(void)
{
    /* Each followed by what undoes it. */
    static const char *const damages[][2] = {
        {"UPDATE entries SET at_ms = at_ms + 1 WHERE table_id = 'ttttttttttttaaab' AND number = 2",
         "UPDATE entries SET at_ms = at_ms - 1 WHERE table_id = 'ttttttttttttaaab' AND number = 2"},
        {"UPDATE entries SET checksum = checksum - 1 WHERE table_id = 'ttttttttttttaaab' AND number = 3",
         "UPDATE entries SET checksum = checksum + 1 WHERE table_id = 'ttttttttttttaaab' AND number = 3"},
        {"UPDATE entries SET number = number + 10 WHERE table_id = 'ttttttttttttaaab'",
         "UPDATE entries SET number = number - 10 WHERE table_id = 'ttttttttttttaaab'"},
        {"UPDATE entries SET number = 15 - number WHERE table_id = 'ttttttttttttaaab' AND number > 1",
         "UPDATE entries SET number = 15 - number WHERE table_id = 'ttttttttttttaaab' AND number > 1"},
    };
    static const char swap[] = "UPDATE entries SET table_id = 'x' WHERE table_id = 'ttttttttttttaaab';"
                               "UPDATE entries SET table_id = 'ttttttttttttaaab' WHERE table_id = 'ttttttttttttaaac';"
                               "UPDATE entries SET table_id = 'ttttttttttttaaac' WHERE table_id = 'x'";
    static const char text[] = "create\nseed 0123456789abcdef\nname \xc3\x96\n";
    struct bench bench;
    char sql[300];
    bench_open(&bench, where);
    REQUIRE(bench.store);
    for (unsigned table = 1; table <= 3; table++) {
        struct work *work = append_of(table, 1, 3, "");
        work->entries[1].length = (size_t)snprintf(work->text[1], sizeof work->text[1], "%s", text);
        CHECK_EQ(status_of(&bench, work), STORE_DONE);
    }
    if (strcmp(where, "memory") == 0) { /* nobody can get at it */
        bench_close(&bench);
        return;
    }
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        run_sql(damages[i][0]);
        is_damaged(&bench, damages[i][0], false);
        run_sql(damages[i][1]);
        CHECK_EQ(length_of(&bench, 1), 3);
    }
    run_sql(swap);
    is_damaged(&bench, swap, true);
    run_sql(swap);
    bool file = strncmp(where, "sqlite:", 7) == 0;
    for (int i = 0; i < (int)sizeof text - 1; i++) { /* each byte of an entry */
        bool letter = !((unsigned char)text[i] & 0x80);
        if (file && !letter)
            continue; /* half a character is not text in SQLite's functions */
        const char *format = file ? "UPDATE entries SET entry = substr(entry, 1, %d) || '%c' || substr(entry, %d)"
                                    " WHERE table_id = 'ttttttttttttaaab' AND number = 2"
                                  : "UPDATE entries SET entry = set_byte(entry, %d, ascii('%c'))"
                                    " WHERE table_id = 'ttttttttttttaaab' AND number = 2 AND %d > 0";
        snprintf(sql, sizeof sql, format, i, text[i] ^ 1 ? (letter ? text[i] ^ 1 : '!') : '!', i + 2);
        run_sql(sql);
        is_damaged(&bench, sql, false);
        run_sql("UPDATE entries SET entry = (SELECT e.entry FROM entries AS e WHERE e.table_id = 'ttttttttttttaaad'"
                " AND e.number = 2) WHERE table_id = 'ttttttttttttaaab' AND number = 2");
    }
    CHECK_EQ(length_of(&bench, 1), 3);
    bench_close(&bench);
}

/* One entry takes the place of many: what is loaded begins with it, and the table goes on from its last number. */
static void many_entries_become_one(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_EQ(status_of(&bench, append_of(1, 1, 4, "")), STORE_DONE);
    CHECK_EQ(status_of(&bench, append_of(1, 5, 3, "")), STORE_DONE);
    CHECK_EQ(status_of(&bench, append_of(2, 1, 2, "another table")), STORE_DONE);
    CHECK_EQ(status_of(&bench, keep_of(1, 8, "of the future")), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, keep_of(3, 1, "of no table")), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, keep_of(1, 5, "five")), STORE_DONE);
    CHECK_EQ(status_of(&bench, keep_of(1, 4, "is not there any more")), STORE_CONFLICT);
    for (uint32_t after = 0; after < 9; after++) {
        static const size_t left[] = {3, 3, 3, 3, 3, 2, 1, 0, 0};
        struct work *load = load_of(1, after);
        CHECK_EQ(done(&bench, load), STORE_DONE);
        CHECK_EQ(load->got_n, left[after]);
        if (after < 5 && load->got_n) {
            CHECK_EQ(load->got[0].number, 5);
            CHECK(load->got[0].length == 4 && memcmp(load->got[0].text, "five", 4) == 0);
        }
        work_free(load);
    }
    CHECK_EQ(length_of(&bench, 2), 2);
    CHECK_EQ(status_of(&bench, append_of(1, 8, 1, "")), STORE_DONE);
    CHECK_EQ(status_of(&bench, append_of(1, 4, 1, "")), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, keep_of(1, 8, "all")), STORE_DONE);
    struct work *load = load_of(1, 0), *all = work_new(STORE_LIST_ALL);
    submit(&bench, load);
    CHECK_EQ(done(&bench, all), STORE_DONE);
    CHECK_EQ(load->got_n, 1);
    CHECK_EQ(all->heads_n, 2);
    CHECK_EQ(all->heads_n ? all->heads[0].kept : 0, 8);
    work_free(load);
    work_free(all);
    bench_close(&bench);
}

static void kept_entry_may_be_long(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_EQ(status_of(&bench, append_of(1, 1, 2, "")), STORE_DONE);
    struct work *keep = keep_of(1, 2, ""), *load = load_of(1, 0);
    char *text = malloc(STORE_COMPACTED_MAX);
    memset(text, 'k', STORE_COMPACTED_MAX);
    keep->entries[0].text = text;
    keep->entries[0].length = STORE_COMPACTED_MAX;
    submit(&bench, keep);
    CHECK_EQ(done(&bench, load), STORE_DONE);
    CHECK_EQ(keep->job.status, STORE_DONE);
    CHECK(load->got_n == 1 && load->got[0].length == STORE_COMPACTED_MAX &&
          memcmp(load->got[0].text, text, STORE_COMPACTED_MAX) == 0);
    work_free(keep);
    work_free(load);
    free(text);
    bench_close(&bench);
}

/* ------------------------------------------------------------------------------------------------ jobs used again */

static struct bench *again_bench;
static int again_n;

static void done_again(struct store_job *job)
{
    struct work *work = (struct work *)job->owner;
    CHECK_EQ(job->status, STORE_DONE);
    if (++again_n == 20) {
        work->done = true;
        return;
    }
    work->entries[0].number++;
    work->head.number++;
    store_submit(again_bench->store, job);
    store_flush(again_bench->store);
}

static void job_is_used_again_in_done(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    struct work *work = append_of(1, 1, 1, "");
    work->job.done = done_again;
    again_bench = &bench;
    again_n = 0;
    submit(&bench, work);
    CHECK(finish(&bench, work));
    work_free(work);
    CHECK_EQ(length_of(&bench, 1), 20);
    bench_close(&bench);
}

static int freed_n;
static void free_in_done(struct store_job *job)
{
    freed_n++;
    work_free((struct work *)job->owner);
}

static void closing_carries_out(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    freed_n = 0;
    for (unsigned i = 0; i < 50; i++) {
        struct work *work = i % 5 == 4 ? load_of(i / 10, 0) : append_of(i, 1, 2, "");
        work->job.done = free_in_done;
        submit(&bench, work);
        if (i == 20)
            store_flush(bench.store);
    }
    bench_close(&bench);
    CHECK_EQ(freed_n, 50);
    if (strcmp(where, "memory") != 0) {
        bench_open(&bench, where);
        CHECK_EQ(length_of(&bench, 48), 2);
        bench_close(&bench);
    }
}

/* --------------------------------------------------------------------------------------------------- guests, lists */

/* Guests not seen since `seen_ms` are marked `at_ms`, or those that were marked then go; how many. */
static uint64_t old_guests(struct bench *bench, enum store_op op, int64_t seen_ms, int64_t at_ms, uint32_t most)
{
    struct work *work = work_new(op);
    work->job.old.seen_ms = seen_ms;
    work->job.old.marked_ms = at_ms;
    work->job.old.most = most;
    CHECK_EQ(done(bench, work), STORE_DONE);
    uint64_t n = work->job.count;
    work_free(work);
    return n;
}

static const char *guest_id(unsigned number)
{
    static char id[4][TABLE_ID_SIZE];
    static int next;
    next = (next + 1) % 4;
    id_of(id[next], 'g', number);
    return id[next];
}

/* Adds a guest with a device whose token has that hash. */
static void add_guest(struct bench *bench, unsigned number, const char *name)
{
    char device[TABLE_ID_SIZE];
    id_of(device, 'd', number);
    CHECK_EQ(status_of(bench, guest_of(STORE_GUEST_ADD, number, name)), STORE_DONE);
    CHECK_EQ(status_of(bench, work_with(STORE_DEVICE_ADD, "TTBTNN", device, guest_id(number), number, "Phone", 0, 7)),
             STORE_DONE);
}

static const char *rows_of(struct bench *bench, struct work *work)
{
    static char rows[sizeof work->rows];
    CHECK_EQ(done(bench, work), STORE_DONE);
    memcpy(rows, work->rows, sizeof rows);
    work_free(work);
    return rows;
}

static void guests_are_kept(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    struct work *find = guest_of(STORE_GUEST_FIND, 1, "");
    CHECK_EQ(done(&bench, find), STORE_NOT_FOUND);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_NAME, 1, "nobody")), STORE_NOT_FOUND);
    add_guest(&bench, 1, "B\xc3\xa4rbel '\"; --");
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_ADD, 1, "again")), STORE_CONFLICT);
    memset(find->guest.guest, 0, sizeof find->guest.guest);
    find->done = false;
    CHECK_EQ(done(&bench, find), STORE_DONE);
    CHECK_STR(find->guest.guest, "ggggggggggggaaab");
    CHECK_STR(find->guest.name, "B\xc3\xa4rbel '\"; --");
    CHECK_STR(find->guest.device, "ddddddddddddaaab");
    CHECK_EQ(find->guest.made_ms, 6);
    CHECK_EQ(find->guest.device_seen_ms, 7);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_NAME, 1, "Barbara")), STORE_DONE);
    find->done = false;
    CHECK_EQ(done(&bench, find), STORE_DONE);
    CHECK_STR(find->guest.name, "Barbara");
    work_free(find);
    bench_close(&bench);
}

static void devices_are_kept(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    add_guest(&bench, 1, "Anna");
    add_guest(&bench, 2, "Ben");
    CHECK_EQ(status_of(&bench, work_with(STORE_DEVICE_ADD, "TTBTNN", "d5", guest_id(1), 2, "x", 0, 9)), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, work_with(STORE_DEVICE_ADD, "TTBTNN", "d5", guest_id(9), 5, "x", 0, 9)), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, work_with(STORE_DEVICE_ADD, "TTBTNN", "d5", guest_id(1), 5, "Bot", 3, 9)), STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_DEVICE_SEEN, "TN", "d5", 20)), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_with(STORE_DEVICES, "T", guest_id(1))),
              "ddddddddddddaaab|Phone|0|7|7|;d5|Bot|3|9|20|;");
    CHECK_EQ(status_of(&bench, work_with(STORE_DEVICE_DELETE, "TT", guest_id(2), "d5")), STORE_NOT_FOUND);
    CHECK_EQ(status_of(&bench, work_with(STORE_DEVICE_DELETE, "TT", guest_id(1), "d5")), STORE_DONE);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_FIND, 5, "")), STORE_NOT_FOUND);
    for (int i = 1; i <= 20; i++) {
        char device[8];
        snprintf(device, sizeof device, "e%d", i);
        CHECK_EQ(status_of(&bench, work_with(STORE_DEVICE_ADD, "TTBTNN", device, guest_id(1), 50 + i, "", 0, 9)),
                 i < 20 ? STORE_DONE : STORE_CONFLICT);
    }
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_DELETE, 1, "")), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_with(STORE_DEVICES, "T", guest_id(1))), "");
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_FIND, 1, "")), STORE_NOT_FOUND);
    bench_close(&bench);
}

static int count_of(struct bench *bench, struct work *work)
{
    CHECK_EQ(done(bench, work), STORE_DONE);
    int n = (int)work->job.count;
    work_free(work);
    return n;
}

static void secrets_work_once(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    add_guest(&bench, 1, "Anna");
    CHECK_EQ(status_of(&bench, work_with(STORE_SECRET_ADD, "BNTTN", 1, STORE_SECRET_LINK, guest_id(1), "data", 100)),
             STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_SECRET_ADD, "BNTTN", 1, STORE_SECRET_CODE, guest_id(1), "", 100)),
             STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, work_with(STORE_SECRET_ADD, "BNTTN", 2, STORE_SECRET_CODE, guest_id(9), "", 100)),
             STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, work_with(STORE_SECRET_ADD, "BNTTN", 2, STORE_SECRET_CHALLENGE, "", "", 100)),
             STORE_DONE);
    CHECK_STR(rows_of(&bench, work_with(STORE_SECRET_TAKE, "BNN", 1, STORE_SECRET_CODE, 50)), "");
    CHECK_STR(rows_of(&bench, work_with(STORE_SECRET_TAKE, "BNN", 1, STORE_SECRET_LINK, 100)), ""); /* expired */
    CHECK_STR(rows_of(&bench, work_with(STORE_SECRET_TAKE, "BNN", 1, STORE_SECRET_LINK, 99)),
              "ggggggggggggaaab|data|;");
    CHECK_STR(rows_of(&bench, work_with(STORE_SECRET_TAKE, "BNN", 1, STORE_SECRET_LINK, 99)), "");
    CHECK_STR(rows_of(&bench, work_with(STORE_SECRET_TAKE, "BNN", 2, STORE_SECRET_CHALLENGE, 99)), "||;");
    CHECK_EQ(status_of(&bench, work_with(STORE_SECRET_ADD, "BNTTN", 3, STORE_SECRET_ASKED, guest_id(1), "{}", 100)),
             STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_SECRET_CHANGE, "TBNNN", guest_id(2), 3, STORE_SECRET_ASKED,
                                         STORE_SECRET_APPROVED, 9)),
             STORE_NOT_FOUND);
    CHECK_STR(rows_of(&bench, work_with(STORE_SECRETS, "TNN", guest_id(1), STORE_SECRET_ASKED, 9)),
              "0303030303030303030303030303030303030303030303030303030303030303|{}|100|;");
    CHECK_EQ(status_of(&bench, work_with(STORE_SECRET_CHANGE, "TBNNN", guest_id(1), 3, STORE_SECRET_ASKED,
                                         STORE_SECRET_APPROVED, 9)),
             STORE_DONE);
    CHECK_STR(rows_of(&bench, work_with(STORE_SECRET_FIND, "BNN", 3, STORE_SECRET_ASKED, 9)), "");
    struct work *expire = work_with(STORE_SECRETS_EXPIRE, "N", 100);
    CHECK_EQ(done(&bench, expire), STORE_DONE);
    CHECK_EQ(expire->job.count, 1);
    work_free(expire);
    CHECK_EQ(status_of(&bench, work_with(STORE_SECRET_ADD, "BNTTN", 4, STORE_SECRET_RECOVERY, guest_id(1), "", 0)),
             STORE_DONE);
    CHECK_STR(rows_of(&bench, work_with(STORE_SECRET_FIND, "BNN", 4, STORE_SECRET_RECOVERY, 1 << 30)),
              "ggggggggggggaaab||;");
    CHECK_EQ(old_guests(&bench, STORE_GUESTS_MARK, 1 << 30, 70, 0), 0); /* one with a recovery code lasts */
    CHECK_EQ(status_of(&bench, work_with(STORE_SECRET_EXCHANGE, "BNB", 4, STORE_SECRET_LINK, 5)), STORE_NOT_FOUND);
    CHECK_EQ(status_of(&bench, work_with(STORE_SECRET_EXCHANGE, "BNB", 4, STORE_SECRET_RECOVERY, 5)), STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_SECRET_EXCHANGE, "BNB", 4, STORE_SECRET_RECOVERY, 6)), STORE_NOT_FOUND);
    CHECK_EQ(count_of(&bench, work_with(STORE_SECRETS_CLEAR, "TNB", guest_id(1), STORE_SECRET_RECOVERY, 5)), 0);
    CHECK_EQ(count_of(&bench, work_with(STORE_SECRETS_CLEAR, "TNB", guest_id(1), STORE_SECRET_RECOVERY, 4)), 1);
    CHECK_EQ(old_guests(&bench, STORE_GUESTS_MARK, 1 << 30, 70, 0), 1);
    bench_close(&bench);
}

static void passkeys_and_names_are_kept(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    add_guest(&bench, 1, "Anna");
    add_guest(&bench, 2, "Ben");
    CHECK_EQ(status_of(&bench, work_with(STORE_PASSKEY_ADD, "BTBNTN", 1, guest_id(1), 2, 0, "Key", 5)), STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_PASSKEY_ADD, "BTBNTN", 1, guest_id(2), 3, 0, "Key", 5)), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, work_with(STORE_PASSKEY_USED, "BNN", 1, 0, 6)), STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_PASSKEY_USED, "BNN", 1, 4, 7)), STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_PASSKEY_USED, "BNN", 1, 4, 8)), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, work_with(STORE_PASSKEY_USED, "BNN", 1, 0, 8)), STORE_CONFLICT);
    CHECK(strncmp(rows_of(&bench, work_with(STORE_PASSKEY_FIND, "B", 1)), "ggggggggggggaaab|0202", 21) == 0);
    CHECK(strstr(rows_of(&bench, work_with(STORE_PASSKEYS, "T", guest_id(1))), "|Key|5|7|;"));
    CHECK_EQ(old_guests(&bench, STORE_GUESTS_MARK, 1 << 30, 70, 0), 1); /* Ben */
    CHECK_EQ(status_of(&bench, work_with(STORE_PASSKEY_DELETE, "TB", guest_id(2), 1)), STORE_NOT_FOUND);
    CHECK_EQ(status_of(&bench, work_with(STORE_PLAYER_NAME, "TTTN", guest_id(1), "Anna", "anna", 1)), STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_PLAYER_NAME, "TTTN", guest_id(1), "ANNA", "anna", 0)), STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_PLAYER_NAME, "TTTN", guest_id(2), "anna", "anna", 0)), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, work_with(STORE_PLAYER_NAME, "TTTN", guest_id(2), "Ben", "ben", 0)), STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_PLAYER_PROFILE, "TT", guest_id(1), "{\"a\":1}")), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_with(STORE_PLAYER_BY_NAME, "T", "anna")), "ggggggggggggaaab|ANNA|0|{\"a\":1}|;");
    CHECK_STR(rows_of(&bench, work_with(STORE_PLAYER, "T", guest_id(1))), "ANNA|0|6|{\"a\":1}|anna||0|1|;");
    for (int i = 0; i <= 21; i++) { /* the first of 21 is replaced */
        char source[8];
        snprintf(source, sizeof source, "s%02d", i % 21);
        CHECK_EQ(status_of(&bench, work_with(STORE_IMPORT_SET, "TTTN", guest_id(1), source, "r", i)),
                 i == 20 ? STORE_CONFLICT : STORE_DONE);
    }
    CHECK_EQ(status_of(&bench, work_with(STORE_IMPORT_SET, "TTTN", guest_id(9), "s", "r", 1)), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, work_with(STORE_IMPORT_DELETE, "TT", guest_id(2), "s01")), STORE_NOT_FOUND);
    for (int i = 1; i < 19; i++) {
        char source[8];
        snprintf(source, sizeof source, "s%02d", i);
        CHECK_EQ(status_of(&bench, work_with(STORE_IMPORT_DELETE, "TT", guest_id(1), source)), STORE_DONE);
    }
    CHECK_STR(rows_of(&bench, work_with(STORE_IMPORTS, "T", guest_id(1))), "s19|r|19|;s00|r|21|;");
    CHECK_EQ(status_of(&bench, work_with(STORE_REPORT_ADD, "TTTTNN", guest_id(2), guest_id(1), "", "name", 0, 8)),
             STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_REPORT_ADD, "TTTTNN", guest_id(2), guest_id(1), "", "name", 0, 9)),
             STORE_CONFLICT); /* the same once more, because its answer was lost */
    CHECK_EQ(status_of(&bench, work_with(STORE_REPORT_ADD, "TTTTNN", guest_id(1), guest_id(2), "", "x", 0, 9)),
             STORE_CONFLICT); /* who has claimed no name */
    CHECK_STR(rows_of(&bench, work_with(STORE_PLAYER_REPORTS, "T", guest_id(2))), "|0|name|8|;");
    struct work *bot = work_with(STORE_BOT_ADD, "TTNTT", "bot1", "AnNa", 9, guest_id(1), "anna");
    CHECK_EQ(status_of(&bench, bot), STORE_CONFLICT); /* even its owner's name */
    for (int i = 1; i <= 6; i++) {
        char id[8];
        snprintf(id, sizeof id, "bot%d", i);
        CHECK_EQ(status_of(&bench, work_with(STORE_BOT_ADD, "TTNTT", id, "Bot", 9, guest_id(1), "bot")),
                 i <= 5 ? STORE_DONE : STORE_CONFLICT);
    }
    CHECK_EQ(status_of(&bench, work_with(STORE_BOT_DELETE, "TT", guest_id(2), "bot1")), STORE_NOT_FOUND);
    CHECK_EQ(status_of(&bench, work_with(STORE_BOT_DELETE, "TT", guest_id(1), "bot1")), STORE_DONE);
    CHECK(strncmp(rows_of(&bench, work_with(STORE_BOTS, "T", guest_id(1))), "bot2|Bot|9|;bot3|", 17) == 0);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_DELETE, 1, "")), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_with(STORE_BOTS, "T", guest_id(1))), "");
    CHECK_STR(rows_of(&bench, work_with(STORE_IMPORTS, "T", guest_id(1))), "");
    CHECK_STR(rows_of(&bench, work_with(STORE_PASSKEY_FIND, "B", 1)), "");
    bench_close(&bench);
}

static void put_table(struct bench *bench, unsigned table, uint8_t phase, bool listed, int64_t changed_ms,
                      int64_t due_ms, unsigned guest)
{
    struct work *work = append_of(table, 1, 1, "");
    work->head.phase = phase;
    work->head.listed = listed;
    work->head.changed_ms = changed_ms;
    work->head.due_ms = due_ms;
    work->head.over_ms = phase == STORE_OVER ? changed_ms : 0;
    work->head.owe = (uint8_t)table;
    if (guest)
        id_of(work->head.guest[guest % STORE_SEATS], 'g', guest);
    CHECK_EQ(status_of(bench, work), STORE_DONE);
}

/* The tables of a list as letters, by the last letter of their ids. */
static const char *list_of(struct bench *bench, struct work *work)
{
    static char letters[STORE_LIST_MAX + 1];
    CHECK_EQ(done(bench, work), STORE_DONE);
    for (size_t i = 0; i < work->heads_n; i++)
        letters[i] = work->heads[i].table[TABLE_ID_LENGTH - 1];
    letters[work->heads_n] = '\0';
    work_free(work);
    return letters;
}

static struct work *due_of(int64_t at_ms)
{
    struct work *work = work_new(STORE_LIST_DUE);
    work->job.due.until_ms = at_ms;
    return work;
}

/* A clock that was ahead leaves times in the future: a secret is valid for no longer than others, and goes; a table is
 * due again. */
static void times_of_the_future_count_for_little(void)
{
    enum { MINUTE = 60000, DAY = 86400000, NOW = 1000 };
    static const int valid[] = {NOW + 10 * MINUTE, NOW + DAY};
    static const int kinds[] = {STORE_SECRET_LINK, STORE_SECRET_MAIL};
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    add_guest(&bench, 1, "Anna");
    for (int i = 0; i < 2; i++)
        for (int ahead = 0; ahead < 2; ahead++) {
            int secret = 2 * i + ahead, kind = kinds[i], expires_ms = valid[i] + ahead * 2 * DAY;
            CHECK_EQ(status_of(&bench, work_with(STORE_SECRET_ADD, "BNTTN", secret, kind, guest_id(1), "", expires_ms)),
                     STORE_DONE);
            CHECK_STR(rows_of(&bench, work_with(STORE_SECRET_FIND, "BNN", secret, kind, NOW)),
                      ahead ? "" : "ggggggggggggaaab||;");
            CHECK_EQ(status_of(&bench, work_with(STORE_SECRET_CHANGE, "TBNNN", guest_id(1), secret, kind, kind, NOW)),
                     ahead ? STORE_NOT_FOUND : STORE_DONE);
        }
    CHECK_STR(rows_of(&bench, work_with(STORE_SECRET_TAKE, "BNN", 1, STORE_SECRET_LINK, NOW)), "");
    CHECK_STR(rows_of(&bench, work_with(STORE_SECRETS, "TNN", guest_id(1), STORE_SECRET_MAIL, NOW - MINUTE)),
              "0202020202020202020202020202020202020202020202020202020202020202||86401000|;");
    CHECK_EQ(count_of(&bench, work_with(STORE_SECRETS_EXPIRE, "N", NOW)), 2);
    CHECK_EQ(count_of(&bench, work_with(STORE_SECRETS_CLEAR, "TNB", guest_id(1), STORE_SECRET_LINK, 9)), 1);

    put_table(&bench, 1, STORE_PLAY, false, NOW, NOW + 2 * MINUTE, 0);
    put_table(&bench, 2, STORE_PLAY, false, NOW + DAY, NOW + 2 * DAY, 0);
    put_table(&bench, 3, STORE_PLAY, false, NOW + DAY, 0, 0);
    CHECK_STR(list_of(&bench, due_of(NOW)), "");
    CHECK_EQ(count_of(&bench, work_with(STORE_DUE_RESTART, "N", NOW)), 1);
    CHECK_STR(list_of(&bench, due_of(NOW)), "c");
    CHECK_EQ(count_of(&bench, work_with(STORE_DUE_RESTART, "N", NOW)), 0);
    bench_close(&bench);
}

/* However many are due at the same moment, each page goes on where the one before ended. */
static void due_tables_come_in_pages(void)
{
    enum { DUE = STORE_LIST_MAX * 2 + 50 };
    struct bench bench;
    int seen[DUE] = {0}, pages = 0;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    for (unsigned i = 0; i < DUE; i++)
        put_table(&bench, i, STORE_PLAY, false, 10, i % 7 ? 500 : 400 + i, 0);
    put_table(&bench, DUE, STORE_PLAY, false, 10, 5000, 0);
    put_table(&bench, DUE + 1, STORE_PLAY, false, 10, 0, 0);
    struct work *work = due_of(1000);
    for (bool more = true; more && pages < 10; pages++) {
        work->done = false;
        CHECK_EQ(done(&bench, work), STORE_DONE);
        for (size_t i = 0; i < work->heads_n; i++) {
            const char *id = work->heads[i].table + TABLE_ID_LENGTH - 2;
            unsigned table = (unsigned)(id[0] - 'a') * 26 + (unsigned)(id[1] - 'a');
            if (CHECK(table < DUE))
                seen[table]++;
        }
        more = work->heads_n == STORE_LIST_MAX;
        if (work->heads_n) {
            work->job.due.after_ms = work->heads[work->heads_n - 1].due_ms;
            memcpy(work->job.table, work->heads[work->heads_n - 1].table, TABLE_ID_SIZE);
        }
        free(work->heads);
        work->heads = NULL;
        work->heads_n = 0;
    }
    CHECK_EQ(pages, 3);
    for (int i = 0; i < DUE; i++)
        CHECK_EQ(seen[i], 1);
    work_free(work);
    bench_close(&bench);
}

static void guests_without_tables_are_forgotten(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    for (unsigned i = 1; i <= STORE_LIST_MAX + 20; i++) /* seen at 1000 i */
        add_guest(&bench, i, "Anna");
    put_table(&bench, 1, STORE_OVER, false, 10, 0, 2);
    struct work *host = append_of(5, 1, 1, ""); /* made by guest 3, who does not sit there */
    id_of(host->head.host, 'g', 3);
    CHECK_EQ(status_of(&bench, host), STORE_DONE);
    struct work *seen = guest_of(STORE_GUEST_SEEN, 4, "");
    seen->guest.seen_ms = 1000000;
    CHECK_EQ(status_of(&bench, seen), STORE_DONE);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_SEEN, 200, "nobody")), STORE_NOT_FOUND);
    CHECK_EQ(old_guests(&bench, STORE_GUESTS_MARK, 0, 70, 0), 0);
    CHECK_EQ(old_guests(&bench, STORE_GUESTS_MARK, 8000, 70, 0), 4); /* 1, 5, 6, 7; 2 sits, 3 is host, 4 was here */
    CHECK_EQ(old_guests(&bench, STORE_GUESTS_MARK, 8000, 71, 0), 0);
    struct work *get = guest_of(STORE_GUEST_GET, 1, "");
    CHECK_EQ(done(&bench, get), STORE_DONE);
    CHECK_EQ(get->guest.marked_ms, 70);
    work_free(get);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_SEEN, 6, "")), STORE_DONE); /* came back */
    struct work *sits = append_of(6, 1, 1, "");
    id_of(sits->head.guest[0], 'g', 7); /* and this one sat down */
    CHECK_EQ(status_of(&bench, sits), STORE_DONE);
    CHECK_EQ(old_guests(&bench, STORE_GUESTS_DELETE, 0, 69, 9), 0);
    CHECK_EQ(old_guests(&bench, STORE_GUESTS_DELETE, 0, 70, 1), 1);
    CHECK_EQ(old_guests(&bench, STORE_GUESTS_DELETE, 0, 70, 9), 1);
    for (unsigned i = 1; i <= 8; i++)
        CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_FIND, i, "")), i == 1 || i == 5 ? STORE_NOT_FOUND : STORE_DONE);
    CHECK_EQ(old_guests(&bench, STORE_GUESTS_MARK, 999000, 80, 0), STORE_LIST_MAX);
    CHECK_EQ(old_guests(&bench, STORE_GUESTS_MARK, 999000, 80, 0), 20 - 6);
    CHECK_EQ(old_guests(&bench, STORE_GUESTS_DELETE, 0, 80, 1000), STORE_LIST_MAX);
    CHECK_EQ(old_guests(&bench, STORE_GUESTS_DELETE, 0, 80, 1000), 20 - 6);
    bench_close(&bench);
}

static struct work *forget_of(unsigned table, uint32_t number)
{
    struct work *work = work_new(STORE_TABLE_DELETE);
    id_of(work->job.table, 't', table);
    work->job.stand.number = number;
    return work;
}

static struct work *mark_of(unsigned table, uint32_t number, int64_t at_ms, int64_t changed_ms)
{
    struct work *work = work_new(STORE_TABLE_MARK);
    id_of(work->job.table, 't', table);
    work->job.stand.number = number;
    work->job.stand.marked_ms = at_ms;
    work->job.stand.changed_ms = changed_ms;
    return work;
}

static int64_t marked(struct bench *bench, int64_t *changed_ms)
{
    struct work *work = work_new(STORE_LIST_ALL);
    CHECK_EQ(done(bench, work), STORE_DONE);
    int64_t marked_ms = work->heads_n ? work->heads[0].marked_ms : -1;
    *changed_ms = work->heads_n ? work->heads[0].changed_ms : -1;
    work_free(work);
    return marked_ms;
}

/* A mark holds until the next entry; what is marked is deleted only as it was marked. */
static void tables_are_marked(void)
{
    struct bench bench;
    int64_t changed_ms, before_ms;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_EQ(status_of(&bench, append_of(1, 1, 2, "")), STORE_DONE);
    CHECK_EQ(marked(&bench, &before_ms), 0);
    CHECK_EQ(status_of(&bench, mark_of(2, 1, 50, 0)), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, mark_of(1, 1, 50, 0)), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, mark_of(1, 2, 50, 0)), STORE_DONE);
    CHECK_EQ(marked(&bench, &changed_ms), 50);
    CHECK_EQ(changed_ms, before_ms);
    CHECK_EQ(status_of(&bench, mark_of(1, 2, 0, 77)), STORE_DONE);
    CHECK_EQ(marked(&bench, &changed_ms), 0);
    CHECK_EQ(changed_ms, 77);
    CHECK_EQ(status_of(&bench, mark_of(1, 2, 60, 0)), STORE_DONE);
    CHECK_EQ(status_of(&bench, append_of(1, 3, 1, "")), STORE_DONE);
    CHECK_EQ(marked(&bench, &changed_ms), 0);
    CHECK_EQ(status_of(&bench, mark_of(1, 3, 60, 0)), STORE_DONE);
    CHECK_EQ(status_of(&bench, keep_of(1, 2, "kept")), STORE_DONE);
    CHECK_EQ(marked(&bench, &changed_ms), 0);
    CHECK_EQ(status_of(&bench, mark_of(1, 3, 70, 0)), STORE_DONE);
    struct work *forget = forget_of(1, 3);
    forget->job.stand.marked_ms = 60;
    CHECK_EQ(status_of(&bench, forget), STORE_CONFLICT);
    forget = forget_of(1, 3);
    forget->job.stand.marked_ms = 70;
    CHECK_EQ(status_of(&bench, forget), STORE_DONE);
    CHECK_EQ(length_of(&bench, 1), 0);
    bench_close(&bench);
}

/* The last time is kept; a database has a clock of its own, which goes. */
static void time_is_kept(void)
{
    struct bench bench;
    bool database = strncmp(where, "postgres", 8) == 0;
    int64_t begun_ms = (int64_t)time(NULL) * 1000;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_EQ(bench.store->clock.last_ms, 0);
    CHECK(database ? bench.store->clock.at_ms >= begun_ms : bench.store->clock.at_ms == 0);
    struct work *set = work_new(STORE_CLOCK_SET), *clock = work_new(STORE_CLOCK);
    set->job.clock_ms = 1234567890123;
    submit(&bench, set);
    CHECK_EQ(done(&bench, clock), STORE_DONE);
    CHECK_EQ(set->job.status, STORE_DONE);
    CHECK_EQ(clock->job.clock.last_ms, 1234567890123);
    CHECK(database ? clock->job.clock.at_ms >= begun_ms : clock->job.clock.at_ms == 0);
    work_free(set);
    work_free(clock);
    bench_close(&bench);
    if (strcmp(where, "memory") == 0)
        return;
    bench_open(&bench, where);
    CHECK_EQ(bench.store->clock.last_ms, 1234567890123);
    bench_close(&bench);
}

static void listed_tables_are_counted(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    for (unsigned i = 0; i < 12; i++) {
        struct work *work = append_of(i, 1, 1, "");
        strcpy(work->head.origin, i % 2 ? "192.0.2.7" : "2001:db8::");
        work->head.listed = i % 3 != 0;
        work->head.phase = (uint8_t)(i / 4);
        CHECK_EQ(status_of(&bench, work), STORE_DONE);
    }
    struct work *count = work_new(STORE_COUNT_LISTED);
    count->job.origin = "192.0.2.7"; /* 1, 5 and 7; 3 is not listed, 11 is over */
    CHECK_EQ(done(&bench, count), STORE_DONE);
    CHECK_EQ(count->job.count, 3);
    count->job.origin = "192.0.2.8";
    count->done = false;
    CHECK_EQ(done(&bench, count), STORE_DONE);
    CHECK_EQ(count->job.count, 0);
    work_free(count);
    bench_close(&bench);
}

static void lists_find_tables(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    put_table(&bench, 1, STORE_OPEN, true, 50, 0, 1);
    put_table(&bench, 2, STORE_PLAY, true, 70, 900, 1);
    put_table(&bench, 3, STORE_OVER, true, 90, 0, 1);
    put_table(&bench, 4, STORE_PLAY, false, 80, 300, 2);
    put_table(&bench, 5, STORE_OPEN, true, 60, 600, 0);
    put_table(&bench, 6, STORE_PLAY, true, 10, 901, 3);
    CHECK_STR(list_of(&bench, work_new(STORE_LIST_LISTED)), "cfbg");
    CHECK_STR(list_of(&bench, guest_of(STORE_LIST_GUEST, 1, "")), "cbd"); /* those that are over come last */
    CHECK_STR(list_of(&bench, guest_of(STORE_LIST_GUEST, 2, "")), "e");
    CHECK_STR(list_of(&bench, guest_of(STORE_LIST_GUEST, 4, "")), "");
    for (int i = 1; i <= 7; i++) {
        struct work *one = load_of(i, 0);
        one->job.op = STORE_LIST_TABLE;
        const char letter[] = {(char)('a' + i), '\0'};
        CHECK_STR(list_of(&bench, one), i < 7 ? letter : "");
    }
    CHECK_STR(list_of(&bench, due_of(900)), "efc");
    CHECK_STR(list_of(&bench, due_of(299)), "");
    struct work *host = work_new(STORE_LIST_GUEST); /* of tables 1 and 6; 6 is not open any more */
    id_of(host->guest.guest, 'h', 1);
    CHECK_STR(list_of(&bench, host), "b");
    bench_close(&bench);
}

static void heads_come_back_whole(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    struct work *work = append_of(1, 1, 1, "m\xc3\xbc"), *list = work_new(STORE_LIST_LISTED);
    for (unsigned seat = 0; seat < STORE_SEATS; seat++)
        id_of(work->head.guest[seat], 'g', seat * 7);
    work->head.guest[3][0] = '\0';
    memset(work->head.guest[3], 0, sizeof work->head.guest[3]);
    work->head.phase = STORE_PLAY;
    work->head.listed = true;
    work->head.owe = 31;
    work->head.due_ms = INT64_C(1) << 50;
    work->head.changed_ms = (INT64_C(1) << 50) - 1;
    work->head.over_ms = (INT64_C(1) << 50) - 2;
    memset(work->head.origin, '9', STORE_ORIGIN_SIZE - 1);
    memset(work->head.about, 'x', STORE_ABOUT_SIZE - 1);
    submit(&bench, work);
    CHECK_EQ(done(&bench, list), STORE_DONE);
    CHECK_EQ(list->heads_n, 1);
    CHECK(list->heads_n == 1 && memcmp(&list->heads[0], &work->head, sizeof work->head) == 0);
    work_free(work);
    work_free(list);
    bench_close(&bench);
}

static void list_is_bounded(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    for (unsigned i = 0; i < STORE_LIST_MAX + 20; i++)
        put_table(&bench, i, STORE_OPEN, true, 1000 + i, 0, 1);
    struct work *list = work_new(STORE_LIST_LISTED);
    CHECK_EQ(done(&bench, list), STORE_DONE);
    CHECK_EQ(list->heads_n, STORE_LIST_MAX);
    CHECK_EQ(list->heads_n ? list->heads[0].changed_ms : 0, 1000 + STORE_LIST_MAX + 19);
    work_free(list);
    bench_close(&bench);
}

static void who_leaves_is_gone(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    put_table(&bench, 1, STORE_OPEN, false, 10, 0, 1);
    CHECK_STR(list_of(&bench, guest_of(STORE_LIST_GUEST, 1, "")), "b");
    struct work *work = append_of(1, 2, 1, "");
    id_of(work->head.guest[0], 'g', 2);
    work->head.phase = STORE_PLAY;
    work->job.append.members = true;
    CHECK_EQ(status_of(&bench, work), STORE_DONE);
    CHECK_STR(list_of(&bench, guest_of(STORE_LIST_GUEST, 1, "")), "");
    CHECK_STR(list_of(&bench, guest_of(STORE_LIST_GUEST, 2, "")), "b");
    bench_close(&bench);
}

static struct work *plan_of(unsigned table, unsigned guest, int round, const char *text)
{
    char id[TABLE_ID_SIZE];
    id_of(id, 't', table);
    struct work *work = work_with(STORE_PLAN_SET, "TTNT", id, guest_id(guest), round, text);
    strcpy(work->job.table, id);
    return work;
}

static struct work *plans_at(unsigned table)
{
    char id[TABLE_ID_SIZE];
    id_of(id, 't', table);
    return work_with(STORE_PLANS, "T", id);
}

static const char *plans_of(struct bench *bench, unsigned table)
{
    static char rows[sizeof((struct work *)0)->rows];
    struct work *work = plans_at(table);
    CHECK_EQ(done(bench, work), STORE_DONE);
    strcpy(rows, work->rows);
    work_free(work);
    return rows;
}

/* A plan replaces the one before; it belongs to one table and one guest, and goes with either. */
static void plans_are_kept(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_ADD, 1, "Anna")), STORE_DONE);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_ADD, 2, "Ben")), STORE_DONE);
    CHECK_EQ(status_of(&bench, plan_of(1, 1, 3, "done")), STORE_NOT_FOUND);
    put_table(&bench, 1, STORE_PLAY, false, 10, 0, 1);
    put_table(&bench, 2, STORE_PLAY, false, 10, 0, 1);
    CHECK_EQ(status_of(&bench, plan_of(1, 3, 3, "of nobody")), STORE_NOT_FOUND);
    CHECK_EQ(status_of(&bench, plan_of(1, 2, 3, "if sale >= 2: done")), STORE_DONE);
    CHECK_EQ(status_of(&bench, plan_of(1, 1, 3, "brewery A; 'done\"; --")), STORE_DONE);
    CHECK_EQ(status_of(&bench, plan_of(1, 1, 4, "done")), STORE_DONE);
    CHECK_EQ(status_of(&bench, plan_of(2, 1, 9, "")), STORE_DONE);
    CHECK_STR(plans_of(&bench, 1), "ggggggggggggaaab|4|done|;ggggggggggggaaac|3|if sale >= 2: done|;");
    CHECK_STR(plans_of(&bench, 2), "ggggggggggggaaab|9||;");
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_DELETE, 2, "")), STORE_DONE);
    CHECK_STR(plans_of(&bench, 1), "ggggggggggggaaab|4|done|;");
    CHECK_EQ(status_of(&bench, forget_of(1, 1)), STORE_DONE);
    CHECK_STR(plans_of(&bench, 1), "");
    bench_close(&bench);
}

/* The first entry of a table for guests who sought it. */
static struct work *append_for_seeks(unsigned table, unsigned first, unsigned n, const char *id)
{
    struct work *work = append_of(table, 1, 1, "found");
    struct store_seeks *seeks = &work->seeks;
    work->head.phase = STORE_PLAY;
    *seeks = (struct store_seeks){.n = n, .expires_ms = 500};
    for (unsigned i = 0; i < n; i++) {
        id_of(seeks->guest[i], 'g', first + i);
        id_of(work->head.guest[i], 'g', first + i);
        snprintf(seeks->id[i], sizeof seeks->id[i], "%s", id);
    }
    work->job.append.seeks = seeks;
    return work;
}

static struct work *seek_of(unsigned guest, const char *id, int at_ms)
{
    return work_with(STORE_SEEK_SET, "TTNTNN", guest_id(guest), id, 7, "terms", at_ms, at_ms + 100);
}

/* A table takes all seeks of its guests, or none of them. */
static void seeks_are_taken_once(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_STR(rows_of(&bench, seek_of(1, "s", 100)), ""); /* of nobody */
    for (unsigned i = 1; i <= 4; i++)
        CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_ADD, i, "Anna")), STORE_DONE);
    for (unsigned i = 1; i <= 4; i++)
        CHECK_STR(rows_of(&bench, seek_of(i, "s", 100 * (int)i)), i == 1   ? "|100|;"
                                                                  : i == 2 ? "|200|;"
                                                                  : i == 3 ? "|300|;"
                                                                           : "|400|;");
    CHECK_STR(rows_of(&bench, seek_of(2, "s", 210)), "|200|;"); /* the same seek, since then */
    struct work *one = append_for_seeks(1, 1, 3, "s"), *other = append_for_seeks(2, 3, 2, "s");
    submit(&bench, one);
    CHECK_EQ(done(&bench, other), STORE_CONFLICT); /* guest 3 is taken, so guest 4 is not */
    CHECK_EQ(one->job.status, STORE_DONE);
    work_free(one);
    work_free(other);
    CHECK_EQ(length_of(&bench, 1), 1);
    CHECK_EQ(length_of(&bench, 2), 0);
    CHECK_STR(rows_of(&bench, work_with(STORE_SEEKS, "NN", 350, 9)),
              "ggggggggggggaaab|s|7|terms|100|ttttttttttttaaab||;ggggggggggggaaac|s|7|terms|200|ttttttttttttaaab||;"
              "ggggggggggggaaad|s|7|terms|300|ttttttttttttaaab||;ggggggggggggaaae|s|7|terms|400|||;");
    CHECK_EQ(status_of(&bench, append_for_seeks(2, 4, 1, "t")), STORE_CONFLICT); /* another seek */
    CHECK_STR(rows_of(&bench, seek_of(1, "s", 420)), "ttttttttttttaaab|100|;");
    CHECK_STR(rows_of(&bench, seek_of(1, "s2", 420)), "|420|;");
    CHECK_EQ(status_of(&bench, work_with(STORE_BLOCK_SET, "TTNN", guest_id(4), guest_id(1), 2, 1)), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_new(STORE_SEEK_BLOCKS)), "ggggggggggggaaae|ggggggggggggaaab|;");
    CHECK_STR(rows_of(&bench, seek_of(4, "s2", 430)), "|430|;");
    one = append_for_seeks(3, 1, 1, "s2");
    id_of(one->seeks.guest[1], 'g', 4);
    snprintf(one->seeks.id[1], sizeof one->seeks.id[1], "s2");
    one->seeks.n = 2;
    CHECK_EQ(done(&bench, one), STORE_CONFLICT); /* they do not play together */
    work_free(one);
    CHECK_STR(rows_of(&bench, work_with(STORE_SEEKS, "NN", 529, 9)), "ggggggggggggaaae|s2|7|terms|430|||;");
    CHECK_EQ(status_of(&bench, work_with(STORE_SEEKS_REFRESH, "NN", 7, 600)), STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_SEEK_DELETE, "TTN", guest_id(4), "s2", 8)), STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_SEEK_DELETE, "TTN", guest_id(4), "s", 7)), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_with(STORE_SEEKS, "NN", 599, 1)), "ggggggggggggaaab|s2|7|terms|420|||;");
    CHECK_EQ(status_of(&bench, work_with(STORE_SEEK_DELETE, "TTN", guest_id(1), "", 0)), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_with(STORE_SEEKS, "NN", 599, 9)), "ggggggggggggaaae|s2|7|terms|430|||;");
    CHECK_EQ(status_of(&bench, work_with(STORE_SEEKS_EXPIRE, "NN", 600, 9000)), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_with(STORE_SEEKS, "NN", 10, 9)), "");
    CHECK_EQ(status_of(&bench, work_with(STORE_BOT_ADD, "TTNTT", guest_id(5), "Robot", 9, guest_id(1), "robot")),
             STORE_DONE);
    CHECK_STR(rows_of(&bench, seek_of(5, "s", 440)), "|440|;");
    CHECK_STR(rows_of(&bench, work_with(STORE_SEEKS, "NN", 529, 9)),
              "ggggggggggggaaaf|s|7|terms|440||ggggggggggggaaab|;"); /* with its owner */
    bench_close(&bench);
}

/* The last entry of a rated game: guests 1 and 2 have played `before` games. */
static struct work *rated_append(unsigned table, int64_t before, int64_t ended_ms)
{
    struct work *work = append_of(table, 2, 1, "over");
    struct store_rated *rated = &work->rated;
    work->head.phase = STORE_OVER;
    work->head.over_ms = ended_ms;
    work->job.append.members = true;
    *rated = (struct store_rated){.mode = 1, .ended_ms = ended_ms, .repetition = 1, .seats = "a, b", .people = "g1 g2"};
    for (unsigned i = 0; i < 2; i++) {
        struct store_rating *row = &rated->rows[rated->n++];
        id_of(row->guest, 'g', i + 1);
        id_of(work->head.guest[i], 'g', i + 1);
        row->number = before + 1;
        row->skill = -5 - (int64_t)table;
        row->variance = INT64_MAX - i;
    }
    work->job.append.rated = rated;
    return work;
}

/* Ratings come with the entry that ends the game, or not at all; a number that is taken is a conflict. */
static void ratings_are_kept(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    for (unsigned i = 1; i <= 2; i++)
        CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_ADD, i, "Anna")), STORE_DONE);
    for (unsigned table = 1; table <= 4; table++)
        put_table(&bench, table, STORE_PLAY, false, 10, 0, 1);
    CHECK_EQ(status_of(&bench, rated_append(1, 0, 100)), STORE_DONE);
    struct work *late = rated_append(2, 0, 110), *beside = append_of(4, 2, 1, "of the same group");
    submit(&bench, late);
    CHECK_EQ(done(&bench, beside), STORE_DONE);
    CHECK_EQ(late->job.status, STORE_CONFLICT);
    CHECK_EQ(length_of(&bench, 2), 1);
    work_free(late);
    work_free(beside);
    struct work *one = rated_append(2, 1, 120), *other = rated_append(3, 1, 130); /* at the same time */
    submit(&bench, one);
    CHECK_EQ(done(&bench, other), STORE_CONFLICT);
    CHECK_EQ(one->job.status, STORE_DONE);
    work_free(one);
    work_free(other);
    CHECK_STR(
        rows_of(&bench, work_with(STORE_RATINGS, "TTTTTNTN", guest_id(1), guest_id(3), "", "", "", 1, "g1 g2", 110)),
        "|1|0|0|;ggggggggggggaaab|2|-7|9223372036854775807|;");
    CHECK_STR(rows_of(&bench, work_with(STORE_RATINGS, "TTTTTNTN", "", "", "", "", "", 1, "g1 g2", -89999890)),
              "|1|0|0|;");
    CHECK_STR(rows_of(&bench, work_with(STORE_RATING_CURVE, "TNN", guest_id(2), 1, 1)),
              "2|-7|9223372036854775806|ttttttttttttaaac|120|;");
    CHECK_STR(rows_of(&bench, work_with(STORE_RATING_ROW, "TNN", guest_id(2), 1, 1)),
              "-6|9223372036854775806|ttttttttttttaaab|;");
    char first[TABLE_ID_SIZE];
    id_of(first, 't', 1);
    CHECK_EQ(status_of(&bench, work_with(STORE_PLAYER_NAME, "TTTN", guest_id(2), "Ben", "ben", 1)), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_with(STORE_TABLE_PLAYERS, "TTTTTNT", guest_id(2), "", "", "", "", 1, "none")),
              "ggggggggggggaaac|Ben|-1|0|0|0|;ggggggggggggaaac||2|-7|9223372036854775806|0|;");
    CHECK_STR(rows_of(&bench, work_with(STORE_TABLE_PLAYERS, "TTTTTNT", guest_id(1), "", "", "", "", 1, first)),
              "ggggggggggggaaab||1|-6|9223372036854775807|1|;"); /* the rating after that table, not the last one */
    CHECK_STR(rows_of(&bench, work_with(STORE_TABLE_PLAYERS, "TTTTTNT", guest_id(1), "", "", "", "", 0, first)), "");
    CHECK_STR(rows_of(&bench, work_with(STORE_RATED_GAMES, "NTN", 100, "ttttttttttttaaab", 9)),
              "ttttttttttttaaac|1|120|1|a, b|;");
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_DELETE, 2, "")), STORE_DONE);
    CHECK_EQ(status_of(&bench, rated_append(3, 2, 140)), STORE_DONE); /* the ratings of others are stored */
    CHECK_STR(rows_of(&bench, work_with(STORE_RATING_CURVE, "TNN", guest_id(2), 1, 9)), "");
    CHECK_STR(rows_of(&bench, work_with(STORE_RATING_CURVE, "TNN", guest_id(1), 1, 1)),
              "3|-8|9223372036854775807|ttttttttttttaaad|140|;");
    bench_close(&bench);
}

/* The last entry of a guest's game of a deal that others play too. */
static struct work *result_append(unsigned table, uint32_t number, const char *deal, unsigned guest, int64_t score)
{
    struct work *work = append_of(table, number, 1, "over");
    struct store_result *result = &work->result;
    work->head.phase = STORE_OVER;
    work->head.over_ms = 100;
    work->job.append.members = true;
    *result = (struct store_result){.score = score, .place = 2, .parts = 6, .coins = score, .rounds = 9};
    strcpy(result->deal, deal);
    id_of(result->guest, 'g', guest);
    id_of(work->head.guest[0], 'g', guest);
    work->job.append.result = result;
    return work;
}

static void results_are_kept(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    const char *first = "0707070707070707070707070707070707070707070707070707070707070707|;";
    CHECK_STR(rows_of(&bench, work_with(STORE_DEAL_SECRET, "TB", "day1", 7)), first);
    CHECK_STR(rows_of(&bench, work_with(STORE_DEAL_SECRET, "TB", "day1", 8)), first);
    for (unsigned i = 1; i <= 3; i++)
        CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_ADD, i,
                                            i == 1   ? "Anna"
                                            : i == 2 ? "Ben"
                                                     : "Cleo")),
                 STORE_DONE);
    for (unsigned i = 1; i <= 3; i++) {
        put_table(&bench, i, STORE_PLAY, false, 10, 0, i);
        CHECK_EQ(status_of(&bench, result_append(i, 2, "day1", i, i == 1 ? 40 : 50)), STORE_DONE);
    }
    put_table(&bench, 4, STORE_PLAY, false, 10, 0, 2);
    CHECK_EQ(status_of(&bench, result_append(4, 2, "day2", 2, 10)), STORE_DONE);
    put_table(&bench, 5, STORE_PLAY, false, 10, 0, 1);
    CHECK_EQ(status_of(&bench, result_append(5, 2, "day1", 1, 10)), STORE_DONE); /* the first result stays */
    CHECK_EQ(length_of(&bench, 5), 2);
    CHECK_EQ(status_of(&bench, result_append(5, 2, "day2", 1, 10)), STORE_CONFLICT); /* and comes with its entry */
    CHECK_STR(rows_of(&bench, work_with(STORE_PLAYER_RESULTS, "T", guest_id(1))), "day1|ttttttttttttaaab|2|6|40|9|;");
    CHECK_STR(rows_of(&bench, work_with(STORE_DEAL_RANKING, "TTTTN", guest_id(1), "day1", "day1", "day3", 9)),
              "|3|1|0|0|0|0|0|0|0|;Anna|1|0|10000|1|2|6|40|9|0|;");
    CHECK_STR(rows_of(&bench, work_with(STORE_DEAL_RANKING, "TTTTN", guest_id(2), "day1", "day2", "day3", 9)),
              "|3|1|0|0|0|0|0|0|0|;Ben|2|0|7500|2|2|6|50|9|0|;");
    CHECK_STR(rows_of(&bench, work_with(STORE_DEAL_RANKING, "TTTTN", guest_id(1), "day1", "day2", "day2", 9)),
              "|3|1|0|0|0|0|0|0|0|;Anna|1|0|10000|1|2|6|40|9|0|;"); /* the first guest may still play day2 */
    for (unsigned i = 2; i <= 3; i++) {                             /* who has a page is seen by all */
        CHECK_EQ(status_of(&bench, work_with(STORE_PLAYER_NAME, "TTTN", guest_id(i), i == 2 ? "Ben" : "Cleo",
                                             i == 2 ? "ben" : "cleo", 1)),
                 STORE_DONE);
        CHECK_EQ(status_of(&bench, work_with(STORE_PLAYER_PROFILE, "TT", guest_id(i), "{\"shows\":\"ratings\"}")),
                 STORE_DONE);
    }
    CHECK_STR(rows_of(&bench, work_with(STORE_DEAL_RANKING, "TTTTN", "", "day1", "day1", "day3", 1)),
              "|3|0|0|0|0|0|0|0|0|;Ben|2|2|2500|1|2|6|50|9|1|;");
    CHECK_STR(rows_of(&bench, work_with(STORE_DEAL_RANKING, "TTTTN", guest_id(3), "day1", "day1", "day3", 9)),
              "|3|1|0|0|0|0|0|0|0|;Cleo|2|0|2500|1|2|6|50|9|1|;Ben|2|2|2500|1|2|6|50|9|1|;");
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_DELETE, 2, "")), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_with(STORE_DEAL_RANKING, "TTTTN", "", "day2", "day2", "day3", 9)),
              "|0|0|0|0|0|0|0|0|0|;");
    bench_close(&bench);
}

/* -------------------------------------------------------------------------------------------- what operators need */

static struct work *tables_behind(unsigned table)
{
    struct work *work = work_new(STORE_LIST_ALL);
    id_of(work->job.table, 't', table);
    return work;
}

/* Entries `first` and the one behind it say something else. */
static struct work *rewrite_of(unsigned table, uint32_t first, uint32_t last, const char *text)
{
    struct work *work = append_of(table, first, 2, text);
    work->job.op = STORE_REWRITE;
    work->head.number = last;
    return work;
}

static void tables_are_forgotten(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    put_table(&bench, 1, STORE_OPEN, true, 50, 70, 1);
    put_table(&bench, 2, STORE_PLAY, true, 60, 80, 1);
    CHECK_EQ(status_of(&bench, forget_of(3, 1)), STORE_NOT_FOUND);
    CHECK_EQ(status_of(&bench, append_of(1, 2, 1, "")), STORE_DONE);
    CHECK_EQ(status_of(&bench, forget_of(1, 1)), STORE_CONFLICT); /* has moved on */
    CHECK_EQ(length_of(&bench, 1), 2);
    CHECK_EQ(status_of(&bench, forget_of(1, 2)), STORE_DONE);
    CHECK_EQ(length_of(&bench, 1), 0);
    CHECK_EQ(length_of(&bench, 2), 1);
    CHECK_STR(list_of(&bench, work_new(STORE_LIST_LISTED)), "c");
    CHECK_STR(list_of(&bench, guest_of(STORE_LIST_GUEST, 1, "")), "c");
    CHECK_STR(list_of(&bench, due_of(100)), "c");
    CHECK_EQ(status_of(&bench, append_of(1, 3, 1, "")), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, append_of(1, 1, 1, "")), STORE_DONE); /* nothing is left of it */
    bench_close(&bench);
}

static void tables_are_rewritten(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_EQ(status_of(&bench, append_of(1, 1, 4, "before")), STORE_DONE);
    CHECK_EQ(status_of(&bench, rewrite_of(1, 2, 3, "after")), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, rewrite_of(2, 2, 4, "after")), STORE_CONFLICT);
    struct work *work = rewrite_of(1, 2, 4, "after"), *load = load_of(1, 0);
    id_of(work->head.guest[2], 'g', 5);
    submit(&bench, work);
    CHECK_EQ(done(&bench, load), STORE_DONE);
    CHECK_EQ(work->job.status, STORE_DONE);
    CHECK_EQ(load->got_n, 4);
    for (size_t i = 0; i < load->got_n; i++)
        CHECK_EQ(memcmp(load->got[i].text + strlen("entry N "), "after", 5) == 0, i == 1 || i == 2);
    CHECK_STR(list_of(&bench, guest_of(STORE_LIST_GUEST, 5, "")), "b");
    work_free(work);
    work_free(load);
    CHECK_EQ(status_of(&bench, append_of(1, 5, 1, "goes on")), STORE_DONE);
    bench_close(&bench);
}

/* An append that makes the guests g1 and g2, who sit at seats 0 and 1, wait or not. */
static struct work *waits_of(unsigned table, uint32_t first, uint8_t begin, uint8_t end, int due_ms)
{
    struct work *work = append_of(table, first, 1, "");
    id_of(work->head.guest[0], 'g', 1);
    id_of(work->head.guest[1], 'g', 2);
    work->head.phase = STORE_PLAY;
    work->job.append.notices = (struct store_notices){begin, end, STORE_GAMES_SLOW, due_ms};
    return work;
}

static struct work *channel_of(const char *channel, unsigned guest, const char *address, int games, int confirmed)
{
    return work_with(STORE_CHANNEL_ADD, "TTNTTNTTNN", channel, guest_id(guest), 1, address, "", games, "en",
                     "https://x", 5, confirmed);
}

static void notices_go_with_entries(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    add_guest(&bench, 1, "Anna");
    add_guest(&bench, 2, "Ben");
    CHECK_EQ(status_of(&bench, channel_of("c1", 1, "a1", 3, 1)), STORE_DONE);
    CHECK_EQ(status_of(&bench, channel_of("c2", 1, "a2", STORE_GAMES_LIVE, 1)), STORE_DONE);
    CHECK_EQ(status_of(&bench, channel_of("c3", 2, "a1", STORE_GAMES_SLOW, 0)), STORE_DONE);
    CHECK_EQ(status_of(&bench, channel_of("c4", 1, "a1", 3, 1)), STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, waits_of(1, 1, 3, 0, 100)), STORE_DONE);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICES_CLAIM, "NNN", 7, 60099, 10)), 1); /* c2 is for others; c3 waits */
    CHECK_STR(rows_of(&bench, work_with(STORE_NOTICES_CLAIMED, "N", 7)),
              "c1|ttttttttttttaaab|ggggggggggggaaab|1|a1||en|https://x|0|1|0|;");
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICES_CLAIM, "NNN", 8, 70000, 10)), 0);
    CHECK_EQ(status_of(&bench, work_with(STORE_CHANNEL_CONFIRM, "TT", guest_id(2), "c3")), STORE_DONE);
    CHECK_EQ(status_of(&bench, waits_of(1, 1, 3, 0, 100)), STORE_CONFLICT); /* which writes no notice */
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICES_CLAIM, "NNN", 8, 70000, 10)), 0);
    CHECK_EQ(status_of(&bench, waits_of(1, 2, 2, 0, 200)), STORE_DONE);
    CHECK_EQ(status_of(&bench, waits_of(2, 1, 2, 0, 300)), STORE_DONE);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICES_CLAIM, "NNN", 9, 70000, 10)), 2); /* two tables, one channel */
    CHECK_EQ(status_of(&bench, work_with(STORE_NOTICE_POSTPONE, "NTTN", 9, "c3", "ttttttttttttaaab", 80000)),
             STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_NOTICE_DROP, "NTTN", 9, "c3", "ttttttttttttaaac", 99)), STORE_NOT_FOUND);
    CHECK_EQ(status_of(&bench, work_with(STORE_NOTICE_DROP, "NTTN", 9, "c3", "ttttttttttttaaac", 1)), STORE_DONE);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICES_CLAIM, "NNN", 10, 79999, 10)), 0);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICE_RESULT, "NTNNT", 7, "c1", STORE_NOTICE_SENT, 0, "")), 1);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICE_RESULT, "NTNNT", 7, "c1", STORE_NOTICE_DUE, 0, "")), 0);
    CHECK_EQ(status_of(&bench, work_with(STORE_CHANNEL_SENT, "TN", "c3", 80000)), STORE_DONE);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICES_CLAIM, "NNN", 11, 139999, 10)), 0); /* one a minute */
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICES_CLAIM, "NNN", 11, 140000, 10)), 1);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICES_ABANDON, "N", 139999)), 0);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICES_ABANDON, "N", 140000)), 1);
    CHECK_STR(rows_of(&bench, work_new(STORE_NOTICE_STATES)), "2|1|;3|1|;");
    const char *dead = rows_of(&bench, work_new(STORE_NOTICES_DEAD));
    CHECK(strstr(dead, "ggggggggggggaaac|1|ttttttttttttaaab|0|140000|") == dead);
    CHECK_EQ(status_of(&bench, waits_of(1, 3, 1, 2, 300)), STORE_DONE); /* Anna is waited for again, Ben no more */
    CHECK_STR(rows_of(&bench, work_new(STORE_NOTICE_STATES)), "0|1|;");
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_DELETE, 1, "")), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_new(STORE_NOTICE_STATES)), "");
    CHECK_EQ(status_of(&bench, waits_of(1, 4, 2, 1, 400)), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_new(STORE_NOTICE_STATES)), "0|1|;");
    CHECK_EQ(status_of(&bench, forget_of(1, 4)), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_new(STORE_NOTICE_STATES)), "");
    bench_close(&bench);
}

/* Blocks count in both directions, mutes in one, and abandoned games for a while. */
static void guests_are_checked_before_they_sit(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    for (unsigned i = 1; i <= 3; i++)
        add_guest(&bench, i, "Anna");
    CHECK_EQ(status_of(&bench, work_with(STORE_BLOCK_SET, "TTNN", guest_id(1), guest_id(2), STORE_MUTED, 5)),
             STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_BLOCK_SET, "TTNN", guest_id(1), guest_id(1), STORE_MUTED, 5)),
             STORE_CONFLICT);
    CHECK_EQ(status_of(&bench, work_with(STORE_BLOCK_SET, "TTNN", guest_id(1), guest_id(9), STORE_MUTED, 5)),
             STORE_CONFLICT);
    CHECK_STR(rows_of(&bench, work_with(STORE_BLOCKS, "T", guest_id(1))), "ggggggggggggaaac|Anna|1|5|;");
    CHECK_STR(rows_of(&bench,
                      work_with(STORE_SEATING_CHECK, "TTTTTTTNT", guest_id(1), guest_id(2), "", "", "", "", "", 0, "")),
              "abandoned||0|0|;blocked||0|0|;muted|ggggggggggggaaac|1|0|;named||0|0|;");
    CHECK_EQ(status_of(&bench, work_with(STORE_BLOCK_SET, "TTNN", guest_id(1), guest_id(2), STORE_BLOCKED, 6)),
             STORE_DONE);
    CHECK_STR(rows_of(&bench,
                      work_with(STORE_SEATING_CHECK, "TTTTTTTNT", guest_id(1), "", "", "", "", "", guest_id(2), 0, "")),
              "abandoned||0|0|;blocked||1|0|;muted|ggggggggggggaaac|1|0|;named||0|0|;");
    CHECK_STR(rows_of(&bench,
                      work_with(STORE_SEATING_CHECK, "TTTTTTTNT", guest_id(2), guest_id(1), "", "", "", "", "", 0, "")),
              "abandoned||0|0|;blocked||1|0|;named||0|0|;");
    CHECK_STR(rows_of(&bench,
                      work_with(STORE_SEATING_CHECK, "TTTTTTTNT", guest_id(3), guest_id(1), "", "", "", "", "", 0, "")),
              "abandoned||0|0|;blocked||0|0|;named||0|0|;");
    struct work *left = rated_append(1, 0, 100);
    left->entries[0].number = left->head.number = 1;
    left->rated.rows[1].abandoned = true;
    CHECK_EQ(status_of(&bench, left), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_with(STORE_SEATING_CHECK, "TTTTTTTNT", guest_id(2), "", "", "", "", "", "", 99, "")),
              "abandoned||1|100|;blocked||0|0|;named||0|0|;");
    CHECK_STR(
        rows_of(&bench, work_with(STORE_SEATING_CHECK, "TTTTTTTNT", guest_id(2), "", "", "", "", "", "", 100, "")),
        "abandoned||0|0|;blocked||0|0|;named||0|0|;");
    CHECK_EQ(status_of(&bench, work_with(STORE_PLAYER_NAME, "TTTN", guest_id(3), "Cleo", "cleo", 1)), STORE_DONE);
    CHECK_STR(
        rows_of(&bench, work_with(STORE_SEATING_CHECK, "TTTTTTTNT", guest_id(3), "", "", "", "", "", "", 0, "cleo")),
        "abandoned||0|0|;blocked||0|0|;named||0|0|;");
    CHECK_STR(
        rows_of(&bench, work_with(STORE_SEATING_CHECK, "TTTTTTTNT", guest_id(2), "", "", "", "", "", "", 100, "cleo")),
        "abandoned||0|0|;blocked||0|0|;named||1|0|;");
    CHECK_EQ(status_of(&bench, work_with(STORE_BLOCK_DELETE, "TT", guest_id(1), guest_id(3))), STORE_NOT_FOUND);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_DELETE, 2, "")), STORE_DONE);
    CHECK_STR(rows_of(&bench, work_with(STORE_BLOCKS, "T", guest_id(1))), "");
    bench_close(&bench);
}

/* A row that is sent is due again as a warning, once, unless its guest acts before. */
static void notices_warn_later(void)
{
    static const char warning[] = "c1|ttttttttttttaaab|ggggggggggggaaab|1|a1||en|https://x|0|1|-1|;";
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    add_guest(&bench, 1, "Anna");
    CHECK_EQ(status_of(&bench, channel_of("c1", 1, "a1", 3, 1)), STORE_DONE);
    CHECK_EQ(status_of(&bench, waits_of(1, 1, 1, 0, 100)), STORE_DONE);
    CHECK_EQ(status_of(&bench, work_with(STORE_NOTICE_WARN, "NTTN", 7, "c1", "ttttttttttttaaab", 90000)),
             STORE_NOT_FOUND);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICES_CLAIM, "NNN", 7, 60100, 10)), 1);
    CHECK_EQ(status_of(&bench, work_with(STORE_NOTICE_WARN, "NTTN", 7, "c1", "ttttttttttttaaab", 90000)), STORE_DONE);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICE_RESULT, "NTNNT", 7, "c1", STORE_NOTICE_DUE, 61000, "")), 1);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICES_CLAIM, "NNN", 8, 61000, 10)), 1);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICE_RESULT, "NTNNT", 8, "c1", STORE_NOTICE_SENT, 0, "")), 1);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICES_CLAIM, "NNN", 9, 89999, 10)), 0);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICES_CLAIM, "NNN", 9, 90000, 10)), 1);
    CHECK_STR(rows_of(&bench, work_with(STORE_NOTICES_CLAIMED, "N", 9)), warning);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICE_RESULT, "NTNNT", 9, "c1", STORE_NOTICE_SENT, 0, "")), 1);
    CHECK_STR(rows_of(&bench, work_new(STORE_NOTICE_STATES)), "2|1|;");
    CHECK_EQ(status_of(&bench, waits_of(1, 2, 1, 0, 100)), STORE_DONE);
    CHECK_EQ(count_of(&bench, work_with(STORE_NOTICES_CLAIM, "NNN", 10, 90000, 10)), 1);
    CHECK(strstr(rows_of(&bench, work_with(STORE_NOTICES_CLAIMED, "N", 10)), "|0|1|0|;"));
    bench_close(&bench);
}

/* All of them, a page after the other. */
static void all_are_listed(void)
{
    struct bench bench;
    struct work *page;
    unsigned tables = 0, guests = 0;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_STR(list_of(&bench, work_new(STORE_LIST_ALL)), "");
    for (unsigned i = 0; i < STORE_LIST_MAX + 20; i++) {
        put_table(&bench, STORE_LIST_MAX + 19 - i, (uint8_t)(i % 3), i % 2, 1000 + i, 0, 1);
        CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_ADD, STORE_LIST_MAX + 19 - i, "n")), STORE_DONE);
    }
    char last[TABLE_ID_SIZE] = "";
    do {
        page = work_new(STORE_LIST_ALL);
        memcpy(page->job.table, last, sizeof last);
        CHECK_EQ(done(&bench, page), STORE_DONE);
        for (size_t i = 0; i < page->heads_n; i++, tables++) {
            CHECK(strcmp(page->heads[i].table, last) > 0);
            memcpy(last, page->heads[i].table, sizeof last);
        }
        work_free(page);
    } while (tables % STORE_LIST_MAX == 0 && tables < 1000);
    CHECK_EQ(tables, STORE_LIST_MAX + 20);
    memset(last, 0, sizeof last);
    do {
        page = work_new(STORE_LIST_GUESTS);
        memcpy(page->guest.guest, last, sizeof last);
        CHECK_EQ(done(&bench, page), STORE_DONE);
        for (size_t i = 0; i < page->guests_n; i++, guests++) {
            CHECK(strcmp(page->guests[i].guest, last) > 0);
            CHECK_STR(page->guests[i].name, "n");
            CHECK_EQ(page->guests[i].token_hash[0], 0);
            memcpy(last, page->guests[i].guest, sizeof last);
        }
        work_free(page);
    } while (guests % STORE_LIST_MAX == 0 && guests < 1000);
    CHECK_EQ(guests, STORE_LIST_MAX + 20);
    bench_close(&bench);
}

static void guests_are_deleted(void)
{
    struct bench bench;
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_GET, 1, "")), STORE_NOT_FOUND);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_DELETE, 1, "")), STORE_NOT_FOUND);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_ADD, 1, "Anna")), STORE_DONE);
    struct work *get = guest_of(STORE_GUEST_GET, 1, "");
    CHECK_EQ(done(&bench, get), STORE_DONE);
    CHECK_STR(get->guest.name, "Anna");
    CHECK_EQ(get->guest.made_ms, 6);
    work_free(get);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_DELETE, 1, "")), STORE_DONE);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_FIND, 1, "")), STORE_NOT_FOUND);
    CHECK_EQ(status_of(&bench, guest_of(STORE_GUEST_ADD, 1, "again")), STORE_DONE);
    bench_close(&bench);
}

/* A command that writes beside a server that runs: the server is told. */
static void command_writes_beside(void)
{
    struct bench bench, beside = {0};
    bench_open(&bench, where);
    REQUIRE(bench.store);
    CHECK_EQ(status_of(&bench, append_of(1, 1, 1, "")), STORE_DONE);
    uv_loop_init(&beside.loop);
    beside.store = store_open_shared(where, &beside.loop, beside.fault);
    if (strcmp(where, "memory") == 0) {
        CHECK(!beside.store);
        CHECK(strstr(beside.fault, "memory"));
    } else if (beside.store) {
        bool told = false;
        CHECK_EQ(length_of(&beside, 1), 1);
        CHECK_EQ(status_of(&beside, append_of(1, 2, 1, "")), STORE_DONE);
        for (int i = 0; i < BENCH_PATIENCE_MS / 100 && !(told = bench.lost_n || bench.changed_n); i++) {
            bool never = false;
            bench_until(&bench, &never, true, 100);
        }
        CHECK(told);
        CHECK_EQ(length_of(&bench, 1), 2);
        CHECK_EQ(status_of(&bench, append_of(1, 2, 1, "too late")), STORE_CONFLICT);
    } else {
        printf("  %s\n", beside.fault);
        CHECK(beside.store);
    }
    bench_close(&beside);
    bench_close(&bench);
}

/* ------------------------------------------------------------------------------------------ compared with another */

/* A job at random; the same numbers give the same job. */
static struct work *any_append(unsigned (*next)(unsigned n), unsigned table, uint32_t *length)
{
    uint32_t first = next(10) ? length[table] + 1 : 1 + next(6); /* now and then a conflict */
    size_t n = 1 + next(3);
    struct work *work = append_of(table, first, n, "x");
    work->job.append.members = next(2);
    if (work->job.append.members || first == 1)
        for (unsigned seat = 0; seat < STORE_SEATS; seat++)
            if (next(2))
                id_of(work->head.guest[seat], 'g', next(8));
    work->head.phase = (uint8_t)next(3);
    work->head.listed = next(2);
    snprintf(work->head.origin, sizeof work->head.origin, "192.0.2.%u", table % 2);
    work->head.over_ms = work->head.phase == STORE_OVER ? 1 + (int64_t)next(1000000) : 0;
    work->head.due_ms = next(2) ? 0 : 1 + next(5) * 200;
    work->head.changed_ms = (int64_t)next(1000000);
    work->job.append.members = true;                   /* the heads' guests are anew each time */
    work->job.append.notices.begin = (uint8_t)next(2); /* a guest has one seat in a real game */
    work->job.append.notices.end = work->job.append.notices.begin ? 0 : 31;
    work->job.append.notices.games = 1 + (uint8_t)next(3);
    work->job.append.notices.due_ms = 60000 + next(300);
    if (first == length[table] + 1)
        length[table] += (uint32_t)n;
    return work;
}

/* A rated game of one entry, which may be there already, as may a rating of that number. */
static struct work *any_rated(unsigned (*next)(unsigned n))
{
    unsigned table = 100 + next(500);
    struct work *work = rated_append(table, next(6), 1 + next(1000));
    work->entries[0].number = work->head.number = 1;
    return work;
}

static struct work *any_forget(unsigned (*next)(unsigned n), unsigned table, uint32_t *length)
{
    uint32_t number = next(4) ? length[table] : next(6);
    struct work *work = forget_of(table, number);
    if (number == length[table])
        length[table] = 0;
    return work;
}

/* An operation of a player at random. The values are drawn first, because a call may evaluate them in any order. */
static struct work *any_of_player(unsigned (*next)(unsigned n))
{
    unsigned what = next(44), a = next(8), b = next(6), c = next(4);
    const char *guest = guest_id(a);
    char device[TABLE_ID_SIZE], table[TABLE_ID_SIZE];
    id_of(device, 'd', b);
    id_of(table, 't', a);
    switch (what) {
    case 0: return work_with(STORE_DEVICE_ADD, "TTBTNN", device, guest, c, "n", 0, 5);
    case 1: return work_with(STORE_DEVICE_SEEN, "TN", device, c);
    case 2: return work_with(STORE_DEVICE_DELETE, "TT", guest, device);
    case 3: return work_with(STORE_DEVICES, "T", guest);
    case 4: return work_with(STORE_PLAYER, "T", guest);
    case 5: return work_with(STORE_PLAYER_NAME, "TTTN", guest, "n", c > 1 ? "x" : "y", (int)c % 2);
    case 6: return work_with(STORE_PLAYER_BY_NAME, "T", c ? "x" : "y");
    case 7: return work_with(STORE_PASSKEY_ADD, "BTBNTN", b, guest, c, 0, "k", 7);
    case 8: return work_with(STORE_PASSKEY_USED, "BNN", b, c, 8);
    case 9: return work_with(STORE_PASSKEYS, "T", guest);
    case 10: return work_with(STORE_SECRET_ADD, "BNTTN", b, c, c ? guest : "", "data", 10 * (int)a);
    case 11: return work_with(STORE_SECRET_TAKE, "BNN", b, c, 30);
    case 12: return work_with(STORE_SECRET_CHANGE, "TBNNN", guest, b, c, 5, 20);
    case 13: return work_with(STORE_SECRETS, "TNN", guest, c, 20);
    case 14:
        return c ? work_with(STORE_SECRETS_CLEAR, "TNB", guest, c, b)
                 : work_with(STORE_SECRET_EXCHANGE, "BNB", b, 1, b + 10);
    case 15: return channel_of(device, a, c ? "a" : "b", (int)c, c > 1);
    case 16: return work_with(STORE_CHANNELS, "T", guest);
    case 17: return work_with(STORE_NOTICES_CLAIM, "NNN", (int)b + 1, 60000 + 100 * (int)c, 2);
    case 18: return work_with(STORE_NOTICES_CLAIMED, "N", (int)b + 1);
    case 19: return work_with(STORE_NOTICE_RESULT, "NTNNT", (int)b + 1, device, c, 60000, "f");
    case 20: return work_new(STORE_NOTICE_STATES);
    case 22: return work_with(STORE_BLOCK_SET, "TTNN", guest, guest_id(b), 1 + (int)c % 2, (int)c);
    case 23: return work_with(STORE_BLOCK_DELETE, "TT", guest, guest_id(b));
    case 24: return work_with(STORE_BLOCKS, "T", guest);
    case 25: return seek_of(a, c ? "s" : "t", 10 * (int)b);
    case 26: return append_for_seeks(700 + a + 10 * b, a, 1 + c, "s");
    case 27: return work_with(STORE_SEEKS, "NN", 10 * (int)c, 5);
    case 28: return c ? work_new(STORE_SEEK_BLOCKS) : work_with(STORE_SEEKS_EXPIRE, "NN", 60, 400);
    case 29: return work_with(STORE_SEEK_DELETE, "TTN", guest, c ? "s" : "", c > 1 ? 7 : 0);
    case 31: return work_with(STORE_DEVICE_NAME, "TTT", guest, device, c ? "a" : "b");
    case 32: return work_with(STORE_IMPORT_SET, "TTTN", guest, c ? "a" : "b", "r", (int)b);
    case 33: return work_with(STORE_IMPORT_DELETE, "TT", guest, c ? "a" : "b");
    case 34: return work_with(STORE_IMPORTS, "T", guest);
    case 35: return work_with(STORE_REPORT_ADD, "TTTTNN", guest, guest_id(b), c ? table : "", "r", 0, (int)c);
    case 36: return work_with(STORE_PLAYER_REPORTS, "T", guest);
    case 37: return work_with(STORE_PLAYER_PLANS, "T", guest);
    case 38:
        return c ? work_with(STORE_PLAYER_TABLES, "TTN", guest, table, 3)
                 : work_with(STORE_PLAYER_GAME, "TNT", a ? "x" : "y", 100 * (int)b, guest);
    case 39: return work_with(STORE_TABLE_PLAYERS, "TTTTTNT", guest, guest_id(b), "", "", "", 1, table);
    case 40: return work_with(STORE_DEAL_SECRET, "TB", c ? "d" : "e", b);
    case 41: return work_with(STORE_DEAL_RANKING, "TTTTN", guest, "d", c ? "d" : "e", a ? "e" : "f", 5);
    case 42: return work_with(STORE_PLAYER_RESULTS, "T", guest);
    case 43: return result_append(800 + a + 10 * b, 1, c ? "d" : "e", a, b);
    case 21: return work_with(STORE_NOTICE_WARN, "NTTN", (int)b + 1, device, table, 70000);
    default: return work_with(STORE_SECRETS_EXPIRE, "N", 10 * (int)c);
    }
}

static struct work *any_job(unsigned (*next)(unsigned n), uint32_t *length)
{
    unsigned table = next(12), what = next(36);
    if (what == 32) {
        unsigned guest = next(4), round = next(3);
        return plan_of(table, guest, (int)round, next(2) ? "done" : "");
    }
    if (what == 33)
        return plans_at(table);
    if (what == 34)
        return any_rated(next);
    if (what == 35) {
        const char *guest = guest_id(next(4));
        return next(2) ? work_with(STORE_RATING_CURVE, "TNN", guest, 1, 3)
                       : work_with(STORE_RATINGS, "TTTTTNTN", guest, "", "", "", "", 1, "g1 g2", 0);
    }
    if (what < 11)
        return any_append(next, table, length);
    if (what < 14)
        return load_of(table, next(5));
    if (what == 14)
        return guest_of(STORE_GUEST_ADD, next(8), "n");
    if (what == 15)
        return guest_of(STORE_GUEST_NAME, next(8), next(2) ? "Anna" : "Ben");
    if (what == 16)
        return guest_of(STORE_GUEST_FIND, next(8), "");
    if (what == 17)
        return work_new(STORE_LIST_LISTED);
    if (what == 18)
        return guest_of(STORE_LIST_GUEST, next(8), "");
    if (what == 19)
        return tables_behind(table);
    if (what == 20)
        return guest_of(next(2) ? STORE_GUEST_GET : STORE_LIST_GUESTS, next(8), "");
    if (what == 21)
        return guest_of(STORE_GUEST_DELETE, next(8), "");
    if (what == 22)
        return any_forget(next, table, length);
    if (what == 23)
        return guest_of(STORE_GUEST_SEEN, next(8), "");
    if (what == 24)
        return keep_of(table, 1 + next(length[table] + 2), "kept");
    if (what == 25) {
        struct work *count = work_new(STORE_COUNT_LISTED);
        count->job.origin = table % 2 ? "192.0.2.1" : "192.0.2.0";
        return count;
    }
    if (what >= 30)
        return any_of_player(next);
    if (what == 28)
        return mark_of(table, length[table], 1 + next(9), next(2) ? next(100000) : 0);
    struct work *work = what == 26   ? work_new(STORE_GUESTS_DELETE)
                        : what == 29 ? work_new(STORE_GUESTS_MARK)
                                     : due_of(next(1000));
    if (what == 26 || what == 29) {
        work->job.old.most = next(4);
        work->job.old.marked_ms = 1 + next(9);
        work->job.old.seen_ms = next(9000);
        return work;
    }
    work->job.due.after_ms = next(3) ? 0 : 1 + next(5) * 200;
    id_of(work->job.table, 't', table);
    return work;
}

static uint64_t state;
static unsigned next_number(unsigned n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(state >> 33) % n;
}

static bool same_answer(const struct work *a, const struct work *b)
{
    bool counts = a->job.op == STORE_COUNT_LISTED || a->job.op == STORE_GUESTS_MARK ||
                  a->job.op == STORE_GUESTS_DELETE || a->job.op == STORE_SECRETS_CLEAR ||
                  a->job.op == STORE_NOTICES_CLAIM || a->job.op == STORE_NOTICE_RESULT ||
                  a->job.op == STORE_SECRETS_EXPIRE;
    bool same = a->job.status == b->job.status && (!counts || a->job.count == b->job.count) && a->got_n == b->got_n &&
                a->heads_n == b->heads_n && a->guests_n == b->guests_n &&
                memcmp(&a->guest, &b->guest, sizeof a->guest) == 0 && strcmp(a->rows, b->rows) == 0;
    for (size_t i = 0; same && i < a->got_n; i++)
        same = a->got[i].number == b->got[i].number && a->got[i].at_ms == b->got[i].at_ms &&
               a->got[i].length == b->got[i].length && memcmp(a->got[i].text, b->got[i].text, a->got[i].length) == 0;
    for (size_t i = 0; same && i < a->heads_n; i++)
        same = memcmp(&a->heads[i], &b->heads[i], sizeof a->heads[i]) == 0;
    for (size_t i = 0; same && i < a->guests_n; i++)
        same = memcmp(&a->guests[i], &b->guests[i], sizeof a->guests[i]) == 0;
    return same;
}

/* The same jobs at random, in groups at random, get the same answers from the store in memory. */
static void stores_agree(void)
{
    enum { GROUPS = 300, GROUP = 12 };
    struct bench bench, memory;
    uint32_t length[12] = {0}, same_length[12] = {0};
    int compared = 0, differ = 0;
    bench_open(&bench, where);
    bench_open(&memory, "memory");
    REQUIRE(bench.store && memory.store);
    for (unsigned group = 0; group < GROUPS; group++) {
        struct work *ours[GROUP], *theirs[GROUP];
        unsigned n;
        state = group;
        n = 1 + next_number(GROUP);
        for (unsigned i = 0; i < n; i++)
            submit(&bench, ours[i] = any_job(next_number, length));
        state = group;
        next_number(GROUP);
        for (unsigned i = 0; i < n; i++)
            submit(&memory, theirs[i] = any_job(next_number, same_length));
        CHECK(finish(&bench, ours[n - 1]));
        CHECK(finish(&memory, theirs[n - 1]));
        for (unsigned i = 0; i < n; i++) {
            compared++;
            if (!same_answer(ours[i], theirs[i]) && !differ++)
                printf("  group %u job %u op %d: status %d and %d, %zu and %zu heads\n", group, i, (int)ours[i]->job.op,
                       (int)ours[i]->job.status, (int)theirs[i]->job.status, ours[i]->heads_n, theirs[i]->heads_n);
            work_free(ours[i]);
            work_free(theirs[i]);
        }
    }
    CHECK(compared > 1000);
    CHECK_EQ(differ, 0);
    bench_close(&bench);
    bench_close(&memory);
}

/* ------------------------------------------------------------------------------------------------------- all stores */

static void begin(const char *store) { where = place_new(store); }

int main(void)
{
    static const struct places_test tests[] = {
        {"store: entries come back", entries_come_back, EVERY_STORE},
        {"store: entries are bytes", entries_are_bytes, EVERY_STORE},
        {"store: an entry that is not as it was written is noticed", damage_is_noticed, EVERY_STORE},
        {"store: one number, one entry", one_number_one_entry, EVERY_STORE},
        {"store: a conflict disturbs nobody else", conflict_disturbs_nobody, EVERY_STORE},
        {"store: order is kept", order_is_kept, EVERY_STORE},
        {"store: a job may be used again when it is done", job_is_used_again_in_done, EVERY_STORE},
        {"store: closing carries out what was submitted", closing_carries_out, EVERY_STORE},
        {"store: many entries become one", many_entries_become_one, EVERY_STORE},
        {"store: an entry that stands for many may be long", kept_entry_may_be_long, EVERY_STORE},
        {"store: guests are kept", guests_are_kept, EVERY_STORE},
        {"store: devices are kept", devices_are_kept, EVERY_STORE},
        {"store: secrets work once", secrets_work_once, EVERY_STORE},
        {"store: passkeys and names are kept", passkeys_and_names_are_kept, EVERY_STORE},
        {"store: guests without tables are forgotten", guests_without_tables_are_forgotten, EVERY_STORE},
        {"store: tables are marked", tables_are_marked, EVERY_STORE},
        {"store: the time is kept", time_is_kept, EVERY_STORE},
        {"store: lists find tables", lists_find_tables, EVERY_STORE},
        {"store: tables that are due come in pages", due_tables_come_in_pages, EVERY_STORE},
        {"store: times of the future count for little", times_of_the_future_count_for_little, EVERY_STORE},
        {"store: listed tables of an address are counted", listed_tables_are_counted, EVERY_STORE},
        {"store: heads come back whole", heads_come_back_whole, EVERY_STORE},
        {"store: lists are bounded", list_is_bounded, EVERY_STORE},
        {"store: who leaves a table does not find it", who_leaves_is_gone, EVERY_STORE},
        {"store: plans are kept", plans_are_kept, EVERY_STORE},
        {"store: ratings are kept", ratings_are_kept, EVERY_STORE},
        {"store: results of shared deals are kept", results_are_kept, EVERY_STORE},
        {"store: seeks are taken once", seeks_are_taken_once, EVERY_STORE},
        {"store: tables are forgotten", tables_are_forgotten, EVERY_STORE},
        {"store: entries are rewritten", tables_are_rewritten, EVERY_STORE},
        {"store: notices go with entries", notices_go_with_entries, EVERY_STORE},
        {"store: a notice is followed by a warning", notices_warn_later, EVERY_STORE},
        {"store: guests are checked before they sit", guests_are_checked_before_they_sit, EVERY_STORE},
        {"store: all tables and guests are listed", all_are_listed, EVERY_STORE},
        {"store: guests are deleted", guests_are_deleted, EVERY_STORE},
        {"store: a command writes beside the server", command_writes_beside, EVERY_STORE},
        {"store: answers are those of the store in memory", stores_agree, EVERY_STORE},
    };
    places_tests(tests, sizeof tests / sizeof tests[0], begin);
    return test_end();
}
