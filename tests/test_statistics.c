/* test_statistics.c - the arena's arithmetic: seatings, intervals, the sequential test, ratings, times. */
#include "cli/commands/arena.h"
#include "test.h"

#include <math.h>
#include <string.h>

/* Within a millionth of `want`, as whole numbers for the macro. */
#define CHECK_NEAR(got, want, digits) CHECK_EQ(llround((got)*pow(10, digits)), llround((want)*pow(10, digits)))

/* ------------------------------------------------------------------------------------------------------- seatings */

static struct arena_field field_of(int players, int bots_n, bool rotations)
{
    struct arena_field field;
    memset(&field, 0, sizeof field);
    field.entries_n = bots_n;
    for (int e = 0; e < bots_n; e++)
        field.entry[e].seats = e + 1 < bots_n ? 1 : players - e;
    arena_list_seatings(&field, players, rotations);
    return field;
}

static void seatings_are_all(void)
{
    static const int want[6][6] = {{0}, {0}, {0, 1, 2}, {0, 1, 3, 6}, {0, 1, 4, 12, 24}, {0, 1, 5, 20, 60, 120}};
    for (int players = 2; players <= 5; players++)
        for (int bots_n = 1; bots_n <= players; bots_n++) {
            struct arena_field all = field_of(players, bots_n, false), some = field_of(players, bots_n, true);
            CHECK_EQ(all.seatings_n, want[players][bots_n]);
            CHECK_EQ(some.seatings_n, bots_n == 1 ? 1 : players);
        }
}

/* Each bot is at each seat as often as at any other, with the whole number of seats that it has. */
static void check_fair(const struct arena_field *field, int players)
{
    for (int seat = 0; seat < players; seat++) {
        int times[FF_PLAYERS_MAX] = {0};
        for (int i = 0; i < field->seatings_n; i++)
            times[field->seating[i][seat]]++;
        for (int e = 0; e < field->entries_n; e++)
            CHECK_EQ(times[e] * players, field->seatings_n * field->entry[e].seats);
    }
}

static void seatings_are_fair(void)
{
    for (int players = 2; players <= 5; players++)
        for (int bots_n = 1; bots_n <= players; bots_n++)
            for (int rotations = 0; rotations < 2; rotations++) {
                struct arena_field field = field_of(players, bots_n, rotations);
                check_fair(&field, players);
                for (int i = 0; i < field.seatings_n; i++)
                    for (int j = 0; j < i; j++)
                        CHECK(memcmp(field.seating[i], field.seating[j], (size_t)players) != 0);
            }
}

/* ------------------------------------------------------------------------------------------------------ intervals */

static void student(void)
{
    CHECK_NEAR(arena_student_quantile(1), 12.7062, 4);
    CHECK_NEAR(arena_student_quantile(5), 2.5706, 4);
    CHECK_NEAR(arena_student_quantile(6), 2.4469, 3);
    CHECK_NEAR(arena_student_quantile(10), 2.22814, 4);
    CHECK_NEAR(arena_student_quantile(30), 2.04227, 5);
    CHECK_NEAR(arena_student_quantile(1000), 1.96234, 5);
}

/* Against published values (Newcombe 1998, table I). */
static void wilson(void)
{
    struct arena_interval a = arena_wilson_interval(81.0 / 263, 263, 1.959964),
                          b = arena_wilson_interval(0, 20, 1.959964);
    struct arena_interval c = arena_wilson_interval(15.0 / 148, 148, 1.959964),
                          d = arena_wilson_interval(1.0 / 29, 29, 1.959964);
    CHECK_NEAR(a.low, 0.2553, 4);
    CHECK_NEAR(a.high, 0.3662, 4);
    CHECK_NEAR(b.low, 0, 4);
    CHECK_NEAR(b.high, 0.1611, 4);
    CHECK_NEAR(c.low, 0.0624, 4);
    CHECK_NEAR(c.high, 0.1605, 4);
    CHECK_NEAR(d.low, 0.0061, 4);
    CHECK_NEAR(d.high, 0.1718, 4);
}

static struct arena_scores scores_of(uint32_t unit, int n, const uint32_t *pairs)
{
    struct arena_scores scores;
    bool good = arena_scores_init(&scores, unit);
    CHECK(good);
    for (int i = 0; i < n; i++)
        for (uint32_t k = 0; k < pairs[2 * i + 1]; k++)
            arena_scores_add(&scores, pairs[2 * i]);
    return scores;
}

