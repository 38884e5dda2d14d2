/* bot_prince.c - compares whole turns by rollouts in many worlds (rollout.h).
 *
 * The candidates are the turns that look best to the network (turn_search.h). An iteration tries one candidate in one
 * world. All candidates are tried in the same worlds in the same order, and two candidates are compared over the worlds
 * in which both were tried (common random numbers). Both have the same luck in these worlds, so the difference of their
 * results varies much less than the results themselves.
 *
 * The candidate to try next is chosen by an upper confidence bound (UCB) on its lead over the best one. The prior of a
 * lead is the network's evaluation. The variance of a lead is measured between worlds, so the search soon ignores
 * candidates whose results hardly differ from the best one's. The longer the search, the more candidates it admits
 * (progressive widening).
 *
 * Early evaluations have less noise, and late ones share fewer of the network's errors. Picking the best of many
 * candidates also picks the network's largest error. So the evaluation after the first own turn serves as a prior while
 * there are few worlds, and candidates that stay good in many worlds are evaluated later in the game.
 *
 * The bot plans a turn, or the expert set-up (setup_plan.h), at its beginning and then follows the plan. It plays a
 * sure win (sure_win.h) at once, and lets the steward play lost games to their end. For the few decisions outside
 * turns, the candidates are the options themselves. */
#include "bot_prince.h"
#include "bots.h"
#include "one_ply.h"
#include "rollout.h"
#include "setup_plan.h"
#include "steward.h"
#include "sure_win.h"

#include <string.h>

enum {
    CANDIDATES = TURN_ENDS_MAX,
    INITIAL_CANDIDATES = 16,
    ITERATIONS_PER_CANDIDATE = 16, /* iterations until the search admits one more candidate */
    WORLDS = 2048,
    SETUP_WORLDS = 32, /* fewer worlds in the expert set-up, because all players wait for each other */
    ITERATIONS = 1000,
    ROLLOUT_WIDTH = 4, /* beam width of all seats in a rollout */
    SHALLOW_TURNS = 2, /* rollout depth in the first SHALLOW_WORLDS worlds, in own turns */
    SHALLOW_WORLDS = 16,
    DEEP_TURNS = 4,          /* rollout depth in all later worlds */
    PRIOR_WORLDS = 2,        /* weight of the network's evaluation as a prior, in worlds */
    EVAL_PRIOR_WORLDS = 8,   /* weight of the mean evaluation after one own turn, in worlds */
    PRIOR_STDDEV = 2000,     /* prior standard deviation of a lead */
    PRIOR_STDDEV_WORLDS = 4, /* weight of PRIOR_STDDEV, in worlds */
    UCB_FACTOR = 7,          /* the UCB bonus is the square root of UCB_FACTOR times the variance of the mean */
    SUBUNITS = 16,           /* units of a lead per unit of chance */
    DECIDED_CHANCE = 50,     /* positions with a chance this close to 0 or 100 % are decided */
    DECIDED_TOLERANCE = 25,  /* largest difference at which candidates count as equal in decided positions */
};

/* The bot's chance in one world: after its first own turn, and later. */
struct value {
    uint16_t soon, late;
};

/* The lead of one candidate over another, summed over the worlds in which both were tried. */
struct lead {
    int soon, late, worlds;
    int64_t squares; /* sum of the squares of `late` */
};

struct memory {
    struct rollout_position position;
    struct ff_game game; /* a game that the view allows */
    struct ff_rng rng;
    bool planned; /* whether this decision follows the plan */
    bool begun;   /* whether there was an earlier decision */
    struct turn_plan plan;
    struct ff_view planned_from; /* the view for which the plan was made */
    int candidates_n;
    struct turn candidate[CANDIDATES]; /* whole turns, or single decisions outside turns */
    int prior_best;                    /* the candidate with the network's best evaluation */
    int best;                          /* the best candidate so far */
    int iterations;
    int worlds[CANDIDATES]; /* number of worlds in which each was tried, always the first ones */
    struct value value[CANDIDATES][WORLDS];
    struct lead elsewhere[CANDIDATES];        /* leads over `best` in other threads' worlds */
    uint64_t sum[CANDIDATES][FF_PLAYERS_MAX]; /* sums of each seat's chance at the end of the rollouts */
    uint32_t visits[CANDIDATES];              /* tries in all threads */
    struct belief belief;
    struct turn_search search;
};

static int own_seat(const struct memory *m) { return m->position.view.own.seat; }

