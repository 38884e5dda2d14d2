/* test_rating.c - ratings: the model's promises, convergence against the model itself, and the same bits everywhere. */
#include "server/rating/rating.h"

#include "engine/core/ff.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

static struct rating_seat person(double skill, double variance, double win)
{
    return (struct rating_seat){.rating = {.skill = skill, .variance = variance}, .win = win};
}

static void chances_sum_to_one(void)
{
    for (int n = 2; n <= RATING_SEATS_MAX; n++) {
        struct rating_seat seats[RATING_SEATS_MAX];
        double chances[RATING_SEATS_MAX], sum = 0;
        for (int i = 0; i < n; i++)
            seats[i] = person(i * 0.7 - 1, 0.3 * i, 0);
        rating_chances(seats, n, chances);
        for (int i = 0; i < n; i++) {
            sum += chances[i];
            CHECK(chances[i] > 0 && chances[i] < 1);
            CHECK(i == 0 || chances[i] > chances[i - 1]);
        }
        CHECK(fabs(sum - 1) < 1e-12);
    }
}

static void certain_skills_give_exact_chances(void)
{
    struct rating_seat seats[3] = {person(log(3), 0, 0), person(0, 0, 0), person(log(2), 0, 0)};
    double chances[3];
    rating_chances(seats, 3, chances);
    CHECK(fabs(chances[0] - 3.0 / 6) < 1e-12);
    CHECK(fabs(chances[1] - 1.0 / 6) < 1e-12);
    CHECK(fabs(chances[2] - 2.0 / 6) < 1e-12);
}

static void losers_are_equal(void)
{
    struct rating_seat seats[4] = {person(0.2, 1, 0), person(0.2, 1, 1), person(0.2, 1, 0), person(0.2, 1, 0)};
    rating_update(seats, 4, 1);
    CHECK(seats[1].rating.skill > 0.2);
    CHECK(seats[0].rating.skill < 0.2);
    CHECK(seats[0].rating.skill == seats[2].rating.skill && seats[2].rating.skill == seats[3].rating.skill);
}

static void anchors_stay(void)
{
    struct rating_seat seats[3] = {{.rating = rating_of_bot(FF_BASE, 2), .win = 1},
                                   {.rating = rating_new()},
                                   {.rating = rating_of_bot(FF_BASE, 5)}};
    struct rating low = seats[0].rating, high = seats[2].rating;
    rating_update(seats, 3, 1);
    CHECK(!memcmp(&low, &seats[0].rating, sizeof low));
    CHECK(!memcmp(&high, &seats[2].rating, sizeof high));
    CHECK(seats[1].rating.skill < 0);
    CHECK_EQ(seats[1].rating.games, 1);
}

static void shared_wins_and_no_winner(void)
{
    struct rating_seat tie[2] = {person(0, 1, 0.5), person(0, 1, 0.5)};
    rating_update(tie, 2, 1);
    CHECK(tie[0].rating.skill == 0 && tie[1].rating.skill == 0);
    CHECK(tie[0].rating.variance < 1);
    struct rating_seat none[2] = {person(0.5, 1, 0), person(0, 1, 0)};
    rating_update(none, 2, 1);
    CHECK(none[0].rating.skill == 0.5 && none[0].rating.variance == 1);
    CHECK_EQ(none[0].rating.games, 1);
}

static void a_lighter_game_moves_less(void)
{
    struct rating_seat whole[2] = {person(0, 2, 1), person(0, 2, 0)}, half[2] = {person(0, 2, 1), person(0, 2, 0)};
    rating_update(whole, 2, 1);
    rating_update(half, 2, 0.5);
    CHECK(half[0].rating.skill > 0 && half[0].rating.skill < whole[0].rating.skill);
    CHECK(half[0].rating.variance > whole[0].rating.variance);
}

/* Players with fixed true skills, games drawn from the model: ratings must approach the truth, and their margins must
 * cover it about as often as they claim. */