static void interval_of_setups(void)
{
    /* 0, 1/2 and 1: each of 10, 20, 10 set-ups. Mean 1/2, variance 20 * 1/4 / 39. */
    struct arena_scores scores = scores_of(2, 3, (const uint32_t[]){0, 10, 1, 20, 2, 10});
    double error = sqrt(20 * 0.25 / 39 / 40);
    CHECK_NEAR(arena_scores_mean(&scores), 0.5, 9);
    CHECK_NEAR(arena_scores_variance(&scores), 20 * 0.25 / 39, 9);
    struct arena_interval got = arena_scores_interval(&scores),
                          want = arena_wilson_interval(0.5, 0.25 / (error * error), 2.022691);
    CHECK_NEAR(got.low, want.low, 5);
    CHECK_NEAR(got.high, want.high, 5);
    /* Near what the standard error alone would give. */
    CHECK(fabs(got.high - 0.5 - 2.0227 * error) < 0.01);
    arena_scores_free(&scores);
}

static void interval_without_spread(void)
{
    struct arena_scores lost = scores_of(2, 1, (const uint32_t[]){0, 20}),
                        even = scores_of(2, 1, (const uint32_t[]){1, 20});
    struct arena_scores single = scores_of(2, 1, (const uint32_t[]){2, 1}), none = scores_of(2, 0, NULL);
    CHECK_NEAR(arena_scores_interval(&lost).high, 0.1611, 4); /* a set-up is one trial */
    CHECK_NEAR(arena_scores_interval(&even).low, 0.2993, 4);  /* likewise: that all came out even is no certainty */
    CHECK_NEAR(arena_scores_interval(&even).high, 0.7007, 4);
    CHECK(arena_scores_interval(&single).low > 0.2 && arena_scores_interval(&single).low < 0.21);
    CHECK_NEAR(arena_scores_interval(&none).high, 1, 9);
    arena_scores_free(&lost);
    arena_scores_free(&even);
    arena_scores_free(&single);
    arena_scores_free(&none);
}

/* Of many samples the interval must hold the truth in about 95 of 100; scores in pairs, as two seatings give them. */
static void interval_covers(void)
{
    struct ff_rng rng = ff_rng_of(7);
    int held = 0;
    enum { SAMPLES = 2000, SETUPS = 60 };
    for (int s = 0; s < SAMPLES; s++) {
        struct arena_scores scores = scores_of(2, 0, NULL);
        for (int i = 0; i < SETUPS; i++) /* luck of the deal: a third even, the others to one side */
            arena_scores_add(&scores, ff_rng_below(&rng, 3) == 0 ? 1 : ff_rng_below(&rng, 100) < 80 ? 2 : 0);
        double truth = 1.0 / 6 + 2.0 / 3 * 0.8;
        struct arena_interval interval = arena_scores_interval(&scores);
        held += interval.low <= truth && truth <= interval.high;
        arena_scores_free(&scores);
    }
    CHECK(held > SAMPLES * 935 / 1000 && held < SAMPLES * 970 / 1000);
}

/* ------------------------------------------------------------------------------------------------ sequential test */

static const struct arena_sprt test_of_half = {0.5, 0.6, 0.05, 0.05};

static void sprt_is_walds(void)
{
    struct arena_scores scores = scores_of(60, 2, (const uint32_t[]){0, 30, 60, 70});
    double wald = 70 * log(0.6 / 0.5) + 30 * log(0.4 / 0.5);
    CHECK(fabs(arena_sprt_llr(&test_of_half, &scores) - wald) < 0.01);
    CHECK_NEAR(arena_sprt_upper_bound(&test_of_half), 2.944439, 6);
    CHECK_NEAR(arena_sprt_lower_bound(&test_of_half), -2.944439, 6);
    arena_scores_free(&scores);
}

static void sprt_bounds(void)
{
    CHECK_EQ(arena_sprt_verdict(&test_of_half, 2.95), ARENA_SPRT_P1);
    CHECK_EQ(arena_sprt_verdict(&test_of_half, 2.94), ARENA_SPRT_GO_ON);
    CHECK_EQ(arena_sprt_verdict(&test_of_half, -2.94), ARENA_SPRT_GO_ON);
    CHECK_EQ(arena_sprt_verdict(&test_of_half, -2.95), ARENA_SPRT_P0);
}

static void sprt_extremes(void)
{
    struct arena_sprt sure = {0.95, 0.99, 0.05, 0.05};
    struct arena_scores won = scores_of(60, 1, (const uint32_t[]){60, 60}),
                        one = scores_of(60, 1, (const uint32_t[]){60, 1});
    struct arena_scores lost = scores_of(60, 1, (const uint32_t[]){0, 3}), none = scores_of(60, 0, NULL);
    CHECK(fabs(arena_sprt_llr(&sure, &won) - 60 * log(0.99 / 0.95)) < 0.01);
    CHECK_EQ(arena_sprt_verdict(&sure, arena_sprt_llr(&sure, &one)), ARENA_SPRT_GO_ON);
    CHECK_EQ(arena_sprt_verdict(&sure, arena_sprt_llr(&sure, &lost)), ARENA_SPRT_P0);
    CHECK(fabs(arena_sprt_llr(&sure, &none)) < 0.01);
    arena_scores_free(&won);
    arena_scores_free(&one);
    arena_scores_free(&lost);
    arena_scores_free(&none);
}

