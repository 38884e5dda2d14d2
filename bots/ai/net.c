/* net.c - evaluates views with the network, and reads and writes its file; see net.h. net_layers.c has the layers. */
#include "net.h"
#include "engine/base/hash.h"
#include "net_layers.h"

#include <string.h>

/* Selects the layer functions for this machine and network. */
#if defined(FF_AVX2)
static const struct net_layers *layers(const struct net *net)
{
    return net->stepped && __builtin_cpu_supports("avx2") ? &net_layers_avx2 : &net_layers_plain;
}
#else
static const struct net_layers *layers(const struct net *net)
{
    (void)net;
    return &net_layers_plain;
}
#endif

void net_accumulator_init(const struct net *net, const struct features *features, struct net_accumulator *sums)
{
    layers(net)->sums_of(net, features, sums);
}

void net_accumulator_update(const struct net *net, const struct features *from, const struct net_accumulator *from_sums,
                            const struct features *to, struct net_accumulator *to_sums)
{
    layers(net)->sums_change(net, from, from_sums, to, to_sums);
}

void net_position_init(const struct net *net, const struct ff_edition *edition, struct net_position *position)
{
    features_compute(edition, &net->opponents, position->view, &position->features);
    net_accumulator_init(net, &position->features, &position->sums);
}

void net_position_update(const struct net *net, const struct ff_edition *edition, const struct net_position *from,
                         struct net_position *position)
{
    features_update(edition, &net->opponents, from->view, &from->features, position->view, &position->features);
    net_accumulator_update(net, &from->features, &from->sums, &position->features, &position->sums);
}

/* Returns part * NET_CHANCE_ONE / all, where both are below 2^27. One division serves all parts: multiplying by the
 * inverse gives the quotient or one less, and the comparison corrects it. */
static uint16_t share(uint64_t part, uint64_t all, uint64_t inverse)
{
    uint64_t n = part * NET_CHANCE_ONE, quotient = n * inverse >> 50;
    return (uint16_t)(quotient + ((quotient + 1) * all <= n));
}

/* Converts scores into chances. A score of 1 is stored as NET_ONE * NET_WEIGHT_ONE, and the exponential table has steps
 * of 1/64. */
static void softmax(const struct net *net, const int32_t *score, int players, uint16_t *chance)
{
    int32_t best = score[0];
    uint64_t part[FF_PLAYERS_MAX], all = 0;
    for (int i = 1; i < FF_PLAYERS_MAX; i++)
        best = i < players && score[i] > best ? score[i] : best;
    for (int i = 0; i < FF_PLAYERS_MAX; i++) {
        uint32_t fall = ((uint32_t)best - (uint32_t)score[i]) / (NET_ONE * NET_WEIGHT_ONE / 64);
        part[i] = i < players ? net->fall[fall < NET_FALLS ? fall : NET_FALLS - 1] : 0;
        all += part[i];
    }
    uint64_t inverse = ((uint64_t)1 << 50) / all;
    uint32_t left = NET_CHANCE_ONE;
    for (int i = FF_PLAYERS_MAX - 1; i > 0; i--) {
        chance[i] = share(part[i], all, inverse);
        left -= chance[i];
    }
    chance[0] = (uint16_t)left;
}

void net_chances(const struct net *net, const struct features *features, const struct net_accumulator *sums,
                 uint16_t chance[FF_PLAYERS_MAX])
{
    int32_t score[NET_SCORES];
    layers(net)->scores_of(&net->head[features_game_kind(features)], sums, score);
    softmax(net, score, features_players(features), chance);
}

void net_evaluate_against(const struct net *net, const struct ff_edition *edition,
                          const struct features_opponents *opponents, const struct ff_view *view,
                          uint16_t chance[FF_PLAYERS_MAX])
{
    struct features features;
    struct net_accumulator sums;
    uint16_t block[FF_PLAYERS_MAX];
    features_compute(edition, opponents, view, &features);
    net_accumulator_init(net, &features, &sums);
    net_chances(net, &features, &sums, block);
    memset(chance, 0, FF_PLAYERS_MAX * sizeof *chance);
    for (int i = 0; i < view->pub.players; i++)
        chance[features.seat[i]] = block[i];
}

void net_evaluate(const struct net *net, const struct ff_edition *edition, const struct ff_view *view,
                  uint16_t chance[FF_PLAYERS_MAX])
{
    net_evaluate_against(net, edition, &net->opponents, view, chance);
}

/* ------------------------------------------------------------------------------------------------------------ files */

static const uint8_t magic[8] = {'F', 'F', 'N', 'E', 'T', 2, 0, 0};

/* Reads or writes the numbers of the file in order. */
struct stream {
    uint8_t *out;
    const uint8_t *in;
};

static void pass(struct stream *stream, void *number, size_t size)
{
    uint8_t *bytes = number; /* in the file's byte order; engine/core/ff.h refuses machines with a different one */
    if (stream->in) {
        memcpy(bytes, stream->in, size);
        stream->in += size;
    } else {
        memcpy(stream->out, bytes, size);
        stream->out += size;
    }
}

