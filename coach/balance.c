/* balance.c - luck and skill of a whole game; see balance.h. */
#include "balance.h"
#include "ai/luck.h"
#include "ai/told.h"

#include <string.h>

enum {
    HANDS = 128,        /* first hands to take the mean over */
    DEALS = 64,         /* likewise deals */
    STRENGTH = 1 << 16, /* of a person */
};

/* ---------------------------------------------------------------------------------------------------------- walking */

/* Any other first hand of that seat: the cards of the deck and the hand are dealt again. */
static void deal_again(struct ff_view *view, struct ff_rng *rng)
{
    uint8_t cards[FF_CARDS_MAX];
    int n = 0, hand = ff_popcount(view->own.hand);
    for (uint32_t rest = ff_cards_of(view->pub.mode); rest; rest &= rest - 1)
        cards[n++] = (uint8_t)ff_lowest(rest);
    ff_shuffle(rng, cards, n);
    view->own.hand = 0;
    for (int i = 0; i < hand; i++)
        view->own.hand |= ff_bit(cards[i]);
}

/* What order and demand cards are to each seat: its chance over all first hands, against par. */
static void look_at_deal(struct coach_walk *walk)
{
    const int players = walk->now.pub.players;
    struct ff_view view;
    uint16_t chance[FF_PLAYERS_MAX];
    int64_t sum[FF_PLAYERS_MAX] = {0}, all = 0;
    walk->dealt = true;
    for (int seat = 0; seat < players; seat++) {
        struct ff_rng rng = ff_rng_of((uint64_t)seat);
        ff_view_of(&walk->now, seat, &view);
        for (int i = 0; i < HANDS; i++) {
            deal_again(&view, &rng);
            net_evaluate(walk->net, walk->game->edition, &view, chance);
            sum[seat] += chance[seat];
        }
        all += sum[seat];
    }
    for (int seat = 0; seat < players; seat++)
        walk->order[seat] = (int32_t)(sum[seat] * NET_CHANCE_ONE / (all + 1)) - NET_CHANCE_ONE / players;
}

/* What is told at the beginning to one whose opponents are all of that kind: the mean of deals. */
static int32_t told_against(const struct coach_walk *walk, uint8_t kind)
{
    const struct coach_game *game = walk->game;
    const int players = game->setup->players;
    int32_t sum = 0;
    for (int deal = 0; deal < DEALS; deal++) {
        const int seat = deal % players;
        struct features_company company = {{FEATURES_EQUAL}};
        struct ff_setup setup;
        struct ff_game begun;
        struct ff_view view;
        uint16_t chance[FF_PLAYERS_MAX];
        for (int s = 0; s < players; s++)
            company.is[s] = s == seat ? FEATURES_EQUAL : kind;
        ff_deal(game->edition, players, game->setup->mode, (uint64_t)deal, &setup);
        ff_begin(game->edition, &setup, &begun);
        ff_view_of(&begun, seat, &view);
        told_chances(walk->net, game->edition, &company, &view, chance);
        sum += chance[seat];
    }
    return sum / DEALS;
}

/* How strong that kind is: the odds against a person change from even ones as those told do. Nobody has more among
 * stronger players than among equals. */
static int64_t strength_of(const struct coach_walk *walk, uint8_t kind)
{
    const int players = walk->now.pub.players, even = NET_CHANCE_ONE / players;
    if (kind == FEATURES_EQUAL)
        return STRENGTH;
    int64_t wins = coach_odds(even, told_against(walk, FEATURES_EQUAL), told_against(walk, kind));
    if (kind == FEATURES_LEVEL5 && wins > even)
        wins = even;
    return STRENGTH * (NET_CHANCE_ONE - wins) / (wins * (players - 1));
}

/* Everybody's share of the strength that sits there; and what a person in its place would have more. */
static void find_par(struct coach_walk *walk)
{
    const int players = walk->now.pub.players;
    const struct features_company company = coach_company_of(&walk->game->company, FF_NOBODY);
    int64_t strength[FF_PLAYERS_MAX], all = 0;
    for (int seat = 0; seat < players; seat++)
        all += strength[seat] = strength_of(walk, company.is[seat]);
    for (int seat = 0; seat < players; seat++) {
        walk->par[seat] = (int32_t)(NET_CHANCE_ONE * strength[seat] / all);
        walk->expected[seat] =
            (int32_t)(NET_CHANCE_ONE * STRENGTH / (all - strength[seat] + STRENGTH)) - walk->par[seat];
    }
}

void coach_walk_begin(struct coach_walk *walk, const struct coach_game *game, const struct net *net)
{
    memset(walk, 0, offsetof(struct coach_walk, draw));
    walk->game = game;
    walk->net = net;
    ff_prepare(game->edition, game->setup, &walk->now);
    find_par(walk);
}

/* One step of the engine, or the next decision. False: there is none. */
static bool step(struct coach_walk *walk, struct ff_event *event)
{
    const struct coach_game *game = walk->game;
    if (ff_follow(game->edition, &walk->now, event))
        return true;
    if (!walk->dealt)
        look_at_deal(walk);
    if (walk->decisions == game->n)
        return false;
    const struct coach_decision *decision = &game->decision[walk->decisions++];
    return ff_play(game->edition, &walk->now, decision->seat, decision->action, event) == FF_OK;
}

