/* prince.c - tree search over games that the view allows, with the network at the leaves and as the guide.
 *
 * Every iteration draws a game that the seat cannot tell from the real one (its own buried cards are where it put them)
 * and walks down one tree that all these games share. At each node the seat that must decide there picks, of the
 * options it has in this game, the one with the best
 *
 *     value + EXPLORE * prior * sqrt(visits of the node) / (1 + visits of the option)          (PUCT)
 *
 * where the value is the mean of what came of the option for that seat, starting from what the network says of the
 * position right after it, and the prior is that first opinion as a weight: exp(opinion / WARMTH). A node that is met
 * for the first time asks the network about all its options and hands the best one's chances back up. Every seat plays
 * for itself, with its own hand of the drawn game.
 *
 * Integers only; no pointers into other memory but the task's. When the memory is full the tree stops growing and the
 * search goes on in it. */
#include "ahead.h"
#include "bots.h"
#include "net.h"

#include <string.h>

enum {
    EDGES_MAX = 1 << 21,
    NODES_MAX = 1 << 19,
    DEPTH_MAX = 512,
    EXPLORE = 6000, /* in NET_CHANCE_ONE */
    WARMTH = 300,   /* in NET_CHANCE_ONE */
    ITERATIONS = 4000,
};

/* One option of a node. */
struct edge {
    uint64_t sum; /* of the deciding seat's chances, the network's opinion not counted */
    uint32_t visits;
    uint32_t node; /* that it leads to; 0: none yet */
    uint32_t next; /* edge of the same node; 0: the last */
    uint16_t opinion;
    uint8_t option;
};

struct node {
    ff_options known; /* options that have an edge */
    uint32_t edges;   /* the first one */
    uint32_t visits;
};

struct memory {
    struct bot_task task;
    struct ff_view view; /* a copy: the caller's need not stay */
    struct ff_rng rng;
    uint32_t nodes_n, edges_n;
    struct node node[NODES_MAX]; /* 0 is no node, 1 the root */
    struct edge edge[EDGES_MAX]; /* 0 is no edge */
};

typedef uint16_t chances[FF_PLAYERS_MAX];

/* ------------------------------------------------------------------------------------------------------------ growing
 */

/* Adds edges for options that this game has and no earlier one had, as far as there is room. *best gets the chances
 * after the best of them. */
