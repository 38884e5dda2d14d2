/* balance.h - luck and skill of a whole game.
 *
 *     result - par  =  deal + luck + skill + rest           for each seat, in hundredths of a percent
 *
 *     par     one over the number of players
 *     deal    the set-up's own luck: order and demand cards, and the first hands (R1)
 *     luck    every draw after that, of all seats: by how much the cards drawn were better than the mean of all that
 *             could have been drawn as likely (ai/luck.h). A seat's good draw is luck for it and bad luck for the
 * others skill   what the turns were worse than the best ones (review.h): own losses, less what others lost to this
 * seat rest    what is left: the network's opinion drifts from turn to turn though nobody did anything, and no seat
 *             knows the others' hands. Where all seats were judged it stays within `error` 19 times out of 20
 *
 * The luck-adjusted result is the result without deal and luck. Finding the luck of a draw looks at some thousand
 * hands, so it comes in slices as well: one draw a step. */
#ifndef COACH_BALANCE_H
#define COACH_BALANCE_H

#include "review.h"

enum { COACH_DRAWS_MAX = 448 };

struct coach_draw {
    uint32_t decision; /* how many decisions were taken before it */
    uint32_t cards;    /* a set */
    int32_t luck[FF_PLAYERS_MAX];
    uint8_t seat, round;
};

/* Going through a game. */
struct coach_walk {
    const struct coach_game *game;
    const struct net *net;
    struct ff_game now;
    int decisions; /* taken */
    bool dealt;    /* the first hands have been looked at */
    int32_t order[FF_PLAYERS_MAX], hands[FF_PLAYERS_MAX];
    int draws_n;
    struct coach_draw draw[COACH_DRAWS_MAX];
};

void coach_walk_begin(struct coach_walk *walk, const struct coach_game *game, const struct net *net);
/* Up to the next draw that was luck. False: the game was walked through. */
bool coach_walk_step(struct coach_walk *walk);
int coach_walk_done(const struct coach_walk *walk); /* out of 1000 */

struct coach_balance {
    int players;
    bool over;  /* else there is no result, and no rest */
    bool whole; /* every turn of every seat was judged: else skill and rest are not the whole */
    int32_t par;
    int32_t result[FF_PLAYERS_MAX];
    int32_t order[FF_PLAYERS_MAX], hands[FF_PLAYERS_MAX]; /* the deal */
    int32_t own_draws[FF_PLAYERS_MAX], other_draws[FF_PLAYERS_MAX];
    int32_t lost[FF_PLAYERS_MAX];  /* by own turns; below 0 where they were better than what the coach found */
    int32_t given[FF_PLAYERS_MAX]; /* by the others' turns to this seat */
    int32_t rest[FF_PLAYERS_MAX], error[FF_PLAYERS_MAX];
    int turns[FF_PLAYERS_MAX]; /* judged */
    int grades[FF_PLAYERS_MAX][COACH_GRADES];
};

/* `told[i]` belongs to `items[i]`; those that were not judged count for nothing. */
void coach_balance_of(const struct coach_walk *walk, const struct coach_item *items, const struct coach_told *told,
                      int n, struct coach_balance *balance);

/* The result without luck; and the loss of a turn on average. */
int32_t coach_adjusted(const struct coach_balance *balance, int seat);
int32_t coach_loss_per_turn(const struct coach_balance *balance, int seat);

#endif
