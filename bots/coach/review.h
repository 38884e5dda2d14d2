/* review.h - judges a whole game turn by turn. A game consists of its set-up and its decisions. coach_review_list_items
 * lists the items to judge: every turn, extra draw and set-up (judge.h). Items are independent, so they can be judged
 * in any order and by several threads:
 *
 *     n = coach_review_list_items(&game, items, COACH_ITEMS_MAX);
 *     for each item:  coach_review_item_begin(&game, &items[i], net, effort, judge);
 *                     while (coach_judge_think(judge, 64)) ...
 *                     coach_judge_answer(judge, &verdict);
 *                     coach_verdict_summarize(&verdict, &summary[i]);
 *
 * struct coach_verdict_summary holds the few numbers to keep of each item. luck_skill.h adds them up over the game. */
#pragma once

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
    struct features_opponents opponents; /* strength of each seat; zeros mean as strong as the network */
};

/* An item to judge: consecutive decisions of one seat. Other seats may decide in between. */
struct coach_review_item {
    uint32_t first;            /* number of the item's first decision */
    uint8_t seat, round, kind; /* enum coach_kind */
    uint8_t steps;
};

/* The numbers of a verdict that a review keeps. */
struct coach_verdict_summary {
    int32_t loss, margin;         /* in hundredths of a percent; 0 unless another turn was clearly better */
    int32_t gain[FF_PLAYERS_MAX]; /* change of each seat's chance if the played turn replaces the best turn; the sum is
                                     about 0 */
    uint16_t chance; /* the seat's chance after the played turn; its chance before the turn was `loss` higher */
    uint16_t doubt;  /* the margin of the chance */
    uint8_t grade;
    uint8_t judged; /* 0: not yet */
    uint8_t zero[2];
};

/* Lists the items of a game in order, and returns their number. Stops at an illegal decision. */
int coach_review_list_items(const struct coach_game *game, struct coach_review_item *items, int max);

/* Begins to judge an item. */
void coach_review_item_begin(const struct coach_game *game, const struct coach_review_item *item, const struct net *net,
                             enum coach_effort effort, struct coach_judge *judge);

/* Gives the position of an item, without its public history, and the turn that was played there. */
void coach_review_item_position(const struct coach_game *game, const struct coach_review_item *item,
                                const struct net *net, struct rollout_position *position, struct turn *played);

/* Extracts the numbers to keep from a verdict on a played turn. */
void coach_verdict_summarize(const struct coach_verdict *verdict, struct coach_verdict_summary *summary);

/* Derives the seed for sampling worlds from a view, so that the same question always gets the same answer. */
uint64_t coach_seed_of_view(const struct ff_view *view);
