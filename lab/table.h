/* table.h - plays a game among bots as a server does: every bot gets only its own view and the public history. A table
 * is a value except for the bots' memory, so a copy continues from the same position. Only one thread may use a table,
 * its copies and their memory. */
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

/* Returns an empty table with the same player in every seat. The bots use the worker's memory. */
struct lab_table lab_table_of(const struct ff_edition *edition, const struct lab_player *player,
                              const struct lab_worker *worker);

/* Begins a game, up to the first draw, and clears the bots' memory. Their random numbers derive from the seed. */
void lab_table_set_up(struct lab_table *table, const struct ff_setup *setup, uint64_t seed);

/* Deals a game from the seed and begins it. */
void lab_table_deal(struct lab_table *table, int players, int mode, uint64_t seed);

/* Asks a player which option it would choose for the seat that must decide. */
unsigned lab_table_ask(struct lab_table *table, const struct lab_player *player, void *memory);

/* Plays one decision or one automatic step. Returns false if the game is over. */
bool lab_table_step(struct lab_table *table);

/* Plays an option for the seat that must decide, and the automatic steps after it. */
void lab_table_apply(struct lab_table *table, unsigned option);

/* Clears the bots' memory and plays until turn number `turns` from here of the seat `own` (-1: of any seat) begins, or
 * to the end of the game. Returns how many turns began. */
int lab_table_play(struct lab_table *table, int own, int turns);

/* Plays the dealt game to the beginning of a random turn of the seat `own` (-1: of any seat). */
void lab_table_play_to_turn(struct lab_table *table, int own, struct ff_rng *rng);

/* Lets the player play the turn that begins. If it is NULL, plays random legal options. */
struct turn lab_table_turn(struct lab_table *table, const struct lab_player *player, void *memory);
void lab_table_apply_turn(struct lab_table *table, const struct turn *turn);

/* Shuffles the cards that nobody has seen. The new order is as likely as the old one. */
void lab_table_shuffle(struct lab_table *table, struct ff_rng *rng);

/* Returns the seat's result: 1 for a win, a share of a shared win, or 0. */
double lab_table_won(const struct lab_table *table, int seat);
