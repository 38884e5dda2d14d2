/* prince.c - a search over whole turns in games that the view allows, with the network at the leaves and as the guide.
 *
 * At the root stand the turns that look best to the network (turn.h). Every iteration draws a game that the seat cannot
 * tell from the real one (its own buried cards are where it put them) and plays on in it, turn by turn, down one tree
 * that all these games share. At each node the seat on turn picks, of the turns that look best to it in this game, the
 * one with the largest
 *
 *     value + EXPLORE * prior * sqrt(visits of the node) / (1 + visits of the turn)            (PUCT)
 *
 * where the value is the mean of what came of the turn for that seat, starting from what the network says of it, and
 * the prior is that first opinion as a weight: exp(opinion / WARMTH). From the first new node on, every seat plays what
 * looks best to it until the root's seat has ended its next turn; the network's chances there, as that seat sees them,
 * go back up. Every seat plays for itself, with its own hand of the drawn game. The few decisions outside turns are
 * searched at the root, and elsewhere made as they look best.
 *
 * A turn is thought about at its beginning; its later decisions follow the plan.
 *
 * Integers only; no pointers into other memory but the task's. When the memory is full the tree stops growing and the
 * search goes on in it. */
#include "ahead.h"
#include "bots.h"
#include "net.h"
#include "turn.h"

#include <string.h>

enum {
    EDGES_MAX = 1 << 18, /* a power of 2 */
    EDGES_FULL = EDGES_MAX / 4 * 3,
    DEPTH_MAX = 200,
    ITERATIONS = 1000,
    EXPLORE = 8000, /* in NET_CHANCE_ONE */
    WARMTH = 600,   /* in NET_CHANCE_ONE */
    TRUST = 2,      /* visits that the network's opinion counts for */
    ROOT_WIDTH = TURN_WIDTH_MAX,
    ROOT_ENDS = 24,
    WIDTH = 2, /* inside the tree */
    ENDS = 6,
    LAST_WIDTH = 1, /* beyond it */
};

/* A turn at a node, found by both. */
struct edge {
    uint64_t key;    /* of node and turn */
    uint64_t sum;    /* of the deciding seat's chances, the network's opinion not counted */
    uint32_t search; /* that it belongs to: others are free places */
    uint32_t visits;
    uint32_t node; /* that it leads to */
};

typedef uint16_t chances[FF_PLAYERS_MAX];

struct memory {
    struct bot_task task;
    struct ff_view view; /* a copy: the caller's need not stay */
    struct ff_game game; /* that it allows */
    struct ff_rng rng;
    bool planned; /* this decision follows the plan */
    bool begun;   /* there is a last decision */
    struct turn_plan plan;
    int roots_n;
    struct turn root[TURN_ENDS_MAX]; /* the turns, or single decisions, to choose from */
    struct edge *root_edge[TURN_ENDS_MAX];
    uint32_t search, nodes_n, edges_n;
    struct turn_search turns;
    uint32_t node_visits[EDGES_MAX];
    struct edge edge[EDGES_MAX];
};

/* ------------------------------------------------------------------------------------------------------------ edges */

static uint64_t key_of(uint32_t node, const struct turn *turn)
{
    uint64_t key = 0xcbf29ce484222325 ^ node;
    for (int i = 0; i < turn->steps; i++)
        key = (key ^ turn->option[i]) * 0x100000001b3;
    return key ^ key >> 29;
}

/* NULL: there is no room for a new one. */
static struct edge *edge_of(struct memory *m, uint32_t node, const struct turn *turn)
{
    uint64_t key = key_of(node, turn);
    for (uint64_t at = key;; at++) {
        struct edge *edge = &m->edge[at & (EDGES_MAX - 1)];
        if (edge->search == m->search && edge->key == key)
            return edge;
        if (edge->search == m->search)
            continue;
        if (m->edges_n == EDGES_FULL)
            return NULL;
        m->edges_n++;
        *edge = (struct edge){.key = key, .search = m->search, .node = m->nodes_n};
        m->node_visits[m->nodes_n++] = 0;
        return edge;
    }
}

/* ---------------------------------------------------------------------------------------------------------- selecting
 */

