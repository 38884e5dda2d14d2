/* table.h - a game among bots as a server plays it: every bot gets its own view and the public history, and nothing
 * else.
 *
 * A table is a value but for the bots' memory: a copy goes on from the same moment. One thread uses a table, its copies
 * and their memory. */
#pragma once

#include "bots/ai/public_history.h"
#include "bots/ai/turn_search.h"
#include "lab.h"

struct lab_table {
    const struct ff_edition *edition;
    struct lab_player player[FF_PLAYERS_MAX];
    void *memory[FF_PLAYERS_MAX]; /* the players' */
    struct ff_setup setup;
    struct ff_game game;
    struct history seen;
    struct ff_rng rng; /* of the players' decisions */
};

/* An empty table with the same player in every seat, and the worker's memory. */
struct lab_table lab_table_of(const struct ff_edition *edition, const struct lab_player *player,
                              const struct lab_worker *worker);

/* Begins a game, up to the first draw, and clears the memory of the bots. The seed decides their decisions. */
void lab_table_set_up(struct lab_table *table, const struct ff_setup *setup, uint64_t seed);

/* Deals a game and begins it. The seed decides the deal, too. */
void lab_table_deal(struct lab_table *table, int players, int mode, uint64_t seed);

/* Asks the player for an option in the place of the seat that must decide. */
unsigned lab_table_ask(struct lab_table *table, const struct lab_player *player, void *memory);

/* Plays one decision, or one automatic step. False: the game is over. */
bool lab_table_step(struct lab_table *table);

/* Plays an option for the seat that must decide, and the automatic steps behind it. */
void lab_table_apply(struct lab_table *table, unsigned option);

/* Clears the memory of the bots and plays to the end of the game, or to the beginning of turn number `turns` of the
 * seat `own`, or of any seat (-1), counted from here. Returns how many began. */
int lab_table_play(struct lab_table *table, int own, int turns);

/* Plays to the beginning of a random turn of the seat `own`, or of any seat (-1), of the game that was dealt. */
void lab_table_play_to_turn(struct lab_table *table, int own, struct ff_rng *rng);

/* Lets the player play the turn that begins. NULL: any legal options. */
struct turn lab_table_turn(struct lab_table *table, const struct lab_player *player, void *memory);
void lab_table_apply_turn(struct lab_table *table, const struct turn *turn);

/* Shuffles the cards that nobody has seen: the new order is as likely as the one before. */
void lab_table_shuffle(struct lab_table *table, struct ff_rng *rng);

/* Returns the seat's result: 1 for a win, a share of a shared win, or 0. */
double lab_table_won(const struct lab_table *table, int seat);