static void ratings_converge(void)
{
    enum { PLAYERS = 40, GAMES = 12000 };
    struct rating rating[PLAYERS];
    double truth[PLAYERS];
    struct ff_rng rng = ff_rng_of(4);
    for (int i = 0; i < PLAYERS; i++) {
        rating[i] = rating_new();
        truth[i] = (i - PLAYERS / 2) * 0.08;
    }
    for (int game = 0; game < GAMES; game++) {
        struct rating_seat seats[4];
        int who[3], n = 3;
        double chances[4], u = (double)(ff_rng_next(&rng) >> 11) / 9007199254740992.0;
        for (int i = 0; i < n; i++) {
            who[i] = (int)((ff_rng_next(&rng) >> 32) % (PLAYERS / n)) * n + i;
            seats[i] = person(truth[who[i]], 0, 0);
        }
        seats[n] = (struct rating_seat){.rating = rating_of_bot(FF_BASE, 3)};
        rating_chances(seats, n + 1, chances);
        for (int i = 0; i < n; i++)
            seats[i].rating = rating[who[i]];
        int winner = 0;
        for (; winner < n && u >= chances[winner]; winner++)
            u -= chances[winner];
        seats[winner].win = 1;
        rating_update(seats, n + 1, 1);
        for (int i = 0; i < n; i++)
            rating[who[i]] = seats[i].rating;
    }
    int covered = 0;
    double error = 0;
    for (int i = 0; i < PLAYERS; i++) {
        double off = fabs(rating[i].skill - truth[i]);
        error += off / PLAYERS;
        covered += off < 1.96 * sqrt(rating[i].variance);
    }
    CHECK(error < 0.25);
    CHECK(covered >= 34);
    printf("mean error %.3f, %d of %d covered\n", error, covered, PLAYERS);
}

static void the_same_bits_everywhere(void)
{
    struct rating_seat seats[5];
    for (int i = 0; i < 5; i++)
        seats[i].rating = rating_new();
    for (int game = 0; game < 500; game++) {
        for (int i = 0; i < 5; i++)
            seats[i].win = i == game * 7 % 5 || (i == 0 && game % 3 == 0);
        for (int i = 0; i < 5; i++)
            seats[i].win = seats[i].win && game % 15 == 0 ? 0.5 : seats[i].win;
        rating_update(seats, 5, 1);
    }
    uint64_t hash = 0;
    for (int i = 0; i < 5; i++) {
        uint64_t bits;
        memcpy(&bits, &seats[i].rating.skill, sizeof bits);
        hash = hash * 1099511628211u ^ bits;
        memcpy(&bits, &seats[i].rating.variance, sizeof bits);
        hash = hash * 1099511628211u ^ bits;
    }
    CHECK(hash == 0x46440756bc519ba);
}

static void points_people_see(void)
{
    struct rating rating = rating_new();
    CHECK_EQ(rating_points(&rating), RATING_POINTS_BASE);
    CHECK(rating_is_provisional(&rating));
    rating.skill = log(10);
    rating.variance = 0.1;
    CHECK_EQ(rating_points(&rating), RATING_POINTS_BASE + 400);
    CHECK(!rating_is_provisional(&rating));
    CHECK(rating_margin(&rating) > 90 && rating_margin(&rating) < 120);
}

int main(void)
{
    TEST("chances sum to one and grow with skill", chances_sum_to_one);
    TEST("certain skills give exact chances", certain_skills_give_exact_chances);
    TEST("losers are equal", losers_are_equal);
    TEST("bots are anchors", anchors_stay);
    TEST("shared wins, and games that nobody wins", shared_wins_and_no_winner);
    TEST("a game with less weight moves a rating less", a_lighter_game_moves_less);
    TEST("ratings converge to true skills", ratings_converge);
    TEST("the same games give the same bits everywhere", the_same_bits_everywhere);
    TEST("points, margins and provisional ratings", points_people_see);
    return test_end();
}