static struct ai_context context_of(struct memory *m)
{
    return (struct ai_context){m->position.edition, m->position.net, &m->rng};
}

/* -------------------------------------------------------------------------------------------------------- comparing */

static struct lead lead_here(const struct memory *m, int a, int b)
{
    struct lead lead = {.worlds = m->worlds[a] < m->worlds[b] ? m->worlds[a] : m->worlds[b]};
    for (int i = 0; i < lead.worlds; i++) {
        int late = m->value[a][i].late - m->value[b][i].late;
        lead.soon += m->value[a][i].soon - m->value[b][i].soon;
        lead.late += late;
        lead.squares += (int64_t)late * late;
    }
    return lead;
}

static void add_lead(const struct lead *more, struct lead *lead)
{
    lead->soon += more->soon;
    lead->late += more->late;
    lead->worlds += more->worlds;
    lead->squares += more->squares;
}

static int prior_of(const struct memory *m, int i)
{
    return m->candidate[i].lost ? 0 : m->candidate[i].chance[own_seat(m)];
}

/* Returns a candidate's mean lead over the best one, in 1/SUBUNITS. Without worlds, returns the difference of the
 * priors. */
static int64_t mean_lead(const struct memory *m, int i, const struct lead *lead)
{
    if (lead->worlds == 0)
        return (prior_of(m, i) - prior_of(m, m->prior_best)) * SUBUNITS;
    int64_t sum = lead->late + EVAL_PRIOR_WORLDS * lead->soon / lead->worlds;
    sum += PRIOR_WORLDS * (prior_of(m, i) - prior_of(m, m->best));
    return sum * SUBUNITS / (lead->worlds + EVAL_PRIOR_WORLDS + PRIOR_WORLDS);
}

static int64_t lead_of(const struct memory *m, int i)
{
    struct lead lead = lead_here(m, i, m->best);
    add_lead(&m->elsewhere[i], &lead);
    return mean_lead(m, i, &lead);
}

static int find_best(const struct memory *m)
{
    int best = m->best;
    int64_t most = 0;
    for (int i = 0; i < m->candidates_n; i++) {
        int64_t lead = lead_of(m, i);
        best = lead > most ? i : best;
        most = lead > most ? lead : most;
    }
    return best;
}

/* Returns the UCB bonus of a candidate's lead, in 1/SUBUNITS. */
static int64_t ucb_bonus(const struct lead *lead)
{
    const int n = lead->worlds;
    int64_t deviations = lead->squares - (n ? (int64_t)lead->late * lead->late / n : 0);
    int64_t prior = (int64_t)PRIOR_STDDEV_WORLDS * PRIOR_STDDEV * PRIOR_STDDEV;
    int64_t variance = (deviations + prior) / (n + PRIOR_STDDEV_WORLDS);
    return ai_isqrt(UCB_FACTOR * variance * SUBUNITS * SUBUNITS / (n + PRIOR_WORLDS));
}

static int worlds_max(const struct memory *m)
{
    return m->position.view.pub.stage == FF_STAGE_KEEP ? SETUP_WORLDS : WORLDS;
}

/* Returns the candidate to try next: the one with the largest upper bound, or the best candidate if it must first be
 * tried in one more world for the comparison. Returns -1 if nothing is left to try. */
static int next_candidate(const struct memory *m)
{
    int next = -1;
    int64_t most = 0;
    for (int i = 0; i < m->candidates_n && i < INITIAL_CANDIDATES + m->iterations / ITERATIONS_PER_CANDIDATE; i++) {
        if (i == m->best || m->worlds[i] >= worlds_max(m))
            continue;
        struct lead lead = lead_here(m, i, m->best);
        int64_t upper_bound = mean_lead(m, i, &lead) + ucb_bonus(&lead);
        if (next < 0 || upper_bound > most) {
            next = i;
            most = upper_bound;
        }
    }
    return next >= 0 && m->worlds[m->best] <= m->worlds[next] ? m->best : next;
}

static void iterate(struct memory *m, int i)
{
    const int world = m->worlds[i]++;
    const struct rollout_terms terms = {
        .turns = world < SHALLOW_WORLDS ? SHALLOW_TURNS : DEEP_TURNS, .width = ROLLOUT_WIDTH, .search = &m->search};
    struct rollout_result result;
    rollout_evaluate_turn(&m->position, &m->candidate[i], world, &terms, &result);
    m->value[i][world] = (struct value){result.first, result.chance[own_seat(m)]};
    m->visits[i]++;
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        m->sum[i][s] += result.last[s];
    m->iterations++;
    m->best = find_best(m);
}

