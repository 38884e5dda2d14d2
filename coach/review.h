/* review.h - a whole game, judged turn by turn.
 *
 * A game is its set-up and its decisions. What is judged is a list: every turn, extra draw and set-up (judge.h), each
 * of which can be judged alone, in any order, by several threads, or later:
 *
 *     n = coach_items(&game, items, COACH_ITEMS_MAX);
 *     for each item:  coach_item_begin(&game, &items[i], net, effort, judge);
 *                     while (coach_judge_think(judge, 64)) ...
 *                     coach_judge_answer(judge, &verdict);
 *                     coach_told_of(&verdict, &told[i]);
 *
 * The few numbers of struct coach_told are what is kept of each; balance.h makes the sum of a game of them. */
#ifndef COACH_REVIEW_H
#define COACH_REVIEW_H

#include "judge.h"

enum { COACH_ITEMS_MAX = 768, COACH_DECISIONS_MAX = 32768 };

struct coach_decision {
    uint8_t seat;
    ff_action action;
};

struct coach_game {
    const struct ff_edition *edition;
    const struct ff_setup *setup;
    const struct coach_decision *decision;
    int n;
    struct features_company company; /* how strong the seats play (ai/features.h); zeros: as the network does */
};

/* Something to judge: the decisions of one seat from the first on, those of others between them left out. */
struct coach_item {
    uint32_t first;            /* the number of its first decision */
    uint8_t seat, round, kind; /* enum coach_kind */
    uint8_t steps;
};

/* What is kept of a verdict. */
struct coach_told {
    int32_t loss, margin;         /* hundredths of a percent; 0 where nothing was clearly better */
    int32_t gain[FF_PLAYERS_MAX]; /* what the played turn brought each seat over the best one; together about 0 */
    uint16_t chance;              /* of the seat after the turn played; before it: that and the loss */
    uint16_t doubt;               /* the margin of the chance */
    uint8_t grade;
    uint8_t judged; /* 0: not yet */
    uint8_t zero[2];
};

/* In the order of the game; how many. Decisions that are not legal end the game. */
int coach_items(const struct coach_game *game, struct coach_item *items, int max);

/* Begins to judge one. */
void coach_item_begin(const struct coach_game *game, const struct coach_item *item, const struct net *net,
                      enum coach_effort effort, struct coach_judge *judge);

/* Where it stands, without what was seen before, and what was played. */
void coach_item_place(const struct coach_game *game, const struct coach_item *item, const struct net *net,
                      struct coach_place *place, struct turn *played);

void coach_told_of(const struct coach_verdict *verdict, struct coach_told *told);

/* The seed of the worlds that belongs to a view: who asks again is told the same. */
uint64_t coach_seed_of(const struct ff_view *view);

#endif