/* Less spread, as seatings of one deal give, is more evidence. */
static void sprt_uses_spread(void)
{
    struct arena_scores wide = scores_of(2, 2, (const uint32_t[]){0, 40, 2, 60});
    struct arena_scores tight = scores_of(2, 3, (const uint32_t[]){0, 10, 1, 60, 2, 30});
    CHECK_NEAR(arena_scores_mean(&wide), arena_scores_mean(&tight), 9);
    CHECK(arena_sprt_llr(&test_of_half, &tight) > 2 * arena_sprt_llr(&test_of_half, &wide));
    arena_scores_free(&wide);
    arena_scores_free(&tight);
}

/* Plays until decided; each set-up is two games at that chance. */
static enum arena_sprt_verdict decide(struct ff_rng *rng, unsigned percent, uint64_t *setups)
{
    struct arena_scores scores = scores_of(2, 0, NULL);
    enum arena_sprt_verdict verdict = ARENA_SPRT_GO_ON;
    while (verdict == ARENA_SPRT_GO_ON && scores.n < 5000) {
        arena_scores_add(&scores, (ff_rng_below(rng, 100) < percent) + (ff_rng_below(rng, 100) < percent));
        verdict = arena_sprt_verdict(&test_of_half, arena_sprt_llr(&test_of_half, &scores));
    }
    *setups += scores.n;
    arena_scores_free(&scores);
    return verdict;
}

static void sprt_errs_seldom(void)
{
    enum { RUNS = 300 };
    struct ff_rng rng = ff_rng_of(3);
    int wrong0 = 0, wrong1 = 0;
    uint64_t setups = 0;
    for (int i = 0; i < RUNS; i++) {
        wrong0 += decide(&rng, 50, &setups) != ARENA_SPRT_P0;
        wrong1 += decide(&rng, 60, &setups) != ARENA_SPRT_P1;
    }
    CHECK(wrong0 < RUNS * 8 / 100); /* 5 % and a margin of more than two standard errors */
    CHECK(wrong1 < RUNS * 8 / 100);
    CHECK(setups / (2 * RUNS) < 90); /* a fixed number of set-ups of the same power needs about 135 */
}

/* -------------------------------------------------------------------------------------------------------- ratings */

static void rating_of_two(void)
{
    struct arena_scores scores = scores_of(4, 2, (const uint32_t[]){4, 5000, 2, 5000}); /* three of four */
    struct arena_pairing pairing = {0, 1, 1, 2, &scores};
    struct arena_rating rating[2];
    arena_ratings_fit(&(struct arena_pairings){&pairing, 1, 2}, 0, 1, rating);
    CHECK(fabs(rating[0].elo - rating[1].elo - 400 * log10(3)) < 0.1);
    CHECK(fabs(rating[0].elo + rating[1].elo) < 1e-6);
    arena_scores_free(&scores);
}

/* With three players par is a third: twice the others' strength wins half. */
static void rating_at_three(void)
{
    struct arena_scores half = scores_of(3, 2, (const uint32_t[]){0, 5000, 3, 5000});
    struct arena_scores fifth = scores_of(5, 1, (const uint32_t[]){1, 10000}); /* 1 against 2 + 2 */
    struct arena_pairing pairings[] = {{0, 1, 2, 3, &half}, {1, 0, 2, 3, &fifth}};
    struct arena_rating rating[2];
    arena_ratings_fit(&(struct arena_pairings){pairings, 2, 2}, 0, 1, rating);
    CHECK(fabs(rating[0].elo - rating[1].elo - 400 * log10(2)) < 0.1);
    arena_scores_free(&half);
    arena_scores_free(&fifth);
}

static void rating_intervals(void)
{
    struct arena_scores scores = scores_of(2, 3, (const uint32_t[]){0, 25, 1, 50, 2, 25});
    struct arena_scores all = scores_of(2, 1, (const uint32_t[]){2, 100});
    struct arena_pairing pairings[] = {{0, 1, 1, 2, &scores}, {0, 2, 1, 2, &all}, {1, 2, 1, 2, &all}};
    struct arena_rating a[3], b[3];
    arena_ratings_fit(&(struct arena_pairings){pairings, 3, 3}, 400, 5, a);
    arena_ratings_fit(&(struct arena_pairings){pairings, 3, 3}, 400, 5, b);
    CHECK(memcmp(a, b, sizeof a) == 0); /* the same seed, the same intervals */
    for (int i = 0; i < 3; i++)
        CHECK(a[i].interval.low <= a[i].elo && a[i].elo <= a[i].interval.high && isfinite(a[i].elo));
    CHECK(a[2].interval.high < a[0].interval.low);
    /* Of the two alone: the standard error of their mean score is 3.5 %; half of 7 % is 24 points each. */
    arena_ratings_fit(&(struct arena_pairings){pairings, 1, 2}, 400, 5, a);
    double width = a[0].interval.high - a[0].interval.low;
    CHECK(width > 25 && width < 75);
    arena_scores_free(&scores);
    arena_scores_free(&all);
}

