/* random_edition.c - draws random editions; see random_edition.h. */
#include "bots/arena/random_edition.h"

/* The range of a card's cost, or with `more` of its difference from the previous card's cost. */
struct range {
    uint8_t card, low, high;
    bool more;
};

static const struct range ranges[] = {
    {FF_HOPS1, 1, 4, false},      {FF_HOPS2, 3, 6, true},      {FF_HOPS3, 2, 6, true},      {FF_BANK1, 3, 9, false},
    {FF_BANK2, 2, 6, true},       {FF_TOWNHALL1, 1, 4, false}, {FF_TOWNHALL2, 1, 3, true},  {FF_LAB1, 1, 5, false},
    {FF_LAB2, 1, 3, true},        {FF_OFFICE, 2, 7, false},    {FF_WAREHOUSE, 2, 5, false}, {FF_MARKET, 2, 6, false},
    {FF_MAGISTRATE, 1, 4, false}, {FF_CRANE, 3, 6, false},     {FF_GUIDE, 3, 8, false},     {FF_SCAVENGER, 1, 4, false},
};

static unsigned between(struct ff_rng *rng, unsigned low, unsigned high)
{
    return low + ff_rng_below(rng, high - low + 1);
}

static void draw_costs(struct ff_rng *rng, struct ff_edition *edition)
{
    unsigned cost = 0;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        cost = between(rng, ranges[i].low, ranges[i].high) + (ranges[i].more ? cost : 0);
        edition->cost[ranges[i].card] = (uint8_t)cost;
    }
    for (int yield = 0; yield < 3; yield++)
        edition->cost[FF_BARLEY1 + yield] = edition->cost[FF_WATER1 + yield] = edition->cost[FF_HOPS1 + yield];
}

/* Draws the price track: one or two spaces of price 0, one to four of price 1 and of price 2, one to three of price 3.
 * All markers start on a random space of price 1. */
static void draw_track(struct ff_rng *rng, struct ff_edition *edition)
{
    unsigned spaces[4], n;
    do {
        spaces[0] = between(rng, 0, 3) ? 1 : 2;
        spaces[1] = between(rng, 1, 4);
        spaces[2] = between(rng, 1, 4);
        spaces[3] = between(rng, 1, 3);
        n = spaces[0] + spaces[1] + spaces[2] + spaces[3];
    } while (n > FF_STEPS_MAX);
    edition->steps_n = 0;
    for (unsigned price = 0; price < 4; price++)
        for (unsigned i = 0; i < spaces[price]; i++)
            edition->price[edition->steps_n++] = (uint8_t)price;
    edition->price_start = (uint8_t)(spaces[0] + ff_rng_below(rng, spaces[1]));
}

void arena_random_edition(const struct ff_edition *usual, uint64_t seed, struct ff_edition *drawn)
{
    struct ff_rng rng = ff_rng_of(seed);
    *drawn = *usual;
    draw_costs(&rng, drawn);
    draw_track(&rng, drawn);
    ff_edition_seal(drawn); /* cannot fail, because all ranges are within the bounds */
}
