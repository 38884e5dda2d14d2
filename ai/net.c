/* net.c - the network's arithmetic; see net.h. Vectors of eight 16-bit lanes are what every target has. */
#include "net.h"

#include <string.h>

typedef uint16_t lanes __attribute__((vector_size(16))); /* unsigned: sums that leave 16 bits wrap, by definition */

enum { LANES = 8, VECTORS1 = NET_HIDDEN1 / LANES };

/* --------------------------------------------------------------------------------------------------------- first layer
 */

static void add_column(lanes *sums, const int16_t *column)
{
    for (int i = 0; i < VECTORS1; i++)
        sums[i] += ((const lanes *)column)[i];
}

static void subtract_column(lanes *sums, const int16_t *column)
{
    for (int i = 0; i < VECTORS1; i++)
        sums[i] -= ((const lanes *)column)[i];
}

void net_sums_of(const struct net *net, const struct features *features, struct net_sums *sums)
{
    lanes sum[VECTORS1];
    memcpy(sum, net->bias1, sizeof sum);
    for (int i = 0; i < features->n; i++)
        add_column(sum, net->weight1[features->index[i]]);
    memcpy(sums->sum, sum, sizeof sum);
}

/* Two lists that are mostly equal, and in much the same order: what stands in one only is found with a bitmap. */
void net_sums_change(const struct net *net, const struct features *from, const struct features *to,
                     struct net_sums *sums)
{
    uint64_t held[(FEATURES_N + 63) / 64] = {0};
    lanes *sum = (lanes *)sums->sum;
    for (int i = 0; i < from->n; i++)
        held[from->index[i] / 64] |= (uint64_t)1 << from->index[i] % 64;
    for (int i = 0; i < to->n; i++) {
        uint64_t bit = (uint64_t)1 << to->index[i] % 64, *word = &held[to->index[i] / 64];
        if (!(*word & bit))
            add_column(sum, net->weight1[to->index[i]]);
        *word &= ~bit;
    }
    for (int i = 0; i < from->n; i++)
        if (held[from->index[i] / 64] >> from->index[i] % 64 & 1)
            subtract_column(sum, net->weight1[from->index[i]]);
}

/* -------------------------------------------------------------------------------------------------------- later layers
 */

static int16_t clip(int32_t value)
{
    value = value < 0 ? 0 : value;
    return (int16_t)(value > NET_ONE ? NET_ONE : value);
}

static int32_t dot(const int16_t *a, const int16_t *b, int n)
{
    int32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += (int32_t)a[i] * b[i];
    return sum;
}

static void clip_sums(const struct net_sums *sums, int16_t *hidden)
{
    for (int i = 0; i < NET_HIDDEN1; i++)
        hidden[i] = clip(sums->sum[i]);
}

/* Chances from scores, in which NET_ONE * NET_WEIGHT_ONE is 1: the table falls by 1/64 of that. */
static void softmax(const struct net *net, const int32_t *score, int players, uint16_t *chance)
{
    int32_t best = score[0];
    uint64_t part[FF_PLAYERS_MAX], all = 0;
    for (int i = 1; i < players; i++)
        best = score[i] > best ? score[i] : best;
    for (int i = 0; i < players; i++) {
        uint32_t fall = (uint32_t)(best - score[i]) / (NET_ONE * NET_WEIGHT_ONE / 64);
        part[i] = net->fall[fall < NET_FALLS ? fall : NET_FALLS - 1];
        all += part[i];
    }
    uint32_t left = NET_CHANCE_ONE;
    for (int i = players - 1; i > 0; i--) {
        chance[i] = (uint16_t)(part[i] * NET_CHANCE_ONE / all);
        left -= chance[i];
    }
    chance[0] = (uint16_t)left;
}

void net_chances(const struct net *net, const struct net_sums *sums, int players, uint16_t chance[FF_PLAYERS_MAX])
{
    int16_t hidden1[NET_HIDDEN1] __attribute__((aligned(16))), hidden2[NET_HIDDEN2] __attribute__((aligned(16)));
    int32_t score[FF_PLAYERS_MAX];
    clip_sums(sums, hidden1);
    for (int i = 0; i < NET_HIDDEN2; i++)
        hidden2[i] = clip((dot(hidden1, net->weight2[i], NET_HIDDEN1) + net->bias2[i]) / NET_WEIGHT_ONE);
    for (int i = 0; i < players; i++)
        score[i] = dot(hidden2, net->weight3[i], NET_HIDDEN2) + net->bias3[i];
    memset(chance, 0, FF_PLAYERS_MAX * sizeof *chance);
    softmax(net, score, players, chance);
}