/* The points of the first of two bots that gets this share of 40 games and of the one at par. */
static double points_of(double share)
{
    double one = 40 * share + 0.5;
    return 200 * log10(one / (41 - one));
}

/* That all set-ups came out alike is no certainty for ratings either: their interval is that of the share. */
static void rating_interval_without_spread(void)
{
    for (uint32_t score = 0; score <= 2; score++) {
        struct arena_scores alike = scores_of(2, 1, (const uint32_t[]){score, 20});
        struct arena_interval share = arena_scores_interval(&alike);
        struct arena_pairing pairing = {0, 1, 1, 2, &alike};
        struct arena_rating rating[2];
        arena_ratings_fit(&(struct arena_pairings){&pairing, 1, 2}, 2000, 5, rating);
        CHECK(fabs(rating[0].interval.low - points_of(share.low)) < 10);
        CHECK(fabs(rating[0].interval.high - points_of(share.high)) < 10);
        arena_scores_free(&alike);
    }
}

/* Whatever the score and however many set-ups had it, the shares and the ratings stay uncertain. */
static void nothing_is_certain(void)
{
    for (uint32_t unit = 1; unit <= 24; unit++)
        for (uint32_t score = 0; score <= unit; score++)
            for (uint32_t n = 1; n <= 12; n++) {
                struct arena_scores alike = scores_of(unit, 1, (const uint32_t[]){score, n});
                struct arena_interval share = arena_scores_interval(&alike);
                struct arena_pairing pairing = {0, 1, 2, 3, &alike};
                struct arena_rating rating[2];
                arena_ratings_fit(&(struct arena_pairings){&pairing, 1, 2}, 40, n, rating);
                CHECK(share.high - share.low > 0.1);
                CHECK(rating[0].interval.high - rating[0].interval.low > 1);
                CHECK(rating[0].interval.low < rating[0].elo + 1e-6 && rating[0].elo < rating[0].interval.high + 1e-6);
                arena_scores_free(&alike);
            }
}

/* ---------------------------------------------------------------------------------------------------------- times */

static void times_are_counted(void)
{
    static struct arena_times times, more, sum;
    for (uint64_t ns = 1; ns <= 1000; ns++)
        arena_times_add(&times, ns * 1000);
    arena_times_add(&more, UINT64_MAX);
    arena_times_add(&more, 0);
    CHECK(fabs(arena_times_quantile(&times, 0.5) / 500e3 - 1) < 0.04);
    CHECK(fabs(arena_times_quantile(&times, 0.99) / 990e3 - 1) < 0.04);
    CHECK_EQ(times.max_ns, 1000000);
    CHECK(arena_times_quantile(&times, 1) <= 1000000);
    arena_times_merge(&sum, &times);
    arena_times_merge(&sum, &more);
    CHECK_EQ(sum.n, 1002);
    CHECK(sum.max_ns == UINT64_MAX);
    CHECK_EQ(arena_times_quantile(&sum, 0.0001), 0);
}

int main(void)
{
    TEST("the seatings of a field are complete", seatings_are_all);
    TEST("the seatings of a field are different and fair", seatings_are_fair);
    TEST("Student's quantiles", student);
    TEST("Wilson's intervals", wilson);
    TEST("the interval is that of set-ups", interval_of_setups);
    TEST("the interval where set-ups do not differ", interval_without_spread);
    TEST("95 % intervals hold the truth 95 times in 100", interval_covers);
    TEST("the sequential test is Wald's where scores are 0 and 1", sprt_is_walds);
    TEST("the sequential test's bounds", sprt_bounds);
    TEST("the sequential test where all is won or lost", sprt_extremes);
    TEST("the sequential test takes the spread of set-ups", sprt_uses_spread);
    TEST("the sequential test errs as seldom as asked", sprt_errs_seldom);
    TEST("the rating of two bots", rating_of_two);
    TEST("the rating at three seats", rating_at_three);
    TEST("ratings have intervals that repeat", rating_intervals);
    TEST("the interval of ratings where set-ups do not differ", rating_interval_without_spread);
    TEST("no number of equal set-ups is a certainty", nothing_is_certain);
    TEST("decision times", times_are_counted);
    return test_end();
}
