/* self_play.h - self-play for training: the network's weights as floats, and the games from which they are learnt.
 *
 * The seats plan whole turns with the network (bots/ai/turn_search.h), and sometimes play a random move on purpose.
 * Guests (league.h) play whole games at first and many seats later. Without guests the network would learn a slow game
 * in which nobody punishes mistakes, and would not know how other players act.
 *
 * After a game, each position that a seat chose gets a target: that seat's evaluation at the end of its next turn,
 * mixed by lambda with later evaluations and the game's result. This is temporal-difference learning, TD(lambda). Only
 * positions of the network's own seats are used, because a position is worth what the network can make of it. learn.h
 * makes the training steps.
 *
 * This file uses no threads and no files; lab/train.c does. */
#pragma once

#include "bots/ai/net.h"
#include "league.h"

struct train_weights {
    float weight1[FEATURES_N][NET_HIDDEN1] __attribute__((aligned(16)));
    float bias1[NET_HIDDEN1] __attribute__((aligned(16)));
    struct train_head {
        float weight2[NET_HIDDEN1][NET_HIDDEN2] __attribute__((aligned(16))); /* by input, unlike in struct net */
        float bias2[NET_HIDDEN2] __attribute__((aligned(16)));
        float weight3[FF_PLAYERS_MAX][NET_HIDDEN2] __attribute__((aligned(16)));
        float bias3[FF_PLAYERS_MAX], zero[3];
    } head[FEATURES_KINDS];
};
enum { TRAIN_FLOATS = sizeof(struct train_weights) / sizeof(float), TRAIN_FLOATS1 = FEATURES_N * NET_HIDDEN1 };

struct train_options {
    double editions; /* share of the games with a random edition (bots/arena/random_edition.h) */
    int players;     /* players in each game; 0 means a random number from two to five */
    double base;     /* share of base games; the others are expert games */
    double lambda;   /* lambda of TD(lambda), from one own turn to the next */
    double explore;  /* chance that a seat plays a random option */
    uint32_t jitter; /* maximum random noise to add to a turn's chance, in 1/NET_CHANCE_ONE */
    double learn;    /* share of positions within a turn to train on; positions at a turn's end are always used */
    double lessons;  /* share of the games in which the steward plays every seat, to be trained on too */
    struct train_league_terms league; /* guests in the other games */
    int width;                        /* beam width of the network; 0 means the width that trains fastest */
};

/* How a game begins. */
struct train_setup {
    const struct ff_edition *edition; /* the usual one, or `drawn` */
    struct ff_edition drawn;
    struct ff_setup setup;
    int players;
};

/* Draws the edition, the number of players, the mode and the deal of a game. */
void train_draw_setup(const struct train_options *options, const struct ff_edition *usual, struct ff_rng *rng,
                      struct train_setup *setup);

/* Computes each seat's share of the win. The shares add up to 1, or are all 0 if nobody won. */
void train_win_shares(const struct ff_public *pub, float won[FF_PLAYERS_MAX]);

/* Counts over a worker's games since the counts were zeroed. */
struct train_counts {
    uint64_t games, decisions, rounds, unfinished;
};

/* A position to learn from. */
struct train_position {
    struct features features;
    float target[FF_PLAYERS_MAX]; /* target chances to win, by block of the features */
    float result[FF_PLAYERS_MAX]; /* shares of the win, by block; all 0 if nobody won */
    uint16_t worlds;              /* number of worlds if the target is a search's mean; 0 for a target of TD(lambda) */
    uint8_t players;
    uint8_t seat; /* seat of the view; this and the following members serve to compute the target */
    bool half;    /* whether a card was chosen but not yet its space; such positions are not trained on */
    bool rests;   /* whether the position is at the end of the seat's turn, or outside turns */
    bool strayed; /* whether a random move was played on purpose */
    float chance[FF_PLAYERS_MAX]; /* chances of all seats, evaluated by the playing network */
    float before[FF_PLAYERS_MAX]; /* if a random move was played: the chances after the best move */
};

void train_random_weights(struct train_weights *weights, uint64_t seed);

/* Converts a network into weights, to continue training. */
void train_weights_from_net(const struct net *net, struct train_weights *weights);

/* Makes the network that plays with these weights, by rounding them to integers. */
void train_quantise(const struct train_weights *weights, struct net *net);

/* Rounds a weight of the first layer to whole steps of 1/64, as the network stores it. With fewer different numbers the
 * file compresses better, so a page loads faster. */
float train_round_to_steps(float weight);

struct train_worker; /* one thread's memory */
enum { TRAIN_GAMES_MAX = 1000 };

size_t train_worker_size(void);

struct train_job {
    const struct ff_edition *edition;
    const struct train_options *options;
    const struct train_weights *weights;
    uint64_t seed, games; /* plays games with the seeds seed, seed+1, ...; games is at most TRAIN_GAMES_MAX */
};

/* Plays games and adds to `counts`. train_worker_positions gives the games' positions until the next call. */
void train_play_games(struct train_worker *worker, const struct train_job *job, struct train_counts *counts);
const struct train_position *train_worker_positions(const struct train_worker *worker, int *n);
