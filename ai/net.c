/* net.c - the network's arithmetic; see net.h. */
#include "net.h"
#include "lanes.h"

enum { VECTORS1 = NET_HIDDEN1 / LANES, VECTORS2 = NET_HIDDEN2 / LANES, WIDE = LANES / 2 };

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

static void add_cards(const struct net *net, int set, uint32_t cards, lanes *sums)
{
    for (; cards; cards &= cards - 1)
        add_column(sums, net->weight1[features_set_first[set] + __builtin_ctz(cards)]);
}

static void subtract_cards(const struct net *net, int set, uint32_t cards, lanes *sums)
{
    for (; cards; cards &= cards - 1)
        subtract_column(sums, net->weight1[features_set_first[set] + __builtin_ctz(cards)]);
}

void net_sums_of(const struct net *net, const struct features *features, struct net_sums *sums)
{
    lanes sum[VECTORS1];
    memcpy(sum, net->bias1, sizeof sum);
    for (int i = 0; i < FEATURE_ONES; i++)
        if (features->one[i] != FEATURES_NONE)
            add_column(sum, net->weight1[features->one[i]]);
    for (int i = 0; i < FEATURE_SETS; i++)
        add_cards(net, i, features->set[i], sum);
    memcpy(sums->sum, sum, sizeof sum);
}

static void change_one(const struct net *net, unsigned from, unsigned to, lanes *sums)
{
    if (from != FEATURES_NONE)
        subtract_column(sums, net->weight1[from]);
    if (to != FEATURES_NONE)
        add_column(sums, net->weight1[to]);
}

static void change_ones(const struct net *net, const uint16_t *from, const uint16_t *to, lanes *sums)
{
    for (int i = 0; i < FEATURE_ONES; i += 2 * LANES) {
        const lanes *a = (const lanes *)(from + i), *b = (const lanes *)(to + i);
        for (unsigned differ = lanes_differ(a[0], b[0], a[1], b[1]); differ; differ &= differ - 1) {
            int at = i + __builtin_ctz(differ);
            change_one(net, from[at], to[at], sums);
        }
    }
}

void net_sums_change(const struct net *net, const struct features *from, const struct features *to,
                     struct net_sums *sums)
{
    lanes sum[VECTORS1];
    memcpy(sum, sums->sum, sizeof sum);
    change_ones(net, from->one, to->one, sum);
    for (int i = 0; i < FEATURE_SETS; i++) {
        add_cards(net, i, to->set[i] & ~from->set[i], sum);
        subtract_cards(net, i, from->set[i] & ~to->set[i], sum);
    }
    memcpy(sums->sum, sum, sizeof sum);
}

/* -------------------------------------------------------------------------------------------------------- later layers
 */

/* Sums of 32 bits, NET_WEIGHT_ONE times too large, as an activation. */
static int16_t clip(int32_t value)
{
    value >>= 9;
    value = value < 0 ? 0 : value;
    return (int16_t)(value > NET_ONE ? NET_ONE : value);
}
_Static_assert(NET_WEIGHT_ONE == 1 << 9, "clip shifts by it");

/* Returns the inputs that are not 0, a bit each. */
static uint64_t clip_sums(const struct net_sums *sums, int16_t *hidden)
{
    const lanes zero = {0}, one = lanes_all(NET_ONE);
    uint64_t active = 0;
    for (int i = 0; i < NET_HIDDEN1; i += 2 * LANES) {
        const lanes *sum = (const lanes *)(sums->sum + i);
        lanes a = lanes_min(lanes_max(sum[0], zero), one), b = lanes_min(lanes_max(sum[1], zero), one);
        lanes_store(a, hidden + i);
        lanes_store(b, hidden + i + LANES);
        active |= (uint64_t)lanes_differ(a, zero, b, zero) << i;
    }
    return active;
}

/* Two inputs at a time go into all units, so that no sum need be made across a vector. Many are 0. */
static void second_layer(const struct net *net, const int16_t *hidden1, uint64_t active, int16_t *hidden2)
{
    lanes_wide sum[NET_HIDDEN2 / WIDE];
    memcpy(sum, net->bias2, sizeof sum);
    for (uint64_t pairs = (active | active >> 1) & 0x5555555555555555; pairs; pairs &= pairs - 1) {
        int32_t pair, i = __builtin_ctzll(pairs);
        memcpy(&pair, hidden1 + i, sizeof pair);
        lanes inputs = (lanes)((lanes_wide){0} + pair);
        for (int j = 0; j < NET_HIDDEN2 / WIDE; j++)
            sum[j] += lanes_dot(inputs, ((const lanes *)net->pairs2[i / 2])[j]);
    }
    for (int i = 0; i < NET_HIDDEN2; i++)
        hidden2[i] = clip(((const int32_t *)sum)[i]);
}
_Static_assert(NET_HIDDEN1 == 64, "a bit each");

static int32_t score_of(const struct net *net, const int16_t *hidden2, int block)
{
    lanes_wide sum = {0};
    for (int i = 0; i < VECTORS2; i++)
        sum += lanes_dot(((const lanes *)hidden2)[i], ((const lanes *)net->weight3[block])[i]);
    return sum[0] + sum[1] + sum[2] + sum[3] + net->bias3[block];
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
    uint64_t active = clip_sums(sums, hidden1);
    second_layer(net, hidden1, active, hidden2);
    for (int i = 0; i < players; i++)
        score[i] = score_of(net, hidden2, i);
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
static void fill_fall(struct net *net)
{
    const uint64_t step = 4228380000u; /* 2^32 exp(-1/64) */
    uint64_t value = (uint64_t)1 << 32;
    for (int i = 0; i < NET_FALLS; i++) {
        net->fall[i] = (uint32_t)(value >> 8);
        value = value * step >> 32;
    }
}

void net_prepare(struct net *net)
{
    fill_fall(net);
    for (int i = 0; i < NET_HIDDEN1; i++)
        for (int j = 0; j < NET_HIDDEN2; j++)
            net->pairs2[i / 2][j][i % 2] = net->weight2[j][i];
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
