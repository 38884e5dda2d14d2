/* game_stats.h - counts over many games: their length, the winners, and the cards built. */
#pragma once

#include "bot_game.h"

/* Kinds of cards: three kinds of fields, regardless of the good, and thirteen kinds of other cards. */
enum { LAB_STATS_KINDS = 16, LAB_STATS_FIRST_CARDS = 6 /* the hand of the base game's first turn (R1.4) */ };

struct lab_stats {
    uint64_t games, seats, rounds, drawn, unfinished;
    uint64_t built[FF_CARDS_MAX]; /* seats that built the card */
    uint64_t won[FF_PLAYERS_MAX]; /* wins by place in the first order, in 60ths because wins can be shared (R9.2) */
    uint64_t won_seat[FF_PLAYERS_MAX];   /* wins by seat, in 60ths */
    uint64_t early[FF_PALACE_PARTS + 1]; /* seats by the number of Palace parts among their decks' first six cards */
    uint64_t early_won[FF_PALACE_PARTS + 1]; /* wins of these seats, in 60ths */
    uint64_t roads[1 << LAB_STATS_KINDS];    /* wins by the set of kinds of cards that the winner built */
};

enum { LAB_STATS_WIN = 60 };

/* Plays one game and adds its counts. */
void lab_stats_play_game(struct bot_game *table, int players, int mode, uint64_t seed, struct lab_stats *stats);

/* Adds the counts of other games to `stats`. */
void lab_stats_merge(const struct lab_stats *more, struct lab_stats *stats);

/* ---------------------------------------------------------------------------------------------------------- figures */

double lab_stats_mean_rounds(const struct lab_stats *stats);
double lab_stats_deck_passes(const struct lab_stats *stats, int mode); /* how often a deck was drawn completely */
double lab_stats_share_building_card(const struct lab_stats *stats,
                                     int card); /* share of seats that built the card, 0 to 1 */
double lab_stats_share_building_kind(const struct lab_stats *stats, int kind); /* for fields the mean of the goods */
double lab_stats_win_share_of_place(const struct lab_stats *stats,
                                    int place); /* wins by place in the first order, 0 to 1 */
double lab_stats_win_diversity(
    const struct lab_stats *stats); /* number of equally frequent sets with the same entropy */

/* Returns the share of wins of the seats with `parts` Palace parts among their first six cards. */
double lab_stats_win_share_by_early_palace_parts(const struct lab_stats *stats, int parts);

/* Returns the kind of a card, or LAB_STATS_KINDS for a Palace part. */
int lab_stats_kind_of_card(int card);
