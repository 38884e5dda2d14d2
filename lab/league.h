/* league.h - the opponents in training games: guests of five levels.
 *
 * A network that has met only one kind of opponent predicts chances only against that kind. So guests are as strong as
 * the bots that people meet, with frequencies that the caller sets, and in most games the network knows their strengths
 * (struct features_opponents). The levels of training are:
 *
 *     1  the novice
 *     2  the steward, three times in ten one of its styles
 *     3  the pupil, with the current network
 *     4  the apprentice with an older network, or else the network itself, which then learns from the seat too
 *     5  a seer: compares its best turns by playing on in the real deal. It is as strong as a prince that guesses well,
 * in a hundredth of the time. It may see hidden cards, because nobody learns from its decisions
 *
 * In half of the games with guests, all guests have the same level. If the network does not know the levels, guests
 * sometimes play a random option, because people make slips. */
#pragma once

#include "bots/ai/bot.h"
#include "bots/ai/context.h"
#include "bots/ai/turn_search.h"

enum { TRAIN_LEVELS = 5, TRAIN_OWN = 0 /* no guest; the seat is the network's own */ };

struct train_league_terms {
    double guests;              /* mean share of the seats that guests play; 1 means all seats but one */
    double level[TRAIN_LEVELS]; /* relative frequency of each level among guests */
    double levels_known;        /* share of the games in which the network knows the guests' levels */
    double slips; /* chance that a guest plays a random option, in a third of the games with unknown levels */
    const struct net *older; /* NULL if there is no older network */
};

/* The players of one game. */
struct train_league {
    struct features_opponents opponents; /* strengths as the network knows them */
    uint8_t level[FF_PLAYERS_MAX];       /* level of each seat, 1 to TRAIN_LEVELS, or TRAIN_OWN */
    const struct bot *bot[FF_PLAYERS_MAX];
    const struct net *older;
    double slips;                     /* chance that a guest plays a random option */
    int planned, played;              /* number of decisions in search.end[0], and number of those already played */
    struct turn_search search, ahead; /* scratch memory for guests' turns, and for a seer's look ahead */
    uint64_t memory[8192];            /* shared by all bots, because they need nothing in it later */
};

/* Returns the strength of a training level, see struct features_opponents. For TRAIN_OWN, returns FEATURES_EQUAL. */
uint8_t train_strength_of_level(int level);

/* Draws a uniform number of at least 0 and below 1. */
static inline double train_uniform(struct ff_rng *rng) { return (double)(ff_rng_next(rng) >> 11) / 9007199254740992.0; }

/* Chooses the player of each seat before a game. At least one seat is the network's own. */
void train_league_seat_players(struct train_league *league, const struct train_league_terms *terms, int players,
                               struct ff_rng *rng);

/* Seats the steward in every seat. */
void train_league_seat_stewards(struct train_league *league, int players);

/* Chooses an option for a guest. `context` holds the current network. */
unsigned train_league_choose_option(struct train_league *league, const struct ai_context *context,
                                    const struct ff_game *game, int seat);
