/* rating.h - ratings for games with one winner and two to five seats. No I/O.
 *
 * A player's skill is a number in natural log-odds, believed to be normally distributed. The chance of seat i to win is
 * exp(skill_i) / sum of exp(skill_j), the first factor of the Plackett-Luce model. Losers are not ranked against each
 * other, so places after the first carry no information. With two seats this is the model of Elo and Glicko.
 *
 * An update is one Newton step on the logarithm of the posterior (a Laplace approximation). Bots are anchors: their
 * skills were measured in the arena and never change, which gives the scale a meaning and new players a rating after a
 * few games.
 *
 * The same games in the same order give the same bits on every machine: only +, -, *, / and sqrt are used, which IEEE
 * 754 defines exactly, and CMakeLists.txt forbids the compiler to fuse them. So a recomputation can demand equality. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { RATING_SEATS_MAX = 5, RATING_POINTS_BASE = 1500 };

struct rating {
    double skill;    /* mean of the belief */
    double variance; /* of the belief; 0 for an anchor */
    uint32_t games;
};

struct rating_seat {
    struct rating rating;
    double win; /* 1 for the winner, 1/k if k seats share the win, 0 for losers and for those who left */
};

/* Returns the rating of somebody who has not played yet. */
struct rating rating_new(void);
/* Returns the anchor of a bot of that level (1 and up) in that mode (enum ff_mode). */
struct rating rating_of_bot(int mode, int level);

/* Fills `chances` with each seat's chance to win. Their sum is 1. */
void rating_chances(const struct rating_seat *seats, int n, double *chances);

/* Updates all seats except the anchors after a game. A `weight` below 1 makes the game count less; it is in (0, 1]. If
 * no seat won (round limit), only the number of games changes. */
void rating_update(struct rating_seat *seats, int n, double weight);

/* Return the numbers that people see: points on Elo's scale (400 points are odds of ten to one in a game of two), half
 * the width of the 95 % interval, and whether the interval is still too wide for a ranking. */
int rating_points(const struct rating *rating);
int rating_margin(const struct rating *rating);
bool rating_is_provisional(const struct rating *rating);