/* Returns a seat's mean chance after a candidate, including the network's evaluation as a prior. */
static uint16_t chance_of(const struct memory *m, int i, int seat)
{
    uint64_t sum = m->sum[i][seat] + (uint64_t)PRIOR_WORLDS * m->candidate[i].chance[seat];
    return (uint16_t)(sum / (m->visits[i] + PRIOR_WORLDS));
}

/* Returns the candidate to play, normally the best one. In decided positions, returns the one with the most Palace
 * parts and coins among equally good candidates, because this looks more natural to people. */
static int choice(const struct memory *m)
{
    int best = find_best(m), chosen = best, own = chance_of(m, best, own_seat(m));
    if (own > DECIDED_CHANCE && own < NET_CHANCE_ONE - DECIDED_CHANCE)
        return best;
    int64_t lead = lead_of(m, best);
    for (int i = 0; i < m->candidates_n; i++)
        if (lead - lead_of(m, i) <= DECIDED_TOLERANCE * SUBUNITS &&
            turn_tiebreak(&m->candidate[i]) > turn_tiebreak(&m->candidate[chosen]))
            chosen = i;
    return chosen;
}

/* ------------------------------------------------------------------------------------------------------- candidates */

/* Adds each option as a candidate. Keeps the order of the options instead of sorting by evaluation. All threads need
 * the same order, but each evaluates a card to be drawn in a different deal. */
static void add_decisions(struct memory *m)
{
    const struct ai_context context = context_of(m);
    ff_options left = ff_distinct(m->position.edition, &m->position.view);
    for (; left && m->candidates_n < CANDIDATES; left &= left - 1) {
        struct turn *turn = &m->candidate[m->candidates_n++];
        *turn = (struct turn){.steps = 1, .option = {(uint8_t)ff_lowest(left)}};
        one_ply_chances(&context, &m->game, own_seat(m), turn->option[0], turn->chance);
    }
}

static void add_steward(struct memory *m, const struct bot_task *task)
{
    struct turn *turn = &m->candidate[m->candidates_n++];
    *turn = (struct turn){.lost = true, .steps = 1, .option = {(uint8_t)steward_choose(&steward_plain, task)}};
    net_evaluate(task->net, task->edition, task->view, turn->chance);
}

static void add_found_turns(struct memory *m)
{
    m->search.net = m->position.net;
    m->search.edition = m->position.edition;
    m->search.width = TURN_WIDTH_MAX;
    m->search.ends_max = CANDIDATES;
    m->search.jitter = 0;
    turn_search(&m->search, &m->game, own_seat(m));
    memcpy(m->candidate, m->search.end, (size_t)m->search.ends_n * sizeof *m->candidate);
    m->candidates_n = m->search.ends_n;
}

/* Completes a sure win with arbitrary decisions, because the rest of the turn does not matter. */
static void finish_turn(const struct memory *m, struct turn *turn)
{
    struct ff_game game = m->game;
    const int own = own_seat(m);
    for (int i = 0; i < turn->steps; i++)
        turn_play_option(m->position.edition, &game, own, turn->option[i]);
    while (turn_is_active(&game, own) && turn->steps < TURN_STEPS_MAX) {
        ff_options options = ff_game_options(&game, own);
        unsigned option = options >> FF_OPTION_DONE & 1 ? FF_OPTION_DONE : (unsigned)ff_lowest(options);
        turn->option[turn->steps++] = (uint8_t)option;
        turn_play_option(m->position.edition, &game, own, option);
    }
}

static void find_candidates(struct memory *m, const struct bot_task *task)
{
    const int own = own_seat(m);
    const struct ai_context context = context_of(m);
    m->candidates_n = 0;
    if (task->view->pub.stage == FF_STAGE_KEEP)
        m->candidates_n = setup_plan_make_all(&context, &m->game, own, m->candidate);
    else if (!turn_is_active(&m->game, own))
        add_decisions(m);
    else if (sure_win_find(task->edition, &m->game, own, &m->candidate[0]))
        finish_turn(m, &m->candidate[m->candidates_n++]);
    else if (turn_seat_has_lost(&task->view->pub, own, FF_BUILDS_MAX))
        add_steward(m, task);
    else
        add_found_turns(m);
}

/* ---------------------------------------------------------------------------------------------------------- the bot */

