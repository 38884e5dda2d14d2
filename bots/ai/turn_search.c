/* turn_search.c - finds the best turns by beam search; see turn_search.h. */
#include "turn_search.h"

#include <string.h>

/* In decided positions the network rates all turns alike, so a bot might never finish a won game. Therefore all chances
 * near 0 count as equal, as do all chances near 100 %. Palace parts, then coins, break the tie. */
enum { DECIDED = 20, WON = NET_CHANCE_ONE - DECIDED, MERIT_PART = 1 << 10, MERIT_CHANCE = 1 << 13 };
_Static_assert(NET_CHANCE_ONE < UINT32_MAX / MERIT_CHANCE && FF_PALACE_PARTS < MERIT_CHANCE / MERIT_PART,
               "a chance, the parts and the coins fit beside each other");

static uint32_t merit_of(const struct ff_public *pub, int seat, uint32_t chance)
{
    uint32_t coins = pub->coins[seat], value = chance < DECIDED ? 0 : chance < WON ? chance : WON;
    return value * MERIT_CHANCE + (uint32_t)ff_palace_parts(pub, seat) * MERIT_PART +
           (coins < MERIT_PART ? coins : MERIT_PART - 1);
}

int turn_tiebreak(const struct turn *turn) { return (int)(turn->merit % MERIT_CHANCE); }

/* Evaluates a node incrementally from the previous position, so that only changed features are computed. */
static void evaluate_node(const struct turn_search *search, const struct net_position *before, struct turn_node *node)
{
    struct net_position *position = &node->position;
    uint16_t block[FF_PLAYERS_MAX];
    const int players = node->game.pub.players;
    ff_view_of(&node->game, search->seat, &node->view);
    position->view = &node->view;
    net_position_update(search->net, search->edition, before, position);
    net_chances(search->net, &position->features, &position->sums, block);
    for (int i = 0; i < players; i++)
        node->turn.chance[position->features.seat[i]] = block[i];
    node->turn.lost =
        !turn_is_active(&node->game, search->seat) && turn_seat_has_lost(&node->game.pub, search->seat, 0);
    node->turn.merit = merit_of(&node->game.pub, search->seat, node->turn.lost ? 0 : node->turn.chance[search->seat]);
}

/* Adds a node to the next beam if the node is among the best. */
static void push(struct turn_search *search, const struct turn_node *node)
{
    const uint32_t merit = node->turn.merit;
    struct turn_beam *next = search->next;
    bool full = next->n == search->width;
    if (full && merit <= next->node[next->rank[next->n - 1]].turn.merit)
        return;
    int at = full ? next->n - 1 : next->n++;
    uint8_t place = full ? next->rank[at] : (uint8_t)at;
    for (; at > 0 && next->node[next->rank[at - 1]].turn.merit < merit; at--)
        next->rank[at] = next->rank[at - 1];
    next->rank[at] = place;
    next->node[place] = *node;
    next->node[place].position.view = &next->node[place].view;
}

