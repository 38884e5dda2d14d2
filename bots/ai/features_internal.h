/* features_internal.h - declarations shared by the source files of the features, and private to them. */
#pragma once

#include "features.h"
#include "simd_lanes.h"

static inline unsigned at_most(unsigned value, unsigned most) { return value < most ? value : most; }

static inline lanes lane_indices(void) { return (lanes){0, 1, 2, 3, 4, 5, 6, 7}; }

static inline lanes first_lanes_mask(unsigned n) { return (lanes)(lane_indices() < (uint16_t)n); }

/* Returns the count of this good in each lane. */
static inline lanes good_counts(lanes goods, unsigned good) { return goods >> 4 * good & 15; }

static inline uint16_t largest_lane(lanes v) { return lanes_max_and_index(v)[0]; }

/* Returns for each lane how many of the first n lanes of `key` have a smaller key. */
static inline lanes rank_lanes(lanes key, unsigned n)
{
    lanes below = {0};
    for (unsigned i = 0; i < n; i++)
        below -= lanes_greater(key, lanes_broadcast(key, i));
    return below;
}

/* Input and results of features_forecast. */
struct forecast {
    lanes prices;                            /* prices of the track's spaces, one byte each */
    lanes step[FF_GOODS], room[FF_GOODS];    /* markers and demand spaces, one brewery per lane */
    lanes coins, steady, office, sold, disc; /* of each seat, one per lane */
    lanes purse;                             /* result: coins after the seat's next sale */
    lanes income;                            /* result: income of the seat's sale in the next round */
};
void features_forecast(const struct ff_edition *edition, const struct ff_public *pub, struct forecast *forecast);

/* Add the features of the seat's deck, of the edition's costs, and of the seat's other private cards. features_add_own
 * needs the deck's features and the income in *features. `coins` are the seat's coins after pending income and
 * costs. */
void features_add_deck(const struct ff_view *view, struct features *features);
void features_add_costs(const struct ff_edition *edition, int mode, struct features *features);
void features_add_own(const struct ff_edition *edition, const struct ff_view *view, int coins,
                      struct features *features);
