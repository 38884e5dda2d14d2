/* test.h - the smallest test framework that prints both values.
 *
 * A test is a function with a title. A title that names rules (R6.4) counts in docs/coverage.md. A failed CHECK prints
 * where and what, marks the test as failed and goes on; REQUIRE leaves the test.
 *
 *     static void crane_is_cheaper(void) { CHECK_EQ(ff_cost(...), 6); }
 *     int main(void) {
 *         TEST("R6.4 the Crane takes 2 off", crane_is_cheaper);
 *         return test_end();
 *     }
 *
 * The last line is "N passed, N failed"; the exit status is 1 if any failed. A test in which nothing was checked
 * fails: it asserts nothing.
 *
 * Under sanitizers, and where lines are counted, bots take several times as long: there a test of them looks at every
 * TEST_SLOW-th of the positions that it looks at otherwise. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef TEST_SLOW
#define TEST_SLOW 1 /* CMakeLists.txt says otherwise */
#endif

static struct {
    int passed, failed;
    long checks; /* in the running test */
    bool test_failed;
} test_state;

static inline void test_fail_at(const char *file, int line)
{
    test_state.test_failed = true;
    printf("  %s:%d: ", file, line);
}

static inline bool test_check(bool holds, const char *what, const char *file, int line)
{
    test_state.checks++;
    if (!holds) {
        test_fail_at(file, line);
        printf("%s does not hold\n", what);
    }
    return holds;
}

static inline bool test_eq(int64_t got, int64_t want, const char *what, const char *file, int line)
{
    test_state.checks++;
    if (got != want) {
        test_fail_at(file, line);
        printf("%s is %lld, want %lld\n", what, (long long)got, (long long)want);
    }
    return got == want;
}

static inline bool test_str(const char *got, const char *want, const char *what, const char *file, int line)
{
    bool same = strcmp(got, want) == 0;
    test_state.checks++;
    if (!same) {
        test_fail_at(file, line);
        printf("%s is\n    \"%s\"\n  want\n    \"%s\"\n", what, got, want);
    }
    return same;
}

#define CHECK(condition) test_check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQ(got, want) test_eq((int64_t)(got), (int64_t)(want), #got, __FILE__, __LINE__)
#define CHECK_STR(got, want) test_str((got), (want), #got, __FILE__, __LINE__)
#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!CHECK(condition))                                                                                         \
            return;                                                                                                    \
    } while (0)

static inline void test_run(const char *title, void (*run)(void))
{
    test_state.checks = 0;
    test_state.test_failed = false;
    run();
    if (test_state.checks == 0) {
        test_state.test_failed = true;
        printf("  nothing was checked\n");
    }
    printf("%s %s\n", test_state.test_failed ? "FAIL" : "ok  ", title);
    if (test_state.test_failed)
        test_state.failed++;
    else
        test_state.passed++;
    fflush(stdout);
}
#define TEST(title, function) test_run((title), (function))

static inline int test_end(void)
{
    printf("%d passed, %d failed\n", test_state.passed, test_state.failed);
    return test_state.failed > 0;
}
