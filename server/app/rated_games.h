/* rated_games.h - computes the players' new ratings after a rated game (server/rating/rating.h), and writes the game as
 * text for the store.
 *
 * A rated game is stored in the transaction of the entry that ends it. It adds one row that says who played and who
 * won, and one row to each player's history of ratings. The rows of a history are numbered from 1, and the pair
 * (player, number) is the key. If two games with a common player end at the same time, one of them gets a conflict and
 * reads the ratings again. Rows are only added: the last row is the player's rating. All rows can be recomputed from
 * the rated games (`fuerstenfeld admin ratings --recompute`). */
#pragma once

#include "engine/base/out.h"
#include "server/rating/rating.h"
#include "server/store/store.h"

struct rated_seat {
    char guest[TABLE_ID_SIZE]; /* id of the guest; "" for a bot */
    uint8_t level;             /* level of the bot */
    uint8_t share;             /* the seat has 1/share of the win; 0: it has not won */
    uint32_t games;            /* number of rated games in this mode before this one */
    struct rating rating;      /* rating before the game; after rated_game_update, rating after it */
};

struct rated_game {
    uint8_t mode; /* enum ff_mode */
    uint8_t players;
    uint32_t repetition; /* weight is 1/repetition: the k-th game of the same people within a day has repetition k */
    struct rated_seat seat[STORE_SEATS];
};

/* Sets the ratings of bots, and of players who have none yet. */
void rated_game_set_initial_ratings(struct rated_game *game);
/* Replaces the ratings of all seats by those after the game. */
void rated_game_update(struct rated_game *game);

enum { RATED_SEATS_TEXT_MAX = STORE_SEATS * 48 };
/* Writes each seat's player, number of earlier games and share of the win, such as "qk3vnz5c2fsaxh7e 12 1/2, level3 0
 * 0". */
void rated_game_put_seats(struct base_out *out, const struct rated_game *game);
/* Reads what rated_game_put_seats wrote. Returns false if the text is damaged. */
bool rated_game_read_seats(struct rated_game *game, const char *text, size_t length);

/* Converts a number to its bits. Ratings are stored as bits, so that a recomputation can be compared exactly. */
int64_t rating_to_bits(double number);
/* Converts bits back to the number. */
double rating_from_bits(int64_t bits);
/* Writes the JSON members points, margin and provisional of a rating. */
void rating_put_members(struct base_out *out, const struct rating *rating);
