/* train.h - training the network by self-play: temporal differences, TD(lambda), plain gradient descent.
 *
 * The seats plan whole turns with the network (turn.h), and now and then play something else on purpose. The steward,
 * which knows how to hurry, plays whole games at first and a seat here and there later: alone, the network learns a
 * slow game in which nobody punishes it. After a game, each position that a seat chose is pulled towards what that seat
 * thought at its next choice, and all of them, by lambda, towards how the game ended. The network that plays is the
 * quantised one; the gradients move its float master.
 *
 * Training is done by workers. A worker has its own copy of the weights, plays and learns a number of games alone, and
 * then all copies are averaged: no worker ever touches another's memory, so a run is repeatable for a given seed and
 * number of workers. This file knows nothing of threads or files: cli/train.c does. */
#ifndef AI_TRAIN_H
#define AI_TRAIN_H

#include "net.h"

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
enum { TRAIN_FLOATS = sizeof(struct train_weights) / sizeof(float) };

struct train_options {
    double rate;     /* of the gradient steps */
    double lambda;   /* from one own turn to the next */
    double explore;  /* how often a seat plays any option */
    uint32_t jitter; /* up to so much is added at random to the worth of a turn, in NET_CHANCE_ONE */
    double learn;    /* share of the positions within a turn that are learnt from; those at its end all are */
    double lessons;  /* share of the games in which the steward plays every seat */
    double guests;   /* in the other games, how often a seat is the steward's */
};

/* What a worker did since its counts were last zeroed. */
struct train_counts {
    uint64_t games, decisions, learnt, rounds, unfinished;
    double loss; /* cross entropy, summed over what was learnt */
};

/* A position to learn from. */
struct train_position {
    struct features features;
    float target[FF_PLAYERS_MAX]; /* of the features' blocks: chances to win */
    uint8_t players;
    uint8_t seat;                 /* whose view it is; this and the rest serves to work the targets out */
    bool half;                    /* half a build: not learnt from */
    bool rests;                   /* the seat's turn ends here, or it is no part of a turn */
    bool strayed;                 /* on purpose something else than the best was played */
    float chance[FF_PLAYERS_MAX]; /* of the seats, as the network that played saw it */
    float before[FF_PLAYERS_MAX]; /* likewise, if it strayed: after what it thought best */
};

struct train_worker; /* one thread's memory */

size_t train_worker_size(void);

void train_init(struct train_weights *weights, uint64_t seed);

/* The weights of a network, to go on from. */
void train_from_net(const struct net *net, struct train_weights *weights);

/* The network that plays with these weights. */
void train_quantise(const struct train_weights *weights, struct net *net);

/* Plays and learns `games` games with the seeds seed, seed+1, ... starting from *weights; counts are added to. The
 * result is in train_worker_weights. */
void train_work(struct train_worker *worker, const struct ff_edition *edition, const struct train_options *options,
                const struct train_weights *weights, uint64_t seed, uint64_t games, struct train_counts *counts);
const struct train_weights *train_worker_weights(const struct train_worker *worker);

/* Plays only, for whoever learns elsewhere: the positions are in train_worker_positions until the next call. A worker
 * has room for those of about 200 games; more are dropped. */
void train_play(struct train_worker *worker, const struct ff_edition *edition, const struct train_options *options,
                const struct train_weights *weights, uint64_t seed, uint64_t games, struct train_counts *counts);
const struct train_position *train_worker_positions(const struct train_worker *worker, int *n);

#endif
