/* test_daily.c - the deal of the day: from the date alone, for every day; and how games of one deal are compared. */
#include "bots/coach/daily_deal.h"

#include "bots/ai/levels.h"
#include "bots/arena/random_games.h"
#include "edition.h"
#include "test.h"

static bool daily_of(const char *date, struct coach_daily_deal *daily)
{
    return coach_daily_deal_of(date, strlen(date), daily);
}

static void some_days_stay_as_they_are(void)
{
    struct coach_daily_deal daily;
    REQUIRE(daily_of("2026-11-16", &daily));
    CHECK_EQ(daily.seed, UINT64_C(7374759680901312));
    CHECK_EQ(daily.players, 3);
    CHECK_EQ(daily.seat, 2);
}

/* Every day of 400 years: the calendar has 146097 of them, and whatever else is written is none. */
static void every_day_has_a_deal(void)
{
    struct coach_daily_deal daily;
    int days = 0, of_three = 0, of_experts = 0;
    uint64_t last = 0;
    for (int code = 0; code < 400 * 13 * 32; code++) {
        char date[32];
        snprintf(date, sizeof date, "%04d-%02d-%02d", 2000 + code / (13 * 32), code / 32 % 13, code % 32);
        if (!daily_of(date, &daily))
            continue;
        days++;
        of_three += daily.players == 3;
        of_experts += daily.mode == FF_EXPERT;
        REQUIRE(daily.seed < UINT64_C(1) << 53 && daily.seed != last);
        REQUIRE(daily.players >= FF_PLAYERS_MIN && daily.players <= FF_PLAYERS_MAX && daily.seat < daily.players);
        for (int seat = 0; seat < daily.players; seat++)
            REQUIRE((daily.level[seat] == COACH_DAILY_PERSON) == (seat == daily.seat) &&
                    daily.level[seat] < BOT_LEVELS_MAX);
        last = daily.seed;
    }
    CHECK_EQ(days, 146097);
    CHECK(of_three > days * 48 / 100 && of_three < days * 52 / 100);
    CHECK(of_experts > days * 26 / 100 && of_experts < days * 31 / 100);
}

static void what_is_no_date_is_refused(void)
{
    static const char *const none[] = {"",           "today",       "2026-11-6",  "2026-11-31",
                                       "2026-02-29", "1999-12-31",  "2026-13-01", "2026-00-10",
                                       "2026-01-00", "2026/11/16",  "26-11-16",   "2026-11-16 ",
                                       "2026-11-1x", " 2026-11-16", "-026-11-16", "2100-02-29"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct coach_daily_deal daily = {.seed = 7};
        CHECK(!daily_of(none[i], &daily));
        CHECK_EQ(daily.seed, 7);
    }
    struct coach_daily_deal daily;
    CHECK(daily_of("2024-02-29", &daily) && daily_of("2000-02-29", &daily));
    CHECK(coach_daily_deal_of("2026-11-16x", 10, &daily)); /* never looks beyond what it is given */
}

/* Places of ended games: the winners have the first, nobody's place is taken twice unless all that counts is equal. */
static void places_follow_the_result(void)
{
    const struct ff_edition values = default_edition(), *edition = &values;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct ff_game game;
        struct ff_rng rng = ff_rng_of(seed);
        struct ff_result result;
        int players = 2 + (int)(seed % 4);
        arena_random_begin_game(edition, players, (int)(seed / 4 % 2), seed, &game);
        while (game.pub.owe) {
            int seat = ff_lowest(game.pub.owe);
            ff_apply(edition, &game, seat, arena_random_action(&game, seat, &rng));
        }
        ff_result(&game.pub, &result);
        for (int seat = 0; seat < players; seat++) {
            struct coach_score score = coach_score_of(&game.pub, seat);
            CHECK_EQ(score.won, result.winners >> seat & 1);
            CHECK(!score.won || score.place == 1);
            CHECK(score.won || !result.winners || score.place > 1);
            for (int other = 0; other < players; other++) {
                struct coach_score his = coach_score_of(&game.pub, other);
                CHECK(score.place >= his.place || coach_score_sort_key(&score) < coach_score_sort_key(&his));
            }
        }
    }
}

/* From the best to the worst: each is better than all behind it. */
static void what_counts_more_comes_first(void)
{
    static const struct coach_score best_first[] = {
        {.place = 1, .won = 1, .parts = 6, .coins = 9, .rounds = 10},
        {.place = 1, .won = 1, .parts = 6, .coins = 9, .rounds = 11},
        {.place = 1, .won = 1, .parts = 6, .coins = 8, .rounds = 9},
        {.place = 1, .won = 1, .shared = 1, .parts = 6, .coins = 20, .rounds = 9},
        {.place = 2, .parts = 6, .coins = 30, .rounds = 8},
        {.place = 2, .parts = 5, .coins = 60000, .rounds = 8},
        {.place = 2, .parts = 5, .coins = 0, .rounds = 250},
        {.place = 5, .parts = 0, .coins = 0, .rounds = 250},
    };
    for (size_t i = 1; i < sizeof best_first / sizeof *best_first; i++)
        CHECK(coach_score_sort_key(&best_first[i - 1]) < coach_score_sort_key(&best_first[i]));
}

static void the_line_to_share(void)
{
    char text[160];
    struct base_out out = base_out_of(text, sizeof text);
    struct coach_daily_deal daily;
    const struct coach_score score = {.place = 1, .won = 1, .parts = 6, .rounds = 10, .coins = 1};
    REQUIRE(daily_of("2026-11-16", &daily));
    coach_daily_deal_put_share_line(&out, &daily, &score, 1u << 2 | 1u << 5);
    CHECK_STR(text, "F\xc3\xbcrstenfeld 2026-11-16: 1st of 3, palace 6/6, 1 coin, 10 rounds; better than level 2 5");
}

int main(void)
{
    TEST("some days' deals stay as they are", some_days_stay_as_they_are);
    TEST("every day of 400 years has a deal", every_day_has_a_deal);
    TEST("what is no date is refused", what_is_no_date_is_refused);
    TEST("places follow the result", places_follow_the_result);
    TEST("what counts more comes first", what_counts_more_comes_first);
    TEST("the line to share", the_line_to_share);
    return test_end();
}
