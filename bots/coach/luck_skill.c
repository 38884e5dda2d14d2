/* luck_skill.c - separates luck and skill in a whole game; see luck_skill.h. */
#include "luck_skill.h"
#include "bots/ai/calibration.h"
#include "bots/ai/draw_luck.h"
#include "opponents.h"

#include <string.h>

enum {
    HANDS = 128,        /* random first hands to average over */
    DEALS = 64,         /* random deals to average over */
    STRENGTH = 1 << 16, /* strength of a person, in arbitrary units */
};

/* ---------------------------------------------------------------------------------------------------------- walking */

/* Replaces the seat's first hand with a random one. */
static void redeal_hand(struct ff_view *view, struct ff_rng *rng)
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

/* Evaluates the order and the demand cards for each seat: the mean chance over random first hands, minus one divided by
 * the number of players. */
static void evaluate_deal(struct coach_replay *replay)
{
    const int players = replay->now.pub.players;
    struct ff_view view;
    uint16_t chance[FF_PLAYERS_MAX];
    int64_t sum[FF_PLAYERS_MAX] = {0}, all = 0;
    replay->dealt = true;
    for (int seat = 0; seat < players; seat++) {
        struct ff_rng rng = ff_rng_of((uint64_t)seat);
        ff_view_of(&replay->now, seat, &view);
        for (int i = 0; i < HANDS; i++) {
            redeal_hand(&view, &rng);
            net_evaluate(replay->net, replay->game->edition, &view, chance);
            sum[seat] += chance[seat];
        }
        all += sum[seat];
    }
    for (int seat = 0; seat < players; seat++)
        replay->order[seat] = (int32_t)(sum[seat] * NET_CHANCE_ONE / (all + 1)) - NET_CHANCE_ONE / players;
}

/* Returns the mean chance shown at the beginning of a game against opponents of this level. */
static int32_t mean_chance_against(const struct coach_replay *replay, uint8_t level)
{
    const struct coach_game *game = replay->game;
    const int players = game->setup->players;
    int32_t sum = 0;
    for (int deal = 0; deal < DEALS; deal++) {
        const int seat = deal % players;
        struct features_opponents opponents = {{FEATURES_EQUAL}};
        struct ff_setup setup;
        struct ff_game begun;
        struct ff_view view;
        uint16_t chance[FF_PLAYERS_MAX];
        for (int s = 0; s < players; s++)
            opponents.level[s] = s == seat ? FEATURES_EQUAL : level;
        ff_deal(game->edition, players, game->setup->mode, (uint64_t)deal, &setup);
        ff_begin(game->edition, &setup, &begun);
        ff_view_of(&begun, seat, &view);
        calibration_chances(replay->net, game->edition, &opponents, &view, chance);
        sum += chance[seat];
    }
    return sum / DEALS;
}

/* Returns a level's strength, derived from a person's odds of winning against players of this level. Clamps princes to
 * at least a person's strength. */
static int64_t strength_of(const struct coach_replay *replay, uint8_t level)
{
    const int players = replay->now.pub.players, even = NET_CHANCE_ONE / players;
    if (level == FEATURES_EQUAL)
        return STRENGTH;
    int64_t wins =
        calibration_shift_odds(even, mean_chance_against(replay, FEATURES_EQUAL), mean_chance_against(replay, level));
    if (level == FEATURES_PRINCE && wins > even)
        wins = even;
    return STRENGTH * (NET_CHANCE_ONE - wins) / (wins * (players - 1));
}

/* Computes each seat's share of the total strength, and how much larger the share of a person in that seat would be. */
static void find_par(struct coach_replay *replay)
{
    const int players = replay->now.pub.players;
    const struct features_opponents opponents = coach_opponents_of(&replay->game->opponents, FF_NOBODY);
    int64_t strength[FF_PLAYERS_MAX], all = 0;
    for (int seat = 0; seat < players; seat++)
        all += strength[seat] = strength_of(replay, opponents.level[seat]);
    for (int seat = 0; seat < players; seat++) {
        replay->par[seat] = (int32_t)(NET_CHANCE_ONE * strength[seat] / all);
        replay->expected[seat] =
            (int32_t)(NET_CHANCE_ONE * STRENGTH / (all - strength[seat] + STRENGTH)) - replay->par[seat];
    }
}

void coach_replay_begin(struct coach_replay *replay, const struct coach_game *game, const struct net *net)
{
    memset(replay, 0, offsetof(struct coach_replay, draw));
    replay->game = game;
    replay->net = net;
    ff_prepare(game->edition, game->setup, &replay->now);
    find_par(replay);
}

/* Plays one automatic step or the next decision. Returns false at the end of the game. */
static bool replay_step(struct coach_replay *replay, struct ff_event *event)
{
    const struct coach_game *game = replay->game;
    if (ff_follow(game->edition, &replay->now, event))
        return true;
    if (!replay->dealt)
        evaluate_deal(replay);
    if (replay->decisions == game->n)
        return false;
    const struct coach_decision *decision = &game->decision[replay->decisions++];
    return ff_play(game->edition, &replay->now, decision->seat, decision->action, event) == FF_OK;
}