void net_evaluate(const struct net *net, const struct ff_edition *edition, const struct ff_view *view,
                  uint16_t chance[FF_PLAYERS_MAX])
{
    struct features features;
    struct net_sums sums;
    uint16_t block[FF_PLAYERS_MAX];
    features_of(edition, view, &features);
    net_sums_of(net, &features, &sums);
    net_chances(net, &sums, view->pub.players, block);
    memset(chance, 0, FF_PLAYERS_MAX * sizeof *chance);
    for (int i = 0; i < view->pub.players; i++)
        chance[features.seat[i]] = block[i];
}

/* -------------------------------------------------------------------------------------------------------------- files
 */

static const uint8_t magic[8] = {'F', 'F', 'N', 'E', 'T', 1, 0, 0};

/* Visits every number of the file in order, reading or writing it. */
struct stream {
    uint8_t *out;
    const uint8_t *in;
};

static void pass(struct stream *stream, void *number, size_t size)
{
    uint8_t *bytes = number; /* every machine this runs on is little-endian */
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
    pass(stream, net->weight1, sizeof net->weight1);
    pass(stream, net->bias1, sizeof net->bias1);
    pass(stream, net->weight2, sizeof net->weight2);
    pass(stream, net->bias2, sizeof net->bias2);
    pass(stream, net->weight3, sizeof net->weight3);
    pass(stream, net->bias3, sizeof net->bias3);
}

static uint64_t checksum(const uint8_t *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

static void header_of(uint8_t header[16])
{
    const uint16_t sizes[4] = {FEATURES_VERSION, FEATURES_N, NET_HIDDEN1, NET_HIDDEN2};
    memcpy(header, magic, sizeof magic);
    memcpy(header + sizeof magic, sizes, sizeof sizes);
}

/* exp(-i/64) by repeated multiplication in 32 bits: no library, the same everywhere. */
void net_prepare(struct net *net)
{
    const uint64_t step = 4228380000u; /* 2^32 exp(-1/64) */
    uint64_t value = (uint64_t)1 << 32;
    for (int i = 0; i < NET_FALLS; i++) {
        net->fall[i] = (uint32_t)(value >> 8);
        value = value * step >> 32;
    }
}

/* Weights of 16 bits cannot overflow a sum of 32; biases could. */
static bool biases_hold(const struct net *net)
{
    for (int i = 0; i < NET_HIDDEN2; i++)
        if (net->bias2[i] > NET_BIAS_MAX || net->bias2[i] < -NET_BIAS_MAX)
            return false;
    for (int i = 0; i < FF_PLAYERS_MAX; i++)
        if (net->bias3[i] > NET_BIAS_MAX || net->bias3[i] < -NET_BIAS_MAX)
            return false;
    return true;
}

const char *net_read(const uint8_t *bytes, size_t size, struct net *net)
{
    uint8_t header[16];
    uint64_t sum;
    header_of(header);
    if (size < sizeof header || memcmp(bytes, magic, sizeof magic) != 0)
        return "this is no network of format 1";
    if (memcmp(bytes, header, sizeof header) != 0)
        return "the network was made for other features or layers; train a new one";
    if (size != NET_FILE_SIZE)
        return "the file is too short or too long";
    memcpy(&sum, bytes + NET_FILE_SIZE - sizeof sum, sizeof sum);
    if (sum != checksum(bytes, NET_FILE_SIZE - sizeof sum))
        return "the checksum does not agree: the file is damaged";
    struct stream stream = {NULL, bytes + sizeof header};
    pass_weights(&stream, net);
    net_prepare(net);
    return biases_hold(net) ? NULL : "a bias is out of range";
}

void net_write(const struct net *net, uint8_t *bytes)
{
    struct stream stream = {bytes + 16, NULL};
    header_of(bytes);
    pass_weights(&stream, (struct net *)net); /* only read from */
    uint64_t sum = checksum(bytes, NET_FILE_SIZE - sizeof sum);
    memcpy(stream.out, &sum, sizeof sum);
}
