/* coach.h - lets the coach judge a turn in a study's game. */
#pragma once

#include "bot_game.h"
#include "bots/coach/review.h"

/* Judges the turn that begins at the table; `played` may be NULL. `terms` says how strong the coach assumes the players
 * to be. If `worlds` is 0, the coach samples the same worlds as in a review; each other number gives different
 * worlds. */
static inline void lab_judge(struct coach_judge *judge, const struct bot_game *table, const struct net *net,
                             const struct coach_question *terms, uint64_t worlds, struct coach_verdict *verdict)
{
    struct coach_question question = *terms;
    question.position.edition = table->edition;
    question.position.net = net;
    question.position.history = &table->seen;
    ff_view_of(&table->game, ff_lowest(table->game.pub.owe), &question.position.view);
    question.position.seed = coach_seed_of_view(&question.position.view) ^ worlds;
    coach_judge_begin(judge, &question);
    while (coach_judge_think(judge, 64))
        ;
    coach_judge_answer(judge, verdict);
}
