/* review.h - judges a whole game turn by turn. A game is its set-up and its decisions. coach_review_items lists what
 * there is to judge: every turn, extra draw and set-up (judge.h). Each item can be judged alone, in any order, by
 * several threads, or later:
 *
 *     n = coach_review_items(&game, items, COACH_ITEMS_MAX);
 *     for each item:  coach_review_item_begin(&game, &items[i], net, effort, judge);
 *                     while (coach_judge_think(judge, 64)) ...
 *                     coach_judge_answer(judge, &verdict);
 *                     coach_verdict_summarize(&verdict, &summary[i]);
 *
 * struct coach_verdict_summary holds the few numbers to keep of each item; luck_skill.h sums them up over the game. */
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
    struct features_opponents
        opponents; /* how strong the seats play (bots/ai/features.h); zeros: as the network does */
};

/* An item to judge: consecutive decisions of one seat. Decisions of others between them do not count. */
struct coach_review_item {
    uint32_t first;            /* the number of its first decision */
    uint8_t seat, round, kind; /* enum coach_kind */
    uint8_t steps;
};

/* The numbers to keep of a verdict. */
struct coach_verdict_summary {
    int32_t loss, margin;         /* hundredths of a percent; 0 if no other turn was clearly better */
    int32_t gain[FF_PLAYERS_MAX]; /* change of each seat's chance because the played turn replaced the best one; the sum
                                     is about 0 */
    uint16_t chance; /* chance of the seat after the played turn; before the turn, it was higher by the loss */
    uint16_t doubt;  /* the margin of the chance */
    uint8_t grade;
    uint8_t judged; /* 0: not yet */
    uint8_t zero[2];
};

/* Lists the items in the order of the game. Returns their number. An illegal decision ends the game. */
int coach_review_items(const struct coach_game *game, struct coach_review_item *items, int max);

/* Begins to judge an item. */
void coach_review_item_begin(const struct coach_game *game, const struct coach_review_item *item, const struct net *net,
                             enum coach_effort effort, struct coach_judge *judge);

/* Gives the position of an item, without its history, and the turn that was played. */
void coach_review_item_position(const struct coach_game *game, const struct coach_review_item *item,
                                const struct net *net, struct rollout_position *position, struct turn *played);

/* Keeps the numbers of a verdict on a played turn. */
void coach_verdict_summarize(const struct coach_verdict *verdict, struct coach_verdict_summary *summary);

/* Derives the seed of the sampled worlds from a view, so that the same question gets the same answer. */
uint64_t coach_seed_of_view(const struct ff_view *view);
