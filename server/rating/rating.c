/* rating.c - computes winning chances and updates ratings; see rating.h. docs/developers/players.md describes the
 * model. */
#include "server/rating/rating.h"

#include "engine/core/ff.h"

#include <assert.h>
#include <math.h>

#define POINTS_PER_UNIT 173.71779276130073 /* 400 / ln 10 */
#define INITIAL_VARIANCE 2.0               /* a standard deviation of 246 points; `lab ratings` compares alternatives */
#define VARIANCE_PER_GAME 0.0009           /* lets skills drift by 5 points per game */
#define VARIANCE_MIN 0.0625                /* 43 points; keeps old ratings able to change */
#define PROVISIONAL_VARIANCE 0.4           /* a standard deviation of 110 points */
#define PI_OVER_8 0.39269908169872414
#define STEP_MAX 1.5 /* limit for the change after one game */

/* Ratings of the bots' levels, measured in arena games of three: one bot against two of the next weaker level
 * (docs/notebook/ratings.md). */
static const int16_t bot_points[2][7] = {{1257, 1400, 1500, 1653, 1763, 1869, 1959},
                                         {1215, 1389, 1500, 1618, 1738, 1848, 1943}};

struct rating rating_new(void) { return (struct rating){.skill = 0, .variance = INITIAL_VARIANCE}; }

struct rating rating_of_bot(int mode, int level)
{
    assert(level >= 1 && level <= (int)(sizeof bot_points[0] / sizeof bot_points[0][0]));
    int points = bot_points[mode == FF_EXPERT][level - 1];
    return (struct rating){.skill = (points - RATING_POINTS_BASE) / POINTS_PER_UNIT};
}

/* Computes e^x for x <= 0 to 15 digits, with the same bits on every machine, as (e^(x / 2^k))^(2^k). */
static double exponential(double x)
{
    if (x < -700)
        return 0;
    int halvings = 0;
    while (x < -0.03125) {
        x /= 2;
        halvings++;
    }
    double sum = 1, term = 1;
    for (int i = 1; i <= 9; i++) {
        term *= x / i;
        sum += term;
    }
    while (halvings-- > 0)
        sum *= sum;
    return sum;
}

/* Returns the factor by which to divide log-odds because skills are uncertain: MacKay's approximation sqrt(1 + pi/8
 * variance), where the variance is that of the difference between two typical seats. */
static double flattening(const struct rating_seat *seats, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += seats[i].rating.variance;
    return sqrt(1 + PI_OVER_8 * 2 * sum / n);
}

void rating_chances(const struct rating_seat *seats, int n, double *chances)
{
    assert(n >= 1 && n <= RATING_SEATS_MAX);
    double scale = flattening(seats, n), best = seats[0].rating.skill, sum = 0;
    for (int i = 1; i < n; i++)
        best = seats[i].rating.skill > best ? seats[i].rating.skill : best;
    for (int i = 0; i < n; i++)
        sum += chances[i] = exponential((seats[i].rating.skill - best) / scale);
    for (int i = 0; i < n; i++)
        chances[i] /= sum;
}

static double limited(double step) { return step > STEP_MAX ? STEP_MAX : step < -STEP_MAX ? -STEP_MAX : step; }

/* Updates a seat with one Newton step. The gradient of the log-likelihood is win - chance, and its curvature is chance
 * (1 - chance). */
static void update_seat(struct rating_seat *seat, double chance, double scale, double weight)
{
    struct rating *rating = &seat->rating;
    double variance = rating->variance + VARIANCE_PER_GAME * weight;
    double information = weight * chance * (1 - chance) / (scale * scale);
    variance = 1 / (1 / variance + information);
    rating->skill += limited(variance * weight * (seat->win - chance) / scale);
    rating->variance = variance > VARIANCE_MIN ? variance : VARIANCE_MIN;
}

void rating_update(struct rating_seat *seats, int n, double weight)
{
    assert(weight > 0 && weight <= 1);
    double chances[RATING_SEATS_MAX], scale = flattening(seats, n), wins = 0;
    rating_chances(seats, n, chances);
    for (int i = 0; i < n; i++)
        wins += seats[i].win;
    for (int i = 0; i < n; i++) {
        if (seats[i].rating.variance > 0) {
            if (wins > 0)
                update_seat(&seats[i], chances[i], scale, weight);
            seats[i].rating.games++;
        }
    }
}

int rating_points(const struct rating *rating)
{
    return RATING_POINTS_BASE + (int)floor(rating->skill * POINTS_PER_UNIT + 0.5);
}

int rating_margin(const struct rating *rating)
{
    return (int)floor(1.96 * sqrt(rating->variance) * POINTS_PER_UNIT + 0.5);
}

bool rating_is_provisional(const struct rating *rating) { return rating->variance > PROVISIONAL_VARIANCE; }
