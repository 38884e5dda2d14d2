/* rating.h - ratings for games with one winner and two to five seats. Does no I/O.
 *
 * A player's skill is a number in natural log-odds. Our belief about it is a normal distribution. Seat i wins with the
 * chance exp(skill_i) / sum of exp(skill_j), which is the first factor of the Plackett-Luce model. Losers are not
 * ranked against each other, so places after the first carry no information. With two seats this is the model of Elo
 * and Glicko.
 *
 * An update is one Newton step on the logarithm of the posterior (a Laplace approximation). Bots are anchors: their
 * skills were measured in the arena and never change. So the scale has a fixed meaning, and new players get a rating
 * after a few games.
 *
 * The same games in the same order give the same bits on every machine, so a recomputation can demand equality. The
 * code uses only +, -, *, / and sqrt, which IEEE 754 defines exactly, and CMakeLists.txt forbids the compiler to fuse
 * operations. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { RATING_SEATS_MAX = 5, RATING_POINTS_BASE = 1500 };

struct rating {
    double skill;    /* mean of the distribution */
    double variance; /* variance of the distribution; 0 for an anchor */
    uint32_t games;
};

struct rating_seat {
    struct rating rating;
    double win; /* 1 for the winner, 1/k for each of k winners, 0 for losers and for players who left */
};

/* Returns the rating of a player who has not played yet. */
struct rating rating_new(void);
/* Returns the fixed rating of a bot of that level (from 1) in that mode (enum ff_mode). */
struct rating rating_of_bot(int mode, int level);

/* Fills in each seat's chance to win. The chances add up to 1. */
void rating_chances(const struct rating_seat *seats, int n, double *chances);

/* Updates the ratings of all seats except the bots after a game. `weight` is above 0 and at most 1; less than 1 makes
 * the game count less. If nobody won because of the round limit, only the number of games changes. */
void rating_update(struct rating_seat *seats, int n, double weight);

/* Returns the rating in points of Elo's scale, where 400 points mean odds of ten to one in a game of two. */
int rating_points(const struct rating *rating);
/* Returns half the width of the rating's 95 % interval, in points. */
int rating_margin(const struct rating *rating);
/* Returns whether the interval is still too wide for a ranking. */
bool rating_is_provisional(const struct rating *rating);
