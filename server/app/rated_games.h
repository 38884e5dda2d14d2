/* rated_games.h - turns a finished rated game into new ratings of its players (server/rating/rating.h), and into its
 * text for the store.
 *
 * A rated game is stored in the transaction of the entry that ends it: one row that says who played and who won, and
 * for each player one row of their history of ratings, numbered from 1. The pair (player, number) is the key. So if two
 * games that share a player end at the same time, one of them must read again. Rows are only added: a player's rating
 * is the last row, and all rows can be recomputed from the rated games (`fuerstenfeld admin ratings --recompute`). */
#pragma once

#include "engine/base/out.h"
#include "server/rating/rating.h"
#include "server/store/store.h"

struct rated_seat {
    char guest[TABLE_ID_SIZE]; /* "" for a bot */
    uint8_t level;             /* of a bot */
    uint8_t share;             /* 1/share of a win; 0: none */
    uint32_t games;            /* rated games in this mode before this one */
    struct rating rating;      /* before the game; rated_game_update: after it */
};

struct rated_game {
    uint8_t mode; /* enum ff_mode */
    uint8_t players;
    uint32_t repetition; /* the game is the k-th of the same people within a day, so it has weight 1/k */
    struct rated_seat seat[STORE_SEATS];
};

/* Sets the ratings of seats without any, and those of bots. */
void rated_game_set_initial_ratings(struct rated_game *game);
void rated_game_update(struct rated_game *game);

enum { RATED_SEATS_TEXT_MAX = STORE_SEATS * 48 };
/* Writes the seats as text, "qk3vnz5c2fsaxh7e 12 1/2, level3 0 0": player, games before, share of the win. */
void rated_game_put_seats(struct base_out *out, const struct rated_game *game);
/* Returns false if the text is damaged. */
bool rated_game_read_seats(struct rated_game *game, const char *text, size_t length);

/* Ratings are stored as the bits of their numbers, because a recomputation must give the same. */
int64_t rating_bits(double number);
double rating_of_bits(int64_t bits);
/* Writes the members points, margin and provisional. */
void rating_put(struct base_out *out, const struct rating *rating);