/* Returns a hash of the features; never 0. */
static uint64_t fingerprint(const struct features *features)
{
    uint64_t print = 0, words[sizeof *features / sizeof print];
    memcpy(words, features, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        print = (print ^ words[i]) * 0x9e3779b97f4a7c15u ^ print >> 29;
    return print | 1;
}

/* Returns whether a turn with this fingerprint was found. Most turns differ from another turn only in the order of
 * cards that will be drawn together, so one turn for each set of features is enough. */
static bool is_found(const struct turn_search *search, uint64_t print)
{
    for (int i = 0; i < search->ends_n; i++)
        if (search->print[i] == print)
            return true;
    return false;
}

/* Adds a finished turn to the results if it is among the best. */
static void finish(struct turn_search *search, struct turn_node *node)
{
    const int seat = search->seat;
    struct turn *end = search->end, *turn = &node->turn;
    if (search->jitter && !turn->lost) {
        turn->chance[seat] = (uint16_t)(turn->chance[seat] + ff_rng_below(search->rng, search->jitter));
        turn->merit = merit_of(&node->game.pub, seat, turn->chance[seat]);
    }
    if (search->ends_n == search->ends_max && turn->merit <= end[search->ends_max - 1].merit)
        return;
    uint64_t print = search->ends_max > 1 ? fingerprint(&node->position.features) : 0;
    if (print && is_found(search, print))
        return;
    int at = search->ends_n < search->ends_max ? search->ends_n++ : search->ends_max - 1;
    for (; at > 0 && end[at - 1].merit < turn->merit; at--) {
        end[at] = end[at - 1];
        search->print[at] = search->print[at - 1];
    }
    end[at] = *turn;
    search->print[at] = print;
}

/* Returns the spaces to try. In the base game a single empty space is enough, because empty spaces are equivalent and
 * covering a card gains nothing. (If ff_distinct has removed all empty spaces, the search finds the same two builds in
 * the other order.) */
static ff_options prune_spaces(const struct ff_view *view, ff_options options)
{
    const struct ff_public *pub = &view->pub;
    if (pub->mode != FF_BASE || pub->stage != FF_STAGE_SPACE)
        return options;
    for (ff_options left = options; left; left &= left - 1) {
        int space = ff_option_nth(left, 0);
        if (space < FF_PRINTED_FIRST && pub->board[view->own.seat][space] == FF_NO_CARD)
            return (ff_options)1 << space;
    }
    return options;
}

/* Expands a node by every option. A card to build is not evaluated before it is placed; see one_ply.h. */
static void grow(struct turn_search *search, const struct turn_node *from, const struct net_position *before)
{
    struct ff_view view;
    ff_view_of(&from->game, search->seat, &view);
    ff_options options = prune_spaces(&view, ff_distinct(search->edition, &view));
    for (ff_options left = options; left; left &= left - 1) {
        struct turn_node node;
        unsigned option = (unsigned)ff_option_nth(left, 0);
        node.game = from->game;
        node.turn = from->turn;
        node.turn.option[node.turn.steps++] = (uint8_t)option;
        turn_play_option(search->edition, &node.game, search->seat, option);
        bool goes_on = turn_is_active(&node.game, search->seat) && node.turn.steps < TURN_STEPS_MAX;
        if (goes_on && node.game.pub.stage == FF_STAGE_SPACE) {
            grow(search, &node, before);
            continue;
        }
        evaluate_node(search, before, &node);
        uint16_t *value = &search->value[node.turn.option[0]], own = node.turn.chance[search->seat];
        *value = own > *value ? own : *value;
        if (goes_on)
            push(search, &node);
        else
            finish(search, &node);
    }
}

static void begin_node(const struct turn_search *search, const struct ff_game *game, struct turn_node *node)
{
    node->game = *game;
    node->turn = (struct turn){.steps = 0};
    ff_view_of(game, search->seat, &node->view);
    node->position.view = &node->view;
    net_position_init(search->net, search->edition, &node->position);
}

void turn_search(struct turn_search *search, const struct ff_game *game, int seat)
{
    struct turn_beam *now = &search->beam[0];
    search->seat = seat;
    search->ends_n = 0;
    memset(search->value, 0, sizeof search->value);
    begin_node(search, game, &now->node[0]);
    now->rank[0] = 0;
    now->n = 1;
    while (now->n > 0) {
        search->next = now == &search->beam[0] ? &search->beam[1] : &search->beam[0];
        search->next->n = 0;
        for (int i = 0; i < now->n; i++)
            grow(search, &now->node[now->rank[i]], &now->node[now->rank[i]].position);
        now = search->next;
    }
}

/* --- playing a plan */

static unsigned play_plan_step(struct turn_plan *plan, const struct ff_edition *edition)
{
    unsigned option = plan->turn.option[plan->played++];
    ff_apply(edition, &plan->game, ff_lowest(plan->game.pub.owe), ff_action_of(plan->game.pub.stage, option));
    return option;
}

void turn_plan_begin(struct turn_plan *plan, const struct ff_edition *edition, const struct ff_game *game,
                     const struct turn *turn)
{
    plan->game = *game;
    plan->turn = *turn;
    plan->played = 0;
    play_plan_step(plan, edition);
}

bool turn_plan_next(struct turn_plan *plan, const struct ff_edition *edition, const struct ff_view *view,
                    unsigned *option)
{
    struct ff_view expected;
    if (plan->played == plan->turn.steps || !turn_is_active(&plan->game, view->own.seat))
        return false;
    ff_view_of(&plan->game, view->own.seat, &expected);
    if (memcmp(&expected, view, sizeof expected) != 0)
        return false;
    *option = play_plan_step(plan, edition);
    return true;
}
