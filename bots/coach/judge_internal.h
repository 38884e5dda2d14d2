/* judge_internal.h - declarations shared by the source files of the judge, and private to them.
 *
 *     judge.c               the stages, one rollout at a time
 *     candidates.c          the turns to compare
 *     successive_halving.c  selects the best candidate
 *     attribution.c         the parts of the turn that caused the loss
 *     verdict.c             the answer */
#pragma once

#include "judge.h"

enum {
    COACH_SELECTION_WORLDS = 512, /* worlds used by the selection; the comparison uses the remaining worlds */
    COACH_NOTABLE_LOSS = 100,     /* smaller losses are not attributed and need no precise estimate */
};

struct coach_settings {
    int found;       /* number of candidates that look best to the network */
    int variants;    /* number of variants of each part of the played turn */
    int rounds;      /* rounds of the selection; each doubles the worlds and halves the candidates */
    int worlds;      /* worlds of the selection's first round */
    int survivors;   /* least number of candidates that the selection keeps */
    int compare_min; /* minimum number of worlds in the comparison */
    int compare_max;
    int narrow;    /* the comparison ends when the margin is at most this */
    int turns;     /* the seat's own turns in a rollout */
    int width;     /* beam width of all players in rollouts */
    int end_width; /* beam width in rollouts that play to the end of the game */
    int finished;  /* comparison worlds in which the game is played to its end */
};
const struct coach_settings *coach_effort_settings(const struct coach_judge *judge);

static inline int coach_own_seat(const struct coach_judge *judge) { return judge->position.view.own.seat; }

/* Fills in the candidates, the turns to compare. */
void coach_find_candidates(struct coach_judge *judge, const struct coach_question *question);

/* Adds a turn, unless it is already a candidate. Returns the candidate's number; -1 if there is no room. */
int coach_add_candidate(struct coach_judge *judge, const struct turn *turn);

/* Returns whether two candidates sell at different breweries, build different cards, or keep different cards in the
 * set-up. */
bool coach_ideas_differ(const struct coach_judge *judge, int a, int b);

/* Returns the candidate to try next; -1 if the selection has ended. */
int coach_next_selection_candidate(struct coach_judge *judge);

/* Compares the certain results of two candidates; positive if candidate a has the better result. */
static inline int coach_compare_certain_results(const struct coach_judge *judge, int a, int b)
{
    return coach_certainty_rank((enum coach_certainty)judge->candidate[a].certainty) -
           coach_certainty_rank((enum coach_certainty)judge->candidate[b].certainty);
}

/* Returns whether candidate a did better than b in the selection. More worlds are better, because they mean that a
 * candidate survived longer. */
bool coach_did_better_in_selection(const struct coach_judge *judge, int a, int b);

/* Begins to attribute the loss to parts of the turn. Adds variants of the played turn. */
void coach_begin_attribution(struct coach_judge *judge);
int coach_next_attribution_candidate(const struct coach_judge *judge); /* the variant to try next; -1 at the end */

/* The mean lead of candidate b over a in the comparison worlds in which both were tried, and its 95 % margin. */
struct coach_difference {
    int32_t mean, margin;
    int worlds;
};
struct coach_difference coach_mean_lead(const struct coach_judge *judge, int a, int b);

/* Corrects the chances of rollouts by the results of finished games, with an offset and a scale. */
struct coach_scale {
    int64_t evaluated[FF_PLAYERS_MAX], won[FF_PLAYERS_MAX]; /* mean chance and mean result of each seat */
    int64_t point; /* the scale: the value of a point of chance, in 1/COACH_SCALE_ONE */
};
enum { COACH_SCALE_ONE = 1024 };

/* Returns the lead of candidate b over a in calibrated chances, as the coach shows it. */
struct coach_difference coach_calibrated_lead(const struct coach_judge *judge, const struct coach_scale *scale, int a,
                                              int b);

/* Fills in the attributions of the verdict's loss. */
void coach_fill_attributions(const struct coach_judge *judge, const struct coach_scale *scale,
                             struct coach_verdict *verdict);
