/* luck_skill.h - separates luck and skill in a whole game.
 *
 *     result - par  =  deal + luck - lost + expected + given     for each seat, in hundredths of a percent
 *
 *     par       the chance before the deal: the seat's share of the strength at the table; all pars add up to 100 %
 *     expected  the usual losses of the seat's level: how much more a person would win in its place. 0 for people and
 *               level 4, because chances assume play like the network's
 *     deal      the luck of the set-up (R1): the chance before the seat's first decision, less par and expected. A part
 *               of this luck is due to the order and the demand cards, the rest to the first hand
 *     lost      the losses of the seat's own turns (review.h)
 *     given     the gains from others' losses, estimated from the others' views. Losses of levels 1 to 3 are expected,
 *               so they give nothing
 *     luck      the changes of the chance between own turns that are nobody's mistake: own draws, the others' draws
 *               and hands, finally how the cards lay. The network also values each own draw (bots/ai/draw_luck.h)
 *
 * The sum is exact, because luck is the remainder. Tests check that luck averages to zero among equals. `error` is the
 * margin of deal and luck. The luck-adjusted result is the result without deal and luck.
 *
 * Valuing the luck of one draw takes evaluations of some thousand hands, so the replay advances one draw at a time. */
#pragma once

#include "review.h"

enum { COACH_DRAWS_MAX = 448 };

struct coach_draw {
    uint32_t decision; /* number of decisions before the draw */
    uint32_t cards;    /* set of the drawn cards */
    int32_t luck[FF_PLAYERS_MAX];
    uint8_t seat, round;
};

/* A replay of a game. */
struct coach_replay {
    const struct coach_game *game;
    const struct net *net;
    struct ff_game now;
    int decisions; /* number of decisions replayed */
    bool dealt;    /* whether the order and the demand cards have been evaluated */
    int32_t order[FF_PLAYERS_MAX];
    int32_t par[FF_PLAYERS_MAX], expected[FF_PLAYERS_MAX];
    int draws_n;
    struct coach_draw draw[COACH_DRAWS_MAX];
};

void coach_replay_begin(struct coach_replay *replay, const struct coach_game *game, const struct net *net);
/* Replays up to the next draw that changed a chance. Returns false at the end of the game. */
bool coach_replay_step(struct coach_replay *replay);

struct coach_luck_skill {
    int players;
    bool over;  /* whether the game is over; if not, `result` is the chance after the seat's last turn */
    bool whole; /* whether every turn of every seat was judged; if not, luck includes gains from others' losses */
    int32_t par[FF_PLAYERS_MAX];
    int32_t expected[FF_PLAYERS_MAX];
    int32_t result[FF_PLAYERS_MAX];
    int32_t deal[FF_PLAYERS_MAX];
    int32_t order[FF_PLAYERS_MAX]; /* the part of `deal` that comes from the order and the demand cards, by the
                                      network's evaluation */
    int32_t luck[FF_PLAYERS_MAX];
    int32_t draws[FF_PLAYERS_MAX]; /* the part of `luck` that comes from the seat's own draws, by the network's
                                      evaluation */
    int32_t lost[FF_PLAYERS_MAX];
    int32_t given[FF_PLAYERS_MAX];
    int32_t error[FF_PLAYERS_MAX]; /* 95 % margin of deal and of luck */
    int turns[FF_PLAYERS_MAX];     /* number of judged turns; if 0, only `result` and `draws` are known */
    int grades[FF_PLAYERS_MAX][COACH_GRADES];
};

/* Adds up the luck and skill of a game. summary[i] belongs to items[i]. Items that were not judged are skipped. */
void coach_luck_skill_compute(const struct coach_replay *replay, const struct coach_review_item *items,
                              const struct coach_verdict_summary *summary, int n, struct coach_luck_skill *balance);

/* Return the luck-adjusted result of a seat, and the mean loss of the seat's turns. */
int32_t coach_luck_adjusted_result(const struct coach_luck_skill *balance, int seat);
int32_t coach_loss_per_turn(const struct coach_luck_skill *balance, int seat);