static void grow(struct memory *m, struct node *node, const struct ff_game *game, int seat, ff_options options,
                 chances best)
{
    int most = -1;
    for (; options; options &= options - 1) {
        if (m->edges_n == EDGES_MAX)
            return;
        unsigned option = (unsigned)ff_option_nth(options, 0);
        chances chance;
        ahead_chances(m->task.net, m->task.edition, game, seat, option, chance);
        struct edge *edge = &m->edge[m->edges_n];
        *edge = (struct edge){.next = node->edges, .opinion = chance[seat], .option = (uint8_t)option};
        node->edges = m->edges_n++;
        node->known |= (ff_options)1 << option;
        if (chance[seat] > most) {
            most = chance[seat];
            memcpy(best, chance, sizeof chance);
        }
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

static struct edge *select_edge(struct memory *m, const struct node *node, ff_options options)
{
    unsigned best = 0;
    uint64_t all = 0;
    for (uint32_t i = node->edges; i; i = m->edge[i].next)
        if ((options >> m->edge[i].option & 1) && m->edge[i].opinion > best)
            best = m->edge[i].opinion;
    for (uint32_t i = node->edges; i; i = m->edge[i].next)
        if (options >> m->edge[i].option & 1)
            all += weight(m->task.net, best, m->edge[i].opinion);
    uint64_t urge = (uint64_t)EXPLORE * square_root((uint64_t)node->visits << 8) / 16, most = 0;
    struct edge *chosen = NULL;
    for (uint32_t i = node->edges; i; i = m->edge[i].next) {
        struct edge *edge = &m->edge[i];
        if (!(options >> edge->option & 1))
            continue;
        uint64_t value = (edge->sum + edge->opinion) * 256 / (edge->visits + 1);
        uint64_t bonus = urge * 256 / (edge->visits + 1) * weight(m->task.net, best, edge->opinion) / all;
        if (!chosen || value + bonus > most) {
            most = value + bonus;
            chosen = edge;
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

static void final_chances(const struct ff_public *pub, chances chance)
{
    struct ff_result result;
    ff_result(pub, &result);
    int winners = ff_popcount(result.winners);
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        chance[seat] = (uint16_t)(result.winners >> seat & 1 ? NET_CHANCE_ONE / winners : 0);
}

/* Walks down to a new node, a node without room, or the end; *chance is what was found there. */
static void descend(struct memory *m, struct ff_game *game, struct path *path, chances chance)
{
    uint32_t at = 1;
    path->n = 0;
    while (game->pub.owe) {
        struct node *node = &m->node[at];
        int seat = ff_first_seat(game->pub.owe);
        struct ff_view view;
        ff_view_of(game, seat, &view);
        ff_options options = ff_distinct(m->task.edition, &view);
        bool fresh = node->known == 0;
        chances best;
        if (options & ~node->known)
            grow(m, node, game, seat, options & ~node->known, best);
        if (!(options & node->known)) { /* no room for even one */
            net_evaluate(m->task.net, m->task.edition, &view, chance);
            return;
        }
        node->visits++;
        if (fresh || path->n == DEPTH_MAX) {
            memcpy(chance, best, sizeof best);
            return;
        }
        struct edge *edge = select_edge(m, node, options & node->known);
        path->edge[path->n] = edge;
        path->seat[path->n++] = (uint8_t)seat;
        ff_apply(m->task.edition, game, seat, ff_action_of(game->pub.stage, edge->option));
        if (edge->node == 0 && m->nodes_n < NODES_MAX) {
            m->node[m->nodes_n] = (struct node){0};
            edge->node = m->nodes_n++;
        }
        if (edge->node == 0 && game->pub.owe) {
            ff_view_of(game, seat, &view);
            net_evaluate(m->task.net, m->task.edition, &view, chance);
            return;
        }
        at = edge->node;
    }
    final_chances(&game->pub, chance);
}

static void iterate(struct memory *m)
{
    struct ff_game game;
    struct path path;
    chances chance = {0};
    ff_resample(m->task.edition, &m->view, &m->rng, &game);
    descend(m, &game, &path, chance);
    for (int i = 0; i < path.n; i++) {
        path.edge[i]->visits++;
        path.edge[i]->sum += chance[path.seat[i]];
    }
}

/* ------------------------------------------------------------------------------------------------------------ the bot
 */

static void begin(void *memory, const struct bot_task *task)
{
    struct memory *m = memory;
    m->task = *task;
    m->view = *task->view;
    m->task.view = &m->view;
    m->rng = ff_rng_of(task->seed);
    m->node[1] = (struct node){0};
    m->nodes_n = 2;
    m->edges_n = 1;
    iterate(m); /* the root's edges, and so an answer */
}

static bool think(void *memory, uint32_t iterations)
{
    while (iterations-- > 0)
        iterate(memory);
    return true;
}

static uint16_t mean(const struct edge *edge) { return (uint16_t)((edge->sum + edge->opinion) / (edge->visits + 1)); }

/* The own chance as the search sees it; the others share the rest as the network does. */
static void share_out(const struct memory *m, uint16_t own, chances win)
{
    int seat = m->view.own.seat;
    net_evaluate(m->task.net, m->task.edition, &m->view, win);
    uint32_t rest = NET_CHANCE_ONE - win[seat], left = NET_CHANCE_ONE - own;
    for (int s = 0; s < m->view.pub.players; s++)
        win[s] = (uint16_t)(s == seat ? own : rest ? win[s] * left / rest : 0);
}

static void answer(const void *memory, struct bot_answer *answer)
{
    const struct memory *m = memory;
    const struct edge *best = NULL;
    memset(answer, 0, sizeof *answer);
    answer->has_chances = true;
    for (uint32_t i = m->node[1].edges; i; i = m->edge[i].next) {
        const struct edge *edge = &m->edge[i];
        if (!(m->task.legal >> edge->option & 1))
            continue;
        answer->visits[edge->option] = edge->visits;
        answer->value[edge->option] = mean(edge);
        if (!best || edge->visits > best->visits || (edge->visits == best->visits && mean(edge) > mean(best)))
            best = edge;
    }
    answer->option = best->option;
    share_out(m, mean(best), answer->win);
}

const struct bot bot_prince = {
    .name = "prince",
    .about = "tree search with the network",
    .memory_size = sizeof(struct memory),
    .uses_net = true,
    .iterations = ITERATIONS,
    .begin = begin,
    .think = think,
    .answer = answer,
};
