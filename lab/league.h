/* league.h - the opponents in the games that the network learns from: guests of five levels.
 *
 * A network that has only met one kind of opponents predicts chances against that kind. So guests are as strong as the
 * bots that people meet, in shares that the caller sets, and in most games the network knows their strengths (struct
 * features_opponents). The levels of training are:
 *
 *     1  the novice
 *     2  the steward, three times in ten one of its styles
 *     3  the pupil, with the current network
 *     4  the apprentice with an older network, or else the network itself, which then learns from the seat too
 *     5  a seer: compares its best turns by playing on in the real deal. It is as strong as a prince that guesses well,
 *        in a hundredth of the time; it may see hidden cards because nobody learns from its decisions
 *
 * In half of the games with guests, all of them have the same level. If the network does not know the levels, guests
 * sometimes play a random option, as people make slips. */
#pragma once

#include "bots/ai/bot.h"
#include "bots/ai/context.h"
#include "bots/ai/turn_search.h"

enum { TRAIN_LEVELS = 5, TRAIN_OWN = 0 /* no guest's level: the seat is the network's */ };

struct train_league_terms {
    double guests;              /* mean share of seats that guests play; 1: all seats but one */
    double level[TRAIN_LEVELS]; /* relative frequency of each level among guests */
    double levels_known;        /* share of the games in which the network knows the levels */
    double slips;               /* in a third of the other games, how often a guest plays a random option */
    const struct net *older;    /* NULL: there is none */
};

/* At one table. */
struct train_league {
    struct features_opponents opponents; /* as the network knows them */
    uint8_t level[FF_PLAYERS_MAX];       /* 1 to TRAIN_LEVELS, or TRAIN_OWN */
    const struct bot *bot[FF_PLAYERS_MAX];
    const struct net *older;
    double slips;                     /* how often a guest plays any option */
    int planned, played;              /* number of decisions in search.end[0], and how many of them were played */
    struct turn_search search, ahead; /* for guests' turns, and for a seer's look ahead */
    uint64_t memory[8192];            /* shared by all bots, because they keep nothing there that they need later */
};

/* Returns the strength of a level of training, see struct features_opponents; of TRAIN_OWN it is EQUAL. */
uint8_t train_strength(int level);

/* Draws a number from 0 to below 1. */
static inline double train_uniform(struct ff_rng *rng) { return (double)(ff_rng_next(rng) >> 11) / 9007199254740992.0; }

/* Chooses the player of each seat before a game. At least one seat is the network's. */
void train_league_seat(struct train_league *league, const struct train_league_terms *terms, int players,
                       struct ff_rng *rng);

/* Does the same with the steward in every seat. */
void train_league_seat_stewards(struct train_league *league, int players);

/* Chooses an option for a guest. The context has the current network. */
unsigned train_league_choose(struct train_league *league, const struct ai_context *context, const struct ff_game *game,
                             int seat);
