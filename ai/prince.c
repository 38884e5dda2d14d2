/* prince.c - compares whole turns by playing on from them, in many games that the view allows.
 *
 * The candidates are the turns that look best to the network (turn.h). A world is a game that the seat cannot tell from
 * the real one; its own buried cards are where it put them, the others' where they probably are (belief.h). An
 * iteration tries one candidate in one world: the turn is played, then every seat plays what looks best to it, with its
 * own hand in that world, until the root's seat has ended some turns more. What the network says there, as that seat
 * sees it, is what the candidate is worth in this world. The nearer a look is, the less it varies from world to world,
 * but the more it shares the mistakes of the network, and the best of many candidates is the one whose mistakes flatter
 * it most. So what the network says after the first turn counts while there are few worlds, and candidates that stay
 * good for many worlds are looked at from further on.
 *
 * Since all chance lies in the deal (R10.3), two candidates are compared in the worlds that both were tried in, where
 * luck is the same for both: their difference varies much less than their worths. Every candidate is tried in the same
 * worlds in the same order, in as many as it deserves: the next one to try is the one that may be better than the best
 * by most, by what is known of it, the network's first opinion included, and by how little that is: by how much their
 * difference varies from world to world. So turns that come to the same are soon left alone. The longer the search, the
 * more candidates: it finds good turns that the network thought little of.
 *
 * A turn, and the expert set-up (setup.h), is thought about at its beginning; its later decisions follow the plan. A
 * sure win (win.h) is taken at once, and a game that is lost is played to its end as the steward does. The few
 * decisions outside turns are candidates themselves.
 *
 * Integers only; no pointers into other memory but the task's. */
#include "ahead.h"
#include "belief.h"
#include "bots.h"
#include "net.h"
#include "setup.h"
#include "steward.h"
#include "turn.h"
#include "win.h"

#include <string.h>

enum {
    CANDIDATES = TURN_ENDS_MAX,
    FEW = 16,  /* candidates to begin with */
    MORE = 16, /* iterations until there is one more */
    WORLDS = 2048,
    SETUP_WORLDS = 32, /* in the expert set-up: the players wait */
    ITERATIONS = 1000,
    ON_WIDTH = 4, /* unfinished turns to follow when playing on */
    NEAR = 2,     /* own turns to play on in the first worlds */
    FAR = 4,      /* and in the others */
    NEAR_WORLDS = 16,
    TRUST = 2,     /* worlds that the network's opinion of the candidate counts for */
    LOOKS = 8,     /* worlds that all its opinions one own turn later count for */
    VARIES = 2000, /* a difference varies by so much, as long as little is known of it, */
    FIRST = 4,     /* for so many worlds */
    MAYBE = 7,     /* a candidate may be better than it looks by the root of so many variances of its mean */
    FINE = 16,     /* leads are in 1/FINE of the chances' unit */
    SETTLED = 50,  /* a chance so near to none or to all is as good as that; */
    SLACK = 25,    /* then a candidate that is worse by so little is as good as the best */
};

typedef uint16_t chances[FF_PLAYERS_MAX];

/* What the root's seat thinks of its chance in a world, one own turn after the candidate and later. */
struct worth {
    uint16_t soon, late;
};

/* By how much a candidate was better than another one, over all worlds in which both were tried. */
struct lead {
    int soon, late, worlds;
    int64_t squares; /* of late */
};

struct memory {
    struct bot_task task;
    struct ff_view view; /* a copy: the caller's need not stay */
    struct ff_game game; /* that it allows */
    struct ff_rng rng;
    bool planned; /* this decision follows the plan */
    bool begun;   /* there is a last decision */
    struct turn_plan plan;
    struct ff_view planned_from; /* the view at which it was made */
    int roots_n;
    struct turn root[CANDIDATES]; /* the turns, or single decisions, to choose from */
    int favourite;                /* the network's */
    int best;                     /* so far */
    int iterations;
    int worlds[CANDIDATES]; /* in which it was tried: the first ones */
    struct worth worth[CANDIDATES][WORLDS];
    struct lead elsewhere[CANDIDATES];        /* over `best`, as other threads found */
    uint64_t sum[CANDIDATES][FF_PLAYERS_MAX]; /* of the seats' chances, late */
    uint32_t visits[CANDIDATES];              /* here and elsewhere */
    struct belief belief;
    struct turn_search turns;
};

