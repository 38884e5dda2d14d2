/* told.c - chances as they are told; see told.h. */
#include "told.h"

int told_company(const struct features_company *company, int players, int own)
{
    int other = -1;
    for (int seat = 0; seat < players; seat++) {
        if (seat == own)
            continue;
        if (other >= 0 && company->is[seat] != other)
            return FEATURES_UNKNOWN;
        other = company->is[seat];
    }
    return other;
}

uint16_t told_chance(const uint16_t row[TOLD_KNOTS], uint16_t chance)
{
    const uint32_t step = NET_CHANCE_ONE / (TOLD_KNOTS - 1), knot = chance / step, along = chance % step;
    if (knot >= TOLD_KNOTS - 1)
        return row[TOLD_KNOTS - 1];
    return (uint16_t)((row[knot] * (step - along) + row[knot + 1] * along + step / 2) / step);
}

/* The others share what the own seat leaves as they did before. */
static void share_rest(uint16_t *chance, int players, int own, uint16_t told)
{
    const uint32_t before = NET_CHANCE_ONE - (uint32_t)chance[own], after = NET_CHANCE_ONE - (uint32_t)told;
    uint32_t left = after;
    int last = own;
    for (int seat = 0; seat < players; seat++) {
        if (seat == own)
            continue;
        chance[seat] = (uint16_t)(before ? chance[seat] * after / before : after / ((uint32_t)players - 1));
        left -= chance[seat];
        last = seat;
    }
    chance[last] = (uint16_t)(chance[last] + left); /* what rounding left */
    chance[own] = told;
}

void told_chances(const struct net *net, const struct ff_edition *edition, const struct features_company *company,
                  const struct ff_view *view, uint16_t chance[FF_PLAYERS_MAX])
{
    const int players = view->pub.players, own = view->own.seat;
    const int kind = features_kind_of(&view->pub);
    net_evaluate_among(net, edition, company, view, chance);
    if (view->pub.stage != FF_STAGE_OVER)
        share_rest(chance, players, own,
                   told_chance(told_table[kind][told_company(company, players, own)], chance[own]));
}
