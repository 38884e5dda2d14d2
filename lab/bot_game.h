/* bot_game.h - plays a game among bots as a server does: each bot gets only its own view and the public history.
 *
 * A table is a value except for the bots' memory, so a copy continues from the same position. A table, its copies and
 * their memory belong to one thread. */
#pragma once

#include "bots/ai/public_history.h"
#include "bots/ai/turn_search.h"
#include "study.h"

struct bot_game {
    const struct ff_edition *edition;
    struct lab_player player[FF_PLAYERS_MAX];
    void *memory[FF_PLAYERS_MAX]; /* the players' */
    struct ff_setup setup;
    struct ff_game game;
    struct history seen;
    struct ff_rng rng; /* of the players' decisions */
};

/* Returns an empty table with the same player in every seat. The bots use the worker's memory. */
struct bot_game bot_game_make(const struct ff_edition *edition, const struct lab_player *player,
                              const struct lab_worker *worker);

/* Begins a game, plays up to the first decision, and clears the bots' memory. The bots' random numbers derive from
 * `seed`. */
void bot_game_begin(struct bot_game *table, const struct ff_setup *setup, uint64_t seed);

/* Deals a game from the seed, and begins it as bot_game_begin does. */
void bot_game_deal(struct bot_game *table, int players, int mode, uint64_t seed);

/* Returns the option that the player would choose for the seat that must decide. */
unsigned bot_game_ask_player(struct bot_game *table, const struct lab_player *player, void *memory);

/* Plays one decision or one automatic step. Returns false if the game is over. */
bool bot_game_step(struct bot_game *table);

/* Plays an option of the seat that must decide, and all automatic steps after it. */
void bot_game_apply(struct bot_game *table, unsigned option);

/* Clears the bots' memory and plays on until the `turns`-th turn of the seat `own` begins or the game ends. If `own` is
 * -1, counts the turns of all seats. Returns how many turns began. */
int bot_game_play_turns(struct bot_game *table, int own, int turns);

/* Plays to the beginning of a random turn of the seat `own`, or of any seat if `own` is -1. */
void bot_game_play_to_random_turn(struct bot_game *table, int own, struct ff_rng *rng);

/* Lets a player play the turn that begins, and returns the turn. If `player` is NULL, plays random legal options. */
struct turn bot_game_play_turn(struct bot_game *table, const struct lab_player *player, void *memory);
void bot_game_apply_turn(struct bot_game *table, const struct turn *turn);

/* Shuffles the cards that no seat has seen. The new order is as likely as the old one. */
void bot_game_shuffle_unseen(struct bot_game *table, struct ff_rng *rng);

/* Returns the seat's share of the win: 1, less if the win is shared, or 0. */
double bot_game_result(const struct bot_game *table, int seat);