/* The luck of the cards that were just drawn. False: it was none. */
static bool look_at_draw(struct coach_walk *walk, const struct ff_game *before, const struct ff_event *event)
{
    struct ff_view from, to;
    struct coach_draw *draw = &walk->draw[walk->draws_n];
    ff_view_of(before, event->seat, &from);
    ff_view_of(&walk->now, event->seat, &to);
    *draw =
        (struct coach_draw){.decision = (uint32_t)walk->decisions, .seat = event->seat, .round = walk->now.pub.round};
    draw->cards = to.own.hand & ~from.own.hand;
    luck_of_draw(walk->net, walk->game->edition, &from, &to, draw->luck);
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        if (draw->luck[s])
            return true;
    return false;
}

bool coach_walk_step(struct coach_walk *walk)
{
    struct ff_event event;
    struct ff_game before = walk->now;
    while (step(walk, &event)) {
        if (event.kind == FF_EVENT_DREW && walk->dealt && walk->draws_n < COACH_DRAWS_MAX &&
            look_at_draw(walk, &before, &event)) {
            walk->draws_n++;
            return true;
        }
        before = walk->now;
    }
    return false;
}

int coach_walk_done(const struct coach_walk *walk)
{
    return walk->game->n ? walk->decisions * 1000 / walk->game->n : 1000;
}

/* ------------------------------------------------------------------------------------------------------------- sums */

static void add_draws(const struct coach_walk *walk, struct coach_balance *balance)
{
    for (int i = 0; i < walk->draws_n; i++)
        balance->draws[walk->draw[i].seat] += walk->draw[i].luck[walk->draw[i].seat];
}

/* Where a seat's chance stands while its items are added up. */
struct chain {
    bool begun;
    int32_t chance;
    int64_t squares; /* of the margins of what was lost and given */
    int32_t first;   /* the margin of its first chance */
};

static void add_chance(int before, const struct coach_told *told, int seat, struct chain *chain,
                       struct coach_balance *balance)
{
    if (chain->begun) {
        balance->luck[seat] += before - chain->chance;
    } else {
        balance->deal[seat] = before - balance->par[seat] - balance->expected[seat];
        chain->first = told->doubt;
    }
    chain->begun = true;
    chain->chance = told->chance;
}

/* Whether it is no news that this seat loses something. */
static bool loses_as_expected(const struct features_company *company, int seat)
{
    return company->is[seat] >= FEATURES_LEVEL1 && company->is[seat] <= FEATURES_LEVEL3;
}

static void add_told(const struct coach_walk *walk, const struct coach_item *item, const struct coach_told *told,
                     struct chain *chain, struct coach_balance *balance)
{
    const int seat = item->seat;
    const bool gives = !loses_as_expected(&walk->game->company, seat);
    add_chance(told->chance + told->loss, told, seat, &chain[seat], balance);
    balance->lost[seat] += told->loss;
    if (item->kind == COACH_TURN) {
        balance->turns[seat]++;
        balance->grades[seat][told->grade]++;
    }
    for (int s = 0; s < balance->players; s++) {
        balance->given[s] += s == seat || !gives ? 0 : told->gain[s];
        chain[s].squares += (int64_t)told->margin * told->margin;
    }
}

static int32_t square_root(int64_t square)
{
    int64_t root = 0;
    for (int64_t bit = 1 << 20; bit; bit >>= 1)
        root += (root + bit) * (root + bit) <= square ? bit : 0;
    return (int32_t)root;
}

/* The last step of the chance is to the result. What others gave is no luck. */
static void end_chain(const struct chain *chain, const struct ff_result *result, int seat,
                      struct coach_balance *balance)
{
    int32_t won = result->winners >> seat & 1 ? NET_CHANCE_ONE / ff_popcount(result->winners) : 0;
    balance->result[seat] = result->over ? won : chain->chance;
    balance->error[seat] = square_root(chain->squares + (int64_t)chain->first * chain->first);
    if (chain->begun)
        balance->luck[seat] += balance->result[seat] - chain->chance - balance->given[seat];
}

void coach_balance_of(const struct coach_walk *walk, const struct coach_item *items, const struct coach_told *told,
                      int n, struct coach_balance *balance)
{
    struct chain chain[FF_PLAYERS_MAX] = {{.begun = false}};
    struct ff_result result;
    *balance = (struct coach_balance){.players = walk->now.pub.players, .whole = true};
    ff_result(&walk->now.pub, &result);
    balance->over = result.over;
    memcpy(balance->par, walk->par, sizeof balance->par);
    memcpy(balance->expected, walk->expected, sizeof balance->expected);
    add_draws(walk, balance);
    for (int i = 0; i < n; i++) {
        balance->whole &= told[i].judged;
        if (told[i].judged)
            add_told(walk, &items[i], &told[i], chain, balance);
    }
    for (int s = 0; s < balance->players; s++) {
        balance->order[s] = walk->order[s];
        end_chain(&chain[s], &result, s, balance);
    }
}

int32_t coach_adjusted(const struct coach_balance *balance, int seat)
{
    return balance->par[seat] + balance->expected[seat] - balance->lost[seat] + balance->given[seat];
}

int32_t coach_loss_per_turn(const struct coach_balance *balance, int seat)
{
    return balance->turns[seat] ? balance->lost[seat] / balance->turns[seat] : 0;
}