/* Takes the next decision of the current plan if the view is the one that the plan expects. */
static void resume_plan(struct memory *m, const struct bot_task *task, unsigned *option)
{
    if (m->begun && !m->planned) {
        m->planned_from = m->position.view;
        turn_plan_begin(&m->plan, task->edition, &m->game, &m->candidate[choice(m)]);
    }
    m->planned = m->begun && (setup_plan_next(&m->plan.turn, &m->planned_from, task->view, option) ||
                              turn_plan_next(&m->plan, task->edition, task->view, option));
}

static void begin_prince(void *memory, const struct bot_task *task)
{
    struct memory *m = memory;
    unsigned option;
    resume_plan(m, task, &option);
    m->begun = true;
    m->position = (struct rollout_position){
        .edition = task->edition, .net = task->net, .view = *task->view, .seed = task->seed, .belief = &m->belief};
    m->rng = ff_rng_of(task->seed);
    m->iterations = 0;
    memset(m->worlds, 0, sizeof m->worlds);
    memset(m->elsewhere, 0, sizeof m->elsewhere);
    memset(m->sum, 0, sizeof m->sum);
    memset(m->visits, 0, sizeof m->visits);
    ff_resample(task->edition, task->view, &m->rng, &m->game);
    if (m->planned) {
        m->candidates_n = 1;
        m->candidate[0] = m->plan.turn;
        m->candidate[0].option[0] = (uint8_t)option;
    } else {
        find_candidates(m, task);
        belief_build(&m->belief, task->edition, task->view, task->history);
    }
    m->prior_best = 0;
    for (int i = 1; i < m->candidates_n; i++)
        m->prior_best = prior_of(m, i) > prior_of(m, m->prior_best) ? i : m->prior_best;
    m->best = m->prior_best;
}

static bool think(void *memory, uint32_t iterations)
{
    struct memory *m = memory;
    int next = next_candidate(m);
    for (; iterations > 0 && next >= 0; iterations--) {
        iterate(m, next);
        next = next_candidate(m);
    }
    return next >= 0;
}

/* Adds the results of another thread, which searched the same candidates in different worlds. Leaves `best` unchanged
 * until all threads are merged. */
static void merge(void *memory, void *other_)
{
    struct memory *m = memory, *other = other_;
    for (int i = 0; i < m->candidates_n && m->candidates_n == other->candidates_n; i++) {
        struct lead lead = lead_here(other, i, m->best);
        add_lead(&lead, &m->elsewhere[i]);
        m->visits[i] += other->visits[i];
        for (int s = 0; s < FF_PLAYERS_MAX; s++)
            m->sum[i][s] += other->sum[i][s];
    }
    other->begun = false; /* so that only the first thread's memory keeps the plan */
}

static void answer(const void *memory, struct bot_answer *answer)
{
    const struct memory *m = memory;
    int seat = own_seat(m), best = choice(m), own = chance_of(m, best, seat);
    int64_t lead = lead_of(m, best);
    memset(answer, 0, sizeof *answer);
    answer->has_chances = true;
    answer->option = m->candidate[best].option[0];
    for (int s = 0; s < m->position.view.pub.players; s++)
        answer->win[s] = chance_of(m, best, s);
    for (int i = 0; i < m->candidates_n; i++) {
        unsigned option = m->candidate[i].option[0];
        int64_t value = own + (lead_of(m, i) - lead) / SUBUNITS;
        answer->visits[option] += m->visits[i];
        if (value > answer->value[option] && (option != answer->option || i == best))
            answer->value[option] = (uint16_t)(value < NET_CHANCE_ONE ? value : NET_CHANCE_ONE);
    }
}

bool bot_prince_next_candidate(const void *memory, int *at, struct bot_prince_candidate *candidate)
{
    const struct memory *m = memory;
    while (*at < m->candidates_n && m->visits[*at] == 0)
        ++*at;
    if (*at >= m->candidates_n)
        return false;
    const int i = (*at)++;
    *candidate = (struct bot_prince_candidate){&m->candidate[i], m->visits[i], {0}, i == choice(m)};
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        candidate->chance[s] = (uint16_t)(m->sum[i][s] / m->visits[i]);
    return true;
}

const struct bot bot_prince = {
    .name = "prince",
    .about = "plays on from the best turns with the network",
    .memory_size = sizeof(struct memory),
    .uses_net = true,
    .iterations = ITERATIONS,
    .begin = begin_prince,
    .think = think,
    .merge = merge,
    .answer = answer,
};
