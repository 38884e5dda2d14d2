/* prince.c - compares whole turns by playing on from them, in many games that the view allows.
 *
 * The candidates are the turns that look best to the network (turn.h). A world is a game that the seat cannot tell from
 * the real one; its own buried cards are where it put them. In each world every candidate that is still in is tried:
 * the turn is played, then every seat plays what looks best to it, with its own hand in that world, until the root's
 * seat has ended DEPTH turns more; what the network says there, as that seat sees it, is what the candidate is worth in
 * this world. That is an iteration.
 *
 * Since all chance lies in the deal (R10.3), candidates are compared within worlds, where luck is the same for both: by
 * the mean of the difference, which varies much less than the worths themselves. A candidate that is clearly behind the
 * best one is out, so that the close ones are tried in more worlds. The network's first opinion counts for a few
 * worlds.
 *
 * A turn is thought about at its beginning; its later decisions follow the plan. The few decisions outside turns are
 * candidates themselves.
 *
 * Integers only; no pointers into other memory but the task's. */
#include "ahead.h"
#include "bots.h"
#include "net.h"
#include "turn.h"

#include <string.h>

enum {
    CANDIDATES = TURN_ENDS_MAX,
    ITERATIONS = 1000,
    WIDTH = TURN_WIDTH_MAX, /* to find the candidates */
    ENDS = 24,
    ON_WIDTH = 4,     /* to play on */
    DEPTH = 2,        /* own turns to play on */
    TRUST = 4,        /* worlds that the network's first opinion counts for */
    WORLDS_LEAST = 8, /* before a candidate may be out */
    CLEARLY = 9,      /* how many standard errors of the mean are clear, squared */
};

typedef uint16_t chances[FF_PLAYERS_MAX];

/* Two candidates, the first less the second, over the worlds in which both were tried. */
struct pair {
    int64_t sum;
    int64_t squares;
    uint32_t worlds;
};

struct memory {
    struct bot_task task;
    struct ff_view view; /* a copy: the caller's need not stay */
    struct ff_game game; /* that it allows */
    struct ff_rng rng;
    bool planned; /* this decision follows the plan */
    bool begun;   /* there is a last decision */
    struct turn_plan plan;
    int roots_n;
    struct turn root[CANDIDATES]; /* the turns, or single decisions, to choose from */
    uint32_t visits[CANDIDATES];
    uint64_t sum[CANDIDATES][FF_PLAYERS_MAX]; /* of the seats' chances */
    struct pair pair[CANDIDATES][CANDIDATES]; /* the first index below the second */

    uint32_t in;   /* mask of the candidates */
    uint32_t left; /* of these, those that are to be tried in this world */
    struct ff_game world;
    uint16_t worth[CANDIDATES]; /* in this world, of those that were tried */
    struct turn_search turns;
};

/* ---------------------------------------------------------------------------------------------------------- comparing
 */

/* By how much a is better than b, in 1/256 of NET_CHANCE_ONE. */
static int64_t ahead_of(const struct memory *m, int a, int b)
{
    int seat = m->view.own.seat;
    const struct pair *pair = a < b ? &m->pair[a][b] : &m->pair[b][a];
    int64_t opinion = TRUST * (m->root[a].chance[seat] - m->root[b].chance[seat]);
    return ((a < b ? pair->sum : -pair->sum) + opinion) * 256 / (pair->worlds + TRUST);
}

/* Those tried most often are compared with each other, since they were in the same worlds. */
static int best_root(const struct memory *m)
{
    int most = 0, best;
    for (int i = 1; i < m->roots_n; i++)
        most = m->visits[i] > m->visits[most] ? i : most;
    best = most;
    for (int i = 0; i < m->roots_n; i++)
        if ((m->in >> i & 1) && i != best && ahead_of(m, i, best) > 0)
            best = i;
    return best;
}

/* Whether the difference is too large for chance: its square, by the variance of the mean. */
static bool clearly_behind(const struct memory *m, int a, int best)
{
    const struct pair *pair = a < best ? &m->pair[a][best] : &m->pair[best][a];
    int64_t n = pair->worlds, behind = ahead_of(m, best, a) / 16;
    if (n < WORLDS_LEAST || behind <= 0)
        return false;
    int64_t mean = pair->sum * 16 / n, spread = pair->squares / n * 256 - mean * mean; /* of one world */
    return behind * behind * n > CLEARLY * (spread > 0 ? spread + 256 : 256);
}

