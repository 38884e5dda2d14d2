/* search_games.h - plays games of bot_prince and makes training targets from the results of its searches (expert
 * iteration).
 *
 * Every candidate turn that a search tried in enough worlds gives a training position: the position after the turn,
 * from the view of its seat. The target is the mean chance of each seat in these worlds, evaluated some own turns
 * later, which contains fewer errors than the network's direct evaluation. The position after the chosen turn also has
 * the game's result. */
#pragma once

#include "bot_game.h"
#include "self_play.h"

struct search_games {
    const struct ff_edition *edition;    /* the usual one */
    const struct train_options *options; /* edition, mode and players of the games */
    struct lab_player prince;
    uint32_t worlds_min; /* a candidate must have been tried in this many worlds */
};

/* The positions of a game. The caller frees `position`. */
struct search_positions {
    struct train_position *position;
    size_t n, room;
    bool out_of_memory;
};

/* Plays a game and appends its positions. The result depends only on the seed. */
void search_games_play_game(const struct search_games *games, const struct lab_worker *worker, uint64_t seed,
                            struct search_positions *positions, struct train_counts *counts);
