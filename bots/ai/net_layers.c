/* net_layers.c - the arithmetic of the network's layers; see net_layers.h. A row is the longest vector that the machine
 * supports. Its length affects only the speed. */
#include "net_layers.h"
#include "simd_lanes.h"

#ifndef NET_LAYERS
#define NET_LAYERS net_layers_plain
#endif

enum {
    ROW_LANES = sizeof(lanes_row) / 2, /* numbers of 16 bits */
    ROWS1 = NET_HIDDEN1 / ROW_LANES,
    ROWS2 = 2 * NET_HIDDEN2 / ROW_LANES, /* of sums of 32 bits */
    ROWS3 = 2 * NET_SCORES / ROW_LANES,
    WEIGHT_BITS = 9,
};
_Static_assert(NET_WEIGHT_ONE == 1 << WEIGHT_BITS, "a shift divides");

/* ------------------------------------------------------------------------------------------------------ first layer */

/* Copies row by row, because memcpy may store smaller pieces, and loading a row just stored in pieces is slow. */
static void copy_rows(const void *from, int rows, void *to)
{
    for (int i = 0; i < rows; i++)
        ((lanes_row *)to)[i] = ((const lanes_row *)from)[i];
}

/* AVX2 reads the weights as bytes, which halves the memory traffic, the bottleneck. */
#if defined(__AVX2__)
enum { UNIT = NET_STEP1 };
static lanes_row column_row(const struct net *net, unsigned feature, int row)
{
    const __m128i *column = (const __m128i *)net->steps1[feature];
    return (lanes_row)_mm256_cvtepi8_epi16(_mm_load_si128(column + row));
}
#else
enum { UNIT = 1 };
static lanes_row column_row(const struct net *net, unsigned feature, int row)
{
    return ((const lanes_row *)net->weight1[feature])[row];
}
#endif

static void add_column(lanes_row *sums, const struct net *net, unsigned feature)
{
    for (int i = 0; i < ROWS1; i++)
        sums[i] += column_row(net, feature, i);
}

static void subtract_column(lanes_row *sums, const struct net *net, unsigned feature)
{
    for (int i = 0; i < ROWS1; i++)
        sums[i] -= column_row(net, feature, i);
}

/* Adds changes, in multiples of UNIT, to the previous sums. */
static void add_units(const int16_t *before, const lanes_row *more, struct net_accumulator *sums)
{
    for (int i = 0; i < ROWS1; i++)
        ((lanes_row *)sums->sum)[i] = ((const lanes_row *)before)[i] + more[i] * UNIT;
}

/* Adds up the columns of all features that hold. Groups of eight have one feature per player. */
static void sums_of(const struct net *net, const struct features *features, struct net_accumulator *sums)
{
    int players = features_players(features);
    lanes_row sum[ROWS1] = {{0}};
    for (int i = 0; i < FEATURE_AT_BEST; i += LANES)
        for (int j = 0; j < players; j++)
            add_column(sum, net, features->one[i + j]);
    for (int i = FEATURE_AT_BEST; i < FEATURE_ONES; i++)
        add_column(sum, net, features->one[i]);
    for (int i = 0; i < FEATURE_SETS; i++)
        for (uint32_t cards = features->set[i]; cards; cards &= cards - 1)
            add_column(sum, net, features_set_first[i] + (unsigned)__builtin_ctz(cards));
    add_units(net->bias1, sum, sums);
}

/* A set of indices into features.one, as a bit mask of three words. */
struct places {
    uint64_t now, next, last; /* words of 64 bits; bit 0 of `now` stands for index `first` */
    int first, n;
};

static uint64_t differing(const uint16_t *a, const uint16_t *b, int n)
{
    uint64_t differ = 0;
    for (int i = 0; i < n; i += 2 * LANES)
        differ |= (uint64_t)lanes_differ_mask(lanes_load(a + i), lanes_load(b + i), lanes_load(a + i + LANES),
                                              lanes_load(b + i + LANES))
                  << i;
    return differ;
}

static struct places places_of(const uint16_t *a, const uint16_t *b)
{
    struct places p = {differing(a, b, 64), differing(a + 64, b + 64, 64), differing(a + 128, b + 128, 64), 0, 0};
    p.n = __builtin_popcountll(p.now) + __builtin_popcountll(p.next) + __builtin_popcountll(p.last);
    return p;
}
_Static_assert(FEATURE_ONES == 3 * 64, "three words");

static void skip_empty_word(struct places *p)
{
    bool empty = p->now == 0;
    p->now = empty ? p->next : p->now;
    p->next = empty ? p->last : p->next;
    p->last = empty ? 0 : p->last;
    p->first += empty ? 64 : 0;
}

/* Removes and returns the smallest index. Has no branches, because empty words are unpredictable. */
static int take_place(struct places *p)
{
    skip_empty_word(p);
    skip_empty_word(p);
    int place = p->first + __builtin_ctzll(p->now);
    p->now &= p->now - 1;
    return place;
}