static void compare(struct memory *m)
{
    for (int a = 0; a < m->roots_n; a++)
        for (int b = a + 1; b < m->roots_n; b++)
            if ((m->in >> a & 1) && (m->in >> b & 1)) {
                int64_t more = m->worth[a] - m->worth[b];
                m->pair[a][b].sum += more;
                m->pair[a][b].squares += more * more;
                m->pair[a][b].worlds++;
            }
    int best = best_root(m);
    for (int i = 0; i < m->roots_n; i++)
        if ((m->in >> i & 1) && i != best && clearly_behind(m, i, best))
            m->in &= ~(1u << i);
}

/* ---------------------------------------------------------------------------------------------------------- iterating
 */

static void play_turn(const struct memory *m, struct ff_game *game, int seat, const struct turn *turn)
{
    for (int i = 0; i < turn->steps; i++)
        ff_apply(m->task.edition, game, seat, ff_action_of(game->pub.stage, turn->option[i]));
}

static void best_decision(struct memory *m, struct ff_game *game, int seat)
{
    struct ahead ahead;
    unsigned option = ahead_best(m->task.net, m->task.edition, game, seat, &m->rng, &ahead);
    ff_apply(m->task.edition, game, seat, ff_action_of(game->pub.stage, option));
}

/* Plays on to the next turn. False: the game is over. */
static bool next_turn(struct memory *m, struct ff_game *game, int *seat)
{
    while (game->pub.owe) {
        *seat = ff_first_seat(game->pub.owe);
        if (turn_goes_on(game, *seat))
            return true;
        best_decision(m, game, *seat);
    }
    return false;
}

static void find_turns(struct memory *m, const struct ff_game *game, int seat, int width, int ends)
{
    m->turns.net = m->task.net;
    m->turns.edition = m->task.edition;
    m->turns.width = width;
    m->turns.ends_max = ends;
    turn_search(&m->turns, game, seat);
}

static void final_chances(const struct ff_public *pub, chances chance)
{
    struct ff_result result;
    ff_result(pub, &result);
    int winners = ff_popcount(result.winners);
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        chance[seat] = (uint16_t)(result.winners >> seat & 1 ? NET_CHANCE_ONE / winners : 0);
}

/* Until the root's seat has ended DEPTH turns. */
static void look_on(struct memory *m, struct ff_game *game, chances chance)
{
    int seat, turns = 0;
    while (next_turn(m, game, &seat)) {
        find_turns(m, game, seat, ON_WIDTH, 1);
        play_turn(m, game, seat, &m->turns.end[0]);
        if (seat == m->view.own.seat && game->pub.stage != FF_STAGE_OVER && ++turns == DEPTH) {
            memcpy(chance, m->turns.end[0].chance, sizeof(chances));
            return;
        }
    }
    final_chances(&game->pub, chance);
}

/* Tries one candidate in one world. */
static void iterate(struct memory *m)
{
    chances chance = {0};
    int seat = m->view.own.seat;
    if (m->left == 0) {
        ff_resample(m->task.edition, &m->view, &m->rng, &m->world);
        m->left = m->in;
    }
    int candidate = __builtin_ctz(m->left);
    m->left &= m->left - 1;
    struct ff_game game = m->world;
    play_turn(m, &game, seat, &m->root[candidate]);
    look_on(m, &game, chance);
    m->worth[candidate] = chance[seat];
    m->visits[candidate]++;
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        m->sum[candidate][s] += chance[s];
    if (m->left == 0)
        compare(m);
}

/* ------------------------------------------------------------------------------------------------------------ the bot
 */

/* In the order of the options, which is the same for all threads; their opinions of a card to be drawn are not. */
static void add_decisions(struct memory *m)
{
    for (ff_options left = ff_distinct(m->task.edition, &m->view); left && m->roots_n < CANDIDATES; left &= left - 1) {
        struct turn *turn = &m->root[m->roots_n++];
        *turn = (struct turn){.steps = 1, .option = {(uint8_t)ff_option_nth(left, 0)}};
        ahead_chances(m->task.net, m->task.edition, &m->game, m->view.own.seat, turn->option[0], &m->rng, turn->chance);
    }
}