static void pass_weights(struct stream *stream, struct net *net)
{
    pass(stream, net->weight1, FEATURES_N * sizeof net->weight1[0]);
    pass(stream, net->bias1, sizeof net->bias1);
    for (int kind = 0; kind < FEATURES_KINDS; kind++) {
        struct net_head *head = &net->head[kind];
        pass(stream, head->weight2, sizeof head->weight2);
        pass(stream, head->bias2, sizeof head->bias2);
        pass(stream, head->weight3, sizeof head->weight3);
        pass(stream, head->bias3, sizeof head->bias3);
    }
}

static void header_of(uint8_t header[16])
{
    const uint16_t sizes[4] = {FEATURES_VERSION, FEATURES_N, NET_HIDDEN1, NET_HIDDEN2};
    memcpy(header, magic, sizeof magic);
    memcpy(header + sizeof magic, sizes, sizeof sizes);
}

/* Computes exp(-i/64) by repeated multiplication of integers, which gives the same numbers on every machine. */
static void fill_fall(struct net *net)
{
    const uint64_t step = 4228380000u; /* 2^32 exp(-1/64) */
    uint64_t value = (uint64_t)1 << 32;
    for (int i = 0; i < NET_FALLS; i++) {
        net->fall[i] = (uint32_t)(value >> 8);
        value = value * step >> 32;
    }
}

static void pair_weights(struct net_head *head)
{
    for (int i = 0; i < NET_HIDDEN1; i++)
        for (int j = 0; j < NET_HIDDEN2; j++)
            head->pairs2[i / 2][j][i % 2] = head->weight2[j][i];
    memset(head->pairs3, 0, sizeof head->pairs3);
    for (int i = 0; i < NET_HIDDEN2; i++)
        for (int j = 0; j < FF_PLAYERS_MAX; j++)
            head->pairs3[i / 2][j][i % 2] = head->weight3[j][i];
}

/* Stores the first layer's weights as bytes, if all weights are multiples of NET_STEP1. */
static void fill_steps(struct net *net)
{
    net->stepped = true;
    for (int f = 0; f <= FEATURES_N; f++)
        for (int i = 0; i < NET_HIDDEN1; i++) {
            int steps = net->weight1[f][i] / NET_STEP1;
            net->steps1[f][i] = (int8_t)steps;
            net->stepped = net->stepped && net->steps1[f][i] * NET_STEP1 == net->weight1[f][i];
        }
}

void net_fill_derived(struct net *net)
{
    memset(net->weight1[FEATURES_NONE], 0, sizeof net->weight1[FEATURES_NONE]);
    fill_steps(net);
    for (int kind = 0; kind < FEATURES_KINDS; kind++)
        pair_weights(&net->head[kind]);
    fill_fall(net);
    net->opponents = (struct features_opponents){{FEATURES_EQUAL}};
}

/* Returns whether no bias can overflow a 32-bit sum. 16-bit weights cannot overflow it. */
static bool in_range(const int32_t *bias, int n)
{
    for (int i = 0; i < n; i++)
        if (bias[i] > NET_BIAS_MAX || bias[i] < -NET_BIAS_MAX)
            return false;
    return true;
}

static bool biases_hold(const struct net *net)
{
    for (int kind = 0; kind < FEATURES_KINDS; kind++)
        if (!in_range(net->head[kind].bias2, NET_HIDDEN2) || !in_range(net->head[kind].bias3, FF_PLAYERS_MAX))
            return false;
    return true;
}

const size_t net_size = sizeof(struct net);

const char *net_read(const uint8_t *bytes, size_t size, struct net *net)
{
    uint8_t header[16];
    uint64_t sum;
    header_of(header);
    if (size < sizeof header || memcmp(bytes, magic, sizeof magic) != 0)
        return "this is no network of format 2";
    if (memcmp(bytes, header, sizeof header) != 0)
        return "the network was made for other features or layers; train a new one";
    if (size != NET_FILE_SIZE)
        return "the file is too short or too long";
    memcpy(&sum, bytes + NET_FILE_SIZE - sizeof sum, sizeof sum);
    if (sum != base_hash(BASE_HASH_START, bytes, NET_FILE_SIZE - sizeof sum))
        return "the checksum does not agree: the file is damaged";
    struct stream stream = {NULL, bytes + sizeof header};
    pass_weights(&stream, net);
    net_fill_derived(net);
    return biases_hold(net) ? NULL : "a bias is out of range";
}

void net_write(const struct net *net, uint8_t *bytes)
{
    struct stream stream = {bytes + 16, NULL};
    header_of(bytes);
    pass_weights(&stream, (struct net *)net); /* only read from */
    uint64_t sum = base_hash(BASE_HASH_START, bytes, NET_FILE_SIZE - sizeof sum);
    memcpy(stream.out, &sum, sizeof sum);
}

void net_final_chances(const struct ff_public *pub, uint16_t chance[FF_PLAYERS_MAX])
{
    struct ff_result result;
    ff_result(pub, &result);
    int winners = ff_popcount(result.winners);
    for (int seat = 0; seat < FF_PLAYERS_MAX; seat++)
        chance[seat] = (uint16_t)(result.winners >> seat & 1 ? NET_CHANCE_ONE / winners : 0);
}
