/* successive_halving.c - selects the best candidate by rolling out all candidates in a few worlds, then the better half
 * in twice as many worlds, and so on. */
#include "judge_internal.h"

enum {
    PRIOR_WORLDS = 2, /* weight of the network's evaluation, in worlds */
    SUBUNITS = 10,    /* score units per unit of chance, for rounding */
};

/* Returns a candidate's mean chance in its worlds, with the network's evaluation as a prior. */
static int64_t score(const struct coach_judge *judge, int i)
{
    const struct coach_candidate *candidate = &judge->candidate[i];
    int64_t sum = (int64_t)PRIOR_WORLDS * candidate->turn.chance[coach_own_seat(judge)];
    for (int w = 0; w < candidate->tried; w++)
        sum += candidate->value[w];
    return sum * SUBUNITS / (candidate->tried + PRIOR_WORLDS);
}

bool coach_did_better_in_selection(const struct coach_judge *judge, int a, int b)
{
    const int more = judge->candidate[a].tried - judge->candidate[b].tried,
              surer = coach_compare_certain_results(judge, a, b);
    return surer ? surer > 0 : more ? more > 0 : score(judge, a) > score(judge, b);
}

static bool has_better_score(const struct coach_judge *judge, int a, int b)
{
    const int surer = coach_compare_certain_results(judge, a, b);
    return surer ? surer > 0 : score(judge, a) > score(judge, b);
}

static void sort_alive(struct coach_judge *judge)
{
    for (int i = 1; i < judge->alive_n; i++) {
        uint8_t one = judge->alive[i];
        int at = i;
        for (; at > 0 && has_better_score(judge, one, judge->alive[at - 1]); at--)
            judge->alive[at] = judge->alive[at - 1];
        judge->alive[at] = one;
    }
}

/* Ends a round of the selection and drops the worse half of the candidates. May drop the played turn, because it takes
 * part in the comparison anyway. */
static void halve(struct coach_judge *judge)
{
    const struct coach_settings *settings = coach_effort_settings(judge);
    const int half = (judge->alive_n + 1) / 2;
    sort_alive(judge);
    judge->round++;
    if (judge->round < settings->rounds && half >= settings->survivors)
        judge->alive_n = half;
}

int coach_next_selection_candidate(struct coach_judge *judge)
{
    const struct coach_settings *settings = coach_effort_settings(judge);
    while (judge->round < settings->rounds && judge->alive_n > 1) {
        for (int i = 0; i < judge->alive_n; i++)
            if (judge->candidate[judge->alive[i]].tried < settings->worlds << judge->round)
                return judge->alive[i];
        halve(judge);
    }
    return -1;
}
