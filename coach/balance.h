/* balance.h - luck and skill of a whole game.
 *
 *     result - par  =  deal + luck - lost + expected + given     for each seat, in hundredths of a percent
 *
 *     par     what the seat has before anything is dealt: its share of the strength that sits at the table. Among
 *             equals that is one over the number of players, and the pars of a table make 100 % together
 *     expected  what players of its level lose in a game anyway: what a person would have more in its place. Of people
 *             and level 4 it is 0, for chances are those of one who plays as well as the network
 *     deal    the set-up's own luck (R1): by how much the chance before the first own decision is above what is had
 *             there before anything is dealt. A part of it is the order and the demand cards, the rest the first hand
 *     lost    what the own turns were worse than the best ones (review.h)
 *     given   what the others' losses brought this seat, as they saw it; what players of level 1 to 3 lose is expected
 *             of them (trial.h), so they give nothing
 *     luck    what the chance rose by between the own turns without anybody's mistake: own draws, the others' draws and
 *             hands, and at the end how the cards lay. Own draws are told one by one as well: by how much the cards
 *             were better than the mean of all that could have been drawn as likely, to the network (ai/luck.h)
 *
 * The chances are those of the verdicts, so the sum is exact; the test of it is that luck is luck: among equals it
 * comes to nothing over many games, for every seat. How exactly deal and luck are known is told as `error`.
 *
 * The luck-adjusted result is the result without deal and luck: par, less what was lost beyond what is expected, and
 * what was given. Finding the luck of a draw looks at some thousand hands, so it comes in slices as well: one draw a
 * step. */
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
    bool dealt;    /* the order and the demand cards have been looked at */
    int32_t order[FF_PLAYERS_MAX];
    int32_t par[FF_PLAYERS_MAX], expected[FF_PLAYERS_MAX];
    int draws_n;
    struct coach_draw draw[COACH_DRAWS_MAX];
};

void coach_walk_begin(struct coach_walk *walk, const struct coach_game *game, const struct net *net);
/* Up to the next draw that was luck. False: the game was walked through. */
bool coach_walk_step(struct coach_walk *walk);
int coach_walk_done(const struct coach_walk *walk); /* out of 1000 */

struct coach_balance {
    int players;
    bool over;  /* else the luck is that until now: `result` is the chance after the last own turn */
    bool whole; /* every turn of every seat was judged: else what was given is among the luck, and seats are missing */
    int32_t par[FF_PLAYERS_MAX];
    int32_t expected[FF_PLAYERS_MAX];
    int32_t result[FF_PLAYERS_MAX];
    int32_t deal[FF_PLAYERS_MAX];
    int32_t order[FF_PLAYERS_MAX]; /* the part of the deal that is order and demand, to the network */
    int32_t luck[FF_PLAYERS_MAX];
    int32_t draws[FF_PLAYERS_MAX]; /* the part of the luck that is own draws, to the network */
    int32_t lost[FF_PLAYERS_MAX];
    int32_t given[FF_PLAYERS_MAX];
    int32_t error[FF_PLAYERS_MAX]; /* 95 % of deal and of luck */
    int turns[FF_PLAYERS_MAX];     /* judged; 0: the seat was not, and only its result and draws are known */
    int grades[FF_PLAYERS_MAX][COACH_GRADES];
};

/* `told[i]` belongs to `items[i]`; those that were not judged count for nothing. */
void coach_balance_of(const struct coach_walk *walk, const struct coach_item *items, const struct coach_told *told,
                      int n, struct coach_balance *balance);

/* The result without luck; and the loss of a turn on average. */
int32_t coach_adjusted(const struct coach_balance *balance, int seat);
int32_t coach_loss_per_turn(const struct coach_balance *balance, int seat);

#endif