static void find_roots(struct memory *m)
{
    m->roots_n = 0;
    if (turn_goes_on(&m->game, m->view.own.seat)) {
        find_turns(m, &m->game, m->view.own.seat, WIDTH, ENDS);
        memcpy(m->root, m->turns.end, (size_t)m->turns.ends_n * sizeof *m->root);
        m->roots_n = m->turns.ends_n;
    } else {
        add_decisions(m);
    }
}

/* The plan that the last decision left. */
static void take_up_plan(struct memory *m, const struct bot_task *task, unsigned *option)
{
    if (m->begun && !m->planned)
        turn_plan_begin(&m->plan, task->edition, &m->game, &m->root[best_root(m)]);
    m->planned = m->begun && turn_plan_next(&m->plan, task->edition, task->view, option);
}

static void begin(void *memory, const struct bot_task *task)
{
    struct memory *m = memory;
    unsigned option;
    take_up_plan(m, task, &option);
    m->begun = true;
    m->task = *task;
    m->view = *task->view;
    m->task.view = &m->view;
    m->rng = ff_rng_of(task->seed);
    memset(m->visits, 0, sizeof m->visits);
    memset(m->sum, 0, sizeof m->sum);
    memset(m->pair, 0, sizeof m->pair);
    ff_resample(task->edition, &m->view, &m->rng, &m->game);
    if (m->planned) {
        m->roots_n = 1;
        m->root[0] = m->plan.turn;
        m->root[0].option[0] = (uint8_t)option;
    } else {
        find_roots(m);
    }
    m->in = (uint32_t)(((uint64_t)1 << m->roots_n) - 1);
    m->left = 0;
}

static bool think(void *memory, uint32_t iterations)
{
    struct memory *m = memory;
    for (; iterations > 0 && (m->in & (m->in - 1)); iterations--)
        iterate(m);
    return m->in & (m->in - 1);
}

/* Both began the same task, with other seeds, so they have the same candidates and other worlds. */
static void merge(void *memory, void *other_)
{
    struct memory *m = memory, *other = other_;
    for (int a = 0; a < m->roots_n && m->roots_n == other->roots_n; a++) {
        m->visits[a] += other->visits[a];
        for (int s = 0; s < FF_PLAYERS_MAX; s++)
            m->sum[a][s] += other->sum[a][s];
        for (int b = a + 1; b < m->roots_n; b++) {
            m->pair[a][b].sum += other->pair[a][b].sum;
            m->pair[a][b].squares += other->pair[a][b].squares;
            m->pair[a][b].worlds += other->pair[a][b].worlds;
        }
    }
    m->in = m->in & other->in ? m->in & other->in : m->in | other->in;
    other->begun = false; /* the plan is the first one's */
}

/* What the candidate is worth to a seat, over all worlds it was tried in. */
static uint16_t worth_of(const struct memory *m, int candidate, int seat)
{
    uint64_t sum = m->sum[candidate][seat] + (uint64_t)TRUST * m->root[candidate].chance[seat];
    return (uint16_t)(sum / (m->visits[candidate] + TRUST));
}

static void answer(const void *memory, struct bot_answer *answer)
{
    const struct memory *m = memory;
    int seat = m->view.own.seat, best = best_root(m), own = worth_of(m, best, seat);
    memset(answer, 0, sizeof *answer);
    answer->has_chances = true;
    answer->option = m->root[best].option[0];
    for (int s = 0; s < m->view.pub.players; s++)
        answer->win[s] = worth_of(m, best, s);
    for (int i = 0; i < m->roots_n; i++) {
        unsigned option = m->root[i].option[0];
        int64_t value = i == best ? own : own + ahead_of(m, i, best) / 256;
        answer->visits[option] += m->visits[i];
        if (value > answer->value[option] && (option != answer->option || i == best))
            answer->value[option] = (uint16_t)(value < NET_CHANCE_ONE ? value : NET_CHANCE_ONE);
    }
}

const struct bot bot_prince = {
    .name = "prince",
    .about = "plays on from the best turns with the network",
    .memory_size = sizeof(struct memory),
    .uses_net = true,
    .iterations = ITERATIONS,
    .begin = begin,
    .think = think,
    .merge = merge,
    .answer = answer,
};