static void change_sets(const struct net *net, const uint32_t *from, const uint32_t *to, lanes_row *sums)
{
    uint32_t differ = 0;
    for (int i = 0; i < FEATURE_SETS_CHANGING; i++)
        differ |= (uint32_t)(from[i] != to[i]) << i;
    for (; differ; differ &= differ - 1) {
        int set = __builtin_ctz(differ);
        for (uint32_t cards = from[set] ^ to[set]; cards; cards &= cards - 1) {
            unsigned card = (unsigned)__builtin_ctz(cards), feature = features_set_first[set] + card;
            bool more = to[set] >> card & 1;
            subtract_column(sums, net, more ? FEATURES_NONE : feature);
            add_column(sums, net, more ? feature : FEATURES_NONE);
        }
    }
}

static void sums_change(const struct net *net, const struct features *from, const struct net_accumulator *from_sums,
                        const struct features *to, struct net_accumulator *to_sums)
{
    lanes_row sum[ROWS1]; /* no initializer, so that the compiler keeps it in registers */
    for (int i = 0; i < ROWS1; i++)
        sum[i] = (lanes_row){0};
    change_sets(net, from->set, to->set, sum);
    struct places places = places_of(from->one, to->one);
    for (int i = 0; i < places.n; i++) {
        int place = take_place(&places);
        subtract_column(sum, net, from->one[place]);
        add_column(sum, net, to->one[place]);
    }
    add_units(from_sums->sum, sum, to_sums);
}

/* ----------------------------------------------------------------------------------------------------- later layers */

static lanes clip(lanes sums) { return lanes_min(lanes_max(sums, (lanes){0}), lanes_fill(NET_ONE)); }

_Static_assert(NET_HIDDEN1 == 2 * 64, "a bit for each pair of units");

/* Clips the sums. Returns a mask of the pairs of units in which not both are 0. */
static uint64_t clip_sums(const struct net_accumulator *sums, int16_t *hidden)
{
    const lanes zero = {0};
    uint64_t used = 0;
    for (int i = 0; i < NET_HIDDEN1; i += 4 * LANES) {
        lanes unit[4];
        for (int j = 0; j < 4; j++) {
            unit[j] = clip(lanes_load(sums->sum + i + j * LANES));
            lanes_store(unit[j], hidden + i + j * LANES);
        }
        lanes first = lanes_pack((lanes_wide)unit[0], (lanes_wide)unit[1]); /* 0 only if both units are */
        lanes second = lanes_pack((lanes_wide)unit[2], (lanes_wide)unit[3]);
        used |= (uint64_t)lanes_differ_mask(first, zero, second, zero) << i / 2;
    }
    return used;
}

/* Adds two inputs' contributions to all units at once, which avoids summing across a vector. */
static void add_pair(const int16_t *inputs, const int16_t *weights, int rows, lanes_row_wide *sums)
{
    int32_t pair;
    memcpy(&pair, inputs, sizeof pair);
    lanes_row both = (lanes_row)((lanes_row_wide){0} + pair);
    for (int j = 0; j < rows; j++)
        sums[j] += lanes_row_dot(both, ((const lanes_row *)weights)[j]);
}

/* Computes the second layer. Skips pairs of inputs that are 0, about three of four. */
static void second_layer(const struct net_head *head, const int16_t *hidden1, uint64_t used, int16_t *hidden2)
{
    lanes_row_wide sum[ROWS2];
    lanes_wide sums[NET_HIDDEN2 / 4];
    copy_rows(head->bias2, ROWS2, sum);
    for (; used; used &= used - 1) {
        int i = __builtin_ctzll(used);
        add_pair(hidden1 + 2 * i, head->pairs2[i][0], ROWS2, sum);
    }
    memcpy(sums, sum, sizeof sum);
    for (int i = 0; i < NET_HIDDEN2 / 4; i += 2)
        lanes_store(clip(lanes_pack(sums[i] >> WEIGHT_BITS, sums[i + 1] >> WEIGHT_BITS)), hidden2 + 4 * i);
}

static void scores_of(const struct net_head *head, const struct net_accumulator *sums, int32_t score[NET_SCORES])
{
    int16_t hidden1[NET_HIDDEN1] __attribute__((aligned(16))), hidden2[NET_HIDDEN2] __attribute__((aligned(16)));
    second_layer(head, hidden1, clip_sums(sums, hidden1), hidden2);
    lanes_row_wide sum[ROWS3] = {{0}};
    for (int i = 0; i < NET_HIDDEN2; i += 2)
        add_pair(hidden2 + i, head->pairs3[i / 2][0], ROWS3, sum);
    memcpy(score, sum, sizeof sum);
    for (int i = 0; i < FF_PLAYERS_MAX; i++)
        score[i] += head->bias3[i];
}

const struct net_layers NET_LAYERS = {sums_of, sums_change, scores_of};
