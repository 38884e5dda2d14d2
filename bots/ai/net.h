/* net.h - the network, which estimates each seat's chance to win from a view.
 *
 *     view -> the features that hold                        features.h
 *          -> first layer: the sum of their 16-bit columns  NET_HIDDEN1 sums, clipped to 0..NET_ONE
 *          -> second layer                                  NET_HIDDEN2 sums, clipped to 0..NET_ONE
 *          -> a score for each block of features            the own seat first, the others as features.h ranks them
 *          -> softmax by table                              chances that add up to NET_CHANCE_ONE
 *
 * The network uses integers only, so every compiler and the browser give the same answer bit for bit. The first layer's
 * sums are an accumulator. A move changes few features, so the sums are updated from the previous position
 * (net_accumulator_update).
 *
 * The weights come from a file or are built in (weights/default.net). docs/authors/training.md describes the format. A
 * network is plain bytes without pointers. The caller owns it. */
#pragma once

#include "engine/core/ff.h"
#include "features.h"
#include "net_read.h"

enum {
    NET_HIDDEN1 = 128,
    NET_HIDDEN2 = 32,
    NET_ONE = 256,          /* an activation of 1 */
    NET_WEIGHT1_ONE = 256,  /* a first-layer weight of 1 */
    NET_STEP1 = 4,          /* training may restrict first-layer weights to multiples of this */
    NET_WEIGHT_ONE = 512,   /* a later weight of 1 */
    NET_BIAS_MAX = 1 << 28, /* limit for the later layers' biases */
    NET_SCORES = 8,         /* FF_PLAYERS_MAX rounded up to whole vectors */
    NET_FALLS = 1024,       /* entries of the softmax's table, in steps of 1/64 */
};

/* The later layers; each kind of game has its own (features_game_kind). */
struct net_head {
    int16_t weight2[NET_HIDDEN2][NET_HIDDEN1] __attribute__((aligned(16)));
    int32_t bias2[NET_HIDDEN2] __attribute__((aligned(16)));
    int16_t weight3[FF_PLAYERS_MAX][NET_HIDDEN2] __attribute__((aligned(16)));
    int32_t bias3[FF_PLAYERS_MAX];
    /* Derived members, filled by net_fill_derived. */
    int16_t pairs2[NET_HIDDEN1 / 2][NET_HIDDEN2][2] __attribute__((aligned(16))); /* weight2 in pairs of inputs */
    int16_t pairs3[NET_HIDDEN2 / 2][NET_SCORES][2] __attribute__((aligned(16)));
};

struct net {
    int16_t weight1[FEATURES_N + 1][NET_HIDDEN1] __attribute__((aligned(16))); /* column FEATURES_NONE is 0 */
    int16_t bias1[NET_HIDDEN1] __attribute__((aligned(16)));
    struct net_head head[FEATURES_KINDS];
    /* Derived members. The last column of weight1 is derived too. */
    uint32_t fall[NET_FALLS];                                                /* exp(-i/64) in 24 bits */
    int8_t steps1[FEATURES_N + 1][NET_HIDDEN1] __attribute__((aligned(16))); /* weight1 / NET_STEP1, if `stepped` */
    bool stepped;
    /* The opponents' strengths, which the file does not contain. Equal players, unless set before the first
     * position. */
    struct features_opponents opponents;
};

/* The sums of the first layer before clipping. */
struct net_accumulator {
    int16_t sum[NET_HIDDEN1] __attribute__((aligned(16)));
};

/* A network file has a header of 16 bytes, the arrays above without the derived ones, all little-endian, and a
 * checksum. */
enum {
    NET_HEAD_SIZE =
        2 * NET_HIDDEN2 * NET_HIDDEN1 + 4 * NET_HIDDEN2 + 2 * FF_PLAYERS_MAX * NET_HIDDEN2 + 4 * FF_PLAYERS_MAX,
    NET_FILE_SIZE = 16 + 2 * (FEATURES_N * NET_HIDDEN1 + NET_HIDDEN1) + FEATURES_KINDS * NET_HEAD_SIZE + 8
};

/* Fills in the derived members. Call after changing weights. */
void net_fill_derived(struct net *net);

/* Writes a network file of NET_FILE_SIZE bytes. */
void net_write(const struct net *net, uint8_t *bytes);

void net_accumulator_init(const struct net *net, const struct features *features, struct net_accumulator *sums);

/* Updates the sums from the features `from` to the features `to`. Both may use the same sums. */
void net_accumulator_update(const struct net *net, const struct features *from, const struct net_accumulator *from_sums,
                            const struct features *to, struct net_accumulator *to_sums);

/* A position for incremental evaluation. The caller sets the view, which must stay valid. The other members are
 * computed from the view alone (init), or faster from another position of the same game and seat (update), with the
 * same result. */
struct net_position {
    const struct ff_view *view;
    struct features features;
    struct net_accumulator sums;
};
void net_position_init(const struct net *net, const struct ff_edition *edition, struct net_position *position);
void net_position_update(const struct net *net, const struct ff_edition *edition, const struct net_position *from,
                         struct net_position *position);

/* Computes the chance of each block from the sums, the own seat's block first. Blocks without a player get 0. */
void net_chances(const struct net *net, const struct features *features, const struct net_accumulator *sums,
                 uint16_t chance[FF_PLAYERS_MAX]);

/* Evaluates a view against other opponents than net->opponents. */
void net_evaluate_against(const struct net *net, const struct ff_edition *edition,
                          const struct features_opponents *opponents, const struct ff_view *view,
                          uint16_t chance[FF_PLAYERS_MAX]);

/* Gives the chances in a finished game, which the winners share equally. */
void net_final_chances(const struct ff_public *pub, uint16_t chance[FF_PLAYERS_MAX]);
