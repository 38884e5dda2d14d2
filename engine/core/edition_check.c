/* edition_check.c - checks an edition's ranges and derives what the rules look up in it. */
#include "rules.h"

#include <string.h>

FF_FN static bool prices_rise(const struct ff_edition *edition)
{
    for (int i = 0; i < edition->steps_n; i++)
        if (edition->price[i] > FF_PRICE_MAX || (i > 0 && edition->price[i] < edition->price[i - 1]))
            return false;
    return true;
}

/* Checks the price track. At least its top price must be above 0, so that goods can be sold. */
FF_FN static bool prices_hold(const struct ff_edition *edition)
{
    return prices_rise(edition) && edition->price[edition->steps_n - 1] > 0;
}

FF_FN static bool costs_hold(const struct ff_edition *edition)
{
    for (int c = 0; c < FF_CARDS_MAX; c++)
        if (edition->cost[c] > FF_COST_MAX)
            return false;
    return true;
}

FF_FN static bool printed_holds(const struct ff_edition *edition)
{
    unsigned seen = 0;
    for (int i = 0; i < FF_GOODS; i++)
        if (edition->printed[i] < FF_GOODS)
            seen |= 1u << edition->printed[i];
    return seen == 7;
}

FF_FN static bool demand_holds(const struct ff_edition *edition)
{
    if (edition->demand_n < FF_PLAYERS_MAX || edition->demand_n > FF_DEMANDS_MAX)
        return false;
    for (int i = 0; i < edition->demand_n; i++)
        if (edition->demand[i] & 0xf888) /* a count above FF_DEMAND_MAX, or bits beyond the three counts */
            return false;
    return true;
}

/* Computes the distance from each space to the nearest spaces with a lower and a higher price. */
FF_FN static void derive_spaces(struct ff_edition *edition)
{
    memset(edition->fall, 0, sizeof edition->fall);
    memset(edition->rise, 0, sizeof edition->rise);
    for (int i = 1; i < edition->steps_n; i++)
        if (edition->price[i] > edition->price[i - 1])
            edition->fall[i] = 1;
        else if (edition->fall[i - 1])
            edition->fall[i] = (uint8_t)(edition->fall[i - 1] + 1);
    for (int i = edition->steps_n - 2; i >= 0; i--)
        if (edition->price[i] < edition->price[i + 1])
            edition->rise[i] = 1;
        else if (edition->rise[i + 1])
            edition->rise[i] = (uint8_t)(edition->rise[i + 1] + 1);
}

FF_FN static void derive(struct ff_edition *edition)
{
    derive_spaces(edition);
    unsigned zeros = 0;
    while (edition->price[zeros] == 0)
        zeros++;
    edition->sell_bias = (uint16_t)((8 - zeros % 8) * 0x111);
    edition->sell_high = zeros < 8 ? 0x888 : 0;
    memset(edition->within, 0, sizeof edition->within);
    for (int purse = 0; purse <= FF_COST_MAX; purse++)
        for (int c = 0; c < FF_CARDS_MAX; c++)
            if (!ff_is_palace(c) && edition->cost[c] <= purse)
                edition->within[purse] |= ff_bit((unsigned)c);
}

FF_FN enum ff_edition_fault ff_edition_seal(struct ff_edition *edition)
{
    if (!costs_hold(edition))
        return FF_EDITION_COST;
    if (edition->steps_n < 2 || edition->steps_n > FF_STEPS_MAX)
        return FF_EDITION_STEPS;
    if (!prices_hold(edition))
        return FF_EDITION_PRICE;
    if (edition->price_start >= edition->steps_n)
        return FF_EDITION_START;
    if (!printed_holds(edition))
        return FF_EDITION_PRINTED;
    if (edition->round_limit < 1 || edition->round_limit > FF_ROUNDS_MAX)
        return FF_EDITION_ROUNDS;
    if (!demand_holds(edition))
        return FF_EDITION_DEMAND;
    derive(edition);
    return FF_EDITION_OK;
}
