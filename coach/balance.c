/* balance.c - luck and skill of a whole game; see balance.h. */
#include "balance.h"
#include "ai/luck.h"

#include <string.h>

enum {
    HANDS = 128,      /* first hands to take the mean over */
    DRIFT = 450,      /* by how much the network's opinion drifts at a turn, and */
    DRIFT_LEAST = 900 /* in any game: measured, see docs/coach.md */
};

/* ---------------------------------------------------------------------------------------------------------- walking */

void coach_walk_begin(struct coach_walk *walk, const struct coach_game *game, const struct net *net)
{
    memset(walk, 0, offsetof(struct coach_walk, draw));
    walk->game = game;
    walk->net = net;
    ff_prepare(game->edition, game->setup, &walk->now);
}

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

/* What a seat's first hand is to all: against the mean of all hands, and that against par. */
static void look_at_hand(struct coach_walk *walk, int seat)
{
    const int players = walk->now.pub.players;
    struct ff_view view;
    struct ff_rng rng = ff_rng_of((uint64_t)seat);
    uint16_t chance[FF_PLAYERS_MAX];
    uint32_t sum[FF_PLAYERS_MAX] = {0};
    ff_view_of(&walk->now, seat, &view);
    net_evaluate(walk->net, walk->game->edition, &view, chance);
    for (int s = 0; s < players; s++)
        walk->hands[s] += chance[s];
    for (int i = 0; i < HANDS; i++) {
        deal_again(&view, &rng);
        net_evaluate(walk->net, walk->game->edition, &view, chance);
        for (int s = 0; s < players; s++)
            sum[s] += chance[s];
    }
    for (int s = 0; s < players; s++) {
        int32_t mean = (int32_t)(sum[s] / HANDS);
        walk->hands[s] -= mean;
        walk->order[s] += (mean - NET_CHANCE_ONE / players) / players;
    }
}

static void look_at_deal(struct coach_walk *walk)
{
    walk->dealt = true;
    for (int seat = 0; seat < walk->now.pub.players; seat++)
        look_at_hand(walk, seat);
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

static void add_result(const struct coach_walk *walk, struct coach_balance *balance)
{
    struct ff_result result;
    ff_result(&walk->now.pub, &result);
    int winners = ff_popcount(result.winners);
    balance->over = result.over;
    for (int s = 0; s < balance->players; s++)
        balance->result[s] = result.winners >> s & 1 ? NET_CHANCE_ONE / winners : 0;
}

static void add_draws(const struct coach_walk *walk, struct coach_balance *balance)
{
    for (int i = 0; i < walk->draws_n; i++)
        for (int s = 0; s < balance->players; s++) {
            int32_t *sum = walk->draw[i].seat == s ? balance->own_draws : balance->other_draws;
            sum[s] += walk->draw[i].luck[s];
        }
}

static void add_told(const struct coach_item *item, const struct coach_told *told, struct coach_balance *balance)
{
    balance->whole &= told->judged;
    if (!told->judged)
        return;
    balance->lost[item->seat] += told->loss;
    if (item->kind == COACH_TURN) {
        balance->turns[item->seat]++;
        balance->grades[item->seat][told->grade]++;
    }
    for (int s = 0; s < balance->players; s++)
        balance->given[s] += s == item->seat ? 0 : told->gain[s];
}

static int32_t square_root(int64_t square)
{
    int64_t root = 0;
    for (int64_t bit = 1 << 16; bit; bit >>= 1)
        root += (root + bit) * (root + bit) <= square ? bit : 0;
    return (int32_t)root;
}

/* What drifts and what was not weighed exactly, twice the root of the squares' sum. */
static int32_t error_of(const struct coach_told *told, int n)
{
    int64_t squares = (int64_t)DRIFT_LEAST * DRIFT_LEAST;
    for (int i = 0; i < n; i++)
        squares += (int64_t)DRIFT * DRIFT + (int64_t)told[i].margin * told[i].margin / 4;
    return 2 * square_root(squares);
}

void coach_balance_of(const struct coach_walk *walk, const struct coach_item *items, const struct coach_told *told,
                      int n, struct coach_balance *balance)
{
    *balance = (struct coach_balance){.players = walk->now.pub.players, .whole = true};
    balance->par = NET_CHANCE_ONE / balance->players;
    add_result(walk, balance);
    add_draws(walk, balance);
    for (int i = 0; i < n; i++)
        add_told(&items[i], &told[i], balance);
    for (int s = 0; s < balance->players; s++) {
        balance->order[s] = walk->order[s];
        balance->hands[s] = walk->hands[s];
        balance->rest[s] = coach_adjusted(balance, s) - balance->par + balance->lost[s] - balance->given[s];
        balance->error[s] = error_of(told, n);
    }
}

int32_t coach_adjusted(const struct coach_balance *balance, int seat)
{
    return balance->result[seat] - balance->order[seat] - balance->hands[seat] - balance->own_draws[seat] -
           balance->other_draws[seat];
}

int32_t coach_loss_per_turn(const struct coach_balance *balance, int seat)
{
    return balance->turns[seat] ? balance->lost[seat] / balance->turns[seat] : 0;
}
