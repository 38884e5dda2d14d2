/* self_play.h - self-play for training: the network's weights as floats, and the games from which they are learnt. The
 * seats plan whole turns with the network (bots/ai/turn_search.h), and sometimes play a random move on purpose. Guests
 * (league.h) play whole games at first and many seats later, because alone the network would learn a slow game in which
 * nobody punishes mistakes, and would not know what others do. After a game, the target of each position that a seat
 * chose is that seat's evaluation at the end of its next turn, mixed by lambda with later evaluations and the game's
 * result: temporal-difference learning, TD(lambda). Only positions of the network's own seats are used, because a
 * position is worth what the network can make of it. learn.h makes the training steps. This file uses no threads and no
 * files; lab/train.c does. */
#pragma once

#include "bots/ai/net.h"
#include "league.h"

struct train_weights {
    float weight1[FEATURES_N][NET_HIDDEN1] __attribute__((aligned(16)));
    float bias1[NET_HIDDEN1] __attribute__((aligned(16)));
    struct train_head {
        float weight2[NET_HIDDEN1][NET_HIDDEN2] __attribute__((aligned(16))); /* by input, unlike struct net */
        float bias2[NET_HIDDEN2] __attribute__((aligned(16)));
        float weight3[FF_PLAYERS_MAX][NET_HIDDEN2] __attribute__((aligned(16)));
        float bias3[FF_PLAYERS_MAX], zero[3];
    } head[FEATURES_KINDS];
};
enum { TRAIN_FLOATS = sizeof(struct train_weights) / sizeof(float), TRAIN_FLOATS1 = FEATURES_N * NET_HIDDEN1 };

struct train_options {
    double editions; /* share of the games that are played with a random edition (bots/arena/random_edition.h) */
    int players;     /* of each game; 0: two to five */
    double base;     /* share of the games that are base games, not expert ones */
    double lambda;   /* from one own turn to the next */
    double explore;  /* how often a seat plays any option */
    uint32_t jitter; /* maximum random noise added to a turn's chance, in NET_CHANCE_ONE */
    double learn;    /* share of the positions within a turn that are used for training; those at its end all are */
    double lessons;  /* share of the games in which the steward plays every seat; these are used for training too */
    struct train_league_terms league; /* in the other games */
    int width; /* width of the network's beam; 0: the width that trains fastest, because more games help more than
                  better games */
};

/* How a game begins. */
struct train_setup {
    const struct ff_edition *edition; /* the usual one, or `drawn` */
    struct ff_edition drawn;
    struct ff_setup setup;
    int players;
};

/* Draws edition, players, mode and deal of a game. */
void train_draw_setup(const struct train_options *options, const struct ff_edition *usual, struct ff_rng *rng,
                      struct train_setup *setup);

/* Computes each seat's share of the win: the winners share 1; all get 0 if nobody finished. */
void train_win_shares(const struct ff_public *pub, float won[FF_PLAYERS_MAX]);

/* Counts of a worker's games since they were last zeroed. */
struct train_counts {
    uint64_t games, decisions, rounds, unfinished;
};

/* A position to learn from. */
struct train_position {
    struct features features;
    float target[FF_PLAYERS_MAX]; /* of the features' blocks: chances to win */
    float result[FF_PLAYERS_MAX]; /* by block: shares of the win at the end of the game; 0 if nobody won */
    uint16_t worlds;              /* the target is a search's mean over that many worlds; 0: TD(lambda) */
    uint8_t players;
    uint8_t seat;                 /* the view's seat; this and the following members are used to compute the targets */
    bool half;                    /* half a build: not learnt from */
    bool rests;                   /* the position ends the seat's turn, or is not part of a turn */
    bool strayed;                 /* a random move was played on purpose instead of the best one */
    float chance[FF_PLAYERS_MAX]; /* chances of the seats, as evaluated by the network that played */
    float before[FF_PLAYERS_MAX]; /* after a random move: the chances after the move that it thought best */
};

void train_random_weights(struct train_weights *weights, uint64_t seed);

/* Converts a network into weights, to continue training. */
void train_weights_from_net(const struct net *net, struct train_weights *weights);

/* Makes the network that plays with these weights. */
void train_quantise(const struct train_weights *weights, struct net *net);

/* Rounds a weight of the first layer as the network stores it, to whole steps of 1/64. With fewer different numbers the
 * file compresses better, so a page loads faster. */
float train_round_to_steps(float weight);

struct train_worker; /* one thread's memory */
enum { TRAIN_GAMES_MAX = 1000 };

size_t train_worker_size(void);

struct train_job {
    const struct ff_edition *edition;
    const struct train_options *options;
    const struct train_weights *weights;
    uint64_t seed, games; /* seed, seed+1, ...; at most TRAIN_GAMES_MAX games */
};

/* Plays games; counts are added to. The positions are in train_worker_positions until the next call. */
void train_play(struct train_worker *worker, const struct train_job *job, struct train_counts *counts);
const struct train_position *train_worker_positions(const struct train_worker *worker, int *n);