/* -------------------------------------------------------------------------------------------------------- comparing */

static struct lead lead_here(const struct memory *m, int a, int b)
{
    struct lead lead = {.worlds = m->worlds[a] < m->worlds[b] ? m->worlds[a] : m->worlds[b]};
    for (int i = 0; i < lead.worlds; i++) {
        int late = m->worth[a][i].late - m->worth[b][i].late;
        lead.soon += m->worth[a][i].soon - m->worth[b][i].soon;
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

static int opinion_of(const struct memory *m, int candidate)
{
    return m->root[candidate].lost ? 0 : m->root[candidate].chance[m->view.own.seat];
}

/* By how much the candidate is better than the best, in 1/FINE. What was not tried is as far behind as the network
 * thinks that it is behind its favourite. */
static int64_t lead_by(const struct memory *m, int candidate, const struct lead *lead)
{
    if (lead->worlds == 0)
        return (opinion_of(m, candidate) - opinion_of(m, m->favourite)) * FINE;
    int64_t sum = lead->late + LOOKS * lead->soon / lead->worlds;
    sum += TRUST * (opinion_of(m, candidate) - opinion_of(m, m->best));
    return sum * FINE / (lead->worlds + LOOKS + TRUST);
}

static int64_t lead_of(const struct memory *m, int candidate)
{
    struct lead lead = lead_here(m, candidate, m->best);
    add_lead(&m->elsewhere[candidate], &lead);
    return lead_by(m, candidate, &lead);
}

static int find_best(const struct memory *m)
{
    int best = m->best;
    int64_t most = 0;
    for (int i = 0; i < m->roots_n; i++) {
        int64_t lead = lead_of(m, i);
        best = lead > most ? i : best;
        most = lead > most ? lead : most;
    }
    return best;
}

/* By how much the candidate may be better than it looks, in 1/FINE. */
static int64_t doubt_by(const struct lead *lead)
{
    const int n = lead->worlds;
    int64_t around = lead->squares - (n ? (int64_t)lead->late * lead->late / n : 0); /* the mean */
    int64_t variance = (around + (int64_t)FIRST * VARIES * VARIES) / (n + FIRST);
    int64_t square = MAYBE * variance * FINE * FINE / (n + TRUST), root = 0;
    for (int64_t bit = 1 << 19; bit; bit >>= 1)
        root += (root + bit) * (root + bit) <= square ? bit : 0;
    return root;
}
_Static_assert((int64_t)MAYBE *NET_CHANCE_ONE / TRUST * NET_CHANCE_ONE < ((int64_t)1 << 40) / (FINE * FINE),
               "the root has 20 bits");

static int worlds_max(const struct memory *m) { return m->view.pub.stage == FF_STAGE_KEEP ? SETUP_WORLDS : WORLDS; }

/* The candidate to try next: the one that may be better than the best by most, or the best so far, if it must be tried
 * in one world more to compare them. -1: there is nothing more to find out. */
static int next_candidate(const struct memory *m)
{
    int next = -1;
    int64_t most = 0;
    for (int i = 0; i < m->roots_n && i < FEW + m->iterations / MORE; i++) {
        if (i == m->best || m->worlds[i] >= worlds_max(m))
            continue;
        struct lead lead = lead_here(m, i, m->best);
        int64_t hope = lead_by(m, i, &lead) + doubt_by(&lead);
        if (next < 0 || hope > most) {
            next = i;
            most = hope;
        }
    }
    return next >= 0 && m->worlds[m->best] <= m->worlds[next] ? m->best : next;
}

/* -------------------------------------------------------------------------------------------------------- iterating */

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
        *seat = ff_lowest(game->pub.owe);
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

/* Until the root's seat has ended a turn, or the game is over; then the chances are as that seat sees them. */
static void play_on(struct memory *m, struct ff_game *game, chances chance)
{
    int seat = -1;
    while (seat != m->view.own.seat && next_turn(m, game, &seat)) {
        find_turns(m, game, seat, ON_WIDTH, 1);
        play_turn(m, game, seat, &m->turns.end[0]);
    }
    if (game->pub.stage == FF_STAGE_OVER)
        net_final_chances(&game->pub, chance);
    else
        memcpy(chance, m->turns.end[0].chance, sizeof(chances));
}

/* Late is the mean of the own chance after the second turn and each one more, the last counted twice. */
static struct worth look_on(struct memory *m, struct ff_game *game, int turns, chances chance)
{
    const int own = m->view.own.seat;
    play_on(m, game, chance);
    uint16_t soon = chance[own];
    unsigned late = 0;
    for (int i = 1; i < turns; i++) {
        play_on(m, game, chance);
        late += chance[own];
    }
    return (struct worth){soon, (uint16_t)((late + chance[own]) / (unsigned)turns)};
}

/* All candidates meet the same chance in a world. */
static void iterate(struct memory *m, int candidate)
{
    struct ff_game game;
    chances chance = {0};
    int world = m->worlds[candidate]++;
    m->rng = ff_rng_of(m->task.seed ^ ((uint64_t)world + 1) << 40);
    belief_draw(&m->belief, m->task.edition, &m->view, &m->rng, &game);
    play_turn(m, &game, m->view.own.seat, &m->root[candidate]);
    m->worth[candidate][world] = look_on(m, &game, world < NEAR_WORLDS ? NEAR : FAR, chance);
    m->visits[candidate]++;
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        m->sum[candidate][s] += chance[s];
    m->iterations++;
    m->best = find_best(m);
}

/* What the candidate is worth to a seat, over all worlds it was tried in. */
static uint16_t worth_of(const struct memory *m, int candidate, int seat)
{
    uint64_t sum = m->sum[candidate][seat] + (uint64_t)TRUST * m->root[candidate].chance[seat];
    return (uint16_t)(sum / (m->visits[candidate] + TRUST));
}

/* The candidate to play: the best. When nothing is at stake any more, of those that are as good the one after which
 * most is there: people watch. */
static int choice(const struct memory *m)
{
    int best = find_best(m), chosen = best, own = worth_of(m, best, m->view.own.seat);
    if (own > SETTLED && own < NET_CHANCE_ONE - SETTLED)
        return best;
    int64_t lead = lead_of(m, best);
    for (int i = 0; i < m->roots_n; i++)
        if (lead - lead_of(m, i) <= SLACK * FINE && turn_standing(&m->root[i]) > turn_standing(&m->root[chosen]))
            chosen = i;
    return chosen;
}

/* ---------------------------------------------------------------------------------------------------------- the bot */

/* In the order of the options, which is the same for all threads; their opinions of a card to be drawn are not. */
static void add_decisions(struct memory *m)
{
    for (ff_options left = ff_distinct(m->task.edition, &m->view); left && m->roots_n < CANDIDATES; left &= left - 1) {
        struct turn *turn = &m->root[m->roots_n++];
        *turn = (struct turn){.steps = 1, .option = {(uint8_t)ff_option_nth(left, 0)}};
        ahead_chances(m->task.net, m->task.edition, &m->game, m->view.own.seat, turn->option[0], &m->rng, turn->chance);
    }
}

/* Who has lost plays decently, and at once. */
static void add_steward(struct memory *m)
{
    struct turn *turn = &m->root[m->roots_n++];
    *turn = (struct turn){.lost = true, .steps = 1, .option = {(uint8_t)steward_choose(&steward_plain, &m->task)}};
    net_evaluate(m->task.net, m->task.edition, &m->view, turn->chance);
}

/* A win that is sure, a turn for who has lost, or the turns that look best. */
static void find_root_turns(struct memory *m)
{
    const int own = m->view.own.seat;
    if (win_find(m->task.edition, &m->game, own, &m->root[0])) {
        m->roots_n = 1;
    } else if (turn_has_lost(&m->view.pub, own, FF_BUILDS_MAX)) {
        add_steward(m);
    } else {
        find_turns(m, &m->game, own, TURN_WIDTH_MAX, CANDIDATES);
        memcpy(m->root, m->turns.end, (size_t)m->turns.ends_n * sizeof *m->root);
        m->roots_n = m->turns.ends_n;
    }
}

static void find_roots(struct memory *m)
{
    m->roots_n = 0;
    if (turn_goes_on(&m->game, m->view.own.seat))
        find_root_turns(m);
    else if (m->view.pub.stage == FF_STAGE_KEEP)
        m->roots_n = setup_plans(m->task.net, m->task.edition, &m->game, m->view.own.seat, m->root);
    else
        add_decisions(m);
}

/* The plan that the last decision left. */
static void take_up_plan(struct memory *m, const struct bot_task *task, unsigned *option)
{
    if (m->begun && !m->planned) {
        m->planned_from = m->view;
        turn_plan_begin(&m->plan, task->edition, &m->game, &m->root[choice(m)]);
    }
    m->planned = m->begun && (setup_next(&m->plan.turn, &m->planned_from, task->view, option) ||
                              turn_plan_next(&m->plan, task->edition, task->view, option));
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
    m->iterations = 0;
    memset(m->worlds, 0, sizeof m->worlds);
    memset(m->elsewhere, 0, sizeof m->elsewhere);
    memset(m->sum, 0, sizeof m->sum);
    memset(m->visits, 0, sizeof m->visits);
    ff_resample(task->edition, &m->view, &m->rng, &m->game);
    if (m->planned) {
        m->roots_n = 1;
        m->root[0] = m->plan.turn;
        m->root[0].option[0] = (uint8_t)option;
    } else {
        find_roots(m);
        belief_form(&m->belief, task->edition, &m->view, task->seen);
    }
    m->task.seen = NULL; /* need not stay */
    m->favourite = 0;
    for (int i = 1; i < m->roots_n; i++)
        m->favourite = opinion_of(m, i) > opinion_of(m, m->favourite) ? i : m->favourite;
    m->best = m->favourite;
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

/* Both began the same task, with other seeds, so they have the same candidates and other worlds. Whether another
 * candidate is the best now is seen when all are merged. */
static void merge(void *memory, void *other_)
{
    struct memory *m = memory, *other = other_;
    for (int a = 0; a < m->roots_n && m->roots_n == other->roots_n; a++) {
        struct lead lead = lead_here(other, a, m->best);
        add_lead(&lead, &m->elsewhere[a]);
        m->visits[a] += other->visits[a];
        for (int s = 0; s < FF_PLAYERS_MAX; s++)
            m->sum[a][s] += other->sum[a][s];
    }
    other->begun = false; /* the plan is the first one's */
}

static void answer(const void *memory, struct bot_answer *answer)
{
    const struct memory *m = memory;
    int seat = m->view.own.seat, best = choice(m), own = worth_of(m, best, seat);
    int64_t lead = lead_of(m, best);
    memset(answer, 0, sizeof *answer);
    answer->has_chances = true;
    answer->option = m->root[best].option[0];
    for (int s = 0; s < m->view.pub.players; s++)
        answer->win[s] = worth_of(m, best, s);
    for (int i = 0; i < m->roots_n; i++) {
        unsigned option = m->root[i].option[0];
        int64_t value = own + (lead_of(m, i) - lead) / FINE;
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
