/* ratings.c - `fuerstenfeld-lab ratings`: simulates how fast ratings (server/rating/rating.h) find a player's skill,
 * and how well they predict winners.
 *
 * People have true skills, drawn from a normal distribution. They play games whose winners are drawn with the chances
 * of the model, some games with bots in the other seats, and get rated. After 1, 3, 10, 30, ... games of a person the
 * table compares the rating with the true skill: the error, the share of 95 % intervals that contain the true skill,
 * and the mean logarithm of the chance that was predicted for the winner, by the ratings, by the true skills and by
 * equal chances. With --varies the games do not follow the model: each player's skill varies from game to game. */
#include "bots/arena/stats.h"
#include "server/rating/rating.h"
#include "study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKPOINTS = 7, LEVELS = 7 };
#define POINTS 173.71779276130073 /* rating points per unit of skill: 400 / ln 10 */
static const unsigned checkpoints[CHECKPOINTS] = {1, 3, 5, 10, 30, 100, 300};

struct person {
    double skill;
    struct rating rating;
};

/* Sums over the games that were some person's n-th game. */
struct sums {
    double n, square, covered, rated, truth, even;
};

struct study {
    struct lab lab;
    uint64_t people, games, bots, spread, varies;
    struct person *person;
    struct ff_rng rng;
    struct sums sums[CHECKPOINTS];
};

/* One seat of a game: a person, or a bot of some level. */
struct chair {
    struct person *person;
    double skill;
};

static void seat_players(struct study *study, struct chair *chairs, struct rating_seat *seats)
{
    for (unsigned i = 0; i < (unsigned)study->lab.players; i++) {
        bool bot = i && ff_rng_below(&study->rng, 100) < study->bots;
        int level = 1 + (int)ff_rng_below(&study->rng, LEVELS);
        struct person *person = NULL;
        for (bool taken = true; !bot && taken;) {
            person = &study->person[ff_rng_below(&study->rng, (uint32_t)study->people)];
            taken = false;
            for (unsigned k = 0; k < i; k++)
                taken |= chairs[k].person == person;
        }
        seats[i].rating = bot ? rating_of_bot(study->lab.mode, level) : person->rating;
        seats[i].win = 0;
        chairs[i] = (struct chair){person, bot ? seats[i].rating.skill : person->skill};
    }
}

/* Draws the winner of a game by the true skills. */
static unsigned draw_winner(struct study *study, const struct chair *chairs, double *chance)
{
    double weight[RATING_SEATS_MAX], exact[RATING_SEATS_MAX], sum = 0, exact_sum = 0;
    unsigned winner = 0, n = (unsigned)study->lab.players;
    for (unsigned i = 0; i < n; i++) {
        exact_sum += exact[i] = exp(chairs[i].skill);
        sum += weight[i] = exp(chairs[i].skill + (double)study->varies / POINTS * arena_random_normal(&study->rng));
    }
    double at = arena_random_uniform(&study->rng) * sum;
    while (winner + 1 < n && (at -= weight[winner]) > 0)
        winner++;
    *chance = exact[winner] / exact_sum;
    return winner;
}

static void note(struct study *study, const struct person *person, double rated, double truth)
{
    double error = person->rating.skill - person->skill;
    for (int i = 0; i < CHECKPOINTS; i++)
        if (person->rating.games == checkpoints[i]) {
            struct sums *sums = &study->sums[i];
            sums->n++;
            sums->square += error * error;
            sums->covered += fabs(error) <= 1.96 * sqrt(person->rating.variance);
            sums->rated += log(rated);
            sums->truth += log(truth);
            sums->even -= log((double)study->lab.players);
        }
}

static void play_game(struct study *study)
{
    struct chair chairs[RATING_SEATS_MAX];
    struct rating_seat seats[RATING_SEATS_MAX];
    double chances[RATING_SEATS_MAX], truth;
    int n = (int)study->lab.players;
    seat_players(study, chairs, seats);
    unsigned winner = draw_winner(study, chairs, &truth);
    rating_chances(seats, n, chances);
    for (int i = 0; i < n; i++)
        if (chairs[i].person)
            note(study, chairs[i].person, chances[winner], truth);
    seats[winner].win = 1;
    rating_update(seats, n, 1);
    for (int i = 0; i < n; i++)
        if (chairs[i].person)
            chairs[i].person->rating = seats[i].rating;
}

static void print(struct study *study)
{
    struct lab_report *report = &study->lab.report;
    lab_table_begin(report, "ratings", "error in points, intervals with the truth, mean log chance of winners");
    for (int i = 0; i < CHECKPOINTS; i++) {
        const struct sums *sums = &study->sums[i];
        if (sums->n < 100)
            continue;
        lab_cell_count(report, "games", checkpoints[i]);
        lab_cell_count(report, "players", (uint64_t)sums->n);
        lab_cell_real(report, "error", 0, POINTS * sqrt(sums->square / sums->n));
        lab_cell_real(report, "holds %", 1, 100 * sums->covered / sums->n);
        lab_cell_real(report, "rated", 4, sums->rated / sums->n);
        lab_cell_real(report, "truth", 4, sums->truth / sums->n);
        lab_cell_real(report, "equal", 4, sums->even / sums->n);
        lab_row_end(report);
    }
}

static int run_ratings(void *context)
{
    struct study *study = (struct study *)context;
    study->rng = ff_rng_of(study->lab.seed);
    study->person = (struct person *)lab_zeroed_memory(study->people * sizeof *study->person);
    for (uint64_t i = 0; i < study->people; i++)
        study->person[i] =
            (struct person){(double)study->spread / POINTS * arena_random_normal(&study->rng), rating_new()};
    for (uint64_t i = 0; i < study->games; i++)
        play_game(study);
    print(study);
    free(study->person);
    return CLI_OK;
}

int cmd_ratings(int argc, char **argv)
{
    struct study study = {.people = 2000, .games = 200000, .bots = 30, .spread = 174};
    const struct cli_option options[] = {
        {"people", "N", "who play (2000)", .number = &study.people, .min = 10, .max = 1000000},
        {"games", "N", "that they play altogether (200000)", .number = &study.games, .min = 1, .max = 1000000000},
        {"bots", "PERCENT", "seats that bots take (30)", .number = &study.bots, .min = 0, .max = 90},
        {"spread", "POINTS", "standard deviation of true skills (174)", .number = &study.spread, .min = 0, .max = 2000},
        {"varies", "POINTS", "by which play varies from game to game (0)", .number = &study.varies, .min = 0,
         .max = 2000},
    };
    const struct lab_study about = {
        CLI_USAGE_OF("ratings", "", "Rates people whose true skills are known, and compares.", options),
        LAB_SEED | LAB_TABLE | LAB_JSON, run_ratings};
    return lab_study(&about, &study, argc, argv);
}