/* Records the luck of the cards that were just drawn. Returns false if the draw changed no seat's chance. */
static bool note_draw(struct coach_replay *replay, const struct ff_game *before, const struct ff_event *event)
{
    struct ff_view from, to;
    struct coach_draw *draw = &replay->draw[replay->draws_n];
    ff_view_of(before, event->seat, &from);
    ff_view_of(&replay->now, event->seat, &to);
    *draw = (struct coach_draw){
        .decision = (uint32_t)replay->decisions, .seat = event->seat, .round = replay->now.pub.round};
    draw->cards = to.own.hand & ~from.own.hand;
    draw_luck(replay->net, replay->game->edition, &from, &to, draw->luck);
    for (int s = 0; s < FF_PLAYERS_MAX; s++)
        if (draw->luck[s])
            return true;
    return false;
}

bool coach_replay_step(struct coach_replay *replay)
{
    struct ff_event event;
    struct ff_game before = replay->now;
    while (replay_step(replay, &event)) {
        if (event.kind == FF_EVENT_DREW && replay->dealt && replay->draws_n < COACH_DRAWS_MAX &&
            note_draw(replay, &before, &event)) {
            replay->draws_n++;
            return true;
        }
        before = replay->now;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------------------- sums */

static void add_draws(const struct coach_replay *replay, struct coach_luck_skill *balance)
{
    for (int i = 0; i < replay->draws_n; i++)
        balance->draws[replay->draw[i].seat] += replay->draw[i].luck[replay->draw[i].seat];
}

/* The state of a seat while the items of a game are summed up in order. */
struct chain {
    bool begun;
    int32_t chance;
    int64_t squares; /* sum of the squared margins of all judged losses */
    int32_t first;   /* margin of the seat's first chance */
};

static void add_chance(int before, const struct coach_verdict_summary *summary, int seat, struct chain *chain,
                       struct coach_luck_skill *balance)
{
    if (chain->begun) {
        balance->luck[seat] += before - chain->chance;
    } else {
        balance->deal[seat] = before - balance->par[seat] - balance->expected[seat];
        chain->first = summary->doubt;
    }
    chain->begun = true;
    chain->chance = summary->chance;
}

/* Losses of novices, stewards and pupils are expected, so they do not count as gains for others. */
static bool is_weak_level(const struct features_opponents *opponents, int seat)
{
    return opponents->level[seat] >= FEATURES_NOVICE && opponents->level[seat] <= FEATURES_PUPIL;
}

static void add_summary(const struct coach_replay *replay, const struct coach_review_item *item,
                        const struct coach_verdict_summary *summary, struct chain *chain,
                        struct coach_luck_skill *balance)
{
    const int seat = item->seat;
    const bool gives = !is_weak_level(&replay->game->opponents, seat);
    add_chance(summary->chance + summary->loss, summary, seat, &chain[seat], balance);
    balance->lost[seat] += summary->loss;
    if (item->kind == COACH_TURN) {
        balance->turns[seat]++;
        balance->grades[seat][summary->grade]++;
    }
    for (int s = 0; s < balance->players; s++) {
        balance->given[s] += s == seat || !gives ? 0 : summary->gain[s];
        chain[s].squares += (int64_t)summary->margin * summary->margin;
    }
}

/* Completes a seat's luck at the end of a game: adds the result minus the seat's last chance, and subtracts the gains
 * from others' mistakes. */
static void end_chain(const struct chain *chain, const struct ff_result *result, int seat,
                      struct coach_luck_skill *balance)
{
    int32_t won = result->winners >> seat & 1 ? NET_CHANCE_ONE / ff_popcount(result->winners) : 0;
    balance->result[seat] = result->over ? won : chain->chance;
    balance->error[seat] = (int32_t)ai_isqrt(chain->squares + (int64_t)chain->first * chain->first);
    if (chain->begun)
        balance->luck[seat] += balance->result[seat] - chain->chance - balance->given[seat];
}

void coach_luck_skill_compute(const struct coach_replay *replay, const struct coach_review_item *items,
                              const struct coach_verdict_summary *summary, int n, struct coach_luck_skill *balance)
{
    struct chain chain[FF_PLAYERS_MAX] = {{.begun = false}};
    struct ff_result result;
    *balance = (struct coach_luck_skill){.players = replay->now.pub.players, .whole = true};
    ff_result(&replay->now.pub, &result);
    balance->over = result.over;
    memcpy(balance->par, replay->par, sizeof balance->par);
    memcpy(balance->expected, replay->expected, sizeof balance->expected);
    add_draws(replay, balance);
    for (int i = 0; i < n; i++) {
        balance->whole &= summary[i].judged;
        if (summary[i].judged)
            add_summary(replay, &items[i], &summary[i], chain, balance);
    }
    for (int s = 0; s < balance->players; s++) {
        balance->order[s] = replay->order[s];
        end_chain(&chain[s], &result, s, balance);
    }
}

int32_t coach_luck_adjusted_result(const struct coach_luck_skill *balance, int seat)
{
    return balance->par[seat] + balance->expected[seat] - balance->lost[seat] + balance->given[seat];
}

int32_t coach_loss_per_turn(const struct coach_luck_skill *balance, int seat)
{
    return balance->turns[seat] ? balance->lost[seat] / balance->turns[seat] : 0;
}
