/* judge_internal.h - declarations shared by the files of the judge. Private to them.
 *
 *     judge.c               the stages, one rollout after the other
 *     candidates.c          the turns to compare
 *     successive_halving.c  the selection of the best one
 *     attribution.c         the parts of the turn that a loss comes from
 *     verdict.c             the answer */
#pragma once

#include "judge.h"

enum {
    COACH_SELECTION_WORLDS = 512, /* worlds of the selection; the comparison uses the others */
    COACH_NOTABLE_LOSS = 100,     /* a smaller loss is not attributed and need not be estimated precisely */
};

struct coach_terms {
    int found;       /* candidates that look best to the network */
    int variants;    /* of each part of the turn played */
    int rounds;      /* rounds of the selection: in each, worlds double and candidates halve */
    int worlds;      /* of its first round */
    int survivors;   /* candidates that are not halved any more */
    int compare_min; /* worlds of the comparison */
    int compare_max;
    int narrow;    /* a margin that is narrow enough */
    int turns;     /* own turns of a rollout */
    int width;     /* unfinished turns that everybody follows, */
    int end_width; /* and on the way to the end */
    int finished;  /* worlds of the comparison in which the game is played to its end */
};
const struct coach_terms *coach_effort_terms(const struct coach_judge *judge);

static inline int coach_own_seat(const struct coach_judge *judge) { return judge->position.view.own.seat; }

/* Finds the turns to compare. */
void coach_find_candidates(struct coach_judge *judge, const struct coach_question *question);

/* Adds a turn, unless it is a candidate already. Returns the candidate's number; -1 if there is no room. */
int coach_add_candidate(struct coach_judge *judge, const struct turn *turn);

/* Returns whether two candidates sell at different breweries, build different cards, or keep different cards in the
 * set-up. */
bool coach_is_other_idea(const struct coach_judge *judge, int a, int b);

/* Returns the candidate to try next; -1: the selection is made. */
int coach_next_to_select(struct coach_judge *judge);

/* Compares certain results: above 0 if that of candidate a is better than that of b. */
static inline int coach_compare_certain_results(const struct coach_judge *judge, int a, int b)
{
    return coach_certainty_rank((enum coach_certainty)judge->candidate[a].certainty) -
           coach_certainty_rank((enum coach_certainty)judge->candidate[b].certainty);
}

/* Returns whether candidate a was better than b in the selection. More worlds mean that it survived longer. */
bool coach_was_better(const struct coach_judge *judge, int a, int b);

/* Attribute a loss to parts of the turn. */
void coach_begin_attribution(struct coach_judge *judge);
int coach_next_to_attribute(const struct coach_judge *judge);

/* The mean lead of candidate b over a, in the worlds of the comparison in which both were tried, and its 95 %
 * margin. */
struct coach_difference {
    int32_t mean, margin;
    int worlds;
};
struct coach_difference coach_difference(const struct coach_judge *judge, int a, int b);

/* The correction of rollouts' chances by the results of finished games: an offset and a scale. */
struct coach_scale {
    int64_t evaluated[FF_PLAYERS_MAX], won[FF_PLAYERS_MAX]; /* means */
    int64_t point;                                          /* the worth of a point, in 1/COACH_SCALE_ONE */
};
enum { COACH_SCALE_ONE = 1024 };

/* Returns the lead of candidate b over a as it is shown. */
struct coach_difference coach_shown_difference(const struct coach_judge *judge, const struct coach_scale *scale, int a,
                                               int b);

/* Fills in the attributions of the verdict's loss. */
void coach_fill_attributions(const struct coach_judge *judge, const struct coach_scale *scale,
                             struct coach_verdict *verdict);