static uint32_t square_root(uint64_t n)
{
    uint64_t root = 0, bit = (uint64_t)1 << 40;
    while (bit > n)
        bit >>= 2;
    for (; bit; bit >>= 2) {
        if (n >= root + bit) {
            n -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return (uint32_t)root;
}

static uint32_t weight(const struct net *net, unsigned best, unsigned opinion)
{
    unsigned fall = (best - opinion) * 64 / WARMTH;
    return net->fall[fall < NET_FALLS ? fall : NET_FALLS - 1] >> 8; /* 16 bits */
}

static uint64_t mean(const struct edge *edge, unsigned opinion)
{
    return (edge->sum + (uint64_t)TRUST * opinion) * 256 / (edge->visits + TRUST);
}

/* One of the turns, the best by the network first; -1: there is no room for them. */
static int select_turn(struct memory *m, uint32_t node, int seat, const struct turn *turn, int n)
{
    uint64_t all = 0, most = 0, urge = (uint64_t)EXPLORE * square_root((uint64_t)m->node_visits[node] << 8) / 16;
    int chosen = -1;
    for (int i = 0; i < n; i++)
        all += weight(m->task.net, turn[0].chance[seat], turn[i].chance[seat]);
    for (int i = 0; i < n; i++) {
        const struct edge *edge = edge_of(m, node, &turn[i]);
        if (!edge)
            return chosen;
        uint64_t bonus =
            urge * 256 / (edge->visits + 1) * weight(m->task.net, turn[0].chance[seat], turn[i].chance[seat]) / all;
        uint64_t score = mean(edge, turn[i].chance[seat]) + bonus;
        if (score > most) {
            most = score;
            chosen = i;
        }
    }
    return chosen;
}

/* ---------------------------------------------------------------------------------------------------------- iterating
 */

struct path {
    struct edge *edge[DEPTH_MAX];
    uint8_t seat[DEPTH_MAX];
    int n;
};

static void play_turn(const struct memory *m, struct ff_game *game, int seat, const struct turn *turn)
{
    for (int i = 0; i < turn->steps; i++)
        ff_apply(m->task.edition, game, seat, ff_action_of(game->pub.stage, turn->option[i]));
}

static void best_decision(const struct memory *m, struct ff_game *game, int seat)
{
    struct ff_view view;
    unsigned chosen = 0;
    int best = -1;
    ff_view_of(game, seat, &view);
    for (ff_options left = ff_distinct(m->task.edition, &view); left; left &= left - 1) {
        unsigned option = (unsigned)ff_option_nth(left, 0);
        chances chance;
        ahead_chances(m->task.net, m->task.edition, game, seat, option, chance);
        if (chance[seat] > best) {
            best = chance[seat];
            chosen = option;
        }
    }
    ff_apply(m->task.edition, game, seat, ff_action_of(game->pub.stage, chosen));
}

/* Plays on to the next turn. False: the game is over. */
static bool next_turn(const struct memory *m, struct ff_game *game, int *seat)
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

/* Goes down the tree to its edge. False: the game is over. */
static bool descend(struct memory *m, struct ff_game *game, struct path *path)
{
    uint32_t node = 1;
    int seat = m->view.own.seat, n = m->roots_n;
    const struct turn *turn = m->root;
    for (path->n = 0; path->n < DEPTH_MAX;) {
        bool fresh = m->node_visits[node]++ == 0 && node != 1;
        int chosen = fresh ? -1 : select_turn(m, node, seat, turn, n);
        if (chosen < 0)
            return true;
        struct edge *edge = edge_of(m, node, &turn[chosen]);
        path->seat[path->n] = (uint8_t)seat;
        path->edge[path->n++] = edge;
        play_turn(m, game, seat, &turn[chosen]);
        if (!next_turn(m, game, &seat))
            return false;
        node = edge->node;
        if (m->node_visits[node] == 0) {
            m->node_visits[node]++;
            return true;
        }
        find_turns(m, game, seat, WIDTH, ENDS);
        turn = m->turns.end;
        n = m->turns.ends_n;
    }
    return true;
}

/* From the tree's edge to the end of the root's seat's next turn. */
static void look_on(struct memory *m, struct ff_game *game, chances chance)
{
    int seat;
    while (next_turn(m, game, &seat)) {
        find_turns(m, game, seat, LAST_WIDTH, 1);
        play_turn(m, game, seat, &m->turns.end[0]);
        if (seat == m->view.own.seat && game->pub.stage != FF_STAGE_OVER) {
            memcpy(chance, m->turns.end[0].chance, sizeof(chances));
            return;
        }
    }
    final_chances(&game->pub, chance);
}

static void iterate(struct memory *m)
{
    struct ff_game game;
    struct path path;
    chances chance = {0};
    ff_resample(m->task.edition, &m->view, &m->rng, &game);
    if (descend(m, &game, &path))
        look_on(m, &game, chance);
    else
        final_chances(&game.pub, chance);
    for (int i = 0; i < path.n; i++) {
        path.edge[i]->visits++;
        path.edge[i]->sum += chance[path.seat[i]];
    }
}

/* ------------------------------------------------------------------------------------------------------------ the bot
 */

static int best_root(const struct memory *m)
{
    int best = 0;
    for (int i = 1; i < m->roots_n; i++)
        if (m->root_edge[i]->visits > m->root_edge[best]->visits)
            best = i;
    return best;
}

static void add_decisions(struct memory *m)
{
    int seat = m->view.own.seat;
    for (ff_options left = ff_distinct(m->task.edition, &m->view); left && m->roots_n < TURN_ENDS_MAX;
         left &= left - 1) {
        struct turn turn = {.steps = 1, .option = {(uint8_t)ff_option_nth(left, 0)}};
        ahead_chances(m->task.net, m->task.edition, &m->game, seat, turn.option[0], turn.chance);
        int at = m->roots_n++;
        for (; at > 0 && m->root[at - 1].chance[seat] < turn.chance[seat]; at--)
            m->root[at] = m->root[at - 1];
        m->root[at] = turn;
    }
}

static void find_roots(struct memory *m)
{
    m->roots_n = 0;
    if (turn_goes_on(&m->game, m->view.own.seat)) {
        find_turns(m, &m->game, m->view.own.seat, ROOT_WIDTH, ROOT_ENDS);
        memcpy(m->root, m->turns.end, (size_t)m->turns.ends_n * sizeof *m->root);
        m->roots_n = m->turns.ends_n;
    } else {
        add_decisions(m);
    }
    for (int i = 0; i < m->roots_n; i++)
        m->root_edge[i] = edge_of(m, 1, &m->root[i]);
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
    m->search++;
    m->edges_n = 0;
    m->nodes_n = 2;
    m->node_visits[1] = 0;
    ff_resample(task->edition, &m->view, &m->rng, &m->game);
    if (m->planned) {
        m->roots_n = 1;
        m->root[0] = m->plan.turn;
        m->root[0].option[0] = (uint8_t)option;
        m->root_edge[0] = edge_of(m, 1, &m->root[0]);
        return;
    }
    find_roots(m);
}

static bool think(void *memory, uint32_t iterations)
{
    struct memory *m = memory;
    if (m->roots_n == 1)
        return false;
    while (iterations-- > 0)
        iterate(m);
    return true;
}

/* Both began the same task, with other seeds, so they have the same turns at their roots. */
static void merge(void *memory, void *other_)
{
    struct memory *m = memory, *other = other_;
    for (int i = 0; i < m->roots_n && m->roots_n == other->roots_n; i++) {
        m->root_edge[i]->visits += other->root_edge[i]->visits;
        m->root_edge[i]->sum += other->root_edge[i]->sum;
    }
    other->begun = false; /* the plan is the first one's */
}

static void answer(const void *memory, struct bot_answer *answer)
{
    const struct memory *m = memory;
    int seat = m->view.own.seat, best = best_root(m);
    memset(answer, 0, sizeof *answer);
    answer->has_chances = true;
    answer->option = m->root[best].option[0];
    for (int i = 0; i < m->roots_n; i++) {
        unsigned option = m->root[i].option[0];
        uint16_t value = (uint16_t)(mean(m->root_edge[i], m->root[i].chance[seat]) / 256);
        answer->visits[option] += m->root_edge[i]->visits;
        if (value > answer->value[option] && (option != answer->option || i == best))
            answer->value[option] = value;
    }
    uint32_t own = answer->value[answer->option], rest = NET_CHANCE_ONE - m->root[best].chance[seat];
    for (int s = 0; s < m->view.pub.players; s++)
        answer->win[s] = (uint16_t)(s == seat ? own
                                    : rest    ? m->root[best].chance[s] * (NET_CHANCE_ONE - own) / rest
                                              : 0);
}

const struct bot bot_prince = {
    .name = "prince",
    .about = "search over turns with the network",
    .memory_size = sizeof(struct memory),
    .uses_net = true,
    .iterations = ITERATIONS,
    .begin = begin,
    .think = think,
    .merge = merge,
    .answer = answer,
};
